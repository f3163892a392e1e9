//! A log as a book: one HTML page that needs nothing else. Scenes are chapters, narration is set in
//! Song, each character speaks in a colour, actions are small notes, handouts are plates.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rules::{Tone, message};

use super::html::{escaped, hue};
use super::{Entry, How, Kind, Log};

/// Nothing is loaded and nothing runs, whatever people have typed; pictures are in the page.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#221f1a;--paper:#fbf8f0;--quiet:#6d675c;--line:#d9d1c0}
@media(prefers-color-scheme:dark){:root{--ink:#e6e1d6;--paper:#16171c;--quiet:#a29c90;--line:#3a3a42}}
body{max-width:38rem;margin:3rem auto;padding:0 1.2rem;background:var(--paper);color:var(--ink);\
font:1.08rem/1.95 \"Songti SC\",\"Noto Serif CJK SC\",\"Source Han Serif SC\",SimSun,Georgia,serif}
header{margin-bottom:4rem;text-align:center}h1{font-size:2.1rem;letter-spacing:.12em;margin:0}
header p{color:var(--quiet);font-size:.9rem;margin:.4rem 0}
h2{margin:4rem 0 1.6rem;font-size:1.5rem;letter-spacing:.1em;text-align:center}
h2::after{content:\"\";display:block;width:12rem;margin:.7rem auto 0;border-top:1px solid}
h2+.tells{min-height:3.9em;text-indent:0}h2+.tells::first-letter{float:left;margin:.08em .1em 0 0;font:700 3.1em/.95 serif}
h3{margin:3rem 0 1rem;color:var(--quiet);font-size:.95rem;font-weight:400;text-align:center}
p{margin:.5rem 0;overflow-wrap:anywhere;white-space:pre-wrap}.tells{text-indent:2em}
.says b{color:var(--who);font-weight:600}.says b::after{content:\"　\"}
.aside{color:var(--quiet);font-size:.9rem}.aside:not(.says){margin:.1rem 0;font-size:.8rem;text-align:center}
.note{margin:.35rem 0 .35rem 2em;padding-left:.8em;border-left:2px solid var(--tone,var(--line));\
color:var(--quiet);font:.86rem/1.65 system-ui,\"PingFang SC\",\"Noto Sans CJK SC\",\"Microsoft YaHei\",sans-serif}
.failure{--tone:#b4483c}.mixed{--tone:#b57d12}.full{--tone:#2a8f5b}.style{--tone:#2f7fb5}
figure{margin:2rem auto;padding:1.4rem 1.8rem;max-width:30rem;background:#f3e8cc;color:#332b1d;\
box-shadow:0 2px 12px #0003;transform:rotate(-.6deg)}
figure img{display:block;max-width:100%;height:auto;margin:0 auto}figcaption b{display:block;text-align:center;\
letter-spacing:.1em}figcaption{white-space:pre-wrap}
footer{margin-top:4rem;color:var(--quiet);font-size:.85rem;text-align:center}
@page{size:A5;margin:16mm 15mm 18mm;@bottom-center{content:\"— \" counter(page) \" —\"}}
@media print{:root{--ink:#000;--paper:#fff;--quiet:#444;--line:#999}body{margin:0;max-width:none;font-size:10.5pt}\
h2{break-before:page}h2,h3{break-after:avoid}p,figure{break-inside:avoid}figure{box-shadow:none;border:1px solid}}
";

pub(super) fn write(log: &Log) -> String {
    let speakers = log.speakers();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n<style>\n{STYLE}",
        log.language.tag(),
        escaped(&log.heading()),
    );
    for place in 0..speakers.len() {
        let _ = writeln!(page, ".s{place}{{--who:hsl({} 62% 44%)}}", hue(place));
    }
    let _ = write!(
        page,
        "</style>\n</head>\n<body>\n<header><h1>{}</h1>\n<p>{}</p>\n",
        escaped(&log.heading()),
        escaped(&log.seen_by()),
    );
    let people = log.people().join(" · ");
    if !people.is_empty() {
        let heading = log.say(&message!("log-people"));
        let _ = writeln!(page, "<p>{}: {}</p>", escaped(&heading), escaped(&people));
    }
    page += "</header>\n<main>\n";
    if log.entries.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&log.empty()));
    }
    for (day, entries) in log.days() {
        let _ = writeln!(page, "<h3>{}</h3>", escaped(day));
        for entry in entries {
            set(&mut page, entry, &speakers);
        }
    }
    for section in &log.sections {
        let _ = writeln!(page, "<h2>{}</h2>", escaped(&section.heading));
        for line in &section.lines {
            let _ = writeln!(page, "<p class=\"note\" dir=\"auto\">{}</p>", escaped(line));
        }
    }
    let zone = escaped(&log.in_zone());
    page + &format!("</main>\n<footer>{zone}</footer>\n</body>\n</html>\n")
}

fn set(page: &mut String, entry: &Entry, speakers: &[&str]) {
    if let Some(chapter) = &entry.chapter {
        let _ = writeln!(page, "<h2 dir=\"auto\">{}</h2>", escaped(chapter));
        if let Some(said) = &entry.said {
            let text = escaped(&said.text);
            let _ = writeln!(page, "<p class=\"tells\" dir=\"auto\">{text}</p>");
        }
        return;
    }
    let Some(said) = &entry.said else {
        let tone = entry.tone.map_or("", tone);
        let text = entry.text.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n");
        let class = if entry.kind == Kind::Table { "aside" } else { "note" };
        let text = escaped(&text);
        let _ = writeln!(page, "<p class=\"{class}{tone}\" dir=\"auto\">{text}</p>");
        return;
    };
    let text = escaped(&said.text);
    let place = speakers.iter().position(|known| *known == said.who).unwrap_or_default();
    let who = escaped(&said.who);
    let _ = match said.how {
        How::Narration => writeln!(page, "<p class=\"tells\" dir=\"auto\">{text}</p>"),
        How::Character => {
            writeln!(page, "<p class=\"says s{place}\" dir=\"auto\"><b>{who}</b>{text}</p>")
        }
        How::Aside | How::Whisper => {
            writeln!(page, "<p class=\"says aside s{place}\" dir=\"auto\"><b>{who}</b>{text}</p>")
        }
        How::Handout => {
            let plate = entry.plate.as_ref().map_or(String::new(), |plate| {
                let bytes = STANDARD.encode(&plate.bytes);
                format!("<img alt=\"\" src=\"data:{};base64,{bytes}\">", plate.content_type)
            });
            let (title, text) = text.split_once('\n').unwrap_or((&text, ""));
            writeln!(
                page,
                "<figure>{plate}<figcaption><b dir=\"auto\">{title}</b>{text}</figcaption></figure>"
            )
        }
    };
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Failure => " failure",
        Tone::Mixed => " mixed",
        Tone::Full => " full",
        Tone::Style => " style",
    }
}
