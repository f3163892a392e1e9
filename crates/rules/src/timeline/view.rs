//! The table as a viewer may see it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::attempt::rate;
use super::declare::{aim_of, deed_name, deed_words};
use super::fight::Entry;
use super::forms;
use super::meeting;
use super::part::{
    ActPart, AttributePart, ChangePart, CharacterPart, FightPart, FighterPart, LastingPart, Part,
    PoolPart, RulesetPart, SpanPart, TablePart, WeaponPart,
};
use super::telling::Telling;
use super::weapon::LEVELS;
use super::{Act, Attribute, Character, Doing, Fate, Fight, Fighter, Resource, State, Timeline};
use crate::shared::same_piece;
use crate::{Id, Message, Piece, ViewAfter, Viewer, message};

/// The parts each viewer may see, but for those that are surely the same in another state. What
/// several see alike is made once.
pub(super) fn views(
    pack: &Timeline,
    state: &State,
    other: Option<&State>,
    viewers: &[Viewer],
) -> Vec<ViewAfter<Part>> {
    let mut drawing = Drawing {
        pack,
        state,
        other,
        same_table: other.is_some_and(|other| is_same_table(state, other)),
        same_fight: other.is_some_and(|other| is_same_fight(state, other)),
        characters: BTreeMap::new(),
        fight: state.fight.as_deref().map(|fight| Chart::new(state, fight)),
    };
    viewers.iter().map(|viewer| drawing.view(*viewer)).collect()
}

/// The views of several viewers, as they are made.
struct Drawing<'s> {
    pack: &'s Timeline,
    state: &'s State,
    other: Option<&'s State>,
    same_table: bool,
    same_fight: bool,
    /// The characters, as hosts and as others see them.
    characters: BTreeMap<(Id, bool), Arc<CharacterPart>>,
    fight: Option<Chart<'s>>,
}

impl Drawing<'_> {
    fn view(&mut self, viewer: Viewer) -> ViewAfter<Part> {
        let (state, other) = (self.state, self.other);
        let mut parts = ViewAfter::new();
        let shown = || Part::Ruleset(self.pack.shown.part(|| ruleset(self.pack)));
        parts.insert("ruleset".to_owned(), other.is_none().then(shown));
        parts.insert("table".to_owned(), (!self.same_table).then(|| table(state, viewer)));
        let same_target = other.filter(|other| state.target == other.target);
        for character in state.characters.values().filter(|one| one.sees(viewer)) {
            let known = same_target.and_then(|other| other.characters.get(&character.id));
            let same = known.is_some_and(|known| Arc::ptr_eq(known, character));
            let of_host = viewer == Viewer::Host;
            let part = (!same).then(|| {
                let made = self.characters.entry((character.id, of_host));
                let make = || Arc::new(character_part(state, character, of_host));
                Part::Character(made.or_insert_with(make).clone())
            });
            parts.insert(format!("character/{}", character.id), part);
        }
        if let Some(chart) = &mut self.fight {
            let part = (!self.same_fight).then(|| Part::Fight(chart.part(viewer)));
            parts.insert("fight".to_owned(), part);
        }
        parts
    }
}

/// Whether two states surely show the same of the table, to everyone.
fn is_same_table(state: &State, other: &State) -> bool {
    let same = |one: &Arc<Character>, was: &Arc<Character>| {
        let seen = (one.id, one.seat, &one.seen) == (was.id, was.seat, &was.seen);
        // What is named in a claim may be anything of a character.
        Arc::ptr_eq(one, was) || (seen && state.claims.is_empty())
    };
    state.options == other.options
        && same_piece(state.environment.as_ref(), other.environment.as_ref())
        && (state.target, state.opponent) == (other.target, other.opponent)
        && state.claims == other.claims
        && state.order == other.order
        && state.clocks == other.clocks
        && state.characters.len() == other.characters.len()
        && state.characters.values().zip(other.characters.values()).all(|(one, was)| same(one, was))
}

/// Whether two states surely show the same of the fight, to everyone.
fn is_same_fight(state: &State, other: &State) -> bool {
    same_piece(state.fight.as_ref(), other.fight.as_ref())
        && state.options == other.options
        && state.characters.len() == other.characters.len()
        && state
            .characters
            .values()
            .zip(other.characters.values())
            .all(|(one, other)| Arc::ptr_eq(one, other))
}

fn ruleset(pack: &Timeline) -> RulesetPart {
    RulesetPart {
        id: pack.id.clone(),
        name: pack.name.clone(),
        blurb: pack.blurb.clone(),
        credit: pack.credit.clone(),
        races: pack.races.clone(),
        examples: pack.examples.clone(),
        attributes: Attribute::ALL.map(|attribute| (attribute, attribute.name())).into(),
        skills: pack.skills.clone(),
        traits: pack.traits.clone(),
        weapons: pack.weapons.clone(),
        items: pack.items.clone(),
        environments: pack.environments.clone(),
        resources: pack.resources.clone(),
        deeds: forms::deeds(),
        effects: forms::effects(),
    }
}

fn table(state: &State, viewer: Viewer) -> Part {
    let seen = |id: &&Id| state.character(**id).is_some_and(|one| one.sees(viewer));
    Part::Table(Box::new(TablePart {
        options: state.options.clone(),
        environment: state.environment.as_deref().cloned(),
        target: state.target,
        opponent: state.opponent,
        claims: {
            let claims = state.claims_seen(viewer).into_iter();
            claims.map(|claim| (claim.clone(), claim.words(state))).collect()
        },
        characters: state.order.iter().filter(seen).copied().collect(),
        clocks: state.clocks.parts(viewer),
    }))
}

fn character_part(state: &State, character: &Character, of_host: bool) -> CharacterPart {
    let attribute = |attribute: Attribute| {
        let (value, calculation) = character.buffed(attribute);
        AttributePart {
            attribute,
            name: attribute.name(),
            value,
            calculation,
            rate: state.target.map(|target| rate(value, target)),
        }
    };
    let strength = character.attribute(Attribute::Strength);
    CharacterPart {
        id: character.id,
        name: character.card.name.clone(),
        seat: character.seat,
        card: character.card.clone(),
        derived: character.derived.clone(),
        attributes: Attribute::ALL.map(attribute).into(),
        hit_points: character.hit_points,
        most_hit_points: character.most(Resource::HitPoints),
        willpower: character.willpower,
        most_willpower: character.most(Resource::Willpower),
        pools: state
            .pools
            .iter()
            .map(|pool| PoolPart {
                id: pool.id.clone(),
                name: pool.name.clone(),
                left: character.in_pool(&pool.id),
                most: pool.most(character),
            })
            .collect(),
        assumed: character.assumed.as_ref().map(|card| card.name.clone()),
        summoned: character.summoned,
        dead: character.dead,
        cash: character.cash,
        ledger: character.ledger.clone(),
        belongings: character.belongings.clone(),
        weapons: character
            .weapons
            .iter()
            .map(|weapon| WeaponPart {
                efficiency: weapon.draft.efficiency(strength),
                curve: weapon.draft.efficiency_curve(&LEVELS),
                weapon: weapon.clone(),
            })
            .collect(),
        wielded: character.wielded,
        traits: character.traits.clone(),
        skills: character.skills.clone(),
        buffs: character.buffs.clone(),
        modifiers: character.modifiers.clone(),
        seen: of_host.then(|| character.seen.clone()),
    }
}

/// The fight as a chart, for several viewers: who knows the same of it gets the same, and rows that
/// are alike are made once.
struct Chart<'s> {
    state: &'s State,
    fight: &'s Fight,
    /// What was recorded of each fighter, copies included, in order.
    record: BTreeMap<Id, Vec<&'s Entry>>,
    /// Those whose declarations there is something to know of.
    declaring: Vec<Id>,
    parts: Vec<(Sight, Arc<FightPart>)>,
    /// Each row with who it is of and what is known of them: see [`Chart::row`].
    rows: Vec<(Id, RowSight, Piece<FighterPart>)>,
}

/// What a viewer knows of a fight.
#[derive(Clone, PartialEq)]
struct Sight {
    /// The characters in sight.
    seen: Arc<BTreeSet<Id>>,
    /// Those whose declarations the viewer knows.
    declared: Vec<Id>,
    /// Whether the viewer knows of an initiative.
    initiative: bool,
}

/// What a viewer knows of the one a row is about.
#[derive(PartialEq)]
struct RowSight {
    seen: Arc<BTreeSet<Id>>,
    initiative: bool,
    /// Whether the fighter's declarations are known, and those of the one whose copy it is.
    declared: (bool, bool),
}

impl<'s> Chart<'s> {
    fn new(state: &'s State, fight: &'s Fight) -> Self {
        let mut record: BTreeMap<Id, Vec<&Entry>> = BTreeMap::new();
        let mut declaring: BTreeSet<Id> = BTreeSet::new();
        for entry in &fight.record {
            match entry {
                // What was given up as soon as it was declared never took any time.
                Entry::Span { act, until, fate: Fate::Cancelled, .. } if *until == act.start => {}
                Entry::Span { who, act, fate, .. } => {
                    // A copy was seen to do the same, from when it came.
                    let copies = fight.fighters.iter().filter(|one| {
                        one.mirrors && one.summoned == Some(*who) && one.since <= act.start
                    });
                    for id in copies.map(|one| one.id).chain([*who]) {
                        record.entry(id).or_default().push(entry);
                    }
                    if *fate == Fate::Cancelled {
                        declaring.insert(*who);
                    }
                }
                Entry::Change { who, .. } | Entry::Death { who, .. } => {
                    record.entry(*who).or_default().push(entry);
                }
            }
        }
        let declares =
            |one: &Fighter| one.mirrors || one.act().is_some() || !one.planned.is_empty();
        let now = fight.fighters.iter().filter(|one| declares(one));
        declaring.extend(now.map(|one| one.id));
        let declaring = declaring.into_iter().collect();
        Self { state, fight, record, declaring, parts: Vec::new(), rows: Vec::new() }
    }

    fn sight(&self, viewer: Viewer) -> Sight {
        let state = self.state;
        let seen = state.characters.values().filter(|one| one.sees(viewer));
        let seen: BTreeSet<Id> = seen.map(|one| one.id).collect();
        let known = self.parts.iter().find(|(sight, _)| *sight.seen == seen);
        let declared = self.declaring.iter().copied();
        Sight {
            seen: known.map_or_else(|| Arc::new(seen), |(sight, _)| sight.seen.clone()),
            declared: declared.filter(|id| state.sees_declaration(*id, viewer)).collect(),
            initiative: state.sees_initiative(viewer),
        }
    }

    /// The fight as a viewer sees it.
    fn part(&mut self, viewer: Viewer) -> Arc<FightPart> {
        let sight = self.sight(viewer);
        if let Some((_, part)) = self.parts.iter().find(|(known, _)| *known == sight) {
            return part.clone();
        }
        let (state, fight) = (self.state, self.fight);
        let shown = fight.fighters.iter().filter(|fighter| sight.seen.contains(&fighter.id));
        let fighters: Vec<_> = shown.map(|fighter| self.row(fighter, &sight, viewer)).collect();
        let part = Arc::new(FightPart {
            title: title(state, fight, &fighters),
            now: fight.now,
            fighters,
            awaited: state.awaited_by(viewer).map(|one| one.id).collect(),
            // Half a wind-up tells the wind-up: only those who know the declarations are told early.
            others_from: fight.others_from.filter(|_| sight.initiative).filter(|at| {
                *at <= fight.now
                    || fight
                        .standing()
                        .all(|one| one.act().is_none() || state.sees_declaration(one.id, viewer))
            }),
            past: fight.past.iter().map(|moment| moment.at).collect(),
            meetings: meeting::meetings(state, fight, viewer),
        });
        self.parts.push((sight, part.clone()));
        part
    }

    /// The row of a fighter: the same for all who know the same of them.
    fn row(&mut self, fighter: &Fighter, sight: &Sight, viewer: Viewer) -> Piece<FighterPart> {
        let declared = |id: Id| sight.declared.contains(&id);
        let of_maker = fighter.summoned.is_some_and(declared);
        let (seen, initiative) = (sight.seen.clone(), sight.initiative);
        let sight = RowSight { seen, initiative, declared: (declared(fighter.id), of_maker) };
        let mut known = self.rows.iter();
        if let Some((.., row)) = known.find(|(id, of, _)| *id == fighter.id && *of == sight) {
            return row.clone();
        }
        let mut row = row(self.state, fighter, viewer);
        for entry in self.record.get(&fighter.id).into_iter().flatten() {
            match entry {
                Entry::Span { who, act, until, fate } => {
                    let known = *fate != Fate::Cancelled || declared(*who);
                    row.spans.push(SpanPart {
                        start: act.start,
                        until: *until,
                        fate: *fate,
                        act: known.then(|| act_part(self.state, *who, act, viewer)),
                    });
                }
                Entry::Change { who: _, resource, by, at } => {
                    row.changes.push(ChangePart { at: *at, resource: *resource, by: *by });
                }
                Entry::Death { who: _, at } => row.died = Some(*at),
            }
        }
        let row = Piece::from(row);
        self.rows.push((fighter.id, sight, row.clone()));
        row
    }
}

/// What a fight is called: its own name, else the place everyone is in, else its sides as far as
/// the viewer sees them (T-32, T-34).
fn title(state: &State, fight: &Fight, seen: &[Piece<FighterPart>]) -> Message {
    if let Some(name) = &fight.name {
        return message!("plain", text = name);
    }
    if let Some(place) = &state.environment {
        return message!("timeline-term", name = &place.name);
    }
    let mut sides: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
    for one in seen.iter().filter(|one| one.summoned.is_none()) {
        sides.entry(one.side).or_default().push(&one.name);
    }
    let words = sides.into_values().map(|names| match names[..] {
        [first, _, _, ..] => {
            message!("timeline-fight-side", first = first, count = names.len())
        }
        _ => {
            let names = names.iter().map(|name| message!("plain", text = *name));
            message!("timeline-fight-names", names = names.collect::<Vec<_>>())
        }
    });
    let between = |one, other| message!("timeline-fight-between", one = one, other = other);
    words.reduce(between).unwrap_or_else(|| message!("timeline-fight"))
}

fn row(state: &State, fighter: &Fighter, viewer: Viewer) -> FighterPart {
    let known = state.sees_declaration(fighter.id, viewer);
    // A copy does what its maker does.
    let maker = fighter.summoned.filter(|_| fighter.mirrors && !fighter.gone);
    let acting = maker
        .and_then(|maker| state.fight.as_deref()?.fighter(maker))
        .filter(|maker| maker.act().is_some_and(|act| act.start >= fighter.since))
        .unwrap_or(fighter);
    // What waits for an initiative nobody may know of looks begun (T-26).
    let unknown = !acting.gone && state.waits_unknown(acting, viewer);
    let begun = acting.act().is_some() || (unknown && !acting.planned.is_empty());
    let act = if known { state.act_seen(acting.id, viewer) } else { None };
    let character = state.character(fighter.id);
    let resource = |resource| {
        character.map_or_else(Default::default, |one| (one.left(resource), one.most(resource)))
    };
    // A copy shows what its maker does; it has no plans of its own that could have begun.
    let first_has_begun = begun && acting.id == fighter.id && fighter.act().is_none();
    let hidden = if known { usize::from(first_has_begun) } else { fighter.planned.len() };
    let telling = Telling { before: state, viewer };
    let plans = fighter.planned.iter().skip(hidden);
    let plans: Vec<Message> =
        plans.map(|plan| deed_words(telling, fighter.id, &plan.deed, &plan.note)).collect();
    FighterPart {
        id: fighter.id,
        name: character.map_or_else(String::new, |one| one.card.name.clone()),
        doing: match unknown {
            true if begun => message!("timeline-doing-acting"),
            true => message!("timeline-doing-idle"),
            false => doing(acting),
        },
        declared: begun,
        act: act.map(|act| act_part(state, acting.id, &act, viewer)),
        planned: plans.len(),
        plans,
        side: state.side(fighter.id),
        controlled_until: match fighter.doing {
            Doing::Controlled(until) => Some(until),
            _ => None,
        },
        held_by: fighter.puppet.map(|(by, _)| by),
        summoned: fighter.summoned,
        lasting: fighter
            .lasting
            .iter()
            .map(|one| LastingPart {
                name: one.name.clone(),
                what: one.words(),
                kind: one.kind.clone(),
                until: one.until,
            })
            .collect(),
        weakened: fighter.weakened.clone(),
        shield: fighter.shield,
        position: fighter.position,
        unseen: fighter.is_unseen(),
        gone: fighter.gone,
        hit_points: resource(Resource::HitPoints),
        willpower: resource(Resource::Willpower),
        spans: Vec::new(),
        changes: Vec::new(),
        died: None,
    }
}

/// What a fighter is doing, as everyone may know it.
pub(super) fn doing(fighter: &Fighter) -> Message {
    match &fighter.doing {
        _ if fighter.gone => message!("timeline-doing-gone"),
        Doing::Idle => message!("timeline-doing-idle"),
        Doing::Holding => message!("timeline-doing-holding"),
        Doing::Acting(_) => message!("timeline-doing-acting"),
        Doing::Late => message!("timeline-doing-late"),
        Doing::Controlled(until) => message!("timeline-doing-controlled", until = *until),
    }
}

pub(super) fn act_part(state: &State, who: Id, act: &Act, viewer: Viewer) -> ActPart {
    let weapon = act.weapon.and_then(|id| state.character(who)?.weapon(id));
    ActPart {
        deed: act.deed.clone(),
        name: deed_name(Telling { before: state, viewer }, who, &act.deed),
        target: aim_of(who, &act.deed).map(|target| state.name_for(target, viewer)),
        attribute: act.attribute,
        impact: act.impact,
        left: act.left,
        start: act.start,
        end: act.end,
        weapon: weapon.map(|weapon| weapon.draft.name.clone()),
        note: act.note.clone(),
    }
}
