//! Tests of graceful shutdown: requests in progress finish, other connections close, the exit code is 0.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::client::{Answer, connect, rest};
use super::process::{Site, until};

const LOGIN: &str = r#"{"username":"nobody","password":"nothing at all"}"#;

/// Sends a request without its last byte, so that the server waits for this byte.
fn unfinished(site: &Site) -> TcpStream {
    let mut stream = connect(site.address);
    let length = LOGIN.len();
    let head = format!(
        "POST /api/v1/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
         expect: 100-continue\r\ncontent-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The server sends 100 (Continue) when the handler begins to read.
    let mut response = [0; 25];
    stream.read_exact(&mut response).unwrap();
    assert_eq!(&response, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(&LOGIN.as_bytes()[..length - 1]).unwrap();
    stream
}

#[track_caller]
fn wait_until_port_is_closed(site: &Site) {
    until("port is closed", || TcpStream::connect(site.address).is_err().then_some(()));
}

#[test]
fn running_request_is_finished_at_shutdown() {
    for signal in ["TERM", "INT"] {
        let site = Site::start();
        let mut stream = unfinished(&site);
        site.signal(signal);
        wait_until_port_is_closed(&site);
        stream.write_all(&LOGIN.as_bytes()[LOGIN.len() - 1..]).unwrap();
        let answer = Answer::parse(&rest(&mut stream)).unwrap();
        assert_eq!((answer.status, answer.problem().as_str()), (401, "login-failed"));
        assert_eq!(site.wait_for_exit(), Some(0), "{signal}");
    }
}

#[test]
fn incomplete_request_is_aborted_after_the_grace_period() {
    let site = Site::with(&[("PAILOU_LIMITS_SHUTDOWN_SECONDS", "1")]);
    let _hanging = unfinished(&site);
    site.signal("TERM");
    assert_eq!(site.wait_for_exit(), Some(0));
}

#[test]
fn idle_or_incomplete_connections_do_not_delay_shutdown() {
    let site = Site::with(&[("PAILOU_LIMITS_SHUTDOWN_SECONDS", "1")]);
    let silent = connect(site.address);
    let mut half = connect(site.address);
    half.write_all(b"GET /healthz HTTP/1.1\r\nhost").unwrap();
    let mut idle = connect(site.address);
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut first = [0; 15];
    idle.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    site.signal("TERM");
    assert_eq!(site.wait_for_exit(), Some(0));
    drop((silent, half, idle));
}

#[test]
fn second_signal_stops_the_server_immediately() {
    let site = Site::with(&[("PAILOU_LIMITS_SHUTDOWN_SECONDS", "600")]);
    let _hanging = unfinished(&site);
    site.signal("TERM");
    wait_until_port_is_closed(&site);
    site.signal("TERM");
    assert_eq!(site.wait_for_exit(), Some(130));
}
