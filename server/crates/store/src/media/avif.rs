//! AVIF encoding of smaller image sizes in the background, one after another. The same URL serves WebP until the AVIF
//! file exists.

use std::io::ErrorKind;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::{MediaError, store};

use crate::context::Store;

/// Interval between searches for new images.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Encodes missing AVIF variants until the server stops.
pub async fn run_avif_worker(store: Store) {
    let mut tick = interval(POLL_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        loop {
            match encode_next(&store).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(%error, "creating AVIF variant failed");
                    break;
                }
            }
        }
    }
}

/// Encodes one missing variant; returns false if there is none. Several servers may encode the same
/// variant with the same result.
pub async fn encode_next(store: &Store) -> Result<bool, MediaError> {
    let Some((hash, width, webp)) = store::without_avif(&store.db).await? else { return Ok(false) };
    let avif = match store.files.read(&hash).await {
        Ok(image) => {
            let width = u32::try_from(width).unwrap_or_default();
            let max_bytes = usize::try_from(webp).unwrap_or_default();
            spawn_blocking(move || pailou_media::avif(&image, width, max_bytes))
                .await
                .unwrap_or_default()
        }
        // The original file does not exist, so a retry would fail again.
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let variant = match avif {
        Some(bytes) => store.files.keep(bytes.into()).await?,
        None => String::new(),
    };
    let mut tx = store.db.begin().await?;
    store::set_avif(&mut tx, &hash, width, &variant).await?;
    tx.commit().await?;
    Ok(true)
}
