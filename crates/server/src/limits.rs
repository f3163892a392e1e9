//! Limits of requests and connections by address, seat and table (B-73).

use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rules::{Message, Refusal, SeatId, message};
use table::TableId;

use crate::Site;
use crate::caller::{Caller, caller, is_strange_proxy};
use crate::metrics::Limit;
use crate::rate_limiter::{Rate, RateLimiter};
use crate::refusing::Refusing;

/// The limits of a server; none where there is no limit.
///
/// The machine itself has ten times the share of an address: a proxy may run there that speaks for
/// a whole group.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests over HTTP from one address.
    pub requests: Option<Rate>,
    /// Tables made from one address.
    pub new_tables: Option<Rate>,
    /// Connections of one address at once.
    pub connections: Option<usize>,
    /// Connections in all at once.
    pub all_connections: Option<usize>,
    /// What one seat says, on all its devices.
    pub seat: Option<Rate>,
    /// What all seats of one table say.
    pub table: Option<Rate>,
}

impl Default for Limits {
    /// Much more than any group of people needs.
    fn default() -> Self {
        Self {
            requests: Some(Rate::per_second(300, 30)),
            new_tables: Some(Rate { burst: 20, every: Duration::from_secs(30) }),
            connections: Some(200),
            all_connections: Some(10_000),
            seat: Some(Rate::per_second(400, 40)),
            table: Some(Rate::per_second(2_000, 200)),
        }
    }
}

impl Limits {
    /// No limits: for benchmarks, or a server that only friends can reach.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            requests: None,
            new_tables: None,
            connections: None,
            all_connections: None,
            seat: None,
            table: None,
        }
    }
}

/// The rate limiters and connection counts of a server.
#[derive(Debug)]
pub(crate) struct Limiters {
    requests: RateLimiter<Caller>,
    new_tables: RateLimiter<Caller>,
    most_connections: Option<usize>,
    connections: Mutex<HashMap<Caller, usize>>,
    seats: RateLimiter<(TableId, SeatId)>,
    tables: RateLimiter<TableId>,
    /// Proxies that are not trusted and were reported in the server's log.
    strange: Mutex<HashSet<IpAddr>>,
}

/// How many proxies are reported in the log: anyone can claim to be one.
const STRANGE: usize = 16;

impl Limiters {
    pub fn new(limits: Limits) -> Self {
        Self {
            requests: RateLimiter::new(limits.requests),
            new_tables: RateLimiter::new(limits.new_tables),
            most_connections: limits.connections,
            connections: Mutex::default(),
            seats: RateLimiter::new(limits.seat),
            tables: RateLimiter::new(limits.table),
            strange: Mutex::default(),
        }
    }

    /// Lets a connection in; it counts until what is returned is dropped.
    ///
    /// # Errors
    /// When its address has too many already.
    pub fn connect(self: &Arc<Self>, caller: Caller) -> Result<Connected, Message> {
        let Some(most) = self.most_connections else {
            return Ok(Connected(None));
        };
        let most = most.saturating_mul(caller.share() as usize);
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        let count = connections.entry(caller).or_default();
        if *count >= most {
            return Err(message!("server-too-many-connections", most = most));
        }
        *count += 1;
        Ok(Connected(Some((self.clone(), caller))))
    }

    /// Takes a token of the seat and one of the table.
    ///
    /// # Errors
    /// Why not.
    pub fn hear(&self, table: TableId, seat: SeatId) -> Result<(), (Limit, Message)> {
        let now = Instant::now();
        let seat = self.seats.take((table, seat), now);
        seat.map_err(|_| (Limit::Seat, message!("server-seat-too-fast")))?;
        let table = self.tables.take(table, now);
        table.map_err(|_| (Limit::Table, message!("server-table-too-fast")))
    }

    /// Warns in the log, once, of a proxy that speaks for others and is not trusted.
    fn notice(&self, proxy: IpAddr) {
        let mut strange = self.strange.lock().unwrap_or_else(PoisonError::into_inner);
        if strange.len() < STRANGE && strange.insert(proxy) {
            tracing::warn!(
                %proxy,
                "requests come through a proxy that is not trusted: everyone behind it shares the \
                 limits of one address; start with --trusted-proxy {proxy} if it is yours"
            );
        }
    }

    fn leave(&self, caller: Caller) {
        let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = connections.get_mut(&caller) {
            *count -= 1;
            if *count == 0 {
                connections.remove(&caller);
            }
        }
    }
}

/// A connection that counts for its address as long as this lives.
#[derive(Debug)]
pub(crate) struct Connected(Option<(Arc<Limiters>, Caller)>);

impl Drop for Connected {
    fn drop(&mut self) {
        if let Some((limiters, caller)) = self.0.take() {
            limiters.leave(caller);
        }
    }
}

/// The caller of a request, for handlers that need it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker(pub Caller);

/// Middleware: refuses an address that is over its limits, and counts answers.
pub(crate) async fn guard(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    // What comes by no address comes from this machine.
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let peer = peer.map_or(here, |ConnectInfo(peer)| peer.ip());
    let (limiters, trusted) = (site.limiters(), site.trusted_proxies());
    if is_strange_proxy(request.headers(), peer, trusted) {
        limiters.notice(peer);
    }
    let from = caller(request.headers(), peer, trusted);
    request.extensions_mut().insert(Asker(from));
    let makes = request.method() == Method::POST && request.uri().path() == "/api/tables";
    let (now, share) = (Instant::now(), from.share());
    let allowed = limiters.requests.take_of(from, now, share);
    let allowed = allowed.and_then(|()| match makes {
        true => limiters.new_tables.take_of(from, now, share),
        false => Ok(()),
    });
    let answer = match allowed {
        Ok(()) => next.run(request).await,
        Err(wait) => {
            site.metrics().limited(Limit::Address);
            too_many(wait)
        }
    };
    site.metrics().answered(answer.status());
    answer
}

fn too_many(wait: Duration) -> Response {
    let seconds = u32::try_from(wait.as_secs()).map_or(u32::MAX, |seconds| seconds + 1);
    let refusal = Refusal::new("B-73", message!("server-too-many", seconds = seconds));
    let mut answer = Refusing::new(StatusCode::TOO_MANY_REQUESTS, refusal).into_response();
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    answer
}
