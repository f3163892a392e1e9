//! Time Line 时间线: cards of numbers, d100 checks, negotiation, and fights on a timeline measured
//! in T instead of turns (T-01 … T-60).
//!
//! One file per noun. `command.rs` is what a seat may ask, `event.rs` what then happened,
//! `state.rs` all that is so, `part.rs` what a viewer is shown.

mod act;
mod amount;
mod attribute;
mod buff;
mod card;
mod character;
mod check;
mod command;
mod decide;
mod decide_check;
mod decide_fight;
mod derived;
mod effect;
mod event;
mod evolve;
mod exact;
mod example;
mod fight;
mod lasting;
mod law;
mod modifier;
mod occasions;
mod offers;
mod pack;
mod part;
mod prepare;
mod queue;
mod quote;
mod reckoning;
mod resolve;
mod results;
mod rules;
mod sheet;
mod skill;
mod skill_act;
mod state;
mod tell;
mod tell_fight;
mod traits;
mod view;
mod weapon;
mod working;

pub use act::{Act, Aftermath, Deed, Effort, Share, impact_in, windup};
pub use amount::{Amount, NotAnAmount};
pub use attribute::{Attribute, Group};
pub use buff::{Buff, BuffDraft, BuffKind, Range, Worth};
pub use card::Card;
pub use character::{Belonging, Character, LedgerEntry, Resource};
pub use check::{Attempt, Opponent, Target, chances, contest_chances, negotiation_rate, rate};
pub use command::Command;
pub use derived::Derived;
pub use effect::{Effect, Grip, Whom};
pub use event::{Event, Hit};
pub use example::Example;
pub use fight::{Doing, Entry, Fate, Fight, Fighter, Moment, Plan, Weakness};
pub use lasting::{Lasting, LastingKind};
pub use law::Verdict;
pub use modifier::{BYPASS, Form, Modifier, ModifierDraft, Sign};
pub use pack::{Environment, Item, Options, Pool, Race, Timeline};
pub use part::{
    ActPart, AttributePart, ChangePart, CharacterPart, FightPart, FighterPart, LastingPart, Part,
    PoolPart, RulesetPart, SpanPart, TablePart, WeaponPart,
};
pub use queue::Queue;
pub use reckoning::{Measure, Reckoning};
pub use sheet::{SheetDerived, SheetFile, SheetInput};
pub use skill::{Cost, KnownSkill, Skill, When};
pub use state::State;
pub use traits::{Boon, Occasion, Trait, TraitDraft, Trigger};
pub use weapon::{Weapon, WeaponDraft, WeaponKind, standard_strength};
