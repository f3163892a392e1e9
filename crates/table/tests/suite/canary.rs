//! Words in every secret place of every family. Each says itself which players may read it.

use std::collections::BTreeMap;

use rules::{Audience, SeatId};
use serde_json::{Value as Json, json};
use table::{Command, TableCommand, Voice};

use crate::group::Group;
use crate::scene::{self, characters};

/// What every canary word begins with.
pub const CANARY: &str = "金丝雀";

/// Something secret to do: who does it, and what.
pub type Secret = (SeatId, Command);

/// How one of several tables words its secrets: tables may differ in nothing else.
#[derive(Clone, Copy)]
pub struct Wording {
    /// Written after each canary word.
    pub tail: &'static str,
    /// Added to hidden numbers.
    pub number: u16,
    /// Whether Ann and Cai may be let into secrets too.
    pub shared: bool,
}

impl Wording {
    /// A word that the host and these players (`a`, `b`, `c`) may read.
    fn word(self, readers: &str, which: u16) -> String {
        format!("{CANARY}{readers}·{which}{}", self.tail)
    }
}

/// Whether one whose letter is `reader` was sent a word not meant for them; the words around it.
pub fn leak(received: &str, reader: Option<char>) -> Option<&str> {
    received.match_indices(CANARY).find_map(|(at, _)| {
        let readers = received[at + CANARY.len()..].chars();
        let mut readers = readers.take_while(char::is_ascii_lowercase);
        let meant = reader.is_some_and(|letter| readers.any(|reader| reader == letter));
        let mut begin = at.saturating_sub(200);
        while !received.is_char_boundary(begin) {
            begin += 1;
        }
        (!meant).then(|| &received[begin..at + CANARY.len()])
    })
}

/// The next secret of the table: something of which those not named in it may learn nothing.
pub async fn secrets(group: &Group, which: u16, wording: Wording) -> Vec<Secret> {
    if which.is_multiple_of(4) {
        return vec![at_the_table(group, which / 4, wording)];
    }
    let view = group.table.view(group.host).await.expect("a view");
    let host = |command: Json| (group.host, Command::Game(command));
    match scene::family(group).await.as_str() {
        "mist" => in_the_mist(group, &view, which / 4, wording).into_iter().map(host).collect(),
        "fate" => by_fate(group, &view, which / 4, wording).into_iter().map(host).collect(),
        "timeline" => on_the_timeline(group, &view, which / 4, wording).await,
        _ => vec![host(json!({ "do": "set-trap", "at": (which + wording.number) % 8 + 1 }))],
    }
}

/// Whispers and secret rolls (B-23, B-41).
fn at_the_table(group: &Group, which: u16, wording: Wording) -> Secret {
    let roll = |audience, readers| {
        let dice = which % 5 + 1 + wording.number;
        let notation = format!("{dice}d6 {}", wording.word(readers, which));
        Command::Table(TableCommand::Roll { notation, audience, actor: None })
    };
    let whisper = |to: SeatId, readers| {
        let voice = Voice::Whisper { to: [to].into() };
        let text = wording.word(readers, which);
        Command::Table(TableCommand::Say { voice, text })
    };
    let note = |to, show, readers| {
        let title = wording.word(readers, which);
        let (text, picture) = (wording.word(readers, which) + "正文", None);
        Command::Table(TableCommand::WriteNote { note: None, title, text, picture, to, show })
    };
    let to_ben = || Audience::Seats([group.ben].into());
    match which % if wording.shared { 12 } else { 8 } {
        // A scene that is only prepared (B-44).
        4 if which.is_multiple_of(3) => {
            let word = || wording.word("", which);
            let standing = table::Standing::Ready;
            let command = TableCommand::PrepareScene {
                scene: None,
                title: word(),
                text: word() + "开场",
                notes: word() + "备注",
                things: Vec::new(),
                handouts: Vec::new(),
                standing,
            };
            (group.host, Command::Table(command))
        }
        // Notes and handouts (B-43).
        4 => (group.host, note(Audience::Host, which.is_multiple_of(16), "")),
        5 => (group.ben, note(Audience::Host, which.is_multiple_of(3), "b")),
        6 => (group.host, note(to_ben(), which.is_multiple_of(3), "b")),
        7 => {
            // A picture of a scene that has not begun is known by its title.
            let of = format!("scene/{}", wording.word("", which));
            (group.host, Command::Table(TableCommand::SetFace { of, picture: None }))
        }
        11 => (group.ann, note(Audience::Seats([group.cai].into()), which.is_multiple_of(2), "ac")),
        0 => (group.host, whisper(group.ben, "b")),
        1 => (group.ben, whisper(group.host, "b")),
        2 => (group.host, roll(Audience::Host, "")),
        3 => (group.ben, roll(Audience::Seats([group.ben].into()), "b")),
        8 => (group.ann, whisper(group.ben, "ab")),
        9 => (group.eve, whisper(group.cai, "c")),
        _ => (group.ann, roll(Audience::Seats([group.ann, group.cai].into()), "ac")),
    }
}

/// The ids of the parts whose key begins so.
fn ids<'v>(view: &'v BTreeMap<String, Json>, prefix: &str) -> Vec<&'v str> {
    view.keys().filter_map(|key| key.strip_prefix(prefix)).collect()
}

fn pick<'a>(of: &[&'a str], which: u16) -> Option<&'a str> {
    of.get(usize::from(which) % of.len().max(1)).copied()
}

/// The id of the innermost thing whose own words contain `word`.
pub fn thing_of<'v>(json: &'v Json, word: &str) -> Option<&'v str> {
    match json {
        Json::Object(fields) => {
            fields.values().find_map(|field| thing_of(field, word)).or_else(|| {
                let said =
                    fields.values().any(|it| it.as_str().is_some_and(|it| it.contains(word)));
                said.then(|| fields.get("id")?.as_str()).flatten()
            })
        }
        Json::Array(items) => items.iter().find_map(|item| thing_of(item, word)),
        _ => None,
    }
}

/// Tells one player of something hidden that was made for them to know.
fn let_in(view: &BTreeMap<String, Json>, to: SeatId, word: &str, field: &str) -> Option<Json> {
    let thing = view.values().find_map(|part| thing_of(part, word))?;
    Some(json!({ "do": "show", field: thing, "to": Audience::Seats([to].into()) }))
}

fn in_the_mist(
    group: &Group,
    view: &BTreeMap<String, Json>,
    which: u16,
    wording: Wording,
) -> Vec<Json> {
    let word = |place: &str| wording.word("", which) + place;
    let tier = (which + wording.number) % 6 + 1;
    let (challenges, characters) = (ids(view, "challenge/"), ids(view, "character/"));
    let (challenge, character) = (pick(&challenges, which / 3), pick(&characters, which / 3));
    let holder = match (which / 5 % 3, challenge, character) {
        (0, Some(challenge), _) => json!({ "challenge": challenge }),
        (1, _, Some(character)) => json!({ "character": character }),
        _ => json!("scene"),
    };
    let threat = json!({ "text": word("威胁"), "hidden": true,
        "harms": [{ "kind": "status", "name": word("伤"), "tier": tier }] });
    match which % 10 {
        0 => vec![json!({ "do": "add-challenge", "challenge": { "name": word("伏兵"),
            "text": word("文"), "hidden": true, "tags": [word("标签")], "threats": [threat],
            "limits": [{ "status": word("极限"), "tier": tier, "hidden": false }] } })],
        1 | 2 => vec![json!({ "do": "add-limit", "challenge": challenge,
            "limit": { "status": word("极限"), "tier": tier, "hidden": true } })],
        3 => {
            let on = (!which.is_multiple_of(4)).then_some(challenge).flatten();
            vec![json!({ "do": "add-threat", "challenge": on, "threat": threat })]
        }
        4 => vec![json!({ "do": "add-tag", "on": holder, "name": word("标签"), "hidden": true })],
        5 => vec![json!({ "do": "gain-status", "on": holder, "name": word("状态"), "tier": tier,
            "hidden": true })],
        6 => vec![
            json!({ "do": "add-clue", "text": word("线索"), "hidden": true }),
            json!({ "do": "add-clock", "name": word("计时"), "boxes": tier, "text": word("到头"),
                "hidden": true }),
        ],
        7 => {
            let theme = scene::theme(&word(""));
            vec![json!({ "do": "make-character", "name": word("影子"), "hidden": true,
                "themes": [theme, theme, theme, theme] })]
        }
        8 => {
            let hidden = pick(&characters, which)
                .filter(|id| view[&format!("character/{id}")].to_string().contains(CANARY));
            vec![json!({ "do": "act", "actor": hidden, "text": word("暗中"), "seen": "host" })]
        }
        _ if wording.shared => {
            let clue = wording.word("a", which);
            let add = json!({ "do": "add-clue", "text": clue, "hidden": true });
            let known = format!("{CANARY}a");
            std::iter::once(add).chain(let_in(view, group.ann, &known, "thing")).collect()
        }
        _ => Vec::new(),
    }
}

fn by_fate(
    group: &Group,
    view: &BTreeMap<String, Json>,
    which: u16,
    wording: Wording,
) -> Vec<Json> {
    let word = |place: &str| wording.word("", which) + place;
    // Whoever plays a character knows all its aspects: these are of the host's own.
    let mut characters = ids(view, "character/");
    characters.retain(|id| view[&format!("character/{id}")].get("seat").is_none_or(Json::is_null));
    let character = pick(&characters, which / 3);
    let zone = view.values().find_map(|part| thing_of(part, "栈桥"));
    let place = match (which / 7 % 4, character, zone) {
        (0, Some(character), _) => json!({ "character": character }),
        (1, _, Some(zone)) => json!({ "zone": zone }),
        (2, ..) => json!("game"),
        _ => json!("scene"),
    };
    match which % 7 {
        0 | 1 => vec![json!({ "do": "add-aspect", "name": word("形象"), "on": place,
            "hidden": true })],
        2 => vec![
            json!({ "do": "write-notes", "text": word("笔记") }),
            json!({ "do": "change-clock", "change": { "kind": "add", "name": word("计时"),
                "boxes": which % 5 + 1 + wording.number, "text": word("到头"), "hidden": true } }),
        ],
        3 => vec![json!({ "do": "write-notes", "character": character, "text": word("笔记") })],
        4 => {
            let draft = json!({ "name": word("影子"), "vitals": word("样貌"),
                "skills": {},
                "aspects": [{ "slot": "concept", "name": word("概念") }] });
            vec![json!({ "do": "make-character", "draft": draft, "hidden": true })]
        }
        5 => vec![json!({ "do": "add-aspect", "name": word("形象"), "on": place, "free": "host",
            "hidden": true })],
        _ if wording.shared => {
            let name = wording.word("a", which);
            let add = json!({ "do": "add-aspect", "name": name, "on": "scene", "hidden": true });
            let known = format!("{CANARY}a");
            std::iter::once(add).chain(let_in(view, group.ann, &known, "thing")).collect()
        }
        _ => Vec::new(),
    }
}

async fn on_the_timeline(
    group: &Group,
    view: &BTreeMap<String, Json>,
    which: u16,
    wording: Wording,
) -> Vec<Secret> {
    let word = |place: &str| wording.word("", which) + place;
    let host = |command: Json| (group.host, Command::Game(command));
    let is_hidden = |id: &&String| view[&format!("character/{id}")].to_string().contains(CANARY);
    let hidden: Vec<String> = characters(group).await.iter().filter(is_hidden).cloned().collect();
    let Some(shadow) = hidden.get(usize::from(which / 3) % hidden.len().max(1)) else {
        let mut card = scene::card(&word("影子"));
        for text in ["player", "race", "gender", "occupation", "background", "looks", "quirks"] {
            card[text] = json!(word(text));
        }
        return vec![host(json!({ "do": "make-character", "card": card, "hidden": true }))];
    };
    let thing = |mut command: Json| {
        command["character"] = json!(shadow);
        vec![host(command)]
    };
    let amount = 100 * (which % 5 + 1 + wording.number);
    match which % 11 {
        0 => thing(json!({ "do": "change-cash", "amount": amount, "purpose": word("用途"),
            "time": word("时"), "place": word("地") })),
        1 => thing(json!({ "do": "add-belonging", "text": word("物"), "place": word("处") })),
        2 => {
            thing(json!({ "do": "add-weapon", "weapon": { "name": word("刀"), "kind": "amplifier",
            "damage": amount, "attribute": "strength", "note": word("注") } }))
        }
        3 => {
            let mut secrets = thing(json!({ "do": "add-trait", "draft": { "name": word("特质"),
                "text": word("文") } }));
            secrets.push(host(
                json!({ "do": "change-clock", "change": { "kind": "add", "name": word("计时"),
                "boxes": which % 5 + 1 + wording.number, "text": word("到头"), "hidden": true } }),
            ));
            secrets
        }
        4 => thing(json!({ "do": "add-buff", "buff": { "source": word("来源"), "range": "all",
            "value": { "number": amount }, "kind": "direct-add" } })),
        5 => thing(json!({ "do": "add-modifier", "modifier": { "source": word("来源"),
            "sign": "loss", "form": { "flat": amount } } })),
        6 => thing(json!({ "do": "add-skill", "skill": { "name": word("技能"), "text": word("文"),
            "attribute": "strength" } })),
        7 => thing(json!({ "do": "change-resource", "resource": "hit-points", "by": -100,
            "damage_type": "暗" })),
        8 => {
            let mut card = scene::card(&word("影子"));
            card["background"] = json!(word("背景"));
            thing(json!({ "do": "revise-card", "card": card }))
        }
        9 => {
            // What Ben sets out to do is his secret until it is done; this he leaves.
            let own = view.iter().find_map(|(key, part)| {
                let bens = part["seat"] == json!(group.ben);
                key.strip_prefix("character/").filter(|_| bens)
            });
            let declare = json!({ "do": "declare", "character": own, "attribute": "strength",
                "effort": { "impact": 1000 + amount }, "note": wording.word("b", which) });
            let cancel = json!({ "do": "cancel-act", "character": own });
            vec![(group.ben, Command::Game(declare)), (group.ben, Command::Game(cancel))]
        }
        _ if wording.shared && which.is_multiple_of(2) => thing(json!({ "do": "join-fight" })),
        _ if wording.shared => {
            let shown = characters(group).await.into_iter().find(|id| !hidden.contains(id));
            thing(json!({ "do": "declare", "deed": { "deed": "strike", "target": shown },
                "attribute": "strength", "effort": { "impact": amount }, "note": word("注") }))
        }
        _ => Vec::new(),
    }
}
