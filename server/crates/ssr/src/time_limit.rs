//! Time limit of a render.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Maximum computing time of a render. Waiting for API responses does not count, because each request has its own
/// timeout. For example, a request can wait while the search index is built.
pub(crate) const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Deadline of the current render. Clones share it.
#[derive(Clone)]
pub(crate) struct RenderDeadline {
    at: Rc<Cell<Instant>>,
    clock: Rc<dyn Fn() -> Instant>,
}

impl RenderDeadline {
    pub(crate) fn new(clock: Rc<dyn Fn() -> Instant>) -> Self {
        Self { at: Rc::new(Cell::new(clock())), clock }
    }

    pub(crate) fn start(&self, limit: Duration) {
        self.at.set((self.clock)() + limit);
    }

    pub(crate) fn has_passed(&self) -> bool {
        (self.clock)() > self.at.get()
    }

    /// Runs a blocking wait, and extends the deadline by its duration.
    pub(crate) fn wait<T>(&self, wait: impl FnOnce() -> T) -> T {
        let started = (self.clock)();
        let result = wait();
        self.at.set(self.at.get() + (self.clock)().saturating_duration_since(started));
        result
    }
}
