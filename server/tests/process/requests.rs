//! Malformed and hostile requests. Each gets a defined response, and the next request is served.

use std::io::Write;
use std::time::{Duration, Instant};

use super::client::{Answer, connect, rest};
use super::process::Site;

/// Checks the status, the problem's code unless `code` is empty, and that the next request succeeds.
#[track_caller]
fn check(site: &Site, request: &str, status: u16, code: &str) {
    let answer = site.raw(request.as_bytes());
    let excerpt: String = request.chars().take(120).collect();
    assert_eq!(answer.status, status, "{excerpt:?}: {}", answer.text());
    if !code.is_empty() {
        assert_eq!(answer.problem(), code, "{excerpt:?}");
    }
    assert_eq!(site.get("/healthz").status, 200, "after {excerpt:?}");
}

fn line(request: &str) -> String {
    format!("{request} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
}

#[test]
fn unsupported_method_is_a_405_json_problem() {
    let site = Site::start();
    for method in ["BREW", "DELETE", "PATCH", "get", "M-SEARCH"] {
        for path in
            ["/index/zh", "/index/", "/healthz", "/api/v1/public/site", "/api/v1/login", "/"]
        {
            check(&site, &line(&format!("{method} {path}")), 405, "method-not-allowed");
        }
    }
    check(&site, &line("POST /index/zh/docs"), 405, "method-not-allowed");
    check(&site, &line("GET /api/v1/login"), 405, "method-not-allowed");
    check(&site, &line("OPTIONS *"), 404, "not-found");
}

#[test]
fn invalid_request_target_is_rejected() {
    let site = Site::start();
    for target in ["x:80", "example.org:443", "[::1]:80"] {
        check(&site, &line(&format!("CONNECT {target}")), 405, "method-not-allowed");
    }
    for target in ["x:80", "example.org"] {
        check(&site, &line(&format!("GET {target}")), 400, "bad-request");
    }
    for target in ["", "http://", "?q", "http:///x"] {
        check(&site, &line(&format!("GET {target}")), 400, "");
    }
    // An absolute target without a path has the path `/`.
    check(&site, &line("GET http://x?q"), 302, "");
}

#[test]
fn invalid_http_is_rejected() {
    let site = Site::start();
    for request in
        ["HELLO\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET /\u{1} HTTP/1.1\r\n\r\n"]
    {
        check(&site, request, 400, "");
    }
    check(&site, "GET /healthz HTTP/1.1\r\nhost x\r\n\r\n", 400, "");
    check(&site, "GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n", 400, "");
    let mut later_http = connect(site.address);
    later_http.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
    let answer = Answer::parse(&rest(&mut later_http));
    assert!(answer.is_none_or(|answer| [400, 505].contains(&answer.status)));
    assert_eq!(site.get("/healthz").status, 200);
}

#[test]
fn http_1_1_requires_one_valid_host_header() {
    let site = Site::start();
    let request = |version: &str, hosts: &[&str]| {
        let hosts: String = hosts.iter().map(|host| format!("host: {host}\r\n")).collect();
        format!("GET /healthz HTTP/{version}\r\n{hosts}connection: close\r\n\r\n")
    };
    for hosts in
        [&[][..], &["a", "a"], &["a", "b"], &["a b"], &["a/b"], &["ann@a"], &["a:port"], &["[::1"]]
    {
        check(&site, &request("1.1", hosts), 400, "bad-request");
    }
    check(&site, &request("1.0", &["a", "b"]), 400, "bad-request");
    for host in ["docs.example.org", "a:80", "127.0.0.1:8080", "[::1]:8080", ""] {
        check(&site, &request("1.1", &[host]), 200, "");
    }
    check(&site, &request("1.0", &[]), 200, "");
}

#[test]
fn request_over_https_without_site_url_is_logged() {
    const WARNING: &str = "site URL not set";
    let site = Site::start();
    site.get("/index/en");
    assert!(!site.log().contains(WARNING), "{}", site.log());
    for _ in 0..3 {
        site.get_with("/index/en", &[("x-forwarded-proto", "https")]);
    }
    assert_eq!(site.log().matches(WARNING).count(), 1, "{}", site.log());
    let address = super::process::free_address().to_string();
    let url = ("PAILOU_SITE_URL", "https://docs.example.org");
    let site = Site::with(&[("PAILOU_ADDR", &address), url]);
    site.get_with("/index/en", &[("x-forwarded-proto", "https")]);
    assert!(!site.log().contains(WARNING), "{}", site.log());
}

#[test]
fn oversized_request_head_is_rejected() {
    let site = Site::start();
    for header in [
        format!("x-long: {}", "a".repeat(64 << 10)),
        format!("cookie: {}", "a=b; ".repeat(13 << 10)),
        "x: y\r\n".repeat(200),
    ] {
        let request = format!("GET /index/zh HTTP/1.1\r\nhost: x\r\n{header}\r\n\r\n");
        check(&site, &request, 431, "");
    }
    let path = format!("GET /index/{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(64 << 10));
    let answer = site.raw(path.as_bytes());
    assert!([414, 431].contains(&answer.status), "{}", answer.status);
    assert_eq!(site.get("/index/zh").status, 200);
}

#[test]
fn body_over_the_limit_is_rejected() {
    let site = Site::start();
    for path in ["/api/v1/login", "/api/v1/setup", "/api/v1/public/datastat/collect"] {
        let post = format!(
            "POST {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n"
        );
        let body = "a".repeat(100 << 10);
        let with_length = format!("{post}content-length: {}\r\n\r\n{body}", body.len());
        check(&site, &with_length, 413, "too-large");
        let chunk = format!("{:x}\r\n{body}\r\n", body.len());
        let chunked =
            format!("{post}transfer-encoding: chunked\r\n\r\n{}0\r\n\r\n", chunk.repeat(52));
        check(&site, &chunked, 413, "too-large");
        // Announces a gigabyte without sending it.
        check(&site, &format!("{post}content-length: 1073741824\r\n\r\n{body}"), 413, "too-large");
    }
}

#[test]
fn large_unauthenticated_body_is_not_read() {
    let site = Site::start();
    for (method, path, kind) in [
        ("PUT", "/api/v1/docs/en/guide/start", "application/json"),
        ("POST", "/api/v1/admin/pages", "application/json"),
        ("PUT", "/api/v1/admin/uploads/x", "application/octet-stream"),
    ] {
        // Announces a megabyte without sending it: the server responds without waiting for it.
        let announced = format!(
            "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
             content-type: {kind}\r\ncontent-length: 1048576\r\n\r\n"
        );
        let started = Instant::now();
        check(&site, &announced, 401, "unauthorized");
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    }
}

#[test]
fn invalid_login_body_is_rejected() {
    let site = Site::start();
    let post = |kind: &str, body: &str| {
        let headers = format!("host: x\r\nconnection: close\r\ncontent-type: {kind}\r\n");
        let length = body.len();
        format!("POST /api/v1/login HTTP/1.1\r\n{headers}content-length: {length}\r\n\r\n{body}")
    };
    check(&site, &post("text/plain", "{}"), 415, "unsupported-media-type");
    check(&site, &post("application/json", "{"), 400, "bad-request");
    check(&site, &post("application/json", "[]"), 400, "bad-request");
    check(&site, &post("application/json", &"[".repeat(10_000)), 400, "bad-request");
}

#[test]
fn path_traversal_and_invalid_paths_are_rejected() {
    let site = Site::start();
    for path in [
        "/index/..",
        "/index/../pailou.db",
        "/index/zh/docs/../../../etc/passwd",
        "/index/media/../pailou.db",
        "/index/media/..%2fpailou.db",
        "/index/media/%2e%2e/pailou.db",
        "/index/assets/../server.js",
        "/index/assets/",
        "/index/assets/main.js",
        "/index/media/",
        "/index/%2e%2e/%2e%2e/etc/passwd",
        "/index/zh/docs/..%2f..%2fetc",
        "/index//etc/passwd",
        "/index/zh/docs/guide%00",
        "/index/media/a%00.png",
        "/index/zh/docs/%zz",
        "/index/zh/docs/%",
        "/index/zh/docs/%ff%fe",
        "/index/zh/docs/guide//start",
        "/index/zh/docs/guide/start.md/",
        "/indexx",
        "/index.html",
        "/favicon.png",
        "/data/pailou.db",
        "/index//zh",
        "/index/%2fzh",
    ] {
        check(&site, &line(&format!("GET {path}")), 404, "");
        check(&site, &line(&format!("HEAD {path}")), 404, "");
    }
    for path in
        ["/api", "/api/v1", "/api/v2/public/site", "/api/v1/public/docs/zh/..%2f..%2fx", "/apix"]
    {
        check(&site, &line(&format!("GET {path}")), 404, "not-found");
    }
    for path in [
        "/api/v1/public/docs/zh/%ff",
        "/api/v1/public/docs/fr/a",
        "/api/v1/public/docs?size=1&size=2",
    ] {
        check(&site, &line(&format!("GET {path}")), 400, "bad-request");
    }
}

#[test]
fn invalid_headers_are_ignored() {
    let site = Site::start();
    let plain = site.get("/index/zh").body;
    for (name, value) in [
        ("accept-language", "💥;q=nonsense,,,;;=,zh;q=1e999"),
        ("accept-language", "*"),
        ("accept-language", ""),
        ("accept-encoding", "nonsense, br;q=, ;;;, zstd;q=2"),
        ("accept-encoding", "br;q=0, *;q=0"),
        ("accept-encoding", ""),
        ("cookie", "website_locale; =; ===;;website_locale=klingon"),
        ("if-none-match", "nonsense, \"\", W/"),
        ("range", "bytes=5-1"),
        ("x-forwarded-for", "nonsense"),
        ("authorization", "Bearer ✗"),
    ] {
        let answer = site.get_with("/index/zh", &[(name, value)]);
        assert_eq!(
            (answer.status, answer.header("content-encoding")),
            (200, None),
            "{name}: {value}"
        );
        assert!(answer.body == plain, "{name}: {value}");
    }
    let me = site.get_with("/api/v1/me", &[("authorization", "Bearer nonsense")]);
    assert_eq!((me.status, me.problem().as_str()), (401, "unauthorized"));
}

#[test]
fn accept_language_selects_chinese_for_zh_else_english() {
    let site = Site::start();
    for (languages, lang) in [
        ("zh-TW,en", "zh-CN"),
        ("ZH", "zh-CN"),
        ("en-GB", "en-US"),
        ("💥", "en-US"),
        ("zhx", "zh-CN"),
    ] {
        let html = site.get_with("/index/docs", &[("accept-language", languages)]).text();
        assert!(html.contains(&format!("<html lang=\"{lang}\"")), "{languages}");
    }
}
