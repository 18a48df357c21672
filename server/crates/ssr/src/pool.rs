//! Pool of engines, each on its own thread. If the queue is full or a render fails, the caller gets
//! an error and sends the document for client-side rendering.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

use tokio::sync::oneshot;

use super::engine::{Engine, Fetch, RenderRequest, Rendered};
use super::queue::{Full, RenderClass, RenderQueue};

#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("render queue full")]
    Busy,
    #[error("render failed: {0}")]
    Failed(String),
}

#[derive(Debug, Default)]
pub struct Counters {
    pub rendered: AtomicU64,
    pub failed: AtomicU64,
    /// Number of renders that were rejected because the queue was full.
    pub rejected: AtomicU64,
    pub microseconds: AtomicU64,
}

struct Job {
    ask: RenderRequest,
    /// Tracing span of the request.
    span: tracing::Span,
    reply: oneshot::Sender<Result<Rendered, RenderError>>,
}

pub struct Pool {
    jobs: Arc<RenderQueue<Job>>,
    pub counters: Arc<Counters>,
}

impl Pool {
    /// Starts the engines and waits until the first engine has loaded the bundle. Returns the pool, and the path
    /// patterns of the bundle's route table.
    pub fn start(
        engines: usize,
        bundle: &'static str,
        fetch: &Fetch,
        host: &str,
    ) -> Result<(Self, Vec<String>), RenderError> {
        let jobs = Arc::new(RenderQueue::new(engines));
        let counters = Arc::new(Counters::default());
        let (ready, first) = sync_channel(engines);
        for number in 0..engines {
            let (queue, counters, ready) = (jobs.clone(), counters.clone(), ready.clone());
            let make = {
                let (fetch, host) = (fetch.clone(), host.to_owned());
                move || Engine::new(bundle, &fetch, &host)
            };
            std::thread::Builder::new()
                .name(format!("render-{number}"))
                .spawn(move || work(&queue, &counters, &ready, &make))
                .map_err(|error| RenderError::Failed(error.to_string()))?;
        }
        let pool = Self { jobs, counters };
        let patterns = first.recv().map_err(|error| RenderError::Failed(error.to_string()))?;
        Ok((pool, patterns.map_err(RenderError::Failed)?))
    }

    /// Returns the numbers of waiting renders of pages and of searches.
    pub fn queue_lengths(&self) -> [usize; 2] {
        self.jobs.lengths()
    }

    pub async fn render(
        &self,
        ask: RenderRequest,
        class: RenderClass,
    ) -> Result<Rendered, RenderError> {
        let (reply, answer) = oneshot::channel();
        let span = tracing::Span::current();
        self.jobs.push(class, Job { ask, span, reply }).map_err(|Full| {
            self.counters.rejected.fetch_add(1, Ordering::Relaxed);
            RenderError::Busy
        })?;
        answer
            .await
            .unwrap_or_else(|_| Err(RenderError::Failed("render engine stopped".to_owned())))
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.jobs.close();
    }
}

type Patterns = Result<Vec<String>, String>;

/// Runs the jobs of one thread. A failed engine is replaced, because its state is undefined.
fn work(
    queue: &RenderQueue<Job>,
    counters: &Counters,
    ready: &SyncSender<Patterns>,
    make: &dyn Fn() -> Result<Engine, String>,
) {
    let mut engine = make();
    // Only the result of the first engine is received.
    let _ = ready.try_send(match &engine {
        Ok(engine) => engine.patterns(),
        Err(error) => Err(error.clone()),
    });
    while let Some((class, Job { ask, span, reply })) = queue.pop() {
        if reply.is_closed() {
            queue.finish(class);
            continue;
        }
        let started = std::time::Instant::now();
        let outcome = engine.as_ref().map_err(Clone::clone);
        let outcome = outcome.and_then(|engine| span.in_scope(|| engine.render(&ask)));
        let took = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        counters.microseconds.fetch_add(took, Ordering::Relaxed);
        counters.rendered.fetch_add(1, Ordering::Relaxed);
        if let Err(error) = &outcome {
            counters.failed.fetch_add(1, Ordering::Relaxed);
            tracing::error!(path = ask.path, %error, "render failed");
            engine = make();
        }
        queue.finish(class);
        // The client may have disconnected.
        let _ = reply.send(outcome.map_err(RenderError::Failed));
    }
}
