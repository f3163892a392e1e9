//! `mistline serve` as a process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

/// A running `mistline serve`, killed when it is dropped.
pub struct Running {
    child: Child,
    out: Option<BufReader<ChildStdout>>,
    pub address: SocketAddr,
}

impl Running {
    pub fn start(folder: &Path, listen: &str) -> Self {
        Self::logging(folder, listen, Stdio::null())
    }

    pub fn logging(folder: &Path, listen: &str, log: Stdio) -> Self {
        Self::by(Command::new(env!("CARGO_BIN_EXE_mistline")), folder, listen, log)
    }

    /// One of several that share a database.
    pub fn sharing(database: &str, folder: &Path, listen: &str, log: Stdio) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_mistline"));
        program.env("MISTLINE_DATABASE", database).env("MISTLINE_NO_LIMITS", "true");
        Self::by(program, folder, listen, log)
    }

    /// With so few files and connections that it may have open at once.
    #[cfg(unix)]
    pub fn with_descriptors(folder: &Path, listen: &str, most: u32) -> Self {
        let mut limited = Command::new("sh");
        let run = format!("ulimit -n {most}; exec \"$0\" \"$@\"");
        limited.args(["-c", &run, env!("CARGO_BIN_EXE_mistline")]);
        Self::by(limited, folder, listen, Stdio::null())
    }

    fn by(mut program: Command, folder: &Path, listen: &str, log: Stdio) -> Self {
        let mut child = program
            .args(["--lang", "en", "serve", "--listen", listen, "--log", "debug", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("it starts");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let address = loop {
            let mut line = String::new();
            assert_ne!(out.read_line(&mut line).expect("readable"), 0, "it says where it is");
            if let Some(port) = line.split_once("http://localhost:").map(|(_, rest)| rest) {
                let port: String = port.chars().take_while(char::is_ascii_digit).collect();
                break SocketAddr::from(([127, 0, 0, 1], port.parse().expect("a port")));
            }
        };
        Self { child, out: Some(out), address }
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Reads no more of what it says.
    pub fn ignore(&mut self) {
        self.out = None;
    }

    /// kill -9: no warning, nothing finished.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }

    #[cfg(unix)]
    pub fn terminate(mut self) -> (ExitStatus, String) {
        let id = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status().expect("kill");
        assert!(told.success());
        let mut rest = String::new();
        if let Some(mut out) = self.out.take() {
            while out.read_line(&mut rest).expect("readable") > 0 {}
        }
        (self.child.wait().expect("it ends"), rest)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A process that has ended already cannot be killed; both are fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
