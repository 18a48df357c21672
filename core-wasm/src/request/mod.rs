//! Request decoration: adds the token for `/api`, the CSRF header for requests that change state,
//! and, on the server, the internal host. Callers send the requests.

use crate::cookie;
use crate::destination::{self, Destination, as_browsers_see};
use crate::token::{Token, is_header_value};

/// Base path of the application.
const BASE: &str = "index";

/// Sender of a request.
#[derive(Debug, Clone, Copy)]
pub enum Caller<'a> {
    Browser {
        token: Option<&'a Token>,
        /// Cookies of the page as one string: `a=1; b=2`.
        cookies: &'a str,
        names: &'a AntiForgeryNames,
        /// Origin of the page, to recognize absolute URLs of the same site.
        origin: Option<&'a str>,
    },
    /// Server-side rendering: requests go to `host`, for example `http://127.0.0.1:8080`.
    Server { host: &'a str, token: Option<&'a Token> },
}

/// Names of the CSRF cookie and of the header that sends its value back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AntiForgeryNames {
    pub cookie: String,
    pub header: String,
}

impl Default for AntiForgeryNames {
    fn default() -> Self {
        Self { cookie: "XSRF-TOKEN".to_owned(), header: "X-XSRF-TOKEN".to_owned() }
    }
}

/// URL of a request, and the headers that the decoration adds.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    pub url: String,
    /// Names and values of the headers to add; they replace headers of the same name.
    pub headers: Vec<(String, String)>,
}

/// Prints only the names of the headers, because a value may be the token.
impl std::fmt::Debug for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Request").field("url", &self.url).field("headers", &names).finish()
    }
}

/// Decorates a request for this caller.
pub fn decorate(url: &str, method: &str, caller: &Caller<'_>) -> Request {
    let destination = destination::of(url);
    let mut headers = Vec::new();
    if destination == Destination::Api {
        headers.extend(authorization(caller));
    }
    if changes_something(method) {
        headers.extend(anti_forgery(url, destination, caller));
    }
    let url = match caller {
        Caller::Browser { .. } => url.to_owned(),
        Caller::Server { host, .. } => on_host(url, destination, host),
    };
    Request { url, headers }
}

/// Whether a method can change state on the server.
pub fn changes_something(method: &str) -> bool {
    !["GET", "HEAD", "OPTIONS", "TRACE"].iter().any(|safe| method.eq_ignore_ascii_case(safe))
}

/// Whether a string is a valid header name.
pub fn is_header_name(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

fn authorization(caller: &Caller<'_>) -> Option<(String, String)> {
    let (Caller::Browser { token, .. } | Caller::Server { token, .. }) = caller;
    let value = (*token)?.header_value()?;
    Some(("Authorization".to_owned(), value.to_owned()))
}

fn anti_forgery(
    url: &str,
    destination: Destination,
    caller: &Caller<'_>,
) -> Option<(String, String)> {
    let Caller::Browser { cookies, names, origin, .. } = caller else { return None };
    let is_same_origin = destination != Destination::External
        || origin.is_some_and(|origin| destination::is_below(url, origin));
    if !is_same_origin || !is_header_name(&names.header) {
        return None;
    }
    let value = cookie::value(cookies, &names.cookie).filter(|value| is_header_value(value))?;
    Some((names.header.clone(), value))
}

/// Resolves a URL on the internal host: `/api…` becomes `{host}/api…`, any other relative URL
/// `{host}/index/…`; absolute URLs are unchanged.
fn on_host(url: &str, destination: Destination, host: &str) -> String {
    let host = host.trim_end_matches('/');
    match destination {
        Destination::External => url.to_owned(),
        Destination::Api => [host, url].concat(),
        Destination::OwnSite => {
            let seen = as_browsers_see(url);
            [host, "/", BASE, "/", below_base(&seen)].concat()
        }
    }
}

/// Returns the path of a URL below `/index/`, whether or not the URL includes this base.
fn below_base(url: &str) -> &str {
    let slashes = ['/', '\\'];
    let path = url.trim_start_matches(slashes);
    match path.strip_prefix(BASE) {
        Some(rest) if rest.is_empty() || rest.starts_with(['/', '\\', '?', '#']) => {
            rest.trim_start_matches(slashes)
        }
        _ => path,
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
