//! The examples that mistakes give, in the reader's language: written once, their words changed.

use rules::Term;

/// A word of an example as it is written in the sources, in Traditional Chinese and in English. A
/// longer one is found before those it begins with.
const WORDS: &[(&str, &str, &str)] = &[
    // Fate
    ("阿岚", "阿嵐", "Lan"),
    ("沈知远", "沈知遠", "Shen"),
    ("打手", "打手", "Thug"),
    ("头目", "頭目", "Boss"),
    ("克服", "克服", "overcome"),
    ("优势", "優勢", "create"),
    ("技能", "技能", "skill"),
    ("格斗", "格鬥", "fight"),
    ("运动", "運動", "athletics"),
    ("察觉", "察覺", "notice"),
    ("潜行", "潛行", "stealth"),
    ("学识", "學識", "lore"),
    ("良好", "良好", "good"),
    ("尚可", "尚可", "fair"),
    ("一般", "一般", "average"),
    ("主要", "主要", "main"),
    ("无人察觉", "無人察覺", "Unnoticed"),
    ("砸门", "砸門", "break the door"),
    ("黑暗也在看我", "黑暗也在看我", "The Dark Looks Back"),
    ("暗影猎人", "暗影獵人", "Shadow Hunter"),
    ("高概念", "高概念", "high concept"),
    ("麻烦", "麻煩", "trouble"),
    ("关系", "關係", "relationship"),
    ("欠沈知远一命", "欠沈知遠一命", "Owes Shen a Life"),
    ("特技", "特技", "stunt"),
    ("名字", "名字", "NAME"),
    ("说明", "說明", "text"),
    ("简介", "簡介", "vitals"),
    ("她，二十七岁", "她，二十七歲", "she, twenty-seven"),
    ("影中搏击", "影中搏擊", "Shadow Boxing"),
    ("在黑暗中", "在黑暗中", "in the dark"),
    ("影遁", "影遁", "Shadow Step"),
    ("每场", "每場", "scene"),
    ("消失在影子里", "消失在影子裡", "vanish into a shadow"),
    ("旧形象", "舊形象", "OLD"),
    ("新形象", "新形象", "NEW"),
    ("形象", "形象", "aspect"),
    ("细节", "細節", "detail"),
    ("断臂", "斷臂", "Broken Arm"),
    ("打了石膏", "打了石膏", "In a Cast"),
    ("轻微", "輕微", "mild"),
    ("擦伤", "擦傷", "Scratched"),
    ("推助", "推助", "boost"),
    ("破绽", "破綻", "Opening"),
    ("火灾", "火災", "Fire"),
    ("火势", "火勢", "Fire"),
    ("炸弹", "炸彈", "Bomb"),
    ("倒数", "倒數", "countdown"),
    ("码头: 夜里有雾", "碼頭: 夜裡有霧", "Docks: fog at night"),
    ("大厅", "大廳", "Hall"),
    ("追车", "追車", "Car Chase"),
    ("我们", "我們", "us"),
    ("他们", "他們", "them"),
    ("桥断了", "橋斷了", "The Bridge Is Out"),
    ("逃出火场", "逃出火場", "Out of the Fire"),
    ("破门", "破門", "door"),
    ("救人", "救人", "rescue"),
    ("一切格斗", "一切格鬥", "all fighting"),
    ("仓库", "倉庫", "Warehouse"),
    ("铁门", "鐵門", "an iron gate"),
    ("区域", "區域", "zone"),
    ("二楼", "二樓", "Upstairs"),
    ("堆满货箱", "堆滿貨箱", "Stacked Crates"),
    ("货箱", "貨箱", "Crates"),
    ("免费", "免費", "free"),
    ("备注", "備註", "notes"),
    ("头目在二楼", "頭目在二樓", "the boss is upstairs"),
    ("人", "人", "who"),
    ("黑帮打手", "黑幫打手", "a gangster"),
    ("5人", "5人", "x5"),
    ("怕火", "怕火", "fears fire"),
    ("居高临下", "居高臨下", "high ground"),
    ("被俘", "被俘", "captured"),
    ("理由", "理由", "why"),
    ("难度", "難度", "difficulty"),
    ("确认", "確認", "confirmed"),
    ("自报", "自報", "named"),
    ("顺序", "順序", "order"),
    ("指定", "指定", "popcorn"),
    ("轮流", "輪流", "listed"),
    ("点数", "點數", "home"),
    ("公库", "公庫", "bank"),
    ("点数池", "點數池", "pool"),
    ("协助", "協助", "help"),
    ("开", "開", "on"),
    ("关", "關", "off"),
    ("；", "；", "; "),
    // Time Line
    ("岳澜", "岳瀾", "Yue"),
    ("本", "本", "Ben"),
    ("对手", "對手", "Foe"),
    ("力量", "力量", "strength"),
    ("敏捷", "敏捷", "dexterity"),
    ("智力", "智力", "intelligence"),
    ("体质", "體質", "constitution"),
    ("打拳", "打拳", "attack"),
    ("攻击", "攻擊", "attack"),
    ("移动", "移動", "move"),
    ("之前", "之前", "before"),
    ("兴奋剂", "興奮劑", "Stimulant"),
    ("物理", "物理", "physical"),
    ("直接乘算", "直接乘算", "direct-multiply"),
    ("铠甲", "鎧甲", "Armour"),
    ("名称", "名稱", "name"),
    ("手术刀", "手術刀", "Scalpel"),
    ("类型", "類型", "kind"),
    ("增幅属性", "增幅屬性", "attribute"),
    ("增幅", "增幅", "amplifier"),
    ("伤害", "傷害", "damage"),
    ("射程", "射程", "range"),
    ("负重", "負重", "load"),
    ("手电筒", "手電筒", "Torch"),
    ("背包", "背包", "backpack"),
    ("火球", "火球", "Fireball"),
    ("持续", "持續", "over-time"),
    ("买药,昨夜,码头", "買藥,昨夜,碼頭", "medicine,last night,docks"),
    ("背景:在码头长大", "背景:在碼頭長大", "background:raised at the docks"),
    ("姓名:安,种族:人类", "姓名:安,種族:人類", "name:Ann,race:human"),
    ("姓名", "姓名", "name"),
    ("成年年龄", "成年年齡", "adult_age"),
    ("标准体型", "標準體型", "standard_size"),
    ("年龄", "年齡", "age"),
    ("义体: 钢铁之躯", "義體: 鋼鐵之軀", "Implant: a body of steel"),
    ("体力", "體力", "hp"),
    ("修饰", "修飾", "modifier"),
    ("击杀", "擊殺", "kill"),
    ("恢复", "恢復", "restore"),
    // every ruleset
    ("叶岚", "葉嵐", "Lan"),
];

/// An example in each language.
pub fn in_each(line: &str) -> Term {
    Term::PerLanguage {
        zh_hans: line.into(),
        zh_hant: Some(with(line, |word| word.1).into()),
        en: Some(with(line, |word| word.2).into()),
    }
}

/// An example with its words changed; the longest that stands somewhere is meant there.
fn with(
    line: &str,
    pick: fn(&(&'static str, &'static str, &'static str)) -> &'static str,
) -> String {
    let (mut said, mut rest) = (String::with_capacity(line.len()), line);
    while let Some(next) = rest.chars().next() {
        let found = WORDS.iter().filter(|word| rest.starts_with(word.0));
        match found.max_by_key(|word| word.0.len()) {
            Some(word) => {
                said.push_str(pick(word));
                rest = &rest[word.0.len()..];
            }
            None => {
                said.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use words::{Language, say};

    use super::*;

    fn sources(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.file_name() != Some("examples.rs".as_ref()) {
                found.push(fs::read_to_string(path).expect("the source is readable"));
            }
        }
    }

    fn is_chinese(character: char) -> bool {
        matches!(character, '\u{3400}'..='\u{9fff}' | '；' | '，' | '：')
    }

    /// What an English or Traditional reader is told to try can be read by them (B-74).
    #[test]
    fn b74_every_example_is_in_the_readers_language() {
        let mut all = Vec::new();
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
        let mut examples = 0;
        for source in &all {
            for call in ["example_text(", "needed_as(", "FORM: &str =", "MOVES: &str ="] {
                for (at, found) in source.match_indices(call) {
                    let rest = source[at + found.len()..].trim_start();
                    // The reader comes first where there is one.
                    let rest = match rest.strip_prefix("&mut") {
                        Some(after) => after.split_once(',').map_or(after, |(_, text)| text),
                        None => rest,
                    };
                    // A name in the place of a text is declared elsewhere.
                    let Some(text) = rest.trim_start().strip_prefix('"') else { continue };
                    let text = text.split('"').next().unwrap_or_default();
                    if !text.chars().any(is_chinese) {
                        continue;
                    }
                    examples += 1;
                    let term = rules::message!("plain", text = in_each(text));
                    let english = say(Language::En, &term);
                    assert!(!english.chars().any(is_chinese), "{text}: {english}");
                    let traditional = say(Language::ZhHant, &term);
                    let simplified: Vec<char> =
                        traditional.chars().filter(|it| words::is_simplified(*it)).collect();
                    assert!(simplified.is_empty(), "{text}: {traditional} {simplified:?}");
                }
            }
        }
        assert!(examples > 40, "{examples} were found");
    }
}
