//! All that is so in a game of the fate family, and finding things in it.

use std::sync::Arc;

use super::{
    Action, Aspect, AspectKind, Challenge, Character, Clock, Combatant, Compel, Conflict, Contest,
    FullDefence, Hit, Holder, HostileScope, Ledger, Mark, MendRequest, Options, Place, Prepared,
    Purse, Scene, Side, wording,
};

use crate::{Audience, Clocks, Id, Seat, SeatId, Term, Viewer};

/// All that is so. Its larger parts are shared, so a copy costs little.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// How many scenes and sessions have begun.
    pub clock: Clock,
    /// The options, once the host has set them (F-55).
    pub options: Option<Box<Options>>,
    /// The characters, oldest first.
    pub characters: Vec<Arc<Character>>,
    /// Every aspect, oldest first.
    pub aspects: Vec<Arc<Aspect>>,
    /// The scene, if one is open.
    pub scene: Option<Arc<Scene>>,
    /// Actions under way, oldest first.
    pub actions: Vec<Arc<Action>>,
    /// Hits not yet absorbed, oldest first.
    pub hits: Vec<Hit>,
    /// Compels not yet settled, oldest first.
    pub compels: Vec<Compel>,
    /// Mendings that wait for the host's nod, oldest first (B-46).
    pub mends: Vec<MendRequest>,
    /// Scenes prepared by the host, in their order (F-44).
    pub prepared: Vec<Arc<Prepared>>,
    /// Fate points.
    pub ledger: Ledger,
    /// Clocks that run beside the scene (B-43).
    pub clocks: Clocks,
}

impl State {
    /// Now.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark { scenes: self.clock.scenes, sessions: self.clock.sessions }
    }

    /// A character.
    #[must_use]
    pub fn character(&self, id: Id) -> Option<&Character> {
        self.characters.iter().map(|one| &**one).find(|one| one.id == id)
    }

    /// A character, to be changed.
    pub(super) fn character_mut(&mut self, id: Id) -> Option<&mut Character> {
        self.characters.iter_mut().find(|one| one.id == id).map(Arc::make_mut)
    }

    /// An aspect.
    #[must_use]
    pub fn aspect(&self, id: Id) -> Option<&Aspect> {
        self.aspects.iter().map(|one| &**one).find(|one| one.id == id)
    }

    /// An aspect, to be changed.
    pub(super) fn aspect_mut(&mut self, id: Id) -> Option<&mut Aspect> {
        self.aspects.iter_mut().find(|one| one.id == id).map(Arc::make_mut)
    }

    /// An action.
    #[must_use]
    pub fn action(&self, id: Id) -> Option<&Action> {
        self.actions.iter().map(|one| &**one).find(|one| one.id == id)
    }

    /// An action, to be changed.
    pub(super) fn action_mut(&mut self, id: Id) -> Option<&mut Action> {
        self.actions.iter_mut().find(|one| one.id == id).map(Arc::make_mut)
    }

    /// The scene, to be changed.
    pub(super) fn scene_mut(&mut self) -> Option<&mut Scene> {
        self.scene.as_mut().map(Arc::make_mut)
    }

    /// A side of an action, to be changed.
    pub(super) fn side_mut(&mut self, action: Id, opposition: bool) -> Option<&mut Side> {
        self.action_mut(action)?.side_mut(opposition)
    }

    /// The challenge, if there is one.
    #[must_use]
    pub fn challenge(&self) -> Option<&Challenge> {
        self.scene.as_ref()?.challenge.as_ref()
    }

    /// The contest, if there is one.
    #[must_use]
    pub fn contest(&self) -> Option<&Contest> {
        self.scene.as_ref()?.contest.as_ref()
    }

    /// The conflict, if there is one.
    #[must_use]
    pub fn conflict(&self) -> Option<&Conflict> {
        self.scene.as_ref()?.conflict.as_ref()
    }

    /// Someone's full defence.
    pub(super) fn full_defence(&self, who: Id) -> Option<&FullDefence> {
        self.conflict()?.combatant(who)?.full_defence.as_ref()
    }

    /// The contest, to be changed. A scene without one stays the very same one.
    pub(super) fn contest_mut(&mut self) -> Option<&mut Contest> {
        self.contest()?;
        self.scene_mut()?.contest.as_mut()
    }

    /// The conflict, to be changed. A scene without one stays the very same one.
    pub(super) fn conflict_mut(&mut self) -> Option<&mut Conflict> {
        self.conflict()?;
        self.scene_mut()?.conflict.as_mut()
    }

    /// Someone in the conflict, to be changed.
    pub(super) fn combatant_mut(&mut self, who: Id) -> Option<&mut Combatant> {
        self.conflict_mut()?.combatants.iter_mut().find(|one| one.who == who)
    }

    /// The action of a turn is used, or given back.
    pub(super) fn use_turn(&mut self, who: Id, used: bool) {
        if let Some(one) = self.combatant_mut(who) {
            one.used = used;
        }
    }

    /// Someone is out of the conflict.
    pub(super) fn drop_out(&mut self, who: Id) {
        if let Some(one) = self.combatant_mut(who) {
            one.out = true;
        }
    }

    /// The aspects of a character, oldest first.
    pub fn aspects_of(&self, character: Id) -> impl Iterator<Item = &Aspect> {
        let all = self.aspects.iter().map(|one| &**one);
        all.filter(move |aspect| aspect.character() == Some(character))
    }

    /// What a character is called.
    #[must_use]
    pub fn name(&self, character: Id) -> Term {
        self.character(character).map_or_else(wording::nothing, |one| one.name.clone())
    }

    /// The player characters.
    pub fn player_characters(&self) -> impl Iterator<Item = &Character> {
        self.characters.iter().map(|one| &**one).filter(|one| one.pc)
    }

    /// Whether the seat plays the character. The host plays everyone.
    #[must_use]
    pub fn plays(&self, by: Seat, character: Id) -> bool {
        by.is_host() || self.character(character).is_some_and(|one| one.seat == Some(by.id))
    }

    /// Whether a viewer may know of a purse: not that of someone they may not see.
    #[must_use]
    pub fn sees_purse(&self, viewer: Viewer, purse: Purse) -> bool {
        match purse {
            Purse::Character(id) | Purse::Later(id) | Purse::Conceded(id) => {
                self.character(id).is_none_or(|one| self.sees_character(viewer, one))
            }
            Purse::Bank
            | Purse::Host
            | Purse::HostLater
            | Purse::HostConceded
            | Purse::Compel(_) => true,
        }
    }

    /// Whether the seat speaks for the holder.
    #[must_use]
    pub fn speaks_for(&self, by: Seat, holder: Holder) -> bool {
        match holder {
            Holder::Host => by.is_host(),
            Holder::Character(id) => self.plays(by, id),
        }
    }

    /// Whose choice it is, for the offers that the game waits for: a character without a seat is
    /// the host's.
    #[must_use]
    pub fn awaits(&self, by: Seat, holder: Holder) -> bool {
        match holder {
            Holder::Host => by.is_host(),
            Holder::Character(id) => match self.character(id).and_then(|one| one.seat) {
                Some(seat) => seat == by.id,
                None => by.is_host(),
            },
        }
    }

    /// The purse a holder pays from: the host's for everyone who is no player character (F-15).
    #[must_use]
    pub fn purse(&self, holder: Holder) -> Purse {
        match holder {
            Holder::Character(id) if self.character(id).is_some_and(|one| one.pc) => {
                Purse::Character(id)
            }
            _ => Purse::Host,
        }
    }

    /// Where points owed to a holder wait (F-12).
    #[must_use]
    pub fn later(&self, holder: Holder) -> Purse {
        match self.purse(holder) {
            Purse::Character(id) => Purse::Later(id),
            _ => Purse::HostLater,
        }
    }

    /// Whether a viewer may see a character: the one place where that is decided.
    #[must_use]
    pub fn sees_character(&self, viewer: Viewer, character: &Character) -> bool {
        character.seen.sees(viewer)
            || matches!((viewer, character.seat), (Viewer::Player(seat), Some(its)) if seat == its)
    }

    /// Whether a viewer may see an aspect: the one place where that is decided.
    #[must_use]
    pub fn sees_aspect(&self, viewer: Viewer, aspect: &Aspect) -> bool {
        let bearer = aspect.character().and_then(|id| self.character(id));
        self.sees_aspect_on(viewer, aspect, bearer)
    }

    /// The same, with whom it is on at hand.
    pub(super) fn sees_aspect_on(
        &self,
        viewer: Viewer,
        aspect: &Aspect,
        bearer: Option<&Character>,
    ) -> bool {
        let hidden = bearer.is_some_and(|one| !self.sees_character(viewer, one));
        let own = matches!((viewer, bearer.and_then(|one| one.seat)), (Viewer::Player(seat), Some(its)) if seat == its);
        !hidden && (aspect.seen.sees(viewer) || own)
    }

    /// Whether a viewer may see a character's numbers: those of the host's characters are the
    /// host's alone.
    #[must_use]
    pub fn sees_sheet(&self, viewer: Viewer, character: &Character) -> bool {
        self.sees_character(viewer, character)
            && (character.pc || character.seat.is_some() || viewer == Viewer::Host)
    }

    /// Whether this player's view differs from the generic player's.
    pub(super) fn has_private_view(&self, player: SeatId) -> bool {
        let viewer = Viewer::Player(player);
        // Nothing but these two is ever hidden from a player.
        self.characters.iter().any(|one| {
            self.sees_character(viewer, one) != self.sees_character(Viewer::Spectator, one)
        }) || self.aspects.iter().any(|one| {
            // What all see of a character is the same for all, and looked for no further.
            let hidden = one.seen != Audience::All;
            hidden && self.sees_aspect(viewer, one) != self.sees_aspect(Viewer::Spectator, one)
        })
    }

    /// A character the viewer may see.
    #[must_use]
    pub fn seen_character(&self, viewer: Viewer, id: Id) -> Option<&Character> {
        self.character(id).filter(|one| self.sees_character(viewer, one))
    }

    /// An aspect the viewer may see.
    #[must_use]
    pub fn seen_aspect(&self, viewer: Viewer, id: Id) -> Option<&Aspect> {
        self.aspect(id).filter(|one| self.sees_aspect(viewer, one))
    }

    /// Whether a place is there for the viewer.
    #[must_use]
    pub fn seen_place(&self, viewer: Viewer, place: Place) -> bool {
        match place {
            Place::Game => true,
            Place::Scene => self.scene.is_some(),
            Place::Zone(zone) => {
                self.scene.as_ref().is_some_and(|scene| scene.zone(zone).is_some())
            }
            Place::Character(id) => self.seen_character(viewer, id).is_some(),
        }
    }

    /// Whether an aspect counts as its owner's own when invoked against them (F-12).
    #[must_use]
    pub fn pays_owner(aspect: &Aspect, scope: HostileScope) -> bool {
        match aspect.kind {
            AspectKind::Character { .. } => true,
            AspectKind::Consequence { .. } | AspectKind::Situation => scope == HostileScope::All,
            AspectKind::Game | AspectKind::Boost => false,
        }
    }
}
