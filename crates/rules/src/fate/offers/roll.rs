//! Offers about an action under way: opposing, helping, rolling, invoking.

use super::{BLANK, Desk, choice, choice_field, number_field, text_field};
use crate::fate::tell::{aspect_name, called, holder, word};
use crate::fate::{Act, Action, Against, Aspect, AspectKind, Command, Created, Holder, Use};
use crate::{Bounds, Field, message};

impl Desk<'_> {
    /// Opposing, helping and rolling.
    pub(super) fn before_dice(&mut self, action: &Action) {
        let state = self.state;
        let id = action.id;
        let actor = state.name(action.actor);
        if self.by.is_host() {
            let command = Command::Oppose { action: id, against: Against::Difficulty(2) };
            let field =
                number_field("against/difficulty", message!("fate-part-difficulty"), -10, 20);
            let label = message!("fate-offer-difficulty", who = &actor);
            if action.opposition.is_none() && action.target.is_none() {
                self.wait(
                    "F-02",
                    message!("fate-waits-difficulty", who = &actor),
                    label,
                    command,
                    vec![field],
                );
            } else {
                self.offer("F-02", label, command, vec![field]);
            }
            let others: Vec<_> = self
                .people()
                .into_iter()
                .filter(|one| one.id != action.actor && !one.out)
                .collect();
            if let Some(first) = others.first() {
                let against = Against::Character(first.id);
                let of = others
                    .iter()
                    .map(|one| choice(Against::Character(one.id), word(&one.name)))
                    .collect();
                let field = choice_field("against", message!("fate-field-whom"), of);
                let label = message!("fate-offer-opponent", who = &actor);
                self.offer("F-02", label, Command::Oppose { action: id, against }, vec![field]);
            }
            for (value, min, max) in [(1, 1, 10), (-1, -10, -1)] {
                let label = if value > 0 {
                    message!("fate-offer-bonus", who = &actor)
                } else {
                    message!("fate-offer-penalty", who = &actor)
                };
                let why = BLANK.to_owned();
                let command = Command::State { action: id, opposition: false, value, why };
                let fields = vec![
                    number_field("value", message!("fate-field-modifier"), min, max),
                    text_field("why", message!("fate-field-reason"), false),
                ];
                self.offer("F-02", label, command, fields);
            }
            if let Act::Create { what: Created::Unknown { aspect } } = &action.act {
                for hidden in state.aspects.iter().filter(|one| one.seen != crate::Audience::All) {
                    let label =
                        message!("fate-offer-point", aspect = aspect_name(hidden.name.as_ref()));
                    let command = Command::PointUnknown { action: id, aspect: hidden.id };
                    if aspect.is_none() {
                        self.wait(
                            "F-22",
                            message!("fate-waits-unknown", who = &actor),
                            label,
                            command,
                            Vec::new(),
                        );
                    } else {
                        self.offer("F-22", label, command, Vec::new());
                    }
                }
            }
        }
        if let Some(defender) =
            action.target.and_then(|id| state.character(id)).filter(|one| self.own(one))
        {
            let (skill, field) = self.skills(defender);
            let conflict = state.scene.as_ref().and_then(|scene| scene.conflict.as_ref());
            let full = conflict
                .and_then(|conflict| conflict.combatant(defender.id)?.full_defence.as_ref())
                .is_some();
            let mut fields = vec![field];
            if full {
                fields.push(Field {
                    path: "full".to_owned(),
                    label: message!("fate-part-full-defence"),
                    bounds: Bounds::Switch,
                });
            }
            let command = Command::Defend { action: id, skill, full, roll: false };
            let label = message!("fate-offer-defend", who = &defender.name);
            if action.opposition.is_none() {
                self.wait(
                    "F-24",
                    message!("fate-waits-defence", who = &defender.name),
                    label,
                    command,
                    fields,
                );
            } else {
                self.offer("F-24", label, command, fields);
            }
        }
        let by = self.by;
        for helper in
            state.characters.iter().filter(|one| state.awaits(by, Holder::Character(one.id)))
        {
            let label = message!("fate-offer-help", who = &helper.name, whom = &actor);
            self.offer("F-42", label, Command::Help { action: id, helper: helper.id }, Vec::new());
        }
        if self.owns(action.actor) {
            let waits = message!("fate-waits-roll", who = &actor);
            self.wait(
                "F-02",
                waits,
                message!("fate-offer-roll"),
                Command::Roll { action: id },
                Vec::new(),
            );
            self.offer(
                "F-25",
                message!("fate-offer-cancel"),
                Command::Cancel { action: id },
                Vec::new(),
            );
        } else if action.target.is_some_and(|target| self.owns(target)) {
            self.offer(
                "F-02",
                message!("fate-offer-roll"),
                Command::Roll { action: id },
                Vec::new(),
            );
        }
    }

    /// Invoking, and letting it stand (F-11).
    pub(super) fn invokes(&mut self, action: &Action) {
        if !action.open() {
            return;
        }
        let state = self.state;
        let sides = [(false, Some(action.actor)), (true, action.target)];
        for (opposition, who) in sides {
            if let Some(who) = who.filter(|who| self.owns(*who)) {
                let waits = message!("fate-waits-stand", who = state.name(who));
                let command = Command::LetStand { action: action.id, opposition };
                self.wait("F-25", waits, message!("fate-offer-stand"), command, Vec::new());
            }
        }
        let mut holders: Vec<Holder> = state
            .characters
            .iter()
            .filter(|one| self.own(one))
            .map(|one| Holder::Character(one.id))
            .collect();
        if self.by.is_host() {
            holders.push(Holder::Host);
        }
        let viewer = self.by.viewer();
        for aspect in state.aspects.iter().filter(|one| state.sees_aspect(viewer, one)) {
            for by in &holders {
                for (opposition, who) in sides {
                    let rolls = who.is_some_and(|who| Holder::Character(who) == *by);
                    let free = aspect.free_of(*by) > 0;
                    let pays = rolls && aspect.kind != AspectKind::Boost;
                    for (free, to) in [
                        (true, Use::Bonus),
                        (true, Use::Reroll),
                        (false, Use::Bonus),
                        (false, Use::Reroll),
                    ]
                    .into_iter()
                    .filter(|(gratis, to)| {
                        if *gratis { free && (rolls || *to == Use::Bonus) } else { pays }
                    }) {
                        self.invoke_offer(action, opposition, aspect, *by, to, free);
                    }
                }
            }
        }
    }

    pub(super) fn invoke_offer(
        &mut self,
        action: &Action,
        opposition: bool,
        aspect: &Aspect,
        by: Holder,
        to: Use,
        free: bool,
    ) {
        let name = called(self.state, self.by.viewer(), aspect);
        let side = action.side(opposition).and_then(|side| side.who);
        let side =
            side.map_or_else(|| message!("fate-part-difficulty"), |id| word(&self.state.name(id)));
        let who = holder(self.state, by);
        let label = match (to, free) {
            (Use::Bonus, true) => {
                message!("fate-offer-bonus-free", aspect = name, side = side, who = who)
            }
            (Use::Bonus, false) => {
                message!("fate-offer-bonus-paid", aspect = name, side = side, who = who)
            }
            (Use::Reroll, true) => message!("fate-offer-reroll-free", aspect = name, who = who),
            (Use::Reroll, false) => message!("fate-offer-reroll-paid", aspect = name, who = who),
        };
        let command =
            Command::Invoke { action: action.id, opposition, aspect: aspect.id, by, to, free };
        self.offer("F-11", label, command, Vec::new());
    }
}
