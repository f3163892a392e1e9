//! B-01: each command by each role, allowed or refused as the specification says.
//!
//! A row is a command and who may give it. `@name` stands for a thing on the stage. Whoever may not
//! is refused by the rule that says so; whoever may must be seen to: on the stage, or in play that
//! seeks what nobody has done yet among what is offered.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use dice::Source;
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
    /// The host alone; every player is refused by this rule.
    HostBy(&'static str),
}
use May::{Anyone, Host, HostBy, Own};

impl May {
    /// By which rule host, Ann, Ben and a spectator may not, if they may not.
    fn refused(self) -> [Option<&'static str>; 4] {
        let no = Some("B-01");
        match self {
            Host => [None, no, no, no],
            Own => [None, None, no, no],
            Anyone => [None, None, None, no],
            HostBy(rule) => [None, Some(rule), Some(rule), no],
        }
    }
}

type Row = (May, &'static str);

const MIST: &[Row] = &[
    (Host, r#"{"do":"set-auto-approve","on":true}"#),
    (Host, r#"{"do":"show","thing":"@challenge","to":"host"}"#),
    (Host, r#"{"do":"rename","thing":"@challenge","name":"新名"}"#),
    (Own, r#"{"do":"make-character","name":"新人","themes":"@themes","seat":"@seat"}"#),
    (Host, r#"{"do":"make-character","name":"新人","themes":"@themes","hidden":true}"#),
    // A new one a player may bring; who has grown elsewhere is let in by the host (B-46).
    (
        HostBy("B-46"),
        r#"{"do":"bring-character","name":"来客","evolution":1,"themes":[
            {"theme":{"kind":"human","title":"船工","powers":["缆绳"],"weaknesses":[]}}]}"#,
    ),
    (Own, r#"{"do":"take-example","example":"@example","seat":"@seat"}"#),
    (Host, r#"{"do":"give-character","character":"@own","seat":"@seat"}"#),
    (Own, r#"{"do":"retire","character":"@own"}"#),
    (Own, r#"{"do":"choose-fate","character":"@own","fate":{"kind":"died"}}"#),
    (Host, r#"{"do":"set-scene","title":"别处"}"#),
    (Host, r#"{"do":"take-scene","scene":"platform"}"#),
    (Host, r#"{"do":"set-present","character":"@own","present":false}"#),
    (Host, r#"{"do":"step-scene","step":"consequence"}"#),
    (Host, r#"{"do":"end-scene"}"#),
    (
        Host,
        r#"{"do":"add-challenge","challenge":{"name":"门","text":"","hidden":false,"limits":[],"threats":[],"tags":[]}}"#,
    ),
    (Host, r#"{"do":"set-mundane","challenge":"@challenge","mundane":true}"#),
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
    (Host, r#"{"do":"name-case","title":"雾案"}"#),
    (Host, r#"{"do":"reopen-case","case":"@nothing"}"#),
    (Host, r#"{"do":"refute","conclusion":"@nothing","text":"脚印"}"#),
    (Host, r#"{"do":"add-clock","name":"警报","boxes":4}"#),
    (Host, r#"{"do":"move-clock","clock":"@nothing","by":1}"#),
    (Host, r#"{"do":"remove-clock","clock":"@nothing"}"#),
    (Own, r#"{"do":"look-back","character":"@own","theme":"@theme","track":"improve"}"#),
    (Anyone, r#"{"do":"decide-status","status":"@status","by":0}"#),
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

/// While the file is written.
const MIST_FILE: &[Row] = &[
    (
        Own,
        r#"{"do":"deduce","actor":"@own","mystery":"@mystery","conclusion":"是他","moment":"昨夜"}"#,
    ),
    (Own, r#"{"do":"test","actor":"@own","mystery":"@mystery","conclusion":"是他"}"#),
];

const FATE: &[Row] = &[
    (Host, r#"{"do":"show","thing":"@npc","to":"host"}"#),
    (Host, r#"{"do":"rename","thing":"@npc","name":"新名"}"#),
    (Host, r#"{"do":"write-notes","text":"夜里有人来"}"#),
    (Host, r#"{"do":"change-clock","change":{"kind":"add","name":"警报","boxes":4}}"#),
    (
        Anyone,
        r#"{"do":"make-character","draft":{"name":"新人","pc":true,
            "aspects":[{"slot":"concept","name":"新来的"},{"slot":"trouble","name":"没路费"}],
            "skills":{"fight":4,"athletics":3,"notice":3,"stealth":2,"will":2,"shoot":2,
                "physique":1,"rapport":1,"provoke":1,"investigate":1}}}"#,
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
    (Own, r#"{"do":"mark-condition","character":"@own","condition":"mild"}"#),
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
    (Host, r#"{"do":"stay-out","character":"@own","absence":"dead"}"#),
    (
        Host,
        r#"{"do":"set-options","options":{"hostile":"all","boost_details":true,"home":"bank",
            "order":"popcorn","full_defence_boost":true,"victories":3}}"#,
    ),
    (Host, r#"{"do":"copy-character","character":"@npc"}"#),
    (Host, r#"{"do":"let-hazard-act","character":"@npc"}"#),
    (Host, r#"{"do":"roll-secretly","character":"@npc","skill":"notice"}"#),
    (Host, r#"{"do":"compel-group","aspect":"@aspect"}"#),
    (Own, r#"{"do":"split","action":"@action","shares":[1,1]}"#),
    (Host, r#"{"do":"prepare-scene","title":"别处"}"#),
    (
        Host,
        r#"{"do":"change-prepared","prepared":"@nothing","change":{"kind":"zone","name":"屋顶"}}"#,
    ),
    (Host, r#"{"do":"start-prepared","prepared":"@nothing"}"#),
    (Host, r#"{"do":"drop-prepared","prepared":"@nothing"}"#),
    (Own, r#"{"do":"mend","character":"@own","mend":{"kind":"vitals","text":"高个子"}}"#),
    (Host, r#"{"do":"nod-mend","request":"@nothing"}"#),
    (Host, r#"{"do":"decline-mend","request":"@nothing"}"#),
    (Own, r#"{"do":"concede","character":"@own"}"#),
    (Host, r#"{"do":"compel","to":"@own","aspect":"@aspect"}"#),
    (Own, r#"{"do":"claim-compel","character":"@own","aspect":"@aspect"}"#),
    (Own, r#"{"do":"propose-compel","by":"@own","to":"@other","aspect":"@aspect"}"#),
    (Own, r#"{"do":"accept-compel","compel":"@compel"}"#),
    (Own, r#"{"do":"refuse-compel","compel":"@compel","why":"早有准备"}"#),
    (Host, r#"{"do":"withdraw-compel","compel":"@compel"}"#),
    (Host, r#"{"do":"set-challenge","title":"难关","tasks":[{"name":"一","difficulty":1}]}"#),
    (Host, r#"{"do":"set-contest","title":"追逐","sides":[]}"#),
    (Host, r#"{"do":"name-twist","name":"断桥"}"#),
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

/// While a contest goes on.
const FATE_CONTEST: &[Row] = &[(Host, r#"{"do":"end-contest"}"#)];

const FATE_CHALLENGE: &[Row] = &[(Host, r#"{"do":"end-challenge"}"#)];

const TIMELINE: &[Row] = &[
    (Host, r#"{"do":"set-options","options":{}}"#),
    (Host, r#"{"do":"set-environment"}"#),
    (Host, r#"{"do":"change-clock","change":{"kind":"add","name":"警报","boxes":4}}"#),
    (Host, r#"{"do":"show","character":"@npc","to":"host"}"#),
    (Own, r#"{"do":"make-character","card":"@card","seat":"@seat"}"#),
    (Host, r#"{"do":"make-character","card":"@card","hidden":true}"#),
    (Own, r#"{"do":"revise-card","character":"@own","card":"@card"}"#),
    (Own, r#"{"do":"replace-card","character":"@own","card":"@card"}"#),
    (Own, r#"{"do":"drop-character","character":"@own"}"#),
    (Host, r#"{"do":"give-character","character":"@own","seat":"@seat"}"#),
    (Own, r#"{"do":"roll-basics","character":"@own","size":4,"appearance":3,"assets":3}"#),
    (Anyone, r#"{"do":"roll-basics","size":4,"appearance":3,"assets":3}"#),
    (Host, r#"{"do":"agree","claim":{"claim":"level","character":"@own"}}"#),
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
    (Own, r#"{"do":"assume-card","character":"@own"}"#),
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
    (Own, r#"{"do":"rest","character":"@own"}"#),
    (
        Own,
        r#"{"do":"treat","character":"@own","patient":"@npc","resource":"hit-points","amount":100}"#,
    ),
    (Host, r#"{"do":"open-fight","fighters":["@own"]}"#),
    (Own, r#"{"do":"set-sides","sides":[["@own",2]]}"#),
    (Own, r#"{"do":"leave-fight","character":"@own"}"#),
    (HostBy("T-34"), r#"{"do":"end-fight"}"#),
    (Host, r#"{"do":"place","character":"@own","position":100}"#),
    (Own, r#"{"do":"declare","character":"@own","attribute":"strength","effort":{"impact":1000}}"#),
    (Own, r#"{"do":"cancel-act","character":"@own"}"#),
    (Own, r#"{"do":"bear","character":"@own"}"#),
    (Own, r#"{"do":"hold","character":"@own"}"#),
    (Anyone, r#"{"do":"flow"}"#),
    (Host, r#"{"do":"step-back","to":0}"#),
];

/// When Ann has a skill, a rope and someone to talk to, and has left the fight.
const TIMELINE_APART: &[Row] = &[
    (Own, r#"{"do":"arm-skill","character":"@own","skill":"@skill","armed":true}"#),
    (Host, r#"{"do":"judge-skill","character":"@own","skill":"@skill","difficulty":10}"#),
    (Own, r#"{"do":"remove","character":"@own","thing":"@rope"}"#),
    (Own, r#"{"do":"negotiate","character":"@own","score":100}"#),
    (Own, r#"{"do":"join-fight","character":"@own"}"#),
];

/// In the Mire, which has a resource of its own.
const TIMELINE_MIRE: &[Row] =
    &[(Own, r#"{"do":"change-pool","character":"@own","pool":"glow","by":100}"#)];

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
    ('h', r#"{"do":"grant-free","aspect":"@aspect","to":{"character":"@own"}}"#),
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

const FILE_STAGE: Steps = &[
    ('h', r#"{"do":"add-mystery","text":"谁干的","complexity":1}"#),
    ('h', r#"{"do":"enter-phase","phase":"file"}"#),
];

const CONTEST_STAGE: Steps = &[(
    'h',
    r#"{"do":"set-contest","title":"追逐","sides":[{"name":"甲","members":["@own"]},{"name":"乙","members":["@npc"]}]}"#,
)];

const CHALLENGE_STAGE: Steps =
    &[('h', r#"{"do":"set-challenge","title":"难关","tasks":[{"name":"一","difficulty":1}]}"#)];

const APART_STAGE: Steps = &[
    (
        'a',
        r#"{"do":"add-skill","character":"@own","skill":{"name":"闪","attribute":"dexterity","trigger":{"on":"hurt"}}}"#,
    ),
    ('a', r#"{"do":"add-belonging","character":"@own","text":"绳子"}"#),
    ('a', r#"{"do":"set-opponent","opponent":{"level":10,"intelligence":3500}}"#),
    ('a', r#"{"do":"leave-fight","character":"@own"}"#),
];

/// The words by which things on a stage are found.
const WORDS: [(&str, &str); 15] = [
    ("mystery", "谁干的"),
    ("rope", "绳子"),
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
    let offers = group.table.offers(host, None).await.expect("offers");
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
    if let Some(skill) = view.values().find_map(|part| part["skills"][0].get("id")) {
        things.insert("skill".to_owned(), skill.clone());
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

/// What was done, and whether by a host or a player.
type Done = BTreeSet<(String, &'static str)>;

/// Tries each row in each of a family's rulesets; one that has no such thing does not count.
async fn check(packs: &[Json], steps: Steps, rows: &[Row], accepted: &mut Done) {
    let mut wrong = Vec::new();
    let mut tried = BTreeSet::new();
    for pack in packs {
        let mut group = Group::sit(Arc::new(MemoryStore::new()), pack.clone()).await;
        let things = stage(&mut group, steps).await;
        let point = group.lines(group.host).await.last().and_then(|line| line.point);
        let point = point.expect("the host sees every point");
        let seats =
            [("host", group.host), ("Ann", group.ann), ("Ben", group.ben), ("Eve", group.eve)];
        for (may, row) in rows {
            let command = filled(row, &things);
            for ((who, seat), no) in seats.into_iter().zip(may.refused()) {
                let done = group.game(seat, command.clone()).await;
                if done.as_ref().is_err_and(|no| NOT_HERE.contains(&&*no.what.id)) {
                    continue;
                }
                tried.insert((*row, who));
                let fits = match (&done, no) {
                    (Ok(_), None) => true,
                    (Err(refusal), Some(rule)) => refusal.rule.to_string() == rule,
                    // The rules may want something else first, which the stage does not have.
                    (Err(refusal), None) => {
                        refusal.rule.to_string() != "B-01"
                            && refusal.what.id != "command-unreadable"
                    }
                    (Ok(_), Some(_)) => false,
                };
                if !fits {
                    wrong.push(format!("{}: {command} by {who}: {done:?}", pack["id"]));
                }
                if done.is_ok() {
                    accepted.insert((named(&command), if who == "host" { who } else { "player" }));
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
}

fn named(command: &Json) -> String {
    command["do"].as_str().expect("a name").to_owned()
}

/// Commands that take a long story to come to, and the test of the rules that tells it.
const ELSEWHERE: &[(&str, &str)] = &[
    ("add-countdown", "m37_each_question_counts_clues_its_index_and_one_of_them_the_countdown"),
    ("choose-fate", "m07_a_character_at_six_dies_or_is_changed_and_it_is_recorded"),
    ("reopen-case", "m38_closed_cases_stay_in_an_archive_and_can_be_opened_again"),
    ("refute", "m36_the_host_names_the_clue_that_refutes_and_it_counts_against_that_conclusion"),
    ("take-scene", "m09_a_ready_scene_opens_with_all_that_is_in_it"),
    ("move-clock", "m44_a_clock_is_moved_by_the_host_a_consequence_and_an_effect"),
    ("remove-clock", "m44_a_clock_is_moved_by_the_host_a_consequence_and_an_effect"),
    ("look-back", "m43_the_checklist_asks_about_every_theme_and_status_and_never_blocks"),
    ("decide-status", "m43_the_checklist_asks_about_every_theme_and_status_and_never_blocks"),
    ("pick-burns", "m35_the_price_of_a_plunge_by_degree_and_band"),
    ("choose-ending", "m57_an_ending_needs_five_evolution"),
    ("begin-session", "f15_the_host_begins_a_session_where_the_tables_do_not"),
    ("name-twist", "f41_a_tie_brings_a_twist_and_no_victory"),
    ("split", "f45_one_attack_is_split_among_several_targets"),
    ("let-hazard-act", "f45_a_countdown_acts_once_when_it_is_over"),
    ("mark-condition", "p41_what_absorbs_nothing_is_never_among_the_ways_and_is_marked_outright"),
    ("assume-card", "t51_arrogance_uses_the_card_of_another_at_its_own_level"),
    ("bear", "t51_shapeshift_converts_either_way_at_once_and_chooses_what_takes_wounds"),
];

#[test]
fn b01_what_is_shown_elsewhere_is_shown_there() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/tests");
    let folders = ["mist", "fate", "timeline"].map(|family| tests.join(family));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("tests"));
    let text: String =
        files.map(|file| fs::read_to_string(file.expect("a file").path()).expect("text")).collect();
    for (command, test) in ELSEWHERE {
        assert!(text.contains(&format!("fn {test}()")), "{command}: there is no {test}");
    }
}

/// How often people come together, if not everything was done before.
const PLAYS: usize = 12;
/// How many moves they make then.
const MOVES: usize = 400;

/// Plays what is offered, until nothing that is due is left: what has not been done yet by such a
/// seat, or else anything.
async fn play(pack: &Json, seed: u64, due: &Done, accepted: &mut Done) {
    let mut group = Group::sit_with(Arc::new(MemoryStore::new()), pack.clone(), seed).await;
    scene::set(&mut group).await;
    let mut draw = Source::from_u64(seed);
    let mut below = |count: usize| (draw.word() % count as u64) as usize;
    for _ in 0..MOVES {
        if due.is_subset(accepted) {
            return;
        }
        let mut any = Vec::new();
        let mut new = Vec::new();
        for (seat, who) in [(group.host, "host"), (group.ann, "player"), (group.ben, "player")] {
            for offer in group.table.offers(seat, None).await.expect("offers") {
                let done = accepted.contains(&(named(&offer.command), who));
                if done { &mut any } else { &mut new }.push((seat, who, offer.command));
            }
        }
        let from = if new.is_empty() { any } else { new };
        if from.is_empty() {
            return;
        }
        let (seat, who, command) = from[below(from.len())].clone();
        let done = group.game(seat, command.clone()).await;
        done.unwrap_or_else(|no| panic!("{command}: {no:?}"));
        accepted.insert((named(&command), who));
    }
}

/// Each command was done by each who may, and every command of the family has its row.
async fn complete(packs: &[Json], rows: &[&[Row]], accepted: &mut Done) {
    let rows: Vec<(May, String)> = rows
        .iter()
        .copied()
        .flatten()
        .map(|(may, row)| {
            let name = row.split('"').nth(3).expect("a name");
            (*may, name.to_owned())
        })
        .collect();
    let mut group = Group::sit(Arc::new(MemoryStore::new()), packs[0].clone()).await;
    let all: BTreeSet<String> = rows.iter().map(|(_, name)| name.clone()).collect();
    assert_eq!(all, known(&mut group).await);
    let due: Done = rows
        .into_iter()
        .filter(|(_, name)| ELSEWHERE.iter().all(|(known, _)| known != name))
        .flat_map(|(may, name)| {
            let player = may.refused()[1].is_none().then(|| (name.clone(), "player"));
            [Some((name, "host")), player].into_iter().flatten()
        })
        .collect();
    for (seed, pack) in (1..).zip(packs.iter().cycle().take(PLAYS)) {
        play(pack, seed, &due, accepted).await;
    }
    let missing: Vec<_> = due.difference(accepted).collect();
    assert!(missing.is_empty(), "never accepted: {missing:#?}");
}

fn packs(names: &[&str]) -> Vec<Json> {
    names.iter().map(|name| group::shipped(name)).collect()
}

#[tokio::test]
async fn b01_each_command_of_the_mist_by_each_role() {
    let packs = packs(&["mist-bureau", "mist-city", "mist-2d6"]);
    let mut accepted = Done::new();
    check(&packs, MIST_STAGE, MIST, &mut accepted).await;
    check(&packs[..1], FILE_STAGE, MIST_FILE, &mut accepted).await;
    complete(&packs, &[MIST, MIST_FILE], &mut accepted).await;
}

#[tokio::test]
async fn b01_each_command_of_fate_by_each_role() {
    let packs = packs(&["fate-condensed"]);
    let mut accepted = Done::new();
    let stages = [
        (FATE_STAGE, FATE),
        (ROLLED_STAGE, FATE_ROLLED),
        (FAILED_STAGE, FATE_FAILED),
        (ATTACKED_STAGE, FATE_ATTACKED),
        (CONFLICT_STAGE, FATE_CONFLICT),
        (CONTEST_STAGE, FATE_CONTEST),
        (CHALLENGE_STAGE, FATE_CHALLENGE),
    ];
    for (steps, rows) in stages {
        check(&packs, steps, rows, &mut accepted).await;
    }
    complete(&packs, &stages.map(|(_, rows)| rows), &mut accepted).await;
}

#[tokio::test]
async fn b01_each_command_of_the_timeline_by_each_role() {
    let packs = packs(&["timeline"]);
    let mut accepted = Done::new();
    let mire = include_str!("../../../../examples/timeline/mire.toml");
    let mire = rules::pack::ready("mire.toml", mire).expect("it holds together").pack.to_json();
    check(&packs, &[], TIMELINE, &mut accepted).await;
    check(&packs, APART_STAGE, TIMELINE_APART, &mut accepted).await;
    check(&[mire], &[], TIMELINE_MIRE, &mut accepted).await;
    complete(&packs, &[TIMELINE, TIMELINE_APART, TIMELINE_MIRE], &mut accepted).await;
}
