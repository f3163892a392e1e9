//! Everyone who is connected, and who has to go when there is no room for one more (B-73).
//!
//! A connection that has sent half a request, or rests between two, is waiting; one whose request
//! is being answered, or that is a WebSocket, is busy. When there is no room, the one that has
//! waited longest goes: a newcomer who asks at once is served, however many others keep silent.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::caller::Caller;

/// All connections of a server.
#[derive(Debug)]
pub(crate) struct Connections {
    /// The most of one address.
    each: Option<usize>,
    /// The most in all.
    all: Option<usize>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    /// Counts connections, and how often one began to wait.
    turn: u64,
    known: HashMap<u64, Known>,
    /// Those who wait, by their turn: the first has waited longest.
    waiting: BTreeMap<u64, u64>,
    of_caller: HashMap<Caller, usize>,
}

#[derive(Debug)]
struct Known {
    /// None for a trusted proxy, which speaks for many.
    caller: Option<Caller>,
    /// How many requests are being answered.
    busy: usize,
    turn: u64,
    end: CancellationToken,
}

/// A connection that has a place as long as this or a clone of it lives.
#[derive(Clone, Debug)]
pub(crate) struct Connection(Arc<Held>);

#[derive(Debug)]
struct Held {
    connections: Arc<Connections>,
    number: u64,
    end: CancellationToken,
}

/// A connection does not wait as long as this lives.
#[derive(Debug)]
pub(crate) struct Busy(Connection);

impl Connections {
    /// So many of one address, so many in all.
    pub fn new(each: Option<usize>, all: Option<usize>) -> Self {
        // One address alone must not take every place.
        let half = all.map(|all| (all / 2).max(1));
        let each = each.map(|each| half.map_or(each, |half| each.min(half)));
        Self { each, all, open: Mutex::default() }
    }

    /// Gives a new connection a place; none if everyone who has one is busy.
    pub fn admit(self: &Arc<Self>, caller: Option<Caller>) -> Option<Connection> {
        let mut open = self.open();
        if let (Some(caller), Some(each)) = (caller, self.each) {
            let most = each.saturating_mul(caller.share() as usize);
            let has = open.of_caller.get(&caller).copied().unwrap_or_default();
            if has >= most && !open.end_longest(|known| known.caller == Some(caller)) {
                return None;
            }
        }
        if self.all.is_some_and(|all| open.known.len() >= all) && !open.end_longest(|_| true) {
            return None;
        }
        open.turn += 1;
        let (number, end) = (open.turn, CancellationToken::new());
        open.known.insert(number, Known { caller, busy: 0, turn: number, end: end.clone() });
        open.waiting.insert(number, number);
        if let Some(caller) = caller {
            *open.of_caller.entry(caller).or_default() += 1;
        }
        Some(Connection(Arc::new(Held { connections: self.clone(), number, end })))
    }

    /// Ends the connection that has waited longest; whether there was one.
    pub fn make_room(&self) -> bool {
        self.open().end_longest(|_| true)
    }

    /// Ends all that wait, when the server stops.
    pub fn end_waiting(&self) {
        let mut open = self.open();
        while open.end_longest(|_| true) {}
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        // Nothing between two changes of it can panic.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    fn end_longest(&mut self, of: impl Fn(&Known) -> bool) -> bool {
        let mut waiting = self.waiting.values();
        let longest = waiting.find(|number| self.known.get(number).is_some_and(&of)).copied();
        longest.and_then(|number| self.forget(number)).is_some_and(|known| {
            known.end.cancel();
            true
        })
    }

    fn forget(&mut self, number: u64) -> Option<Known> {
        let known = self.known.remove(&number)?;
        self.waiting.remove(&known.turn);
        if let Some(caller) = known.caller
            && let Some(count) = self.of_caller.get_mut(&caller)
        {
            *count -= 1;
            if *count == 0 {
                self.of_caller.remove(&caller);
            }
        }
        Some(known)
    }
}

impl Connection {
    /// Keeps it from being ended for a newcomer.
    pub fn busy(&self) -> Busy {
        let mut open = self.0.connections.open();
        if let Some(known) = open.known.get_mut(&self.0.number) {
            known.busy += 1;
            let turn = known.turn;
            open.waiting.remove(&turn);
        }
        Busy(self.clone())
    }

    /// Ready when it has to go.
    pub async fn ended(&self) {
        self.0.end.cancelled().await;
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let Connection(held) = &self.0;
        let mut open = held.connections.open();
        open.turn += 1;
        let turn = open.turn;
        if let Some(known) = open.known.get_mut(&held.number) {
            known.busy -= 1;
            if known.busy == 0 {
                known.turn = turn;
                open.waiting.insert(turn, held.number);
            }
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.connections.open().forget(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(address: &str) -> Option<Caller> {
        Some(Caller::at(address.parse().expect("an address")))
    }

    fn has_ended(connection: &Connection) -> bool {
        connection.0.end.is_cancelled()
    }

    #[test]
    fn b73_who_waits_longest_goes_for_a_newcomer_of_the_same_address() {
        let connections = Arc::new(Connections::new(Some(2), None));
        let admit = |address| connections.admit(of(address));
        let first = admit("203.0.113.7").expect("room");
        let second = admit("203.0.113.7").expect("room");
        let other = admit("203.0.113.8").expect("room");
        let answering = first.busy();
        let third = admit("203.0.113.7").expect("the second has to go");
        assert!(!has_ended(&first) && has_ended(&second) && !has_ended(&other));
        let also = third.busy();
        assert!(admit("203.0.113.7").is_none(), "both are busy");
        drop(answering);
        admit("203.0.113.7").expect("the first waits again");
        assert!(has_ended(&first) && !has_ended(&third));
        drop((also, first, second, third, other));
        assert!(connections.open().of_caller.is_empty() && connections.open().known.is_empty());
    }

    #[test]
    fn b73_one_address_never_has_all_places() {
        let connections = Arc::new(Connections::new(Some(200), Some(8)));
        let mut busy = Vec::new();
        while let Some(connection) = connections.admit(of("203.0.113.7")) {
            busy.push(connection.busy());
        }
        assert_eq!(busy.len(), 4);
        assert!(connections.admit(of("203.0.113.8")).is_some());
    }

    #[test]
    fn b73_a_server_that_stops_ends_only_those_who_wait() {
        let connections = Arc::new(Connections::new(None, None));
        let [one, two] = [(); 2].map(|()| connections.admit(None).expect("room"));
        let _answering = one.busy();
        connections.end_waiting();
        assert!(!has_ended(&one) && has_ended(&two));
        assert!(!connections.make_room());
    }
}
