//! The fight: `.bat` and what may follow it (T-20 … T-33, T-45, T-46).

use rules::timeline::{
    Amount, Attribute, CharacterPart, Command, Deed, Effort, Resource, WeaponKind,
};
use rules::{Id, message};

use super::book::{Book, amount, attribute, marked, maybe_attribute};
use super::{Verb, chart, done};
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
    Open => "open", "开战", "開戰";
    Place => "place", "位置";
    Weapon => "wp", "武器";
    Skill => "skill", "技能";
    Bear => "bear", "承受";
}

const AMBUSH: &[((), &[&str])] = &[((), &["ambush", "先攻", "偷袭", "偷襲"])];
const UNSEEN: &[((), &[&str])] = &[((), &["unseen", "隐匿", "隱匿"])];
const RELOAD: &[((), &[&str])] = &[((), &["reload", "re", "装填", "裝填"])];

/// `.now`: the chart.
pub fn now(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.finish()?;
    Ok(Heard::Reply(match book.fight {
        Some(fight) => chart::of(fight),
        None => vec![message!("timeline-no-fight").into()],
    }))
}

/// `.bat …`: see [`FORM`].
pub fn bat(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if reader.is_done() {
        return now(reader, book);
    }
    let does = reader.word(DOES);
    reader.space();
    match does {
        Some(Does::Out) => {
            reader.finish()?;
            done(Command::LeaveFight { character: book.actor(&reader)?.id })
        }
        Some(Does::End) => {
            reader.finish()?;
            done(Command::EndFight)
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
            let (to, _) = marked(&mut reader, &['t'], ".bat back 4t")?;
            reader.finish()?;
            done(Command::StepBack { to, before: false })
        }
        Some(Does::Open) => {
            let mut fighters = book.named(&mut reader)?;
            if fighters.is_empty() {
                fighters =
                    book.characters.iter().filter(|one| !one.dead).map(|one| one.id).collect();
            }
            reader.space();
            let ambush = match reader.word(AMBUSH) {
                Some(()) => book.named(&mut reader)?,
                None => Vec::new(),
            };
            reader.finish()?;
            done(Command::OpenFight { fighters, ambush, sides: Vec::new() })
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
        None => declare(reader, book),
    }
}

choices! { Kind, DEEDS:
    Strike => "攻击", "攻擊", "strike";
    Heal => "治疗", "治療", "heal";
    Guard => "招架", "格挡", "格擋", "防御", "防禦", "guard", "parry", "block";
    Dodge => "闪避", "閃避", "躲避", "dodge";
    Shield => "护盾", "護盾", "shield";
    Interrupt => "打断", "打斷", "interrupt";
    Control => "控制", "control";
    Weaken => "减益", "減益", "虚弱", "虛弱", "weaken";
    BreakFree => "挣脱", "掙脫", "break";
    Move => "移动", "移動", "move";
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
    let kind = reader.word(DEEDS);
    let (before, deed) = deed(&mut reader, kind, actor, book)?;
    if effort.is_none() && !matches!(deed, Deed::Move { .. }) {
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

fn effort(reader: &mut Reader<'_>) -> Result<Effort, Mistake> {
    let (number, mark) = marked(reader, &['t'], FORM)?;
    Ok(if mark.is_some() { Effort::Time(number) } else { Effort::Impact(number) })
}

fn deed(
    reader: &mut Reader<'_>,
    kind: Option<Kind>,
    actor: &CharacterPart,
    book: &Book<'_>,
) -> Result<(String, Deed), Mistake> {
    if let Some(Kind::Move) = kind {
        let to = amount(reader, ".bat 敏捷 移动 35")?;
        return Ok((String::new(), Deed::Move { to }));
    }
    let (before, target) = aim(reader, book)?;
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
            Deed::Strike { target: needed()?, resource, damage_type: None }
        }
        Some(Kind::Heal) => {
            reader.space();
            Deed::Heal { target: own, resource: reader.word(MIND) }
        }
        // Nobody dodges for another: who is named is who strikes (T-27).
        Some(Kind::Dodge) => {
            Deed::Guard { target: actor.id, against: target.filter(|other| *other != actor.id) }
        }
        Some(Kind::Guard) => match target.filter(|other| book.oppose(actor, *other)) {
            Some(enemy) => Deed::Guard { target: actor.id, against: Some(enemy) },
            None => Deed::Guard { target: own, against: None },
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
    Ok((before, deed))
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
    let found = names::find(&mut after, &book.names())?;
    *reader = after;
    Ok((before.rest(), Some(found)))
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
    let (before, target) = aim(&mut reader, book)?;
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
    let (before, target) = aim(&mut reader, book)?;
    done(Command::Declare {
        character: actor.id,
        deed: Deed::Skill { skill, target, from: None },
        attribute: None,
        effort,
        weapon: None,
        note: note(before, &mut reader),
    })
}
