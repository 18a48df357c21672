//! Smaller sizes as AVIF. Each takes a processor for a second or two, so nobody waits for them: they are made one after
//! another behind all else, and until one is there browsers get WebP at the same address.

use std::io::ErrorKind;
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use super::{MediaError, store};
use crate::shared::media;
use crate::shared::site::Site;

/// How often somebody looks for new pictures.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Makes what is missing, until the server stops.
pub(crate) async fn keep_making_avif(site: Site) {
    let mut tick = interval(LOOK_EVERY);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        loop {
            match make_one(&site).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(%error, "pictures stay without AVIF for the moment");
                    break;
                }
            }
        }
    }
}

/// Makes one that is missing; false where none is. Several servers may make the same one: it is the same file.
pub(crate) async fn make_one(site: &Site) -> Result<bool, MediaError> {
    let Some((hash, width, webp)) = store::without_avif(&site.db).await? else { return Ok(false) };
    let avif = match site.files.read(&hash).await {
        Ok(picture) => {
            let width = u32::try_from(width).unwrap_or_default();
            let most = usize::try_from(webp).unwrap_or_default();
            spawn_blocking(move || media::avif(&picture, width, most)).await.unwrap_or_default()
        }
        // Taken out of the folder by hand: to ask again would not bring it back.
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let variant = match avif {
        Some(bytes) => site.files.keep(bytes.into()).await?,
        None => String::new(),
    };
    let mut tx = site.db.begin().await?;
    store::put_avif(&mut tx, &hash, width, &variant).await?;
    tx.commit().await?;
    Ok(true)
}
