//! Bounded pool of engines, each on its own thread. A full queue or a failed render returns an error to the caller,
//! which then sends the page for client-side rendering.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::oneshot;

use super::engine::{Engine, Fetch, RenderRequest, Rendered};

/// Renders waiting per engine. More would only be answered after the visitor has left.
const QUEUE_PER_ENGINE: usize = 32;

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
    pub microseconds: AtomicU64,
}

struct Job {
    ask: RenderRequest,
    /// Of the request that the page is rendered for.
    span: tracing::Span,
    reply: oneshot::Sender<Result<Rendered, RenderError>>,
}

pub struct Pool {
    jobs: SyncSender<Job>,
    pub counters: Arc<Counters>,
}

impl Pool {
    /// Starts the engines and waits until the first has loaded the bundle; answers the path patterns
    /// of its route table too.
    pub fn start(
        engines: usize,
        bundle: &'static str,
        fetch: &Fetch,
        host: &str,
    ) -> Result<(Self, Vec<String>), RenderError> {
        let (jobs, queue) = sync_channel(engines * QUEUE_PER_ENGINE);
        let queue = Arc::new(Mutex::new(queue));
        let counters = Arc::new(Counters::default());
        let (ready, first) = sync_channel(engines);
        for number in 0..engines {
            let (queue, counters, ready) = (queue.clone(), counters.clone(), ready.clone());
            let make = {
                let (fetch, host) = (fetch.clone(), host.to_owned());
                move || Engine::new(bundle, &fetch, &host)
            };
            std::thread::Builder::new()
                .name(format!("render-{number}"))
                .spawn(move || work(&queue, &counters, &ready, &make))
                .map_err(|error| RenderError::Failed(error.to_string()))?;
        }
        let patterns = first.recv().map_err(|error| RenderError::Failed(error.to_string()))?;
        Ok((Self { jobs, counters }, patterns.map_err(RenderError::Failed)?))
    }

    pub async fn render(&self, ask: RenderRequest) -> Result<Rendered, RenderError> {
        let (reply, answer) = oneshot::channel();
        let span = tracing::Span::current();
        self.jobs.try_send(Job { ask, span, reply }).map_err(|error| match error {
            TrySendError::Full(_) => RenderError::Busy,
            TrySendError::Disconnected(_) => {
                RenderError::Failed("no render engine running".to_owned())
            }
        })?;
        answer
            .await
            .unwrap_or_else(|_| Err(RenderError::Failed("render engine stopped".to_owned())))
    }
}

type Patterns = Result<Vec<String>, String>;

/// Runs the jobs of one thread. A failed engine is replaced, because its state is undefined.
fn work(
    queue: &Mutex<Receiver<Job>>,
    counters: &Counters,
    ready: &SyncSender<Patterns>,
    make: &dyn Fn() -> Result<Engine, String>,
) {
    let mut engine = make();
    // Only the first engine's answer is waited for.
    let _ = ready.try_send(match &engine {
        Ok(engine) => engine.patterns(),
        Err(error) => Err(error.clone()),
    });
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { ask, span, reply }) = job else { return };
        if reply.is_closed() {
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
        // The visitor may have left.
        let _ = reply.send(outcome.map_err(RenderError::Failed));
    }
}
