//! Finding what a name means: whole names first, then their beginnings, then parts of them; what
//! could mean two things is never guessed.

use std::ops::Range;

use export::render::numbered;
use rules::{Message, Term, message};
use words::fold::folded;

use crate::about;
use crate::mistake::Mistake;
use crate::nearest::nearest;
use crate::reader::Reader;

/// Something that can be named.
#[derive(Clone, Debug)]
pub struct Name<T> {
    /// What it is.
    pub it: T,
    /// What it is called, as it is shown.
    pub shown: Message,
    /// Whose it is: names the same otherwise are told apart by `name@owner`.
    pub owner: Option<Term>,
    /// How near it is to the one who speaks: of equal names the nearest is meant. 0 is nearest.
    pub apart: u8,
    /// Everything it may be called, folded.
    spellings: Vec<String>,
}

impl Name<String> {
    /// A thing of the pack, which may also be called by its id.
    pub fn of_pack(id: &str, name: &Term) -> Self {
        Self::new(id.to_owned(), name).also(id)
    }
}

impl<T> Name<T> {
    /// A thing called `name`.
    pub fn new(it: T, name: &Term) -> Self {
        Self {
            it,
            shown: message!("chat-name", name = name),
            owner: None,
            apart: 0,
            spellings: name.spellings().map(folded).flat_map(with_close_number).collect(),
        }
    }

    /// The name with another way to write it.
    pub fn also(mut self, spelling: &str) -> Self {
        self.spellings.push(folded(spelling));
        self
    }

    /// The name with every spelling also followed by `-tier`.
    pub fn tier(mut self, tier: u8) -> Self {
        let with: Vec<String> =
            self.spellings.iter().map(|spelling| format!("{spelling}-{tier}")).collect();
        self.spellings.extend(with);
        self
    }

    /// The name, shown like this.
    pub fn shown(mut self, shown: Message) -> Self {
        self.shown = shown;
        self
    }

    /// The name of a thing that is `owner`'s.
    pub fn of(mut self, owner: &Term) -> Self {
        self.owner = Some(owner.clone());
        self
    }

    /// The name of a thing so far from the one who speaks.
    pub fn apart(mut self, apart: u8) -> Self {
        self.apart = apart;
        self
    }

    fn owner_is(&self, fits: impl Fn(&str) -> bool) -> bool {
        self.owner.iter().flat_map(Term::spellings).any(|spelling| fits(&folded(spelling)))
    }

    /// The name with whose it is, as it may be typed.
    pub fn in_full(&self) -> Message {
        match &self.owner {
            Some(owner) => message!("chat-name-of", name = self.shown.clone(), owner = owner),
            None => self.shown.clone(),
        }
    }
}

/// A name that ends in a number, and the same with the number close to it: 打手 2, 打手2 (C-06); one
/// that was given in quotation marks is found without them too.
fn with_close_number(name: String) -> Vec<String> {
    let inside = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    if let Some(inside) = inside.filter(|inside| !inside.is_empty() && !inside.contains('"')) {
        return vec![name.clone(), inside.to_owned()];
    }
    let number = name.rsplit_once(' ').filter(|(_, number)| is_number(number));
    let close = number.map(|(name, number)| format!("{name}{number}"));
    std::iter::once(name).chain(close).collect()
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_ascii_digit())
}

/// Reads a name and finds the thing it means among `known`.
///
/// # Errors
/// When nothing is called that, or more than one thing is.
pub fn find<T: Clone + PartialEq>(
    reader: &mut Reader<'_>,
    known: &[Name<T>],
) -> Result<T, Mistake> {
    find_by(reader, known, false)
}

/// As [`find`], but the owner may follow after a space: `受伤 @守卫`.
///
/// # Errors
/// When nothing is called that, or more than one thing is.
pub fn find_owned<T: Clone + PartialEq>(
    reader: &mut Reader<'_>,
    known: &[Name<T>],
) -> Result<T, Mistake> {
    find_by(reader, known, true)
}

fn find_by<T: Clone + PartialEq>(
    reader: &mut Reader<'_>,
    known: &[Name<T>],
    apart: bool,
) -> Result<T, Mistake> {
    reader.space();
    let (range, text, quoted) = read(reader, known)?;
    if apart {
        reader.space();
    }
    let owner = owner(reader, known)?;
    choose(reader, range, &text, quoted, owner.as_deref(), known)
}

fn choose<T: Clone + PartialEq>(
    reader: &mut Reader<'_>,
    range: Range<usize>,
    text: &str,
    quoted: bool,
    owner: Option<&str>,
    known: &[Name<T>],
) -> Result<T, Mistake> {
    // 打手 is not 打手 2, though its name begins so.
    let whole = owner.is_some_and(|owner| known.iter().any(|name| name.owner_is(|it| it == owner)));
    let owned = |name: &&Name<T>| {
        let fits = |owner: &str| {
            name.owner_is(|it| if whole { it == owner } else { it.starts_with(owner) })
        };
        owner.is_none_or(fits)
    };
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<&Name<T>> {
        let fitting = known.iter().filter(|name| name.spellings.iter().any(|s| fits(s)));
        fitting.filter(owned).collect()
    };
    let exact = those(&|spelling| spelling == text);
    let begins = || those(&|spelling| spelling.starts_with(text));
    let contains = || those(&|spelling| spelling.contains(text));
    let mut found = exact;
    if found.is_empty()
        && let Some(first) = text.strip_suffix('1')
        && known.iter().any(|name| name.spellings.iter().any(|it| *it == format!("{first}2")))
    {
        // 打手1 is the first of 打手 and 打手 2.
        found = those(&|spelling| spelling == first);
    }
    if found.is_empty() && !quoted {
        found = begins();
    }
    if found.is_empty() && !quoted {
        found = contains();
    }
    let closest = found.iter().map(|name| name.apart).min();
    found.retain(|name| Some(name.apart) == closest);
    // A thing that fits by two of its names is one thing.
    let mut kept: Vec<&Name<T>> = Vec::new();
    found.retain(|name| {
        let new = kept.iter().all(|one| one.it != name.it);
        kept.extend(new.then_some(*name));
        new
    });
    match found.as_slice() {
        [] => Err(unknown(range, text, known)),
        [only] => Ok(only.it.clone()),
        several => {
            let full: Vec<Message> = several.iter().map(|name| name.in_full()).collect();
            // What has one name, and one owner, is told apart by a number (C-06).
            let alike = full.iter().all(|name| *name == full[0]);
            let mut probe = *reader;
            probe.space();
            let place = about::number(&mut probe).and_then(|place| place.checked_sub(1));
            if let Some(one) = place.and_then(|place| several.get(place)).filter(|_| alike) {
                *reader = probe;
                return Ok(one.it.clone());
            }
            let names: Vec<Message> = numbered(&full).into_iter().take(8).collect();
            let mistake = Mistake::new(range, message!("chat-ambiguous", text = text));
            Err(mistake.instead(message!("chat-candidates", names = names)))
        }
    }
}

/// Names as they may be typed: in full, and with a number where two are the same (C-06).
pub fn each_in_full<T>(names: &[Name<T>]) -> Vec<Message> {
    numbered(&names.iter().map(Name::in_full).collect::<Vec<_>>())
}

/// The columns of the name that is next, its folded text, and whether it was quoted.
fn read<T>(
    reader: &mut Reader<'_>,
    known: &[Name<T>],
) -> Result<(Range<usize>, String, bool), Mistake> {
    if let Some(inside) = reader.quoted()? {
        let text = folded(&reader.between(inside.clone()));
        return Ok((inside, text, true));
    }
    let spellings = known.iter().flat_map(|name| &name.spellings);
    let length = reader.longest(spellings.map(String::as_str));
    let range = if length > 0 {
        let start = reader.at();
        reader.step(length);
        start..reader.at()
    } else {
        begun(reader, known)
    };
    if range.is_empty() {
        return Err(Mistake::new(range.start..range.start + 1, message!("chat-name-missing")));
    }
    let text = folded(&reader.between(range.clone()));
    Ok((range, text, false))
}

/// As many of the words that are next as some name begins with, at least one: `what is the anom`.
fn begun<T>(reader: &mut Reader<'_>, known: &[Name<T>]) -> Range<usize> {
    let mut range = reader.token();
    loop {
        let mut probe = *reader;
        if range.is_empty() || !probe.eat(' ') {
            return range;
        }
        let next = probe.token();
        let text = folded(&reader.between(range.start..next.end));
        let mut spellings = known.iter().flat_map(|name| &name.spellings);
        if next.is_empty() || !spellings.any(|spelling| spelling.starts_with(&text)) {
            return range;
        }
        *reader = probe;
        range.end = next.end;
    }
}

/// The owner glued to a name: `撬棍@叶岚`.
fn owner<T>(reader: &mut Reader<'_>, known: &[Name<T>]) -> Result<Option<String>, Mistake> {
    if reader.peek() != Some('@') {
        return Ok(None);
    }
    reader.step(1);
    if let Some(inside) = reader.quoted()? {
        return Ok(Some(folded(&reader.between(inside))));
    }
    let owners: Vec<String> = known
        .iter()
        .flat_map(|name| name.owner.iter().flat_map(Term::spellings).map(folded))
        .collect();
    let start = reader.at();
    match reader.longest(owners.iter().map(String::as_str)) {
        0 => drop(reader.token()),
        length => reader.step(length),
    }
    Ok(Some(folded(&reader.between(start..reader.at()))))
}

fn unknown<T>(range: Range<usize>, text: &str, known: &[Name<T>]) -> Mistake {
    let mistake = Mistake::new(range, message!("chat-unknown-name", text = text));
    let spellings = known.iter().flat_map(|name| name.spellings.iter().map(String::as_str));
    let near = nearest(text, spellings).and_then(|near| {
        let same = |name: &&Name<T>| name.spellings.iter().any(|spelling| spelling == near);
        known.iter().find(same)
    });
    match near {
        Some(near) => mistake.instead(message!("chat-did-you-mean", name = near.in_full())),
        None if known.is_empty() => mistake,
        None => {
            let names: Vec<Message> = known.iter().take(8).map(Name::in_full).collect();
            mistake.instead(message!("chat-candidates", names = names))
        }
    }
}

impl<T> Name<T> {
    /// The same name for something else.
    pub fn map<U>(self, to: impl FnOnce(T) -> U) -> Name<U> {
        Name {
            it: to(self.it),
            shown: self.shown,
            owner: self.owner,
            apart: self.apart,
            spellings: self.spellings,
        }
    }
}
