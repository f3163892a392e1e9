//! The few words that are about the group itself, and not about what is played in it.

use words::fold::{folded, plain};

/// What a group or a person in it wants of the bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `.table new [RULES] [TITLE]`
    New {
        /// The ruleset.
        pack: Option<String>,
        /// What the table is to be called.
        title: Option<String>,
    },
    /// `.table bind CODE`
    Bind(String),
    /// `.table unbind`
    Unbind,
    /// `.table`, `.table show`
    Show,
    /// `.join`, `.join CODE`
    Join(Option<String>),
    /// `.ob`
    Watch,
    /// `.bot`, `.bot on`, `.bot off`
    Bot(Option<bool>),
    /// `.log`, `.log on`, `.log off`
    Log(Option<bool>),
    /// `.pic`, `.pic me [@NAME]`, `.pic odds EXPR`
    Picture(Picture),
    /// `.log end`
    LogEnd,
    /// `.log export`
    LogExport,
}

/// What is to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The fight; one's own sheet where nobody fights.
    Now,
    /// A sheet: one's own, or of whoever is named.
    Sheet(String),
    /// Chances: of an expression, or of what is about to be rolled.
    Odds(String),
}

/// Whether a text is a command of any kind: a prefix and then a letter (C-01).
#[must_use]
pub fn is_command(text: &str) -> bool {
    let mut letters = text.trim_start().chars().map(plain);
    let prefix = letters.next().is_some_and(|it| matches!(it, '.' | '。' | '/'));
    prefix && letters.next().is_some_and(char::is_alphabetic)
}

const TABLE: &[&str] = &["table", "桌", "牌桌"];
const JOIN: &[&str] = &["join", "入座", "加入"];
const WATCH: &[&str] = &["ob", "旁观", "旁觀"];
const BOT: &[&str] = &["bot", "机器人", "機器人"];
const LOG: &[&str] = &["log", "记录", "紀錄"];
const PICTURE: &[&str] = &["pic", "图", "圖"];
const SHEET: &[&str] = &["me", "sheet", "卡", "角色卡"];
const FIGHT: &[&str] = &["now", "chart", "fight", "战况", "戰況", "时间轴", "時間軸"];
const ODDS: &[&str] = &["odds", "概率", "機率", "几率", "機會"];
const ON: &[&str] = &["on", "开", "開"];
const OFF: &[&str] = &["off", "关", "關"];

/// Whether help is asked for in general: the words of the group belong to that, too.
#[must_use]
pub fn is_help(text: &str) -> bool {
    let word: String = folded(text).chars().skip(1).collect();
    is_command(text) && ["help", "h", "帮助", "幫助"].contains(&word.trim())
}

/// Reads a command of the bridge's own; none if it is another's.
#[must_use]
pub fn read(text: &str) -> Option<Command> {
    if !is_command(text) {
        return None;
    }
    let text: String = text.trim().chars().skip(1).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let (head, rest) = words.split_first()?;
    let is = |word: &str, of: &[&str]| of.contains(&folded(word).as_str());
    let rest: Vec<&str> = rest.to_vec();
    let first = rest.first().copied();
    let switch = |word: &str| match (is(word, ON), is(word, OFF)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    if is(head, TABLE) {
        let Some(first) = first else { return Some(Command::Show) };
        let after = &rest[1..];
        return Some(match () {
            () if is(first, &["new", "新建", "新桌"]) => Command::New {
                pack: after.first().map(|it| folded(it)),
                title: Some(after.iter().skip(1).copied().collect::<Vec<_>>().join(" "))
                    .filter(|title| !title.is_empty()),
            },
            () if is(first, &["bind", "绑定", "綁定"]) => Command::Bind(after.concat()),
            () if is(first, &["unbind", "解绑", "解綁"]) => Command::Unbind,
            () => Command::Show,
        });
    }
    if is(head, JOIN) {
        return Some(Command::Join(first.map(|_| rest.concat())));
    }
    if is(head, WATCH) && rest.is_empty() {
        return Some(Command::Watch);
    }
    if is(head, BOT) {
        return Some(Command::Bot(first.and_then(switch)));
    }
    if is(head, PICTURE) {
        let after = rest.get(1..).unwrap_or_default().join(" ");
        return Some(Command::Picture(match first {
            Some(word) if is(word, SHEET) => Picture::Sheet(after),
            Some(word) if is(word, ODDS) => Picture::Odds(after),
            None => Picture::Now,
            Some(word) if is(word, FIGHT) => Picture::Now,
            // A picture by its name is the table's to show.
            Some(_) => return None,
        }));
    }
    if is(head, LOG) {
        return Some(match first {
            Some(word) if is(word, &["end", "结束", "結束"]) => Command::LogEnd,
            Some(word) if is(word, &["export", "导出", "匯出"]) => Command::LogExport,
            None => Command::Log(None),
            // `.记录 hp -20` is of the game's own words.
            Some(word) => Command::Log(Some(switch(word)?)),
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c23_words_about_the_group_are_read_in_either_language() {
        let text = |text: &str| Some(text.to_owned());
        for (typed, due) in [
            (".table", Some(Command::Show)),
            ("。桌 绑定 AB2C-D3EF", Some(Command::Bind("AB2C-D3EF".into()))),
            (".TABLE BIND ab2c d3ef", Some(Command::Bind("ab2cd3ef".into()))),
            (
                "．ｔａｂｌｅ　ｎｅｗ　ｍｉｓｔ 雨夜 一",
                Some(Command::New { pack: text("mist"), title: text("雨夜 一") }),
            ),
            (".table new", Some(Command::New { pack: None, title: None })),
            ("/join", Some(Command::Join(None))),
            (".入座 X-1", Some(Command::Join(text("X-1")))),
            ("。旁观", Some(Command::Watch)),
            (".bot off", Some(Command::Bot(Some(false)))),
            (".机器人 开", Some(Command::Bot(Some(true)))),
            (".log", Some(Command::Log(None))),
            (".图", Some(Command::Picture(Picture::Now))),
            (".pic 卡 @阿岚", Some(Command::Picture(Picture::Sheet("@阿岚".into())))),
            (".pic odds 3d6 + 1", Some(Command::Picture(Picture::Odds("3d6 + 1".into())))),
            (".log end", Some(Command::LogEnd)),
            (".记录 导出", Some(Command::LogExport)),
            (".logs", None),
            (".记录 hp -20", None),
            (".log on", Some(Command::Log(Some(true)))),
            (".pic 地图", None),
            (".图 时间轴", Some(Command::Picture(Picture::Now))),
            (".r d6", None),
            ("table bind X", None),
            ("...", None),
            ("", None),
        ] {
            assert_eq!(read(typed), due, "{typed}");
        }
        assert!(is_help("。帮助") && is_help(".HELP ") && !is_help(".help act"));
        assert!(is_command("。掷骰 d6") && !is_command("。。。") && !is_command("3.5"));
    }
}
