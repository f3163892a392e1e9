//! The fate family: aspects, fate points and four actions (F-01 … F-53).
//!
//! One file per noun. `command.rs` is what a seat may ask, `event.rs` what then happened,
//! `state.rs` all that is so, `part.rs` what a viewer is shown. `decide/` holds the rules by
//! subject, `evolve.rs` makes events so.

mod action;
mod aspect;
mod challenge;
mod character;
mod check;
mod command;
mod compel;
mod conflict;
mod contest;
mod decide;
mod event;
mod evolve;
mod harm;
mod ledger;
mod milestone;
mod odds;
mod offers;
mod pack;
mod part;
mod quote;
mod ruleset;
mod scene;
mod state;
mod stunt;
mod tell;
mod text;
mod view;

pub use action::{
    Act, Action, Answer, Ask, Created, Due, Invoked, Outcome, PartSource, Purpose, Side, SidePart,
    Use,
};
pub use aspect::{Aspect, AspectKind, Free, Gone, Holder, Mark, Place};
pub use challenge::{Challenge, Task, TaskDraft};
pub use character::{AspectDraft, Character, CharacterDraft};
pub use command::{Against, Command};
pub use compel::{Compel, CompelEnd, CompelKind, CompelStage};
pub use conflict::{Combatant, CombatantDraft, Conflict, FullDefence};
pub use contest::{Contest, ContestSide, ContestSideDraft};
pub use event::Event;
pub use harm::{Hit, Slot, TakenConsequence, Way};
pub use ledger::{Entry, Ledger, Purse, Why};
pub use milestone::{Change, Milestone, MilestoneKind};
pub use odds::Throwing;
pub use pack::{
    AspectSlot, BoxStep, ConsequenceRule, DiceRules, Example, Fate, Heals, HostileScope, Options,
    OutcomeNames, PointsHome, Rung, Sheet, Skill, Skills, Tier, Track, TurnOrder,
};
pub use part::{
    ActionPart, AspectPart, ChancesPart, CharacterPart, CompelPart, DuePart, EntryPart, HitPart,
    InvokedPart, LedgerPart, Part, PursePart, RulesetPart, ScenePart, SidePartView, SlotPart,
    TrackPart, UsePart, WayPart,
};
pub use scene::{Border, Scene, Zone};
pub use state::{Clock, State};
pub use stunt::{Effect, Per, Stunt, StuntDraft};
