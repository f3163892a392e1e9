//! What a seat sees as a picture that can be sent to a chat (T-32, T-35).
//!
//! A picture is drawn from a part of a seat's own view, so it shows no more than that seat may see.
//! [`chart_svg`] draws a fight as SVG, [`odds_svg`] chances, [`sheet_svg`] a sheet, [`recap_svg`] a session
//! looked back at; [`png`] turns an SVG into a PNG with the system's fonts.
//!
//! [`upload`] reads pictures that people bring, and writes them anew.
//!
//! Pictures are 600 wide and are read at half that size: no text is smaller than 22. There are no
//! rules here, no table and no sentences.

mod fight;
mod fonts;
mod odds;
mod page;
mod recap;
mod sheet;
pub mod upload;

pub use fight::{chart_of, chart_svg};
pub use fonts::{FONT_PACKAGE, NoFont, has_chinese_font, png};
pub use odds::{Bar, chances_svg, odds_svg};
pub use recap::{Fallen, recap_svg};
pub use sheet::sheet_svg;
