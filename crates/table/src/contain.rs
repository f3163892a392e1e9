//! Catching panics of the rules, so that one costs a request and not the table (B-12).
//!
//! A rule that panics on what a pack or a log says is a mistake in the program. It must cost the one
//! command that met it, not the table, and no other table.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use rules::{Refusal, message};

/// Runs something that may panic; none if it did. The panic itself is in the server's log.
///
/// The caller must throw away whatever `what` may have left half done.
pub(crate) fn contained<T>(what: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(what)).ok()
}

/// The same for something that waits.
pub(crate) async fn contained_wait<F: Future>(what: F) -> Option<F::Output> {
    let mut what = pin!(what);
    poll_fn(|context| match contained(|| what.as_mut().poll(context)) {
        Some(Poll::Ready(done)) => Poll::Ready(Some(done)),
        Some(Poll::Pending) => Poll::Pending,
        None => Poll::Ready(None),
    })
    .await
}

/// The program failed at what was asked; nothing has changed.
pub(crate) fn failed() -> Refusal {
    Refusal::new("B-12", message!("table-failed")).instead(message!("table-failed-instead"))
}
