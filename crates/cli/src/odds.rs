//! `mistline odds`: exact chances.

use std::io::Write;
use std::path::PathBuf;

use dice::{Band, Comparison, Expr, Fraction, Odds, Value};
use rules::message;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use words::{Language, say};

use crate::chart::{self, Row};
use crate::failure::Failure;
use crate::svg::{self, Series};

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(required = true, num_args = 1.., value_name = "EXPR")]
    expression: Vec<String>,
    #[arg(long, value_name = "N,N…", value_delimiter = ',', allow_hyphen_values = true)]
    bands: Vec<Value>,
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    at_least: Option<Value>,
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    vs: Option<String>,
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    #[arg(long)]
    csv: bool,
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Everything that was asked about one expression.
struct Answer {
    expr: Expr,
    odds: Odds,
    bands: Vec<Band>,
    at_least: Option<(Value, Fraction)>,
    vs: Option<(Expr, Odds, Comparison)>,
}

/// Works out the odds, prints them as a chart, JSON or CSV, and draws them if asked to.
pub fn run(arguments: &Arguments, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let (expr, odds) = exact(&arguments.expression.join(" "))?;
    let vs = match &arguments.vs {
        Some(text) => {
            let (other, other_odds) = exact(text)?;
            let wrong = |kind| Failure::Notation {
                text: text.clone(),
                error: dice::Error { kind, span: 0..text.chars().count(), suggestion: None },
            };
            let comparison = odds.compare(&other_odds).map_err(wrong)?;
            Some((other, other_odds, comparison))
        }
        None => None,
    };
    let bands = match arguments.bands.as_slice() {
        [] => Vec::new(),
        edges => odds.bands(edges),
    };
    let at_least = arguments.at_least.map(|value| (value, odds.at_least(value)));
    let answer = Answer { expr, odds, bands, at_least, vs };
    if let Some(file) = &arguments.svg {
        let unwritable = |fault: std::io::Error| {
            let (file, fault) = (file.display().to_string(), fault.to_string());
            Failure::Message(message!("cli-unwritable", file = file, fault = fault))
        };
        std::fs::write(file, picture(&answer, language)).map_err(unwritable)?;
    }
    if arguments.json {
        serde_json::to_writer_pretty(&mut *out, &Json(&answer)).map_err(std::io::Error::from)?;
        writeln!(out)?;
        Ok(())
    } else if arguments.csv {
        csv(&answer.odds, out)
    } else {
        text(&answer, language, out)
    }
}

fn exact(text: &str) -> Result<(Expr, Odds), Failure> {
    let wrong = |error| Failure::Notation { text: text.to_owned(), error };
    let expr = Expr::parse(text).map_err(wrong)?;
    let odds = expr.odds(&()).map_err(wrong)?;
    Ok((expr, odds))
}

fn picture(answer: &Answer, language: Language) -> String {
    let first = Series { expr: &answer.expr, odds: &answer.odds };
    let second =
        answer.vs.as_ref().map(|(expr, odds, comparison)| (Series { expr, odds }, comparison));
    svg::draw(&first, second.as_ref().map(|(series, comparison)| (series, *comparison)), language)
}

fn csv(odds: &Odds, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "value,weight,denominator,percent")?;
    // Written out once: thousands of digits take their time.
    let denominator = odds.denominator().to_string();
    for (value, weight) in odds.iter() {
        let parts = odds.parts_within(value..=value, 100_000_000);
        let percent = format!("{}.{:06}", parts / 1_000_000, parts % 1_000_000);
        writeln!(out, "{value},{weight},{denominator},{percent}")?;
    }
    Ok(())
}

fn text(answer: &Answer, language: Language, out: &mut impl Write) -> Result<(), Failure> {
    let Answer { expr, odds, .. } = answer;
    writeln!(out, "{expr}\n")?;
    let rows = chart::grouped(odds);
    chart::draw(&rows, out)?;
    writeln!(out, "\n{}", say(language, &svg::summary(odds)))?;
    if odds.rest() > &0_u32.into() {
        let rest = Fraction::new(odds.rest().clone().into(), odds.denominator().clone().into());
        let rest = message!("cli-odds-rest", chance = chart::percent_sign(&rest));
        writeln!(out, "{}", say(language, &rest))?;
    }
    if !answer.bands.is_empty() {
        writeln!(out)?;
        let rows: Vec<Row> =
            answer.bands.iter().map(|band| Row::new(label(band), &band.chance)).collect();
        chart::draw(&rows, out)?;
    }
    if let Some((value, chance)) = &answer.at_least {
        writeln!(out)?;
        chart::draw(&[Row::new(format!("≥{value}"), chance)], out)?;
    }
    if let Some((other, _, comparison)) = &answer.vs {
        writeln!(out)?;
        let rows = [("<", &comparison.less), ("=", &comparison.equal), (">", &comparison.greater)]
            .map(|(sign, chance)| Row::new(format!("{expr} {sign} {other}"), chance));
        chart::draw(&rows, out)?;
    }
    Ok(())
}

/// `≤5`, `6–8`, `≥9`; between fractions `>5 ≤8`.
fn label(band: &Band) -> String {
    let next = |value: Value| value.to_whole().map(|whole| whole + 1);
    match (band.above, band.up_to) {
        (None, None) => "…".to_owned(),
        (None, Some(high)) => format!("≤{high}"),
        (Some(low), None) => next(low).map_or(format!(">{low}"), |first| format!("≥{first}")),
        (Some(low), Some(high)) => match (next(low), high.to_whole()) {
            (Some(first), Some(last)) if first == last => format!("{last}"),
            (Some(first), Some(last)) => format!("{first}–{last}"),
            _ => format!(">{low} ≤{high}"),
        },
    }
}

/// The answer as `--json` prints it: every integer a string, fractions as two of them.
struct Json<'a>(&'a Answer);

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Answer { expr, odds, bands, at_least, vs } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("expression", &expr.to_string())?;
        map.serialize_entry("denominator", &odds.denominator().to_string())?;
        map.serialize_entry("pmf", &Pmf(odds))?;
        map.serialize_entry("mean", &pair(&odds.mean()))?;
        map.serialize_entry("variance", &pair(&odds.variance()))?;
        if odds.rest() > &0_u32.into() {
            map.serialize_entry("rest", &odds.rest().to_string())?;
        }
        if !bands.is_empty() {
            let bands: Vec<_> =
                bands.iter().map(|band| (label(band), pair(&band.chance))).collect();
            map.serialize_entry("bands", &bands)?;
        }
        if let Some((value, chance)) = at_least {
            map.serialize_entry("at_least", &(value.to_string(), pair(chance)))?;
        }
        if let Some((other, _, comparison)) = vs {
            map.serialize_entry("vs", &other.to_string())?;
            map.serialize_entry("less", &pair(&comparison.less))?;
            map.serialize_entry("equal", &pair(&comparison.equal))?;
            map.serialize_entry("greater", &pair(&comparison.greater))?;
        }
        map.end()
    }
}

/// The weights in ascending order of their values.
struct Pmf<'a>(&'a Odds);

impl Serialize for Pmf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (value, weight) in self.0.iter() {
            map.serialize_entry(&value.to_string(), &weight.to_string())?;
        }
        map.end()
    }
}

fn pair(fraction: &Fraction) -> [String; 2] {
    [fraction.numer().to_string(), fraction.denom().to_string()]
}
