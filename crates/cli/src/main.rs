//! The command line of Mistline 雾线.

mod backup;
mod bars;
mod character;
mod chart;
mod chat;
mod check;
mod doctor;
mod export;
mod failure;
mod folder;
mod help;
mod import;
mod moving;
mod odds;
mod pack;
mod play;
mod roll;
mod serve;
mod settings;
mod sheet;
mod svg;
mod tables;
mod verify;
mod write;

use std::io::Write;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};
use words::Language;

use crate::failure::Failure;

/// Views and offers are thousands of small texts made and dropped on several threads at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    Serve(settings::Chosen),
    Play(play::Arguments),
    Chat(chat::Arguments),
    Roll(roll::Arguments),
    Odds(odds::Arguments),
    Check(check::Arguments),
    Pack(write::Arguments),
    Sheet(sheet::Arguments),
    Character(character::Arguments),
    Export(export::Arguments),
    Import(import::Arguments),
    Verify(verify::Arguments),
    Backup(backup::Arguments),
    Restore(backup::Arguments),
    Move(moving::Arguments),
    Table(tables::Arguments),
    Doctor(settings::Chosen),
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
        Command::Chat(arguments) => chat::carry(arguments, language, &mut out),
        Command::Roll(arguments) => roll::run(arguments, &mut out),
        Command::Odds(arguments) => odds::run(arguments, language, &mut out),
        Command::Check(arguments) => check::run(arguments, language, &mut out),
        Command::Pack(arguments) => write::run(arguments, language, &mut out),
        Command::Sheet(arguments) => sheet::run(arguments, language, &mut out),
        Command::Character(arguments) => character::run(arguments, language, &mut out),
        Command::Export(arguments) => export::run(arguments, language, &mut out),
        Command::Import(arguments) => import::run(arguments, language, &mut out),
        Command::Verify(arguments) => verify::run(arguments, language, &mut out),
        Command::Backup(arguments) => backup::backup(arguments, language, &mut out),
        Command::Restore(arguments) => backup::restore(arguments, language, &mut out),
        Command::Move(arguments) => moving::run(arguments, language, &mut out),
        Command::Table(arguments) => tables::run(arguments, language, &mut out),
        Command::Doctor(chosen) => doctor::run(chosen, language, &mut out),
    }
    .and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(language),
    }
}
