//! The mist family: tags and statuses, in three published variants and any other (M-01 … M-60).
//!
//! One file per noun. `command.rs` is what a seat may ask, `event.rs` what then happened,
//! `state.rs` all that is so, `part.rs` what a viewer is shown.

mod action;
mod challenge;
mod character;
mod check;
mod command;
mod consequence;
mod decide;
mod effect;
mod ending;
mod event;
mod evolve;
mod file;
mod growth;
mod line;
mod mitigate;
mod name;
mod odds;
mod offers;
mod outcome;
mod pack;
mod part;
mod phase;
mod plan;
mod plunge;
mod power;
mod quote;
mod roll;
mod roll_view;
mod rules;
mod scales;
mod scene;
mod sight;
mod stage;
mod state;
mod status;
mod story;
mod tag;
mod tell;
mod theme;
mod thing;
mod view;

pub use challenge::{Challenge, ChallengeDraft, Harm, Limit, LimitDraft, Threat, ThreatDraft};
pub use character::{Character, Fate, Pang, Vacancy};
pub use command::{Boon, Command, Cut, Proposal};
pub use consequence::{Consequence, Owed};
pub use effect::Effect;
pub use event::{Event, Grown};
pub use growth::Growth;
pub use name::{LONGEST_NAME, LONGEST_TEXT};
pub use pack::{
    Allows, Band, Degree, DiceRules, EffectRules, Ending, Example, FileForm, FileRules,
    IndulgeRules, KindNames, Kinds, LifeRules, Mist, MitigateBy, MitigateFull, MitigateRules,
    Named, Phase, PlungeRules, PowerRules, Price, Question, Special, StatusRules, StoryRules,
    ThemeRules,
};
pub use part::{
    ChallengePart, Change, ChangePart, CharacterPart, CluePart, CluesPart, ConsequencePart,
    HarmPart, LimitPart, LinePart, OddsPart, OutcomePart, OwedPart, Part, RollPart, RulesetPart,
    ScenePart, SourcePart, StatusPart, StoryPart, TagPart, ThemePart, ThreatPart,
};
pub use roll::{Depth, Outcome, Pending, Polarity, RollKind, RollLine, Source, Verdict};
pub use scene::{Holder, Scene, Step};
pub use state::State;
pub use status::{Marks, Reduce, Status};
pub use story::{Clue, ClueOrigin, Mystery, Story};
pub use tag::Tag;
pub use theme::{Kind, Theme, ThemeDraft};
pub use thing::Thing;
