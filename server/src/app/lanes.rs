//! Thread-per-core workers, each with its own accept loop. A connection stays on the thread that accepted it, so no
//! request waits for another thread to wake.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Semaphore, oneshot, watch};

use super::accept::{self, Limits};
use super::command::Failure;
use super::descriptors;
use super::serve::Server;
use crate::shared::settings::Settings;

/// Serves in all workers until `stop` completes and every worker has ended.
pub(super) async fn serve(
    listener: TcpListener,
    server: Server,
    settings: &Settings,
    stop: impl Future<Output = ()>,
) -> Result<(), Failure> {
    let (stopping, stopped) = watch::channel(false);
    let limit = descriptors::for_connections(settings.connections);
    let connections = Arc::new(Semaphore::new(limit));
    let count = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut lanes = Vec::with_capacity(count);
    for number in 0..count {
        let grace = Duration::from_secs(settings.shutdown_seconds);
        let limits = Limits { connections: connections.clone(), grace };
        let listener = listener
            .try_clone()
            .map_err(|source| Failure::Listen { addr: settings.addr, source })?;
        lanes.push(start(number, listener, &server, limits, stopped.clone())?);
    }
    drop(listener);
    stop.await;
    stopping.send_replace(true);
    for lane in lanes {
        // A worker that has already ended has no work left.
        let _ = lane.await;
    }
    Ok(())
}

/// Starts a worker; the receiver is notified when it has ended.
fn start(
    number: usize,
    listener: TcpListener,
    server: &Server,
    limits: Limits,
    mut stopped: watch::Receiver<bool>,
) -> Result<oneshot::Receiver<()>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(Failure::Runtime)?;
    let (answering, counters) = (server.answering.clone(), server.vitals.connections.clone());
    let (ended, end) = oneshot::channel();
    let run = move || {
        runtime.block_on(async {
            let stop = async {
                // The sender is dropped only with the whole server.
                let _ = stopped.wait_for(|stopped| *stopped).await;
            };
            match tokio::net::TcpListener::from_std(listener) {
                Ok(listener) => accept::serve(listener, answering, limits, counters, stop).await,
                Err(error) => tracing::error!(%error, "listener failed"),
            }
        });
        // After a second stop signal the receiver no longer exists.
        let _ = ended.send(());
    };
    let thread = std::thread::Builder::new().name(format!("lane-{number}"));
    thread.spawn(run).map_err(Failure::Runtime)?;
    Ok(end)
}
