//! `mistline check`: is this pack right, and if not, where not, and what would cure it (P-60 … P-63)?

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anstyle::{AnsiColor, Style};
use rules::pack::{self, PackFault, Proof, Resolved};
use rules::timeline::Timeline;
use rules::{Message, Ruleset, Term, message};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use words::{Language, say};

use crate::failure::Failure;

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[arg(long)]
    json: bool,
    #[arg(long)]
    watch: bool,
    #[arg(long)]
    quick: bool,
}

/// How often files are looked at that are watched.
const LOOK: Duration = Duration::from_millis(300);

/// Checks each file and prints what is wrong as `file:line:column: reason`; watched, again whenever
/// one of them changes.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    if !arguments.watch {
        return check(arguments, language, out);
    }
    let mut before = None;
    loop {
        let now = changed(&arguments.files);
        if before.as_ref() != Some(&now) {
            before = Some(now);
            match check(arguments, language, out) {
                Ok(()) => {}
                Err(Failure::Message(message)) => writeln!(out, "{}", say(language, &message))?,
                Err(other) => return Err(other),
            }
            writeln!(out)?;
            out.flush()?;
        }
        std::thread::sleep(LOOK);
    }
}

/// When each of the files was written last.
fn changed(files: &[PathBuf]) -> BTreeMap<PathBuf, Option<SystemTime>> {
    let written = |path: &Path| fs::metadata(path).and_then(|it| it.modified()).ok();
    files.iter().map(|path| (path.clone(), written(path))).collect()
}

/// A file as it was read and checked.
struct Checked {
    file: String,
    text: String,
    found: Result<(Resolved, Option<Proof>), Vec<PackFault>>,
}

fn check(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let mut all = Vec::new();
    for path in &arguments.files {
        let file = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|fault| {
            Failure::Message(message!("cli-unreadable", file = &file, fault = fault.to_string()))
        })?;
        let found = pack::resolve(&file, &text).map(|resolved| {
            let proof = (!arguments.quick).then(|| prove(&resolved));
            (resolved, proof)
        });
        all.push(Checked { file, text, found });
    }
    let mut wrong = 0;
    for checked in &all {
        wrong += match arguments.json {
            true => report_json(checked, language, out)?,
            false => report(checked, language, out)?,
        };
    }
    // Extensions named together are meant to stand on each other in this order (T-60).
    let is_timeline = |checked: &&Checked| {
        let pack = checked.found.as_ref().ok().map(|(resolved, _)| &resolved.pack);
        pack.and_then(|pack| pack.get("family")?.as_str()) == Some(Timeline::FAMILY)
    };
    let stack: Vec<(&str, &str)> =
        all.iter().filter(is_timeline).map(|it| (it.file.as_str(), it.text.as_str())).collect();
    if let (true, Err(faults)) = (stack.len() > 1 && wrong == 0, pack::stack(&stack)) {
        wrong += faults.len();
        for fault in &faults {
            match arguments.json {
                true => writeln!(out, "{}", fault_json(fault, language))?,
                false => report_fault(fault, language, out)?,
            }
        }
    }
    match wrong {
        0 => Ok(()),
        count => Err(Failure::Message(message!("cli-check-bad", count = count))),
    }
}

/// Plays a pack. A program that fails on it must not end what checks it.
fn prove(resolved: &Resolved) -> Proof {
    let proof = std::panic::catch_unwind(|| pack::prove(&resolved.pack));
    proof.unwrap_or_else(|_| Proof { failed: vec![message!("table-broken")], ..Proof::default() })
}

fn style(colour: AnsiColor) -> Style {
    Style::new().bold().fg_color(Some(colour.into()))
}

/// Says what was found; gives how much of it is wrong.
fn report(checked: &Checked, language: Language, out: &mut impl Write) -> Result<usize, Failure> {
    let (resolved, proof) = match &checked.found {
        Ok(found) => found,
        Err(faults) => {
            for fault in faults {
                report_fault(fault, language, out)?;
            }
            return Ok(faults.len());
        }
    };
    let yellow = style(AnsiColor::Yellow);
    for PackFault { file, line, column, reason, .. } in &resolved.warnings {
        let word = say(language, &message!("cli-check-warning"));
        let reason = say(language, reason);
        writeln!(out, "{file}:{line}:{column}: {yellow}{word}{yellow:#} {reason}")?;
    }
    let file = checked.file.as_str();
    let mut wrong = 0;
    for fault in proof.iter().flat_map(|proof| &proof.failed) {
        let red = style(AnsiColor::Red);
        let word = say(language, &message!("cli-check-fault"));
        writeln!(out, "{file}: {red}{word}{red:#} {}", say(language, fault))?;
        wrong += 1;
    }
    let name = name_of(resolved, file);
    let unproven = proof.as_ref().is_some_and(|proof| !proof.unproven.is_empty());
    if wrong == 0 {
        let message = match unproven {
            true => message!("cli-check-held", file = file, name = name),
            false => message!("cli-check-good", file = file, name = name),
        };
        writeln!(out, "{}", say(language, &message))?;
    }
    if let Some(proof) = proof {
        writeln!(out, "  {}", say(language, &played(proof)))?;
    }
    for note in &resolved.notes {
        writeln!(out, "  {}", say(language, note))?;
    }
    Ok(wrong)
}

fn name_of(resolved: &Resolved, file: &str) -> Term {
    let name = resolved.pack.get("name").and_then(|name| Term::deserialize(name).ok());
    name.unwrap_or_else(|| Term::from(file))
}

fn played(proof: &Proof) -> Message {
    let (commands, all) = (proof.commands, proof.items.len());
    match proof.unproven.is_empty() {
        true => message!("cli-check-proven", commands = commands, all = all),
        false => {
            let items = proof.unproven.join(" ");
            message!("cli-check-unproven", commands = commands, all = all, items = items)
        }
    }
}

fn report_fault(
    fault: &PackFault,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let red = style(AnsiColor::Red);
    let PackFault { file, line, column, reason, cure, .. } = fault;
    let word = say(language, &message!("cli-check-fault"));
    let reason = say(language, reason);
    writeln!(out, "{file}:{line}:{column}: {red}{word}{red:#} {reason}")?;
    if let Some(cure) = cure {
        let green = style(AnsiColor::Green);
        let word = say(language, &message!("cli-check-cure"));
        writeln!(out, "  {green}{word}{green:#} {}", say(language, &cure.words))?;
    }
    Ok(())
}

/// One line for each file, for editors and scripts.
fn report_json(
    checked: &Checked,
    language: Language,
    out: &mut impl Write,
) -> Result<usize, Failure> {
    let (wrong, report) = match &checked.found {
        Err(faults) => {
            let listed: Vec<Json> = faults.iter().map(|it| fault_json(it, language)).collect();
            (faults.len(), json!({ "file": checked.file, "right": false, "faults": listed }))
        }
        Ok((resolved, proof)) => {
            let texts = |all: &[Message]| -> Vec<String> {
                all.iter().map(|it| say(language, it)).collect()
            };
            let failed = proof.as_ref().map_or(&[][..], |proof| &proof.failed);
            let warnings: Vec<Json> =
                resolved.warnings.iter().map(|it| fault_json(it, language)).collect();
            let report = json!({
                "file": checked.file,
                "right": failed.is_empty(),
                "warnings": warnings,
                "notes": texts(&resolved.notes),
                "proof": proof.as_ref().map(|proof| json!({
                    "commands": proof.commands,
                    "items": proof.items,
                    "unproven": proof.unproven,
                    "failed": texts(failed),
                })),
            });
            (failed.len(), report)
        }
    };
    writeln!(out, "{report}")?;
    Ok(wrong)
}

fn fault_json(fault: &PackFault, language: Language) -> Json {
    let mut json = json!(fault);
    json["reason"] = Json::from(say(language, &fault.reason));
    if let Some(cure) = &fault.cure {
        json["cure"]["words"] = Json::from(say(language, &cure.words));
    }
    json
}
