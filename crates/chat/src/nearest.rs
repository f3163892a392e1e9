//! The known word nearest to a mistyped one (C-02).

use rules::pack::distance;
use words::fold::folded;

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
