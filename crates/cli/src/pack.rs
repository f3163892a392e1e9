//! Rulesets by name, by file and by folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rules::pack::{self, PackFault, ReadyPack};
use rules::{Message, Refusal, message};

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
        return stacked(Path::new(""), &several);
    }
    if !Path::new(name).is_file() {
        let ids: Vec<String> = pack::shipped().into_iter().map(|shipped| shipped.id).collect();
        return Err(Refusal::new("B-60", message!("cli-no-pack", pack = name))
            .instead(message!("cli-packs", packs = ids.join(" "))));
    }
    from_file(Path::new(""), Path::new(name))
}

/// The rulesets tables can be made with, and those that cannot be used.
pub struct Shelf {
    /// Those that hold together.
    pub packs: Vec<ReadyPack>,
    /// Those that do not: nothing else suffers from them (P-71).
    pub quarantined: Vec<Quarantined>,
}

/// A file or folder of rules that is not offered.
pub struct Quarantined {
    /// Its name in the folder.
    pub file: String,
    /// What is wrong with it: file, line, column and reason.
    pub reason: Message,
}

/// The shipped rulesets; every `.toml` file of the folder; and every folder in it, whose files are
/// one ruleset, stacked (T-60). All in the order of their names. What is wrong is set aside.
///
/// # Errors
/// When the folder cannot be read.
pub fn shipped_and(folder: Option<&Path>) -> Result<Shelf, Refusal> {
    let mut shelf = Shelf { packs: pack::shipped(), quarantined: Vec::new() };
    let Some(folder) = folder else { return Ok(shelf) };
    for path in inside(folder)? {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = match offered(folder, &path) {
            Ok(None) => continue,
            Ok(Some(own)) if shelf.packs.iter().any(|known| known.id == own.id) => {
                Err(message!("cli-pack-twice", file = &file, id = own.id))
            }
            Ok(Some(own)) => Ok(own),
            Err(refusal) => Err(refusal.what),
        };
        match read {
            Ok(own) => shelf.packs.push(own),
            Err(reason) => shelf.quarantined.push(Quarantined { file, reason }),
        }
    }
    Ok(shelf)
}

/// The ruleset at a path of the folder; none if there is no such thing there.
fn offered(folder: &Path, path: &Path) -> Result<Option<ReadyPack>, Refusal> {
    if path.is_dir() {
        let files: Vec<PathBuf> = inside(path)?.into_iter().filter(|it| is_pack(it)).collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        return match files.is_empty() {
            true => Ok(None),
            false => stacked(folder, &files).map(Some),
        };
    }
    is_pack(path).then(|| from_file(folder, path)).transpose()
}

/// What is in a folder, in the order of names.
fn inside(folder: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let entries = fs::read_dir(folder).map_err(|fault| unreadable(folder, &fault))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn is_pack(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toml") && path.is_file()
}

/// When each file was written last.
pub type Written = BTreeMap<PathBuf, Option<SystemTime>>;

/// When each file of the folder, and of the folders in it, was written last.
pub fn written(folder: &Path) -> Written {
    let mut all = BTreeMap::new();
    for path in inside(folder).unwrap_or_default() {
        if path.is_dir() {
            all.extend(inside(&path).unwrap_or_default().into_iter().map(timed));
        } else {
            all.extend([timed(path)]);
        }
    }
    all
}

fn timed(path: PathBuf) -> (PathBuf, Option<SystemTime>) {
    let at = fs::metadata(&path).and_then(|it| it.modified()).ok();
    (path, at)
}

/// Reads a file, which is called as it is in the folder: where that is, is nobody else's business.
fn from_file(folder: &Path, path: &Path) -> Result<ReadyPack, Refusal> {
    let name = path.strip_prefix(folder).unwrap_or(path);
    let text = fs::read_to_string(path).map_err(|fault| unreadable(name, &fault))?;
    pack::ready(&shown(name), &text).map_err(|faults| bad(&faults))
}

fn stacked(folder: &Path, paths: &[&Path]) -> Result<ReadyPack, Refusal> {
    let read = |path: &&Path| {
        let name = path.strip_prefix(folder).unwrap_or(path);
        match fs::read_to_string(path) {
            Ok(text) => Ok((shown(name), text)),
            Err(fault) => Err(unreadable(name, &fault)),
        }
    };
    let files: Vec<(String, String)> = paths.iter().map(read).collect::<Result<_, _>>()?;
    let files: Vec<(&str, &str)> =
        files.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    pack::ready_stack(&files).map_err(|faults| bad(&faults))
}

/// A refusal that says everything that is wrong.
pub fn bad(faults: &[PackFault]) -> Refusal {
    let messages = faults.iter().map(|PackFault { file, line, column, reason, .. }| {
        let place = format!("{file}:{line}:{column}");
        message!("cli-pack-fault", place = place, reason = reason.clone())
    });
    Refusal::new("B-60", message!("cli-bad-pack", faults = messages.collect::<Vec<_>>()))
}

fn unreadable(path: &Path, fault: &std::io::Error) -> Refusal {
    let what = message!("cli-unreadable", file = shown(path), fault = fault.to_string());
    Refusal::new("B-60", what)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIRE: &str = include_str!("../../../examples/timeline/mire.toml");

    fn lay(folder: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
            fs::write(path, text).expect("it can be written");
        }
    }

    #[test]
    fn b60_files_of_a_folder_stand_beside_the_shipped_rulesets_and_a_bad_one_is_set_aside() {
        let folder = tempfile::tempdir().expect("a folder");
        let mine = "extends = \"mist-2d6\"\nid = \"mine\"\nname = \"我的\"\n";
        lay(folder.path(), &[("mine.toml", mine)]);
        let shelf = shipped_and(Some(folder.path())).expect("it holds together");
        assert_eq!(shelf.packs.len(), pack::shipped().len() + 1);
        assert_eq!(shelf.packs.last().map(|pack| pack.id.as_str()), Some("mine"));
        assert!(shelf.quarantined.is_empty());
        lay(folder.path(), &[("worse.toml", &format!("{mine}[theme]\nimprove = \"x\"\n"))]);
        let again = mine.replace("我的", "又是我的");
        lay(folder.path(), &[("twice.toml", &again), ("a.toml", "family = ")]);
        fs::write(folder.path().join("z.toml"), b"name = \"\xff\"").expect("it can be written");
        let shelf = shipped_and(Some(folder.path())).expect("the others hold together");
        assert_eq!(shelf.packs.len(), pack::shipped().len() + 1);
        let said = |bad: &Quarantined| words::say(words::Language::En, &bad.reason);
        let said: Vec<(&str, String)> =
            shelf.quarantined.iter().map(|bad| (bad.file.as_str(), said(bad))).collect();
        let due = [
            ("a.toml", "a.toml:1:10"),
            ("twice.toml", "mine"),
            ("worse.toml", "worse.toml:5:11"),
            ("z.toml", "z.toml"),
        ];
        assert_eq!(said.len(), due.len(), "{said:?}");
        for ((file, said), (due, reason)) in said.iter().zip(due) {
            assert_eq!(*file, due);
            assert!(said.contains(reason), "{said}");
            assert!(!said.contains(&shown(folder.path())), "not where the folder is: {said}");
        }
    }

    #[test]
    fn t60_a_folder_among_the_packs_is_its_extensions_stacked_in_order() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = "name = { zh-Hans = \"灯\", zh-Hant = \"燈\", en = \"Lamps\" }";
        let lamps = format!(
            "extends = \"timeline\"\nid = \"lamps\"\n{name}\n[[items]]\nname = \"灯油\"\nload = \"1\"\n"
        );
        lay(
            folder.path(),
            &[
                ("lamps.toml", &lamps),
                ("night/1-mire.toml", MIRE),
                ("night/2-lamps.toml", &lamps),
                ("night/notes.txt", "not a pack"),
                ("nothing/readme.md", "no pack here"),
            ],
        );
        let packs = shipped_and(Some(folder.path())).expect("they hold together").packs;
        let ids: Vec<&str> = packs.iter().map(|pack| pack.id.as_str()).collect();
        let own = &ids[pack::shipped().len()..];
        assert_eq!(own, ["lamps", "mire+lamps"]);
        let stacked = packs.last().expect("the stack");
        let items = stacked.pack["items"].to_string();
        assert!(items.contains("灯油"), "the upper one's items: {items}");
        let races = stacked.pack["races"].to_string();
        assert!(races.contains("reedling"), "the lower one's races: {races}");
        assert!(rules::AnyGame::begin(&stacked.pack).is_ok(), "a table can be opened on it");
    }

    #[test]
    fn t60_extensions_that_contradict_each_other_are_refused_with_their_place() {
        let folder = tempfile::tempdir().expect("a folder");
        lay(folder.path(), &[("twice/1.toml", MIRE), ("twice/2.toml", MIRE)]);
        let shelf = shipped_and(Some(folder.path())).expect("the others hold together");
        let [bad] = shelf.quarantined.as_slice() else { panic!("everything is there twice") };
        let said = words::say(words::Language::En, &bad.reason);
        assert!(said.contains("2.toml:") && said.contains("1.toml"), "{said}");
    }
}
