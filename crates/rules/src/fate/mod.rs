//! The fate family: aspects, fate points and four actions (F-01 … F-53).
//!
//! `command.rs` is what a seat may ask, `event.rs` what then happened, `state.rs` all that is so,
//! `part.rs` what a viewer is shown. `dispatch.rs` leads every command and event to its subject:
//! one file each, with its types, decisions, what its events do, what is told of them, and what it
//! offers.

mod absence;
mod act;
mod action;
mod advantage;
mod aspect;
mod boost;
mod challenge;
mod character;
mod check;
mod choice;
mod clock;
mod command;
mod compel;
mod concession;
mod conflict;
mod consequence;
mod contest;
mod detail;
mod dispatch;
mod event;
mod free;
mod harm;
mod hazard;
mod holder;
mod invoke;
mod ledger;
mod mend;
mod milestone;
mod moving;
mod name;
mod notes;
mod npc;
mod odds;
mod offers;
mod opposition;
mod options;
mod outcome;
mod pack;
mod part;
mod prepared;
mod quote;
mod roll;
mod ruleset;
mod scene;
mod secret;
mod session;
mod sheet;
mod show;
mod side;
mod state;
mod stock;
mod stress;
mod stunt;
mod teamwork;
mod view;
mod volley;
mod wording;
mod zone;

pub use absence::Absence;
pub use act::{Act, Purpose};
pub use action::Action;
pub use advantage::Created;
pub use aspect::{Aspect, AspectKind, Gone, Place};
pub use challenge::{Challenge, Task, TaskDraft};
pub use character::Character;
pub use choice::{Answer, Ask, Due};
pub use command::Command;
pub use compel::{Compel, CompelEnd, CompelKind, CompelStage};
pub use conflict::{Combatant, CombatantDraft, Conflict, FullDefence};
pub use consequence::{Mark, Slot};
pub use contest::{Contest, ContestSide, ContestSideDraft};
pub use event::Event;
pub use free::Free;
pub use harm::{Hit, TakenConsequence, Way};
pub use hazard::Hazard;
pub use holder::Holder;
pub use invoke::{Invoked, Use};
pub use ledger::{Entry, Ledger, Purse, Why};
pub use mend::{Mend, MendRequest};
pub use milestone::{Change, Milestone, MilestoneKind};
pub use npc::{NpcDraft, NpcSize};
pub use odds::Throwing;
pub use opposition::Against;
pub use options::to_messages as options_in_words;
pub use outcome::{Outcome, OutcomeNames};
pub use pack::{
    AspectSlot, AspectWords, BoxStep, ConsequenceRule, DiceRules, DifficultyRule, Example, Fate,
    Healing, Heals, HostileScope, Mending, Options, PointsHome, Rung, SessionRule, Sheet, Skill,
    Skills, Tier, Track, TurnOrder,
};
pub use part::{
    ActionPart, AspectPart, ChancesPart, CharacterPart, CompelPart, DuePart, EntryPart, HitPart,
    InvokedPart, LedgerPart, MendPart, Part, PursePart, RulesetPart, ScenePart, SidePartView,
    SlotPart, TrackPart, UsePart, WayPart,
};
pub use prepared::{Prepared, PreparedAspect, PreparedPerson, Preparing};
pub use scene::Scene;
pub use session::Clock;
pub use sheet::{AspectDraft, CharacterDraft};
pub use side::{PartSource, Side, SidePart};
pub use state::State;
pub use stock::{Ready, ReadyAspect, ReadyNpc, ReadyPerson, ReadyZone};
pub use stunt::{Effect, Per, Stunt, StuntDraft};
pub use zone::{Border, Zone};

use offers::OfferBuilder;

/// A command of this family under way.
type Deciding<'a> = crate::kernel::Deciding<'a, Fate>;
