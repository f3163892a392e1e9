//! The fight: `.bat` and what may follow it (T-20 … T-33, T-45, T-46).

use rules::timeline::{
    Amount, Attribute, CharacterPart, Command, Deed, Effort, Options, Resource, Timeline,
    WeaponKind, impact_in,
};
use rules::{Id, message};
use words::fold::folded;

use super::book::{Book, Facing, amount, attribute, marked, maybe_attribute, word};
use super::{Verb, chart, done, fight};
use crate::clocks::{self, HasClocks as _};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[Verb::by_actor(bat, &["bat", "ba", "战斗", "戰鬥"])];

const FORM: &str = ".bat 力量 100 打拳｜.bat 力量 5t @对手｜.bat wp 3 @对手｜.bat go";

choices! { Does, DOES:
    Out => "out", "退出";
    End => "end", "结束", "結束";
    Go => "go", "流动", "流動", "推进", "推進";
    Cancel => "cancel", "取消";
    Hold => "hold", "等待", "按兵不动", "按兵不動";
    Back => "back", "退回";
    Open => "open", "start", "begin", "new", "开战", "開戰", "开始", "開始", "开打", "開打";
    Place => "place", "位置";
    Weapon => "wp", "武器";
    Skill => "skill", "技能";
    Bear => "bear", "承受";
    Chart => "chart", "图", "圖", "时间轴", "時間軸";
    Auto => "auto", "自动", "自動";
    Side => "side", "阵营", "陣營";
    Join => "join", "加入";
}

const AMBUSH: &[((), &[&str])] = &[((), &["ambush", "先攻", "偷袭", "偷襲"])];
const VERSUS: &[((), &[&str])] = &[((), &["vs", "对", "對"])];
const AT: &[((), &[&str])] = &[((), &["at", "在", "于", "於"])];
const BEFORE: &[((), &[&str])] = &[((), &["before", "之前", "前"])];
const ON_OFF: &[(bool, &[&str])] = &[(true, &["on", "开", "開"]), (false, &["off", "关", "關"])];
const UNSEEN: &[((), &[&str])] = &[((), &["unseen", "隐匿", "隱匿"])];
const RELOAD: &[((), &[&str])] = &[((), &["reload", "re", "装填", "裝填"])];

/// `.now`: the fight in few words.
pub fn now(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    let mut lines = match book.fight {
        Some(fight) => fight::of(fight),
        None => vec![message!("timeline-no-fight").into()],
    };
    clocks::push(&mut lines, Timeline::clocks(book));
    Ok(Heard::Reply(lines))
}

/// `.bat …`: see [`FORM`].
pub fn bat(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return now(reader, book);
    }
    let mut does = reader.word(DOES);
    reader.space();
    // `.bat @甲 @乙 对 @丙` begins a fight: no act has two names before it.
    let mut first = None;
    let sides = book.actor.is_some() && { reader }.word(VERSUS).is_some();
    if does.is_none() && (sides || reader.peek() == Some('@')) {
        (does, first) = (Some(Does::Open), book.actor);
    }
    match does {
        Some(Does::Out) => {
            reader.finish()?;
            done(Command::LeaveFight { character: book.actor(&reader)?.id })
        }
        Some(Does::End) => {
            reader.finish()?;
            done(Command::EndFight)
        }
        Some(Does::Join) => {
            let named = book.named(&mut reader)?;
            let character = match named.first() {
                Some(character) => *character,
                None => book.actor(&reader)?.id,
            };
            let position = match reader.is_done() {
                true => Amount::ZERO,
                false => amount(&mut reader, ".bat join｜.bat join 40")?,
            };
            reader.finish()?;
            done(Command::JoinFight { character, position })
        }
        Some(Does::Go) => {
            let to = match reader.is_done() {
                true => None,
                false => Some(marked(&mut reader, &['t'], ".bat go 3.5t")?.0),
            };
            reader.finish()?;
            done(Command::Flow { to })
        }
        Some(Does::Cancel) => {
            reader.finish()?;
            done(Command::CancelAct { character: book.actor(&reader)?.id })
        }
        Some(Does::Hold) => {
            let named = book.named(&mut reader)?;
            reader.finish()?;
            let character = match named.first() {
                Some(character) => *character,
                None => book.actor(&reader)?.id,
            };
            done(Command::Hold { character })
        }
        Some(Does::Back) => {
            let (to, _) = marked(&mut reader, &['t'], ".bat back 4t｜.bat back 4t 之前")?;
            reader.space();
            let before = reader.word(BEFORE).is_some();
            reader.finish()?;
            done(Command::StepBack { to, before })
        }
        Some(Does::Open) => {
            let mut fighters: Vec<Id> = first.into_iter().collect();
            fighters.extend(book.named(&mut reader)?);
            if fighters.is_empty() {
                fighters =
                    book.characters.iter().filter(|one| !one.dead).map(|one| one.id).collect();
            }
            reader.space();
            // `@甲 @乙 对 @丙 @丁`: who stands on which side (T-34).
            let mut sides: Vec<(Id, u8)> = Vec::new();
            let mut side = 1_u8;
            while reader.word(VERSUS).is_some() {
                if sides.is_empty() {
                    sides.extend(fighters.iter().map(|id| (*id, 1)));
                }
                side = side.saturating_add(1);
                let more = book.named(&mut reader)?;
                sides.extend(more.iter().map(|id| (*id, side)));
                fighters.extend(more);
                reader.space();
            }
            let ambush = match reader.word(AMBUSH) {
                Some(()) => book.named(&mut reader)?,
                None => Vec::new(),
            };
            reader.space();
            // `在 甲板，雾里`: what the fight is called.
            let name = reader.word(AT).map(|()| reader.rest()).filter(|name| !name.is_empty());
            reader.finish()?;
            done(Command::OpenFight { fighters, ambush, sides, name })
        }
        Some(Does::Place) => {
            let named = book.named(&mut reader)?;
            let character = match named.first() {
                Some(character) => *character,
                None => book.actor(&reader)?.id,
            };
            let position = amount(&mut reader, ".bat place @本 40")?;
            reader.space();
            let unseen = reader.word(UNSEEN).is_some();
            reader.finish()?;
            done(Command::Place { character, position, unseen })
        }
        Some(Does::Weapon) => with_weapon(reader, book),
        Some(Does::Skill) => with_skill(reader, book),
        Some(Does::Bear) => {
            let resource = reader.word(MIND);
            reader.finish()?;
            done(Command::Bear { character: book.actor(&reader)?.id, resource })
        }
        Some(Does::Chart) => {
            reader.finish()?;
            Ok(Heard::Reply(match book.fight {
                Some(fight) => chart::of(fight),
                None => vec![message!("timeline-no-fight").into()],
            }))
        }
        Some(Does::Auto) => {
            let auto_flow = reader.word(ON_OFF).unwrap_or(true);
            reader.finish()?;
            let options = book.table.map(|table| table.options.clone()).unwrap_or_default();
            done(Command::SetOptions { options: Options { auto_flow, ..options } })
        }
        Some(Does::Side) => {
            let named = book.named(&mut reader)?;
            reader.space();
            let at = reader.here();
            let side = reader.number().and_then(|side| u8::try_from(side).ok());
            let side = side.ok_or_else(|| {
                Mistake::new(at, message!("timeline-chat-whole")).example_text(".bat side @本 2")
            })?;
            reader.finish()?;
            let who = if named.is_empty() { vec![book.actor(&reader)?.id] } else { named };
            done(Command::SetSides { sides: who.into_iter().map(|id| (id, side)).collect() })
        }
        None => declare(reader, book),
    }
}

choices! { Kind, DEEDS:
    Strike => "攻击", "攻擊", "伤害", "傷害", "strike", "attack", "打拳", "打一拳", "出拳", "挥拳",
        "揮拳", "打", "砍", "劈", "劈砍", "斩", "斬", "刺", "捅", "砸", "踢", "抓", "咬", "射", "射击",
        "射擊", "开枪", "開槍", "撞", "气功波", "氣功波", "发气功波", "發氣功波";
    Heal => "治疗", "治療", "急救", "恢复", "恢復", "回复", "回復", "heal";
    Guard => "招架", "格挡", "格擋", "防御", "防禦", "guard", "parry", "block";
    Dodge => "闪避", "閃避", "躲避", "躲开", "躲開", "dodge";
    Shield => "护盾", "護盾", "开护盾", "開護盾", "shield";
    Interrupt => "打断", "打斷", "interrupt";
    Control => "控制", "control", "眩晕", "眩暈", "stun", "精神控制", "定身", "束缚",
        "束縛", "时间停止", "時間停止", "凝滞", "凝滯";
    Weaken => "减益", "減益", "虚弱", "虛弱", "weaken", "减速", "減速", "slow";
    BreakFree => "挣脱", "掙脫", "摆脱", "擺脫", "突破", "break";
    Move => "移动", "移動", "move", "闪现", "閃現", "冲刺", "衝刺", "跑", "走", "后退", "後退";
}

const MIND: &[(Resource, &[&str])] = &[
    (Resource::Willpower, &["mp", "意志", "精神"]),
    (Resource::HitPoints, &["hp", "体力", "體力"]),
];

/// `.bat 力量 100 打拳`, `.bat 100 力量 @本`, `.bat 智力 80 控制@本 意志`, `.bat 敏捷 移动 35`.
fn declare(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    let at = reader.here();
    let number_first = matches!(reader.peek(), Some(next) if next.is_ascii_digit() || next == '.');
    let (attribute, effort) = if number_first {
        let effort = effort(&mut reader)?;
        (attribute(&mut reader)?, Some(effort))
    } else {
        let attribute = attribute(&mut reader)?;
        reader.space();
        let digit = matches!(reader.peek(), Some(next) if next.is_ascii_digit() || next == '.');
        (attribute, if digit { Some(effort(&mut reader)?) } else { None })
    };
    reader.space();
    let said = reader;
    let kind = match deed_word(&mut reader, book) {
        Some(kind) => Some(kind),
        None => asked(&mut reader, book)?,
    };
    let (before, deed) = deed(&mut reader, (kind, attribute, effort), actor, book)?;
    if deed == Deed::Narrate {
        // The word for it is all that is known of it.
        reader = said;
    }
    let effort = effort.filter(|_| !matches!(deed, Deed::Step { .. }));
    if effort.is_none() && !matches!(deed, Deed::Move { .. } | Deed::Step { .. }) {
        return Err(Mistake::new(at, message!("timeline-chat-number")).example_text(FORM));
    }
    done(Command::Declare {
        character: actor.id,
        deed,
        attribute: Some(attribute),
        effort,
        weapon: None,
        note: note(before, &mut reader),
    })
}

/// The act that is named next. Its word must end there, or go on with a name: 打听 is not 打, and
/// 走私 is not 走, but 攻击匪一 is 攻击.
fn deed_word(reader: &mut Reader<'_>, book: &Book<'_>) -> Option<Kind> {
    let mut probe = *reader;
    let kind = probe.word(DEEDS)?;
    if probe.peek().is_some_and(char::is_alphabetic) && bare_name(&mut { probe }, book).is_none() {
        return None;
    }
    *reader = probe;
    Some(kind)
}

/// A target named in full without `@`, right behind an act.
fn bare_name(reader: &mut Reader<'_>, book: &Book<'_>) -> Option<Id> {
    let mut probe = *reader;
    let (_, text) = word(&mut probe);
    let mut named = book.characters.iter().filter(|one| folded(&one.card.name) == text);
    let (Some(only), None) = (named.next(), named.next()) else { return None };
    *reader = probe;
    Some(only.id)
}

/// A word that is no act is asked about where it is aimed at someone: it is never an attack by
/// guess. It may stand behind the target; without a target it is the player's own note.
fn asked(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<Option<Kind>, Mistake> {
    let mut probe = *reader;
    let (mut before, after) = probe.until('@');
    let Some(mut after) = after else { return Ok(None) };
    let at = before.here();
    if !before.rest().is_empty() {
        let what = message!("timeline-chat-which-deed");
        return Err(Mistake::new(at, what).example_text(".bat 力量 100 攻击 @对手"));
    }
    let _ = after.token();
    after.space();
    if after.is_done() {
        return Ok(None);
    }
    let at = after.here();
    deed_word(&mut after, book).map(Some).ok_or_else(|| {
        let what = message!("timeline-chat-which-deed");
        Mistake::new(at, what).example_text(".bat 力量 100 攻击 @对手")
    })
}

fn effort(reader: &mut Reader<'_>) -> Result<Effort, Mistake> {
    let (number, mark) = marked(reader, &['t'], FORM)?;
    Ok(if mark.is_some() { Effort::Time(number) } else { Effort::Impact(number) })
}

fn deed(
    reader: &mut Reader<'_>,
    (kind, attribute, effort): (Option<Kind>, Attribute, Option<Effort>),
    actor: &CharacterPart,
    book: &Book<'_>,
) -> Result<(String, Deed), Mistake> {
    if let Some(Kind::Move) = kind {
        return Ok((String::new(), moving(reader, far(effort, actor, attribute), actor, book)?));
    }
    let (before, target) = match kind.and_then(|_| bare_name(reader, book)) {
        Some(target) => (String::new(), Some(target)),
        None => aim(reader, book)?,
    };
    let at = reader.here();
    let needed = || {
        target.ok_or_else(|| {
            Mistake::new(at.clone(), message!("timeline-chat-target")).example_text(FORM)
        })
    };
    let own = target.unwrap_or(actor.id);
    let deed = match kind {
        None => match target {
            Some(target) => Deed::Strike { target, resource: None, damage_type: None },
            None => Deed::Narrate,
        },
        Some(Kind::Strike) => {
            reader.space();
            let resource = reader.word(MIND);
            match target.map_or_else(|| book.only_enemy(actor), Facing::One) {
                Facing::One(target) => Deed::Strike { target, resource, damage_type: None },
                Facing::Several => Deed::Strike { target: needed()?, resource, damage_type: None },
                // As the author's bot takes it: an act with its time, on nobody in particular.
                Facing::Nobody => Deed::Narrate,
            }
        }
        Some(Kind::Heal) => {
            reader.space();
            Deed::Heal { target: own, resource: reader.word(MIND) }
        }
        // Nobody dodges for another: who is named is who strikes (T-27).
        Some(Kind::Dodge) => {
            let against = target.filter(|other| *other != actor.id);
            Deed::Guard { target: actor.id, against, dodge: true }
        }
        Some(Kind::Guard) => match target.filter(|other| book.oppose(actor, *other)) {
            Some(enemy) => Deed::Guard { target: actor.id, against: Some(enemy), dodge: false },
            None => Deed::Guard { target: own, against: None, dodge: false },
        },
        Some(Kind::Shield) => Deed::Shield { target: own },
        Some(Kind::Interrupt) => Deed::Interrupt { target: needed()? },
        Some(Kind::BreakFree) => Deed::BreakFree { target: own },
        Some(Kind::Control) => {
            Deed::Control { target: needed()?, resist: resist(reader, Attribute::Willpower) }
        }
        Some(Kind::Weaken) => {
            Deed::Weaken { target: needed()?, resist: resist(reader, Attribute::Constitution) }
        }
        Some(Kind::Move) => Deed::Move { to: Amount::ZERO },
    };
    one_target(reader)?;
    Ok((before, deed))
}

/// A second target is never taken for a note (T-21).
fn one_target(reader: &mut Reader<'_>) -> Result<(), Mistake> {
    let mut probe = *reader;
    match probe.until('@').1 {
        Some(second) => {
            let what = message!("timeline-chat-one-target");
            Err(Mistake::new(second.here(), what).example_text(FORM))
        }
        None => Ok(()),
    }
}

/// How far a move goes: moving d costs impact d, and a time gives the impact it has room for
/// (T-22, T-30).
fn far(effort: Option<Effort>, actor: &CharacterPart, attribute: Attribute) -> Option<Amount> {
    effort.map(|effort| match effort {
        Effort::Impact(impact) => impact,
        Effort::Time(time) => impact_in(time, actor.attributes[attribute.index()].value),
    })
}

/// A move: `移动 35` goes to a place, `移动 +5`, `30 移动` and `5t 移动` so far, `30 移动 @本`
/// towards someone (T-30).
fn moving(
    reader: &mut Reader<'_>,
    far: Option<Amount>,
    actor: &CharacterPart,
    book: &Book<'_>,
) -> Result<Deed, Mistake> {
    const MOVES: &str = ".bat 敏捷 移动 35｜.bat 敏捷 移动 +5｜.bat 敏捷 30 移动 @对手";
    let at = reader.here();
    let place = |id: Id| {
        let row = book.fight.and_then(|fight| fight.fighters.iter().find(|one| one.id == id));
        row.map_or(Amount::ZERO, |one| one.position)
    };
    let target = match bare_name(reader, book) {
        Some(target) => Some(target),
        None => aim(reader, book)?.1,
    };
    if let Some(target) = target {
        one_target(reader)?;
        let way = place(target) - place(actor.id);
        let step = far.map_or(way.abs(), |far| far.min(way.abs()));
        return Ok(Deed::Step { by: if way.is_positive() { step } else { -step } });
    }
    reader.space();
    if reader.is_done() {
        let by = far.ok_or_else(|| {
            Mistake::new(at, message!("timeline-chat-number")).example_text(MOVES)
        })?;
        return Ok(Deed::Step { by });
    }
    let signed = matches!(reader.peek(), Some('+' | '-' | '−'));
    let number = marked(reader, &['d'], MOVES)?.0;
    Ok(if signed { Deed::Step { by: number } } else { Deed::Move { to: number } })
}

/// The attribute the target resists with, if one is named.
fn resist(reader: &mut Reader<'_>, usual: Attribute) -> Attribute {
    reader.space();
    maybe_attribute(reader).unwrap_or(usual)
}

/// The target, wherever it stands: `@本 打拳` or `打拳 @本`; the words before it are given back.
fn aim(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<(String, Option<Id>), Mistake> {
    let mut probe = *reader;
    let (mut before, after) = probe.until('@');
    let Some(mut after) = after else { return Ok((String::new(), None)) };
    let found = names::find(&mut after, &book.character_names())?;
    *reader = after;
    Ok((before.rest(), Some(found)))
}

/// The target of a weapon or skill: with `@`, or its bare name next, which is never a note (C-02).
fn target_of(reader: &mut Reader<'_>, book: &Book<'_>) -> Result<(String, Option<Id>), Mistake> {
    match bare_name(reader, book) {
        Some(target) => Ok((String::new(), Some(target))),
        None => aim(reader, book),
    }
}

/// The player's words, before and behind the target.
fn note(before: String, reader: &mut Reader<'_>) -> String {
    let after = reader.rest();
    match (before.is_empty(), after.is_empty()) {
        (_, true) => before,
        (true, false) => after,
        (false, false) => format!("{before} {after}"),
    }
}

/// `.bat wp 100 @本` with an amplifier, `.bat wp 3 @本` shots of a firearm, `.bat wp reload`.
fn with_weapon(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    let at = reader.here();
    let wielded = actor.weapons.iter().find(|one| Some(one.weapon.id) == actor.wielded);
    let Some(part) = wielded else {
        return Err(Mistake::new(at, message!("timeline-no-weapon")).example_text(".wp 1"));
    };
    let weapon = Some(part.weapon.id);
    let declare = |deed, effort, note| Command::Declare {
        character: actor.id,
        deed,
        attribute: None,
        effort,
        weapon,
        note,
    };
    if reader.word(RELOAD).is_some() {
        return done(declare(Deed::Reload, None, reader.rest()));
    }
    let effort = effort(&mut reader)?;
    let (before, target) = target_of(&mut reader, book)?;
    one_target(&mut reader)?;
    let note = note(before, &mut reader);
    if let WeaponKind::Firearm { .. } = part.weapon.draft.kind {
        let shots = match effort {
            Effort::Impact(number) => u32::try_from(number.rounded()).unwrap_or(0),
            Effort::Time(_) => {
                return Err(Mistake::new(at, message!("timeline-chat-shots")).example_text(FORM));
            }
        };
        let deed = Deed::Shoot { target, shots, damage_type: None };
        return done(declare(deed, None, note));
    }
    let deed = match target {
        Some(target) => Deed::Strike { target, resource: None, damage_type: None },
        None => Deed::Narrate,
    };
    done(declare(deed, Some(effort), note))
}

/// `.bat 技能 冲刺 50 @本`.
fn with_skill(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    let known: Vec<Name<Id>> =
        actor.skills.iter().map(|own| Name::new(own.id, &own.skill.name)).collect();
    let skill = names::find(&mut reader, &known)?;
    let effort = Some(effort(&mut reader)?);
    reader.space();
    let from = reader.word(MIND);
    let (before, target) = target_of(&mut reader, book)?;
    one_target(&mut reader)?;
    done(Command::Declare {
        character: actor.id,
        deed: Deed::Skill { skill, target, from },
        attribute: None,
        effort,
        weapon: None,
        note: note(before, &mut reader),
    })
}
