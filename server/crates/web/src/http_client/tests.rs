//! Tests against local sockets: hosts that respond, hosts that do not, and hosts that must not be contacted.

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use super::*;

const CERTIFICATE: &[u8] = include_bytes!("test/localhost.cert.der");
const KEY: &[u8] = include_bytes!("test/localhost.key.der");

fn allowing(allow: &[&str]) -> HttpClient {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(CERTIFICATE)).unwrap();
    let allow: Vec<_> = allow.iter().map(|host| (*host).to_owned()).collect();
    let limits = RequestLimits { deadline: Duration::from_millis(500), ..LIMITS };
    HttpClient::trusting(roots, &allow, limits)
}

fn get(address: &str) -> Request<Bytes> {
    Request::get(address).body(Bytes::new()).unwrap()
}

/// Responds to one request with the bytes `response`. Returns the port, and a task whose result is whether the client
/// closed the connection.
async fn answering(response: &'static [u8]) -> (u16, tokio::task::JoinHandle<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        serve(stream, response).await
    });
    (port, served)
}

async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, response: &[u8]) -> bool {
    let mut request = vec![0; 4096];
    let read = stream.read(&mut request).await.unwrap_or(0);
    assert!(request[..read].starts_with(b"GET /path?x=1 HTTP/1.1\r\n"), "{request:?}");
    let _ = stream.write_all(response).await;
    matches!(stream.read(&mut request).await, Ok(0) | Err(_))
}

async fn code(outbound: &HttpClient, origin: UrlOrigin, address: &str) -> &'static str {
    match outbound.request(origin, get(address)).await {
        Ok(_) => "answered",
        Err(error) => error.code(),
    }
}

#[tokio::test]
async fn private_host_in_a_user_url_must_be_allowed() {
    for (allow, origin, expected) in [
        (&[][..], UrlOrigin::User, "private"),
        (&["elsewhere"], UrlOrigin::User, "private"),
        (&["127.0.0.1"], UrlOrigin::User, "answered"),
        (&[], UrlOrigin::Operator, "answered"),
    ] {
        let (port, served) = answering(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
        let address = format!("http://127.0.0.1:{port}/path?x=1");
        assert_eq!(code(&allowing(allow), origin, &address).await, expected, "{allow:?}");
        served.abort();
    }
}

#[tokio::test]
async fn alternative_notation_of_a_private_host_is_blocked() {
    let outbound = allowing(&[]);
    for host in ["localhost", "127.1", "2130706433", "0x7f.1", "0", "[::1]", "[::ffff:127.0.0.1]"] {
        let code = code(&outbound, UrlOrigin::User, &format!("http://{host}:9/")).await;
        assert!(["private", "unknown-host"].contains(&code), "{host}: {code}");
    }
}

#[tokio::test]
async fn invalid_url_is_rejected() {
    let outbound = allowing(&["127.0.0.1"]);
    for address in
        ["ftp://127.0.0.1/", "/path", "http://me:secret@127.0.0.1/", "http://127.0.0.1:0/"]
    {
        assert_eq!(code(&outbound, UrlOrigin::User, address).await, "address", "{address}");
    }
}

#[tokio::test]
async fn redirect_is_not_followed() {
    let (port, served) = answering(
        b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n",
    )
    .await;
    let address = format!("http://127.0.0.1:{port}/path?x=1");
    let status = allowing(&["127.0.0.1"]).notify(UrlOrigin::User, get(&address)).await.unwrap();
    assert_eq!(status, 302);
    assert!(served.await.unwrap());
}

#[tokio::test]
async fn stalled_oversized_or_invalid_response_is_an_error() {
    for (response, expected) in [
        (&b""[..], "slow"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nok", "slow"),
        (b"HTTP/1.1 200 OK\r\nx-endless: ", "slow"),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 99999999\r\n\r\n", "too-long"),
        (b"SSH-2.0-x\r\n", "broken"),
    ] {
        let (port, served) = answering(response).await;
        let address = format!("http://127.0.0.1:{port}/path?x=1");
        let outbound = allowing(&["127.0.0.1"]);
        assert_eq!(code(&outbound, UrlOrigin::User, &address).await, expected);
        // The client also closes the connection.
        assert!(served.await.unwrap(), "{expected}");
    }
}

#[tokio::test]
async fn refused_or_closed_connection_is_reported() {
    let outbound = allowing(&["127.0.0.1"]);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let closing = tokio::spawn(async move { drop(listener.accept().await) });
    let address = format!("http://127.0.0.1:{port}/");
    assert_eq!(code(&outbound, UrlOrigin::User, &address).await, "broken");
    closing.await.unwrap();
    assert_eq!(code(&outbound, UrlOrigin::User, &address).await, "unreachable");
}

/// Sends a request to `https://{name}`. The server has the test certificate, which is for `localhost`.
async fn over_tls(name: &str, outbound: &HttpClient) -> &'static str {
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(KEY));
    let config = ServerConfig::builder().with_no_client_auth();
    let config = config.with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let served = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        if let Ok(stream) = acceptor.accept(stream).await {
            serve(stream, b"HTTP/1.1 204 No Content\r\n\r\n").await;
        }
    });
    let code = code(outbound, UrlOrigin::User, &format!("https://{name}:{port}/path?x=1")).await;
    served.abort();
    code
}

#[tokio::test]
async fn https_needs_a_trusted_certificate_of_the_host() {
    let allow = ["localhost", "127.0.0.1"];
    assert_eq!(over_tls("localhost", &allowing(&allow)).await, "answered");
    assert_eq!(over_tls("127.0.0.1", &allowing(&allow)).await, "tls");
    let trusts_the_web = HttpClient::new(&allow.map(str::to_owned));
    assert_eq!(over_tls("localhost", &trusts_the_web).await, "tls");
}

#[tokio::test]
async fn stream_yields_chunks_and_closes_connection_when_dropped() {
    let response = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n";
    let (port, served) = answering(response).await;
    let request = get(&format!("http://127.0.0.1:{port}/path?x=1"));
    let outbound = allowing(&["127.0.0.1"]);
    let deadline = Duration::from_secs(5);
    let connection = outbound.connect(UrlOrigin::User, request.uri(), deadline).await.unwrap();
    let mut body = connection.send(request).await.unwrap().into_body();
    assert_eq!(body.next().await.unwrap().as_deref(), Some(&b"ab"[..]));
    assert!(!served.is_finished());
    drop(body);
    assert!(served.await.unwrap());
}

#[tokio::test]
async fn stream_from_a_private_host_requires_an_allowed_host() {
    let url = "http://127.0.0.1:9/".parse().unwrap();
    let refused = allowing(&[]).connect(UrlOrigin::User, &url, Duration::from_secs(5)).await;
    assert_eq!(refused.err().map(|error| error.code()), Some("private"));
}
