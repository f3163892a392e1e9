//! The TypeScript of everything on the wire, made from the Rust types so that they cannot differ.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

use ts_rs::{Config, TS, TypeVisitor};

/// The text of `web/src/wire.ts`: every type of the wire, in the order of their names.
///
/// # Panics
/// When two types of different shape have the same name.
#[must_use]
pub fn typescript() -> String {
    let mut all = Declarations::default();
    all.visit::<crate::wire::ToServer>();
    all.visit::<crate::wire::FromServer>();
    all.visit::<crate::wire::Refused>();
    all.visit::<crate::wire::PackCard>();
    all.visit::<crate::wire::QuarantinedPack>();
    all.visit::<crate::wire::Addresses>();
    all.visit::<crate::wire::MakeTable>();
    all.visit::<crate::wire::TableMade>();
    all.visit::<crate::wire::PeekLink>();
    all.visit::<crate::wire::Peek>();
    all.visit::<crate::wire::EnterTable>();
    all.visit::<crate::wire::Me>();
    all.visit::<crate::wire::KnockTable>();
    all.visit::<crate::wire::Knocked>();
    all.visit::<crate::wire::AskChart>();
    all.visit::<crate::wire::AskLog>();
    all.visit::<crate::wire::Search>();
    all.visit::<crate::wire::Found>();
    all.visit::<crate::wire::AskRecap>();
    all.visit::<crate::wire::RuleText>();
    all.visit::<export::recap::Recap>();
    all.visit::<crate::wire::BringPicture>();
    all.visit::<crate::wire::PictureBrought>();
    all.visit::<crate::wire::ShowPicture>();
    all.visit::<crate::wire::TakeCharacters>();
    all.visit::<crate::wire::CharactersTaken>();
    all.visit::<crate::wire::FindNotes>();
    all.visit::<table::TablePart>();
    all.visit::<table::YouPart>();
    all.visit::<table::SeatsPart>();
    all.visit::<table::PresencePart>();
    all.visit::<table::SessionPart>();
    all.visit::<table::PastPart>();
    all.visit::<table::LinksPart>();
    all.visit::<table::UndoPart>();
    all.visit::<table::NotesPart>();
    all.visit::<table::DeskPart>();
    all.visit::<table::LibraryPart>();
    all.visit::<table::NoteText>();
    all.visit::<table::PicturesPart>();
    all.visit::<table::FacesPart>();
    all.visit::<table::OfferedPacks>();
    all.visit::<table::PackSource>();
    all.visit::<rules::Moving>();
    all.visit::<rules::Offer<()>>();
    all.visit::<rules::Acts>();
    all.visit::<rules::Verb>();
    all.visit::<rules::fate::Command>();
    all.visit::<rules::fate::Part>();
    all.visit::<rules::mist::Command>();
    all.visit::<rules::mist::Part>();
    all.visit::<rules::timeline::Command>();
    all.visit::<rules::timeline::Part>();
    let types: Vec<&str> = all.texts.values().map(String::as_str).collect();
    format!(
        "// Made from the Rust types by `UPDATE=1 cargo test -p server types`. Do not edit.\n\n\
         /** The version of the protocol, for `hello`. */\n\
         export const PROTOCOL = {};\n\n{}",
        crate::wire::PROTOCOL,
        types.join("\n")
    )
}

#[derive(Default)]
struct Declarations {
    settings: Config,
    seen: BTreeSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Types without a place of their own (numbers, lists) are written where they are used.
        if T::output_path().is_some() {
            let name = T::ident(&self.settings);
            let docs = T::docs().unwrap_or_default();
            let text = tidy(&format!("{docs}export {}", T::decl(&self.settings)));
            if let Some(other) = self.texts.insert(name.clone(), text.clone()) {
                assert_eq!(other, text, "two types are called {name}");
            }
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// One-line comments on one line, what is inside braces indented, no spaces at line ends.
fn tidy(declaration: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for line in declaration.replace("/**\n * ", "/** ").replace("\n */", " */").lines() {
        if inside {
            text.push_str("  ");
        }
        inside |= line.starts_with("export");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
