//! Destination of a URL, resolved as browsers do: below `/api`, elsewhere on the own site, or another
//! site. In doubt, a URL does not count as below `/api`, so that no token is sent.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// `/api`, or a path below it. The token is sent.
    Api,
    /// Any other relative URL.
    OwnSite,
    /// A URL with a scheme, or with a host but no scheme (`//host`), even if it is on the own site.
    External,
}

/// Returns the destination of a URL that a page of the site uses.
pub fn of(url: &str) -> Destination {
    if is_api(url) {
        return Destination::Api;
    }
    let seen = as_browsers_see(url);
    if names_a_host(&seen) || names_a_scheme(&seen) {
        return Destination::External;
    }
    Destination::OwnSite
}

/// Whether an absolute URL starts with this origin (`https://site.example`), compared
/// case-sensitively.
pub fn is_below(url: &str, origin: &str) -> bool {
    is_web_origin(origin)
        && url
            .strip_prefix(origin)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// Whether an origin is an HTTP(S) URL. Sandboxed pages and `file:` pages have the origin `null`.
pub(crate) fn is_web_origin(origin: &str) -> bool {
    origin.starts_with("http")
}

/// Whether the path is `/api` or below, and no `..` segment leaves `/api`.
fn is_api(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("/api") else { return false };
    let is_whole_segment = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    is_whole_segment && !leaves_api(rest)
}

/// Whether a path below `/api` leaves `/api` with `..`, in any notation that browsers accept.
fn leaves_api(below_api: &str) -> bool {
    let seen = as_browsers_see(below_api);
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let mut depth = 0_usize;
    for segment in path_of(&seen).as_bytes().split(is_slash).skip(1) {
        match dots(segment) {
            Some(1) => {}
            Some(2) if depth == 0 => return true,
            Some(2) => depth -= 1,
            _ => depth += 1,
        }
    }
    false
}

/// Number of dots (`.` or `%2e`) of a segment that consists of dots only; otherwise `None`.
fn dots(segment: &[u8]) -> Option<usize> {
    let mut rest = segment;
    let mut count = 0;
    loop {
        rest = match rest {
            [] => return Some(count),
            [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => rest,
            _ => return None,
        };
        count += 1;
    }
}

/// Removes tabs and line breaks, and spaces and control characters at both ends, as browsers do.
pub(crate) fn as_browsers_see(url: &str) -> String {
    let trimmed = url.trim_matches(|c: char| c <= ' ');
    trimmed.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

/// Returns the URL without query and fragment.
pub(crate) fn path_of(url: &str) -> &str {
    let end = url.bytes().position(|byte| matches!(byte, b'?' | b'#'));
    end.and_then(|end| url.get(..end)).unwrap_or(url)
}

fn names_a_host(seen: &str) -> bool {
    matches!(seen.as_bytes(), [b'/' | b'\\', b'/' | b'\\', ..])
}

fn names_a_scheme(seen: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let mut after = seen.bytes().skip_while(|byte| is_part(byte));
    after.next() == Some(b':') && seen.starts_with(|first: char| first.is_ascii_alphabetic())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
