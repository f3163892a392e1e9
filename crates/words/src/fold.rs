//! Characters as they are compared: full-width forms, brackets and letter case do not matter (C-01).

/// The plain form of a character: one for one, so that columns stay what they were.
#[must_use]
pub fn plain(character: char) -> char {
    match character {
        '\u{3000}' | '\u{a0}' | '\t' => ' ',
        '，' | '、' | '､' => ',',
        '；' => ';',
        '：' | '︰' => ':',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '“' | '”' | '「' | '」' | '『' | '』' | '＂' => '"',
        '−' | '－' | '﹣' | '‐' | '‑' => '-',
        // What is called 本′ can be typed with any apostrophe.
        '’' | '‘' | '′' | '＇' => '\'',
        '！' => '!',
        '？' => '?',
        '＠' => '@',
        // The full-width block mirrors ASCII.
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(character as u32 - 0xff01 + 0x21).unwrap_or(character)
        }
        other => other,
    }
}

/// A text as it is compared with others: plain, in small letters, single spaces.
#[must_use]
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.trim().chars().map(plain) {
        if character == ' ' && folded.ends_with(' ') {
            continue;
        }
        folded.extend(character.to_lowercase());
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c01_full_width_forms_and_case_do_not_matter() {
        let check = |typed: &str, plain: &str| assert_eq!(folded(typed), plain, "{typed}");
        check("．ＡＣＴ　撬棍", ".act 撬棍");
        check("受伤－２", "受伤-2");
        check("「老练」，！＠：；？", "\"老练\",!@:;?");
        check("  Old   Gun ", "old gun");
        check("本′", "本'");
        check("本’", "本'");
    }
}
