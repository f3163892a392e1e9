//! Real peers as processes: started on free ports, driven by HTTP, ended by their id.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bridge::net::{Address, ask};
use serde_json::{Value as Json, json};
use tokio::time::{Instant, sleep};

/// Fails a test that hangs; on a busy machine a peer may take long to start.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The token both sides are given.
pub const TOKEN: &str = "a-token";

/// Whose code speaks on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Our simulator of an implementation of OneBot v11.
    OneBot,
    /// satori-python's own server.
    SatoriPython,
    /// Koishi's Satori server.
    SatoriKoishi,
    /// satori-python's bridge: the simulator speaks OneBot to it, and it speaks Satori to us.
    SatoriBridge,
}

/// A peer that runs.
pub struct Peer {
    pub kind: Kind,
    child: Child,
    /// What stands between the simulator and us.
    between: Option<Child>,
    pub port: u16,
    control: u16,
    arguments: Vec<String>,
}

/// What the other side was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The group, or `private:USER`.
    pub to: String,
    pub text: String,
    pub raw: Json,
}

pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace")
}

fn installed(path: &str) -> PathBuf {
    let path = root().join("target/peers").join(path);
    assert!(path.exists(), "{} is missing: run scripts/peers", path.display());
    path
}

fn scripts() -> PathBuf {
    root().join("crates/bridge/tests/peers/real")
}

fn start(kind: Kind, port: u16, control: u16, more: &[String]) -> Child {
    let scripts = scripts();
    let python = || installed("venv/bin/python");
    let mut command = match kind {
        Kind::OneBot | Kind::SatoriBridge => {
            let mut command = Command::new(python());
            command.arg(scripts.join("onebot_impl.py"));
            command.args(["--port", &port.to_string(), "--control", &control.to_string()]);
            command.args(["--token", TOKEN]).args(more);
            command
        }
        Kind::SatoriPython => {
            let mut command = Command::new(python());
            command.arg(scripts.join("satori_python.py"));
            command
        }
        Kind::SatoriKoishi => {
            let mut command = Command::new("node");
            command.arg(scripts.join("satori_koishi.js"));
            command.env("NODE_PATH", installed("koishi-satori/node_modules"));
            command
        }
    };
    let command = command
        .env("TOKEN", TOKEN)
        .env("PORT", port.to_string())
        .env("CONTROL", control.to_string());
    quietly(command).spawn().unwrap_or_else(|fault| panic!("{kind:?}: {fault}"))
}

fn quietly(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

impl Peer {
    pub async fn start(kind: Kind, more: &[&str]) -> Self {
        Self::start_at(kind, free_port(), more).await
    }

    pub async fn start_at(kind: Kind, port: u16, more: &[&str]) -> Self {
        let (mut port, control) = (port, free_port());
        let arguments: Vec<String> = more.iter().map(|it| (*it).to_owned()).collect();
        let child = start(kind, port, control, &arguments);
        let between = (kind == Kind::SatoriBridge).then(|| {
            let simulator = port;
            port = free_port();
            let mut command = Command::new(installed("venv/bin/python"));
            command
                .arg(scripts().join("satori_bridge.py"))
                .env("FORWARD", format!("ws://127.0.0.1:{simulator}/"))
                .env("TOKEN", TOKEN)
                .env("PORT", port.to_string());
            quietly(&mut command).spawn().unwrap_or_else(|fault| panic!("{kind:?}: {fault}"))
        });
        let peer = Self { kind, child, between, port, control, arguments };
        peer.is_up().await;
        peer
    }

    async fn is_up(&self) {
        let begun = Instant::now();
        while self.try_call("sent", json!({})).await.is_none() {
            assert!(begun.elapsed() < PATIENCE, "{:?} does not start", self.kind);
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Kills it and starts it again on the same ports; what it was sent is forgotten.
    pub async fn restart(&mut self) {
        self.kill();
        self.child = start(self.kind, self.port, self.control, &self.arguments);
        self.is_up().await;
    }

    pub fn kill(&mut self) {
        // One that has ended already is as good.
        for child in [Some(&mut self.child), self.between.as_mut()].into_iter().flatten() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    async fn try_call(&self, what: &str, body: Json) -> Option<Json> {
        let address = Address::read(&format!("http://127.0.0.1:{}/{what}", self.control))?;
        let body = body.to_string().into_bytes();
        let asked = ask(&address, hyper::Method::POST, Vec::new(), body, PATIENCE).await;
        serde_json::from_slice(&asked.ok()?.1).ok()
    }

    pub async fn call(&self, what: &str, body: Json) -> Json {
        self.try_call(what, body).await.unwrap_or_else(|| panic!("{what}: no answer"))
    }

    fn is_onebot(&self) -> bool {
        matches!(self.kind, Kind::OneBot | Kind::SatoriBridge)
    }

    /// Somebody writes something, in a group or in private; the message's id.
    pub async fn say(&self, group: Option<&str>, user: &str, name: &str, text: &str) -> Json {
        self.say_with(group, user, name, text, json!({})).await
    }

    pub async fn say_with(
        &self,
        group: Option<&str>,
        user: &str,
        name: &str,
        text: &str,
        more: Json,
    ) -> Json {
        let text = match self.is_onebot() {
            true => text.to_owned(),
            false => text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"),
        };
        let mut body = json!({ "user": user, "name": name, "text": text });
        if let Some(group) = group {
            body["group"] = json!(group);
        }
        for (key, value) in more.as_object().into_iter().flatten() {
            body[key] = value.clone();
        }
        let said = self.call("say", body).await;
        let id = if self.is_onebot() { &said["message_id"] } else { &said["id"] };
        id.clone()
    }

    /// Everything the other side was sent so far.
    pub async fn sent(&self) -> Vec<Message> {
        let sent = self.call("sent", json!({})).await;
        let read = |it: &Json| {
            if self.is_onebot() {
                let id = it["id"].as_str().unwrap_or_default();
                let private = it["to"] == "private";
                let to = if private { format!("private:{id}") } else { id.to_owned() };
                let text = it["text"].as_str().unwrap_or_default().to_owned();
                return Message { to, text, raw: it["segments"].clone() };
            }
            let text = plain(it["content"].as_str().unwrap_or_default());
            let to = it["channel"].as_str().unwrap_or_default().to_owned();
            Message { to, text, raw: it["content"].clone() }
        };
        sent.as_array().into_iter().flatten().map(read).collect()
    }

    /// How many sockets the bot has open.
    pub async fn sockets(&self) -> usize {
        let peers = self.call("peers", json!({})).await;
        peers.as_array().map_or_else(|| peers.as_u64().unwrap_or(0) as usize, Vec::len)
    }

    /// Waits until something the other side was sent fits.
    pub async fn wait<T>(&self, what: &str, fits: impl Fn(&[Message]) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            let sent = self.sent().await;
            if let Some(found) = fits(&sent) {
                return found;
            }
            if begun.elapsed() > PATIENCE {
                panic!("{what} did not come; there was:\n{}", shown(&sent));
            }
            sleep(Duration::from_millis(25)).await;
        }
    }

    /// Waits for a message to somewhere that says something.
    pub async fn wait_text(&self, to: &str, text: &str) -> Message {
        let what = format!("“{text}” to {to}");
        let fits = |it: &&Message| it.to == to && it.text.contains(text);
        self.wait(&what, |sent| sent.iter().find(fits).cloned()).await
    }

    /// Waits until the bot has so many sockets open.
    pub async fn wait_sockets(&self, count: usize) {
        let begun = Instant::now();
        while self.sockets().await != count {
            assert!(begun.elapsed() < PATIENCE, "not {count} sockets");
            sleep(Duration::from_millis(25)).await;
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What is left of a message of Satori without its elements.
pub fn plain(content: &str) -> String {
    let content = content.replace("<br/>", "\n");
    let mut text = String::new();
    let mut inside = false;
    for letter in content.chars() {
        match letter {
            '<' => inside = true,
            '>' if inside => inside = false,
            _ if inside => {}
            other => text.push(other),
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&amp;", "&")
}

pub fn shown(sent: &[Message]) -> String {
    let one = |it: &Message| format!("[{}] {}", it.to, it.text.replace('\n', "\n    "));
    sent.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Somebody else's bot, which takes the simulator for a real implementation.
pub struct Bot(Child);

impl Bot {
    /// Starts a script of `real/`, by Python or Node.
    pub fn start(script: &str, variables: &[(&str, String)]) -> Self {
        let path = scripts().join(script);
        let mut command = match script.ends_with(".js") {
            true => Command::new("node"),
            false => Command::new(installed("venv/bin/python")),
        };
        let command = command
            .arg(path)
            .env("TOKEN", TOKEN)
            .env("NODE_PATH", installed("koishi-onebot/node_modules"))
            .envs(variables.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Self(command.spawn().unwrap_or_else(|fault| panic!("{script}: {fault}")))
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Peer {
    /// Greets a bot until it answers: while it starts, what is said is lost on it.
    pub async fn greet(&self, greeting: &str) {
        let begun = Instant::now();
        loop {
            self.say(Some("7"), "200", "a", greeting).await;
            let answered = |it: &Message| it.to == "7" && it.text.contains(greeting);
            for _ in 0..20 {
                if self.sent().await.iter().any(answered) {
                    return;
                }
                sleep(Duration::from_millis(50)).await;
            }
            assert!(begun.elapsed() < PATIENCE, "{greeting}: no answer");
        }
    }
}
