//! The scene, and what is shown or hidden in it (M-09, B-30).

use std::collections::BTreeSet;

use rules::mist::{Command, Step};
use rules::{Arg, Audience, Bounds, Message, Offer, Subject, message};
use serde_json::Value as Json;

use super::book::Book;
use super::{Verb, done, sheet};
use crate::common::{needed, seat};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(scene, &["scene", "场景", "場景"]),
    Verb::new(reveal, &["reveal", "揭示", "亮出"]),
    Verb::new(hide, &["hide", "隐藏", "隱藏"]),
    Verb::new(rename, &["rename", "更名"]),
    Verb::new(auto, &["auto", "自动", "自動"]),
];

#[derive(Clone, Copy)]
enum Does {
    Step(Step),
    Next,
    End,
    Enter,
    Leave,
    Take,
}

const DOES: &[(Does, &[&str])] = &[
    (Does::Step(Step::Establish), &["establish", "确立", "確立"]),
    (Does::Step(Step::Action), &["action", "行动", "行動"]),
    (Does::Step(Step::Consequence), &["consequence", "后果", "後果"]),
    (Does::Next, &["next", "下一步"]),
    (Does::End, &["end", "结束", "結束"]),
    (Does::Enter, &["in", "入场", "入場"]),
    (Does::Leave, &["out", "离场", "離場"]),
    (Does::Take, &["take", "现成", "現成"]),
];

/// `.scene 旧码头: 雾很大`, `.scene next`, `.scene end 绊索`, `.scene out @周默`, `.scene take`.
pub fn scene(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    if reader.is_done() {
        return sheet::now(reader, book);
    }
    let mut probe = reader;
    let does = probe.word(DOES);
    match does {
        Some(Does::Step(step)) if probe.is_done() => done(Command::StepScene { step }),
        Some(Does::Next) if probe.is_done() => {
            let step = match book.scene.map(|scene| scene.step) {
                Some(Step::Establish) => Step::Action,
                Some(Step::Action) => Step::Consequence,
                _ => Step::Establish,
            };
            done(Command::StepScene { step })
        }
        Some(Does::End) => {
            let mut known = book.tag_names();
            known.extend(book.challenge_names());
            let mut keep = Vec::new();
            loop {
                probe.gap();
                if probe.is_done() {
                    return done(Command::EndScene { keep });
                }
                keep.push(names::find_owned(&mut probe, &known)?);
            }
        }
        Some(Does::Enter | Does::Leave) => {
            probe.space();
            let _ = probe.eat('@');
            let character = names::find(&mut probe, &book.character_names())?;
            probe.finish()?;
            done(Command::SetPresent { character, present: matches!(does, Some(Does::Enter)) })
        }
        Some(Does::Take) => take(probe, book),
        _ => {
            let (mut title, text) = reader.until(':');
            done(Command::SetScene {
                title: needed(&mut title, "scene")?,
                text: text.map(|mut text| text.rest()).unwrap_or_default(),
            })
        }
    }
}

/// `.scene take`, `.scene take 分拣室`: opens a scene that comes with the pack.
fn take(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    reader.space();
    let known = ready_names(book);
    if !book.context.seat.is_host() {
        return done(Command::TakeScene { scene: reader.rest() });
    }
    if known.is_empty() {
        return Err(Mistake::new(reader.here(), message!("chat-no-ready-scene")).example("scene"));
    }
    if reader.is_done() {
        let names: Vec<Message> = known.into_iter().map(|name| name.shown).collect();
        return Ok(Heard::Reply(vec![message!("chat-ready-scenes", names = names).into()]));
    }
    let scene = names::find(&mut reader, &known)?;
    reader.finish()?;
    done(Command::TakeScene { scene })
}

/// The scenes of the pack that could be opened now, by name.
fn ready_names(book: &Book<'_>) -> Vec<Name<String>> {
    let offers = book.context.acts.offers(&Subject::place("scene"));
    let takes = |it: &Offer<Json>| it.command["do"] == "take-scene";
    let fields = offers.into_iter().filter(takes).flat_map(|it| it.fields);
    let choices = fields.flat_map(|field| match field.bounds {
        Bounds::Choice { of } => of,
        Bounds::Text { .. } | Bounds::Number { .. } | Bounds::Switch | Bounds::Asked => Vec::new(),
    });
    let named = choices.filter_map(|it| {
        let id = it.value.as_str()?.to_owned();
        let term = it.label.args.values().find_map(|arg| match arg {
            Arg::Term(term) => Some(term.clone()),
            _ => None,
        })?;
        Some(Name::new(id, &term).shown(it.label.clone()))
    });
    named.collect()
}

/// `.reveal 恐惧 @守卫`, `.reveal 密信 > 叶岚`: shows a thing to all, or to some.
pub fn reveal(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut what, seats) = reader.until('>');
    let hidden = |id| sheet::is_hidden(id, book);
    // What is still hidden is meant before what everyone sees.
    let known: Vec<_> = book
        .thing_names()
        .into_iter()
        .map(|name| {
            let apart = u8::from(!hidden(name.it));
            name.apart(apart)
        })
        .collect();
    let thing = names::find_owned(&mut what, &known)?;
    what.finish()?;
    let to = match seats {
        None => Audience::All,
        Some(mut seats) => {
            let mut to = BTreeSet::new();
            loop {
                seats.gap();
                if seats.is_done() {
                    break;
                }
                let _ = seats.eat('@');
                to.insert(seat(&mut seats, book.context)?);
            }
            if to.is_empty() {
                let mistake = Mistake::new(seats.here(), message!("chat-to-whom"));
                return Err(mistake.example("reveal"));
            }
            Audience::Seats(to)
        }
    };
    done(Command::Show { thing, to })
}

/// `.hide 恐惧 @守卫`: hides a thing from all but the host.
pub fn hide(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let thing = names::find_owned(&mut reader, &book.thing_names())?;
    reader.finish()?;
    done(Command::Show { thing, to: Audience::Host })
}

/// `.rename 守卫: 老守卫`: writes another name on a thing.
pub fn rename(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let (mut what, name) = reader.until(':');
    let thing = names::find_owned(&mut what, &book.thing_names())?;
    what.finish()?;
    let mut name = name.unwrap_or(what);
    done(Command::Rename { thing, name: needed(&mut name, "rename")? })
}

const SWITCH: &[(bool, &[&str])] =
    &[(true, &["on", "yes", "开", "開", "是"]), (false, &["off", "no", "关", "關", "否"])];

/// `.auto on`: lets lines count without the host's word (B-21).
pub fn auto(mut reader: Reader<'_>, _: &Book<'_>) -> Result<Heard, Mistake> {
    let at = reader.here();
    let Some(on) = reader.word(SWITCH) else {
        return Err(Mistake::new(at, message!("chat-on-or-off")).example("auto"));
    };
    reader.finish()?;
    done(Command::SetAutoApprove { on })
}
