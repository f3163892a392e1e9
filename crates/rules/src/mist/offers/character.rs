//! What can be done with characters: acting, growing, replacing, ending.

use serde_json::json;

use super::{BLANK, Desk, choice, name, offer, text, words};
use crate::mist::{
    Allows, Character, Command, Depth, Fate, FileForm, Growth, Kind, Theme, ThemeDraft,
};
use crate::{Bounds, Id, Offer, Term, message};

impl Desk<'_> {
    /// Making characters, and everything the seat's own can do.
    pub(super) fn offer_characters(self, offers: &mut Vec<Offer<Command>>) {
        if let Some(first) = self.pack.examples.first() {
            let examples = self
                .pack
                .examples
                .iter()
                .map(|it| choice(json!(it.id), message!("mist-thing-named", name = &it.name)));
            let command =
                Command::TakeExample { example: first.id.clone(), name: None, seat: None };
            let examples = Bounds::Choice { of: examples.collect() };
            offers.push(
                offer("M-02", message!("mist-do-take-example"), command)
                    .field("example", message!("mist-field-character"), examples)
                    .field("name", message!("mist-field-name"), name()),
            );
        }
        let blank = |kind| self.blank_theme(kind, false);
        let command = Command::MakeCharacter {
            name: BLANK.to_owned(),
            themes: vec![blank(Kind::Strange), blank(Kind::Human)],
            seat: None,
            hidden: false,
        };
        offers.push(offer("M-02", message!("mist-do-make-character"), command).field(
            "name",
            message!("mist-field-name"),
            name(),
        ));
        for character in self.own() {
            self.offer_acting(character, offers);
            self.offer_file(character, offers);
            self.offer_life(character, offers);
        }
    }

    fn blank_theme(self, kind: Kind, nascent: bool) -> ThemeDraft {
        let rules = &self.pack.theme;
        let powers = if nascent { 1 } else { rules.powers };
        ThemeDraft {
            kind,
            title: BLANK.into(),
            motive: Term::from(""),
            powers: vec![BLANK.into(); usize::from(powers)],
            weaknesses: vec![BLANK.into(); usize::from(rules.weaknesses)],
            nascent,
        }
    }

    fn offer_acting(self, it: &Character, offers: &mut Vec<Offer<Command>>) {
        let depths = [
            choice(json!(Depth::Detailed), message!("mist-depth-detailed")),
            choice(json!(Depth::Quick), message!("mist-depth-quick")),
        ];
        let depths = Bounds::Choice { of: depths.to_vec() };
        let command = Command::Act {
            actor: it.id,
            text: String::new(),
            depth: Depth::Detailed,
            seen: crate::Audience::All,
            lines: Vec::new(),
        };
        offers.push(
            offer("M-10", message!("mist-do-act", who = &it.name), command)
                .field("text", message!("mist-field-what"), text())
                .field("depth", message!("mist-field-depth"), depths.clone()),
        );
        if self.pack.flashback.on {
            let command = Command::Flashback {
                actor: it.id,
                moment: BLANK.to_owned(),
                text: String::new(),
                depth: Depth::Detailed,
                lines: Vec::new(),
            };
            let label =
                message!("mist-do-special", who = &it.name, what = &self.pack.flashback.name);
            offers.push(
                offer("M-33", label, command)
                    .field("moment", message!("mist-field-moment"), words())
                    .field("text", message!("mist-field-what"), text())
                    .field("depth", message!("mist-field-depth"), depths),
            );
        }
        let strange: Vec<Id> = of_kind(it, Kind::Strange).map(|it| it.id).collect();
        if let Some(first) = strange.first().filter(|_| self.pack.plunge.on) {
            let command = Command::Plunge { actor: it.id, theme: *first, text: String::new() };
            let label = message!("mist-do-special", who = &it.name, what = &self.pack.plunge.name);
            let themes = self.choices(strange);
            offers.push(
                offer("M-35", label, command)
                    .field("theme", message!("mist-field-theme"), themes)
                    .field("text", message!("mist-field-aim"), text()),
            );
        }
    }

    fn offer_file(self, it: &Character, offers: &mut Vec<Offer<Command>>) {
        let (pack, story) = (self.pack, &self.state.story);
        let label = |what| message!("mist-do-special", who = &it.name, what = what);
        if pack.file.form == FileForm::Rounds
            && let Some(first) = story.mysteries.first()
        {
            let mysteries = story
                .mysteries
                .iter()
                .map(|it| choice(json!(it.id), message!("mist-thing-named", name = &it.text)));
            let mysteries = Bounds::Choice { of: mysteries.collect() };
            let conclusion = message!("mist-field-conclusion");
            let command = Command::Deduce {
                actor: it.id,
                mystery: first.id,
                conclusion: BLANK.to_owned(),
                moment: BLANK.to_owned(),
                lines: Vec::new(),
            };
            offers.push(
                offer("M-36", label(&pack.file.deduce), command)
                    .field("mystery", message!("mist-field-mystery"), mysteries.clone())
                    .field("conclusion", conclusion.clone(), words())
                    .field("moment", message!("mist-field-moment"), words()),
            );
            let command = Command::Test {
                actor: it.id,
                mystery: first.id,
                conclusion: BLANK.to_owned(),
                lines: Vec::new(),
            };
            offers.push(
                offer("M-36", label(&pack.file.test), command)
                    .field("mystery", message!("mist-field-mystery"), mysteries)
                    .field("conclusion", conclusion, words()),
            );
        }
        if pack.file.form == FileForm::Questions {
            for question in &pack.file.questions {
                let command = Command::Answer {
                    actor: it.id,
                    question: question.id.clone(),
                    conclusion: BLANK.to_owned(),
                    lines: Vec::new(),
                };
                offers.push(offer("M-37", label(&question.name), command).field(
                    "conclusion",
                    message!("mist-field-conclusion"),
                    words(),
                ));
            }
        }
    }

    fn offer_life(self, it: &Character, offers: &mut Vec<Offer<Command>>) {
        let plays = self.plays(Some(it.id));
        if it.limit_met.is_some() {
            let waits = || message!("mist-waits-fate", who = &it.name);
            let died = Command::ChooseFate { character: it.id, fate: Fate::Died };
            let changed = Command::ChooseFate {
                character: it.id,
                fate: Fate::Transformed { text: String::new() },
            };
            let label = message!("mist-do-transform", who = &it.name);
            offers.push(
                offer("M-07", label, changed)
                    .field("fate/text", message!("mist-field-into"), text())
                    .waits(plays, waits()),
            );
            let label = message!("mist-do-die", who = &it.name);
            offers.push(offer("M-07", label, died).waits(plays, waits()));
        }
        for theme in it.themes.iter().filter(|theme| theme.owed > 0) {
            self.offer_growth(it, theme, offers);
        }
        for vacancy in &it.vacancies {
            let theme = self.blank_theme(vacancy.kind, !vacancy.full);
            let mut replace = offer(
                "M-54",
                message!(
                    "mist-do-replace",
                    who = &it.name,
                    kind = &self.pack.kinds.of(vacancy.kind).name
                ),
                Command::ReplaceTheme { character: it.id, theme: theme.clone() },
            )
            .field("theme/title", message!("mist-field-title"), name())
            .field("theme/motive", message!("mist-field-motive"), text());
            for place in 0..theme.powers.len() {
                let path = format!("theme/powers/{place}");
                replace = replace.field(&path, message!("mist-field-power"), name());
            }
            for place in 0..theme.weaknesses.len() {
                let path = format!("theme/weaknesses/{place}");
                replace = replace.field(&path, message!("mist-field-weakness"), name());
            }
            let due = vacancy.full || self.pack.allows(self.state, Allows::Replace);
            let waits = message!("mist-waits-replace", who = &it.name);
            offers.push(replace.waits(plays && due, waits));
        }
        self.offer_marks(it, offers);
        let label = message!("mist-do-retire", who = &it.name);
        let command = Command::Retire { character: it.id };
        offers.push(offer("B-05", label, command));
        for ending in &self.pack.endings {
            let label = message!("mist-do-ending", who = &it.name, ending = &ending.name);
            let command = Command::ChooseEnding {
                character: it.id,
                ending: ending.id.clone(),
                suppress: Vec::new(),
            };
            offers.push(offer("M-58", label, command));
        }
    }

    fn offer_marks(self, it: &Character, offers: &mut Vec<Offer<Command>>) {
        for theme in &it.themes {
            let kinds = self.pack.kinds.of(theme.kind);
            let command = Command::MarkImprove { character: it.id, theme: theme.id };
            let label = message!(
                "mist-do-mark",
                who = &it.name,
                track = &kinds.improve,
                theme = &theme.title,
                when = &kinds.improves_when
            );
            offers.push(offer("M-50", label, command));
            let command = Command::MarkDecay { character: it.id, theme: theme.id };
            let label = message!(
                "mist-do-mark",
                who = &it.name,
                track = &kinds.decay,
                theme = &theme.title,
                when = &kinds.decays_when
            );
            offers.push(offer("M-53", label, command));
        }
    }

    fn offer_growth(self, it: &Character, theme: &Theme, offers: &mut Vec<Offer<Command>>) {
        let plays = self.plays(Some(it.id));
        let mut grow = |label, growth: Growth, field: Option<(&str, Bounds)>| {
            let command = Command::Grow { character: it.id, theme: theme.id, growth };
            let waits = message!("mist-waits-growth", who = &it.name, theme = &theme.title);
            let mut offer = offer("M-51", label, command).waits(plays, waits);
            if let Some((path, bounds)) = field {
                offer = offer.field(path, message!("mist-field-words"), bounds);
            }
            offers.push(offer);
        };
        let title = &theme.title;
        let blank = || BLANK.to_owned();
        let named = Some(("growth/name", name()));
        grow(
            message!("mist-do-grow-power", theme = title),
            Growth::Power { name: blank() },
            named.clone(),
        );
        grow(
            message!("mist-do-grow-weakness", theme = title),
            Growth::AddWeakness { name: blank() },
            named.clone(),
        );
        for tag in &theme.weaknesses {
            grow(
                message!("mist-do-grow-remove", tag = &tag.name),
                Growth::RemoveWeakness { tag: tag.id },
                None,
            );
            grow(
                message!("mist-do-grow-rewrite", tag = &tag.name),
                Growth::RewriteWeakness { tag: tag.id, name: blank() },
                named.clone(),
            );
        }
        let kinds = self.pack.kinds.of(theme.kind);
        grow(
            message!("mist-do-grow-motive", motive = &kinds.motive, theme = title),
            Growth::Motive { text: blank() },
            Some(("growth/text", words())),
        );
        if theme.decay > 0 {
            grow(
                message!("mist-do-grow-clear", track = &kinds.decay, theme = title),
                Growth::ClearDecay,
                None,
            );
        }
    }
}

fn of_kind(character: &Character, kind: Kind) -> impl Iterator<Item = &Theme> {
    character.themes.iter().filter(move |it| it.kind == kind)
}
