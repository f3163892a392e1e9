//! Throwing the dice of an expression, with a full trace.
//!
//! The order of draws is frozen, because recorded rolls must replay: operands from left to
//! right, `if` its condition first and then only the chosen branch; in a pool, first all its
//! dice with one [`Draw::fill`], then for each die in turn its rerolls and its explosions.

use std::cmp::Reverse;

use smallvec::SmallVec;

use crate::expr::{Count, End, Faces, Id, Node, Span, Step, Tree};
use crate::faces::{self, Shape};
use crate::op::Function;
use crate::window::Window;
use crate::{
    Dice, Die, Draw, Error, ErrorKind, Expr, Names, PoolTrace, Rolled, State, Value, limits,
};

/// So many dice need no memory of their own, as in [`Dice`].
const FEW: usize = 6;

type Thrown<T> = Result<T, Box<Error>>;

pub(crate) fn roll(expr: Expr, names: &dyn Names, draw: &mut dyn Draw) -> Result<Rolled, Error> {
    // Made at once and filled in place: a trace is large to move about.
    let mut rolled =
        Ok(Rolled { expr, value: Value::ZERO, pools: SmallVec::new(), names: Vec::new() });
    if let Ok(Rolled { expr, value, pools, names: seen }) = &mut rolled {
        let mut roller = Roller { tree: &expr.0, names, draw, pools, seen, left: limits::DICE };
        match roller.node(roller.tree.root()) {
            Ok(total) => *value = total,
            Err(error) => rolled = Err(*error),
        }
    }
    rolled
}

struct Roller<'a> {
    tree: &'a Tree,
    names: &'a dyn Names,
    draw: &'a mut dyn Draw,
    pools: &'a mut SmallVec<[PoolTrace; 2]>,
    seen: &'a mut Vec<(String, Value)>,
    /// How many more dice may be thrown.
    left: u32,
}

/// A failure at a place in the text.
pub(crate) fn at(span: Span) -> impl Fn(ErrorKind) -> Box<Error> {
    move |kind| Box::new(Error::new(kind, span.range()))
}

impl Roller<'_> {
    fn node(&mut self, id: Id) -> Thrown<Value> {
        match &self.tree.nodes[usize::from(id)] {
            Node::Number(value) => Ok(*value),
            Node::Name { name, span } => self.name(*name, *span),
            Node::Pool(pool) => self.pool(*pool),
            Node::Negate(inner, span) => {
                self.node(*inner)?.try_neg().map_err(|error| at(*span)(error.into()))
            }
            Node::Binary { op, left, right, span } => {
                let left = self.node(*left)?;
                let right = self.node(*right)?;
                op.apply(left, right).map_err(|error| at(*span)(error.into()))
            }
            Node::Call { function, args, span } => {
                self.call(*function, self.tree.args(*args), *span)
            }
        }
    }

    fn name(&mut self, at: u16, span: Span) -> Thrown<Value> {
        let name = self.tree.name(at);
        let found = self.names.get(name);
        let value =
            found.ok_or_else(|| crate::names::unknown(self.tree, name, span, self.names))?;
        if !self.seen.iter().any(|(seen, _)| seen == name) {
            self.seen.push((name.to_owned(), value));
        }
        Ok(value)
    }

    fn call(&mut self, function: Function, args: &[Id], span: Span) -> Thrown<Value> {
        let [first, rest @ ..] = args else { return Ok(Value::ZERO) };
        let mut value = self.node(*first)?;
        match (function, rest) {
            (Function::If, [then, otherwise]) => {
                self.node(if value.is_true() { *then } else { *otherwise })
            }
            (Function::Min | Function::Max, _) => {
                for arg in rest {
                    let other = self.node(*arg)?;
                    let least = function == Function::Min;
                    value = if least { value.min(other) } else { value.max(other) };
                }
                Ok(value)
            }
            _ => function.of_one(value).map_err(|error| at(span)(error.into())),
        }
    }

    fn pool(&mut self, index: u16) -> Thrown<Value> {
        let tree = self.tree;
        let pool = &tree.pools[usize::from(index)];
        let steps = tree.steps(pool);
        let fail = at(pool.span);
        let count = match pool.count {
            Count::Fixed(count) => count,
            Count::Of(id) => faces::count(self.node(id)?).map_err(&fail)?,
        };
        let (shape, sides) = match pool.faces {
            Faces::Sides(sides) => (Shape::Sides(sides), None),
            Faces::Of(id) => {
                let looked_up = faces::sides(self.node(id)?).map_err(&fail)?;
                (Shape::Sides(looked_up), Some(looked_up))
            }
            written => (tree.shape(written).unwrap_or(Shape::Sides(1)), None),
        };
        let doubled = steps.iter().any(|step| matches!(step, Step::Advantage(_)));
        let thrown = if doubled { 2 * count } else { count };
        let Some(left) = self.left.checked_sub(thrown) else {
            return Err(fail(ErrorKind::TooManyDice { most: limits::DICE }));
        };
        self.left = left;
        let mut dice = self.throw(shape, thrown as usize);
        if !steps.is_empty() {
            if steps.iter().any(Step::throws_again) {
                dice = self.again(steps, shape, &dice).map_err(&fail)?;
            }
            settle(steps, &mut dice);
        }
        let total = total(&dice);
        self.pools.push(PoolTrace { pool: index.into(), count, sides, dice, total });
        Ok(Value::whole(total))
    }

    /// The first throw of all dice, drawn together.
    #[inline]
    fn throw(&mut self, shape: Shape<'_>, count: usize) -> Dice {
        let mut few = [0; FEW];
        if let Some(draws) = few.get_mut(..count) {
            self.draw.fill(shape.len(), draws);
            let mut dice = [Die::kept(0); FEW];
            for (die, draw) in dice.iter_mut().zip(draws) {
                die.face = shape.face(*draw) as i32;
            }
            return Dice::from_buf_and_len(dice, count);
        }
        let mut many = vec![0; count];
        self.draw.fill(shape.len(), &mut many);
        many.into_iter().map(|draw| Die::kept(shape.face(draw))).collect()
    }

    /// Rerolls and explosions: more dice than were thrown at first.
    fn again(
        &mut self,
        steps: &[Step],
        shape: Shape<'_>,
        thrown: &[Die],
    ) -> Result<Dice, ErrorKind> {
        let mut dice = Dice::with_capacity(thrown.len());
        let rerolls = || steps.iter().filter(|step| matches!(step, Step::Reroll { .. }));
        let explosion = steps.iter().find_map(|step| match step {
            Step::Explode { when, cap } => Some((*when, *cap)),
            _ => None,
        });
        for die in thrown {
            self.land(die.worth(), rerolls(), shape, &mut dice)?;
            let Some((when, cap)) = explosion else { continue };
            for _ in 0..cap {
                let Some(last) = dice.last_mut() else { break };
                if !when.map_or(last.worth() == shape.highest(), |when| when.matches(last.worth()))
                {
                    break;
                }
                last.exploded = true;
                let face = shape.face(self.draw.below(shape.len()));
                self.land(face, rerolls(), shape, &mut dice)?;
            }
        }
        Ok(dice)
    }

    /// Lets one die come to rest: every reroll step looks at it once, in order.
    fn land<'s>(
        &mut self,
        mut face: i64,
        rerolls: impl Iterator<Item = &'s Step>,
        shape: Shape<'_>,
        dice: &mut Dice,
    ) -> Result<(), ErrorKind> {
        for step in rerolls {
            let Step::Reroll { once, when } = *step else { continue };
            if !when.matches(face) {
                continue;
            }
            dice.push(Die { state: State::Rerolled, ..Die::kept(face) });
            face = if once {
                shape.face(self.draw.below(shape.len()))
            } else {
                // Drawing among the faces that stay has the odds of rolling until one does.
                let staying = shape.staying(when);
                if staying == 0 {
                    return Err(ErrorKind::RerollsEverything);
                }
                shape.staying_face(when, self.draw.below(staying))
            };
        }
        dice.push(Die::kept(face));
        Ok(())
    }
}

impl Die {
    /// A die that fell and was not touched again.
    fn kept(face: i64) -> Self {
        // No face is beyond `limits::SIDES` or `limits::FACE`.
        Self { face: face as i32, state: State::Kept, exploded: false }
    }

    fn worth(&self) -> i64 {
        self.face.into()
    }
}

/// Keep, drop and count.
fn settle(steps: &[Step], dice: &mut [Die]) {
    if steps.is_empty() {
        return;
    }
    Window::of_steps(steps).mark(dice);
    for step in steps {
        if let Step::Count(when) = step {
            for die in dice.iter_mut().filter(|die| die.state == State::Kept) {
                let hit = when.matches(die.worth());
                die.state = if hit { State::Counted } else { State::Missed };
            }
        }
    }
}

/// What a pool is worth if these are its draws and nothing is thrown again.
pub(crate) fn worth(steps: &[Step], shape: Shape<'_>, draws: &[u32]) -> i64 {
    let dice = draws.iter().map(|draw| Die::kept(shape.face(*draw)));
    let mut dice: SmallVec<[Die; 16]> = dice.collect();
    settle(steps, &mut dice);
    total(&dice)
}

fn total(dice: &[Die]) -> i64 {
    let worth = |die: &Die| match die.state {
        State::Kept => die.worth(),
        State::Counted => 1,
        State::Dropped | State::Rerolled | State::Missed => 0,
    };
    dice.iter().map(worth).sum()
}

impl Window<'_> {
    /// The place of the one die that is kept, where a single step keeps the highest or lowest.
    fn only(self, dice: &[Die]) -> Option<usize> {
        let end = self.keeps_one()?;
        let mut best: Option<(usize, i32)> = None;
        for (at, die) in dice.iter().enumerate().filter(|(_, die)| die.state == State::Kept) {
            let better = match (best, end) {
                (None, _) => true,
                (Some((_, face)), End::High) => die.face > face,
                // Of equal dice the later counts as lower.
                (Some((_, face)), End::Low) => die.face <= face,
            };
            if better {
                best = Some((at, die.face));
            }
        }
        best.map(|(at, _)| at)
    }

    /// Drops every resting die outside the window; of equal dice the earlier counts as higher.
    fn mark(self, dice: &mut [Die]) {
        if self.is_whole() {
            return;
        }
        if let Some(best) = self.only(dice) {
            for (at, die) in dice.iter_mut().enumerate() {
                if at != best && die.state == State::Kept {
                    die.state = State::Dropped;
                }
            }
            return;
        }
        let resting = |(_, die): &(usize, &Die)| die.state == State::Kept;
        let resting = dice.iter().enumerate().filter(resting);
        let mut order: SmallVec<[(i32, Reverse<usize>); 16]> =
            resting.map(|(at, die)| (die.face, Reverse(at))).collect();
        order.sort_unstable();
        let kept = self.range(order.len());
        for (at, (_, Reverse(die))) in order.iter().enumerate() {
            if !kept.contains(&at) {
                dice[*die].state = State::Dropped;
            }
        }
    }
}
