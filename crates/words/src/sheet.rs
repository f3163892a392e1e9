//! Characters' sheets: their lines, and the cards they are printed as (B-50).

use std::fmt::Write;

use crate::Language;
use crate::log::escaped;

/// A character's sheet, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Whose.
    pub name: String,
    /// What stands on it, line by line.
    pub lines: Vec<String>,
}

/// A character's card of A5, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// What is played.
    pub game: String,
    /// Whose.
    pub name: String,
    /// What stands beside the name.
    pub about: Vec<String>,
    /// Whether its titles are set in Song.
    pub serif: bool,
    /// What stands on it, from top to bottom.
    pub blocks: Vec<Block>,
    /// How dice are read, at its foot.
    pub foot: Vec<String>,
}

/// A part of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A theme: tags, what drives it, tracks.
    Theme {
        /// What it is called.
        title: String,
        /// What sort it is.
        kind: String,
        /// Its tags.
        tags: Vec<Tag>,
        /// Other things about it, each with its label.
        said: Vec<(String, String)>,
        /// Its tracks.
        tracks: Vec<Boxes>,
    },
    /// Slips with a label and a line; the first is as wide as the card.
    Slips(Vec<(String, String)>),
    /// Lines with a label in bold.
    Said(Vec<(String, String)>),
    /// Tracks below each other.
    Tracks(Vec<Boxes>),
    /// Lines to write on, with what stands there already.
    Lines(Vec<(String, String)>),
    /// Short figures side by side.
    Figures(Vec<(String, String)>),
    /// A table; its first row is its head.
    Table(Vec<Vec<String>>),
}

/// A tag of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// What it says.
    pub text: String,
    /// How it is drawn.
    pub look: TagLook,
}

/// How a tag is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagLook {
    /// The theme tag.
    Core,
    /// A power tag.
    Power,
    /// A weakness.
    Weakness,
    /// One that is burnt.
    Burnt,
}

/// Boxes to mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boxes {
    /// What they count; nothing where a name is still to be written.
    pub name: String,
    /// Whether they are round.
    pub round: bool,
    /// Each with what stands in it, and whether it is marked.
    pub boxes: Vec<(String, bool)>,
}

impl Boxes {
    /// Boxes of which the first ones are marked.
    #[must_use]
    pub fn counted(name: String, round: bool, marked: usize, most: usize) -> Self {
        let boxes = (0..most.max(marked)).map(|at| (String::new(), at < marked)).collect();
        Self { name, round, boxes }
    }
}

const STYLE: &str = "\
*{box-sizing:border-box}\
body{margin:0;padding:24px;background:#4d5055;color:#000;display:grid;\
grid-template-columns:repeat(auto-fit,minmax(min(148mm,100%),148mm));justify-content:center;gap:24px;\
font:10.5pt/1.45 \"PingFang SC\",\"Noto Sans CJK SC\",\"Noto Sans CJK TC\",\"Microsoft YaHei\",system-ui,sans-serif}\
section{display:flex;flex-direction:column;gap:9px;min-width:0;min-height:210mm;padding:10mm;background:#fff;\
overflow-wrap:anywhere;break-inside:avoid}\
section.long{grid-column:1/-1;display:block;columns:2;column-gap:20mm;min-height:0}\
section.long>*{margin-bottom:9px;break-inside:avoid}\
p,h1,h2,dl,dd,table{margin:0}small{font-size:8.5pt}\
header{display:grid;grid-template-columns:1fr auto;align-items:end;gap:0 12px;padding-bottom:6px;\
border-bottom:1.5px solid}header small{grid-column:1/-1}h1{font-size:19pt;line-height:1.25}\
.serif h1,.serif h2{font-family:\"Songti SC\",\"Noto Serif CJK SC\",\"Noto Serif CJK TC\",serif}\
.box,.slip{padding:7px 11px;border:1px solid;border-radius:4px}\
h2{font-size:12.5pt;line-height:1.35}h2 small{margin-left:8px;font-weight:400}\
.tags{display:flex;flex-wrap:wrap;gap:5px;margin:4px 0}\
.tags span{padding:0 7px;border:1px solid;border-radius:3px}.tags .core{font-weight:700}\
.tags .weakness{border-style:dashed}.tags .burnt{text-decoration:line-through;opacity:.6}\
.tracks{display:flex;flex-wrap:wrap;gap:2px 16px}.tracks.down{display:grid;gap:6px}\
.track{display:flex;align-items:center;gap:4px}.down .track b{width:5.5em;font-weight:400}\
.down .track b:empty{border-bottom:1px dotted;height:1.2em}\
i{display:inline-grid;place-items:center;min-width:13px;height:13px;border:1px solid;border-radius:2px;\
font:8pt/1 ui-monospace,monospace}i.round{min-width:10px;height:10px;border-radius:50%}\
i.on{background:#000;color:#fff;print-color-adjust:exact;-webkit-print-color-adjust:exact}\
.slips{display:grid;grid-template-columns:1fr 1fr;gap:7px}.slips .slip:first-child{grid-column:1/-1}\
.slip{border-top:4px double;border-radius:0}.slip small{display:block}.slip b{display:block;min-height:1.45em}\
.slip b:empty{border-bottom:1px dotted}\
.said b{margin-right:8px}.write{display:grid;grid-template-columns:auto 1fr;gap:6px 8px;align-items:end}\
.write dd{min-height:1.45em;border-bottom:1px dotted}dt{font-weight:700}\
.figures{display:grid;grid-template-columns:repeat(3,1fr);gap:3px 12px}.figures div{display:flex;gap:6px}\
.figures dt{font-weight:400}.figures dd{font-weight:700}\
table{width:100%;border-collapse:collapse;font-size:9.5pt}th,td{padding:2px 7px;border:1px solid;text-align:left}\
th{font-weight:400}td.number{font:700 9.5pt/1.5 ui-monospace,monospace;text-align:right}\
footer{display:flex;justify-content:space-between;gap:12px;margin-top:auto;padding-top:5px;border-top:1px solid;\
font-size:8.5pt}footer span+span{margin-left:12px}\
@page{size:A4 landscape;margin:0}\
@media print{body{padding:0;gap:0;background:#fff;grid-template-columns:148mm 148mm;justify-content:start}\
section.long{width:296mm}}\
@media screen and (max-width:640px){body{padding:0;font-size:12pt}section{padding:20px 16px;min-height:0}\
section.long{columns:1}.figures{grid-template-columns:1fr 1fr}}\
";

/// How many lines fit onto a card of A5; a longer one is laid over two columns of A4.
const CARD_LINES: usize = 40;

/// The page: cards of A5, two on a sheet of A4, black on white; it needs nothing else.
#[must_use]
pub fn page(language: Language, table: &str, cards: &[Card]) -> String {
    let title = escaped(table);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        language.tag()
    );
    for card in cards {
        card.write(&mut page, table);
    }
    page + "</body>\n</html>\n"
}

impl Card {
    fn write(&self, page: &mut String, table: &str) {
        let lines: usize = self.blocks.iter().map(Block::lines).sum();
        let class = [(self.serif, "serif"), (lines > CARD_LINES, "long")];
        let class = class.into_iter().filter_map(|(is, name)| is.then_some(name));
        let class = class.collect::<Vec<_>>().join(" ");
        let about: Vec<&str> = self
            .about
            .iter()
            .map(String::as_str)
            .chain([table])
            .filter(|it| !it.is_empty())
            .collect();
        let _ = writeln!(
            page,
            "<section class=\"{class}\" dir=\"auto\">\n<header><small>{}</small><h1>{}</h1>\
             <span>{}</span></header>",
            escaped(&self.game),
            escaped(&self.name),
            escaped(&about.join(" · "))
        );
        for block in &self.blocks {
            block.write(page);
        }
        page.push_str("<footer><div>");
        for line in &self.foot {
            let _ = write!(page, "<span>{}</span>", escaped(line));
        }
        page.push_str("</div><span>雾线 Mistline</span></footer>\n</section>\n");
    }
}

impl Block {
    /// About how many lines it takes.
    fn lines(&self) -> usize {
        /// Characters of a line, where they are as wide as high.
        const WIDE: usize = 30;
        let wrapped = |(label, text): &(String, String)| {
            1 + (label.chars().count() + text.chars().count()) / WIDE
        };
        match self {
            Self::Theme { tags, said, .. } => {
                let letters: usize = tags.iter().map(|tag| tag.text.chars().count() + 2).sum();
                4 + letters / WIDE + said.iter().map(wrapped).sum::<usize>()
            }
            Self::Slips(slips) => slips.len() + 3,
            Self::Said(said) => 1 + said.iter().map(wrapped).sum::<usize>(),
            Self::Tracks(tracks) => 1 + tracks.len(),
            Self::Lines(lines) => 1 + lines.len(),
            Self::Figures(figures) => 1 + figures.len().div_ceil(3),
            Self::Table(rows) => 1 + rows.len(),
        }
    }

    fn write(&self, page: &mut String) {
        match self {
            Self::Theme { title, kind, tags, said, tracks } => {
                let (title, kind) = (escaped(title), escaped(kind));
                let _ = writeln!(page, "<div class=\"box\"><h2>{title}<small>{kind}</small></h2>");
                page.push_str("<div class=\"tags\">");
                for Tag { text, look } in tags {
                    let class = match look {
                        TagLook::Core => "core",
                        TagLook::Power => "power",
                        TagLook::Weakness => "weakness",
                        TagLook::Burnt => "burnt",
                    };
                    let _ = write!(page, "<span class=\"{class}\">{}</span>", escaped(text));
                }
                page.push_str("</div>\n");
                for (label, text) in said {
                    let _ = writeln!(page, "<p>{}　{}</p>", escaped(label), escaped(text));
                }
                write_tracks(page, "tracks", tracks);
                page.push_str("</div>\n");
            }
            Self::Slips(slips) => {
                page.push_str("<div class=\"slips\">");
                for (label, text) in slips {
                    let (label, text) = (escaped(label), escaped(text));
                    let _ = write!(
                        page,
                        "<div class=\"slip\"><small>{label}</small><b>{text}</b></div>"
                    );
                }
                page.push_str("</div>\n");
            }
            Self::Said(said) => {
                page.push_str("<div class=\"box said\">");
                for (label, text) in said {
                    let _ = write!(page, "<p><b>{}</b>{}</p>", escaped(label), escaped(text));
                }
                page.push_str("</div>\n");
            }
            Self::Tracks(tracks) => write_tracks(page, "tracks down", tracks),
            Self::Lines(lines) => write_list(page, "write", "", lines),
            Self::Figures(figures) => write_list(page, "box figures", "div", figures),
            Self::Table(rows) => write_table(page, rows),
        }
    }
}

/// Names with what stands beside them, each pair in an element of its own if one is named.
fn write_list(page: &mut String, class: &str, around: &str, pairs: &[(String, String)]) {
    let _ = write!(page, "<dl class=\"{class}\">");
    for (name, text) in pairs {
        let pair = format!("<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(text));
        let _ = match around {
            "" => write!(page, "{pair}"),
            around => write!(page, "<{around}>{pair}</{around}>"),
        };
    }
    page.push_str("</dl>\n");
}

fn write_tracks(page: &mut String, class: &str, tracks: &[Boxes]) {
    let _ = write!(page, "<div class=\"{class}\">");
    for Boxes { name, round, boxes } in tracks {
        let _ = write!(page, "<div class=\"track\"><b>{}</b>", escaped(name));
        for (inside, marked) in boxes {
            let class = match (round, marked) {
                (false, false) => "",
                (false, true) => "on",
                (true, false) => "round",
                (true, true) => "round on",
            };
            let _ = write!(page, "<i class=\"{class}\">{}</i>", escaped(inside));
        }
        page.push_str("</div>");
    }
    page.push_str("</div>\n");
}

fn write_table(page: &mut String, rows: &[Vec<String>]) {
    let number = |cell: &str| {
        !cell.is_empty() && cell.chars().all(|it| it.is_ascii_digit() || "−-+./%".contains(it))
    };
    page.push_str("<table>");
    for (at, row) in rows.iter().enumerate() {
        page.push_str("<tr>");
        for cell in row {
            let text = escaped(cell);
            let _ = match at {
                0 => write!(page, "<th scope=\"col\">{text}</th>"),
                _ if number(cell) => write!(page, "<td class=\"number\">{text}</td>"),
                _ => write!(page, "<td>{text}</td>"),
            };
        }
        page.push_str("</tr>");
    }
    page.push_str("</table>\n");
}
