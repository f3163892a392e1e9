//! Canonical notation: how expressions, steps and rolls are written.

use std::fmt::{self, Display, Formatter};

use crate::expr::{Condition, Count, End, Faces, Id, Node, Pool, Step, Tree};
use crate::limits;
use crate::op::{Compare, Op};
use crate::parse::reads_as_die;
use crate::{Expr, PoolTrace, Rolled, State, Value};

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Writing { tree: &self.0, rolled: None }.whole(f)
    }
}

impl fmt::Debug for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "Expr({self})")
    }
}

impl Display for Rolled {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Writing { tree: &self.expr.0, rolled: Some(self) }.whole(f)?;
        write!(f, " = {}", self.value)
    }
}

/// Binding strength, as in the parser; brackets appear only where they are needed.
fn level(node: &Node) -> u8 {
    match node {
        Node::Binary { op, .. } => op.level(),
        Node::Negate(..) => 4,
        _ => 6,
    }
}

/// A tree being written, with the dice of one roll if there are any.
struct Writing<'a> {
    tree: &'a Tree,
    rolled: Option<&'a Rolled>,
}

impl Writing<'_> {
    fn whole(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.tree.nodes.len().checked_sub(1) {
            Some(root) => self.node(f, root as Id, 0),
            None => Ok(()),
        }
    }

    fn node(&self, f: &mut Formatter<'_>, id: Id, at_least: u8) -> fmt::Result {
        let node = &self.tree.nodes[usize::from(id)];
        if level(node) < at_least {
            f.write_str("(")?;
            self.node(f, id, 0)?;
            return f.write_str(")");
        }
        match node {
            Node::Number(value) => decimal(f, *value),
            Node::Name { name, .. } => self.name(f, self.tree.name(*name)),
            Node::Pool(pool) => self.pool(f, *pool),
            Node::Negate(inner, _) => {
                f.write_str("-")?;
                self.node(f, *inner, 4)
            }
            Node::Binary { op, left, right, .. } => {
                let own = level(node);
                let (before, after) = match op {
                    Op::Power => (6, 4),
                    Op::Compare(_) if self.is_many(*left) => (7, 2),
                    Op::Compare(_) => (2, 2),
                    _ => (own, own + 1),
                };
                self.node(f, *left, before)?;
                match op {
                    Op::Power => f.write_str("^")?,
                    _ => write!(f, " {op} ")?,
                }
                self.node(f, *right, after)
            }
            Node::Call { function, args, .. } => {
                write!(f, "{}(", function.word())?;
                for (at, arg) in self.tree.args(*args).iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    self.node(f, *arg, 0)?;
                }
                f.write_str(")")
            }
        }
    }

    fn is_many(&self, id: Id) -> bool {
        match self.tree.nodes[usize::from(id)] {
            Node::Pool(pool) => {
                let pool = &self.tree.pools[usize::from(pool)];
                pool.is_many(self.tree.steps(pool))
            }
            _ => false,
        }
    }

    fn name(&self, f: &mut Formatter<'_>, name: &str) -> fmt::Result {
        if reads_as_die(name) {
            write!(f, "{{{name}}}")?;
        } else {
            f.write_str(name)?;
        }
        let found = self.rolled.and_then(|rolled| rolled.names.iter().find(|(n, _)| n == name));
        found.map_or(Ok(()), |(_, value)| write!(f, "[{value}]"))
    }

    fn pool(&self, f: &mut Formatter<'_>, at: u16) -> fmt::Result {
        let pool: &Pool = &self.tree.pools[usize::from(at)];
        let traces = self.rolled.map_or(&[][..], |rolled| &rolled.pools);
        let trace = traces.iter().find(|trace| trace.pool == u32::from(at));
        match (trace, pool.count) {
            (Some(trace), _) => write!(f, "{}d", trace.count)?,
            (None, Count::Fixed(count)) => write!(f, "{count}d")?,
            (None, Count::Of(id)) => {
                self.touching(f, id)?;
                f.write_str("d")?;
            }
        }
        match (&pool.faces, trace.and_then(|trace| trace.sides)) {
            (Faces::Sides(sides), _) => write!(f, "{sides}")?,
            (Faces::Of(_), Some(sides)) => write!(f, "{sides}")?,
            (Faces::Of(id), None) => self.touching(f, *id)?,
            (Faces::Fate, _) => f.write_str("F")?,
            (Faces::List(faces), _) => list(f, self.tree.faces(*faces))?,
        }
        for step in self.tree.steps(pool) {
            write!(f, "{step}")?;
        }
        trace.map_or(Ok(()), |trace| trace.fmt(f))
    }

    /// A count or number of sides that touches the die letter.
    fn touching(&self, f: &mut Formatter<'_>, id: Id) -> fmt::Result {
        match &self.tree.nodes[usize::from(id)] {
            Node::Name { name, .. } => write!(f, "{{{}}}", self.tree.name(*name)),
            _ => {
                f.write_str("(")?;
                self.node(f, id, 0)?;
                f.write_str(")")
            }
        }
    }
}

/// `[1, 1, 5..9]`: three or more faces in a row are written as a range.
fn list(f: &mut Formatter<'_>, faces: &[i64]) -> fmt::Result {
    let mut separator = "[";
    let mut rest = faces;
    while let [first, ..] = rest {
        let in_row = |(at, face): &(usize, &i64)| **face == first + *at as i64;
        let row = rest.iter().enumerate().take_while(in_row).count();
        let written = if row > 2 { row } else { 1 };
        write!(f, "{separator}{first}")?;
        if written > 1 {
            write!(f, "..{}", rest[row - 1])?;
        }
        rest = &rest[written..];
        separator = ", ";
    }
    f.write_str("]")
}

/// Written numbers have few decimals, so this always ends.
fn decimal(f: &mut Formatter<'_>, value: Value) -> fmt::Result {
    let (whole, den) = (value.numerator() / value.denominator(), value.denominator());
    write!(f, "{whole}")?;
    let mut rest = i128::from(value.numerator() % den);
    if rest != 0 {
        f.write_str(".")?;
    }
    while rest != 0 {
        rest *= 10;
        write!(f, "{}", rest / i128::from(den))?;
        rest %= i128::from(den);
    }
    Ok(())
}

impl Display for PoolTrace {
    /// The dice: `[2, (1), 4]`; dropped in brackets, `1→` rerolled, `6!` exploded, `7*` a success.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        let mut separator = "";
        for die in &self.dice {
            f.write_str(separator)?;
            let bang = if die.exploded { "!" } else { "" };
            match die.state {
                State::Kept | State::Missed => write!(f, "{}{bang}", die.face)?,
                State::Counted => write!(f, "{}{bang}*", die.face)?,
                State::Dropped => write!(f, "({}{bang})", die.face)?,
                State::Rerolled => write!(f, "{}→", die.face)?,
            }
            separator = if die.state == State::Rerolled { "" } else { ", " };
        }
        f.write_str("]")
    }
}

impl Display for Op {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Add => "+",
            Op::Subtract => "-",
            Op::Multiply => "*",
            Op::Divide => "/",
            Op::Remainder => "%",
            Op::Power => "^",
            Op::Compare(compare) => return compare.fmt(f),
        })
    }
}

impl Display for Compare {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compare::Less => "<",
            Compare::AtMost => "<=",
            Compare::Greater => ">",
            Compare::AtLeast => ">=",
            Compare::Equal => "=",
            Compare::Unequal => "!=",
        })
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.compare {
            // `!=6` would be ambiguous behind an exclamation mark, and `r1` is how people write it.
            Compare::Equal => write!(f, "{}", self.than),
            // `!!=6` would be two exclamation marks.
            Compare::Unequal => write!(f, "<>{}", self.than),
            compare => write!(f, "{compare}{}", self.than),
        }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let end = |end: &End| if *end == End::High { 'h' } else { 'l' };
        match self {
            Step::Reroll { once: true, when } => write!(f, "ro{when}"),
            Step::Reroll { once: false, when } => write!(f, "r{when}"),
            Step::Explode { when, cap } => {
                f.write_str("!")?;
                match when {
                    // `!-1` would subtract.
                    Some(Condition { compare: Compare::Equal, than: than @ ..0 }) => {
                        write!(f, "=={than}")?;
                    }
                    Some(when) => when.fmt(f)?,
                    None => {}
                }
                if *cap == limits::EXPLOSIONS { Ok(()) } else { write!(f, "x{cap}") }
            }
            Step::Keep(which, count) => write!(f, "k{}{count}", end(which)),
            Step::Drop(which, count) => write!(f, "d{}{count}", end(which)),
            Step::Advantage(End::High) => f.write_str("adv"),
            Step::Advantage(End::Low) => f.write_str("dis"),
            Step::Count(when) if when.compare == Compare::Equal => write!(f, "cs={}", when.than),
            Step::Count(when) => write!(f, "cs{when}"),
        }
    }
}
