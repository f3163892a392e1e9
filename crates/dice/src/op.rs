use crate::{ArithmeticError, Value};

/// Two operands and what is done with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Power,
    Compare(Compare),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Min,
    Max,
    Abs,
    If,
    Floor,
    Ceil,
    Round,
}

impl Op {
    /// How tightly it binds; a sign stands between products and powers, at 4.
    pub fn level(self) -> u8 {
        match self {
            Self::Compare(_) => 1,
            Self::Add | Self::Subtract => 2,
            Self::Multiply | Self::Divide | Self::Remainder => 3,
            Self::Power => 5,
        }
    }

    #[inline]
    pub fn apply(self, left: Value, right: Value) -> Result<Value, ArithmeticError> {
        match self {
            Self::Add => left.try_add(right),
            Self::Subtract => left.try_sub(right),
            Self::Multiply => left.try_mul(right),
            Self::Divide => left.try_div(right),
            Self::Remainder => left.try_rem(right),
            Self::Power => left.pow(right),
            Self::Compare(compare) => Ok(compare.holds(left, right).into()),
        }
    }
}

impl Compare {
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
        }
    }
}

impl Function {
    pub const ALL: [Self; 7] =
        [Self::Min, Self::Max, Self::Abs, Self::If, Self::Floor, Self::Ceil, Self::Round];

    pub fn word(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Abs => "abs",
            Self::If => "if",
            Self::Floor => "floor",
            Self::Ceil => "ceil",
            Self::Round => "round",
        }
    }

    /// Fewest and most arguments.
    pub fn arity(self) -> (usize, usize) {
        match self {
            Self::Min | Self::Max => (1, 16),
            Self::If => (3, 3),
            Self::Abs | Self::Floor | Self::Ceil | Self::Round => (1, 1),
        }
    }

    /// The result of a function of one number.
    pub fn of_one(self, value: Value) -> Result<Value, ArithmeticError> {
        match self {
            Self::Abs => value.abs(),
            Self::Floor => Ok(value.floor()),
            Self::Ceil => Ok(value.ceil()),
            Self::Round => Ok(value.round()),
            Self::Min | Self::Max | Self::If => Ok(value),
        }
    }
}
