//! Which subject decides a command, applies an event and tells of it: one arm for each, so that a
//! new one does not compile before every place has dealt with it.
#![deny(clippy::wildcard_enum_match_arm)]

use super::deciding::Deciding;
use super::telling::Telling;
use super::{
    Command, Event, LedgerEntry, Plan, State, Timeline, assume, attempt, belonging, buff, card,
    cash, character, claim, clock, contest, control, declare, ending, environment, flow, gear,
    initiative, landing, lasting, modifier, muster, negotiation, options, past, pool, position,
    resource, shield, side, skill, skill_act, summon, target, traits, treatment, weakness, weapon,
};
use crate::kernel::Decided;
use crate::{Line, Roll, Viewer};

/// Decides a command. Whoever looks on decides nothing (B-01).
pub(super) fn decide(deciding: &mut Deciding<'_>, command: &Command) -> Decided {
    deciding.plays()?;
    match command {
        Command::SetOptions { options } => options::set(deciding, options),
        Command::SetEnvironment { environment } => {
            environment::set(deciding, environment.as_deref())
        }
        Command::ChangeClock { change } => clock::change(deciding, change),
        Command::Show { character, to } => character::show(deciding, *character, to),
        Command::MakeCharacter { card, load, seat, hidden } => {
            character::make(deciding, card, *load, *seat, *hidden)
        }
        Command::ReviseCard { character, card } => card::revise(deciding, *character, card),
        Command::ReplaceCard { character, card, load } => {
            card::replace(deciding, *character, card, *load)
        }
        Command::DropCharacter { character } => character::remove(deciding, *character),
        Command::GiveCharacter { character, seat } => character::give(deciding, *character, *seat),
        Command::RollBasics { character, size, appearance, assets } => {
            card::roll_basics(deciding, *character, [*size, *appearance, *assets])
        }
        Command::SetLevel { character, level } => card::set_level(deciding, *character, *level),
        Command::ChangeResource { character, resource, by, damage_type } => {
            resource::change(deciding, *character, *resource, *by, damage_type.as_deref())
        }
        Command::Restore { character } => resource::restore(deciding, *character),
        Command::ChangeCash { character, amount, purpose, time, place } => {
            let (purpose, time, place) = (purpose.clone(), time.clone(), place.clone());
            let entry = LedgerEntry { amount: *amount, purpose, time, place };
            cash::change(deciding, *character, entry)
        }
        Command::AddBelonging { character, place, text, load } => {
            belonging::add(deciding, *character, place, text, *load)
        }
        Command::AddWeapon { character, weapon } => weapon::add(deciding, *character, weapon),
        Command::Wield { character, weapon } => weapon::wield(deciding, *character, *weapon),
        Command::AddTrait { character, draft } => traits::add(deciding, *character, draft),
        Command::AddBuff { character, buff } => buff::add(deciding, *character, buff),
        Command::AddModifier { character, modifier } => {
            modifier::add(deciding, *character, modifier)
        }
        Command::AddSkill { character, skill } => skill::add(deciding, *character, skill),
        Command::ArmSkill { character, skill, armed } => {
            skill::arm(deciding, *character, *skill, *armed)
        }
        Command::JudgeSkill { character, skill, difficulty } => {
            skill::judge(deciding, *character, *skill, *difficulty)
        }
        Command::Agree { claim } => claim::agree(deciding, claim),
        Command::AssumeCard { character, other } => assume::assume(deciding, *character, *other),
        Command::ChangePool { character, pool, by } => {
            pool::change(deciding, *character, pool, *by)
        }
        Command::Remove { character, thing } => gear::remove(deciding, *character, *thing),
        Command::SetTarget { target } => target::set(deciding, *target),
        Command::Check { character, attribute, target } => {
            attempt::check(deciding, *character, *attribute, *target)
        }
        Command::Contest { sides, target } => contest::contest(deciding, sides, *target),
        Command::Cooperate { characters, attribute, target } => {
            attempt::cooperate(deciding, characters, *attribute, *target)
        }
        Command::SetOpponent { opponent } => negotiation::set_opponent(deciding, *opponent),
        Command::Negotiate { character, score, opponent } => {
            negotiation::negotiate(deciding, *character, *score, *opponent)
        }
        Command::Rest { character } => treatment::rest(deciding, *character),
        Command::Treat { character, patient, resource, amount } => {
            treatment::treat(deciding, *character, *patient, *resource, *amount)
        }
        Command::OpenFight { fighters, ambush, sides, name } => {
            muster::open(deciding, fighters, ambush, sides, name.as_deref())
        }
        Command::SetSides { sides } => side::set(deciding, sides),
        Command::JoinFight { character, position } => muster::join(deciding, *character, *position),
        Command::LeaveFight { character } => muster::leave(deciding, *character),
        Command::EndFight => ending::end(deciding),
        Command::Place { character, position, unseen } => {
            position::place(deciding, *character, *position, *unseen)
        }
        Command::Declare { character, deed, attribute, effort, weapon, note } => {
            let plan = Plan {
                deed: deed.clone(),
                attribute: *attribute,
                effort: *effort,
                weapon: *weapon,
                note: note.clone(),
            };
            declare::declare(deciding, *character, plan)
        }
        Command::CancelAct { character } => declare::cancel(deciding, *character),
        Command::Bear { character, resource } => lasting::bear(deciding, *character, *resource),
        Command::Hold { character } => declare::hold(deciding, *character),
        Command::Flow { to } => flow::flow(deciding, *to),
        Command::StepBack { to, before } => past::step_back(deciding, *to, *before),
    }
}

/// What follows from a command whatever it was: values above their most are lost where the table
/// caps them, and an initiative nobody holds is over (T-06, T-26).
pub(super) fn follow(deciding: &mut Deciding<'_>) {
    resource::hold_to_most(deciding);
    initiative::lapse(deciding);
}

/// Applies an event. Infallible and deterministic; events about things that no longer exist are
/// ignored.
pub(super) fn apply(_: &Timeline, state: &mut State, event: &Event) {
    match event {
        Event::OptionsSet { options } => options::were_set(state, options),
        Event::EnvironmentSet { environment } => {
            environment::was_set(state, environment.as_deref());
        }
        Event::ClockChanged { change } => state.clocks.apply(change),
        Event::Shown { character, to } => character::shown(state, *character, to),
        Event::CharacterMade { character, seat, seen, card, load } => {
            character::made(state, *character, *seat, seen, card, *load);
        }
        Event::CardRevised { character, card } => card::revised(state, *character, card),
        Event::CardReplaced { character, card, load } => {
            card::replaced(state, *character, card, *load);
        }
        Event::CharacterDropped { character } => character::dropped(state, *character),
        Event::CharacterGiven { character, seat } => character::given(state, *character, *seat),
        Event::BasicsRolled { character, size, appearance, assets } => {
            let rolls = [size.as_deref(), appearance.as_deref(), assets.as_deref()];
            card::basics_rolled(state, *character, rolls);
        }
        Event::LevelSet { character, level } => card::level_set(state, *character, *level),
        Event::ResourceChanged { character, resource, by, to, hits: _ } => {
            resource::changed(state, *character, *resource, *by, *to);
        }
        Event::CashChanged { character, entry } => cash::changed(state, *character, entry),
        Event::BelongingAdded { character, belonging } => {
            belonging::added(state, *character, belonging);
        }
        Event::WeaponAdded { character, weapon } => weapon::added(state, *character, weapon),
        Event::Wielded { character, weapon } => weapon::wielded(state, *character, *weapon),
        Event::TraitAdded { character, given } => traits::added(state, *character, given),
        Event::BuffAdded { character, buff } => buff::added(state, *character, buff),
        Event::ModifierAdded { character, modifier } => {
            modifier::added(state, *character, modifier);
        }
        Event::SkillAdded { character, known } => skill::added(state, *character, known),
        Event::SkillArmed { character, skill, armed } => {
            skill::armed(state, *character, *skill, *armed);
        }
        Event::CardAssumed { character, card } => {
            assume::assumed(state, *character, card.as_deref());
        }
        Event::PoolChanged { character, pool, by } => pool::changed(state, *character, pool, *by),
        Event::Scarred { character, resource, by } => {
            resource::scarred(state, *character, *resource, *by);
        }
        Event::Removed { character, thing } => gear::removed(state, *character, *thing),
        Event::TargetSet { target, roll: _ } => target::was_set(state, *target),
        Event::OpponentSet { opponent }
        | Event::Negotiated { opponent, .. }
        | Event::NegotiationShown { opponent, .. } => negotiation::opponent_set(state, *opponent),
        Event::FightOpened { fighters, ambush, name } => {
            muster::opened(state, fighters, ambush, name.as_deref());
        }
        Event::FightJoined { character, position } => muster::joined(state, *character, *position),
        Event::FightLeft { character } => muster::left(state, *character),
        Event::FightEnded => ending::ended(state),
        Event::Placed { character, position, unseen } => {
            position::placed(state, *character, *position, *unseen);
        }
        Event::ActStarted { character, act } => declare::started(state, *character, act),
        Event::ActPlanned { character, plan } => declare::planned(state, *character, plan),
        Event::PlanTaken { character } => declare::plan_taken(state, *character),
        Event::ActCancelled { character } => declare::cancelled(state, *character),
        Event::Held { character } => declare::held(state, *character),
        Event::InstantReached { at } => flow::reached(state, *at),
        Event::ActReduced { character, left } => landing::reduced(state, *character, *left),
        Event::ActLost { character } => landing::lost(state, *character),
        Event::ActLanded { character, left } => landing::landed(state, *character, *left),
        Event::ActMissed { character } => landing::missed(state, *character),
        Event::Controlled { character, by, until, resist, grip } => {
            control::controlled(state, *character, *by, *until, (*resist, *grip));
        }
        Event::Frozen { but, by: _, until } => control::frozen(state, *but, *until),
        Event::LastingGained { character, lasting } => lasting::gained(state, *character, lasting),
        Event::LastingUsed { character, number, on, .. } => {
            lasting::used(state, *character, *number, on);
        }
        Event::LastingEnded { character, number, .. } => {
            lasting::ended(state, *character, *number);
        }
        Event::BornWith { character, resource } => {
            lasting::borne_with(state, *character, *resource);
        }
        Event::Summoned { character, by, from: _, called, hit_points, position, mirrors } => {
            summon::summoned(state, *character, *by, called, (*hit_points, *position), *mirrors);
        }
        Event::Weakened { character, weakness } => weakness::weakened(state, *character, weakness),
        Event::WeaknessUsed { character, by } => weakness::used(state, *character, *by),
        Event::ControlEased { character, until } => control::eased(state, *character, *until),
        Event::ShieldGained { character, by } => shield::gained(state, *character, *by),
        Event::ShieldUsed { character, by } => shield::used(state, *character, *by),
        Event::Moved { character, to } => position::moved(state, *character, *to),
        Event::RoundsFired { character, weapon, rounds } => {
            weapon::fired(state, *character, *weapon, *rounds);
        }
        Event::Reloaded { character, weapon } => weapon::reloaded(state, *character, *weapon),
        Event::Died { character } => muster::died(state, *character),
        Event::SteppedBack { to, point } => past::stepped_back(state, *to, *point),
        Event::InitiativeOver => initiative::over(state),
        Event::SidesSet { sides } => side::were_set(state, sides),
        Event::Untouched { .. } | Event::SkillDone { .. } => {}
        Event::SkillJudged { character, skill, difficulty } => {
            skill::judged(state, *character, *skill, *difficulty);
        }
        Event::Claimed { claim } => claim::claimed(state, claim),
        Event::Agreed { claim } => claim::agreed(state, claim),
        // Told of, and nothing else.
        Event::Checked { .. }
        | Event::CheckShown { .. }
        | Event::Contested { .. }
        | Event::ActsMet { .. }
        | Event::SkillAnswered { .. } => {}
    }
}

/// What a viewer is told of an event that is about to be applied.
pub(super) fn tell(_: &Timeline, before: &State, event: &Event, viewer: Viewer) -> Option<Line> {
    let telling = Telling { before, viewer };
    match event {
        Event::OptionsSet { options } => Some(options::tell_set(telling, options)),
        Event::EnvironmentSet { environment } => {
            Some(environment::tell_set(environment.as_deref()))
        }
        Event::ClockChanged { change } => before.clocks.tell(change, viewer),
        Event::Shown { character, to } => character::tell_shown(telling, *character, to),
        Event::CharacterMade { seat, seen, card, .. } => {
            character::tell_made(*seat, seen, card, telling.viewer)
        }
        Event::CardRevised { character, card: _ } => card::tell_revised(telling, *character),
        Event::CardReplaced { character, card, load: _ } => {
            card::tell_replaced(telling, *character, card)
        }
        Event::CharacterDropped { character } => character::tell_dropped(telling, *character),
        Event::CharacterGiven { character, seat: _ } => character::tell_given(telling, *character),
        Event::BasicsRolled { character, size, appearance, assets } => {
            let rolls = [size.as_deref(), appearance.as_deref(), assets.as_deref()];
            card::tell_basics(telling, *character, rolls)
        }
        Event::LevelSet { character, level } => card::tell_level(telling, *character, *level),
        Event::ResourceChanged { character, resource, by, to, hits } => {
            resource::tell_changed(telling, *character, *resource, (*by, *to), hits)
        }
        Event::CashChanged { character, entry } => cash::tell_changed(telling, *character, entry),
        Event::BelongingAdded { character, belonging } => {
            belonging::tell_added(telling, *character, belonging)
        }
        Event::WeaponAdded { character, weapon } => weapon::tell_added(telling, *character, weapon),
        Event::Wielded { character, weapon } => weapon::tell_wielded(telling, *character, *weapon),
        Event::TraitAdded { character, given } => traits::tell_added(telling, *character, given),
        Event::BuffAdded { character, buff } => buff::tell_added(telling, *character, buff),
        Event::ModifierAdded { character, modifier } => {
            modifier::tell_added(telling, *character, modifier)
        }
        Event::SkillAdded { character, known } => skill::tell_added(telling, *character, known),
        Event::SkillArmed { character, skill, armed } => {
            skill::tell_armed(telling, *character, *skill, *armed)
        }
        Event::CardAssumed { character, card } => {
            assume::tell_assumed(telling, *character, card.as_deref())
        }
        Event::PoolChanged { character, pool, by } => {
            pool::tell_changed(telling, *character, pool, *by)
        }
        Event::Scarred { character, resource, by } => {
            resource::tell_scarred(telling, *character, *resource, *by)
        }
        Event::Removed { character, thing } => gear::tell_removed(telling, *character, *thing),
        Event::TargetSet { target, roll } => Some(target::tell_set(*target, roll.as_ref())),
        Event::Checked { attribute, target, difficulty: _, attempt } => {
            attempt::tell_checked(telling, *attribute, *target, attempt)
        }
        Event::CheckShown { who, attribute, target, rate } => {
            attempt::tell_shown(telling, who, *attribute, (*target, *rate))
        }
        Event::Contested { sides, winners, target, difficulty: _ } => {
            Some(contest::tell_contested(telling, sides, winners, *target))
        }
        Event::OpponentSet { opponent } => Some(negotiation::tell_opponent(*opponent)),
        Event::Negotiated { score, opponent, attempt } => {
            negotiation::tell_negotiated(telling, *score, *opponent, attempt)
        }
        Event::NegotiationShown { who, score, opponent, rate } => {
            negotiation::tell_shown(telling, *who, *score, (*opponent, *rate))
        }
        Event::FightOpened { fighters, ambush, name } => {
            Some(muster::tell_opened(telling, fighters, ambush, name.as_deref()))
        }
        Event::FightJoined { character, position: _ } => muster::tell_joined(telling, *character),
        Event::FightLeft { character } => muster::tell_left(telling, *character),
        Event::FightEnded => Some(ending::tell_ended()),
        Event::Placed { character, position: to, unseen: _ } | Event::Moved { character, to } => {
            position::tell_moved(telling, *character, *to)
        }
        Event::ActStarted { character, act } => declare::tell_started(telling, *character, act),
        Event::ActPlanned { character, plan } => declare::tell_planned(telling, *character, plan),
        // The act that begins by it is told of.
        Event::PlanTaken { character: _ } => None,
        Event::ActCancelled { character } => declare::tell_cancelled(telling, *character),
        Event::Held { character } => declare::tell_held(telling, *character),
        Event::InstantReached { at } => Some(flow::tell_reached(*at)),
        Event::ActsMet { one, one_power, other, other_power } => {
            Some(landing::tell_met(telling, (*one, *one_power), (*other, *other_power)))
        }
        Event::ActReduced { character, left } => landing::tell_reduced(telling, *character, *left),
        Event::ActLost { character } => landing::tell_lost(telling, *character),
        Event::ActLanded { character, left } => landing::tell_landed(telling, *character, *left),
        Event::ActMissed { character } => landing::tell_missed(telling, *character),
        Event::Controlled { character, until, .. } => {
            control::tell_controlled(telling, *character, *until)
        }
        Event::Frozen { but, by: _, until } => Some(control::tell_frozen(telling, *but, *until)),
        Event::LastingGained { character, lasting } => {
            lasting::tell_gained(telling, *character, lasting)
        }
        Event::LastingUsed { character, number: _, name, on, by } => {
            lasting::tell_used(telling, *character, name, (on, *by))
        }
        Event::LastingEnded { character, number: _, name } => {
            lasting::tell_ended(telling, *character, name)
        }
        Event::BornWith { character, resource } => {
            lasting::tell_borne_with(telling, *character, *resource)
        }
        Event::SkillAnswered { character, skill, target, impact } => {
            skill::tell_answered(telling, *character, skill, (*target, *impact))
        }
        Event::Summoned { by, from, called, hit_points, position, .. } => {
            let (from, numbers) = ((from, called.as_str()), (*hit_points, *position));
            summon::tell_summoned(telling, *by, from, numbers)
        }
        Event::Weakened { character, weakness } => {
            weakness::tell_weakened(telling, *character, weakness)
        }
        Event::WeaknessUsed { character, by } => weakness::tell_used(telling, *character, *by),
        Event::ControlEased { character, until } => {
            control::tell_eased(telling, *character, *until)
        }
        Event::ShieldGained { character, by } => shield::tell_gained(telling, *character, *by),
        Event::ShieldUsed { character, by } => shield::tell_used(telling, *character, *by),
        Event::RoundsFired { character, weapon: _, rounds } => {
            weapon::tell_fired(telling, *character, *rounds)
        }
        Event::Reloaded { character, weapon: _ } => weapon::tell_reloaded(telling, *character),
        Event::Died { character } => muster::tell_died(telling, *character),
        Event::SteppedBack { to, point } => Some(past::tell_stepped_back(*to, *point)),
        Event::InitiativeOver => initiative::tell_over(telling),
        Event::SidesSet { sides } => side::tell_set(telling, sides),
        Event::Untouched { character, by } => landing::tell_untouched(telling, *character, *by),
        Event::SkillDone { character, skill, target: _, impact } => {
            skill_act::tell_done(telling, *character, skill, *impact)
        }
        Event::SkillJudged { character, skill, difficulty } => {
            skill::tell_judged(telling, *character, *skill, *difficulty)
        }
        Event::Claimed { claim } => claim::tell_claimed(telling, claim),
        Event::Agreed { claim } => claim::tell_agreed(telling, claim),
    }
}

/// The dice in an event, for proof (B-22). A roll that is forgotten here would be rolled again.
pub(super) fn rolls(event: &Event) -> Vec<&Roll> {
    match event {
        Event::TargetSet { target: _, roll } => roll.iter().collect(),
        Event::Checked { attribute: _, target: _, difficulty, attempt } => {
            difficulty.iter().chain([&attempt.roll]).collect()
        }
        Event::Contested { target: _, difficulty, sides, winners: _ } => {
            difficulty.iter().chain(sides.iter().map(|(_, one)| &one.roll)).collect()
        }
        Event::Negotiated { score: _, opponent: _, attempt } => vec![&attempt.roll],
        Event::BasicsRolled { character: _, size, appearance, assets } => {
            [size, appearance, assets].into_iter().flatten().map(|roll| &**roll).collect()
        }
        Event::OptionsSet { .. }
        | Event::EnvironmentSet { .. }
        | Event::ClockChanged { .. }
        | Event::Shown { .. }
        | Event::CharacterMade { .. }
        | Event::CardRevised { .. }
        | Event::CardReplaced { .. }
        | Event::CharacterDropped { .. }
        | Event::CharacterGiven { .. }
        | Event::LevelSet { .. }
        | Event::ResourceChanged { .. }
        | Event::CashChanged { .. }
        | Event::BelongingAdded { .. }
        | Event::WeaponAdded { .. }
        | Event::Wielded { .. }
        | Event::TraitAdded { .. }
        | Event::BuffAdded { .. }
        | Event::ModifierAdded { .. }
        | Event::SkillAdded { .. }
        | Event::SkillArmed { .. }
        | Event::CardAssumed { .. }
        | Event::PoolChanged { .. }
        | Event::Scarred { .. }
        | Event::Removed { .. }
        | Event::CheckShown { .. }
        | Event::OpponentSet { .. }
        | Event::NegotiationShown { .. }
        | Event::FightOpened { .. }
        | Event::FightJoined { .. }
        | Event::FightLeft { .. }
        | Event::FightEnded
        | Event::Placed { .. }
        | Event::ActStarted { .. }
        | Event::ActPlanned { .. }
        | Event::PlanTaken { .. }
        | Event::ActCancelled { .. }
        | Event::Held { .. }
        | Event::InstantReached { .. }
        | Event::ActsMet { .. }
        | Event::ActReduced { .. }
        | Event::ActLost { .. }
        | Event::ActLanded { .. }
        | Event::ActMissed { .. }
        | Event::Controlled { .. }
        | Event::Frozen { .. }
        | Event::LastingGained { .. }
        | Event::LastingUsed { .. }
        | Event::LastingEnded { .. }
        | Event::BornWith { .. }
        | Event::SkillAnswered { .. }
        | Event::Summoned { .. }
        | Event::Weakened { .. }
        | Event::WeaknessUsed { .. }
        | Event::ControlEased { .. }
        | Event::ShieldGained { .. }
        | Event::ShieldUsed { .. }
        | Event::Moved { .. }
        | Event::RoundsFired { .. }
        | Event::Reloaded { .. }
        | Event::Died { .. }
        | Event::SteppedBack { .. }
        | Event::InitiativeOver
        | Event::SidesSet { .. }
        | Event::Untouched { .. }
        | Event::SkillDone { .. }
        | Event::SkillJudged { .. }
        | Event::Claimed { .. }
        | Event::Agreed { .. } => Vec::new(),
    }
}
