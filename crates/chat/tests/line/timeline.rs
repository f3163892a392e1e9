//! Time Line's own words at a real table.

use chat::Listener;
use rules::{Line, Refusal};
use serde_json::Value as Json;
use table::{CommandId, TableHandle, Tables};
use words::{Language, say};

use crate::scene::seated;

struct Played {
    _tables: Tables,
    table: TableHandle,
    listeners: Vec<Listener>,
    lines: u64,
}

fn card(name: &str, level: u32) -> String {
    format!(
        ".tlsetup 姓名:{name},种族:人类,成年年龄:,标准体型:,年龄:20,体型:60,外貌:50,资产:50,性别:,\
         职业:,等级:{level},物理思维比值:500,体质:30,敏捷:35,力量:35,意志:30,教育:35,智力:35,\
         医学及生命科学:20,工程与科技:20,军事与生存:20,文学:20,视觉及表演艺术:20,负重:0"
    )
}

impl Played {
    /// A host and two players.
    async fn sit() -> Self {
        let (tables, table, listeners) = seated("timeline", 1, ["安然", "本杰"]).await;
        Self { _tables: tables, table, listeners, lines: 0 }
    }

    async fn try_type(&mut self, who: usize, line: &str) -> Result<Vec<Line>, Refusal> {
        self.lines += 1;
        let id = CommandId::numbered(1000 * (self.lines + 1));
        self.listeners[who].hear(id, line).await
    }

    /// Types a line that is understood; what is answered.
    async fn types(&mut self, who: usize, line: &str) -> String {
        let answer = self.try_type(who, line).await;
        let answer = answer.unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        let said: Vec<String> =
            answer.iter().map(|line| say(Language::ZhHans, &line.message)).collect();
        said.join("\n")
    }

    async fn refused(&mut self, who: usize, line: &str) -> String {
        let refusal = self.try_type(who, line).await.expect_err("this is refused");
        let instead = refusal.instead.map(|it| say(Language::ZhHans, &it)).unwrap_or_default();
        format!("{}\n{instead}", say(Language::ZhHans, &refusal.what))
    }

    /// The parts of the host's view whose key begins so.
    async fn parts(&self, prefix: &str) -> Vec<Json> {
        let context = self.listeners[0].context().await.expect("a context");
        let view = self.table.view(context.seat.id).await.expect("a view");
        view.into_iter().filter(|(key, _)| key.starts_with(prefix)).map(|(_, it)| it).collect()
    }

    /// What the host was told last.
    async fn told(&self) -> String {
        let context = self.listeners[0].context().await.expect("a context");
        let lines = self.table.lines(context.seat.id, None, 3).await.expect("lines");
        serde_json::to_string(&lines).expect("lines are plain data")
    }
}

#[tokio::test]
async fn c03_the_rulesets_roll_is_a_check_or_a_d100() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    for line in [".r 投掷", ".r 投擲", ".r roll 撬锁"] {
        it.types(1, line).await;
        assert!(it.told().await.contains("1d100"), "{line}: {}", it.told().await);
    }
    it.types(0, ".tar 100").await;
    it.types(1, ".r 投掷 力量").await;
    assert!(it.told().await.contains("安"), "{}", it.told().await);
    assert!(it.told().await.contains("35"), "the rate of 175 against 100: {}", it.told().await);
    it.types(0, ".session begin").await;
    it.types(0, ".rh 投掷").await;
    assert!(it.told().await.contains("1d100"), "{}", it.told().await);
}

#[tokio::test]
async fn c03_odds_are_of_a_named_check_or_say_what_can_be_typed() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    let how = it.types(1, ".odds").await;
    assert!(how.contains(".tar") && how.contains(".odds 力量 100"), "{how}");
    assert!(it.refused(1, ".odds 力量").await.contains(".tar"));
    let own = it.types(1, ".odds 力量 100").await;
    assert!(own.contains("35%"), "{own}");
    it.types(0, ".tar 50").await;
    let check = it.types(1, ".odds 力量").await;
    assert!(check.contains("70%"), "{check}");
    let all = it.types(1, ".odds").await;
    assert!(all.contains("力量 70%") && all.contains("体质 60%"), "{all}");
    it.types(2, &card("本", 10)).await;
    let both = it.types(1, ".odds 力量 @安 @本 100").await;
    assert!(both.contains("70%"), "{both}");
    let dice = it.types(1, ".odds 2d6").await;
    assert!(dice.contains('7'), "{dice}");
}

#[tokio::test]
async fn t01_a_card_of_a_known_name_replaces_it_and_a_new_card_is_the_one_in_use() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(1, ".setupwp 名称:刀,类型:增幅,增幅属性:力量,伤害:10,射程:1,负重:2,备注:").await;
    it.types(1, &card("安", 12)).await;
    let cards = it.parts("character/").await;
    assert_eq!(cards.len(), 1, "the card is replaced");
    assert_eq!(cards[0]["card"]["level"], 12);
    assert_eq!(cards[0]["hit_points"], cards[0]["most_hit_points"]);
    assert_eq!(cards[0]["weapons"].as_array().map(Vec::len), Some(1), "what they own stays");
    it.types(1, &card("岚", 8)).await;
    assert!(it.types(1, ".me").await.contains("岚"), "a new card is the one in use");
    it.types(1, ".crd hp -20").await;
    it.types(1, &card("安", 9)).await;
    assert!(it.types(1, ".me").await.contains("安"), "so is one that replaces another");
    assert_eq!(it.parts("character/").await.len(), 2);
    // Another player's character of that name is another's.
    it.types(2, &card("安", 10)).await;
    assert_eq!(it.parts("character/").await.len(), 3);
}

#[tokio::test]
async fn t27_a_dodge_names_whom_it_is_against_and_a_guard_whom_it_guards() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(2, &card("本", 10)).await;
    it.types(0, &card("守卫", 10)).await;
    it.types(0, ".bat open").await;
    let mut deeds = Vec::new();
    for line in ["闪避", "闪避 @守卫", "闪避 @本", "招架 @守卫", "招架 @本", "格挡", "dodge @守卫"]
    {
        it.types(1, &format!(".bat 敏捷 20 {line}")).await;
        let fight = it.parts("fight").await.remove(0);
        let row = |name: &str| -> Json {
            let rows = fight["fighters"].as_array().expect("rows");
            rows.iter().find(|row| row["name"] == name).expect("a row").clone()
        };
        let deed = row("安")["act"]["deed"].clone();
        let name = |id: &Json| {
            let names = ["安", "本", "守卫"].into_iter();
            names.filter(|name| row(name)["id"] == *id).collect::<String>()
        };
        assert_eq!(deed["deed"], "guard", "{line}");
        deeds.push(format!("{line}: {}/{}", name(&deed["target"]), name(&deed["against"])));
        it.types(1, ".bat cancel").await;
    }
    assert_eq!(
        deeds,
        [
            "闪避: 安/",
            "闪避 @守卫: 安/守卫",
            "闪避 @本: 安/本",
            "招架 @守卫: 安/守卫",
            "招架 @本: 本/",
            "格挡: 安/",
            "dodge @守卫: 安/守卫",
        ]
    );
}

#[tokio::test]
async fn t34_players_leave_a_fight_and_the_host_ends_it() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(2, &card("本", 10)).await;
    it.types(0, ".bat open").await;
    assert!(it.refused(1, ".bat end").await.contains(".bat out"));
    it.types(1, ".bat out").await;
    it.types(0, ".bat end").await;
}

#[tokio::test]
async fn t34_an_attack_that_names_nobody_is_at_the_only_enemy_or_asks() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    let deed = async |it: &Played| {
        let fight = it.parts("fight").await.remove(0);
        let rows = fight["fighters"].as_array().expect("rows").clone();
        let id =
            |name: &str| rows.iter().find(|row| row["name"] == name).expect(name)["id"].clone();
        let act = rows.iter().find(|row| row["name"] == "安").expect("a row")["act"].clone();
        (
            act["deed"].clone(),
            act["note"].clone(),
            rows.iter().any(|row| row["name"] == "匪").then(|| id("匪")),
        )
    };
    // Alone: as the author's bot takes it, an act with its time.
    it.types(1, ".bat 力量 100 打拳").await;
    let (act, note, _) = deed(&it).await;
    assert_eq!((act["deed"].as_str(), note.as_str()), (Some("narrate"), Some("打拳")));
    it.types(0, ".bat end").await;
    // A friend is nobody's target; the only enemy is meant.
    it.types(2, &card("本", 10)).await;
    it.types(0, &card("匪", 10)).await;
    it.types(0, ".bat open").await;
    it.types(1, ".bat 力量 100 打拳").await;
    let (act, _, enemy) = deed(&it).await;
    assert_eq!((act["deed"].as_str(), Some(&act["target"])), (Some("strike"), enemy.as_ref()));
    // Of two it must be said which, and sides are those of the fight.
    it.types(1, ".bat cancel").await;
    it.types(0, ".bat side @本 2").await;
    assert!(it.refused(1, ".bat 力量 100 打拳").await.contains("@"));
}

#[tokio::test]
async fn t35_only_what_changed_is_told_after_a_declaration() {
    let mut it = Played::sit().await;
    for name in ["甲", "乙"] {
        it.types(1, &card(name, 10)).await;
    }
    it.types(2, &card("丙", 10)).await;
    let opened = it.types(0, ".bat open @甲 @乙 对 @丙").await;
    assert!(opened.contains("等待：甲、乙、丙"), "{opened}");
    assert!(opened.contains(".bat auto"), "flowing by itself is offered: {opened}");
    // One's own are not done: nothing of who is waited for is news to their player.
    assert_eq!(it.types(1, ".bat @甲 力量 70 攻击 @丙").await, "");
    let awaited = it.types(1, ".bat @乙 力量 35 攻击 @丙").await;
    assert!(awaited.contains("等待：丙") && awaited.contains("乙（4T）"), "{awaited}");
    let none = it.types(2, ".bat 力量 70 攻击 @甲").await;
    assert!(!none.contains("等待"), "{none}");
    let flowed = it.types(0, ".bat go").await;
    assert!(flowed.contains("现在 4T") && flowed.contains("等待：乙"), "{flowed}");
}

#[tokio::test]
async fn t35_a_line_per_fighter_sorted_by_landing_and_going_nowhere_names_who_is_awaited() {
    let mut it = Played::sit().await;
    it.types(1, &card("甲", 10)).await;
    it.types(2, &card("乙", 10)).await;
    it.types(0, &card("匪", 10)).await;
    it.types(0, ".bat open @甲 @乙 对 @匪").await;
    it.types(1, ".bat 力量 140 攻击 @匪").await;
    assert!(it.refused(0, ".bat go").await.contains("乙、匪"));
    it.types(2, ".bat 力量 35 护盾").await;
    it.types(0, ".bat 力量 70 减益 @甲").await;
    let told = it.types(0, ".bat").await;
    let rows: Vec<&str> = told.lines().collect();
    assert_eq!(rows.len(), 4, "{told}");
    for (row, name) in rows[1..].iter().zip(["乙", "匪", "甲"]) {
        assert!(row.starts_with(name) && row.contains("体力 150/150"), "{told}");
    }
    it.types(0, ".bat go").await;
    it.types(2, ".bat hold").await;
    let told = it.types(0, ".bat").await;
    assert!(told.contains("盾 35"), "standing shields: {told}");
    it.types(0, ".bat go").await;
    let told = it.types(0, ".bat").await;
    assert!(told.contains("减益 70"), "debuff pools: {told}");
    assert!(it.types(0, ".bat chart").await.lines().count() > rows.len(), "the whole chart");
}

#[tokio::test]
async fn t01_what_players_name_is_agreed_to_or_corrected_in_a_word() {
    let mut it = Played::sit().await;
    assert!(it.types(0, ".agree").await.contains("没有待确认"));
    it.types(1, &card("安", 12)).await;
    it.types(1, ".tar 80").await;
    it.types(1, ".trait 义体: 钢铁之躯; 力量 +10%; 体力 +50; 修饰 物理 5%; 击杀 恢复").await;
    let listed = it.types(0, ".agree").await;
    let shown = listed.contains("[1] 安 的等级 12") && listed.contains("目标数值 80");
    assert!(shown && listed.contains("义体"), "{listed}");
    it.refused(1, ".agree 1").await;
    it.types(0, ".agree 1").await;
    it.types(0, ".tar 120").await;
    let left = it.types(0, ".agree").await;
    assert!(!left.contains("等级") && !left.contains("目标"), "agreed, corrected: {left}");
    it.types(0, ".agree all").await;
    assert!(it.types(0, ".agree").await.contains("没有待确认"));
}

#[tokio::test]
async fn t08_a_trait_with_numbers_is_written_in_a_line() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    let line = ".trait 义体：钢铁之躯；力量 +10%；体力 +50；意志 -5；修饰 物理 5% 最终乘算；击杀 恢复；\
                受伤 意志 5；胜利 等级 1";
    it.types(1, line).await;
    let one = it.parts("character/").await.remove(0);
    let own = &one["traits"][0];
    assert_eq!((own["name"].as_str(), own["text"].as_str()), (Some("义体"), Some("钢铁之躯")));
    assert_eq!(own["percentages"], serde_json::json!([["strength", 1_000]]));
    assert_eq!((&own["hit_points"], &own["willpower"]), (&5_000.into(), &(-500).into()));
    assert_eq!(own["buffs"].as_array().map(Vec::len), Some(1));
    assert_eq!(own["triggers"].as_array().map(Vec::len), Some(3));
    assert_eq!(one["most_hit_points"], 20_000);
    let listed = it.types(1, ".trait").await;
    for number in ["力量 +10%", "体力上限 +50", "击杀时全部恢复", "受伤时意志 +5", "胜利时等级 +1"]
    {
        assert!(listed.contains(number), "{number}: {listed}");
    }
    assert!(it.refused(1, ".trait 怪: 说不清; 力量 很多").await.contains("力量 +10%"));
}

#[tokio::test]
async fn t15_recovery_and_the_tables_options_have_words() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(1, ".crd mp -80").await;
    it.types(1, ".rest").await;
    assert_eq!(it.parts("character/").await[0]["willpower"], 10_000, "a fifth of 150");
    let options = it.types(0, ".option").await;
    assert_eq!(options.lines().count(), 14, "{options}");
    it.types(0, ".option 休息 关").await;
    it.refused(1, ".rest").await;
    it.types(0, ".option 10 on").await;
    it.types(1, ".rest").await;
    it.refused(1, ".option 休息 off").await;
    it.types(0, ".option 徒手 2.5").await;
    assert!(it.types(0, ".option").await.contains("徒手能及：2.5D"));
    it.types(0, ".option 医学 off").await;
    it.refused(1, ".treat 20").await;
    it.types(0, ".option 医学 on").await;
    it.types(1, ".treat 20").await;
    assert!(it.told().await.contains("1d100"), "a medicine check: {}", it.told().await);
}

#[tokio::test]
async fn t02_t05_t07_dice_of_a_card_the_ledger_and_places_have_words() {
    let mut it = Played::sit().await;
    it.types(1, ".basics 5 4 1").await;
    assert!(it.told().await.contains("timeline-told-basics"), "shown, without a card yet");
    it.refused(1, ".basics 5 5 1").await;
    it.types(1, &card("安", 10)).await;
    it.types(1, ".ledger -30 买药，昨夜，码头").await;
    let ledger = it.types(1, ".ledger").await;
    assert!(ledger.contains("-30 买药、昨夜、码头") && ledger.contains("595"), "{ledger}");
    it.types(1, ".item 手电筒 5 背包").await;
    let carried = it.types(1, ".item").await;
    assert!(carried.contains("手电筒（背包）"), "{carried}");
}

#[tokio::test]
async fn b14_why_explains_windups_contests_interactions_and_negotiations() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(2, &card("本", 10)).await;
    let check = async |it: &mut Played, who: usize, line: &str, expected: &[&str]| {
        it.types(who, line).await;
        let why = it.types(who, ".why").await;
        for part in expected {
            assert!(why.contains(part), "{line}: {part}\n{why}");
        }
    };
    check(&mut it, 1, ".ex 力量 50", &["70%（T-11）", "175", "250"]).await;
    check(&mut it, 1, ".vs 力量 @安 @本 50", &["70%（T-11）", "（T-12）", "骰值"]).await;
    check(&mut it, 1, ".neg 30 10 35", &["（T-14）", "扮演评分 30", "÷", "35"]).await;
    it.types(0, ".bat open @安 对 @本").await;
    check(&mut it, 1, ".bat 力量 60 攻击 @本", &["6.86（T-22）", "影响数值 60", "力量 175"]).await;
    it.types(2, ".bat 敏捷 70 招架").await;
    check(&mut it, 0, ".bat go", &["（T-27）"]).await;
}

#[tokio::test]
async fn t21_a_word_that_only_begins_like_an_act_is_no_act() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(2, &card("本", 10)).await;
    it.types(0, &card("匪", 10)).await;
    it.types(0, ".bat open").await;
    let act = async |it: &Played| {
        let fight = it.parts("fight").await.remove(0);
        let rows = fight["fighters"].as_array().expect("rows").clone();
        let row = |name: &str| rows.iter().find(|row| row["name"] == name).expect(name).clone();
        let act = row("安")["act"].clone();
        let at = ["本", "匪"].into_iter().find(|name| row(name)["id"] == act["deed"]["target"]);
        let deed = act["deed"]["deed"].as_str().unwrap_or_default().to_owned();
        (deed, at.unwrap_or_default(), act["note"].as_str().unwrap_or_default().to_owned())
    };
    // No attack at the only enemy, and no move: the player's own words.
    for words in ["打听消息", "走私货物", "刺探"] {
        it.types(1, &format!(".bat 智力 20 {words}")).await;
        assert_eq!(act(&it).await, ("narrate".into(), "", words.into()));
        it.types(1, ".bat cancel").await;
    }
    assert!(it.refused(1, ".bat 智力 20 打听 @匪").await.contains("行动的说法"));
    // Whom it is aimed at may be named without @.
    for line in ["攻击匪", "攻击 匪", "攻击@匪", "打拳 匪"] {
        it.types(1, &format!(".bat 力量 20 {line}")).await;
        assert_eq!(act(&it).await, ("strike".into(), "匪", String::new()), "{line}");
        it.types(1, ".bat cancel").await;
    }
    it.types(1, ".bat 力量 20 攻击 本").await;
    assert_eq!(act(&it).await.1, "本", "and not the only enemy");
}

#[tokio::test]
async fn t30_a_move_may_be_given_a_time() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(0, &card("匪", 10)).await;
    it.types(0, ".bat open").await;
    it.types(0, ".bat hold @匪").await;
    // Strength 175 moves 35 in 4 T.
    for line in [".bat 力量 4t 移动", ".bat 4t 力量 移动"] {
        it.types(1, line).await;
        it.types(0, ".bat go").await;
    }
    let row = it.parts("fight").await.remove(0)["fighters"][0].clone();
    assert_eq!((&row["name"], &row["position"]), (&"安".into(), &7_000.into()));
}

#[tokio::test]
async fn t40_t41_lists_can_be_narrowed_as_in_the_author_s_bot() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    for line in [".buff 药 物理 20%", ".buff 符 意志 5", ".buff 星 所有 1%", ".buff 钢 力量 3"]
    {
        it.types(1, line).await;
    }
    let listed = |text: &str| {
        let all = ["药", "符", "星", "钢"].into_iter();
        all.filter(|name| text.contains(name)).collect::<String>()
    };
    for (only, expected) in
        [("力量", "药星钢"), ("物理", "药星"), ("意志", "符星"), ("思维", "星"), ("所有", "星")]
    {
        let told = it.types(1, &format!(".buff {only}")).await;
        assert_eq!(listed(&told), expected, "{only}");
    }
    for line in [".dr 甲 -hp 20%", ".dr 歌 +hp 5", ".dr 幕 -mp 10d", ".dr 皮 all 1"] {
        it.types(1, line).await;
    }
    let listed = |text: &str| {
        let all = ["甲", "歌", "幕", "皮"].into_iter();
        all.filter(|name| text.contains(name)).collect::<String>()
    };
    for (only, expected) in [
        ("hp", "甲歌皮"),
        ("-hp", "甲皮"),
        ("+hp", "歌"),
        ("-mp", "幕皮"),
        ("-体力", "甲皮"),
        ("-all", "甲幕皮"),
        ("all", "甲歌幕皮"),
    ] {
        let told = it.types(1, &format!(".dr {only}")).await;
        assert_eq!(listed(&told), expected, "{only}");
    }
}

#[tokio::test]
async fn t35_a_planned_act_says_when_it_would_land() {
    let mut it = Played::sit().await;
    it.types(1, &card("安", 10)).await;
    it.types(0, &card("匪", 10)).await;
    it.types(0, ".bat open").await;
    it.types(1, ".bat 力量 70 攻击 @匪").await;
    it.types(1, ".bat 力量 35 攻击 @匪").await;
    let told = it.told().await;
    assert!(told.contains("timeline-told-planned-act"), "{told}");
}

#[tokio::test]
async fn t01_b30_a_card_is_written_hidden_shown_given_and_changed_in_text() {
    let mut it = Played::sit().await;
    it.types(0, &card("?影子", 10)).await;
    let names = async |it: &Played, seat: usize| {
        let context = it.listeners[seat].context().await.expect("a context");
        let view = it.table.view(context.seat.id).await.expect("a view");
        let parts = view.into_iter().filter(|(key, _)| key.starts_with("character/"));
        let name = |part: &Json| part["card"]["name"].as_str().unwrap_or_default().to_owned();
        parts.map(|(_, part)| name(&part)).collect::<Vec<String>>()
    };
    let seen: Vec<String> = names(&it, 1).await;
    assert!(seen.is_empty(), "{seen:?}");
    it.refused(1, ".reveal 影子").await;
    it.types(0, ".reveal 影子 > 安然").await;
    let seen: Vec<Vec<String>> = vec![names(&it, 1).await, names(&it, 2).await];
    assert_eq!(seen, [vec!["影子".to_owned()], vec![]]);
    it.types(0, ".pc give 影子 > 安然").await;
    it.types(1, ".st 背景:无人知晓,年龄:33").await;
    let one = it.parts("character/").await.remove(0);
    assert_eq!(one["card"]["background"], "无人知晓");
    assert!(it.refused(1, ".st 负重:3").await.contains("负重"), "belongings weigh, not the card");
    it.refused(2, ".st @影子 年龄:1").await;
    it.types(2, ".pc take 季叩").await;
    assert!(it.types(2, ".me").await.contains("季叩"), "the one that was taken is in use");
    assert!(it.types(2, ".help").await.contains(".ex"), "what can be done now");
}
