//! `mistline check`: is this pack right, and if not, where not?

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use rules::pack::{self, PackFault};
use rules::timeline::Timeline;
use rules::{Ruleset, Term, message};
use serde::Deserialize;
use serde_json::Value as Json;
use words::{Language, say};

use crate::failure::Failure;

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Checks each file and prints what is wrong as `file:line:column: reason`.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let yellow = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
    let mut wrong = 0;
    let mut stack: Vec<(String, String)> = Vec::new();
    for path in &arguments.files {
        let file = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|fault| {
            Failure::Told(message!("cli-unreadable", file = &file, fault = fault.to_string()))
        })?;
        match pack::resolve(&file, &text) {
            Ok(checked) => {
                for warning in &checked.warnings {
                    report(warning, yellow, "cli-check-warning", language, out)?;
                }
                let name = checked.pack.get("name").and_then(|name| Term::deserialize(name).ok());
                let name = name.unwrap_or_else(|| Term::from(file.as_str()));
                let good = message!("cli-check-good", file = &file, name = name);
                writeln!(out, "{}", say(language, &good))?;
                for note in &checked.notes {
                    writeln!(out, "  {}", say(language, note))?;
                }
                if checked.pack.get("family").and_then(Json::as_str) == Some(Timeline::FAMILY) {
                    stack.push((file, text));
                }
            }
            Err(faults) => {
                wrong += faults.len();
                for fault in &faults {
                    report(fault, red, "cli-check-fault", language, out)?;
                }
            }
        }
    }
    // Extensions named together are meant to stand on each other in this order (T-60).
    let files: Vec<(&str, &str)> =
        stack.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    if let (true, Err(faults)) = (files.len() > 1 && wrong == 0, pack::stack(&files)) {
        wrong += faults.len();
        for fault in &faults {
            report(fault, red, "cli-check-fault", language, out)?;
        }
    }
    match wrong {
        0 => Ok(()),
        count => Err(Failure::Told(message!("cli-check-bad", count = count))),
    }
}

fn report(
    fault: &PackFault,
    style: Style,
    word: &'static str,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let PackFault { file, line, column, reason } = fault;
    let word = say(language, &rules::Message::new(word));
    let reason = say(language, reason);
    writeln!(out, "{file}:{line}:{column}: {style}{word}{style:#} {reason}")?;
    Ok(())
}
