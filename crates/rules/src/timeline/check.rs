//! What is wrong with a pack.

use super::gear::MOST_LOAD;
use super::text::{PLACE, THING, optional_name};
use super::{Amount, Reckoning, Timeline};
use crate::kernel::{check_library, typed};
use crate::{Fault, Refusal, message};

impl Timeline {
    /// What is wrong with the pack, each with its path.
    #[must_use]
    pub(super) fn find_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut check = |path: String, typed: Result<(), Refusal>, fits: bool| match typed {
            Err(refusal) => faults.push((path, refusal.what)),
            Ok(()) if !fits => faults.push((path, message!("timeline-out-of-bounds"))),
            Ok(()) => {}
        };
        for (place, one) in self.skills.iter().enumerate() {
            check(format!("skills[{place}]"), one.typed().map(drop), one.fits());
        }
        for (place, one) in self.traits.iter().enumerate() {
            check(format!("traits[{place}]"), one.typed().map(drop), one.fits());
        }
        for (place, one) in self.weapons.iter().enumerate() {
            check(format!("weapons[{place}]"), one.typed().map(drop), one.fits());
        }
        for (place, one) in self.environments.iter().enumerate() {
            check(format!("environments[{place}]"), one.typed().map(drop), one.fits());
        }
        for (place, one) in self.items.iter().enumerate() {
            let typed = typed::some_text(&one.name, THING).map(drop);
            let typed = typed.and_then(|()| optional_name(&one.place, PLACE).map(drop));
            let fits = (Amount::ZERO..=MOST_LOAD).contains(&one.load);
            check(format!("items[{place}]"), typed, fits);
        }
        for (place, one) in self.races.iter().enumerate() {
            let within = |amount: Amount| (Amount::ZERO..=super::card::MOST_SIZE).contains(&amount);
            let fits = within(one.adult_age) && within(one.standard_size);
            check(format!("races[{place}]"), Ok(()), fits);
        }
        for (place, skill) in self.skills.iter().enumerate() {
            for verdict in skill.verdicts() {
                if let Some(change) = verdict.change {
                    let reason = message!(
                        "timeline-law-refused",
                        name = &skill.name,
                        law = verdict.law,
                        reason = verdict.reason,
                        change = change
                    );
                    faults.push((format!("skills[{place}]"), reason));
                }
            }
            for (cost, at) in skill.costs.iter().zip(0..) {
                let known = |pool: &String| self.resources.iter().any(|one| one.id == *pool);
                if let Some(pool) = cost.pool.as_ref().filter(|pool| !known(pool)) {
                    let reason = message!("timeline-pack-no-pool", pool = pool);
                    faults.push((format!("skills[{place}].costs[{at}].pool"), reason));
                }
            }
        }
        for (place, one) in self.resources.iter().enumerate() {
            let at = Reckoning::plain(Amount::ZERO, 1, 1);
            let amounts = [Some(&one.most), one.starts.as_ref()];
            if amounts.into_iter().flatten().any(|amount| at.value(amount).is_none()) {
                let reason = message!("timeline-law-unreckonable");
                faults.push((format!("resources[{place}].most"), reason));
            }
        }
        if faults.is_empty() {
            check_library(self, &mut faults);
        }
        for (place, one) in self.examples.iter().enumerate() {
            if let Err(refusal) = one.card(&self.races).check() {
                faults.push((format!("examples[{place}]"), refusal.what));
            }
        }
        for (place, one) in self.traits.iter().enumerate() {
            for (at, id) in one.unhindered.iter().enumerate() {
                if !self.environments.iter().any(|known| known.id == *id) {
                    let reason = message!("timeline-pack-no-environment", id = id);
                    faults.push((format!("traits[{place}].unhindered[{at}]"), reason));
                }
            }
        }
        faults
    }
}
