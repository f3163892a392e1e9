//! A transcript as it is written: prose, tables, play.

/// A transcript, in parts.
#[derive(Clone, Debug)]
pub struct Document {
    /// The parts, in order; together they are the whole file.
    pub parts: Vec<Part>,
}

/// A part of a transcript.
#[derive(Clone, Debug)]
pub enum Part {
    /// Anything a reader reads.
    Prose(String),
    /// A block that sets up a table: `规则 mist-2d6`.
    Table {
        /// The block as it is written.
        text: String,
        /// Its settings: the word and what follows it.
        settings: Vec<(String, String)>,
    },
    /// A block of play: what is typed, without what is answered.
    Play(Vec<String>),
}

/// A line that tells what is seen or answered: `全| …`, `答| …`, `主持、叶岚| …`.
fn is_answer(line: &str) -> bool {
    let Some((name, rest)) = line.split_once('|') else {
        return false;
    };
    (rest.is_empty() || rest.starts_with(' ')) && !name.contains(['>', ' ']) && !name.is_empty()
}

impl Document {
    /// Takes a file apart.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut prose = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let block = |lines: &mut std::str::Lines<'_>| -> Vec<String> {
                let inside = lines.take_while(|line| *line != "```");
                inside.map(str::to_owned).collect()
            };
            match line {
                "```play" => {
                    parts.push(Part::Prose(std::mem::take(&mut prose)));
                    let typed = block(&mut lines).into_iter().filter(|line| !is_answer(line));
                    parts.push(Part::Play(typed.collect()));
                }
                "```table" => {
                    parts.push(Part::Prose(std::mem::take(&mut prose)));
                    let inside = block(&mut lines);
                    let settings = inside.iter().filter_map(|line| {
                        let (word, rest) = line.trim().split_once(' ')?;
                        Some((word.to_owned(), rest.trim().to_owned()))
                    });
                    parts.push(Part::Table {
                        settings: settings.collect(),
                        text: format!("```table\n{}\n```\n", inside.join("\n")),
                    });
                }
                _ => {
                    prose.push_str(line);
                    prose.push('\n');
                }
            }
        }
        parts.push(Part::Prose(prose));
        Self { parts }
    }
}
