//! A disk that can lose power, fill up and fail, under the real SQLite.
//!
//! SQLite reaches files through a table of functions. Ours are put into it for writing, truncating
//! and syncing: they do what they should and remember which bytes are only written and which are
//! synced. Nothing is mocked: the bytes are on the real disk, and files of folders that are not
//! watched are not touched.
#![allow(unsafe_code, reason = "SQLite's table of file functions is C")]

use std::collections::{BTreeMap, HashMap};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use libsqlite3_sys as sqlite;

/// What becomes of writing and syncing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Health {
    Fine,
    /// No space is left.
    Full,
    /// What is written is not kept, and the disk says so.
    Broken,
    /// Writing goes well, syncing does not.
    Unsynced,
    /// Now and then a sync of the log fails, and what it should have synced never reaches the disk,
    /// though it can still be read and later syncs go well: so Linux does it.
    Forgetful,
}

/// A watched folder.
pub struct Disk {
    folder: PathBuf,
}

/// What is known of a file: the bytes that are surely on disk, and what came after.
#[derive(Clone, Default)]
struct Watched {
    synced: Vec<u8>,
    /// How many changes are among them.
    synced_changes: u64,
    since: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Truncate(size) => bytes.truncate(*size),
            Change::Write(at, written) => {
                let end = at + written.len();
                bytes.resize(bytes.len().max(end), 0);
                bytes[*at..end].copy_from_slice(written);
            }
        }
    }
}

#[derive(Default)]
struct Watch {
    folders: BTreeMap<PathBuf, Health>,
    /// By path.
    files: BTreeMap<PathBuf, Watched>,
    /// The path of each open file, by its address in SQLite.
    open: HashMap<usize, PathBuf>,
}

static WATCH: LazyLock<Mutex<Watch>> = LazyLock::new(|| {
    install();
    Mutex::default()
});

fn watch() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Disk {
    /// Watches the files SQLite opens in this folder from now on.
    pub fn at(folder: &Path) -> Self {
        let folder = folder.canonicalize().expect("the folder is there");
        watch().folders.insert(folder.clone(), Health::Fine);
        Self { folder }
    }

    pub fn set(&self, health: Health) {
        watch().folders.insert(self.folder.clone(), health);
    }

    /// The disk under the write-ahead log that a store itself syncs.
    pub fn under(&self, database: &Path) -> Arc<dyn table::Disk> {
        let mut path = database.as_os_str().to_owned();
        path.push("-wal");
        Arc::new(UnderLog {
            folder: self.folder.clone(),
            path: path.into(),
            faults: Mutex::default(),
        })
    }

    /// Writes into `to` what is left if the power fails now: all that was synced, and of what was
    /// written since some sectors and others not, as `dice` falls.
    pub fn lose_power(&self, to: &Path, mut dice: u64) {
        let files = watch().files.clone();
        for (path, file) in files.iter().filter(|(path, _)| path.starts_with(&self.folder)) {
            let mut bytes = file.synced.clone();
            for change in &file.since {
                let sectors: Vec<Change> = match change {
                    Change::Truncate(size) => vec![Change::Truncate(*size)],
                    Change::Write(at, written) => {
                        let sectors = written.chunks(SECTOR).enumerate();
                        let piece =
                            |(n, it): (usize, &[u8])| Change::Write(at + n * SECTOR, it.to_vec());
                        sectors.map(piece).collect()
                    }
                };
                for sector in sectors {
                    dice ^= dice << 13;
                    dice ^= dice >> 7;
                    dice ^= dice << 17;
                    if dice.is_multiple_of(2) {
                        sector.apply(&mut bytes);
                    }
                }
            }
            let name = path.file_name().expect("files have names");
            std::fs::write(to.join(name), bytes).expect("the other folder is fine");
        }
    }
}

struct UnderLog {
    folder: PathBuf,
    path: PathBuf,
    faults: Mutex<Faults>,
}

/// Faults of a disk: each is told once to every file that was open when it happened.
#[derive(Default)]
struct Faults {
    syncs: u64,
    happened: u64,
    /// How many had happened when the files were opened.
    before: u64,
    told: HashMap<RawFd, u64>,
}

impl Faults {
    /// Whether this file is told of a fault.
    fn tell(&mut self, log: &File) -> bool {
        let told = self.told.entry(log.as_raw_fd()).or_insert(self.before);
        std::mem::replace(told, self.happened) < self.happened
    }
}

impl UnderLog {
    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl table::Disk for UnderLog {
    fn sync(&self, log: &File) -> io::Result<()> {
        let before = written(&self.path);
        let health = watch().folders.get(&self.folder).copied().unwrap_or(Health::Fine);
        let ill = || io::Error::other("the disk is not well");
        match health {
            // To sync what is there takes no space.
            Health::Fine | Health::Full => {}
            Health::Broken | Health::Unsynced => return Err(ill()),
            Health::Forgetful => {
                let mut faults = self.faults();
                faults.syncs += 1;
                if faults.syncs.is_multiple_of(7) {
                    forget_changes(&self.path);
                    faults.happened += 1;
                }
            }
        }
        log.sync_data()?;
        // No fault happens from here on to what this file is told to be on disk.
        let mut faults = self.faults();
        if faults.tell(log) {
            return Err(ill());
        }
        synced(&self.path, before);
        Ok(())
    }

    fn write(&self, mut log: &File, bytes: &[u8]) -> io::Result<()> {
        log.rewind()?;
        log.write_all(bytes)?;
        remember(Some(self.path.clone()), Change::Write(0, bytes.to_vec()));
        // The store has opened its files anew.
        let mut faults = self.faults();
        faults.told.clear();
        faults.before = faults.happened;
        Ok(())
    }
}

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

impl Drop for Disk {
    fn drop(&mut self) {
        let mut watch = watch();
        watch.folders.remove(&self.folder);
        watch.files.retain(|path, _| !path.starts_with(&self.folder));
    }
}

/// The machine's own functions, which ours call.
static REAL: LazyLock<Mutex<HashMap<usize, Box<sqlite::sqlite3_io_methods>>>> =
    LazyLock::new(Mutex::default);

type Open = unsafe extern "C" fn(
    *mut sqlite::sqlite3_vfs,
    *const c_char,
    *mut sqlite::sqlite3_file,
    c_int,
    *mut c_int,
) -> c_int;

type Delete = unsafe extern "C" fn(*mut sqlite::sqlite3_vfs, *const c_char, c_int) -> c_int;

static REAL_OPEN: OnceLock<Open> = OnceLock::new();
static REAL_DELETE: OnceLock<Delete> = OnceLock::new();

/// Puts our way of opening files into SQLite's usual one.
fn install() {
    // SAFETY: the usual file system lives as long as the program, and nobody opens a file by it
    // before `WATCH` is there: tests that watch a folder do so first.
    unsafe {
        let usual = sqlite::sqlite3_vfs_find(std::ptr::null());
        assert!(!usual.is_null(), "SQLite has a file system");
        let real = (*usual).xOpen.expect("it can open files");
        let delete = (*usual).xDelete.expect("it can delete files");
        if REAL_OPEN.set(real).is_ok() && REAL_DELETE.set(delete).is_ok() {
            (*usual).xOpen = Some(open);
            (*usual).xDelete = Some(forget);
        }
    }
}

/// Opens a file, and has us hear of what is done to it if its folder is watched.
unsafe extern "C" fn open(
    system: *mut sqlite::sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let real = REAL_OPEN.get().expect("it was kept when ours was put in");
    // SAFETY: as SQLite calls it; the name, if any, is text that ends with a zero.
    unsafe {
        let opened = real(system, name, file, flags, out);
        if opened != sqlite::SQLITE_OK || name.is_null() || (*file).pMethods.is_null() {
            return opened;
        }
        let path = PathBuf::from(CStr::from_ptr(name).to_string_lossy().into_owned());
        let mut watch = watch();
        let watched = path.parent().is_some_and(|folder| watch.folders.contains_key(folder));
        if watched {
            (*file).pMethods = ours((*file).pMethods);
            watch.open.insert(file as usize, path.clone());
            // What is there already when it is first opened was synced by whoever wrote it.
            watch.files.entry(path.clone()).or_insert_with(|| Watched {
                synced: std::fs::read(&path).unwrap_or_default(),
                ..Watched::default()
            });
        }
        opened
    }
}

/// Deletes a file. A rollback journal that is gone must not come back with the power.
unsafe extern "C" fn forget(
    system: *mut sqlite::sqlite3_vfs,
    name: *const c_char,
    sync_folder: c_int,
) -> c_int {
    let real = REAL_DELETE.get().expect("it was kept when ours was put in");
    // SAFETY: as SQLite calls it; the name is text that ends with a zero.
    unsafe {
        let deleted = real(system, name, sync_folder);
        if deleted == sqlite::SQLITE_OK {
            let path = PathBuf::from(CStr::from_ptr(name).to_string_lossy().into_owned());
            watch().files.remove(&path);
        }
        deleted
    }
}

/// The functions with ours put in; one table for each table SQLite uses, kept for ever.
unsafe fn ours(real: *const sqlite::sqlite3_io_methods) -> *const sqlite::sqlite3_io_methods {
    static OURS: LazyLock<Mutex<HashMap<usize, usize>>> = LazyLock::new(Mutex::default);
    let mut tables = OURS.lock().unwrap_or_else(PoisonError::into_inner);
    *tables.entry(real as usize).or_insert_with(|| {
        // SAFETY: SQLite's tables of functions are constant.
        let mut table = unsafe { std::ptr::read(real) };
        let kept = unsafe { Box::new(std::ptr::read(real)) };
        table.xWrite = Some(write);
        table.xTruncate = Some(truncate);
        table.xSync = Some(sync);
        let table = Box::leak(Box::new(table)) as *const _ as usize;
        REAL.lock().unwrap_or_else(PoisonError::into_inner).insert(table, kept);
        table
    }) as *const _
}

/// The machine's own functions for a file, and how its folder's disk is.
unsafe fn real(
    file: *mut sqlite::sqlite3_file,
) -> (sqlite::sqlite3_io_methods, Health, Option<PathBuf>) {
    // SAFETY: the file is open, so its table is one of ours.
    let table = unsafe { (*file).pMethods } as usize;
    let tables = REAL.lock().unwrap_or_else(PoisonError::into_inner);
    let methods = **tables.get(&table).expect("one of ours");
    drop(tables);
    let watch = watch();
    let path = watch.open.get(&(file as usize)).cloned();
    let folder = path.as_deref().and_then(Path::parent);
    let health = folder.and_then(|folder| watch.folders.get(folder)).copied();
    (methods, health.unwrap_or(Health::Fine), path)
}

fn remember(path: Option<PathBuf>, change: Change) {
    if let Some(path) = path
        && let Some(file) = watch().files.get_mut(&path)
    {
        file.since.push(change);
    }
}

unsafe extern "C" fn write(
    file: *mut sqlite::sqlite3_file,
    bytes: *const c_void,
    amount: c_int,
    at: i64,
) -> c_int {
    // SAFETY: as SQLite calls it: `amount` bytes are there to be written.
    unsafe {
        let (methods, health, path) = real(file);
        match health {
            Health::Full => return sqlite::SQLITE_FULL,
            Health::Broken => return sqlite::SQLITE_IOERR_WRITE,
            Health::Fine | Health::Unsynced | Health::Forgetful => {}
        }
        let written = methods.xWrite.expect("files can be written")(file, bytes, amount, at);
        if written == sqlite::SQLITE_OK {
            let bytes = std::slice::from_raw_parts(bytes.cast::<u8>(), amount as usize).to_vec();
            remember(path, Change::Write(at as usize, bytes));
        }
        written
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite::sqlite3_file, size: i64) -> c_int {
    // SAFETY: as SQLite calls it.
    unsafe {
        let (methods, health, path) = real(file);
        if !matches!(health, Health::Fine | Health::Forgetful) {
            return sqlite::SQLITE_IOERR_TRUNCATE;
        }
        let cut = methods.xTruncate.expect("files can be truncated")(file, size);
        if cut == sqlite::SQLITE_OK {
            remember(path, Change::Truncate(size as usize));
        }
        cut
    }
}

unsafe extern "C" fn sync(file: *mut sqlite::sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: as SQLite calls it.
    unsafe {
        let (methods, health, path) = real(file);
        if matches!(health, Health::Broken | Health::Unsynced) {
            return sqlite::SQLITE_IOERR_FSYNC;
        }
        let before = path.as_deref().map(written);
        let done = methods.xSync.expect("files can be synced")(file, flags);
        if done == sqlite::SQLITE_OK
            && let (Some(path), Some(before)) = (path, before)
        {
            synced(&path, before);
        }
        done
    }
}

/// How many changes a file has seen. Only what was written before a sync begins is synced by it.
fn written(path: &Path) -> u64 {
    watch().files.get(path).map_or(0, |file| file.synced_changes + file.since.len() as u64)
}

/// So many changes of a file, counted from its first, are on disk.
fn synced(path: &Path, changes: u64) {
    if let Some(file) = watch().files.get_mut(path) {
        let count = changes.saturating_sub(file.synced_changes) as usize;
        for change in file.since.drain(..count.min(file.since.len())).collect::<Vec<_>>() {
            change.apply(&mut file.synced);
            file.synced_changes += 1;
        }
    }
}

/// What a file was to sync will never be on disk.
fn forget_changes(path: &Path) {
    if let Some(file) = watch().files.get_mut(path) {
        file.synced_changes += file.since.drain(..).len() as u64;
    }
}
