//! Messages as Satori writes them: text with elements in angle brackets.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::platform::{Bit, Outgoing, Piece};

/// What a message is made of.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Text and mentions.
    pub bits: Vec<Bit>,
    /// Whether it holds a forwarded message.
    pub forwarded: bool,
}

/// A text in which nothing is an element.
pub fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
}

/// A text with its signs: `&lt;`, `&#60;`, `&#x3c;`. Each is read once, so `&amp;lt;` is `&lt;`.
fn unescaped(text: &str) -> String {
    let (mut read, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('&') {
        read.push_str(&rest[..at]);
        rest = &rest[at..];
        let named = rest.bytes().take(SIGN).position(|it| it == b';');
        let sign = named.and_then(|end| Some((sign(&rest[1..end])?, end + 1)));
        let (sign, length) = sign.unwrap_or(('&', 1));
        read.push(sign);
        rest = &rest[length..];
    }
    read + rest
}

/// The longest name of a sign.
const SIGN: usize = 12;

fn sign(name: &str) -> Option<char> {
    let number = match name.strip_prefix('#').map(|it| (it, it.strip_prefix(['x', 'X']))) {
        Some((_, Some(hex))) => u32::from_str_radix(hex, 16).ok()?,
        Some((decimal, None)) => decimal.parse().ok()?,
        None => {
            return match name {
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                "amp" => Some('&'),
                _ => None,
            };
        }
    };
    char::from_u32(number)
}

/// Elements after which a new line begins.
const BREAKS: &[&str] = &["br", "p", "/p"];

/// Reads a message. What is no whole element is text.
pub fn read(content: &str) -> Read {
    let mut read = Read::default();
    let mut rest = content;
    // What is quoted is someone else's: nothing of it is read.
    let mut quoted = 0_usize;
    while !rest.is_empty() {
        let (text, element, after) = next(rest);
        if quoted == 0 && !text.is_empty() {
            push(&mut read.bits, &unescaped(text));
        }
        rest = after;
        let Some(element) = element else { continue };
        let closed = element.ends_with('/');
        let name = name_of(element);
        match name {
            "quote" if !closed => quoted += 1,
            "/quote" => quoted = quoted.saturating_sub(1),
            _ if quoted > 0 => {}
            "at" => {
                let named = attribute(element, "name").filter(|name| !name.is_empty());
                if let Some(user) = attribute(element, "id") {
                    read.bits.push(Bit::At { user, name: named });
                }
            }
            "message" => {
                let forward = element.split_whitespace().any(|it| it.starts_with("forward"));
                read.forwarded |= forward;
            }
            _ if BREAKS.contains(&name) && !read.bits.is_empty() => push(&mut read.bits, "\n"),
            // Styles, pictures, voices, buttons.
            _ => {}
        }
    }
    read
}

/// The text up to the next element, the inside of that, and what follows.
fn next(text: &str) -> (&str, Option<&str>, &str) {
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|at| at + from) {
        let begins = text[at + 1..].chars().next();
        if begins.is_none_or(|first| !first.is_ascii_alphabetic() && first != '/') {
            from = at + 1;
            continue;
        }
        // Where nothing ends any more, nothing that begins is an element.
        let Some(end) = end_of(&text[at..]) else { break };
        return (&text[..at], Some(&text[at + 1..at + end]), &text[at + end + 1..]);
    }
    (text, None, "")
}

/// Where an element ends: at a `>` that is in no quotes, or, where the quotes never end, at any.
fn end_of(element: &str) -> Option<usize> {
    let mut quote = None;
    let any = element.find('>')?;
    for (at, sign) in element.bytes().enumerate() {
        match (sign, quote) {
            (b'>', None) => return Some(at),
            (b'"' | b'\'', None) => quote = Some(sign),
            (_, Some(open)) if sign == open => quote = None,
            _ => {}
        }
    }
    Some(any)
}

fn name_of(element: &str) -> &str {
    let inside = element.strip_prefix('/').unwrap_or(element);
    let length = inside.find(|it: char| it.is_whitespace() || it == '/').unwrap_or(inside.len());
    &element[..length + (element.len() - inside.len())]
}

fn attribute(element: &str, name: &str) -> Option<String> {
    let at = element.find(&format!(" {name}="))? + name.len() + 2;
    let rest = &element[at..];
    let quote = rest.chars().next().filter(|it| matches!(it, '"' | '\''))?;
    let inside = &rest[1..];
    Some(unescaped(&inside[..inside.find(quote)?]))
}

fn push(bits: &mut Vec<Bit>, text: &str) {
    match bits.last_mut() {
        Some(Bit::Text(before)) => before.push_str(text),
        _ => bits.push(Bit::Text(text.to_owned())),
    }
}

/// A message with its elements; text in it is only text.
///
/// Parsers of markup drop a line's end that stands next to an element, so it is an element there.
pub fn write(message: &Outgoing) -> String {
    let last = message.0.len().saturating_sub(1);
    let element = |(nth, piece): (usize, &Piece)| match piece {
        Piece::Text(text) => {
            let inside = text.strip_prefix('\n').filter(|_| nth > 0);
            let before = if inside.is_some() { "<br/>" } else { "" };
            let text = inside.unwrap_or(text);
            let inside = text.strip_suffix('\n').filter(|_| nth < last);
            let after = if inside.is_some() { "<br/>" } else { "" };
            format!("{before}{}{after}", escaped(inside.unwrap_or(text)))
        }
        Piece::Mention(user) => format!("<at id=\"{}\"/>", escaped(user)),
        Piece::Picture { png } => {
            format!("<img src=\"data:image/png;base64,{}\"/>", STANDARD.encode(png))
        }
    };
    message.0.iter().enumerate().map(element).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Bit {
        Bit::Text(text.to_owned())
    }

    fn at(user: &str, name: Option<&str>) -> Bit {
        Bit::At { user: user.to_owned(), name: name.map(str::to_owned) }
    }

    #[test]
    fn c21_elements_are_read_and_what_is_quoted_is_not() {
        for (content, bits) in [
            (".r d6", vec![text(".r d6")]),
            ("a &lt;b&gt; &amp;lt; &quot;c&quot;", vec![text("a <b> &lt; \"c\"")]),
            ("<at id=\"7\" name=\"阿\"/> 你好", vec![at("7", Some("阿")), text(" 你好")]),
            ("<quote id=\"3\">.act 撬棍<at id=\"9\"/></quote>好", vec![text("好")]),
            ("一<br/>二", vec![text("一\n二")]),
            ("<p>一</p><b>二</b>", vec![text("一\n二")]),
            ("1 < 2 > 0 <3", vec![text("1 < 2 > 0 <3")]),
            ("<img src=\"a>b\"/>好", vec![text("好")]),
            ("<at id='7' name=\"> .r d6\"/>好", vec![at("7", Some("> .r d6")), text("好")]),
            ("&#60;at&#x3E;&#38;lt;", vec![text("<at>&lt;")]),
            ("a < b \"c <d", vec![text("a < b \"c <d")]),
        ] {
            assert_eq!(read(content).bits, bits, "{content}");
        }
        assert!(read("<message forward><message>x</message></message>").forwarded);
    }

    /// What never ends is no element; looking for its end again and again would take for ever.
    #[test]
    fn c21_a_million_beginnings_of_elements_are_text() {
        for half in ["<a", "<a '", "<a \"", "<at id=\""] {
            let content = half.repeat(500_000);
            assert_eq!(read(&content).bits, vec![text(&content)], "{half}");
        }
        assert_eq!(read(&"<quote>".repeat(300_000)).bits, vec![]);
    }

    #[test]
    fn c21_players_text_is_never_read_as_an_element() {
        let typed = "<at id=\"all\"/> & <img src='x'> \"y\" &lt;";
        let message = Outgoing(vec![Piece::Mention("7".to_owned()), Piece::Text(typed.to_owned())]);
        assert_eq!(read(&write(&message)).bits, vec![at("7", None), text(typed)]);
    }

    #[test]
    fn c21_lines_end_where_they_should_beside_an_element() {
        let text = |text: &str| Piece::Text(text.to_owned());
        let message = Outgoing(vec![text("一\n二\n"), Piece::Mention("7".into()), text("\n三\n")]);
        assert_eq!(write(&message), "一\n二<br/><at id=\"7\"/><br/>三\n");
        assert_eq!(write(&Outgoing::text("\n一\n")), "\n一\n");
    }
}
