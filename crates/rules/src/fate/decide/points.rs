//! Fate points on the move (F-15).

use super::{Decided, Play, no};
use crate::fate::{AspectKind, Entry, Event, Gone, Heals, Holder, PointsHome, Purse, Why, text};
use crate::{Id, Refusal, Term, message};

/// The most points moved by hand at once.
const MOST: i64 = 100;

impl Play<'_> {
    /// Moves points; nothing happens when there are none to move.
    pub(super) fn points(
        &mut self,
        from: Purse,
        to: Purse,
        amount: i64,
        why: Why,
        about: Option<Term>,
    ) {
        let entry = Entry { from, to, amount, why, about };
        if self.now.ledger.allows(&entry) {
            self.happen(Event::PointsMoved { entry });
        }
    }

    /// Where points spent by this purse go, and compel points come from (F-15).
    pub(super) fn home(&self, purse: Purse) -> Purse {
        match self.pack.options.home {
            PointsHome::Host if purse != Purse::Host => Purse::Host,
            _ => Purse::Bank,
        }
    }

    /// Refuses when the holder has no point to spend.
    pub(super) fn can_pay(&self, holder: Holder) -> Result<Purse, Refusal> {
        let purse = self.now.purse(holder);
        if self.now.ledger.balance(purse) > 0 {
            return Ok(purse);
        }
        Err(match purse {
            Purse::Character(id) => no("F-15", message!("fate-no-points", who = self.now.name(id))),
            _ => no("F-15", message!("fate-host-no-points")),
        })
    }

    /// Begins a session: refresh, and what has healed since the last one (F-15, F-33).
    pub(super) fn begin_session(&mut self) -> Decided {
        self.host()?;
        self.heal(Heals::Session);
        self.happen(Event::SessionBegan);
        let players: Vec<(Id, i64)> =
            self.now.player_characters().map(|one| (one.id, one.refresh)).collect();
        for (id, refresh) in players {
            let missing = refresh - self.now.ledger.balance(Purse::Character(id));
            self.points(Purse::Bank, Purse::Character(id), missing, Why::Refresh, None);
        }
        Ok(())
    }

    /// Takes away treated consequences whose time has passed (F-33): a whole scene or session
    /// that began after they were treated.
    pub(super) fn heal(&mut self, heals: Heals) {
        let now = self.now.mark();
        let healed: Vec<Id> = self
            .now
            .aspects
            .iter()
            .filter(|aspect| match &aspect.kind {
                AspectKind::Consequence { slot, treated: Some(mark), .. } => {
                    self.pack.consequence(slot).is_some_and(|rule| rule.heals == heals)
                        && match heals {
                            Heals::Scene => mark.scenes < now.scenes,
                            Heals::Session => mark.sessions < now.sessions,
                            Heals::Breakthrough => false,
                        }
                }
                _ => false,
            })
            .map(|aspect| aspect.id)
            .collect();
        for aspect in healed {
            self.happen(Event::AspectRemoved { aspect, why: Gone::Healed });
        }
    }

    /// Moves points by hand, with the reason.
    pub(super) fn adjust_points(&mut self, character: Option<Id>, by: i64, why: &str) -> Decided {
        self.host()?;
        let why = text::name(why)?;
        let purse = match character {
            None => Purse::Host,
            Some(id) if self.character(id)?.pc => Purse::Character(id),
            Some(_) => return Err(no("F-15", message!("fate-npc-no-purse"))),
        };
        if by == 0 || by.abs() > MOST {
            return Err(no("F-15", message!("fate-adjust-bounds", most = MOST)));
        }
        if self.now.ledger.balance(purse) + by < 0 {
            return Err(no(
                "F-15",
                message!("fate-below-zero", points = self.now.ledger.balance(purse)),
            ));
        }
        let (from, to) = if by > 0 { (Purse::Bank, purse) } else { (purse, Purse::Bank) };
        self.points(from, to, by.abs(), Why::Adjusted, Some(why.as_str().into()));
        Ok(())
    }
}
