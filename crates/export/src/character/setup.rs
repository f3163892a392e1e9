//! A card as the line `.tlsetup` that players keep in a text file.

use rules::Message;
use rules::timeline::{Amount, Card};
use words::fold::{folded, plain};

use super::timeline::{Field, Sheet};
use super::{Incoming, left};

/// A card; none if the text is no such line.
pub(super) fn read(text: &str) -> Option<Incoming> {
    let (head, fields) = text.split_once(|it: char| it.is_whitespace())?;
    let word = folded(head.trim_start_matches(['.', '。', '/', '．']));
    if word != "tlsetup" && word != "建卡" {
        return None;
    }
    let (mut card, mut load) = (Card::default(), Amount::ZERO);
    let mut left_over: Vec<Message> = Vec::new();
    // A comma within a background does not end it: what has no name belongs to what was before.
    let mut written: Vec<(String, String)> = Vec::new();
    for part in fields.split([',', '，', '\n']) {
        match part.char_indices().find(|(_, it)| plain(*it) == ':') {
            Some((at, colon)) => {
                let (name, value) = (part[..at].trim(), part[at + colon.len_utf8()..].trim());
                written.push((name.to_owned(), value.to_owned()));
            }
            None if part.trim().is_empty() => {}
            None => match written.last_mut() {
                Some((_, value)) => {
                    value.push('，');
                    value.push_str(part.trim());
                }
                None => left_over.push(left("", part.trim())),
            },
        }
    }
    for (name, value) in written {
        let fits = Field::named(&name).map(|field| field.write(&value, &mut card, &mut load));
        if !matches!(fits, Some(Ok(()))) && !value.is_empty() {
            left_over.push(left(name, value));
        }
    }
    let sheet = super::Sheet::Timeline(Box::new(Sheet::of_card(card, load)));
    Some(Incoming { sheet, portrait: None, left: left_over })
}
