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
        crate::roll::roll(self.clone(), names, draw)
    }

    /// Rolls once, with a full trace, which takes the expression along: for an expression that was
    /// read only to be rolled.
    ///
    /// # Errors
    /// As for [`Expr::roll`].
    pub fn into_rolled(self, names: &dyn Names, draw: &mut dyn Draw) -> Result<Rolled, Error> {
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
        crate::exact::odds(self, names, crate::limits::WORK)
    }

    /// The names the expression looks up, each once, as written.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for (name, _) in self.0.names() {
            if !names.contains(&name) {
                names.push(name);
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

/// The tree of an expression; the root is the last node. A usual one is in one piece of memory,
/// and its parts are plain numbers: nothing has to be copied or freed one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tree {
    pub nodes: SmallVec<[Node; 4]>,
    pub pools: SmallVec<[Pool; 2]>,
    pub steps: SmallVec<[Step; 2]>,
    pub rest: Option<Box<Rest>>,
}

/// What most trees have none of: names, arguments and written faces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rest {
    pub names: Vec<Box<str>>,
    pub args: Vec<Id>,
    pub faces: Vec<i64>,
}

impl Tree {
    /// Parsing puts at least one node into every tree.
    pub fn root(&self) -> Id {
        self.nodes.len().saturating_sub(1) as Id
    }

    pub fn rest_mut(&mut self) -> &mut Rest {
        self.rest.get_or_insert_default()
    }

    /// The text of a name.
    pub fn name(&self, at: u16) -> &str {
        self.rest.as_ref().and_then(|rest| rest.names.get(usize::from(at))).map_or("", |name| name)
    }

    /// Every name with its place, as often as it is written.
    pub fn names(&self) -> impl Iterator<Item = (&str, Span)> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Name { name, span } => Some((self.name(*name), *span)),
            _ => None,
        })
    }

    /// The arguments of a call.
    pub fn args(&self, args: Stretch) -> &[Id] {
        self.rest.as_ref().map_or(&[], |rest| args.of(&rest.args))
    }

    /// The steps of a pool.
    #[inline]
    pub fn steps(&self, pool: &Pool) -> &[Step] {
        pool.steps.of(&self.steps)
    }

    /// The faces of a pool, as far as they are written and not looked up.
    #[inline]
    pub fn shape(&self, faces: Faces) -> Option<Shape<'_>> {
        match faces {
            Faces::Sides(sides) => Some(Shape::Sides(sides)),
            Faces::Fate => Some(Shape::List(&[-1, 0, 1])),
            Faces::List(faces) => Some(Shape::List(self.faces(faces))),
            Faces::Of(_) => None,
        }
    }

    /// Faces that were written out.
    pub fn faces(&self, faces: Stretch) -> &[i64] {
        self.rest.as_ref().map_or(&[], |rest| faces.of(&rest.faces))
    }
}

/// Some of a tree's steps, arguments or faces, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    start: u16,
    length: u16,
}

impl Stretch {
    /// What a list has grown by since it was `start` long. The longest list, `limits::FACES` faces
    /// for every nine characters of text, stays below 2^16.
    #[inline]
    pub fn since(start: usize, end: usize) -> Self {
        Self { start: start as u16, length: (end - start) as u16 }
    }

    #[inline]
    fn of<T>(self, all: &[T]) -> &[T] {
        let start = usize::from(self.start);
        all.get(start..start + usize::from(self.length)).unwrap_or(&[])
    }
}

/// A place in [`Tree::nodes`].
pub(crate) type Id = u16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Number(Value),
    Name { name: u16, span: Span },
    Pool(u16),
    Negate(Id, Span),
    Binary { op: Op, left: Id, right: Id, span: Span },
    Call { function: Function, args: Stretch, span: Span },
}

/// Dice thrown together: `5d4kh1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pool {
    pub count: Count,
    pub faces: Faces,
    pub steps: Stretch,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Fixed(u32),
    Of(Id),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Faces {
    /// `1 … n`.
    Sides(u32),
    /// `1 … n`, with `n` looked up.
    Of(Id),
    /// −1, 0, +1.
    Fate,
    /// Written out, in the order written.
    List(Stretch),
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

/// Columns in the player's text. Two expressions are equal wherever they were written.
#[derive(Default, Clone, Copy, Debug)]
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
    /// Whether the sum and the number of matching dice could be confused in a comparison.
    pub fn is_many(&self, steps: &[Step]) -> bool {
        let mut many = self.count != Count::Fixed(1) && self.count != Count::Fixed(0);
        for step in steps {
            match step {
                Step::Explode { .. } => many = true,
                Step::Keep(_, 1) | Step::Advantage(_) | Step::Count(_) => many = false,
                _ => {}
            }
        }
        many
    }
}

impl Step {
    /// Whether it may throw dice after the first throw.
    #[inline]
    pub fn throws_again(&self) -> bool {
        matches!(self, Step::Reroll { .. } | Step::Explode { .. })
    }
}

impl Condition {
    pub fn matches(self, face: i64) -> bool {
        self.compare.holds(face, self.than)
    }
}
