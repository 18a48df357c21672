//! Tests of page and asset responses, such as content codings, revalidation, HEAD, and security headers.

use std::io::Read;

use base64::Engine;
use sha2::{Digest, Sha256};

use super::client::Answer;
use super::process::{Site, free_address};

const START: &str = "/index/en/docs/guide/start";

/// Returns the decompressed body.
#[track_caller]
fn decoded(answer: &Answer) -> Vec<u8> {
    let (mut bytes, packed) = (Vec::new(), answer.body.as_slice());
    match answer.header("content-encoding") {
        None => bytes.extend_from_slice(packed),
        Some("gzip") => drop(flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap()),
        Some("zstd") => bytes = zstd::decode_all(packed).unwrap(),
        Some("br") => brotli::BrotliDecompress(&mut &*packed, &mut bytes).unwrap(),
        Some(other) => panic!("{other}"),
    }
    bytes
}

/// Returns the URL of the first asset in the page `START` whose name starts with `begin` and ends with `ending`.
#[track_caller]
fn asset(site: &Site, begin: &str, ending: &str) -> String {
    let html = site.get(START).text();
    let is_it = |part: &&str| {
        part.strip_prefix("/index/assets/")
            .is_some_and(|name| name.starts_with(begin) && name.ends_with(ending))
    };
    let named = html.split('"').find(is_it);
    named.unwrap_or_else(|| panic!("{begin}…{ending} in {html}")).to_owned()
}

#[track_caller]
fn check_codings(site: &Site, path: &str) {
    let plain = site.get(path);
    let mut etags = Vec::new();
    for (accepted, coding) in [
        ("", None),
        ("identity", None),
        ("br, gzip, zstd", Some("br")),
        ("zstd", Some("zstd")),
        ("gzip", Some("gzip")),
        ("br;q=0.1, gzip;q=0.9", Some("gzip")),
        ("*", Some("br")),
    ] {
        let answer = site.get_with(path, &[("accept-encoding", accepted)]);
        assert_eq!(answer.header("content-encoding"), coding, "{path} {accepted}");
        assert!(decoded(&answer) == plain.body, "{path} {accepted}");
        assert!(answer.header("vary").unwrap().contains("accept-encoding"), "{path} {accepted}");
        let etag = answer.header("etag").unwrap().to_owned();
        let again = [("accept-encoding", accepted), ("if-none-match", &etag)];
        let again = site.get_with(path, &again);
        assert_eq!((again.status, again.body.len()), (304, 0), "{path} {accepted}");
        assert_eq!(again.header("etag"), Some(etag.as_str()), "{path} {accepted}");
        etags.push((coding, etag));
    }
    etags.sort();
    etags.dedup();
    assert_eq!(etags.len(), 4, "each content coding must have its own ETag: {etags:?}");
}

#[test]
fn every_encoding_has_equal_content_and_a_separate_etag() {
    let site = Site::with_sample_content(&[]);
    check_codings(&site, START);
    check_codings(&site, "/index/zh");
    check_codings(&site, &asset(&site, "react-", ".js"));
    check_codings(&site, &asset(&site, "core_wasm", ".wasm"));
    check_codings(&site, "/api/v1/public/docs/zh/guide/start");
}

#[test]
fn etag_of_another_encoding_or_content_does_not_match() {
    let site = Site::start();
    let plain = site.get(START);
    let etag = plain.header("etag").unwrap();
    for (known, coding, status) in [
        (etag, "", 304),
        (etag, "br", 200),
        ("\"another\"", "", 200),
        (&format!("\"another\", W/{etag}"), "", 304),
        ("*", "", 304),
    ] {
        let headers = [("if-none-match", known), ("accept-encoding", coding)];
        assert_eq!(site.get_with(START, &headers).status, status, "{known} {coding}");
    }
}

#[test]
fn head_response_has_a_content_length_and_no_body() {
    let site = Site::start();
    let script = asset(&site, "react-", ".js");
    for path in [START, "/index/zh", "/index/nowhere", &script, "/healthz", "/api/v1/public/docs"] {
        for coding in ["", "br", "gzip"] {
            let headers = [("accept-encoding", coding)];
            let (get, head) = (site.get_with(path, &headers), site.ask("HEAD", path, &headers, ""));
            assert_eq!(head.status, get.status, "{path}");
            assert!(head.body.is_empty(), "{path}");
            for name in
                ["content-length", "content-type", "content-encoding", "etag", "cache-control"]
            {
                assert_eq!(head.header(name), get.header(name), "{path} {coding} {name}");
            }
            let length = get.body.len().to_string();
            assert_eq!(get.header("content-length"), Some(length.as_str()), "{path} {coding}");
        }
    }
}

#[test]
fn cache_control_header_depends_on_the_kind_of_response() {
    let site = Site::start();
    for (ending, kind) in [
        (".js", "text/javascript; charset=utf-8"),
        (".css", "text/css; charset=utf-8"),
        (".wasm", "application/wasm"),
    ] {
        let answer = site.get(&asset(&site, "", ending));
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)));
        let cache = answer.header("cache-control");
        assert_eq!(cache, Some("public, max-age=31536000, immutable"), "{ending}");
    }
    for path in [START, "/index/diagram.html", "/index/nowhere"] {
        assert_eq!(site.get(path).header("cache-control"), Some("no-cache"), "{path}");
    }
    let icon = site.get("/index/favicon.svg");
    assert_eq!(icon.header("cache-control"), Some("public, max-age=86400"));
    assert_eq!(
        site.get("/api/v1/public/docs/zh/nowhere").header("cache-control"),
        Some("no-store")
    );
}

#[test]
fn missing_asset_is_a_json_problem() {
    let site = Site::start();
    for _ in 0..2 {
        let missing = site.get("/index/assets/main-00000000.js");
        assert_eq!((missing.status, missing.problem().as_str()), (404, "not-found"));
        assert_eq!(site.get("/index/en/nowhere").status, 404);
        assert_eq!(site.get("/index/zh/nowhere").status, 404);
    }
}

#[test]
fn errors_below_index_are_html_for_browsers() {
    let site = Site::start();
    let browser = ("accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    let chinese = ("accept-language", "zh-CN");
    for (method, path, status) in [
        ("GET", "/index/media/missing.png", 404),
        ("GET", "/index/assets/missing.js", 404),
        ("GET", "/index/nowhere", 404),
        ("GET", "/index/en/docs/guide/start?x=%00", 400),
        ("POST", "/index/en", 405),
    ] {
        let page = site.ask(method, path, &[browser, chinese], "");
        assert_eq!(page.status, status, "{method} {path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert!(page.header("content-security-policy").unwrap().contains("script-src"), "{path}");
        let language = if path.starts_with("/index/en") { "en-US" } else { "zh-CN" };
        assert!(page.text().contains(&format!("<html lang=\"{language}\"")), "{path}");
        // Clients that do not request HTML get a problem document, except for an unknown page.
        for accept in ["*/*", "application/json", "image/png"] {
            let answer = site.ask(method, path, &[("accept", accept)], "");
            assert_eq!(answer.status, status, "{method} {path} {accept}");
            if path != "/index/nowhere" {
                assert_eq!(
                    answer.header("content-type"),
                    Some("application/problem+json"),
                    "{path}"
                );
            }
        }
    }
    assert_eq!(site.ask("POST", "/index/en", &[browser], "").header("allow"), Some("GET, HEAD"));
    // A browser is redirected from an unknown path to the same path below `/index`, whose not-found page is HTML.
    for (path, location) in [
        ("/nowhere", Some("/index/nowhere")),
        ("/en/docs/guide?q=a", Some("/index/en/docs/guide")),
        ("/indexes", Some("/index/indexes")),
        ("//example.org", Some("/index//example.org")),
        ("/api", None),
        ("/healthz", None),
        ("/robots.txt", None),
    ] {
        let answer = site.get_with(path, &[browser]);
        assert_eq!(answer.header("location"), location, "{path}");
        assert_eq!(answer.status == 302, location.is_some(), "{path}");
    }
    assert_eq!(site.get("/nowhere").status, 404);
    let api = site.get_with("/api/v1/nowhere", &[browser]);
    assert_eq!(api.header("content-type"), Some("application/problem+json"));
}

#[test]
fn csp_violations_are_logged_and_counted() {
    let site = Site::start();
    let page = site.get(START);
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("report-uri /csp-reports; report-to csp"), "{policy}");
    assert_eq!(page.header("reporting-endpoints"), Some("csp=\"/csp-reports\""));
    let old = ("content-type", "application/csp-report");
    let new = ("content-type", "application/reports+json");
    let report = r#"{"csp-report":{"effective-directive":"img-src","blocked-uri":"https://a.example/?key"}}"#;
    // A report with cookies and without a CSRF token is accepted, because browsers send it that way.
    let cookie = ("cookie", "XSRF-TOKEN=abc");
    assert_eq!(site.ask("POST", "/csp-reports", &[old, cookie], report).status, 204);
    assert_eq!(site.ask("POST", "/csp-reports", &[new], "[]").status, 204);
    assert_eq!(site.metric("pailou_csp_reports_total"), 1);
    let log = site.log();
    assert!(log.contains("img-src") && log.contains("https://a.example/"), "{log}");
    assert!(!log.contains("?key"), "{log}");
    for (kind, body, status) in [
        ("application/json", "{}", 415),
        ("application/csp-report", "{", 400),
        ("application/csp-report", &"x".repeat(20_000), 413),
    ] {
        let answer = site.ask("POST", "/csp-reports", &[("content-type", kind)], body);
        assert_eq!(answer.status, status, "{kind}");
    }
    let flood = (0..20).map(|_| site.ask("POST", "/csp-reports", &[old], report).status);
    assert!(flood.into_iter().any(|status| status == 429));
}

#[test]
fn metrics_count_requests_by_route_and_status() {
    let site = Site::start();
    let before = site.get("/metrics").text().lines().count();
    for number in 0..20 {
        site.get(&format!("/index/en/docs/nowhere-{number}"));
        site.get(&format!("/api/v1/public/docs/en-US/nowhere-{number}"));
        site.get(&format!("/nowhere-{number}"));
    }
    let text = site.get("/metrics").text();
    for line in [
        "pailou_http_requests_total{route=\"/index/{path}\",status=\"4xx\"} 20",
        "pailou_http_requests_total{route=\"/api/v1/public/docs/{locale}/{path}\",status=\"4xx\"} 20",
        "pailou_http_requests_total{route=\"unmatched\",status=\"4xx\"} 20",
        "pailou_http_request_duration_seconds_count{kind=\"page\"} 20",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    assert!(!text.contains("nowhere"), "{text}");
    assert!(text.lines().count() < before + 10, "labels must not depend on URLs");
    for name in
        ["process_resident_memory_bytes", "process_cpu_seconds_total", "pailou_render_queue_pages"]
    {
        assert!(text.contains(&format!("\n{name} ")), "{name} in {text}");
    }
}

#[test]
fn csp_allows_only_own_scripts_and_hashed_inline_scripts() {
    let site = Site::start();
    for path in [START, "/index/zh", "/index/zh/docs?q=pailou", "/index/admin", "/index/nowhere"] {
        let page = site.get(path);
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; "), "{path}: {policy}");
        for needed in
            ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "trusted-types"]
        {
            assert!(policy.contains(needed), "{path}: {needed}");
        }
        for refused in ["unsafe-inline", "'unsafe-eval'", "http:", "https:", "*"] {
            assert!(!policy.contains(refused), "{path}: {refused}");
        }
        let html = page.text();
        for script in html.split("<script>").skip(1) {
            let script = script.split("</script>").next().unwrap();
            let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(script));
            assert!(policy.contains(&format!("'sha256-{hash}'")), "{path}: {script}");
        }
        for inline in [" style=\"", " onclick=\"", " onload=\"", "javascript:"] {
            assert!(!html.contains(inline), "{path}: {inline}");
        }
    }
}

#[test]
fn every_response_has_security_headers() {
    let site = Site::start();
    for path in
        [START, "/index/nowhere", "/index/", "/healthz", "/api/v1/public/site", "/api/v1/me", "/x"]
    {
        let answer = site.get(path);
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        assert!(answer.header("content-security-policy").is_some(), "{path}");
        assert!(answer.header("strict-transport-security").is_none(), "{path}");
    }
    // Assets do not have headers that concern only HTML documents.
    let page = site.get(START).text();
    let asset = |kind: &str| {
        let end = page.find(kind).unwrap() + kind.len();
        let start = page[..end].rfind("/index/assets/").unwrap();
        page[start..end].to_owned()
    };
    for path in [asset(".js\""), asset(".css\"")] {
        let answer = site.get(path.trim_end_matches('"'));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{path}");
        assert!(answer.header("permissions-policy").is_none(), "{path}");
    }
    let address = free_address().to_string();
    let url = ("PAILOU_SITE_URL", "https://docs.example.org");
    let without = ("PAILOU_SITE_HSTS_SUBDOMAINS", "false");
    let site = Site::with(&[("PAILOU_ADDR", &address), url, without]);
    assert_eq!(site.get(START).header("strict-transport-security"), Some("max-age=31536000"));
    let address = free_address().to_string();
    let site =
        Site::with(&[("PAILOU_ADDR", &address), ("PAILOU_SITE_URL", "https://docs.example.org")]);
    let response = site.get(START);
    assert!(response.header("strict-transport-security").unwrap().starts_with("max-age=31536000"));
    assert!(
        response
            .text()
            .contains("<link rel=\"canonical\" href=\"https://docs.example.org/index/en/")
    );
}

#[test]
fn page_routes_return_a_page_a_redirect_or_404() {
    let site = Site::start();
    for (path, status, to) in [
        ("/", 302, "/index/"),
        ("/index", 302, "/index/"),
        ("/index/", 302, "/index/zh"),
        ("/index/zh", 200, ""),
        ("/index/en/", 200, ""),
        ("/index/docs", 200, ""),
        ("/index/zh/docs", 200, ""),
        ("/index/en/docs/", 301, "/index/en/docs"),
        ("/index/localization", 200, ""),
        ("/index/admin", 200, ""),
        ("/index/datastat", 200, ""),
        ("/index/assistant", 200, ""),
        ("/index/zh/assistant", 200, ""),
        ("/index/en/assistant", 200, ""),
        ("/index/404", 404, ""),
        ("/index/zh/admin", 404, ""),
        ("/index/fr", 404, ""),
    ] {
        let answer = site.get(path);
        assert_eq!(
            (answer.status, answer.header("location").unwrap_or_default()),
            (status, to),
            "{path}"
        );
        let html = answer.text();
        assert_eq!(html.contains("<h1"), to.is_empty(), "{path}");
        let stylesheet = "href=\"/api/v1/public/config/raw/global_style.css\"";
        assert_eq!(html.contains(stylesheet), to.is_empty(), "{path}");
    }
}

/// A broken stylesheet must not lock administrators out. Each page is requested twice, because the cache must keep
/// responses with and without the stylesheet apart.
#[test]
fn safe_mode_and_admin_omit_the_global_stylesheet() {
    let site = Site::showing(&[("en/a.md", "# A\n"), ("zh/a.md", "# 甲\n")], &[]);
    let link = "<link rel=\"stylesheet\" href=\"/api/v1/public/config/raw/global_style.css\"";
    for _ in 0..2 {
        for (path, has_effect) in [
            ("/index/en", true),
            ("/index/en?safe", false),
            ("/index/en?x=1&safe=1", false),
            ("/index/en?unsafe", true),
            ("/index/en/docs/a", true),
            ("/index/en/docs/a?safe", false),
            ("/index/docs/a?q=x&safe", false),
            ("/index/nowhere", true),
            ("/index/nowhere?safe", false),
            ("/index/admin", false),
            ("/index/%61dmin/", false),
            ("/index/admin/log", false),
            ("/index/admin?x=1", false),
            ("/index/admin/nowhere", false),
        ] {
            let answer = site.get_with(path, &[("accept-encoding", "br")]);
            let html = String::from_utf8(decoded(&answer)).unwrap();
            let with = format!("{link}{}", if has_effect { ">" } else { " media=\"not all\">" });
            assert_eq!((html.matches(link).count(), html.contains(&with)), (1, true), "{path}");
            let etag = answer.header("etag").unwrap().to_owned();
            let again = [("accept-encoding", "br"), ("if-none-match", &etag)];
            let expected = if answer.status == 200 { 304 } else { answer.status };
            assert_eq!(site.get_with(path, &again).status, expected, "{path}");
        }
    }
}

#[test]
fn service_worker_lists_its_files_and_can_be_disabled() {
    let pages = [("en/a.md", "# A\n"), ("zh/a.md", "# 甲\n")];
    let site = Site::showing(&pages, &[]);
    let worker = site.get("/index/worker.js");
    assert_eq!(worker.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(worker.header("cache-control"), Some("no-cache"));
    let script = worker.text();
    let files =
        script.split('"').filter(|part| part.starts_with("/index/assets/") && part.contains('.'));
    let files: Vec<String> = files.map(str::to_owned).collect();
    assert!(files.len() > 10, "{script}");
    for file in files {
        assert_eq!(site.get(&file).status, 200, "{file}");
    }
    assert!(site.get("/index/shell").text().contains("<div id=\"pailou-root\"></div>"));

    let off = Site::showing(&pages, &[("PAILOU_SITE_OFFLINE", "false")]);
    assert!(off.get("/index/worker.js").text().contains("unregister()"));
    assert!(off.get("/api/v1/public/site").text().contains("\"offline\":false"));
}

#[test]
fn saved_page_is_visible_immediately() {
    let site =
        Site::showing(&[("en/a.md", "# A\n\nFirst.\n"), ("zh/a.md", "# 甲\n\n第一。\n")], &[]);
    let token = site.owner();
    let json = ("content-type", "application/json");
    for (page, at, text) in [
        ("/index/en/docs/a", "/api/v1/docs/en/a", "Second."),
        ("/index/en/docs/a", "/api/v1/docs/en/a", "Third."),
        ("/index/zh/docs/a", "/api/v1/docs/zh/a", "第二。"),
    ] {
        assert!(!site.get(page).text().contains(text));
        let headers = [("authorization", &*token), ("if-match", "*"), json];
        let saved =
            site.ask("PUT", at, &headers, &format!(r##"{{"markdown":"# A\n\n{text}\n"}}"##));
        assert_eq!(saved.status, 200, "{}", saved.text());
        assert!(site.get(page).text().contains(text), "{text}");
    }
}
