//! The command line's own help and complaints, in the reader's language.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use rules::{Message, message};
use words::{Language, say};

/// The language asked for by `--lang`, `MISTLINE_LANG` or the locale, before anything is parsed.
pub fn language_of(arguments: impl IntoIterator<Item = OsString>) -> Language {
    let texts: Vec<String> =
        arguments.into_iter().map(|text| text.to_string_lossy().into_owned()).collect();
    let flag = texts.iter().enumerate().find_map(|(at, text)| match text.strip_prefix("--lang") {
        Some("") => texts.get(at + 1).cloned(),
        Some(rest) => rest.strip_prefix('=').map(str::to_owned),
        None => None,
    });
    let variable = |name| std::env::var(name).ok().filter(|text| !text.is_empty());
    let asked = flag.or_else(|| variable("MISTLINE_LANG"));
    let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(variable);
    asked
        .and_then(|tag| tag.parse().ok())
        .unwrap_or_else(|| Language::from_locale(&locale().unwrap_or_default()))
}

/// The command with every help text taken from the catalogue: `cli-about`, `cli-roll`,
/// `cli-roll-times` …; an option without an entry of its own command takes `cli-option-…`.
pub fn in_words<P: CommandFactory>(language: Language) -> Command {
    let command = P::command()
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(
            clap::Arg::new("help")
                .short('h')
                .long("help")
                .action(clap::ArgAction::Help)
                .global(true),
        )
        .arg(clap::Arg::new("version").short('V').long("version").action(clap::ArgAction::Version));
    dress(language, command, "cli")
}

fn dress(language: Language, command: Command, prefix: &str) -> Command {
    let text = |id: &str| words::knows(id).then(|| say(language, &named(id)));
    let heading = |id: &'static str| say(language, &Message::new(id));
    let names: Vec<String> =
        command.get_subcommands().map(|subcommand| subcommand.get_name().to_owned()).collect();
    let mut command = command
        .help_template(format!(
            "{{about-with-newline}}\n{}\n  {{usage}}\n\n{{all-args}}{{after-help}}\n",
            heading("cli-heading-usage")
        ))
        .subcommand_help_heading(heading("cli-heading-commands"))
        .mut_args(|argument| {
            let own = format!("{prefix}-{}", argument.get_id());
            let shared = format!("cli-option-{}", argument.get_id());
            let said = text(&own).or_else(|| text(&shared)).unwrap_or(own);
            let positional = argument.is_positional();
            let argument = argument.help(said).hide_env(true);
            argument.help_heading(heading(if positional {
                "cli-heading-arguments"
            } else {
                "cli-heading-options"
            }))
        });
    let about = if prefix == "cli" { "cli-about".to_owned() } else { prefix.to_owned() };
    if let Some(about) = text(&about) {
        command = command.about(about);
    }
    if let Some(examples) = text(&format!("{prefix}-examples")) {
        command = command.after_help(format!("{}\n{examples}", heading("cli-heading-examples")));
    }
    for name in names {
        let prefix = format!("{prefix}-{name}");
        command = command.mut_subcommand(name, |subcommand| dress(language, subcommand, &prefix));
    }
    command
}

fn named(id: &str) -> Message {
    Message { id: id.to_owned().into(), args: Default::default() }
}

/// Prints clap's answer: help as it is, a complaint in the reader's language.
pub fn explain(language: Language, error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Help was asked for; that it could not be shown is nothing to complain about.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        Some(other) => other.to_string(),
        None => String::new(),
    };
    let complaint = match error.kind() {
        ErrorKind::UnknownArgument => {
            message!("cli-unknown-argument", argument = context(ContextKind::InvalidArg))
        }
        ErrorKind::InvalidSubcommand => {
            message!("cli-unknown-command", command = context(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => {
            message!("cli-missing-argument", argument = context(ContextKind::InvalidArg))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => message!(
            "cli-bad-value",
            argument = context(ContextKind::InvalidArg),
            value = context(ContextKind::InvalidValue)
        ),
        ErrorKind::ArgumentConflict => message!(
            "cli-conflict",
            argument = context(ContextKind::InvalidArg),
            with = context(ContextKind::PriorArg)
        ),
        _ => message!("plain", text = error.to_string()),
    };
    anstream::eprintln!("{}", say(language, &complaint));
    let suggestion = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg]
        .into_iter()
        .map(context)
        .find(|text| !text.is_empty());
    if let Some(suggestion) = suggestion {
        anstream::eprintln!("{}", say(language, &message!("cli-did-you-mean", text = suggestion)));
    }
    anstream::eprintln!("{}", say(language, &message!("cli-see-help")));
    ExitCode::from(2)
}
