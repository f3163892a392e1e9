//! Time Line 时间线: cards of numbers, d100 checks, negotiation, and fights on a timeline measured
//! in T instead of turns (T-01 … T-60).
//!
//! `command.rs` is what a seat may ask, `event.rs` what then happened, `state.rs` all that is so,
//! `part.rs` what a viewer is shown. `dispatch.rs` names for each command and event the subject
//! that deals with it. A subject has one file: its types, its decisions, how its events are
//! applied and told of, its offers.

mod act;
mod amount;
mod assume;
mod attempt;
mod attribute;
mod belonging;
mod buff;
mod card;
mod cash;
mod character;
mod check;
mod claim;
mod clock;
mod command;
mod contest;
mod control;
mod deciding;
mod declare;
mod derived;
mod dispatch;
mod effect;
mod ending;
mod environment;
mod event;
mod exact;
mod example;
mod fight;
mod fighter;
mod flow;
mod forms;
mod gear;
mod initiative;
mod landing;
mod lasting;
mod law;
mod meeting;
mod modifier;
mod moving;
mod muster;
mod name;
mod negotiation;
mod occasions;
mod odds;
mod offers;
mod options;
mod pack;
mod part;
mod past;
mod pool;
mod position;
mod prepare;
mod queue;
mod quote;
mod reckoning;
mod resolve;
mod resource;
mod results;
mod ruleset;
mod shares;
mod sheet;
mod shield;
mod side;
mod skill;
mod skill_act;
mod state;
mod stock;
mod summon;
mod target;
mod telling;
mod text;
mod traits;
mod treatment;
mod view;
mod weakness;
mod weapon;
mod working;

pub use act::{Act, Aftermath, Deed, Effort, Share, impact_in, windup};
pub use amount::{Amount, NotAnAmount};
pub use attempt::{Attempt, rate};
pub use attribute::{Attribute, Group};
pub use belonging::Belonging;
pub use buff::{Buff, BuffDraft, BuffKind, Range, Worth};
pub use card::Card;
pub use cash::LedgerEntry;
pub use character::Character;
pub use claim::Claim;
pub use command::Command;
pub use declare::Plan;
pub use derived::Derived;
pub use effect::{Effect, Grip, Whom};
pub use environment::Environment;
pub use event::Event;
pub use example::Example;
pub use fight::{Entry, Fate, Fight};
pub use fighter::{Doing, Fighter};
pub use forms::{Aim, DeedForm, EffectField, EffectFieldKind, EffectForm};
pub use lasting::{Lasting, LastingKind};
pub use law::Verdict;
pub use modifier::{BYPASS, Form, Modifier, ModifierDraft, Sign};
pub use negotiation::{Opponent, negotiation_rate};
pub use odds::{chances, contest_chances};
pub use options::Options;
pub use pack::{Item, Race, Timeline};
pub use part::{
    ActPart, AttributePart, ChangePart, CharacterPart, FightPart, FighterPart, LastingPart,
    MeetingPart, Part, PoolPart, RulesetPart, SpanPart, TablePart, WeaponPart,
};
pub use past::{Moment, Point};
pub use pool::Pool;
pub use queue::Queue;
pub use reckoning::{Measure, Reckoning};
pub use resource::{Hit, Resource};
pub use sheet::{SheetDerived, SheetFile, SheetInput};
pub use skill::{Cost, KnownSkill, Skill, When};
pub use state::State;
pub use stock::{Ready, ReadyEnvironment, ReadyFighter, ReadySkill, ReadyWeapon};
pub use target::Target;
pub use traits::{Boon, Occasion, Trait, TraitDraft, Trigger};
pub use weakness::Weakness;
pub use weapon::{Weapon, WeaponDraft, WeaponKind, standard_strength};
