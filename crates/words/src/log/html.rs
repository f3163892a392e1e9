//! A log as one HTML page that needs nothing else, coloured by speaker.

use std::fmt::Write;

use rules::{Tone, message};

use super::{Entry, Kind, Log, Section};
use crate::Language;

/// How many colours there are; who comes later shares one.
const COLOURS: usize = 10;

/// Nothing is loaded and nothing runs, whatever people have typed.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d2230;--paper:#fbfaf7;--quiet:#667}
@media(prefers-color-scheme:dark){:root{--ink:#e4e2dc;--paper:#14171f;--quiet:#99a}}
body{max-width:44rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink);\
font:1rem/1.7 system-ui,\"PingFang SC\",\"Noto Sans CJK SC\",\"Microsoft YaHei\",sans-serif}
h1{font-size:1.5rem;line-height:1.3}h2{font-size:1.05rem;margin-top:2rem}
p{margin:.35rem 0;padding-left:.7rem;border-left:.2rem solid var(--who,transparent);\
overflow-wrap:anywhere;white-space:pre-wrap}
time,.more,.about{color:var(--quiet);font-size:.85em}time{margin-right:.6em}
.more,.also{display:block}.table{color:var(--quiet)}.game{font-weight:500}
.full{text-decoration:underline .12em #2a8f5b}.mixed{text-decoration:underline .12em #b57d12}
.failure{text-decoration:underline .12em #b4483c}.style{text-decoration:underline .12em #2f7fb5}
.people b{color:var(--who)}
@media print{body{margin:0;max-width:none}p{break-inside:avoid}}
";

pub(super) fn write(log: &Log) -> String {
    let people = log.people();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>\n{STYLE}",
        log.language.tag(),
        escaped(&log.heading()),
    );
    for colour in 0..people.len().min(COLOURS) {
        let hue = hue(colour);
        let _ = writeln!(page, ".s{colour}{{--who:hsl({hue} 60% 48%)}}");
    }
    let _ = write!(
        page,
        "</style>\n</head>\n<body>\n<h1>{}</h1>\n<p class=\"about\">{} · {}</p>\n",
        escaped(&log.heading()),
        escaped(&log.seen_by()),
        escaped(&log.in_zone())
    );
    if !people.is_empty() {
        let names: Vec<String> = people
            .iter()
            .enumerate()
            .map(|(place, name)| {
                format!("<b class=\"s{}\" dir=\"auto\">{}</b>", place % COLOURS, escaped(name))
            })
            .collect();
        let heading = escaped(&log.say(&message!("log-people")));
        let _ = writeln!(page, "<p class=\"people\">{heading}: {}</p>", names.join(" · "));
    }
    if log.entries.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&log.empty()));
    }
    for (day, entries) in log.days() {
        let _ = writeln!(page, "<h2>{}</h2>", escaped(day));
        for entry in entries {
            line(&mut page, entry, &people);
        }
    }
    push_sections(&mut page, &log.sections);
    page + "</body>\n</html>\n"
}

/// Sections under a title, as a page of their own.
pub(super) fn page(language: Language, title: &str, sections: &[Section]) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        language.tag(),
        title = escaped(title),
    );
    push_sections(&mut page, sections);
    page + "</body>\n</html>\n"
}

fn push_sections(page: &mut String, sections: &[Section]) {
    for section in sections {
        let _ = writeln!(page, "<h2>{}</h2>", escaped(&section.heading));
        for line in &section.lines {
            let _ = writeln!(page, "<p class=\"game\" dir=\"auto\">{}</p>", escaped(line));
        }
    }
}

/// The hue of the speaker at a place: steps of 137.5°, so that neighbours differ most; with one
/// lightness that reads on light and dark paper.
pub(super) fn hue(place: usize) -> usize {
    (20 + place * 275 / 2) % 360
}

fn line(page: &mut String, entry: &Entry, people: &[&str]) {
    let kind = match entry.kind {
        Kind::Game => "game",
        Kind::Talk => "talk",
        Kind::Table => "table",
    };
    let tone = entry.tone.map_or("", |tone| match tone {
        Tone::Failure => " failure",
        Tone::Mixed => " mixed",
        Tone::Full => " full",
        Tone::Style => " style",
    });
    let by = entry.by.as_deref();
    let place = by.and_then(|by| people.iter().position(|name| *name == by));
    let speaker = place.map_or(String::new(), |place| format!(" s{}", place % COLOURS));
    let (first, more) =
        entry.text.split_first().map_or(("", &[][..]), |(first, more)| (first, more));
    let _ = write!(
        page,
        "<p class=\"{kind}{speaker}\"><time datetime=\"{day}T{time}\">{time}</time>\
         <span class=\"said{tone}\" dir=\"auto\">{}</span>",
        escaped(first),
        day = escaped(&entry.day),
        time = escaped(&entry.time),
    );
    for line in more {
        // Dice and numbers are set off; what someone said on several lines is not.
        let class = if line.starts_with("  ") { "more" } else { "also" };
        let _ =
            write!(page, "<span class=\"{class}\" dir=\"auto\">{}</span>", escaped(line.trim()));
    }
    page.push_str("</p>\n");
}

/// Text in which nothing means anything to HTML or XML.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
