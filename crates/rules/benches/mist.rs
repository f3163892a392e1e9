//! How many commands a second go through decide and evolve: 6 characters, 24 themes, 10
//! challenges (`cargo bench -p rules --bench mist`).

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a bench looks at the clock and prints; the rules do not"
)]

use std::time::Instant;

use rules::mist::{
    ChallengeDraft, Command, Depth, Effect, Harm, Holder, Kind, LimitDraft, Mist, Polarity,
    Proposal, ThemeDraft,
};
use rules::{Audience, Checked, Game, Id, Role, Seat, SeatId, pack};

use loaded::Loaded;

#[path = "../tests/common/dice.rs"]
mod loaded;

struct Bench {
    game: Game<Mist>,
    dice: Loaded,
    host: Seat,
    commands: u64,
}

impl Bench {
    fn play(&mut self, command: Command) {
        self.commands += 1;
        if let Err(refusal) = self.game.play(self.host, &command, &mut self.dice) {
            panic!("{command:?}: {refusal:?}");
        }
    }
}

fn table(id: &str) -> Bench {
    let pack = pack::shipped_pack(id).expect("it ships").pack.to_json();
    let pack: Mist = serde_json::from_value(pack).expect("it fits");
    let mut bench = Bench {
        game: Game::begin(Checked::new(pack).expect("it holds together")),
        dice: Loaded::new(1),
        host: Seat { id: SeatId(Id::from_bits(1)), role: Role::Host },
        commands: 0,
    };
    let theme = |kind| ThemeDraft {
        kind,
        title: "主题".into(),
        motive: "动机".into(),
        powers: vec!["力量".into(), "身手".into(), "眼力".into()],
        weaknesses: vec!["弱点".into()],
        nascent: false,
    };
    for number in 0..6 {
        bench.play(Command::MakeCharacter {
            name: format!("角色{number}"),
            themes: [Kind::Strange, Kind::Human, Kind::Strange, Kind::Human].map(theme).to_vec(),
            seat: None,
            hidden: false,
        });
    }
    bench.play(Command::SetScene { title: "场景".to_owned(), text: String::new() });
    for number in 0..10 {
        bench.play(Command::AddChallenge {
            challenge: ChallengeDraft {
                name: format!("挑战{number}"),
                limits: vec![LimitDraft {
                    status: "受伤".to_owned(),
                    tier: 6,
                    hidden: number % 2 == 0,
                }],
                ..ChallengeDraft::default()
            },
        });
    }
    bench
}

/// One round of play: a character acts with three tags, effects are bought, consequences land.
fn round(bench: &mut Bench, turn: usize) {
    let character = bench.game.state.characters[turn % 6].clone();
    let challenge = bench.game.state.challenges[turn % 10].id;
    let tag = |theme: usize, tag: usize| character.themes[theme].powers[tag].id;
    let line = |source, polarity| Proposal { source, polarity, burn: false };
    bench.play(Command::Act {
        actor: character.id,
        text: "砸门".to_owned(),
        depth: Depth::Detailed,
        seen: Audience::All,
        lines: vec![line(tag(0, 0), Polarity::Help), line(tag(1, 1), Polarity::Help)],
    });
    let roll = bench.game.state.rolls[0].id;
    for (source, polarity) in [
        (tag(2, 2), Polarity::Help),
        (tag(3, 0), Polarity::Help),
        (character.themes[0].weaknesses[0].id, Polarity::Hinder),
    ] {
        bench.play(Command::Propose { roll, source, polarity, burn: false });
    }
    bench.play(Command::Roll { roll });
    if !bench.game.state.rolls.is_empty() {
        bench.play(Command::Spend {
            roll,
            effects: vec![Effect::GainStatus {
                on: Holder::Challenge(challenge),
                name: "受伤".to_owned(),
                tier: 1,
                onto: None,
                against: None,
            }],
        });
        let status = bench.game.state.statuses(Holder::Challenge(challenge))[0].id;
        bench.play(Command::ReduceStatus { status, by: 6 });
        if !bench.game.state.rolls.is_empty() {
            bench.play(Command::Finish { roll });
        }
    }
    if let Some(owed) = bench.game.state.owed.first() {
        bench.play(Command::Hit {
            owed: Some(owed.id),
            to: None,
            text: "坏事".to_owned(),
            harms: vec![Harm::Status { name: "受伤".into(), tier: 2 }],
            threat: None,
        });
        let consequence = bench.game.state.consequences[0].id;
        bench.play(Command::Accept { consequence });
        let status = bench.game.state.statuses(Holder::Character(character.id))[0].id;
        bench.play(Command::ReduceStatus { status, by: 6 });
    }
}

fn main() {
    for id in ["mist-2d6", "mist-bureau", "mist-city"] {
        let mut bench = table(id);
        for turn in 0..2_000 {
            round(&mut bench, turn);
        }
        bench.commands = 0;
        let start = Instant::now();
        for turn in 0..40_000 {
            round(&mut bench, turn);
        }
        let took = start.elapsed();
        let rate = u128::from(bench.commands) * 1_000_000_000 / took.as_nanos().max(1);
        println!("{id}: {rate} commands/s ({} in {took:.2?})", bench.commands);
    }
}
