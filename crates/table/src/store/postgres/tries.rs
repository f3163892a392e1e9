//! Trying again when the database cannot be reached for a moment.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, Postgres};
use tokio::time::error::Elapsed;
use tokio::time::{Instant, sleep};

use crate::store::StoreError;

/// How long something is tried.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// How long one attempt may take: a connection can be dead without anyone having closed it.
pub(super) const ATTEMPT: Duration = Duration::from_secs(4);
/// The pause before the first further attempt; each is twice as long as the one before.
const PAUSE: Duration = Duration::from_millis(20);
/// The longest pause.
const LONG_PAUSE: Duration = Duration::from_millis(500);

/// An attempt that failed.
#[derive(Debug)]
pub(super) struct Failed {
    pub fault: sqlx::Error,
    /// Whether the database may have got it.
    sent: bool,
}

impl Failed {
    /// The same, of an attempt that only read.
    pub fn read_only(self) -> Self {
        Self { sent: false, ..self }
    }
}

/// The attempts of one piece of work.
#[derive(Debug)]
pub(super) struct Tries {
    until: Instant,
    pause: Duration,
    /// Whether any attempt may have reached the database and changed something.
    sent: bool,
}

impl Tries {
    pub fn new() -> Self {
        Self { until: Instant::now() + PATIENCE, pause: PAUSE, sent: false }
    }

    /// The attempts of a part of the work, with patience of its own.
    pub fn alone(&self) -> Self {
        Self { pause: PAUSE, sent: self.sent, ..Self::new() }
    }

    /// Waits a moment before the next attempt.
    ///
    /// # Errors
    /// When another one would not help, or there was no success for too long. It is then
    /// [`StoreError::Unsure`] if an attempt may have been carried out all the same.
    pub async fn again(&mut self, Failed { fault, sent }: Failed) -> Result<(), StoreError> {
        self.sent |= sent && !is_refused(&fault);
        let over = Instant::now() + self.pause >= self.until;
        if over || !is_passing(&fault) {
            let fault = StoreError::from(fault);
            return Err(match self.sent {
                true => StoreError::Unsure(fault.to_string()),
                false => fault,
            });
        }
        sleep(self.pause).await;
        self.pause = (2 * self.pause).min(LONG_PAUSE);
        Ok(())
    }
}

/// A connection.
pub(super) async fn connection(pool: &PgPool) -> Result<PoolConnection<Postgres>, Failed> {
    pool.acquire().await.map_err(|fault| Failed { fault, sent: false })
}

/// How an attempt on a connection ended. The connection is closed unless the database itself has
/// answered.
pub(super) fn ended<T>(
    mut connection: PoolConnection<Postgres>,
    done: Result<Result<T, sqlx::Error>, Elapsed>,
) -> Result<T, Failed> {
    let done = done.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())));
    done.map_err(|fault| {
        if !is_refused(&fault) {
            connection.close_on_drop();
        }
        Failed { fault, sent: true }
    })
}

/// Whether the database itself said no, so that nothing was done.
pub(super) fn is_refused(fault: &sqlx::Error) -> bool {
    matches!(fault, sqlx::Error::Database(fault) if !is_hanging_up(fault.code().as_deref()))
}

/// Whether a write was in the way of another one with the same key.
pub(super) fn is_double(fault: &sqlx::Error) -> bool {
    fault.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

/// The database ends the connection, or a pooler in between has lost its own to it (class 08): it is
/// not known how far it came.
fn is_hanging_up(code: Option<&str>) -> bool {
    code.is_some_and(|code| {
        matches!(code, "57P01" | "57P02" | "57P03" | "57P05" | "25P03") || code.starts_with("08")
    })
}

/// Whether it may succeed in a moment.
fn is_passing(fault: &sqlx::Error) -> bool {
    match fault {
        sqlx::Error::Database(fault) => {
            let code = fault.code();
            // Two that waited for each other, too many connections, a server that has just become
            // the standby of another, and whatever is about the connection.
            matches!(code.as_deref(), Some("40001" | "40P01" | "53300" | "55P03" | "25006"))
                || is_hanging_up(code.as_deref())
        }
        sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::error::Error;
    use std::fmt;

    use sqlx::error::{DatabaseError, ErrorKind};
    use tokio::time::{Duration, Instant};

    use super::{Failed, Tries};
    use crate::store::StoreError;

    /// What a database, or a pooler in front of it, says.
    #[derive(Debug)]
    struct Said(&'static str);

    impl fmt::Display for Said {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for Said {}

    impl DatabaseError for Said {
        fn message(&self) -> &str {
            self.0
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    /// What is said at last when every attempt that was sent ends so, and how often it was tried.
    async fn at_last(code: &'static str) -> (StoreError, u32) {
        let mut tries =
            Tries { until: Instant::now() + Duration::from_millis(200), ..Tries::new() };
        for count in 1.. {
            let fault = sqlx::Error::Database(Box::new(Said(code)));
            if let Err(fault) = tries.again(Failed { fault, sent: true }).await {
                return (fault, count);
            }
        }
        unreachable!("patience ends");
    }

    #[tokio::test]
    async fn b11_what_a_broken_connection_leaves_open_is_not_known() {
        for code in ["57P01", "57P02", "57P05", "25P03", "08006", "08P01"] {
            let (fault, count) = at_last(code).await;
            assert!(matches!(fault, StoreError::Unsure(_)), "{code}: {fault:?}");
            assert!(count > 1, "{code} is tried again");
        }
    }

    #[tokio::test]
    async fn b11_what_the_database_itself_refused_was_not_kept() {
        for (code, again) in [("40001", true), ("53100", false), ("23514", false)] {
            let (fault, count) = at_last(code).await;
            assert!(matches!(fault, StoreError::Io(_)), "{code}: {fault:?}");
            assert_eq!(count > 1, again, "{code}");
        }
    }
}
