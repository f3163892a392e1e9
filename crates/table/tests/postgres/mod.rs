//! A real PostgreSQL of the tests' own: from Debian's package, on a socket in a folder of its own,
//! gone when the tests are, however they end.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

/// Who the server runs as: PostgreSQL refuses to be root.
const USER: &str = "postgres";

/// A PostgreSQL server.
pub struct Postgres {
    folder: TempDir,
    settings: Vec<String>,
    /// Whether it is never dropped, so that it has to remove its folder by itself.
    shared: bool,
    running: Option<Running>,
}

/// The process: it ends when its standard input is closed, so also when the tests are killed.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
}

/// Runs the server and, when nobody holds its standard input any more, stops it and removes the
/// folder that is named.
const KEEPER: &str = r#"
folder=$1; shift
exec 3<&0
"$@" </dev/null 3<&- &
pid=$!
( cat <&3 >/dev/null; kill -INT $pid; while kill -0 $pid; do sleep 0.05; done; rm -rf "$folder" ) 2>/dev/null &
exec 3<&-
wait $pid
"#;

impl Postgres {
    /// Makes a new one and starts it.
    pub fn start() -> Self {
        Self::with(&[])
    }

    fn shared() -> Self {
        Self::made(true, |_| Vec::new())
    }

    /// The same with further settings, as `fsync=off`.
    pub fn with(settings: &[&str]) -> Self {
        Self::prepared(|_| settings.iter().map(|text| (*text).to_owned()).collect())
    }

    /// The same with what is put into its folder before it starts, and settings that follow.
    pub fn prepared(prepare: impl FnOnce(&Path) -> Vec<String>) -> Self {
        Self::made(false, prepare)
    }

    fn made(shared: bool, prepare: impl FnOnce(&Path) -> Vec<String>) -> Self {
        let folder = tempfile::Builder::new().prefix("mistline-pg-").tempdir().expect("a folder");
        if is_root() {
            let owner = format!("{USER}:");
            let owned = Command::new("chown").arg(owner).arg(folder.path()).status();
            assert!(owned.expect("chown").success(), "Debian's package has made the user");
        }
        let data = folder.path().join("data");
        let mut make = as_user(&program("initdb"));
        make.args(["--no-sync", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "mistline"]);
        let made = make.arg("-D").arg(&data).output().expect("initdb");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let settings = prepare(folder.path());
        let mut server = Self { folder, settings, shared, running: None };
        server.begin();
        server
    }

    /// Starts it again after [`Postgres::kill`].
    pub fn begin(&mut self) {
        assert!(self.running.is_none(), "it runs already");
        loop {
            match self.try_begin() {
                Some(running) => break self.running = Some(running),
                // Those that a killed server leaves behind have not all noticed yet.
                None => std::thread::sleep(std::time::Duration::from_millis(50)),
            }
        }
    }

    fn try_begin(&self) -> Option<Running> {
        let mut start = as_user(Path::new("sh"));
        let removed = self.folder.path().join(if self.shared { "" } else { "nothing" });
        start.args(["-c", KEEPER, "sh"]).arg(removed).arg(program("postgres"));
        start.arg("-D").arg(self.folder.path().join("data"));
        let socket = format!("unix_socket_directories={}", self.folder.path().display());
        let usual = ["listen_addresses=", "max_connections=200", "shared_buffers=32MB", &socket];
        for setting in usual.into_iter().chain(self.settings.iter().map(String::as_str)) {
            start.args(["-c", setting]);
        }
        start.env("LC_ALL", "C").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = start.spawn().expect("it starts");
        let input = child.stdin.take();
        let mut said = BufReader::new(child.stderr.take().expect("its words"));
        loop {
            let mut line = String::new();
            if said.read_line(&mut line).expect("readable") == 0 {
                child.wait().expect("it is gone");
                return None;
            }
            if line.contains("ready to accept connections") {
                break;
            }
        }
        // It must be able to go on talking.
        std::thread::spawn(move || std::io::copy(&mut said, &mut std::io::sink()));
        Some(Running { child, input })
    }

    /// kill -9 of the server.
    pub fn kill(&mut self) {
        let mut running = self.running.take().expect("it runs");
        let id = std::fs::read_to_string(self.folder.path().join("data/postmaster.pid"));
        let id = id.expect("it says who it is").lines().next().expect("a line").to_owned();
        let killed = Command::new("kill").args(["-9", &id]).status().expect("kill");
        assert!(killed.success());
        running.child.wait().expect("it is gone");
    }

    /// A new, empty database.
    pub fn database(&self, name: &str) -> String {
        let create = format!("CREATE DATABASE \"{name}\" TEMPLATE template0");
        self.sql("postgres", &create);
        self.url(name)
    }

    /// Its socket.
    #[allow(dead_code, reason = "not every program that shares this file asks for it")]
    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// The address of a database.
    pub fn url(&self, name: &str) -> String {
        format!("postgres:///{name}?host={}&user=mistline", self.folder.path().display())
    }

    /// Has a database do something; what it says.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        let mut ask = Command::new(program("psql"));
        ask.args(["-X", "-q", "-A", "-t", "-U", "mistline", "-v", "ON_ERROR_STOP=1", "-c", sql]);
        let asked = ask.arg("-h").arg(self.folder.path()).arg(database).output().expect("psql");
        assert!(asked.status.success(), "{sql}: {}", String::from_utf8_lossy(&asked.stderr));
        String::from_utf8(asked.stdout).expect("text")
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut running) = self.running.take() {
            drop(running.input.take());
            let _ = running.child.wait();
        }
    }
}

/// The address of an empty place in a server that all tests of this program share.
#[allow(dead_code, reason = "not every program that shares this file asks for it")]
pub fn fresh() -> String {
    static SHARED: OnceLock<Postgres> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let server = SHARED.get_or_init(|| {
        let server = Postgres::shared();
        server.database("tests");
        server
    });
    let name = format!("t{}", COUNT.fetch_add(1, Ordering::Relaxed));
    server.sql("tests", &format!("CREATE SCHEMA {name}"));
    format!("{}&options=-c%20search_path%3D{name}", server.url("tests"))
}

/// A program of PostgreSQL, the newest that is installed.
fn program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut found: Vec<(u32, PathBuf)> = versions
        .filter_map(|entry| {
            let folder = entry.ok()?.path();
            let version = folder.file_name()?.to_str()?.parse().ok()?;
            Some((version, folder.join("bin").join(name)))
        })
        .filter(|(_, program)| program.is_file())
        .collect();
    found.sort();
    // Elsewhere than in Debian it is found as any program is.
    found.pop().map_or_else(|| name.into(), |(_, program)| program)
}

fn as_user(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut run = Command::new("runuser");
    run.args(["-u", USER, "--"]).arg(program);
    // Where the tests run is not for everyone to look into.
    run.current_dir("/");
    run
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id");
    id.stdout.trim_ascii() == b"0"
}
