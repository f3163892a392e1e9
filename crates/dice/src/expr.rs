use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smallvec::SmallVec;

use crate::faces::Shape;
use crate::op::{Compare, Function, Op};
use crate::{Draw, Error, Names, Odds, Prepared, Rolled, Value};

/// A parsed expression such as `1d8 + {power}d4kh1`.
///
/// It prints as canonical notation, which parses back to the same expression.
///
/// ```
/// let expr: dice::Expr = "（１Ｄ８＋d20优势）／2".parse().unwrap();
/// assert_eq!(expr.to_string(), "(1d8 + 1d20adv) / 2");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Expr(pub(crate) Arc<Tree>);

impl Expr {
    /// Reads an expression, without repetition or reason.
    ///
    /// # Errors
    /// When the text is not notation: with the place and the nearest valid form.
    pub fn parse(text: &str) -> Result<Self, Error> {
        crate::parse::expr(text)
    }

    /// Rolls once, with a full trace.
    ///
    /// # Errors
    /// When a name is unknown, or the result does not exist (division by zero, overflow).
    pub fn roll(&self, names: &dyn Names, draw: &mut dyn Draw) -> Result<Rolled, Error> {
        crate::roll::roll(self, names, draw)
    }

    /// Looks up all names once, so that rolling again and again is cheap.
    ///
    /// # Errors
    /// When a name is unknown, even in a branch that might never be rolled.
    pub fn prepare(&self, names: &dyn Names) -> Result<Prepared, Error> {
        Prepared::new(self, names)
    }

    /// The exact odds of every result.
    ///
    /// # Errors
    /// As for rolling, if it can happen at all; and when they would take too much work.
    pub fn odds(&self, names: &dyn Names) -> Result<Odds, Error> {
        crate::exact::odds(self, names)
    }

    /// The names the expression looks up, each once, as written.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for node in &self.0.nodes {
            if let Node::Name { name, .. } = node
                && !names.contains(&&**name)
            {
                names.push(&**name);
            }
        }
        names
    }

    /// Whether anything is thrown at all.
    pub fn has_dice(&self) -> bool {
        !self.0.pools.is_empty()
    }
}

impl FromStr for Expr {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

impl Serialize for Expr {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Expr {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The tree of an expression; the root is the last node. A usual one is in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub nodes: SmallVec<[Node; 4]>,
    pub pools: SmallVec<[Pool; 2]>,
}

impl Tree {
    /// Parsing puts at least one node into every tree.
    pub fn root(&self) -> Id {
        self.nodes.len().saturating_sub(1) as Id
    }
}

/// A place in [`Tree::nodes`].
pub(crate) type Id = u16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Number(Value),
    Name { name: Box<str>, span: Span },
    Pool(u16),
    Negate(Id, Span),
    Binary { op: Op, left: Id, right: Id, span: Span },
    Call { function: Function, args: Box<[Id]>, span: Span },
}

/// Dice thrown together: `5d4kh1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    pub count: Count,
    pub faces: Faces,
    pub steps: SmallVec<[Step; 1]>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Fixed(u32),
    Of(Id),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Faces {
    /// `1 … n`.
    Sides(u32),
    /// `1 … n`, with `n` looked up.
    Of(Id),
    /// −1, 0, +1.
    Fate,
    /// Written out, in the order written.
    List(Box<[i64]>),
}

/// What happens to the dice of a pool, in this order of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Reroll { once: bool, when: Condition },
    Explode { when: Option<Condition>, cap: u32 },
    Keep(End, u32),
    Drop(End, u32),
    Advantage(End),
    Count(Condition),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    High,
    Low,
}

/// Which faces a step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub compare: Compare,
    pub than: i64,
}

impl Faces {
    /// The faces, as far as they are written and not looked up.
    pub fn shape(&self) -> Option<Shape<'_>> {
        match self {
            Self::Sides(sides) => Some(Shape::Sides(*sides)),
            Self::Fate => Some(Shape::List(&[-1, 0, 1])),
            Self::List(faces) => Some(Shape::List(faces)),
            Self::Of(_) => None,
        }
    }
}

/// Columns in the player's text. Two expressions are equal wherever they were written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub start: u16,
    pub end: u16,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        // `limits::LENGTH` keeps columns far below 2^16.
        Self { start: start as u16, end: end as u16 }
    }

    pub fn range(self) -> Range<usize> {
        self.start.into()..self.end.into()
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Span {}

impl Pool {
    /// Whether dice may be thrown after the first throw.
    pub fn throws_again(&self) -> bool {
        let again = |step: &Step| matches!(step, Step::Reroll { .. } | Step::Explode { .. });
        self.steps.iter().any(again)
    }

    /// Whether the sum and the number of matching dice could be confused in a comparison.
    pub fn is_many(&self) -> bool {
        let mut many = self.count != Count::Fixed(1) && self.count != Count::Fixed(0);
        for step in &self.steps {
            match step {
                Step::Explode { .. } => many = true,
                Step::Keep(_, 1) | Step::Advantage(_) | Step::Count(_) => many = false,
                _ => {}
            }
        }
        many
    }
}

impl Condition {
    pub fn matches(self, face: i64) -> bool {
        self.compare.holds(face, self.than)
    }
}
