//! Bounded priority queue of renders. Pages have priority over searches, because the number of
//! searches is unbounded. With several engines, one engine is reserved for pages.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of waiting pages per engine.
const PAGES_PER_ENGINE: usize = 32;
/// Maximum number of waiting searches per engine.
const SEARCHES_PER_ENGINE: usize = 8;

/// Priority class of a render.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RenderClass {
    /// URL without search terms or page number; the site has a limited number of such URLs.
    #[default]
    Page,
    /// URL with search terms or the page number of a list; clients can request any number of them.
    Search,
}

/// Error: the queue of the priority class is full.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Full;

pub(crate) struct RenderQueue<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    engines: usize,
}

struct State<T> {
    pages: VecDeque<T>,
    searches: VecDeque<T>,
    active_searches: usize,
    is_closed: bool,
}

impl<T> RenderQueue<T> {
    pub(crate) fn new(engines: usize) -> Self {
        let (pages, searches) = (VecDeque::new(), VecDeque::new());
        let state = State { pages, searches, active_searches: 0, is_closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), engines }
    }

    pub(crate) fn push(&self, class: RenderClass, job: T) -> Result<(), Full> {
        let mut state = self.lock();
        let (queue, per_engine) = match class {
            RenderClass::Page => (&mut state.pages, PAGES_PER_ENGINE),
            RenderClass::Search => (&mut state.searches, SEARCHES_PER_ENGINE),
        };
        if queue.len() >= per_engine * self.engines {
            return Err(Full);
        }
        queue.push_back(job);
        drop(state);
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for the next job. The caller must pass the class of the job to `finish` afterwards.
    /// Returns `None` after the queue is closed.
    pub(crate) fn pop(&self) -> Option<(RenderClass, T)> {
        let most_searches = self.engines.saturating_sub(1).max(1);
        let mut state = self.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.pages.pop_front() {
                return Some((RenderClass::Page, job));
            }
            if state.active_searches < most_searches
                && let Some(job) = state.searches.pop_front()
            {
                state.active_searches += 1;
                return Some((RenderClass::Search, job));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(crate) fn finish(&self, class: RenderClass) {
        if class == RenderClass::Search {
            self.lock().active_searches -= 1;
            self.changed.notify_all();
        }
    }

    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.pages.clear();
        state.searches.clear();
        drop(state);
        self.changed.notify_all();
    }

    /// Returns the numbers of waiting pages and searches.
    pub(crate) fn lengths(&self) -> [usize; 2] {
        let state = self.lock();
        [state.pages.len(), state.searches.len()]
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::RenderClass::{Page, Search};
    use super::*;

    #[test]
    fn page_renders_have_priority_over_search_renders() {
        let queue = RenderQueue::new(1);
        for (class, job) in [(Search, 1), (Page, 2), (Search, 3), (Page, 4)] {
            queue.push(class, job).unwrap();
        }
        let order: Vec<_> = std::iter::from_fn(|| {
            let (class, job) = queue.pop()?;
            queue.finish(class);
            if job == 3 {
                queue.close();
            }
            Some(job)
        })
        .collect();
        assert_eq!(order, [2, 4, 1, 3]);
    }

    #[test]
    fn full_search_queue_does_not_reject_page_renders() {
        let queue = RenderQueue::new(2);
        let searches = (0..1000).take_while(|job| queue.push(Search, *job).is_ok()).count();
        assert_eq!(searches, 2 * SEARCHES_PER_ENGINE);
        let pages = (0..1000).take_while(|job| queue.push(Page, *job).is_ok()).count();
        assert_eq!(pages, 2 * PAGES_PER_ENGINE);
        assert_eq!(queue.lengths(), [pages, searches]);
        assert_eq!(queue.push(Search, 0), Err(Full));
    }

    #[test]
    fn one_of_several_engines_is_reserved_for_page_renders() {
        for (engines, at_once) in [(1, 1), (2, 1), (4, 3)] {
            let queue = RenderQueue::new(engines);
            for job in 0..4 {
                queue.push(Search, job).unwrap();
            }
            for _ in 0..at_once {
                assert_eq!(queue.pop().unwrap().0, Search);
            }
            queue.push(Page, 9).unwrap();
            assert_eq!(queue.pop(), Some((Page, 9)), "{engines} engines");
            std::thread::scope(|scope| {
                let waiting = scope.spawn(|| queue.pop());
                queue.finish(Search);
                assert_eq!(waiting.join().unwrap().unwrap().0, Search);
            });
        }
    }

    #[test]
    fn closing_the_render_queue_stops_waiting_threads() {
        let queue: RenderQueue<()> = RenderQueue::new(2);
        std::thread::scope(|scope| {
            let waiting = [scope.spawn(|| queue.pop()), scope.spawn(|| queue.pop())];
            queue.close();
            for thread in waiting {
                assert_eq!(thread.join().unwrap(), None);
            }
        });
    }
}
