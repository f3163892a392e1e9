//! What people may type: names, talk, salts.

use rules::{Message, Refusal, message};

/// The most characters of a seat's name or a table's title.
pub(crate) const NAME: usize = 40;
/// The most characters of something said.
pub(crate) const TALK: usize = 4000;
/// The most characters of a salt.
pub(crate) const SALT: usize = 100;
/// The most marks on one letter: real writing needs two or three.
const MARKS: usize = 4;

/// A name on one line.
pub(crate) fn name(text: &str) -> Result<String, Refusal> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    fit(&text, NAME, "B-01")?;
    Ok(text)
}

/// Something said; it may have several lines.
pub(crate) fn talk(text: &str) -> Result<String, Refusal> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    fit(&text, TALK, "B-41")?;
    Ok(text)
}

/// A salt for the dice.
pub(crate) fn salt(text: &str) -> Result<String, Refusal> {
    let text = text.trim().to_owned();
    fit(&text, SALT, "B-22")?;
    Ok(text)
}

fn fit(text: &str, most: usize, rule: &'static str) -> Result<(), Refusal> {
    let refuse = |what: Message| Err(Refusal::new(rule, what));
    if text.is_empty() {
        return refuse(message!("table-text-empty"));
    }
    if text.chars().count() > most {
        return refuse(message!("table-text-long", most = most));
    }
    if text.chars().any(unreadable) {
        return refuse(message!("table-text-unreadable"));
    }
    let mut marks = 0;
    for letter in text.chars() {
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if marks > MARKS {
            return refuse(message!("table-text-unreadable"));
        }
    }
    Ok(())
}

/// Characters nobody can see or that turn the text around them (bidi overrides and isolates).
fn unreadable(letter: char) -> bool {
    (letter.is_control() && letter != '\n' && letter != '\t')
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// One of the languages there are.
pub(crate) fn language(text: &str) -> Result<String, Refusal> {
    match text {
        "zh-Hans" | "zh-Hant" | "en" => Ok(text.to_owned()),
        _ => Err(Refusal::new("B-74", message!("table-language-unknown", language = text))
            .instead(message!("table-language-known"))),
    }
}

/// A time zone of the tz database.
pub(crate) fn time_zone(text: &str) -> Result<String, Refusal> {
    match jiff::tz::TimeZone::get(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(_) => Err(Refusal::new("B-01", message!("table-time-zone-unknown", zone = text))
            .instead(message!("table-time-zone-example"))),
    }
}

pub(crate) fn refuse_pack(fault: Message) -> Refusal {
    Refusal::new("B-60", message!("table-pack-unreadable", fault = fault))
}

pub(crate) fn refuse_log(fault: Message) -> Refusal {
    Refusal::new("B-77", message!("table-log-unreadable", fault = fault))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let found = name(text).map_err(|refusal| refusal.what.id.into_owned());
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn b01_names_are_readable() {
        check("阿明", Ok("阿明"));
        check("  Ann \u{3000} Lee ", Ok("Ann Lee"));
        check(" \n ", Err("table-text-empty"));
        check(&"长".repeat(41), Err("table-text-long"));
        check("a\u{202e}b", Err("table-text-unreadable"));
        check("a\u{7}b", Err("table-text-unreadable"));
        check(&format!("z{}", "\u{301}".repeat(30)), Err("table-text-unreadable"));
        check("e\u{301}", Ok("e\u{301}"));
    }

    #[test]
    fn b41_talk_keeps_its_lines() {
        assert_eq!(talk("一\r\n二\n"), Ok("一\n二".to_owned()));
        assert!(talk(&"话".repeat(4001)).is_err());
    }
}
