//! Scheduling of the updates of Git sources, by timer and on request. Requests during an update are combined into one
//! further update.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;

use super::store;
use super::update::update;
use pailou_database::id;
use pailou_settings::sources::Source;
use pailou_store::ImportProgress;
use pailou_store::context::Store;

/// Delay before an update is retried after a database error.
const AFTER_FAILURE: Duration = Duration::from_secs(10);

/// Requested and running updates, by source name.
#[derive(Debug, Default)]
pub struct Queue(HashMap<String, QueueEntry>);

#[derive(Debug, Default)]
struct QueueEntry {
    requested: Notify,
    /// True from a request until an update begins. A separate flag, because reading `requested` consumes its permit.
    is_waiting: AtomicBool,
    is_running: AtomicBool,
    /// Time of the next scheduled update, in milliseconds since 1970; 0 if none is scheduled.
    next_at: AtomicI64,
    /// Number of pages whose history the running update has replayed, and total number of pages to replay; (0, 0)
    /// before the replay starts.
    replayed: Mutex<(usize, usize)>,
}

impl QueueEntry {
    fn request(&self) {
        self.is_waiting.store(true, Ordering::Release);
        self.requested.notify_one();
    }

    /// Sets `is_running` before it clears `is_waiting`, so that a concurrent reader never reads both as false.
    fn begin(&self) {
        self.report((0, 0));
        self.is_running.store(true, Ordering::Release);
        self.is_waiting.store(false, Ordering::Release);
    }

    fn end(&self) {
        self.is_running.store(false, Ordering::Release);
    }

    fn report(&self, replayed: (usize, usize)) {
        *self.replayed.lock().unwrap_or_else(PoisonError::into_inner) = replayed;
    }

    fn replayed(&self) -> (usize, usize) {
        *self.replayed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_running(&self) -> bool {
        self.is_waiting.load(Ordering::Acquire) || self.is_running.load(Ordering::Acquire)
    }
}

impl Queue {
    pub fn new(sources: &[Source]) -> Self {
        Self(sources.iter().map(|source| (source.name.clone(), QueueEntry::default())).collect())
    }

    /// Requests an update of a source. If an update is running, one more update follows it.
    pub fn request(&self, name: &str) {
        if let Some(entry) = self.0.get(name) {
            entry.request();
        }
    }

    /// Whether an update of a source is running or requested.
    pub fn is_running(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(QueueEntry::is_running)
    }

    /// Returns the number of pages whose history the running update has replayed, and the total number of pages to
    /// replay; `None` if this process runs no update of the source or the replay has not started.
    pub fn replayed(&self, name: &str) -> Option<(usize, usize)> {
        let entry = self.0.get(name).filter(|entry| entry.is_running.load(Ordering::Acquire))?;
        Some(entry.replayed()).filter(|(_, total)| *total > 0)
    }

    pub fn next_at(&self, name: &str) -> Option<i64> {
        let next = self.0.get(name)?.next_at.load(Ordering::Acquire);
        (next != 0).then_some(next)
    }

    /// Consumes a request and returns whether there was one. Used by tests that run updates themselves.
    pub async fn take_request(&self, name: &str) -> bool {
        let Some(entry) = self.0.get(name) else { return false };
        tokio::time::timeout(Duration::ZERO, entry.requested.notified()).await.is_ok()
    }
}

/// Runs the scheduled and the requested updates of all sources until the future is dropped.
pub async fn run_updates(store: Store, queue: Arc<Queue>) {
    let mut watching = JoinSet::new();
    for source in store.settings.sources.clone() {
        watching.spawn(watch(store.clone(), queue.clone(), source));
    }
    while watching.join_next().await.is_some() {}
}

async fn watch(store: Store, queue: Arc<Queue>, source: Source) {
    let Some(entry) = queue.0.get(&source.name) else { return };
    let mut wait = first_wait(&store, &source).await;
    loop {
        let next = wait.map_or(0, |wait| id::now().saturating_add_unsigned(millis(wait)));
        entry.next_at.store(next, Ordering::Release);
        tokio::select! {
            () = entry.requested.notified() => {}
            () = sleep(wait) => {}
        }
        entry.begin();
        let progress = |step| {
            if let ImportProgress::Replayed { done, total } = step {
                entry.report((done, total));
            }
        };
        let updated = update(&store, &source, &progress).await;
        entry.end();
        wait = source.every;
        if let Err(error) = updated {
            tracing::error!(source = source.name, %error, "database error during source update");
            wait = Some(AFTER_FAILURE);
        }
    }
}

/// Returns the delay before the first update: zero if nothing was imported yet or the settings have changed, otherwise
/// the rest of the update interval; `None` if the source has no interval.
async fn first_wait(store: &Store, source: &Source) -> Option<Duration> {
    let row = store::row(&store.db, &source.name).await.ok().flatten();
    let known = row.filter(|row| !row.commit_id.is_empty() && row.settings == source.fingerprint());
    let Some(row) = known else { return Some(Duration::ZERO) };
    let since = u64::try_from(id::now().saturating_sub(row.checked_at)).unwrap_or(0);
    source.every.map(|every| every.saturating_sub(Duration::from_millis(since)))
}

async fn sleep(wait: Option<Duration>) {
    match wait {
        Some(wait) => tokio::time::sleep(wait).await,
        None => std::future::pending().await,
    }
}

fn millis(wait: Duration) -> u64 {
    u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replay_progress_is_available_only_while_an_update_runs() {
        let queue = Queue(HashMap::from([("docs".to_owned(), QueueEntry::default())]));
        let entry = &queue.0["docs"];
        assert_eq!(queue.replayed("docs"), None);
        entry.begin();
        assert_eq!(queue.replayed("docs"), None, "no progress before the replay starts");
        entry.report((3, 7));
        assert_eq!(queue.replayed("docs"), Some((3, 7)));
        entry.end();
        assert_eq!(queue.replayed("docs"), None);
        entry.begin();
        assert_eq!(queue.replayed("docs"), None, "progress of the previous update is cleared");
        assert_eq!(queue.replayed("other"), None);
    }

    #[test]
    fn is_running_is_true_from_request_to_end_of_update() {
        let entry = QueueEntry::default();
        assert!(!entry.is_running());
        entry.request();
        assert!(entry.is_running(), "the update is requested");
        entry.begin();
        assert!(entry.is_running(), "the update has begun");
        entry.end();
        assert!(!entry.is_running());
        entry.begin();
        entry.request();
        entry.end();
        assert!(entry.is_running(), "another update was requested during the update");
    }
}
