//! Change feed for cache invalidation. Every write records the tags of the changed objects. Results that are derived
//! from the database (rendered pages, trees) store their tags and the version at which they were computed. Servers on
//! one database use the same versions, which come from one row that writers lock.

mod store;

use std::collections::HashMap;
use std::sync::RwLock;

use tokio::sync::watch;

use super::{Db, Tx};

/// Name of an object that can change, such as `page:docs/guide/start` or `tree:zh-CN`.
pub type CacheTag = String;

/// Version of the last change of each tag, as far as this process has read the change feed.
#[derive(Debug, Default)]
pub struct Changes {
    version: watch::Sender<i64>,
    last: RwLock<HashMap<CacheTag, i64>>,
}

impl Changes {
    /// Returns the newest version that was read. Call it before the data of a derived result is read.
    pub fn version(&self) -> i64 {
        *self.version.borrow()
    }

    /// Waits until this process has read a version above `version`.
    pub async fn wait_for_newer(&self, version: i64) {
        let mut versions = self.version.subscribe();
        // Fails only if the sender was dropped, and `self` owns the sender.
        let _ = versions.wait_for(|newest| *newest > version).await;
    }

    /// Whether none of the tags changed after `version`.
    pub fn unchanged_since(&self, version: i64, tags: &[CacheTag]) -> bool {
        let last = self.last.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        tags.iter().all(|tag| last.get(tag).is_none_or(|changed| *changed <= version))
    }

    /// Returns every tag that changed after `version`.
    pub fn changed_since(&self, version: i64) -> Vec<CacheTag> {
        let last = self.last.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let later = last.iter().filter(|(_, changed)| **changed > version);
        later.map(|(tag, _)| tag.clone()).collect()
    }

    /// Reads the changes since the last poll, by one indexed query.
    pub async fn poll(&self, db: &Db) -> Result<(), sqlx::Error> {
        self.take(store::changed_since(db, self.version()).await?);
        Ok(())
    }

    /// Applies the result of a query. Results may arrive out of order, so an older version never replaces a newer one.
    fn take(&self, news: Vec<(CacheTag, i64)>) {
        let Some(newest) = news.iter().map(|(_, version)| *version).max() else { return };
        let mut last = self.last.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        for (tag, version) in news {
            let known = last.entry(tag).or_insert(version);
            *known = version.max(*known);
        }
        self.version.send_if_modified(|version| {
            let is_newer = newest > *version;
            *version = newest.max(*version);
            is_newer
        });
    }
}

/// Records within the writer's transaction that these tags changed.
pub async fn publish(tx: &mut Tx, tags: &[CacheTag]) -> Result<(), sqlx::Error> {
    if tags.is_empty() {
        return Ok(());
    }
    let version = store::next_version(tx).await?;
    for tag in tags {
        store::set_changed(tx, tag, version).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_changes_do_not_lower_the_change_feed_version() {
        let changes = Changes::default();
        let news = |version| vec![("page:a".to_owned(), version)];
        changes.take(news(12));
        changes.take(news(10));
        changes.take(Vec::new());
        assert_eq!(changes.version(), 12);
        assert!(!changes.unchanged_since(11, &["page:a".to_owned()]));
        assert!(changes.unchanged_since(12, &["page:a".to_owned()]));
    }
}
