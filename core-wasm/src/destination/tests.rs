//! Tests of destinations: tables of URLs, and properties of generated URLs.

use proptest::prelude::*;

use super::Destination::*;
use super::*;

#[track_caller]
fn check(expected: Destination, urls: &[&str]) {
    for url in urls {
        assert_eq!(of(url), expected, "{url:?}");
    }
}

#[test]
fn api_path_with_query_or_dot_segments_is_an_api_url() {
    check(Api, &["/api", "/api/", "/api/v1/me", "/api?x=1", "/api#a", "/api//x", "/api/a/../b"]);
    check(Api, &["/api/v1?next=/../..", "/api/v1#/../..", "/api/%2e/x", "/api/\t/x", "/api/..."]);
}

#[test]
fn similar_prefix_is_not_an_api_url() {
    check(
        OwnSite,
        &[
            "/apix",
            "/API",
            "/api-docs",
            "/api.json",
            "/%61pi",
            "/api%2Fv1",
            "/api\\v1",
            "/api:80",
            "/api@host",
        ],
    );
    check(
        OwnSite,
        &["api", "api/v1", "./api", "../api", "/x/../api", "?/api", "#/api", "/index/api", "/ api"],
    );
    check(
        OwnSite,
        &["\t/api", " /api", "/ap\ti/v1", "/api\t/v1", "\\api", "", " ", "zh/docs?x=http://y"],
    );
}

#[test]
fn path_leaving_api_with_dot_segments_is_not_an_api_url() {
    check(OwnSite, &["/api/..", "/api/../x", "/api/v1/../../x", "/api/./../x", "/api/../api/v1"]);
    check(
        OwnSite,
        &[
            "/api/%2e%2E/x",
            "/api/.%2e/x",
            "/api/.\t./x",
            "/api/\\..\\..\\..",
            "/api/..?x",
            "/api/..\n",
        ],
    );
}

#[test]
fn url_of_another_origin_is_external() {
    check(
        External,
        &[
            "//host/api",
            "\\\\host/api",
            "/\\host/api",
            "\\/host",
            "/\t/host/api",
            "\n//host",
            " //host",
        ],
    );
    check(
        External,
        &[
            "https://host/api",
            "HTTP://host/api",
            "http:/api",
            "http:api",
            "h\tttp://host/api",
            "\u{1}https://host",
        ],
    );
    check(
        External,
        &[
            "data:text/plain,x",
            "blob:https://x/1",
            "javascript:0",
            "java\nscript:0",
            "a+b-c.d:x",
            "file:///api",
        ],
    );
}

#[test]
fn absolute_url_is_below_only_its_exact_origin() {
    for (url, expected) in [
        ("https://site.example", true),
        ("https://site.example/api", true),
        ("https://site.example?x", true),
        ("https://site.example#x", true),
        ("https://site.example.evil.example/", false),
        ("https://site.example:8443/", false),
        ("https://site.example@evil.example/", false),
        ("https://site.example\\@evil.example/", false),
        ("http://site.example/", false),
        ("/api", false),
    ] {
        assert_eq!(is_below(url, "https://site.example"), expected, "{url}");
    }
    assert!(!is_below("null/x", "null"));
    assert!(!is_below("/x", ""));
}

proptest! {
    /// Compares with the `url` crate, which parses URLs as browsers do.
    #[test]
    fn non_external_url_resolves_to_the_same_origin(
        url in "[/\\\\\t\n\r a-cpihtA-C:.@?#%2eE0-9x]{0,16}|/api.*|.*"
    ) {
        for page in ["https://site.example/index/zh", "http://127.0.0.1:8080/index/"] {
            let page = url::Url::parse(page).unwrap();
            let Ok(resolved) = page.join(&url) else { continue };
            match of(&url) {
                Api => {
                    prop_assert_eq!(resolved.origin(), page.origin());
                    prop_assert!(resolved.path() == "/api" || resolved.path().starts_with("/api/"), "{}", resolved);
                }
                OwnSite => prop_assert_eq!(resolved.origin(), page.origin()),
                External => {}
            }
        }
    }

    #[test]
    fn url_below_the_site_origin_resolves_to_that_origin(url in "https://site.example.*|https://[a-z@:/\\\\.]*") {
        let origin = "https://site.example";
        if is_below(&url, origin) && let Ok(resolved) = url::Url::parse(&url) {
            prop_assert_eq!(resolved.origin().ascii_serialization(), origin);
        }
    }
}
