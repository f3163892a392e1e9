//! `mistline roll`: throw dice.

use std::io::Write;

use dice::{Rolled, Source, Throw};
use serde::Serialize;

use crate::failure::Failure;

/// The most repetitions of one call.
const MOST_TIMES: i64 = 1_000_000;

#[derive(clap::Args)]
pub struct Arguments {
    #[arg(required = true, num_args = 1.., value_name = "EXPR")]
    expression: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true,
          value_parser = clap::value_parser!(u32).range(1..=MOST_TIMES))]
    times: u32,
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[arg(long)]
    json: bool,
}

/// What `--json` prints for each roll, one object a line.
#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    rolled: &'a Rolled,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// Rolls and prints every die.
pub fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let text = arguments.expression.join(" ");
    let wrong = |error| Failure::Notation { text: text.clone(), error };
    let throw = Throw::parse(&text).map_err(wrong)?;
    let mut source = match arguments.seed {
        Some(seed) => Source::from_u64(seed),
        None => fresh_source()?,
    };
    for _ in 0..arguments.times {
        for rolled in throw.roll(&(), &mut source).map_err(wrong)? {
            let reason = throw.reason.as_deref();
            if arguments.json {
                let report = Report { rolled: &rolled, reason };
                serde_json::to_writer(&mut *out, &report).map_err(std::io::Error::from)?;
                writeln!(out)?;
            } else {
                match reason {
                    Some(reason) => writeln!(out, "{reason}: {rolled}")?,
                    None => writeln!(out, "{rolled}")?,
                }
            }
        }
    }
    Ok(())
}

fn fresh_source() -> Result<Source, Failure> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(std::io::Error::other)?;
    Ok(Source::from_seed(seed))
}
