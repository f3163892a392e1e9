//! Opposition of every size: sizes, mobs, copies, hazards, several targets, prepared scenes, secret
//! rolls, compels of the group (F-44, F-45, F-54).

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::fate::{
    Act, Action, Against, CombatantDraft, Command, CompelKind, Event, Hazard, Holder, NpcDraft,
    PartSource, Place, Preparing,
};
use rules::{Audience, Id, Viewer};

use crate::table::{Table, acting, ann, attack, bob, host, made, me, npc_draft, overcome};

impl Table {
    /// One of the host's characters of a size.
    fn sized(&mut self, name: &str, skills: &[(&str, i64)], npc: NpcDraft) -> Id {
        let draft = rules::fate::CharacterDraft { npc, ..npc_draft(name, skills) };
        made(&self.play(host(), Command::MakeCharacter { draft, seat: None, hidden: false }))
    }

    fn hit(&mut self, to: Id, shifts: u8) -> Id {
        self.play(host(), Command::Hit { to, track: "physical".into(), shifts });
        self.state().hits.last().expect("it landed").id
    }

    fn ways(&self, hit: Id) -> Vec<(u8, usize)> {
        let hit = self.state().hits.iter().find(|one| one.id == hit).expect("it waits");
        let ways = self.game.pack.ways(self.state(), hit);
        ways.into_iter().map(|way| (way.boxes, way.slots.len())).collect()
    }
}

fn size(id: &str) -> NpcDraft {
    NpcDraft { size: Some(id.into()), ..NpcDraft::default() }
}

fn mob(id: &str, count: u8) -> NpcDraft {
    NpcDraft { mob: Some(count), ..size(id) }
}

#[test]
fn f54_nameless_characters_have_few_boxes_and_no_consequences() {
    let mut table = Table::in_scene();
    for (id, boxes) in [("average", 0), ("fair", 1), ("good", 2)] {
        let one = table.sized(id, &[("physique", 5)], size(id));
        let one = table.character(one).clone();
        assert_eq!(table.game.pack.boxes(&one, "physical"), boxes, "{id}");
        assert!(table.game.pack.slots(table.state(), &one).is_empty(), "{id}");
    }
    let supporting = table.sized("头目", &[("physique", 1)], size("supporting"));
    let supporting = table.character(supporting).clone();
    assert_eq!(table.game.pack.boxes(&supporting, "physical"), 4);
    assert_eq!(table.game.pack.slots(table.state(), &supporting).len(), 2);
    let main = table.sized("首领", &[], size("main"));
    let main = table.character(main).clone();
    assert_eq!(table.game.pack.slots(table.state(), &main).len(), 3);
}

#[test]
fn f54_boxes_and_slots_are_set_for_each() {
    let mut table = Table::in_scene();
    let npc = NpcDraft {
        boxes: [("physical".to_owned(), 5)].into(),
        slots: Some(vec!["mild".into()]),
        ..size("average")
    };
    let one = table.sized("守卫", &[], npc);
    let one = table.character(one).clone();
    assert_eq!(table.game.pack.boxes(&one, "physical"), 5);
    assert_eq!(table.game.pack.boxes(&one, "mental"), 0);
    assert_eq!(table.game.pack.slots(table.state(), &one).len(), 1);
    let draft = rules::fate::CharacterDraft { npc: size("giant"), ..npc_draft("巨人", &[]) };
    let unknown = Command::MakeCharacter { draft, seat: None, hidden: false };
    assert_eq!(table.refused(host(), unknown), "F-54");
}

#[test]
fn f54_a_mob_shares_boxes_helps_each_other_and_shrinks() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let thugs = table.sized("打手", &[("fight", 2), ("athletics", 1)], mob("fair", 5));
    let boxes = |table: &Table| table.game.pack.boxes(table.character(thugs), "physical");
    assert_eq!(boxes(&table), 10, "each falls with the second shift");

    table.declare(host(), thugs, attack(), "fight", Against::Character(lan));
    assert_eq!(table.action().side.before_dice(), 4, "+2 and help up to the rating");
    let action = table.action().id;
    table.play(host(), Command::Cancel { action });
    table.declare(ann(), lan, attack(), "fight", Against::Character(thugs));
    let defence = table.action().opposition.clone().expect("they defend");
    assert_eq!(defence.before_dice(), 2, "+1 and help up to the rating");
    assert!(defence.parts.iter().any(|part| part.source == PartSource::Mob));
    let action = table.action().id;
    table.play(ann(), Command::Cancel { action });

    let hit = table.hit(thugs, 5);
    assert_eq!(table.ways(hit), [(5, 0)]);
    table.play(
        host(),
        Command::Absorb { hit, boxes: 5, consequences: Vec::new(), marks: Vec::new() },
    );
    assert_eq!(table.character(thugs).mob, Some(3), "two fell");
    assert_eq!(table.character(thugs).marked("physical"), 1, "and one is hurt");
    assert_eq!(boxes(&table), 6);
    let hit = table.hit(thugs, 5);
    table.play(
        host(),
        Command::Absorb { hit, boxes: 5, consequences: Vec::new(), marks: Vec::new() },
    );
    assert_eq!(table.character(thugs).mob, Some(0));
    assert!(table.character(thugs).out, "the last of them fell");
    table.play(host(), Command::BringBack { character: thugs });
    assert_eq!(table.character(thugs).mob, Some(1));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// However a mob is hurt, what it has absorbed is who fell and who is hurt; those who are left
    /// share the boxes that are left, and help each other up to their rating.
    #[test]
    fn f54_a_mob_is_the_sum_of_those_who_are_left(
        id in prop::sample::select(vec!["average", "fair", "good"]),
        count in 2_u8..9,
        rating in -1_i64..5,
        hits in prop::collection::vec((1_u8..9, any::<bool>()), 1..8),
    ) {
        let mut table = Table::in_scene();
        let thugs = table.sized("打手", &[("fight", rating)], mob(id, count));
        let each = table.game.pack.boxes(table.character(thugs), "physical") / count;
        let mut absorbed = [0_u8; 2];
        for (shifts, mental) in hits {
            if table.character(thugs).out {
                break;
            }
            let track = if mental { "mental" } else { "physical" };
            table.play(host(), Command::Hit { to: thugs, track: track.into(), shifts });
            let hit = table.state().hits[0].id;
            let left = table.character(thugs).mob.unwrap_or(0);
            let marked = table.character(thugs).marked(track);
            match table.ways(hit).first() {
                Some((boxes, 0)) => {
                    prop_assert_eq!(*boxes, shifts, "a mob has boxes and nothing else");
                    let consequences = Vec::new();
                    table.play(host(), Command::Absorb { hit, boxes: *boxes, consequences, marks: Vec::new() });
                    absorbed[usize::from(mental)] += shifts;
                }
                Some(other) => prop_assert!(false, "{:?}", other),
                None => {
                    prop_assert!(shifts > left * each - marked, "no more than they can take");
                    table.play(host(), Command::GoOut { hit });
                }
            }
            let one = table.character(thugs).clone();
            let left = one.mob.unwrap_or(0);
            if one.out {
                continue;
            }
            let fallen = (absorbed[0] - one.marked("physical")) + (absorbed[1] - one.marked("mental"));
            prop_assert_eq!(fallen, (count - left) * each);
            for track in ["physical", "mental"] {
                prop_assert!(one.marked(track) < each, "who falls is counted off");
                prop_assert_eq!(table.game.pack.boxes(&one, track), left * each);
            }
            table.play(host(), acting(thugs, overcome(), "fight", Some(Against::Difficulty(0))));
            let help = i64::from(left - 1).min(rating).max(0);
            prop_assert_eq!(table.action().side.before_dice(), rating + help);
            let action = table.action().id;
            table.play(host(), Command::Cancel { action });
        }
    }
}

#[test]
fn f54_copies_have_the_sheet_and_a_number() {
    let mut table = Table::in_scene();
    let thug = table.sized("打手", &[("fight", 2)], size("fair"));
    table.play(host(), Command::SetStress { character: thug, track: "physical".into(), marked: 1 });
    let copy = Command::CopyCharacter { character: thug, name: None, count: 2 };
    assert_eq!(table.refused(ann(), &copy), "B-01");
    let copies: Vec<Id> = table
        .play(host(), copy)
        .iter()
        .filter_map(|event| match event {
            Event::CharacterMade { character, .. } => Some(character.id),
            _ => None,
        })
        .collect();
    let names: Vec<_> = copies.iter().map(|id| table.character(*id).name.clone()).collect();
    assert_eq!(names, ["打手 2".into(), "打手 3".into()]);
    let copy = table.character(copies[0]);
    assert_eq!((copy.rating("fight"), copy.marked("physical")), (2, 0));
    assert_eq!(table.state().aspects_of(copies[0]).count(), 1);
    let lan = table.pc(ann(), "阿岚");
    let pc = Command::CopyCharacter { character: lan, name: None, count: 1 };
    assert_eq!(table.refused(host(), pc), "F-54");
}

fn several(actor: Id, first: Id, also: Vec<Id>) -> Command {
    Command::Act {
        actor,
        act: attack(),
        skill: "fight".into(),
        against: Some(Against::Character(first)),
        also,
        stunts: Vec::new(),
        text: String::new(),
        roll: false,
    }
}

#[test]
fn f45_one_attack_is_split_among_several_targets() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    let one = table.npc("甲", &[("athletics", 1)]);
    let other = table.npc("乙", &[("athletics", 1)]);
    assert_eq!(table.refused(ann(), several(lan, one, vec![one])), "F-45");
    let overcoming = Command::Act {
        actor: lan,
        act: overcome(),
        skill: "fight".into(),
        against: Some(Against::Difficulty(1)),
        also: vec![one, other],
        stunts: Vec::new(),
        text: String::new(),
        roll: false,
    };
    assert_eq!(table.refused(ann(), overcoming), "F-45");

    table.play(ann(), several(lan, one, vec![other]));
    let action = table.action().id;
    let split = |shares: &[i64]| Command::Split { action, shares: shares.to_vec() };
    assert_eq!(table.refused(ann(), split(&[3, 3])), "F-45");
    table.roll(&[2]);
    assert_eq!(table.refused(ann(), split(&[3, 3])), "F-45");
    table.play(ann(), Command::LetStand { action, opposition: false });
    assert_eq!(table.refused(ann(), split(&[3, 2])), "F-45");
    assert_eq!(table.refused(bob(), split(&[4, 2])), "B-01");
    table.play(ann(), split(&[4, 2]));
    let shares: Vec<(Option<Id>, i64)> = table
        .state()
        .actions
        .iter()
        .map(|action: &std::sync::Arc<Action>| (action.target, action.side.total()))
        .collect();
    assert_eq!(shares, [(Some(one), 4), (Some(other), 2)]);

    // Each defends for themselves; only the defence rolls.
    let first = table.state().actions[0].id;
    table.dice.totals.extend([0]);
    let defend = |action| Command::Defend {
        action,
        skill: "athletics".into(),
        full: false,
        stunts: Vec::new(),
        roll: true,
    };
    let events = table.play(host(), defend(first));
    let rolls = events.iter().filter(|event| matches!(event, Event::Rolled { .. })).count();
    assert_eq!(rolls, 1);
    table.play(ann(), Command::LetStand { action: first, opposition: false });
    table.play(host(), Command::LetStand { action: first, opposition: true });
    table.choose_at(first);
    assert_eq!(table.state().hits.last().map(|hit| (hit.to, hit.shifts)), Some((one, 3)));
    let second = table.action().id;
    table.dice.totals.extend([3]);
    table.play(host(), defend(second));
    table.play(ann(), Command::LetStand { action: second, opposition: false });
    table.play(host(), Command::LetStand { action: second, opposition: true });
    assert_eq!(table.state().hits.len(), 1, "the other was missed");
}

impl Table {
    fn choose_at(&mut self, action: Id) {
        let answer = rules::fate::Answer::AllShifts;
        self.play(ann(), Command::Choose { action, answer });
    }
}

#[test]
fn f45_one_compel_for_the_whole_group() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.pc(bob(), "沈知远");
    let storm = table.situation("暴风雪", None);
    let own = table.aspect("黑暗也在看我").expect("it is hers").id;
    let compel = |aspect| Command::CompelGroup {
        to: Vec::new(),
        aspect,
        kind: CompelKind::Event,
        text: "走散了".into(),
    };
    assert_eq!(table.refused(host(), compel(own)), "F-45");
    assert_eq!(table.refused(ann(), compel(storm)), "B-01");
    table.play(host(), compel(storm));
    assert_eq!(table.state().compels.len(), 2);
    let hers = table.state().compels.iter().find(|one| one.to == lan).expect("hers").id;
    table.play(ann(), Command::AcceptCompel { compel: hers });
    assert_eq!(table.state().compels.len(), 1, "each answers alone");
}

#[test]
fn f45_only_the_host_sees_a_secret_roll() {
    let mut table = Table::in_scene();
    let thug = table.npc("打手", &[("notice", 2)]);
    let lan = table.pc(ann(), "阿岚");
    let roll = |character| Command::RollSecretly {
        character,
        skill: "notice".into(),
        difficulty: Some(3),
    };
    assert_eq!(table.refused(ann(), roll(thug)), "B-01");
    assert_eq!(table.refused(host(), roll(lan)), "F-45");
    table.dice.totals.extend([2]);
    let before = table.state().clone();
    let events = table.play(host(), roll(thug));
    let [event] = events.as_slice() else { panic!("one roll: {events:?}") };
    let Event::RolledSecretly { roll, .. } = event else { panic!("a secret one: {event:?}") };
    assert_eq!(roll.audience, Audience::Host);
    let pack = table.game.pack.clone();
    let told = |viewer| rules::Ruleset::tell(&*pack, &before, event, viewer);
    assert!(told(Viewer::Host).is_some());
    assert_eq!(told(Viewer::Player(ann().id)), None);
    assert_eq!(told(Viewer::Spectator), None);
    assert_eq!(*table.state(), before, "it changes nothing");
}

fn hazard(countdown: Option<u8>) -> NpcDraft {
    let hazard = Hazard { rating: 3, track: "physical".into(), countdown, spent: false };
    NpcDraft { hazard: Some(hazard), ..NpcDraft::default() }
}

#[test]
fn f45_a_hazard_acts_by_itself_when_a_round_begins() {
    let mut table = Table::in_scene();
    let [lan, shen] = [(ann(), "阿岚"), (bob(), "沈知远")].map(|(by, name)| table.pc(by, name));
    let thug = table.npc("打手", &[]);
    for name in ["大厅", "院子"] {
        table.play(host(), Command::AddZone { name: name.into(), next_to: None });
    }
    let zones = table.state().scene.as_ref().expect("it is open").zones.clone();
    let fire = table.sized("火势", &[], hazard(None));
    let place = |who, zone| Command::Move { character: who, zone };
    table.play(host(), place(fire, zones[0].id));
    let draft = |who, side, zone: usize| CombatantDraft { who, side, zone: Some(zones[zone].id) };
    let combatants = vec![draft(lan, 0, 0), draft(shen, 0, 1), draft(thug, 1, 0)];
    table.play(host(), Command::BeginConflict { combatants });
    for to in [lan, shen, thug] {
        table.play(host(), Command::PassTurn { to });
    }
    assert!(table.state().actions.is_empty(), "not before the round is over");
    table.play(host(), Command::PassTurn { to: lan });
    let [action] = table.state().actions.as_slice() else { panic!("it reaches her alone") };
    assert_eq!((action.actor, action.target), (fire, Some(lan)));
    assert_eq!(action.side.before_dice(), 3);
    let action = action.id;
    table.dice.totals.extend([0, 0]);
    let defend = Command::Defend {
        action,
        skill: "athletics".into(),
        full: false,
        stunts: Vec::new(),
        roll: true,
    };
    table.play(ann(), defend);
    table.stand();
    assert!(table.state().actions.is_empty());
}

#[test]
fn f45_a_countdown_acts_once_when_it_is_over() {
    let mut table = Table::in_scene();
    table.pc(ann(), "阿岚");
    let bomb = table.sized("炸弹", &[], hazard(Some(2)));
    let tick = Command::LetHazardAct { character: bomb };
    assert_eq!(table.refused(ann(), &tick), "B-01");
    table.play(host(), &tick);
    assert!(table.state().actions.is_empty());
    table.play(host(), &tick);
    let [action] = table.state().actions.as_slice() else { panic!("it goes off") };
    assert!(matches!(action.act, Act::Attack { .. }));
    let action = action.id;
    table.play(host(), Command::Cancel { action });
    assert_eq!(table.refused(host(), &tick), "F-45");
}

#[test]
fn f44_a_prepared_scene_is_hidden_until_it_starts() {
    let mut table = Table::new();
    let lan = table.pc(ann(), "阿岚");
    let draft = npc_draft("头目", &[("fight", 3)]);
    let boss =
        made(&table.play(host(), Command::MakeCharacter { draft, seat: None, hidden: true }));
    let seen_by_ann = |table: &Table| {
        let viewer = Viewer::Player(ann().id);
        rules::Ruleset::view(&*table.game.pack, table.state(), viewer)
    };
    let before = seen_by_ann(&table);
    let prepare = Command::PrepareScene { title: "仓库".into(), text: "铁门".into() };
    assert_eq!(table.refused(ann(), &prepare), "B-01");
    table.play(host(), prepare);
    let id = table.state().prepared[0].id;
    let change = |change| Command::ChangePrepared { prepared: id, change };
    table.play(host(), change(Preparing::Zone { name: "二楼".into() }));
    table.play(host(), change(Preparing::Zone { name: "院子".into() }));
    let zones = table.state().prepared[0].zones.clone();
    let (one, other) = (zones[0].id, zones[1].id);
    table.play(host(), change(Preparing::Border { one, other, barred: Some(2) }));
    let aspect = |name: &str, zone, game, hidden| Preparing::Aspect {
        name: name.into(),
        zone,
        game,
        hidden,
        free: Some(me(boss)),
    };
    table.play(host(), change(aspect("堆满货箱", Some(one), false, false)));
    table.play(host(), change(aspect("内鬼", None, false, true)));
    table.play(host(), change(aspect("大雾封城", None, true, false)));
    let crates = table.state().prepared[0].aspects[0].id;
    table.play(host(), change(Preparing::Free { aspect: crates, to: me(boss) }));
    table.play(host(), change(Preparing::Person { who: boss, zone: Some(one), hidden: false }));
    assert!(seen_by_ann(&table) == before, "nothing of it is seen");

    table.play(host(), Command::StartPrepared { prepared: id });
    assert!(table.state().prepared.is_empty());
    let scene = table.state().scene.clone().expect("it is open");
    assert_eq!((scene.zones.len(), scene.whereabouts.get(&boss)), (2, Some(&one)));
    assert_eq!(scene.border(one, other).and_then(|border| border.barred), Some(2));
    assert_eq!(table.free("堆满货箱", me(boss)), 2, "the host gave two before it began");
    assert_eq!(table.aspect("堆满货箱").map(|one| one.on), Some(Place::Zone(one)));
    assert_eq!(table.aspect("内鬼").map(|one| one.seen.clone()), Some(Audience::Host));
    assert_eq!(table.aspect("大雾封城").map(|one| one.on), Some(Place::Game));
    assert_eq!(table.character(boss).seen, Audience::All);
    assert_eq!(table.points(rules::fate::Purse::Host), 1, "one player character");
    let _ = lan;
}

#[test]
fn f44_a_scene_is_carried_over_to_the_next() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.play(host(), Command::AddZone { name: "大厅".into(), next_to: None });
    let hall = table.state().scene.as_ref().expect("it is open").zones[0].id;
    table.play(host(), Command::Move { character: lan, zone: hall });
    table.situation("火灾", Some(me(lan)));
    table.play(host(), Command::EndScene { anyway: false, carry: true });
    assert!(table.aspect("火灾").is_none(), "it passed with the scene");
    let id = table.state().prepared[0].id;
    let place = Command::ChangePrepared { prepared: id, change: Preparing::Place { at: 0 } };
    table.play(host(), place);
    table.play(host(), Command::StartPrepared { prepared: id });
    assert_eq!(table.free("火灾", me(lan)), 1, "and goes on in the next");
    let scene = table.state().scene.clone().expect("it is open");
    assert_eq!(scene.whereabouts.get(&lan), Some(&hall));
    let again = Command::StartPrepared { prepared: id };
    assert_eq!(table.refused(host(), again), "F-44");
}

/// What is kept for the next scene is not told as lost, and a scene that starts not as given up.
#[test]
fn f44_what_is_carried_over_is_not_told_as_gone() {
    let mut table = Table::in_scene();
    let lan = table.pc(ann(), "阿岚");
    table.situation("火灾", Some(me(lan)));
    let on = Place::Character(lan);
    let name = Some("被缠住".into());
    let free = Some(Holder::Host);
    table.play(host(), Command::AddAspect { name, on, boost: false, free, hidden: false });
    let told = |table: &Table, before: &rules::fate::State, events: &[Event]| -> Vec<String> {
        let lines = table.lines_for(Viewer::Host, before, events);
        lines.into_iter().flatten().map(|line| format!("{:?}", line.message)).collect()
    };
    let before = table.state().clone();
    let carry = Command::EndScene { anyway: false, carry: true };
    let notes = table.quote(host(), &carry).notes;
    let lost = notes.iter().find(|note| note.id == "fate-vanishes").expect("it says what");
    let lost = format!("{lost:?}");
    assert!(lost.contains("被缠住") && !lost.contains("火灾"), "{lost}");
    let events = table.play(host(), carry);
    let lines = told(&table, &before, &events);
    let passed = |name: &str| {
        lines.iter().any(|line| line.contains("fate-aspect-passed") && line.contains(name))
    };
    assert!(!passed("火灾"), "it goes on: {lines:?}");
    assert!(passed("被缠住"), "what is on somebody does not");
    let prepared = table.state().prepared[0].id;
    let before = table.state().clone();
    let events = table.play(host(), Command::StartPrepared { prepared });
    let lines = told(&table, &before, &events);
    assert!(!lines.iter().any(|line| line.contains("fate-prepared-dropped")), "{lines:?}");
}

#[test]
fn f44_a_prepared_scene_is_changed_and_given_up() {
    let mut table = Table::in_scene();
    table.play(host(), Command::PrepareScene { title: "仓库".into(), text: String::new() });
    let id = table.state().prepared[0].id;
    let change = |change| Command::ChangePrepared { prepared: id, change };
    let fire = table.situation("火灾", None);
    table.play(host(), change(Preparing::Carry { aspect: fire }));
    table.play(host(), change(Preparing::Drop { thing: fire }));
    assert!(table.state().prepared[0].aspects.is_empty());
    assert_eq!(table.refused(host(), change(Preparing::Drop { thing: fire })), "B-12");
    let describe = Preparing::Describe {
        title: "码头仓库".into(),
        text: "夜里".into(),
        notes: "头目在二楼".into(),
    };
    table.play(host(), change(describe));
    assert_eq!(table.state().prepared[0].title, "码头仓库".into());
    assert_eq!(table.refused(host(), Command::StartPrepared { prepared: id }), "F-10");
    table.play(host(), Command::DropPrepared { prepared: id });
    assert!(table.state().prepared.is_empty());
}

#[test]
fn f44_every_change_of_a_prepared_scene_is_offered() {
    let mut table = Table::in_scene();
    table.situation("火灾", None);
    table.npc("打手", &[("fight", 2)]);
    for title in ["仓库", "后台"] {
        table.play(host(), Command::PrepareScene { title: title.into(), text: String::new() });
    }
    let prepared = table.state().prepared[0].id;
    for name in ["装卸区", "二楼"] {
        let change = Preparing::Zone { name: name.into() };
        table.play(host(), Command::ChangePrepared { prepared, change });
    }
    let change = Preparing::Aspect {
        name: "货箱".into(),
        zone: None,
        game: false,
        hidden: false,
        free: None,
    };
    table.play(host(), Command::ChangePrepared { prepared, change });
    let offered: BTreeSet<String> = table
        .offers(host())
        .into_iter()
        .filter_map(|offer| match offer.command {
            Command::ChangePrepared { change, .. } => Some(kind(&change)),
            _ => None,
        })
        .collect();
    assert_eq!(offered, kinds_of::<Preparing>());
}

/// The kinds of something, as its own complaint about an unknown one lists them.
fn kinds_of<T: serde::de::DeserializeOwned>() -> BTreeSet<String> {
    let unknown = serde_json::json!({ "kind": "?" });
    let Err(said) = serde_json::from_value::<T>(unknown) else { panic!("it is unknown") };
    let said = said.to_string();
    let listed = said.split("expected one of").nth(1).expect("it says what would do");
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn kind(of: &impl serde::Serialize) -> String {
    let written = serde_json::to_value(of).expect("plain data");
    written["kind"].as_str().expect("a kind").to_owned()
}

#[test]
fn f54_a_quote_says_what_one_of_the_hosts_characters_would_be() {
    let mut table = Table::in_scene();
    table.npc("打手", &[]);
    let mut draft = npc_draft("打手", &[("fight", 3)]);
    draft.npc = NpcDraft { size: Some("good".into()), mob: Some(4), ..NpcDraft::default() };
    let make = Command::MakeCharacter { draft, seat: None, hidden: false };
    let quote = table.quote(host(), &make);
    let summary = serde_json::to_value(&quote.notes).expect("plain data");
    assert_eq!(summary[0]["id"], "fate-npc-summary", "{summary}");
    assert_eq!(summary[0]["args"]["who"], "打手 2", "{summary}");
    let parts = summary[0]["args"]["parts"].as_array().expect("a list");
    let part = |id: &str| parts.iter().find(|part| part["id"] == id).expect(id);
    assert_eq!(part("fate-npc-mob")["args"]["count"], 4);
    // Each has two boxes and falls with the hit after them.
    assert_eq!(part("fate-npc-boxes")["args"]["boxes"], 12);
    assert_eq!(part("fate-npc-no-slots")["id"], "fate-npc-no-slots");
    assert_eq!(part("fate-npc-skill-helped")["args"]["help"], "+3");
    // Nobody is there yet.
    assert_eq!(table.state().characters.len(), 1);
}
