//! What must outlive a restart: which group is at which table, who sits where, and the number of the
//! last line said to each. It is kept beside the tables.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rules::{Id, SeatId};
use serde::{Deserialize, Serialize};
use table::{Note, StoreError, TableId, Tables};

use crate::platform::Place;

/// How many answered messages of a place are remembered over a restart.
const ANSWERED: usize = 200;

/// How far a reader has been told the lines of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The last line that was said, or may have been.
    pub said: u64,
    /// The last line of the message under way. What was under way when the program ended may have
    /// arrived, so it counts as said (C-22).
    #[serde(default)]
    pub sending: u64,
}

impl Told {
    /// A reader who has been told everything up to a line.
    #[must_use]
    pub fn up_to(line: u64) -> Self {
        Self { said: line, sending: 0 }
    }

    /// The last line that is not to be said again.
    #[must_use]
    pub fn last(self) -> u64 {
        self.said.max(self.sending)
    }
}

/// A group's seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bound {
    /// The table.
    pub table: TableId,
    /// The seat whose lines it hears: a spectator's of its own, or the first of a side group's.
    pub seat: SeatId,
    /// The device it sits by.
    pub device: Id,
    /// The seats of a side group: it hears what all of them hear. Empty for a main group.
    #[serde(default)]
    pub side: Vec<SeatId>,
    /// The host who bound it, on whose behalf people join.
    pub host: SeatId,
    /// What it was told.
    #[serde(default)]
    pub told: Told,
}

/// A group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Its table.
    #[serde(default)]
    pub bound: Option<Bound>,
    /// Whether the bot speaks here (`.bot off`).
    pub on: bool,
    /// Whether what is said here without a prefix goes to the table (`.log off`).
    pub log: bool,
}

impl Bound {
    /// The seats by whose eyes the group reads: whatever is said in it, all of them may know.
    #[must_use]
    pub fn eyes(&self) -> Vec<SeatId> {
        if self.side.is_empty() { vec![self.seat] } else { self.side.clone() }
    }
}

impl Default for Group {
    fn default() -> Self {
        Self { bound: None, on: true, log: true }
    }
}

/// A person's seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// The table.
    pub table: TableId,
    /// Their seat.
    pub seat: SeatId,
    /// The device they sit by.
    pub device: Id,
    /// The group they came by; without one, all their lines are told in private.
    #[serde(default)]
    pub home: Option<String>,
    /// Whom they speak as (C-04).
    #[serde(default)]
    pub speaking_as: Option<Id>,
    /// What they were told in private.
    #[serde(default)]
    pub told: Told,
}

/// The bindings of one bridge. Changes are kept in the order they were made.
pub struct Book {
    tables: Tables,
    space: String,
    groups: Mutex<BTreeMap<Place, Group>>,
    /// By account and person, in the order they sat down.
    people: Mutex<BTreeMap<Place, Vec<Sitting>>>,
    /// The last messages of each place that were answered, so that one that comes again after a
    /// restart is known (C-22).
    answered: Mutex<BTreeMap<Place, VecDeque<String>>>,
    writing: tokio::sync::Mutex<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Each change is one step, so a panic elsewhere leaves it whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Book {
    /// The bindings of the bridge of this name, as they were kept.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn open(tables: Tables, bridge: &str) -> Result<Self, StoreError> {
        let space = format!("chat:{bridge}");
        let (mut groups, mut people) = (BTreeMap::new(), BTreeMap::<Place, Vec<Sitting>>::new());
        for note in tables.notes(&space).await? {
            // A person's seat has the table after its place; a table's id has no bar in it.
            let place = note.name.rsplit_once('|').filter(|_| !note.name.ends_with('}'));
            let place = place.map_or(note.name.as_str(), |(place, _)| place);
            let Ok(place) = serde_json::from_str::<Place>(place) else { continue };
            if place.private {
                let read = serde_json::from_str::<Sitting>(&note.text).ok();
                people.entry(place).or_default().extend(read);
            } else if let Ok(group) = serde_json::from_str(&note.text) {
                groups.insert(place, group);
            }
        }
        let mut answered = BTreeMap::new();
        for note in tables.notes(&format!("{space}:answered")).await? {
            let place = serde_json::from_str::<Place>(&note.name);
            if let (Ok(place), Ok(messages)) = (place, serde_json::from_str(&note.text)) {
                answered.insert(place, messages);
            }
        }
        let (groups, people) = (Mutex::new(groups), Mutex::new(people));
        let (answered, writing) = (Mutex::new(answered), tokio::sync::Mutex::default());
        Ok(Self { tables, space, groups, people, answered, writing })
    }

    /// A group; one that was never heard of is silent but on.
    #[must_use]
    pub fn group(&self, place: &Place) -> Group {
        lock(&self.groups).get(place).cloned().unwrap_or_default()
    }

    /// The seats of a person, in the order they sat down.
    #[must_use]
    pub fn sittings(&self, person: &Place) -> Vec<Sitting> {
        lock(&self.people).get(person).cloned().unwrap_or_default()
    }

    /// The seat of a person at a table.
    #[must_use]
    pub fn sitting(&self, person: &Place, table: TableId) -> Option<Sitting> {
        self.sittings(person).into_iter().find(|sitting| sitting.table == table)
    }

    /// Everyone who sits at a table by this bridge.
    #[must_use]
    pub fn people_at(&self, table: TableId) -> Vec<(Place, Sitting)> {
        let people = lock(&self.people);
        let all = people.iter().flat_map(|(person, all)| all.iter().map(move |it| (person, it)));
        let here = all.filter(|(_, sitting)| sitting.table == table);
        here.map(|(person, sitting)| (person.clone(), sitting.clone())).collect()
    }

    /// The spectator's seat of a main group at a table: what it hears, everyone hears.
    #[must_use]
    pub fn public_seat(&self, table: TableId) -> Option<SeatId> {
        let groups = lock(&self.groups);
        let mut bound = groups.values().filter_map(|group| group.bound.as_ref());
        bound.find(|it| it.table == table && it.side.is_empty()).map(|it| it.seat)
    }

    /// All places with something at a table.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        let bound = |(place, group): (&Place, &Group)| group.bound.is_some().then(|| place.clone());
        let mut places: Vec<Place> = lock(&self.groups).iter().filter_map(bound).collect();
        places.extend(lock(&self.people).keys().cloned());
        places
    }

    /// Changes a group.
    pub async fn change_group(&self, place: &Place, change: impl FnOnce(&mut Group)) {
        let _turn = self.writing.lock().await;
        let group = {
            let mut groups = lock(&self.groups);
            let group = groups.entry(place.clone()).or_default();
            change(group);
            group.clone()
        };
        let table = group.bound.as_ref().map(|bound| bound.table);
        self.keep(name(place, None), table, serde_json::to_string(&group)).await;
    }

    /// Puts a person on a seat.
    pub async fn seat(&self, person: &Place, sitting: Sitting) {
        let _turn = self.writing.lock().await;
        {
            let mut people = lock(&self.people);
            let all = people.entry(person.clone()).or_default();
            all.retain(|it| it.table != sitting.table);
            all.push(sitting.clone());
        }
        self.keep_sitting(person, &sitting).await;
    }

    /// Changes what is known of a person's seat at a table.
    pub async fn change_sitting(
        &self,
        person: &Place,
        table: TableId,
        change: impl FnOnce(&mut Sitting),
    ) {
        let _turn = self.writing.lock().await;
        let changed = {
            let mut people = lock(&self.people);
            let all = people.get_mut(person);
            all.and_then(|all| all.iter_mut().find(|it| it.table == table)).map(|sitting| {
                change(sitting);
                sitting.clone()
            })
        };
        if let Some(sitting) = changed {
            self.keep_sitting(person, &sitting).await;
        }
    }

    /// Forgets a person's seat at a table.
    pub async fn unseat(&self, person: &Place, table: TableId) {
        let _turn = self.writing.lock().await;
        if let Some(all) = lock(&self.people).get_mut(person) {
            all.retain(|it| it.table != table);
        }
        if let Err(fault) = self.tables.take_note(&self.space, &name(person, Some(table))).await {
            tracing::warn!(%fault, "a seat could not be forgotten");
        }
    }

    async fn keep_sitting(&self, person: &Place, sitting: &Sitting) {
        let text = serde_json::to_string(sitting);
        self.keep(name(person, Some(sitting.table)), Some(sitting.table), text).await;
    }

    async fn keep(&self, name: String, table: Option<TableId>, text: serde_json::Result<String>) {
        let Ok(text) = text else { return };
        let note = Note { space: self.space.clone(), name, table, text };
        if let Err(fault) = self.tables.keep_note(&note).await {
            tracing::error!(%fault, "a binding could not be kept");
        }
    }

    /// Whether a message of a place was answered before.
    #[must_use]
    pub fn was_answered(&self, place: &Place, message: &str) -> bool {
        lock(&self.answered).get(place).is_some_and(|all| all.iter().any(|it| it == message))
    }

    /// A message of a place is answered: if it comes again, it is not.
    pub async fn answered(&self, place: &Place, message: &str) {
        let _turn = self.writing.lock().await;
        let text = {
            let mut answered = lock(&self.answered);
            let all = answered.entry(place.clone()).or_default();
            all.push_back(message.to_owned());
            all.drain(..all.len().saturating_sub(ANSWERED));
            serde_json::to_string(&*all)
        };
        let Ok(text) = text else { return };
        let space = format!("{}:answered", self.space);
        let note = Note { space, name: name(place, None), table: None, text };
        if let Err(fault) = self.tables.keep_note(&note).await {
            tracing::warn!(%fault, "what was answered could not be kept");
        }
    }

    /// A small text that outlives a restart: where an event stream is to go on.
    pub async fn mark(&self, text: &str) {
        let note = Note {
            space: format!("{}:mark", self.space),
            name: String::new(),
            table: None,
            text: text.to_owned(),
        };
        if let Err(fault) = self.tables.keep_note(&note).await {
            tracing::warn!(%fault, "a place in the stream could not be kept");
        }
    }

    /// What was marked last.
    pub async fn marked(&self) -> Option<String> {
        let notes = self.tables.notes(&format!("{}:mark", self.space)).await.ok()?;
        notes.into_iter().next().map(|note| note.text)
    }
}

/// The name of a note: the place, and for a person's seat its table.
fn name(place: &Place, table: Option<TableId>) -> String {
    let place = serde_json::to_string(place).unwrap_or_default();
    match table {
        Some(table) => format!("{place}|{table}"),
        None => place,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use table::{MemoryStore, World};

    use super::*;

    #[tokio::test]
    async fn c23_bindings_outlive_the_program() {
        let store = Arc::new(MemoryStore::new());
        let tables = || Tables::new(store.clone(), World::fixed(1).0);
        let id = |text: &str| serde_json::from_value::<Id>(text.into()).expect("an id");
        let table = TableId(uuid::Uuid::from_u128(7));
        let group = Place { account: "1".into(), private: false, id: "a|b \"c\"".into() };
        let person = Place::of_person("1", "200");
        let bound = Bound {
            table,
            seat: SeatId(id("000000000001")),
            device: id("000000000002"),
            side: Vec::new(),
            host: SeatId(id("000000000003")),
            told: Told::up_to(4),
        };
        let sitting = Sitting {
            table,
            seat: SeatId(id("000000000004")),
            device: id("000000000005"),
            home: Some(group.id.clone()),
            speaking_as: None,
            told: Told::default(),
        };
        let book = Book::open(tables(), "qq").await.expect("opened");
        book.change_group(&group, |group| group.bound = Some(bound.clone())).await;
        book.change_group(&group, |group| group.log = false).await;
        book.seat(&person, sitting.clone()).await;
        let sending = Told { said: 4, sending: 6 };
        book.change_sitting(&person, table, |sitting| sitting.told = sending).await;
        let again = Book::open(tables(), "qq").await.expect("opened");
        assert_eq!(again.group(&group), Group { bound: Some(bound), on: true, log: false });
        assert_eq!(again.sittings(&person), [Sitting { told: sending, ..sitting }]);
        assert_eq!(again.sittings(&person)[0].told.last(), 6, "what was under way may be there");
        assert_eq!(Book::open(tables(), "kook").await.expect("opened").places(), []);
        for n in 0..=ANSWERED {
            again.answered(&group, &format!("m{n}")).await;
        }
        let later = Book::open(tables(), "qq").await.expect("opened");
        assert!(later.was_answered(&group, "m200") && later.was_answered(&group, "m1"));
        assert!(!later.was_answered(&group, "m0"), "what is long past is forgotten");
        assert!(!later.was_answered(&person, "m200"), "elsewhere it is another message");
        assert_eq!(later.places().len(), 2);
        again.unseat(&person, table).await;
        let third = Book::open(tables(), "qq").await.expect("opened");
        assert_eq!(third.sittings(&person), []);
        assert_eq!(third.public_seat(table), Some(SeatId(id("000000000001"))));
    }
}
