//! Tests of slow and silent clients: each connection must be closed within a generous limit, and must not delay other
//! clients.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::client::{Answer, connect, rest};
use super::process::{Site, until};

/// Maximum time until a connection is closed. The server waits 5 seconds for the first byte and 8 seconds for
/// the headers; a busy machine may react late.
const MAX_CLOSE_TIME: Duration = Duration::from_secs(30);

#[track_caller]
fn check_is_closed(name: &str, mut stream: TcpStream) {
    let started = Instant::now();
    rest(&mut stream);
    assert!(started.elapsed() < MAX_CLOSE_TIME, "{name}: {:?}", started.elapsed());
}

fn sent(site: &Site, bytes: &[u8]) -> TcpStream {
    let mut stream = connect(site.address);
    stream.write_all(bytes).unwrap();
    stream
}

#[test]
fn connection_without_a_complete_request_is_closed() {
    let site = Site::start();
    let clients = [
        ("silent", sent(&site, b"")),
        ("half a request line", sent(&site, b"GET /index/z")),
        ("half a header", sent(&site, b"GET /index/zh HTTP/1.1\r\nhost: x\r\naccept")),
        ("no empty line", sent(&site, b"GET /index/zh HTTP/1.1\r\nhost: x\r\n")),
        ("idle after a response", sent(&site, b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")),
    ];
    assert_eq!(site.get("/index/zh").status, 200, "other clients must not wait");
    for (name, stream) in clients {
        check_is_closed(name, stream);
    }
    assert!(site.metric("pailou_connections_silent_total") >= 1);
}

#[test]
fn slow_request_header_times_out() {
    let site = Site::start();
    let mut stream = sent(&site, b"GET /index/zh HTTP/1.1\r\n");
    stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let started = Instant::now();
    let elapsed = until("end of the connection with a slow header", || {
        let written = stream.write_all(b"x");
        let read = stream.read(&mut [0; 64]);
        (written.is_err() || matches!(read, Ok(0))).then(|| started.elapsed())
    });
    assert!(elapsed < MAX_CLOSE_TIME, "{elapsed:?}");
}

#[test]
fn slow_request_body_times_out() {
    let site = Site::start();
    let mut stream = sent(
        &site,
        b"POST /api/v1/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
          content-type: application/json\r\ncontent-length: 100\r\n\r\n{\"username\"",
    );
    let started = Instant::now();
    let answer = Answer::parse(&rest(&mut stream)).unwrap();
    assert_eq!((answer.status, answer.problem().as_str()), (400, "bad-request"));
    assert!(started.elapsed() < MAX_CLOSE_TIME * 2, "{:?}", started.elapsed());
}

#[test]
fn client_with_slow_reads_is_disconnected() {
    // Larger than the socket buffers of client and server together.
    let image = "\0".repeat(24 << 20);
    let files = [("en/index.md", "# A\n\n![](big.png)\n"), ("en/big.png", image.as_str())];
    let site = Site::showing(&files, &[]);
    assert_eq!(site.get("/index/media/en/big.png").body.len(), image.len());
    let mut lazy = sent(&site, b"GET /index/media/en/big.png HTTP/1.1\r\nhost: x\r\n\r\n");
    until("end of the connection to the slow reader", || {
        (site.metric("pailou_connections_broken_total") > 0).then_some(())
    });
    let received = rest(&mut lazy);
    assert!(received.len() < image.len(), "the client received {} bytes", received.len());
}

#[test]
fn thousand_idle_connections_do_not_block_other_clients() {
    more_descriptors();
    let site = Site::start();
    let idle: Vec<_> = (0..1_000).map(|_| connect(site.address)).collect();
    for path in ["/index/zh", "/index/en/docs/guide/start", "/api/v1/public/site", "/readyz"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
    assert!(site.metric("pailou_connections_accepted_total") >= 1_000);
    for stream in idle {
        check_is_closed("idle", stream);
    }
    until("no idle connection", || (site.metric("pailou_connections_open") == 1).then_some(()));
}

/// Raises the limit of file descriptors, so that the test can open 1,000 connections.
fn more_descriptors() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}

#[test]
fn connections_over_the_limit_wait() {
    let site = Site::with(&[("PAILOU_LIMITS_CONNECTIONS", "2")]);
    let silent = [connect(site.address), connect(site.address)];
    // This request is served only after the server has closed one of the two silent connections.
    assert!(site.metric("pailou_connections_silent_total") >= 1);
    assert!(site.metric("pailou_connections_open") <= 2);
    drop(silent);
}

#[test]
fn requests_succeed_with_few_file_descriptors() {
    let site = Site::few_descriptors(128);
    let silent: Vec<_> = (0..150).map(|_| connect(site.address)).collect();
    for path in ["/index/en/docs/guide/start", "/index/zh", "/api/v1/public/search?q=pailou"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
    drop(silent);
    assert!(!site.log().contains("accepting connections failed"), "{}", site.log());
}
