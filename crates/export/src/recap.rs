//! What a session was, looked back at (B-52): its scenes, the rolls that mattered, who grew, what was
//! lost, where points went, the dice beside what was to be expected, who was on stage when.
//!
//! It is made from the lines the seat was told and nothing else, without those that were undone; so
//! each seat has its own.

use std::collections::{BTreeMap, BTreeSet};

use dice::Expr;
use jiff::Timestamp;
use rules::{Line, Message, Refusal, SeatId, Tone, message};
use serde::{Deserialize, Serialize};
use table::{LineKind, NumberedLine, TableHandle};
use words::log::Section;
use words::{Language, say};

use crate::log::{all_lines, sessions, which};
use crate::{Workers, render};

/// How many rolls are told of.
const ROLLS: usize = 6;
/// Dice of more values than this are counted by tens.
const VALUES: usize = 24;

/// A session, looked back at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Recap {
    /// Which session.
    pub session: u32,
    /// When it began.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub began: Timestamp,
    /// When the last of it was told.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub ended: Timestamp,
    /// Its scenes, first to last: the lines that begin them, and where in it they stand.
    pub scenes: Vec<Placed>,
    /// How many rolls there were.
    pub rolls: u32,
    /// How many came out how.
    pub tones: Tones,
    /// The dice that were rolled most, beside what was to be expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub dice: Option<DiceFallen>,
    /// The rolls that mattered, in order: the least likely.
    pub moments: Vec<Moment>,
    /// Who grew, what was lost, where points went; in order.
    pub changes: Vec<Changed>,
    /// Who was on stage when.
    pub spotlight: Vec<Spot>,
}

/// A line and where in the session it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Placed {
    /// The number of the line.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: u64,
    /// What it says.
    pub line: Line,
    /// Where in the session, from 0 to 1.
    pub place: f64,
}

/// How many rolls came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tones {
    /// Badly.
    pub failure: u32,
    /// Half and half.
    pub mixed: u32,
    /// Well.
    pub full: u32,
    /// Better than well.
    pub style: u32,
}

/// Dice as they fell in a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DiceFallen {
    /// Which dice: `2d6`.
    pub notation: String,
    /// How often they fell.
    pub count: u32,
    /// What they showed in the mean.
    pub mean: f64,
    /// What they show in the mean of all throws there are.
    pub expected: f64,
    /// How often each value fell.
    pub values: Vec<ValueFallen>,
}

/// How often a value, or one of ten, fell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ValueFallen {
    /// The lowest value that is meant.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub from: i64,
    /// The highest.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub to: i64,
    /// How often.
    pub count: u32,
    /// How often it was to be expected.
    pub expected: f64,
}

/// A roll that mattered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Moment {
    /// The number of its line.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: u64,
    /// Who rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<String>,
    /// What it says.
    pub line: Line,
    /// How likely dice as far from their mean as these are, or farther.
    pub chance: f64,
}

/// What sort of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// Somebody grew, or learnt something.
    Growth,
    /// Somebody lost something, was hurt, or left.
    Loss,
    /// Points went from one to another.
    Points,
    /// Something was found out or overcome.
    Found,
}

/// Something that will be so in the next session too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Changed {
    /// The number of its line.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: u64,
    /// What sort.
    pub kind: ChangeKind,
    /// What it says.
    pub line: Line,
}

/// When somebody was on stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Spot {
    /// Who: the name of the seat.
    pub name: String,
    /// How much of all that was said and done is theirs, from 0 to 1.
    pub share: f64,
    /// Where in the session, from 0 to 1.
    pub places: Vec<f64>,
}

/// The session as a seat was told it; the last one if none is asked for.
///
/// # Errors
/// When there is no such seat or session.
pub async fn recap(
    workers: &Workers,
    table: &TableHandle,
    seat: SeatId,
    session: Option<u32>,
) -> Result<Recap, Refusal> {
    let undone = table.undone(seat).await?;
    let lines = all_lines(table, seat).await?;
    let look = move || {
        let sessions = sessions(&lines);
        let (session, lines) = which(&sessions, session)?;
        let stands: Vec<&NumberedLine> =
            lines.iter().filter(|line| !undone.contains(&line.n)).collect();
        Ok::<_, Refusal>(of_lines(session, &stands))
    };
    workers.run(table.id(), seat, look).await?
}

fn of_lines(session: u32, lines: &[&NumberedLine]) -> Recap {
    let first = lines.first().map_or(Timestamp::UNIX_EPOCH, |line| line.at);
    let last = lines.last().map_or(first, |line| line.at);
    // Places are by lines and not by the clock: a pause for tea is no scene.
    let count = lines.len().max(1);
    let place = |at: usize| at as f64 / count as f64;
    let mut recap = Recap {
        session,
        began: first,
        ended: last,
        scenes: Vec::new(),
        rolls: 0,
        tones: Tones::default(),
        dice: None,
        moments: Vec::new(),
        changes: Vec::new(),
        spotlight: Vec::new(),
    };
    let tones = tones(lines);
    let mut spots: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let id = &*line.line.message.id;
        if let (Some(by), LineKind::Game | LineKind::Talk) = (line.by.as_deref(), line.kind) {
            if !order.contains(&by) {
                order.push(by);
            }
            spots.entry(by).or_default().push(place(at));
        }
        if is_scene(id) {
            recap.scenes.push(Placed {
                n: line.n,
                line: Line::clone(&line.line),
                place: place(at),
            });
        }
        if let Some(kind) = change(id) {
            recap.changes.push(Changed { n: line.n, kind, line: Line::clone(&line.line) });
        }
        if line.line.roll.is_some() {
            recap.rolls += 1;
            match tones[at] {
                Some(Tone::Failure) => recap.tones.failure += 1,
                Some(Tone::Mixed) => recap.tones.mixed += 1,
                Some(Tone::Full) => recap.tones.full += 1,
                Some(Tone::Style) => recap.tones.style += 1,
                None => {}
            }
        }
    }
    let all: usize = spots.values().map(Vec::len).sum();
    let share = |some: usize| some as f64 / all.max(1) as f64;
    let spot = |name: &str| {
        let places = spots.get(name).cloned().unwrap_or_default();
        Spot { name: name.to_owned(), share: share(places.len()), places }
    };
    recap.spotlight = order.into_iter().map(spot).collect();
    recap.dice = fallen(lines);
    recap.moments = moments(lines, &tones);
    recap
}

/// The dice of a roll as they are written, without what is added: of `2d6+3` the `2d6`; and what
/// they showed.
fn natural(line: &NumberedLine) -> Option<(String, i64)> {
    let rolled = &line.line.roll.as_ref()?.rolled;
    let [pool] = rolled.pools.as_slice() else {
        return None;
    };
    let written = rolled.expr.to_string();
    let is_dice = |letter: &char| letter.is_ascii_digit() || matches!(letter, 'd' | 'F' | '%');
    let dice: String = written.chars().take_while(is_dice).collect();
    let kept = pool.dice.iter().all(|die| die.state == dice::State::Kept && !die.exploded);
    (kept && dice.contains('d')).then_some((dice, pool.total))
}

fn fallen(lines: &[&NumberedLine]) -> Option<DiceFallen> {
    let mut by_dice: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (dice, value) in lines.iter().filter_map(|line| natural(line)) {
        by_dice.entry(dice).or_default().push(value);
    }
    let (notation, fell) = by_dice.into_iter().max_by_key(|(_, fell)| fell.len())?;
    let odds = Expr::parse(&notation).ok()?.odds(&()).ok()?;
    let known: Vec<(i64, f64)> = (0..odds.len())
        .filter_map(|at| {
            let value = odds.value(at);
            let chance = dice::approximate(&odds.chance(value));
            Some((value.to_string().parse().ok()?, chance))
        })
        .collect();
    let count = u32::try_from(fell.len()).ok()?;
    let times = f64::from(count);
    let tens = known.len() > VALUES;
    let mut values: Vec<ValueFallen> = Vec::new();
    for (value, chance) in &known {
        let from = if tens { (value - 1).div_euclid(10) * 10 + 1 } else { *value };
        if values.last().is_none_or(|last| last.from != from) {
            values.push(ValueFallen { from, to: *value, count: 0, expected: 0.0 });
        }
        if let Some(last) = values.last_mut() {
            last.to = *value;
            last.expected += chance * times;
            let fell = fell.iter().filter(|one| *one == value).count();
            last.count += u32::try_from(fell).unwrap_or(u32::MAX);
        }
    }
    let mean = fell.iter().sum::<i64>() as f64 / times;
    let expected = dice::approximate(&odds.mean());
    Some(DiceFallen { notation, count, mean, expected, values })
}

/// The mean of some dice, and how likely each value is.
type Chances = (f64, Vec<(i64, f64)>);

/// How each line's roll came out. In Fate that is told by a line of its own, after all that is done
/// about the dice: it settles the last roll of whoever it names.
fn tones(lines: &[&NumberedLine]) -> Vec<Option<Tone>> {
    let told = |line: &&NumberedLine| line.line.tone.filter(|_| line.line.roll.is_some());
    let mut tones: Vec<Option<Tone>> = lines.iter().map(told).collect();
    let who = |line: &NumberedLine| line.line.message.args.get("who").cloned();
    let mut open: Vec<usize> = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.kind == LineKind::Game) {
        match (line.line.roll.is_some(), line.line.tone) {
            (true, None) => open.push(at),
            (false, Some(tone)) => {
                let settled = open.iter().rposition(|roll| who(lines[*roll]) == who(line));
                if let Some(settled) = settled {
                    tones[open.remove(settled)] = Some(tone);
                }
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    tones
}

/// The rolls whose dice were least likely, in the order they fell.
fn moments(lines: &[&NumberedLine], tones: &[Option<Tone>]) -> Vec<Moment> {
    let mut known: BTreeMap<String, Option<Chances>> = BTreeMap::new();
    let mut moments: Vec<Moment> = Vec::new();
    for (line, tone) in lines.iter().zip(tones) {
        // What came of nothing did not matter.
        let Some((notation, value)) = natural(line).filter(|_| tone.is_some()) else {
            continue;
        };
        let odds = known.entry(notation.clone()).or_insert_with(|| {
            let odds = Expr::parse(&notation).ok()?.odds(&()).ok()?;
            let chances = (0..odds.len()).filter_map(|at| {
                let value = odds.value(at);
                let chance = dice::approximate(&odds.chance(value));
                Some((value.to_string().parse().ok()?, chance))
            });
            Some((dice::approximate(&odds.mean()), chances.collect()))
        });
        let Some((mean, chances)) = odds else { continue };
        let away = |value: i64| (value as f64 - *mean).abs() + 1e-9;
        let far = away(value) - 2e-9;
        let chance =
            chances.iter().filter(|(other, _)| away(*other) >= far).map(|(_, it)| it).sum();
        let (n, by) = (line.n, line.by.as_deref().map(str::to_owned));
        let line = Line { tone: *tone, ..Line::clone(&line.line) };
        moments.push(Moment { n, by, line, chance });
    }
    moments.sort_by(|one, other| one.chance.total_cmp(&other.chance));
    moments.truncate(ROLLS);
    moments.sort_by_key(|moment| moment.n);
    moments
}

impl Recap {
    /// The same in words: a title, and sections under it.
    #[must_use]
    pub fn written(&self, table: &str, language: Language) -> (String, Vec<Section>) {
        let said = |message: &Message| say(language, message);
        let title = said(&message!("recap-title", title = table, session = self.session));
        let lines = |lines: &[&Line]| {
            let texts = lines.iter().map(|line| render::line(language, line).join(" "));
            texts.collect::<Vec<_>>()
        };
        let mut sections = Vec::new();
        let mut section = |heading: Message, lines: Vec<String>| {
            if !lines.is_empty() {
                sections.push(Section { heading: said(&heading), lines });
            }
        };
        let minutes = self.ended.duration_since(self.began).as_mins();
        let numbers = message!(
            "recap-numbers",
            minutes = minutes,
            scenes = self.scenes.len(),
            rolls = self.rolls,
            failure = self.tones.failure,
            mixed = self.tones.mixed,
            full = self.tones.full + self.tones.style
        );
        section(message!("recap-in-numbers"), vec![said(&numbers)]);
        let scenes: Vec<&Line> = self.scenes.iter().map(|scene| &scene.line).collect();
        section(message!("recap-scenes"), lines(&scenes));
        let moments = self.moments.iter().map(|moment| {
            let chance = message!("recap-chance", percent = percent(moment.chance));
            format!("{} · {}", render::line(language, &moment.line).join(" "), said(&chance))
        });
        section(message!("recap-moments"), moments.collect());
        for (kind, heading) in [
            (ChangeKind::Found, message!("recap-found")),
            (ChangeKind::Growth, message!("recap-growth")),
            (ChangeKind::Loss, message!("recap-losses")),
            (ChangeKind::Points, message!("recap-points")),
        ] {
            let of = self.changes.iter().filter(|change| change.kind == kind);
            section(heading, lines(&of.map(|change| &change.line).collect::<Vec<_>>()));
        }
        if let Some(dice) = &self.dice {
            let values = dice.values.iter().map(|value| {
                let which = value.label();
                let bar = "█".repeat(value.count as usize);
                format!("{which}: {} / {:.1} {bar}", value.count, value.expected)
            });
            section(
                message!("recap-dice"),
                std::iter::once(said(&dice.in_words())).chain(values).collect(),
            );
        }
        let spots = self.spotlight.iter().map(|spot| {
            let share = percent(spot.share);
            said(&message!("recap-share", name = spot.name.as_str(), percent = share))
        });
        section(message!("recap-spotlight"), spots.collect());
        (title, sections)
    }

    /// What stands under the dice where they are drawn: how often, the mean, the expected mean.
    #[must_use]
    pub fn caption(&self, language: Language) -> String {
        self.dice.as_ref().map(|dice| say(language, &dice.in_words())).unwrap_or_default()
    }

    /// The sections of [`Self::written`] that are told beside drawn dice.
    #[must_use]
    pub fn beside_dice(&self, table: &str, language: Language) -> (String, Vec<Section>) {
        let (title, mut sections) = self.written(table, language);
        let drawn = say(language, &message!("recap-dice"));
        sections.retain(|section| section.heading != drawn);
        (title, sections)
    }
}

impl DiceFallen {
    fn in_words(&self) -> Message {
        message!(
            "recap-mean",
            dice = self.notation.as_str(),
            count = self.count,
            mean = format!("{:.2}", self.mean),
            expected = format!("{:.2}", self.expected)
        )
    }
}

impl ValueFallen {
    /// `7`, or `10–19`.
    #[must_use]
    pub fn label(&self) -> String {
        match self.from == self.to {
            true => self.from.to_string(),
            false => format!("{}–{}", self.from, self.to),
        }
    }
}

/// `12.5`: of a hundred, with one place.
fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// Whether a line begins a scene, or a fight.
fn is_scene(id: &str) -> bool {
    matches!(
        id,
        "mist-told-scene"
            | "fate-scene-set"
            | "table-scene"
            | "timeline-told-opened"
            | "timeline-told-ambush"
    )
}

/// What sort of change a line tells of, if it will be so in the next session too.
fn change(id: &str) -> Option<ChangeKind> {
    CHANGES.iter().find(|(_, ids)| ids.contains(&id)).map(|(kind, _)| *kind)
}

/// The lines of the families that tell of lasting changes. A test holds them to the catalogues.
pub const CHANGES: [(ChangeKind, &[&str]); 4] = [
    (
        ChangeKind::Growth,
        &[
            "mist-told-grew",
            "mist-told-growth-earned",
            "mist-told-gained",
            "fate-milestone",
            "timeline-told-level",
            "timeline-told-learnt",
            "timeline-told-gained",
            "timeline-told-weapon",
        ],
    ),
    (
        ChangeKind::Loss,
        &[
            "mist-told-lost",
            "mist-told-landed",
            "mist-told-died",
            "mist-told-transformed",
            "mist-told-left",
            "fate-consequence-taken",
            "fate-taken-out",
            "fate-conceded",
            "fate-character-left",
            "timeline-told-died",
            "timeline-told-removed",
            "timeline-told-scarred",
            "timeline-told-dropped",
        ],
    ),
    (ChangeKind::Points, &["fate-points-moved", "timeline-told-cash"]),
    (
        ChangeKind::Found,
        &[
            "mist-told-mystery-solved",
            "mist-told-concluded",
            "mist-told-overcome",
            "mist-told-case-closed",
            "mist-told-clock-ends",
        ],
    ),
];

/// The ids of all lines that tell of lasting changes.
#[must_use]
pub fn change_ids() -> BTreeSet<&'static str> {
    CHANGES.iter().flat_map(|(_, ids)| ids.iter().copied()).collect()
}
