//! The known word nearest to a mistyped one (C-02).

use words::fold::folded;

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
    fn c02_the_nearest_word_is_one_that_could_be_meant() {
        let known = ["act", "add", "strike", "行动"];
        assert_eq!(nearest("atc", known), Some("act"));
        assert_eq!(nearest("stirke", known), Some("strike"));
        assert_eq!(nearest("acct", known), Some("act"));
        assert_eq!(nearest("行功", known), Some("行动"));
        assert_eq!(nearest("完全不同", known), None);
    }
}
