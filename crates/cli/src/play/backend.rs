//! Where the table runs that a person plays at: in this process, or on a server.

use chat::Vocabulary;
use rules::{Line, Refusal};

use super::local::Local;
use super::remote::Remote;
use crate::failure::Failure;

/// The table a person plays at.
pub enum Backend {
    /// At a table of this process, on all its seats.
    Local(Local),
    /// At a table of a server, on one seat.
    Remote(Box<Remote>),
}

impl Backend {
    /// What is to be seen on arriving.
    pub async fn arrive(&mut self) -> Result<Vec<Line>, Failure> {
        match self {
            Backend::Local(local) => local.unread().await,
            Backend::Remote(remote) => Ok(remote.unread()),
        }
    }

    /// Says a line; gives what is seen and answered, or the refusal.
    pub async fn say(&mut self, text: &str) -> Result<Result<Vec<Line>, Refusal>, Failure> {
        match self {
            Backend::Local(local) => local.say(text).await,
            Backend::Remote(remote) => remote.say(text).await,
        }
    }

    /// Sits on another seat; gives what was missed there, or the refusal.
    pub async fn switch(&mut self, name: &str) -> Result<Result<Vec<Line>, Refusal>, Failure> {
        match self {
            Backend::Local(local) => local.switch(name).await,
            Backend::Remote(remote) => Ok(remote.switch(name)),
        }
    }

    /// Waits for something that others did.
    pub async fn news(&mut self) -> Result<Vec<Line>, Failure> {
        match self {
            Backend::Local(_) => std::future::pending().await,
            Backend::Remote(remote) => remote.news().await,
        }
    }

    /// The seat one sits on.
    pub fn seat_name(&self) -> String {
        match self {
            Backend::Local(local) => local.seat_name(),
            Backend::Remote(remote) => remote.seat_name(),
        }
    }

    /// The seats one may sit on.
    pub fn seat_names(&self) -> Vec<String> {
        match self {
            Backend::Local(local) => local.seat_names(),
            Backend::Remote(remote) => vec![remote.seat_name()],
        }
    }

    /// What the seat's lines are completed and coloured by.
    pub async fn vocabulary(&self) -> Vocabulary {
        match self {
            Backend::Local(local) => local.vocabulary().await,
            Backend::Remote(remote) => remote.vocabulary(),
        }
    }

    /// Gets up.
    pub async fn leave(&mut self) {
        if let Backend::Remote(remote) = self {
            remote.leave().await;
        }
    }
}
