//! Tests of server-side rendering: with an internal API host, during failures of that host, and with the page cache.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use super::process::{Site, free_address, until};

const START: &str = "/index/en/docs/guide/start";
const TITLE: &str = "<title>Install and get started";

/// Starts an internal host that responds to every request with these bytes; returns its URL.
fn host_that_answers(reply: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            // The client may have closed the connection.
            drop(stream.read(&mut [0; 4096]));
            drop(stream.write_all(reply.as_bytes()));
        }
    });
    host
}

/// Starts an internal host that accepts requests and never responds; returns its URL.
fn host_that_is_silent() -> (String, TcpListener) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    (format!("http://{}", listener.local_addr().unwrap()), listener)
}

fn with_host(host: &str) -> Site {
    Site::with_sample_content(&[("PAILOU_HOST_INTERNAL", host)])
}

/// Returns whether the HTML is the document for client-side rendering.
fn is_client_side_document(html: &str) -> bool {
    html.contains("<div id=\"pailou-root\"></div>") && html.contains("<script type=\"module\"")
}

#[test]
fn server_side_rendering_uses_the_internal_host() {
    let address = free_address();
    let (own, host) = (address.to_string(), format!("http://{address}"));
    let site = Site::with_sample_content(&[("PAILOU_ADDR", &own), ("PAILOU_HOST_INTERNAL", &host)]);
    for path in
        ["/index/zh", START, "/index/zh/docs?q=pailou", "/index/localization", "/index/datastat"]
    {
        let page = site.get(path);
        assert_eq!(page.status, 200, "{path}");
        let html = page.text();
        assert!(
            !is_client_side_document(&html)
                && !html.contains(&host.replace("127.0.0.1", "internal")),
            "{path}"
        );
        assert!(
            html.contains("<link rel=\"stylesheet\" href=\"/api/v1/public/config/raw/"),
            "{path}"
        );
    }
    assert!(site.get(START).text().contains(TITLE));
    assert_eq!(site.metric("pailou_renders_failed_total"), 0);
}

#[test]
fn error_page_is_served_until_the_internal_host_is_available() {
    let address = free_address();
    let site = with_host(&format!("http://{address}"));
    for _ in 0..2 {
        let page = site.get(START);
        assert_eq!(page.status, 502);
        assert!(
            !is_client_side_document(&page.text()),
            "the error page must be rendered by the server"
        );
    }
    assert_eq!(
        site.metric("pailou_renders_failed_total"),
        0,
        "a failed API request must not count as a failed render"
    );
    assert_eq!(site.metric("pailou_pages_kept"), 0, "an error page must not be cached");
    let _host = Site::with_sample_content(&[("PAILOU_ADDR", &address.to_string())]);
    let page = site.get(START);
    assert_eq!(page.status, 200);
    assert!(page.text().contains(TITLE));
}

#[test]
fn cached_page_is_served_without_the_internal_host() {
    let address = free_address();
    let host = Site::with_sample_content(&[("PAILOU_ADDR", &address.to_string())]);
    let site = with_host(&format!("http://{address}"));
    assert_eq!(site.get(START).status, 200);
    drop(host);
    // With an internal host, cached pages expire after a second; then each request renders the page again.
    let before = site.metric("pailou_renders_total");
    until("new render of the page", || {
        assert_eq!(site.get(START).status, 200);
        (site.metric("pailou_renders_total") > before + 1).then_some(())
    });
    assert!(site.get(START).text().contains(TITLE));
}

#[test]
fn invalid_api_response_falls_back_to_client_side_rendering() {
    let reply = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\
                 connection: close\r\n\r\n{}";
    check_client_side_document(&with_host(&host_that_answers(reply)));
}

#[test]
fn render_timeout_falls_back_to_client_side_rendering() {
    let (host, listener) = host_that_is_silent();
    check_client_side_document(&with_host(&host));
    drop(listener);
}

/// Checks that the document for client-side rendering has the site's title and an error status, and is not cached.
#[track_caller]
fn check_client_side_document(site: &Site) {
    let page = site.get(START);
    let html = page.text();
    assert!(is_client_side_document(&html), "{html}");
    // Crawlers must not index an empty page.
    assert_eq!((page.status, page.header("etag")), (503, None));
    assert!(page.header("retry-after").is_some());
    assert!(
        html.contains("<html lang=\"en-US\">") && html.contains("<title>Pailou</title>"),
        "{html}"
    );
    assert!(page.header("content-security-policy").is_some());
    assert!(site.metric("pailou_renders_failed_total") > 0);
    assert_eq!(site.metric("pailou_pages_kept"), 0);
    assert!(site.log().contains("render failed"), "{}", site.log());
    assert_eq!(site.get("/healthz").status, 200);
}

#[test]
fn pages_are_served_during_a_flood_of_searches() {
    const CLIENTS: usize = 120;
    let site = Site::with_sample_content(&[]);
    let list = site.get("/api/v1/public/docs?size=30&locale=en-US").json();
    let pages: Vec<_> =
        list.as_array().unwrap().iter().map(|page| page["url"].as_str().unwrap()).collect();
    assert!(pages.len() > 20);
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let site = &site;
            scope.spawn(move || {
                let answer = site.get(&format!("/index/en/docs?q=arch-{client}"));
                let is_empty = is_client_side_document(&answer.text());
                assert!(
                    if is_empty {
                        [429, 503].contains(&answer.status)
                    } else {
                        answer.status == 200
                    },
                    "{}: {}",
                    answer.status,
                    answer.text()
                );
                assert_eq!(answer.header("retry-after").is_some(), is_empty);
            });
        }
        for path in &pages {
            let page = site.get(path);
            assert_eq!(page.status, 200, "{path}");
            assert!(!is_client_side_document(&page.text()), "{path}");
        }
    });
}

#[test]
fn searches_from_one_client_address_are_rate_limited() {
    let site = Site::start();
    let limited = until("rate limit", || {
        let search = format!("/index/en/docs?q=arch-{}", site.metric("pailou_renders_total"));
        Some(site.get(&search)).filter(|answer| answer.status == 429)
    });
    assert!(
        is_client_side_document(&limited.text()),
        "the document for client-side rendering must be returned"
    );
    let wait = limited.header("retry-after").expect("Retry-After");
    let notice =
        format!("<noscript><p>You sent too many requests. Reload the page in {wait} second");
    assert!(limited.text().contains(&notice), "{}", limited.text());
    for path in [START, "/index/en/docs?q=", "/index/en/docs?utm_source=a"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
}

#[test]
fn urls_with_unknown_parameters_share_one_cached_page() {
    let site = Site::start();
    let page = site.get(START).body;
    let cached_pages = site.metric("pailou_pages_kept");
    for query in ["?utm_source=a", "?utm_source=b&fbclid=c", "?", "?&&&", "?x=%ff", "?=", "?Q=1"] {
        assert!(site.get(&format!("{START}{query}")).body == page, "{query}");
    }
    assert_eq!(site.metric("pailou_pages_kept"), cached_pages);
    assert_eq!(site.metric("pailou_renders_total"), cached_pages);
}

#[test]
fn url_variants_share_one_cached_page() {
    let site = Site::start();
    assert_eq!(site.get(START).status, 200);
    let cached_pages = site.metric("pailou_pages_kept");
    for spelling in [
        "guide/%73tart",
        "%67uide/start",
        "guide/star%74",
        "guide%2fstart",
        "guide%2Fstart/",
        "guide/start/",
    ] {
        let page = site.get(&format!("/index/en/docs/{spelling}"));
        assert!([200, 301, 404].contains(&page.status), "{spelling}");
    }
    assert!(
        site.metric("pailou_pages_kept") <= cached_pages + 1,
        "only the not-found page may be added to the cache"
    );
}

#[test]
fn unknown_urls_share_one_cached_page() {
    let site = Site::start();
    let first = site.get("/index/zh/nowhere").body;
    let cached_pages = site.metric("pailou_pages_kept");
    for number in 0..200 {
        let folder = ["zh/docs/", "zh/", "zh/assistant/", "zh/docs/guide/"][number % 4];
        let page = site.get(&format!("/index/{folder}nowhere-{number}?page={number}"));
        assert_eq!(page.status, 404);
        assert!(page.body == first, "{folder}");
    }
    assert_eq!(site.metric("pailou_pages_kept"), cached_pages);
    assert_eq!(site.get("/index/en/nowhere").status, 404);
    assert_eq!(
        site.metric("pailou_pages_kept"),
        cached_pages + 1,
        "each language must have its own not-found page"
    );
}

#[test]
fn concurrent_visitors_wait_for_one_render() {
    let site = Site::start();
    let before = site.metric("pailou_renders_total");
    thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| assert_eq!(site.get(START).status, 200));
        }
    });
    assert_eq!(site.metric("pailou_renders_total"), before + 1);
}

#[test]
fn site_with_imported_pages_has_no_sample_content() {
    let site = Site::showing(&[("en/index.md", "# Ours\n")], &[]);
    assert_eq!(site.get(START).status, 404);
    assert!(site.get("/index/en/docs").text().contains("Ours</h1>"));
}
