//! What can be drawn, as a picture in the chat (T-35): the fight, a sheet, chances.

use chat::Outcome;
use export::render;
use picture::{Bar, NoFont};
use rules::{Arg, Line, Refusal, SeatId, message};
use table::{CommandId, TableHandle};
use tokio::time::Instant;
use words::sheet::Sheet;
use words::{Language, say};

use super::Room;
use crate::book::Sitting;
use crate::command::Picture;
use crate::hub::Ask;
use crate::platform::{Piece, Said};
use crate::queue::Item;

impl Room {
    /// Shows a picture: to the group if all of it may see what is in it, else to the one who asked.
    pub(super) async fn picture(&mut self, what: Picture, said: &Said) -> Result<(), Refusal> {
        let sitting = self.sitting(said)?;
        let table = self.shared.tables.table(sitting.table).await?;
        let about = table.about().await?;
        self.language = about.language.parse().unwrap_or(self.language);
        let drawn = match what {
            Picture::Now => match self.fight(&table, &sitting).await? {
                Some(drawn) => drawn,
                // Nobody fights: what there is to draw is one's own sheet.
                None => self.sheet("", &table, &sitting, &about.title, said).await?,
            },
            Picture::Sheet(whose) => {
                self.sheet(&whose, &table, &sitting, &about.title, said).await?
            }
            Picture::Odds(of) => self.chances(&of, &table, &sitting, said).await?,
        };
        let (svg, open) = drawn;
        let png = move || picture::png(&svg);
        let png = self.shared.workers.run(table.id(), sitting.seat, png).await?;
        let png = png.map_err(|NoFont| {
            Refusal::new("T-35", message!("server-no-font", package = picture::FONT_PACKAGE))
                .instead(message!("bridge-no-font-text"))
        })?;
        let item = Item { pieces: vec![Piece::Picture { png }], line: None };
        if open || self.place.private {
            self.push(item);
        } else {
            self.shared.tell(&self.person(&said.user), Ask::Say(item));
            self.tell_to(&said.user, &message!("bridge-told-privately"));
        }
        self.queue.hurry(Instant::now());
        Ok(())
    }

    /// The fight as this place sees it, and whether all of it may; else as the one who asked does.
    async fn fight(
        &self,
        table: &TableHandle,
        sitting: &Sitting,
    ) -> Result<Option<(String, bool)>, Refusal> {
        let eyes = self.onlookers(sitting).unwrap_or_else(|| vec![sitting.seat]);
        let mut drawn = Vec::new();
        for seat in eyes {
            drawn.push(self.chart(table, sitting, seat).await?);
        }
        let open = drawn.windows(2).all(|two| two[0] == two[1]);
        let chart = match drawn.pop() {
            Some(chart) if open => chart,
            _ => self.chart(table, sitting, sitting.seat).await?,
        };
        Ok(chart.map(|svg| (svg, open)))
    }

    async fn chart(
        &self,
        table: &TableHandle,
        sitting: &Sitting,
        seat: SeatId,
    ) -> Result<Option<String>, Refusal> {
        let view = table.game_view(seat).await?;
        let language = self.language;
        let draw = move || picture::chart_of(&view, language);
        self.shared.workers.run(table.id(), sitting.seat, draw).await
    }

    /// The sheet that `.me` tells, and whether all may see it.
    async fn sheet(
        &mut self,
        whose: &str,
        table: &TableHandle,
        sitting: &Sitting,
        title: &str,
        said: &Said,
    ) -> Result<(String, bool), Refusal> {
        let (lines, open) = self.told(&format!(".me {whose}"), table, sitting, said).await?;
        let lines = lines.iter().flat_map(|line| render::line(self.language, line));
        let mut lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            return Err(Refusal::new("C-22", message!("bridge-no-picture")));
        }
        let first = lines.remove(0);
        let (name, rest) = heading(&first);
        if !rest.is_empty() {
            lines.insert(0, rest.to_owned());
        }
        let sheet = Sheet { name: name.to_owned(), lines };
        Ok((picture::sheet_svg(&sheet, title, self.language), open))
    }

    /// The chances that `.odds` tells.
    async fn chances(
        &mut self,
        of: &str,
        table: &TableHandle,
        sitting: &Sitting,
        said: &Said,
    ) -> Result<(String, bool), Refusal> {
        let (lines, open) = self.told(&format!(".odds {of}"), table, sitting, said).await?;
        let bars: Vec<Bar> = lines.iter().filter_map(|line| bar(self.language, line)).collect();
        if bars.is_empty() {
            return Err(Refusal::new("C-03", message!("bridge-no-picture")));
        }
        let heading = lines.iter().find(|line| !is_chance(line));
        let heading = heading.map(|line| say(self.language, &line.message)).unwrap_or_default();
        Ok((picture::odds_svg(&heading, &bars, self.language), open))
    }

    /// What a question is answered with, and whether all of the group may read it.
    async fn told(
        &mut self,
        text: &str,
        table: &TableHandle,
        sitting: &Sitting,
        said: &Said,
    ) -> Result<(Vec<Line>, bool), Refusal> {
        let onlookers = self.onlookers(sitting);
        let (key, mut listener) = self.listener(table, sitting, said);
        let id = CommandId::random();
        let answered = self.answer(&mut listener, id, text.trim_end(), onlookers.as_deref()).await;
        self.listeners.insert(key, listener);
        match answered.outcome? {
            Outcome::Done(lines) | Outcome::Reply(lines) => Ok((lines, answered.open)),
            Outcome::Again(_) => Ok((Vec::new(), answered.open)),
        }
    }

    /// The seats by whose eyes the group reads, if this is one at that table.
    pub(super) fn onlookers(&self, sitting: &Sitting) -> Option<Vec<SeatId>> {
        let bound = self.shared.book.group(&self.place).bound;
        let bound = bound.filter(|bound| !self.place.private && bound.table == sitting.table);
        bound.map(|bound| bound.eyes())
    }
}

/// The name a sheet begins with, and the rest of its first line.
fn heading(line: &str) -> (&str, &str) {
    let end = line.find(['：', ':', '·', '（', '(']).unwrap_or(line.len());
    let rest = line[end..].trim_start_matches(['：', ':', '·']).trim();
    (line[..end].trim(), rest)
}

fn is_chance(line: &Line) -> bool {
    line.message.id == "chat-chance"
}

/// A bar of a picture from one told in text.
fn bar(language: Language, line: &Line) -> Option<Bar> {
    if !is_chance(line) {
        return None;
    }
    let text = |name: &str| match line.message.args.get(name)? {
        Arg::Text(text) => Some(text.to_string()),
        Arg::Number(number) => Some(number.to_string()),
        Arg::Term(term) => Some(say(language, &message!("plain", text = term))),
        Arg::Message(message) => Some(say(language, message)),
        Arg::List(_) => None,
    };
    let digits: String = text("percent")?.chars().filter(char::is_ascii_digit).collect();
    Some(Bar { label: text("label")?, basis_points: digits.parse().ok()?, tone: line.tone })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c03_chances_told_as_lines_are_drawn_as_bars() {
        let line = |percent: &str, label: &str| {
            let bar = "█".to_owned();
            let percent = percent.to_owned();
            Line::from(message!("chat-chance", bar = bar, percent = percent, label = label))
        };
        let drawn = bar(Language::ZhHans, &line("27.78", "7…9")).expect("a bar");
        assert_eq!((drawn.basis_points, drawn.label.as_str()), (2_778, "7…9"));
        assert_eq!(bar(Language::En, &line("0.05", "2")).map(|it| it.basis_points), Some(5));
        assert_eq!(bar(Language::En, &Line::from(message!("bridge-on"))), None);
    }

    #[test]
    fn t35_a_sheet_is_headed_by_a_name_alone() {
        assert_eq!(heading("阿岚：命运点 3，待领 0"), ("阿岚", "命运点 3，待领 0"));
        assert_eq!(heading("安 ·   20 岁 · 等级 10"), ("安", "20 岁 · 等级 10"));
        assert_eq!(heading("Ann: fate points 3"), ("Ann", "fate points 3"));
        assert_eq!(heading("叶岚"), ("叶岚", ""));
    }
}
