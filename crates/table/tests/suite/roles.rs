//! B-01: each command by each role, allowed or refused as the specification says.
//!
//! A row is a command and who may give it. `@name` stands for a thing on the stage.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value as Json, json};
use table::{MemoryStore, TableCommand};

use crate::group::{self, Group};
use crate::scene;

/// Who may give a command. Spectators look on: they may give none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum May {
    /// The host alone.
    Host,
    /// The host, and whoever plays the character it is about; here Ann.
    Own,
    /// Everyone who plays.
    Anyone,
}
use May::{Anyone, Host, Own};

impl May {
    /// Whether host, Ann, Ben and a spectator may.
    fn allowed(self) -> [bool; 4] {
        match self {
            Host => [true, false, false, false],
            Own => [true, true, false, false],
            Anyone => [true, true, true, false],
        }
    }
}

type Row = (May, &'static str);

const MIST: &[Row] = &[
    (Host, r#"{"do":"set-auto-approve","on":true}"#),
    (Host, r#"{"do":"show","thing":"@challenge","to":"host"}"#),
    (Host, r#"{"do":"rename","thing":"@challenge","name":"新名"}"#),
    (Own, r#"{"do":"make-character","name":"新人","themes":"@themes","seat":"@seat"}"#),
    (Host, r#"{"do":"make-character","name":"新人","themes":[],"hidden":true}"#),
    (Own, r#"{"do":"take-example","example":"@example","seat":"@seat"}"#),
    (Host, r#"{"do":"give-character","character":"@own","seat":"@seat"}"#),
    (Own, r#"{"do":"retire","character":"@own"}"#),
    (Own, r#"{"do":"choose-fate","character":"@own","fate":{"kind":"died"}}"#),
    (Host, r#"{"do":"set-scene","title":"别处"}"#),
    (Host, r#"{"do":"set-present","character":"@own","present":false}"#),
    (Host, r#"{"do":"step-scene","step":"consequence"}"#),
    (Host, r#"{"do":"end-scene"}"#),
    (
        Host,
        r#"{"do":"add-challenge","challenge":{"name":"门","text":"","hidden":false,"limits":[],"threats":[],"tags":[]}}"#,
    ),
    (Host, r#"{"do":"remove-challenge","challenge":"@challenge"}"#),
    (Host, r#"{"do":"add-limit","challenge":"@challenge","limit":{"status":"受伤","tier":2}}"#),
    (Host, r#"{"do":"add-threat","challenge":"@challenge","threat":{"text":"扑来"}}"#),
    (Host, r#"{"do":"answer-threat","threat":"@threat","answered":true}"#),
    (Host, r#"{"do":"add-tag","on":"scene","name":"雾"}"#),
    (Host, r#"{"do":"remove-tag","tag":"@story-tag"}"#),
    (Host, r#"{"do":"burn-tag","tag":"@tag"}"#),
    (Host, r#"{"do":"recover-tag","tag":"@tag"}"#),
    (Host, r#"{"do":"gain-status","on":"scene","name":"起火","tier":1}"#),
    (Host, r#"{"do":"reduce-status","status":"@status","by":1}"#),
    (Own, r#"{"do":"act","actor":"@own","text":"撬锁"}"#),
    (Own, r#"{"do":"mitigate","actor":"@own","consequence":"@consequence"}"#),
    (Own, r#"{"do":"flashback","actor":"@own","moment":"昨夜"}"#),
    (Host, r#"{"do":"engage"}"#),
    (Own, r#"{"do":"plunge","actor":"@own","theme":"@theme"}"#),
    (
        Own,
        r#"{"do":"deduce","actor":"@own","mystery":"@nothing","conclusion":"是他","moment":"昨夜"}"#,
    ),
    (Own, r#"{"do":"test","actor":"@own","mystery":"@nothing","conclusion":"是他"}"#),
    (Own, r#"{"do":"answer","actor":"@own","question":"who","conclusion":"是他"}"#),
    (Anyone, r#"{"do":"propose","roll":"@roll","source":"@story-tag","polarity":"hinder"}"#),
    (Anyone, r#"{"do":"propose-detail","roll":"@roll","text":"带绳","polarity":"help"}"#),
    (Own, r#"{"do":"withdraw","roll":"@roll","line":"@line"}"#),
    (Host, r#"{"do":"review","roll":"@roll","verdict":"approved"}"#),
    (Own, r#"{"do":"choose-burn","roll":"@roll","line":"@line","burn":true}"#),
    (Own, r#"{"do":"indulge","roll":"@roll"}"#),
    (Own, r#"{"do":"add-countdown","roll":"@roll","on":true}"#),
    (Host, r#"{"do":"set-depth","roll":"@roll","depth":"quick"}"#),
    (Host, r#"{"do":"set-degree","roll":"@roll","degree":1}"#),
    (Host, r#"{"do":"agree","roll":"@roll"}"#),
    (Own, r#"{"do":"cancel","roll":"@roll"}"#),
    (Own, r#"{"do":"roll","roll":"@roll"}"#),
    (Own, r#"{"do":"push","roll":"@roll"}"#),
    (Own, r#"{"do":"spend","roll":"@roll","effects":[]}"#),
    (Own, r#"{"do":"finish","roll":"@roll"}"#),
    (Own, r#"{"do":"lessen","roll":"@roll","cuts":[]}"#),
    (Own, r#"{"do":"pick-burns","roll":"@roll","tags":[]}"#),
    (Host, r#"{"do":"hit","to":"@own","harms":[{"kind":"status","name":"受伤","tier":2}]}"#),
    (Host, r#"{"do":"let-pass","owed":"@nothing"}"#),
    (Own, r#"{"do":"accept","consequence":"@consequence"}"#),
    (Host, r#"{"do":"spare","consequence":"@consequence"}"#),
    (Host, r#"{"do":"enter-phase","phase":"@nothing"}"#),
    (Host, r#"{"do":"end-season"}"#),
    (Host, r#"{"do":"set-countdown","tier":3}"#),
    (Host, r#"{"do":"set-index","question":"who","tier":1}"#),
    (Host, r#"{"do":"add-mystery","text":"谁干的","complexity":1}"#),
    (Host, r#"{"do":"drop-mystery","mystery":"@nothing"}"#),
    (Host, r#"{"do":"add-clue","text":"脚印"}"#),
    (Host, r#"{"do":"drop-clue","clue":"@clue"}"#),
    (Own, r#"{"do":"mark-improve","character":"@own","theme":"@theme"}"#),
    (Own, r#"{"do":"mark-decay","character":"@own","theme":"@theme"}"#),
    (
        Own,
        r#"{"do":"grow","character":"@own","theme":"@theme","growth":{"kind":"power","name":"新招"}}"#,
    ),
    (
        Own,
        r#"{"do":"replace-theme","character":"@own","theme":{"kind":"human","title":"甲","powers":["乙"],"weaknesses":["丙"]}}"#,
    ),
    (Host, r#"{"do":"call-pang","character":"@own","pang":"@nothing"}"#),
    (Host, r#"{"do":"settle-pang","character":"@own","pang":"@nothing"}"#),
    (Own, r#"{"do":"choose-ending","character":"@own","ending":"@nothing"}"#),
];

const FATE: &[Row] = &[
    (Host, r#"{"do":"show","thing":"@npc","to":"host"}"#),
    (Host, r#"{"do":"rename","thing":"@npc","name":"新名"}"#),
    (Host, r#"{"do":"write-notes","text":"夜里有人来"}"#),
    (
        Anyone,
        r#"{"do":"make-character","draft":{"name":"新人","pc":true,"aspects":[],"skills":{}}}"#,
    ),
    (
        Host,
        r#"{"do":"make-character","draft":{"name":"新人","aspects":[],"skills":{}},"hidden":true}"#,
    ),
    (Anyone, r#"{"do":"take-example","example":"@example"}"#),
    (Host, r#"{"do":"give-character","character":"@own","seat":"@seat"}"#),
    (Host, r#"{"do":"remove-character","character":"@own"}"#),
    (Own, r#"{"do":"use-stunt","character":"@own","stunt":"@nothing"}"#),
    (Host, r#"{"do":"set-stress","character":"@own","track":"physical","marked":1}"#),
    (Host, r#"{"do":"grant-milestone","character":"@own","kind":"minor"}"#),
    (
        Own,
        r#"{"do":"improve","character":"@own","change":{"kind":"swap-skills","one":"fight","other":"athletics"}}"#,
    ),
    (Own, r#"{"do":"close-milestone","character":"@own"}"#),
    (Host, r#"{"do":"begin-session"}"#),
    (Host, r#"{"do":"adjust-points","character":"@own","by":1,"why":"补一点"}"#),
    (Host, r#"{"do":"set-scene","title":"别处"}"#),
    (Host, r#"{"do":"end-scene"}"#),
    (Host, r#"{"do":"add-zone","name":"屋顶"}"#),
    (Host, r#"{"do":"set-border","one":"@zone","other":"@zone"}"#),
    (Own, r#"{"do":"move","character":"@own","zone":"@zone"}"#),
    (Host, r#"{"do":"add-aspect","name":"起火","on":"scene"}"#),
    (Host, r#"{"do":"remove-aspect","aspect":"@aspect","why":"散了"}"#),
    (Host, r#"{"do":"grant-free","aspect":"@aspect","to":{"character":"@own"}}"#),
    (Own, r#"{"do":"hand-free","aspect":"@aspect","from":{"character":"@own"},"to":"host"}"#),
    (Own, r#"{"do":"declare","aspect":"@aspect","by":{"character":"@own"},"text":"有条小路"}"#),
    (
        Own,
        r#"{"do":"act","actor":"@own","act":{"kind":"overcome"},"skill":"athletics","against":{"difficulty":2}}"#,
    ),
    (Host, r#"{"do":"oppose","action":"@action","against":{"difficulty":3}}"#),
    (Host, r#"{"do":"point-unknown","action":"@action","aspect":"@aspect"}"#),
    (Host, r#"{"do":"state","action":"@action","value":1,"why":"地利"}"#),
    (Own, r#"{"do":"cancel","action":"@action"}"#),
    (Own, r#"{"do":"roll","action":"@action"}"#),
    (Own, r#"{"do":"help","action":"@action","helper":"@own"}"#),
    (Host, r#"{"do":"hit","to":"@own","track":"physical","shifts":2}"#),
    (Own, r#"{"do":"absorb","hit":"@hit","boxes":2}"#),
    (Own, r#"{"do":"go-out","hit":"@hit"}"#),
    (Host, r#"{"do":"bring-back","character":"@own"}"#),
    (Own, r#"{"do":"concede","character":"@own"}"#),
    (Host, r#"{"do":"compel","to":"@own","aspect":"@aspect"}"#),
    (Own, r#"{"do":"claim-compel","character":"@own","aspect":"@aspect"}"#),
    (Own, r#"{"do":"propose-compel","by":"@own","to":"@other","aspect":"@aspect"}"#),
    (Own, r#"{"do":"accept-compel","compel":"@compel"}"#),
    (Own, r#"{"do":"refuse-compel","compel":"@compel"}"#),
    (Host, r#"{"do":"withdraw-compel","compel":"@compel"}"#),
    (Host, r#"{"do":"set-challenge","title":"难关","tasks":[{"name":"一","difficulty":1}]}"#),
    (Host, r#"{"do":"end-challenge"}"#),
    (Host, r#"{"do":"set-contest","title":"追逐","sides":[]}"#),
    (Host, r#"{"do":"name-twist","name":"断桥"}"#),
    (Host, r#"{"do":"end-contest"}"#),
    (Host, r#"{"do":"begin-conflict","combatants":[]}"#),
    (Host, r#"{"do":"join-conflict","combatant":{"who":"@npc","side":1}}"#),
    (Host, r#"{"do":"end-conflict"}"#),
];

/// After the dice of Ann's action have fallen.
const FATE_ROLLED: &[Row] = &[
    (
        Own,
        r#"{"do":"invoke","action":"@action","aspect":"@aspect","by":{"character":"@own"},"to":"bonus"}"#,
    ),
    (Own, r#"{"do":"let-stand","action":"@action"}"#),
];

/// When Ann's action has failed.
const FATE_FAILED: &[Row] =
    &[(Own, r#"{"do":"choose","action":"@attack","answer":{"kind":"fail"}}"#)];

/// When someone of the host's is attacked.
const FATE_ATTACKED: &[Row] =
    &[(Host, r#"{"do":"defend","action":"@attack","skill":"athletics"}"#)];

/// When it is Ann's turn in a conflict.
const FATE_CONFLICT: &[Row] = &[
    (Own, r#"{"do":"pass-turn","to":"@npc"}"#),
    (Own, r#"{"do":"defend-fully","character":"@own","text":"守住"}"#),
];

const TIMELINE: &[Row] = &[
    (Host, r#"{"do":"set-options","options":{}}"#),
    (Host, r#"{"do":"set-environment"}"#),
    (Host, r#"{"do":"show","character":"@npc","to":"host"}"#),
    (Own, r#"{"do":"make-character","card":"@card","seat":"@seat"}"#),
    (Host, r#"{"do":"make-character","card":"@card","hidden":true}"#),
    (Own, r#"{"do":"revise-card","character":"@own","card":"@card"}"#),
    (Own, r#"{"do":"drop-character","character":"@own"}"#),
    (Host, r#"{"do":"give-character","character":"@own","seat":"@seat"}"#),
    (Own, r#"{"do":"roll-basics","character":"@own","size":4,"appearance":3,"assets":3}"#),
    (Anyone, r#"{"do":"roll-basics","size":4,"appearance":3,"assets":3}"#),
    (Own, r#"{"do":"set-level","character":"@own","level":11}"#),
    (Own, r#"{"do":"change-resource","character":"@own","resource":"hit-points","by":-100}"#),
    (Own, r#"{"do":"restore","character":"@own"}"#),
    (Own, r#"{"do":"change-cash","character":"@own","amount":100}"#),
    (Own, r#"{"do":"add-belonging","character":"@own","text":"绳子"}"#),
    (Own, r#"{"do":"add-weapon","character":"@own","weapon":{"name":"刀","kind":"other"}}"#),
    (Own, r#"{"do":"wield","character":"@own"}"#),
    (Own, r#"{"do":"add-trait","character":"@own","draft":{"name":"夜视"}}"#),
    (
        Own,
        r#"{"do":"add-buff","character":"@own","buff":{"source":"药","range":"all","value":{"number":100},"kind":"direct-add"}}"#,
    ),
    (
        Own,
        r#"{"do":"add-modifier","character":"@own","modifier":{"source":"甲","sign":"loss","form":{"flat":100}}}"#,
    ),
    (Own, r#"{"do":"add-skill","character":"@own","skill":{"name":"闪","attribute":"dexterity"}}"#),
    (Own, r#"{"do":"arm-skill","character":"@own","skill":"@nothing","armed":true}"#),
    (Own, r#"{"do":"assume-card","character":"@own"}"#),
    (Own, r#"{"do":"change-pool","character":"@own","pool":"气","by":100}"#),
    (Own, r#"{"do":"remove","character":"@own","thing":"@nothing"}"#),
    (Anyone, r#"{"do":"set-target","target":{"value":5000}}"#),
    (Own, r#"{"do":"check","character":"@own","attribute":"strength","target":{"value":5000}}"#),
    (
        Own,
        r#"{"do":"contest","sides":[["@own","strength"],["@npc","strength"]],"target":{"value":5000}}"#,
    ),
    (
        Own,
        r#"{"do":"cooperate","characters":["@own","@npc"],"attribute":"strength","target":{"value":5000}}"#,
    ),
    (Anyone, r#"{"do":"set-opponent","opponent":{"level":10,"intelligence":3500}}"#),
    (Own, r#"{"do":"negotiate","character":"@own","score":100}"#),
    (Own, r#"{"do":"rest","character":"@own"}"#),
    (
        Own,
        r#"{"do":"treat","character":"@own","patient":"@npc","resource":"hit-points","amount":100}"#,
    ),
    (Host, r#"{"do":"open-fight","fighters":["@own"]}"#),
    (Own, r#"{"do":"join-fight","character":"@own"}"#),
    (Own, r#"{"do":"leave-fight","character":"@own"}"#),
    (Anyone, r#"{"do":"end-fight"}"#),
    (Host, r#"{"do":"place","character":"@own","position":100}"#),
    (Own, r#"{"do":"declare","character":"@own","attribute":"strength","effort":{"impact":1000}}"#),
    (Own, r#"{"do":"cancel-act","character":"@own"}"#),
    (Own, r#"{"do":"bear","character":"@own"}"#),
    (Own, r#"{"do":"hold","character":"@own"}"#),
    (Anyone, r#"{"do":"flow"}"#),
    (Host, r#"{"do":"step-back","to":0}"#),
];

/// What else has happened on a stage: `a` for Ann or `h` for the host, and what they did.
type Steps = &'static [(char, &'static str)];

const ACT: (char, &str) = (
    'a',
    r#"{"do":"act","actor":"@own","act":{"kind":"overcome"},"skill":"athletics","against":{"difficulty":2},"text":"翻墙"}"#,
);

const MIST_STAGE: Steps = &[
    ('h', r#"{"do":"add-threat","challenge":"@challenge","threat":{"text":"咬人"}}"#),
    ('h', r#"{"do":"gain-status","on":{"challenge":"@challenge"},"name":"发怒","tier":2}"#),
    (
        'a',
        r#"{"do":"act","actor":"@own","text":"撬门","depth":"detailed","lines":[{"source":"@tag","polarity":"help"}]}"#,
    ),
    (
        'h',
        r#"{"do":"hit","to":"@own","text":"扑倒","harms":[{"kind":"status","name":"受伤","tier":2}]}"#,
    ),
];

const FATE_STAGE: Steps = &[
    ('h', r#"{"do":"compel","to":"@own","aspect":"@aspect","text":"迷路"}"#),
    ACT,
    ('h', r#"{"do":"hit","to":"@own","track":"physical","shifts":2}"#),
];

const ROLLED_STAGE: Steps = &[ACT, ('a', r#"{"do":"roll","action":"@action"}"#)];

const FAILED_STAGE: Steps = &[
    (
        'a',
        r#"{"do":"act","actor":"@own","act":{"kind":"overcome"},"skill":"athletics","against":{"difficulty":14},"text":"开打"}"#,
    ),
    ('a', r#"{"do":"roll","action":"@attack"}"#),
    ('a', r#"{"do":"let-stand","action":"@attack"}"#),
];

const ATTACKED_STAGE: Steps = &[(
    'a',
    r#"{"do":"act","actor":"@own","act":{"kind":"attack","track":"physical"},"skill":"fight","against":{"character":"@npc"},"text":"开打"}"#,
)];

const CONFLICT_STAGE: Steps = &[
    (
        'h',
        r#"{"do":"begin-conflict","combatants":[{"who":"@own","side":0},{"who":"@npc","side":1}]}"#,
    ),
    ('h', r#"{"do":"pass-turn","to":"@own"}"#),
];

/// The words by which things on a stage are found.
const WORDS: [(&str, &str); 13] = [
    ("challenge", "看门狗"),
    ("story-tag", "利齿"),
    ("status", "发怒"),
    ("threat", "咬人"),
    ("clue", "湿脚印"),
    ("consequence", "扑倒"),
    ("roll", "撬门"),
    ("zone", "栈桥"),
    ("aspect", "浓雾"),
    ("action", "翻墙"),
    ("attack", "开打"),
    ("compel", "迷路"),
    ("npc", "打手"),
];

/// A stage on which each command has something to be about; its things by name.
async fn stage(group: &mut Group, steps: Steps) -> BTreeMap<String, Json> {
    scene::set(group).await;
    let (host, ann) = (group.host, group.ann);
    let view = group.table.view(host).await.expect("a view");
    let of_seat = |seat: Json| {
        let own = |(key, part): (&String, &Json)| {
            let id = key.strip_prefix("character/")?;
            let whose = part.get("seat").cloned().unwrap_or_default();
            (whose == seat).then(|| json!(id))
        };
        view.iter().find_map(own).unwrap_or_default()
    };
    let own = of_seat(json!(ann));
    let mut things = BTreeMap::from([
        ("seat".to_owned(), json!(ann)),
        ("own".to_owned(), own.clone()),
        ("other".to_owned(), of_seat(json!(group.ben))),
        ("npc".to_owned(), of_seat(Json::Null)),
        ("nothing".to_owned(), json!("000000000001")),
        ("card".to_owned(), scene::card("新人")),
        ("themes".to_owned(), json!([scene::theme("新")])),
    ]);
    let part = &view[&format!("character/{}", own.as_str().expect("an id"))];
    things.insert("theme".to_owned(), part["themes"][0]["id"].clone());
    things.insert("tag".to_owned(), part["themes"][0]["powers"][0]["id"].clone());
    let offers = group.table.offers(host).await.expect("offers");
    let example = offers.into_iter().find(|offer| offer.command["do"] == "take-example");
    let example = example.map(|offer| offer.command["example"].clone());
    things.insert("example".to_owned(), example.unwrap_or_default());
    find(group, &mut things).await;
    for (who, step) in steps {
        let by = if *who == 'a' { ann } else { host };
        let step = filled(step, &things);
        group.game(by, step.clone()).await.unwrap_or_else(|no| panic!("{step}: {no:?}"));
        find(group, &mut things).await;
    }
    things
}

/// Finds what is on the stage by now.
async fn find(group: &Group, things: &mut BTreeMap<String, Json>) {
    let view = group.table.view(group.host).await.expect("a view");
    for (name, word) in WORDS {
        if let Some(id) = view.values().find_map(|part| crate::canary::thing_of(part, word)) {
            things.insert(name.to_owned(), json!(id));
        }
    }
    let rolls = view.iter().filter(|(key, _)| key.starts_with("roll/"));
    if let Some(line) = rolls.map(|(_, roll)| roll["lines"][0]["id"].clone()).next() {
        things.insert("line".to_owned(), line);
    }
    if let Some(hit) = view.keys().find_map(|key| key.strip_prefix("hit/")) {
        things.insert("hit".to_owned(), json!(hit));
    }
}

/// A row's command with the stage's things in it.
fn filled(row: &str, things: &BTreeMap<String, Json>) -> Json {
    let mut text = row.to_owned();
    for (name, thing) in things {
        text = text.replace(&format!("\"@{name}\""), &thing.to_string());
    }
    assert!(!text.contains("\"@"), "not on the stage: {text}");
    serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Every command a family knows, as its own complaint about an unknown one lists them.
async fn known(group: &mut Group) -> BTreeSet<String> {
    let refused = group.game(group.host, json!({ "do": "?" })).await.expect_err("no such command");
    let said = serde_json::to_string(&refused).expect("plain data");
    let listed = said.split("expected one of").nth(1).expect("it says what would do");
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What a ruleset says of a command that is not among its own.
const NOT_HERE: [&str; 3] = ["mist-switched-off", "mist-not-in-variant", "mist-no-push"];

/// Tries each row in each of a family's rulesets; one that has no such thing does not count.
async fn check(packs: &[&str], steps: Steps, rows: &[Row]) -> BTreeSet<String> {
    let mut wrong = Vec::new();
    let mut named = BTreeSet::new();
    let mut tried = BTreeSet::new();
    for pack in packs {
        let mut group = Group::sit(Arc::new(MemoryStore::new()), group::shipped(pack)).await;
        let things = stage(&mut group, steps).await;
        let point = group.lines(group.host).await.last().and_then(|line| line.point);
        let point = point.expect("the host sees every point");
        let seats =
            [("host", group.host), ("Ann", group.ann), ("Ben", group.ben), ("Eve", group.eve)];
        for (may, row) in rows {
            let command = filled(row, &things);
            named.insert(command["do"].as_str().expect("a name").to_owned());
            for ((who, seat), may) in seats.into_iter().zip(may.allowed()) {
                let done = group.game(seat, command.clone()).await;
                if done.as_ref().is_err_and(|no| NOT_HERE.contains(&&*no.what.id)) {
                    continue;
                }
                tried.insert((*row, who));
                // Whatever else the rules say of it now, they do not say that this seat may not.
                let refused = done.as_ref().is_err_and(|no| no.rule.to_string() == "B-01");
                let unread = done.as_ref().is_err_and(|no| no.what.id == "command-unreadable");
                if refused == may || unread {
                    wrong.push(format!("{pack}: {command} by {who}: {done:?}"));
                }
                if done.is_ok() {
                    // Some commands change nothing; then the game stands there already.
                    let _ = group.at_table(group.host, TableCommand::RewindTo { point }).await;
                }
            }
        }
    }
    for (_, row) in rows {
        for who in ["host", "Ann", "Ben", "Eve"] {
            if !tried.contains(&(*row, who)) {
                wrong.push(format!("no ruleset has a place for {row} by {who}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    named
}

/// Every command of the family has its row.
async fn complete(pack: &str, named: BTreeSet<String>) {
    let mut group = Group::sit(Arc::new(MemoryStore::new()), group::shipped(pack)).await;
    assert_eq!(named, known(&mut group).await, "{pack}");
}

#[tokio::test]
async fn b01_each_command_of_the_mist_by_each_role() {
    let named = check(&["mist-bureau", "mist-city", "mist-2d6"], MIST_STAGE, MIST).await;
    complete("mist-bureau", named).await;
}

#[tokio::test]
async fn b01_each_command_of_fate_by_each_role() {
    let mut named = BTreeSet::new();
    for (steps, rows) in [
        (FATE_STAGE, FATE),
        (ROLLED_STAGE, FATE_ROLLED),
        (FAILED_STAGE, FATE_FAILED),
        (ATTACKED_STAGE, FATE_ATTACKED),
        (CONFLICT_STAGE, FATE_CONFLICT),
    ] {
        named.extend(check(&["fate-condensed"], steps, rows).await);
    }
    complete("fate-condensed", named).await;
}

#[tokio::test]
async fn b01_each_command_of_the_timeline_by_each_role() {
    let named = check(&["timeline"], &[], TIMELINE).await;
    complete("timeline", named).await;
}
