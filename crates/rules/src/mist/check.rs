//! What a pack must be to be played by (M-60).

use std::collections::BTreeSet;

use super::{Marks, Mist};
use crate::{Clock, Fault, ReadyClock, Tone, message};

impl Mist {
    /// Everything that is wrong with the pack.
    pub(super) fn find_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        // Odds are only reckoned if they have bands to fall into.
        self.check_bands(&mut faults);
        self.check_dice(&mut faults);
        self.check_numbers(&mut faults);
        self.check_story(&mut faults);
        self.check_examples(&mut faults);
        self.check_scenes(&mut faults);
        if faults.is_empty() {
            crate::kernel::check_library(self, &mut faults);
        }
        let ids =
            |list: Vec<&str>| -> bool { list.iter().collect::<BTreeSet<_>>().len() == list.len() };
        let lists = [
            ("consequences", self.consequences.iter().map(|it| it.id.as_str()).collect()),
            ("endings", self.endings.iter().map(|it| it.id.as_str()).collect()),
            ("examples", self.examples.iter().map(|it| it.id.as_str()).collect()),
            ("scenes", self.scenes.iter().map(|it| it.id.as_str()).collect()),
            ("file.questions", self.file.questions.iter().map(|it| it.id.as_str()).collect()),
            ("story.phases", self.story.phases.iter().map(|it| it.id.as_str()).collect()),
        ];
        for (path, list) in lists {
            if !ids(list) {
                faults.push((path.to_owned(), message!("mist-pack-twice")));
            }
        }
        faults
    }

    fn check_dice(&self, faults: &mut Vec<Fault>) {
        let avatar = self.dice.avatar.iter().map(|it| ("dice.avatar", it));
        for (path, expression) in [("dice.roll", &self.dice.roll)].into_iter().chain(avatar) {
            for name in expression.names() {
                if name != "power" {
                    faults.push((path.to_owned(), message!("mist-pack-names", name = name)));
                }
            }
        }
        if faults.is_empty() {
            for power in [-20, 0, 40] {
                for avatar in [false, true] {
                    if let Err(refusal) = self.chances(avatar, power) {
                        let path = if avatar { "dice.avatar" } else { "dice.roll" };
                        faults.push((path.to_owned(), refusal.what));
                        return;
                    }
                }
            }
        }
    }

    fn check_bands(&self, faults: &mut Vec<Fault>) {
        if self.bands.is_empty() || self.bands.len() > 12 {
            faults.push(("bands".to_owned(), message!("mist-pack-bands")));
            return;
        }
        for (place, band) in self.bands.iter().enumerate() {
            let before = place.checked_sub(1).map(|it| &self.bands[it]);
            let fits = match before {
                None => band.from.is_none(),
                Some(before) => band.from.is_some() && band.from > before.from,
            };
            if !fits {
                let path = format!("bands[{place}].from");
                faults.push((path, message!("mist-pack-bands")));
            }
        }
    }

    fn check_numbers(&self, faults: &mut Vec<Fault>) {
        let most = Marks::MOST_BOXES;
        let numbers = [
            ("theme.powers", self.theme.powers, 1, 12),
            ("theme.weaknesses", self.theme.weaknesses, 0, 12),
            ("theme.improve", self.theme.improve, 1, 20),
            ("theme.decay", self.theme.decay, 1, 20),
            ("theme.most", self.theme.most, 1, 12),
            ("status.boxes", self.status.boxes, 1, most),
            ("status.limit", self.status.limit, 1, most),
            ("power.tag", self.power.tag, 0, 20),
            ("power.burn", self.power.burn, 0, 20),
            ("indulge.power", self.indulge.power, 0, 20),
            ("effects.status", self.effects.status, 0, 20),
            ("effects.tag", self.effects.tag, 0, 20),
            ("effects.clue", self.effects.clue, 0, 20),
            ("effects.feat", self.effects.feat, 0, 20),
            ("effects.minimum_power", self.effects.minimum_power, 0, 20),
            ("mitigate.other", self.mitigate.other, 0, 20),
            ("life.controlled_from", self.life.controlled_from, 0, most),
            ("life.evolution", self.life.evolution, 0, 100),
        ];
        for (path, number, least, most) in numbers {
            if number < least || number > most {
                let reason = message!("mist-pack-number", least = least, most = most);
                faults.push((path.to_owned(), reason));
            }
        }
        if self.plunge.on && (self.plunge.degrees.is_empty() || self.plunge.degrees.len() > 12) {
            faults.push(("plunge".to_owned(), message!("mist-pack-degrees")));
        }
    }

    fn check_story(&self, faults: &mut Vec<Fault>) {
        if self.story.phases.is_empty() {
            faults.push(("story.phases".to_owned(), message!("mist-pack-phases")));
        }
        for (place, phase) in self.story.phases.iter().enumerate() {
            for (at, next) in phase.next.iter().enumerate() {
                if self.phase(next).is_none() {
                    let path = format!("story.phases[{place}].next[{at}]");
                    faults.push((path, message!("mist-pack-next", phase = next)));
                }
            }
        }
    }

    fn check_examples(&self, faults: &mut Vec<Fault>) {
        for (place, example) in self.examples.iter().enumerate() {
            for (theme, draft) in example.themes.iter().enumerate() {
                let powers = if draft.nascent { 1 } else { self.theme.powers };
                if draft.powers.len() != usize::from(powers)
                    || draft.weaknesses.len() != usize::from(self.theme.weaknesses)
                {
                    let path = format!("examples[{place}].themes[{theme}]");
                    let reason = message!(
                        "mist-theme-size-instead",
                        powers = powers,
                        weaknesses = self.theme.weaknesses
                    );
                    faults.push((path, reason));
                }
            }
        }
    }

    fn check_scenes(&self, faults: &mut Vec<Fault>) {
        for (place, scene) in self.scenes.iter().enumerate() {
            let mut check = |fits: bool, what: String| {
                if !fits {
                    let path = format!("scenes[{place}].{what}");
                    faults.push((path, message!("mist-pack-scene")));
                }
            };
            let of_challenges = scene.challenges.iter().flat_map(|it| &it.threats);
            let threats = scene.threats.iter().chain(of_challenges);
            check(threats.into_iter().all(|it| it.fits(self)), "threats".to_owned());
            for (at, challenge) in scene.challenges.iter().enumerate() {
                let tiers = challenge.limits.iter().all(|it| it.tier > 0);
                check(tiers && challenge.limits.len() <= 100, format!("challenges[{at}].limits"));
            }
            let clocks = |it: &ReadyClock| it.boxes > 0 && it.boxes <= Clock::MOST_BOXES;
            check(scene.clocks.iter().all(clocks), "clocks".to_owned());
            let numbers = scene.mysteries.iter().map(|it| it.complexity);
            let mut numbers = numbers.chain(scene.countdown).chain(scene.indexes.values().copied());
            check(numbers.all(|it| it <= self.status.boxes), "mysteries".to_owned());
        }
    }

    /// What may be meant otherwise: a plain roll, or a good one, that cannot fail or succeed.
    pub(super) fn find_warnings(&self) -> Vec<Fault> {
        let mut warnings = Vec::new();
        for power in [0, 3] {
            let Ok(chances) = self.chances(false, power) else {
                continue;
            };
            let succeeds =
                chances.outcomes.iter().any(|it| it.tone != Tone::Failure && it.weight != "0");
            let may_fail =
                chances.outcomes.iter().any(|it| it.tone == Tone::Failure && it.weight != "0");
            let reason = if !succeeds {
                message!("mist-pack-always-fails", power = power)
            } else if !may_fail {
                message!("mist-pack-always-succeeds", power = power)
            } else {
                continue;
            };
            warnings.push(("dice.roll".to_owned(), reason));
        }
        warnings
    }
}
