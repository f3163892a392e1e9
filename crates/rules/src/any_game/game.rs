//! A game of one family behind the face that all share.

use std::fmt::Debug;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value as Json;

use super::event::{AnyData, Moved, PackChanged, written};
use super::families::Family;
use super::{AnyEvent, AnyGame, AnyView, GameEvent, Moving, Staged, Staging, Unreadable, to_json};
use crate::change::{Change, Sent};
use crate::kernel::{Deciding, bring, in_one_language, try_ready};
use crate::{
    Acts, Audience, Checked, Dice, Encoded, Game, Id, Line, Numbers, Offer, Quote, ReadyThing,
    Refusal, Roll, Ruleset, Seat, SeatId, Stock, Subject, Term, Verb, Viewer, message,
};

/// A [`Game`] with its types hidden: what [`AnyGame`] calls. A game of another family, or an event
/// of one, is as good as none: no log mixes them.
pub(super) trait AnyFamily: AnyData {
    fn copy(&self) -> Box<dyn AnyFamily>;
    fn pack(&self) -> Json;
    fn state(&self) -> &dyn Debug;
    fn shares_its_pack(&self) -> bool;
    fn decide(
        &self,
        by: Seat,
        command: &Json,
        dice: &mut dyn Dice,
    ) -> Result<Vec<GameEvent>, Refusal>;
    fn stage(&self, by: Seat, staged: &Staged<'_>, dice: &mut dyn Dice) -> Staging;
    fn ready(&self, thing: &Json) -> Result<ReadyThing, Refusal>;
    fn show_ready(&self, thing: &Json) -> Option<ReadyThing>;
    fn library(&self) -> Arc<[ReadyThing]>;
    fn begin_session(&self) -> Vec<GameEvent>;
    fn settings(&self) -> &'static [&'static str];
    fn event_version(&self) -> u32;
    fn read(&self, event: &GameEvent) -> Result<AnyEvent, Unreadable>;
    fn apply(&mut self, event: &AnyEvent);
    fn tell(&self, event: &AnyEvent, viewer: Viewer) -> Option<Line>;
    fn rolls<'e>(&self, event: &'e AnyEvent) -> Vec<&'e Roll>;
    fn numbers(&self, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers;
    fn view(&self, viewer: Viewer) -> AnyView;
    fn verbs(&self) -> Vec<Verb>;
    fn subjects(&self, by: Seat) -> Vec<Subject>;
    fn offers(&self, by: Seat, of: &Subject, secretly: bool) -> Vec<Offer<Json>>;
    fn acts(&self, by: Seat, secretly: bool) -> Acts;
    fn changes(&self, before: &AnyGame, viewers: &[(Viewer, Option<&Sent>)]) -> Vec<Change>;
    fn has_private_view(&self, player: SeatId) -> bool;
    fn quote(&self, by: Seat, command: &Json) -> Result<Quote, Refusal>;
    fn same_state(&self, other: &AnyGame) -> bool;
    fn same_pack(&self, other: &AnyGame) -> bool;
    fn moving(&self, to: &Json) -> Result<Moving, Unreadable>;
}

/// Everything one viewer may see, and what is gone since a game by another pack.
fn all_parts<R: Family>(
    game: &Game<R>,
    before: &AnyGame,
    viewer: Viewer,
    sent: Option<&Sent>,
) -> Change {
    let mut changed = game.view(viewer).encoded();
    let shown = Some(changed.keys().cloned().collect());
    let was: Vec<String> = match sent {
        Some(sent) => sent.keys().cloned().collect(),
        None => before.view(viewer).encoded().into_keys().collect(),
    };
    for key in was {
        changed.entry(key).or_insert_with(Encoded::gone);
    }
    Change { shown, changed }
}

impl<R: Family> AnyFamily for Game<R> {
    fn copy(&self) -> Box<dyn AnyFamily> {
        Box::new(self.clone())
    }

    fn pack(&self) -> Json {
        to_json(&*self.pack)
    }

    fn state(&self) -> &dyn Debug {
        &self.state
    }

    fn shares_its_pack(&self) -> bool {
        self.pack.is_shared()
    }

    fn decide(
        &self,
        by: Seat,
        command: &Json,
        dice: &mut dyn Dice,
    ) -> Result<Vec<GameEvent>, Refusal> {
        let command = read_command::<R>(command)?;
        let events = self.pack.decide(&self.state, by, &command, dice)?;
        Ok(events.iter().map(written::<R>).collect())
    }

    fn stage(&self, by: Seat, staged: &Staged<'_>, dice: &mut dyn Dice) -> Staging {
        let mut deciding = Deciding::new(&*self.pack, &self.state, by, dice);
        if let Some((title, text)) = staged.scene {
            R::set_stage(&mut deciding, title, text)?;
        }
        for thing in staged.things {
            let mut thing = (*thing).clone();
            if R::PLAIN_NAMES {
                in_one_language(&mut thing, staged.language);
            }
            bring(&mut deciding, &read_ready::<R>(&thing)?, staged.to)?;
        }
        let events = deciding.into_events();
        let says = if R::HAS_SCENES { None } else { staged.scene };
        let says = says.map(|(title, text)| (title.to_owned(), text.to_owned()));
        Ok((events.iter().map(written::<R>).collect(), says))
    }

    fn ready(&self, thing: &Json) -> Result<ReadyThing, Refusal> {
        let of = thing.get("of").and_then(|of| Id::deserialize(of).ok());
        let none = || Refusal::new("B-44", message!("ready-none"));
        let ready = match of {
            Some(of) => self.pack.ready_from(&self.state, of).ok_or_else(none)?,
            None => read_ready::<R>(thing)?,
        };
        try_ready(&*self.pack, &ready)?;
        Ok(ReadyThing::new(&*self.pack, &ready))
    }

    fn show_ready(&self, thing: &Json) -> Option<ReadyThing> {
        Some(ReadyThing::new(&*self.pack, &read_ready::<R>(thing).ok()?))
    }

    fn library(&self) -> Arc<[ReadyThing]> {
        self.pack.shown_library()
    }

    fn begin_session(&self) -> Vec<GameEvent> {
        self.pack.begin_session(&self.state).iter().map(written::<R>).collect()
    }

    fn settings(&self) -> &'static [&'static str] {
        R::SETTINGS
    }

    fn event_version(&self) -> u32 {
        R::EVENT_VERSION
    }

    fn same_pack(&self, other: &AnyGame) -> bool {
        other.of::<R>().is_some_and(|other| other.pack.is(&self.pack))
    }

    fn moving(&self, to: &Json) -> Result<Moving, Unreadable> {
        let new = R::deserialize(to).map_err(Unreadable::Pack)?;
        // As it would be written: what old packs leave out is no difference.
        let differences = crate::pack::differences(&self.pack(), &to_json(&new));
        let breaks = new.breaks(&self.pack, &self.state);
        Ok(Moving { differences, breaks, unsettled: self.pack.is_unsettled(&self.state) })
    }

    fn read(&self, event: &GameEvent) -> Result<AnyEvent, Unreadable> {
        if event.changes_pack() {
            let changed = PackChanged::<R>::deserialize(&event.event);
            let PackChanged { pack, decisions } = changed.map_err(Unreadable::Event)?;
            let pack = Checked::of_log(pack);
            return Ok(AnyEvent(Arc::new(Moved { pack, decisions })));
        }
        if event.version > R::EVENT_VERSION {
            return Err(Unreadable::Newer { found: event.version, known: R::EVENT_VERSION });
        }
        let read = if event.version < R::EVENT_VERSION {
            serde_json::from_value(R::upcast(event.version, event.event.clone()))
        } else {
            R::Event::deserialize(&event.event)
        };
        let event: R::Event = read.map_err(Unreadable::Event)?;
        Ok(AnyEvent(Arc::new(event)))
    }

    fn apply(&mut self, event: &AnyEvent) {
        if let Some(event) = event.of::<R>() {
            self.pack.apply(&mut self.state, event);
        } else if let Some(Moved { pack, decisions }) = event.moved::<R>() {
            pack.moved(&self.pack, &mut self.state, decisions);
            self.pack = pack.clone();
        }
    }

    fn tell(&self, event: &AnyEvent, viewer: Viewer) -> Option<Line> {
        if let Some(Moved { pack, .. }) = event.moved::<R>() {
            let pack = to_json(&**pack);
            let name = pack.get("name").and_then(|name| Term::deserialize(name).ok());
            let name = name.unwrap_or_else(|| Term::from(""));
            let version = pack.pointer("/about/version").and_then(Json::as_str).unwrap_or_default();
            return Some(message!("pack-moved", name = name, version = version).into());
        }
        self.pack.tell(&self.state, event.of::<R>()?, viewer)
    }

    fn rolls<'e>(&self, event: &'e AnyEvent) -> Vec<&'e Roll> {
        event.of::<R>().map_or_else(Vec::new, |event| self.pack.rolls(event))
    }

    fn numbers(&self, by: Seat, actor: Option<Id>, audience: &Audience) -> Numbers {
        self.pack.numbers(&self.state, by, actor, audience)
    }

    fn view(&self, viewer: Viewer) -> AnyView {
        R::any_view(self.pack.view(&self.state, viewer))
    }

    fn verbs(&self) -> Vec<Verb> {
        self.pack.verbs()
    }

    fn subjects(&self, by: Seat) -> Vec<Subject> {
        self.pack.subjects(&self.state, by)
    }

    fn offers(&self, by: Seat, of: &Subject, secretly: bool) -> Vec<Offer<Json>> {
        let Game { pack, state } = self;
        pack.offers(state, by, of)
            .into_iter()
            .filter(|offer| secretly || !pack.rolls_secretly(state, &offer.command))
            .map(|offer| Offer {
                command: to_json(&offer.command),
                label: offer.label,
                fields: offer.fields,
                waits: offer.waits,
                rule: offer.rule,
            })
            .collect()
    }

    fn acts(&self, by: Seat, secretly: bool) -> Acts {
        self.pack.acts(&self.state, by, secretly)
    }

    fn changes(&self, before: &AnyGame, viewers: &[(Viewer, Option<&Sent>)]) -> Vec<Change> {
        // By another pack everything may look otherwise.
        let same_pack = before.of::<R>().filter(|before| before.pack.is(&self.pack));
        let all =
            |(viewer, sent): &(Viewer, Option<&Sent>)| all_parts(self, before, *viewer, *sent);
        match same_pack {
            Some(before) => self.changed_parts(&before.state, viewers),
            None => viewers.iter().map(all).collect(),
        }
    }

    fn has_private_view(&self, player: SeatId) -> bool {
        self.pack.has_private_view(&self.state, player)
    }

    fn quote(&self, by: Seat, command: &Json) -> Result<Quote, Refusal> {
        self.pack.quote(&self.state, by, &read_command::<R>(command)?)
    }

    fn same_state(&self, other: &AnyGame) -> bool {
        other.of::<R>().is_some_and(|other| other.state == self.state)
    }
}

/// Reads a thing, or what a command makes.
fn read_ready<R: Stock>(thing: &Json) -> Result<R::Ready, Refusal> {
    if thing.get("do").is_some() {
        let none = || Refusal::new("B-44", message!("ready-none"));
        return R::ready_of(&read_command::<R>(thing)?).ok_or_else(none);
    }
    serde::Deserialize::deserialize(thing).map_err(|fault: serde_json::Error| {
        Refusal::new("B-44", message!("ready-unreadable", fault = fault.to_string()))
    })
}

fn read_command<R: Ruleset>(command: &Json) -> Result<R::Command, Refusal> {
    serde::Deserialize::deserialize(command).map_err(|fault: serde_json::Error| {
        Refusal::new("B-12", message!("command-unreadable", fault = fault.to_string()))
    })
}
