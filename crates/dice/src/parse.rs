//! From text to [`Expr`]: one pass over the characters, no backtracking.

mod dice;
mod line;
mod quick;
mod repair;
mod text;

use std::ops::Range;

use crate::expr::{Count, Id, Node, Span, Stretch, Tree};
use crate::limits;
use crate::op::{Compare, Function, Op};
use crate::{Error, ErrorKind, Expr, Throw, Value};

pub(crate) use repair::nearest;
pub(crate) use text::reads_as_die;

/// An error on its way up; boxed so that the way of success stays cheap.
type Parsed<T> = Result<T, Box<Error>>;

pub(crate) fn throw(line: &str) -> Result<Throw, Error> {
    if let Some(expr) = quick::sum(line) {
        return Ok(Throw { times: 1, expr, reason: None });
    }
    read(line).map_err(|error| repair::suggest(line, *error, |text| read(text).is_ok()))
}

pub(crate) fn expr(text: &str) -> Result<Expr, Error> {
    quick::sum(text).map_or_else(|| read_expr(text), Ok)
}

fn read_expr(text: &str) -> Result<Expr, Error> {
    let only = |text: &str| {
        let throw = read(text)?;
        if throw.times == 1 && throw.reason.is_none() {
            return Ok(throw.expr);
        }
        let kind = ErrorKind::OnlyExpression;
        let mut error = Error::new(kind, 0..text.chars().count());
        error.suggestion = Some(throw.expr.to_string());
        Err(Box::new(error))
    };
    only(text).map_err(|error| repair::suggest(text, *error, |text| only(text).is_ok()))
}

/// Most inputs fit here and need no memory of their own.
const SHORT: usize = 64;

fn read(text: &str) -> Parsed<Throw> {
    if text.len() <= SHORT {
        let mut short = ['\0'; SHORT];
        let mut length = 0;
        if text.is_ascii() {
            for (slot, byte) in short.iter_mut().zip(text.bytes()) {
                *slot = if matches!(byte, 9..=13) { ' ' } else { byte.into() };
            }
            length = text.len();
        } else {
            for (slot, c) in short.iter_mut().zip(text.chars()) {
                *slot = text::plain(c);
                length += 1;
            }
        }
        return Parser::new(text, &short[..length]).line();
    }
    let long: Vec<char> = text.chars().take(SPACED * limits::LENGTH + 1).map(text::plain).collect();
    let read = Parser::new(text, &long).line();
    if long.len() <= limits::LENGTH {
        return read;
    }
    // Printing spaces an expression out: what was short enough once must read back.
    match read {
        Ok(throw) if long.len() <= SPACED * limits::LENGTH && throw.to_string() == text => {
            Ok(throw)
        }
        _ => {
            let kind = ErrorKind::TooLong { most: limits::LENGTH };
            Err(Box::new(Error::new(kind, limits::LENGTH..text.chars().count())))
        }
    }
}

/// Canonical notation is less than so many times as long as any text for it: `d%≠d%` is the worst.
const SPACED: usize = 4;

/// A place in the text and the tree grown so far.
struct Parser<'t> {
    raw: &'t str,
    chars: &'t [char],
    at: usize,
    depth: usize,
    tree: Tree,
}

const LOWEST: u8 = 1;
const POWERS: u8 = 5;

impl<'t> Parser<'t> {
    fn new(raw: &'t str, chars: &'t [char]) -> Self {
        Self { raw, chars, at: 0, depth: 0, tree: Tree::default() }
    }

    /// What comes next binds at least as tightly as `floor`.
    fn expression(&mut self, floor: u8) -> Parsed<Id> {
        let (start, bracketed) = (self.at, self.next_is_open());
        let mut left = self.operand()?;
        let mut plain = !bracketed;
        loop {
            let end = self.at;
            self.skip_spaces();
            let found = self.operator().filter(|(op, _)| op.level() >= floor);
            let Some((op, length)) = found else {
                self.at = end;
                return Ok(left);
            };
            if matches!(op, Op::Compare(_)) && plain {
                self.refuse_count_or_sum(left, start, end)?;
            }
            let span = Span::new(self.at, self.at + length);
            self.at += length;
            let right = match op {
                Op::Power => self.nested(|parser| parser.expression(POWERS))?,
                _ => self.expression(op.level() + 1)?,
            };
            if matches!(op, Op::Compare(_)) {
                self.refuse_chain()?;
            }
            left = self.push(Node::Binary { op, left, right, span });
            plain = false;
        }
    }

    fn operand(&mut self) -> Parsed<Id> {
        self.skip_spaces();
        let start = self.at;
        let Some(c) = self.peek() else {
            return Err(self.fail(ErrorKind::MissingAtEnd, start..start));
        };
        match c {
            '0'..='9' => {
                let number = self.number()?;
                if self.die_letter() {
                    let count = self.fixed_count(number, start)?;
                    return self.pool(count, start);
                }
                Ok(self.push(Node::Number(number)))
            }
            '(' => {
                let pools = self.tree.pools.len();
                let inner = self.bracketed()?;
                if self.die_letter() {
                    return self.pool_counted(inner, pools, start);
                }
                Ok(inner)
            }
            '{' => {
                let name = self.braced()?;
                if self.die_letter() {
                    let pools = self.tree.pools.len();
                    return self.pool_counted(name, pools, start);
                }
                Ok(name)
            }
            '-' => {
                self.at += 1;
                let span = Span::new(start, self.at);
                let inner = self.nested(|parser| parser.expression(POWERS))?;
                Ok(self.push(Node::Negate(inner, span)))
            }
            _ if text::die_starts(&self.chars[start..]) => self.pool(Count::Fixed(1), start),
            _ if text::name_starts(c) => self.name_or_call(),
            ')' | ']' | '}' | ',' => Err(self.missing_before()),
            _ if self.operator().is_some() => Err(self.missing_before()),
            _ => Err(self.unexpected()),
        }
    }

    fn name_or_call(&mut self) -> Parsed<Id> {
        let start = self.at;
        let length = text::name_length(&self.chars[start..]);
        self.at += length;
        let name: String = self.chars[start..self.at].iter().collect();
        if self.peek() == Some('(') {
            return self.call(&name, start);
        }
        if name.eq_ignore_ascii_case("d") {
            return Err(self.fail(ErrorKind::DieWithoutSides, start..self.at));
        }
        let span = Span::new(start, self.at);
        Ok(self.push_name(name, span))
    }

    fn call(&mut self, name: &str, start: usize) -> Parsed<Id> {
        let span = start..self.at;
        let Some(function) = text::function(name) else {
            return Err(self.fail(ErrorKind::UnknownFunction { name: name.to_owned() }, span));
        };
        let open = self.at;
        self.at += 1;
        let mut args = Vec::with_capacity(3);
        loop {
            args.push(self.nested(|parser| parser.expression(LOWEST))?);
            self.skip_spaces();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(')') => break,
                _ => return Err(self.unclosed(open)),
            }
        }
        self.at += 1;
        self.check_arguments(function, args.len(), span.clone())?;
        let span = Span::new(span.start, span.end);
        let all = &mut self.tree.rest_mut().args;
        let start = all.len();
        all.append(&mut args);
        let args = Stretch::since(start, all.len());
        Ok(self.push(Node::Call { function, args, span }))
    }

    fn check_arguments(&self, function: Function, found: usize, span: Range<usize>) -> Parsed<()> {
        let (least, most) = function.arity();
        if (least..=most).contains(&found) {
            return Ok(());
        }
        let function = function.word().to_owned();
        Err(self.fail(ErrorKind::WrongArguments { function, least, most, found }, span))
    }

    /// `( … )`, at its opening bracket.
    fn bracketed(&mut self) -> Parsed<Id> {
        let open = self.at;
        self.at += 1;
        let inner = self.nested(|parser| parser.expression(LOWEST))?;
        self.skip_spaces();
        if self.peek() != Some(')') {
            return Err(self.unclosed(open));
        }
        self.at += 1;
        Ok(inner)
    }

    /// `{name}`, at its opening brace.
    fn braced(&mut self) -> Parsed<Id> {
        let open = self.at;
        self.at += 1;
        self.skip_spaces();
        let start = self.at;
        self.at += text::name_length(&self.chars[start..]);
        let span = Span::new(start, self.at);
        let name: String = self.chars[start..self.at].iter().collect();
        self.skip_spaces();
        match self.peek() {
            Some('}') if !name.is_empty() => self.at += 1,
            None => return Err(self.unclosed(open)),
            _ => return Err(self.fail(ErrorKind::BadBraces, open..self.at + 1)),
        }
        Ok(self.push_name(name, span))
    }

    /// A whole or decimal number; a dot counts only before a digit.
    fn number(&mut self) -> Parsed<Value> {
        let start = self.at;
        let mut number = i64::try_from(self.digits()?).ok();
        let mut scale = 1i64;
        if self.peek() == Some('.') && self.peek_at(1).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
                let longer = number.and_then(|n| n.checked_mul(10)?.checked_add(digit.into()));
                number = longer;
                scale = scale.checked_mul(10).unwrap_or(0);
                self.at += 1;
            }
        }
        let value = match number {
            Some(whole) if scale == 1 => Some(Value::whole(whole)),
            _ => number.and_then(|number| Value::new(number, scale).ok()),
        };
        value.ok_or_else(|| self.fail(ErrorKind::NumberTooLarge, start..self.at))
    }

    /// A run of digits, possibly empty.
    fn digits(&mut self) -> Parsed<u64> {
        let start = self.at;
        let (mut number, mut fits) = (0u64, true);
        while let Some(c @ '0'..='9') = self.peek() {
            let (tens, much) = number.overflowing_mul(10);
            let (sum, more) = tens.overflowing_add(u64::from(c) - u64::from('0'));
            (number, fits) = (sum, fits && !much && !more);
            self.at += 1;
        }
        if fits { Ok(number) } else { Err(self.fail(ErrorKind::NumberTooLarge, start..self.at)) }
    }

    /// The operator here, and how many characters it takes.
    fn operator(&self) -> Option<(Op, usize)> {
        let op = match self.peek()? {
            '+' => Op::Add,
            '-' => Op::Subtract,
            '*' => Op::Multiply,
            '/' => Op::Divide,
            '%' => Op::Remainder,
            '^' => Op::Power,
            _ => return self.comparison().map(|(compare, length)| (Op::Compare(compare), length)),
        };
        Some((op, 1))
    }

    /// The comparison here, and how many characters it takes.
    fn comparison(&self) -> Option<(Compare, usize)> {
        Some(match (self.peek()?, self.peek_at(1)) {
            ('<', Some('=')) => (Compare::AtMost, 2),
            ('>', Some('=')) => (Compare::AtLeast, 2),
            ('<', Some('>')) | ('!', Some('=')) => (Compare::Unequal, 2),
            ('=', Some('=')) => (Compare::Equal, 2),
            ('<', _) => (Compare::Less, 1),
            ('>', _) => (Compare::Greater, 1),
            ('=', _) => (Compare::Equal, 1),
            ('≤', _) => (Compare::AtMost, 1),
            ('≥', _) => (Compare::AtLeast, 1),
            ('≠', _) => (Compare::Unequal, 1),
            _ => return None,
        })
    }

    /// `10d10>=7` may count dice or compare their sum: refused, with both forms.
    fn refuse_count_or_sum(&self, left: Id, start: usize, end: usize) -> Parsed<()> {
        let many = match self.tree.nodes[usize::from(left)] {
            Node::Pool(pool) => {
                let pool = &self.tree.pools[usize::from(pool)];
                pool.is_many(self.tree.steps(pool))
            }
            _ => false,
        };
        if !many {
            return Ok(());
        }
        let start = start + self.chars[start..].iter().take_while(|c| **c == ' ').count();
        let pool: String = self.raw.chars().skip(start).take(end - start).collect();
        let length = self.comparison().map_or(0, |(_, length)| length);
        let sign: String = self.raw.chars().skip(self.at).take(length).collect();
        let after = self.at + length;
        let spaces = self.chars[after..].iter().take_while(|c| **c == ' ').count();
        let count = self.edited(start..after + spaces, &format!("{pool}cs{sign}"));
        let sum = self.edited(start..end, &format!("({pool})"));
        Err(self.fail(ErrorKind::CountOrSum { count, sum }, start..end))
    }

    fn refuse_chain(&mut self) -> Parsed<()> {
        let end = self.at;
        self.skip_spaces();
        if let Some((_, length)) = self.comparison() {
            return Err(self.fail(ErrorKind::ChainedComparison, self.at..self.at + length));
        }
        self.at = end;
        Ok(())
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == limits::DEPTH {
            let kind = ErrorKind::TooDeep { most: limits::DEPTH };
            return Err(self.fail(kind, self.at..self.at));
        }
        self.depth += 1;
        let done = inner(self);
        self.depth -= 1;
        done
    }

    fn push(&mut self, node: Node) -> Id {
        self.tree.nodes.push(node);
        // At most one node per character: far below 2^16.
        (self.tree.nodes.len() - 1) as Id
    }

    fn push_name(&mut self, name: String, span: Span) -> Id {
        let names = &mut self.tree.rest_mut().names;
        names.push(name.into());
        let name = (names.len() - 1) as u16;
        self.push(Node::Name { name, span })
    }

    #[inline]
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    #[inline]
    fn skip_spaces(&mut self) {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
    }

    fn next_is_open(&mut self) -> bool {
        self.skip_spaces();
        matches!(self.peek(), Some('('))
    }

    /// Whether a die letter touches what was just read.
    fn die_letter(&self) -> bool {
        matches!(self.peek(), Some('d' | 'D'))
    }

    /// The text with a piece replaced, otherwise as the player typed it.
    fn edited(&self, piece: Range<usize>, by: &str) -> String {
        let before = self.raw.chars().take(piece.start);
        before.chain(by.chars()).chain(self.raw.chars().skip(piece.end)).collect()
    }

    fn raw_char(&self, at: usize) -> char {
        self.raw.chars().nth(at).unwrap_or(' ')
    }

    #[cold]
    #[inline(never)]
    fn fail(&self, kind: ErrorKind, span: Range<usize>) -> Box<Error> {
        Box::new(Error::new(kind, span))
    }

    fn unexpected(&self) -> Box<Error> {
        let found = self.raw_char(self.at);
        self.fail(ErrorKind::Unexpected { found }, self.at..self.at + 1)
    }

    fn missing_before(&self) -> Box<Error> {
        let length = self.operator().map_or(1, |(_, length)| length);
        let before = self.raw.chars().skip(self.at).take(length).collect();
        self.fail(ErrorKind::MissingBefore { before }, self.at..self.at + length)
    }

    /// A bracket opened at `open` should close here: either the text ended or something is odd.
    fn unclosed(&self, open: usize) -> Box<Error> {
        match self.peek() {
            None => {
                let bracket = self.raw_char(open);
                self.fail(ErrorKind::Unclosed { bracket }, open..open + 1)
            }
            Some(_) => self.unexpected(),
        }
    }
}
