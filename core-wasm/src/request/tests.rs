//! Tests of added headers, and the property that no token is sent to another site.

use proptest::prelude::*;

use super::*;

const ORIGIN: &str = "https://site.example";

fn token() -> Token {
    Token::new("t0ken").expect("a text that is not empty")
}

fn in_browser(url: &str, method: &str, cookies: &str) -> Request {
    let (token, names) = (token(), AntiForgeryNames::default());
    let caller =
        Caller::Browser { token: Some(&token), cookies, names: &names, origin: Some(ORIGIN) };
    decorate(url, method, &caller)
}

fn on_server(url: &str, host: &str) -> Request {
    decorate(url, "GET", &Caller::Server { host, token: Some(&token()) })
}

fn header(name: &str, value: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), value.to_owned())]
}

#[track_caller]
fn check_browser(url: &str, has_token: bool) {
    let request = in_browser(url, "GET", "");
    let expected = if has_token { header("Authorization", "t0ken") } else { vec![] };
    assert_eq!(request.headers, expected, "{url:?}");
    assert_eq!(request.url, url, "decoration in the browser does not change the URL");
}

#[test]
fn api_request_has_the_token() {
    for url in ["/api", "/api/v1/me", "/api?x", "/api#x"] {
        check_browser(url, true);
    }
}

#[test]
fn request_outside_the_api_has_no_token() {
    for url in
        ["/apix", "/API/v1", "//host/api", "/%61pi", "http:/api", "/\\host/api", "/\t/host/api"]
    {
        check_browser(url, false);
    }
    for url in
        ["https://evil.example/api", "https://site.example/api", "/api/../x", "", "zh", "/index/zh"]
    {
        check_browser(url, false);
    }
}

#[test]
fn request_without_token_has_no_authorization() {
    let names = AntiForgeryNames::default();
    let caller = Caller::Browser { token: None, cookies: "", names: &names, origin: None };
    assert_eq!(decorate("/api/v1/me", "GET", &caller).headers, []);
}

#[test]
fn token_invalid_as_a_header_value_is_not_sent() {
    for text in ["令牌", "a\r\nX-Evil: 1", "\u{0}", " "] {
        let token = Token::new(text).unwrap();
        let caller = Caller::Server { host: "http://h", token: Some(&token) };
        assert_eq!(decorate("/api/v1/me", "GET", &caller).headers, [], "{text:?}");
    }
}

#[test]
fn same_origin_write_request_has_the_csrf_header() {
    for (method, url, is_sent) in [
        ("POST", "/index/zh", true),
        ("PUT", "x", true),
        ("patch", "?x", true),
        ("DELETE", "https://site.example/x", true),
        ("PROPFIND", "/x", true),
        ("GET", "/x", false),
        ("get", "/x", false),
        ("HEAD", "/x", false),
        ("OPTIONS", "/x", false),
        ("POST", "https://evil.example/x", false),
        ("POST", "//site.example/x", false),
        ("POST", "/\\evil.example/x", false),
        ("POST", "https://site.example.evil.example/", false),
        ("POST", "http:x", false),
    ] {
        let request = in_browser(url, method, "a=1; XSRF-TOKEN=f0rge");
        let expected = if is_sent { header("X-XSRF-TOKEN", "f0rge") } else { vec![] };
        assert_eq!(request.headers, expected, "{method} {url}");
    }
}

#[test]
fn api_write_request_has_token_and_csrf_header() {
    let request = in_browser("/api/v1/logout", "POST", "XSRF-TOKEN=f0rge");
    let expected = [header("Authorization", "t0ken"), header("X-XSRF-TOKEN", "f0rge")].concat();
    assert_eq!(request.headers, expected);
}

#[test]
fn csrf_cookie_invalid_as_a_header_value_is_not_sent() {
    for cookies in
        ["", "XSRF-TOKEN=", "XSRF-TOKEN=%0d%0aX-Evil:1", "XSRF-TOKEN=%zz", "XSRF-TOKEN=%E7%89%8C"]
    {
        assert_eq!(in_browser("/x", "POST", cookies).headers, [], "{cookies}");
    }
}

#[test]
fn csrf_header_is_sent_only_if_its_configured_name_is_valid() {
    for (name, is_sent) in
        [("x-csrf", true), ("", false), ("x csrf", false), ("x:csrf", false), ("令", false)]
    {
        let names = AntiForgeryNames { cookie: "csrf".to_owned(), header: name.to_owned() };
        let caller =
            Caller::Browser { token: None, cookies: "csrf=1", names: &names, origin: None };
        let expected = if is_sent { header(name, "1") } else { vec![] };
        assert_eq!(decorate("/x", "POST", &caller).headers, expected, "{name}");
    }
}

#[test]
fn server_requests_use_the_internal_host() {
    for (url, expected) in [
        ("/api/v1/me", "http://h:1/api/v1/me"),
        ("/api", "http://h:1/api"),
        ("/apix", "http://h:1/index/apix"),
        ("/zh/docs?x=1#a", "http://h:1/index/zh/docs?x=1#a"),
        ("zh/docs", "http://h:1/index/zh/docs"),
        ("/index/zh", "http://h:1/index/zh"),
        ("index/zh", "http://h:1/index/zh"),
        ("/index", "http://h:1/index/"),
        ("/index?x", "http://h:1/index/?x"),
        ("/indexes", "http://h:1/index/indexes"),
        ("", "http://h:1/index/"),
        ("?x", "http://h:1/index/?x"),
        ("/api/../x", "http://h:1/index/api/../x"),
        ("https://other.example/api", "https://other.example/api"),
        ("//other.example/api", "//other.example/api"),
        ("/\\other.example/api", "/\\other.example/api"),
        ("data:,x", "data:,x"),
    ] {
        assert_eq!(on_server(url, "http://h:1").url, expected, "{url}");
        assert_eq!(on_server(url, "http://h:1/").url, expected, "{url} with a slash");
    }
}

#[test]
fn debug_output_hides_header_values() {
    let printed = format!("{:?}", in_browser("/api/v1/logout", "POST", "XSRF-TOKEN=f0rge"));
    assert!(!printed.contains("t0ken") && !printed.contains("f0rge"), "{printed}");
}

proptest! {
    #[test]
    fn headers_are_not_sent_to_other_origins(
        url in "/api.*|[/\\\\\t\n a-eiphtsx:.@?#%]{0,20}|https?:[/\\\\]{0,3}(site\\.example)?.*|.*",
        method in "GET|POST|.*",
        cookies in "XSRF-TOKEN=.*|.*",
    ) {
        let request = in_browser(&url, &method, &cookies);
        let page = url::Url::parse("https://site.example/index/zh/docs").unwrap();
        if !request.headers.is_empty() && let Ok(resolved) = page.join(&request.url) {
            prop_assert_eq!(resolved.origin(), page.origin(), "{:?}", request);
        }
        prop_assert!(request.headers.iter().all(|(_, value)| is_header_value(value)));
    }

    #[test]
    fn server_token_is_sent_to_the_internal_host_only(
        url in "/api.*|[/\\\\\t\n a-eiphtsx:.@?#%]{0,20}|.*",
    ) {
        let host = url::Url::parse("http://127.0.0.1:8080").unwrap();
        let request = on_server(&url, host.as_str());
        let is_prefixed = request.url != url;
        if (is_prefixed || !request.headers.is_empty()) && let Ok(resolved) = url::Url::parse(&request.url) {
            prop_assert_eq!(resolved.origin(), host.origin(), "{:?}", request);
        }
    }
}
