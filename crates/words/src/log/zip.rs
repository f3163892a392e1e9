//! The container of a document: files one after another, not compressed, and a list of them.

/// A zip file of these files.
///
/// # Panics
/// When it would be larger than such a container may be, four gigabytes.
pub(super) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = Vec::new();
    let mut list = Vec::new();
    for (name, bytes) in files {
        let at = size(zip.len());
        let (crc, length) = (crc(bytes), size(bytes.len()));
        // Version 2.0, names in UTF-8, stored, the first moment there is, checks, lengths.
        let mut about = Vec::new();
        for number in [20_u16, 0x0800, 0, 0, 0x21] {
            about.extend(number.to_le_bytes());
        }
        for number in [crc, length, length] {
            about.extend(number.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).expect("a short name").to_le_bytes());
        about.extend([0, 0]);
        zip.extend(*b"PK\x03\x04");
        zip.extend(&about);
        zip.extend(name.as_bytes());
        zip.extend(*bytes);
        list.extend(*b"PK\x01\x02");
        list.extend([20, 0]);
        list.extend(&about);
        list.extend([0; 10]);
        list.extend(at.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (at, length) = (size(zip.len()), size(list.len()));
    let count = u16::try_from(files.len()).expect("few files").to_le_bytes();
    zip.extend(list);
    zip.extend(*b"PK\x05\x06\0\0\0\0");
    zip.extend(count);
    zip.extend(count);
    zip.extend(length.to_le_bytes());
    zip.extend(at.to_le_bytes());
    zip.extend([0, 0]);
    zip
}

fn size(length: usize) -> u32 {
    u32::try_from(length).expect("less than four gigabytes")
}

/// The check of a file.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
        })
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn b50_the_check_of_a_file_is_the_usual_one() {
        assert_eq!(super::crc(b"123456789"), 0xcbf4_3926);
    }
}
