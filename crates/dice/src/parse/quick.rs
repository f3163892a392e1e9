//! The notation people type most: sums of plain dice and whole numbers, such as `1d8+5d4kh1`.
//!
//! Read straight from the bytes, looking at each once. Whatever else is written, mistakes included,
//! is left to the parser; what is read here, it would read the same (see the test below).

use std::sync::Arc;

use crate::expr::{Count, End, Faces, Id, Node, Pool, Span, Step, Stretch, Tree};
use crate::op::Op;
use crate::{Expr, Value, limits};

/// Longer texts are rarely plain.
const LONGEST: usize = 48;

/// The whole text as a sum, if that is what it is.
pub(super) fn sum(text: &str) -> Option<Expr> {
    let bytes = text.as_bytes();
    if bytes.len() > LONGEST {
        return None;
    }
    let mut quick = Quick { bytes, at: 0, tree: Tree::default() };
    let mut left = quick.term()?;
    while let Some(sign) = quick.next_but_spaces() {
        let op = match sign {
            b'+' => Op::Add,
            b'-' => Op::Subtract,
            _ => return None,
        };
        let span = Span::new(quick.at, quick.at + 1);
        quick.at += 1;
        let right = quick.term()?;
        left = quick.push(Node::Binary { op, left, right, span });
    }
    Some(Expr(Arc::new(quick.tree)))
}

struct Quick<'t> {
    bytes: &'t [u8],
    at: usize,
    tree: Tree,
}

impl Quick<'_> {
    #[inline]
    fn next(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn next_but_spaces(&mut self) -> Option<u8> {
        while self.next() == Some(b' ') {
            self.at += 1;
        }
        self.next()
    }

    #[inline]
    fn push(&mut self, node: Node) -> Id {
        self.tree.nodes.push(node);
        (self.tree.nodes.len() - 1) as Id
    }

    /// A number, or dice with at most one step that keeps or drops.
    #[inline]
    fn term(&mut self) -> Option<Id> {
        let first = self.next_but_spaces()?;
        let start = self.at;
        let mut count = 1;
        if first.is_ascii_digit() {
            count = self.digits()?;
            if !matches!(self.next(), Some(b'd' | b'D')) {
                return Some(self.push(Node::Number(Value::whole(count.into()))));
            }
        } else if first | 0x20 != b'd' {
            return None;
        }
        self.at += 1;
        let sides = self.digits()?;
        if count > limits::DICE || sides == 0 || sides > limits::SIDES {
            return None;
        }
        let before = self.tree.steps.len();
        if let Some(letter @ (b'k' | b'K' | b'd' | b'D')) = self.next() {
            self.step(letter)?;
        }
        self.tree.pools.push(Pool {
            count: Count::Fixed(count),
            faces: Faces::Sides(sides),
            steps: Stretch::since(before, self.tree.steps.len()),
            span: Span::new(start, self.at),
        });
        let pool = (self.tree.pools.len() - 1) as u16;
        Some(self.push(Node::Pool(pool)))
    }

    /// `kh3`, `dl` and the like, at the first letter.
    fn step(&mut self, letter: u8) -> Option<()> {
        self.at += 1;
        let end = match self.next()? | 0x20 {
            b'h' => End::High,
            b'l' => End::Low,
            _ => return None,
        };
        self.at += 1;
        let mut count = 1;
        if self.next().is_some_and(|byte| byte.is_ascii_digit()) {
            count = self.digits().filter(|count| (1..=limits::DICE).contains(count))?;
        }
        let keep = letter | 0x20 == b'k';
        self.tree.steps.push(if keep { Step::Keep(end, count) } else { Step::Drop(end, count) });
        Some(())
    }

    /// One to nine digits, so that no number is too large.
    #[inline(always)]
    fn digits(&mut self) -> Option<u32> {
        let start = self.at;
        let mut number = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.next() {
            number = number.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        (1..=9).contains(&(self.at - start)).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Parser, text};
    use super::*;
    use proptest::prelude::*;

    fn slow(text: &str) -> Option<Expr> {
        let chars: Vec<char> = text.chars().map(text::plain).collect();
        let line = Parser::new(text, &chars).line().ok()?;
        (line.times == 1 && line.reason.is_none()).then_some(line.expr)
    }

    /// Where the dice and operators stand, which equality does not look at.
    fn places(expr: &Expr) -> Vec<(u16, u16)> {
        let of_node = |node: &Node| match node {
            Node::Binary { span, .. } => Some((span.start, span.end)),
            _ => None,
        };
        let pools = expr.0.pools.iter().map(|pool| (pool.span.start, pool.span.end));
        pools.chain(expr.0.nodes.iter().filter_map(of_node)).collect()
    }

    #[test]
    fn plain_sums_are_read_here() {
        for text in ["2d6+3", "1d8+5d4kh1", " d20 - 2d6dl + 7 ", "4D6DH2", "7", "1d8 + 5d4kh1"] {
            assert!(sum(text).is_some(), "{text}");
        }
        for text in ["", "2d6+", "2d6*2", "2d6 door", "3#2d6", "2d6kh2kh1", "0.5", "2d0", "1d6!"] {
            assert!(sum(text).is_none(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_read_here_is_read_the_same_everywhere(
            text in "( ?([0-9]{0,4}[dD]?[0-9]{0,8}([kKdD][hHlL]?[0-9]{0,4})?) ?[-+ *.#x]?){1,4}"
        ) {
            if let Some(quick) = sum(&text) {
                let slow = slow(&text);
                prop_assert_eq!(Some(&quick), slow.as_ref());
                prop_assert_eq!(Some(places(&quick)), slow.as_ref().map(places));
            }
        }
    }
}
