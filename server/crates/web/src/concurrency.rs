//! Semaphore for CPU-bound work, which runs on the blocking thread pool. A permit is held until the
//! work finishes, even if the client disconnects.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};

#[derive(Debug, Clone)]
pub struct ConcurrencyLimit(Arc<Semaphore>);

/// A permit of the semaphore; it is released when it is dropped.
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

    /// Waits for a permit and runs the work. Returns an error if the work panics.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        self.next().await.work(work).await
    }
}

/// One permit per key, such as an account, so that the work of one key does not delay the work of other keys.
#[derive(Debug, Clone)]
pub struct OnePerKey {
    /// Maximum number of requests of a key that hold or wait for its permit.
    max: usize,
    keys: Arc<Mutex<HashMap<String, KeyQueue>>>,
}

/// Requests of a key that hold or wait for its permit.
#[derive(Debug)]
struct KeyQueue {
    semaphore: Arc<Semaphore>,
    requests: usize,
}

/// Request of a key, which holds or waits for the permit. Dropping this value releases the permit or leaves the queue.
pub struct KeyPermit {
    limit: OnePerKey,
    key: String,
    permit: Option<OwnedSemaphorePermit>,
}

impl OnePerKey {
    pub fn new(max: usize) -> Self {
        Self { max, keys: Arc::default() }
    }

    /// Waits for the permit of a key; returns `None` if the key already has `max` requests.
    pub async fn next(&self, key: &str) -> Option<KeyPermit> {
        let semaphore = self.join(key)?;
        let mut permit = KeyPermit { limit: self.clone(), key: key.to_owned(), permit: None };
        // The semaphore is never closed.
        permit.permit = semaphore.acquire_owned().await.ok();
        Some(permit)
    }

    fn join(&self, key: &str) -> Option<Arc<Semaphore>> {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = keys
            .entry(key.to_owned())
            .or_insert_with(|| KeyQueue { semaphore: Arc::new(Semaphore::new(1)), requests: 0 });
        if queue.requests >= self.max {
            return None;
        }
        queue.requests += 1;
        Some(queue.semaphore.clone())
    }
}

impl Drop for KeyPermit {
    fn drop(&mut self) {
        let mut keys = self.limit.keys.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(queue) = keys.get_mut(&self.key) else { return };
        queue.requests -= 1;
        if queue.requests == 0 {
            keys.remove(&self.key);
        }
    }
}

impl Permit {
    /// Runs the work to its end and holds the permit until then, even if the caller no longer waits. Returns an error
    /// if the work panics.
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
        let limit = ConcurrencyLimit::new(1);
        let (finish, finished) = mpsc::channel::<()>();
        let work = limit.work(move || finished.recv().is_ok());
        assert!(work.now_or_never().is_none(), "the work has started, and its future is dropped");
        assert!(limit.next().now_or_never().is_none(), "the permit is still held");
        finish.send(()).unwrap();
        assert_eq!(limit.work(|| 1).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn request_waits_only_for_requests_of_the_same_key() {
        let limit = OnePerKey::new(2);
        let ann = limit.next("ann").await.unwrap();
        let mut second = Box::pin(limit.next("ann"));
        assert!(second.as_mut().now_or_never().is_none(), "ann holds the permit");
        assert!(limit.next("ann").now_or_never().unwrap().is_none(), "the queue of ann is full");
        assert!(limit.next("bob").now_or_never().unwrap().is_some(), "bob does not wait for ann");
        drop(ann);
        let second = second.await.unwrap();
        let third = limit.next("ann");
        drop(third);
        drop(second);
        assert!(limit.keys.lock().unwrap().is_empty(), "keys without requests are removed");
    }

    #[tokio::test]
    async fn canceled_request_leaves_the_queue() {
        let limit = OnePerKey::new(2);
        let first = limit.next("ann").await.unwrap();
        let mut waiting = Box::pin(limit.next("ann"));
        assert!(waiting.as_mut().now_or_never().is_none());
        drop(waiting);
        drop(first);
        assert!(limit.keys.lock().unwrap().is_empty());
    }

    #[tokio::test]
    async fn panic_releases_the_permit() {
        let limit = ConcurrencyLimit::new(1);
        assert!(limit.work(|| panic!("on purpose")).await.is_err());
        assert_eq!(limit.work(|| 1).await.unwrap(), 1);
    }
}
