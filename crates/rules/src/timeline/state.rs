//! All that is so in a game of Time Line, and finding things in it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{
    Act, Amount, Character, Claim, Doing, Environment, Fight, Fighter, LastingKind, Opponent,
    Options, Pool, Timeline,
};
use crate::{Clocks, Id, Message, Refusal, Role, Seat, SeatId, Viewer, message};

/// All that is so. Its larger parts are shared, so a copy costs little.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// How the table plays.
    pub options: Options,
    /// The resources of extensions (T-60).
    pub pools: Arc<Vec<Pool>>,
    /// Where everyone is, if it matters (T-60).
    pub environment: Option<Arc<Environment>>,
    /// The target number of the whole table (T-10).
    pub target: Option<Amount>,
    /// Whom negotiations are with (T-14).
    pub opponent: Option<Opponent>,
    /// The characters.
    pub characters: BTreeMap<Id, Arc<Character>>,
    /// The characters in the order they were made.
    pub order: Vec<Id>,
    /// What players named and the host has not agreed to yet (T-01).
    pub claims: Vec<Claim>,
    /// The fight, if one is under way.
    pub fight: Option<Arc<Fight>>,
    /// Clocks that run beside the story (B-43).
    pub clocks: Clocks,
}

impl State {
    /// The state of a new table.
    pub(super) fn begin(pack: &Timeline) -> Self {
        let (options, pools) = (pack.options.clone(), Arc::new(pack.resources.clone()));
        Self { options, pools, ..Self::default() }
    }

    /// A character by its id.
    #[must_use]
    pub fn character(&self, id: Id) -> Option<&Character> {
        self.characters.get(&id).map(AsRef::as_ref)
    }

    /// A character the viewer may see.
    ///
    /// # Errors
    /// When there is none; hidden ones are refused in the same words.
    pub fn find(&self, id: Id, viewer: Viewer) -> Result<&Character, Refusal> {
        self.character(id)
            .filter(|character| character.sees(viewer))
            .ok_or_else(|| Refusal::new("T-01", message!("timeline-no-character")))
    }

    /// A character the seat plays, and not a body that a skill called.
    ///
    /// # Errors
    /// When there is none, another seat plays them, or they do nothing of their own.
    pub fn own(&self, id: Id, by: Seat) -> Result<&Character, Refusal> {
        let character = self.owned(id, by)?;
        if character.summoned.is_some() {
            let what = message!("timeline-summoned", name = &character.card.name);
            return Err(Refusal::new("T-50", what));
        }
        Ok(character)
    }

    /// A character or body of the seat.
    ///
    /// # Errors
    /// When there is none, or another seat plays them.
    pub fn owned(&self, id: Id, by: Seat) -> Result<&Character, Refusal> {
        let character = self.find(id, by.viewer())?;
        if by.role == Role::Spectator || !character.owned(by.viewer()) {
            let what = message!("timeline-not-yours", name = &character.card.name);
            return Err(Refusal::new("B-01", what));
        }
        Ok(character)
    }

    /// The fight.
    ///
    /// # Errors
    /// When there is none.
    pub fn fight(&self) -> Result<&Fight, Refusal> {
        self.fight.as_deref().ok_or_else(|| Refusal::new("T-20", message!("timeline-no-fight")))
    }

    /// A fighter of the present fight.
    ///
    /// # Errors
    /// When there is no fight, or they are not in it.
    pub fn fighter(&self, id: Id) -> Result<(&Fight, &Fighter), Refusal> {
        let fight = self.fight()?;
        let fighter = fight.fighter(id).ok_or_else(|| {
            Refusal::new("T-20", message!("timeline-not-fighting", name = self.name(id)))
        })?;
        Ok((fight, fighter))
    }

    /// What a character is called.
    #[must_use]
    pub fn name(&self, id: Id) -> Message {
        match self.character(id) {
            Some(character) => message!("plain", text = &character.card.name),
            None => message!("timeline-someone"),
        }
    }

    /// What a character is called, to one who may not see them.
    #[must_use]
    pub fn name_for(&self, id: Id, viewer: Viewer) -> Message {
        match self.character(id) {
            Some(character) if character.sees(viewer) => self.name(id),
            _ => message!("timeline-someone"),
        }
    }

    /// Whether a player sees anything that others do not: a hidden character, or, in a fight, what
    /// their own declare.
    pub(super) fn has_private_view(&self, player: SeatId) -> bool {
        let viewer = Viewer::Player(player);
        let declares = self.fight.is_some() && !self.options.open_declarations;
        self.characters.values().any(|one| {
            declares && one.owned(viewer) || one.sees(viewer) != one.sees(Viewer::Spectator)
        })
    }

    /// Whether a viewer may know what a fighter has declared (T-21): views, lines, quotes and
    /// refusals ask here.
    #[must_use]
    pub fn sees_declaration(&self, who: Id, viewer: Viewer) -> bool {
        let Some(character) = self.character(who).filter(|one| one.sees(viewer)) else {
            return false;
        };
        self.options.open_declarations
            || character.owned(viewer)
            || self.characters.values().any(|other| {
                other.owned(viewer)
                    && !other.dead
                    && (other.traits.iter().any(|one| one.draft.insight)
                        || self.sees_through(other.id, who))
            })
    }

    /// Whether a fighter's skill tells them what another declares: by insight, or by declaring it.
    fn sees_through(&self, who: Id, other: Id) -> bool {
        let Some(fight) = self.fight.as_deref() else { return false };
        let insight = fight.fighter(who).is_some_and(|one| {
            one.lasting.iter().any(|own| own.kind == LastingKind::Insight { of: other })
        });
        let puppet = fight.fighter(other).and_then(|one| one.puppet);
        insight || puppet.is_some_and(|(by, _)| by == who)
    }

    /// Whether a viewer may know that someone has initiative (T-26).
    pub(super) fn sees_initiative(&self, viewer: Viewer) -> bool {
        let first = self.fight.as_deref().map_or(&[][..], |fight| &fight.first);
        first.iter().any(|id| self.character(*id).is_some_and(|one| one.sees(viewer)))
    }

    /// Whether a fighter waits for an initiative the viewer may not know of: to them the fighter
    /// is free to declare, and what is planned has begun (T-26).
    pub(super) fn waits_unknown(&self, fighter: &Fighter, viewer: Viewer) -> bool {
        matches!(fighter.doing, Doing::Late) && !self.sees_initiative(viewer)
    }

    /// Those whom the table waits for, as far as a viewer may know.
    pub(super) fn awaited_by(&self, viewer: Viewer) -> impl Iterator<Item = &Fighter> {
        let unknown = !self.sees_initiative(viewer);
        let fight = self.fight.as_deref();
        let standing = fight.into_iter().flat_map(Fight::standing);
        standing.filter(move |one| {
            fight.is_some_and(|fight| self.is_awaited(fight, one, unknown))
                && self.character(one.id).is_some_and(|character| character.sees(viewer))
        })
    }

    /// Whether the table waits for a fighter, or seems to for those to whom an initiative is
    /// `unknown`.
    pub(super) fn is_awaited(&self, fight: &Fight, one: &Fighter, unknown: bool) -> bool {
        let late = matches!(one.doing, Doing::Late) && one.planned.is_empty();
        fight.awaits(one) || (unknown && late)
    }

    /// The act a fighter is winding up, as it looks to a viewer who may know it or not.
    pub(super) fn act_seen(&self, who: Id, viewer: Viewer) -> Option<Cow<'_, Act>> {
        let fight = self.fight.as_deref()?;
        let fighter = fight.fighter(who)?;
        match fighter.act() {
            Some(act) => Some(Cow::Borrowed(act)),
            None => {
                let plan = fighter.planned.first();
                let plan = plan.filter(|_| self.waits_unknown(fighter, viewer))?;
                self.prepare(who, plan, fight.now).ok().map(Cow::Owned)
            }
        }
    }

    /// The act a fighter is winding up, if the viewer may know it.
    #[must_use]
    pub(super) fn known_act(&self, who: Id, viewer: Viewer) -> Option<Cow<'_, Act>> {
        let act = self.act_seen(who, viewer)?;
        self.sees_declaration(who, viewer).then_some(act)
    }

    /// How far apart two fighters are, in D.
    #[must_use]
    pub fn distance(&self, one: Id, other: Id) -> Amount {
        let position = |id| {
            self.fight
                .as_deref()
                .and_then(|fight| fight.fighter(id))
                .map_or(Amount::ZERO, |fighter| fighter.position)
        };
        (position(one) - position(other)).abs()
    }

    /// Changes what a character's numbers follow from, and derives them again.
    pub(super) fn change_character(&mut self, id: Id, change: impl FnOnce(&mut Character)) {
        let holds = self.options.holds_silently();
        if let Some(character) = self.characters.get_mut(&id) {
            let character = Arc::make_mut(character);
            change(character);
            character.derive(self.environment.as_deref(), holds);
        }
    }

    /// The fight, to be changed.
    pub(super) fn fight_mut(&mut self) -> Option<&mut Fight> {
        self.fight.as_mut().map(Arc::make_mut)
    }

    /// Changes one who fights.
    pub(super) fn change_fighter(&mut self, id: Id, change: impl FnOnce(&mut Fighter)) {
        if let Some(fight) = self.fight_mut() {
            fight.change(id, change);
        }
    }
}
