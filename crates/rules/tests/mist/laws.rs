//! Laws that hold over any play, tried on random play in all packs and a homebrew one.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use rules::mist::{Change, Command, Event, Mist, Part, Polarity, SourcePart, State, Verdict};
use rules::{Id, Offer, Ruleset, Seat, Term, Viewer};
use serde_json::Value as Json;

use crate::common::dice::Loaded;
use crate::common::ids::Renamed;
use crate::common::{laws, sight};
use crate::table::*;

const HOMEBREW: &str = include_str!("../../../../examples/homebrew/tideville.toml");

/// The three packs, the homebrew that ships as an example, and one that changes other things.
static PACKS_AND_MINE: LazyLock<Vec<Mist>> = LazyLock::new(|| {
    let mut packs: Vec<Mist> = PACKS.into_iter().map(shipped).collect();
    packs.push(variant(HOMEBREW));
    packs.push(variant(
        "extends = \"mist-city\"\nid = \"mine\"\n[dice]\nroll = \"3d6kh2 + power\"\n\
         [theme]\nimprove = 4\ndecay = 2\n[power]\nburns = 2\n[status]\nreduce = \"shift\"\n",
    ));
    packs
});

/// Takes offers at random, with their choices varied.
struct Random {
    bits: u64,
    /// How many words were written: each is another, so that it can be told where it came from.
    words: u32,
}

impl Random {
    fn new(seed: u64) -> Self {
        Self { bits: seed | 1, words: 0 }
    }

    fn below(&mut self, bound: usize) -> usize {
        // A small xorshift: play need not be fair here, only varied and repeatable.
        self.bits ^= self.bits << 13;
        self.bits ^= self.bits >> 7;
        self.bits ^= self.bits << 17;
        usize::try_from(self.bits % bound.max(1) as u64).unwrap_or(0)
    }

    /// One of the offers, perhaps with one field changed within its bounds.
    fn pick(&mut self, offers: &[Offer<Command>]) -> Option<Command> {
        let offer = offers.get(self.below(offers.len()))?;
        let mut command = serde_json::to_value(&offer.command).expect("plain data");
        for field in &offer.fields {
            if self.below(3) > 0 {
                continue;
            }
            let value = match &field.bounds {
                rules::Bounds::Number { min, max } => {
                    let span = usize::try_from(max - min + 1).unwrap_or(1);
                    Json::from(min + self.below(span) as i64)
                }
                // Often a word no one wrote before, now and then one that is there already.
                rules::Bounds::Text { .. } if self.below(4) == 0 => {
                    Json::from(format!("词{}", self.below(4)))
                }
                rules::Bounds::Text { .. } => {
                    self.words += 1;
                    Json::from(format!("{CANARY}{}。", self.words))
                }
                rules::Bounds::Choice { of } if of.is_empty() => continue,
                rules::Bounds::Choice { of } => of[self.below(of.len())].value.clone(),
                rules::Bounds::Asked => panic!("an offer says what there is to choose from"),
                rules::Bounds::Switch => Json::from(self.below(2) == 0),
            };
            set(&mut command, &field.path, value);
        }
        serde_json::from_value(command).ok()
    }
}

fn set(command: &mut Json, path: &str, value: Json) {
    let mut here = command;
    let steps: Vec<&str> = path.split('/').collect();
    for step in &steps[..steps.len() - 1] {
        here = match step.parse::<usize>() {
            Ok(index) => &mut here[index],
            Err(_) => &mut here[*step],
        };
    }
    let last = steps[steps.len() - 1];
    match last.parse::<usize>() {
        Ok(index) => here[index] = value,
        Err(_) => here[last] = value,
    }
}

/// What every word begins with that is written only once: wherever it turns up, it is that one.
const CANARY: &str = "金丝雀";

/// How many commands are picked from one list of offers. Later ones may be stale by then: what
/// is refused must change nothing, and is a way to play too.
const FROM_ONE_LIST: usize = 3;

/// Plays at random and looks after every step.
fn play(pack: &Mist, seed: u64, steps: usize, look: impl FnMut(&Table, &State, &[Event])) {
    play_with(pack, 0, seed, steps, look);
}

/// The same play, with the ids of a key.
fn play_with(
    pack: &Mist,
    key: u64,
    seed: u64,
    steps: usize,
    mut look: impl FnMut(&Table, &State, &[Event]),
) {
    let mut table = Table::begin(pack.clone());
    table.dice = Loaded::new(seed % 1_000_000);
    table.dice.key = key;
    let mut random = Random::new(seed);
    let (mut by, mut offers) = (host(), Vec::new());
    for step in 0..steps {
        if step % FROM_ONE_LIST == 0 {
            by = seats()[random.below(3)];
            offers = table.offers(by);
        }
        let Some(command) = random.pick(&offers) else {
            continue;
        };
        let before = table.state().clone();
        if let Ok(events) = table.attempt(by, &command) {
            look(&table, &before, &events);
        }
    }
}

/// The command that makes a change of a roll.
fn making(roll: rules::Id, change: &Change) -> Command {
    match *change {
        Change::BurnLine { line } => Command::ChooseBurn { roll, line, burn: true },
        Change::KeepLine { line } => Command::ChooseBurn { roll, line, burn: false },
        Change::Strike { line } => Command::Review {
            roll,
            line: Some(line),
            verdict: Verdict::Struck,
            note: String::new(),
        },
        Change::Indulge { theme } => Command::Indulge { roll, theme },
        Change::Countdown { on } => Command::AddCountdown { roll, on },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn b22_the_same_play_is_the_same_whatever_the_ids(
        seed: u64, which in 0usize..5, key in 2_u64..1_000_000
    ) {
        let pack = &PACKS_AND_MINE[which];
        laws::the_same_whatever_the_ids(key, |key| {
            let (renamed, mut all) = (Renamed::new(key), Vec::new());
            play_with(pack, key, seed, 60, |table, before, events| {
                all.extend(laws::happened(table, before, events, &seats(), &renamed));
                all.extend(laws::seen(table, &seats(), &renamed));
            });
            all
        });
    }

    #[test]
    fn the_fold_of_the_log_is_the_live_state(seed: u64, which in 0usize..5) {
        play(&PACKS_AND_MINE[which], seed, 60, |table, _, _| {
            laws::the_log_folds_to_the_live_state(table);
        });
    }

    #[test]
    fn every_offer_is_accepted_and_quotes_change_nothing(seed: u64, which in 0usize..5) {
        let mut step = 0;
        play(&PACKS_AND_MINE[which], seed, 40, |table, _, _| {
            step += 1;
            if step % 5 == 0 {
                laws::every_offer_is_accepted(table, &seats());
            }
        });
    }

    #[test]
    fn what_a_command_does_not_touch_is_the_same(seed: u64, which in 0usize..5) {
        let pack = &PACKS_AND_MINE[which];
        let viewers = seats().map(Seat::viewer);
        play(pack, seed, 40, |table, before, _| {
            sight::views(pack, before, table.state(), &viewers);
        });
    }

    #[test]
    fn b20_what_a_change_would_make_of_a_roll_is_what_it_is_quoted_at(
        seed: u64,
        which in 0usize..5,
    ) {
        let pack = &PACKS_AND_MINE[which];
        play(pack, seed, 40, |table, _, _| {
            for (_, part) in pack.view(table.state(), Viewer::Host) {
                let Part::Roll(roll) = part else { continue };
                let mut changes: Vec<(Command, i64)> =
                    roll.changes.iter().map(|it| (making(roll.id, &it.change), it.power)).collect();
                for SourcePart { of, help, hinder, burn } in &roll.sources {
                    for &source in of {
                        let adding = |polarity, burn| {
                            Command::Propose { roll: roll.id, source, polarity, burn }
                        };
                        changes.push((adding(Polarity::Help, false), *help));
                        changes.push((adding(Polarity::Hinder, false), *hinder));
                        changes.extend(burn.map(|power| (adding(Polarity::Help, true), power)));
                    }
                }
                for (command, power) in changes {
                    let quote = pack.quote(table.state(), host(), &command);
                    let Some(quote) = quote.ok().filter(|quote| quote.sum.is_some()) else {
                        continue;
                    };
                    let total = quote.sum.map(|sum| sum.total);
                    assert_eq!(total, Some(power), "{command:?} in {roll:?}");
                    let odds = roll.odds.iter().find(|it| it.power == power);
                    let quoted = quote.chances.map(|it| {
                        it.outcomes.iter().map(|it| it.basis_points).collect::<Vec<_>>()
                    });
                    assert_eq!(odds.map(|it| it.chances.clone()), quoted, "{command:?}");
                }
            }
        });
    }

    #[test]
    fn players_learn_nothing_of_what_only_the_host_may_see(seed: u64, which in 0usize..5) {
        let pack = &PACKS_AND_MINE[which];
        let mut lookers = [ada().viewer(), bo().viewer(), Viewer::Spectator].map(Looker::new);
        let mut step = 0;
        play(pack, seed, 60, |table, before, events| {
            step += 1;
            let mut state = before.clone();
            for event in events {
                let before = state.clone();
                pack.apply(&mut state, event);
                for looker in &mut lookers {
                    let told = pack.tell(&before, event, looker.viewer);
                    looker.hears([&before, &state], &told);
                }
            }
            for looker in lookers.iter_mut().filter(|_| step % 4 == 0) {
                let state = table.state();
                looker.hears([state, state], &pack.view(state, looker.viewer));
            }
        });
    }

    #[test]
    fn two_tables_that_differ_in_a_hidden_limit_look_the_same_to_players(
        seed: u64,
        which in 0usize..5,
        tier in 1u8..=6,
    ) {
        let pack = &PACKS_AND_MINE[which];
        let mut one = hidden_limit(pack, 6);
        let mut two = hidden_limit(pack, tier);
        let mut random = Random::new(seed);
        for step in 0..30 {
            // Players act on what they see; both tables are asked the same.
            let by = [ada(), bo()][random.below(2)];
            let offers = one.offers(by);
            prop_assert_eq!(&offers, &two.offers(by));
            prop_assert_eq!(one.pushed(by), two.pushed(by));
            let Some(command) = random.pick(&offers) else { continue };
            prop_assert_eq!(
                pack.quote(one.state(), by, &command),
                pack.quote(two.state(), by, &command)
            );
            let (before_one, before_two) = (one.state().clone(), two.state().clone());
            let first = one.attempt(by, &command);
            let second = two.attempt(by, &command);
            let lines = |table: &Table, before: &State, events: &[Event]| {
                let lines = table.lines_for(ada().viewer(), before, events);
                lines.into_iter().flatten().collect::<Vec<_>>()
            };
            match (first, second) {
                (Ok(first), Ok(second)) => {
                    prop_assert_eq!(
                        lines(&one, &before_one, &first),
                        lines(&two, &before_two, &second)
                    );
                }
                (first, second) => prop_assert_eq!(first.err(), second.err()),
            }
            let looks = [ada().viewer(), bo().viewer(), Viewer::Spectator];
            for viewer in looks.into_iter().filter(|_| step % 3 == 0) {
                prop_assert_eq!(
                    pack.view(one.state(), viewer),
                    pack.view(two.state(), viewer)
                );
            }
        }
    }
}

/// Someone who must not learn of what they may not see.
struct Looker {
    viewer: Viewer,
    /// What they could see once: hiding it again does not make it unknown.
    known: BTreeSet<Id>,
}

impl Looker {
    fn new(viewer: Viewer) -> Self {
        Self { viewer, known: BTreeSet::new() }
    }

    fn notices(&mut self, state: &State) {
        let seen = things(state).into_iter().map(|(id, _)| id);
        self.known.extend(seen.filter(|id| state.find(*id, self.viewer).is_some()));
    }

    /// Neither the id of a thing they may see neither before nor after is in what they get, nor a
    /// word written for it.
    fn hears(&mut self, states: [&State; 2], told: &impl serde::Serialize) {
        let told = serde_json::to_string(told).expect("plain data");
        for state in states {
            self.notices(state);
        }
        for (id, words) in states.into_iter().flat_map(things) {
            if states.iter().any(|state| state.find(id, self.viewer).is_some()) {
                continue;
            }
            assert!(!told.contains(&id.to_string()), "{id} in {told}");
            if let Term::Plain(words) = words
                && words.starts_with(CANARY)
                && !self.known.contains(&id)
            {
                assert!(!told.contains(&**words), "{words} in {told}");
            }
        }
    }
}

/// Everything that can be hidden, with the words written for it.
fn things(state: &State) -> Vec<(Id, &Term)> {
    let mut things = Vec::new();
    for it in &state.characters {
        things.push((it.id, &it.name));
        things.extend(it.tags.iter().map(|it| (it.id, &it.name)));
        things.extend(it.statuses.iter().map(|it| (it.id, &it.name)));
    }
    for it in &state.challenges {
        things.push((it.id, &it.name));
        things.push((it.id, &it.text));
        things.extend(it.limits.iter().map(|it| (it.id, &it.status)));
        things.extend(it.threats.iter().map(|it| (it.id, &it.text)));
        things.extend(it.tags.iter().map(|it| (it.id, &it.name)));
        things.extend(it.statuses.iter().map(|it| (it.id, &it.name)));
    }
    things.extend(state.story.clues.iter().map(|it| (it.id, &it.text)));
    things
}

/// A table with a challenge one of whose limits is hidden.
fn hidden_limit(pack: &Mist, tier: u8) -> Table {
    let mut table = Table::with(pack.clone());
    table.play(host(), Command::SetAutoApprove { on: true });
    table.challenge("无面西装先生", &[("词0", 4), ("?词1", tier), ("?词2", tier)]);
    table
}
