//! How every number of a card was worked out, for those who ask why (T-05, T-40, B-14).

use super::act::windup;
use super::attempt::five_times;
use super::negotiation::negotiation_brackets;
use super::{
    Act, Amount, Attribute, Character, Deed, Group, Opponent, Resource, State, WeaponKind,
};
use crate::{Calculation, Id, Message, message};

const CARD: &str = "T-05";

impl Character {
    /// Every derived number with its calculation. Numbers are shown to two decimals and worked out
    /// with more.
    #[must_use]
    pub fn workings(&self) -> Vec<Calculation> {
        let (card, derived) = (&self.card, &self.derived);
        let level = || message!("timeline-level");
        let ability = || message!("timeline-ability");
        let mut all = vec![
            Calculation::new("ability", ability(), derived.ability, CARD)
                .step("", level(), card.level)
                .step("×", message!("timeline-why-each-level"), 100),
            Calculation::new("mental", message!("timeline-mental"), derived.mental, CARD)
                .step("", ability(), derived.ability)
                .step("×", message!("timeline-ratio"), format!("{}/1000", card.ratio)),
            Calculation::new("physical", message!("timeline-physical"), derived.physical, CARD)
                .step("", ability(), derived.ability)
                .step("−", message!("timeline-mental"), derived.mental),
        ];
        all.extend(self.factors());
        all.extend([
            Calculation::new(
                "revised-physical",
                message!("timeline-revised-physical"),
                derived.revised_physical,
                CARD,
            )
            .step("", message!("timeline-physical"), derived.physical)
            .step("×", message!("timeline-physical-age"), derived.physical_age),
            Calculation::new(
                "revised-mental",
                message!("timeline-revised-mental"),
                derived.revised_mental,
                CARD,
            )
            .step("", message!("timeline-mental"), derived.mental)
            .step("×", message!("timeline-mental-age"), derived.mental_age),
        ]);
        all.extend(Attribute::ALL.map(|attribute| self.attribute_working(attribute)));
        all.extend([self.pool(Resource::HitPoints), self.pool(Resource::Willpower)]);
        all.extend([
            Calculation::new("capacity", message!("timeline-capacity"), derived.capacity, CARD)
                .step("", message!("timeline-strength"), derived.attribute(Attribute::Strength))
                .step("×", message!("timeline-why-each-strength"), 10)
                .step("÷", level(), card.level),
            Calculation::new("cash", message!("timeline-cash"), derived.cash, CARD)
                .step("", message!("timeline-why-cash", assets = card.assets), "")
                .step("", message!("timeline-why-ledger"), ""),
            self.negotiation_working(),
        ]);
        all
    }

    /// What age, size and load do.
    fn factors(&self) -> Vec<Calculation> {
        let (card, derived) = (self.worn(), &self.derived);
        let (adult, standard) = (card.adult_age, card.standard_size);
        let blank = || message!("timeline-why-blank");
        let age = |formula: Message| if adult.is_positive() { formula } else { blank() };
        let body = message!("timeline-why-physical-age", age = card.age, adult = adult);
        let mind = message!("timeline-why-mental-age", age = card.age, adult = adult);
        let large = if standard.is_positive() {
            message!("timeline-why-size", size = card.size, standard = standard)
        } else {
            blank()
        };
        let carried =
            message!("timeline-why-load", carried = derived.carried, capacity = derived.capacity);
        [
            ("physical-age", message!("timeline-physical-age"), derived.physical_age, age(body)),
            ("mental-age", message!("timeline-mental-age"), derived.mental_age, age(mind)),
            ("size", message!("timeline-size-factor"), derived.size, large),
            ("load", message!("timeline-load-factor"), derived.load, carried),
        ]
        .map(|(id, of, value, formula)| Calculation::new(id, of, value, CARD).step("", formula, ""))
        .into()
    }

    fn attribute_working(&self, attribute: Attribute) -> Calculation {
        let derived = &self.derived;
        let (value, buffs) = self.buffed(attribute);
        let id = serde_json::to_value(attribute).unwrap_or_default();
        let rule = if buffs.is_some() { "T-40" } else { CARD };
        let working =
            Calculation::new(id.as_str().unwrap_or_default(), attribute.name(), value, rule);
        let working = match attribute.group() {
            Group::Physical => {
                working.step("", message!("timeline-revised-physical"), derived.revised_physical)
            }
            _ => working.step("", message!("timeline-revised-mental"), derived.revised_mental),
        };
        let percentage = format!("{}%", self.worn().percentage(attribute));
        let mut working = working.step(
            "×",
            message!("timeline-why-percentage", name = attribute.name()),
            percentage,
        );
        for one in &self.traits {
            for (touched, points) in &one.draft.percentages {
                if *touched == attribute {
                    let source = message!("plain", text = &one.draft.name);
                    working = working.step("+%", source, format!("{points}%"));
                }
            }
        }
        let elsewhere = [
            (self.placed, message!("timeline-why-environment")),
            (self.shifted, message!("timeline-why-shifted")),
        ];
        for (points, source) in elsewhere {
            let points = points[attribute.index()];
            if points != Amount::ZERO {
                working = working.step("+%", source, format!("{points}%"));
            }
        }
        working = match attribute {
            Attribute::Constitution | Attribute::Strength => {
                working.step("×", message!("timeline-size-factor"), derived.size)
            }
            Attribute::Dexterity => {
                working.step("×", message!("timeline-load-factor"), derived.load)
            }
            _ => working,
        };
        match buffs {
            Some(calculation) => working.step("→", message!("timeline-why-buffs"), calculation),
            None => working,
        }
    }

    /// The most of a resource, with what traits add.
    fn pool(&self, resource: Resource) -> Calculation {
        let (id, attribute, most) = match resource {
            Resource::HitPoints => {
                ("most-hit-points", Attribute::Constitution, self.derived.hit_points)
            }
            Resource::Willpower => ("most-willpower", Attribute::Willpower, self.derived.willpower),
        };
        let source = match resource {
            Resource::HitPoints => message!("timeline-why-rounded", name = attribute.name()),
            Resource::Willpower => attribute.name(),
        };
        let mut working =
            Calculation::new(id, resource.name(), self.most(resource), CARD).step("", source, most);
        for one in &self.traits {
            let adds = one.draft.most(resource);
            if adds != Amount::ZERO {
                working = working.step("+", message!("plain", text = &one.draft.name), adds);
            }
        }
        let scar = self.scars[resource as usize];
        if scar.is_positive() {
            working = working.step("−", message!("timeline-why-scars"), scar);
        }
        working
    }

    fn negotiation_working(&self) -> Calculation {
        let card = self.worn();
        let percentage = |attribute| card.percentage(attribute);
        let knowledge = percentage(Attribute::Literature)
            + percentage(Attribute::Arts)
            + percentage(Attribute::Intelligence);
        Calculation::new(
            "negotiation",
            message!("timeline-negotiation"),
            self.derived.negotiation,
            CARD,
        )
        .step("", message!("timeline-why-knowledge"), knowledge)
        .step("×", message!("timeline-why-mind", ratio = i64::from(card.ratio)), "")
        .step("×", message!("timeline-why-charm", appearance = card.appearance), "")
    }
}

impl State {
    /// How a wind-up comes about: 20 × impact / attribute, or a firearm's own times (T-22, T-46);
    /// nothing where more than that went into it.
    pub(super) fn windup_working(&self, who: Id, act: &Act) -> Option<Calculation> {
        let time = act.end - act.start;
        let of = message!("timeline-why-windup");
        let character = self.character(who)?;
        if let Some(attribute) = act.attribute {
            let value = character.attribute(attribute);
            let exact = value.is_positive() && windup(act.impact, value) == time;
            return exact.then(|| {
                Calculation::new("windup", of, time, "T-22")
                    .step("", message!("timeline-why-twenty"), 20)
                    .step("×", message!("timeline-why-impact"), act.impact)
                    .step("÷", attribute.name(), value)
            });
        }
        let weapon = act.weapon.and_then(|id| character.weapon(id))?;
        let WeaponKind::Firearm { windup, reload, .. } = weapon.draft.kind else { return None };
        let working = Calculation::new("windup", of, time, "T-46");
        match act.deed {
            Deed::Shoot { shots, .. } => {
                Some(working.step("", message!("timeline-why-shots"), shots).step(
                    "×",
                    message!("timeline-why-between-shots"),
                    windup,
                ))
            }
            _ => Some(working.step("", message!("timeline-why-reload"), reload)),
        }
    }

    /// How a success rate comes about: the attributes of all, by five targets (T-11, T-13).
    pub(super) fn rate_working(
        &self,
        who: &[Id],
        attribute: Attribute,
        target: Amount,
        rate: u32,
    ) -> Calculation {
        let rule = if who.len() > 1 { "T-13" } else { "T-11" };
        let mut working =
            Calculation::new("rate", message!("timeline-rate"), format!("{rate}%"), rule);
        for (place, character) in who.iter().filter_map(|id| self.character(*id)).enumerate() {
            let source = message!(
                "timeline-why-of",
                name = &character.card.name,
                attribute = attribute.name()
            );
            let sign = if place == 0 { "" } else { "+" };
            working = working.step(sign, source, character.attribute(attribute));
        }
        working.step("÷", message!("timeline-why-target", target = target), five_times(target))
    }

    /// How the rate of a negotiation comes about (T-14).
    pub(super) fn negotiation_rate_working(
        &self,
        who: Id,
        score: Amount,
        opponent: Opponent,
        rate: u32,
    ) -> Calculation {
        let working =
            Calculation::new("rate", message!("timeline-rate"), format!("{rate}%"), "T-14");
        let Some(character) = self.character(who) else { return working };
        let (bonus, level) = (character.derived.negotiation, character.card.level);
        let (_, bracket) = negotiation_brackets(score, bonus, level, opponent);
        working
            .step("(", message!("timeline-why-score"), score)
            .step("+", message!("timeline-negotiation"), format!("{bonus})"))
            .step("÷", message!("timeline-why-opponent"), opponent.intelligence)
            .step("×", message!("timeline-why-ten"), 10)
            .step(
                "×",
                message!(
                    "timeline-why-levels",
                    level = i64::from(level),
                    other = i64::from(opponent.level)
                ),
                Amount::nearest(bracket),
            )
    }
}
