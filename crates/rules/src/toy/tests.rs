use dice::{Expr, Names, Source};

use super::*;
use crate::{Audience, Checked, Dice, Game, Id, Role, Roll, Ruleset, Seat, SeatId};

struct TestDice(Source, u64);

impl Dice for TestDice {
    fn roll(
        &mut self,
        audience: &Audience,
        expr: &Expr,
        names: &dyn Names,
    ) -> Result<Roll, dice::Error> {
        self.1 += 1;
        Ok(Roll {
            number: self.1,
            audience: audience.clone(),
            rolled: expr.roll(names, &mut self.0)?,
            typed_in: false,
        })
    }

    fn id(&mut self) -> Id {
        self.1 += 1;
        Id::from_bits(self.1)
    }
}

fn seat(number: u64, role: Role) -> Seat {
    Seat { id: SeatId(Id::from_bits(number)), role }
}

fn game() -> (Game<Toy>, TestDice) {
    let toy = Toy { family: Toy::FAMILY.to_owned(), segments: 4 };
    (Game::begin(Checked::new(toy).expect("it holds together")), TestDice(Source::from_u64(1), 0))
}

#[test]
fn b10_a_duel_waits_for_the_seat_challenged() {
    let (mut game, mut dice) = game();
    let (ann, ben) = (seat(1, Role::Player), seat(2, Role::Player));
    let waits = |game: &Game<Toy>, by| {
        let offers = game.pack.offers(&game.state, by);
        offers.iter().any(|offer| offer.waits.is_some())
    };
    let challenge = Command::Challenge { seat: ben.id };
    game.play(ann, &challenge, &mut dice).unwrap();
    assert!(waits(&game, ben) && !waits(&game, ann));
    assert!(game.play(ann, &Command::Answer, &mut dice).is_err());
    game.play(ben, &Command::Answer, &mut dice).unwrap();
    assert!(!waits(&game, ben));
}

#[test]
fn b30_a_trap_shows_only_to_the_host_until_revealed() {
    let (mut game, mut dice) = game();
    let (host, ann) = (seat(1, Role::Host), seat(2, Role::Player));
    let before = game.pack.view(&game.state, ann.viewer());
    let set = game.play(host, &Command::SetTrap { at: 3 }, &mut dice);
    let set = set.unwrap().remove(0);
    assert_eq!(game.pack.view(&game.state, ann.viewer()), before);
    assert_eq!(game.pack.tell(&game.state, &set, ann.viewer()), None);
    assert!(game.pack.tell(&game.state, &set, host.viewer()).is_some());
    game.play(host, &Command::RevealTrap, &mut dice).unwrap();
    let seen = game.pack.view(&game.state, ann.viewer());
    assert_eq!(seen.get("trap"), Some(&Part::Trap { at: 3 }));
}

#[test]
fn b12_every_offer_is_accepted_and_a_full_clock_says_what_is_left() {
    let (mut game, mut dice) = game();
    let host = seat(1, Role::Host);
    for offer in game.pack.offers(&game.state, host) {
        let mut copy = game.clone();
        assert!(copy.play(host, &offer.command, &mut dice).is_ok());
    }
    game.play(host, &Command::Tick { segments: 4 }, &mut dice).unwrap();
    let refusal = game.play(host, &Command::Tick { segments: 1 }, &mut dice);
    assert!(refusal.unwrap_err().instead.is_some());
}
