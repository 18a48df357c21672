//! Cache of one value that is computed from the database. The value is recomputed after its cache tag has changed.

use std::sync::{Arc, PoisonError, RwLock};

use super::change_feed::Changes;

#[derive(Debug)]
pub struct Cached<T> {
    tag: &'static str,
    /// Value with the version of the change feed at which it was computed.
    cached: RwLock<Option<(i64, Arc<T>)>>,
}

impl<T> Cached<T> {
    pub fn new(tag: &'static str) -> Self {
        Self { tag, cached: RwLock::new(None) }
    }

    /// Returns the cached value, or computes a new one. Two callers may compute a value at the same time; the
    /// result that is stored last is kept.
    pub async fn get<F, E>(&self, changes: &Changes, make: impl FnOnce() -> F) -> Result<Arc<T>, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        self.get_or_update(changes, |_, _| async { Ok(None) }, make).await
    }

    /// Same as `get`, for a value that also depends on something outside the database, such as the time of day: a
    /// cached value is discarded if `holds` returns false for it.
    pub async fn get_if<F, E>(
        &self,
        changes: &Changes,
        holds: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> F,
    ) -> Result<Arc<T>, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let cached = self.cached.read().unwrap_or_else(PoisonError::into_inner).clone();
        if cached.is_some_and(|(_, value)| !holds(&value)) {
            *self.cached.write().unwrap_or_else(PoisonError::into_inner) = None;
        }
        self.get(changes, make).await
    }

    /// Same as `get`, with an incremental update: `update` receives the outdated value and the version at which it was
    /// computed. `update` returns `None` if only `make` can compute the new value.
    pub async fn get_or_update<M, F, E>(
        &self,
        changes: &Changes,
        update: impl FnOnce(Arc<T>, i64) -> M,
        make: impl FnOnce() -> F,
    ) -> Result<Arc<T>, E>
    where
        M: Future<Output = Result<Option<T>, E>>,
        F: Future<Output = Result<T, E>>,
    {
        let cached = self.cached.read().unwrap_or_else(PoisonError::into_inner).clone();
        let created_at = changes.version();
        let mended = match cached {
            Some((at, value)) if changes.unchanged_since(at, &[self.tag.to_owned()]) => {
                return Ok(value);
            }
            Some((at, value)) => update(value, at).await?,
            None => None,
        };
        let value = Arc::new(match mended {
            Some(value) => value,
            None => make().await?,
        });
        *self.cached.write().unwrap_or_else(PoisonError::into_inner) =
            Some((created_at, value.clone()));
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn cached_value_is_recomputed_only_if_invalid() {
        let (changes, derived) = (Changes::default(), Cached::new("texts"));
        let get = async |holds: bool, value: u32| {
            let made: Result<_, ()> =
                derived.get_if(&changes, |_| holds, || async move { Ok(value) }).await;
            *made.unwrap()
        };
        assert_eq!(get(true, 1).await, 1);
        assert_eq!(get(true, 2).await, 1);
        assert_eq!(get(false, 3).await, 3);
        assert_eq!(get(true, 4).await, 3);
    }
}
