//! The words lines begin with, in Chinese and English (C-01).

use crate::nearest::nearest;
use crate::reader::Reader;

macro_rules! verbs {
    ($($verb:ident $family:literal $spelling:literal $(, $other:literal)*;)*) => {
        /// What a line asks for: the word it begins with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[expect(missing_docs, reason = "`.help` explains each in three languages")]
        pub enum Verb { $($verb,)* }

        /// All words, those of every ruleset first.
        pub const VERBS: &[VerbEntry] = &[$(VerbEntry {
            verb: Verb::$verb,
            family: $family,
            spellings: &[$spelling $(, $other)*],
        },)*];
    };
}

/// A word and its spellings.
#[derive(Clone, Copy, Debug)]
pub struct VerbEntry {
    /// What it asks for.
    pub verb: Verb,
    /// The families of rules it belongs to, with spaces between; empty when it is for all.
    pub family: &'static str,
    /// How it may be written; the first is its name in help and offers.
    pub spellings: &'static [&'static str],
}

verbs! {
    Roll "" "r", "roll", "骰", "掷骰", "擲骰";
    RollHidden "" "rh", "暗骰";
    Odds "" "odds", "概率", "機率", "几率", "機會";
    Help "" "help", "h", "帮助", "幫助", "说明", "說明";
    Why "" "why", "为什么", "為什麼", "为何", "為何";
    Now "" "now", "look", "局面", "现在", "現在";
    Me "" "me", "我", "角色卡";
    As "" "as", "扮演";
    Undo "" "undo", "撤销", "撤銷", "撤回", "復原";
    Redo "" "redo", "重做";
    Say "" "say", "ic", "说", "說", "角色说", "角色說";
    Aside "" "ooc", "talk", "场外", "場外", "闲聊", "閒聊";
    Narrate "" "nar", "旁白";
    Whisper "" "w", "whisper", "密语", "密語", "悄悄话", "悄悄話";
    Nickname "" "nn", "改名";
    Language "" "lang", "语言", "語言";
    Who "" "who", "在座";
    Invite "" "invite", "邀请", "邀請";
    Door "" "door", "关门", "關門";
    Kick "" "kick", "撤座", "請離", "请离";
    Pause "" "pause", "暂停", "暫停";
    Resume "" "resume", "继续", "繼續";
    Session "" "session", "场次", "場次", "聚会", "聚會";
    Salt "" "salt", "盐", "鹽";
    Hand "" "hand", "手掷", "手擲";
    Find "" "find", "search", "找", "搜索", "搜尋";

    Act "mist" "act", "行动", "行動";
    Add "mist" "add", "加入", "提议", "提議";
    Strike "mist" "strike", "划掉", "劃掉", "撤下";
    Approve "mist" "ok", "approve", "批准", "通过", "通過", "认可", "認可";
    Ask "mist" "ask", "追问", "追問";
    Burn "mist" "burn", "燃尽", "燃盡";
    Keep "mist" "keep", "不烧", "不燒", "保留";
    Go "mist fate" "go", "投掷", "投擲", "掷", "擲";
    Agree "mist" "agree", "准许", "准許";
    Cancel "mist fate" "cancel", "取消", "作罢", "作罷";
    Depth "mist" "depth", "深度";
    Push "mist" "push", "加强", "加強";
    Spend "mist" "spend", "花费", "花費", "效果";
    Done "mist" "done", "收手";
    Hit "mist" "hit", "后果", "後果";
    Pass "mist" "pass", "放过", "放過";
    Mitigate "mist" "mit", "缓解", "緩解", "反应", "反應";
    Take "mist fate" "take", "承受";
    Scene "mist fate" "scene", "场景", "場景";
    Challenge "mist fate" "challenge", "挑战", "挑戰";
    Limit "mist" "limit", "极限", "極限";
    Threat "mist" "threat", "威胁", "威脅";
    Status "mist" "status", "状态", "狀態";
    Tag "mist" "tag", "标签", "標籤";
    Reveal "mist fate" "reveal", "揭示", "亮出";
    Hide "mist fate" "hide", "隐藏", "隱藏";
    Rename "mist fate" "rename", "更名";
    Character "mist fate" "pc", "角色";
    Auto "mist" "auto", "自动", "自動";
    Indulge "mist" "indulge", "沉溺";
    Plunge "mist" "plunge", "浸入", "彻底浸入", "徹底浸入", "超限解放";
    Degree "mist" "degree", "程度";
    Pick "mist" "pick", "挑选", "挑選";
    Flash "mist" "flash", "闪回", "閃回";
    Engage "mist" "engage", "切入";
    Detail "mist fate" "detail", "细节", "細節";
    File "mist" "file", "档案", "檔案";
    Clue "mist" "clue", "线索", "線索";
    Mystery "mist" "mystery", "谜团", "謎團";
    Countdown "mist" "countdown", "倒数", "倒數";
    Index "mist" "index", "指数", "指數", "指标", "指標";
    Phase "mist" "phase", "阶段", "階段";
    Mark "mist" "mark", "标记", "標記";
    Grow "mist" "grow", "成长", "成長";
    Theme "mist" "theme", "主题", "主題";
    Pang "mist" "pang", "隐痛", "隱痛";
    Evolve "mist" "evolve", "演变", "演變", "结局", "結局";
    Fate "mist" "fate", "命运", "命運";

    Do "fate" "f", "做";
    Invoke "fate" "invoke", "援引";
    Free "fate" "free", "免费", "免費";
    Boost "fate" "boost", "推助";
    Stand "fate" "stand", "定局";
    Choose "fate" "choose", "选择", "選擇";
    Compel "fate" "compel", "强迫", "強迫";
    Accept "fate" "accept", "接受";
    Refuse "fate" "refuse", "拒绝", "拒絕";
    Points "fate" "fp", "命运点", "命運點";
    Aspect "fate" "aspect", "形象";
    Stress "fate" "stress", "压力", "壓力";
    Wounds "fate" "cons", "后果", "後果";
    Concede "fate" "concede", "认输", "認輸";
    Contest "fate" "contest", "竞争", "競爭";
    Conflict "fate" "conflict", "冲突", "衝突";
    Zone "fate" "zone", "区域", "區域";
    Milestone "fate" "milestone", "里程碑";
    Stunt "fate" "stunt", "特技";
    Difficulty "fate" "diff", "难度", "難度";
    Assist "fate" "assist", "协助", "協助";
    Treat "fate" "treat", "治疗", "治療";
    Give "fate" "give", "让给", "讓給";
    Grant "fate" "grant", "赐予", "賜予";
    Point "fate" "point", "指明";
    Refresh "fate" "refresh", "重置";
    TlSetup "timeline" "tlsetup", "建卡";
    Chr "timeline" "chr", "ch", "人物";
    Tar "timeline" "tar", "ta", "目标", "目標";
    Ex "timeline" "ex", "检定", "檢定";
    Versus "timeline" "vs", "对抗", "對抗";
    Neg "timeline" "neg", "ne", "交涉";
    Pre "timeline" "pre", "pr", "前摇", "前搖";
    Bat "timeline" "bat", "ba", "战斗", "戰鬥";
    Buff "timeline" "buff", "buf", "bu", "修饰", "修飾";
    Dr "timeline" "dr", "减伤", "減傷";
    Crd "timeline" "crd", "记录", "記錄", "紀錄";
    Lv "timeline" "lv", "等级", "等級";
    Wp "timeline" "wp", "武器";
    SetupWp "timeline" "setupwp", "造武器";
    Trait "timeline" "trait", "特质", "特質";
    Skill "timeline" "skill", "技能";
    Env "timeline" "env", "环境", "環境";
    Item "timeline" "item", "物品";
}

impl Verb {
    /// The word's entry.
    #[must_use]
    pub fn entry(self) -> &'static VerbEntry {
        // The enum and the list are made by one macro, in the same order.
        &VERBS[self as usize]
    }

    /// The word's name: its first spelling.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().spellings[0]
    }
}

impl Verb {
    /// Whether `@NAME` right after the word names who acts (C-04), and not what is done to whom.
    /// The words of the mist family read it themselves, between a roll's other names.
    pub(crate) fn names_actor(self, family: &str) -> bool {
        use Verb as V;
        let any = matches!(self, V::Roll | V::RollHidden | V::Odds | V::Me | V::Hand);
        let fate = matches!(
            self,
            V::Do
                | V::Go
                | V::Cancel
                | V::Stunt
                | V::Treat
                | V::Point
                | V::Take
                | V::Stress
                | V::Concede
                | V::Invoke
                | V::Free
                | V::Boost
                | V::Stand
                | V::Choose
                | V::Detail
                | V::Give
                | V::Accept
                | V::Refuse
                | V::Points
                | V::Milestone
                | V::Aspect
                | V::Wounds
                | V::Zone
        );
        any || match family {
            "fate" => fate,
            "timeline" => self.entry().family == "timeline",
            _ => false,
        }
    }
}

/// The words a table of `family` knows.
pub fn known(family: &str) -> impl Iterator<Item = &'static VerbEntry> {
    VERBS.iter().filter(move |entry| {
        entry.family.is_empty() || entry.family.split(' ').any(|one| one == family)
    })
}

/// Reads the word a line begins with. `.rd6` is `.r d6`, and Chinese needs no space.
pub fn read(reader: &mut Reader<'_>, family: &str) -> Option<Verb> {
    let words: Vec<(Verb, &[&str])> =
        known(family).map(|entry| (entry.verb, entry.spellings)).collect();
    if let Some(verb) = reader.word(&words) {
        return Some(verb);
    }
    let letters: String = reader
        .ahead()
        .iter()
        .map(char::to_ascii_lowercase)
        .take_while(char::is_ascii_alphabetic)
        .collect();
    let after = reader.ahead().get(letters.len()).copied();
    let sides = after.is_some_and(|c| c.is_ascii_digit() || matches!(c, '%' | '[' | '{' | '('));
    let verb = match letters.as_str() {
        "rd" if sides => Verb::Roll,
        "rdf" => Verb::Roll,
        "rhd" if sides => Verb::RollHidden,
        "rhdf" => Verb::RollHidden,
        _ => return None,
    };
    reader.step(if verb == Verb::Roll { 1 } else { 2 });
    Some(verb)
}

/// The word nearest to what was typed.
pub fn near(text: &str, family: &str) -> Option<&'static str> {
    nearest(text, known(family).flat_map(|entry| entry.spellings.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn c01_no_spelling_means_two_things() {
        for (at, entry) in VERBS.iter().enumerate() {
            assert_eq!(entry.verb as usize, at);
        }
        for family in ["mist", "fate", "timeline"] {
            let mut owners: BTreeMap<&str, Verb> = BTreeMap::new();
            for entry in known(family) {
                for spelling in entry.spellings {
                    if let Some(other) = owners.insert(spelling, entry.verb) {
                        panic!("{family}: {spelling} is {other:?} and {:?}", entry.verb);
                    }
                }
            }
        }
    }

    /// What the pages call a thing can be typed, in either script.
    #[test]
    fn c01_commands_are_understood_by_the_words_the_pages_use() {
        let shown = [
            (rules::message!("web-undo"), Verb::Undo),
            (rules::message!("web-redo"), Verb::Redo),
            (rules::message!("web-find-do"), Verb::Find),
            (rules::message!("web-session"), Verb::Session),
            (rules::message!("web-mist-approve"), Verb::Approve),
            (rules::message!("web-mist-strike"), Verb::Strike),
            (rules::message!("mist-field-index"), Verb::Index),
        ];
        for language in [words::Language::ZhHans, words::Language::ZhHant] {
            for (message, verb) in &shown {
                let word = words::say(language, message);
                assert!(verb.entry().spellings.contains(&&*word), "{language}: {word}");
            }
        }
    }

    #[test]
    fn every_word_has_help() {
        for entry in VERBS {
            let id = format!("chat-help-{}", entry.spellings[0]);
            assert!(words::knows(&id), "{id}");
        }
    }
}
