//! Which noun decides which command.

use super::plan::{Decided, Plan};
use super::{
    Command, action, character, consequence, effect, ending, file, growth, line, mitigate, outcome,
    phase, plunge, scene, sight, stage,
};

/// Decides a command.
pub(super) fn decide(plan: &mut Plan, command: &Command) -> Decided {
    plan.plays()?;
    match command {
        Command::SetAutoApprove { on } => line::set_auto_approve(plan, *on),
        Command::Show { thing, to } => sight::show(plan, *thing, to),
        Command::Rename { thing, name } => sight::rename(plan, *thing, name),

        Command::MakeCharacter { name, themes, seat, hidden } => {
            character::make(plan, name, themes, *seat, *hidden)
        }
        Command::TakeExample { example, name, seat } => {
            character::take_example(plan, example, name.as_deref(), *seat)
        }
        Command::GiveCharacter { character, seat } => character::give(plan, *character, *seat),
        Command::Retire { character } => character::retire(plan, *character),
        Command::ChooseFate { character, fate } => character::choose_fate(plan, *character, fate),

        Command::SetScene { title, text } => scene::set(plan, title, text),
        Command::SetPresent { character, present } => {
            scene::set_present(plan, *character, *present)
        }
        Command::StepScene { step } => scene::step(plan, *step),
        Command::EndScene { keep } => scene::end(plan, keep),
        Command::AddChallenge { challenge } => stage::add_challenge(plan, challenge),
        Command::RemoveChallenge { challenge } => stage::remove_challenge(plan, *challenge),
        Command::AddLimit { challenge, limit } => stage::add_limit(plan, *challenge, limit),
        Command::AddThreat { challenge, threat } => stage::add_threat(plan, *challenge, threat),
        Command::AnswerThreat { threat, answered } => {
            stage::answer_threat(plan, *threat, *answered)
        }
        Command::AddTag { on, name, hidden } => stage::add_tag(plan, *on, name, *hidden),
        Command::RemoveTag { tag } => stage::remove_tag(plan, *tag),
        Command::BurnTag { tag } => stage::burn_tag(plan, *tag),
        Command::RecoverTag { tag } => stage::recover_tag(plan, *tag),
        Command::GainStatus { on, name, tier, onto, against, hidden } => {
            stage::gain_status(plan, *on, name, *tier, *onto, *against, *hidden)
        }
        Command::ReduceStatus { status, by } => stage::reduce_status(plan, *status, *by),

        Command::Act { actor, text, depth, seen, lines } => {
            action::act(plan, *actor, text, *depth, seen)?;
            line::propose_all(plan, lines)
        }
        Command::Mitigate { actor, consequence, text, lines } => {
            mitigate::open(plan, *actor, *consequence, text)?;
            line::propose_all(plan, lines)
        }
        Command::Flashback { actor, moment, text, depth, lines } => {
            action::flashback(plan, *actor, moment, text, *depth)?;
            line::propose_all(plan, lines)
        }
        Command::Engage { text, lines } => {
            action::engage(plan, text)?;
            line::propose_all(plan, lines)
        }
        Command::Plunge { actor, theme, text } => plunge::open(plan, *actor, *theme, text),
        Command::Deduce { actor, mystery, conclusion, moment, lines } => {
            file::open_round(plan, *actor, *mystery, conclusion, Some(moment))?;
            line::propose_all(plan, lines)
        }
        Command::Test { actor, mystery, conclusion, lines } => {
            file::open_round(plan, *actor, *mystery, conclusion, None)?;
            line::propose_all(plan, lines)
        }
        Command::Answer { actor, question, conclusion, lines } => {
            file::open_question(plan, *actor, question, conclusion)?;
            line::propose_all(plan, lines)
        }
        Command::Propose { roll, source, polarity, burn } => {
            line::propose(plan, *roll, *source, *polarity, *burn)
        }
        Command::ProposeDetail { roll, text, polarity } => {
            line::propose_detail(plan, *roll, text, *polarity)
        }
        Command::Withdraw { roll, line } => line::withdraw(plan, *roll, *line),
        Command::Review { roll, line, verdict, note } => {
            line::review(plan, *roll, *line, *verdict, note)
        }
        Command::ChooseBurn { roll, line, burn } => line::choose_burn(plan, *roll, *line, *burn),
        Command::Indulge { roll, theme } => action::indulge(plan, *roll, *theme),
        Command::AddCountdown { roll, on } => file::add_countdown(plan, *roll, *on),
        Command::SetDepth { roll, depth } => action::set_depth(plan, *roll, *depth),
        Command::SetDegree { roll, degree } => plunge::set_degree(plan, *roll, *degree),
        Command::Agree { roll } => action::agree(plan, *roll),
        Command::Cancel { roll } => action::cancel(plan, *roll),
        Command::Roll { roll } => outcome::roll(plan, *roll),
        Command::Push { roll } => effect::push(plan, *roll),
        Command::Spend { roll, effects } => effect::spend(plan, *roll, effects),
        Command::Finish { roll } => effect::finish(plan, *roll),
        Command::Lessen { roll, cuts, boon } => mitigate::lessen(plan, *roll, cuts, boon.as_ref()),
        Command::PickBurns { roll, tags } => plunge::pick_burns(plan, *roll, tags),

        Command::Hit { owed, to, text, harms, threat } => {
            consequence::hit(plan, *owed, *to, text, harms, *threat)
        }
        Command::LetPass { owed } => consequence::let_pass(plan, *owed),
        Command::Accept { consequence } => consequence::accept(plan, *consequence),
        Command::Spare { consequence } => consequence::spare(plan, *consequence),

        Command::EnterPhase { phase } => phase::enter(plan, phase),
        Command::EndSeason => phase::end_season(plan),
        Command::SetCountdown { tier } => file::set_countdown(plan, *tier),
        Command::SetIndex { question, tier } => file::set_index(plan, question, *tier),
        Command::AddMystery { text, complexity } => file::add_mystery(plan, text, *complexity),
        Command::DropMystery { mystery } => file::drop_mystery(plan, *mystery),
        Command::AddClue { text, hidden } => file::add_clue(plan, text, *hidden),
        Command::DropClue { clue } => file::drop_clue(plan, *clue),

        Command::MarkImprove { character, theme } => growth::mark_improve(plan, *character, *theme),
        Command::MarkDecay { character, theme } => growth::mark_decay(plan, *character, *theme),
        Command::Grow { character, theme, growth } => {
            growth::grow(plan, *character, *theme, growth)
        }
        Command::ReplaceTheme { character, theme } => {
            growth::replace_theme(plan, *character, theme)
        }
        Command::CallPang { character, pang } => growth::call_pang(plan, *character, *pang),
        Command::SettlePang { character, pang } => growth::settle_pang(plan, *character, *pang),
        Command::ChooseEnding { character, ending, suppress } => {
            ending::choose(plan, *character, ending, suppress)
        }
    }
}
