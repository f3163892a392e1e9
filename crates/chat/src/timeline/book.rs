//! What a seat sees of a game of Time Line, ready to be looked up by name.

use rules::timeline::{Amount, Attribute, CharacterPart, FightPart, Part, RulesetPart, TablePart};
use rules::{Id, Message, Term, View, message};
use words::fold::folded;
use words::{Language, say};

use crate::about;
use crate::context::SeatContext;
use crate::family::{Lookup, Speaker};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// What a seat sees, sorted.
pub struct Book<'v> {
    /// The seat's context.
    pub context: &'v SeatContext,
    /// How the table plays.
    pub table: Option<&'v TablePart>,
    /// The characters, oldest first.
    pub characters: Vec<&'v CharacterPart>,
    /// The fight.
    pub fight: Option<&'v FightPart>,
    /// What the pack says.
    pub ruleset: Option<&'v RulesetPart>,
    /// Who acts in this line, if the line said so before its command.
    pub actor: Option<Id>,
}

/// Whom a fighter faces, as far as their seat sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// No enemy.
    Nobody,
    /// One enemy: an attack that names nobody is at them.
    One(Id),
    /// Several: which one must be said.
    Several,
}

impl<'v> Book<'v> {
    /// The seat's own characters; the host's are those nobody else plays.
    pub fn own(&self) -> impl Iterator<Item = &'v CharacterPart> {
        let seat = self.context.seat;
        let people = self.characters.iter().copied().filter(|one| one.summoned.is_none());
        people.filter(move |one| match one.seat {
            Some(owner) => owner == seat.id,
            None => seat.is_host(),
        })
    }

    /// Whom the seat acts as when it does not say: whom it speaks as, or its only character.
    pub fn default_actor(&self) -> Option<&'v CharacterPart> {
        let id = about::actor(self.actor, self.context, self.own().map(|one| one.id))?;
        self.characters.iter().copied().find(|one| one.id == id)
    }

    /// Whom the line is about.
    ///
    /// # Errors
    /// When the seat has no character, or several and has not said which.
    pub fn actor(&self, reader: &Reader<'_>) -> Result<&'v CharacterPart, Mistake> {
        self.default_actor().ok_or_else(|| {
            let names: Vec<Message> =
                self.own().map(|one| message!("plain", text = &one.card.name)).collect();
            let at = reader.here();
            if names.is_empty() {
                Mistake::new(at, message!("timeline-chat-no-character"))
                    .example_text(".tlsetup 姓名:…")
            } else {
                Mistake::new(at, message!("timeline-chat-which", names = names))
                    .example_text(".chr 1")
            }
        })
    }

    /// The side a character stands on: as in the fight, or as they are played (T-34).
    fn side(&self, one: &CharacterPart) -> u8 {
        let rows = self.fight.map_or(&[][..], |fight| &fight.fighters);
        let row = rows.iter().find(|row| row.id == one.id);
        row.map_or_else(|| if one.seat.is_some() { 1 } else { 2 }, |row| row.side)
    }

    /// Whether two characters are enemies: they stand on different sides.
    pub fn oppose(&self, one: &CharacterPart, other: Id) -> bool {
        let other = self.characters.iter().find(|part| part.id == other);
        other.is_some_and(|other| self.side(other) != self.side(one))
    }

    /// Whom a fighter faces, for an act that names nobody.
    pub fn only_enemy(&self, one: &CharacterPart) -> Facing {
        let rows = self.fight.map_or(&[][..], |fight| &fight.fighters);
        let side = self.side(one);
        let mut enemies = rows.iter().filter(|row| !row.gone && row.side != side);
        match (enemies.next(), enemies.next()) {
            (None, _) => Facing::Nobody,
            (Some(only), None) => Facing::One(only.id),
            (Some(_), Some(_)) => Facing::Several,
        }
    }

    /// The characters named as `@A @B` next.
    ///
    /// # Errors
    /// When one of them is nobody's name.
    pub fn named(&self, reader: &mut Reader<'_>) -> Result<Vec<Id>, Mistake> {
        let mut found = Vec::new();
        loop {
            reader.gap();
            if !reader.eat('@') {
                return Ok(found);
            }
            found.push(names::find(reader, &self.character_names())?);
        }
    }

    /// All characters by name; of equal names the seat's own is meant.
    pub fn character_names(&self) -> Vec<Name<Id>> {
        self.characters
            .iter()
            .map(|one| {
                let seat = self.context.seat;
                let yours = seat.is_host() || one.seat == Some(seat.id);
                let apart = if yours { 0 } else { 1 };
                Name::new(one.id, &Term::from(one.card.name.as_str())).apart(apart)
            })
            .collect()
    }
}

/// A message in every language, as a name to be typed.
pub fn term(message: &Message) -> Term {
    Term::PerLanguage {
        zh_hans: say(Language::ZhHans, message).into(),
        zh_hant: Some(say(Language::ZhHant, message).into()),
        en: Some(say(Language::En, message).into()),
    }
}

/// Reads one of the eleven attributes; part of its name is enough.
///
/// # Errors
/// When there is no such attribute.
pub fn attribute(reader: &mut Reader<'_>) -> Result<Attribute, Mistake> {
    let known: Vec<Name<Attribute>> =
        Attribute::ALL.map(|one| Name::new(one, &term(&one.name()))).into();
    names::find(reader, &known)
}

/// An attribute, if the next word is one.
pub fn maybe_attribute(reader: &mut Reader<'_>) -> Option<Attribute> {
    let mut probe = *reader;
    let found = attribute(&mut probe).ok()?;
    *reader = probe;
    Some(found)
}

/// The next word in plain form, and where it stands.
pub fn word(reader: &mut Reader<'_>) -> (std::ops::Range<usize>, String) {
    reader.space();
    let range = reader.token();
    let text = folded(&reader.between(range.clone()));
    (range, text)
}

/// Reads a number with at most two decimals.
///
/// # Errors
/// When the next word is none.
pub fn amount(reader: &mut Reader<'_>, example: &str) -> Result<Amount, Mistake> {
    let at = reader.here();
    let (range, text) = word(reader);
    let at = if range.is_empty() { at } else { range };
    text.parse()
        .map_err(|_| Mistake::new(at, message!("timeline-chat-number")).example_text(example))
}

/// A number followed by one of `marks`: `20%`, `30d`, `4t`, or by nothing.
///
/// # Errors
/// When the next word is no such number.
pub fn marked(
    reader: &mut Reader<'_>,
    marks: &[char],
    example: &str,
) -> Result<(Amount, Option<char>), Mistake> {
    let (range, text) = word(reader);
    let mark = text.chars().next_back().filter(|last| marks.contains(last));
    let digits = mark.map_or(text.as_str(), |mark| text.trim_end_matches(mark));
    let at = range.start..range.end.max(range.start + 1);
    let wrong = || Mistake::new(at, message!("timeline-chat-number")).example_text(example);
    Ok((digits.parse().map_err(|_| wrong())?, mark))
}

/// Reads the place of a thing in a numbered list, from 1.
///
/// # Errors
/// When there is no such place.
pub fn place<T: Clone>(reader: &mut Reader<'_>, things: &[T]) -> Result<T, Mistake> {
    reader.space();
    let at = reader.here();
    let number = reader.number().and_then(|number| usize::try_from(number).ok());
    number
        .and_then(|number| things.get(number.checked_sub(1)?))
        .cloned()
        .ok_or_else(|| Mistake::new(at, message!("timeline-chat-place", most = things.len())))
}

impl<'v> Lookup<'v> for Book<'v> {
    type Part = Part;

    fn new(context: &'v SeatContext, view: &'v View<Part>, actor: Option<Id>) -> Self {
        let mut book = Book {
            context,
            table: None,
            characters: Vec::new(),
            fight: None,
            ruleset: None,
            actor,
        };
        for part in view.values() {
            match part {
                Part::Ruleset(part) => book.ruleset = Some(part),
                Part::Table(part) => book.table = Some(part),
                Part::Character(part) => book.characters.push(part),
                Part::Fight(part) => book.fight = Some(part),
            }
        }
        if let Some(table) = book.table {
            let age = |id: Id| table.characters.iter().position(|other| *other == id);
            book.characters.sort_by_key(|part| age(part.id));
        }
        book
    }

    fn known_characters(&self) -> Vec<Name<Id>> {
        self.character_names()
    }

    fn own_ids(&self) -> Vec<Id> {
        self.own().map(|one| one.id).collect()
    }

    fn speaker(&self) -> Option<Speaker> {
        let speaker = self.default_actor()?;
        Some((speaker.seat, speaker.card.name.clone()))
    }

    fn names(view: &View<Part>) -> Vec<Term> {
        let mut names: Vec<Term> = Vec::new();
        for part in view.values() {
            match part {
                Part::Character(part) => {
                    let own = [part.name.as_str(), part.card.name.as_str()].into_iter();
                    let weapons = part.weapons.iter().map(|one| one.weapon.draft.name.as_str());
                    let traits = part.traits.iter().map(|one| one.draft.name.as_str());
                    names.extend(own.chain(weapons).chain(traits).map(Term::from));
                    names.extend(part.pools.iter().map(|pool| pool.name.clone()));
                    names.extend(part.skills.iter().map(|known| known.skill.name.clone()));
                }
                Part::Fight(part) => {
                    names.extend(part.fighters.iter().map(|one| Term::from(one.name.as_str())));
                }
                Part::Ruleset(_) | Part::Table(_) => {}
            }
        }
        names
    }
}
