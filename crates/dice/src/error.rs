use std::ops::Range;

use crate::ArithmeticError;

/// What is wrong with an input, where, and the nearest form that would do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} (column {})", span.start + 1)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where: columns counted in characters of the text as the player typed it, from 0.
    pub span: Range<usize>,
    /// The nearest valid form of the whole input, where one can be justified.
    pub suggestion: Option<String>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, span: Range<usize>) -> Self {
        Self { kind, span, suggestion: None }
    }
}

/// Every distinct mistake, with what is needed to explain it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// There is nothing to read.
    #[error("nothing to roll")]
    Empty,
    /// The input has more characters than allowed.
    #[error("longer than {most} characters")]
    TooLong {
        /// The bound.
        most: usize,
    },
    /// Brackets, functions or signs are nested too deeply.
    #[error("nested deeper than {most}")]
    TooDeep {
        /// The bound.
        most: usize,
    },
    /// A character that has no place here.
    #[error("unexpected {found:?}")]
    Unexpected {
        /// The character as typed.
        found: char,
    },
    /// An operator (or bracket, or comma) stands where a number or dice should.
    #[error("something is missing before {before:?}")]
    MissingBefore {
        /// What stands there instead.
        before: String,
    },
    /// The input ends where a number or dice should follow.
    #[error("something is missing at the end")]
    MissingAtEnd,
    /// A bracket is never closed.
    #[error("{bracket:?} is never closed")]
    Unclosed {
        /// The opening bracket.
        bracket: char,
    },
    /// A closing bracket without its opening one.
    #[error("{bracket:?} was never opened")]
    Unopened {
        /// The closing bracket.
        bracket: char,
    },
    /// A whole or decimal number is too large.
    #[error("the number is too large")]
    NumberTooLarge,
    /// `d` or `2d`: how many sides?
    #[error("how many sides has the die?")]
    DieWithoutSides,
    /// A die needs a whole number of sides, at least one.
    #[error("a die cannot have {sides} sides")]
    BadSides {
        /// The number of sides asked for.
        sides: String,
    },
    /// More sides than allowed.
    #[error("a die has at most {most} sides")]
    TooManySides {
        /// The bound.
        most: u32,
    },
    /// `d[…]` takes whole numbers separated by commas.
    #[error("faces are whole numbers separated by commas")]
    BadFaces,
    /// More faces in `d[…]`, or larger ones, than allowed.
    #[error("at most {most} faces, none beyond {largest}")]
    TooManyFaces {
        /// The bound on their number.
        most: usize,
        /// The bound on their size.
        largest: i64,
    },
    /// More dice than allowed.
    #[error("at most {most} dice at once")]
    TooManyDice {
        /// The bound.
        most: u32,
    },
    /// The number of dice came out as a fraction.
    #[error("cannot throw {count} dice")]
    BadCount {
        /// What came out.
        count: String,
    },
    /// Dice inside the number of dice or of sides.
    #[error("no dice inside the number of dice or sides")]
    DiceInside,
    /// Letters behind dice that are no known step.
    #[error("unknown step {step:?}")]
    UnknownStep {
        /// The letters.
        step: String,
    },
    /// `kh0`: a step that needs at least one die.
    #[error("{step} needs at least 1")]
    StepOfNothing {
        /// The step.
        step: String,
    },
    /// `r`, `ro`, `cs` need to know which faces.
    #[error("{step} needs a condition such as {step}>=5")]
    MissingCondition {
        /// The step.
        step: String,
    },
    /// Steps go: rerolls, explosion, keep and drop, count.
    #[error("{step} must come before {before}")]
    StepOrder {
        /// The step that comes too late.
        step: String,
        /// The step it must precede.
        before: String,
    },
    /// A step that may stand only once, or not beside another one.
    #[error("{step} cannot be combined with {with}")]
    StepConflict {
        /// The later step.
        step: String,
        /// The earlier step.
        with: String,
    },
    /// More steps behind one pool than allowed.
    #[error("at most {most} steps")]
    TooManySteps {
        /// The bound.
        most: usize,
    },
    /// Advantage and disadvantage are for a single die.
    #[error("advantage is for a single die")]
    AdvantageOfMany,
    /// The reroll would never end: every face matches.
    #[error("every face would be rerolled")]
    RerollsEverything,
    /// The cap of an explosion is zero or too high.
    #[error("a die explodes at least 1 and at most {most} times")]
    BadCap {
        /// The bound.
        most: u32,
    },
    /// `10d10>=7`: successes or the sum?
    #[error("count successes ({count}) or compare the sum ({sum})?")]
    CountOrSum {
        /// The form that counts successes.
        count: String,
        /// The form that compares the sum.
        sum: String,
    },
    /// `d6!=6`: explode on 6, or unequal to 6?
    #[error("explode ({explode}) or unequal ({unequal})?")]
    ExplodeOrUnequal {
        /// The form that explodes.
        explode: String,
        /// The form that compares.
        unequal: String,
    },
    /// `1<2<3` has no meaning here.
    #[error("comparisons cannot be chained")]
    ChainedComparison,
    /// No function has this name.
    #[error("unknown function {name:?}")]
    UnknownFunction {
        /// The name as typed.
        name: String,
    },
    /// A function has too few or too many arguments.
    #[error("{function} takes {least} to {most} arguments, not {found}")]
    WrongArguments {
        /// The function.
        function: String,
        /// Fewest it takes.
        least: usize,
        /// Most it takes.
        most: usize,
        /// How many were given.
        found: usize,
    },
    /// Nothing is known by this name.
    #[error("unknown name {name:?}")]
    UnknownName {
        /// The name as typed.
        name: String,
        /// The nearest known names, best first.
        nearest: Vec<String>,
    },
    /// Braces take exactly one name.
    #[error("braces take a name")]
    BadBraces,
    /// Letters glued to a complete expression: neither notation nor a reason.
    #[error("{text:?} is glued to the expression")]
    Glued {
        /// The letters.
        text: String,
    },
    /// `4d6 kh3`: a step set apart by a space.
    #[error("{step:?} is set apart from its dice")]
    StepApart {
        /// The step.
        step: String,
    },
    /// `2d6加3`: a word where an operator is needed.
    #[error("write {operator} instead of {word:?}")]
    WordOperator {
        /// The word as typed.
        word: String,
        /// The operator it stands for.
        operator: char,
    },
    /// A reason may not begin with a digit, an operator or a bracket.
    #[error("a reason cannot begin with {found:?}")]
    BadReason {
        /// Its first character.
        found: char,
    },
    /// `3d6*5#3`: the number of times goes first.
    #[error("the number of times goes first: N#…")]
    TimesNotFirst,
    /// The number of times is zero or too high.
    #[error("at least 1 and at most {most} times")]
    BadTimes {
        /// The bound.
        most: u32,
    },
    /// A repetition or a reason where only an expression may stand.
    #[error("only an expression may stand here")]
    OnlyExpression,
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A result does not fit into exact 64-bit fractions.
    #[error("the result is too large")]
    Overflow,
    /// An exponent that is a fraction or too large.
    #[error("an exponent is a whole number of at most {most}")]
    BadExponent {
        /// The bound.
        most: i64,
    },
    /// The exact odds would need more work than allowed.
    #[error("the exact odds would take too long")]
    TooMuchWork {
        /// The bound, in steps.
        most: u64,
    },
    /// The exact odds would have more different results than allowed.
    #[error("more than {most} different results")]
    TooManyOutcomes {
        /// The bound.
        most: usize,
    },
}

impl From<ArithmeticError> for ErrorKind {
    fn from(error: ArithmeticError) -> Self {
        match error {
            ArithmeticError::Overflow => Self::Overflow,
            ArithmeticError::DivisionByZero => Self::DivisionByZero,
            ArithmeticError::Exponent => Self::BadExponent { most: crate::limits::EXPONENT },
        }
    }
}
