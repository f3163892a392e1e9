//! Where the lines come from: a person at a terminal, a pipe, a script.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, mpsc as threads};
use std::thread;

use chat::{Kind, Vocabulary};
use nu_ansi_term::{Color, Style};
use reedline::{
    ColumnarMenu, Completer, CompletionResult, Emacs, ExternalPrinter, FileBackedHistory,
    Highlighter, KeyCode, KeyModifiers, MenuBuilder, Prompt, PromptEditMode, PromptHistorySearch,
    Reedline, ReedlineEvent, ReedlineMenu, Signal, Span, StyledText, Suggestion,
    default_emacs_keybindings,
};
use tokio::sync::mpsc;

use crate::failure::Failure;
use crate::settings::usual_folder;

/// How many typed lines are remembered.
const HISTORY: usize = 1000;
const MENU: &str = "completion";

/// What a line being typed is completed and coloured with; it changes as the table does.
#[derive(Clone, Default)]
pub struct Hints(Arc<Mutex<Arc<Vocabulary>>>);

impl Hints {
    /// Takes in the words of the table and the names the seat sees.
    pub fn set(&self, vocabulary: Vocabulary) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(vocabulary);
    }

    fn get(&self) -> Arc<Vocabulary> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Gives lines one by one. They are read on a thread of their own, since a terminal blocks.
pub struct Typist {
    prompts: threads::Sender<String>,
    lines: mpsc::UnboundedReceiver<io::Result<Option<String>>>,
    asked: bool,
    printer: Option<threads::SyncSender<String>>,
}

impl Typist {
    /// Lines of a script, else of the terminal, else of a pipe.
    pub fn new(script: Option<&Path>, hints: Hints) -> Result<Self, Failure> {
        let (prompts, asked) = threads::channel::<String>();
        let (sender, lines) = mpsc::unbounded_channel();
        let mut printer = None;
        if let Some(path) = script {
            let text = std::fs::read_to_string(path)?;
            let texts: Vec<String> = text.lines().map(str::to_owned).collect();
            thread::spawn(move || serve(asked, sender, texts.into_iter().map(Ok)));
        } else if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let outside = ExternalPrinter::new(100);
            printer = Some(outside.sender());
            let editor = editor(hints, outside);
            thread::spawn(move || type_lines(editor, &asked, &sender));
        } else {
            thread::spawn(move || serve(asked, sender, io::stdin().lock().lines()));
        }
        Ok(Self { prompts, lines, asked: false, printer })
    }

    /// Whether a person types at a terminal.
    pub fn is_terminal(&self) -> bool {
        self.printer.is_some()
    }

    /// The next line; none at the end. May be dropped and called again: nothing is lost.
    pub async fn next(&mut self, prompt: &str) -> io::Result<Option<String>> {
        if !self.asked {
            // A reader that has ended says so through the lines.
            let _ = self.prompts.send(prompt.to_owned());
            self.asked = true;
        }
        let line = self.lines.recv().await;
        self.asked = false;
        line.unwrap_or(Ok(None))
    }

    /// Shows something above the line being typed.
    pub fn interrupt(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        match &self.printer {
            // The printer is gone only when the editor has ended.
            Some(printer) => drop(printer.send(text.trim_end().to_owned())),
            None => write!(out, "{text}")?,
        }
        out.flush()
    }
}

/// Gives a line for every prompt.
fn serve(
    asked: threads::Receiver<String>,
    sender: mpsc::UnboundedSender<io::Result<Option<String>>>,
    mut lines: impl Iterator<Item = io::Result<String>>,
) {
    while asked.recv().is_ok() {
        if sender.send(lines.next().transpose()).is_err() {
            break;
        }
    }
}

fn type_lines(
    mut editor: Reedline,
    asked: &threads::Receiver<String>,
    sender: &mpsc::UnboundedSender<io::Result<Option<String>>>,
) {
    while let Ok(prompt) = asked.recv() {
        let line = match editor.read_line(&Seat(prompt)) {
            Ok(Signal::Success(line)) => Ok(Some(line)),
            Ok(_) => Ok(None),
            Err(fault) => Err(fault),
        };
        if sender.send(line).is_err() {
            break;
        }
    }
}

fn editor(hints: Hints, printer: ExternalPrinter<String>) -> Reedline {
    let mut keys = default_emacs_keybindings();
    keys.add_binding(
        KeyModifiers::NONE,
        KeyCode::Tab,
        ReedlineEvent::UntilFound(vec![
            ReedlineEvent::Menu(MENU.to_owned()),
            ReedlineEvent::MenuNext,
        ]),
    );
    let menu = Box::new(ColumnarMenu::default().with_name(MENU));
    let editor = Reedline::create()
        .with_external_printer(printer)
        .with_completer(Box::new(Names(hints.clone())))
        .with_highlighter(Box::new(Colours(hints)))
        .with_menu(ReedlineMenu::EngineCompleter(menu))
        .with_edit_mode(Box::new(Emacs::new(keys)));
    // Without a folder to write to there is still a history while it runs.
    let folder = usual_folder();
    let kept = std::fs::create_dir_all(&folder)
        .is_ok()
        .then(|| FileBackedHistory::with_file(HISTORY, folder.join("play-history.txt")).ok());
    match kept.flatten() {
        Some(history) => editor.with_history(Box::new(history)),
        None => editor,
    }
}

/// The seat before the line.
struct Seat(String);

impl Prompt for Seat {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0)
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_indicator(&self, _: PromptEditMode) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        Cow::Borrowed("… ")
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        Cow::Owned(format!("({}) ", search.term))
    }
}

struct Names(Hints);

impl Completer for Names {
    fn complete(&mut self, line: &str, position: usize) -> CompletionResult {
        let typed = line.get(..position).unwrap_or(line);
        let (range, found) = self.0.get().completions(typed);
        let byte =
            |column: usize| typed.char_indices().nth(column).map_or(typed.len(), |(byte, _)| byte);
        let span = Span::new(byte(range.start), byte(range.end));
        let suggest = |value: String| Suggestion { value, span, ..Suggestion::default() };
        CompletionResult::fresh(found.into_iter().map(suggest).collect::<Vec<_>>())
    }
}

struct Colours(Hints);

impl Highlighter for Colours {
    fn highlight(&self, line: &str, _: usize) -> StyledText {
        let characters: Vec<char> = line.chars().collect();
        let mut text = StyledText::new();
        for span in self.0.get().spans(line) {
            let style = match span.kind {
                Kind::Verb => Style::new().bold().fg(Color::Cyan),
                Kind::Unknown => Style::new().fg(Color::Red),
                Kind::Name => Style::new().fg(Color::Green),
                Kind::Sign => Style::new().fg(Color::Yellow),
                Kind::Number => Style::new().fg(Color::Purple),
                Kind::Plain => Style::new(),
            };
            let part: String = characters[span.at.clone()].iter().collect();
            text.push((style, part));
        }
        text
    }
}
