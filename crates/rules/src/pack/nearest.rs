//! The known word nearest to a mistyped one (C-02, P-60).

/// How many letters must be changed, added, left out or swapped to get from one text to the other.
#[must_use]
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

/// The one of `known` nearest to `word`, if it is near enough to be meant.
pub(super) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let length = word.chars().count();
    let lower = word.to_lowercase();
    let apart = |other: &&str| distance(&lower, &other.to_lowercase());
    known
        .into_iter()
        .filter(|other| apart(other) <= (length.max(other.chars().count()) / 2).min(3))
        .min_by_key(|other| apart(other))
}
