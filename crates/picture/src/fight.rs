//! A fight: who is waited for, then a row for each fighter with what lands when (T-32, T-35).

use rules::timeline::{Amount, Fate, FightPart, FighterPart, Part, Resource, Timeline};
use rules::{AnyView, Message, message};
use words::{Language, say};

use crate::page::{
    ACCENT, BAD, BAD_TINT, CARD, EDGE, GLOW, GOOD as HIT_POINTS, GRID, Held, INK, NIGHT, NIGHT_INK,
    PAPER, Page, SIDES, SMALL, SOFT, STYLE as WILLPOWER, TINT, Type, WIDTH,
};

/// More fighters than these are only counted.
const MOST_ROWS: usize = 16;
/// How many lines the strip on top may have.
const MOST_LINES: usize = 4;
/// How many lines of numbers stand below an act.
const MOST_TRACKS: usize = 3;
/// How high a line of numbers is.
const TRACK: f64 = 27.0;
/// How high the bar of an act is.
const BAR: f64 = 42.0;
const LINE: f64 = 37.0;

/// The fight of a seat's own view, drawn as [`chart_svg`] does; nothing when there is none.
#[must_use]
pub fn chart_of(view: &AnyView, language: Language) -> Option<String> {
    match view.of::<Timeline>()?.get("fight")? {
        Part::Fight(fight) => Some(chart_svg(fight, language)),
        Part::Ruleset(_) | Part::Table(_) | Part::Character(_) => None,
    }
}

/// A fight as a seat sees it, drawn for a chat, under its own title.
#[must_use]
pub fn chart_svg(fight: &FightPart, language: Language) -> String {
    let mut drawing =
        Drawing { page: Page::new(language), scale: Scale::of(fight), language, y: 0.0 };
    let title = drawing.say(&fight.title);
    drawing.head(fight, &title);
    let rows = fight.by_landing();
    for fighter in rows.iter().take(MOST_ROWS) {
        drawing.row(fighter, fight);
    }
    drawing.axis();
    drawing.foot(fight, rows.len().saturating_sub(MOST_ROWS));
    let height = drawing.y;
    drawing.page.finish(height, PAPER, &title)
}

/// From when to when the picture shows.
struct Scale {
    from: f64,
    to: f64,
    step: f64,
}

impl Scale {
    /// From the oldest act under way to the last to land, with some of what was before.
    fn of(fight: &FightPart) -> Self {
        let now = number(fight.now);
        let ends = fight.fighters.iter().filter(|one| !one.gone).flat_map(|one| {
            one.act.iter().map(|act| act.end).chain(one.controlled_until).map(number)
        });
        let last = ends.fold(now, f64::max);
        // Of who has nothing under way, the last act that is over.
        let standing = fight.fighters.iter().filter(|one| !one.gone);
        let starts = standing.filter_map(|one| match &one.act {
            Some(act) => Some(act.start),
            None => one.spans.last().map(|span| span.start),
        });
        let oldest = starts.map(number).fold(now, f64::min);
        // What is to come is never squeezed by what was.
        let ahead = (last - now).max((now - oldest) / 2.0).max(2.0);
        let from = oldest.min(now - ahead / 2.0).max(now - 2.0 * ahead).max(0.0);
        let to = now + ahead;
        let span = to - from;
        let steps = [0.5, 1.0, 2.0, 5.0].into_iter();
        let tens = |ten: f64| steps.clone().map(move |step| step * ten);
        let mut sizes = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5].into_iter().flat_map(tens);
        let step = sizes.find(|step| span / step <= 5.0).unwrap_or(span / 4.0);
        // Room for the number below the last act.
        Self { from, to: to + span * 0.09, step }
    }

    fn x(&self, at: f64) -> f64 {
        let part = (at - self.from) / (self.to - self.from);
        EDGE + part.clamp(0.0, 1.0) * (WIDTH - 2.0 * EDGE)
    }

    fn shows(&self, at: f64) -> bool {
        self.from <= at && at <= self.to
    }

    /// The instants with a line.
    fn ticks(&self) -> Vec<f64> {
        let first = (self.from / self.step).ceil() * self.step;
        let ticks = (0..8).map(|tick| first + f64::from(tick) * self.step);
        ticks.take_while(|at| self.shows(*at)).collect()
    }
}

struct Drawing {
    page: Page,
    scale: Scale,
    language: Language,
    /// How far down the picture is drawn.
    y: f64,
}

impl Drawing {
    fn say(&self, message: &Message) -> String {
        say(self.language, message)
    }

    /// The title and the time, then who is waited for and what lands next.
    fn head(&mut self, fight: &FightPart, title: &str) {
        let now = format!("{}T", fight.now);
        let time = Type::new(44.0, ACCENT).bold().held(Held::Right);
        let kind = Type::new(38.0, INK).bold();
        let room = WIDTH - 2.0 * EDGE - time.width(&now) - 14.0;
        self.page.text(EDGE, 66.0, &kind.cut(title, room), kind);
        self.page.text(WIDTH - EDGE, 66.0, &now, time);

        let awaited = fight.awaited_names();
        let first = match awaited.is_empty() {
            true => self.say(&message!("picture-nobody")),
            false => self.say(&message!("picture-awaits", awaited = awaited)),
        };
        let next = fight
            .next()
            .map(|(at, name)| self.say(&message!("picture-next", name = name, at = at)));
        let (bold, plain) = (Type::new(26.0, GLOW).bold(), Type::new(26.0, NIGHT_INK));
        let room = WIDTH - 2.0 * EDGE - 36.0;
        let first = bold.lines(&first, room, MOST_LINES).into_iter().map(|line| (line, bold));
        let next = next.map(|next| plain.lines(&next, room, 2)).unwrap_or_default();
        let lines: Vec<(String, Type)> =
            first.chain(next.into_iter().map(|line| (line, plain))).collect();
        let height = lines.len() as f64 * LINE + 22.0;
        let paint = format!("fill=\"{NIGHT}\"");
        self.page.rect((EDGE, 90.0), (WIDTH - 2.0 * EDGE, height), 8.0, &paint);
        self.y = 90.0 + 11.0;
        for (line, kind) in lines {
            self.page.text(EDGE + 18.0, self.y + 28.0, &line, kind);
            self.y += LINE;
        }
        self.y += 11.0 + 16.0;
    }

    /// A fighter: name and what is left, what stands on them, and their line of time.
    fn row(&mut self, fighter: &FighterPart, fight: &FightPart) {
        let right = WIDTH - EDGE;
        self.page.line(
            (EDGE, self.y),
            (right, self.y),
            &format!("stroke=\"{INK}\" stroke-width=\"2\""),
        );
        let middle = self.y + 12.0 + 25.0;
        self.face(fighter, middle);
        let name = Type::new(28.0, INK).bold();
        let shown = name.cut(&fighter.name, 230.0);
        let base = middle + 10.0;
        let mut x = EDGE + 62.0;
        self.page.text(x, base, &shown, name);
        x += name.width(&shown) + 14.0;
        for ((left, _), colour) in
            [(fighter.hit_points, HIT_POINTS), (fighter.willpower, WILLPOWER)]
        {
            let (kind, left) = (Type::new(24.0, colour), left.to_string());
            self.page.text(x, base, &left, kind);
            x += kind.width(&left) + 12.0;
        }
        self.y = middle + 25.0 + 6.0;
        self.chips(fighter, x, middle);
        self.lane(fighter, number(fight.now));
        self.y += 10.0;
    }

    /// The first letter of a name, in the colour of its side.
    fn face(&mut self, fighter: &FighterPart, middle: f64) {
        let side = usize::from(fighter.side.max(1) - 1) % SIDES.len();
        self.page.circle(EDGE + 25.0, middle, 25.0, &format!("fill=\"{}\"", SIDES[side]));
        let first: String = fighter.name.chars().take(1).collect();
        let kind = Type::new(26.0, CARD).bold().held(Held::Middle);
        self.page.text(EDGE + 25.0, middle + 9.0, &first, kind);
    }

    /// Shields, debuffs and the like: at the right of the name as far as there is room, then below.
    fn chips(&mut self, fighter: &FighterPart, from: f64, middle: f64) {
        let kind = Type::new(SMALL, INK);
        let most = WIDTH - 2.0 * EDGE - 20.0;
        let words: Vec<(String, bool)> = standing(fighter)
            .into_iter()
            .map(|(what, bad)| (kind.cut(&self.say(&what), most), bad))
            .collect();
        let width = |text: &str| kind.width(text) + 20.0;
        let mut rest = words.as_slice();
        let mut right = WIDTH - EDGE;
        while let Some(((text, bad), others)) = rest.split_first() {
            if right - width(text) < from {
                break;
            }
            right -= width(text);
            self.chip(right, middle - 18.0, text, *bad);
            right -= 8.0;
            rest = others;
        }
        let mut x = EDGE;
        for (text, bad) in rest {
            if x > EDGE && x + width(text) > WIDTH - EDGE {
                x = EDGE;
                self.y += 44.0;
            }
            self.chip(x, self.y, text, *bad);
            x += width(text) + 8.0;
        }
        if !rest.is_empty() {
            self.y += 44.0;
        }
    }

    fn chip(&mut self, x: f64, y: f64, text: &str, bad: bool) {
        let (paper, ink) = if bad { (BAD_TINT, BAD) } else { (TINT, INK) };
        let kind = Type::new(SMALL, ink);
        let size = (kind.width(text) + 20.0, 36.0);
        self.page.rect((x, y), size, 6.0, &format!("fill=\"{paper}\""));
        let middle = kind.held(Held::Middle);
        self.page.text(x + size.0 / 2.0, y + 26.0, text, middle);
    }

    /// The line of time of a fighter: what is over, what is under way, what it changed.
    fn lane(&mut self, fighter: &FighterPart, now: f64) {
        let numbers = numbers(fighter, &self.scale);
        let tracks = numbers.iter().map(|number| number.track + 1).max().unwrap_or(0);
        let (top, height) = (self.y, 4.0 + BAR + 6.0 + tracks as f64 * TRACK);
        for at in self.scale.ticks() {
            let x = self.scale.x(at);
            let paint = format!("stroke=\"{GRID}\" stroke-width=\"2\"");
            self.page.line((x, top), (x, top + height), &paint);
        }
        let x = self.scale.x(now);
        let paint = format!("stroke=\"{ACCENT}\" stroke-width=\"4\"");
        self.page.line((x, top), (x, top + height), &paint);
        self.spans(fighter, top + 4.0);
        self.under_way(fighter, now, top + 4.0);
        for number in numbers {
            let y = top + 4.0 + BAR + 4.0 + (number.track as f64 + 0.8) * TRACK;
            let kind = Type::new(23.0, number.colour).bold().held(Held::Middle);
            let (width, half) = (kind.width(&number.text) + 6.0, TRACK / 2.0);
            let paint = format!("fill=\"{PAPER}\"");
            self.page.rect((number.x - width / 2.0, y - half - 6.0), (width, TRACK), 3.0, &paint);
            self.page.text(number.x, y, &number.text, kind);
        }
        self.y += height;
    }

    /// Acts that are over.
    fn spans(&mut self, fighter: &FighterPart, y: f64) {
        for span in &fighter.spans {
            let (start, until) = (number(span.start), number(span.until));
            if until <= self.scale.from || !self.scale.shows(until) {
                continue;
            }
            let (from, to) = (self.scale.x(start), self.scale.x(until));
            let paint = format!("fill=\"{TINT}\" stroke=\"{GRID}\" stroke-width=\"2\"");
            self.page.rect((from, y + 6.0), (to - from, BAR - 12.0), 4.0, &paint);
            if let Some(act) = &span.act {
                let name = self.say(&act.name);
                self.label(&name, (from, to - 12.0), y, SOFT);
            }
            self.ending(span.fate, to, y + BAR / 2.0);
        }
    }

    /// What became of an act: a point where it landed, a cross where it did not.
    fn ending(&mut self, fate: Fate, x: f64, y: f64) {
        let halo = format!("fill=\"{SOFT}\" stroke=\"{PAPER}\" stroke-width=\"3\"");
        let cross = format!("stroke=\"{BAD}\" stroke-width=\"4\"");
        match fate {
            Fate::Landed => self.page.circle(x, y, 9.0, &halo),
            Fate::Missed | Fate::Lost => {
                self.page.line((x - 8.0, y - 8.0), (x + 8.0, y + 8.0), &cross);
                self.page.line((x - 8.0, y + 8.0), (x + 8.0, y - 8.0), &cross);
            }
            Fate::Cancelled => {
                let hollow = format!("fill=\"{PAPER}\" stroke=\"{SOFT}\" stroke-width=\"3\"");
                self.page.circle(x, y, 8.0, &hollow);
            }
        }
    }

    /// The act under way, what keeps them from acting, or what else they do.
    fn under_way(&mut self, fighter: &FighterPart, now: f64, y: f64) {
        if let Some(until) = fighter.controlled_until {
            let (from, to) = (self.scale.x(now), self.scale.x(number(until)));
            let frame = format!("fill=\"{BAD_TINT}\" stroke=\"{BAD}\" stroke-width=\"2.5\"");
            self.page.rect((from, y), (to - from, BAR), 4.0, &frame);
            let mut stripe = from + 14.0;
            while stripe < to {
                let bottom = (stripe - 28.0).max(from);
                let paint = format!("stroke=\"{BAD}\" stroke-width=\"2\" stroke-opacity=\".35\"");
                let low = y + BAR * ((stripe - bottom) / 28.0);
                self.page.line((stripe, y), (bottom, low), &paint);
                stripe += 14.0;
            }
            let words = self.say(&message!("picture-until", until = until));
            self.badge(&words, (from, y), (BAD, CARD));
        } else if let Some(act) = &fighter.act {
            let (from, to) = (self.scale.x(number(act.start)), self.scale.x(number(act.end)));
            let frame = format!("fill=\"{CARD}\" stroke=\"{INK}\" stroke-width=\"2.5\"");
            self.page.rect((from, y), (to - from, BAR), 4.0, &frame);
            let line = self.scale.x(now);
            if from < line && line < to {
                let paint = format!("stroke=\"{ACCENT}\" stroke-width=\"4\"");
                self.page.line((line, y + 2.0), (line, y + BAR - 2.0), &paint);
            }
            let words = match act.note.is_empty() {
                true => self.say(&act.words()),
                false => self.noted(act.note.as_str(), act.target.as_ref()),
            };
            self.label_or_beside(&words, (from, to), y);
            let halo = format!("fill=\"{INK}\" stroke=\"{PAPER}\" stroke-width=\"3\"");
            self.page.circle(to, y + BAR / 2.0, 12.0, &halo);
        } else {
            let words = self.say(&fighter.doing);
            self.badge(&words, (self.scale.x(now), y), (SOFT, PAPER));
        }
    }

    /// The player's own words for an act, and on whom it is.
    fn noted(&self, note: &str, target: Option<&Message>) -> String {
        match target {
            Some(target) => {
                let deed = message!("plain", text = note);
                self.say(&message!("timeline-deed-at", deed = deed, target = target.clone()))
            }
            None => note.to_owned(),
        }
    }

    /// Words inside a bar, as far as they have room there.
    fn label(&mut self, words: &str, (from, to): (f64, f64), y: f64, colour: &'static str) {
        let kind = Type::new(SMALL, colour);
        let room = to - from - 12.0;
        let shown = kind.cut(words, room);
        if shown.chars().count() > 2 || shown == words && kind.width(words) <= room {
            self.page.text(from + 8.0, y + 29.0, &shown, kind);
        }
    }

    /// Words inside the bar of an act under way, or beside it where the bar is too short.
    fn label_or_beside(&mut self, words: &str, (from, to): (f64, f64), y: f64) {
        let kind = Type::new(23.0, INK);
        let (inside, right) = (to - from - 30.0, WIDTH - EDGE - to - 20.0);
        let left = from - EDGE - 8.0;
        let width = kind.width(words);
        let (x, room, held) = if width <= inside || inside >= right.max(left) {
            (from + 10.0, inside, Held::Left)
        } else if width <= right || right >= left {
            (to + 18.0, right, Held::Left)
        } else {
            (from - 8.0, left, Held::Right)
        };
        let shown = kind.cut(words, room);
        let (width, paper) = (kind.width(&shown) + 8.0, format!("fill=\"{CARD}\""));
        let paper = if held == Held::Left && x < to { paper } else { format!("fill=\"{PAPER}\"") };
        let at = if held == Held::Right { x - width + 4.0 } else { x - 4.0 };
        self.page.rect((at, y + 6.0), (width, BAR - 12.0), 0.0, &paper);
        self.page.text(x, y + 29.0, &shown, kind.held(held));
    }

    /// Words on a slip of their own, right of an instant or left of it.
    fn badge(&mut self, words: &str, (from, y): (f64, f64), (ink, paper): (&'static str, &str)) {
        let kind = Type::new(23.0, ink);
        let shown = kind.cut(words, WIDTH - 2.0 * EDGE - 24.0);
        let width = kind.width(&shown) + 16.0;
        let x = (from + 10.0).min(WIDTH - EDGE - width);
        self.page.rect((x, y + 5.0), (width, BAR - 10.0), 4.0, &format!("fill=\"{paper}\""));
        self.page.text(x + 8.0, y + 29.0, &shown, kind);
    }

    /// The instants below the last line.
    fn axis(&mut self) {
        self.y += 20.0;
        for at in self.scale.ticks() {
            let kind = Type::new(SMALL, SOFT).held(Held::Middle);
            let text = if at.fract() == 0.0 { format!("{at:.0}T") } else { format!("{at:.1}T") };
            let half = kind.width(&text) / 2.0;
            let x = self.scale.x(at).clamp(EDGE + half, WIDTH - EDGE - half);
            self.page.text(x, self.y, &text, kind);
        }
        self.y += 14.0;
    }

    /// Who has fallen, who is not drawn, and what the colours mean.
    fn foot(&mut self, fight: &FightPart, undrawn: usize) {
        let kind = Type::new(SMALL, SOFT);
        let fallen: Vec<Message> = fight
            .fighters
            .iter()
            .filter_map(|one| {
                Some(message!("picture-fallen-one", name = &one.name, at = one.died?))
            })
            .collect();
        let fallen = (!fallen.is_empty()).then(|| message!("picture-fallen", names = fallen));
        let more = (undrawn > 0).then(|| message!("picture-more", count = undrawn));
        for words in [fallen, more].into_iter().flatten() {
            for line in kind.lines(&self.say(&words), WIDTH - 2.0 * EDGE, 3) {
                self.y += 30.0;
                self.page.text(EDGE, self.y, &line, kind);
            }
        }
        let legend = self.say(&message!("picture-legend"));
        self.page.text(EDGE, self.y + 40.0, &legend, kind);
        self.page.mark(WIDTH - EDGE - 40.0, self.y + 12.0, PAPER, NIGHT);
        self.y += 74.0;
    }
}

/// What stands on a fighter, and whether it is bad for them.
fn standing(fighter: &FighterPart) -> Vec<(Message, bool)> {
    let mut standing = Vec::new();
    if fighter.shield.is_positive() {
        standing.push((message!("timeline-row-shield", by = fighter.shield), false));
    }
    let weakness: Amount = fighter.weakened.iter().map(|one| one.left).sum();
    if weakness.is_positive() {
        standing.push((message!("timeline-row-weakness", by = weakness), true));
    }
    if fighter.unseen {
        standing.push((message!("picture-unseen"), false));
    }
    if fighter.position != Amount::ZERO {
        standing.push((message!("timeline-row-place", at = fighter.position), false));
    }
    let plans = fighter.plans.iter().take(1);
    standing.extend(plans.map(|plan| (message!("timeline-row-plan", what = plan.clone()), false)));
    standing.extend(fighter.lasting.iter().map(|one| (one.what.clone(), false)));
    standing
}

/// A number below a line of time.
struct Number {
    x: f64,
    text: String,
    colour: &'static str,
    track: usize,
}

/// The impact of the act under way, and what was lost and regained when; each in the first line
/// where it covers nothing. The newest find room first.
fn numbers(fighter: &FighterPart, scale: &Scale) -> Vec<Number> {
    let mut numbers: Vec<Number> = Vec::new();
    let mut put = |at: f64, text: String, colour: &'static str| {
        let width = Type::new(23.0, colour).bold().width(&text) + 10.0;
        let x = scale.x(at).clamp(EDGE + width / 2.0, WIDTH - EDGE - width / 2.0);
        let covers = |number: &Number, track: usize| {
            let other = Type::new(23.0, colour).bold().width(&number.text) + 10.0;
            number.track == track && (number.x - x).abs() < f64::midpoint(width, other)
        };
        let free =
            (0..MOST_TRACKS).find(|track| !numbers.iter().any(|number| covers(number, *track)));
        if let Some(track) = free {
            numbers.push(Number { x, text, colour, track });
        }
    };
    if let Some(act) = &fighter.act {
        put(number(act.end), act.left.to_string(), INK);
    }
    let mut changes: Vec<(Amount, Resource, Amount)> = Vec::new();
    for change in fighter.changes.iter().filter(|change| scale.shows(number(change.at))) {
        let same = changes.iter_mut().find(|one| (one.0, one.1) == (change.at, change.resource));
        match same {
            Some(one) => one.2 += change.by,
            None => changes.push((change.at, change.resource, change.by)),
        }
    }
    for (at, resource, by) in changes.into_iter().rev().filter(|one| one.2 != Amount::ZERO) {
        let colour = match resource {
            Resource::HitPoints => HIT_POINTS,
            Resource::Willpower => WILLPOWER,
        };
        let text = match by.is_positive() {
            true => format!("+{by}"),
            false => format!("−{}", by.abs()),
        };
        put(number(at), text, colour);
    }
    numbers
}

/// A number for places on the picture.
fn number(amount: Amount) -> f64 {
    amount.to_f64()
}
