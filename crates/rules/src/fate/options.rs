//! What a table decides for itself, and may decide anew (F-55).

use super::offers::{choice_field, number_field, switch_field};
use super::{
    Command, Deciding, DifficultyRule, Event, Fate, HostileScope, Mending, OfferBuilder, Options,
    PointsHome, SessionRule, State, TurnOrder,
};
use crate::kernel::{Decided, choice};
use crate::{Field, Line, Message, Refusal, message};

impl State {
    /// The options in force: those of the pack until the host sets others (F-55).
    #[must_use]
    pub fn options<'s>(&'s self, pack: &'s Fate) -> &'s Options {
        self.options.as_deref().unwrap_or(&pack.options)
    }
}

/// The options in force while a command is decided.
pub(super) fn of<'d>(deciding: &'d Deciding) -> &'d Options {
    deciding.now().options(deciding.pack)
}

/// The host sets the options. Those that stand already may be set: an offer shows them as they are,
/// and is accepted as it stands.
pub(super) fn set(deciding: &mut Deciding, options: &Options) -> Decided {
    deciding.host()?;
    if !(1..=9).contains(&options.victories) {
        return Err(Refusal::new("F-55", message!("fate-pack-number", least = 1, most = 9)));
    }
    deciding.push(Event::OptionsSet { options: Box::new(options.clone()) });
    Ok(())
}

pub(super) fn were_set(state: &mut State, options: &Options) {
    state.options = Some(Box::new(options.clone()));
}

/// Tells what changed.
pub(super) fn tell_set(pack: &Fate, before: &State, options: &Options) -> Option<Line> {
    let old = to_messages(before.options(pack));
    let new = to_messages(options);
    let changed: Vec<Message> =
        old.into_iter().zip(new).filter(|(old, new)| old != new).map(|(_, new)| new).collect();
    let line = match changed.is_empty() {
        true => message!("fate-options-same"),
        false => message!("fate-options-set", options = changed),
    };
    Some(line.into())
}

/// The options in words, one after another.
#[must_use]
pub fn to_messages(options: &Options) -> Vec<Message> {
    vec![
        hostile(options.hostile),
        home(options.home),
        difficulty(options.difficulty),
        order(options.order),
        match (options.full_defence, options.full_defence_boost) {
            (false, _) => message!("fate-option-full-defence-none"),
            (true, false) => message!("fate-option-full-defence-plain"),
            (true, true) => message!("fate-option-full-defence-boost"),
        },
        switch(
            options.boost_details,
            message!("fate-option-boost-details"),
            message!("fate-option-no-boost-details"),
        ),
        switch(
            options.help_first,
            message!("fate-option-help-first"),
            message!("fate-option-roll-at-once"),
        ),
        mending(options.mending),
        sessions(options.sessions),
        message!("fate-option-victories", victories = options.victories),
    ]
}

fn switch(on: bool, yes: Message, no: Message) -> Message {
    if on { yes } else { no }
}

fn hostile(scope: HostileScope) -> Message {
    match scope {
        HostileScope::CharacterAspects => message!("fate-option-hostile-own"),
        HostileScope::All => message!("fate-option-hostile-all"),
    }
}

fn home(home: PointsHome) -> Message {
    match home {
        PointsHome::Bank => message!("fate-option-home-bank"),
        PointsHome::Host => message!("fate-option-home-pool"),
    }
}

fn difficulty(rule: DifficultyRule) -> Message {
    match rule {
        DifficultyRule::Named => message!("fate-option-difficulty-named"),
        DifficultyRule::Confirmed => message!("fate-option-difficulty-confirmed"),
    }
}

fn order(order: TurnOrder) -> Message {
    match order {
        TurnOrder::Popcorn => message!("fate-option-order-popcorn"),
        TurnOrder::Listed => message!("fate-option-order-listed"),
    }
}

fn mending(mending: Mending) -> Message {
    match mending {
        Mending::Nod => message!("fate-option-mending-nod"),
        Mending::Free => message!("fate-option-mending-free"),
    }
}

fn sessions(rule: SessionRule) -> Message {
    match rule {
        SessionRule::ByHand => message!("fate-option-sessions-by-hand"),
        SessionRule::Table => message!("fate-option-sessions-table"),
    }
}

impl OfferBuilder<'_> {
    /// The host sets the options of the table, from how they are.
    pub(super) fn table_options(&mut self) {
        let options = self.state.options(self.pack).clone();
        let field = |path: &str, label, of| choice_field(&format!("options/{path}"), label, of);
        let fields: Vec<Field> = vec![
            field(
                "hostile",
                message!("fate-field-option-hostile"),
                [HostileScope::CharacterAspects, HostileScope::All]
                    .map(|one| choice(one, hostile(one)))
                    .to_vec(),
            ),
            field(
                "home",
                message!("fate-field-option-home"),
                [PointsHome::Bank, PointsHome::Host].map(|one| choice(one, home(one))).to_vec(),
            ),
            field(
                "difficulty",
                message!("fate-field-option-difficulty"),
                [DifficultyRule::Named, DifficultyRule::Confirmed]
                    .map(|one| choice(one, difficulty(one)))
                    .to_vec(),
            ),
            field(
                "order",
                message!("fate-field-option-order"),
                [TurnOrder::Popcorn, TurnOrder::Listed].map(|one| choice(one, order(one))).to_vec(),
            ),
            field(
                "mending",
                message!("fate-field-option-mending"),
                [Mending::Nod, Mending::Free].map(|one| choice(one, mending(one))).to_vec(),
            ),
            field(
                "sessions",
                message!("fate-field-option-sessions"),
                [SessionRule::ByHand, SessionRule::Table]
                    .map(|one| choice(one, sessions(one)))
                    .to_vec(),
            ),
            switch_field("options/full_defence", message!("fate-field-full-defence")),
            switch_field("options/full_defence_boost", message!("fate-option-full-defence-boost")),
            switch_field("options/boost_details", message!("fate-option-boost-details")),
            switch_field("options/help_first", message!("fate-option-help-first")),
            number_field("options/victories", message!("fate-field-victories"), 1, 9),
        ];
        let command = Command::SetOptions { options: Box::new(options) };
        self.offer("F-55", message!("fate-act-options"), command, fields);
    }
}
