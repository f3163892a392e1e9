//! The command line of Mistline 雾线.

mod bars;
mod chart;
mod check;
mod failure;
mod help;
mod odds;
mod pack;
mod play;
mod roll;
mod serve;
mod sheet;
mod svg;

use std::io::Write;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};
use words::Language;

use crate::failure::Failure;

/// What the command line accepts. What each part does is said in `words`, in three languages.
#[derive(Parser)]
#[command(name = "mistline", version, disable_help_subcommand = true)]
struct Arguments {
    #[arg(long, global = true, env = "MISTLINE_LANG", value_name = "TAG")]
    lang: Option<Language>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Arguments),
    Play(play::Arguments),
    Roll(roll::Arguments),
    Odds(odds::Arguments),
    Check(check::Arguments),
    Sheet(sheet::Arguments),
}

fn main() -> ExitCode {
    let language = help::language_of(std::env::args_os());
    let matches = match help::in_words::<Arguments>(language).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return help::explain(language, &error),
    };
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => return help::explain(language, &error),
    };
    let language = arguments.lang.unwrap_or(language);
    // Not locked: the editor of `play` writes from a thread of its own.
    let mut out = anstream::stdout();
    let done = match &arguments.command {
        Command::Serve(arguments) => serve::run(arguments, language, &mut out),
        Command::Play(arguments) => play::run(arguments, language, &mut out),
        Command::Roll(arguments) => roll::run(arguments, &mut out),
        Command::Odds(arguments) => odds::run(arguments, language, &mut out),
        Command::Check(arguments) => check::run(arguments, language, &mut out),
        Command::Sheet(arguments) => sheet::run(arguments, language, &mut out),
    }
    .and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(language),
    }
}
