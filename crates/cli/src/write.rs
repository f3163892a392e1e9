//! `mistline pack`: tools for those who write rules (P-63).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use chat::transcript;
use rules::pack::{self, CheckedPack, Difference, PackFault};
use rules::{Refusal, message};
use words::{Language, say};

use crate::failure::Failure;

#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    New {
        #[arg(value_name = "ID")]
        id: String,
        #[arg(long, value_name = "RULESET", default_value = "mist-2d6")]
        extends: String,
    },
    Show {
        #[arg(value_name = "RULESET")]
        pack: String,
    },
    Diff {
        #[arg(value_name = "RULESET")]
        before: String,
        #[arg(value_name = "RULESET")]
        after: String,
    },
    Words {
        #[arg(value_name = "RULESET")]
        pack: String,
    },
    Schema {
        #[arg(value_name = "FAMILY")]
        family: String,
    },
    Test {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        #[arg(long)]
        update: bool,
    },
}

/// Does what is asked.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    match &arguments.command {
        Command::New { id, extends } => begin(id, extends, out),
        Command::Show { pack } => show(pack, out),
        Command::Diff { before, after } => diff(before, after, language, out),
        Command::Words { pack } => list_words(pack, language, out),
        Command::Schema { family } => schema(family, out),
        Command::Test { files, update } => test(files, *update, language, out),
    }
}

/// A file to begin with, commented, that is all right as it stands.
fn begin(id: &str, extends: &str, out: &mut impl Write) -> Result<(), Failure> {
    let shipped = crate::pack::named(extends)?;
    let text = format!(
        "# {id}\n#\n#   mistline check {id}.toml\n#   mistline play --pack {id}.toml\n\n\
         edition = 2\nextends = \"{extends}\"\nid = \"{id}\"\nversion = \"0.1.0\"\n\
         name = {{ zh-Hans = \"{id}\", zh-Hant = \"{id}\", en = \"{id}\" }}\n\
         blurb = {{ zh-Hans = \"一句话的介绍。\", zh-Hant = \"一句話的介紹。\", en = \"What it is, in a sentence.\" }}\n\n\
         # What differs, and nothing else: `mistline pack show {extends}` prints all there is.\n\
         # unset = [\"examples\"]\n",
    );
    pack::resolve(id, &text).map_err(|faults| refused(&faults))?;
    drop(shipped);
    write!(out, "{text}")?;
    Ok(())
}

/// The text of a shipped ruleset, or of a file.
fn text_of(name: &str) -> Result<String, Failure> {
    match pack::shipped_text(name) {
        Some(text) => Ok(text.to_owned()),
        None => {
            crate::pack::named(name)?;
            Ok(fs::read_to_string(name)?)
        }
    }
}

fn show(name: &str, out: &mut impl Write) -> Result<(), Failure> {
    let text = text_of(name)?;
    let lines = pack::show(name, &text).map_err(|faults| refused(&faults))?;
    let dim = Style::new().dimmed();
    for line in lines {
        match line.from {
            Some(from) => writeln!(out, "{}  {dim}# {from}{dim:#}", line.text)?,
            None => writeln!(out, "{}", line.text)?,
        }
    }
    Ok(())
}

fn diff(
    before: &str,
    after: &str,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (before, after) = (crate::pack::named(before)?, crate::pack::named(after)?);
    let all = pack::differences(&before.pack, &after.pack);
    if all.is_empty() {
        writeln!(out, "{}", say(language, &message!("cli-pack-same")))?;
    }
    let (red, green) = (colour(AnsiColor::Red), colour(AnsiColor::Green));
    for Difference { path, before, after } in all {
        writeln!(out, "{path}")?;
        if let Some(before) = before {
            writeln!(out, "  {red}- {before}{red:#}")?;
        }
        if let Some(after) = after {
            writeln!(out, "  {green}+ {after}{green:#}")?;
        }
    }
    Ok(())
}

fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(colour.into()))
}

fn list_words(name: &str, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let pack = crate::pack::named(name)?.pack;
    let mut by_path: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, tag, text) in pack::words(&pack) {
        by_path.entry(path).or_default().push((tag, text));
    }
    let yellow = colour(AnsiColor::Yellow);
    for (path, texts) in by_path {
        writeln!(out, "{path}")?;
        for (tag, text) in &texts {
            let tag = if tag.is_empty() { "*" } else { tag };
            writeln!(out, "  {tag:<8}{text}")?;
        }
        let there: BTreeSet<&str> = texts.iter().map(|(tag, _)| tag.as_str()).collect();
        if !there.contains("") {
            for tag in ["zh-Hans", "zh-Hant", "en"].into_iter().filter(|tag| !there.contains(tag)) {
                let gap = say(language, &message!("cli-pack-gap", language = tag));
                writeln!(out, "  {yellow}{gap}{yellow:#}")?;
            }
        }
    }
    Ok(())
}

/// What files of a family may say, for editors; a ruleset stands for its family.
fn schema(family: &str, out: &mut impl Write) -> Result<(), Failure> {
    let schema = match pack::schema(family) {
        Some(schema) => schema,
        None => {
            let families = || message!("cli-pack-families", families = pack::families().join(" "));
            let named =
                crate::pack::named(family).map_err(|refusal| refusal.instead(families()))?;
            let family = named.pack.get("family").and_then(|it| it.as_str()).unwrap_or_default();
            pack::schema(family).unwrap_or_default()
        }
    };
    let text = serde_json::to_string_pretty(&schema).map_err(std::io::Error::from)?;
    writeln!(out, "{text}")?;
    Ok(())
}

/// Plays transcripts and says where they differ from what happens.
fn test(
    files: &[PathBuf],
    update: bool,
    language: Language,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut all = Vec::new();
    for path in files {
        transcripts(path, &mut all)?;
    }
    if all.is_empty() {
        return Err(Failure::Message(message!("cli-pack-test-none")));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut bad = 0;
    for path in all {
        let text = fs::read_to_string(&path)?;
        let near = path.parent().unwrap_or(Path::new("")).to_owned();
        let played = runtime.block_on(transcript::play(&text, |name| near_or_named(&near, name)));
        let file = path.display().to_string();
        let message = match played.differs(&text) {
            _ if !played.faults.is_empty() => {
                bad += 1;
                let fault = played.faults.join("; ");
                message!("cli-pack-test-fault", file = file, fault = fault)
            }
            None => message!("cli-pack-test-good", file = file),
            Some(_) if update => {
                fs::write(&path, &played.written)?;
                message!("cli-pack-test-written", file = file)
            }
            Some((line, says, is)) => {
                bad += 1;
                message!("cli-pack-test-differs", file = file, line = line, says = says, is = is)
            }
        };
        writeln!(out, "{}", say(language, &message))?;
    }
    match bad {
        0 => Ok(()),
        count => Err(Failure::Message(message!("cli-pack-test-bad", count = count))),
    }
}

/// The transcripts at a path: a file, or all Markdown of a folder that is play.
fn transcripts(path: &Path, all: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if path.is_dir() {
        let mut inside: Vec<PathBuf> =
            fs::read_dir(path)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        inside.sort();
        for path in inside {
            let is_play = || fs::read_to_string(&path).is_ok_and(|text| text.contains("```play\n"));
            if path.is_dir() || (path.extension().is_some_and(|it| it == "md") && is_play()) {
                transcripts(&path, all)?;
            }
        }
    } else {
        all.push(path.to_owned());
    }
    Ok(())
}

/// A pack as a transcript names it: a shipped one, or a file beside the transcript or from here.
fn near_or_named(near: &Path, name: &str) -> Result<CheckedPack, String> {
    let beside = near.join(name);
    let named = match beside.is_file() {
        true => crate::pack::named(&beside.display().to_string()),
        false => crate::pack::named(name),
    };
    let said = |refusal: Refusal| say(Language::En, &refusal.what);
    named.map(|ready| ready.pack).map_err(said)
}

fn refused(faults: &[PackFault]) -> Failure {
    Failure::Refused(crate::pack::bad(faults))
}
