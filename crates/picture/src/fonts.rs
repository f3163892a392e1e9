//! From SVG to PNG, with the fonts of the system.

use std::fmt;
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{self, Database};
use resvg::usvg::{Options, Tree};
use skrifa::{FontRef, MetadataProvider};

/// The Debian package with a font for Chinese.
pub const FONT_PACKAGE: &str = "fonts-noto-cjk";

/// A letter that only a font for Chinese has.
const CHINESE: char = '雾';

/// There is no font on this machine for what the picture says: the answer is text instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFont;

impl fmt::Display for NoFont {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no font for Chinese; Debian's package is {FONT_PACKAGE}")
    }
}

impl std::error::Error for NoFont {}

/// The fonts of the system, read when the first picture is made.
struct Fonts {
    database: Arc<Database>,
    chinese: bool,
}

static FONTS: LazyLock<Fonts> = LazyLock::new(|| {
    let mut database = Database::new();
    database.load_system_fonts();
    Fonts::new(database)
});

impl Fonts {
    /// Text in a family that is not there is drawn with the font for Chinese, or with any.
    fn new(mut database: Database) -> Self {
        let upright = |face: &&fontdb::FaceInfo| face.style == fontdb::Style::Normal;
        let family = |face: &fontdb::FaceInfo| face.families.first().map(|(name, _)| name.clone());
        let chinese = database
            .faces()
            .filter(upright)
            .find(|face| has(&database, face.id, CHINESE))
            .and_then(family);
        let usual = chinese.clone().or_else(|| database.faces().find(upright).and_then(family));
        if let Some(usual) = usual {
            database.set_sans_serif_family(&usual);
            database.set_serif_family(&usual);
        }
        Self { database: Arc::new(database), chinese: chinese.is_some() }
    }

    fn png(&self, svg: &str) -> Result<Vec<u8>, NoFont> {
        if self.database.is_empty() || (!self.chinese && svg.chars().any(is_chinese)) {
            return Err(NoFont);
        }
        let options = Options { fontdb: self.database.clone(), ..Options::default() };
        let tree = Tree::from_str(svg, &options).expect("a picture of ours is SVG");
        let size = tree.size().to_int_size();
        let mut pixels = Pixmap::new(size.width(), size.height()).expect("a picture has a size");
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        Ok(pixels.encode_png().expect("writing to memory does not fail"))
    }
}

fn has(database: &Database, face: fontdb::ID, letter: char) -> bool {
    let has = |data: &[u8], index: u32| {
        FontRef::from_index(data, index).is_ok_and(|font| font.charmap().map(letter).is_some())
    };
    database.with_face_data(face, has).unwrap_or(false)
}

/// Whether only a font for Chinese has the letter: Han, its punctuation and full-width forms.
fn is_chinese(letter: char) -> bool {
    matches!(letter, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}'
        | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether this machine has a font for Chinese.
#[must_use]
pub fn has_chinese_font() -> bool {
    FONTS.chinese
}

/// A picture as PNG, as large as its SVG says.
///
/// # Errors
/// When this machine has no font for what the picture says.
pub fn png(svg: &str) -> Result<Vec<u8>, NoFont> {
    FONTS.png(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\">\
                       <text font-size=\"8\" y=\"8\">雾</text></svg>";

    #[test]
    fn t35_without_a_font_for_chinese_there_is_no_picture() {
        let fonts = Fonts::new(Database::new());
        assert!(!fonts.chinese);
        assert_eq!(fonts.png(SVG), Err(NoFont));
        assert!(NoFont.to_string().contains(FONT_PACKAGE));
    }
}
