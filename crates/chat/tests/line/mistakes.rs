//! C-02: what cannot be understood is refused with a column and the nearest valid form, in three
//! languages.

use chat::{MOST_CHARACTERS, hear};
use export::render;
use rules::Refusal;
use words::Language;

use crate::scene::SCENE;

#[test]
fn c02_mistakes_point_and_suggest() {
    let players = [
        ".atc 撬棍",
        ".xyzzy",
        ".r 2d6+",
        ".r 10d10>=7",
        ".r",
        ".act 撬棍: 撬门",
        ".act 潜入影于",
        ".act 隐蔽",
        ".act “潜入影子",
        ".act 潜入影子 ！",
        ".act @老王 潜入影子",
        ".add",
        ".strike",
        ".burn 三棱军刺",
        ".spend clue",
        ".go 现在",
        ".help 不存在的词",
        ".w 小声说",
        ".as 守灯人",
        ".grow 影中之水",
        ".mark 影中之水",
        ".flash 昨夜",
        ".lang 火星文",
    ];
    let hosts = [
        ".act 过目不忘",
        ".status 受伤 @守灯人",
        ".status 受伤-2",
        ".status 受伤-2 @守夜人",
        ".hit @陆潮 受伤",
        ".challenge 守卫 受伤",
        ".challenge 守卫; 胡说",
        ".reveal 老虎",
        ".scene end 老虎",
        ".depth 随便",
        ".session",
        ".auto",
        ".pc take 谁",
        ".countdown 很快",
        ".file 猜",
    ];
    let mut told = String::new();
    let contexts = [(&players[..], &SCENE.player), (&hosts[..], &SCENE.host)];
    for (lines, context) in contexts {
        for line in lines {
            told += &format!("{line}\n");
            match hear(line, context) {
                Ok(heard) => panic!("{line} is understood: {heard:?}"),
                Err(mistake) => {
                    assert!(mistake.at.start < mistake.at.end, "{line}: {:?}", mistake.at);
                    let refusal = Refusal::from(mistake);
                    for language in Language::ALL {
                        told += &format!("    {}\n", render::refusal(language, &refusal).join(" "));
                    }
                }
            }
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn c02_lines_are_bounded() {
    let line = format!(".act {}", "x".repeat(MOST_CHARACTERS));
    let mistake = hear(&line, &SCENE.player).expect_err("too long");
    assert_eq!(mistake.what.id, "chat-too-long");
}
