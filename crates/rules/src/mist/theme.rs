//! Themes: the sides of a character, each a set of tags with a motive and two tracks (M-02).

use serde::{Deserialize, Serialize};

use super::offers::{BLANK, OfferBuilder};
use super::{Deciding, LONGEST_NAME, LONGEST_TEXT, Tag};
use crate::{Id, Refusal, Term, message, typed};

/// The two kinds of theme; what they are called is the pack's (M-03).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", ts(rename = "MistKind"))]
pub enum Kind {
    /// What the mist gave: 浸染, 赐礼.
    Strange,
    /// What is still human: 自我, 人理.
    Human,
}

impl Kind {
    /// The kind that fills the place of a lost theme of this kind (M-54).
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Kind::Strange => Kind::Human,
            Kind::Human => Kind::Strange,
        }
    }
}

/// One side of a character (M-02).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "MistTheme"))]
pub struct Theme {
    /// Which one.
    pub id: Id,
    /// Strange or human.
    pub kind: Kind,
    /// What it is called.
    pub title: Term,
    /// What it drives the character to.
    pub motive: Term,
    /// Power tags; the first is the theme tag.
    pub powers: Vec<Tag>,
    /// Weakness tags.
    pub weaknesses: Vec<Tag>,
    /// Marks on the improve track.
    pub improve: u8,
    /// Marks on the decay track.
    pub decay: u8,
    /// Growths taken.
    pub growths: u32,
    /// Growths earned and not yet chosen.
    pub owed: u32,
    /// Whether it has yet to become a full theme (M-52).
    pub nascent: bool,
}

impl Theme {
    /// Every tag of the theme, powers first.
    pub fn tags(&self) -> impl Iterator<Item = &Tag> {
        self.powers.iter().chain(&self.weaknesses)
    }

    /// Every tag of the theme, to change.
    pub fn tags_mut(&mut self) -> impl Iterator<Item = &mut Tag> {
        self.powers.iter_mut().chain(&mut self.weaknesses)
    }
}

/// A theme as it is written down for a new character or in place of a lost one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistThemeDraft"))]
pub struct ThemeDraft {
    /// Strange or human.
    pub kind: Kind,
    /// What it is called.
    pub title: Term,
    /// What it drives the character to.
    #[serde(default = "no_words")]
    pub motive: Term,
    /// Power tags; the first is the theme tag.
    pub powers: Vec<Term>,
    /// Weakness tags.
    pub weaknesses: Vec<Term>,
    /// Whether it is nascent: one power tag instead of a full set (M-02).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub nascent: bool,
}

/// A theme of a character who comes from elsewhere, as it has grown there (B-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", ts(rename = "MistBroughtTheme"))]
pub struct BroughtTheme {
    /// What is written on it.
    pub theme: ThemeDraft,
    /// Marks on the improve track.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u8>"))]
    pub improve: u8,
    /// Marks on the decay track.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u8>"))]
    pub decay: u8,
    /// Growths taken.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
    pub growths: u32,
    /// The tags that are burnt, by their places: the powers from 0 on, then the weaknesses.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub burnt: Vec<u8>,
}

impl BroughtTheme {
    /// Whether it is as a theme is when it is made.
    pub(super) fn is_new(&self) -> bool {
        let Self { theme: _, improve, decay, growths, burnt } = self;
        (*improve, *decay, *growths) == (0, 0, 0) && burnt.is_empty()
    }
}

/// The most tags of a kind on a theme that comes from elsewhere.
const MOST_TAGS: usize = 20;
/// The most growths of one.
const MOST_GROWTHS: u32 = 200;

/// A theme as it has grown elsewhere. Only what this table can hold is taken (B-51).
pub(super) fn brought(deciding: &mut Deciding, brought: &BroughtTheme) -> Result<Theme, Refusal> {
    let (draft, rules) = (&brought.theme, &deciding.pack.theme);
    let (powers, weaknesses) = (draft.powers.len(), draft.weaknesses.len());
    let fits = (1..=MOST_TAGS).contains(&powers) && weaknesses <= MOST_TAGS;
    let marks = brought.improve <= rules.improve && brought.decay <= rules.decay;
    if !fits || !marks || brought.growths > MOST_GROWTHS {
        return Err(Refusal::new("B-51", message!("mist-brought-bounds", theme = &draft.title)));
    }
    let mut theme = written(deciding, draft)?;
    theme.improve = brought.improve;
    theme.decay = brought.decay;
    theme.growths = brought.growths;
    for (place, tag) in theme.tags_mut().enumerate() {
        tag.burnt = brought.burnt.iter().any(|burnt| usize::from(*burnt) == place);
    }
    Ok(theme)
}

fn no_words() -> Term {
    Term::from("")
}

/// A theme as drafted: three power tags and a weakness when full, one and one when nascent, or
/// what the pack says (M-02).
pub(super) fn new_theme(deciding: &mut Deciding, draft: &ThemeDraft) -> Result<Theme, Refusal> {
    let rules = &deciding.pack.theme;
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
    written(deciding, draft)
}

/// A theme with what is written on it, its words checked (B-15).
fn written(deciding: &mut Deciding, draft: &ThemeDraft) -> Result<Theme, Refusal> {
    let motive = match &draft.motive {
        Term::Plain(text) => typed::text(text, LONGEST_TEXT)?.into(),
        per_language => per_language.clone(),
    };
    let tags = |deciding: &mut Deciding, names: &[Term]| -> Result<Vec<Tag>, Refusal> {
        names.iter().map(|it| Ok(Tag::new(deciding.id(), typed::term(it, LONGEST_NAME)?))).collect()
    };
    Ok(Theme {
        id: deciding.id(),
        kind: draft.kind,
        title: typed::term(&draft.title, LONGEST_NAME)?,
        motive,
        powers: tags(deciding, &draft.powers)?,
        weaknesses: tags(deciding, &draft.weaknesses)?,
        improve: 0,
        decay: 0,
        growths: 0,
        owed: 0,
        nascent: draft.nascent,
    })
}

impl OfferBuilder<'_> {
    /// A theme yet to be written.
    pub(super) fn blank_theme(self, kind: Kind, nascent: bool) -> ThemeDraft {
        let rules = &self.pack.theme;
        let powers = if nascent { 1 } else { rules.powers };
        ThemeDraft {
            kind,
            title: BLANK.into(),
            motive: Term::from(""),
            powers: vec![BLANK.into(); usize::from(powers)],
            weaknesses: vec![BLANK.into(); usize::from(rules.weaknesses)],
            nascent,
        }
    }
}
