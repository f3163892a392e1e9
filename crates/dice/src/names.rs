use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use crate::expr::{Span, Tree};
use crate::parse::nearest;
use crate::{Error, ErrorKind, Expr, Value};

/// Where an expression looks up its names (`power`, `target.level`, `力量`).
///
/// `()` knows nothing; maps, slices of pairs and closures work as they are.
pub trait Names {
    /// The number behind a name, if there is one.
    fn get(&self, name: &str) -> Option<Value>;

    /// All names there are, so that a misspelt one can be answered with the nearest.
    fn known(&self) -> Vec<String> {
        Vec::new()
    }
}

impl Names for () {
    fn get(&self, _: &str) -> Option<Value> {
        None
    }
}

impl<S: BuildHasher> Names for HashMap<String, Value, S> {
    fn get(&self, name: &str) -> Option<Value> {
        HashMap::get(self, name).copied()
    }

    fn known(&self) -> Vec<String> {
        let mut known: Vec<String> = self.keys().cloned().collect();
        known.sort();
        known
    }
}

impl Names for BTreeMap<String, Value> {
    fn get(&self, name: &str) -> Option<Value> {
        BTreeMap::get(self, name).copied()
    }

    fn known(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

impl<T: AsRef<str>> Names for &[(T, Value)] {
    fn get(&self, name: &str) -> Option<Value> {
        let found = self.iter().find(|(known, _)| known.as_ref() == name);
        found.map(|(_, value)| *value)
    }

    fn known(&self) -> Vec<String> {
        self.iter().map(|(known, _)| known.as_ref().to_owned()).collect()
    }
}

impl<T: AsRef<str>> Names for Vec<(T, Value)> {
    fn get(&self, name: &str) -> Option<Value> {
        Names::get(&self.as_slice(), name)
    }

    fn known(&self) -> Vec<String> {
        self.as_slice().known()
    }
}

impl<T: AsRef<str>, const N: usize> Names for [(T, Value); N] {
    fn get(&self, name: &str) -> Option<Value> {
        Names::get(&self.as_slice(), name)
    }

    fn known(&self) -> Vec<String> {
        self.as_slice().known()
    }
}

impl<F: Fn(&str) -> Option<Value>> Names for F {
    fn get(&self, name: &str) -> Option<Value> {
        self(name)
    }
}

/// Chinese words for dice that are no names here.
const DICE: [(&str, &str); 6] = [
    ("百分骰", "1d100"),
    ("百面骰", "1d100"),
    ("命运骰", "4dF"),
    ("命運骰", "4dF"),
    ("六面骰", "1d6"),
    ("二十面骰", "1d20"),
];

/// The refusal of a name, with the nearest known ones and the corrected expression.
#[cold]
pub(crate) fn unknown(tree: &Tree, name: &str, span: Span, names: &dyn Names) -> Box<Error> {
    let near = nearest(name, &names.known());
    let dice = DICE.iter().find(|(word, _)| *word == name).map(|(_, dice)| (*dice).to_owned());
    let better = dice.or_else(|| touching_die(name, names)).or_else(|| near.first().cloned());
    let kind = ErrorKind::UnknownName { name: name.to_owned(), nearest: near };
    let mut error = Error::new(kind, span.range());
    error.suggestion = better.map(|better| replaced(tree, name, &better));
    Box::new(error)
}

/// `力量d6` for `{力量}d6`.
fn touching_die(name: &str, names: &dyn Names) -> Option<String> {
    let (before, sides) = name.rsplit_once(['d', 'D'])?;
    names.get(before)?;
    let die = !sides.is_empty() && sides.bytes().all(|b| b.is_ascii_digit());
    die.then(|| format!("{{{before}}}d{sides}"))
}

/// The expression with a name replaced by other notation.
fn replaced(tree: &Tree, name: &str, by: &str) -> String {
    const PLACE: &str = "__here__";
    let mut tree = tree.clone();
    for found in tree.rest_mut().names.iter_mut().filter(|found| ***found == *name) {
        *found = PLACE.into();
    }
    Expr(tree.into()).to_string().replace(PLACE, by)
}
