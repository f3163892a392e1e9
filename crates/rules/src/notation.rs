//! Mistakes in dice notation as messages (C-02).

use dice::{Error, ErrorKind};

use crate::{Message, Refusal, message};

impl From<&Error> for Refusal {
    fn from(error: &Error) -> Self {
        let what = message!(
            "dice-wrong",
            column = error.span.start + 1,
            what = Message::from(&error.kind)
        );
        let refusal = Refusal::new("C-02", what);
        match &error.suggestion {
            Some(form) => refusal.instead(message!("dice-nearest", form = form)),
            None => refusal,
        }
    }
}

impl From<&ErrorKind> for Message {
    fn from(kind: &ErrorKind) -> Self {
        use ErrorKind as K;
        match kind {
            K::Empty => message!("dice-empty"),
            K::TooLong { most } => message!("dice-too-long", most = *most),
            K::TooDeep { most } => message!("dice-too-deep", most = *most),
            K::Unexpected { found } => message!("dice-unexpected", found = found.to_string()),
            K::MissingBefore { before } => message!("dice-missing-before", before = before),
            K::MissingAtEnd => message!("dice-missing-at-end"),
            K::Unclosed { bracket } => message!("dice-unclosed", bracket = bracket.to_string()),
            K::Unopened { bracket } => message!("dice-unopened", bracket = bracket.to_string()),
            K::NumberTooLarge => message!("dice-number-too-large"),
            K::DieWithoutSides => message!("dice-die-without-sides"),
            K::BadSides { sides } => message!("dice-bad-sides", sides = sides),
            K::TooManySides { most } => message!("dice-too-many-sides", most = *most),
            K::BadFaces => message!("dice-bad-faces"),
            K::TooManyFaces { most, largest } => {
                message!("dice-too-many-faces", most = *most, largest = *largest)
            }
            K::TooManyDice { most } => message!("dice-too-many-dice", most = *most),
            K::BadCount { count } => message!("dice-bad-count", count = count),
            K::DiceInside => message!("dice-dice-inside"),
            K::UnknownStep { step } => message!("dice-unknown-step", step = step),
            K::StepOfNothing { step } => message!("dice-step-of-nothing", step = step),
            K::MissingCondition { step } => message!("dice-missing-condition", step = step),
            K::StepOrder { step, before } => {
                message!("dice-step-order", step = step, before = before)
            }
            K::StepConflict { step, with } => {
                message!("dice-step-conflict", step = step, with = with)
            }
            K::TooManySteps { most } => message!("dice-too-many-steps", most = *most),
            K::AdvantageOfMany => message!("dice-advantage-of-many"),
            K::RerollsEverything => message!("dice-rerolls-everything"),
            K::BadCap { most } => message!("dice-bad-cap", most = *most),
            K::CountOrSum { count, sum } => {
                message!("dice-count-or-sum", count = count, sum = sum)
            }
            K::ExplodeOrUnequal { explode, unequal } => {
                message!("dice-explode-or-unequal", explode = explode, unequal = unequal)
            }
            K::ChainedComparison => message!("dice-chained-comparison"),
            K::UnknownFunction { name } => message!("dice-unknown-function", name = name),
            K::WrongArguments { function, least, most, found } => message!(
                "dice-wrong-arguments",
                function = function,
                least = *least,
                most = *most,
                found = *found
            ),
            K::UnknownName { name, nearest } if nearest.is_empty() => {
                message!("dice-unknown-name", name = name)
            }
            K::UnknownName { name, nearest } => message!(
                "dice-unknown-name-near",
                name = name,
                nearest =
                    nearest.iter().map(|near| message!("plain", text = near)).collect::<Vec<_>>()
            ),
            K::BadBraces => message!("dice-bad-braces"),
            K::Glued { text } => message!("dice-glued", text = text),
            K::StepApart { step } => message!("dice-step-apart", step = step),
            K::WordOperator { word, operator } => {
                message!("dice-word-operator", word = word, operator = operator.to_string())
            }
            K::BadReason { found } => message!("dice-bad-reason", found = found.to_string()),
            K::TimesNotFirst => message!("dice-times-not-first"),
            K::BadTimes { most } => message!("dice-bad-times", most = *most),
            K::OnlyExpression => message!("dice-only-expression"),
            K::DivisionByZero => message!("dice-division-by-zero"),
            K::Overflow => message!("dice-overflow"),
            K::BadExponent { most } => message!("dice-bad-exponent", most = *most),
            K::TooMuchWork { most } => message!("dice-too-much-work", most = most.to_string()),
            K::TooManyOutcomes { most } => message!("dice-too-many-outcomes", most = *most),
        }
    }
}
