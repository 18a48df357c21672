//! Keeps the calibration of the site up to date with the search index, in memory and in the database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::calibration::{Calibration, Trainer};
use crate::store;
use pailou_database::id;
use pailou_search::engine::Engine;
use pailou_search::index::Index;
use pailou_site::Site;

/// A change of the training is a new number.
const TRAINING: u32 = 2;
/// Pause between two trainings.
const PAUSE: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
struct Known {
    /// Of the index that it was made from.
    fingerprint: String,
    calibration: Arc<Calibration>,
    trained_at: Option<Instant>,
}

/// The calibration of the site. It is trained in the background after the index has changed; until then the one
/// before is used.
#[derive(Debug, Clone, Default)]
pub(crate) struct Calibrator {
    known: Arc<RwLock<Known>>,
    is_running: Arc<AtomicBool>,
}

impl Calibrator {
    /// The calibration for this index.
    pub(crate) fn current(&self, site: &Site) -> Arc<Calibration> {
        let fingerprint = fingerprint(&site.search_index.engine());
        let (calibration, is_due) = {
            let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
            let has_rested = known.trained_at.is_none_or(|at| at.elapsed() >= PAUSE);
            (known.calibration.clone(), known.fingerprint != fingerprint && has_rested)
        };
        if is_due && !self.is_running.swap(true, Ordering::AcqRel) {
            let (calibrator, site) = (self.clone(), site.clone());
            tokio::spawn(async move {
                if let Err(error) = calibrator.update(&site, fingerprint).await {
                    tracing::warn!(%error, "assistant calibration failed");
                }
                calibrator.is_running.store(false, Ordering::Release);
            });
        }
        calibration
    }

    async fn update(&self, site: &Site, fingerprint: String) -> Result<(), sqlx::Error> {
        let stored = store::calibration(&site.db, &fingerprint).await?;
        let stored = stored.and_then(|text| serde_json::from_str(&text).ok());
        let calibration = match stored {
            Some(calibration) => calibration,
            None => {
                let started = Instant::now();
                let calibration = self.train(site).await;
                let milliseconds = started.elapsed().as_millis();
                tracing::info!(milliseconds, "assistant calibrated");
                let text = serde_json::to_string(&calibration).unwrap_or_default();
                let mut tx = site.db.begin().await?;
                store::put_calibration(&mut tx, &fingerprint, &text, id::now()).await?;
                tx.commit().await?;
                calibration
            }
        };
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        *known = Known {
            fingerprint,
            calibration: Arc::new(calibration),
            trained_at: Some(Instant::now()),
        };
        Ok(())
    }

    /// Measures one question after the other: in between, the index can be changed.
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

/// Changes with nearly every edit, and costs nothing.
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
    fn fingerprint_changes_with_the_texts() {
        let mut changed = engine();
        assert_eq!(fingerprint(&changed), fingerprint(&engine()));
        changed.remove(core_wasm::locale::Locale::En, "backup");
        assert_ne!(fingerprint(&changed), fingerprint(&engine()));
    }
}
