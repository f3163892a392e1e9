//! A log as plain text.

use std::fmt::Write;

use super::Log;

pub(super) fn write(log: &Log) -> String {
    let mut text = format!("{}\n{} · {}\n", log.heading(), log.seen_by(), log.in_zone());
    if log.entries.is_empty() {
        text += &format!("\n{}\n", log.empty());
    }
    for (day, entries) in log.days() {
        let _ = write!(text, "\n{day}\n\n");
        for entry in entries {
            for (place, line) in entry.text.iter().enumerate() {
                // What follows stands under the words, not under the time.
                let before = if place == 0 { entry.time.as_str() } else { "     " };
                let _ = writeln!(text, "{before} {line}");
            }
        }
    }
    for section in &log.sections {
        let _ = write!(text, "\n{}\n\n", section.heading);
        for line in &section.lines {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}
