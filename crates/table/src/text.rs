//! What people may type: names, talk, salts.

use rules::{Message, Refusal, message, typed};

/// A name on one line.
pub(crate) fn name(text: &str) -> Result<String, Refusal> {
    typed::name(text, typed::SEAT_NAME)
}

/// Something said; it may have several lines.
pub(crate) fn talk(text: &str) -> Result<String, Refusal> {
    typed::some_text(text, typed::TALK)
}

/// A salt for the dice.
pub(crate) fn salt(text: &str) -> Result<String, Refusal> {
    typed::some_text(text, typed::SALT)
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
