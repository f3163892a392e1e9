//! Lines of play written down: in transcripts and in scripts for `mistline play`.

/// One written line: who types what, and whether it is meant to be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue<'t> {
    /// The seat that types; the present one when absent.
    pub seat: Option<&'t str>,
    /// Whether it is meant to be refused: `叶岚>! .act …` or `! .act …`.
    pub refused: bool,
    /// What is typed.
    pub text: &'t str,
}

/// Reads `叶岚> .act …`, `叶岚>! .act …`, `.act …` or `! .act …`. Nothing for an empty line or a
/// `#` comment.
///
/// Only what `is_seat` knows is a name, so that talk may contain `>`.
#[must_use]
pub fn cue<'t>(line: &'t str, is_seat: impl Fn(&str) -> bool) -> Option<Cue<'t>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let named = line.split_once(['>', '＞']).map(|(name, rest)| (name.trim(), rest));
    let (seat, rest) = match named {
        Some((name, rest)) if is_seat(name) => (Some(name), rest),
        _ => (None, line),
    };
    // Talk may begin with `!` too; only the mark right after the name, or before a command, counts.
    let marked = rest.strip_prefix(['!', '！']);
    let (refused, text) = match (seat, marked) {
        (Some(_), Some(text)) => (true, text),
        (None, Some(text)) if text.trim_start().starts_with(['.', '。', '/']) => (true, text),
        _ => (false, rest),
    };
    Some(Cue { seat, refused, text: text.trim() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_lines_name_who_types_and_what_is_refused() {
        let check = |line, expected: Option<(Option<&str>, bool, &str)>| {
            let found = cue(line, |name| name == "叶岚");
            let found = found.map(|cue| (cue.seat, cue.refused, cue.text));
            assert_eq!(found, expected, "{line}");
        };
        check("叶岚> .act 撬棍", Some((Some("叶岚"), false, ".act 撬棍")));
        check("叶岚>! .act 撬棍", Some((Some("叶岚"), true, ".act 撬棍")));
        check("叶岚> !别动", Some((Some("叶岚"), false, "!别动")));
        check("! .go", Some((None, true, ".go")));
        check("!!!", Some((None, false, "!!!")));
        check("2 > 1", Some((None, false, "2 > 1")));
        check("# 说明", None);
        check("", None);
    }
}
