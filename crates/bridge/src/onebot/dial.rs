//! Forward: we dial the implementation, and dial again whenever the line is lost.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use super::OneBot;
use super::link::{Role, speak};
use crate::net::{Address, Fault, Pauses, open};

/// A connection that held so long was a good one.
const GOOD: Duration = Duration::from_secs(10);
/// How long the account may take to say who it is, when someone looks.
const LOOK: Duration = Duration::from_secs(8);

fn sockets(bot: &OneBot, address: &Address) -> Vec<(Address, Role)> {
    match bot.config.split {
        true => vec![(address.join("api"), Role::Api), (address.join("event"), Role::Event)],
        false => vec![(address.clone(), Role::Universal)],
    }
}

pub async fn run(bot: &Arc<OneBot>, address: &Address) {
    let mut sockets = sockets(bot, address).into_iter();
    let keeping = (sockets.next(), sockets.next());
    match keeping {
        (Some((one, role)), None) => keep(bot, &one, role).await,
        (Some((one, first)), Some((two, second))) => {
            tokio::join!(keep(bot, &one, first), keep(bot, &two, second));
        }
        (None, _) => {}
    }
}

async fn keep(bot: &OneBot, address: &Address, role: Role) {
    let mut pauses = Pauses::default();
    loop {
        let fault = match open(address, bot.headers()).await {
            Ok(socket) => {
                let since = Instant::now();
                tracing::info!(%address, ?role, "connected");
                let end = speak(bot, socket, role, None, |_| {}).await;
                if since.elapsed() > GOOD {
                    pauses.reset();
                }
                end.fault()
            }
            Err(fault) => fault,
        };
        if bot.incoming.is_closed() {
            return;
        }
        let pause = pauses.longer();
        tracing::warn!(%address, ?role, fault = %fault.say(), ?pause, "not connected");
        sleep(pause).await;
    }
}

/// Connects once; who the account is.
pub async fn probe(bot: &Arc<OneBot>, address: &Address) -> Result<String, Fault> {
    let Some((address, role)) = sockets(bot, address).into_iter().next() else {
        return Err(Fault::Strange(String::new()));
    };
    let socket = open(&address, bot.headers()).await?;
    let (tell, told) = tokio::sync::oneshot::channel();
    let mut tell = Some(tell);
    let met = |account: &str| {
        if let Some(tell) = tell.take() {
            let _ = tell.send(account.to_owned());
        }
    };
    tokio::select! {
        end = speak(bot, socket, role, None, met) => Err(end.fault()),
        told = timeout(LOOK, told) => match told {
            Ok(Ok(account)) => bot.probe_api().await.map(|()| account),
            _ => Err(Fault::NoAnswer),
        },
    }
}
