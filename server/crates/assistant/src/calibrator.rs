//! Cache of the site's calibration, in memory and in the database. The calibration is retrained when the search index
//! changes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::calibration::{Calibration, Trainer};
use crate::store;
use pailou_database::id;
use pailou_search::engine::Engine;
use pailou_search::index::Index;
use pailou_site::Site;

/// Version of the training algorithm. Increment it to retrain all sites.
const TRAINING: u32 = 6;
/// Minimum pause between two updates.
const PAUSE: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
struct Known {
    /// Fingerprint of the index on which the calibration was trained.
    fingerprint: String,
    calibration: Arc<Calibration>,
    /// Time at which the last update ended, successfully or with an error.
    updated_at: Option<Instant>,
}

impl Known {
    fn is_update_due(&self, fingerprint: &str, now: Instant) -> bool {
        let is_early = self.updated_at.is_some_and(|at| now.duration_since(at) < PAUSE);
        self.fingerprint != fingerprint && !is_early
    }
}

/// Cache of the site's calibration. After a change of the search index, a new calibration is trained in the background.
/// The previous one is used until the training ends.
#[derive(Debug, Clone, Default)]
pub(crate) struct Calibrator {
    known: Arc<RwLock<Known>>,
    is_running: Arc<AtomicBool>,
}

impl Calibrator {
    /// Returns the current calibration, and starts an update in the background if one is due. Reads the stored
    /// calibration first if none is loaded.
    pub(crate) async fn current(&self, site: &Site) -> Arc<Calibration> {
        let fingerprint = fingerprint(&site.search_index.engine());
        if self.is_unset()
            && let Ok(Some(stored)) = stored_calibration(site, &fingerprint).await
        {
            self.set(&fingerprint, stored);
        }
        let (calibration, is_due) = {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            (known.calibration.clone(), known.is_update_due(&fingerprint, Instant::now()))
        };
        if is_due && !self.is_running.swap(true, Ordering::AcqRel) {
            let (calibrator, site) = (self.clone(), site.clone());
            tokio::spawn(async move {
                if let Err(error) = calibrator.update(&site, fingerprint).await {
                    tracing::warn!(%error, "updating assistant calibration failed");
                }
                let mut known = calibrator.known.write().unwrap_or_else(PoisonError::into_inner);
                known.updated_at = Some(Instant::now());
                calibrator.is_running.store(false, Ordering::Release);
            });
        }
        calibration
    }

    /// Loads the stored calibration of this index, or trains and stores a new one. A new calibration is used even if it
    /// cannot be stored.
    async fn update(&self, site: &Site, fingerprint: String) -> Result<(), sqlx::Error> {
        if let Some(calibration) = stored_calibration(site, &fingerprint).await? {
            self.set(&fingerprint, calibration);
            return Ok(());
        }
        let started = Instant::now();
        let calibration = self.train(site).await;
        let milliseconds = started.elapsed().as_millis();
        tracing::info!(milliseconds, "assistant calibration trained");
        let text = serde_json::to_string(&calibration).unwrap_or_default();
        self.set(&fingerprint, calibration);
        let mut tx = site.db.begin().await?;
        store::save_calibration(&mut tx, &fingerprint, &text, id::now()).await?;
        tx.commit().await
    }

    /// Whether no calibration is loaded and no update has finished.
    fn is_unset(&self) -> bool {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.fingerprint.is_empty() && known.updated_at.is_none()
    }

    fn set(&self, fingerprint: &str, calibration: Calibration) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        fingerprint.clone_into(&mut known.fingerprint);
        known.calibration = Arc::new(calibration);
    }

    /// Trains on the index. The index is locked for one question at a time, so that it can be updated between
    /// questions.
    async fn train(&self, site: &Site) -> Calibration {
        let index = site.search_index.clone();
        let train = move || {
            let mut trainer = Trainer::default();
            let questions = Trainer::questions(&index.engine());
            for question in questions {
                trainer.measure(&index.engine(), &question);
            }
            trainer.finish()
        };
        tokio::task::spawn_blocking(train).await.unwrap_or_default()
    }
}

/// Reads the stored calibration of an index.
async fn stored_calibration(
    site: &Site,
    fingerprint: &str,
) -> Result<Option<Calibration>, sqlx::Error> {
    let text = store::calibration(&site.db, fingerprint).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Returns a fingerprint of the index: training version, and for each language the counts of pages
/// and sections and the text length.
fn fingerprint(engine: &Engine) -> String {
    let of = |index: &Index| {
        let live = index.live;
        format!("{}.{}.{:.1}", live.pages, live.sections, live.length)
    };
    format!("{TRAINING}-{}-{}", of(&engine.zh), of(&engine.en))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tests::engine;

    #[test]
    fn calibration_update_is_due_for_new_index_after_a_pause() {
        let now = Instant::now();
        let mut known = Known::default();
        assert!(known.is_update_due("a", now));
        known.updated_at = Some(now);
        for (seconds, expected) in [(0, false), (59, false), (60, true)] {
            let later = now + Duration::from_secs(seconds);
            assert_eq!(known.is_update_due("a", later), expected, "{seconds}");
        }
        known.fingerprint = "a".to_owned();
        assert!(!known.is_update_due("a", now + PAUSE));
    }

    #[test]
    fn calibration_fingerprint_changes_with_indexed_pages() {
        let mut changed = engine();
        assert_eq!(fingerprint(&changed), fingerprint(&engine()));
        changed.remove(core_wasm::locale::Locale::En, "backup");
        assert_ne!(fingerprint(&changed), fingerprint(&engine()));
    }
}
