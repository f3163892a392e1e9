use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use crate::Value;

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
        self.iter()
            .map(|(known, _)| known.as_ref().to_owned())
            .collect()
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
