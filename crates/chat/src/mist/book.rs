//! What a seat sees of a game of the mist family, ready to be looked up by name.

use std::collections::BTreeMap;

use export::render::name;
use rules::mist::{
    ChallengePart, CharacterPart, CluePart, ConsequencePart, FilePart, Holder, LookingBackPart,
    Part, RollPart, RulesetPart, ScenePart, StatusPart, StoryPart, TagPart, ThemePart,
};
use rules::{Id, Message, Term, View, message};

use crate::about;
use crate::context::SeatContext;
use crate::family::{Lookup, Speaker};
use crate::mistake::Mistake;
use crate::names::{self, Name};
use crate::reader::Reader;

/// What a seat sees, sorted.
pub struct Book<'v> {
    /// The seat's context.
    pub context: &'v SeatContext,
    /// What the pack says.
    pub ruleset: Option<&'v RulesetPart>,
    /// Where the story stands.
    pub story: Option<&'v StoryPart>,
    /// The scene.
    pub scene: Option<&'v ScenePart>,
    /// The case file.
    pub file: Option<&'v FilePart>,
    /// The checklist of looking back.
    pub looking_back: Option<&'v LookingBackPart>,
    /// The clues, oldest first.
    pub clues: &'v [CluePart],
    /// The characters, oldest first.
    pub characters: Vec<&'v CharacterPart>,
    /// The challenges, oldest first.
    pub challenges: Vec<&'v ChallengePart>,
    /// The rolls under way, oldest first.
    pub rolls: Vec<&'v RollPart>,
    /// The consequences that have not landed, oldest first.
    pub consequences: Vec<&'v ConsequencePart>,
    /// Who acts in this line, if the line said so before its command.
    pub actor: Option<Id>,
}

/// What can count in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A power or story tag.
    Tag,
    /// A weakness tag.
    Weakness,
    /// A status.
    Status,
    /// A clue.
    Clue,
}

/// A thing that can count in a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countable {
    /// Which one.
    pub id: Id,
    /// What sort of thing.
    pub sort: Sort,
}

impl<'v> Book<'v> {
    /// The seat's own characters that are still in play.
    pub fn own(&self) -> impl Iterator<Item = &'v CharacterPart> {
        let seat = self.context.seat;
        self.characters
            .iter()
            .copied()
            .filter(move |character| character.seat == Some(seat.id) && !character.left)
    }

    /// The character with an id.
    pub fn character(&self, id: Id) -> Option<&'v CharacterPart> {
        self.characters.iter().copied().find(|part| part.id == id)
    }

    /// Whom the seat acts as when it does not say: whom it speaks as, or its only character.
    pub fn default_actor(&self) -> Option<&'v CharacterPart> {
        about::actor(self.actor, self.context, self.own().map(|part| part.id))
            .and_then(|id| self.character(id))
    }

    /// Whether the seat may play a character: the host plays everyone.
    pub fn may_play(&self, id: Id) -> bool {
        self.context.seat.is_host() || self.own().any(|part| part.id == id)
    }

    /// Whether a character's rolls are meant when nothing is named: the actor's; until it is said
    /// who acts, those of all whom a player plays, and everyone's for the host, who reviews them.
    pub fn owns(&self, id: Id) -> bool {
        match self.default_actor() {
            Some(actor) => actor.id == id,
            None => self.may_play(id),
        }
    }

    /// Names of all challenges.
    pub fn challenge_names(&self) -> Vec<Name<Id>> {
        self.challenges.iter().map(|part| Name::new(part.id, &part.name)).collect()
    }

    /// Names of everything that has tags and statuses.
    pub fn holder_names(&self) -> Vec<Name<Holder>> {
        let characters =
            self.characters.iter().map(|part| Name::new(Holder::Character(part.id), &part.name));
        let challenges =
            self.challenges.iter().map(|part| Name::new(Holder::Challenge(part.id), &part.name));
        let scene = Name::new(Holder::Scene, &Term::from("scene"))
            .shown(message!("chat-the-scene"))
            .also("场景")
            .also("場景");
        characters.chain(challenges).chain([scene]).collect()
    }

    /// Reads `@NAME` of a character, or takes the default one.
    ///
    /// # Errors
    /// When the name is unknown, or none is given and none can be meant.
    pub fn acting(&self, reader: &mut Reader<'_>) -> Result<Id, Mistake> {
        reader.space();
        if reader.eat('@') {
            return names::find(reader, &self.character_names());
        }
        let default = self.default_actor().map(|character| character.id);
        default.ok_or_else(|| self.who(reader))
    }

    fn who(&self, reader: &Reader<'_>) -> Mistake {
        let own: Vec<Message> = match self.context.seat.is_host() {
            true => self.characters.iter().map(|part| name(&part.name)).collect(),
            false => self.own().map(|part| name(&part.name)).collect(),
        };
        let at = reader.at()..reader.at() + 1;
        let mistake = Mistake::new(at, message!("chat-who")).by("C-04");
        if own.is_empty() {
            mistake.instead(message!("chat-who-none"))
        } else {
            mistake.instead(message!("chat-who-first", names = own))
        }
    }

    /// Everything that can count in a roll; what is the actor's own is nearest.
    pub fn countables(&self, actor: Option<Id>) -> Vec<Name<Countable>> {
        let mut found = Vec::new();
        for character in &self.characters {
            let apart = u8::from(Some(character.id) != actor);
            let owner = &character.name;
            for theme in &character.themes {
                found.extend(tags(&theme.powers, Sort::Tag, owner, apart));
                found.extend(tags(&theme.weaknesses, Sort::Weakness, owner, apart));
            }
            found.extend(tags(&character.tags, Sort::Tag, owner, apart));
            found.extend(statuses(&character.statuses, owner, apart));
        }
        for challenge in &self.challenges {
            found.extend(tags(&challenge.tags, Sort::Tag, &challenge.name, 1));
            found.extend(statuses(&challenge.statuses, &challenge.name, 1));
        }
        if let Some(scene) = self.scene {
            let owner = scene.title.clone().unwrap_or(Term::from("scene"));
            found.extend(tags(&scene.tags, Sort::Tag, &owner, 1));
            found.extend(statuses(&scene.statuses, &owner, 1));
        }
        let clues = self.clues.iter().map(|clue| {
            let it = Countable { id: clue.id, sort: Sort::Clue };
            Name::new(it, &clue.text).apart(1)
        });
        found.extend(clues);
        found
    }

    /// Names of all tags.
    pub fn tag_names(&self) -> Vec<Name<Id>> {
        let actor = self.default_actor().map(|character| character.id);
        only(self.countables(actor), &[Sort::Tag, Sort::Weakness])
    }

    /// Names of all statuses.
    pub fn status_names(&self) -> Vec<Name<Id>> {
        let actor = self.default_actor().map(|character| character.id);
        only(self.countables(actor), &[Sort::Status])
    }

    /// Names of the statuses that one holder has.
    pub fn statuses_of(&self, holder: Holder) -> Vec<Name<Id>> {
        let (owner, held) = match holder {
            Holder::Character(id) => match self.character(id) {
                Some(it) => (it.name.clone(), &it.statuses[..]),
                None => return Vec::new(),
            },
            Holder::Challenge(id) => match self.challenges.iter().find(|it| it.id == id) {
                Some(it) => (it.name.clone(), &it.statuses[..]),
                None => return Vec::new(),
            },
            Holder::Scene => match self.scene {
                Some(it) => (it.title.clone().unwrap_or(Term::from("scene")), &it.statuses[..]),
                None => return Vec::new(),
            },
        };
        statuses(held, &owner, 0).map(by_id).collect()
    }

    /// Names of all themes of a character.
    pub fn theme_names(&self, character: Id) -> Vec<Name<Id>> {
        let themes = self.character(character).map_or(&[][..], |part| &part.themes);
        themes.iter().map(theme_name).collect()
    }

    /// A character's strange themes.
    pub fn strange_themes(&self, character: Id) -> Vec<Id> {
        let themes = self.character(character).map_or(&[][..], |part| &part.themes);
        let strange = themes.iter().filter(|theme| theme.kind == rules::mist::Kind::Strange);
        strange.map(|theme| theme.id).collect()
    }

    /// Names of everything that can be shown, hidden or renamed.
    pub fn thing_names(&self) -> Vec<Name<Id>> {
        let mut found: Vec<Name<Id>> = self.countables(None).into_iter().map(by_id).collect();
        found.extend(self.character_names());
        found.extend(self.challenge_names());
        for challenge in &self.challenges {
            for limit in &challenge.limits {
                let shown = message!("chat-limit", status = &limit.status, tier = limit.tier);
                let name = Name::new(limit.id, &limit.status).tier(limit.tier);
                let name = name.of(&challenge.name).shown(shown);
                let name = limit.status.spellings().fold(name, |name, spelling| {
                    name.also(&format!("极限 {spelling}"))
                        .also(&format!("極限 {spelling}"))
                        .also(&format!("limit {spelling}"))
                });
                found.push(name);
            }
            for threat in &challenge.threats {
                found.push(Name::new(threat.id, &threat.text).of(&challenge.name));
            }
        }
        for threat in self.scene.iter().flat_map(|scene| &scene.threats) {
            found.push(Name::new(threat.id, &threat.text));
        }
        for character in &self.characters {
            let themes = character.themes.iter();
            found.extend(themes.map(|theme| theme_name(theme).of(&character.name)));
        }
        found
    }

    /// What a character or challenge is called.
    pub fn called(&self, id: Id) -> Option<Message> {
        let character = self.characters.iter().find(|part| part.id == id);
        let challenge = self.challenges.iter().find(|part| part.id == id);
        character.map(|part| name(&part.name)).or(challenge.map(|part| name(&part.name)))
    }

    /// Names of all characters; of equal names the seat's own is meant.
    pub fn character_names(&self) -> Vec<Name<Id>> {
        let seat = self.context.seat.id;
        self.characters
            .iter()
            .map(|part| {
                let apart = u8::from(part.seat != Some(seat));
                Name::new(part.id, &part.name).apart(apart)
            })
            .collect()
    }
}

fn theme_name(theme: &ThemePart) -> Name<Id> {
    let named = Name::new(theme.id, &theme.title);
    let core = theme.powers.iter().take(1).flat_map(|tag| tag.name.spellings());
    core.fold(named, Name::also)
}

fn by_id(name: Name<Countable>) -> Name<Id> {
    name.map(|it| it.id)
}

fn only(names: Vec<Name<Countable>>, sorts: &[Sort]) -> Vec<Name<Id>> {
    names.into_iter().filter(|name| sorts.contains(&name.it.sort)).map(by_id).collect()
}

fn tags<'p>(
    tags: &'p [TagPart],
    sort: Sort,
    owner: &'p Term,
    apart: u8,
) -> impl Iterator<Item = Name<Countable>> + 'p {
    tags.iter().map(move |tag| {
        let it = Countable { id: tag.id, sort };
        Name::new(it, &tag.name).of(owner).apart(apart)
    })
}

fn statuses<'p>(
    statuses: &'p [StatusPart],
    owner: &'p Term,
    apart: u8,
) -> impl Iterator<Item = Name<Countable>> + 'p {
    statuses.iter().map(move |status| {
        let it = Countable { id: status.id, sort: Sort::Status };
        let shown = message!("chat-status", name = &status.name, tier = status.tier);
        let name = Name::new(it, &status.name).tier(status.tier);
        name.of(owner).apart(apart).shown(shown)
    })
}

fn held<'p>(tags: &'p [TagPart], statuses: &'p [StatusPart]) -> impl Iterator<Item = &'p Term> {
    tags.iter().map(|tag| &tag.name).chain(statuses.iter().map(|status| &status.name))
}

impl<'v> Lookup<'v> for Book<'v> {
    type Part = Part;

    fn new(context: &'v SeatContext, view: &'v View<Part>, actor: Option<Id>) -> Self {
        let mut book = Book {
            context,
            ruleset: None,
            story: None,
            scene: None,
            file: None,
            looking_back: None,
            clues: &[],
            characters: Vec::new(),
            challenges: Vec::new(),
            rolls: Vec::new(),
            consequences: Vec::new(),
            actor,
        };
        for part in view.values() {
            match part {
                Part::Ruleset(part) => book.ruleset = Some(part),
                Part::Story(part) => book.story = Some(part),
                Part::Clues(part) => book.clues = &part.clues,
                Part::File(part) => book.file = Some(part),
                Part::LookingBack(part) => book.looking_back = Some(part),
                Part::Scene(part) => book.scene = Some(part),
                Part::Character(part) => book.characters.push(part),
                Part::Challenge(part) => book.challenges.push(part),
                Part::Roll(part) => book.rolls.push(part),
                Part::Consequence(part) => book.consequences.push(part),
            }
        }
        if let Some(scene) = book.scene {
            let by_age = |ids: &[Id]| -> BTreeMap<Id, usize> {
                ids.iter().enumerate().map(|(at, id)| (*id, at)).collect()
            };
            let age = by_age(&scene.characters);
            book.characters.sort_by_key(|part| age.get(&part.id).copied());
            let age = by_age(&scene.challenges);
            book.challenges.sort_by_key(|part| age.get(&part.id).copied());
            let age = by_age(&scene.rolls);
            book.rolls.sort_by_key(|part| age.get(&part.id).copied());
            let age = by_age(&scene.consequences);
            book.consequences.sort_by_key(|part| age.get(&part.id).copied());
        }
        book
    }

    fn known_characters(&self) -> Vec<Name<Id>> {
        self.character_names()
    }

    fn own_ids(&self) -> Vec<Id> {
        self.own().map(|part| part.id).collect()
    }

    fn speaker(&self) -> Option<Speaker> {
        let speaker = self.default_actor()?;
        Some((speaker.seat, speaker.name.spellings().next()?.to_owned()))
    }

    fn names(view: &View<Part>) -> Vec<Term> {
        let mut names: Vec<&Term> = Vec::new();
        for part in view.values() {
            match part {
                Part::Story(part) => names.extend(part.next.iter().map(|phase| &phase.name)),
                Part::Scene(part) => {
                    names.extend(&part.title);
                    names.extend(held(&part.tags, &part.statuses));
                }
                Part::Character(part) => {
                    names.push(&part.name);
                    for theme in &part.themes {
                        names.push(&theme.title);
                        names.extend(held(&theme.powers, &[]).chain(held(&theme.weaknesses, &[])));
                    }
                    names.extend(held(&part.tags, &part.statuses));
                    names.extend(part.pangs.iter().map(|pang| &pang.title));
                }
                Part::Challenge(part) => {
                    names.push(&part.name);
                    names.extend(held(&part.tags, &part.statuses));
                }
                Part::Roll(part) => names.extend(part.outcome.iter().map(|outcome| &outcome.name)),
                Part::Ruleset(_)
                | Part::Clues(_)
                | Part::Consequence(_)
                | Part::File(_)
                | Part::LookingBack(_) => {}
            }
        }
        names.into_iter().cloned().collect()
    }
}
