//! Every command of the family has a door: something that somebody is offered.

use std::collections::BTreeSet;

use rules::fate::{
    Act, CombatantDraft, Command, ContestSideDraft, Hazard, MilestoneKind, NpcDraft, SessionRule,
};
use serde_json::{Value as Json, json};

use crate::table::{Table, acting, ann, attack, bob, condensed, host, me, npc_draft, seats};

/// What is sent from a form of the page's own: seats are the table's, of which the rules know
/// nothing.
const FORMS: [&str; 1] = ["give-character"];

/// Every command there is, as the family's own complaint about an unknown one lists them.
fn all() -> BTreeSet<String> {
    let unknown = serde_json::from_value::<Command>(json!({ "do": "?" })).expect_err("none");
    let said = unknown.to_string();
    let listed = said.split("expected one of").nth(1).expect("it says what would do");
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn verb(command: &Command) -> String {
    let written: Json = serde_json::to_value(command).expect("plain data");
    written["do"].as_str().expect("a name").to_owned()
}

/// Two players, a foe of every sort, something that acts by itself, and a session begun by hand.
fn stage() -> Table {
    // A condition that is marked outright, for the command that marks it (P-41).
    let mut pack = condensed();
    let debt =
        json!({ "id": "debt", "name": "欠债", "value": 0, "aspect": "fixed", "heals": "host" });
    pack.consequences.push(serde_json::from_value(debt).expect("it fits"));
    let mut table = Table::with(pack);
    let mut options = table.game.pack.options.clone();
    options.sessions = SessionRule::ByHand;
    table.play(host(), Command::SetOptions { options: Box::new(options) });
    let lan = table.pc(ann(), "阿岚");
    let shen = table.pc(bob(), "沈知远");
    let thug = table.npc("打手", &[("fight", 2)]);
    let boss = table.npc("头目", &[("fight", 3)]);
    table.scene();
    let hazard = Hazard { rating: 2, track: "physical".into(), countdown: Some(9), spent: false };
    let npc = NpcDraft { hazard: Some(hazard), ..NpcDraft::default() };
    let draft = rules::fate::CharacterDraft { npc, ..npc_draft("炸弹", &[]) };
    table.play(host(), Command::MakeCharacter { draft, seat: None, hidden: false });
    table.situation("火灾", Some(me(lan)));
    for name in ["大厅", "院子"] {
        table.play(host(), Command::AddZone { name: name.into(), next_to: None });
    }
    table.play(host(), Command::PrepareScene { title: "仓库".into(), text: String::new() });
    for to in [lan, shen] {
        let kind = MilestoneKind::Arc;
        table.play(host(), Command::GrantMilestone { character: to, kind });
    }
    // An attack on several, which nobody is offered ready-made: targets are named.
    let command = Command::Act {
        actor: lan,
        act: attack(),
        skill: "fight".into(),
        against: Some(rules::fate::Against::Character(thug)),
        also: vec![boss],
        stunts: Vec::new(),
        text: String::new(),
        roll: true,
    };
    table.play(ann(), command);
    table.stand_alone();
    table
}

/// The scene ends, whatever waits in it; how the next begins.
fn next(table: &mut Table, turn: usize) {
    if turn.is_multiple_of(4) {
        return;
    }
    table.play(host(), Command::EndScene { anyway: true, carry: false });
    if turn % 4 == 1 {
        return;
    }
    table.scene();
    let people: Vec<_> = table.state().characters.iter().map(|one| (one.id, one.pc)).collect();
    if turn % 4 == 2 {
        let draft =
            |(who, pc): &(_, bool)| CombatantDraft { who: *who, side: u8::from(!pc), zone: None };
        let combatants = people.iter().map(draft).collect();
        table.play(host(), Command::BeginConflict { combatants });
        return;
    }
    // A contest whose first exchange is a tie.
    let (lan, thug) = (people[0].0, people[2].0);
    let side = |name: &str, who| ContestSideDraft { name: name.into(), members: vec![who] };
    let sides = vec![side("我们", lan), side("他们", thug)];
    table.play(host(), Command::SetContest { title: "追逐".into(), sides });
    for (side, (actor, dice)) in (0..).zip([(lan, -1), (thug, 1)]) {
        let effort = acting(actor, Act::Effort { side }, "fight", None);
        table.play(host(), effort);
        table.roll(&[dice]);
        table.stand();
    }
}

impl Table {
    fn stand_alone(&mut self) {
        let action = self.action().id;
        self.play(host(), Command::LetStand { action, opposition: false });
    }
}

#[test]
fn b03_every_command_is_offered_to_somebody() {
    let all = all();
    let (mut offered, mut done) = (BTreeSet::new(), BTreeSet::new());
    for turn in 0_usize..8 {
        let mut table = stage();
        next(&mut table, turn);
        for step in 0_usize..90 {
            table.dice.totals.push_back([-3, 0, 1, 4][step % 4]);
            let mut now = Vec::new();
            for by in seats() {
                now.extend(table.offers(by).into_iter().map(|offer| (by, offer.command)));
            }
            offered.extend(now.iter().map(|(_, command)| verb(command)));
            if offered.len() + FORMS.len() >= all.len() {
                break;
            }
            // What has not been done yet; else anything.
            let fresh = now.iter().find(|(_, command)| !done.contains(&verb(command)));
            let Some((by, command)) = fresh.or_else(|| now.get(step * 37 % now.len().max(1)))
            else {
                break;
            };
            done.insert(verb(command));
            table.play(*by, command);
        }
    }
    let forms: BTreeSet<String> = FORMS.map(str::to_owned).into();
    let missing: Vec<_> = all.difference(&offered).filter(|one| !forms.contains(*one)).collect();
    assert!(missing.is_empty(), "no door: {missing:?}");
    assert!(offered.is_subset(&all));
}
