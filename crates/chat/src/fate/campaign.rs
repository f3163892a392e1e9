//! What lasts beyond a scene: growth, mended sheets, the table's options, the host's notes (F-52,
//! F-55, B-46).

use std::collections::BTreeMap;

use rules::fate::{
    AspectKind, Change, Command, DifficultyRule, Effect, HostileScope, Mend, Mending, Options, Per,
    PointsHome, SessionRule, StuntDraft, TurnOrder, options_in_words,
};
use rules::{Id, Line, Term, message};

use super::book::{Book, number};
use super::{Verb, done};
use crate::about::{About, Spot};
use crate::common::needed_as;
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::by_actor(grow, &["grow", "成长", "成長"]),
    Verb::by_actor(mend, &["mend", "st", "改卡"]),
    Verb::by_actor(nod, &["nod", "点头", "點頭"]),
    Verb::new(option, &["option", "选项", "選項"]),
    Verb::new(notes, &["memo", "备注", "備註"]),
];

choices! { Grows, GROWS:
    Swap => "swap", "对调", "對調";
    Replace => "replace", "换成", "換成", "替换", "替換";
    Aspect => "aspect", "形象";
    Rewrite => "stunt", "改特技";
    Gain => "gain", "新特技";
    Raise => "raise", "提升";
    Refresh => "refresh", "重置";
    Recover => "recover", "恢复", "恢復";
    Done => "done", "完成";
}

const GROW_FORM: &str = ".grow swap｜replace｜aspect｜stunt｜gain｜raise｜refresh｜recover｜done";

/// `.grow swap 格斗 运动`, `.grow replace 射击 挑衅`, `.grow aspect 黑暗也在看我: 怕黑`,
/// `.grow gain 影中搏击 +2 格斗: 在黑暗中`, `.grow raise 格斗`, `.grow recover 断臂: 打了石膏`,
/// `.grow done` (F-52).
pub fn grow(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    let character = book.acting(&reader)?;
    let Some(does) = reader.word(GROWS) else {
        return Err(Mistake::new(at, message!("chat-f-grow-how")).example_text(GROW_FORM));
    };
    reader.gap();
    let two = |reader: &mut Reader<'_>| -> Result<(String, String), Mistake> {
        let one = book.skill(reader)?;
        reader.gap();
        let other = book.skill(reader)?;
        reader.finish()?;
        Ok((one, other))
    };
    let change = match does {
        Grows::Done => {
            reader.finish()?;
            return done(Command::CloseMilestone { character });
        }
        Grows::Swap => {
            let (one, other) = two(&mut reader)?;
            Change::SwapSkills { one, other }
        }
        Grows::Replace => {
            let (old, new) = two(&mut reader)?;
            Change::ReplaceSkill { old, new }
        }
        Grows::Raise => {
            let skill = book.skill(&mut reader)?;
            reader.finish()?;
            Change::RaiseSkill { skill }
        }
        Grows::Refresh => {
            reader.finish()?;
            Change::RaiseRefresh
        }
        Grows::Aspect => {
            let (mut head, text) = reader.until(':');
            let aspect = own_aspect(&mut head, book, character)?;
            let name = worded(&head, text, ".grow aspect 旧形象: 新形象")?;
            Change::RewriteAspect { aspect, name }
        }
        Grows::Recover => {
            let (mut head, text) = reader.until(':');
            let consequence = own_aspect(&mut head, book, character)?;
            let name = worded(&head, text, ".grow recover 断臂: 打了石膏")?;
            Change::BeginRecovery { consequence, name }
        }
        Grows::Gain => Change::GainStunt { draft: stunt_draft(reader, book)? },
        Grows::Rewrite => {
            let stunt = own_stunt(&mut reader, book, character)?;
            reader.gap();
            Change::RewriteStunt { stunt, draft: stunt_draft(reader, book)? }
        }
    };
    done(Command::Improve { character, change })
}

fn own_aspect(reader: &mut Reader<'_>, book: &Book<'_>, character: Id) -> Result<Id, Mistake> {
    let aspects = book.character(character).map_or(&[][..], |part| &part.aspects);
    let named = aspects.iter().filter_map(|one| Some((one.id, one.name.as_ref()?)));
    let known: Vec<Name<Id>> = named.map(|(id, name)| Name::new(id, name)).collect();
    let found = names::find(reader, &known)?;
    reader.finish()?;
    Ok(found)
}

fn own_stunt(reader: &mut Reader<'_>, book: &Book<'_>, character: Id) -> Result<Id, Mistake> {
    let stunts = book.character(character).map_or(&[][..], |part| &part.stunts);
    let known: Vec<Name<Id>> = stunts.iter().map(|one| Name::new(one.id, &one.name)).collect();
    names::find(reader, &known)
}

fn worded(head: &Reader<'_>, text: Option<Reader<'_>>, form: &str) -> Result<String, Mistake> {
    let missing = || Mistake::new(head.here(), message!("chat-text-missing")).example_text(form);
    let text = text.map(|mut text| text.rest()).filter(|text| !text.is_empty());
    text.ok_or_else(missing)
}

const STUNT_FORM: &str = "影中搏击 +2 格斗: 在黑暗中｜影遁 每场: 消失在影子里";
const PER: &[(Per, &[&str])] = &[
    (Per::Scene, &["scene", "每场", "每場"]),
    (Per::Session, &["session", "每次聚会", "每次聚會"]),
    (Per::Always, &["always", "随时", "隨時"]),
];

/// A stunt in one line: `名字 +2 技能: 说明`, or `名字 每场|每次聚会|随时: 说明` (F-51).
pub fn stunt_draft(mut reader: Reader<'_>, book: &Book<'_>) -> Result<StuntDraft, Mistake> {
    let (mut head, text) = reader.until(':');
    let missing = |at: &Reader<'_>| {
        Mistake::new(at.here(), message!("chat-f-stunt-how")).example_text(STUNT_FORM)
    };
    let mut name: Vec<String> = Vec::new();
    let effect = loop {
        head.space();
        if head.is_done() {
            return Err(missing(&head));
        }
        let mut probe = head;
        if probe.eat('+') && number(&mut probe) == Some(2) {
            probe.gap();
            let skill = book.skill(&mut probe)?;
            head = probe;
            break Effect::Bonus { skill };
        }
        if !name.is_empty()
            && let Some(per) = head.word(PER)
        {
            break Effect::Exception { per };
        }
        let token = head.token();
        name.push(head.between(token));
    };
    head.finish()?;
    if name.is_empty() {
        return Err(missing(&head));
    }
    let text = text.map(|mut text| text.rest()).unwrap_or_default();
    let name = Term::from(name.join(" ").as_str());
    Ok(StuntDraft { name, text: Term::from(text.as_str()), effect })
}

choices! { Mends, MENDS:
    Skills => "skills", "skill", "技能", "approaches", "风格", "風格";
    Stunt => "stunt", "特技";
    DropStunt => "del", "划掉", "劃掉";
    Vitals => "vitals", "简介", "簡介";
    Refresh => "refresh", "重置";
}
const ANYWAY: &[((), &[&str])] = &[((), &["anyway", "破例"])];

const MEND_FORM: &str =
    ".mend 关系: 欠沈知远一命｜.mend 技能 格斗 3, 运动 4｜.mend 特技 名字 +2 格斗: 说明";

/// `.mend 关系: 欠沈知远一命`, `.mend 技能 格斗 3, 运动 4`, `.mend 特技 …`, `.mend del 特技名`,
/// `.mend 简介: …`, `.st 格斗 3, 运动:4`: puts a sheet right, with the host's nod; `.mend anyway …` sets
/// the rules aside (B-46).
pub fn mend(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let named = if book.context.seat.is_host() { book.at(&mut reader)? } else { None };
    let character = match named {
        Some(character) => character,
        None => book.acting(&reader)?,
    };
    reader.gap();
    let anyway = reader.word(ANYWAY).is_some();
    reader.gap();
    if reader.is_done() {
        let how = message!("chat-f-mend-how");
        return Err(Mistake::new(reader.here(), how).example_text(MEND_FORM));
    }
    let mend = match reader.word(MENDS) {
        Some(Mends::Skills) => Mend::Skills { skills: ratings(reader, book)? },
        Some(Mends::Stunt) => {
            reader.gap();
            let mut probe = reader;
            let old = own_stunt(&mut probe, book, character).ok();
            // `.mend 特技 旧名 > 新名 +2 格斗: …` rewrites one; else it is a new one.
            let old = old.filter(|_| {
                probe.space();
                probe.eat('>')
            });
            if old.is_some() {
                reader = probe;
            }
            Mend::Stunt { stunt: old, draft: stunt_draft(reader, book)? }
        }
        Some(Mends::DropStunt) => {
            reader.gap();
            let stunt = own_stunt(&mut reader, book, character)?;
            reader.finish()?;
            Mend::DropStunt { stunt }
        }
        Some(Mends::Vitals) => {
            let (head, text) = reader.until(':');
            Mend::Vitals { text: worded(&head, text, ".mend 简介: 她，二十七岁")? }
        }
        Some(Mends::Refresh) => {
            let refresh = number(&mut reader).unwrap_or(0);
            reader.finish()?;
            Mend::Refresh { refresh }
        }
        // `.st 格斗 3, 运动:4`: what has no text behind it is a rating.
        None if rates(reader, book) => Mend::Skills { skills: ratings(reader, book)? },
        None => {
            let (mut head, text) = reader.until(':');
            let slot = slot(&mut head, book, character)?;
            head.finish()?;
            Mend::Aspect { slot, name: worded(&head, text, MEND_FORM)? }
        }
    };
    done(Command::Mend { character, mend, anyway })
}

/// Whether the line begins with a skill and its rating.
fn rates(mut reader: Reader<'_>, book: &Book<'_>) -> bool {
    let found = book.skill(&mut reader).is_ok();
    let _ = reader.eat(':');
    found && book.rung(&mut reader).is_some()
}

/// Skills with their ratings: `格斗 3, 运动:4`.
fn ratings(mut reader: Reader<'_>, book: &Book<'_>) -> Result<BTreeMap<String, i64>, Mistake> {
    let mut skills = BTreeMap::new();
    for mut one in reader.split(',').into_iter().filter(|one| !one.is_done()) {
        let skill = book.skill(&mut one)?;
        let _ = one.eat(':');
        let at = one.here();
        let missing = || {
            let word = book.skill_word();
            Mistake::new(at, message!("chat-f-rating-missing", word = word))
        };
        let rating = book.rung(&mut one).ok_or_else(missing)?;
        one.finish()?;
        skills.insert(skill, rating);
    }
    Ok(skills)
}

/// A place for an aspect; of several called the same, an empty one first.
fn slot(reader: &mut Reader<'_>, book: &Book<'_>, character: Id) -> Result<String, Mistake> {
    let aspects = book.character(character).map_or(&[][..], |part| &part.aspects);
    let filled = |id: &str| {
        let fills =
            |kind: &AspectKind| matches!(kind, AspectKind::Character { slot } if slot == id);
        aspects.iter().any(|one| fills(&one.aspect))
    };
    let slots = book.ruleset.map_or(&[][..], |rules| &rules.sheet.aspects);
    let known: Vec<Name<String>> = slots
        .iter()
        .enumerate()
        .map(|(at, slot)| {
            let apart = u8::try_from(at).unwrap_or(100) + if filled(&slot.id) { 100 } else { 0 };
            Name::of_pack(&slot.id, &slot.name).apart(apart)
        })
        .collect();
    names::find(reader, &known)
}

const NO: &[((), &[&str])] = &[((), &["no", "不"])];

/// `.nod`, `.nod @阿岚`, `.nod no`: to a sheet that someone wants to mend (B-46). Host; its player takes
/// it back with `.nod no`.
pub fn nod(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let mends = book.scene.map_or(&[][..], |scene| &scene.mends);
    let host = book.context.seat.is_host();
    let reached = mends.iter().filter(|one| host || book.reaches(one.character));
    let all: Vec<About<Id>> = reached
        .map(|one| About {
            it: one.id,
            of: Some(one.character),
            own: book.named_or_nobody(one.character),
            what: one.words.clone(),
        })
        .collect();
    let here = reader.here();
    let none = || Mistake::new(here, message!("fate-no-mend"));
    let request = book.meant(&mut reader, None, Spot::Word, &all, none)?;
    reader.gap();
    if reader.word(NO).is_some() {
        reader.finish()?;
        return done(Command::DeclineMend { request });
    }
    let anyway = reader.word(ANYWAY).is_some();
    reader.finish()?;
    done(Command::NodMend { request, anyway })
}

choices! { Key, KEYS:
    Hostile => "hostile", "敌对援引", "敵對援引";
    Home => "home", "点数", "點數";
    Difficulty => "difficulty", "难度", "難度";
    Order => "order", "顺序", "順序";
    FullDefence => "defence", "全力防御", "全力防禦";
    Details => "details", "推助";
    Help => "help", "协助", "協助";
    Mend => "mending", "改卡";
    Sessions => "sessions", "聚会", "聚會";
    Victories => "victories", "胜数", "勝數";
}
choices! { Value, VALUES:
    On => "on", "开", "開";
    Off => "off", "关", "關";
    Own => "own", "自己";
    All => "all", "全部";
    Bank => "bank", "公库", "公庫";
    Pool => "pool", "点数池", "點數池";
    Named => "named", "自报", "自報";
    Confirmed => "confirmed", "确认", "確認";
    Popcorn => "popcorn", "指定";
    Listed => "listed", "轮流", "輪流";
    Boost => "boost", "推助";
    Plain => "plain", "不给推助", "不給推助";
    Nod => "nod", "点头", "點頭";
    Free => "free", "自由";
    Table => "table", "自动", "自動";
    Hand => "hand", "手动", "手動";
}

/// `.option`, `.option 难度 确认`, `.option 顺序 轮流`, `.option 协助 开`: the table's options (F-55). Host.
pub fn option(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let Some(options) = book.options else { return Ok(Heard::Reply(Vec::new())) };
    if reader.is_done() {
        let lines: Vec<Line> = options_in_words(options).into_iter().map(Line::new).collect();
        return Ok(Heard::Reply(lines));
    }
    let at = reader.here();
    let form = ".option 难度 确认｜自报；顺序 指定｜轮流；点数 公库｜点数池；协助 开｜关";
    let how = |at: std::ops::Range<usize>| {
        Mistake::new(at, message!("chat-f-option-how")).example_text(form)
    };
    let key = reader.word(KEYS).ok_or_else(|| how(at))?;
    reader.gap();
    let mut options = options.clone();
    if key == Key::Victories {
        let victories = number(&mut reader).and_then(|number| u8::try_from(number).ok());
        options.victories = victories.ok_or_else(|| how(reader.here()))?;
        reader.finish()?;
        return changed(options, book);
    }
    let here = reader.here();
    let value = reader.word(VALUES).ok_or_else(|| how(here.clone()))?;
    reader.finish()?;
    match (key, value) {
        (Key::Hostile, Value::Own) => options.hostile = HostileScope::CharacterAspects,
        (Key::Hostile, Value::All) => options.hostile = HostileScope::All,
        (Key::Home, Value::Bank) => options.home = PointsHome::Bank,
        (Key::Home, Value::Pool) => options.home = PointsHome::Host,
        (Key::Difficulty, Value::Named) => options.difficulty = DifficultyRule::Named,
        (Key::Difficulty, Value::Confirmed) => options.difficulty = DifficultyRule::Confirmed,
        (Key::Order, Value::Popcorn) => options.order = TurnOrder::Popcorn,
        (Key::Order, Value::Listed) => options.order = TurnOrder::Listed,
        (Key::FullDefence, Value::Off) => options.full_defence = false,
        (Key::FullDefence, Value::On) => options.full_defence = true,
        (Key::FullDefence, Value::Boost) => {
            (options.full_defence, options.full_defence_boost) = (true, true);
        }
        (Key::FullDefence, Value::Plain) => {
            (options.full_defence, options.full_defence_boost) = (true, false);
        }
        (Key::Details, Value::On) => options.boost_details = true,
        (Key::Details, Value::Off) => options.boost_details = false,
        (Key::Help, Value::On) => options.help_first = true,
        (Key::Help, Value::Off) => options.help_first = false,
        (Key::Mend, Value::Nod) => options.mending = Mending::Nod,
        (Key::Mend, Value::Free) => options.mending = Mending::Free,
        (Key::Sessions, Value::Table) => options.sessions = SessionRule::Table,
        (Key::Sessions, Value::Hand) => options.sessions = SessionRule::ByHand,
        _ => return Err(how(here)),
    }
    changed(options, book)
}

/// The table's options as `options` from now on, if that is a change.
fn changed(options: Options, book: &Book<'_>) -> Result<Heard, Mistake> {
    if book.options == Some(&options) {
        return Ok(Heard::Reply(vec![message!("fate-options-same").into()]));
    }
    done(Command::SetOptions { options: Box::new(options) })
}

/// `.memo: 夜里有人来`, `.memo @头目: 怕火`: notes only the host reads. Host.
pub fn notes(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut head, text) = reader.until(':');
    let character = book.at(&mut head)?.or(book.actor);
    head.finish()?;
    let missing = || {
        Mistake::new(head.here(), message!("chat-text-missing")).example_text(".memo @头目: 怕火")
    };
    let mut text = text.ok_or_else(missing)?;
    let text = needed_as(&mut text, ".memo @头目: 怕火")?;
    done(Command::WriteNotes { character, text })
}
