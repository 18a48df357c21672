//! Retention of stored questions, feedback, and shared answers: hourly deletion of expired rows.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

use crate::{question_log, store};
use pailou_database::id;
use pailou_dates::MS;
use pailou_site::Site;

/// Maximum number of stored questions, and of stored feedback; older rows are deleted.
pub(crate) const MAX_KEPT: i64 = 50_000;
/// Number of new rows after which old rows are deleted.
const CLEAN_EVERY: u32 = 100;
const INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Counter of the rows that this server has added to a table.
#[derive(Debug, Clone, Default)]
pub(crate) struct RowCounter(Arc<AtomicU32>);

impl RowCounter {
    /// Counts a row. Returns whether old rows are to be deleted now: at the first row and then after every
    /// `CLEAN_EVERY` rows.
    pub(crate) fn count(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed).is_multiple_of(CLEAN_EVERY)
    }
}

/// Returns the start of the retention period of questions and feedback, in milliseconds since 1970-01-01 UTC. Older
/// questions are not listed, and older feedback is not counted.
pub(crate) fn retention_start(site: &Site, now: i64) -> i64 {
    now.saturating_sub(site.settings.assistant_question_days.saturating_mul(MS))
}

/// Deletes expired rows every hour, until the future is dropped.
pub async fn run_retention(site: Site) {
    let mut clock = interval(INTERVAL);
    clock.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        if let Err(error) = delete_expired(&site, id::now()).await {
            tracing::warn!(%error, "deleting expired data of the assistant failed");
        }
    }
}

/// Deletes questions and feedback whose retention period has ended at `now` (milliseconds since 1970-01-01 UTC), and
/// the oldest rows above the maximum number. Also deletes expired shared answers.
///
/// # Errors
/// Returns the database error.
pub async fn delete_expired(site: &Site, now: i64) -> Result<(), sqlx::Error> {
    let start = retention_start(site, now);
    let mut tx = site.db.begin().await?;
    question_log::store::delete_old_questions(&mut tx, start, MAX_KEPT).await?;
    store::delete_old_feedback(&mut tx, start, MAX_KEPT).await?;
    store::delete_expired_shares(&mut tx, now).await?;
    tx.commit().await
}
