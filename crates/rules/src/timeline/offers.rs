//! What a seat can do now. Every offer is accepted as it stands.

use super::decide::player;
use super::{
    Amount, Attribute, Character, Command, Deed, Doing, Effort, Fight, Fighter, Resource, State,
};
use crate::{Bounds, Choice, Field, Message, Offer, RuleId, Seat, message};

fn offer(label: Message, command: Command, rule: &'static str) -> Offer<Command> {
    Offer { label, command, fields: Vec::new(), waits: None, rule: RuleId::new(rule) }
}

impl State {
    /// What the seat can do now.
    #[must_use]
    pub fn offers(&self, by: Seat) -> Vec<Offer<Command>> {
        if player(by).is_err() {
            return Vec::new();
        }
        let viewer = by.viewer();
        let mut offers = Vec::new();
        let own: Vec<&Character> = self
            .order
            .iter()
            .filter_map(|id| self.character(*id))
            .filter(|character| character.owned(viewer) && character.summoned.is_none())
            .collect();
        match self.fight.as_deref() {
            Some(fight) => self.fight_offers(by, fight, &own, &mut offers),
            None if by.is_host() => {
                let fighters: Vec<_> =
                    own.iter().filter(|one| !one.dead).map(|one| one.id).take(2_000).collect();
                if !fighters.is_empty() {
                    let command = Command::OpenFight { fighters, ambush: Vec::new() };
                    offers.push(offer(message!("timeline-offer-open"), command, "T-20"));
                }
            }
            None => {}
        }
        for character in own {
            self.character_offers(character, &mut offers);
        }
        offers
    }

    fn character_offers(&self, character: &Character, offers: &mut Vec<Offer<Command>>) {
        let id = character.id;
        if self.target.is_some() {
            let command =
                Command::Check { character: id, attribute: Attribute::Strength, target: None };
            let mut check = offer(
                message!("timeline-offer-check", name = &character.card.name),
                command,
                "T-11",
            );
            check.fields.push(attribute_field());
            offers.push(check);
        }
        if self.options.night_rest && character.willpower < character.most(Resource::Willpower) {
            let label = message!("timeline-offer-rest", name = &character.card.name);
            offers.push(offer(label, Command::Rest { character: id }, "T-15"));
        }
    }

    fn fight_offers(
        &self,
        by: Seat,
        fight: &Fight,
        own: &[&Character],
        offers: &mut Vec<Offer<Command>>,
    ) {
        let mut fights = by.is_host();
        for character in own {
            let Some(fighter) = fight.fighter(character.id) else { continue };
            fights = true;
            self.fighter_offers(fight, fighter, character, offers);
        }
        if fights && fight.awaited().next().is_none() && fight.queue.next().is_some() {
            offers.push(offer(message!("timeline-offer-flow"), Command::Flow { to: None }, "T-23"));
        }
        if let (true, Some(moment)) = (by.is_host(), fight.past.last())
            && moment.at < fight.now
        {
            let label = message!("timeline-offer-back", to = moment.at);
            offers.push(offer(label, Command::StepBack { to: moment.at }, "T-33"));
        }
        if fights {
            offers.push(offer(message!("timeline-offer-end"), Command::EndFight, "T-20"));
        }
    }

    fn fighter_offers(
        &self,
        fight: &Fight,
        fighter: &Fighter,
        character: &Character,
        offers: &mut Vec<Offer<Command>>,
    ) {
        let id = character.id;
        let name = || message!("plain", text = &character.card.name);
        let late = matches!(fighter.doing, Doing::Late) && fight.others_from.is_some();
        let free = matches!(fighter.doing, Doing::Idle | Doing::Holding) || late;
        let best = Attribute::ALL
            .into_iter()
            .max_by_key(|attribute| character.attribute(*attribute))
            .filter(|best| character.attribute(*best).is_positive());
        if let (true, false, Some(best)) = (free, character.derived.overloaded, best) {
            let awaited = fight.awaited().any(|one| one.id == id);
            let command = Command::Declare {
                character: id,
                deed: Deed::Narrate,
                attribute: Some(best),
                effort: Some(Effort::Time(Amount::whole(5))),
                weapon: None,
                note: String::new(),
            };
            let mut declare =
                offer(message!("timeline-offer-declare", name = name()), command, "T-21");
            declare.waits = awaited.then(|| message!("timeline-waits", name = name()));
            declare.fields = vec![Field {
                path: "note".to_owned(),
                label: message!("timeline-note"),
                bounds: Bounds::Text { max: 200, optional: true },
            }];
            offers.push(declare);
        }
        if fight.awaited().any(|one| one.id == id) {
            let label = message!("timeline-offer-hold", name = name());
            offers.push(offer(label, Command::Hold { character: id }, "T-21"));
        }
        if fighter.act().is_some() && fighter.puppet.is_none() {
            let label = message!("timeline-offer-cancel", name = name());
            offers.push(offer(label, Command::CancelAct { character: id }, "T-25"));
        }
    }
}

fn attribute_field() -> Field {
    let choice = |attribute: Attribute| Choice {
        value: serde_json::to_value(attribute).unwrap_or_default(),
        label: attribute.name(),
    };
    Field {
        path: "attribute".to_owned(),
        label: message!("timeline-attribute"),
        bounds: Bounds::Choice { of: Attribute::ALL.map(choice).into() },
    }
}
