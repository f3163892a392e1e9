//! Declaring story details by aspects (F-11).

use super::offers::{BLANK, text_field};
use super::{
    Aspect, AspectKind, Character, Command, Deciding, Event, Holder, OfferBuilder, State, Why,
    aspect, boost, free, holder, ledger, options, show, wording,
};
use crate::kernel::Decided;
use crate::{Field, Id, Line, Message, Refusal, Viewer, message};

/// Declares a detail, for a point or a free invoke.
pub(super) fn declare(
    deciding: &mut Deciding,
    id: Id,
    by: Holder,
    free: bool,
    text: &str,
) -> Decided {
    holder::speaker(deciding, by)?;
    let text = wording::name(text)?;
    let aspect = aspect::seen(deciding, id)?;
    let boost = aspect.kind == AspectKind::Boost;
    if boost && !options::of(deciding).boost_details {
        return Err(Refusal::new("F-13", message!("fate-boost-no-detail")));
    }
    let about = aspect.name.clone();
    if free {
        free::has(deciding, id, by)?;
    } else {
        if boost {
            return Err(Refusal::new("F-13", message!("fate-boost-not-paid")));
        }
        let purse = ledger::can_pay(deciding, by)?;
        ledger::spend(deciding, purse, Why::Detail, about);
    }
    show::reveal(deciding, id);
    holder::reveal(deciding, by);
    deciding.push(Event::DetailDeclared { aspect: id, by, free, text });
    boost::spend(deciding, id);
    Ok(())
}

pub(super) fn declared(state: &mut State, aspect: Id, by: Holder, free: bool) {
    if free && let Some(aspect) = state.aspect_mut(aspect) {
        aspect.take(by);
    }
}

pub(super) fn tell_declared(
    before: &State,
    aspect: Id,
    by: Holder,
    text: &str,
    viewer: Viewer,
) -> Option<Line> {
    let (who, aspect) = (holder::called_to(before, viewer, by), aspect::name_of(before, aspect));
    Some(message!("fate-detail", who = who, aspect = aspect, text = text).into())
}

impl OfferBuilder<'_> {
    /// A detail for a point.
    pub(super) fn details(&mut self, character: &Character) {
        let named = |aspect: &Aspect| aspect.kind != AspectKind::Boost;
        if let Some((aspect, field)) = self.aspect_choice("aspect", named) {
            let label = message!("fate-act-declare");
            self.detail(Holder::Character(character.id), aspect, false, label, vec![field]);
        }
    }

    /// A detail for a free invoke.
    pub(super) fn free_detail(&mut self, by: Holder, aspect: Id) {
        let label = message!("fate-act-declare-free", who = holder::called(self.state, by));
        self.detail(by, aspect, true, label, Vec::new());
    }

    fn detail(
        &mut self,
        by: Holder,
        aspect: Id,
        free: bool,
        label: Message,
        mut fields: Vec<Field>,
    ) {
        fields.push(text_field("text", message!("fate-field-detail"), false));
        let command = Command::Declare { aspect, by, free, text: BLANK.to_owned() };
        self.offer("F-11", label, command, fields);
    }
}
