//! What a seat sees of a game of the fate family, ready to be looked up by name.

use export::render::name;
use export::sheet::fate::{Cast, is_unnamed_boost};
use rules::fate::{
    ActionPart, AspectPart, CharacterPart, CompelPart, HitPart, Holder, LedgerPart, Options, Part,
    Place, RulesetPart, ScenePart,
};
use rules::{Id, Message, Term, View, message};

use crate::about::{self, About, Picking, Spot};
use crate::context::SeatContext;
use crate::family::{Lookup, Speaker};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// What a seat sees, sorted.
#[derive(Clone)]
pub struct Book<'v> {
    /// The seat's context.
    pub context: &'v SeatContext,
    /// Everyone in the view, as sheets call them.
    pub cast: Cast<'v>,
    /// What the pack says.
    pub ruleset: Option<&'v RulesetPart>,
    /// The scene.
    pub scene: Option<&'v ScenePart>,
    /// What the table decided for itself.
    pub options: Option<&'v Options>,
    /// Fate points.
    pub ledger: Option<&'v LedgerPart>,
    /// The characters, oldest first.
    pub characters: Vec<&'v CharacterPart>,
    /// The actions under way, oldest first.
    pub actions: Vec<&'v ActionPart>,
    /// The hits to be absorbed.
    pub hits: Vec<&'v HitPart>,
    /// The compels to be settled.
    pub compels: Vec<&'v CompelPart>,
    /// Who acts in this line, if the line said so before its command.
    pub actor: Option<Id>,
}

impl<'v> Book<'v> {
    /// The character with an id.
    pub fn character(&self, id: Id) -> Option<&'v CharacterPart> {
        self.cast.character(id)
    }

    /// What a character is called.
    pub fn called(&self, id: Id) -> Message {
        self.cast.called(id)
    }

    /// Whether the seat plays a character: the host plays those without a seat.
    pub fn plays(&self, id: Id) -> bool {
        let seat = self.character(id).and_then(|part| part.seat);
        seat.map_or(self.context.seat.is_host(), |seat| seat == self.context.seat.id)
    }

    /// The seat's own characters.
    pub fn own(&self) -> impl Iterator<Item = Id> {
        let seat = self.context.seat.id;
        let own = self.characters.iter().filter(move |part| part.seat == Some(seat));
        own.map(|part| part.id)
    }

    /// Who acts in this line (C-04).
    pub fn default_actor(&self) -> Option<&'v CharacterPart> {
        let actor = about::actor(self.actor, self.context, self.own());
        actor.and_then(|id| self.character(id))
    }

    /// Whether a character's things are meant when nothing is named: the actor's, or those of all
    /// whom a seat with several plays until it says who acts.
    pub fn owns(&self, id: Id) -> bool {
        let chosen = self.actor.or(self.context.speaking_as);
        match self.default_actor() {
            Some(actor) => actor.id == id,
            None => chosen.is_none() && self.plays(id),
        }
    }

    /// Whether a character's things can be meant at all: those of whom the seat may play, and of
    /// whoever the line names, for whom the rules answer.
    pub fn reaches(&self, id: Id) -> bool {
        self.context.seat.is_host() || self.plays(id) || self.actor == Some(id)
    }

    /// Reads words in any order, for as long as `word` takes one, and `@NAME` among them.
    ///
    /// # Errors
    /// When nobody is called that.
    pub fn words_and_name(
        &self,
        reader: &mut Reader<'_>,
        mut word: impl FnMut(&mut Reader<'_>) -> bool,
    ) -> Result<Option<Id>, Mistake> {
        let mut named = None;
        loop {
            reader.gap();
            if word(reader) {
                continue;
            }
            match self.at(reader)? {
                Some(who) => named = Some(who),
                None => return Ok(named),
            }
        }
    }

    /// Reads `@NAME`, if it is next.
    ///
    /// # Errors
    /// When nobody is called that.
    pub fn at(&self, reader: &mut Reader<'_>) -> Result<Option<Id>, Mistake> {
        reader.gap();
        if reader.eat('@') {
            return names::find(reader, &self.character_names()).map(Some);
        }
        Ok(None)
    }

    /// Whether the line itself named this character as who acts, or nobody.
    pub fn named_or_nobody(&self, id: Id) -> bool {
        self.actor.is_none_or(|actor| actor == id)
    }

    /// Who acts: whom the line names first, or whom the seat plays.
    ///
    /// # Errors
    /// When nobody can be meant.
    pub fn acting(&self, reader: &Reader<'_>) -> Result<Id, Mistake> {
        if let Some(one) = self.default_actor() {
            return Ok(one.id);
        }
        let own: Vec<Message> = self
            .characters
            .iter()
            .filter(|part| self.plays(part.id))
            .map(|part| name(&part.name))
            .collect();
        let mistake = Mistake::new(reader.at()..reader.at() + 1, message!("chat-who")).by("C-04");
        Err(if own.is_empty() {
            mistake.instead(message!("chat-who-none"))
        } else {
            mistake.instead(message!("chat-who-first", names = own))
        })
    }

    /// Who invokes or holds: the one who acts, or the host.
    ///
    /// # Errors
    /// When a player has nobody to act as.
    pub fn holding(&self, reader: &Reader<'_>) -> Result<Holder, Mistake> {
        match self.default_actor() {
            Some(one) => Ok(Holder::Character(one.id)),
            None if self.context.seat.is_host() => Ok(Holder::Host),
            None => self.acting(reader).map(Holder::Character),
        }
    }

    /// Names of all aspects. An unnamed boost is the boost of whoever holds it, and the actor's
    /// own is meant first (C-06).
    pub fn aspect_names(&self) -> Vec<Name<Id>> {
        let unnamed = Term::from("推助");
        let me = self.default_actor().map(|part| Holder::Character(part.id));
        let me = me.or_else(|| self.context.seat.is_host().then_some(Holder::Host));
        let named = |(aspect, bearer): (&AspectPart, Option<&Term>)| {
            let mut name = Name::new(aspect.id, aspect.name.as_ref().unwrap_or(&unnamed));
            if is_unnamed_boost(aspect) {
                name = name.also("boost").shown(message!("chat-f-boost"));
                let holder = aspect.free.first().map(|free| free.to);
                name = name.apart(u8::from(holder.is_none() || holder != me));
                let whose = holder.and_then(|holder| self.cast.holder(holder));
                // As the page and the offers call it.
                let place = holder.map(|holder| self.boost_place(aspect.id, holder));
                if let (Some(whose), Some((place, count))) = (&whose, place) {
                    for one in whose.spellings() {
                        name = name.also(&format!("{one}的推助 {place}"));
                        if count == 1 {
                            name = name.also(&format!("{one}的推助"));
                        }
                    }
                }
            }
            match self.cast.owner(aspect, bearer) {
                Some(owner) => name.of(&owner),
                None => name,
            }
        };
        self.cast.aspects().into_iter().map(named).collect()
    }

    /// Which of someone's unnamed boosts it is, counted from 1, and how many there are.
    fn boost_place(&self, id: Id, holder: Holder) -> (usize, usize) {
        let held = |aspect: &AspectPart| aspect.free.first().is_some_and(|free| free.to == holder);
        let boosts: Vec<Id> = self
            .cast
            .aspects()
            .into_iter()
            .map(|(aspect, _)| aspect)
            .filter(|aspect| is_unnamed_boost(aspect) && held(aspect))
            .map(|aspect| aspect.id)
            .collect();
        let place = boosts.iter().position(|one| *one == id);
        (place.map_or(1, |place| place + 1), boosts.len())
    }

    /// What a character is called, to be typed.
    pub fn term(&self, id: Id) -> Option<Term> {
        self.character(id).map(|part| part.name.clone())
    }

    /// Reads the name of an aspect.
    ///
    /// # Errors
    /// When there is none, or more than one.
    pub fn aspect(&self, reader: &mut Reader<'_>) -> Result<Id, Mistake> {
        names::find(reader, &self.aspect_names())
    }

    /// Reads the name of a skill.
    ///
    /// # Errors
    /// When there is no such skill.
    pub fn skill(&self, reader: &mut Reader<'_>) -> Result<String, Mistake> {
        let skills = self.ruleset.map_or(&[][..], |rules| &rules.skills.list);
        let known: Vec<Name<String>> =
            skills.iter().map(|skill| Name::of_pack(&skill.id, &skill.name)).collect();
        names::find(reader, &known)
    }

    /// The stress tracks by name.
    pub fn track_names(&self) -> Vec<Name<String>> {
        let tracks = self.ruleset.map_or(&[][..], |rules| &rules.tracks);
        tracks.iter().map(|track| Name::of_pack(&track.id, &track.name)).collect()
    }

    /// The zones by name.
    pub fn zone_names(&self) -> Vec<Name<Id>> {
        let zones = self.scene.map_or(&[][..], |scene| &scene.zones);
        zones.iter().map(|zone| Name::new(zone.id, &zone.name)).collect()
    }

    /// Reads a place: `@NAME`, a zone, or the scene when nothing is next.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn place(&self, reader: &mut Reader<'_>) -> Result<Place, Mistake> {
        if let Some(who) = self.at(reader)? {
            return Ok(Place::Character(who));
        }
        if reader.is_done() {
            let open = self.scene.is_some_and(|scene| scene.open);
            return Ok(if open { Place::Scene } else { Place::Game });
        }
        names::find(reader, &self.zone_names()).map(Place::Zone)
    }

    /// Of the actions that fit, the one that is meant: the actor's own (C-04).
    ///
    /// # Errors
    /// When there is none, or more than one could be meant.
    pub fn action(
        &self,
        reader: &mut Reader<'_>,
        fits: impl Fn(&ActionPart) -> bool,
        own: impl Fn(&ActionPart) -> bool,
    ) -> Result<&'v ActionPart, Mistake> {
        self.action_of(reader, None, Spot::Word, fits, own)
    }

    /// As [`Book::action`], where the line may say at `spot` whose action is meant.
    ///
    /// # Errors
    /// When there is none, or more than one could be meant.
    pub fn action_of(
        &self,
        reader: &mut Reader<'_>,
        named: Option<Id>,
        spot: Spot,
        fits: impl Fn(&ActionPart) -> bool,
        own: impl Fn(&ActionPart) -> bool,
    ) -> Result<&'v ActionPart, Mistake> {
        let fitting = self.actions.iter().copied().filter(|action| fits(action));
        let all: Vec<About<&ActionPart>> = fitting
            .map(|action| About {
                it: action,
                of: Some(action.actor),
                own: own(action),
                what: self.about_roll(action),
            })
            .collect();
        let at = reader.at()..reader.at() + 1;
        self.meant(reader, named, spot, &all, || {
            Mistake::new(at, message!("chat-no-roll")).example_text(".f 克服 格斗 vs 2")
        })
    }

    /// A roll by whose it is, what for, and against whom.
    pub fn about_roll(&self, action: &ActionPart) -> Message {
        let (who, doing) = (self.called(action.actor), action.doing.clone());
        match action.target {
            None => message!("chat-f-about-roll", who = who, doing = doing),
            Some(target) => message!(
                "chat-f-about-roll-against",
                who = who,
                doing = doing,
                target = self.called(target)
            ),
        }
    }

    /// The one of several things that is meant (C-04).
    ///
    /// # Errors
    /// When there is none, or more than one could be meant.
    pub fn meant<T: Clone>(
        &self,
        reader: &mut Reader<'_>,
        named: Option<Id>,
        spot: Spot,
        all: &[About<T>],
        none: impl FnOnce() -> Mistake,
    ) -> Result<T, Mistake> {
        let called = |id: Id| self.term(id);
        about::resolve(reader, all, &Picking { named, spot, called: &called }, none)
    }

    /// Names of all characters; of equal names the seat's own is meant.
    pub fn character_names(&self) -> Vec<Name<Id>> {
        let seat = self.context.seat.id;
        let named = |part: &&CharacterPart| {
            Name::new(part.id, &part.name).apart(u8::from(part.seat != Some(seat)))
        };
        self.characters.iter().map(named).collect()
    }
}

impl Book<'_> {
    /// A number, or its name on the ladder, if one is next (F-02, F-04).
    pub fn rung(&self, reader: &mut Reader<'_>) -> Option<i64> {
        if let Some(number) = number(reader) {
            return Some(number);
        }
        let ladder = self.ruleset.map_or(&[][..], |rules| &rules.ladder);
        let spelled: Vec<(i64, Vec<&str>)> =
            ladder.iter().map(|rung| (rung.value, rung.name.spellings().collect())).collect();
        let words: Vec<(i64, &[&str])> =
            spelled.iter().map(|(value, names)| (*value, names.as_slice())).collect();
        reader.space();
        reader.word(&words)
    }

    /// What a skill is called: the pack's own word (F-53).
    pub fn skill_word(&self) -> Term {
        self.ruleset.map_or_else(|| Term::from(""), |rules| rules.skills.name.clone())
    }

    /// The prepared scenes by name.
    pub fn prepared_names(&self) -> Vec<Name<Id>> {
        let prepared = self.scene.map_or(&[][..], |scene| &scene.prepared);
        prepared.iter().map(|one| Name::new(one.id, &one.title)).collect()
    }
}

/// A whole number with or without a sign, if one is next.
pub fn number(reader: &mut Reader<'_>) -> Option<i64> {
    reader.space();
    let mut probe = *reader;
    let minus = probe.eat('-') || probe.eat('−');
    if !minus {
        probe.eat('+');
    }
    let number = i64::from(probe.number()?);
    *reader = probe;
    Some(if minus { -number } else { number })
}

impl<'v> Lookup<'v> for Book<'v> {
    type Part = Part;

    fn new(context: &'v SeatContext, view: &'v View<Part>, actor: Option<Id>) -> Self {
        let cast = Cast::new(view);
        let mut book = Book {
            context,
            ruleset: cast.ruleset,
            scene: cast.scene,
            options: None,
            ledger: None,
            characters: cast.characters.clone(),
            cast,
            actions: Vec::new(),
            hits: Vec::new(),
            compels: Vec::new(),
            actor,
        };
        for part in view.values() {
            match part {
                Part::Ledger(part) => book.ledger = Some(part),
                Part::Action(part) => book.actions.push(part),
                Part::Hit(part) => book.hits.push(part),
                Part::Compel(part) => book.compels.push(part),
                Part::Options(part) => book.options = Some(part),
                Part::Ruleset(_) | Part::Scene(_) | Part::Character(_) => {}
            }
        }
        if let Some(scene) = book.scene {
            let age = |ids: &[Id], id: Id| ids.iter().position(|one| *one == id);
            book.actions.sort_by_key(|part| age(&scene.actions, part.id));
            book.hits.sort_by_key(|part| age(&scene.hits, part.id));
            book.compels.sort_by_key(|part| age(&scene.compels, part.id));
        }
        book
    }

    fn known_characters(&self) -> Vec<Name<Id>> {
        self.character_names()
    }

    fn own_ids(&self) -> Vec<Id> {
        self.own().collect()
    }

    fn speaker(&self) -> Option<Speaker> {
        let speaker = self.default_actor()?;
        Some((speaker.seat, speaker.name.spellings().next()?.to_owned()))
    }

    fn names(view: &View<Part>) -> Vec<Term> {
        let mut names: Vec<&Term> = Vec::new();
        for part in view.values() {
            match part {
                Part::Scene(part) => {
                    names.extend(&part.title);
                    names.extend(part.zones.iter().map(|zone| &zone.name));
                    names.extend(part.aspects.iter().filter_map(|aspect| aspect.name.as_ref()));
                    names.extend(part.contest.iter().map(|contest| &contest.title));
                    let sides = part.contest.iter().flat_map(|contest| &contest.sides);
                    names.extend(sides.map(|side| &side.name));
                    names.extend(part.challenge.iter().map(|challenge| &challenge.title));
                    let tasks = part.challenge.iter().flat_map(|challenge| &challenge.tasks);
                    names.extend(tasks.map(|task| &task.name));
                }
                Part::Character(part) => {
                    names.push(&part.name);
                    names.extend(part.aspects.iter().filter_map(|aspect| aspect.name.as_ref()));
                    names.extend(part.stunts.iter().map(|stunt| &stunt.name));
                    names.extend(part.tracks.iter().map(|track| &track.name));
                    names.extend(part.slots.iter().map(|slot| &slot.name));
                }
                Part::Ruleset(_)
                | Part::Options(_)
                | Part::Ledger(_)
                | Part::Action(_)
                | Part::Hit(_)
                | Part::Compel(_) => {}
            }
        }
        names.into_iter().cloned().collect()
    }
}
