//! What the host can do: the stage, consequences, secrets, the story.

use serde_json::json;

use super::{BLANK, Desk, choice, name, number, offer, text, words};
use crate::mist::{
    ChallengeDraft, Command, FileForm, Harm, Holder, LimitDraft, Step, Thing, ThreatDraft,
};
use crate::{Audience, Bounds, Id, Message, Offer, message};

impl Desk<'_> {
    /// Everything only the host can do, but for reviewing rolls.
    pub(super) fn offer_host(self, offers: &mut Vec<Offer<Command>>) {
        self.offer_naming(offers);
        self.offer_scene(offers);
        self.offer_stage(offers);
        self.offer_secrets(offers);
        self.offer_story(offers);
        let on = !self.state.auto_approve;
        let label = if on { message!("mist-do-auto-approve") } else { message!("mist-do-review") };
        offers.push(offer("B-21", label, Command::SetAutoApprove { on }));
        for character in self.eyes().characters() {
            for pang in &character.pangs {
                let who = &character.name;
                let label = message!("mist-do-call-pang", who = who, theme = &pang.title);
                let (character, pang_id) = (character.id, pang.id);
                let call = Command::CallPang { character, pang: pang_id };
                offers.push(offer("M-55", label, call));
                let label = message!("mist-do-settle-pang", who = who, theme = &pang.title);
                let settle = Command::SettlePang { character, pang: pang_id };
                offers.push(offer("M-55", label, settle));
            }
            let back = Command::GiveCharacter { character: character.id, seat: None };
            let label = message!("mist-do-take-back", who = &character.name);
            offers.push(offer("B-05", label, back));
        }
    }

    /// Consequences: those the dice have called for, and others.
    fn offer_naming(self, offers: &mut Vec<Offer<Command>>) {
        let blank = || BLANK.into();
        for owed in &self.state.owed {
            let due = || message!("mist-waits-owed", text = &owed.text);
            let mut harms = vec![(message!("mist-do-hit"), Harm::Narrate { text: blank() })];
            if owed.to.is_some() {
                let status = Harm::Status { name: blank(), tier: 1 };
                harms.insert(0, (message!("mist-do-hit-status"), status));
            }
            if owed.worse {
                let worse = Harm::Trait { challenge: None, name: blank() };
                harms = vec![(message!("mist-do-hit-trait"), worse)];
            }
            for (label, harm) in harms {
                let naming = self.naming(label, Some(owed.id), owed.to, harm);
                offers.push(naming.waits(!owed.waits, due()));
            }
            for id in self.things(|it| matches!(it, Thing::Threat(_, it) if !it.answered)) {
                let Some(Thing::Threat(_, threat)) = self.state.find_any(id) else {
                    continue;
                };
                let command = Command::Hit {
                    owed: Some(owed.id),
                    to: owed.to,
                    text: String::new(),
                    harms: threat.harms.clone(),
                    threat: Some(id),
                };
                let label = message!("mist-do-hit-threat", text = &threat.text);
                offers.push(offer("M-20", label, command).waits(!owed.waits, due()));
            }
            let command = Command::LetPass { owed: owed.id };
            let label = message!("mist-do-let-pass");
            offers.push(offer("M-20", label, command).waits(!owed.waits, due()));
        }
        let first = self.eyes().characters().find(|it| !it.left);
        if let Some(character) = first {
            let status = Harm::Status { name: blank(), tier: 1 };
            let label = message!("mist-do-hit-extra");
            offers.push(self.naming(label, None, Some(character.id), status));
        }
    }

    fn naming(
        self,
        label: Message,
        owed: Option<Id>,
        to: Option<Id>,
        harm: Harm,
    ) -> Offer<Command> {
        let mut fields = vec![("text", message!("mist-field-what"), text())];
        match &harm {
            Harm::Status { .. } => {
                fields.push(("harms/0/name", message!("mist-field-status"), name()));
                let tiers = number(1, self.pack.status.boxes);
                fields.push(("harms/0/tier", message!("mist-field-tier"), tiers));
            }
            Harm::Trait { .. } => {
                fields.push(("harms/0/name", message!("mist-field-tag"), name()));
            }
            _ => fields.push(("harms/0/text", message!("mist-field-words"), words())),
        }
        let characters = self.eyes().characters().filter(|it| !it.left);
        let whom = self.choices(characters.map(|it| it.id));
        let command =
            Command::Hit { owed, to, text: String::new(), harms: vec![harm], threat: None };
        let mut naming = offer("M-20", label, command);
        if to.is_some() {
            naming = naming.field("to", message!("mist-field-whom"), whom);
        }
        for (path, label, bounds) in fields {
            naming = naming.field(path, label, bounds);
        }
        naming
    }

    fn offer_scene(self, offers: &mut Vec<Offer<Command>>) {
        let command = Command::SetScene { title: BLANK.to_owned(), text: String::new() };
        offers.push(
            offer("M-09", message!("mist-do-scene"), command)
                .field("title", message!("mist-field-title"), name())
                .field("text", message!("mist-field-what"), text()),
        );
        for (step, label) in [
            (Step::Establish, message!("mist-do-establish")),
            (Step::Action, message!("mist-do-action")),
            (Step::Consequence, message!("mist-do-consequence")),
        ] {
            offers.push(offer("M-09", label, Command::StepScene { step }));
        }
        let command = Command::EndScene { keep: Vec::new() };
        offers.push(offer("M-09", message!("mist-do-end-scene"), command));
        let Some(scene) = &self.state.scene else {
            return;
        };
        for character in self.eyes().characters() {
            let present = !scene.present.contains(&character.id);
            let label = if present {
                message!("mist-do-enter", who = &character.name)
            } else {
                message!("mist-do-leave", who = &character.name)
            };
            let command = Command::SetPresent { character: character.id, present };
            offers.push(offer("M-09", label, command));
        }
    }

    fn offer_stage(self, offers: &mut Vec<Offer<Command>>) {
        let blank = || BLANK.to_owned();
        let tiers = || number(1, self.pack.status.boxes);
        let hidden = || message!("mist-field-hidden");
        let challenge = ChallengeDraft {
            name: blank(),
            limits: vec![LimitDraft {
                status: blank(),
                tier: self.pack.status.boxes.min(3),
                hidden: false,
            }],
            ..ChallengeDraft::default()
        };
        offers.push(
            offer("M-08", message!("mist-do-challenge"), Command::AddChallenge { challenge })
                .field("challenge/name", message!("mist-field-name"), name())
                .field("challenge/text", message!("mist-field-what"), text())
                .field("challenge/hidden", hidden(), Bounds::Switch)
                .field("challenge/limits/0/status", message!("mist-field-status"), name())
                .field("challenge/limits/0/tier", message!("mist-field-tier"), tiers())
                .field(
                    "challenge/limits/0/hidden",
                    message!("mist-field-limit-hidden"),
                    Bounds::Switch,
                ),
        );
        let threat = || ThreatDraft {
            text: blank(),
            at: Vec::new(),
            harms: vec![Harm::Narrate { text: BLANK.into() }],
            hidden: false,
        };
        for it in self.eyes().challenges() {
            let (id, called) = (it.id, &it.name);
            let limit =
                LimitDraft { status: blank(), tier: self.pack.status.boxes.min(3), hidden: false };
            let command = Command::AddLimit { challenge: id, limit };
            offers.push(
                offer("M-07", message!("mist-do-limit", challenge = called), command)
                    .field("limit/status", message!("mist-field-status"), name())
                    .field("limit/tier", message!("mist-field-tier"), tiers())
                    .field("limit/hidden", hidden(), Bounds::Switch),
            );
            let command = Command::AddThreat { challenge: Some(id), threat: threat() };
            offers.push(
                offer("M-08", message!("mist-do-threat", whose = called), command)
                    .field("threat/text", message!("mist-field-words"), words())
                    .field("threat/hidden", hidden(), Bounds::Switch),
            );
            let command = Command::RemoveChallenge { challenge: id };
            let label = message!("mist-do-remove-challenge", challenge = called);
            offers.push(offer("M-08", label, command));
        }
        let command = Command::AddThreat { challenge: None, threat: threat() };
        let label = message!("mist-do-threat", whose = self.state.called(Holder::Scene));
        offers.push(
            offer("M-09", label, command)
                .field("threat/text", message!("mist-field-words"), words())
                .field("threat/hidden", hidden(), Bounds::Switch),
        );
        for id in self.things(|it| matches!(it, Thing::Threat(..))) {
            let Some(Thing::Threat(_, threat)) = self.state.find_any(id) else {
                continue;
            };
            let label = if threat.answered {
                message!("mist-do-threat-back", text = &threat.text)
            } else {
                message!("mist-do-threat-answered", text = &threat.text)
            };
            let command = Command::AnswerThreat { threat: id, answered: !threat.answered };
            offers.push(offer("M-09", label, command));
        }
        self.offer_tags(offers);
    }

    fn offer_tags(self, offers: &mut Vec<Offer<Command>>) {
        let Some(on) = self.eyes().holders().next() else {
            return;
        };
        let hidden = || message!("mist-field-hidden");
        let command = Command::AddTag { on, name: BLANK.to_owned(), hidden: false };
        offers.push(
            offer("M-01", message!("mist-do-tag"), command)
                .field("on", message!("mist-field-whom"), self.holder_choices())
                .field("name", message!("mist-field-name"), name())
                .field("hidden", hidden(), Bounds::Switch),
        );
        let command = Command::GainStatus {
            on,
            name: BLANK.to_owned(),
            tier: 1,
            onto: None,
            against: None,
            hidden: false,
        };
        let tiers = || number(1, self.pack.status.boxes);
        offers.push(
            offer("M-05", message!("mist-do-status"), command)
                .field("on", message!("mist-field-whom"), self.holder_choices())
                .field("name", message!("mist-field-name"), name())
                .field("tier", message!("mist-field-tier"), tiers())
                .field("hidden", hidden(), Bounds::Switch),
        );
        let mut one_of = |rule, label, path: &str, ids: Vec<Id>, make: &dyn Fn(Id) -> Command| {
            if let Some(first) = ids.first() {
                let command = make(*first);
                let bounds = self.choices(ids.iter().copied());
                offers.push(offer(rule, label, command).field(
                    path,
                    message!("mist-field-which"),
                    bounds,
                ));
            }
        };
        let burnt = |it: Thing| it.tag().is_some_and(|tag| tag.burnt);
        let unburnt = |it: Thing| it.tag().is_some_and(|tag| !tag.burnt);
        one_of(
            "M-06",
            message!("mist-do-reduce"),
            "status",
            self.things(|it| matches!(it, Thing::Status(..))),
            &|status| Command::ReduceStatus { status, by: 1 },
        );
        one_of(
            "M-01",
            message!("mist-do-remove-tag"),
            "tag",
            self.things(|it| matches!(it, Thing::StoryTag(..))),
            &|tag| Command::RemoveTag { tag },
        );
        one_of("M-12", message!("mist-do-burn-tag"), "tag", self.things(unburnt), &|tag| {
            Command::BurnTag { tag }
        });
        one_of("M-12", message!("mist-do-recover"), "tag", self.things(burnt), &|tag| {
            Command::RecoverTag { tag }
        });
        one_of(
            "M-01",
            message!("mist-do-rename"),
            "thing",
            self.things(|it| !matches!(it, Thing::Limit(..) | Thing::Threat(..))),
            &|thing| Command::Rename { thing, name: BLANK.to_owned() },
        );
    }

    /// Showing what is hidden; hiding what is in the open, in one offer.
    fn offer_secrets(self, offers: &mut Vec<Offer<Command>>) {
        let open = |it: Thing| it.own_audience().is_some_and(|seen| *seen == Audience::All);
        let kept = |it: Thing| it.own_audience().is_some_and(|seen| *seen != Audience::All);
        for id in self.things(kept) {
            let Some(thing) = self.state.find_any(id) else {
                continue;
            };
            let reached = matches!(thing, Thing::Limit(_, limit) if limit.reached);
            let command = Command::Show { thing: id, to: Audience::All };
            let label = message!("mist-do-show", what = thing.words(self.state));
            let due = message!("mist-waits-show", what = thing.words(self.state));
            offers.push(offer("B-30", label, command).waits(reached, due));
        }
        let shown = self.things(open);
        if let Some(first) = shown.first() {
            let command = Command::Show { thing: *first, to: Audience::Host };
            let bounds = self.choices(shown);
            offers.push(offer("B-30", message!("mist-do-hide"), command).field(
                "thing",
                message!("mist-field-which"),
                bounds,
            ));
        }
    }

    fn offer_story(self, offers: &mut Vec<Offer<Command>>) {
        let (pack, story) = (self.pack, &self.state.story);
        for phase in pack.next_phases(self.state) {
            let command = Command::EnterPhase { phase: phase.id.clone() };
            let label = message!("mist-do-phase", phase = &phase.name);
            offers.push(offer("M-40", label, command));
        }
        offers.push(offer("M-40", message!("mist-do-end-season"), Command::EndSeason));
        if pack.engagement.on {
            let command = Command::Engage { text: String::new(), lines: Vec::new() };
            let label = message!("mist-do-engage", what = &pack.engagement.name);
            offers.push(offer("M-34", label, command).field(
                "text",
                message!("mist-field-what"),
                text(),
            ));
        }
        let clue = Command::AddClue { text: BLANK.to_owned(), hidden: false };
        offers.push(
            offer("M-36", message!("mist-do-clue"), clue)
                .field("text", message!("mist-field-words"), words())
                .field("hidden", message!("mist-field-hidden"), Bounds::Switch),
        );
        for clue in &story.clues {
            let command = Command::DropClue { clue: clue.id };
            let label = message!("mist-do-drop-clue", text = &clue.text);
            offers.push(offer("M-36", label, command));
        }
        match pack.file.form {
            FileForm::None => {}
            FileForm::Rounds => self.offer_mysteries(offers),
            FileForm::Questions => self.offer_indexes(offers),
        }
    }

    fn offer_mysteries(self, offers: &mut Vec<Offer<Command>>) {
        let command = Command::AddMystery { text: BLANK.to_owned(), complexity: 1 };
        let tiers = number(0, self.pack.status.boxes);
        offers.push(
            offer("M-36", message!("mist-do-mystery"), command)
                .field("text", message!("mist-field-words"), words())
                .field("complexity", message!("mist-field-complexity"), tiers),
        );
        for mystery in &self.state.story.mysteries {
            let command = Command::DropMystery { mystery: mystery.id };
            let label = message!("mist-do-drop-mystery", text = &mystery.text);
            offers.push(offer("M-36", label, command));
        }
    }

    fn offer_indexes(self, offers: &mut Vec<Offer<Command>>) {
        let (pack, story) = (self.pack, &self.state.story);
        let tiers = || number(0, pack.status.boxes);
        let countdown = &pack.file.countdown;
        let next = story.countdown.map_or(pack.status.boxes, |tier| tier.saturating_sub(1));
        let command = Command::SetCountdown { tier: Some(next) };
        let label = message!("mist-do-set-countdown", countdown = countdown, tier = next);
        let field = message!("mist-field-tier");
        offers.push(offer("M-37", label, command).field("tier", field, tiers()));
        let command = Command::SetCountdown { tier: None };
        let label = message!("mist-do-stop-countdown", countdown = countdown);
        offers.push(offer("M-37", label, command));
        if let Some(first) = pack.file.questions.first() {
            let questions = pack
                .file
                .questions
                .iter()
                .map(|it| choice(json!(it.id), message!("mist-thing-named", name = &it.index)));
            let questions = Bounds::Choice { of: questions.collect() };
            let command = Command::SetIndex {
                question: first.id.clone(),
                tier: story.indexes.get(&first.id).copied().unwrap_or(0),
            };
            offers.push(
                offer("M-37", message!("mist-do-index"), command)
                    .field("question", message!("mist-field-index"), questions)
                    .field("tier", message!("mist-field-tier"), tiers()),
            );
        }
    }
}
