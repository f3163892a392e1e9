//! A game of Time Line under another pack (P-80): resources and environments that are no longer
//! there. Cards, skills, traits and weapons are copies of what the pack offered, and stay.

use std::sync::Arc;

use super::{Amount, State, Timeline};
use crate::kernel::{Break, Decision, Decisions, Moves, choice, decided};
use crate::message;

impl Moves for Timeline {
    fn is_unsettled(&self, state: &State) -> bool {
        state.fight.is_some()
    }

    fn breaks(&self, old: &Self, state: &State) -> Vec<Break> {
        let mut all = Vec::new();
        for pool in &old.resources {
            let count =
                state.characters.values().filter(|one| one.pools.contains_key(&pool.id)).count();
            if count > 0 && !self.resources.iter().any(|known| known.id == pool.id) {
                let what = message!("pack-break", kind = "", name = &pool.name, count = count);
                let named =
                    |one: &super::Pool| choice(&one.id, message!("pack-word", word = &one.name));
                let to = self.resources.iter().map(named).collect();
                all.push(Break { key: format!("resources.{}", pool.id), what, to });
            }
        }
        if let Some(here) = &state.environment
            && !self.environments.iter().any(|known| known.id == here.id)
        {
            let what = message!("pack-break", kind = "", name = &here.name, count = 1);
            let named =
                |one: &super::Environment| choice(&one.id, message!("pack-word", word = &one.name));
            let to = self.environments.iter().map(named).collect();
            all.push(Break { key: format!("environments.{}", here.id), what, to });
        }
        all
    }

    fn moved(&self, old: &Self, state: &mut State, decisions: &Decisions) {
        // What the host has set since stays set.
        if state.options == old.options {
            state.options = self.options.clone();
        }
        state.pools = Arc::new(self.resources.clone());
        let known = |id: &str| self.resources.iter().any(|one| one.id == id);
        for one in state.characters.values_mut() {
            let one = Arc::make_mut(one);
            for pool in &self.resources {
                if !one.pools.contains_key(&pool.id) {
                    let starts = pool.starts(one);
                    one.pools.insert(pool.id.clone(), starts);
                }
            }
            let gone: Vec<(String, Amount)> = one
                .pools
                .iter()
                .filter(|(id, _)| !known(id))
                .map(|(id, left)| (id.clone(), *left))
                .collect();
            for (id, left) in gone {
                match decided(decisions, "resources", &id) {
                    Decision::Map(to) if known(to) => {
                        one.pools.remove(&id);
                        one.pools.insert(to.clone(), left);
                    }
                    // It is there again when the old rules are.
                    Decision::Map(_) | Decision::Note => {}
                    Decision::Drop => drop(one.pools.remove(&id)),
                }
            }
        }
        let Some(here) = state.environment.clone() else { return };
        let known = self.environments.iter().find(|known| known.id == here.id);
        let environment = match (known, decided(decisions, "environments", &here.id)) {
            (Some(known), _) => Some(Arc::new(known.clone())),
            (None, Decision::Map(to)) => {
                let chosen = self.environments.iter().find(|known| known.id == *to);
                chosen.map(|chosen| Arc::new(chosen.clone())).or(Some(here))
            }
            (None, Decision::Note) => Some(here),
            (None, Decision::Drop) => None,
        };
        super::environment::was_set(state, environment.as_deref());
    }
}
