//! Files and folders that only their owner can read (B-79): the seeds of dice and whispers are in
//! them. On systems without such permissions, whatever the system does by itself.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a folder that only its owner can look into, and those around it that are missing. One that
/// is there stays as it is.
///
/// # Errors
/// When it cannot be made.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    let there = folder.is_dir();
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    if !there {
        adopt(folder);
    }
    Ok(())
}

/// Makes a file that only its owner can read, in the place of one that is there.
///
/// # Errors
/// When it cannot be written.
pub fn create(file: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(file)?;
    close(file)?;
    Ok(made)
}

/// Copies a file into one that only its owner can read.
///
/// # Errors
/// When one cannot be read or the other not be written.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut written = create(to)?;
    io::copy(&mut File::open(from)?, &mut written)?;
    written.sync_all()
}

/// Whether others than the owner may read or change a file or folder.
#[must_use]
pub fn is_open(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path).is_ok_and(|there| there.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Takes all rights of others than the owner away.
///
/// # Errors
/// When it is not ours.
pub fn close(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if is_open(path) {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = fs::metadata(path)?.permissions();
        permissions.set_mode(permissions.mode() & 0o7700);
        fs::set_permissions(path, permissions)?;
    }
    Ok(())
}

/// Gives what root has made to whoever the folder around it belongs to, so that a service that
/// runs as another user can read it.
pub fn adopt(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, chown};
        let around = path.parent().and_then(|folder| fs::metadata(folder).ok());
        if let (Some(around), Ok(there)) = (around, fs::metadata(path))
            && around.uid() != there.uid()
        {
            // Only root may, and only root has to.
            let _ = chown(path, Some(around.uid()), Some(around.gid()));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Makes the file of a database before SQLite does, which would let others read it; its companions
/// get the rights and the owner of the file itself.
pub(super) fn prepare_database(file: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // If it cannot be made, SQLite says why.
    if options.open(file).is_ok() {
        adopt(file);
    }
    for companion in ["", "-wal", "-shm"] {
        let mut path = file.as_os_str().to_owned();
        path.push(companion);
        // One that is not ours is for its owner to close; `doctor` says so.
        let _ = close(Path::new(&path));
    }
}
