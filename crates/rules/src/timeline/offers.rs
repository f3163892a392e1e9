//! What a seat can do now. Every offer is accepted as it stands.

use super::decide::player;
use super::{
    Amount, Attribute, Character, Command, Deed, Doing, Effort, Fight, Fighter, LastingKind,
    Resource, State,
};
use crate::kernel::{choice, offer};
use crate::{Bounds, Choice, Field, Id, Message, Offer, Seat, Viewer, message};

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
                    offers.push(offer("T-20", message!("timeline-offer-open"), command));
                }
            }
            None => {}
        }
        for character in own {
            self.character_offers(character, viewer, &mut offers);
        }
        offers
    }

    fn character_offers(
        &self,
        character: &Character,
        viewer: Viewer,
        offers: &mut Vec<Offer<Command>>,
    ) {
        let id = character.id;
        if self.target.is_some() {
            let command =
                Command::Check { character: id, attribute: Attribute::Strength, target: None };
            let mut check = offer(
                "T-11",
                message!("timeline-offer-check", name = &character.card.name),
                command,
            );
            check.fields.push(attribute_field());
            offers.push(check);
        }
        if self.options.night_rest && character.willpower < character.most(Resource::Willpower) {
            let label = message!("timeline-offer-rest", name = &character.card.name);
            offers.push(offer("T-15", label, Command::Rest { character: id }));
        }
        for known in character.skills.iter().filter(|known| known.skill.reacts()) {
            let (name, skill) = (&character.card.name, &known.skill.name);
            let label = if known.armed {
                message!("timeline-offer-disarm", name = name, skill = skill)
            } else {
                message!("timeline-offer-arm", name = name, skill = skill)
            };
            let command = Command::ArmSkill { character: id, skill: known.id, armed: !known.armed };
            offers.push(offer("T-55", label, command));
        }
        self.assume_offer(character, viewer, offers);
    }

    /// Whose card someone could use who can use another's (T-08).
    fn assume_offer(
        &self,
        character: &Character,
        viewer: Viewer,
        offers: &mut Vec<Offer<Command>>,
    ) {
        if !character.traits.iter().any(|one| one.draft.assumes) {
            return;
        }
        let others = self.order.iter().filter_map(|other| self.character(*other));
        let mut of: Vec<Choice> = others
            .filter(|other| other.id != character.id && other.sees(viewer))
            .map(|other| choice(other.id, message!("plain", text = &other.card.name)))
            .collect();
        of.push(choice(None::<Id>, message!("timeline-own-card")));
        let label = message!("timeline-offer-assume", name = &character.card.name);
        let command = Command::AssumeCard { character: character.id, other: None };
        let mut assume = offer("T-08", label, command);
        assume.fields.push(choice_field("other", message!("timeline-whose-card"), of));
        offers.push(assume);
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
            self.fighter_offers(fight, fighter, character, by.viewer(), offers);
        }
        let awaited = fight.awaited().chain(self.awaited_by(by.viewer())).next();
        if fights && awaited.is_none() && fight.queue.next().is_some() {
            offers.push(offer("T-23", message!("timeline-offer-flow"), Command::Flow { to: None }));
        }
        if let (true, Some(moment)) = (by.is_host(), fight.past.last())
            && moment.at < fight.now
        {
            let label = message!("timeline-offer-back", to = moment.at);
            offers.push(offer("T-33", label, Command::StepBack { to: moment.at }));
        }
        if by.is_host() {
            offers.push(offer("T-34", message!("timeline-offer-end"), Command::EndFight));
        }
    }

    fn fighter_offers(
        &self,
        fight: &Fight,
        fighter: &Fighter,
        character: &Character,
        viewer: Viewer,
        offers: &mut Vec<Offer<Command>>,
    ) {
        let id = character.id;
        let name = || message!("plain", text = &character.card.name);
        let idle = matches!(fighter.doing, Doing::Idle | Doing::Holding | Doing::Late)
            && fighter.planned.is_empty();
        let knows = self.sees_initiative(viewer);
        let free = idle && !(fight.waits(id) && knows && fight.others_from.is_none());
        let awaited = self.awaited_by(viewer).any(|one| one.id == id);
        let best = Attribute::ALL
            .into_iter()
            .max_by_key(|attribute| character.attribute(*attribute))
            .filter(|best| character.attribute(*best).is_positive());
        if let (true, false, Some(best)) = (free, character.derived.overloaded, best) {
            let command = Command::Declare {
                character: id,
                deed: Deed::Narrate,
                attribute: Some(best),
                effort: Some(Effort::Time(Amount::whole(5))),
                weapon: None,
                note: String::new(),
            };
            let mut declare =
                offer("T-21", message!("timeline-offer-declare", name = name()), command);
            declare.waits = awaited.then(|| message!("timeline-waits", name = name()));
            declare.fields = vec![Field {
                path: "note".to_owned(),
                label: message!("timeline-note"),
                bounds: Bounds::Text { max: 200, optional: true },
            }];
            offers.push(declare);
        }
        if awaited {
            let label = message!("timeline-offer-hold", name = name());
            offers.push(offer("T-21", label, Command::Hold { character: id }));
        }
        let bears = |one: &super::Lasting| matches!(one.kind, LastingKind::Bears { .. });
        if fighter.lasting.iter().any(bears) {
            let label = message!("timeline-offer-bear", name = name());
            let mut bear = offer("T-50", label, Command::Bear { character: id, resource: None });
            let of = vec![
                choice(None::<Resource>, message!("timeline-as-struck")),
                choice(Resource::HitPoints, message!("timeline-hit-points")),
                choice(Resource::Willpower, message!("timeline-willpower")),
            ];
            bear.fields.push(choice_field("resource", message!("timeline-borne-by"), of));
            offers.push(bear);
        }
        let planned = matches!(fighter.doing, Doing::Late) && !fighter.planned.is_empty();
        if (fighter.act().is_some() || planned) && fighter.puppet.is_none() {
            let label = message!("timeline-offer-cancel", name = name());
            offers.push(offer("T-25", label, Command::CancelAct { character: id }));
        }
        let label = message!("timeline-offer-leave", name = name());
        offers.push(offer("T-34", label, Command::LeaveFight { character: id }));
    }
}

fn choice_field(path: &str, label: Message, of: Vec<Choice>) -> Field {
    Field { path: path.to_owned(), label, bounds: Bounds::Choice { of } }
}

fn attribute_field() -> Field {
    let of = Attribute::ALL.map(|one| choice(one, one.name())).into();
    choice_field("attribute", message!("timeline-attribute"), of)
}
