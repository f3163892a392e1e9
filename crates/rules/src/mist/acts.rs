//! What is pushed to a seat of what it can do: flags of what is always on the page, and what the game
//! waits for (B-03). The conditions are those of the rules themselves.

use serde_json::json;

use super::burn::may_choose;
use super::effect::waits_spend;
use super::line::may_withdraw;
use super::lookup::acts_for;
use super::mitigate::{check_open, is_answered};
use super::outcome::{check_ready, waits_roll};
use super::review::waits;
use super::roll::has_room;
use super::sight::waits_show;
use super::viewing::Viewing;
use super::{
    Allows, Character, Consequence, Mist, Pending, RollKind, RollLine, State, Thing, Verdict,
};
use crate::{Acts, Audience, Bounds, Id, Role, Seat, Verb, message};

/// The verbs that are flags.
pub(super) fn verbs() -> Vec<Verb> {
    let note = || Bounds::Text { max: super::LONGEST_TEXT, optional: true };
    let review = |name, verdict: &str| {
        let command = json!({ "do": "review", "roll": "@in", "line": "@of", "verdict": verdict });
        Verb::new(name, "B-21", command)
    };
    let burn = |name, on: bool| {
        let command = json!({ "do": "choose-burn", "roll": "@in", "line": "@of", "burn": on });
        Verb::new(name, "M-12", command)
    };
    let what = || message!("mist-field-what");
    let all = json!({ "do": "review", "roll": "@of", "verdict": "approved" });
    let act = json!({ "do": "act", "actor": "@of" });
    let mitigate = json!({ "do": "mitigate", "actor": "@in", "consequence": "@of" });
    let withdraw = json!({ "do": "withdraw", "roll": "@in", "line": "@of" });
    vec![
        Verb::new("roll", "M-11", json!({ "do": "roll", "roll": "@of" })),
        Verb::new("cancel", "B-21", json!({ "do": "cancel", "roll": "@of" })),
        Verb::new("approve-all", "B-21", all),
        review("approve", "approved"),
        review("strike", "struck"),
        review("question", "questioned").field("note", message!("mist-field-note"), note()),
        burn("burn", true),
        burn("keep", false),
        Verb::new("withdraw", "B-21", withdraw),
        Verb::new("accept", "M-20", json!({ "do": "accept", "consequence": "@of" })),
        Verb::new("mitigate", "M-30", mitigate).field("text", what(), note()),
        Verb::new("spare", "M-20", json!({ "do": "spare", "consequence": "@of" })),
        Verb::new("let-pass", "M-20", json!({ "do": "let-pass", "owed": "@of" })),
        Verb::new("act", "M-10", act).field("text", what(), note()).field(
            "depth",
            message!("mist-field-depth"),
            Bounds::Asked,
        ),
        Verb::new("finish", "M-17", json!({ "do": "finish", "roll": "@of" })),
        Verb::new("close", "M-30", json!({ "do": "finish", "roll": "@of" })),
        Verb::new("show", "B-30", json!({ "do": "show", "thing": "@of", "to": "all" })),
        Verb::new("push", "M-18", json!({ "do": "push", "roll": "@of" })),
    ]
}

impl Mist {
    /// The flags and waits of a seat.
    pub(super) fn pushed(&self, state: &State, by: Seat, secretly: bool) -> Acts {
        let mut acts = Acts::default();
        if by.role == Role::Spectator {
            return acts;
        }
        let seat = Pushing { pack: self, state, by, secretly };
        let viewing = Viewing { pack: self, state, viewer: by.viewer() };
        for roll in viewing.rolls() {
            seat.roll(roll, &mut acts);
        }
        for it in viewing.consequences() {
            seat.consequence(it, &mut acts);
        }
        if by.is_host() {
            for owed in &state.owed {
                acts.can(owed.id, None, "let-pass");
                if !owed.waits {
                    acts.wait(owed.id, owed.due());
                }
            }
            for it in state.story.conclusions.iter().filter(|it| it.asks_for_refutation()) {
                acts.wait(it.id, it.due());
            }
            seat.challenges(viewing, &mut acts);
        }
        for it in viewing.characters().filter(|it| !it.left && acts_for(by, it)) {
            seat.character(it, &mut acts);
        }
        acts
    }
}

/// What the flags of a seat are made from.
#[derive(Clone, Copy)]
struct Pushing<'s> {
    pack: &'s Mist,
    state: &'s State,
    by: Seat,
    secretly: bool,
}

impl Pushing<'_> {
    /// Whether the seat acts for whoever it is; the host for nobody in particular.
    fn acts_for(self, id: Option<Id>) -> bool {
        match id {
            Some(id) => self.state.character(id).is_some_and(|it| acts_for(self.by, it)),
            None => self.by.is_host(),
        }
    }

    /// Whether it is this seat that should act for a character, not only the host in its stead.
    fn plays(self, id: Option<Id>) -> bool {
        self.pack.plays(self.state, self.by, id)
    }

    fn roll(self, roll: &Pending, acts: &mut Acts) {
        let rolls = self.acts_for(roll.actor);
        if roll.outcome.is_some() {
            if rolls {
                self.rolled(roll, acts);
            }
            return;
        }
        let open = self.secretly || roll.seen == Audience::All;
        if rolls && open && check_ready(self.state, roll).is_ok() {
            acts.can(roll.id, None, "roll");
            if self.plays(roll.actor) {
                acts.wait(roll.id, waits_roll(self.pack, roll));
            }
        }
        if self.by.is_host() && roll.lines.iter().any(waits) {
            acts.can(roll.id, None, "approve-all");
            acts.wait(roll.id, message!("mist-waits-review"));
        }
        if rolls {
            acts.can(roll.id, None, "cancel");
        }
        if self.by.is_host() && matches!(roll.kind, RollKind::Plunge { degree: None, .. }) {
            acts.wait(roll.id, message!("mist-waits-degree"));
        }
        for line in &roll.lines {
            self.line(roll, line, rolls, acts);
        }
    }

    fn line(self, roll: &Pending, line: &RollLine, rolls: bool, acts: &mut Acts) {
        let mut can = |verb| acts.can(line.id, Some(roll.id), verb);
        if self.by.is_host() {
            if waits(line) {
                can("approve");
            }
            if line.verdict != Verdict::Struck {
                can("strike");
            }
            if line.verdict != Verdict::Questioned {
                can("question");
            }
        }
        if rolls && super::power::not_struck(line) && may_choose(self.pack, self.state, roll, line)
        {
            can(if line.burn { "keep" } else { "burn" });
        }
        if (rolls || line.by == self.by.id) && may_withdraw(self.state, roll, line) {
            can("withdraw");
        }
        if !self.by.is_host()
            && let Some(due) = self.pack.waits_own_word(self.state, self.by, roll, line)
        {
            acts.can(line.id, Some(roll.id), "approve");
            acts.can(line.id, Some(roll.id), "strike");
            acts.wait(line.id, due);
        }
    }

    /// What is left to choose once the dice have fallen.
    fn rolled(self, roll: &Pending, acts: &mut Acts) {
        let Some(outcome) = &roll.outcome else {
            return;
        };
        let plays = self.plays(roll.actor);
        match roll.kind {
            RollKind::Action | RollKind::Flashback { .. } => {
                if self.pack.may_push(outcome) {
                    acts.can(roll.id, None, "push");
                }
                acts.can(roll.id, None, "finish");
                if plays {
                    acts.wait(roll.id, waits_spend(outcome));
                }
            }
            RollKind::Mitigate { .. } => {
                acts.can(roll.id, None, "close");
                if plays {
                    acts.wait(roll.id, waits_spend(outcome));
                }
            }
            RollKind::Plunge { .. } => {
                if plays && outcome.burns > 0 {
                    acts.wait(roll.id, message!("mist-waits-burns", count = outcome.burns));
                }
            }
            RollKind::Engagement
            | RollKind::Deduce { .. }
            | RollKind::Test { .. }
            | RollKind::Question { .. } => {}
        }
    }

    fn consequence(self, it: &Consequence, acts: &mut Acts) {
        let answered = is_answered(self.state, it.id);
        if self.acts_for(it.to) && !answered {
            acts.can(it.id, it.to, "accept");
            if self.plays(it.to) {
                acts.wait(it.id, it.due());
            }
        }
        let hit = it.to.and_then(|id| self.state.character(id));
        let may = |actor: &Character| {
            !actor.left
                && acts_for(self.by, actor)
                && check_open(self.state, it, actor).is_ok()
                && has_room(self.state, self.by.viewer(), Some(actor.id))
        };
        if hit.is_some_and(may) {
            acts.can(it.id, it.to, "mitigate");
        }
        if self.by.is_host() && !answered {
            acts.can(it.id, it.to, "spare");
        }
    }

    fn challenges(self, viewing: Viewing, acts: &mut Acts) {
        for it in viewing.challenges() {
            let mut hidden = |id: Id, seen: &Audience| {
                if *seen != Audience::All {
                    acts.can(id, None, "show");
                }
            };
            hidden(it.id, &it.seen);
            it.limits.iter().for_each(|limit| hidden(limit.id, &limit.seen));
            it.threats.iter().for_each(|threat| hidden(threat.id, &threat.seen));
            if it.asks_for_limits() {
                acts.wait(it.id, message!("mist-waits-limits", challenge = &it.name));
            }
            for limit in &it.limits {
                if let Some(due) = waits_show(self.state, Thing::Limit(it, limit)) {
                    acts.wait(limit.id, due);
                }
            }
        }
    }

    fn character(self, it: &Character, acts: &mut Acts) {
        if self.pack.allows(self.state, Allows::Act)
            && has_room(self.state, self.by.viewer(), Some(it.id))
        {
            acts.can(it.id, None, "act");
        }
        if !self.plays(Some(it.id)) {
            return;
        }
        if it.limit_met.is_some() {
            acts.wait(it.id, message!("mist-waits-fate", who = &it.name));
        }
        for theme in it.themes.iter().filter(|theme| theme.owed > 0) {
            let due = message!("mist-waits-growth", who = &it.name, theme = &theme.title);
            acts.wait(theme.id, due);
        }
        if it.vacancies.iter().any(|vacancy| vacancy.full || self.pack.replaces(self.state)) {
            acts.wait(it.id, message!("mist-waits-replace", who = &it.name));
        }
    }
}
