//! HTTP/1.1 listener with timeouts, a connection limit, and a bounded graceful shutdown. The reverse proxy provides TLS
//! and HTTP/2.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep, timeout};

use warp::reply::Response;

use crate::client::Peer;

/// Timeout for the first byte of a connection.
const FIRST_BYTE: Duration = Duration::from_secs(5);
/// Timeout for request line and headers; also the keep-alive timeout of an idle connection.
const HEADERS: Duration = Duration::from_secs(8);
/// Timeout of a write without progress.
const WRITE: Duration = Duration::from_secs(10);
const HEADER_BYTES: usize = 32 << 10;
/// Delay before the next accept after a failed accept, for example if no file descriptor is free.
const BACK_OFF: Duration = Duration::from_millis(20);

#[derive(Debug, Default)]
pub struct Connections {
    pub open: AtomicU64,
    pub accepted: AtomicU64,
    pub idle_timeouts: AtomicU64,
    pub errored: AtomicU64,
}

pub struct ConnectionLimits {
    /// One permit per open connection, in all workers together.
    pub connections: Arc<Semaphore>,
    /// Time for requests in progress after a stop signal.
    pub grace: Duration,
}

/// Responds to the requests of a connection. It is cloned for each connection and each request.
pub trait Service: Clone + Send + Sync + 'static {
    fn respond(&self, request: Request<Incoming>) -> impl Future<Output = Response> + Send;
}

/// Serves until `stop` completes, then lets requests in progress finish within the grace period.
pub async fn serve(
    listener: TcpListener,
    service: impl Service,
    limits: ConnectionLimits,
    counters: Arc<Connections>,
    stop: impl Future<Output = ()>,
) {
    let permits = limits.connections;
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(HEADER_BYTES);
    tokio::pin!(stop);
    loop {
        let permit = tokio::select! {
            permit = permits.clone().acquire_owned() => permit,
            () = &mut stop => break,
        };
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener) => accepted,
            () = &mut stop => break,
        };
        counters.accepted.fetch_add(1, Ordering::Relaxed);
        let (http, service, counters, watcher) =
            (http.clone(), service.clone(), counters.clone(), graceful.watcher());
        tokio::spawn(async move {
            counters.open.fetch_add(1, Ordering::Relaxed);
            connection(stream, peer, &http, service, &counters, watcher).await;
            counters.open.fetch_sub(1, Ordering::Relaxed);
            drop(permit);
        });
    }
    drop(listener);
    if timeout(limits.grace, graceful.shutdown()).await.is_err() {
        let open = counters.open.load(Ordering::Relaxed);
        tracing::warn!(open, "connections closed after shutdown timeout");
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_connection_error(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "accepting connections failed");
                sleep(BACK_OFF).await;
            }
        }
    }
}

fn is_connection_error(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    http: &http1::Builder,
    service: impl Service,
    counters: &Connections,
    watcher: Watcher,
) {
    // Nagle's algorithm delays responses. A failure to disable it is harmless.
    let _ = stream.set_nodelay(true);
    // `readable` may return spuriously for a new socket; `peek` returns only after a byte has arrived.
    if !matches!(timeout(FIRST_BYTE, stream.peek(&mut [0])).await, Ok(Ok(1..))) {
        counters.idle_timeouts.fetch_add(1, Ordering::Relaxed);
        return;
    }
    let respond = hyper::service::service_fn(move |mut request: Request<Incoming>| {
        let service = service.clone();
        async move {
            request.extensions_mut().insert(Peer(peer));
            Ok::<_, std::convert::Infallible>(service.respond(request).await)
        }
    });
    let served = http.serve_connection(TokioIo::new(WriteTimeoutStream::new(stream)), respond);
    if let Err(error) = watcher.watch(served).await {
        counters.errored.fetch_add(1, Ordering::Relaxed);
        tracing::debug!(%error, "connection aborted");
    }
}

/// Stream whose writes fail if they make no progress for the time [`WRITE`].
struct WriteTimeoutStream {
    stream: TcpStream,
    stalled: Pin<Box<Sleep>>,
    waiting: bool,
}

impl WriteTimeoutStream {
    fn new(stream: TcpStream) -> Self {
        Self { stream, stalled: Box::pin(sleep(WRITE)), waiting: false }
    }

    fn bounded<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = false;
            return written;
        }
        if !self.waiting {
            self.waiting = true;
            self.stalled.as_mut().reset(Instant::now() + WRITE);
        }
        match self.stalled.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for WriteTimeoutStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for WriteTimeoutStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.bounded(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.bounded(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
