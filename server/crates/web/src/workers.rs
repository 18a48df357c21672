//! Thread-per-core workers, each with its own accept loop. A connection stays on the thread that accepted it, so no
//! request waits for another thread to wake.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot, watch};

use super::fd_limit;
use super::listener;
use super::listener::{ConnectionLimits, Connections, Service};

/// Limits of all workers together.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    /// Maximum number of open connections.
    pub connections: usize,
    /// Time for requests in progress after a stop signal.
    pub grace: Duration,
}

/// Reason why a worker did not start.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    #[error("cannot listen: {0}")]
    Listen(#[source] io::Error),
    #[error("cannot start a thread: {0}")]
    Start(#[source] io::Error),
}

/// Serves in all workers until `stop` completes and every worker has ended.
///
/// # Errors
///
/// Returns an error if a worker cannot be started.
pub async fn serve_in_workers(
    listener: TcpListener,
    service: &impl Service,
    counters: &Arc<Connections>,
    settings: &WorkerSettings,
    stop: impl Future<Output = ()>,
) -> Result<(), WorkerError> {
    let (stopping, stopped) = watch::channel(false);
    let limit = fd_limit::for_connections(settings.connections);
    let connections = Arc::new(Semaphore::new(limit));
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut workers = Vec::with_capacity(count);
    for number in 0..count {
        let limits = ConnectionLimits { connections: connections.clone(), grace: settings.grace };
        let listener = listener.try_clone().map_err(WorkerError::Listen)?;
        let service = (service.clone(), counters.clone());
        workers.push(start(number, listener, service, limits, stopped.clone())?);
    }
    drop(listener);
    stop.await;
    stopping.send_replace(true);
    for worker in workers {
        // The error is ignored: a worker that has already ended has no requests in progress.
        let _ = worker.await;
    }
    Ok(())
}

/// Starts a worker; the receiver is notified when it has ended.
fn start(
    number: usize,
    listener: TcpListener,
    (service, counters): (impl Service, Arc<Connections>),
    limits: ConnectionLimits,
    mut stopped: watch::Receiver<bool>,
) -> Result<oneshot::Receiver<()>, WorkerError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(WorkerError::Start)?;
    let (finished, end) = oneshot::channel();
    let run = move || {
        runtime.block_on(async {
            let stop = async {
                // An error means that the sender was dropped, which happens only when the whole server ends.
                let _ = stopped.wait_for(|stopped| *stopped).await;
            };
            match tokio::net::TcpListener::from_std(listener) {
                Ok(listener) => listener::serve(listener, service, limits, counters, stop).await,
                Err(error) => {
                    tracing::error!(worker = number, %error, "starting worker listener failed")
                }
            }
        });
        // The error is ignored: the receiver no longer exists if `serve_in_workers` was canceled.
        let _ = finished.send(());
    };
    let thread = std::thread::Builder::new().name(format!("worker-{number}"));
    thread.spawn(run).map_err(WorkerError::Start)?;
    Ok(end)
}
