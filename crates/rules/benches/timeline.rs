//! How many acts and commands a second, and how that grows with the number of fighters.
//!
//! `acts` goes through the queue that `decide` itself uses; `commands` declares and lets time flow
//! through `decide` and `evolve`, as a table does.

use divan::{Bencher, counter::ItemsCount};
use rules::timeline::{Amount, Attribute, Card, Command, Deed, Effort, Queue, Timeline, windup};
use rules::{Dice, Game, Id, Role, Seat, SeatId};

const FIGHTERS: [u32; 5] = [2, 10, 100, 500, 1_000];
const ACTS: u32 = 10_000;

fn main() {
    divan::main();
}

/// Everyone acts again and again: the earliest act ends, its actor declares the next.
#[divan::bench(args = FIGHTERS)]
fn acts(bencher: Bencher, fighters: u32) {
    let attribute = |fighter: u32| Amount::hundredths(10_000 + 37 * i64::from(fighter));
    bencher.counter(ItemsCount::new(ACTS)).bench(|| {
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
                queue.set(
                    fighter,
                    now + windup(Amount::hundredths(100 * impact), attribute(fighter)),
                );
                done += 1;
            }
        }
        queue
    });
}

/// Ids counted up; the bench rolls no dice.
struct Counted(u64);

impl Dice for Counted {
    fn roll(
        &mut self,
        _: &rules::Audience,
        _: &dice::Expr,
        _: &dyn dice::Names,
    ) -> Result<rules::Roll, dice::Error> {
        unreachable!("nothing is rolled in a fight")
    }

    fn id(&mut self) -> Id {
        self.0 += 1;
        Id::from_bits(self.0)
    }
}

/// Declaring and letting time flow, through `decide` and `evolve`.
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
    const ROUNDS: u64 = 200;
    let begin = || {
        let pack = rules::pack::shipped_pack("timeline").expect("it ships").pack;
        let pack: Timeline = serde_json::from_value(pack).expect("it fits");
        let mut game = Game::begin(pack);
        let mut ids = Counted(10);
        for _ in 0..fighters {
            let make = Command::MakeCharacter {
                card: Box::new(card.clone()),
                load: Amount::ZERO,
                seat: None,
                hidden: false,
            };
            game.play(host, &make, &mut ids).expect("the card is sound");
        }
        let fighters = game.state.order.clone();
        let open = Command::OpenFight { fighters, ambush: Vec::new() };
        game.play(host, &open, &mut ids).expect("everyone is alive");
        (game, ids)
    };
    bencher.counter(ItemsCount::new(ROUNDS)).with_inputs(begin).bench_values(
        |(mut game, mut ids)| {
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
                            deed: Deed::Strike { target, resource: None, damage_type: None },
                            attribute: Some(Attribute::Strength),
                            effort: Some(Effort::Impact(Amount::hundredths(impact))),
                            weapon: None,
                            note: String::new(),
                        }
                    }
                    None => Command::Flow { to: None },
                };
                drop(fight);
                game.play(host, &command, &mut ids).expect("it is their turn");
                given += 1;
            }
            game
        },
    );
}
