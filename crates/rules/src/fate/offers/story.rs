//! Offers of aspects in the story: details, free invokes handed on, trouble asked for.

use super::{BLANK, Desk, choice, choice_field, text_field, words_field};
use crate::fate::tell::{called, word};
use crate::fate::{Aspect, AspectKind, Character, Command, CompelKind, Holder};
use crate::{Field, message};

impl Desk<'_> {
    /// What a character does with aspects outside of rolls (F-11, F-13, F-14).
    pub(super) fn story(&mut self, character: &Character) {
        let state = self.state;
        let id = character.id;
        let who = &character.name;
        let by = Holder::Character(id);
        let detail = || text_field("text", message!("fate-field-detail"), false);
        let named = |aspect: &Aspect| aspect.kind != AspectKind::Boost;
        if let Some((aspect, field)) = self.aspect_choice("aspect", named) {
            let command = Command::Declare { aspect, by, free: false, text: BLANK.to_owned() };
            let label = message!("fate-offer-declare", who = who);
            self.offer("F-11", label, command, vec![field, detail()]);
        }
        for aspect in self.aspects() {
            if aspect.free_of(by) == 0 {
                continue;
            }
            let viewer = self.by.viewer();
            let name = || called(state, viewer, aspect);
            let command =
                Command::Declare { aspect: aspect.id, by, free: true, text: BLANK.to_owned() };
            let label = message!("fate-offer-declare-free", who = who, aspect = name());
            self.offer("F-11", label, command, vec![detail()]);
            if let Some((to, field)) = self.holder_choice("to", Some(by)) {
                let command = Command::HandFree { aspect: aspect.id, from: by, to };
                let label = message!("fate-offer-hand", who = who, aspect = name());
                self.offer("F-11", label, command, vec![field]);
            }
            // The host names anything; a player the boosts they hold.
            if aspect.kind == AspectKind::Boost && !self.by.is_host() {
                let command = Command::Rename { thing: aspect.id, name: BLANK.to_owned() };
                let field = text_field("name", message!("fate-field-aspect"), false);
                let label = message!("fate-offer-rename", thing = name());
                self.offer("F-13", label, command, vec![field]);
            }
        }
        if !character.pc {
            return;
        }
        let of = |to| move |aspect: &Aspect| aspect.character().is_none_or(|on| on == to);
        if let Some((aspect, field)) = self.aspect_choice("aspect", of(id)) {
            let command = Command::ClaimCompel {
                character: id,
                aspect,
                kind: CompelKind::Event,
                text: String::new(),
            };
            let fields = compel_fields(field);
            self.offer("F-14", message!("fate-offer-claim", who = who), command, fields);
        }
        for other in state.player_characters().filter(|one| one.id != id) {
            if let Some((aspect, field)) = self.aspect_choice("aspect", of(other.id)) {
                let command = Command::ProposeCompel {
                    by: id,
                    to: other.id,
                    aspect,
                    kind: CompelKind::Event,
                    text: String::new(),
                };
                let fields = compel_fields(field);
                let label = message!("fate-offer-propose", who = who, whom = word(&other.name));
                self.offer("F-14", label, command, fields);
            }
        }
    }
}

/// What a compel says besides whom it is for.
pub(super) fn compel_fields(aspect: Field) -> Vec<Field> {
    let kinds = vec![
        choice(CompelKind::Event, message!("fate-compel-event")),
        choice(CompelKind::Decision, message!("fate-compel-decision")),
    ];
    vec![
        aspect,
        choice_field("kind", message!("fate-field-kind"), kinds),
        words_field("text", message!("fate-field-trouble")),
    ]
}
