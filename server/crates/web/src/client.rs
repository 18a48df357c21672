//! Client address behind trusted proxies, and rate limits.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Once};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};
use http::{HeaderMap, HeaderValue, header};

use super::problem::Problem;
use super::{FromRequest, Request};

/// Address of the peer, which the accept loop adds to each request.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// Returns the client's address: the entry that the outermost trusted proxy appended to `X-Forwarded-For`. This is
/// entry number `trusted` from the right, or the first entry if there are fewer. Without trusted proxies, or if this
/// entry is invalid, returns the address of the peer. Entries to the left of it are set by clients and may contain any
/// bytes. Empty entries are ignored (RFC 9110, section 5.6.1).
fn address(peer: IpAddr, forwarded: &[u8], trusted: usize) -> IpAddr {
    if trusted == 0 {
        return peer;
    }
    let hops = forwarded.rsplit(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    let Some(hop) = hops.filter(|hop| !hop.is_empty()).take(trusted).last() else { return peer };
    std::str::from_utf8(hop).ok().and_then(parse_hop).unwrap_or_else(|| {
        INVALID_HOP_WARNING.call_once(|| {
            tracing::warn!(
                hop = %hop.escape_ascii(),
                "invalid address in `X-Forwarded-For`: peer address used"
            );
        });
        peer
    })
}

/// Parses an address as proxies write it: with or without a port, brackets, quotation marks, or IPv6 zone. `None` if it
/// is invalid.
fn parse_hop(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim_matches('"');
    if let Ok(address) = hop.parse::<IpAddr>() {
        return Some(address);
    }
    if let Ok(address) = hop.parse::<SocketAddr>() {
        return Some(address.ip());
    }
    let inside = hop.strip_prefix('[').and_then(|hop| hop.split_once(']'));
    let (address, port) = inside.unwrap_or((hop, ""));
    let has_port = port.is_empty() || port.strip_prefix(':')?.parse::<u16>().is_ok();
    let address = address.split_once('%').map_or(address, |(address, _)| address);
    address.parse::<Ipv6Addr>().ok().filter(|_| has_port).map(IpAddr::V6)
}

/// Limits the warning about an ignored `X-Forwarded-For` to one log event.
static UNTRUSTED_PROXY_WARNING: Once = Once::new();
/// Limits the warning about invalid addresses in `X-Forwarded-For` to one log event.
static INVALID_HOP_WARNING: Once = Once::new();

/// Whether the headers show that the client uses HTTPS: a header of a proxy reports HTTPS, or the `Origin` is an
/// HTTPS URL.
pub fn is_https(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    // Each proxy of a chain may append its value; the first value describes the client's connection.
    let is = |name: &str, expected: &str| {
        let first = text(name).and_then(|value| value.split(',').next());
        first.is_some_and(|value| value.trim().eq_ignore_ascii_case(expected))
    };
    let forwarded = text("forwarded").unwrap_or_default().to_ascii_lowercase();
    let scheme_headers = [
        "x-forwarded-proto",
        "x-forwarded-protocol",
        "x-forwarded-scheme",
        "x-url-scheme",
        "cloudfront-forwarded-proto",
    ];
    scheme_headers.into_iter().any(|name| is(name, "https"))
        || is("x-forwarded-ssl", "on")
        || is("front-end-https", "on")
        || forwarded.contains("proto=https")
        || forwarded.contains("proto=\"https\"")
        || text("origin").is_some_and(|origin| origin.starts_with("https://"))
}

/// Whether the peer is on this machine or a private network, as reverse proxies usually are.
fn is_loopback_or_private(peer: IpAddr) -> bool {
    match peer.to_canonical() {
        IpAddr::V4(peer) => peer.is_loopback() || peer.is_private(),
        IpAddr::V6(peer) => peer.is_loopback() || peer.is_unique_local(),
    }
}

/// Returns the client's address from the peer and the headers; 0.0.0.0 for an internal request, which has no peer.
/// `trusted` is the number of trusted proxies.
pub fn client_address(peer: Option<Peer>, headers: &HeaderMap, trusted: usize) -> IpAddr {
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |Peer(peer)| peer.ip());
    let lines = headers.get_all("x-forwarded-for").iter();
    let lines: Vec<_> = lines.map(HeaderValue::as_bytes).collect();
    if trusted == 0 && !lines.is_empty() && is_loopback_or_private(peer) {
        UNTRUSTED_PROXY_WARNING.call_once(|| {
            tracing::warn!(
                %peer,
                setting = "proxy.trusted",
                "`X-Forwarded-For` ignored: all visitors share one rate limit"
            );
        });
    }
    address(peer, &lines.join(&b','), trusted)
}

/// Headers of a request, and the client's address.
#[derive(Debug, Clone)]
pub struct RequestContext {
    pub headers: HeaderMap,
    pub address: IpAddr,
}

impl RequestContext {
    /// Returns the revision in `If-Match` without quotation marks; `None` for `*`. Returns 428 without this header.
    pub fn if_match(&self) -> Result<Option<&str>, Problem> {
        let seen = self.headers.get(header::IF_MATCH).ok_or(Problem::PreconditionRequired)?;
        let seen = seen.to_str().unwrap_or_default().trim();
        Ok((seen != "*").then(|| seen.trim_matches('"')))
    }

    /// Returns the `User-Agent` header; empty if it is missing or not ASCII.
    pub fn agent(&self) -> &str {
        let agent = self.headers.get(header::USER_AGENT);
        agent.and_then(|agent| agent.to_str().ok()).unwrap_or_default()
    }
}

impl<S: Sync> FromRequest<S> for RequestContext {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        Ok(Self { headers: request.headers.clone(), address: request.client })
    }
}

/// Returns the address to which the rate limit applies: for IPv6, the /64 network.
pub fn rate_limit_key(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX))),
        },
    }
}

/// Rate limit: a burst, then one request per `every` (GCRA).
#[derive(Debug, Clone)]
pub struct RateLimiter(Arc<DefaultKeyedRateLimiter<IpAddr>>);

/// Maximum number of addresses before idle ones are removed.
const MAX_ADDRESSES: usize = 50_000;

impl RateLimiter {
    pub fn new(at_once: NonZeroU32, every: Duration) -> Self {
        // `with_period` returns `None` only for a period of zero, which no caller passes.
        let quota = Quota::with_period(every).unwrap_or(Quota::per_second(at_once));
        Self(Arc::new(governor::RateLimiter::keyed(quota.allow_burst(at_once))))
    }

    pub fn check(&self, address: IpAddr) -> Result<(), Problem> {
        if self.0.len() > MAX_ADDRESSES {
            self.0.retain_recent();
        }
        self.0.check_key(&rate_limit_key(address)).map_err(|until| {
            Problem::TooManyRequests(until.wait_time_from(DefaultClock::default().now()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_lines(lines: &[&[u8]], trusted: usize, expected: &str) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line).unwrap());
        }
        let peer = Some(Peer("10.0.0.1:50000".parse().unwrap()));
        let address = client_address(peer, &headers, trusted);
        assert_eq!(address, expected.parse::<IpAddr>().unwrap(), "{lines:?}");
    }

    #[track_caller]
    fn check(forwarded: Option<&str>, trusted: usize, expected: &str) {
        check_lines(forwarded.map(str::as_bytes).as_slice(), trusted, expected);
    }

    #[test]
    fn only_trusted_proxies_set_the_client_address() {
        check(Some("6.6.6.6"), 0, "10.0.0.1");
        check(Some("6.6.6.6, 2.2.2.2"), 1, "2.2.2.2");
        check(Some("6.6.6.6, 2.2.2.2, 3.3.3.3"), 2, "2.2.2.2");
        check(Some("nonsense"), 1, "10.0.0.1");
        check(None, 1, "10.0.0.1");
    }

    #[test]
    fn forwarded_addresses_with_port_or_brackets_are_parsed() {
        for (hop, expected) in [
            ("1.2.3.4:5678", "1.2.3.4"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("\"[2001:db8::1]:443\"", "2001:db8::1"),
            ("2001:db8::1", "2001:db8::1"),
            ("fe80::1%eth0", "fe80::1"),
            ("[fe80::1%eth0]:80", "fe80::1"),
            ("1.2.3.4,", "1.2.3.4"),
            ("1.2.3.4 , ,", "1.2.3.4"),
            ("6.6.6.6,,1.2.3.4:80,", "1.2.3.4"),
            // Invalid addresses.
            ("1.2.3.4:port", "10.0.0.1"),
            ("[1.2.3.4]", "10.0.0.1"),
            ("[2001:db8::1]443", "10.0.0.1"),
            ("unknown", "10.0.0.1"),
            ("_hidden", "10.0.0.1"),
            (",", "10.0.0.1"),
            ("", "10.0.0.1"),
        ] {
            check(Some(hop), 1, expected);
        }
    }

    #[test]
    fn https_is_detected_from_headers() {
        for (name, value, expected) in [
            ("x-forwarded-proto", "https", true),
            ("x-forwarded-proto", "HTTPS", true),
            ("x-forwarded-proto", "http", false),
            ("x-forwarded-proto", "HTTPS,http", true),
            ("x-forwarded-proto", "https, https", true),
            ("x-forwarded-proto", "http, https", false),
            ("x-forwarded-protocol", "https", true),
            ("x-forwarded-scheme", "https", true),
            ("x-url-scheme", "https", true),
            ("cloudfront-forwarded-proto", "https", true),
            ("front-end-https", "On", true),
            ("front-end-https", "off", false),
            ("x-forwarded-ssl", "on", true),
            ("forwarded", "for=1.2.3.4;Proto=https", true),
            ("forwarded", "for=1.2.3.4;proto=http", false),
            ("origin", "https://docs.example.org", true),
            ("origin", "http://127.0.0.1:8080", false),
            ("host", "docs.example.org", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(name, HeaderValue::from_static(value));
            assert_eq!(is_https(&headers), expected, "{name}: {value}");
        }
    }

    #[test]
    fn invalid_forwarded_header_of_the_client_is_ignored() {
        check_lines(&[b"\xff, 2.2.2.2"], 1, "2.2.2.2");
        check_lines(&["牌楼,6.6.6.6 , 2.2.2.2,3.3.3.3".as_bytes()], 2, "2.2.2.2");
        check_lines(&[b"\xff", b"2.2.2.2"], 1, "2.2.2.2");
        check_lines(&[b"2.2.2.2, \xff"], 1, "10.0.0.1");
    }

    #[test]
    fn ipv6_addresses_of_one_network_share_a_rate_limit() {
        let limit = RateLimiter::new(NonZeroU32::MIN.saturating_add(1), Duration::from_secs(3600));
        let (a, b) = ("2001:db8::1".parse().unwrap(), "2001:db8::2".parse().unwrap());
        assert!(limit.check(a).is_ok() && limit.check(b).is_ok());
        assert!(matches!(limit.check(a), Err(Problem::TooManyRequests(_))));
        assert!(limit.check("2001:db8:0:1::1".parse().unwrap()).is_ok());
    }
}
