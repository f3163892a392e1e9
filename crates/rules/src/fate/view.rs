//! The table as a viewer may see it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::part::{
    ActionPart, AspectPart, ChancesPart, CharacterPart, CompelPart, DuePart, EntryPart, HitPart,
    LedgerPart, MendPart, Part, PursePart, RulesetPart, ScenePart, SidePartView, SlotPart,
    TrackPart, UsePart,
};
use super::{
    Act, Action, Aspect, Character, Created, Entry, Fate, Hit, MendRequest, Purse, Side, State,
    Use, act, free, ledger, mend,
};
use crate::shared::{among, same, same_piece};
use crate::{Id, ViewAfter, Viewer};

/// How many movements of points a view shows.
const ENTRIES: usize = 100;

/// The parts a viewer may see, but for those that are surely the same in another state.
pub(super) fn parts(
    pack: &Fate,
    state: &State,
    other: Option<&State>,
    viewer: Viewer,
) -> ViewAfter<Part> {
    let sameness = other.map(|other| Sameness::of(state, other));
    let sameness = sameness.as_ref();
    let mut view = ViewAfter::new();
    let ruleset = || Part::Ruleset(pack.shown.part(|| pack.ruleset_part()));
    view.insert("ruleset".to_owned(), other.is_none().then(ruleset));
    let same_options = other.is_some_and(|other| other.options == state.options);
    let options = || Part::Options(Box::new(state.options(pack).clone()));
    view.insert("options".to_owned(), (!same_options).then(options));
    let scene = || Part::Scene(Box::new(scene_part(pack, state, viewer)));
    view.insert("scene".to_owned(), (!sameness.is_some_and(Sameness::scene)).then(scene));
    let ledger = || Part::Ledger(ledger_part(state, viewer));
    view.insert("ledger".to_owned(), (!sameness.is_some_and(Sameness::ledger)).then(ledger));
    let marks = aspects_by_bearer(state);
    for (at, character) in state.characters.iter().enumerate() {
        if state.sees_character(viewer, character) {
            let is_same = sameness.is_some_and(|same| same.character(at));
            let own = marks.get(&character.id).map_or(&[][..], Vec::as_slice);
            let part =
                || Part::Character(Box::new(pack.character_part(state, viewer, character, own)));
            view.insert(format!("character/{}", character.id), (!is_same).then(part));
        }
    }
    for action in &state.actions {
        let is_same = sameness.is_some_and(|same| same.action(action));
        let part = || Part::Action(Box::new(pack.action_part(state, action, viewer)));
        view.insert(format!("action/{}", action.id), (!is_same).then(part));
    }
    for hit in &state.hits {
        let is_same = sameness.is_some_and(|same| same.hit(hit));
        let knows = || state.character(hit.to).is_some_and(|one| state.sees_sheet(viewer, one));
        let part = || HitPart {
            id: hit.id,
            to: hit.to,
            track: hit.track.clone(),
            shifts: hit.shifts,
            by: hit.by,
            ways: if knows() { pack.ways(state, hit) } else { Vec::new() },
        };
        view.insert(format!("hit/{}", hit.id), (!is_same).then(|| Part::Hit(part())));
    }
    for compel in &state.compels {
        let is_same = other.is_some_and(|other| other.compels.contains(compel));
        let part = || CompelPart {
            id: compel.id,
            to: compel.to,
            aspect: compel.aspect,
            compel: compel.kind,
            text: compel.text.clone(),
            stage: compel.stage,
        };
        view.insert(format!("compel/{}", compel.id), (!is_same).then(|| Part::Compel(part())));
    }
    view
}

/// What is surely the same in two states, found by their shared pieces.
struct Sameness<'s> {
    state: &'s State,
    other: &'s State,
    /// Who there is, in which order, what they are called and who sees them: many parts name people.
    people: bool,
    aspects: bool,
    /// The characters whose aspects may differ.
    marked: BTreeSet<Id>,
}

impl<'s> Sameness<'s> {
    fn of(state: &'s State, other: &'s State) -> Self {
        let known = |(one, other): (&Arc<Character>, &Arc<Character>)| {
            Arc::ptr_eq(one, other)
                || (one.id == other.id
                    && one.name == other.name
                    && one.seen == other.seen
                    && one.seat == other.seat
                    && one.pc == other.pc)
        };
        let mut people = state.characters.iter().zip(&other.characters);
        let [mine, theirs] = differing(&state.aspects, &other.aspects);
        Self {
            state,
            other,
            people: state.characters.len() == other.characters.len() && people.all(known),
            aspects: mine.is_empty() && theirs.is_empty(),
            marked: mine.iter().chain(theirs).filter_map(|one| one.character()).collect(),
        }
    }

    /// A character shows their aspects, on which others hold free invokes, and their points.
    fn character(&self, at: usize) -> bool {
        let (Some(one), Some(other)) =
            (self.state.characters.get(at), self.other.characters.get(at))
        else {
            return false;
        };
        let same_points = || {
            let purses = [Purse::Character(one.id), Purse::Later(one.id), Purse::Conceded(one.id)];
            let same = |purse| self.state.ledger.balance(purse) == self.other.ledger.balance(purse);
            self.state.ledger.is(&self.other.ledger) || purses.into_iter().all(same)
        };
        self.people && !self.marked.contains(&one.id) && Arc::ptr_eq(one, other) && same_points()
    }

    /// The ledger names people, and compels have an order.
    fn ledger(&self) -> bool {
        let ids = |state: &State| state.compels.iter().map(|one| one.id).collect::<Vec<_>>();
        self.people
            && self.state.ledger.is(&self.other.ledger)
            && ids(self.state) == ids(self.other)
    }

    /// What is being done names aspects, whose owners may be hidden, zones and tasks.
    fn action(&self, action: &Arc<Action>) -> bool {
        self.people
            && self.aspects
            && among(action, &self.other.actions)
            && self.state.scene == self.other.scene
    }

    /// The ways to absorb a hit are those of its character.
    fn hit(&self, hit: &Hit) -> bool {
        let found = self.state.characters.iter().position(|one| one.id == hit.to);
        self.other.hits.contains(hit) && found.is_some_and(|at| self.character(at))
    }

    /// The scene lists what there is.
    fn scene(&self) -> bool {
        let Self { state, other, .. } = self;
        let things = |state: &State| {
            let actions = state.actions.iter().map(|one| one.id);
            let hits = state.hits.iter().map(|one| one.id);
            let compels = state.compels.iter().map(|one| one.id);
            let counts = [state.actions.len(), state.hits.len()];
            (counts, actions.chain(hits).chain(compels).collect::<Vec<_>>())
        };
        // Mendings say what they change on a sheet.
        let mends = state.mends.is_empty() && other.mends.is_empty();
        self.people
            && self.aspects
            && mends
            && same_piece(state.scene.as_ref(), other.scene.as_ref())
            && same(&state.prepared, &other.prepared)
            && state.clocks.same(&other.clocks)
            && state.clock == other.clock
            && things(state) == things(other)
    }
}

/// The stretches of two lists that are not surely the same.
fn differing<'l, T>(one: &'l [Arc<T>], other: &'l [Arc<T>]) -> [&'l [Arc<T>]; 2] {
    let alike = |(one, other): &(&Arc<T>, &Arc<T>)| Arc::ptr_eq(one, other);
    let head = one.iter().zip(other).take_while(alike).count();
    let (one, other) = (&one[head..], &other[head..]);
    let tail = one.iter().rev().zip(other.iter().rev()).take_while(alike).count();
    [&one[..one.len() - tail], &other[..other.len() - tail]]
}

impl Fate {
    fn ruleset_part(&self) -> RulesetPart {
        RulesetPart {
            id: self.id.clone(),
            name: self.name.clone(),
            blurb: self.blurb.clone(),
            credit: self.credit.clone(),
            dice: self.dice.roll.to_string(),
            outcomes: self.outcomes.clone(),
            ladder: self.ladder.clone(),
            skills: self.skills.clone(),
            sheet: self.sheet.clone(),
            tracks: self.tracks.clone(),
            consequences: self.consequences.clone(),
            npcs: self.npcs.clone(),
            options: self.options.clone(),
            examples: self.examples.clone(),
        }
    }

    fn character_part(
        &self,
        state: &State,
        viewer: Viewer,
        character: &Character,
        own: &[&Aspect],
    ) -> CharacterPart {
        let id = character.id;
        let open = state.sees_sheet(viewer, character);
        let host = viewer == Viewer::Host;
        let tracks = self.tracks.iter().map(|track| {
            let values = self.values(character, &track.id).unwrap_or_default();
            let marks =
                if values.is_empty() { BTreeSet::new() } else { character.marks(&track.id) };
            TrackPart {
                id: track.id.clone(),
                name: track.name.clone(),
                boxes: self.boxes(character, &track.id),
                marked: character.marked(&track.id),
                values,
                marks: marks.into_iter().collect(),
            }
        });
        let slots = self.slots_with(character, own).into_iter().map(|slot| SlotPart {
            id: slot.id,
            name: slot.name,
            value: slot.value,
            taken: slot.taken,
        });
        CharacterPart {
            id,
            name: character.name.clone(),
            pc: character.pc,
            seat: character.seat,
            vitals: character.vitals.clone(),
            aspects: aspect_parts(state, viewer, Some(character), own.iter().copied()),
            skills: open.then(|| character.skills.clone()),
            stunts: if open { character.stunts.clone() } else { Vec::new() },
            tracks: if open { tracks.collect() } else { Vec::new() },
            slots: if open { slots.collect() } else { Vec::new() },
            refresh: character.refresh,
            points: state.ledger.balance(Purse::Character(id)),
            later: state.ledger.balance(Purse::Later(id))
                + state.ledger.balance(Purse::Conceded(id)),
            conceded: state.ledger.balance(Purse::Conceded(id)),
            out: character.out,
            absence: character.absence,
            size: character.size.clone().filter(|_| open),
            mob: character.mob,
            hazard: character.hazard.clone().filter(|_| open),
            milestones: character.milestones.clone(),
            notes: host.then(|| character.notes.clone()),
            seen: host.then(|| character.seen.clone()),
        }
    }

    fn action_part(&self, state: &State, action: &Action, viewer: Viewer) -> ActionPart {
        let act = action.act.as_seen(state, viewer);
        let pointed =
            !matches!(action.act, Act::Create { what: Created::Unknown { aspect: None } });
        let effort = action.unopposed();
        let open = action.open() && !effort;
        let shifts = if action.outcome.is_some() { action.shifts } else { action.shifts_now() };
        let outcome = (action.rolled() && !effort).then(|| {
            let (outcome, name, tone) = self.outcome(shifts);
            let stands = action.outcome.is_some();
            ChancesPart { outcome, name: name.clone(), tone, shifts, stands }
        });
        let against = action.opposition.as_ref().filter(|_| !effort);
        ActionPart {
            id: action.id,
            actor: action.actor,
            doing: act::doing(self, state, &act),
            act,
            pointed,
            text: action.text.clone(),
            target: action.target,
            targets: action.targets.clone(),
            proposed: action.proposed,
            side: self.side_part(&action.side),
            opposition: against.map(|side| self.side_part(side)),
            rolled: action.rolled(),
            chances: if effort { None } else { self.chances_before(action) },
            outcome,
            uses: if open { self.uses(action) } else { Vec::new() },
            due: action.due.iter().map(|due| DuePart { to: due.to, ask: due.ask }).collect(),
        }
    }

    fn side_part(&self, side: &Side) -> SidePartView {
        let sum = side.sum();
        SidePartView {
            who: side.who,
            skill: side.skill.clone(),
            rung: self.on_ladder(sum.total),
            sum,
            roll: side.rolls.last().cloned(),
            helpers: side.helpers.clone(),
            invokes: side.invokes.clone(),
            stands: side.stands,
        }
    }

    /// What each use of an invoke would do now (F-05).
    pub(super) fn uses(&self, action: &Action) -> Vec<UsePart> {
        let mut uses = Vec::new();
        for opposition in [false, true] {
            for to in [Use::Bonus, Use::Reroll] {
                if let Some(chances) = self.chances_after(action, opposition, to) {
                    uses.push(UsePart { opposition, to, chances });
                }
            }
        }
        uses
    }
}

fn ledger_part(state: &State, viewer: Viewer) -> LedgerPart {
    let shown = |purse: Purse| state.sees_purse(viewer, purse);
    let entries = state.ledger.entries().iter().filter(|it| shown(it.from) && shown(it.to));
    let entries: Vec<&Entry> = entries.collect();
    let earlier = entries.len().saturating_sub(ENTRIES);
    let purses = state.ledger.balances();
    let purses = purses.filter(|(purse, _)| *purse != Purse::Bank && shown(*purse));
    let mut purses: Vec<PursePart> =
        purses.map(|(purse, points)| PursePart { purse, points }).collect();
    // Of each kind as their owners came: ids say nothing of an order.
    purses.sort_by_key(|part| {
        let of = |id| state.characters.iter().position(|one| one.id == id);
        match part.purse {
            Purse::Bank => (0, None),
            Purse::Host => (1, None),
            Purse::Character(id) => (2, of(id)),
            Purse::HostLater | Purse::HostConceded => (3, None),
            Purse::Later(id) => (4, of(id)),
            Purse::Conceded(id) => (5, of(id)),
            Purse::Compel(id) => (6, state.compels.iter().position(|one| one.id == id)),
        }
    });
    LedgerPart {
        purses,
        entries: entries[earlier..].iter().map(|it| entry_part(state, it)).collect(),
        earlier: u32::try_from(earlier).unwrap_or(u32::MAX),
    }
}

fn entry_part(state: &State, entry: &Entry) -> EntryPart {
    EntryPart { words: ledger::movement(state, entry), entry: entry.clone() }
}

/// The aspects of every character, so that many characters are not each looked for among all.
fn aspects_by_bearer(state: &State) -> BTreeMap<Id, Vec<&Aspect>> {
    let mut all: BTreeMap<Id, Vec<&Aspect>> = BTreeMap::new();
    for aspect in &state.aspects {
        if let Some(id) = aspect.character() {
            all.entry(id).or_default().push(aspect);
        }
    }
    all
}

/// Aspects, all of them on one character, or on none.
fn aspect_parts<'a>(
    state: &State,
    viewer: Viewer,
    bearer: Option<&Character>,
    wanted: impl Iterator<Item = &'a Aspect>,
) -> Vec<AspectPart> {
    let all = wanted.filter(|one| state.sees_aspect_on(viewer, one, bearer));
    all.map(|aspect| AspectPart {
        id: aspect.id,
        name: aspect.name.clone(),
        aspect: aspect.kind.clone(),
        on: aspect.on,
        free: free::as_seen(state, viewer, aspect),
        seen: (viewer == Viewer::Host).then(|| aspect.seen.clone()),
    })
    .collect()
}

fn scene_part(pack: &Fate, state: &State, viewer: Viewer) -> ScenePart {
    let host = viewer == Viewer::Host;
    let mend = |one: &MendRequest| MendPart {
        id: one.id,
        character: one.character,
        words: mend::to_message(pack, state, one.character, &one.mend),
    };
    let seen = state.characters.iter().filter(|one| state.sees_character(viewer, one));
    let seen: Vec<Id> = seen.map(|one| one.id).collect();
    let in_sight: BTreeSet<Id> = seen.iter().copied().collect();
    let sees = |id: &Id| in_sight.contains(id);
    let mut part = ScenePart {
        session: state.clock.sessions,
        aspects: aspect_parts(
            state,
            viewer,
            None,
            state.aspects.iter().map(|one| &**one).filter(|one| one.character().is_none()),
        ),
        characters: seen,
        actions: state.actions.iter().map(|one| one.id).collect(),
        hits: state.hits.iter().map(|one| one.id).collect(),
        compels: state.compels.iter().map(|one| one.id).collect(),
        unused: free::unused(state, viewer, false),
        mends: state.mends.iter().map(mend).collect(),
        prepared: if host {
            state.prepared.iter().map(|one| (**one).clone()).collect()
        } else {
            Vec::new()
        },
        passing: free::passing(state, viewer).map(|one| one.id).collect(),
        clocks: state.clocks.parts(viewer),
        ..ScenePart::default()
    };
    if let Some(scene) = &state.scene {
        part.open = true;
        part.title = Some(scene.title.clone());
        part.text.clone_from(&scene.text);
        part.notes = (viewer == Viewer::Host).then(|| scene.notes.clone());
        part.zones.clone_from(&scene.zones);
        part.borders.clone_from(&scene.borders);
        let here = scene.whereabouts.iter().filter(|(who, _)| sees(who));
        part.whereabouts = here.map(|(who, zone)| (*who, *zone)).collect();
        part.challenge.clone_from(&scene.challenge);
        part.contest.clone_from(&scene.contest);
        part.conflict.clone_from(&scene.conflict);
    }
    part
}
