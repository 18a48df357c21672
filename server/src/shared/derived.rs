//! A thing made from the database and kept in memory while its tag has not changed.

use std::sync::{Arc, PoisonError, RwLock};

use super::changes::Changes;

#[derive(Debug)]
pub(crate) struct Derived<T> {
    tag: &'static str,
    /// With the change counter that it was made at.
    kept: RwLock<Option<(i64, Arc<T>)>>,
}

impl<T> Derived<T> {
    pub(crate) fn new(tag: &'static str) -> Self {
        Self { tag, kept: RwLock::new(None) }
    }

    /// What is kept, or made now. Two callers may make it at once; the later one stays.
    pub(crate) async fn get<F, E>(
        &self,
        changes: &Changes,
        make: impl FnOnce() -> F,
    ) -> Result<Arc<T>, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        if let Some(thing) = self.kept(changes) {
            return Ok(thing);
        }
        let made_at = changes.version();
        let thing = Arc::new(make().await?);
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = Some((made_at, thing.clone()));
        Ok(thing)
    }

    fn kept(&self, changes: &Changes) -> Option<Arc<T>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let (made_at, thing) = kept.as_ref()?;
        changes.unchanged_since(*made_at, &[self.tag.to_owned()]).then(|| thing.clone())
    }
}
