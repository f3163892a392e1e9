//! Characters: whose side of the story the table tells.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::lookup::missing;
use super::offers::{BLANK, OfferBuilder, Offers, name};
use super::theme::{self, new_theme};
use super::viewing::Viewing;
use super::{
    BroughtTheme, Command, Deciding, Event, Fate, Kind, LONGEST_NAME, Pang, State, Status, Tag,
    Theme, ThemeDraft, Vacancy,
};
use crate::kernel::{Decided, choice, offer};
use crate::{
    Audience, Bounds, Id, MOST_CHARACTERS_OF_A_SEAT, Message, Refusal, SeatId, Term, message, typed,
};

/// Someone in the story with themes of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Character {
    /// Which one.
    pub id: Id,
    /// What they are called.
    pub name: Term,
    /// The seat that plays them; the host when none.
    pub seat: Option<SeatId>,
    /// Who may see them.
    #[serde(default)]
    pub seen: Audience,
    /// Their themes.
    pub themes: Vec<Theme>,
    /// Their story tags.
    pub tags: Vec<Tag>,
    /// Their statuses.
    pub statuses: Vec<Status>,
    /// Evolution marked so far (M-57).
    pub evolution: u32,
    /// Story debts of lost themes (M-55).
    pub pangs: Vec<Pang>,
    /// Places of lost themes, to be filled (M-54).
    pub vacancies: Vec<Vacancy>,
    /// The status that met their limit, until the table has chosen what becomes of them (M-07).
    pub limit_met: Option<Id>,
    /// What became of them at their limit (M-07).
    pub fate: Option<Fate>,
    /// Whether no strange theme can be gained again (M-58).
    pub asleep: bool,
    /// Whether they roll as an avatar (M-16).
    pub avatar: bool,
    /// The ending they have chosen (M-58).
    pub ending: Option<String>,
    /// Whether they have left play.
    pub left: bool,
}

/// The most characters of a table, those who have left included.
const MOST_OF_TABLE: usize = 200;

/// Writes a character: every theme full, or said to be nascent (M-02).
pub(super) fn make(
    deciding: &mut Deciding,
    typed: &str,
    themes: &[ThemeDraft],
    seat: Option<SeatId>,
    hidden: bool,
) -> Decided {
    if hidden {
        deciding.host()?;
    }
    let name = Term::from(typed::name(typed, LONGEST_NAME)?);
    let seen = if hidden { Audience::Host } else { Audience::All };
    write(deciding, name, themes, seat, seen)
}

fn write(
    deciding: &mut Deciding,
    name: Term,
    themes: &[ThemeDraft],
    seat: Option<SeatId>,
    seen: Audience,
) -> Decided {
    let most = deciding.pack.theme.most;
    if themes.is_empty() || themes.len() > usize::from(most) {
        return Err(Refusal::new("M-02", message!("mist-theme-count", count = themes.len()))
            .instead(message!("mist-theme-count-instead", most = most)));
    }
    let themes = themes.iter().map(|draft| new_theme(deciding, draft)).collect::<Result<_, _>>()?;
    add(deciding, name, themes, 0, seat, seen)
}

/// The most themes of a character who comes from elsewhere.
const MOST_BROUGHT: usize = 8;
/// The most evolution of one.
const MOST_EVOLUTION: u32 = 200;

/// Writes a character who comes from elsewhere, as they have grown there (B-51). What could not be
/// made here is the host's to let in (B-46).
pub(super) fn bring(
    deciding: &mut Deciding,
    name: &Term,
    themes: &[BroughtTheme],
    evolution: u32,
    seat: Option<SeatId>,
) -> Decided {
    let name = typed::term(name, LONGEST_NAME)?;
    if evolution == 0 && themes.iter().all(BroughtTheme::is_new) {
        let drafts: Vec<_> = themes.iter().map(|brought| brought.theme.clone()).collect();
        let made = write(deciding, name.clone(), &drafts, seat, Audience::All);
        if made.is_ok() || !deciding.by.is_host() {
            return made;
        }
    }
    if !deciding.by.is_host() {
        return Err(Refusal::new("B-46", message!("mist-brought-grown"))
            .instead(message!("mist-brought-grown-instead")));
    }
    if !(1..=MOST_BROUGHT).contains(&themes.len()) || evolution > MOST_EVOLUTION {
        return Err(Refusal::new("M-02", message!("mist-theme-count", count = themes.len()))
            .instead(message!("mist-theme-count-instead", most = MOST_BROUGHT)));
    }
    let themes =
        themes.iter().map(|one| theme::brought(deciding, one)).collect::<Result<_, _>>()?;
    add(deciding, name, themes, evolution, seat, Audience::All)
}

/// Takes one of the pack's examples as a character.
pub(super) fn take_example(
    deciding: &mut Deciding,
    example: &str,
    typed: Option<&str>,
    seat: Option<SeatId>,
) -> Decided {
    let pack = deciding.pack;
    let example = pack
        .examples
        .iter()
        .find(|it| it.id == example)
        .ok_or_else(|| missing(message!("mist-an-example")))?;
    let name = match typed {
        Some(typed) => typed::name(typed, LONGEST_NAME)?.into(),
        None => example.name.clone(),
    };
    let themes =
        example.themes.iter().map(|draft| new_theme(deciding, draft)).collect::<Result<_, _>>()?;
    add(deciding, name, themes, 0, seat, Audience::All)
}

fn add(
    deciding: &mut Deciding,
    name: Term,
    themes: Vec<Theme>,
    evolution: u32,
    seat: Option<SeatId>,
    seen: Audience,
) -> Decided {
    let seat = if deciding.by.is_host() {
        seat
    } else {
        match seat {
            Some(other) if other != deciding.by.id => {
                return Err(Refusal::new("B-01", message!("mist-own-seat-only")));
            }
            _ => Some(deciding.by.id),
        }
    };
    let of_seat = deciding.before.characters.iter().filter(|it| {
        !it.left && it.seat == seat && (it.seen == Audience::All || deciding.by.is_host())
    });
    let seen_by = deciding.before.characters.iter().filter(|it| it.seen.sees(deciding.viewer()));
    for (count, most) in
        [(of_seat.count(), MOST_CHARACTERS_OF_A_SEAT), (seen_by.count(), MOST_OF_TABLE)]
    {
        if count >= most {
            return Err(Refusal::new("B-12", message!("mist-too-many-characters", most = most)));
        }
    }
    let character = Character {
        id: deciding.id(),
        name,
        seat,
        seen,
        themes,
        tags: Vec::new(),
        statuses: Vec::new(),
        evolution,
        pangs: Vec::new(),
        vacancies: Vec::new(),
        limit_met: None,
        fate: None,
        asleep: false,
        avatar: false,
        ending: None,
        left: false,
    };
    deciding.push(Event::CharacterMade { character: Box::new(character) });
    Ok(())
}

pub(super) fn made(state: &mut State, character: &Character) {
    state.characters.push(Arc::new(character.clone()));
    if let Some(scene) = state.scene_mut() {
        scene.present.push(character.id);
    }
}

/// Whether a new character is more than one who is made here: the host set M-02 aside (B-46).
fn has_grown(viewing: Viewing, character: &Character) -> bool {
    let rules = &viewing.pack.theme;
    let grown = |theme: &Theme| {
        let powers = if theme.nascent { 1 } else { rules.powers };
        let sizes = (theme.powers.len(), theme.weaknesses.len());
        sizes != (usize::from(powers), usize::from(rules.weaknesses))
            || (theme.improve, theme.decay, theme.growths) != (0, 0, 0)
    };
    character.evolution > 0
        || character.themes.len() > usize::from(rules.most)
        || character.themes.iter().any(grown)
}

pub(super) fn tell_made(viewing: Viewing, character: &Character) -> Option<Message> {
    viewing.sees(&character.seen).then(|| match has_grown(viewing, character) {
        false => message!("mist-told-character", who = &character.name),
        true => message!("mist-told-brought", who = &character.name),
    })
}

/// The host gives a character to a seat, or takes it back (B-05).
pub(super) fn give(deciding: &mut Deciding, id: Id, seat: Option<SeatId>) -> Decided {
    deciding.host()?;
    let character = deciding.character(id)?;
    if character.seat == seat {
        return Err(Refusal::new("B-05", message!("mist-given-already")));
    }
    deciding.push(Event::CharacterGiven { character: id, seat });
    Ok(())
}

pub(super) fn given(state: &mut State, character: Id, seat: Option<SeatId>) {
    if let Some(it) = state.character_mut(character) {
        it.seat = seat;
    }
}

pub(super) fn tell_given(viewing: Viewing, character: Id) -> Option<Message> {
    Some(message!("mist-told-given", who = &viewing.character(character)?.name))
}

/// Takes a character out of play; what they did stays told.
pub(super) fn retire(deciding: &mut Deciding, id: Id) -> Decided {
    let character = deciding.actor(id)?;
    // Only what the seat may see stands in the way: a refusal tells of nothing hidden.
    let viewer = deciding.viewer();
    let mut rolls = deciding.before.rolls.iter().filter(|it| it.seen.sees(viewer));
    let mut pending = deciding.before.consequences.iter().filter(|it| it.seen.sees(viewer));
    if rolls.any(|it| it.actor == Some(id)) || pending.any(|it| it.to == Some(id)) {
        return Err(Refusal::new("B-05", message!("mist-retire-busy", who = &character.name))
            .instead(message!("mist-scene-busy-instead")));
    }
    deciding.push(Event::CharacterLeft { character: id });
    Ok(())
}

pub(super) fn left(state: &mut State, id: Id) {
    if let Some(it) = state.character_mut(id) {
        it.left = true;
    }
    if let Some(scene) = state.scene_mut() {
        scene.present.retain(|present| *present != id);
    }
}

pub(super) fn tell_left(viewing: Viewing, id: Id) -> Option<Message> {
    Some(message!("mist-told-left", who = &viewing.character(id)?.name))
}

impl OfferBuilder<'_> {
    /// Making characters.
    pub(super) fn offer_making(self, offers: &mut Offers) {
        if let Some(first) = self.pack.examples.first() {
            let examples = self
                .pack
                .examples
                .iter()
                .map(|it| choice(&it.id, message!("mist-thing-named", name = &it.name)));
            let command =
                Command::TakeExample { example: first.id.clone(), name: None, seat: None };
            let examples = Bounds::Choice { of: examples.collect() };
            offers.push(
                offer("M-02", message!("mist-act-take-example"), command)
                    .field("example", message!("mist-field-character"), examples)
                    .field("name", message!("mist-field-name"), name()),
            );
        }
        let blank = |kind| self.blank_theme(kind, false);
        let command = Command::MakeCharacter {
            name: BLANK.to_owned(),
            themes: vec![blank(Kind::Strange), blank(Kind::Human)],
            seat: None,
            hidden: false,
        };
        let make = offer("M-02", message!("mist-act-make-character"), command);
        offers.push(make.field("name", message!("mist-field-name"), name()));
    }

    /// Taking a character out of play.
    pub(super) fn offer_retiring(self, it: &Character, offers: &mut Offers) {
        let command = Command::Retire { character: it.id };
        offers.push(offer("B-05", message!("mist-act-retire"), command));
    }

    /// Taking a character back from its seat.
    pub(super) fn offer_taking_back(self, it: &Character, offers: &mut Offers) {
        let back = Command::GiveCharacter { character: it.id, seat: None };
        offers.push(offer("B-05", message!("mist-act-take-back"), back));
    }
}
