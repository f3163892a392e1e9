//! Characters' sheets as one page to print (B-50).

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

const STYLE: &str = "\
body{max-width:40rem;margin:2rem auto;padding:0 1rem;color:#1d2230;background:#fff;\
font:1rem/1.6 system-ui,\"PingFang SC\",\"Noto Sans CJK SC\",\"Microsoft YaHei\",sans-serif}
h1{font-size:1.4rem;border-bottom:.12rem solid}p{margin:.3rem 0;white-space:pre-wrap;\
overflow-wrap:anywhere}section+section{break-before:page;margin-top:3rem}
.table{color:#667;font-size:.85em}
@media print{body{margin:0;max-width:none}section+section{margin-top:0}}
";

/// The page: it needs nothing else, and each sheet begins on a new sheet of paper.
#[must_use]
pub fn page(language: Language, table: &str, sheets: &[Sheet]) -> String {
    let table = escaped(table);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{table}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        language.tag()
    );
    for Sheet { name, lines } in sheets {
        let name = escaped(name);
        let _ = writeln!(page, "<section>\n<p class=\"table\">{table}</p>\n<h1>{name}</h1>");
        for line in lines {
            let _ = writeln!(page, "<p dir=\"auto\">{}</p>", escaped(line));
        }
        page.push_str("</section>\n");
    }
    page + "</body>\n</html>\n"
}
