//! One connection: the host name is resolved once, its addresses are checked, and the connection is made to one of
//! these addresses, which prevents DNS rebinding.

use std::io::{Error, ErrorKind};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;

use super::address::is_public;
use super::{HttpClientError, Target};

/// Connect timeout before the next address of the same host is tried.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

pub(super) async fn open_stream(
    target: &Target,
    anywhere: bool,
    tls: &Arc<ClientConfig>,
) -> Result<Box<dyn Stream>, HttpClientError> {
    let known = lookup_host((target.host.as_str(), target.port)).await;
    let known: Vec<_> = known.map_err(|_| HttpClientError::Unknown)?.collect();
    if known.is_empty() {
        return Err(HttpClientError::Unknown);
    }
    let may = |address: &SocketAddr| anywhere || is_public(address.ip());
    let stream = connect_first(known.into_iter().filter(may)).await?;
    if !target.is_safe {
        return Ok(Box::new(stream));
    }
    let name = ServerName::try_from(target.host.clone()).map_err(|_| HttpClientError::Address)?;
    let stream = TlsConnector::from(tls.clone()).connect(name, stream).await;
    Ok(Box::new(stream.map_err(HttpClientError::Tls)?))
}

/// Connects to the first address that responds. If none responds, returns the error of the last address. Returns
/// `Private` without an address, because the caller removes the addresses that are not allowed.
async fn connect_first(
    addresses: impl Iterator<Item = SocketAddr>,
) -> Result<TcpStream, HttpClientError> {
    let mut last = HttpClientError::Private;
    for address in addresses {
        let connected = timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await;
        match connected.unwrap_or_else(|_| Err(Error::from(ErrorKind::TimedOut))) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = HttpClientError::Unreachable(error),
        }
    }
    Err(last)
}

pub(super) async fn send(
    stream: Box<dyn Stream>,
    request: Request<Full<Bytes>>,
) -> Result<Response<Incoming>, HttpClientError> {
    let broken = |error: hyper::Error| HttpClientError::Broken(error.to_string());
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(broken)?;
    // The task ends with the response, or when the caller drops the request.
    tokio::spawn(connection);
    sender.send_request(request).await.map_err(broken)
}
