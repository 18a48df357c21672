//! Semaphore for CPU-bound work, which runs on the blocking thread pool. A permit is held until the work finishes,
//! even if the client disconnects.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};

#[derive(Debug, Clone)]
pub struct ConcurrencyLimit(Arc<Semaphore>);

/// A permit: other work waits while it is held.
pub struct Permit(Option<OwnedSemaphorePermit>);

impl ConcurrencyLimit {
    pub fn new(at_once: usize) -> Self {
        Self(Arc::new(Semaphore::new(at_once)))
    }

    /// Waits for a permit.
    pub async fn next(&self) -> Permit {
        // The semaphore is never closed.
        Permit(self.0.clone().acquire_owned().await.ok())
    }

    /// Waits for a permit and runs the work.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        self.next().await.work(work).await
    }
}

impl Permit {
    /// Runs the work to its end and holds the permit until then, even if the caller no longer waits.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        let working = spawn_blocking(move || {
            let done = work();
            drop(self.0);
            done
        });
        working.await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn permit_is_held_until_the_work_finishes() {
        let turns = ConcurrencyLimit::new(1);
        let (finish, finished) = mpsc::channel::<()>();
        let asked = turns.work(move || finished.recv().is_ok());
        assert!(asked.now_or_never().is_none(), "it was started, and no caller waits for it");
        assert!(turns.next().now_or_never().is_none(), "the next waits all the same");
        finish.send(()).unwrap();
        assert_eq!(turns.work(|| 1).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn panic_releases_the_permit() {
        let turns = ConcurrencyLimit::new(1);
        assert!(turns.work(|| panic!("on purpose")).await.is_err());
        assert_eq!(turns.work(|| 1).await.unwrap(), 1);
    }
}
