//! Pools: count, faces and steps.

use super::{Parsed, Parser};
use crate::expr::{Condition, Count, End, Faces, Id, Node, Pool, Span, Step, Stretch};
use crate::op::Compare;
use crate::{ErrorKind, Value, limits};

impl Parser<'_> {
    /// A pool whose count is a bracketed expression or a name.
    pub(super) fn pool_counted(&mut self, inner: Id, pools: usize, start: usize) -> Parsed<Id> {
        self.refuse_dice_since(pools, start)?;
        // `(2)d6` is `2d6`: equal expressions have equal trees.
        let count = match self.tree.nodes[usize::from(inner)] {
            Node::Number(number) => {
                self.tree.nodes.pop();
                self.fixed_count(number, start)?
            }
            _ => Count::Of(inner),
        };
        self.pool(count, start)
    }

    pub(super) fn fixed_count(&self, count: Value, start: usize) -> Parsed<Count> {
        let span = start..self.at;
        let Some(whole) = count.to_whole() else {
            return Err(self.fail(ErrorKind::BadCount { count: count.to_string() }, span));
        };
        match u32::try_from(whole) {
            Ok(fixed) if fixed <= limits::DICE => Ok(Count::Fixed(fixed)),
            _ => Err(self.fail(ErrorKind::TooManyDice { most: limits::DICE }, span)),
        }
    }

    /// A pool, at its die letter.
    pub(super) fn pool(&mut self, count: Count, start: usize) -> Parsed<Id> {
        self.at += 1;
        let faces = self.faces(start)?;
        let first = self.tree.steps.len();
        while self.step_starts() && self.one_step(count, faces, first)? {}
        let steps = Stretch::since(first, self.tree.steps.len());
        let span = Span::new(start, self.at);
        self.tree.pools.push(Pool { count, faces, steps, span });
        let pool = (self.tree.pools.len() - 1) as u16;
        Ok(self.push(Node::Pool(pool)))
    }

    /// What stands behind the die letter.
    fn faces(&mut self, start: usize) -> Parsed<Faces> {
        let at = self.at;
        match self.peek() {
            Some('0'..='9') => {
                let sides = self.digits()?;
                self.sides(Value::whole(i64::try_from(sides).unwrap_or(i64::MAX)), at)
            }
            Some('%') => {
                self.at += 1;
                Ok(Faces::Sides(100))
            }
            Some('f' | 'F') => {
                self.at += 1;
                Ok(Faces::Fate)
            }
            Some('[') => self.list(),
            Some('{') => self.braced().map(Faces::Of),
            Some('(') => {
                let pools = self.tree.pools.len();
                let inner = self.bracketed()?;
                self.refuse_dice_since(pools, at)?;
                match self.tree.nodes[usize::from(inner)] {
                    Node::Number(number) => {
                        self.tree.nodes.pop();
                        self.sides(number, at)
                    }
                    _ => Ok(Faces::Of(inner)),
                }
            }
            _ => Err(self.fail(ErrorKind::DieWithoutSides, start..at)),
        }
    }

    fn sides(&self, sides: Value, at: usize) -> Parsed<Faces> {
        crate::faces::sides(sides).map(Faces::Sides).map_err(|kind| self.fail(kind, at..self.at))
    }

    /// `[1, 1, 2, 5]` or `[1..4, 9]`, at its opening bracket.
    fn list(&mut self) -> Parsed<Faces> {
        let open = self.at;
        let start = self.tree.rest_mut().faces.len();
        loop {
            self.at += 1;
            let from = self.face()?;
            let mut to = from;
            if self.peek() == Some('.') && self.peek_at(1) == Some('.') {
                self.at += 2;
                to = self.face()?;
            }
            let faces = self.tree.rest_mut().faces.len() - start;
            let too_many = faces + usize::try_from(to - from).unwrap_or(0) >= limits::FACES;
            if too_many || from.abs().max(to.abs()) > limits::FACE {
                let kind = ErrorKind::TooManyFaces { most: limits::FACES, largest: limits::FACE };
                return Err(self.fail(kind, open..self.at));
            }
            if to < from {
                return Err(self.fail(ErrorKind::BadFaces, open..self.at));
            }
            self.tree.rest_mut().faces.extend(from..=to);
            match self.peek() {
                Some(',') => {}
                Some(']') => break,
                None => return Err(self.unclosed(open)),
                _ => return Err(self.fail(ErrorKind::BadFaces, self.at..self.at + 1)),
            }
        }
        self.at += 1;
        Ok(Faces::List(Stretch::since(start, self.tree.rest_mut().faces.len())))
    }

    /// One whole number within `[…]`, with the spaces around it.
    fn face(&mut self) -> Parsed<i64> {
        self.skip_spaces();
        let face = self.signed()?;
        if face.is_none() {
            return Err(self.fail(ErrorKind::BadFaces, self.at..self.at + 1));
        }
        self.skip_spaces();
        Ok(face.unwrap_or_default())
    }

    /// A whole number with an optional sign; nothing is read if there is none.
    fn signed(&mut self) -> Parsed<Option<i64>> {
        let negative = self.peek() == Some('-');
        if !self.peek_at(negative.into()).is_some_and(|c| c.is_ascii_digit()) {
            return Ok(None);
        }
        let start = self.at;
        self.at += usize::from(negative);
        let Ok(number) = i64::try_from(self.digits()?) else {
            return Err(self.fail(ErrorKind::NumberTooLarge, start..self.at));
        };
        Ok(Some(if negative { -number } else { number }))
    }

    fn refuse_dice_since(&self, pools: usize, start: usize) -> Parsed<()> {
        if self.tree.pools.len() > pools {
            return Err(self.fail(ErrorKind::DiceInside, start..self.at));
        }
        Ok(())
    }

    /// Whether a step may be here: decided by one character.
    #[inline]
    fn step_starts(&self) -> bool {
        let letter = |c: char| c.is_ascii_alphabetic();
        self.peek().is_some_and(|c| letter(c) || matches!(c, '!' | '_' | '优' | '優' | '劣'))
    }

    /// Reads one step, if there is one, and checks that it may stand behind those from `first` on.
    fn one_step(&mut self, count: Count, faces: Faces, first: usize) -> Parsed<bool> {
        let start = self.at;
        let Some(step) = self.step()? else { return Ok(false) };
        let span = start..self.at;
        let steps = &self.tree.steps[first..];
        if steps.len() == limits::STEPS {
            return Err(self.fail(ErrorKind::TooManySteps { most: limits::STEPS }, span));
        }
        for earlier in steps {
            let words = || (step.to_string(), earlier.to_string());
            if step.rank() < earlier.rank() {
                let (step, before) = words();
                return Err(self.fail(ErrorKind::StepOrder { step, before }, span));
            }
            if step.conflicts(*earlier) {
                let (step, with) = words();
                return Err(self.fail(ErrorKind::StepConflict { step, with }, span));
            }
        }
        match step {
            Step::Advantage(_) if count != Count::Fixed(1) => {
                return Err(self.fail(ErrorKind::AdvantageOfMany, span));
            }
            Step::Reroll { once: false, when } if !self.some_stay(faces, when) => {
                return Err(self.fail(ErrorKind::RerollsEverything, span));
            }
            _ => {}
        }
        self.tree.steps.push(step);
        Ok(true)
    }

    fn some_stay(&self, faces: Faces, when: Condition) -> bool {
        self.tree.shape(faces).is_none_or(|shape| shape.staying(when) > 0)
    }

    fn step(&mut self) -> Parsed<Option<Step>> {
        let Some(c) = self.peek() else { return Ok(None) };
        let rest = &self.chars[self.at..];
        let start = self.at;
        let Some((word, kind)) = word_at(rest) else {
            if !c.is_ascii_alphabetic() && c != '_' {
                return if c == '!' { self.explosion().map(Some) } else { Ok(None) };
            }
            let run = rest.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == '_').count();
            let step = rest[..run].iter().collect();
            return Err(self.fail(ErrorKind::UnknownStep { step }, start..start + run));
        };
        self.at += word.chars().count();
        Ok(Some(match kind {
            Word::Keep(end) => Step::Keep(end, self.step_count(word, start)?),
            Word::Drop(end) => Step::Drop(end, self.step_count(word, start)?),
            Word::Advantage(end) => Step::Advantage(end),
            Word::Reroll { once } => {
                let when = match self.condition()? {
                    Some(when) => when,
                    None => self.bare_condition(word, start)?,
                };
                Step::Reroll { once, when }
            }
            Word::Count => match self.condition()? {
                Some(when) => Step::Count(when),
                // `cs7` would be «at least 7» to some and «exactly 7» to others: refused.
                None => return Err(self.missing_condition(word, start)),
            },
        }))
    }

    /// The number behind `kh` and its like; 1 if there is none.
    fn step_count(&mut self, word: &str, start: usize) -> Parsed<u32> {
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Ok(1);
        }
        let count = self.digits()?;
        match u32::try_from(count) {
            Ok(0) => {
                let step = word.to_owned();
                Err(self.fail(ErrorKind::StepOfNothing { step }, start..self.at))
            }
            Ok(count) if count <= limits::DICE => Ok(count),
            _ => {
                let kind = ErrorKind::TooManyDice { most: limits::DICE };
                Err(self.fail(kind, start..self.at))
            }
        }
    }

    /// `!`, `!>=5`, `!6`, each with an optional cap `x3`; at the exclamation mark.
    fn explosion(&mut self) -> Parsed<Step> {
        let start = self.at;
        self.at += 1;
        if self.peek() == Some('=') && self.peek_at(1) != Some('=') {
            let explode = self.edited(self.at..self.at + 1, "");
            let unequal = self.edited(start..self.at + 1, " != ");
            let kind = ErrorKind::ExplodeOrUnequal { explode, unequal };
            return Err(self.fail(kind, start..self.at + 1));
        }
        let when = match self.condition()? {
            Some(when) => Some(when),
            // No sign: `1d6!-1` explodes, then subtracts.
            None if self.peek().is_some_and(|c| c.is_ascii_digit()) => {
                self.signed()?.map(|than| Condition { compare: Compare::Equal, than })
            }
            None => None,
        };
        let mut cap = u64::from(limits::EXPLOSIONS);
        let capped = matches!(self.peek(), Some('x' | 'X'))
            && self.peek_at(1).is_some_and(|c| c.is_ascii_digit());
        if capped {
            let at = self.at;
            self.at += 1;
            cap = self.digits()?;
            if cap == 0 || cap > limits::EXPLOSIONS_MOST.into() {
                let kind = ErrorKind::BadCap { most: limits::EXPLOSIONS_MOST };
                return Err(self.fail(kind, at..self.at));
            }
        }
        Ok(Step::Explode { when, cap: cap as u32 })
    }

    /// `<=2`; nothing is read if there is none.
    fn condition(&mut self) -> Parsed<Option<Condition>> {
        let start = self.at;
        let Some((compare, length)) = self.comparison() else { return Ok(None) };
        self.at += length;
        let Some(than) = self.signed()? else {
            self.at = start;
            return Ok(None);
        };
        Ok(Some(Condition { compare, than }))
    }

    /// `r1` is `r=1`.
    fn bare_condition(&mut self, word: &str, start: usize) -> Parsed<Condition> {
        match self.signed()? {
            Some(than) => Ok(Condition { compare: Compare::Equal, than }),
            None => Err(self.missing_condition(word, start)),
        }
    }

    fn missing_condition(&self, word: &str, start: usize) -> Box<crate::Error> {
        self.fail(ErrorKind::MissingCondition { step: word.to_owned() }, start..self.at)
    }
}

enum Word {
    Keep(End),
    Drop(End),
    Advantage(End),
    Reroll { once: bool },
    Count,
}

/// The step word at the start of the text, decided by its first letters.
fn word_at(chars: &[char]) -> Option<(&'static str, Word)> {
    let letter = |at: usize| chars.get(at).map_or(' ', char::to_ascii_lowercase);
    Some(match (letter(0), letter(1)) {
        ('k', 'h') => ("kh", Word::Keep(End::High)),
        ('k', 'l') => ("kl", Word::Keep(End::Low)),
        ('d', 'h') => ("dh", Word::Drop(End::High)),
        ('d', 'l') => ("dl", Word::Drop(End::Low)),
        ('a', 'd') if letter(2) == 'v' => ("adv", Word::Advantage(End::High)),
        ('d', 'i') if letter(2) == 's' => ("dis", Word::Advantage(End::Low)),
        ('优', '势') => ("优势", Word::Advantage(End::High)),
        ('優', '勢') => ("優勢", Word::Advantage(End::High)),
        ('劣', '势') => ("劣势", Word::Advantage(End::Low)),
        ('劣', '勢') => ("劣勢", Word::Advantage(End::Low)),
        ('r', 'o') => ("ro", Word::Reroll { once: true }),
        ('r', 'r') => ("rr", Word::Reroll { once: false }),
        ('c', 's') => ("cs", Word::Count),
        // One letter is a step only if no other letter follows it: `r1`, not `round`.
        ('r', next) if !next.is_ascii_alphabetic() => ("r", Word::Reroll { once: false }),
        ('c', next) if !next.is_ascii_alphabetic() => ("c", Word::Count),
        _ => return None,
    })
}

impl Step {
    /// Rerolls come first, then the explosion, then keep and drop, then the count.
    fn rank(self) -> u8 {
        match self {
            Self::Reroll { .. } => 0,
            Self::Explode { .. } => 1,
            Self::Keep(..) | Self::Drop(..) | Self::Advantage(_) => 2,
            Self::Count(_) => 3,
        }
    }

    fn conflicts(self, earlier: Self) -> bool {
        let advantage = |step| matches!(step, Self::Advantage(_));
        let once = matches!(self, Self::Explode { .. } | Self::Count(_));
        (once && self.rank() == earlier.rank())
            || (advantage(earlier) && self.rank() == 2)
            || (advantage(self) && earlier.rank() > 0)
    }
}
