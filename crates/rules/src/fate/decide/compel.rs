//! The compel handshake in all its forms (F-14).

use super::{Decided, Play, no};
use crate::fate::{
    Compel, CompelEnd, CompelKind, CompelStage, Event, Holder, Place, Purse, Why, text,
};
use crate::{Id, Refusal, Term, message};

/// The most compels open at once.
const MOST: usize = 50;

impl Play<'_> {
    /// A compel the seat may answer; compels are open to all.
    fn open_compel(&self, id: Id) -> Result<Compel, Refusal> {
        let compel = self.now.compels.iter().find(|compel| compel.id == id);
        compel.cloned().ok_or_else(|| no("F-14", message!("fate-no-compel")))
    }

    /// Compel points come from here (F-15).
    fn compel_home(&self) -> Purse {
        self.home(Purse::Bank)
    }

    /// Refuses when the host has no point to offer, where compels are paid from the pool.
    fn can_offer(&self) -> Decided {
        if self.compel_home() == Purse::Host && self.now.ledger.balance(Purse::Host) < 1 {
            return Err(no("F-15", message!("fate-host-no-points")));
        }
        Ok(())
    }

    fn about(&self, aspect: Id) -> Option<Term> {
        self.now.aspect(aspect).and_then(|aspect| aspect.name.clone())
    }

    /// The compel is of a player character, by their own aspect or one of the situation; both are
    /// spoken of openly.
    fn draft(
        &mut self,
        to: Id,
        aspect: Id,
        kind: CompelKind,
        text: &str,
        stage: CompelStage,
    ) -> Result<Compel, Refusal> {
        let character = self.character(to)?;
        if !character.pc {
            return Err(no("F-14", message!("fate-compel-players", who = &character.name)));
        }
        let found = self.aspect(aspect)?;
        if matches!(found.on, Place::Character(on) if on != to) {
            return Err(no("F-14", message!("fate-compel-own-aspect")));
        }
        if self.now.compels.len() >= MOST {
            return Err(no("F-14", message!("fate-too-many", most = MOST)));
        }
        let text = text::text(text)?;
        self.reveal(to);
        self.reveal(aspect);
        Ok(Compel { id: self.dice.id(), to, aspect, kind, text, stage })
    }

    pub(super) fn compel(&mut self, to: Id, aspect: Id, kind: CompelKind, text: &str) -> Decided {
        self.host()?;
        self.can_offer()?;
        let compel = self.draft(to, aspect, kind, text, CompelStage::Offered)?;
        let id = compel.id;
        self.happen(Event::CompelOpened { compel });
        let about = self.about(aspect);
        self.points(self.compel_home(), Purse::Compel(id), 1, Why::CompelOffered, about);
        Ok(())
    }

    pub(super) fn claim_compel(
        &mut self,
        to: Id,
        aspect: Id,
        kind: CompelKind,
        text: &str,
    ) -> Decided {
        self.mine(to)?;
        let compel = self.draft(to, aspect, kind, text, CompelStage::Claimed)?;
        self.happen(Event::CompelOpened { compel });
        Ok(())
    }

    pub(super) fn propose_compel(
        &mut self,
        by: Id,
        to: Id,
        aspect: Id,
        kind: CompelKind,
        text: &str,
    ) -> Decided {
        let proposer = self.mine(by)?;
        if !proposer.pc || by == to {
            return Err(no("F-14", message!("fate-propose-other")));
        }
        let purse = self.can_pay(Holder::Character(by))?;
        let compel = self.draft(to, aspect, kind, text, CompelStage::Proposed(by))?;
        let id = compel.id;
        self.happen(Event::CompelOpened { compel });
        let about = self.about(aspect);
        self.points(purse, Purse::Compel(id), 1, Why::Proposed, about);
        Ok(())
    }

    /// The one who has the word says yes.
    pub(super) fn accept_compel(&mut self, id: Id) -> Decided {
        let compel = self.open_compel(id)?;
        let about = self.about(compel.aspect);
        let purse = Purse::Character(compel.to);
        match compel.stage {
            CompelStage::Offered => {
                self.mine(compel.to)?;
                self.points(Purse::Compel(id), purse, 1, Why::Compelled, about);
            }
            CompelStage::Claimed => {
                self.host()?;
                self.can_offer()?;
                self.points(self.compel_home(), purse, 1, Why::Compelled, about);
            }
            CompelStage::Proposed(_) => {
                self.host()?;
                // The proposer's point is spent; the compel itself is the host's offer.
                let home = self.compel_home();
                self.points(Purse::Compel(id), home, 1, Why::Proposed, about.clone());
                self.happen(Event::CompelTakenUp { compel: id });
                self.points(home, Purse::Compel(id), 1, Why::CompelOffered, about);
                return Ok(());
            }
        }
        self.happen(Event::CompelSettled { compel: id, end: CompelEnd::Accepted });
        Ok(())
    }

    /// Refusing costs a point; without one there is no refusing.
    pub(super) fn refuse_compel(&mut self, id: Id, why: &str) -> Decided {
        let compel = self.open_compel(id)?;
        self.mine(compel.to)?;
        if compel.stage != CompelStage::Offered {
            return Err(no("F-14", message!("fate-not-offered")));
        }
        let why = text::text(why)?;
        let purse = self.can_pay(Holder::Character(compel.to))?;
        let about = self.about(compel.aspect);
        self.points(purse, self.home(purse), 1, Why::CompelRefused, about);
        self.return_compel(id);
        self.happen(Event::CompelSettled { compel: id, end: CompelEnd::Refused { why } });
        Ok(())
    }

    /// The one who opened it takes it back, or the host turns it down.
    pub(super) fn withdraw_compel(&mut self, id: Id) -> Decided {
        let compel = self.open_compel(id)?;
        match compel.stage {
            CompelStage::Offered => self.host()?,
            CompelStage::Claimed => drop(self.mine(compel.to)?),
            CompelStage::Proposed(by) => drop(self.mine(by)?),
        }
        self.return_compel(id);
        self.happen(Event::CompelSettled { compel: id, end: CompelEnd::Withdrawn });
        Ok(())
    }

    /// The point on the table goes back to where it came from.
    pub(super) fn return_compel(&mut self, id: Id) {
        let Ok(compel) = self.open_compel(id) else { return };
        let to = match compel.stage {
            CompelStage::Proposed(by) => Purse::Character(by),
            CompelStage::Offered | CompelStage::Claimed => self.compel_home(),
        };
        let about = self.about(compel.aspect);
        let left = self.now.ledger.balance(Purse::Compel(id));
        self.points(Purse::Compel(id), to, left, Why::CompelBack, about);
    }
}
