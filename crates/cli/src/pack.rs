//! Rulesets by name, by file and by folder.

use std::fs;
use std::path::Path;

use rules::pack::{self, PackFault, ReadyPack};
use rules::{Refusal, message};

/// A ruleset that ships with the program, or a file, or several files of Time Line stacked in order:
/// `gunpowder.toml+mire.toml` (T-60).
///
/// # Errors
/// When there is no such ruleset or file, or what is wrong with the file.
pub fn named(name: &str) -> Result<ReadyPack, Refusal> {
    if let Some(shipped) = pack::shipped_pack(name) {
        return Ok(shipped);
    }
    let several: Vec<&Path> = name.split('+').map(Path::new).collect();
    if several.len() > 1 && several.iter().all(|path| path.is_file()) {
        return stacked(&several);
    }
    if !Path::new(name).is_file() {
        let ids: Vec<String> = pack::shipped().into_iter().map(|shipped| shipped.id).collect();
        return Err(Refusal::new("B-60", message!("cli-no-pack", pack = name))
            .instead(message!("cli-packs", packs = ids.join(" "))));
    }
    from_file(Path::new(name))
}

/// The shipped rulesets, and every `.toml` file of the folder, in the order of their names.
///
/// # Errors
/// When the folder cannot be read, or what is wrong with the first bad file in it.
pub fn shipped_and(folder: Option<&Path>) -> Result<Vec<ReadyPack>, Refusal> {
    let mut packs = pack::shipped();
    let Some(folder) = folder else { return Ok(packs) };
    let entries = fs::read_dir(folder).map_err(|fault| unreadable(folder, &fault))?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    for file in &files {
        let own = from_file(file)?;
        if packs.iter().any(|known| known.id == own.id) {
            let what = message!("cli-pack-twice", file = shown(file), id = own.id);
            return Err(Refusal::new("B-60", what));
        }
        packs.push(own);
    }
    Ok(packs)
}

fn from_file(path: &Path) -> Result<ReadyPack, Refusal> {
    let text = fs::read_to_string(path).map_err(|fault| unreadable(path, &fault))?;
    pack::ready(&shown(path), &text).map_err(|faults| bad(&faults))
}

fn stacked(paths: &[&Path]) -> Result<ReadyPack, Refusal> {
    let read = |path: &&Path| match fs::read_to_string(path) {
        Ok(text) => Ok((shown(path), text)),
        Err(fault) => Err(unreadable(path, &fault)),
    };
    let files: Vec<(String, String)> = paths.iter().map(read).collect::<Result<_, _>>()?;
    let files: Vec<(&str, &str)> =
        files.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    pack::ready_stack(&files).map_err(|faults| bad(&faults))
}

fn bad(faults: &[PackFault]) -> Refusal {
    let told = faults.iter().map(|PackFault { file, line, column, reason }| {
        let place = format!("{file}:{line}:{column}");
        message!("cli-pack-fault", place = place, reason = reason.clone())
    });
    Refusal::new("B-60", message!("cli-bad-pack", faults = told.collect::<Vec<_>>()))
}

fn unreadable(path: &Path, fault: &std::io::Error) -> Refusal {
    let what = message!("cli-unreadable", file = shown(path), fault = fault.to_string());
    Refusal::new("B-60", what)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}
