//! Requests in a table's mailbox.
//!
//! A request is said once, in a method of [`crate::TableHandle`]: who may make it, and which handler
//! of the [`Actor`] answers it (`handlers.rs`).

use std::pin::Pin;

use rules::{Id, Refusal, message};
use tokio::sync::{mpsc, oneshot};

use crate::actor::Actor;

/// A request: the actor runs it, and it answers whoever made it by itself. Boxed, because a mailbox
/// has room for dozens before the first is sent.
pub(crate) type Request = Box<dyn for<'a> FnOnce(&'a mut Actor) -> Handling<'a, ()> + Send>;

/// A handler at work. Boxed: an idle table need not hold the memory its handlers take.
pub(crate) type Handling<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sends a request and waits for its answer. A request of a device is refused if the device was sent
/// away while the request waited (B-02).
///
/// # Errors
/// The handler's refusal, or that the table is closed.
pub(crate) async fn send<T: Send + 'static>(
    mailbox: &mpsc::Sender<Request>,
    device: Option<Id>,
    handler: impl for<'a> FnOnce(&'a mut Actor) -> Handling<'a, Result<T, Refusal>> + Send + 'static,
) -> Result<T, Refusal> {
    let (reply, answer) = oneshot::channel();
    let request: Request = Box::new(move |actor| {
        Box::pin(async move {
            let answered = match actor.admit(device).await {
                Ok(()) => handler(actor).await,
                Err(refusal) => Err(refusal),
            };
            // Whoever asked may have gone away; then the answer is for nobody.
            drop(reply.send(answered));
        })
    });
    let closed = || Refusal::new("B-40", message!("table-closed"));
    mailbox.send(request).await.map_err(|_| closed())?;
    answer.await.map_err(|_| closed())?
}
