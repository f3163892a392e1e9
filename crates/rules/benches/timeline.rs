//! How many acts and commands a second, and how that grows with the number of fighters.
//!
//! `acts` goes through the queue that `decide` itself uses; `commands` declares and lets time flow
//! through `decide` and `evolve`, as a table does.

use divan::{Bencher, counter::ItemsCount};
use rules::timeline::{Amount, Attribute, Card, Command, Deed, Effort, Queue, Timeline, windup};
use rules::{Checked, Game, Id, Role, Seat, SeatId};

use loaded::Loaded;

#[path = "../tests/common/dice.rs"]
mod loaded;

const FIGHTERS: [u32; 5] = [2, 10, 100, 500, 1_000];
const ACTS: u32 = 10_000;

fn main() {
    growth();
    divan::main();
}

/// A table of acts a second, and of how an act's cost grows beside the logarithm of the fighters:
/// all acts of a fight together grow no worse than n log n while the last column stays below 1.
#[expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a bench looks at the clock and prints a table"
)]
fn growth() {
    println!("| fighters | acts/s | ns/act | ns/act : log2(n + 1) of 2 fighters |");
    println!("|---|---|---|---|");
    let mut first = None;
    for fighters in FIGHTERS {
        // The fastest of several: other work on the machine only ever adds.
        let fastest = (0..40)
            .map(|_| {
                let start = std::time::Instant::now();
                std::hint::black_box(act_on(fighters));
                start.elapsed()
            })
            .min()
            .unwrap_or_default();
        let each = fastest.as_secs_f64() / f64::from(ACTS);
        let logarithm = f64::from(fighters + 1).log2();
        let unit = *first.get_or_insert(each / logarithm);
        let (second, nanoseconds) = (1.0 / each, each * 1e9);
        let ratio = each / logarithm / unit;
        println!("| {fighters} | {second:.0} | {nanoseconds:.1} | {ratio:.2} |");
    }
    println!();
}

/// Everyone acts again and again: the earliest act ends, its actor declares the next.
#[divan::bench(args = FIGHTERS)]
fn acts(bencher: Bencher, fighters: u32) {
    bencher.counter(ItemsCount::new(ACTS)).bench(|| act_on(fighters));
}

fn act_on(fighters: u32) -> Queue {
    let attribute = |fighter: u32| Amount::hundredths(10_000 + 37 * i64::from(fighter));
    let mut queue = Queue::default();
    for fighter in 0..fighters {
        queue.set(fighter, windup(Amount::whole(100), attribute(fighter)));
    }
    let (mut done, mut impact) = (0, 1_i64);
    let mut due = Vec::new();
    while done < ACTS {
        let Some(now) = queue.next() else { break };
        due.clear();
        due.extend(queue.at(now));
        for &fighter in &due {
            impact = impact * 1_103 % 9_973 + 1;
            let end = now + windup(Amount::hundredths(100 * impact), attribute(fighter));
            queue.set(fighter, end);
            done += 1;
        }
    }
    queue
}

/// Declaring and letting time flow, through `decide` and `evolve`; with 1,000 fighters a third of
/// the commands is the first declaration of everyone.
#[divan::bench(args = [2, 10, 100, 1_000], sample_count = 10)]
fn commands(bencher: Bencher, fighters: u64) {
    let host = Seat { id: SeatId(Id::from_bits(1)), role: Role::Host };
    let mut percentages = [Amount::ZERO; 11];
    for attribute in [Attribute::Strength, Attribute::Willpower, Attribute::Arts] {
        percentages[attribute.index()] = Amount::whole(50);
    }
    for attribute in [Attribute::Constitution, Attribute::Education, Attribute::Military] {
        percentages[attribute.index()] = Amount::whole(50);
    }
    let card = Card {
        name: "bench".to_owned(),
        age: Amount::whole(20),
        size: Amount::whole(60),
        appearance: Amount::whole(50),
        level: 1_000,
        ratio: 500,
        percentages,
        ..Card::default()
    };
    const ROUNDS: u64 = 3_000;
    let begin = || {
        let pack = rules::pack::shipped_pack("timeline").expect("it ships").pack.to_json();
        let pack: Timeline = serde_json::from_value(pack).expect("it fits");
        let mut game = Game::begin(Checked::new(pack).expect("it holds together"));
        let mut dice = Loaded::new(1);
        for _ in 0..fighters {
            let make = Command::MakeCharacter {
                card: Box::new(card.clone()),
                load: Amount::ZERO,
                seat: None,
                hidden: false,
            };
            game.play(host, &make, &mut dice).expect("the card is sound");
        }
        let fighters = game.state.order.clone();
        let open =
            Command::OpenFight { fighters, ambush: Vec::new(), sides: Vec::new(), name: None };
        game.play(host, &open, &mut dice).expect("everyone is alive");
        (game, dice)
    };
    bencher.counter(ItemsCount::new(ROUNDS)).with_inputs(begin).bench_values(
        |(mut game, mut dice)| {
            let mut impact = 1_i64;
            let mut given = 0;
            while given < ROUNDS {
                let Some(fight) = game.state.fight.clone() else { break };
                let awaited = fight.awaited().next().map(|fighter| fighter.id);
                let command = match awaited {
                    Some(character) => {
                        impact = impact * 1_103 % 9_973 + 1;
                        let target = fight.fighters[impact as usize % fight.fighters.len()].id;
                        Command::Declare {
                            character,
                            // Nobody dies of healing: the fight goes on.
                            deed: Deed::Heal { target, resource: None },
                            attribute: Some(Attribute::Strength),
                            effort: Some(Effort::Impact(Amount::hundredths(impact))),
                            weapon: None,
                            note: String::new(),
                        }
                    }
                    None => Command::Flow { to: None },
                };
                drop(fight);
                game.play(host, &command, &mut dice).expect("it is their turn");
                given += 1;
            }
            game
        },
    );
}
