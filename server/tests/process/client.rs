//! TCP client that sends bytes unchanged and parses the response.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};

use super::process::{Site, TIMEOUT};

#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// Parses a response; returns `None` if the connection ended without one.
    pub(crate) fn parse(bytes: &[u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next()?.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
        let header = |line: &str| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        };
        let headers = lines.map(header).collect();
        let answer = Self { status, headers, body: bytes[end + 4..].to_vec() };
        Some(match answer.header("transfer-encoding") {
            Some("chunked") => Self { body: unchunked(&answer.body), ..answer },
            _ => answer,
        })
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let (_, value) = self.headers.iter().find(|(header, _)| header == name)?;
        Some(value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the `code` of a problem.
    #[track_caller]
    pub(crate) fn problem(&self) -> String {
        let kind = self.header("content-type");
        assert_eq!(kind, Some("application/problem+json"), "{}", self.text());
        self.json()["code"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream.set_write_timeout(Some(TIMEOUT)).unwrap();
    stream
}

/// Errors at the end of a connection: a reset, and a TLS connection that was closed without `close_notify`.
const ENDS: [ErrorKind; 2] = [ErrorKind::ConnectionReset, ErrorKind::UnexpectedEof];

/// Returns the content of complete chunks (RFC 9112, section 7.1).
fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).ok();
        let size = size.and_then(|size| usize::from_str_radix(size.split(';').next()?, 16).ok());
        let chunk =
            size.filter(|size| *size > 0).and_then(|size| rest.get(end + 2..end + 2 + size));
        let Some(chunk) = chunk else { break };
        body.extend_from_slice(chunk);
        rest = rest.get(end + 4 + chunk.len()..).unwrap_or_default();
    }
    body
}

/// Reads until the peer closes the connection.
pub(crate) fn rest(stream: &mut impl Read) -> Vec<u8> {
    let (mut all, mut buffer) = (Vec::new(), [0; 16 << 10]);
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return all,
            Ok(read) => all.extend_from_slice(&buffer[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if ENDS.contains(&error.kind()) => return all,
            Err(error) => panic!("{error}"),
        }
    }
}

impl Site {
    /// Sends raw bytes; the server must close the connection after the response.
    #[track_caller]
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = connect(self.address);
        // The server may close the connection before it has read the whole request.
        drop(stream.write_all(bytes));
        let answer = rest(&mut stream);
        Answer::parse(&answer).unwrap_or_else(|| panic!("{:?}", String::from_utf8_lossy(&answer)))
    }

    #[track_caller]
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut text =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", self.address);
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        if !body.is_empty() {
            text.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        self.raw(format!("{text}\r\n{body}").as_bytes())
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    #[track_caller]
    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask("GET", path, headers, "")
    }

    /// Returns a value of `/metrics`.
    #[track_caller]
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
    }
}
