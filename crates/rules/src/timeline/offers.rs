//! What a seat can do, as acts on the things it sees: its characters (who are fighters too), their
//! skills, the fight, and the table (B-03).

use serde_json::json;

use super::{Character, Command, Fight, KnownSkill, State, declare, ending, flow, muster, skill};
use crate::{Acts, Id, Offer, Role, Seat, Subject, Verb, message};

/// What acts on the fight as a whole are about.
pub(super) const FIGHT: Subject = Subject::place("fight");

/// The verbs that are flags, each declared once.
pub(super) fn verbs() -> Vec<Verb> {
    let own = |name, rule| Verb::new(name, rule, json!({ "do": name, "character": "@of" }));
    let arms = |name, armed| {
        let command =
            json!({ "do": "arm-skill", "character": "@in", "skill": "@of", "armed": armed });
        Verb::new(name, "T-55", command)
    };
    vec![
        own("hold", "T-21"),
        own("cancel-act", "T-25"),
        own("join-fight", "T-20"),
        own("leave-fight", "T-34"),
        Verb::new("flow", "T-23", json!({ "do": "flow" })),
        Verb::new("end-fight", "T-34", json!({ "do": "end-fight" })),
        arms("arm", true),
        arms("disarm", false),
    ]
}

/// The characters a seat acts for: its own, and not bodies that skills called.
fn own(state: &State, by: Seat) -> impl Iterator<Item = &Character> {
    let all = state.order.iter().filter_map(|id| state.character(*id));
    all.filter(move |one| one.owned(by.viewer()) && one.summoned.is_none())
}

/// Everything the seat might do something with.
pub(super) fn subjects(state: &State, by: Seat) -> Vec<Subject> {
    if by.role == Role::Spectator {
        return Vec::new();
    }
    let mut all = vec![Subject::TABLE];
    all.extend(state.fight.is_some().then_some(FIGHT));
    if by.is_host() {
        all.extend(state.clocks.subjects());
    }
    for character in own(state, by) {
        all.push(character.id.into());
        let reacts = character.skills.iter().filter(|known| known.skill.reacts());
        all.extend(reacts.map(|known| Subject::from(known.id)));
    }
    all
}

/// What the seat might do with one thing.
pub(super) fn offers(state: &State, by: Seat, of: &Subject) -> Vec<Offer<Command>> {
    if by.role == Role::Spectator {
        return Vec::new();
    }
    let mut builder = OfferBuilder { state, by, offers: Vec::new() };
    let fight = state.fight.as_deref();
    match (of, fight) {
        (Subject::Thing(id), _) => builder.offer_thing(*id),
        (of, None) if *of == Subject::TABLE => {
            builder.offer_claims(None);
            builder.offer_open();
            builder.offer_new_clock();
        }
        (of, Some(_)) if *of == Subject::TABLE => {
            builder.offer_claims(None);
            builder.offer_new_clock();
        }
        (of, Some(fight)) if *of == FIGHT => {
            builder.offer_flow(fight);
            builder.offer_step_back(fight);
            builder.offer_end();
        }
        (Subject::Place(_), _) => {}
    }
    builder.offers
}

/// What is pushed to a seat: what its fighters, the fight and its answering skills can do, and for
/// whom of its own the table waits.
pub(super) fn acts(state: &State, by: Seat) -> Acts {
    let mut acts = Acts::default();
    if by.role == Role::Spectator {
        return acts;
    }
    let fight = state.fight.as_deref();
    let unknown = !state.sees_initiative(by.viewer());
    for character in own(state, by) {
        let fighter = fight.and_then(|fight| Some((fight, fight.fighter(character.id)?)));
        match (fight, fighter) {
            (_, Some((fight, fighter))) => {
                if state.is_awaited(fight, fighter, unknown) {
                    acts.wait(
                        character.id,
                        message!("timeline-waits", name = &character.card.name),
                    );
                    acts.can(character.id, None, "hold");
                }
                if declare::may_cancel(fighter) {
                    acts.can(character.id, None, "cancel-act");
                }
                acts.can(character.id, None, "leave-fight");
            }
            (Some(fight), None) if muster::may_join(fight, character) => {
                acts.can(character.id, None, "join-fight");
            }
            _ => {}
        }
        for known in character.skills.iter().filter(|known| known.skill.reacts()) {
            acts.can(known.id, Some(character.id), skill::arming(known));
        }
    }
    if let Some(fight) = fight {
        if flow::may_flow(state, fight, by) {
            acts.can(FIGHT, None, "flow");
        }
        if ending::may_end(by) {
            acts.can(FIGHT, None, "end-fight");
        }
    }
    acts
}

/// A seat's offers about one thing as they are put together: each subject adds its own.
pub(super) struct OfferBuilder<'a> {
    pub state: &'a State,
    pub by: Seat,
    pub offers: Vec<Offer<Command>>,
}

impl OfferBuilder<'_> {
    pub(super) fn push(&mut self, offer: Offer<Command>) {
        self.offers.push(offer);
    }

    /// About a character or a skill of the seat's own.
    fn offer_thing(&mut self, id: Id) {
        let state = self.state;
        let mine = |one: &&Character| one.owned(self.by.viewer()) && one.summoned.is_none();
        if let Some(character) = state.character(id).filter(mine) {
            self.offer_claims(Some(id));
            if let Some(fight) = state.fight.as_deref() {
                self.offer_fighter(fight, character);
            }
            self.offer_check(character);
            self.offer_rest(character);
            self.offer_assume(character);
            return;
        }
        let found = own(state, self.by).find_map(|one| {
            let known: &KnownSkill = one.skills.iter().find(|known| known.id == id)?;
            Some((one.id, known))
        });
        if let Some((character, known)) = found {
            self.offer_arming(character, known);
            return;
        }
        self.offer_clock(id);
    }

    fn offer_fighter(&mut self, fight: &Fight, character: &Character) {
        let Some(fighter) = fight.fighter(character.id) else {
            self.offer_join(fight, character);
            return;
        };
        let unknown = !self.state.sees_initiative(self.by.viewer());
        let awaited = self.state.is_awaited(fight, fighter, unknown);
        self.offer_declare(fight, fighter, character, awaited);
        if awaited {
            self.offer_hold(character);
        }
        self.offer_bear(fighter);
        self.offer_cancel(fighter);
        self.offer_leave(character);
    }
}
