//! Spending power: on effects (M-17), or against a consequence (M-30).

use rules::mist::{Boon, Command, Cut, Effect, Harm, Holder, RollKind, RollPart};
use rules::{Id, Term, message};

use super::book::Book;
use super::status::{self, gain, new_tag, reduced};
use super::{Verb, done as send, roll};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] =
    &[Verb::new(spend, &["spend", "花费", "花費", "效果"]), Verb::new(done, &["done", "收手"])];

choices! { Buys, BUYS:
    Status => "status", "状态", "狀態", "增加", "添加", "增加状态", "增加狀態", "添加状态", "添加狀態";
    Less => "less", "reduce", "减", "減", "减轻", "減輕", "减少", "減少", "降低", "移除状态", "移除狀態", "减少状态", "減少狀態", "降低状态", "降低狀態", "减轻状态", "減輕狀態";
    Untag => "untag", "移除", "移除标签", "移除標籤", "移除故事标签", "移除故事標籤", "去掉";
    Tag => "tag", "标签", "標籤", "创建", "創建", "创建标签", "創建標籤", "创建故事标签", "創建故事標籤", "添加标签", "添加標籤", "故事标签", "故事標籤";
    Clock => "clock", "计时", "計時", "倒数", "倒數", "countdown";
    Clue => "clue", "线索", "線索", "发现线索", "發現線索", "细节", "細節", "发现细节", "發現細節";
    Feat => "feat", "壮举", "壯舉", "额外", "額外", "额外举措", "額外舉措", "举措", "舉措";
}

const FORM: &str = "spend";

/// `.spend status 2 受伤 @守卫; tag +掩护; clue 他认得你; feat`: buys effects, or lessens a consequence.
pub fn spend(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::to_spend(&mut reader, book)?;
    if reader.is_done() {
        return Err(Mistake::new(reader.here(), message!("chat-text-missing")).example(FORM));
    }
    let parts = reader.split(';');
    let parts = parts.into_iter().filter(|part| !part.is_done());
    if let RollKind::Mitigate { consequence } = roll.roll {
        return lessen(parts, roll, consequence, book);
    }
    let actor = roll.actor.map(Holder::Character);
    let effects: Result<Vec<Effect>, Mistake> =
        parts.map(|part| effect(part, actor, book)).collect();
    send(Command::Spend { roll: roll.id, effects: effects? })
}

fn effect(
    mut reader: Reader<'_>,
    actor: Option<Holder>,
    book: &Book<'_>,
) -> Result<Effect, Mistake> {
    let buys = reader.word(BUYS);
    reader.space();
    let _ = matches!(buys, Some(Buys::Clue | Buys::Feat)) && reader.eat(':');
    match buys {
        Some(Buys::Tag) => {
            if reader.eat('-') {
                let tag = status::owned(&mut reader, &book.tag_names())?;
                reader.finish()?;
                return Ok(Effect::RemoveTag { tag });
            }
            let _ = reader.eat('+');
            let (on, name) = new_tag(reader, book, actor)?;
            Ok(Effect::AddTag { on, name })
        }
        // `移除 绊索` is a tag that goes, `移除 受伤 2` a status that is lowered.
        Some(Buys::Untag) => {
            let mut probe = reader;
            if let Ok(tag) = status::owned(&mut probe, &book.tag_names())
                && probe.is_done()
            {
                return Ok(Effect::RemoveTag { tag });
            }
            reduced(reader, book).map(|(status, by)| Effect::ReduceStatus { status, by })
        }
        Some(Buys::Clock) => {
            let (clock, by) = super::clock::moved(&mut reader, book)?;
            Ok(Effect::Clock { clock, by })
        }
        Some(Buys::Clue) => Ok(Effect::Clue { text: reader.rest() }),
        Some(Buys::Feat) => Ok(Effect::Feat { text: reader.rest() }),
        Some(Buys::Less) => {
            reduced(reader, book).map(|(status, by)| Effect::ReduceStatus { status, by })
        }
        Some(Buys::Status) if reader.eat('-') => {
            reduced(reader, book).map(|(status, by)| Effect::ReduceStatus { status, by })
        }
        // A bare `受伤-2 @守卫` is a status too.
        Some(Buys::Status) | None => {
            let _ = reader.eat('+');
            let gain = gain(reader, book, None).map_err(|mistake| match buys {
                None if mistake.instead.is_none() => mistake.example(FORM),
                _ => mistake,
            })?;
            Ok(Effect::GainStatus {
                on: gain.on,
                name: gain.name,
                tier: gain.tier,
                onto: gain.onto,
                against: gain.against,
            })
        }
    }
}

const BOON: &[((), &[&str])] = &[((), &["boon", "增益"])];
const DEEPER: &[((), &[&str])] = &[((), &["deeper", "更轻", "更輕"])];

/// `.spend 受伤 2; 绊倒; boon 镇定 @叶岚`: what of the consequence is lessened (M-30).
fn lessen<'t>(
    parts: impl Iterator<Item = Reader<'t>>,
    roll: &RollPart,
    consequence: Id,
    book: &Book<'_>,
) -> Result<Heard, Mistake> {
    let known = harm_names(consequence, book);
    let mut cuts = Vec::new();
    let mut boon = None;
    for mut part in parts {
        let mut probe = part;
        if probe.word(DEEPER).is_some() && probe.is_done() {
            boon = Some(Boon::Deeper);
            continue;
        }
        if part.word(BOON).is_some() {
            boon = Some(read_boon(part, roll, book)?);
            continue;
        }
        let _ = part.word(BUYS);
        part.space();
        let leading = part.number();
        part.space();
        let _ = part.eat('-');
        let (harm, tier) = names::find(&mut part, &known)?;
        part.space();
        let by = leading.or_else(|| part.number());
        part.finish()?;
        let by = by.map_or(tier, |by| u8::try_from(by).unwrap_or(u8::MAX));
        cuts.push(Cut { part: harm, by });
    }
    // A choice alone leaves the rest to the power: as much as it stops.
    if let (true, Some(boon)) = (cuts.is_empty(), &boon) {
        cuts = best_cuts(roll.id, boon, book);
    }
    send(Command::Lessen { roll: roll.id, cuts, boon })
}

/// The cuts that are offered with a choice.
fn best_cuts(roll: Id, boon: &Boon, book: &Book<'_>) -> Vec<Cut> {
    let same = |other: &Boon| std::mem::discriminant(other) == std::mem::discriminant(boon);
    let offers = book.context.acts.offers(&roll.into()).into_iter();
    let commands = offers.filter_map(|it| serde_json::from_value::<Command>(it.command).ok());
    let mut cuts = commands.filter_map(|command| match command {
        Command::Lessen { cuts, boon: Some(other), .. } if same(&other) => Some(cuts),
        _ => None,
    });
    cuts.next().unwrap_or_default()
}

fn read_boon(mut reader: Reader<'_>, roll: &RollPart, book: &Book<'_>) -> Result<Boon, Mistake> {
    reader.space();
    if reader.word(DEEPER).is_some() {
        reader.finish()?;
        return Ok(Boon::Deeper);
    }
    let (on, name) = new_tag(reader, book, roll.actor.map(Holder::Character))?;
    match on {
        Holder::Character(on) => Ok(Boon::Status { on, name }),
        _ => Err(status::whose(reader, book)),
    }
}

/// The parts of a consequence by name: which one, and the tier a status part has.
pub fn harm_names(consequence: Id, book: &Book<'_>) -> Vec<Name<(u8, u8)>> {
    let found = book.consequences.iter().find(|part| part.id == consequence);
    let harms = found.map_or(&[][..], |part| &part.harms);
    let tags = book.tag_names();
    harms
        .iter()
        .zip(0..)
        .map(|(harm, place): (_, u8)| {
            let number = format!("#{}", place + 1);
            let by_name = |name: &Term| Name::new((place, 0), name).shown(harm.words.clone());
            let named = match &harm.harm {
                Some(Harm::Status { name, tier }) => {
                    let named = Name::new((place, *tier), name).tier(*tier);
                    named.shown(harm.words.clone())
                }
                Some(Harm::Raise { name, tier, .. }) => {
                    Name::new((place, *tier), name).tier(*tier).shown(harm.words.clone())
                }
                Some(Harm::Tag { name } | Harm::Trait { name, .. }) => by_name(name),
                Some(Harm::Worse { text } | Harm::Narrate { text } | Harm::Other { text, .. }) => {
                    by_name(text)
                }
                Some(Harm::Burn { tag } | Harm::Remove { tag }) => {
                    let named = tags.iter().find(|name| name.it == *tag);
                    match named {
                        Some(named) => named.clone().map(|_| (place, 0)).apart(0),
                        None => by_name(&Term::from(number.as_str())),
                    }
                }
                Some(Harm::Reveal { .. } | Harm::Clock { .. }) | None => {
                    by_name(&Term::from(number.as_str()))
                }
            };
            named.also(&number)
        })
        .collect()
}

/// `.done`: leaves the rest of the power unspent.
pub fn done(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let roll = roll::to_spend(&mut reader, book)?;
    reader.finish()?;
    send(Command::Finish { roll: roll.id })
}
