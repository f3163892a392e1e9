//! The four actions, and what is said before and after their dice (F-01 … F-33).

use rules::fate::{
    Absence, Act, ActionPart, Against, AspectWords, Command, Created, Effect, HitPart, Place,
    Purpose, TakenConsequence,
};
use rules::{Id, Message, Term, message};

use super::book::{Book, number};
use super::{Verb, done};
use crate::about::{About, Spot};
use crate::common::{needed_as, unquoted};
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::by_actor(go, &["go", "投掷", "投擲", "掷", "擲"]),
    Verb::by_actor(cancel, &["cancel", "取消", "作罢", "作罷"]),
    Verb::by_actor(take, &["take", "承受"]),
    Verb::by_actor(act, &["f", "做"]),
    Verb::by_actor(stress, &["stress", "压力", "壓力"]),
    Verb::by_actor(concede, &["concede", "认输", "認輸"]),
    Verb::by_actor(stunt, &["stunt", "特技"]),
    Verb::new(oppose, &["diff", "难度", "難度"]),
    Verb::new(assist, &["assist", "协助", "協助"]),
    Verb::by_actor(treat, &["treat", "治疗", "治療"]),
    Verb::by_actor(point, &["point", "指明"]),
    Verb::by_actor(split, &["split", "分配"]),
    Verb::new(modify, &["mod", "修正"]),
    Verb::new(back, &["back", "回来", "回來"]),
    Verb::new(stay_out, &["gone", "不回来", "不回來"]),
];

choices! { Kind, KINDS:
    Overcome => "overcome", "o", "克服";
    Create => "create", "c", "创造优势", "創造優勢", "优势", "優勢";
    Discover => "discover", "探查";
    Attack => "attack", "a", "攻击", "攻擊";
    Defend => "defend", "d", "防御", "防禦";
    Effort => "effort", "e", "竞争", "競爭";
    Secret => "secret", "暗骰";
}
const VS: &[((), &[&str])] = &[((), &["vs", "对", "對"])];
const ON: &[((), &[&str])] = &[((), &["on", "在"])];
const AT: &[((), &[&str])] = &[((), &["at", "于", "於"])];
const FULL: &[((), &[&str])] = &[((), &["full", "全力"])];
const WAIT: &[((), &[&str])] = &[((), &["wait", "慢"])];
const STUNT: &[((), &[&str])] = &[((), &["stunt", "特技"])];
const TASK: &[((), &[&str])] = &[((), &["task", "任务", "任務"])];
const REACH: &[((), &[&str])] = &[((), &["reach", "前往"])];

/// `.f 克服 格斗 vs 2: 砸门`, `.f 优势 潜行 vs 2: 无人察觉`, `.f 攻击 格斗 vs @打手`, `.f 防御 运动`; a stunt
/// that helps is named with it: `.f 攻击 格斗 特技 影中搏击 vs @打手` (F-51).
pub fn act(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    let Some(kind) = reader.word(KINDS) else {
        let mistake = Mistake::new(at, message!("chat-f-how"));
        return Err(
            mistake.example_text(".f overcome｜create｜discover｜attack｜defend 技能 vs 2｜@NAME")
        );
    };
    let (mut head, text) = reader.until(':');
    let mut text = text.map(|mut text| text.rest()).unwrap_or_default();
    let skill = book.skill(&mut head)?;
    if kind == Kind::Defend {
        return defend(head, book, skill);
    }
    let actor = book.acting(&head)?;
    if kind == Kind::Secret {
        head.gap();
        let _ = head.word(VS);
        let difficulty = book.rung(&mut head);
        head.finish()?;
        return done(Command::RollSecretly { character: actor, skill, difficulty });
    }
    let mut against = None;
    let mut also = Vec::new();
    let mut purpose = Purpose::Plain;
    let mut known = None;
    let mut place = None;
    let mut track = None;
    let mut roll = true;
    let mut stunts = Vec::new();
    loop {
        head.gap();
        if head.is_done() {
            break;
        }
        if head.word(WAIT).is_some() {
            roll = false;
        } else if head.word(STUNT).is_some() {
            head.space();
            stunts.push(names::find(&mut head, &stunts_of(book, &[actor]))?);
        } else if head.word(ON).is_some() {
            known = Some(book.aspect(&mut head)?);
        } else if head.word(AT).is_some() {
            place = Some(book.place(&mut head)?);
        } else if head.word(TASK).is_some() {
            purpose = Purpose::Task { task: names::find(&mut head, &tasks(book))? };
        } else if head.word(REACH).is_some() {
            purpose = Purpose::Reach { zone: names::find(&mut head, &book.zone_names())? };
        } else if kind == Kind::Attack
            && against.is_some()
            && let Some(who) = book.at(&mut head)?
        {
            // Several targets: `.f 攻击 射击 vs @甲 @乙` (F-45).
            also.push(who);
        } else if kind == Kind::Attack && against.is_some() {
            track = Some(names::find(&mut head, &book.track_names())?);
        } else if against.is_some() {
            // Two things to roll against are not one: neither is taken silently (C-02).
            let what = message!("chat-f-one-against", text = head.between(head.here()));
            return Err(Mistake::new(head.here(), what).example_text("vs 2｜vs 良好｜vs @NAME"));
        } else {
            let _ = head.word(VS);
            against = Some(opposing(&mut head, book)?);
        }
    }
    let first =
        || book.ruleset.and_then(|rules| rules.tracks.first()).map(|track| track.id.clone());
    let scene = book.scene.is_some_and(|scene| scene.open);
    let act = match (kind, known) {
        (Kind::Create, Some(aspect)) => Act::Create { what: Created::Known { aspect } },
        (Kind::Create, None) => {
            if text.is_empty() {
                let mistake = Mistake::new(head.here(), message!("chat-f-aspect-missing"));
                return Err(mistake.example_text(".f 优势 潜行 vs 2: 无人察觉"));
            }
            // What is made against somebody lands on them: `vs @头目: 被缠住`.
            let usual = match against {
                Some(Against::Character(whom)) => Place::Character(whom),
                Some(Against::Difficulty(_)) | None if scene => Place::Scene,
                Some(Against::Difficulty(_)) | None => Place::Character(actor),
            };
            let on = place.unwrap_or(usual);
            let name = unquoted(std::mem::take(&mut text));
            Act::Create { what: Created::New { name, on } }
        }
        (Kind::Discover, _) => Act::Create { what: Created::Unknown { aspect: None } },
        (Kind::Attack, _) => Act::Attack { track: track.or_else(first).unwrap_or_default() },
        (Kind::Effort, _) => {
            let contest = book.scene.and_then(|scene| scene.contest.as_ref());
            let side = contest.and_then(|contest| {
                contest.sides.iter().position(|side| side.members.contains(&actor))
            });
            let side = side.and_then(|side| u8::try_from(side).ok());
            let side =
                side.ok_or_else(|| Mistake::new(head.here(), message!("fate-no-contest")))?;
            Act::Effort { side }
        }
        (Kind::Overcome | Kind::Defend | Kind::Secret, _) => Act::Overcome { purpose },
    };
    done(Command::Act { actor, act, skill, against, also, stunts, text, roll })
}

fn tasks(book: &Book<'_>) -> Vec<Name<Id>> {
    let challenge = book.scene.and_then(|scene| scene.challenge.as_ref());
    let tasks = challenge.iter().flat_map(|challenge| &challenge.tasks);
    tasks.map(|task| Name::new(task.id, &task.name)).collect()
}

/// A number, or `@NAME`.
fn opposing(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Against, Mistake> {
    if let Some(who) = book.at(reader)? {
        return Ok(Against::Character(who));
    }
    if let Some(difficulty) = book.rung(reader) {
        return Ok(Against::Difficulty(difficulty));
    }
    let mut probe = *reader;
    let token = probe.token();
    let what = message!("chat-extra", text = reader.between(token.clone()));
    Err(Mistake::new(token.start..token.end.max(token.start + 1), what)
        .example_text("vs 2｜vs 良好｜vs @NAME"))
}

fn defend(mut reader: Reader<'_>, book: &Book<'_>, skill: String) -> Result<Heard, Mistake> {
    let (mut full, mut roll, mut named) = (false, true, None);
    let mut stunts = Vec::new();
    let asked = |action: &&&ActionPart| !action.rolled && action.opposition.is_none();
    let defenders = book.actions.iter().filter(asked).filter_map(|action| action.target);
    let defenders: Vec<Id> = defenders.filter(|id| book.reaches(*id)).collect();
    loop {
        reader.gap();
        if reader.word(STUNT).is_some() {
            reader.space();
            stunts.push(names::find(&mut reader, &stunts_of(book, &defenders))?);
        } else if reader.word(FULL).is_some() {
            full = true;
        } else if reader.word(WAIT).is_some() {
            roll = false;
        } else if let Some(who) = book.at(&mut reader)? {
            // Whose action it is against, when several wait: `.f 防御 运动 @打手`.
            named = Some(who);
        } else {
            break;
        }
    }
    let action = book.action_of(
        &mut reader,
        named,
        Spot::End,
        |action| !action.rolled && action.target.is_some_and(|id| book.reaches(id)),
        |action| action.target.is_some_and(|id| book.owns(id)),
    )?;
    reader.finish()?;
    done(Command::Defend { action: action.id, skill, full, stunts, roll })
}

/// `.diff 3`, `.diff @打手`: what stands against the action that waits. Host.
pub fn oppose(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    // `.diff @阿岚 3`: of two things said the first is whose action it is.
    let mut probe = reader;
    let named = match (book.actor, book.at(&mut probe)?) {
        (None, Some(who)) if !probe.is_done() => {
            reader = probe;
            Some(who)
        }
        (actor, _) => actor,
    };
    let waits = |action: &ActionPart| {
        !action.rolled && action.opposition.is_none() && action.target.is_none()
    };
    let any_waits = book.actions.iter().any(|action| waits(action));
    // After the dice a difficulty can still be corrected (F-02).
    let fixed =
        |action: &ActionPart| action.opposition.as_ref().is_some_and(|side| side.who.is_none());
    let fits = |action: &ActionPart| !action.rolled || fixed(action);
    let own = |action: &ActionPart| waits(action) || !any_waits;
    if !book.actions.iter().any(|action| fits(action)) {
        let over = Mistake::new(reader.here(), message!("chat-f-diff-over")).by("F-02");
        return Err(over.example_text(".undo"));
    }
    let action = book.action_of(&mut reader, named, Spot::Word, fits, own)?;
    reader.space();
    let against = match action.proposed.filter(|_| reader.is_done()) {
        // `.diff` alone confirms what the player proposes.
        Some(proposed) => Against::Difficulty(proposed),
        None => opposing(&mut reader, book)?,
    };
    reader.finish()?;
    done(Command::Oppose { action: action.id, against })
}

/// `.go`: rolls one's own action, else the one that one opposes.
pub fn go(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let waits = |action: &ActionPart| {
        !action.rolled
            && (book.reaches(action.actor) || action.target.is_some_and(|id| book.reaches(id)))
    };
    let acts = |action: &ActionPart| book.owns(action.actor);
    let own = book.actions.iter().any(|action| waits(action) && acts(action));
    let opposes = |action: &ActionPart| {
        action.opposition.is_some() && action.target.is_some_and(|id| book.owns(id))
    };
    let mine = |action: &ActionPart| acts(action) || (!own && opposes(action));
    let action = book.action(&mut reader, waits, mine)?.id;
    reader.finish()?;
    done(Command::Roll { action })
}

/// `.cancel`: gives the action up.
pub fn cancel(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let own = |action: &ActionPart| book.owns(action.actor);
    let waits = |action: &ActionPart| !action.rolled && book.reaches(action.actor);
    let action = book.action(&mut reader, waits, own)?.id;
    reader.finish()?;
    done(Command::Cancel { action })
}

/// `.assist`, `.assist @阿岚`: helps with the one action of another that waits, or with theirs (F-42).
/// A character of one's own right after the word is who helps: `.assist @乙 @阿岚`.
pub fn assist(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let first = book.at(&mut reader)?;
    let second = book.at(&mut reader)?;
    let (helper, named) = match (book.actor, first) {
        (None, Some(who)) if second.is_some() || book.plays(who) => (Some(who), second),
        (actor, named) => (actor, named),
    };
    let helper = match helper {
        Some(helper) => helper,
        None => book.acting(&reader)?,
    };
    let others = |action: &ActionPart| !action.rolled && action.actor != helper;
    let action = book.action_of(&mut reader, named, Spot::End, others, |_| true)?.id;
    reader.finish()?;
    done(Command::Help { action, helper })
}

/// The stunts of some characters by name.
fn stunts_of(book: &Book<'_>, of: &[Id]) -> Vec<Name<Id>> {
    let sheets = of.iter().filter_map(|id| book.character(*id));
    sheets.flat_map(|part| &part.stunts).map(|one| Name::new(one.id, &one.name)).collect()
}

/// `.stunt 影中搏击` (F-51).
pub fn stunt(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = book.acting(&reader)?;
    let stunts = book.character(character).map_or(&[][..], |part| &part.stunts);
    let stunt = names::find(&mut reader, &stunts_of(book, &[character]))?;
    let bonus =
        stunts.iter().any(|one| one.id == stunt && matches!(one.effect, Effect::Bonus { .. }));
    let own = |action: &ActionPart| {
        action.actor == character || action.target.is_some_and(|id| id == character)
    };
    let action = match bonus {
        true => {
            let waits = |action: &ActionPart| !action.rolled && own(action);
            Some(book.action(&mut reader, waits, own)?.id)
        }
        false => None,
    };
    reader.finish()?;
    done(Command::UseStunt { character, stunt, action })
}

/// `.split 3 2`, `.split @甲 3 @乙 2`: the total of an attack on several (F-45).
pub fn split(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let several = |action: &ActionPart| !action.targets.is_empty() && action.side.stands;
    let own = |action: &ActionPart| book.owns(action.actor);
    let action = book.action(&mut reader, |action| several(action), own)?;
    let mut shares = vec![None; action.targets.len()];
    for at in 0..shares.len() {
        let place = match book.at(&mut reader)? {
            Some(who) => action.targets.iter().position(|one| *one == who).unwrap_or(at),
            None => at,
        };
        shares[place] = number(&mut reader);
        reader.gap();
    }
    reader.finish()?;
    let shares = shares.into_iter().map(|share| share.unwrap_or(0)).collect();
    done(Command::Split { action: action.id, shares })
}

/// `.mod +2: 居高临下`, `.mod @阿岚 -1 难度: 大雨`: a modifier with its reason (F-02). Host.
pub fn modify(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, why) = reader.until(':');
    let named = book.at(&mut head)?.or(book.actor);
    head.gap();
    let value = number(&mut head);
    head.gap();
    let opposition = head.word(AGAINST).is_some();
    let open = |action: &ActionPart| !action.outcome.as_ref().is_some_and(|outcome| outcome.stands);
    let action = book.action_of(&mut head, named, Spot::Word, open, |_| true)?.id;
    head.finish()?;
    let missing = || {
        Mistake::new(head.here(), message!("chat-text-missing")).example_text(".mod +2: 居高临下")
    };
    let value = value.ok_or_else(missing)?;
    let why = why.map(|mut why| why.rest()).unwrap_or_default();
    done(Command::State { action, opposition, value, why })
}

const AGAINST: &[((), &[&str])] = &[((), &["against", "难度", "難度", "对手", "對手"])];

/// `.back @阿岚`: someone who was taken out is back (F-31). Host.
pub fn back(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = whom(&mut reader, book, ".back @阿岚")?;
    reader.finish()?;
    done(Command::BringBack { character })
}

const ABSENCE: &[(Absence, &[&str])] = &[
    (Absence::Dead, &["dead", "死亡", "死了"]),
    (Absence::Captured, &["captured", "被俘"]),
    (Absence::Gone, &["gone", "离开", "離開"]),
];

/// `.gone @阿岚 被俘`: someone who was taken out is not back in the next scene (F-31). Host.
pub fn stay_out(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = whom(&mut reader, book, ".gone @阿岚 被俘")?;
    reader.gap();
    let absence = reader.word(ABSENCE).unwrap_or(Absence::Gone);
    reader.finish()?;
    done(Command::StayOut { character, absence })
}

/// `@NAME`, which must be there.
pub fn whom(reader: &mut Reader<'_>, book: &Book<'_>, form: &str) -> Result<Id, Mistake> {
    let who = book.at(reader)?.or(book.actor);
    let missing = || Mistake::new(reader.here(), message!("chat-to-whom")).example_text(form);
    who.ok_or_else(missing)
}

/// `.treat 断臂 学识: 打了石膏` (F-33).
pub fn treat(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, name) = reader.until(':');
    let consequence = book.aspect(&mut head)?;
    head.gap();
    let skill = book.skill(&mut head)?;
    head.finish()?;
    let missing = || {
        Mistake::new(head.here(), message!("chat-text-missing"))
            .example_text(".treat 断臂 学识: 打了石膏")
    };
    let name =
        name.map(|mut name| name.rest()).filter(|name| !name.is_empty()).ok_or_else(missing)?;
    let act = Act::Overcome { purpose: Purpose::Treat { consequence, name } };
    done(Command::Act {
        actor: book.acting(&head)?,
        act,
        skill,
        against: None,
        also: Vec::new(),
        stunts: Vec::new(),
        text: String::new(),
        roll: true,
    })
}

/// Where there are several of a kind (P-41), the first that is free.
fn free_slots(book: &Book<'_>, hit: Id, taken: &mut [TakenConsequence]) {
    let to = book.hits.iter().find(|part| part.id == hit).map(|part| part.to);
    let one = book.characters.iter().find(|part| Some(part.id) == to);
    let mut free: Vec<&str> = one
        .into_iter()
        .flat_map(|one| &one.slots)
        .filter(|slot| slot.taken.is_none())
        .map(|slot| slot.id.as_str())
        .collect();
    for one in taken {
        let is_kind = |slot: &&str| slot.split('/').next() == Some(one.slot.as_str());
        if let Some(at) = free.iter().position(is_kind) {
            free.remove(at).clone_into(&mut one.slot);
        }
    }
}

/// `.point 村长是狼人`: the search is about this hidden aspect (F-22). Host.
pub fn point(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let seeks = |action: &ActionPart| {
        !action.rolled && matches!(action.act, Act::Create { what: Created::Unknown { .. } })
    };
    let action = book.action(&mut reader, seeks, |action| book.named_or_nobody(action.actor))?.id;
    let aspect = book.aspect(&mut reader)?;
    reader.finish()?;
    done(Command::PointUnknown { action, aspect })
}

const BOXES: &[((), &[&str])] = &[((), &["格压力", "格壓力", "格", "boxes", "box"])];
const OUT: &[((), &[&str])] = &[((), &["out", "退出", "退出战斗", "退出戰鬥"])];

/// `.take 2`, `.take 1 轻微 擦伤; 中等 断臂`, `.take out` (F-31).
pub fn take(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let all: Vec<About<Id>> = book
        .hits
        .iter()
        .filter(|hit| book.reaches(hit.to))
        .map(|hit| About {
            it: hit.id,
            of: Some(hit.to),
            own: book.owns(hit.to),
            what: about_hit(hit, book),
        })
        .collect();
    let here = reader.here();
    let none = || Mistake::new(here, message!("fate-no-hit"));
    let hit = book.meant(&mut reader, None, Spot::Word, &all, none)?;
    if reader.word(OUT).is_some() {
        reader.finish()?;
        return done(Command::GoOut { hit });
    }
    let boxes = number(&mut reader).and_then(|boxes| u8::try_from(boxes).ok()).unwrap_or(0);
    // `1 格，轻微：擦伤` says the same as `1 轻微 擦伤`.
    reader.space();
    let _ = reader.word(BOXES);
    while matches!(reader.peek(), Some(' ' | ',' | '、' | '+')) {
        reader.step(1);
    }
    let rules = book.ruleset.map_or(&[][..], |rules| &rules.consequences);
    let known: Vec<Name<String>> =
        rules.iter().map(|rule| Name::of_pack(&rule.id, &rule.name)).collect();
    let mut consequences = Vec::new();
    for mut part in reader.split(';').into_iter().filter(|part| !part.is_done()) {
        let kind = names::find(&mut part, &known)?;
        part.space();
        let _ = part.eat(':');
        part.space();
        let rule = rules.iter().find(|rule| rule.id == kind);
        let name = match rule.is_some_and(|rule| rule.aspect == AspectWords::Fixed) {
            // A condition has its name (P-41).
            true => part.rest(),
            false => needed_as(&mut part, ".take 1 轻微 擦伤")?,
        };
        consequences.push(TakenConsequence { slot: kind, name });
    }
    free_slots(book, hit, &mut consequences);
    done(Command::Absorb { hit, boxes, consequences, marks: Vec::new() })
}

/// A hit by what it is and whose: two hits of one name are told apart (C-06).
fn about_hit(hit: &HitPart, book: &Book<'_>) -> Message {
    let tracks = book.ruleset.map_or(&[][..], |rules| &rules.tracks);
    let track = tracks.iter().find(|track| track.id == hit.track);
    let track = track.map_or_else(|| Term::from(hit.track.as_str()), |track| track.name.clone());
    let by = hit.by.map_or_else(|| message!("fate-host"), |by| book.called(by));
    message!(
        "chat-f-about-hit",
        who = book.called(hit.to),
        by = by,
        shifts = hit.shifts,
        track = track
    )
}

const SET: &[((), &[&str])] = &[((), &["set", "改为", "改為"])];
const CLEAR: &[((), &[&str])] = &[((), &["clear", "清空"])];

/// `.stress`, and for the host `.stress @阿岚 3 心理压力`: shifts to absorb; `.stress set @阿岚 1`
/// marks boxes by hand, `.stress clear @阿岚` clears them.
pub fn stress(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let clear = reader.word(CLEAR).is_some();
    if clear || reader.word(SET).is_some() {
        return set_stress(reader, book, clear);
    }
    let Some(to) = book.at(&mut reader)?.or(book.actor).filter(|_| !reader.is_done()) else {
        reader.finish()?;
        return Ok(Heard::Reply(super::sheet::stress(book)));
    };
    let shifts = number(&mut reader).and_then(|shifts| u8::try_from(shifts).ok());
    let missing = || {
        Mistake::new(reader.here(), message!("chat-text-missing")).example_text(".stress @阿岚 3")
    };
    let shifts = shifts.ok_or_else(missing)?;
    reader.gap();
    let first =
        || book.ruleset.and_then(|rules| rules.tracks.first()).map(|track| track.id.clone());
    let track = if reader.is_done() {
        first().unwrap_or_default()
    } else {
        names::find(&mut reader, &book.track_names())?
    };
    reader.finish()?;
    done(Command::Hit { to, track, shifts })
}

/// Boxes marked by hand, or all of them cleared.
fn set_stress(mut reader: Reader<'_>, book: &Book<'_>, clear: bool) -> Result<Heard, Mistake> {
    let character = whom(&mut reader, book, ".stress clear @阿岚")?;
    let marked = if clear { 0 } else { number(&mut reader).unwrap_or(0) };
    let marked = u8::try_from(marked).unwrap_or(u8::MAX);
    reader.gap();
    let tracks = book.ruleset.map_or(&[][..], |rules| &rules.tracks);
    let named = match reader.is_done() {
        true => None,
        false => Some(names::find(&mut reader, &book.track_names())?),
    };
    reader.finish()?;
    let all = tracks.iter().map(|track| track.id.clone());
    let some = all.filter(|id| match &named {
        Some(named) => named == id,
        None => clear || tracks.first().is_some_and(|first| first.id == *id),
    });
    let set = |track| game_command(&Command::SetStress { character, track, marked });
    Ok(Heard::Do(some.map(set).collect()))
}

/// `.concede 跳窗逃走` (F-32).
pub fn concede(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let character = match book.at(&mut reader)? {
        Some(who) => who,
        None => book.acting(&reader)?,
    };
    done(Command::Concede { character, text: reader.rest() })
}
