//! `mistline play`: a table in the terminal, alone or with the browsers of a server.

mod backend;
mod local;
mod remote;
mod seat;
mod typist;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use chat::Cue;
use rules::{Line, Refusal, Tone, message};
use words::{Language, say};

use crate::failure::Failure;
use backend::Backend;
use local::Local;
use remote::Remote;
use typist::{Hints, Typist};

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(value_name = "LINK")]
    link: Option<String>,
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    #[arg(long, value_name = "RULESET", default_value = "mist-2d6", conflicts_with = "link")]
    pack: String,
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "link")]
    players: Vec<String>,
    #[arg(long, value_name = "DIR", env = "MISTLINE_DATA", conflicts_with = "link")]
    data: Option<PathBuf>,
    #[arg(long, conflicts_with_all = ["link", "data"])]
    memory: bool,
    #[arg(long, conflicts_with_all = ["link", "memory"])]
    new: bool,
    #[arg(long, value_name = "S", requires = "memory")]
    seed: Option<u64>,
    #[arg(long, value_name = "OPTION", conflicts_with = "link")]
    option: Vec<String>,
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "link")]
    choose: Vec<String>,
}

/// Plays until the lines end.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut backend = match &arguments.link {
            Some(link) => Backend::Remote(Remote::enter(link, arguments.name.as_deref()).await?),
            None => Backend::Local(Local::open(arguments, language).await?),
        };
        let hints = Hints::default();
        let mut typist = Typist::new(arguments.script.as_deref(), hints.clone())?;
        let scripted = arguments.script.is_some();
        show(&backend.arrive().await?, language, out)?;
        if typist.is_terminal() {
            writeln!(out, "{}", say(language, &message!("cli-play-hello")))?;
        }
        loop {
            hints.set(backend.vocabulary().await);
            let prompt = format!("{}> ", backend.seat_name());
            // While someone thinks, what others do is shown above the line being typed.
            let line = tokio::select! {
                line = typist.next(&prompt) => line?,
                news = backend.news() => {
                    typist.interrupt(&text(&news?, language), out)?;
                    continue;
                }
            };
            let Some(line) = line else {
                break;
            };
            let known: BTreeSet<String> = backend.seat_names().into_iter().collect();
            let Some(cue) = chat::cue(&line, |name| known.contains(name)) else {
                continue;
            };
            if !typist.is_terminal() {
                let prompt = if cue.seat.is_none() { prompt.as_str() } else { "" };
                writeln!(out, "{prompt}{line}")?;
            }
            let refusal = answer(&mut backend, cue, language, out).await?;
            out.flush()?;
            if scripted && refusal.is_some() != cue.refused {
                let message = match cue.refused {
                    true => message!("cli-play-not-refused", line = line),
                    false => message!("cli-play-refused", line = line),
                };
                backend.leave().await;
                return Err(Failure::Message(message));
            }
        }
        backend.leave().await;
        Ok(())
    })
}

/// Does a line and shows what came of it; gives the refusal, if there was one.
async fn answer(
    backend: &mut Backend,
    cue: Cue<'_>,
    language: Language,
    out: &mut impl Write,
) -> Result<Option<Refusal>, Failure> {
    if let Some(name) = switch(cue.text) {
        let switched = backend.switch(name).await?;
        return match switched {
            Ok(news) => show(&news, language, out).map(|()| None),
            Err(refusal) => refuse(cue.text, refusal, language, out),
        };
    }
    let back = backend.seat_name();
    if let Some(seat) = cue.seat
        && seat != back
    {
        match backend.switch(seat).await? {
            Ok(missed) => show(&missed, language, out)?,
            Err(refusal) => return refuse(cue.text, refusal, language, out),
        }
    }
    match backend.say(cue.text).await? {
        Ok(news) => show(&news, language, out).map(|()| None),
        Err(refusal) => refuse(cue.text, refusal, language, out),
    }
}

/// `/seat 叶岚`: the name of the seat to sit on.
fn switch(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['/', '.', '。'])?;
    let (word, name) = rest.split_once(char::is_whitespace)?;
    ["seat", "席位", "座位"].contains(&word).then(|| name.trim())
}

fn refuse(
    text: &str,
    refusal: Refusal,
    language: Language,
    out: &mut impl Write,
) -> Result<Option<Refusal>, Failure> {
    let red = Style::new().fg_color(Some(AnsiColor::Red.into()));
    if let Some(rules::Arg::Number(column)) = refusal.what.args.get("column") {
        let column = usize::try_from(*column).unwrap_or(1).saturating_sub(1);
        let before: String = text.chars().take(column).collect();
        let width = unicode_width::UnicodeWidthStr::width(before.as_str());
        writeln!(out, "  {text}\n  {}{red}^{red:#}", " ".repeat(width))?;
    }
    for line in export::render::refusal(language, &refusal) {
        writeln!(out, "{red}{line}{red:#}")?;
    }
    Ok(Some(refusal))
}

fn show(news: &[Line], language: Language, out: &mut impl Write) -> Result<(), Failure> {
    write!(out, "{}", text(news, language))?;
    Ok(())
}

/// Line as text, coloured by how it went.
fn text(news: &[Line], language: Language) -> String {
    let mut text = String::new();
    for line in news {
        let colour = line.tone.map(|tone| match tone {
            Tone::Failure => AnsiColor::Red,
            Tone::Mixed => AnsiColor::Yellow,
            Tone::Full => AnsiColor::Green,
            Tone::Style => AnsiColor::Cyan,
        });
        let style = Style::new().fg_color(colour.map(Into::into));
        for shown in export::render::line(language, line) {
            text += &format!("{style}{shown}{style:#}\n");
        }
    }
    text
}
