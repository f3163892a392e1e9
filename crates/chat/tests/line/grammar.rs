//! C-01 … C-04: what lines mean, as a table anyone can read: `snapshots/`.

use chat::{Heard, SeatContext, hear};

use crate::scene::SCENE;

/// What each line means at a context, names in place of ids.
fn heard(context: &SeatContext, lines: &[&str]) -> String {
    let mut told = String::new();
    for line in lines {
        told += &format!("{line}\n");
        match hear(line, context) {
            Ok(Heard::Do(commands)) => {
                for command in &commands {
                    told += &format!("    {}\n", SCENE.told(command));
                }
            }
            Ok(Heard::Reply(lines)) => {
                for line in lines {
                    let shown = export::render::line(words::Language::ZhHans, &line);
                    told += &format!("    答| {}\n", shown.join("\n    答| "));
                }
            }
            Ok(Heard::SpeakAs(_, said)) => {
                told += &format!("    答| {}\n", words::say(words::Language::ZhHans, &said));
            }
            Ok(other) => told += &format!("    {other:?}\n"),
            Err(mistake) => told += &format!("    ! {}\n", mistake.what.id),
        }
    }
    told
}

#[test]
fn c01_prefixes_full_width_forms_and_both_languages_mean_the_same() {
    let forms = [
        ".act 潜入影子 -刺眼的灯: 绕过去",
        "。act 潜入影子 -刺眼的灯: 绕过去",
        "/act 潜入影子 -刺眼的灯: 绕过去",
        "．ＡＣＴ　潜入影子　－刺眼的灯：绕过去",
        ".ACT 潜入影子, -刺眼的灯: 绕过去",
        ".行动 潜入影子、-刺眼的灯：绕过去",
        "。行動潜入影子 -刺眼的灯：绕过去",
        ".act 潜入 -刺眼: 绕过去",
        ".act 「潜入影子」 -“刺眼的灯”: 绕过去",
        ".act dive into shadows -刺眼的灯: 绕过去",
        "@陆潮 .act 潜入影子 -刺眼的灯: 绕过去",
        ".act @陆潮 潜入影子 -刺眼的灯: 绕过去",
    ];
    let first = hear(forms[0], &SCENE.player).expect("it is understood");
    for form in forms {
        assert_eq!(hear(form, &SCENE.player).as_ref(), Ok(&first), "{form}");
    }
}

#[test]
fn c01_text_without_a_prefix_is_talk() {
    insta::assert_snapshot!(heard(
        &SCENE.player,
        &[
            "我往后退一步",
            "（等我一下）",
            "...",
            "。。。",
            "3 > 2",
            ".5",
            "@沈砚 小心！",
            "@所有人 开团了",
            ".ooc 我去倒水",
            ".w @阿北 别信他",
        ],
    ));
}

#[test]
fn c03_dice_lines() {
    insta::assert_snapshot!(heard(
        &SCENE.player,
        &[
            ".r 1d8+3d4kh",
            ".r2d6+2 砸门",
            ".rd100",
            ".r 3#2d6",
            ".rh 1d20",
            ".rhd20",
            ".odds 1d4",
            ".r 投掷",
        ],
    ));
}

#[test]
fn what_a_player_types() {
    insta::assert_snapshot!(heard(
        &SCENE.player,
        &[
            ".act 三棱军刺 !临危不乱 -畏强光 +隐蔽-2: 刺过去",
            ".act 快速 屏息",
            ".act 绊索 刺眼的灯@守灯人",
            ".add 屏息 -泥脚印",
            ".strike 矫健身手",
            ".burn 矫健身手",
            ".keep 矫健",
            ".go",
            ".cancel",
            ".mit @沈砚 体弱: 扶住栏杆",
            ".take @沈砚",
            ".undo",
            ".odds",
            ".me",
            ".flash 昨夜 | 矫健身手: 我早把梯子锯断了",
            ".plunge 影中之水: 让灯灭掉",
            ".as 陆潮",
            ".pc take 许愿: 小愿",
            ".grow 影中之水: power 无声",
            ".grow 影中之水: weakness 畏强光 > 畏光",
            ".mark improve 救援潜水员",
            ".why",
            ".nn 小雨滴",
        ],
    ));
}

#[test]
fn what_a_host_types() {
    insta::assert_snapshot!(heard(
        &SCENE.host,
        &[
            ".ok",
            ".ok 潜入影子",
            ".strike 矫健身手: 太滑了",
            ".ask 刺眼的灯: 它照得到你吗？",
            ".agree",
            ".depth 快速",
            ".hit @陆潮 目眩-2; tag 暴露; burn 屏息; raise 警觉-1 @守灯人; worse 雾更浓了: 灯转了过来",
            ".hit threat 把灯转过来",
            ".pass",
            ".scene",
            ".scene next",
            ".scene end 绊索, 守灯人",
            ".scene out @沈砚",
            ".scene 码头：潮水退了",
            ".challenge “老 码头工” 受伤-3 ?动摇-2; tag 撬棍, 力气大; threat 喊人 @陆潮: 受伤-1, +被围; text 醉了",
            ".challenge ?暗潮 溺水-5",
            ".challenge del 守灯人",
            ".limit ?疲惫-2 @守灯人",
            ".threat 涨潮: 溺水-1",
            ".threat 化解 把灯转过来",
            ".status 受伤-2 @守灯人",
            ".status ?恐惧-1 @守灯人",
            ".status 暴露-2 @陆潮 against 隐蔽",
            ".status -1 隐蔽 @陆潮",
            ".tag +油灯 @场景",
            ".tag -绊索",
            ".tag !屏息",
            ".tag recover 屏息",
            ".reveal 想起名字",
            ".reveal 泥脚印 > 小雨",
            ".hide 泥脚印",
            ".rename 守灯人: 老守灯人",
            ".auto on",
            ".clue ?怀表",
            ".mystery 它是什么-3",
            ".countdown 4",
            ".countdown stop",
            ".index 复杂度 2",
            ".phase 书写档案",
            ".engage: 从海上进去",
            ".pc give 陆潮 > 阿北",
            ".pc new 老守灯人; 浸染 灯: 照见, 点燃, 不灭 / 怕风 / 不许熄灭",
            ".fate @陆潮 变成 影子",
            ".evolve @陆潮 归于平静",
            ".theme @陆潮 新生 人理 岸: 回家 / 思乡",
            ".invite 小满",
            ".door",
            ".door 清场",
            ".kick @阿北",
            ".session end",
            ".lang en",
            ".pause 匿名",
        ],
    ));
}

#[test]
fn c04_a_host_says_for_whom() {
    insta::assert_snapshot!(heard(
        &SCENE.host,
        &[
            ".act @沈砚 过目不忘: 认出那枚徽章",
            "@沈砚 .act 过目不忘: 认出那枚徽章",
            ".act 过目不忘",
            ".add @陆潮 隐蔽",
            ".add +隐蔽@陆潮",
        ],
    ));
}
