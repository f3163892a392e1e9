//! `mistline serve` as a process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running `mistline serve`, killed when it is dropped.
pub struct Running {
    child: Child,
    pub address: SocketAddr,
}

impl Running {
    pub fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mistline"))
            .args(["--lang", "en", "serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
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
        // It goes on telling where it is; nobody listening would end it.
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        Self { child, address }
    }

    /// kill -9: no warning, nothing finished.
    pub fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A process that has ended already cannot be killed; both are fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
