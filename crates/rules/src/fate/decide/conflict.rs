//! Conflicts: who takes part, whose turn it is, full defence (F-42).

use super::{Decided, Play, no};
use crate::fate::{
    Combatant, CombatantDraft, Conflict, Event, Holder, Purse, TurnOrder, Why, text,
};
use crate::{Id, Refusal, message};

impl Play<'_> {
    /// The conflict there is.
    fn conflict(&self) -> Result<&Conflict, Refusal> {
        let conflict = self.now.scene.as_ref().and_then(|scene| scene.conflict.as_ref());
        conflict.ok_or_else(|| no("F-42", message!("fate-no-conflict")))
    }

    /// In a conflict, one acts in one's turn, once (F-42).
    pub(super) fn has_turn(&self, actor: Id) -> Decided {
        let Ok(conflict) = self.conflict() else { return Ok(()) };
        let name = self.now.name(actor);
        let Some(one) = conflict.combatant(actor).filter(|one| !one.out) else {
            return Err(no("F-42", message!("fate-not-fighting", who = &name)));
        };
        if conflict.turn != Some(actor) {
            return Err(no("F-42", message!("fate-not-your-turn", who = &name)));
        }
        if one.used {
            return Err(no("F-42", message!("fate-acted-already", who = &name)));
        }
        Ok(())
    }

    fn can_join(&self, draft: CombatantDraft) -> Decided {
        let character = self.character(draft.who)?;
        if character.out {
            return Err(no("F-31", message!("fate-is-out", who = &character.name)));
        }
        if let Some(zone) = draft.zone
            && self.open_scene()?.zone(zone).is_none()
        {
            return Err(no("F-43", message!("fate-no-zone")));
        }
        if draft.side > 7 {
            return Err(no("F-42", message!("fate-sides-bounds")));
        }
        Ok(())
    }

    fn stand_in(&mut self, draft: CombatantDraft) {
        if let Some(zone) = draft.zone {
            self.happen(Event::Moved { character: draft.who, zone, free: false });
        }
    }

    pub(super) fn begin_conflict(&mut self, drafts: &[CombatantDraft]) -> Decided {
        self.host()?;
        if self.open_scene()?.conflict.is_some() {
            return Err(no("F-42", message!("fate-conflict-open")));
        }
        self.quiet()?;
        if !(2..=60).contains(&drafts.len()) {
            return Err(no("F-42", message!("fate-combatants-bounds")));
        }
        for (at, draft) in drafts.iter().enumerate() {
            self.can_join(*draft)?;
            if drafts[..at].iter().any(|other| other.who == draft.who) {
                return Err(no("F-42", message!("fate-on-two-sides")));
            }
        }
        for draft in drafts {
            self.reveal(draft.who);
        }
        let combatants = drafts.iter().map(|draft| Combatant::new(draft.who, draft.side)).collect();
        let conflict = Conflict { combatants, round: 1, turn: None };
        self.happen(Event::ConflictBegan { conflict: Box::new(conflict) });
        for draft in drafts {
            self.stand_in(*draft);
        }
        Ok(())
    }

    pub(super) fn join_conflict(&mut self, draft: CombatantDraft) -> Decided {
        self.host()?;
        let conflict = self.conflict()?;
        if conflict.combatant(draft.who).is_some() || conflict.combatants.len() >= 60 {
            return Err(no("F-42", message!("fate-on-two-sides")));
        }
        self.can_join(draft)?;
        self.reveal(draft.who);
        self.happen(Event::CombatantJoined { who: draft.who, side: draft.side });
        self.stand_in(draft);
        Ok(())
    }

    /// Whoever has the turn says who is next; the host says who begins (F-42).
    pub(super) fn pass_turn(&mut self, to: Id) -> Decided {
        let conflict = self.conflict()?;
        match conflict.turn {
            Some(turn) if !self.by.is_host() => drop(self.mine(turn)?),
            _ => self.host()?,
        }
        self.quiet()?;
        let mut next = conflict.next();
        if self.pack.options.order == TurnOrder::Listed {
            next.truncate(1);
        }
        if !next.contains(&to) {
            let names: Vec<_> =
                next.iter().map(|id| message!("fate-word", word = self.now.name(*id))).collect();
            return Err(
                no("F-42", message!("fate-not-next")).instead(message!("fate-next", names = names))
            );
        }
        let round = conflict.standing().all(|one| one.acted);
        let unneeded = conflict
            .combatant(to)
            .and_then(|one| one.full_defence.as_ref())
            .is_some_and(|full| !full.needed);
        if unneeded && self.pack.options.full_defence_boost {
            self.boost(Holder::Character(to));
        }
        self.happen(Event::TurnBegan { who: to, round });
        Ok(())
    }

    pub(super) fn defend_fully(&mut self, character: Id, text: &str) -> Decided {
        self.mine(character)?;
        self.conflict()?;
        self.has_turn(character)?;
        let text = text::name(text)?;
        self.happen(Event::DefendedFully { who: character, text });
        Ok(())
    }

    pub(super) fn end_conflict(&mut self) -> Decided {
        self.host()?;
        self.conflict()?;
        self.quiet()?;
        self.close_conflict();
        Ok(())
    }

    /// Concessions are paid when the conflict ends (F-32).
    pub(super) fn close_conflict(&mut self) {
        self.happen(Event::ConflictEnded);
        let players: Vec<Id> = self.now.player_characters().map(|one| one.id).collect();
        for id in players {
            let owed = self.now.ledger.balance(Purse::Conceded(id));
            self.points(Purse::Conceded(id), Purse::Character(id), owed, Why::ConcessionPaid, None);
        }
    }
}
