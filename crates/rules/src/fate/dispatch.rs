//! Every command to its decision, every event to what it does and what is told of it.
//!
//! A new variant does not compile until each match here has dealt with it.

#![deny(clippy::wildcard_enum_match_arm)]

use super::act::Aim;
use super::compel::Trouble;
use super::{
    Command, Deciding, Event, Fate, State, absence, act, action, advantage, aspect, challenge,
    character, choice, clock, compel, concession, conflict, consequence, contest, detail, free,
    harm, hazard, invoke, ledger, mend, milestone, name, notes, npc, opposition, options, outcome,
    prepared, roll, scene, secret, session, show, side, stress, stunt, teamwork, volley, zone,
};
use crate::kernel::Decided;
use crate::{Line, Roll, Viewer};

/// Decides a command.
pub(super) fn decide(deciding: &mut Deciding, command: &Command) -> Decided {
    use Command as C;
    deciding.plays()?;
    match command {
        C::Show { thing, to } => show::show(deciding, *thing, to),
        C::Rename { thing, name } => name::rename(deciding, *thing, name),
        C::WriteNotes { character, text } => notes::write(deciding, *character, text),
        C::ChangeClock { change } => clock::change(deciding, change),
        C::MakeCharacter { draft, seat, hidden } => {
            character::make(deciding, draft, *seat, *hidden)
        }
        C::TakeExample { example, name, seat } => {
            character::take_example(deciding, example, name.as_deref(), *seat)
        }
        C::GiveCharacter { character, seat } => character::give(deciding, *character, *seat),
        C::RemoveCharacter { character } => character::remove(deciding, *character),
        C::UseStunt { character, stunt, action } => {
            stunt::use_stunt(deciding, *character, *stunt, *action)
        }
        C::SetStress { character, track, marked } => {
            stress::set(deciding, *character, track, *marked)
        }
        C::GrantMilestone { character, kind } => milestone::grant(deciding, *character, *kind),
        C::Improve { character, change } => milestone::improve(deciding, *character, change),
        C::Mend { character, mend, anyway } => mend::mend(deciding, *character, mend, *anyway),
        C::NodMend { request, anyway } => mend::answer(deciding, *request, true, *anyway),
        C::DeclineMend { request } => mend::answer(deciding, *request, false, false),
        C::CloseMilestone { character } => milestone::close(deciding, *character),
        C::BeginSession {} => session::begin(deciding),
        C::AdjustPoints { character, by, why } => ledger::adjust(deciding, *character, *by, why),
        C::SetScene { title, text } => scene::set(deciding, title, text),
        C::EndScene { anyway, carry } => scene::end(deciding, *anyway, *carry),
        C::PrepareScene { title, text } => prepared::prepare(deciding, title, text),
        C::ChangePrepared { prepared, change } => prepared::change(deciding, *prepared, change),
        C::StartPrepared { prepared } => prepared::start(deciding, *prepared),
        C::DropPrepared { prepared } => prepared::drop(deciding, *prepared),
        C::AddZone { name, next_to } => zone::add(deciding, name, next_to.as_deref()),
        C::SetBorder { one, other, barred } => zone::set_border(deciding, *one, *other, *barred),
        C::Move { character, zone } => zone::walk(deciding, *character, *zone),
        C::AddAspect { name, on, boost, free, hidden } => {
            aspect::add(deciding, name.as_deref(), *on, *boost, *free, *hidden)
        }
        C::RemoveAspect { aspect, why } => aspect::remove(deciding, *aspect, why),
        C::GrantFree { aspect, to } => free::grant(deciding, *aspect, *to),
        C::HandFree { aspect, from, to } => free::hand(deciding, *aspect, *from, *to),
        C::Declare { aspect, by, free, text } => {
            detail::declare(deciding, *aspect, *by, *free, text)
        }
        C::CopyCharacter { character, name, count } => {
            npc::copy(deciding, *character, name.as_deref(), *count)
        }
        C::LetHazardAct { character } => hazard::let_act(deciding, *character),
        C::RollSecretly { character, skill, difficulty } => {
            secret::roll(deciding, *character, skill, *difficulty)
        }
        C::Act { actor, act, skill, against, also, stunts, text, roll } => {
            let aim = Aim { against: *against, also, stunts };
            act::declare(deciding, *actor, act, skill, aim, text, *roll)
        }
        C::Oppose { action, against } => opposition::oppose(deciding, *action, *against),
        C::PointUnknown { action, aspect } => advantage::point(deciding, *action, *aspect),
        C::Defend { action, skill, full, stunts, roll } => {
            opposition::defend(deciding, *action, skill, *full, stunts, *roll)
        }
        C::Help { action, helper } => teamwork::help(deciding, *action, *helper),
        C::State { action, opposition, value, why } => {
            side::state(deciding, *action, *opposition, *value, why)
        }
        C::Cancel { action } => action::cancel(deciding, *action),
        C::Roll { action } => roll::roll(deciding, *action),
        C::Invoke { action, opposition, aspect, by, to, free } => {
            invoke::invoke(deciding, *action, *opposition, *aspect, *by, *to, *free)
        }
        C::LetStand { action, opposition } => invoke::let_stand(deciding, *action, *opposition),
        C::Split { action, shares } => volley::split(deciding, *action, shares),
        C::Choose { action, answer } => choice::choose(deciding, *action, answer),
        C::Hit { to, track, shifts } => harm::hit(deciding, *to, track, *shifts),
        C::Absorb { hit, boxes, consequences, marks } => {
            harm::absorb(deciding, *hit, *boxes, consequences, marks)
        }
        C::GoOut { hit } => harm::go_out(deciding, *hit),
        C::BringBack { character } => absence::bring_back(deciding, *character),
        C::StayOut { character, absence } => absence::stay_out(deciding, *character, *absence),
        C::SetOptions { options } => options::set(deciding, options),
        C::Concede { character, text } => concession::concede(deciding, *character, text),
        C::Compel { to, aspect, kind, text } => {
            let trouble = Trouble { to: *to, aspect: *aspect, kind: *kind, text };
            compel::offer(deciding, trouble)
        }
        C::CompelGroup { to, aspect, kind, text } => {
            compel::offer_to_group(deciding, to, *aspect, *kind, text)
        }
        C::ClaimCompel { character: to, aspect, kind, text } => {
            let trouble = Trouble { to: *to, aspect: *aspect, kind: *kind, text };
            compel::claim(deciding, trouble)
        }
        C::ProposeCompel { by, to, aspect, kind, text } => {
            let trouble = Trouble { to: *to, aspect: *aspect, kind: *kind, text };
            compel::propose(deciding, *by, trouble)
        }
        C::AcceptCompel { compel } => compel::accept(deciding, *compel),
        C::RefuseCompel { compel, why } => compel::refuse(deciding, *compel, why),
        C::WithdrawCompel { compel } => compel::withdraw(deciding, *compel),
        C::SetChallenge { title, tasks } => challenge::set(deciding, title, tasks),
        C::EndChallenge {} => challenge::end(deciding),
        C::SetContest { title, sides } => contest::set(deciding, title, sides),
        C::NameTwist { name } => contest::name_twist(deciding, name),
        C::EndContest {} => contest::end(deciding),
        C::BeginConflict { combatants } => conflict::begin(deciding, combatants),
        C::JoinConflict { combatant } => conflict::join(deciding, *combatant),
        C::PassTurn { to } => conflict::pass_turn(deciding, *to),
        C::DefendFully { character, text } => conflict::defend_fully(deciding, *character, text),
        C::EndConflict { anyway } => scene::end_conflict(deciding, *anyway),
    }
}

/// Applies an event. Infallible and deterministic; events about things that no longer exist are
/// ignored.
pub(super) fn apply(_: &Fate, state: &mut State, event: &Event) {
    use Event as E;
    match event {
        E::Shown { thing, to } => show::shown(state, *thing, to),
        E::Renamed { thing, name } => name::renamed(state, *thing, name),
        E::NotesWritten { character, text } => notes::written(state, *character, text),
        E::ClockChanged { change } => state.clocks.apply(change),
        E::CharacterMade { character, aspects } => character::made(state, character, aspects),
        E::CharacterGiven { character, seat } => character::given(state, *character, *seat),
        E::CharacterLeft { character } => character::left(state, *character),
        E::StuntUsed { character, stunt } => stunt::used(state, *character, *stunt),
        E::StressSet { character, track, marked } => {
            stress::marked(state, *character, track, *marked);
        }
        E::PointsMoved { entry } => ledger::moved(state, entry),
        E::SessionBegan => session::began(state),
        E::SceneSet { scene } => scene::began(state, scene),
        E::SceneEnded => scene::ended(state),
        E::ScenePrepared { prepared } => prepared::kept(state, prepared),
        E::PreparedChanged { prepared } => prepared::changed(state, prepared),
        E::PreparedPlaced { prepared, at } => prepared::placed(state, *prepared, *at),
        E::PreparedDropped { prepared, started: _ } => prepared::dropped(state, *prepared),
        E::ZoneAdded { zone, borders } => zone::added(state, zone, borders),
        E::BorderSet { border } => zone::border_set(state, *border),
        E::Moved { character, zone, free } => zone::moved(state, *character, *zone, *free),
        E::AspectAdded { aspect } => aspect::added(state, aspect),
        E::AspectRemoved { aspect, why: _ } => aspect::removed(state, *aspect),
        E::FreeGained { aspect, to, count } => free::gained(state, *aspect, *to, *count),
        E::FreeGiven { aspect, from, to } => free::given(state, *aspect, *from, *to),
        E::DetailDeclared { aspect, by, free, text: _ } => {
            detail::declared(state, *aspect, *by, *free);
        }
        E::ActionOpened { action } => action::opened(state, action),
        E::OppositionSet { action, side } => opposition::set(state, *action, side),
        E::UnknownPointed { action, aspect } => advantage::pointed(state, *action, *aspect),
        E::Helped { action, helper, bonus } => teamwork::helped(state, *action, *helper, *bonus),
        E::PartAdded { action, opposition, part } => {
            side::part_added(state, *action, *opposition, part);
        }
        E::ActionCancelled { action } => action::cancelled(state, *action),
        E::Rolled { action, opposition, roll, again: _ } => {
            roll::rolled(state, *action, *opposition, roll);
        }
        E::Invoked { action, opposition, invoked } => {
            invoke::invoked(state, *action, *opposition, invoked);
        }
        E::LetStand { action, opposition } => invoke::let_to_stand(state, *action, *opposition),
        E::Resolved { action, shifts, outcome, due } => {
            outcome::resolved(state, *action, *shifts, *outcome, due);
        }
        E::Chosen { action, due, answer: _ } => choice::chosen(state, *action, *due),
        E::ActionClosed { action, succeeded: _ } => action::closed(state, *action),
        // Secret dice change nothing that is so.
        E::RolledSecretly { .. } => {}
        E::CountedDown { character, left } => hazard::counted_down(state, *character, *left),
        E::MobShrank { character, track, marked, left } => {
            npc::shrank(state, *character, track, *marked, *left);
        }
        E::HitLanded { hit } => harm::landed(state, hit),
        E::HitAbsorbed { hit, boxes, consequences, marks } => {
            harm::absorbed(state, *hit, *boxes, *consequences, marks);
        }
        E::TakenOut { character, by: _, hit: _ } => harm::taken_out(state, *character),
        E::BroughtBack { character } => absence::brought_back(state, *character),
        E::StaysOut { character, absence } => absence::stays_out(state, *character, *absence),
        E::HitDropped { hit } => harm::dropped(state, *hit),
        E::OptionsSet { options } => options::were_set(state, options),
        E::DifficultyCorrected { action, difficulty } => {
            opposition::corrected(state, *action, *difficulty);
        }
        E::Conceded { character, points: _, text: _ } => {
            concession::conceded(state, *character);
        }
        E::Treated { consequence, name } => consequence::treated(state, *consequence, name),
        E::CompelOpened { compel } => compel::opened(state, compel),
        E::CompelTakenUp { compel } => compel::taken_up(state, *compel),
        E::CompelSettled { compel, end: _ } => compel::settled(state, *compel),
        E::ChallengeSet { challenge } => challenge::began(state, challenge),
        E::TaskTried { task, overcome } => challenge::tried(state, *task, *overcome),
        E::ChallengeEnded { overcome: _, failed: _ } => challenge::ended(state),
        E::ContestSet { contest } => contest::began(state, contest),
        E::EffortMade { side, effort } => contest::effort_made(state, *side, *effort),
        E::ExchangeWon { side, victories } => contest::exchange_won(state, *side, *victories),
        E::TwistNamed => contest::twist_named(state),
        E::ContestEnded { winner: _ } => contest::ended(state),
        E::ConflictBegan { conflict } => conflict::began(state, conflict),
        E::CombatantJoined { who, side } => conflict::joined(state, *who, *side),
        E::TurnBegan { who, round } => conflict::turn_began(state, *who, *round),
        E::DefendedFully { who, text } => conflict::defended_fully(state, *who, text),
        E::FullDefenceNeeded { who } => conflict::full_defence_needed(state, *who),
        E::ConflictEnded => conflict::ended(state),
        E::MilestoneReached { character, milestone } => {
            milestone::reached(state, *character, *milestone);
        }
        E::Changed { character, change, stunt, refresh } => {
            milestone::changed(state, *character, change, stunt.as_deref(), *refresh);
        }
        E::MendAsked { request } => mend::asked(state, request),
        E::MendAnswered { request, nod: _ } => mend::answered(state, *request),
        E::Mended { character, mend, stunt, aspect, refresh, anyway: _ } => {
            let (stunt, aspect) = (stunt.as_deref(), aspect.as_deref());
            mend::mended(state, *character, mend, stunt, aspect, *refresh);
        }
        E::MilestoneClosed { character } => milestone::closed(state, *character),
    }
}

/// What a viewer is told of an event; `before` is the state it happened to.
pub(super) fn tell(pack: &Fate, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
    use Event as E;
    match event {
        E::Shown { thing, to } => show::tell_shown(before, *thing, to, viewer),
        E::Renamed { thing, name } => name::tell_renamed(before, *thing, name, viewer),
        E::NotesWritten { .. } => notes::tell_written(viewer),
        E::ClockChanged { change } => before.clocks.tell(change, viewer),
        E::CharacterMade { character, .. } => character::tell_made(before, character, viewer),
        E::CharacterGiven { character, .. } => character::tell_given(before, *character, viewer),
        E::CharacterLeft { character } => character::tell_left(before, *character, viewer),
        E::StuntUsed { character, stunt } => stunt::tell_used(before, *character, *stunt, viewer),
        E::StressSet { character, track, marked } => {
            stress::tell_marked(pack, before, *character, track, *marked, viewer)
        }
        E::PointsMoved { entry } => ledger::tell_moved(before, entry, viewer),
        E::SessionBegan => session::tell_began(pack, before),
        E::SceneSet { scene } => scene::tell_began(scene),
        E::SceneEnded => scene::tell_ended(before),
        E::ScenePrepared { prepared } => prepared::tell_kept(prepared, viewer),
        E::PreparedChanged { prepared } => prepared::tell_changed(prepared, viewer),
        E::PreparedPlaced { prepared, at } => prepared::tell_placed(before, *prepared, *at, viewer),
        // A scene that starts is told of as it begins.
        E::PreparedDropped { prepared: _, started: true } => None,
        E::PreparedDropped { prepared, started: false } => {
            prepared::tell_dropped(before, *prepared, viewer)
        }
        E::ZoneAdded { zone, .. } => zone::tell_added(zone),
        E::BorderSet { border } => zone::tell_border_set(pack, before, *border),
        E::Moved { character, zone, .. } => zone::tell_moved(before, *character, *zone, viewer),
        E::AspectAdded { aspect } => aspect::tell_added(pack, before, aspect, viewer),
        E::AspectRemoved { aspect, why } => aspect::tell_removed(before, *aspect, why, viewer),
        E::FreeGained { aspect, to, count } => {
            free::tell_gained(before, *aspect, *to, *count, viewer)
        }
        E::FreeGiven { aspect, from, to } => free::tell_given(before, *aspect, *from, *to, viewer),
        E::DetailDeclared { aspect, by, text, .. } => {
            detail::tell_declared(before, *aspect, *by, text, viewer)
        }
        E::ActionOpened { action } => action::tell_opened(pack, before, action, viewer),
        E::OppositionSet { action, side } => opposition::tell_set(pack, before, *action, side),
        E::UnknownPointed { aspect, .. } => advantage::tell_pointed(before, *aspect, viewer),
        E::Helped { action, helper, bonus } => {
            teamwork::tell_helped(before, *action, *helper, *bonus)
        }
        E::PartAdded { action, opposition, part } => {
            side::tell_part_added(before, *action, *opposition, part)
        }
        E::ActionCancelled { action } => action::tell_cancelled(before, *action),
        E::Rolled { action, opposition, roll, again } => {
            roll::tell_rolled(pack, before, *action, *opposition, roll, *again)
        }
        E::Invoked { action, opposition, invoked } => {
            invoke::tell_invoked(before, *action, *opposition, invoked)
        }
        E::LetStand { action, opposition } => {
            invoke::tell_let_to_stand(before, *action, *opposition)
        }
        E::Resolved { action, shifts, .. } => {
            outcome::tell_resolved(pack, before, *action, *shifts)
        }
        E::Chosen { due, answer, .. } => choice::tell_chosen(pack, before, *due, answer),
        E::RolledSecretly { character, part, difficulty, roll } => {
            secret::tell_rolled(pack, before, *character, part, *difficulty, roll, viewer)
        }
        E::CountedDown { character, left } => {
            hazard::tell_counted_down(before, *character, *left, viewer)
        }
        E::MobShrank { character, left, .. } => npc::tell_shrank(before, *character, *left, viewer),
        E::HitLanded { hit } => harm::tell_landed(pack, before, hit),
        E::HitAbsorbed { hit, boxes, consequences, marks } => {
            harm::tell_absorbed(before, *hit, *boxes, *consequences, marks)
        }
        E::TakenOut { character, .. } => harm::tell_taken_out(before, *character),
        E::BroughtBack { character } => absence::tell_brought_back(before, *character, viewer),
        E::StaysOut { character, absence } => {
            absence::tell_stays_out(before, *character, *absence, viewer)
        }
        E::HitDropped { hit } => harm::tell_dropped(before, *hit),
        E::OptionsSet { options } => options::tell_set(pack, before, options),
        E::DifficultyCorrected { action, difficulty } => {
            opposition::tell_corrected(pack, before, *action, *difficulty)
        }
        E::Conceded { character, points, text } => {
            concession::tell_conceded(before, *character, *points, text)
        }
        E::Treated { consequence, name } => {
            consequence::tell_treated(before, *consequence, name, viewer)
        }
        E::CompelOpened { compel } => compel::tell_opened(before, compel),
        E::CompelTakenUp { compel } => compel::tell_taken_up(before, *compel),
        E::CompelSettled { compel, end } => compel::tell_settled(before, *compel, end),
        E::ChallengeSet { challenge } => challenge::tell_began(pack, challenge),
        E::TaskTried { task, overcome } => challenge::tell_tried(before, *task, *overcome),
        E::ChallengeEnded { overcome, failed } => challenge::tell_ended(*overcome, *failed),
        E::ContestSet { contest } => contest::tell_began(contest),
        E::EffortMade { side, effort } => contest::tell_effort(pack, before, *side, *effort),
        E::ExchangeWon { side, victories } => contest::tell_exchange(before, *side, *victories),
        E::ContestEnded { winner } => contest::tell_ended(before, *winner),
        E::ConflictBegan { conflict } => conflict::tell_began(before, conflict),
        E::CombatantJoined { who, .. } => conflict::tell_joined(before, *who),
        E::TurnBegan { who, round } => conflict::tell_turn_began(before, *who, *round),
        E::DefendedFully { who, text } => conflict::tell_defended_fully(before, *who, text),
        E::ConflictEnded => conflict::tell_ended(),
        E::MilestoneReached { character, milestone } => {
            milestone::tell_reached(before, *character, *milestone)
        }
        E::Changed { character, change, .. } => {
            milestone::tell_changed(pack, before, *character, change)
        }
        E::MendAsked { request } => mend::tell_asked(pack, before, request),
        E::MendAnswered { request, nod } => mend::tell_answered(before, *request, *nod),
        E::Mended { character, mend, anyway, .. } => {
            mend::tell_mended(pack, before, *character, mend, *anyway, viewer)
        }
        E::MilestoneClosed { character } => milestone::tell_closed(before, *character),
        // Told by the events beside them.
        E::ActionClosed { .. } | E::TwistNamed | E::FullDefenceNeeded { .. } => None,
    }
}

/// The dice in an event (B-22): one that is forgotten here would fall again.
pub(super) fn rolls(event: &Event) -> Vec<&Roll> {
    use Event as E;
    match event {
        E::Rolled { roll, .. } | E::RolledSecretly { roll, .. } => vec![roll],
        E::Shown { .. }
        | E::Renamed { .. }
        | E::NotesWritten { .. }
        | E::ClockChanged { .. }
        | E::CharacterMade { .. }
        | E::CharacterGiven { .. }
        | E::CharacterLeft { .. }
        | E::StuntUsed { .. }
        | E::StressSet { .. }
        | E::PointsMoved { .. }
        | E::SessionBegan
        | E::SceneSet { .. }
        | E::SceneEnded
        | E::ZoneAdded { .. }
        | E::ScenePrepared { .. }
        | E::PreparedChanged { .. }
        | E::PreparedPlaced { .. }
        | E::PreparedDropped { .. }
        | E::MendAsked { .. }
        | E::MendAnswered { .. }
        | E::Mended { .. }
        | E::BorderSet { .. }
        | E::Moved { .. }
        | E::AspectAdded { .. }
        | E::AspectRemoved { .. }
        | E::FreeGained { .. }
        | E::FreeGiven { .. }
        | E::DetailDeclared { .. }
        | E::ActionOpened { .. }
        | E::OppositionSet { .. }
        | E::UnknownPointed { .. }
        | E::Helped { .. }
        | E::PartAdded { .. }
        | E::ActionCancelled { .. }
        | E::Invoked { .. }
        | E::LetStand { .. }
        | E::Resolved { .. }
        | E::Chosen { .. }
        | E::ActionClosed { .. }
        | E::HitLanded { .. }
        | E::CountedDown { .. }
        | E::MobShrank { .. }
        | E::HitAbsorbed { .. }
        | E::TakenOut { .. }
        | E::BroughtBack { .. }
        | E::StaysOut { .. }
        | E::HitDropped { .. }
        | E::OptionsSet { .. }
        | E::DifficultyCorrected { .. }
        | E::Conceded { .. }
        | E::Treated { .. }
        | E::CompelOpened { .. }
        | E::CompelTakenUp { .. }
        | E::CompelSettled { .. }
        | E::ChallengeSet { .. }
        | E::TaskTried { .. }
        | E::ChallengeEnded { .. }
        | E::ContestSet { .. }
        | E::EffortMade { .. }
        | E::ExchangeWon { .. }
        | E::TwistNamed
        | E::ContestEnded { .. }
        | E::ConflictBegan { .. }
        | E::CombatantJoined { .. }
        | E::TurnBegan { .. }
        | E::DefendedFully { .. }
        | E::FullDefenceNeeded { .. }
        | E::ConflictEnded
        | E::MilestoneReached { .. }
        | E::Changed { .. }
        | E::MilestoneClosed { .. } => Vec::new(),
    }
}
