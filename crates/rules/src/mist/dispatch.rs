//! Which subject decides a command, applies an event, tells of it, and which events hold dice.

#![deny(clippy::wildcard_enum_match_arm)]

use super::viewing::Viewing;
use super::{
    Command, Deciding, Event, Mist, State, Track, action, archive, burn, case_file, challenge,
    character, clock, conclusion, consequence, effect, ending, engage, flashback, growth, harm,
    indulge, limit, line, looking_back, loss, mitigate, mystery, outcome, owed, phase, plunge,
    push, question, ready, review, roll, scene, sight, status, tag, threat,
};
use crate::kernel::Decided;
use crate::{Line, Roll, Viewer};

/// Decides a command.
pub(super) fn decide(deciding: &mut Deciding, command: &Command) -> Decided {
    deciding.plays()?;
    match command {
        Command::SetAutoApprove { on } => review::set_auto_approve(deciding, *on),
        Command::Show { thing, to } => sight::show(deciding, *thing, to),
        Command::Rename { thing, name } => sight::rename(deciding, *thing, name),

        Command::MakeCharacter { name, themes, seat, hidden } => {
            character::make(deciding, name, themes, *seat, *hidden)
        }
        Command::BringCharacter { name, themes, evolution, seat } => {
            character::bring(deciding, name, themes, *evolution, *seat)
        }
        Command::TakeExample { example, name, seat } => {
            character::take_example(deciding, example, name.as_deref(), *seat)
        }
        Command::GiveCharacter { character, seat } => character::give(deciding, *character, *seat),
        Command::Retire { character } => character::retire(deciding, *character),
        Command::ChooseFate { character, fate } => limit::choose_fate(deciding, *character, fate),

        Command::SetScene { title, text } => scene::open(deciding, title, text),
        Command::TakeScene { scene } => ready::take(deciding, scene),
        Command::SetPresent { character, present } => {
            scene::set_present(deciding, *character, *present)
        }
        Command::StepScene { step } => scene::step(deciding, *step),
        Command::EndScene { keep } => scene::end(deciding, keep),
        Command::AddChallenge { challenge } => challenge::add(deciding, challenge),
        Command::SetMundane { challenge, mundane } => {
            challenge::set_mundane(deciding, *challenge, *mundane)
        }
        Command::RemoveChallenge { challenge } => challenge::remove(deciding, *challenge),
        Command::AddLimit { challenge, limit } => limit::add(deciding, *challenge, limit),
        Command::AddThreat { challenge, threat } => threat::add(deciding, *challenge, threat),
        Command::AnswerThreat { threat, answered } => threat::answer(deciding, *threat, *answered),
        Command::AddTag { on, name, hidden } => tag::add(deciding, *on, name, *hidden),
        Command::RemoveTag { tag } => tag::remove(deciding, *tag),
        Command::BurnTag { tag } => burn::burn_tag(deciding, *tag),
        Command::RecoverTag { tag } => burn::recover_tag(deciding, *tag),
        Command::GainStatus { on, name, tier, onto, against, hidden } => {
            status::give(deciding, *on, name, *tier, *onto, *against, *hidden)
        }
        Command::ReduceStatus { status, by } => status::reduce(deciding, *status, *by),

        Command::Act { actor, text, depth, seen, lines } => {
            action::act(deciding, *actor, text, *depth, seen, lines)
        }
        Command::Mitigate { actor, consequence, text, lines } => {
            mitigate::open(deciding, *actor, *consequence, text, lines)
        }
        Command::Flashback { actor, moment, text, depth, lines } => {
            flashback::open(deciding, *actor, moment, text, *depth, lines)
        }
        Command::Engage { text, lines } => engage::open(deciding, text, lines),
        Command::Plunge { actor, theme, text } => plunge::open(deciding, *actor, *theme, text),
        Command::Deduce { actor, mystery, conclusion, moment, lines } => {
            mystery::open_round(deciding, *actor, *mystery, conclusion, Some(moment), lines)
        }
        Command::Test { actor, mystery, conclusion, lines } => {
            mystery::open_round(deciding, *actor, *mystery, conclusion, None, lines)
        }
        Command::Answer { actor, question, conclusion, lines } => {
            question::open(deciding, *actor, question, conclusion, lines)
        }
        Command::Propose { roll, source, polarity, burn } => {
            line::propose(deciding, *roll, *source, *polarity, *burn)
        }
        Command::ProposeDetail { roll, text, polarity } => {
            engage::propose_detail(deciding, *roll, text, *polarity)
        }
        Command::Withdraw { roll, line } => line::withdraw(deciding, *roll, *line),
        Command::Review { roll, line, verdict, note } => {
            review::review(deciding, *roll, *line, *verdict, note)
        }
        Command::ChooseBurn { roll, line, burn } => burn::choose(deciding, *roll, *line, *burn),
        Command::Indulge { roll, theme } => indulge::choose(deciding, *roll, *theme),
        Command::AddCountdown { roll, on } => question::add_countdown(deciding, *roll, *on),
        Command::SetDepth { roll, depth } => action::set_depth(deciding, *roll, *depth),
        Command::SetDegree { roll, degree } => plunge::set_degree(deciding, *roll, *degree),
        Command::Agree { roll } => action::agree(deciding, *roll),
        Command::Cancel { roll } => roll::cancel(deciding, *roll),
        Command::Roll { roll } => outcome::roll(deciding, *roll),
        Command::Push { roll } => push::push(deciding, *roll),
        Command::Spend { roll, effects } => effect::spend(deciding, *roll, effects),
        Command::Finish { roll } => effect::finish(deciding, *roll),
        Command::Lessen { roll, cuts, boon } => {
            mitigate::lessen(deciding, *roll, cuts, boon.as_ref())
        }
        Command::PickBurns { roll, tags } => plunge::pick_burns(deciding, *roll, tags),

        Command::Hit { owed, to, text, harms, threat } => {
            consequence::hit(deciding, *owed, *to, text, harms, *threat)
        }
        Command::LetPass { owed } => owed::let_pass(deciding, *owed),
        Command::Accept { consequence } => consequence::accept(deciding, *consequence),
        Command::Spare { consequence } => consequence::spare(deciding, *consequence),

        Command::EnterPhase { phase } => phase::enter(deciding, phase),
        Command::EndSeason => phase::end_season(deciding),
        Command::SetCountdown { tier } => question::set_countdown(deciding, *tier),
        Command::SetIndex { question, tier } => question::set_index(deciding, question, *tier),
        Command::AddMystery { text, complexity } => mystery::add(deciding, text, *complexity),
        Command::DropMystery { mystery } => mystery::discard(deciding, *mystery),
        Command::AddClue { text, hidden } => case_file::add_clue(deciding, text, *hidden),
        Command::DropClue { clue } => case_file::drop_clue(deciding, *clue),

        Command::NameCase { title } => archive::name_case(deciding, title),
        Command::ReopenCase { case } => archive::reopen(deciding, *case),
        Command::Refute { conclusion, clue, text } => {
            conclusion::refute(deciding, *conclusion, *clue, text)
        }
        Command::AddClock { name, boxes, counts, text, hidden } => {
            clock::add(deciding, name, *boxes, *counts, text, *hidden)
        }
        Command::MoveClock { clock, by } => clock::turn(deciding, *clock, *by),
        Command::RemoveClock { clock } => clock::remove(deciding, *clock),
        Command::LookBack { character, theme, track } => {
            looking_back::pass(deciding, *character, *theme, *track)
        }
        Command::DecideStatus { status, by } => looking_back::decide_status(deciding, *status, *by),

        Command::MarkImprove { character, theme, reason } => {
            growth::mark_improve(deciding, *character, *theme, reason)
        }
        Command::MarkDecay { character, theme, reason } => {
            loss::mark_decay(deciding, *character, *theme, reason)
        }
        Command::Grow { character, theme, growth } => {
            growth::grow(deciding, *character, *theme, growth)
        }
        Command::ReplaceTheme { character, theme } => {
            loss::replace_theme(deciding, *character, theme)
        }
        Command::CallPang { character, pang } => loss::call_pang(deciding, *character, *pang),
        Command::SettlePang { character, pang } => loss::settle_pang(deciding, *character, *pang),
        Command::ChooseEnding { character, ending, exempt } => {
            ending::choose(deciding, *character, ending, exempt)
        }
    }
}

/// Applies an event. Infallible and deterministic; events about things that no longer exist are
/// ignored.
pub(super) fn apply(pack: &Mist, state: &mut State, event: &Event) {
    match event {
        Event::AutoApproveSet { on } => review::auto_approve_set(state, *on),
        Event::Shown { thing, to } => sight::shown(state, *thing, to),
        Event::Renamed { thing, name } => sight::renamed(state, *thing, name),

        Event::CharacterMade { character } => character::made(state, character),
        Event::CharacterGiven { character, seat } => character::given(state, *character, *seat),
        Event::CharacterLimitMet { character, status } => {
            limit::character_met(state, *character, *status);
        }
        Event::FateChosen { character, fate } => limit::fate_chosen(state, *character, fate),
        Event::CharacterLeft { character } => character::left(state, *character),

        Event::SceneSet { scene } => scene::opened(state, scene),
        Event::PresentSet { character, present } => scene::present_set(state, *character, *present),
        Event::SceneStepped { step } => scene::stepped(state, *step),
        Event::SceneEnded { keep } => scene::ended(state, keep),
        Event::ChallengeAdded { challenge } => challenge::added(state, challenge),
        Event::MundaneSet { challenge, mundane } => {
            challenge::mundane_set(state, *challenge, *mundane);
        }
        Event::ChallengeRemoved { challenge } => challenge::removed(state, *challenge),
        Event::LimitAdded { challenge, limit } => limit::added(state, *challenge, limit),
        Event::LimitReached { challenge, limit } => limit::reached(state, *challenge, *limit),
        Event::ChallengeOvercome { challenge, limit } => {
            challenge::overcome(state, *challenge, *limit);
        }
        Event::ThreatAdded { challenge, threat } => threat::added(state, *challenge, threat),
        Event::ThreatAnswered { threat, answered } => threat::answered(state, *threat, *answered),

        Event::TagAdded { on, tag } => tag::added(state, *on, tag),
        Event::TagRemoved { tag } => tag::removed(state, *tag),
        Event::TagBurnt { tag } => burn::burnt(state, *tag),
        Event::TagRecovered { tag } => burn::recovered(state, *tag),
        Event::AllRecovered { character } => {
            looking_back::recovering(state, *character);
            burn::all_recovered(state, *character);
        }
        Event::StatusGained { on, status, name, tier, seen } => {
            status::gained(pack, state, *on, *status, name, *tier, seen);
        }
        Event::StatusReduced { status, by } => status::reduced(pack, state, *status, *by),

        Event::RollOpened { roll } => roll::opened(state, roll),
        Event::LineProposed { roll, line } => line::proposed(state, *roll, line),
        Event::LineWithdrawn { roll, line } => line::withdrawn(state, *roll, *line),
        Event::LinesReviewed { roll, lines, verdict, note } => {
            for line in lines {
                review::reviewed(state, *roll, *line, *verdict, note);
            }
        }
        Event::LineReviewed { roll, line, verdict, note } => {
            review::reviewed(state, *roll, *line, *verdict, note);
        }
        Event::BurnChosen { roll, line, burn } => burn::chosen(state, *roll, *line, *burn),
        Event::IndulgeChosen { roll, theme } => indulge::chosen(state, *roll, *theme),
        Event::CountdownAdded { roll, on } => question::countdown_added(state, *roll, *on),
        Event::DepthSet { roll, depth } => action::depth_set(state, *roll, *depth),
        Event::DegreeSet { roll, degree } => plunge::degree_set(state, *roll, *degree),
        Event::Agreed { roll } | Event::Cancelled { roll } | Event::RollClosed { roll } => {
            roll::closed(state, *roll);
        }
        Event::Rolled { roll, dice: _, outcome } => outcome::rolled(state, *roll, outcome),
        Event::Pushed { roll, power } => push::pushed(state, *roll, *power),
        Event::EffectsBought { roll, cost, other_than_feat } => {
            effect::bought(state, *roll, *cost, *other_than_feat);
        }
        Event::BurnsPicked { roll } => plunge::burns_picked(state, *roll),

        Event::ConsequenceOwed { owed } => owed::called_for(state, owed),
        Event::OwedSettled { owed, passed: _ } => owed::settled(state, *owed),
        Event::OwedCameDue => owed::came_due(state),
        Event::ConsequenceNamed { consequence } => consequence::named(state, consequence),
        Event::ConsequenceLessened { consequence, by, harms } => {
            mitigate::lessened(state, *consequence, *by, harms);
        }
        Event::ConsequenceLanded { consequence }
        | Event::ConsequenceGone { consequence, averted: _ } => {
            consequence::gone(state, *consequence);
        }
        // Only told.
        Event::FeatDone { .. } | Event::Told { .. } => {}

        Event::PhaseEntered { phase } => phase::entered(pack, state, phase),
        Event::SeasonEnded => phase::season_ended(state),
        Event::CountdownSet { tier } => question::countdown_set(state, *tier),
        Event::IndexSet { question, tier } => question::index_set(state, question, *tier),
        Event::MysteryAdded { mystery } => mystery::added(state, mystery),
        Event::MysteryDropped { mystery } => mystery::dropped(state, *mystery),
        Event::MysterySolved { mystery } => mystery::solved(state, *mystery),
        Event::OpportunityGained => mystery::opportunity_gained(state),
        Event::QuestionAnswered { question, band } => question::answered(state, question, *band),
        Event::CrewEngaged { band } => engage::engaged(state, *band),
        Event::ClueAdded { clue } => case_file::clue_added(state, clue),
        Event::ClueDropped { clue } => case_file::clue_dropped(state, *clue),

        Event::ClockAdded { clock } => clock::added(state, clock),
        Event::ClockMoved { clock, at } => clock::moved(state, *clock, *at),
        Event::ClockRemoved { clock } => clock::removed(state, *clock),
        Event::ConclusionWritten { conclusion } => conclusion::written(state, conclusion),
        Event::ConclusionRefuted { conclusion, clue } => {
            conclusion::refuted(state, *conclusion, *clue);
        }
        Event::TraitRevealed { it } => conclusion::revealed(state, it),
        Event::CaseNamed { title } => archive::case_named(state, title),
        Event::CaseEnded { end } => archive::case_ended(state, *end),
        Event::CaseArchived { case } => archive::archived(state, *case),
        Event::CaseReopened { case, present } => archive::reopened(state, *case, *present),
        Event::LookingBackBegan => looking_back::began(state),
        Event::LookedBack { character: _, theme, track } => {
            looking_back::passed(state, *theme, *track);
        }
        Event::StatusDecided { status, kept } => {
            looking_back::status_decided(state, *status, *kept);
        }
        Event::LookingBackEnded => looking_back::ended(state),

        Event::ImproveMarked { character, theme, why } => {
            growth::improve_marked(pack, state, *character, *theme);
            looking_back::marked(state, *theme, Track::Improve, why.as_ref());
        }
        Event::DecayMarked { character, theme, why } => {
            loss::decay_marked(pack, state, *character, *theme);
            looking_back::marked(state, *theme, Track::Decay, why.as_ref());
        }
        Event::Grew { character, theme, growth } => {
            growth::grew(pack, state, *character, *theme, growth);
        }
        Event::ThemeLost { character, theme, evolution, pang, vacancy } => {
            loss::lost(state, *character, *theme, *evolution, *pang, vacancy.clone());
        }
        Event::ThemeGained { character, theme } => loss::replaced(state, *character, theme),
        Event::PangCalled { character, pang } => loss::pang_called(state, *character, *pang),
        Event::PangSettled { character, pang } => loss::pang_settled(state, *character, *pang),
        Event::EndingChosen { character, ending } => {
            ending::chosen(pack, state, *character, ending);
        }
    }
}

/// What a viewer is told of an event; `before` is the state it happened to.
pub(super) fn tell(pack: &Mist, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
    let viewing = Viewing { pack, state: before, viewer };
    let message = match event {
        Event::AutoApproveSet { on } => review::tell_auto_approve_set(*on),
        Event::Shown { thing, to } => sight::tell_shown(viewing, *thing, to),
        Event::Renamed { thing, name } => sight::tell_renamed(viewing, *thing, name),

        Event::CharacterMade { character } => character::tell_made(viewing, character),
        Event::CharacterGiven { character, seat: _ } => character::tell_given(viewing, *character),
        Event::CharacterLimitMet { character, status } => {
            limit::tell_character_met(viewing, *character, *status)
        }
        Event::FateChosen { character, fate } => limit::tell_fate_chosen(viewing, *character, fate),
        Event::CharacterLeft { character } => character::tell_left(viewing, *character),

        Event::SceneSet { scene } => scene::tell_opened(scene),
        Event::PresentSet { character, present } => {
            scene::tell_present_set(viewing, *character, *present)
        }
        Event::SceneStepped { step } => scene::tell_stepped(*step),
        Event::SceneEnded { keep: _ } => scene::tell_ended(),
        Event::ChallengeAdded { challenge } => challenge::tell_added(viewing, challenge),
        Event::MundaneSet { challenge, mundane } => {
            challenge::tell_mundane_set(viewing, *challenge, *mundane)
        }
        Event::ChallengeRemoved { challenge } => challenge::tell_removed(viewing, *challenge),
        Event::LimitAdded { challenge, limit } => limit::tell_added(viewing, *challenge, limit),
        Event::LimitReached { challenge, limit } => {
            limit::tell_reached(viewing, *challenge, *limit)
        }
        Event::ChallengeOvercome { challenge, limit: _ } => {
            challenge::tell_overcome(viewing, *challenge)
        }
        Event::ThreatAdded { challenge, threat } => threat::tell_added(viewing, *challenge, threat),
        Event::ThreatAnswered { threat, answered } => {
            threat::tell_answered(viewing, *threat, *answered)
        }

        Event::TagAdded { on, tag } => tag::tell_added(viewing, *on, tag),
        Event::TagRemoved { tag } => tag::tell_removed(viewing, *tag),
        Event::TagBurnt { tag } => burn::tell_burnt(viewing, *tag),
        Event::TagRecovered { tag } => burn::tell_recovered(viewing, *tag),
        Event::AllRecovered { character } => burn::tell_all_recovered(viewing, *character),
        Event::StatusGained { on, status, name, tier, seen } => {
            status::tell_gained(viewing, *on, *status, name, *tier, seen)
        }
        Event::StatusReduced { status, by } => status::tell_reduced(viewing, *status, *by),

        Event::RollOpened { roll } => roll::tell_opened(viewing, roll),
        Event::LineProposed { roll, line } => line::tell_proposed(viewing, *roll, line),
        Event::LineWithdrawn { roll, line } => line::tell_withdrawn(viewing, *roll, *line),
        Event::LinesReviewed { roll, lines, verdict, note } => {
            review::tell_all_reviewed(viewing, *roll, lines, *verdict, note)
        }
        Event::LineReviewed { roll, line, verdict, note } => {
            review::tell_reviewed(viewing, *roll, *line, *verdict, note)
        }
        Event::BurnChosen { roll, line, burn } => burn::tell_chosen(viewing, *roll, *line, *burn),
        Event::IndulgeChosen { roll, theme } => indulge::tell_chosen(viewing, *roll, *theme),
        Event::CountdownAdded { roll, on } => question::tell_countdown_added(viewing, *roll, *on),
        Event::DepthSet { roll, depth } => action::tell_depth_set(viewing, *roll, *depth),
        Event::DegreeSet { roll, degree } => plunge::tell_degree_set(viewing, *roll, *degree),
        Event::Agreed { roll } => action::tell_agreed(viewing, *roll),
        Event::Cancelled { roll } => roll::tell_cancelled(viewing, *roll),
        Event::Rolled { roll, dice, outcome } => {
            return outcome::tell_rolled(viewing, *roll, dice, outcome);
        }
        Event::Pushed { roll, power } => push::tell_pushed(viewing, *roll, *power),
        Event::EffectsBought { roll, cost, other_than_feat: _ } => {
            effect::tell_bought(viewing, *roll, *cost)
        }
        Event::FeatDone { roll, text } => effect::tell_feat_done(viewing, *roll, text),
        // What was picked and left unspent shows in what follows.
        Event::BurnsPicked { roll: _ } | Event::RollClosed { roll: _ } => None,

        Event::ConsequenceOwed { owed } => owed::tell_called_for(viewing, owed),
        Event::OwedSettled { owed, passed } => owed::tell_settled(viewing, *owed, *passed),
        Event::OwedCameDue => owed::tell_came_due(),
        Event::ConsequenceNamed { consequence } => consequence::tell_named(viewing, consequence),
        Event::ConsequenceLessened { consequence, by, harms } => {
            mitigate::tell_lessened(viewing, *consequence, *by, harms)
        }
        Event::ConsequenceLanded { consequence } => consequence::tell_landed(viewing, *consequence),
        Event::Told { harm, seen } => harm::tell_told(viewing, harm, seen),
        Event::ConsequenceGone { consequence, averted } => {
            consequence::tell_gone(viewing, *consequence, *averted)
        }

        Event::PhaseEntered { phase } => phase::tell_entered(viewing, phase),
        Event::SeasonEnded => phase::tell_season_ended(viewing),
        Event::CountdownSet { tier } => question::tell_countdown_set(viewing, *tier),
        Event::IndexSet { question, tier } => question::tell_index_set(viewing, question, *tier),
        Event::MysteryAdded { mystery } => mystery::tell_added(mystery),
        Event::MysteryDropped { mystery } => mystery::tell_dropped(viewing, *mystery),
        Event::MysterySolved { mystery } => mystery::tell_solved(viewing, *mystery),
        Event::OpportunityGained => mystery::tell_opportunity_gained(viewing),
        Event::QuestionAnswered { question: _, band } => question::tell_answered(viewing, *band),
        Event::CrewEngaged { band } => engage::tell_engaged(viewing, *band),
        Event::ClueAdded { clue } => case_file::tell_clue_added(viewing, clue),
        Event::ClueDropped { clue } => case_file::tell_clue_dropped(viewing, *clue),

        Event::ClockAdded { clock } => clock::tell_added(viewing, clock),
        Event::ClockMoved { clock, at } => clock::tell_moved(viewing, *clock, *at),
        Event::ClockRemoved { clock } => clock::tell_removed(viewing, *clock),
        Event::ConclusionWritten { conclusion } => conclusion::tell_written(viewing, conclusion),
        Event::ConclusionRefuted { conclusion, clue } => {
            conclusion::tell_refuted(viewing, *conclusion, *clue)
        }
        Event::TraitRevealed { it } => conclusion::tell_revealed(viewing, it),
        Event::CaseNamed { title } => archive::tell_case_named(title),
        Event::CaseEnded { end } => archive::tell_case_ended(viewing, *end),
        // What opens the new case is told for itself.
        Event::CaseArchived { case: _ } => None,
        Event::CaseReopened { case, present: _ } => archive::tell_reopened(viewing, *case),
        Event::LookingBackBegan => looking_back::tell_began(),
        Event::LookedBack { character, theme, track } => {
            looking_back::tell_passed(viewing, *character, *theme, *track)
        }
        Event::StatusDecided { status, kept } => {
            looking_back::tell_status_decided(viewing, *status, *kept)
        }
        Event::LookingBackEnded => looking_back::tell_ended(viewing),

        Event::ImproveMarked { character, theme, why } => {
            growth::tell_improve_marked(viewing, *character, *theme, why.as_ref())
        }
        Event::DecayMarked { character, theme, why } => {
            loss::tell_decay_marked(viewing, *character, *theme, why.as_ref())
        }
        Event::Grew { character, theme, growth } => {
            growth::tell_grew(viewing, *character, *theme, growth)
        }
        Event::ThemeLost { character, theme, evolution, pang, vacancy: _ } => {
            loss::tell_lost(viewing, *character, *theme, *evolution, pang.is_some())
        }
        Event::ThemeGained { character, theme } => loss::tell_replaced(viewing, *character, theme),
        Event::PangCalled { character, pang } => loss::tell_pang_called(viewing, *character, *pang),
        Event::PangSettled { character, pang } => {
            loss::tell_pang_settled(viewing, *character, *pang)
        }
        Event::EndingChosen { character, ending } => {
            ending::tell_chosen(viewing, *character, ending)
        }
    };
    message.map(Line::new)
}

/// The dice in an event. An event with dice that is not here would let the next roll repeat them.
pub(super) fn rolls(event: &Event) -> Vec<&Roll> {
    match event {
        Event::Rolled { dice, .. } => vec![dice],
        Event::AutoApproveSet { .. }
        | Event::Shown { .. }
        | Event::Renamed { .. }
        | Event::CharacterMade { .. }
        | Event::CharacterGiven { .. }
        | Event::CharacterLimitMet { .. }
        | Event::FateChosen { .. }
        | Event::CharacterLeft { .. }
        | Event::SceneSet { .. }
        | Event::PresentSet { .. }
        | Event::SceneStepped { .. }
        | Event::SceneEnded { .. }
        | Event::ChallengeAdded { .. }
        | Event::MundaneSet { .. }
        | Event::ChallengeRemoved { .. }
        | Event::LimitAdded { .. }
        | Event::LimitReached { .. }
        | Event::ChallengeOvercome { .. }
        | Event::ThreatAdded { .. }
        | Event::ThreatAnswered { .. }
        | Event::TagAdded { .. }
        | Event::TagRemoved { .. }
        | Event::TagBurnt { .. }
        | Event::TagRecovered { .. }
        | Event::AllRecovered { .. }
        | Event::StatusGained { .. }
        | Event::StatusReduced { .. }
        | Event::RollOpened { .. }
        | Event::LineProposed { .. }
        | Event::LineWithdrawn { .. }
        | Event::LineReviewed { .. }
        | Event::LinesReviewed { .. }
        | Event::BurnChosen { .. }
        | Event::IndulgeChosen { .. }
        | Event::CountdownAdded { .. }
        | Event::DepthSet { .. }
        | Event::DegreeSet { .. }
        | Event::Agreed { .. }
        | Event::Cancelled { .. }
        | Event::Pushed { .. }
        | Event::EffectsBought { .. }
        | Event::FeatDone { .. }
        | Event::BurnsPicked { .. }
        | Event::RollClosed { .. }
        | Event::ConsequenceOwed { .. }
        | Event::OwedSettled { .. }
        | Event::OwedCameDue
        | Event::ConsequenceNamed { .. }
        | Event::ConsequenceLessened { .. }
        | Event::ConsequenceLanded { .. }
        | Event::Told { .. }
        | Event::ConsequenceGone { .. }
        | Event::PhaseEntered { .. }
        | Event::SeasonEnded
        | Event::CountdownSet { .. }
        | Event::IndexSet { .. }
        | Event::MysteryAdded { .. }
        | Event::MysteryDropped { .. }
        | Event::MysterySolved { .. }
        | Event::OpportunityGained
        | Event::QuestionAnswered { .. }
        | Event::CrewEngaged { .. }
        | Event::ClueAdded { .. }
        | Event::ClueDropped { .. }
        | Event::ClockAdded { .. }
        | Event::ClockMoved { .. }
        | Event::ClockRemoved { .. }
        | Event::ConclusionWritten { .. }
        | Event::ConclusionRefuted { .. }
        | Event::TraitRevealed { .. }
        | Event::CaseNamed { .. }
        | Event::CaseEnded { .. }
        | Event::CaseArchived { .. }
        | Event::CaseReopened { .. }
        | Event::LookingBackBegan
        | Event::LookedBack { .. }
        | Event::StatusDecided { .. }
        | Event::LookingBackEnded
        | Event::ImproveMarked { .. }
        | Event::DecayMarked { .. }
        | Event::Grew { .. }
        | Event::ThemeLost { .. }
        | Event::ThemeGained { .. }
        | Event::PangCalled { .. }
        | Event::PangSettled { .. }
        | Event::EndingChosen { .. } => Vec::new(),
    }
}
