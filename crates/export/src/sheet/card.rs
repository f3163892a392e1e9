//! The cards sheets are printed as: the parts of each family's sheet, in words (B-50).

use rules::mist::{TagPart, ThemePart};
use rules::timeline::WeaponKind;
use rules::{
    AnyView, FamilyView, Message, Refusal, SeatId, Term, View, fate, message, mist, timeline,
};
use table::TableHandle;
use words::sheet::{Block, Boxes, Card, Tag, TagLook};
use words::{Language, say};

use super::fate::Cast;
use crate::{Workers, render};

/// The cards of the characters a seat sees, in words.
///
/// # Errors
/// When there is no such seat.
pub async fn cards(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    language: Language,
) -> Result<Vec<Card>, Refusal> {
    let view = table.game_view(seat).await?;
    workers.run(table.id(), seat, move || of_view(&view, language)).await
}

fn of_view(view: &AnyView, language: Language) -> Vec<Card> {
    let words = Words(language);
    match view.by_family() {
        Some(FamilyView::Mist(view)) => words.mist(view),
        Some(FamilyView::Fate(view)) => words.fate(view),
        Some(FamilyView::Timeline(view)) => words.timeline(view),
        None => Vec::new(),
    }
}

/// Says things in one language.
struct Words(Language);

impl Words {
    fn say(&self, message: &Message) -> String {
        say(self.0, message)
    }

    fn term(&self, term: &Term) -> String {
        self.say(&message!("plain", text = term))
    }

    fn mist(&self, view: &View<mist::Part>) -> Vec<Card> {
        let rules = view.values().find_map(|part| match part {
            mist::Part::Ruleset(rules) => Some(rules),
            _ => None,
        });
        let Some(rules) = rules else { return Vec::new() };
        let card = |part: &mist::CharacterPart| {
            let mut blocks: Vec<Block> =
                part.themes.iter().map(|theme| self.theme(theme, rules)).collect();
            let tags: Vec<Tag> =
                part.tags.iter().map(|tag| self.tag(tag, TagLook::Power)).collect();
            if !tags.is_empty() {
                let (title, kind) = (self.say(&message!("card-story-tags")), String::new());
                blocks.push(Block::Theme {
                    title,
                    kind,
                    tags,
                    said: Vec::new(),
                    tracks: Vec::new(),
                });
            }
            blocks.push(Block::Tracks(self.statuses(part, rules)));
            let most = usize::from(rules.life.evolution);
            let marked = usize::try_from(part.evolution).unwrap_or(usize::MAX).min(most);
            if most > 0 {
                let name = self.say(&message!("card-evolution"));
                blocks.push(Block::Tracks(vec![Boxes::counted(name, true, marked, most)]));
            }
            if !rules.life.pangs.is_empty() {
                let pangs: Vec<String> = part.pangs.iter().map(|it| self.term(&it.title)).collect();
                let label = self.say(&message!("card-pang"));
                blocks.push(Block::Lines(vec![(label, pangs.join("、"))]));
            }
            Card {
                game: self.term(&rules.name),
                name: self.term(&part.name),
                about: Vec::new(),
                serif: true,
                blocks,
                foot: self.bands(rules),
            }
        };
        let characters = view.values().filter_map(|part| match part {
            mist::Part::Character(part) => Some(part),
            _ => None,
        });
        characters.map(|part| card(part)).collect()
    }

    fn theme(&self, theme: &ThemePart, rules: &mist::RulesetPart) -> Block {
        let names = rules.kinds.of(theme.kind);
        let power = |(at, tag): (usize, &TagPart)| {
            self.tag(tag, if at == 0 { TagLook::Core } else { TagLook::Power })
        };
        let powers = theme.powers.iter().enumerate().map(power);
        let weaknesses = theme.weaknesses.iter().map(|tag| self.tag(tag, TagLook::Weakness));
        let driven = theme.motive.spellings().any(|it| !it.is_empty());
        let motive = driven.then(|| (self.term(&names.motive), self.term(&theme.motive)));
        let waits = message!("chat-growth-waits", count = theme.owed);
        let waits = (theme.owed > 0).then(|| (self.say(&waits).trim().to_owned(), String::new()));
        let track = |name: &Term, marked: u8, most: u8| {
            Boxes::counted(self.term(name), true, usize::from(marked), usize::from(most))
        };
        Block::Theme {
            title: self.term(&theme.title),
            kind: self.term(&names.name),
            tags: powers.chain(weaknesses).collect(),
            said: motive.into_iter().chain(waits).collect(),
            tracks: vec![
                track(&names.improve, theme.improve, rules.theme.improve),
                track(&names.decay, theme.decay, rules.theme.decay),
            ],
        }
    }

    fn tag(&self, part: &TagPart, look: TagLook) -> Tag {
        let look = if part.burnt { TagLook::Burnt } else { look };
        Tag { text: self.term(&part.name), look }
    }

    /// What they have, and room for more.
    fn statuses(&self, part: &mist::CharacterPart, rules: &mist::RulesetPart) -> Vec<Boxes> {
        const LEAST: usize = 4;
        let boxes = |marks: &[u8]| {
            (1..=rules.status.boxes).map(|it| (String::new(), marks.contains(&it))).collect()
        };
        let had = part.statuses.iter().map(|status| Boxes {
            name: self.term(&status.name),
            round: false,
            boxes: boxes(&status.marks),
        });
        let blank = || Boxes { name: String::new(), round: false, boxes: boxes(&[]) };
        let room = LEAST.saturating_sub(part.statuses.len()).max(1);
        had.chain(std::iter::repeat_with(blank).take(room)).collect()
    }

    /// How the dice are read: `失败 ≤6`.
    fn bands(&self, rules: &mist::RulesetPart) -> Vec<String> {
        let next = rules.bands.iter().skip(1).map(|band| band.from).chain([None]);
        let bands = rules.bands.iter().zip(next).map(|(band, next)| {
            let name = self.term(&band.name);
            match (band.from, next) {
                (None, Some(next)) => format!("{name} ≤{}", next - 1),
                (Some(from), Some(next)) => format!("{name} {from}–{}", next - 1),
                (Some(from), None) => format!("{name} ≥{from}"),
                (None, None) => name,
            }
        });
        bands.collect()
    }

    fn fate(&self, view: &View<fate::Part>) -> Vec<Card> {
        let cast = Cast::new(view);
        let Some(rules) = cast.ruleset else { return Vec::new() };
        let card = |part: &&fate::CharacterPart| Card {
            game: self.term(&rules.name),
            name: self.term(&part.name),
            about: vec![self.say(&message!("card-refresh", refresh = part.refresh))],
            serif: false,
            blocks: self.fate_blocks(part, rules),
            foot: [&rules.outcomes.failure, &rules.outcomes.tie, &rules.outcomes.success]
                .into_iter()
                .zip(["<0", "0", "+1–2"])
                .chain([(&rules.outcomes.style, "≥+3")])
                .map(|(name, from)| format!("{} {from}", self.term(name)))
                .collect(),
        };
        cast.characters.iter().map(card).collect()
    }

    fn fate_blocks(&self, part: &fate::CharacterPart, rules: &fate::RulesetPart) -> Vec<Block> {
        let said = |aspect: &fate::AspectPart| {
            aspect.name.as_ref().map_or_else(String::new, |name| self.term(name))
        };
        let in_slot = |slot: &str| {
            let found = part.aspects.iter().find(|it| match &it.aspect {
                fate::AspectKind::Character { slot: own } => own == slot,
                _ => false,
            });
            found.map(said)
        };
        // A place that need not be filled is left to be written in.
        let mut blocks = Vec::new();
        let slips = rules
            .sheet
            .aspects
            .iter()
            .map(|slot| (self.term(&slot.name), in_slot(&slot.id).unwrap_or_default()));
        let slips: Vec<_> = slips.filter(|(_, text)| part.pc || !text.is_empty()).collect();
        if !slips.is_empty() {
            blocks.push(Block::Slips(slips));
        }
        if let Some(skills) = &part.skills {
            let mut by_rating: Vec<(i64, Vec<String>)> = Vec::new();
            for skill in &rules.skills.list {
                let Some(rating) = skills.get(&skill.id).copied() else { continue };
                match by_rating.iter_mut().find(|(one, _)| *one == rating) {
                    Some((_, names)) => names.push(self.term(&skill.name)),
                    None => by_rating.push((rating, vec![self.term(&skill.name)])),
                }
            }
            by_rating.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
            let rows = by_rating.into_iter();
            let rows = rows.map(|(rating, names)| (render::signed(rating), names.join("　")));
            blocks.push(Block::Said(rows.collect()));
        }
        if !part.stunts.is_empty() {
            let stunts = part.stunts.iter();
            let stunts = stunts.map(|it| (self.term(&it.name), self.term(&it.text)));
            blocks.push(Block::Said(stunts.collect()));
        }
        let tracks = part.tracks.iter().map(|track| self.stress(track)).collect();
        blocks.push(Block::Tracks(tracks));
        let slots = part.slots.iter().map(|slot| {
            let taken = part.aspects.iter().find(|aspect| Some(aspect.id) == slot.taken);
            (
                format!("{} {}", slot.value, self.term(&slot.name)),
                taken.map_or_else(String::new, said),
            )
        });
        let slots: Vec<_> = slots.collect();
        if !slots.is_empty() {
            blocks.push(Block::Lines(slots));
        }
        blocks
    }

    /// Boxes of their own worth are written with it.
    fn stress(&self, track: &fate::TrackPart) -> Boxes {
        let name = self.term(&track.name);
        if track.values.is_empty() {
            return Boxes::counted(name, false, track.marked.into(), track.boxes.into());
        }
        let boxes = (0_u8..).zip(&track.values);
        let boxes = boxes.map(|(at, value)| (value.to_string(), track.marks.contains(&at)));
        Boxes { name, round: false, boxes: boxes.collect() }
    }

    fn timeline(&self, view: &View<timeline::Part>) -> Vec<Card> {
        let game = view.values().find_map(|part| match part {
            timeline::Part::Ruleset(rules) => Some(self.term(&rules.name)),
            _ => None,
        });
        let card = |part: &timeline::CharacterPart| Card {
            game: game.clone().unwrap_or_default(),
            name: part.card.name.clone(),
            about: vec![self.say(&message!("card-level", level = part.card.level))],
            serif: false,
            blocks: self.timeline_blocks(part),
            foot: vec![self.say(&message!("card-rate"))],
        };
        let characters = view.values().filter_map(|part| match part {
            timeline::Part::Character(part) => Some(part),
            _ => None,
        });
        characters.map(|part| card(part)).collect()
    }

    fn timeline_blocks(&self, part: &timeline::CharacterPart) -> Vec<Block> {
        let label = |words: Message| self.say(&words);
        let figure = |words: Message, value: String| (self.say(&words), value);
        let head = vec![
            label(message!("card-attribute")),
            label(message!("card-share")),
            label(message!("card-value")),
        ];
        let attributes = part.attributes.iter().map(|one| {
            let share = format!("{}%", part.card.percentage(one.attribute));
            vec![self.say(&one.name), share, one.value.to_string()]
        });
        let mut blocks = vec![Block::Table(std::iter::once(head).chain(attributes).collect())];
        let of = |left: String, most: String| format!("{left}/{most}");
        let mut figures = vec![
            figure(
                message!("timeline-hit-points"),
                of(part.hit_points.to_string(), part.most_hit_points.to_string()),
            ),
            figure(
                message!("timeline-willpower"),
                of(part.willpower.to_string(), part.most_willpower.to_string()),
            ),
            figure(
                message!("card-load"),
                of(part.derived.carried.to_string(), part.derived.capacity.to_string()),
            ),
            figure(message!("card-negotiation"), part.derived.negotiation.to_string()),
            figure(message!("card-cash"), part.cash.to_string()),
        ];
        figures.extend(
            part.pools.iter().map(|pool| {
                (self.term(&pool.name), of(pool.left.to_string(), pool.most.to_string()))
            }),
        );
        blocks.push(Block::Figures(figures));
        if !part.weapons.is_empty() {
            let head = [
                message!("card-weapon"),
                message!("card-damage"),
                message!("card-windup"),
                message!("card-magazine"),
                message!("card-efficiency"),
            ];
            let rows = part.weapons.iter().map(|weapon| self.weapon(weapon));
            let head = head.iter().map(|words| self.say(words)).collect();
            blocks.push(Block::Table(std::iter::once(head).chain(rows).collect()));
        }
        let traits = part.traits.iter().map(|it| (it.draft.name.clone(), it.draft.text.clone()));
        let skills =
            part.skills.iter().map(|it| (self.term(&it.skill.name), self.term(&it.skill.text)));
        let known: Vec<_> = traits.chain(skills).collect();
        if !known.is_empty() {
            blocks.push(Block::Said(known));
        }
        blocks
    }

    fn weapon(&self, part: &timeline::WeaponPart) -> Vec<String> {
        let draft = &part.weapon.draft;
        let [damage, windup, magazine] = match &draft.kind {
            WeaponKind::Amplifier { damage, attribute } => [
                format!("{} +{damage}%", self.say(&attribute.name())),
                String::new(),
                String::new(),
            ],
            WeaponKind::Firearm { damage, windup, magazine, .. } => {
                [damage.to_string(), format!("{windup}T"), magazine.to_string()]
            }
            WeaponKind::Other => [String::new(), String::new(), String::new()],
        };
        let efficiency = part.efficiency.map_or_else(String::new, |it| it.to_string());
        vec![draft.name.clone(), damage, windup, magazine, efficiency]
    }
}
