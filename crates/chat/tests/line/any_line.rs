//! C-02: no line can make the reader fall over, hang, or point outside the line.

use std::sync::LazyLock;

use chat::{MOST_CHARACTERS, SeatContext, Vocabulary, hear};
use proptest::prelude::*;

use crate::scene::SCENE;

/// What the player's lines are completed and coloured by.
static WORDS: LazyLock<Vocabulary> =
    LazyLock::new(|| Vocabulary::new(&SCENE.player.view, &SCENE.player.seats));

fn check(line: &str) -> Result<(), TestCaseError> {
    let length = line.chars().count();
    for context in [&SCENE.host, &SCENE.player] {
        hears(line, length, context)?;
    }
    let covered: usize = WORDS.spans(line).iter().map(|span| span.at.len()).sum();
    prop_assert_eq!(covered, length, "every character has one colour");
    let (at, _) = WORDS.completions(line);
    prop_assert!(at.start <= at.end && at.end <= length);
    Ok(())
}

fn hears(line: &str, length: usize, context: &SeatContext) -> Result<(), TestCaseError> {
    match hear(line, context) {
        Ok(_) => {}
        Err(mistake) => {
            prop_assert!(mistake.at.start <= length, "{:?} in {length}", mistake.at);
            prop_assert!(words::knows(&mistake.what.id), "{}", mistake.what.id);
        }
    }
    // What is heard once is heard the same again.
    prop_assert_eq!(hear(line, context), hear(line, context));
    Ok(())
}

/// Lines that are valid, or nearly.
fn seeds() -> Vec<&'static str> {
    vec![
        ".act 三棱军刺 !临危不乱 -畏强光 +隐蔽-2: 刺过去",
        ".spend status 2 受伤 @守灯人; tag +掩护; clue 他认得你; feat",
        ".hit @陆潮 目眩-2; tag 暴露; burn 屏息; raise 警觉-1 @守灯人: 灯转了过来",
        ".challenge “老 码头工” 受伤-3 ?动摇-2; tag 撬棍, 力气大; threat 喊人 @陆潮: 受伤-1; text 醉了",
        ".file deduce 它是什么 | 昨夜 | 泥脚印 -怀表: 它不是人",
        ".grow 影中之水: weakness 畏强光 > 畏光",
        ".pc new 老守灯人; 浸染 灯: 照见, 点燃, 不灭 / 怕风 / 不许熄灭 > 阿北",
        ".status 暴露-2 @陆潮 against 隐蔽",
        "@沈砚 .mit #1 体弱: 扶住栏杆",
        ".r 3#2d6kh1+{power}d4 砸门",
        "（场外的话）",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn c02_any_text_is_understood_or_refused(line in ".{0,80}") {
        check(&line)?;
    }

    #[test]
    fn c02_any_word_with_anything_after_it(
        verb in 0..WORDS.spellings().count(),
        spelling in 0..3_usize,
        rest in "[ @#!?+:;,|>/\"“”－０-９0-9a-z受伤守灯人陆潮隐蔽泥脚印影中之水-]{0,40}",
    ) {
        let spellings = WORDS.spellings().nth(verb).expect("a word");
        check(&format!(".{} {rest}", spellings[spelling % spellings.len()]))?;
    }

    #[test]
    fn c02_any_change_of_a_valid_line(
        seed in 0..seeds().len(),
        cuts in prop::collection::vec((0..80_usize, any::<Option<char>>()), 1..4),
    ) {
        let mut line: Vec<char> = seeds()[seed].chars().collect();
        for (at, with) in cuts {
            let at = at % line.len().max(1);
            match with {
                Some(character) => line.insert(at.min(line.len()), character),
                None if !line.is_empty() => drop(line.remove(at)),
                None => {}
            }
        }
        check(&line.into_iter().collect::<String>())?;
    }
}

#[test]
fn c02_the_longest_lines_are_answered() {
    let fill = |text: &str| -> String {
        let line = ".act ".chars().chain(text.chars().cycle());
        line.take(MOST_CHARACTERS).collect()
    };
    for text in ["@", "\"", "!", "-", "潜入影子 ", ";", ": ", "。", "(", "受伤-2; "] {
        for verb in [".act ", ".spend ", ".hit ", ".challenge ", ".pc new ", ".r ", ".odds "] {
            let line = fill(text).replacen(".act ", verb, 1);
            let line: String = line.chars().take(MOST_CHARACTERS).collect();
            // Whatever it means, it means the same to one who reads it again.
            assert_eq!(hear(&line, &SCENE.host), hear(&line, &SCENE.host), "{verb}{text}");
        }
    }
}
