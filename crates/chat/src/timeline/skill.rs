//! `.skill`: learning skills, and writing one's own under the construction law (T-50 … T-56).

use dice::Expr;
use rules::timeline::{Attribute, Command, Cost, Effect, Grip, Resource, Skill, When, Whom};
use rules::{Id, Line, Term, message};

use super::book::{Book, amount, attribute, marked, maybe_attribute};
use super::gear::{delete, own_and_known};
use super::{Verb, done};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[Verb::by_actor(skill, &["skill", "技能"])];

const FORM: &str = ".skill check 火球:智力; 伤害 impact/2; 持续 2 1t impact/4";

#[derive(Clone, Copy)]
enum Does {
    Check,
    New,
    Arm(bool),
    Judge,
    Learn,
    List,
}

const DOES: &[(Does, &[&str])] = &[
    (Does::Check, &["check", "检查", "檢查"]),
    (Does::New, &["new", "新", "自创", "自創"]),
    (Does::Arm(true), &["on", "开启", "開啟"]),
    (Does::Arm(false), &["off", "关闭", "關閉"]),
    (Does::Judge, &["difficulty", "难度", "難度"]),
    (Does::Learn, &["learn", "学会", "學會"]),
    (Does::List, &["list", "列表", "列出"]),
];

/// `.skill`, `.skill 冲刺`, `.skill del 1`, `.skill on 复仇焰魂`, `.skill check …`, `.skill new …`.
pub fn skill(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    if let Some(does) = reader.word_apart(DOES) {
        reader.space();
        return match does {
            Does::Learn => learn(reader, book),
            Does::List => {
                reader.finish()?;
                learn(reader, book)
            }
            Does::Check => Ok(Heard::Reply(verdicts(&written(&mut reader)?))),
            Does::New => {
                let character = book.actor(&reader)?.id;
                let skill = Box::new(written(&mut reader)?);
                done(Command::AddSkill { character, skill })
            }
            // `.skill 难度 易形 12 @安`, for the host (T-52).
            Does::Judge => {
                let actor = book.actor(&reader)?;
                let known: Vec<Name<Id>> =
                    actor.skills.iter().map(|own| Name::new(own.id, &own.skill.name)).collect();
                let skill = names::find(&mut reader, &known)?;
                reader.space();
                let difficulty = times(&mut reader)?;
                reader.finish()?;
                done(Command::JudgeSkill { character: actor.id, skill, difficulty })
            }
            Does::Arm(armed) => {
                let actor = book.actor(&reader)?;
                let known: Vec<Name<Id>> =
                    actor.skills.iter().map(|own| Name::new(own.id, &own.skill.name)).collect();
                let skill = names::find(&mut reader, &known)?;
                reader.finish()?;
                done(Command::ArmSkill { character: actor.id, skill, armed })
            }
        };
    }
    learn(reader, book)
}

/// The skills one has and could learn; `冲刺` learns one, `del 1` forgets one.
fn learn(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    let known = book.ruleset.map_or(&[][..], |ruleset| &ruleset.skills);
    if reader.is_done() {
        let lines = actor.skills.iter().enumerate().map(|(place, own)| {
            Line::from(message!(
                "timeline-chat-skill",
                place = place + 1,
                name = &own.skill.name,
                attribute = own.skill.attribute.name(),
                text = &own.skill.text
            ))
        });
        let names = known.iter().map(|skill| message!("timeline-term", name = &skill.name));
        let known = |names| message!("timeline-chat-skills", names = names);
        return Ok(own_and_known(&actor.card.name, lines, names, known));
    }
    let things = actor.skills.iter().map(|own| own.id);
    if let Some(heard) = delete(&mut reader, actor.id, things)? {
        return Ok(heard);
    }
    let named: Vec<Name<usize>> =
        known.iter().enumerate().map(|(place, skill)| Name::new(place, &skill.name)).collect();
    let found = names::find(&mut reader, &named)?;
    reader.finish()?;
    let skill = Box::new(known[found].clone());
    done(Command::AddSkill { character: actor.id, skill })
}

/// What each law says of a skill.
fn verdicts(skill: &Skill) -> Vec<Line> {
    let mut lines: Vec<Line> =
        skill.verdicts().iter().map(|verdict| Line::from(verdict.words())).collect();
    lines.push(match skill.check() {
        Ok(()) => message!("timeline-chat-fair", name = &skill.name).into(),
        Err(_) => message!("timeline-chat-unfair", name = &skill.name).into(),
    });
    lines
}

choices! { Part, PARTS:
    Damage => "damage", "伤害", "傷害";
    Heal => "heal", "治疗", "治療";
    Shift => "shift", "转换", "轉換";
    Shield => "shield", "护盾", "護盾";
    Move => "move", "移动", "移動";
    Control => "control", "控制";
    Weaken => "weaken", "减益", "減益";
    Hits => "hits", "连击", "連擊";
    Charges => "charges", "蓄势", "蓄勢";
    Reflect => "reflect", "反伤", "反傷";
    OverTime => "over-time", "持续", "持續";
    Punish => "punish", "惩戒", "懲戒";
    Ward => "ward", "减伤", "減傷";
    Expose => "expose", "加伤", "加傷";
    Difficulty => "difficulty", "难度", "難度";
    Copy => "copy", "分身";
    Percent => "percent", "百分比";
    Bear => "bear", "承受";
    Spoils => "spoils", "战利", "戰利";
    Reveal => "reveal", "洞察";
    Hide => "hide", "隐匿", "隱匿";
    Assume => "assume", "借卡";
    Told => "told", "说明", "說明";
    Cost => "cost", "代价", "代價";
    Windup => "windup", "前摇", "前搖";
    On => "on", "触发", "觸發";
    Always => "always", "常驻", "常駐";
}

const WHOM: &[(Whom, &[&str])] =
    &[(Whom::User, &["self", "自己"]), (Whom::Everyone, &["everyone", "所有人"])];
const RESOURCES: &[(Resource, &[&str])] =
    &[(Resource::HitPoints, &["hp", "体力", "體力"]), (Resource::Willpower, &["mp", "意志"])];
const GRIPS: &[(Grip, &[&str])] = &[
    (Grip::Stun, &["stun", "眩晕", "眩暈"]),
    (Grip::Bind, &["bind", "封印"]),
    (Grip::DeclareFor, &["puppet", "操控"]),
    (Grip::Freeze, &["freeze", "凝滞", "凝滯"]),
];
const FOREVER: &[((), &[&str])] = &[((), &["unhealable", "永久"])];
const DRAINS: &[((), &[&str])] = &[((), &["drain", "吸取"])];
const HURT: &[((), &[&str])] = &[((), &["hurt", "受伤", "受傷"])];

/// A skill as it is typed: `火球:智力; 伤害 impact/2; 代价 hp impact/2`.
fn written(reader: &mut Reader<'_>) -> Result<Skill, Mistake> {
    let start = reader.here();
    let wrong = || Mistake::new(start.clone(), message!("timeline-chat-skill-form"));
    let mut parts = reader.split(';').into_iter();
    let mut head = parts.next().ok_or_else(|| wrong().example_text(FORM))?;
    let (mut name, related) = head.until(':');
    let name = name.rest();
    let mut related = related.ok_or_else(|| wrong().example_text(FORM))?;
    let attribute = attribute(&mut related)?;
    related.finish()?;
    if name.is_empty() {
        return Err(wrong().example_text(FORM));
    }
    let mut skill = Skill {
        id: String::new(),
        name: Term::from(name.as_str()),
        text: Term::from(""),
        attribute,
        trigger: When::Active,
        windup_for: None,
        difficulty: None,
        effects: Vec::new(),
        costs: Vec::new(),
    };
    for mut part in parts {
        if !part.is_done() {
            add(&mut part, &mut skill)?;
        }
    }
    Ok(skill)
}

fn add(part: &mut Reader<'_>, skill: &mut Skill) -> Result<(), Mistake> {
    let at = part.here();
    let kind = part
        .word(PARTS)
        .ok_or_else(|| Mistake::new(at, message!("timeline-chat-skill-part")).example_text(FORM))?;
    part.space();
    let effect = match kind {
        Part::Damage => {
            let whom = next(part, WHOM).unwrap_or_default();
            let resource = next(part, RESOURCES);
            let unhealable = next(part, FOREVER).is_some();
            Effect::Damage { amount: expr(part)?, resource, whom, unhealable }
        }
        Part::Heal => {
            let whom = next(part, WHOM).unwrap_or_default();
            let resource = next(part, RESOURCES);
            Effect::Heal { amount: expr(part)?, resource, whom }
        }
        Part::Shift => {
            let from = next(part, RESOURCES);
            Effect::Shift { amount: expr(part)?, from }
        }
        Part::Shield => {
            let whom = next(part, WHOM).unwrap_or_default();
            Effect::Shield { amount: expr(part)?, whom }
        }
        Part::Move => Effect::Move { amount: expr(part)? },
        Part::Control => {
            let whom = next(part, WHOM).unwrap_or_default();
            let kind = next(part, GRIPS).unwrap_or_default();
            let resist = maybe_attribute(part);
            part.space();
            let lasts = if part.is_done() { None } else { Some(expr(part)?) };
            Effect::Control { kind, resist, whom, lasts }
        }
        Part::Weaken => {
            let whom = next(part, WHOM).unwrap_or_default();
            let resist = Some(maybe_attribute(part).unwrap_or(Attribute::Constitution));
            part.space();
            Effect::Weaken { amount: expr(part)?, resist, whom }
        }
        Part::Hits | Part::Charges => {
            let times = times(part)?;
            let resource = next(part, RESOURCES);
            let amount = expr(part)?;
            match kind {
                Part::Hits => Effect::Hits { times, amount, resource },
                _ => Effect::Charges { times, amount, resource },
            }
        }
        Part::Reflect => {
            let times = part.number().unwrap_or(1);
            part.space();
            Effect::Reflect { times, amount: expr(part)? }
        }
        Part::OverTime => {
            let times = times(part)?;
            let (every, _) = marked(part, &['t'], FORM)?;
            let every = every.to_string();
            part.space();
            let drains = next(part, DRAINS).is_some();
            let resource = next(part, RESOURCES);
            let amount = expr(part)?;
            let every = Expr::parse(&every).map_err(|_| unread(part))?;
            Effect::OverTime { times, every, amount, resource, drains }
        }
        Part::Punish => Effect::Punish { amount: expr(part)? },
        Part::Ward | Part::Expose => {
            let times = part.number().unwrap_or(1);
            part.space();
            let amount = expr(part)?;
            match kind {
                Part::Ward => Effect::Ward { times, amount },
                _ => Effect::Expose { times, amount },
            }
        }
        Part::Difficulty => {
            skill.difficulty = Some(times(part)?);
            return part.finish();
        }
        Part::Copy => Effect::Summon { hit_points: expr(part)?, mirrors: true },
        Part::Percent => {
            let attribute = attribute(part)?;
            let points = amount(part, "百分比 力量 +10")?;
            part.finish()?;
            Effect::Percentages { attribute, points, lasts: None }
        }
        Part::Bear => Effect::Bear,
        Part::Spoils => {
            let resource = next(part, RESOURCES);
            Effect::Spoils { amount: expr(part)?, resource }
        }
        Part::Reveal => Effect::Reveal,
        Part::Hide => Effect::Hide { amount: expr(part)? },
        Part::Assume => Effect::Assume,
        Part::Told => Effect::Told { text: part.rest() },
        Part::Cost => {
            let resource = next(part, RESOURCES).unwrap_or(Resource::HitPoints);
            let amount = expr(part)?;
            skill.costs.push(Cost { resource, pool: None, amount });
            return Ok(());
        }
        Part::Windup => {
            skill.windup_for = Some(expr(part)?);
            return Ok(());
        }
        Part::On => {
            skill.trigger = match next(part, HURT) {
                Some(()) if part.is_done() => When::On("hurt".to_owned()),
                _ => When::On(part.rest()),
            };
            return Ok(());
        }
        Part::Always => {
            skill.trigger = When::Always;
            return Ok(());
        }
    };
    part.finish()?;
    skill.effects.push(effect);
    Ok(())
}

/// One of several words, and the space behind it.
fn next<T: Copy>(part: &mut Reader<'_>, words: &[(T, &[&str])]) -> Option<T> {
    let found = part.word(words);
    part.space();
    found
}

fn times(part: &mut Reader<'_>) -> Result<u32, Mistake> {
    let at = part.here();
    let times = part
        .number()
        .ok_or_else(|| Mistake::new(at, message!("timeline-chat-whole")).example_text(FORM))?;
    part.space();
    Ok(times)
}

fn unread(part: &Reader<'_>) -> Mistake {
    Mistake::new(part.here(), message!("timeline-chat-skill-amount")).example_text("impact / 2")
}

/// The rest of the part as an amount.
fn expr(part: &mut Reader<'_>) -> Result<Expr, Mistake> {
    let wrong = unread(part);
    let text: String = part.ahead().iter().collect();
    part.step(text.chars().count());
    Expr::parse(text.trim()).map_err(|_| wrong)
}
