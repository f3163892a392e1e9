//! Characters: whose side of the story the table tells.

use serde::{Deserialize, Serialize};

use super::plan::{Decided, Plan, missing};
use super::{Event, Kind, Status, Tag, Theme, ThemeDraft, name};
use crate::{Audience, Id, MOST_CHARACTERS_OF_A_SEAT, Refusal, SeatId, Term, message};

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

/// What is left behind by a lost theme, until the story settles it (M-55).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistPang"))]
pub struct Pang {
    /// Which one.
    pub id: Id,
    /// The title of the lost theme.
    pub title: Term,
    /// Whether the host has called it in.
    pub called: bool,
}

/// The place of a lost theme (M-54).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistVacancy"))]
pub struct Vacancy {
    /// The kind of theme that will fill it.
    pub kind: Kind,
    /// Whether a full theme fills it, at once: an avatar's gifts (M-58).
    pub full: bool,
}

/// What becomes of a character whose limit is met (M-07).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistFate"))]
pub enum Fate {
    /// They die.
    Died,
    /// They are changed for good.
    Transformed {
        /// Into what.
        text: String,
    },
}

/// The most characters of a table, those who have left included.
const MOST_OF_TABLE: usize = 200;

/// Writes a character: every theme full, or said to be nascent (M-02).
pub(super) fn make(
    plan: &mut Plan,
    typed: &str,
    themes: &[ThemeDraft],
    seat: Option<SeatId>,
    hidden: bool,
) -> Decided {
    if hidden {
        plan.host()?;
    }
    let name = name::name(typed)?;
    let most = plan.pack.theme.most;
    if themes.is_empty() || themes.len() > usize::from(most) {
        return Err(Refusal::new("M-02", message!("mist-theme-count", count = themes.len()))
            .instead(message!("mist-theme-count-instead", most = most)));
    }
    let themes = themes.iter().map(|draft| new_theme(plan, draft)).collect::<Result<_, _>>()?;
    let seen = if hidden { Audience::Host } else { Audience::All };
    add(plan, name, themes, seat, seen)
}

/// Takes one of the pack's examples as a character.
pub(super) fn take_example(
    plan: &mut Plan,
    example: &str,
    typed: Option<&str>,
    seat: Option<SeatId>,
) -> Decided {
    let pack = plan.pack;
    let example = pack
        .examples
        .iter()
        .find(|it| it.id == example)
        .ok_or_else(|| missing(message!("mist-an-example")))?;
    let name = typed.map_or_else(|| Ok(example.name.clone()), name::name)?;
    let themes =
        example.themes.iter().map(|draft| new_theme(plan, draft)).collect::<Result<_, _>>()?;
    add(plan, name, themes, seat, Audience::All)
}

fn add(
    plan: &mut Plan,
    name: Term,
    themes: Vec<Theme>,
    seat: Option<SeatId>,
    seen: Audience,
) -> Decided {
    let seat = if plan.by.is_host() {
        seat
    } else {
        match seat {
            Some(other) if other != plan.by.id => {
                return Err(Refusal::new("B-01", message!("mist-own-seat-only")));
            }
            _ => Some(plan.by.id),
        }
    };
    let of_seat = plan.before.characters.iter().filter(|it| {
        !it.left && it.seat == seat && (it.seen == Audience::All || plan.by.is_host())
    });
    let seen_by = plan.before.characters.iter().filter(|it| it.seen.sees(plan.viewer()));
    for (count, most) in
        [(of_seat.count(), MOST_CHARACTERS_OF_A_SEAT), (seen_by.count(), MOST_OF_TABLE)]
    {
        if count >= most {
            return Err(Refusal::new("B-12", message!("mist-too-many-characters", most = most)));
        }
    }
    let character = Character {
        id: plan.id(),
        name,
        seat,
        seen,
        themes,
        tags: Vec::new(),
        statuses: Vec::new(),
        evolution: 0,
        pangs: Vec::new(),
        vacancies: Vec::new(),
        limit_met: None,
        fate: None,
        asleep: false,
        avatar: false,
        ending: None,
        left: false,
    };
    plan.push(Event::CharacterMade { character: Box::new(character) });
    Ok(())
}

/// A theme as drafted: three power tags and a weakness when full, one and one when nascent, or
/// what the pack says (M-02).
pub(super) fn new_theme(plan: &mut Plan, draft: &ThemeDraft) -> Result<Theme, Refusal> {
    let rules = &plan.pack.theme;
    let powers = if draft.nascent { 1 } else { rules.powers };
    let fits = draft.powers.len() == usize::from(powers)
        && draft.weaknesses.len() == usize::from(rules.weaknesses);
    if !fits {
        return Err(Refusal::new(
            "M-02",
            message!(
                "mist-theme-size",
                theme = &draft.title,
                powers = draft.powers.len(),
                weaknesses = draft.weaknesses.len()
            ),
        )
        .instead(message!(
            "mist-theme-size-instead",
            powers = powers,
            weaknesses = rules.weaknesses
        )));
    }
    let motive = match &draft.motive {
        Term::Plain(text) => name::text(text)?.as_str().into(),
        per_language => per_language.clone(),
    };
    let tags = |plan: &mut Plan, names: &[Term]| -> Result<Vec<Tag>, Refusal> {
        names.iter().map(|it| Ok(Tag::new(plan.id(), name::term(it)?))).collect()
    };
    Ok(Theme {
        id: plan.id(),
        kind: draft.kind,
        title: name::term(&draft.title)?,
        motive,
        powers: tags(plan, &draft.powers)?,
        weaknesses: tags(plan, &draft.weaknesses)?,
        improve: 0,
        decay: 0,
        growths: 0,
        owed: 0,
        nascent: draft.nascent,
    })
}

/// The host gives a character to a seat, or takes it back (B-05).
pub(super) fn give(plan: &mut Plan, id: Id, seat: Option<SeatId>) -> Decided {
    plan.host()?;
    let character = plan.character(id)?;
    if character.seat == seat {
        return Err(Refusal::new("B-05", message!("mist-given-already")));
    }
    plan.push(Event::CharacterGiven { character: id, seat });
    Ok(())
}

/// Takes a character out of play; what they did stays told.
pub(super) fn retire(plan: &mut Plan, id: Id) -> Decided {
    let character = plan.actor(id)?;
    // Only what the seat may see stands in the way: a refusal tells of nothing hidden.
    let viewer = plan.viewer();
    let mut rolls = plan.before.rolls.iter().filter(|it| it.seen.sees(viewer));
    let mut pending = plan.before.consequences.iter().filter(|it| it.seen.sees(viewer));
    if rolls.any(|it| it.actor == Some(id)) || pending.any(|it| it.to == Some(id)) {
        return Err(Refusal::new("B-05", message!("mist-retire-busy", who = &character.name))
            .instead(message!("mist-scene-busy-instead")));
    }
    plan.push(Event::CharacterLeft { character: id });
    Ok(())
}

/// The table says what became of a character at their limit (M-07).
pub(super) fn choose_fate(plan: &mut Plan, id: Id, fate: &Fate) -> Decided {
    let character = plan.own(id)?;
    if character.limit_met.is_none() {
        return Err(Refusal::new("M-07", message!("mist-limit-not-met", who = &character.name)));
    }
    let fate = match fate {
        Fate::Died => Fate::Died,
        Fate::Transformed { text } => Fate::Transformed { text: name::text(text)? },
    };
    plan.push(Event::FateChosen { character: id, fate });
    Ok(())
}
