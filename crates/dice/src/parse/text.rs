//! Characters and words: full-width forms, names, and what starts a die.

use crate::op::Function;

/// The plain form of a character: full-width and look-alike signs become ASCII, one for one.
#[inline]
pub fn plain(c: char) -> char {
    if c.is_ascii() {
        return if c.is_whitespace() { ' ' } else { c };
    }
    match c {
        // U+FF01 … U+FF5E are ASCII `!` … `~`, drawn wide.
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '×' | '✕' | '✖' => '*',
        '÷' => '/',
        '−' | '–' | '﹣' => '-',
        '【' | '〔' => '[',
        '】' | '〕' => ']',
        '、' => ',',
        '≦' => '≤',
        '≧' => '≥',
        _ if c.is_whitespace() => ' ',
        _ => c,
    }
}

/// Whether a name may begin with this character.
pub fn name_starts(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// How many characters the name here takes; dots count only before another name.
pub fn name_length(chars: &[char]) -> usize {
    if !chars.first().is_some_and(|c| name_starts(*c)) {
        return 0;
    }
    let mut length = 1;
    while let Some(c) = chars.get(length) {
        let inside = match c {
            '_' => true,
            '.' => chars.get(length + 1).is_some_and(|next| name_starts(*next)),
            _ => c.is_alphanumeric(),
        };
        if !inside {
            break;
        }
        length += 1;
    }
    length
}

/// Steps that may follow `dF` without making it a name.
const AFTER_FATE: [&str; 6] = ["kh", "kl", "dh", "dl", "adv", "dis"];

/// Whether a die without a count begins here: `d6`, `d%`, `d[…]`, `d{…}`, `d(…)`, `dF`.
pub fn die_starts(chars: &[char]) -> bool {
    let [letter, next, rest @ ..] = chars else { return false };
    if !letter.eq_ignore_ascii_case(&'d') {
        return false;
    }
    match next {
        '0'..='9' | '%' | '[' | '{' | '(' => true,
        'f' | 'F' => {
            let word = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == '.';
            let step = |step: &str| {
                starts_with(rest, step)
                    && !rest.get(step.len()).is_some_and(|c| c.is_ascii_alphabetic() || *c == '_')
            };
            !rest.first().is_some_and(word) || AFTER_FATE.iter().any(|s| step(s))
        }
        _ => false,
    }
}

/// Whether a name would be read as a die, so that it needs braces wherever it stands.
pub(crate) fn reads_as_die(name: &str) -> bool {
    let mut chars = name.chars();
    let die = chars.next().is_some_and(|c| c.eq_ignore_ascii_case(&'d'));
    // `d` alone is an unfinished die, and `dF` may touch a word behind it.
    die && (chars.next().is_none() || die_starts(&name.chars().collect::<Vec<_>>()))
}

/// Whether the text here begins with a keyword, in any case.
pub fn starts_with(chars: &[char], word: &str) -> bool {
    let mut rest = chars.iter();
    word.chars().all(|expected| rest.next().is_some_and(|c| c.eq_ignore_ascii_case(&expected)))
}

/// Chinese words for the functions.
const FUNCTIONS: [(&str, Function); 9] = [
    ("最小", Function::Min),
    ("最大", Function::Max),
    ("绝对值", Function::Abs),
    ("絕對值", Function::Abs),
    ("如果", Function::If),
    ("向下取整", Function::Floor),
    ("向上取整", Function::Ceil),
    ("四舍五入", Function::Round),
    ("四捨五入", Function::Round),
];

/// The function of a name.
pub fn function(name: &str) -> Option<Function> {
    let english = Function::ALL.into_iter().find(|known| known.word().eq_ignore_ascii_case(name));
    english
        .or_else(|| FUNCTIONS.iter().find(|(word, _)| *word == name).map(|(_, function)| *function))
}
