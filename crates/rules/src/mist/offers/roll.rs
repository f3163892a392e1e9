//! What can be done about rolls under way and consequences pending.

use serde_json::json;

use super::{BLANK, Desk, choice, name, offer, text};
use crate::mist::line::waits;
use crate::mist::power::not_struck;
use crate::mist::{Command, Depth, Pending, Polarity, RollKind, Verdict};
use crate::{Bounds, Message, Offer, message};

impl Desk<'_> {
    /// Everything about a roll.
    pub(super) fn offer_roll(self, roll: &Pending, offers: &mut Vec<Offer<Command>>) {
        if roll.outcome.is_some() {
            return self.offer_after(roll, offers);
        }
        self.offer_lines(roll, offers);
        self.offer_before(roll, offers);
        if self.by.is_host() {
            self.offer_review(roll, offers);
        }
    }

    fn offer_lines(self, roll: &Pending, offers: &mut Vec<Offer<Command>>) {
        let mut sources = self.pack.sources(self.state, self.by.viewer(), roll);
        if let Some((first, _)) = sources.next() {
            // Each seat has this offer for each roll under way: a list would make it most of a frame.
            let sources = Bounds::Source { of: format!("roll/{}", roll.id) };
            let polarities = [
                choice(json!(Polarity::Help), message!("mist-polarity-help")),
                choice(json!(Polarity::Hinder), message!("mist-polarity-hinder")),
            ];
            let polarities = Bounds::Choice { of: polarities.to_vec() };
            let command = Command::Propose {
                roll: roll.id,
                source: first,
                polarity: Polarity::Help,
                burn: false,
            };
            offers.push(
                offer("M-11", message!("mist-do-propose"), command)
                    .field("source", message!("mist-field-source"), sources)
                    .field("polarity", message!("mist-field-polarity"), polarities)
                    .field("burn", message!("mist-field-burn"), Bounds::Switch),
            );
        }
        if roll.kind == RollKind::Engagement {
            for (polarity, label) in [
                (Polarity::Help, message!("mist-do-detail-help")),
                (Polarity::Hinder, message!("mist-do-detail-harm")),
            ] {
                let command =
                    Command::ProposeDetail { roll: roll.id, text: BLANK.to_owned(), polarity };
                offers.push(offer("M-34", label, command).field(
                    "text",
                    message!("mist-field-words"),
                    name(),
                ));
            }
        }
        for line in &roll.lines {
            let what = || crate::mist::roll_view::source_words(self.state, &line.source);
            let command = Command::Withdraw { roll: roll.id, line: line.id };
            offers.push(offer("B-21", message!("mist-do-withdraw", what = what()), command));
            if !not_struck(line) {
                continue;
            }
            let command = Command::ChooseBurn { roll: roll.id, line: line.id, burn: !line.burn };
            let label = if line.burn {
                message!("mist-do-keep", what = what())
            } else {
                message!("mist-do-burn", what = what(), power = self.pack.power.burn)
            };
            offers.push(offer("M-12", label, command));
        }
    }

    fn offer_before(self, roll: &Pending, offers: &mut Vec<Offer<Command>>) {
        let settled = !roll.lines.iter().any(waits);
        let plays = self.plays(roll.actor);
        let label = message!("mist-do-roll", roll = self.pack.roll_name(&roll.kind));
        offers.push(
            offer("M-11", label, Command::Roll { roll: roll.id })
                .waits(plays && settled, self.waits_for(roll)),
        );
        for theme in self.pack.indulgences(self.state, roll) {
            let on = roll.indulge != Some(theme.id);
            let command = Command::Indulge { roll: roll.id, theme: on.then_some(theme.id) };
            let (indulge, theme) = (&self.pack.indulge.name, &theme.title);
            let label = if on {
                message!("mist-do-indulge", indulge = indulge, theme = theme)
            } else {
                message!("mist-do-not-indulge", indulge = indulge, theme = theme)
            };
            offers.push(offer("M-32", label, command));
        }
        if self.pack.may_count_down(self.state, roll) {
            let command = Command::AddCountdown { roll: roll.id, on: !roll.countdown };
            let countdown = &self.pack.file.countdown;
            let label = if roll.countdown {
                message!("mist-do-no-countdown", countdown = countdown)
            } else {
                message!("mist-do-countdown", countdown = countdown)
            };
            offers.push(offer("M-37", label, command));
        }
        let label = message!("mist-do-cancel", roll = self.pack.roll_name(&roll.kind));
        offers.push(offer("B-21", label, Command::Cancel { roll: roll.id }));
    }

    fn waits_for(self, roll: &Pending) -> Message {
        message!("mist-waits-roll", roll = self.pack.roll_name(&roll.kind), text = &roll.text)
    }

    fn offer_review(self, roll: &Pending, offers: &mut Vec<Offer<Command>>) {
        for line in &roll.lines {
            let what = || crate::mist::roll_view::source_words(self.state, &line.source);
            for (verdict, label) in [
                (Verdict::Approved, message!("mist-do-approve", what = what())),
                (Verdict::Struck, message!("mist-do-strike", what = what())),
                (Verdict::Questioned, message!("mist-do-question", what = what())),
            ] {
                if line.verdict == verdict {
                    continue;
                }
                let command = Command::Review {
                    roll: roll.id,
                    line: Some(line.id),
                    verdict,
                    note: String::new(),
                };
                let mut review =
                    offer("B-21", label, command).waits(waits(line), message!("mist-waits-review"));
                if verdict != Verdict::Approved {
                    review = review.field("note", message!("mist-field-note"), text());
                }
                offers.push(review);
            }
        }
        let command = Command::Review {
            roll: roll.id,
            line: None,
            verdict: Verdict::Approved,
            note: String::new(),
        };
        offers.push(
            offer("B-21", message!("mist-do-approve-all"), command)
                .waits(true, message!("mist-waits-review")),
        );
        for (depth, label) in [
            (Depth::Describe, message!("mist-do-depth-describe")),
            (Depth::Quick, message!("mist-do-depth-quick")),
            (Depth::Detailed, message!("mist-do-depth-detailed")),
        ] {
            let command = Command::SetDepth { roll: roll.id, depth };
            offers.push(offer("M-10", label, command));
        }
        if let RollKind::Plunge { degree, .. } = roll.kind {
            for (place, rules) in (0..).zip(&self.pack.plunge.degrees) {
                let command = Command::SetDegree { roll: roll.id, degree: place };
                let label = message!("mist-do-degree", degree = &rules.name);
                let due = message!("mist-waits-degree");
                offers.push(offer("M-35", label, command).waits(degree.is_none(), due));
            }
        }
        offers.push(offer("M-10", message!("mist-do-agree"), Command::Agree { roll: roll.id }));
    }

    /// Answering and accepting consequences.
    pub(super) fn offer_consequences(self, offers: &mut Vec<Offer<Command>>) {
        for it in self.eyes().consequences() {
            let plays = self.plays(it.to);
            let due = || message!("mist-waits-consequence", text = &it.text);
            let label = message!("mist-do-accept", text = &it.text);
            let command = Command::Accept { consequence: it.id };
            offers.push(offer("M-20", label, command).waits(plays, due()));
            for actor in self.own() {
                let command = Command::Mitigate {
                    actor: actor.id,
                    consequence: it.id,
                    text: String::new(),
                    lines: Vec::new(),
                };
                let label = message!(
                    "mist-do-mitigate",
                    who = &actor.name,
                    mitigate = &self.pack.mitigate.name,
                    text = &it.text
                );
                let hit = Some(actor.id) == it.to;
                offers.push(
                    offer("M-30", label, command)
                        .field("text", message!("mist-field-what"), text())
                        .waits(plays && hit, due()),
                );
            }
            if self.by.is_host() {
                let label = message!("mist-do-spare", text = &it.text);
                let command = Command::Spare { consequence: it.id };
                offers.push(offer("M-20", label, command));
            }
        }
    }
}
