//! Health of the storage, according to the last probes and failed requests: whether the database responds, whether it
//! accepts writes, whether its file was replaced, and whether the disk is full.

mod probe;
mod store;

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::watch;

use super::outage::Outage;

pub use probe::{ProbeTiming, run_probe};

/// State of the storage. The default state has no outage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    pub is_database_unavailable: bool,
    /// Whether PostgreSQL rejects writes. For SQLite, only the failed write itself is reported.
    pub is_database_read_only: bool,
    /// Whether the SQLite file was moved, deleted, or overwritten.
    pub is_database_replaced: bool,
    pub is_disk_full: bool,
}

impl State {
    pub fn outages(self) -> impl Iterator<Item = Outage> {
        let database = self.is_database_unavailable.then_some(Outage::DatabaseUnavailable);
        let writes = self.is_database_read_only.then_some(Outage::DatabaseReadOnly);
        let file = self.is_database_replaced.then_some(Outage::DatabaseReplaced);
        let disk = self.is_disk_full.then_some(Outage::DiskFull);
        database.into_iter().chain(writes).chain(file).chain(disk)
    }
}

/// Health of the storage, shared by all clones of a `Db`.
#[derive(Debug, Default)]
pub struct Health {
    state: watch::Sender<State>,
    /// Number of requests that the database has answered.
    answers: AtomicU64,
    /// Whether the last request for a pool connection, or for SQLite's write lock, timed out.
    is_exhausted: AtomicBool,
}

impl Health {
    pub fn state(&self) -> State {
        *self.state.borrow()
    }

    /// Returns an error while the database is unavailable, so that no request waits for a connection.
    pub(crate) fn check_database(&self) -> Result<(), sqlx::Error> {
        if self.state().is_database_unavailable {
            let reason = "last database probe failed";
            return Err(sqlx::Error::Io(io::Error::new(io::ErrorKind::NotConnected, reason)));
        }
        Ok(())
    }

    /// Runs a future until it completes or the database becomes unavailable. A future that starts during an outage is
    /// run; its database requests fail immediately.
    pub async fn while_available<F: Future>(&self, work: F) -> Result<F::Output, Outage> {
        let mut state = self.state.subscribe();
        if state.borrow_and_update().is_database_unavailable {
            return Ok(work.await);
        }
        tokio::select! {
            biased;
            output = work => Ok(output),
            // The sender exists as long as `self`, so `wait_for` does not fail.
            _ = state.wait_for(|state| state.is_database_unavailable) => {
                Err(Outage::DatabaseUnavailable)
            }
        }
    }

    /// Records that the database has answered a request. A probe that times out counts the database as slow, not as
    /// unavailable, if a request was answered during the probe.
    pub(crate) fn report_answer(&self) {
        self.answers.fetch_add(1, Ordering::Relaxed);
    }

    fn answers(&self) -> u64 {
        self.answers.load(Ordering::Relaxed)
    }

    pub(crate) fn is_exhausted(&self) -> bool {
        self.is_exhausted.load(Ordering::Relaxed)
    }

    /// Sets `is_exhausted` and returns its previous value.
    pub(crate) fn set_exhausted(&self, is_exhausted: bool) -> bool {
        self.is_exhausted.swap(is_exhausted, Ordering::Relaxed)
    }

    /// Reports the outage that caused a failed request. Only a probe marks the database as unavailable, because a
    /// single connection may be lost for another reason. A full disk is recorded immediately, because it also affects
    /// the next request.
    pub fn report(&self, outage: Outage) {
        if outage == Outage::DiskFull {
            self.set_disk_full(true);
        }
    }

    fn set_database_unavailable(&self, is_unavailable: bool) -> bool {
        self.change(|state| &mut state.is_database_unavailable, is_unavailable)
    }

    fn set_database_read_only(&self, is_read_only: bool) -> bool {
        self.change(|state| &mut state.is_database_read_only, is_read_only)
    }

    fn set_database_replaced(&self, is_replaced: bool) -> bool {
        self.change(|state| &mut state.is_database_replaced, is_replaced)
    }

    fn set_disk_full(&self, is_full: bool) -> bool {
        self.change(|state| &mut state.is_disk_full, is_full)
    }

    /// Sets a field of the state; returns whether its value has changed.
    fn change(&self, field: fn(&mut State) -> &mut bool, value: bool) -> bool {
        self.state.send_if_modified(|state| std::mem::replace(field(state), value) != value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn running_future_is_aborted_when_the_database_fails() {
        let health = Health::default();
        let waiting = health.while_available(std::future::pending::<()>());
        let lost = async { health.set_database_unavailable(true) };
        let (outcome, is_changed) = tokio::join!(waiting, lost);
        assert_eq!((outcome, is_changed), (Err(Outage::DatabaseUnavailable), true));
        assert!(health.check_database().is_err());
        // A future that starts during the outage is run.
        assert_eq!(health.while_available(async { 1 }).await, Ok(1));
        health.set_database_unavailable(false);
        assert!(health.check_database().is_ok());
    }

    #[test]
    fn reported_full_disk_is_recorded_but_lost_connection_is_not() {
        let health = Health::default();
        health.report(Outage::DatabaseUnavailable);
        assert_eq!(health.state(), State::default());
        health.report(Outage::DiskFull);
        assert_eq!(health.state().outages().collect::<Vec<_>>(), [Outage::DiskFull]);
        assert!(health.check_database().is_ok(), "a full disk must not prevent reads");
    }
}
