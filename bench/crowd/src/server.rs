//! The server under load, and what it takes of the machine.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A running server, ended when it is dropped.
pub struct Server {
    child: Child,
    pub host: String,
}

impl Server {
    /// Starts `mistline serve` on a folder; each fsync takes `slower` longer.
    pub fn start(binary: &Path, folder: &Path, slower: Duration) -> io::Result<Self> {
        Self::with(Command::new(binary), folder, slower)
    }

    /// Starts one of several that share a PostgreSQL database.
    pub fn sharing(binary: &Path, folder: &Path, database: &str) -> io::Result<Self> {
        let mut server = Command::new(binary);
        server.env("MISTLINE_DATABASE", database);
        Self::with(server, folder, Duration::ZERO)
    }

    fn with(mut server: Command, folder: &Path, slower: Duration) -> io::Result<Self> {
        if !slower.is_zero() {
            // `bench/slow_disk.c`, as `bench/load` has built it.
            let slow = std::env::var_os("LOAD_SLOW_DISK").ok_or(io::ErrorKind::NotFound)?;
            server.env("LD_PRELOAD", slow).env("SLOW_DISK_MS", slower.as_millis().to_string());
        }
        let mut child = server
            .args(["--lang", "en", "serve", "--no-limits", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .env("MISTLINE_LOG", "warn")
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()?;
        let out = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut lines = BufReader::new(out).lines();
        let port = loop {
            let line = lines.next().ok_or(io::ErrorKind::UnexpectedEof)??;
            if let Some((_, rest)) = line.split_once("http://localhost:") {
                break rest.chars().take_while(char::is_ascii_digit).collect::<String>();
            }
        };
        // What it says later must not fill the pipe.
        thread::spawn(move || lines.for_each(drop));
        Ok(Self { child, host: format!("127.0.0.1:{port}") })
    }

    /// Resident memory in bytes.
    pub fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        kilobytes.unwrap_or(0u64) * 1024
    }

    /// Processor time used so far.
    pub fn worked(&self) -> Duration {
        worked(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        if sent.is_err() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// The processor time a process has used; `self` for this one.
pub fn worked(process: &str) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|field| field.parse::<u64>().ok())
        .sum();
    // A tick is a hundredth of a second on every Linux there is.
    Duration::from_millis(10 * ticks)
}

/// What the machine itself allows: a thread that does nothing but write a page and sync it every
/// five milliseconds, each timed in microseconds from the moment it was due.
pub fn bare_writes(folder: &Path, slower: Duration) -> io::Result<Vec<u32>> {
    const EVERY: Duration = Duration::from_millis(5);
    let path = folder.join("bare");
    let mut file = fs::File::create(&path)?;
    let mut times = Vec::new();
    let mut due = Instant::now() + EVERY;
    for _ in 0..1000 {
        thread::sleep(due.saturating_duration_since(Instant::now()));
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        let took = due.elapsed() + slower;
        times.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
        due = (due + EVERY).max(Instant::now());
    }
    fs::remove_file(path)?;
    times.sort_unstable();
    Ok(times)
}

/// How long it takes to write a page to the end of a file and have it on disk: the median and the
/// longest of many times.
pub fn fsync_cost(folder: &Path) -> io::Result<(Duration, Duration)> {
    let path = folder.join("fsync");
    let mut file = fs::File::create(&path)?;
    let mut times = Vec::new();
    for _ in 0..200 {
        file.write_all(&[7; 4096])?;
        let start = Instant::now();
        file.sync_data()?;
        times.push(start.elapsed());
    }
    fs::remove_file(path)?;
    times.sort();
    Ok((times[times.len() / 2], times[times.len() - 1]))
}
