//! How the table plays: what players named and the host has not agreed to, `.agree`; the options,
//! `.option` (T-01, T-09, T-15).

use rules::timeline::{Claim, Command, Options};
use rules::{Line, Message, message};

use super::book::{Book, amount, place};
use super::{Verb, done};
use crate::hear::{Heard, game_command};
use crate::mistake::Mistake;
use crate::reader::{Reader, choices};

/// The subject's words.
pub const VERBS: &[Verb] = &[
    Verb::new(agree, &["agree", "认可", "認可", "同意"]),
    Verb::new(option, &["option", "选项", "選項", "桌规", "桌規"]),
];

const ALL: &[((), &[&str])] = &[((), &["all", "全部", "所有"])];

/// `.agree`: what is to be agreed to, numbered; `.agree 1`, `.agree all` agree to it. Host.
pub fn agree(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    let claims = book.table.map_or(&[][..], |table| &table.claims);
    if reader.is_done() {
        let line = |(at, (_, what)): (usize, &(Claim, Message))| {
            message!("timeline-chat-claim", place = at + 1, what = what.clone()).into()
        };
        let mut lines: Vec<Line> = claims.iter().enumerate().map(line).collect();
        lines.push(match claims.is_empty() {
            true => message!("timeline-chat-no-claims").into(),
            false => message!("timeline-chat-claims-how").into(),
        });
        return Ok(Heard::Reply(lines));
    }
    let claims: Vec<Claim> = claims.iter().map(|(claim, _)| claim.clone()).collect();
    let agreed = match reader.word(ALL) {
        Some(()) => claims,
        None => vec![place(&mut reader, &claims)?],
    };
    reader.finish()?;
    if agreed.is_empty() {
        return Ok(Heard::Reply(vec![message!("timeline-chat-no-claims").into()]));
    }
    let agree = |claim| game_command(&Command::Agree { claim });
    Ok(Heard::Do(agreed.into_iter().map(agree).collect()))
}

choices! { Key, KEYS:
    Dice => "dice", "掷骰", "擲骰";
    Weapons => "weapons", "武器";
    Traits => "traits", "特质", "特質";
    Skills => "skills", "技能";
    Levels => "levels", "等级", "等級";
    Targets => "targets", "目标", "目標";
    Open => "open", "公开", "公開";
    Auto => "auto", "自动", "自動";
    Refill => "refill", "回满", "回滿";
    Rest => "rest", "休息";
    Medicine => "medicine", "医学", "醫學";
    Cap => "cap", "上限";
    Reach => "reach", "徒手";
}

impl Key {
    /// In the order of [`Options::words`].
    const ALL: [Self; 13] = [
        Self::Dice,
        Self::Weapons,
        Self::Traits,
        Self::Skills,
        Self::Levels,
        Self::Targets,
        Self::Open,
        Self::Auto,
        Self::Refill,
        Self::Rest,
        Self::Medicine,
        Self::Cap,
        Self::Reach,
    ];

    fn switch(self, options: &mut Options, on: bool) {
        match self {
            Self::Dice => options.dice = on,
            Self::Weapons => options.weapons = on,
            Self::Traits => options.traits = on,
            Self::Skills => options.skills = on,
            Self::Levels => options.host_sets_levels = on,
            Self::Targets => options.host_sets_target = on,
            Self::Open => options.open_declarations = on,
            Self::Auto => options.auto_flow = on,
            Self::Refill => options.refill_after_fight = on,
            Self::Rest => options.night_rest = on,
            Self::Medicine => options.medicine = on,
            Self::Cap => options.cap = Some(on),
            // A number, not a switch.
            Self::Reach => {}
        }
    }
}

const ON_OFF: &[(bool, &[&str])] = &[(true, &["on", "开", "開"]), (false, &["off", "关", "關"])];

/// `.option`: how the table plays, numbered; `.option 休息 off`, `.option 10 on`,
/// `.option 徒手 2`. Host.
pub fn option(mut reader: Reader<'_>, book: &Book<'_>) -> Result<Heard, Mistake> {
    const FORM: &str = ".option 10 off｜.option 13 2";
    let mut options = book.table.map(|table| table.options.clone()).unwrap_or_default();
    if reader.is_done() {
        let line = |(at, (what, value)): (usize, (Message, Message))| {
            message!("timeline-chat-option", place = at + 1, what = what, value = value).into()
        };
        let mut lines: Vec<Line> = options.words().into_iter().enumerate().map(line).collect();
        lines.push(message!("timeline-chat-option-how").into());
        return Ok(Heard::Reply(lines));
    }
    let key = match reader.word(KEYS) {
        Some(key) => key,
        None => place(&mut reader, &Key::ALL)?,
    };
    reader.space();
    let at = reader.here();
    if key == Key::Reach {
        options.unarmed_reach = Some(amount(&mut reader, FORM)?);
    } else {
        let on = reader
            .word(ON_OFF)
            .ok_or_else(|| Mistake::new(at, message!("timeline-chat-on-off")).example_text(FORM))?;
        key.switch(&mut options, on);
    }
    reader.finish()?;
    done(Command::SetOptions { options })
}
