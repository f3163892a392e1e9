//! Pictures that people bring (B-43): checked by what they hold and not by what they are called,
//! turned upright, made no larger than a screen, and written anew, so that nothing of the file itself
//! (where it was taken, with what, a comment, a program behind the picture) is kept.

use std::io::{Cursor, Write};

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::imageops::FilterType as Scaling;
use image::metadata::Orientation;
use image::{
    DynamicImage, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, ImageResult, Limits,
};

/// The most bytes of a file that is brought.
pub const LARGEST: usize = 8 << 20;
/// The most points of a picture that is brought: a file of a few bytes can unfold to gigabytes.
const POINTS: u64 = 40_000_000;
/// The most memory the reading of one may take.
const MEMORY: u64 = 320 << 20;
/// The longer side of a picture as it is kept.
const WHOLE: u32 = 2560;
/// The longer side of a small one.
const SMALL: u32 = 480;

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JPEG.
    Jpeg,
    /// PNG: one that can be seen through, or that takes less room so.
    Png,
}

/// A picture that was read and written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleaned {
    /// How wide it is.
    pub width: u32,
    /// How high it is.
    pub height: u32,
    /// As large as it is kept.
    pub whole: (Form, Vec<u8>),
    /// Small, for lists and faces.
    pub small: (Form, Vec<u8>),
}

/// Why a file is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is no picture, or none of a kind that is read.
    NoPicture,
    /// It has too many bytes.
    Heavy,
    /// It has too many points.
    Large,
    /// It is a picture that cannot be read to its end.
    Broken,
}

/// Reads a picture and writes it anew.
///
/// # Errors
/// When it is none, or too large.
pub fn clean(file: &[u8]) -> Result<Cleaned, Unfit> {
    if file.len() > LARGEST {
        return Err(Unfit::Heavy);
    }
    let format = image::guess_format(file).map_err(|_| Unfit::NoPicture)?;
    use ImageFormat::{Gif, Jpeg, Png, WebP};
    if ![Png, Jpeg, Gif, WebP].contains(&format) {
        return Err(Unfit::NoPicture);
    }
    let picture = read(file, format)?;
    let picture = fitted(picture, WHOLE, Scaling::CatmullRom);
    let clear = is_clear(&picture);
    let lossless = matches!(format, Png | Gif);
    let whole = light(&picture, clear, lossless).map_err(|_| Unfit::Broken)?;
    let small = fitted(picture.clone(), SMALL, Scaling::Triangle);
    let small = written(&small, clear, false).map_err(|_| Unfit::Broken)?;
    Ok(Cleaned { width: picture.width(), height: picture.height(), whole, small })
}

/// Reads a picture, upright; of one that moves its first.
fn read(file: &[u8], format: ImageFormat) -> Result<DynamicImage, Unfit> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MEMORY);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| Unfit::Broken)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > POINTS {
        return Err(Unfit::Large);
    }
    // What the file says of it is wrong sometimes; then it is taken as it lies there.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| Unfit::Broken)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn fitted(picture: DynamicImage, side: u32, scaling: Scaling) -> DynamicImage {
    match picture.width().max(picture.height()) > side {
        true => picture.resize(side, side, scaling),
        false => picture,
    }
}

/// Whether anything shows through it.
fn is_clear(picture: &DynamicImage) -> bool {
    picture.color().has_alpha() && picture.to_rgba8().pixels().any(|point| point.0[3] < 255)
}

/// A picture in no more bytes than a file that is brought may have: noise that is seen through does
/// not get smaller by itself.
fn light(picture: &DynamicImage, clear: bool, lossless: bool) -> ImageResult<(Form, Vec<u8>)> {
    let mut smaller = written(picture, clear, lossless)?;
    let mut side = picture.width().max(picture.height());
    while smaller.1.len() > LARGEST {
        side = side * 7 / 10;
        smaller = written(&fitted(picture.clone(), side, Scaling::Triangle), clear, lossless)?;
    }
    Ok(smaller)
}

/// A picture as bytes: JPEG, or PNG if one sees through it, or if it was `lossless` and takes less
/// room so.
fn written(picture: &DynamicImage, clear: bool, lossless: bool) -> ImageResult<(Form, Vec<u8>)> {
    if clear {
        return Ok((Form::Png, png(&picture.to_rgba8().into())?));
    }
    let opaque = picture.to_rgb8();
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, 86).encode_image(&opaque)?;
    if lossless {
        let png = png(&opaque.into())?;
        if png.len() <= jpeg.len() {
            return Ok((Form::Png, png));
        }
    }
    Ok((Form::Jpeg, jpeg))
}

fn png(picture: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    let encoder =
        PngEncoder::new_with_quality(&mut bytes, CompressionType::Default, FilterType::Adaptive);
    encoder.write_image(
        picture.as_bytes(),
        picture.width(),
        picture.height(),
        picture.color().into(),
    )?;
    bytes.flush()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    /// A picture of two colours, left and right.
    fn two(width: u32, height: u32) -> RgbImage {
        let colour = |x| if x < width / 2 { Rgb([250, 10, 10]) } else { Rgb([10, 10, 250]) };
        RgbImage::from_fn(width, height, |x, _| colour(x))
    }

    fn as_format(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        picture.into().write_to(&mut file, format).expect("it is written");
        file.into_inner()
    }

    /// A JPEG with an Exif block that turns it by a quarter and says where it was taken.
    fn photo() -> Vec<u8> {
        let jpeg = as_format(two(64, 32), ImageFormat::Jpeg);
        let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x02".to_vec();
        // Orientation: 6, turned by a quarter to the right.
        exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
        // A description.
        exif.extend([0x01, 0x0e, 0, 2, 0, 0, 0, 22, 0, 0, 0, 38]);
        exif.extend([0, 0, 0, 0]);
        exif.extend(b"\xe5\x9c\xa8\xe5\xae\xb6 31.2304,121.4737");
        let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
        let mut file = jpeg[..2].to_vec();
        file.extend([0xff, 0xe1]);
        file.extend(length);
        file.extend(exif);
        file.extend(&jpeg[2..]);
        file
    }

    fn holds(bytes: &[u8], what: &[u8]) -> bool {
        bytes.windows(what.len()).any(|part| part == what)
    }

    #[test]
    fn b43_a_photo_is_turned_upright_and_nothing_of_its_file_is_kept() {
        let photo = photo();
        assert!(holds(&photo, b"121.4737") && holds(&photo, b"Exif"));
        let cleaned = clean(&photo).expect("it is a picture");
        assert_eq!((cleaned.width, cleaned.height), (32, 64), "it stands");
        for (_, bytes) in [&cleaned.whole, &cleaned.small] {
            assert!(!holds(bytes, b"121.4737") && !holds(bytes, b"Exif"));
        }
        let again = image::load_from_memory(&cleaned.whole.1).expect("it is read").to_rgb8();
        let (above, below) = (again.get_pixel(16, 4).0, again.get_pixel(16, 60).0);
        assert!(above[0] > 200 && below[2] > 200, "red above, blue below");
    }

    #[test]
    fn b43_pictures_are_known_by_what_they_hold() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::Gif, ImageFormat::WebP] {
            let cleaned = clean(&as_format(two(40, 30), format)).expect("it is a picture");
            assert_eq!((cleaned.width, cleaned.height), (40, 30), "{format:?}");
        }
        let page = b"<html><script>alert(1)</script></html>";
        let drawing = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>";
        for no_picture in [&b""[..], page, drawing, b"MZ\x90\0", b"%PDF-1.7"] {
            assert_eq!(clean(no_picture), Err(Unfit::NoPicture));
        }
        // A picture with something behind it: only the picture is kept.
        let mut both = as_format(two(40, 30), ImageFormat::Png);
        both.extend(page);
        let cleaned = clean(&both).expect("it is a picture");
        assert!(!holds(&cleaned.whole.1, b"script"));
        // Half a picture is none.
        let half = as_format(two(400, 300), ImageFormat::Png);
        assert_eq!(clean(&half[..half.len() / 2]), Err(Unfit::Broken));
    }

    #[test]
    fn b43_a_picture_is_no_larger_than_a_screen_and_a_trap_is_not_unfolded() {
        let cleaned = clean(&as_format(two(4000, 1000), ImageFormat::Png)).expect("a picture");
        assert_eq!((cleaned.width, cleaned.height), (2560, 640));
        let small = image::load_from_memory(&cleaned.small.1).expect("it is read");
        assert_eq!((small.width(), small.height()), (480, 120));
        // Fifty thousand by fifty thousand points, in a few bytes.
        let mut trap = as_format(two(8, 8), ImageFormat::Png);
        trap[16..24].copy_from_slice(&[0, 0, 0xc3, 0x50, 0, 0, 0xc3, 0x50]);
        let crc = crc(&trap[12..29]).to_be_bytes();
        trap[29..33].copy_from_slice(&crc);
        assert_eq!(clean(&trap), Err(Unfit::Large));
        assert_eq!(clean(&vec![0; LARGEST + 1]), Err(Unfit::Heavy));
    }

    /// The check of a chunk of PNG.
    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |crc: u32, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
            })
        })
    }

    #[test]
    fn b43_what_can_be_seen_through_stays_so_and_drawings_stay_sharp() {
        let clear =
            RgbaImage::from_fn(60, 60, |x, _| Rgba([200, 40, 40, if x < 30 { 0 } else { 255 }]));
        let cleaned = clean(&as_format(clear, ImageFormat::Png)).expect("a picture");
        assert_eq!((cleaned.whole.0, cleaned.small.0), (Form::Png, Form::Png));
        let again = image::load_from_memory(&cleaned.whole.1).expect("it is read").to_rgba8();
        assert_eq!((again.get_pixel(5, 5).0[3], again.get_pixel(50, 5).0[3]), (0, 255));
        let drawing = clean(&as_format(two(800, 600), ImageFormat::Png)).expect("a picture");
        assert_eq!(drawing.whole.0, Form::Png, "flat colours take less room so");
        let photo = clean(&as_format(two(800, 600), ImageFormat::Jpeg)).expect("a picture");
        assert_eq!(photo.whole.0, Form::Jpeg);
    }
}
