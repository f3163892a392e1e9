//! A fixed evening of Fate beside many of the host's characters, for what it costs and what is sent.

use std::path::Path;

use chat::transcript::Stage;
use rules::pack::CheckedPack;

/// What is typed at a table of Fate with many of the host's characters.
pub const EVENING: &[&str] = &[
    "甲> .f 克服 运动 vs -5: 翻墙",
    "甲> .stand",
    "甲> .f 优势 潜行 vs -5: 无人察觉",
    "甲> .stand",
    "主持> .aspect 浓雾",
    "主持> .compel @阿岚 浓雾: 迷路",
    "甲> .accept",
    "甲> .f 攻击 格斗 vs @打手1",
    "主持> @打手1 .f 防御 运动",
    "甲> .invoke 暗影猎人",
    "主持> .stand @打手1",
    "甲> .stand",
    "主持> @打手2 .f 攻击 格斗 vs @阿岚",
    "甲> .f 防御 运动",
    "主持> .stand @打手2",
    "甲> .stand",
    "主持> .stress @打手3 9",
    "主持> .take @打手3 out",
    "主持> .npc 新来的 一般 格斗",
    "主持> .fp @阿岚 +1: 补一点",
];

/// A shipped pack by its id, or a file of the workspace by its path.
pub fn pack(name: &str) -> Result<CheckedPack, String> {
    if let Some(pack) = rules::pack::shipped_pack(name) {
        return Ok(pack.pack);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = std::fs::read_to_string(&path).map_err(|fault| format!("{name}: {fault}"))?;
    let checked = rules::pack::resolve(name, &text).map_err(|faults| format!("{faults:?}"))?;
    Ok(checked.pack)
}

/// A table with so many of the host's characters and so many seats.
pub async fn set(npcs: usize, seats: usize) -> Stage {
    let settings = [("规则", "fate-condensed"), ("种子", "7"), ("主持", "主持"), ("玩家", "甲 乙")];
    let settings = settings.map(|(word, rest)| (word.to_owned(), rest.to_owned())).to_vec();
    let mut stage = Stage::set(&with_onlookers(settings, seats), pack).await.expect("a table");
    let mut setting = vec!["甲> .pc take 阿岚".to_owned(), "主持> .scene 码头".to_owned()];
    setting.extend((1..=npcs).map(|number| format!("主持> .npc 打手{number} 一般 格斗: 黑帮")));
    for line in setting {
        stage.line(&line).await.expect("the table is set");
    }
    stage
}

/// The settings of a table with onlookers on the seats that are left.
pub fn with_onlookers(mut settings: Vec<(String, String)>, all: usize) -> Vec<(String, String)> {
    let seats: usize = settings
        .iter()
        .map(|(word, rest)| match word.as_str() {
            "主持" | "host" => 1,
            "玩家" | "players" | "旁观" | "spectators" => rest.split_whitespace().count(),
            _ => 0,
        })
        .sum();
    let onlookers = (seats..all).map(|number| format!("看客{number}"));
    settings.push(("旁观".to_owned(), onlookers.collect::<Vec<_>>().join(" ")));
    settings
}
