//! The one error type of the binary: what a person is told when a command could not be done.

use std::io::{self, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use rules::{Message, Refusal, message};
use unicode_width::UnicodeWidthStr;
use words::{Language, say};

/// Why a command of the command line could not be done.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Notation that cannot be read or rolled; the text is shown with a pointer to the place.
    #[error("{error}")]
    Notation {
        /// What was typed.
        text: String,
        /// What is wrong with it.
        error: dice::Error,
    },
    /// A refusal of the rules, the table or a pack.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Anything that has a message.
    #[error("{0:?}")]
    Message(Message),
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    /// Says what went wrong on standard error.
    pub fn report(&self, language: Language) -> ExitCode {
        // The reader of a pipe has gone (`| head`): there is nobody left to tell.
        if let Failure::Io(error) = self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return ExitCode::SUCCESS;
        }
        // Nothing more can be done when standard error cannot be written.
        let _ = self.write(language, &mut anstream::stderr().lock());
        ExitCode::FAILURE
    }

    fn write(&self, language: Language, out: &mut impl Write) -> io::Result<()> {
        match self {
            Failure::Notation { text, error } => {
                let bold = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
                writeln!(out, "  {text}")?;
                writeln!(out, "  {bold}{}{bold:#}", pointer(text, &error.span))?;
                refused(&Refusal::from(error), language, out)
            }
            Failure::Refused(refusal) => refused(refusal, language, out),
            Failure::Message(message) => writeln!(out, "{}", say(language, message)),
            Failure::Io(error) => {
                let failed = message!("cli-failed", fault = error.to_string());
                writeln!(out, "{}", say(language, &failed))
            }
        }
    }
}

fn refused(refusal: &Refusal, language: Language, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", say(language, &refusal.what))?;
    match &refusal.instead {
        Some(instead) => writeln!(out, "{}", say(language, instead)),
        None => Ok(()),
    }
}

/// Spaces and carets under the characters `span` of `text`; a Chinese character is two wide.
fn pointer(text: &str, span: &std::ops::Range<usize>) -> String {
    let width = |from: usize, to: usize| {
        let part: String = text.chars().skip(from).take(to.saturating_sub(from)).collect();
        part.width()
    };
    let marked = width(span.start, span.end).max(1);
    format!("{}{}", " ".repeat(width(0, span.start)), "^".repeat(marked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c02_the_pointer_stands_under_wide_characters_too() {
        assert_eq!(pointer("2d6++3", &(4..5)), "    ^");
        assert_eq!(pointer("２ｄ６砸", &(2..3)), "    ^^");
        assert_eq!(pointer("2d6+", &(4..4)), "    ^");
    }
}
