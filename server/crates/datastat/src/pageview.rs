//! Validation and classification of events. Pure functions.

use std::net::IpAddr;

use core_wasm::locale::Locale;
use http::HeaderMap;
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::api::Collect;
use super::search_terms::Search;
use pailou_web::problem::{FieldError, Problem};

/// Name of the page view event.
pub(crate) const PAGE_VIEW: &str = "pageview";
/// Name of the search event.
const SEARCH: &str = "search";

const MAX_URL: usize = 2000;
const MAX_NAME: usize = 64;

/// Percent-encode set of canonical paths (WHATWG URL, path percent-encode set, and `%` itself).
const IN_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'\\')
    .add(b'^');

/// Substrings in the user agents of well-known crawlers and HTTP clients.
const ROBOTS: &[&str] = &[
    "bot",
    "crawl",
    "spider",
    "slurp",
    "curl/",
    "wget/",
    "python",
    "go-http-client",
    "java/",
    "libwww",
    "okhttp",
    "axios/",
    "node-fetch",
    "lighthouse",
    "facebookexternalhit",
    "preview",
    "feedfetcher",
    "monitor",
    "uptime",
    "phantomjs",
];

/// Validated event.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    pub id: String,
    pub event: String,
    pub path: String,
    pub locale: &'static str,
    pub referrer: String,
    pub search: Option<Search>,
}

impl Hit {
    /// Validates an event. Returns 422 with all invalid fields.
    pub(crate) fn new(sent: Collect) -> Result<Self, Problem> {
        let mut errors = Vec::new();
        let mut wrong = |field: &str, code, detail: &str| {
            errors.push(FieldError::new(field, code, detail));
        };
        let happened = if sent.search.is_some() { SEARCH } else { PAGE_VIEW };
        let event = sent.event.unwrap_or_else(|| happened.to_owned());
        if !is_name(&sent.id, |c| c.is_ascii_alphanumeric()) {
            wrong("id", "invalid", "invalid id: expected 1 to 64 letters, digits, - and _");
        }
        if !is_name(&event, |c| c.is_ascii_lowercase() || c.is_ascii_digit()) {
            wrong(
                "event",
                "invalid",
                "invalid event: expected 1 to 64 lower-case letters, digits, - and _",
            );
        }
        let locale = match sent.locale.as_deref().map(str::parse::<Locale>) {
            None if sent.search.is_some() => {
                wrong("locale", "required", "missing locale of the search");
                ""
            }
            None => "",
            Some(Ok(locale)) => locale.tag(),
            Some(Err(_)) => {
                wrong("locale", "unknown-locale", "invalid locale: expected zh-CN or en-US");
                ""
            }
        };
        let path = path(&sent.url);
        if path.is_none() {
            wrong(
                "url",
                "invalid",
                "invalid url: expected a page below /index in at most 2000 characters",
            );
        }
        let search = sent.search.as_ref().map(Search::of);
        if search == Some(None) || (search.is_some() && event != SEARCH) {
            wrong(
                "search",
                "invalid",
                "invalid search: expected 1 to 200 characters and 0 or more results",
            );
        }
        let referrer = host(sent.referrer.as_deref().unwrap_or_default());
        let path = path.filter(|_| errors.is_empty()).ok_or(Problem::Invalid(errors))?;
        Ok(Self { id: sent.id, event, path, locale, referrer, search: search.flatten() })
    }
}

fn is_name(text: &str, plain: impl Fn(char) -> bool) -> bool {
    (1..=MAX_NAME).contains(&text.len()) && text.chars().all(|c| plain(c) || c == '-' || c == '_')
}

/// Returns the canonical path of the page at a URL, percent-encoded and without query, fragment, and trailing slash;
/// `None` for an invalid URL or one outside `/index`.
fn path(url: &str) -> Option<String> {
    if url.chars().count() > MAX_URL {
        return None;
    }
    let path = match url.split_once("://") {
        Some(("http" | "https", rest)) => &rest[rest.find('/')?..],
        _ => url,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let below = path.strip_prefix("/index")?;
    let ours = below.is_empty() || below.starts_with('/');
    let plain = !path.chars().any(char::is_control)
        && !below.split('/').skip(1).any(|step| matches!(step, "" | "." | ".."));
    (ours && plain).then(|| utf8_percent_encode(&path, IN_PATH).to_string())
}

/// Returns the host and the port of the referrer, the only parts that are stored; empty for an invalid URL.
fn host(referrer: &str) -> String {
    let Some(("http" | "https", rest)) = referrer.split_once("://") else { return String::new() };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']' | '_');
    let fits = host.len() <= 255 && host.chars().all(plain);
    if fits { host.to_lowercase() } else { String::new() }
}

/// Whether the request is excluded: the reader opted out (DNT, Global Privacy Control), the page was only prefetched,
/// the client is a crawler, or `User-Agent` is missing.
pub(crate) fn is_not_counted(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let agent = text("user-agent").unwrap_or_default().to_lowercase();
    text("dnt") == Some("1")
        || text("sec-gpc") == Some("1")
        || text("sec-purpose").is_some_and(|purpose| purpose.contains("prefetch"))
        || agent.is_empty()
        || ROBOTS.iter().any(|robot| agent.contains(robot))
}

/// Returns the visitor hash. Without the salt of the day, the network and the user agent cannot be determined from it.
/// Each part is hashed with its length, so that different parts cannot produce the same bytes.
pub(crate) fn visitor(salt: &str, network: IpAddr, agent: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [salt, &network.to_string(), agent] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_path(url: &str, expected: Option<&str>) {
        assert_eq!(path(url).as_deref(), expected, "{url}");
    }

    #[test]
    fn page_url_is_normalized_to_a_path() {
        check_path("/index/zh/docs", Some("/index/zh/docs"));
        check_path("/index/zh/docs/?q=1#a", Some("/index/zh/docs"));
        check_path("https://x.org/index/zh/docs", Some("/index/zh/docs"));
        check_path("/index/", Some("/index"));
        check_path("/index/zh/docs/%E6%8C%87", Some("/index/zh/docs/%E6%8C%87"));
        check_path("/index/zh/docs/指", Some("/index/zh/docs/%E6%8C%87"));
        check_path("/index/a%2fb", Some("/index/a/b"));
    }

    #[test]
    fn invalid_and_non_page_urls_are_rejected() {
        for url in ["", "/", "/indexed", "/api/v1", "index/zh", "ftp://x/index", "https://x.org"] {
            check_path(url, None);
        }
        check_path("/index/../admin", None);
        check_path("/index//evil", None);
        check_path("/index/a%00b", None);
        check_path("/index/%ff", None);
        check_path(&format!("/index/{}", "x".repeat(2000)), None);
    }

    #[test]
    fn referrer_is_reduced_to_host_and_port() {
        for (referrer, expected) in [
            ("https://Example.org/secret?q=1", "example.org"),
            ("https://ann:pw@example.org:8080/", "example.org:8080"),
            ("javascript://x", ""),
            ("https://a b", ""),
            ("", ""),
        ] {
            assert_eq!(host(referrer), expected, "{referrer}");
        }
    }

    #[test]
    fn bots_prefetches_and_opted_out_visitors_are_not_counted() {
        let firefox = ("user-agent", "Mozilla/5.0 (X11; Linux) Firefox/140.0");
        for (sent, expected) in [
            (vec![firefox], false),
            (vec![firefox, ("dnt", "1")], true),
            (vec![firefox, ("dnt", "0")], false),
            (vec![firefox, ("sec-gpc", "1")], true),
            (vec![firefox, ("sec-purpose", "prefetch;prerender")], true),
            (vec![("user-agent", "Googlebot/2.1")], true),
            (vec![], true),
        ] {
            let headers = sent.iter().map(|(name, value)| {
                (name.parse::<http::HeaderName>().unwrap(), value.parse().unwrap())
            });
            assert_eq!(is_not_counted(&headers.collect()), expected, "{sent:?}");
        }
    }

    #[test]
    fn visitor_hash_depends_on_day_network_and_browser() {
        let home = "192.0.2.1".parse().unwrap();
        let other = "192.0.2.2".parse().unwrap();
        assert_eq!(visitor("salt", home, "a"), visitor("salt", home, "a"));
        assert_ne!(visitor("salt", home, "a"), visitor("pepper", home, "a"));
        assert_ne!(visitor("salt", home, "a"), visitor("salt", other, "a"));
        assert_ne!(visitor("salt", home, "a"), visitor("salt", home, "b"));
    }
}
