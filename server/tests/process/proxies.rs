//! The reverse proxy examples of the documentation, run by nginx and Caddy: TLS, HTTP/2, redirect, upload, download,
//! and the client address.

use std::fs::{self, File};
use std::io::{Cursor, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::client::{Answer, connect, rest};
use super::process::{Site, free_address, until};

/// Self-signed certificate of `localhost`.
const CERTIFICATE: &[u8] =
    include_bytes!("../../crates/web/src/http_client/test/localhost.cert.der");
const KEY: &[u8] = include_bytes!("../../crates/web/src/http_client/test/localhost.key.der");

/// Size of an upload above the default limits of the proxies, in bytes.
const UPLOAD_BYTES: usize = 20 << 20;

/// Returns a code block from the page about running a server: the first block with the info string `fence` that
/// contains `word`.
fn example(language: &str, fence: &str, word: &str) -> String {
    let page = fs::read_to_string(format!("../content/pages/{language}/operate/run.md")).unwrap();
    let start = format!("```{fence}\n");
    let blocks = page.split(&start).skip(1);
    let mut blocks = blocks.filter_map(|block| block.split_once("```")).map(|(block, _)| block);
    blocks.find(|block| block.contains(word)).unwrap().to_owned()
}

/// Returns an example, which must be the same in both languages.
fn documented(fence: &str, word: &str) -> String {
    let example = [example("en", fence, word), example("zh", fence, word)];
    assert_eq!(example[0], example[1], "{fence}");
    example[0].clone()
}

/// Replaces strings in an example, which must contain all of them.
fn replaced(mut text: String, pairs: &[(&str, &str)]) -> String {
    for (old, new) in pairs {
        assert!(text.contains(old), "`{old}` in {text}");
        text = text.replace(old, new);
    }
    text
}

/// Writes `certificate.pem` and `key.pem`.
fn write_certificate(folder: &Path) {
    for (name, label, der) in
        [("certificate.pem", "CERTIFICATE", CERTIFICATE), ("key.pem", "PRIVATE KEY", KEY)]
    {
        let text = BASE64_STANDARD.encode(der);
        let pem = format!("-----BEGIN {label}-----\n{text}\n-----END {label}-----\n");
        fs::write(folder.join(name), pem).unwrap();
    }
}

/// A proxy in front of a site, stopped when it is dropped.
struct Proxy {
    child: Child,
    http: SocketAddr,
    https: SocketAddr,
    folder: TempDir,
}

impl Proxy {
    /// Runs a command in a folder with the certificate, and waits until the proxy listens.
    fn start(folder: TempDir, mut command: Command, [http, https]: [SocketAddr; 2]) -> Self {
        write_certificate(folder.path());
        let log = File::create(folder.path().join("proxy.log")).unwrap();
        // Packages install nginx and Caddy in folders that only root's search path contains.
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:/usr/sbin:/usr/local/sbin"));
        command.current_dir(folder.path()).stdin(Stdio::null());
        command.stdout(log.try_clone().unwrap()).stderr(log);
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut proxy = Self { child, http, https, folder };
        until("start of the proxy", || {
            assert_eq!(proxy.child.try_wait().unwrap(), None, "{}", proxy.log());
            [http, https].iter().all(|it| TcpStream::connect(it).is_ok()).then_some(())
        });
        proxy
    }

    fn nginx(site: &Site) -> Self {
        let folder = TempDir::new().unwrap();
        let addresses @ [http, https] = [free_address(), free_address()];
        let (listen, listen_tls) = (format!("listen {http};"), format!("listen {https} ssl;"));
        let (upstream, directory) = (site.address.to_string(), folder.path().display().to_string());
        let mut server = replaced(
            documented("nginx", "server {"),
            &[
                ("listen [::]:80;", ""),
                ("listen [::]:443 ssl;", ""),
                ("listen 80;", &listen),
                ("listen 443 ssl;", &listen_tls),
                ("docs.example.org$", &format!("localhost:{}$", https.port())),
                ("/etc/letsencrypt/live/docs.example.org/fullchain.pem", "certificate.pem"),
                ("/etc/letsencrypt/live/docs.example.org/privkey.pem", "key.pem"),
                ("docs.example.org", "localhost"),
                ("127.0.0.1:8080", &upstream),
            ],
        );
        if nginx_version() < [1, 25, 1] {
            // Older versions of nginx use the syntax that the documentation describes for them.
            server = replaced(server, &[("http2 on;", ""), (" ssl;", " ssl http2;")]);
        }
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .iter()
            .map(|name| format!("{name}_temp_path {directory}/{name};\n"))
            .collect();
        let config = format!(
            "daemon off;\nmaster_process off;\npid {directory}/pid;\nerror_log stderr;\nevents {{}}\n\
             http {{\naccess_log off;\n{temporary}{server}}}\n"
        );
        fs::write(folder.path().join("nginx.conf"), config).unwrap();
        let mut command = Command::new("nginx");
        command.args(["-e", "stderr", "-p", &directory, "-c", "nginx.conf"]);
        Self::start(folder, command, addresses)
    }

    fn caddy(site: &Site) -> Self {
        let folder = TempDir::new().unwrap();
        let addresses @ [http, https] = [free_address(), free_address()];
        let upstream = site.address.to_string();
        let server = replaced(
            documented("text", "reverse_proxy"),
            &[
                ("docs.example.org {", "localhost {\n    tls certificate.pem key.pem"),
                ("127.0.0.1:8080", &upstream),
            ],
        );
        let config = format!(
            "{{\nadmin off\ndefault_bind 127.0.0.1\nhttp_port {}\nhttps_port {}\n}}\n{server}",
            http.port(),
            https.port()
        );
        fs::write(folder.path().join("Caddyfile"), config).unwrap();
        let mut command = Command::new("caddy");
        command.args(["run", "--config", "Caddyfile", "--adapter", "caddyfile"]);
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env(name, folder.path());
        }
        Self::start(folder, command, addresses)
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("proxy.log")).unwrap()
    }

    /// Opens a TLS connection; returns it with the negotiated protocol.
    fn tls(&self, protocols: &[&str]) -> (StreamOwned<ClientConnection, TcpStream>, String) {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from(CERTIFICATE)).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().unwrap();
        let mut config = config.with_root_certificates(roots).with_no_client_auth();
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        let name = ServerName::try_from("localhost").unwrap();
        let connection = ClientConnection::new(Arc::new(config), name).unwrap();
        let mut stream = StreamOwned::new(connection, connect(self.https));
        stream.flush().unwrap();
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock).unwrap();
        }
        let agreed = stream.conn.alpn_protocol().unwrap_or_default();
        let agreed = String::from_utf8_lossy(agreed).into_owned();
        (stream, agreed)
    }

    /// Sends bytes over TLS and returns the response. Reads until the server closes the connection.
    #[track_caller]
    fn raw(&self, bytes: &[u8]) -> Answer {
        let (mut stream, _) = self.tls(&["http/1.1"]);
        stream.write_all(bytes).unwrap();
        let answer = rest(&mut stream);
        Answer::parse(&answer).unwrap_or_else(|| panic!("{}\n{answer:?}", self.log()))
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let headers: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\
             content-length: {length}\r\n\r\n"
        );
        self.raw(&[head.as_bytes(), body].concat())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn nginx_version() -> [u32; 3] {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new("nginx");
    command.arg("-v").env("PATH", format!("{path}:/usr/sbin:/usr/local/sbin"));
    let text = String::from_utf8(command.output().unwrap().stderr).unwrap();
    let version = text.trim().rsplit_once('/').unwrap().1.split([' ', '.', '-']);
    let numbers: Vec<_> = version.take(3).map(|number| number.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

/// A zip file with a page and a large image, stored without compression.
fn archive() -> Vec<u8> {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let image = vec![b'x'; UPLOAD_BYTES];
    let page = b"# Large\n\n![An image](large.png)\n".as_slice();
    for (name, bytes) in [("en/large.md", page), ("en/large.png", &image)] {
        archive.start_file(name, stored).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn site() -> Site {
    let address = free_address().to_string();
    Site::with(&[
        ("PAILOU_ADDR", &address),
        ("PAILOU_PROXY_TRUSTED", "1"),
        ("PAILOU_SITE_URL", "https://localhost"),
    ])
}

/// Checks the documented behavior of a proxy.
#[track_caller]
fn check(site: &Site, proxy: &Proxy) {
    check_addresses(proxy);
    check_transfers(site, proxy);
    check_client_address(proxy);
    assert!(!site.log().contains("proxy.trusted"), "{}", site.log());
}

#[track_caller]
fn check_addresses(proxy: &Proxy) {
    let mut plain = connect(proxy.http);
    let request = "GET /index/zh?a=b HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    plain.write_all(request.as_bytes()).unwrap();
    let answer = Answer::parse(&rest(&mut plain)).unwrap();
    let location =
        answer.header("location").unwrap().replace(&format!(":{}", proxy.https.port()), "");
    assert!([301, 308].contains(&answer.status), "{answer:?}");
    assert_eq!(location, "https://localhost/index/zh?a=b");
    assert_eq!(proxy.tls(&["h2", "http/1.1"]).1, "h2");
    let page = proxy.ask("GET", "/index/zh", &[], b"");
    assert_eq!(page.status, 200, "{}", proxy.log());
    assert!(page.header("content-security-policy").is_some(), "{page:?}");
    assert_eq!(proxy.ask("GET", "/metrics", &[], b"").status, 403);
}

#[track_caller]
fn check_transfers(site: &Site, proxy: &Proxy) {
    let token = site.owner();
    let zip = [("content-type", "application/zip"), ("authorization", token.as_str())];
    let imported = proxy.ask("POST", "/api/v1/admin/import", &zip, &archive());
    assert_eq!(imported.status, 200, "{}\n{}", imported.text(), proxy.log());
    assert_eq!(imported.json()["new"], json!(1), "{}", imported.text());
    let file = proxy.ask("GET", "/index/media/en/large.png", &[], b"");
    assert_eq!((file.status, file.body.len()), (200, UPLOAD_BYTES));
    // The proxy forwards an upload while the client sends it, so the server can reject an incomplete upload.
    let refused = proxy.raw(
        b"POST /api/v1/admin/import HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
          content-type: application/zip\r\nauthorization: wrong\r\ncontent-length: 20000000\r\n\r\nPK",
    );
    assert_eq!((refused.status, refused.problem().as_str()), (401, "unauthorized"));
}

/// Checks that client addresses in request headers do not circumvent the rate limit.
#[track_caller]
fn check_client_address(proxy: &Proxy) {
    let account = json!({ "username": "nobody", "password": "nothing at all" }).to_string();
    let log_in = |number: usize| -> (u16, Value) {
        let claimed = format!("203.0.113.{number}");
        let headers = [("content-type", "application/json"), ("x-forwarded-for", claimed.as_str())];
        let answer = proxy.ask("POST", "/api/v1/login", &headers, account.as_bytes());
        (answer.status, answer.json())
    };
    let statuses: Vec<_> = (1..=12).map(|number| log_in(number).0).collect();
    assert!(statuses.contains(&401) && statuses.contains(&429), "{statuses:?}");
}

#[test]
fn documented_nginx_configuration_serves_the_site() {
    let site = site();
    check(&site, &Proxy::nginx(&site));
}

#[test]
fn documented_caddy_configuration_serves_the_site() {
    let site = site();
    check(&site, &Proxy::caddy(&site));
}
