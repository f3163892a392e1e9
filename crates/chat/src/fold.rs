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

/// How many letters must be changed, added, left out or swapped to get from one text to the other.
pub fn distance(one: &str, two: &str) -> usize {
    let (one, two): (Vec<char>, Vec<char>) = (one.chars().collect(), two.chars().collect());
    let first: Vec<usize> = (0..=two.len()).collect();
    let mut rows = vec![first];
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in two.iter().enumerate() {
            let change = rows[i][j] + usize::from(a != b);
            let mut least = change.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == two[j - 1] && one[i - 1] == *b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][two.len()]
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
        assert_eq!(nearest("atc", known), Some("act"));
        assert_eq!(nearest("stirke", known), Some("strike"));
        assert_eq!(nearest("acct", known), Some("act"));
        assert_eq!(nearest("行功", known), Some("行动"));
        assert_eq!(nearest("完全不同", known), None);
    }
}
