//! The seat this machine keeps at a server's table: its cookie, as a browser keeps it (B-02). Nobody
//! else comes back to the seat by knowing the invitation and the name.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::folder::make_private;
use crate::settings::usual_folder;

/// Where the cookie of one seat is kept.
#[derive(Debug)]
pub struct Kept(PathBuf);

impl Kept {
    /// The seat of those who come by this link under this name.
    pub fn new(link: &str, name: Option<&str>) -> Self {
        Self::within(&usual_folder(), link, name)
    }

    fn within(folder: &Path, link: &str, name: Option<&str>) -> Self {
        let mut hash = Sha256::new();
        hash.update(link.as_bytes());
        hash.update([0]);
        hash.update(name.unwrap_or_default().as_bytes());
        let file: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Self(folder.join("seats").join(file))
    }

    /// The cookie, if there is one.
    pub fn cookie(&self) -> Option<String> {
        fs::read_to_string(&self.0).ok()
    }

    /// Keeps a cookie, readable by its owner only.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&self, cookie: &str) -> io::Result<()> {
        if let Some(folder) = self.0.parent() {
            make_private(folder)?;
        }
        let mut options = fs::File::options();
        options.create(true).write(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.0)?.write_all(cookie.as_bytes())
    }

    /// Forgets a cookie that opens nothing any more.
    pub fn forget(&self) {
        // One that was never kept is forgotten already.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b02_a_seat_is_kept_by_link_and_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = |link, name| Kept::within(folder.path(), link, Some(name));
        kept("l", "叶岚").keep("mistline-seat=x").expect("written");
        assert_eq!(kept("l", "叶岚").cookie().as_deref(), Some("mistline-seat=x"));
        assert_eq!(kept("l", "周默").cookie(), None);
        assert_eq!(kept("m", "叶岚").cookie(), None);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = fs::metadata(&kept("l", "叶岚").0).expect("a file");
            assert_eq!(file.permissions().mode() & 0o777, 0o600);
        }
        kept("l", "叶岚").forget();
        assert_eq!(kept("l", "叶岚").cookie(), None);
    }
}
