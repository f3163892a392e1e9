//! Characters as they are compared: full-width forms, brackets and letter case do not matter (C-01).

/// The plain form of a character: one for one, so that columns stay what they were.
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

/// How many letters must be changed, added or left out to get from one text to the other.
pub fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in two.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[two.len()]
}

/// The one of `known` nearest to `text`, if it is near enough to be meant.
pub fn nearest<'k>(text: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let text = folded(text);
    let length = text.chars().count();
    known
        .into_iter()
        .map(|word| (distance(&text, &folded(word)), word))
        .filter(|(apart, word)| *apart <= (length.max(word.chars().count()) / 2).min(3))
        .min_by_key(|(apart, _)| *apart)
        .map(|(_, word)| word)
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
    }

    #[test]
    fn c02_the_nearest_word_is_one_that_could_be_meant() {
        let known = ["act", "add", "strike", "行动"];
        assert_eq!(nearest("atc", known), None);
        assert_eq!(nearest("stirke", known), Some("strike"));
        assert_eq!(nearest("acct", known), Some("act"));
        assert_eq!(nearest("行功", known), Some("行动"));
        assert_eq!(nearest("完全不同", known), None);
    }
}
