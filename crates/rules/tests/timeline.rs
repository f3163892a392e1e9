//! The rules of Time Line, one test per rule id at least.

#[path = "common/mod.rs"]
mod common;
#[path = "timeline/table.rs"]
mod table;

#[path = "timeline/ambush.rs"]
mod ambush;
#[path = "timeline/characters.rs"]
mod characters;
#[path = "timeline/checks.rs"]
mod checks;
#[path = "timeline/extensions.rs"]
mod extensions;
#[path = "timeline/fights.rs"]
mod fights;
#[path = "timeline/laws.rs"]
mod laws;
#[path = "timeline/letter.rs"]
mod letter;
#[path = "timeline/order.rs"]
mod order;
#[path = "timeline/own_skills.rs"]
mod own_skills;
#[path = "timeline/parts.rs"]
mod parts;
#[path = "timeline/skill_laws.rs"]
mod skill_laws;
#[path = "timeline/skills.rs"]
mod skills;
#[path = "timeline/typed.rs"]
mod typed;
#[path = "timeline/weapons.rs"]
mod weapons;
#[path = "timeline/why.rs"]
mod why;
