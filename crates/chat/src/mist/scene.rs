//! The scene, and what is shown or hidden in it (M-09, B-30).

use std::collections::BTreeSet;

use rules::mist::{Command, Step};
use rules::{Audience, message};

use super::book::Book;
use super::{Verb, done, sheet};
use crate::common::{needed, seat};
use crate::hear::Heard;
use crate::mistake::Mistake;
use crate::names;
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
}

const DOES: &[(Does, &[&str])] = &[
    (Does::Step(Step::Establish), &["establish", "确立", "確立"]),
    (Does::Step(Step::Action), &["action", "行动", "行動"]),
    (Does::Step(Step::Consequence), &["consequence", "后果", "後果"]),
    (Does::Next, &["next", "下一步"]),
    (Does::End, &["end", "结束", "結束"]),
    (Does::Enter, &["in", "入场", "入場"]),
    (Does::Leave, &["out", "离场", "離場"]),
];

/// `.scene 旧码头: 雾很大`, `.scene next`, `.scene end 绊索`, `.scene out @周默`.
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
        _ => {
            let (mut title, text) = reader.until(':');
            done(Command::SetScene {
                title: needed(&mut title, "scene")?,
                text: text.map(|mut text| text.rest()).unwrap_or_default(),
            })
        }
    }
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
