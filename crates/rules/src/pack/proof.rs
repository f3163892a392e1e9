//! Proof by play (P-62): a pack is played by its own offers, with dice that are turned to what is
//! still to be seen, until everything it brings has come up at the table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use dice::{Draw, Expr, Names};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::layer::entry_id;
use super::{CheckedPack, choice};
use crate::any_game::{AnyEvent, AnyGame};
use crate::{
    Audience, Bounds, Dice, Id, Line, Message, Offer, Quote, Refusal, Role, Roll, Seat, SeatId,
    Subject, Tone, Viewer, message,
};

/// So many commands are tried for each item at most.
const COMMANDS_AN_ITEM: usize = 200;
/// So many in all.
const MOST_COMMANDS: usize = 6_000;
/// A new game is begun after so many: what one evening has used up another has again.
const COMMANDS_A_GAME: usize = 160;
/// So many things are looked at for one command.
const LOOKED_AT: usize = 8;

/// The lists whose entries come up in play.
const LISTS: [(&str, &[&str]); 3] = [
    (
        "mist",
        &[
            "examples",
            "scenes",
            "bands",
            "consequences",
            "story.phases",
            "file.questions",
            "endings",
        ],
    ),
    ("fate", &["examples", "skills.list", "tracks", "consequences", "npcs", "stunts"]),
    (
        "timeline",
        &["races", "examples", "skills", "traits", "weapons", "items", "environments", "resources"],
    ),
];

/// What came of playing a pack.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Proof {
    /// Everything the pack brings, by its path: `story.phases.file`.
    pub items: Vec<String>,
    /// What never came up.
    pub unproven: Vec<String>,
    /// What went wrong in play: a pack with any of these is not right.
    pub failed: Vec<Message>,
    /// How many commands were played.
    pub commands: usize,
}

/// Something that is to come up.
struct Item {
    path: String,
    /// Where the entry is: its list, and its place in it.
    entry: (&'static str, usize),
    /// How it is written where it comes up: its id, or its name.
    signs: Vec<Json>,
}

/// Plays a pack.
#[must_use]
pub fn prove(pack: &CheckedPack) -> Proof {
    prove_within(pack, MOST_COMMANDS)
}

/// Plays a pack for so many commands at most.
#[must_use]
pub fn prove_within(pack: &CheckedPack, most: usize) -> Proof {
    let items = items(pack);
    let mut proof =
        Proof { items: items.iter().map(|item| item.path.clone()).collect(), ..Proof::default() };
    let Ok(begun) = AnyGame::begin(pack) else {
        proof.failed.push(message!("pack-unfit"));
        return proof;
    };
    let most = (items.len() * COMMANDS_AN_ITEM).min(most);
    let mut open: Vec<Item> = items;
    let mut verbs: BTreeMap<String, usize> = BTreeMap::new();
    let mut seed = 0;
    let mut chosen_unproven = Vec::new();
    let plain = Arc::new(pack.to_json());
    let earned = earned(&plain).and_then(|pack| {
        let game = AnyGame::of_log(&pack).ok()?;
        Some((Arc::new(pack), game))
    });
    while !open.is_empty() && proof.commands < most && proof.failed.is_empty() {
        seed += 1;
        let (pack, begun) = match &earned {
            Some((pack, game)) if seed % 3 == 0 => (pack, game),
            _ => (&plain, &begun),
        };
        let mut evening = Evening::begin(pack, begun, seed, &mut verbs);
        for _ in 0..COMMANDS_A_GAME {
            proof.commands += 1;
            match evening.command(&open) {
                Ok(seen) => open.retain(|item| !item.signs.iter().any(|sign| seen.contains(sign))),
                Err(fault) => proof.failed.push(fault),
            }
            if open.is_empty() || !proof.failed.is_empty() {
                break;
            }
        }
        if !evening.folds_back(begun) {
            proof.failed.push(message!("pack-proof-fold"));
        }
    }
    for (path, chosen) in choice::variants(&plain) {
        proof.items.push(path.clone());
        let begun = AnyGame::begin(&chosen).ok().filter(|_| proof.failed.is_empty());
        let Some(begun) = begun.filter(|_| proof.commands < most + COMMANDS_A_GAME * 8) else {
            chosen_unproven.push(path);
            continue;
        };
        seed += 1;
        let pack = Arc::new(chosen.to_json());
        let mut evening = Evening::begin(&pack, &begun, seed, &mut verbs);
        for _ in 0..COMMANDS_A_GAME {
            proof.commands += 1;
            if let Err(fault) = evening.command(&[]) {
                proof.failed.push(fault);
                break;
            }
        }
        if !evening.folds_back(&begun) {
            proof.failed.push(message!("pack-proof-fold"));
        }
    }
    proof.unproven = open.into_iter().map(|item| item.path).chain(chosen_unproven).collect();
    proof
}

/// The pack with what takes a campaign to earn at hand from the start: every third evening is played
/// late in the story.
fn earned(pack: &Json) -> Option<Json> {
    let mut pack = pack.clone();
    *pack.pointer_mut("/life/evolution")? = json!(0);
    *pack.pointer_mut("/story/strict")? = json!(false);
    Some(pack)
}

/// All that is to come up.
fn items(pack: &Json) -> Vec<Item> {
    let family = pack.get("family").and_then(Json::as_str).unwrap_or_default();
    let lists = LISTS.iter().find(|(known, _)| *known == family).map_or(&[][..], |(_, it)| *it);
    let mut items = Vec::new();
    for list in lists {
        let entries = pack.pointer(&format!("/{}", list.replace('.', "/")));
        for (at, entry) in entries.and_then(Json::as_array).into_iter().flatten().enumerate() {
            let Some(id) = entry_id(entry) else { continue };
            let name = entry.get("name").or_else(|| entry.pointer("/character/name"));
            let signs: Vec<Json> = match *list {
                // A band comes up as the name of an outcome; its tone is that of others too.
                "bands" => name.cloned().into_iter().collect(),
                _ => entry.get("id").cloned().into_iter().chain(name.cloned()).collect(),
            };
            let id = match *list {
                "bands" => name.and_then(first_text).unwrap_or(id),
                _ => id,
            };
            items.push(Item { path: format!("{list}.{id}"), entry: (*list, at), signs });
        }
    }
    let outcomes = pack.get("outcomes").and_then(Json::as_object).into_iter().flatten();
    items.extend(outcomes.map(|(key, name)| Item {
        path: format!("outcomes.{key}"),
        entry: ("outcomes", 0),
        signs: vec![name.clone()],
    }));
    items
}

fn first_text(name: &Json) -> Option<&str> {
    name.as_str().or_else(|| name.as_object()?.values().next()?.as_str())
}

/// A game played for a while.
struct Evening<'v> {
    pack: Arc<Json>,
    game: AnyGame,
    log: Vec<AnyEvent>,
    dice: Turned,
    chance: Chance,
    /// How often each verb was used, in all games.
    verbs: &'v mut BTreeMap<String, usize>,
}

impl<'v> Evening<'v> {
    fn begin(
        pack: &Arc<Json>,
        begun: &AnyGame,
        seed: u64,
        verbs: &'v mut BTreeMap<String, usize>,
    ) -> Self {
        Self {
            pack: pack.clone(),
            game: begun.clone(),
            log: Vec::new(),
            dice: Turned { chance: Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1), ids: 0 },
            chance: Chance(seed.wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1),
            verbs,
        }
    }

    /// Whether the log, applied from the start, leads to the same state: as rewinding does.
    fn folds_back(&self, begun: &AnyGame) -> bool {
        let mut again = begun.clone();
        self.log.iter().for_each(|event| again.apply(event));
        again.same_state(&self.game)
    }

    /// Plays one command, one that may bring up what is still open if there is any. Gives all ids
    /// and names that came up.
    fn command(&mut self, open: &[Item]) -> Result<Seen, Message> {
        let by = seats()[self.chance.below(3)];
        let Some(command) = self.choose(by, open) else { return Ok(Seen::default()) };
        let mut seen = Seen::default();
        let quote = self.game.quote(by, &command);
        let decided = match self.game.decide(by, &command, &mut self.dice) {
            Ok(decided) => decided,
            // One field too many was varied: it must be refused in the quote as well.
            Err(refusal) if quote.is_err() => return Ok(Seen::refused(&refusal)),
            Err(refusal) => return Err(failed(&command, refusal.what)),
        };
        for event in &decided {
            seen.look(&event.event, true);
            let Ok(event) = self.game.read(event) else {
                return Err(failed(&command, message!("event-unfit")));
            };
            for viewer in seats().map(Seat::viewer).into_iter().chain([Viewer::Spectator]) {
                if let Some(line) = self.game.tell(&event, viewer) {
                    agrees(&command, quote.as_ref(), &line)?;
                    seen.look(&serde_json::to_value(&line.message).unwrap_or_default(), false);
                }
            }
            self.game.apply(&event);
            self.log.push(event);
        }
        for viewer in seats().map(Seat::viewer).into_iter().chain([Viewer::Spectator]) {
            drop(self.game.view(viewer));
        }
        Ok(seen)
    }

    /// What a pack of Time Line brings, and the sizes of Fate, are taken from it as they stand there:
    /// forms show them, the rules do not offer them one by one.
    fn brought_by_pack(&mut self, by: Seat, subjects: &[Subject], open: &[Item]) -> Vec<Json> {
        let things: Vec<&Subject> = subjects.iter().filter(|of| of.id().is_some()).collect();
        let whom = match things.is_empty() {
            true => None,
            false => Some(things[self.chance.below(things.len())].to_string()),
        };
        let taken = |item: &Item| taken(&self.pack, item, whom.as_deref());
        let commands = open.iter().filter_map(taken);
        commands.filter(|command| self.game.quote(by, command).is_ok()).collect()
    }

    /// A command somebody is offered now.
    fn choose(&mut self, by: Seat, open: &[Item]) -> Option<Json> {
        let subjects = self.game.subjects(by);
        let mut looked = vec![Subject::TABLE];
        for _ in 0..LOOKED_AT.min(subjects.len()) {
            looked.push(subjects[self.chance.below(subjects.len())].clone());
        }
        let offers: Vec<Offer<Json>> =
            looked.iter().flat_map(|of| self.game.offers(by, of, true)).collect();
        let mut wanted: Vec<Json> = self.brought_by_pack(by, &subjects, open);
        for offer in &offers {
            for command in varied(offer) {
                let mut seen = Seen::default();
                seen.look(&command, true);
                if open.iter().any(|item| item.signs.iter().any(|sign| seen.contains(sign))) {
                    wanted.push(command);
                }
            }
        }
        if !wanted.is_empty() && self.chance.below(3) > 0 {
            return Some(wanted.swap_remove(self.chance.below(wanted.len())));
        }
        // What was done least, so that everything is done.
        let used = |offer: &&Offer<Json>| self.verbs.get(offer.verb()).copied().unwrap_or(0);
        let offer = match self.chance.below(2) {
            0 => offers.iter().min_by_key(used)?,
            _ => offers.get(self.chance.below(offers.len()))?,
        };
        *self.verbs.entry(offer.verb().to_owned()).or_default() += 1;
        let mut command = offer.command.clone();
        for field in &offer.fields {
            let value = match &field.bounds {
                Bounds::Choice { of } if !of.is_empty() => {
                    of[self.chance.below(of.len())].value.clone()
                }
                Bounds::Number { min, max } if self.chance.below(2) == 0 => {
                    Json::from(if self.chance.below(2) == 0 { *max } else { *min })
                }
                Bounds::Switch => Json::from(self.chance.below(2) == 0),
                _ => continue,
            };
            if self.chance.below(2) == 0 {
                set(&mut command, &field.path, value);
            }
        }
        Some(command)
    }
}

/// The command of an offer as it stands, and with each choice of each field.
fn varied(offer: &Offer<Json>) -> Vec<Json> {
    let mut all = vec![offer.command.clone()];
    for field in &offer.fields {
        if let Bounds::Choice { of } = &field.bounds {
            for choice in of {
                let mut command = offer.command.clone();
                set(&mut command, &field.path, choice.value.clone());
                all.push(command);
            }
        }
    }
    all
}

/// The command by which an entry of a pack is taken, for a character where it needs one.
fn taken(pack: &Json, item: &Item, whom: Option<&str>) -> Option<Json> {
    let (list, at) = item.entry;
    let entry = pack.get(list)?.get(at)?;
    let named = |mut entry: Json| {
        let name = entry.get("name").and_then(first_text).map(str::to_owned)?;
        entry["name"] = Json::from(name);
        Some(entry)
    };
    match pack.get("family").and_then(Json::as_str) {
        Some("timeline") => {}
        Some("fate") if list == "npcs" => {
            let npc = json!({ "size": entry.get("id")? });
            let draft = json!({ "name": "x", "aspects": [], "skills": {}, "npc": npc });
            return Some(json!({ "do": "make-character", "draft": draft }));
        }
        _ => return None,
    }
    Some(match list {
        "races" => {
            let name = entry.get("name").and_then(first_text)?;
            let measure = |key: &str| entry.get(key).cloned().unwrap_or_else(|| json!(0));
            json!({ "do": "make-character", "card": {
                "name": name, "race": name,
                "adult_age": measure("adult_age"), "standard_size": measure("standard_size"),
                "age": measure("adult_age"), "size": measure("standard_size"),
                "appearance": 5000, "assets": 5000, "level": 10, "ratio": 500,
                "percentages": [3000, 3500, 3500, 3000, 3500, 3500, 2000, 2000, 2000, 2000, 2000],
            }})
        }
        "examples" => {
            let mut race = pack.get("races")?.as_array()?.iter();
            let race = race.rfind(|race| race.get("id") == entry.get("race"))?;
            let measure = |key: &str| race.get(key).cloned().unwrap_or_else(|| json!(0));
            json!({ "do": "make-character", "card": {
                "name": entry.get("id")?, "race": race.get("name").and_then(first_text)?,
                "adult_age": measure("adult_age"), "standard_size": measure("standard_size"),
                "age": entry.get("age")?, "size": entry.get("size")?,
                "appearance": entry.get("appearance")?, "assets": entry.get("assets")?,
                "level": entry.get("level")?, "ratio": entry.get("ratio")?,
                "percentages": entry.get("percentages")?,
            }})
        }
        "environments" => json!({ "do": "set-environment", "environment": entry }),
        "skills" => json!({ "do": "add-skill", "character": whom?, "skill": entry }),
        "traits" => {
            json!({ "do": "add-trait", "character": whom?, "draft": named(entry.clone())? })
        }
        "weapons" => {
            json!({ "do": "add-weapon", "character": whom?, "weapon": named(entry.clone())? })
        }
        "items" => {
            let text = entry.get("name").and_then(first_text)?;
            json!({ "do": "add-belonging", "character": whom?, "text": text })
        }
        "resources" => {
            json!({ "do": "change-pool", "character": whom?, "pool": entry.get("id")?, "by": -100 })
        }
        _ => return None,
    })
}

fn set(command: &mut Json, path: &str, value: Json) {
    if let Some(place) = command.pointer_mut(&format!("/{path}")) {
        *place = value;
    } else if let Some((around, key)) = path.rsplit_once('/')
        && let Some(Json::Object(keys)) = command.pointer_mut(&format!("/{around}"))
    {
        keys.insert(key.to_owned(), value);
    } else if let Json::Object(keys) = command {
        keys.insert(path.to_owned(), value);
    }
}

fn failed(command: &Json, fault: Message) -> Message {
    let verb = command.get("do").and_then(Json::as_str).unwrap_or_default();
    message!("pack-proof-failed", verb = verb, fault = fault)
}

/// What a roll came to was possible, as it was quoted.
fn agrees(command: &Json, quote: Result<&Quote, &Refusal>, line: &Line) -> Result<(), Message> {
    let quote = quote.map_err(|refusal| failed(command, refusal.what.clone()))?;
    let (Some(chances), Some(tone), Some(_)) = (&quote.chances, line.tone, &line.roll) else {
        return Ok(());
    };
    let known: BTreeSet<Tone> = chances.outcomes.iter().map(|it| it.tone).collect();
    let possible = chances.outcomes.iter().any(|it| it.tone == tone && it.weight != "0");
    match known.contains(&tone) && !possible {
        true => Err(failed(command, message!("pack-proof-quote"))),
        false => Ok(()),
    }
}

fn seats() -> [Seat; 3] {
    [(1, Role::Host), (2, Role::Player), (3, Role::Player)]
        .map(|(id, role)| Seat { id: SeatId(Id::from_bits(id)), role })
}

/// Ids and names that came up.
#[derive(Default)]
struct Seen {
    texts: BTreeSet<String>,
    names: Vec<Json>,
}

impl Seen {
    /// A refusal brings nothing up.
    fn refused(_: &Refusal) -> Self {
        Self::default()
    }

    /// Looks through what happened; `ids` if bare texts may be ids.
    fn look(&mut self, it: &Json, ids: bool) {
        match it {
            Json::String(text) if ids => {
                // A further consequence of a kind is `mild/2`.
                self.texts.insert(text.split('/').next().unwrap_or_default().to_owned());
            }
            Json::String(text) => drop(self.texts.insert(text.clone())),
            Json::Array(all) => all.iter().for_each(|it| self.look(it, ids)),
            Json::Object(keys) => {
                if super::head::is_name(keys) {
                    self.names.push(it.clone());
                }
                for (key, value) in keys {
                    // What kind of thing happened is no id.
                    if !["do", "event", "kind", "tone", "effect"].contains(&key.as_str()) {
                        self.look(value, ids);
                    }
                }
            }
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    fn contains(&self, sign: &Json) -> bool {
        match sign {
            Json::String(text) => self.texts.contains(text),
            // A card is written in one language.
            sign => {
                let mut texts =
                    sign.as_object().into_iter().flatten().filter_map(|(_, it)| it.as_str());
                self.names.contains(sign) || texts.any(|text| self.texts.contains(text))
            }
        }
    }
}

/// A small xorshift: play need not be fair here, only varied and the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound.max(1) as u64).unwrap_or(0)
    }
}

/// Dice as somebody types them in: now the lowest faces, now the highest, now any.
struct Turned {
    chance: Chance,
    ids: u64,
}

/// How a throw is turned.
enum Turn<'c> {
    Lowest,
    Highest,
    Any(&'c mut Chance),
}

impl Draw for Turn<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        match self {
            Turn::Lowest => 0,
            Turn::Highest => bound.saturating_sub(1),
            Turn::Any(chance) => u32::try_from(chance.below(bound as usize)).unwrap_or(0),
        }
    }
}

impl Dice for Turned {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error> {
        let mut turn = match self.chance.below(5) {
            0 => Turn::Lowest,
            1 => Turn::Highest,
            _ => Turn::Any(&mut self.chance),
        };
        let rolled = match expr.roll(names, &mut turn) {
            Ok(rolled) => rolled,
            // Dice that explode at their highest face go on for ever.
            Err(_) => expr.roll(names, &mut Turn::Any(&mut self.chance))?,
        };
        Ok(Roll { number: 0, audience: audience.clone(), rolled, typed_in: true })
    }

    fn id(&mut self) -> Id {
        self.ids += 1;
        Id::from_bits(self.ids.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << 63)
    }
}
