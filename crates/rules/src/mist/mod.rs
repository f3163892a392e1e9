//! The mist family: tags and statuses, in three published variants and any other (M-01 … M-60).
//!
//! One file per subject: its types, decisions, applied events, tells and offers. `dispatch.rs` says
//! which subject has which command and event; `command.rs` is what a seat may ask, `event.rs` what
//! then happened, `state.rs` all that is so, `part.rs` what a viewer is shown. What subjects share:
//! `lookup.rs` (what a command may name), `viewing.rs` (what a viewer may see), `thing.rs` (anything
//! by its id), `offers.rs` (offers in the order they are shown).

mod action;
mod acts;
mod archive;
mod burn;
mod case_file;
mod challenge;
mod character;
mod check;
mod clock;
mod command;
mod conclusion;
mod consequence;
mod dispatch;
mod effect;
mod ending;
mod engage;
mod event;
mod flashback;
mod growth;
mod harm;
mod indulge;
mod limit;
mod line;
mod looking_back;
mod lookup;
mod loss;
mod mitigate;
mod moving;
mod mystery;
mod odds;
mod offers;
mod outcome;
mod owed;
mod pack;
mod part;
mod phase;
mod plunge;
mod power;
mod push;
mod question;
mod quote;
mod ready;
mod review;
mod roll;
mod roll_view;
mod ruleset;
mod scales;
mod scene;
mod sight;
mod state;
mod status;
mod stock;
mod tag;
mod theme;
mod thing;
mod threat;
mod view;
mod viewing;

pub use action::Depth;
pub use archive::{Case, CaseEnd};
pub use case_file::{Clue, ClueOrigin};
pub use challenge::{Challenge, ChallengeDraft};
pub use character::Character;
pub use command::Command;
pub use conclusion::{About, Conclusion, Finding, Trait, Written};
pub use consequence::Consequence;
pub use effect::Effect;
pub use event::Event;
pub use growth::{Grown, Growth, Why};
pub use harm::Harm;
pub use limit::{Fate, Limit, LimitDraft};
pub use line::{Polarity, Proposal, RollLine, Source};
pub use looking_back::{LookingBack, Track};
pub use loss::{LostTheme, Pang, Vacancy};
pub use mitigate::{Boon, Cut};
pub use mystery::Mystery;
pub use outcome::Outcome;
pub use owed::Owed;
pub use pack::{
    Allows, Band, Degree, DiceRules, EffectRules, Ending, Example, FileForm, FileRules,
    IndulgeRules, KindNames, Kinds, LifeRules, Mist, MitigateBy, MitigateFull, MitigateRules,
    MitigateWords, Named, Phase, PlungeRules, PowerRules, Price, Question, Special, StatusRules,
    StoryRules, ThemeRules, WeaknessMarks, WeaknessRules,
};
pub use part::{
    CasePart, ChallengePart, Change, ChangePart, CharacterPart, CluePart, ClueRole, CluesPart,
    ConclusionPart, ConsequencePart, CountedClue, FilePart, HarmPart, LimitPart, LinePart,
    LookingBackPart, OddsPart, OutcomePart, OwedPart, Part, PricePart, RecallPart, RecallQuestion,
    RecallStatus, RollPart, RulesetPart, ScenePart, SourcePart, StatusPart, StoryPart, TagPart,
    ThemePart, ThreatPart, TraitPart,
};
pub use ready::{ReadyChallenge, ReadyClue, ReadyLimit, ReadyMystery, ReadyScene, ReadyThreat};
pub use review::Verdict;
pub use roll::{Pending, RollKind};
pub use scene::{Holder, Scene, Step};
pub use state::{State, Story};
pub use status::{Marks, Reduce, Status};
pub use stock::Ready;
pub use tag::Tag;
pub use theme::{BroughtTheme, Kind, Theme, ThemeDraft};
pub use thing::Thing;
pub use threat::{Threat, ThreatDraft};

/// A command of this family under way.
type Deciding<'a> = crate::kernel::Deciding<'a, Mist>;

/// The most characters of a name: a tag, a status, a title (M-01).
pub const LONGEST_NAME: u32 = 60;
/// The most characters of a text: a description, a conclusion.
pub const LONGEST_TEXT: u32 = 2000;
