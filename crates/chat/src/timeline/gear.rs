//! What a character has: `.buff`, `.dr`, `.wp`, `.setupwp`, `.trait`, `.item`, and where everyone
//! is: `.env` (T-08, T-40 … T-47, T-60).

use export::sheet::timeline;
use rules::timeline::{
    Amount, Attribute, Boon, BuffDraft, BuffKind, Command, Form, ModifierDraft, Occasion, Range,
    Resource, Sign, TraitDraft, Trigger, WeaponDraft, WeaponKind, Worth,
};
use rules::{Id, Line, Message, message};
use words::fold::folded;

use super::book::{Book, amount, attribute, marked, maybe_attribute, place, word};
use super::fields::{fields, number};
use super::{Verb, done};
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::by_actor(buff, &["buff", "buf", "bu", "修饰", "修飾"]),
    Verb::by_actor(modifier, &["dr", "减伤", "減傷"]),
    Verb::by_actor(weapon, &["wp", "武器"]),
    Verb::by_actor(setup_weapon, &["setupwp", "造武器"]),
    Verb::by_actor(give_trait, &["trait", "特质", "特質"]),
    Verb::by_actor(environment, &["env", "环境", "環境"]),
    Verb::by_actor(item, &["item", "物品"]),
];

const DELETE: &[((), &[&str])] = &[((), &["del", "delete", "删除", "刪除"])];
const ALL: &[((), &[&str])] = &[((), &["all", "所有", "全部"])];

/// `del 2` or `del all`, as commands that take the things away.
pub(super) fn delete(
    reader: &mut Reader<'_>,
    character: Id,
    things: impl IntoIterator<Item = Id>,
) -> Result<Option<Heard>, Mistake> {
    if reader.word(DELETE).is_none() {
        return Ok(None);
    }
    reader.space();
    let things: Vec<Id> = things.into_iter().collect();
    let gone = match reader.word(ALL) {
        Some(()) => things,
        None => vec![place(reader, &things)?],
    };
    reader.finish()?;
    let gone = gone.into_iter().map(|thing| game_command(&Command::Remove { character, thing }));
    Ok(Some(Heard::Do(gone.collect())))
}

/// What a line says alone, with nothing behind it.
fn alone<T>(mut reader: Reader<'_>, read: impl Fn(&mut Reader<'_>) -> Option<T>) -> Option<T> {
    let found = read(&mut reader)?;
    reader.space();
    reader.is_done().then_some(found)
}

const RANGES: &[(Range, &[&str])] = &[
    (Range::Physical, &["物理", "physical"]),
    (Range::Mental, &["思维", "思維", "mental"]),
    (Range::Fields, &["领域", "領域", "fields"]),
    (Range::All, &["所有", "all"]),
];

const KINDS: &[(BuffKind, &[&str])] = &[
    (BuffKind::DirectAdd, &["1", "直接加算"]),
    (BuffKind::DirectMultiply, &["2", "直接乘算"]),
    (BuffKind::FinalAdd, &["3", "最终加算", "最終加算"]),
    (BuffKind::FinalMultiply, &["4", "最终乘算", "最終乘算"]),
];

/// `.buff`, `.buff 兴奋剂 物理 20% 直接乘算`, `.buff del 1`, `.buff del all`.
pub fn buff(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".buff 兴奋剂 物理 20% 直接乘算";
    let actor = book.actor(&reader)?;
    // `.buff 力量` alone lists what touches strength, `.buff 物理` what touches all of these.
    let only = alone(reader, |reader| {
        reader.word(RANGES).or_else(|| maybe_attribute(reader).map(Range::One))
    });
    if reader.is_done() || only.is_some() {
        let shown = |buff: &rules::timeline::Buff| only.is_none_or(|only| covers(buff, only));
        let numbered = actor.buffs.iter().enumerate().filter(|(_, buff)| shown(buff));
        let lines = numbered.map(|(place, buff)| {
            Line::from(message!(
                "timeline-chat-buff",
                place = place + 1,
                source = &buff.draft.source,
                range = buff.draft.range.name(),
                value = buff.draft.value.written(),
                kind = buff.draft.kind.name()
            ))
        });
        return Ok(Heard::Reply(listed(&actor.card.name, lines.collect())));
    }
    let things = actor.buffs.iter().map(|buff| buff.id);
    if let Some(heard) = delete(&mut reader, actor.id, things)? {
        return Ok(heard);
    }
    let source_at = word(&mut reader).0;
    let source = reader.between(source_at);
    let buff = worth(&mut reader, source, FORM)?;
    done(Command::AddBuff { character: actor.id, buff })
}

/// Whether a buff touches every attribute of a range.
fn covers(buff: &rules::timeline::Buff, range: Range) -> bool {
    let mut asked = Attribute::ALL.into_iter().filter(|one| range.touches(*one));
    asked.all(|one| buff.draft.range.touches(one))
}

/// `物理 20% 直接乘算`: what a buff touches, how much, and how; nothing may follow.
fn worth(reader: &mut Reader<'_>, source: String, form: &str) -> Result<BuffDraft, Mistake> {
    reader.space();
    let range = match reader.word(RANGES) {
        Some(range) => range,
        None => Range::One(attribute(reader)?),
    };
    let (number, mark) = marked(reader, &['%', 'd'], form)?;
    let value = match mark {
        Some('%') => Worth::Percent(number),
        Some(_) => Worth::PerLevel(number),
        None => Worth::Number(number),
    };
    reader.space();
    let kind = match reader.word(KINDS) {
        Some(kind) => kind,
        None if mark.is_some() => BuffKind::DirectMultiply,
        None => BuffKind::DirectAdd,
    };
    reader.finish()?;
    Ok(BuffDraft { source, range, value, kind })
}

const RESOURCES: &[(Option<Resource>, &[&str])] = &[
    (Some(Resource::HitPoints), &["hp", "体力", "體力"]),
    (Some(Resource::Willpower), &["mp", "意志"]),
    (None, &["all", "所有"]),
];

/// `+` for gains, `-` for losses.
fn signed(reader: &mut Reader<'_>) -> Option<Sign> {
    reader.space();
    let gains = reader.eat('+');
    let losses = !gains && reader.eat('-');
    gains.then_some(Sign::Gain).or(losses.then_some(Sign::Loss))
}

/// `.dr`, `.dr 铠甲 -hp 20% 物理`, `.dr 圣疗 +hp 5`, `.dr 盾 -all 30d`, `.dr del 1`.
pub fn modifier(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".dr 铠甲 -hp 20% 物理";
    let actor = book.actor(&reader)?;
    // `.dr hp`, `.dr -hp` alone list what changes that.
    let only = alone(reader, |reader| {
        let sign = signed(reader);
        reader.word(RESOURCES).map(|resource| (sign, resource))
    });
    if reader.is_done() || only.is_some() {
        let shown = |one: &rules::timeline::Modifier| {
            only.is_none_or(|(sign, resource)| {
                let own = one.draft.resource;
                sign.is_none_or(|sign| one.draft.sign == sign)
                    && (resource.is_none() || own.is_none() || own == resource)
            })
        };
        let numbered = actor.modifiers.iter().enumerate().filter(|(_, one)| shown(one));
        let lines = numbered.map(|(place, modifier)| {
            Line::from(message!(
                "timeline-chat-modifier",
                place = place + 1,
                source = &modifier.draft.source,
                what = modifier.draft.words()
            ))
        });
        return Ok(Heard::Reply(listed(&actor.card.name, lines.collect())));
    }
    let things = actor.modifiers.iter().map(|one| one.id);
    if let Some(heard) = delete(&mut reader, actor.id, things)? {
        return Ok(heard);
    }
    let source_at = word(&mut reader).0;
    let source = reader.between(source_at);
    let sign = signed(&mut reader).unwrap_or(Sign::Loss);
    let at = reader.here();
    let resource = reader
        .word(RESOURCES)
        .ok_or_else(|| Mistake::new(at, message!("timeline-chat-record")).example_text(FORM))?;
    let (number, mark) = marked(&mut reader, &['%', 'd'], FORM)?;
    let form = match mark {
        Some('%') => Form::Percent(number),
        Some(_) => Form::Defence(number),
        None => Form::Flat(number),
    };
    let (_, kind) = word(&mut reader);
    reader.finish()?;
    let damage_type = Some(kind).filter(|kind| !kind.is_empty() && kind != "所有" && kind != "all");
    let modifier = ModifierDraft { source, resource, sign, form, damage_type };
    done(Command::AddModifier { character: actor.id, modifier })
}

/// `.wp`, `.wp 1`, `.wp show`, `.wp take 鱼叉`, `.wp del 1`.
pub fn weapon(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    if reader.is_done() {
        let lines = timeline::weapons(actor);
        return Ok(Heard::Reply(listed(&actor.card.name, lines)));
    }
    let things: Vec<Id> = actor.weapons.iter().map(|one| one.weapon.id).collect();
    if let Some(heard) = delete(&mut reader, actor.id, things.iter().copied())? {
        return Ok(heard);
    }
    if reader.word(&[((), &["show", "显示", "顯示"][..])]).is_some() {
        reader.finish()?;
        let mut lines = listed(&actor.card.name, timeline::weapons(actor));
        lines.extend(actor.weapons.iter().filter_map(|part| {
            let curve = part.weapon.draft.curve_words()?;
            let name = message!("plain", text = &part.weapon.draft.name);
            Some(Line::from(message!("timeline-told-lasting", name = name, what = curve)))
        }));
        return Ok(Heard::Reply(lines));
    }
    if reader.word(&[((), &["take", "取用", "拿取"][..])]).is_some() {
        reader.space();
        let known = book.ruleset.map_or(&[][..], |ruleset| &ruleset.weapons);
        if reader.is_done() {
            let names: Vec<rules::Message> =
                known.iter().map(|one| message!("plain", text = &one.name)).collect();
            return Ok(Heard::Reply(vec![message!("timeline-chat-weapons", names = names).into()]));
        }
        let named: Vec<Name<usize>> = known
            .iter()
            .enumerate()
            .map(|(place, one)| Name::new(place, &one.name.as_str().into()))
            .collect();
        let found = names::find(&mut reader, &named)?;
        reader.finish()?;
        let weapon = Box::new(known[found].clone());
        return done(Command::AddWeapon { character: actor.id, weapon });
    }
    let weapon = Some(place(&mut reader, &things)?);
    reader.finish()?;
    done(Command::Wield { character: actor.id, weapon })
}

/// `.setupwp 名称:手枪,类型:火力,伤害:30,前摇:2,射程:50,载弹量:7,装填时间:5,负重:10,备注:`.
pub fn setup_weapon(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".setupwp 名称:手术刀,类型:增幅,增幅属性:力量,伤害:10,射程:1,负重:2";
    let actor = book.actor(&reader)?;
    let start = reader.here();
    let (mut name, mut note, mut kind) = (String::new(), String::new(), String::new());
    let mut own: Option<Attribute> = None;
    let [mut damage, mut windup, mut load, mut reload] = [Amount::ZERO; 4];
    let (mut range, mut magazine) = (None, 0);
    for (at, key, value) in fields(&mut reader) {
        let Some(mut value) = value else {
            return Err(Mistake::new(at, message!("timeline-chat-fields")).example_text(FORM));
        };
        let probe = value;
        let number = || number(probe, &['%', 't', 'd'], FORM);
        let text = value.rest();
        match key.as_str() {
            "名称" | "名稱" | "name" => name.clone_from(&text),
            "类型" | "類型" | "type" => kind = folded(&text),
            "增幅属性" | "增幅屬性" | "attribute" => {
                if !text.is_empty() {
                    let mut probe = probe;
                    own = Some(attribute(&mut probe)?);
                }
            }
            "伤害" | "傷害" | "damage" => damage = number()?,
            "前摇" | "前搖" | "cast" => windup = number()?,
            "射程" | "range" => range = Some(number()?).filter(|range| range.is_positive()),
            "载弹量" | "載彈量" | "load" => {
                magazine = u32::try_from(number()?.rounded()).unwrap_or(0);
            }
            "当前载弹" | "當前載彈" | "current_load" | "使用" | "using" => {}
            "装填时间" | "裝填時間" | "reload_time" => reload = number()?,
            "负重" | "負重" | "weight" => load = number()?,
            "备注" | "備註" | "note" => note.clone_from(&text),
            _ => {
                let what = message!("timeline-chat-unknown-field", text = key);
                return Err(Mistake::new(at, what).example_text(FORM));
            }
        }
    }
    let kind = match kind.as_str() {
        "增幅" | "amplifier" => WeaponKind::Amplifier {
            damage,
            attribute: own.ok_or_else(|| {
                Mistake::new(start, message!("timeline-which-attribute")).example_text(FORM)
            })?,
        },
        "火力" | "artillery" | "firearm" => {
            WeaponKind::Firearm { damage, windup, magazine, reload }
        }
        "" | "其他" | "other" => WeaponKind::Other,
        _ => {
            let what = message!("timeline-chat-weapon-kind", text = kind);
            return Err(Mistake::new(start, what).example_text(FORM));
        }
    };
    let weapon = WeaponDraft { name, kind, range, load, effects: Vec::new(), note };
    done(Command::AddWeapon { character: actor.id, weapon: Box::new(weapon) })
}

const OCCASIONS: &[(Occasion, &[&str])] = &[
    (Occasion::Kill, &["kill", "击杀", "擊殺"]),
    (Occasion::Victory, &["victory", "胜利", "勝利"]),
    (Occasion::Hurt, &["hurt", "受伤", "受傷"]),
];
const RESTORE: &[((), &[&str])] = &[((), &["restore", "恢复", "恢復"])];
const LEVEL: &[((), &[&str])] = &[((), &["level", "等级", "等級"])];
const BUFF: &[((), &[&str])] = &[((), &["buff", "修饰", "修飾"])];
const POOLS: &[(Resource, &[&str])] =
    &[(Resource::HitPoints, &["hp", "体力", "體力"]), (Resource::Willpower, &["mp", "意志"])];

/// The numbers of a trait, in words.
fn numbers_of(draft: &TraitDraft) -> Vec<Message> {
    let signed = |by: Amount| match by.is_positive() {
        true => format!("+{by}"),
        false => by.to_string(),
    };
    let points = draft.percentages.iter().map(|(attribute, points)| {
        message!("timeline-trait-points", attribute = attribute.name(), by = signed(*points))
    });
    let most = [(Resource::HitPoints, draft.hit_points), (Resource::Willpower, draft.willpower)];
    let most = most
        .into_iter()
        .filter(|(_, by)| *by != Amount::ZERO)
        .map(|(pool, by)| message!("timeline-trait-most", pool = pool.name(), by = signed(by)));
    let buffs = draft.buffs.iter().map(|buff| {
        message!(
            "timeline-trait-buff",
            range = buff.range.name(),
            value = buff.value.written(),
            kind = buff.kind.name()
        )
    });
    let triggers = draft.triggers.iter().map(|Trigger { when, then }| {
        let when = match when {
            Occasion::Kill => message!("timeline-trait-kill"),
            Occasion::Victory => message!("timeline-trait-victory"),
            Occasion::Hurt => message!("timeline-trait-hurt"),
        };
        let pool = |pool: Resource, by: Amount| {
            message!("timeline-trait-pool", pool = pool.name(), by = signed(by))
        };
        let then = match then {
            Boon::Restore => message!("timeline-trait-restore"),
            Boon::HitPoints(by) => pool(Resource::HitPoints, *by),
            Boon::Willpower(by) => pool(Resource::Willpower, *by),
            Boon::Level(by) => message!("timeline-trait-level", by = format!("+{by}")),
            Boon::Effects(_) => message!("timeline-trait-effects"),
        };
        message!("timeline-trait-trigger", when = when, then = then)
    });
    points.chain(most).chain(buffs).chain(triggers).collect()
}

/// A number of a trait (T-08): `力量 +10%`, `体力 +50`, `修饰 物理 20%`, `击杀 恢复`,
/// `受伤 体力 5`, `胜利 等级 1`.
fn number_of_trait(reader: &mut Reader<'_>, draft: &mut TraitDraft) -> Result<(), Mistake> {
    const FORM: &str = ".trait 义体: 钢铁之躯; 力量 +10%; 体力 +50; 修饰 物理 5%; 击杀 恢复";
    if reader.word(BUFF).is_some() {
        draft.buffs.push(worth(reader, draft.name.clone(), FORM)?);
        return Ok(());
    }
    if let Some(when) = reader.word(OCCASIONS) {
        reader.space();
        let at = reader.here();
        let then = if reader.word(RESTORE).is_some() {
            Boon::Restore
        } else if reader.word(LEVEL).is_some() {
            let levels = u32::try_from(amount(reader, FORM)?.rounded()).unwrap_or(0);
            Boon::Level(levels)
        } else {
            match reader.word(POOLS) {
                Some(Resource::HitPoints) => Boon::HitPoints(amount(reader, FORM)?),
                Some(Resource::Willpower) => Boon::Willpower(amount(reader, FORM)?),
                None => {
                    let what = message!("timeline-chat-trait-number");
                    return Err(Mistake::new(at, what).example_text(FORM));
                }
            }
        };
        draft.triggers.push(Trigger { when, then });
        return reader.finish();
    }
    // Willpower is an attribute with a percentage, and a pool without.
    let mut pool = *reader;
    if let Some(resource) = pool.word(POOLS)
        && let Ok((most, None)) = marked(&mut pool, &['%'], FORM)
    {
        match resource {
            Resource::HitPoints => draft.hit_points = most,
            Resource::Willpower => draft.willpower = most,
        }
        *reader = pool;
        return reader.finish();
    }
    let at = reader.here();
    let what = || message!("timeline-chat-trait-number");
    let attribute = maybe_attribute(reader)
        .ok_or_else(|| Mistake::new(at.clone(), what()).example_text(FORM))?;
    match marked(reader, &['%'], FORM)? {
        (points, Some(_)) => draft.percentages.push((attribute, points)),
        (_, None) => return Err(Mistake::new(at, what()).example_text(FORM)),
    }
    reader.finish()
}

/// `.trait`, `.trait 夜视: 能看清黑暗`, `.trait 义体: 钢铁之躯; 力量 +10%`, `.trait 血河`, `.trait card @本`, `.trait del 1`.
pub fn give_trait(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    let known = book.ruleset.map_or(&[][..], |ruleset| &ruleset.traits);
    if reader.is_done() {
        let lines = actor.traits.iter().enumerate().flat_map(|(place, one)| {
            let derived = Line::from(message!(
                "timeline-chat-trait",
                place = place + 1,
                name = &one.draft.name,
                text = &one.draft.text
            ));
            let numbers = numbers_of(&one.draft);
            let numbers = (!numbers.is_empty())
                .then(|| message!("timeline-chat-trait-numbers", numbers = numbers).into());
            [derived].into_iter().chain(numbers)
        });
        let names = known.iter().map(|one| message!("plain", text = &one.name));
        let known = |names| message!("timeline-chat-traits", names = names);
        return Ok(own_and_known(&actor.card.name, lines, names, known));
    }
    let things = actor.traits.iter().map(|one| one.id);
    if let Some(heard) = delete(&mut reader, actor.id, things)? {
        return Ok(heard);
    }
    if reader.word(&[((), &["card", "借卡"][..])]).is_some() {
        let other = book.named(&mut reader)?.first().copied();
        reader.finish()?;
        return done(Command::AssumeCard { character: actor.id, other });
    }
    let (mut name, text) = reader.until(':');
    let name = name.rest();
    if let (None, Some(one)) = (&text, known.iter().find(|one| one.name == name)) {
        return done(Command::AddTrait { character: actor.id, draft: Box::new(one.clone()) });
    }
    let mut draft = TraitDraft { name, ..TraitDraft::default() };
    let mut parts = text.map(|mut text| text.split(';')).unwrap_or_default().into_iter();
    draft.text = parts.next().map(|mut text| text.rest()).unwrap_or_default();
    for mut part in parts.filter(|part| !part.is_done()) {
        number_of_trait(&mut part, &mut draft)?;
    }
    done(Command::AddTrait { character: actor.id, draft: Box::new(draft) })
}

/// `.env`, `.env 泥沼`, `.env off`.
pub fn environment(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let known = book.ruleset.map_or(&[][..], |ruleset| &ruleset.environments);
    if reader.is_done() {
        let here = book.table.and_then(|table| table.environment.as_ref());
        let mut lines: Vec<Line> = Vec::new();
        lines.push(match here {
            Some(here) => message!("timeline-chat-environment", name = &here.name).into(),
            None => message!("timeline-chat-no-environment").into(),
        });
        let names = known.iter().map(|one| message!("timeline-term", name = &one.name));
        let names: Vec<rules::Message> = names.collect();
        if !names.is_empty() {
            lines.push(message!("timeline-chat-environments", names = names).into());
        }
        return Ok(Heard::Reply(lines));
    }
    if reader.word(&[((), &["off", "离开", "離開"][..])]).is_some() {
        reader.finish()?;
        return done(Command::SetEnvironment { environment: None });
    }
    let named: Vec<Name<usize>> =
        known.iter().enumerate().map(|(place, one)| Name::new(place, &one.name)).collect();
    let found = names::find(&mut reader, &named)?;
    reader.finish()?;
    done(Command::SetEnvironment { environment: Some(Box::new(known[found].clone())) })
}

/// `.item`, `.item 防滑靴`, `.item 手电筒 5`, `.item 手电筒 5 背包`, `.item del 1`.
pub fn item(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let actor = book.actor(&reader)?;
    let known = book.ruleset.map_or(&[][..], |ruleset| &ruleset.items);
    if reader.is_done() {
        let lines = actor.belongings.iter().enumerate().map(|(place, own)| {
            Line::from(message!(
                "timeline-chat-carried",
                place = place + 1,
                name = &own.text,
                where = &own.place,
                load = own.load
            ))
        });
        let names = known.iter().map(|one| message!("plain", text = &one.name));
        let known = |names| message!("timeline-chat-items", names = names);
        return Ok(own_and_known(&actor.card.name, lines, names, known));
    }
    let things = actor.belongings.iter().map(|own| own.id);
    if let Some(heard) = delete(&mut reader, actor.id, things)? {
        return Ok(heard);
    }
    let (at, name) = word(&mut reader);
    let typed = reader.between(at);
    let found = known.iter().find(|one| folded(&one.name) == name);
    let (place, text, load) = match found {
        Some(one) => (one.place.clone(), one.name.clone(), one.load),
        None if reader.is_done() => (String::new(), typed, Amount::ZERO),
        None => {
            let load = amount(&mut reader, ".item 手电筒 5 背包")?;
            reader.space();
            (reader.rest(), typed, load)
        }
    };
    reader.finish()?;
    done(Command::AddBelonging { character: actor.id, place, text, load })
}

/// A list under whose it is, or that there is nothing.
fn listed(name: &str, lines: Vec<Line>) -> Vec<Line> {
    if lines.is_empty() {
        return vec![message!("timeline-chat-nothing", name = name).into()];
    }
    let mut all = vec![Line::from(message!("timeline-chat-of", name = name))];
    all.extend(lines);
    all
}

/// What a character has, and what the pack has to choose from.
pub(super) fn own_and_known(
    name: &str,
    own: impl Iterator<Item = Line>,
    known: impl Iterator<Item = Message>,
    to_choose: impl FnOnce(Vec<Message>) -> Message,
) -> Heard {
    let mut lines = listed(name, own.collect());
    let known: Vec<Message> = known.collect();
    if !known.is_empty() {
        lines.push(to_choose(known).into());
    }
    Heard::Reply(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use words::{Language, say};

    /// English help names the kinds by their numbers.
    #[test]
    fn b74_the_kinds_of_modifier_can_be_typed_as_they_are_shown() {
        for language in [Language::ZhHans, Language::ZhHant] {
            let help = say(language, &message!("chat-help-buff"));
            for (kind, names) in KINDS {
                let shown = say(language, &kind.name());
                assert!(names.contains(&&*shown), "{language}: {shown}");
                assert!(help.contains(&*shown), "{language}: {shown}");
            }
        }
    }
}
