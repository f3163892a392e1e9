//! Laws of every family, looked at where random play has led.

use rules::{Acts, Flags, Offer, Ruleset, Seat, Wait};
use serde_json::Value as Json;

use super::ids::Renamed;
use super::table::Table;

/// The log, written and read back, leads from the beginning to the live state.
pub fn the_log_folds_to_the_live_state<R: Ruleset>(table: &Table<R>) {
    let pack = &table.game.pack;
    let mut folded = pack.begin();
    for event in &table.log {
        pack.apply(&mut folded, &read_back(event));
    }
    assert!(folded == *table.state(), "{folded:#?}\nis not\n{:#?}", table.state());
}

/// What is pushed holds: every flag is a declared verb whose command is accepted on its thing as it
/// stands, and is among what can be asked for there; what is waited for can be done.
pub fn every_flag_is_accepted<R: Ruleset>(table: &Table<R>, seats: &[Seat]) {
    let verbs = table.game.pack.verbs();
    for by in seats {
        let Acts { can, waits } = table.pushed(*by);
        for Flags { of, within, can } in can {
            let offers = table.offers_of(*by, &of);
            for name in can {
                let verb = verbs.iter().find(|verb| verb.name == name);
                let verb = verb.unwrap_or_else(|| panic!("{name} is not declared"));
                let command = serde_json::from_value(verb.on(&of, within));
                let command: R::Command =
                    command.unwrap_or_else(|fault| panic!("{name} of {of}: {fault}"));
                let decided = table.decide(*by, &command);
                assert!(decided.is_ok(), "{name} of {of} for {by:?}: {command:?}: {decided:?}");
                assert!(
                    offers.iter().any(|offer| offer.verb() == name),
                    "{name} of {of} cannot be asked for: {offers:?}"
                );
            }
        }
        for Wait { of, words } in waits {
            let offers = table.offers_of(*by, &of);
            let meets = |offer: &Offer<R::Command>| offer.waits.as_ref() == Some(&words);
            assert!(offers.iter().any(meets), "{words:?} of {of}: {offers:?}");
        }
    }
}

/// An act is shown at the thing it is about, so its label does not say again what that is called.
pub fn no_label_repeats_its_subject<R: Ruleset>(table: &Table<R>, by: Seat) {
    let view = serde_json::to_value(table.view(by.viewer())).expect("plain data");
    for of in table.game.pack.subjects(table.state(), by) {
        let Some(id) = of.id() else { continue };
        let mut names = Vec::new();
        called(&view, &Json::from(id.to_string()), &mut names);
        for offer in table.offers_of(by, &of) {
            let label = serde_json::to_value(&offer.label).expect("plain data");
            let repeats = |name: &&Json| label["args"].to_string().contains(&name.to_string());
            let repeated = names.iter().copied().find(repeats);
            assert_eq!(repeated, None, "{label} at what is called so");
        }
    }
}

/// What the thing with this id is called, wherever it is shown. Random play leaves the blanks of
/// forms as they are, so one name is given to many things and says nothing of any of them.
fn called<'v>(view: &'v Json, id: &Json, names: &mut Vec<&'v Json>) {
    match view {
        Json::Object(fields) => {
            if fields.get("id") == Some(id) {
                let said = ["name", "title"].into_iter().filter_map(|field| fields.get(field));
                names.extend(said.filter(|name| *name != "" && *name != "…"));
            }
            fields.values().for_each(|field| called(field, id, names));
        }
        Json::Array(items) => items.iter().for_each(|item| called(item, id, names)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

/// Every offer is quoted and accepted as it stands, and its command can be sent.
pub fn every_offer_is_accepted<R: Ruleset>(table: &Table<R>, seats: &[Seat]) {
    let before = table.state().clone();
    every_flag_is_accepted(table, seats);
    for by in seats {
        no_label_repeats_its_subject(table, *by);
        for offer in table.offers(*by) {
            let command = read_back(&offer.command);
            table.quote(*by, &command);
            let decided = table.decide(*by, &command);
            assert!(decided.is_ok(), "{command:?}: {decided:?}");
        }
    }
    assert!(before == *table.state(), "neither quotes nor decisions change anything");
}

/// Two plays of the same commands are the same in all that was kept of them.
pub fn the_same_whatever_the_ids(key: u64, play: impl Fn(u64) -> Vec<Json>) {
    let (one, other) = (play(1), play(key));
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other);
    }
    assert_eq!(one.len(), other.len());
}

/// What happened since `before`, and what each seat is told of it.
pub fn happened<R: Ruleset>(
    table: &Table<R>,
    before: &R::State,
    events: &[R::Event],
    seats: &[Seat],
    renamed: &Renamed,
) -> Vec<Json> {
    let lines = seats.iter().map(|seat| table.lines_for(seat.viewer(), before, events));
    let lines = lines.map(|lines| renamed.of(&lines));
    std::iter::once(renamed.of(&events)).chain(lines).collect()
}

/// What each seat is offered and sees now.
pub fn seen<R: Ruleset>(table: &Table<R>, seats: &[Seat], renamed: &Renamed) -> Vec<Json> {
    let look = |seat: &Seat| {
        let (acts, offers) = (table.pushed(*seat), table.offers(*seat));
        [renamed.of(&acts), renamed.of(&offers), renamed.of(&table.view(seat.viewer()))]
    };
    seats.iter().flat_map(look).collect()
}

/// Something as it comes out of a log or off the wire, which is as it went in.
fn read_back<T>(it: &T) -> T
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    let written = serde_json::to_string(it).expect("plain data can be written");
    let read = serde_json::from_str(&written).expect("what is written can be read");
    assert_eq!(*it, read);
    read
}
