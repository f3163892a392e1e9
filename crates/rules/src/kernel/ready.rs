//! Things made ready before play (B-44): what a scene will bring, what a host keeps, and what a pack
//! ships. Each is complete in itself, so that it can go from table to table.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{Decided, Deciding, DryDice};
use crate::{Fault, Id, Message, Refusal, Role, Ruleset, Seat, SeatId, Term};

/// What is shown of something that is ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReadyPart {
    /// What it is: a challenge, a zone, a fighter.
    pub kind: Message,
    /// What it is called.
    pub name: Term,
    /// What it is like.
    pub text: Term,
    /// What else is worth knowing, in a few words each: 击退 4.
    pub marks: Vec<Message>,
    /// Whether only the host sees it when it is brought.
    pub hidden: bool,
}

/// The same with the thing itself, as it is kept and sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReadyThing {
    /// What is shown of it.
    #[serde(flatten)]
    pub part: ReadyPart,
    /// The thing, as its family writes it.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub thing: Json,
}

/// No thing: of a family that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Nothing {}

/// Whether a thing can be brought to a table by this pack: it is tried at one where nothing has
/// happened, but for a scene that is open.
pub(crate) fn try_ready<R: Ruleset>(pack: &R, thing: &R::Ready) -> Result<(), Refusal> {
    let state = pack.begin();
    let host = Seat { id: SeatId(Id::from_bits(0)), role: Role::Host };
    let mut dice = DryDice::default();
    let mut deciding = Deciding::new(pack, &state, host, &mut dice);
    R::set_stage(&mut deciding, "…", "")?;
    bring(&mut deciding, thing, None)
}

/// Whether everything the pack ships can be brought to a table. What it only inherits from a pack of
/// ours is left out of its library where it does not fit, so that a variant need not unset it.
pub(crate) fn check_library<R: Ruleset>(pack: &R, faults: &mut Vec<Fault>) {
    for (place, thing) in pack.library().iter().enumerate() {
        if let Err(refusal) = try_ready(pack, thing)
            && !crate::pack::ships::<R>(thing)
        {
            faults.push((format!("library[{place}]"), refusal.what));
        }
    }
}

/// Brings a thing to the table. Host.
pub(crate) fn bring<R: Ruleset>(
    deciding: &mut Deciding<'_, R>,
    thing: &R::Ready,
    to: Option<Id>,
) -> Decided {
    deciding.host()?;
    R::bring(deciding, thing, to)
}

/// Names in every language as names in one, where a family keeps only one.
pub(crate) fn in_one_language(json: &mut Json, language: &str) {
    match json {
        Json::Object(keys) => {
            if keys.contains_key("zh-Hans") && keys.values().all(Json::is_string) {
                let name = keys.get(language).or_else(|| keys.get("zh-Hans")).cloned();
                *json = name.unwrap_or_default();
                return;
            }
            keys.values_mut().for_each(|it| in_one_language(it, language));
        }
        Json::Array(all) => all.iter_mut().for_each(|it| in_one_language(it, language)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}
