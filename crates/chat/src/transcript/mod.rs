//! Transcripts: play written down in Markdown, and played again at a real table. Ours are tests
//! (`crates/chat/transcripts`); `mistline pack test` plays those of a pack.

mod document;
mod stage;

use rules::pack::CheckedPack;

pub use document::{Document, Part};
pub use stage::Stage;

/// What came of playing a transcript.
#[derive(Debug)]
pub struct Played {
    /// What the file should say.
    pub written: String,
    /// What went otherwise than marked.
    pub faults: Vec<String>,
    /// The table, if one was set up.
    pub stage: Option<Stage>,
}

impl Played {
    /// The first line in which a file differs from how it was played: its number, what it says and
    /// what it should say.
    #[must_use]
    pub fn differs(&self, text: &str) -> Option<(usize, String, String)> {
        if text == self.written {
            return None;
        }
        let at = text.lines().zip(self.written.lines()).position(|(one, two)| one != two);
        let at = at.unwrap_or(text.lines().count().min(self.written.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or_default().to_owned();
        Some((at + 1, line(text), line(&self.written)))
    }
}

/// Plays a transcript; `pack` knows the rulesets by the names they have there.
pub async fn play(text: &str, pack: impl Fn(&str) -> Result<CheckedPack, String>) -> Played {
    let mut played = Played { written: String::new(), faults: Vec::new(), stage: None };
    for part in Document::read(text).parts {
        match part {
            Part::Prose(text) => played.written.push_str(&text),
            Part::Table { text, settings } => {
                played.written.push_str(&text);
                match Stage::set(&settings, &pack).await {
                    Ok(set) => played.stage = Some(set),
                    Err(fault) => {
                        played.faults.push(fault);
                        break;
                    }
                }
            }
            Part::Play(lines) => {
                let Some(stage) = &mut played.stage else {
                    played
                        .faults
                        .push("a ```play block needs a ```table block before it".to_owned());
                    break;
                };
                played.written.push_str("```play\n");
                for line in lines {
                    let answered = stage.line(&line).await;
                    played.written.push_str(&line);
                    played.written.push('\n');
                    match answered {
                        Ok(lines) => {
                            for line in lines {
                                played.written.push_str(&line);
                                played.written.push('\n');
                            }
                        }
                        Err(fault) => played.faults.push(fault),
                    }
                }
                played.written.push_str("```\n");
            }
        }
    }
    played
}
