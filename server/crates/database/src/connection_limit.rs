//! Waiting for PostgreSQL connections while the server rejects new ones, and the limit on the total wait of the
//! database requests of one page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgPool;
use sqlx::{ConnectOptions, Connection, Postgres};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use super::outage::Outage;
use super::{ACQUIRE, is_too_many_connections};

/// Minimum time between two tests of the connection limit.
pub(crate) const TEST_INTERVAL: Duration = Duration::from_millis(250);
/// Maximum duration of a test. A server that needs longer is slow, and its limit counts as not reached.
const TEST_TIMEOUT: Duration = Duration::from_millis(250);
/// Interval at which the first request in the queue checks the pool for an idle connection, because the pool sends no
/// notification.
const IDLE_POLL: Duration = Duration::from_millis(5);

tokio::task_local! {
    static BUDGET: AcquireBudget;
}

/// State of the connection limit of PostgreSQL. While the server rejects new connections because it has too many
/// connections, requests wait in a queue until another request returns its connection. The pool would try to open a
/// connection again for seconds, even if another request has returned an open one.
#[derive(Debug, Default)]
pub struct ConnectionLimit {
    is_reached: AtomicBool,
    /// Time of the last test; locked during a test.
    tested: Mutex<Option<Instant>>,
    /// Locked by the request that takes the next idle connection. Tokio's mutex is fair.
    queue: Mutex<()>,
}

impl ConnectionLimit {
    /// Returns the result of the last test.
    pub(crate) fn is_reached(&self) -> bool {
        self.is_reached.load(Ordering::Relaxed)
    }

    /// Tests whether the server accepts another connection, unless the last test was less than `TEST_INTERVAL` ago.
    /// Returns whether the limit is reached.
    pub(crate) async fn test(&self, pool: &PgPool) -> bool {
        let mut tested = self.tested.lock().await;
        if tested.is_none_or(|tested| tested.elapsed() >= TEST_INTERVAL) {
            let is_reached = rejection(pool).await.is_some();
            if self.is_reached.swap(is_reached, Ordering::Relaxed) != is_reached {
                match is_reached {
                    true => tracing::warn!(open = pool.size(), "database connection limit reached"),
                    false => tracing::info!("database accepts connections again"),
                }
            }
            *tested = Some(Instant::now());
        }
        self.is_reached()
    }

    /// Waits until `take` returns an idle connection. Returns `None` when the server accepts new connections again.
    pub(crate) async fn wait_for_idle<T, F>(
        &self,
        pool: &PgPool,
        take: impl Fn() -> F,
    ) -> Option<Result<T, sqlx::Error>>
    where
        F: Future<Output = Result<Option<T>, sqlx::Error>>,
    {
        let _turn = self.queue.lock().await;
        while self.is_reached() {
            match take().await {
                Ok(Some(taken)) => return Some(Ok(taken)),
                Ok(None) => {
                    if !self.test(pool).await {
                        return None;
                    }
                    sleep(IDLE_POLL).await;
                }
                // The server has closed this connection, and the pool removes it.
                Err(error) if Outage::of(&error) == Some(Outage::DatabaseUnavailable) => {
                    sleep(IDLE_POLL).await;
                }
                Err(error) => return Some(Err(error)),
            }
        }
        None
    }
}

/// Opens and closes a connection. Returns the server's error if the server already has too many connections.
pub(crate) async fn rejection(pool: &PgPool) -> Option<sqlx::Error> {
    let options = pool.connect_options();
    match timeout(TEST_TIMEOUT, options.connect()).await {
        Ok(Ok(connection)) => {
            // The connection is not needed any more, so an error is ignored.
            let _ = connection.close().await;
            None
        }
        Ok(Err(error)) => Some(error).filter(is_too_many_connections),
        Err(_) => None,
    }
}

/// Returns an idle connection of the pool; `None` if there is none. Returns an error if the connection is broken.
pub(crate) async fn idle_connection(
    pool: &PgPool,
) -> Result<Option<PoolConnection<Postgres>>, sqlx::Error> {
    let Some(mut connection) = pool.try_acquire() else { return Ok(None) };
    if let Err(error) = connection.ping().await {
        connection.close_on_drop();
        return Err(error);
    }
    Ok(Some(connection))
}

/// Maximum total wait for PostgreSQL connections of all database requests of one page. Clones share the budget.
#[derive(Debug, Clone)]
pub struct AcquireBudget {
    left_ms: Arc<AtomicU64>,
}

impl Default for AcquireBudget {
    fn default() -> Self {
        Self::new(ACQUIRE)
    }
}

impl AcquireBudget {
    fn new(total: Duration) -> Self {
        Self { left_ms: Arc::new(AtomicU64::new(milliseconds(total))) }
    }

    /// Runs a future whose database requests use this budget. Tasks that the future spawns do not use it.
    pub async fn scope<F: Future>(&self, work: F) -> F::Output {
        BUDGET.scope(self.clone(), work).await
    }

    /// Returns the budget of the current task.
    pub(crate) fn current() -> Option<Self> {
        BUDGET.try_with(Clone::clone).ok()
    }

    pub(crate) fn left(&self) -> Duration {
        Duration::from_millis(self.left_ms.load(Ordering::Relaxed))
    }

    pub(crate) fn spend(&self, waited: Duration) {
        let spent = |left: u64| Some(left.saturating_sub(milliseconds(waited)));
        // The closure always returns a value, so the update does not fail.
        let _ = self.left_ms.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spent);
    }
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn database_requests_of_a_page_share_one_wait_budget() {
        let budget = AcquireBudget::new(Duration::from_millis(1400));
        assert!(AcquireBudget::current().is_none());
        for (waited, left) in [(1000, 400), (300, 100), (300, 0)] {
            budget
                .scope(async {
                    let current = AcquireBudget::current().unwrap();
                    current.spend(Duration::from_millis(waited));
                })
                .await;
            assert_eq!(budget.left(), Duration::from_millis(left), "after {waited} ms");
        }
    }
}
