//! Relying party of passkeys. Browsers bind passkeys to a host name, so an IP address such as `127.0.0.1` is refused.

use std::net::IpAddr;

use http::header::{self, HeaderMap};
use webauthn_rp::request::{AsciiDomain, RpId};

use pailou_web::problem::Problem;

pub(super) struct RelyingParty {
    pub id: RpId,
    /// Origins of the pages that may use the passkeys.
    pub origins: Vec<String>,
}

/// Returns the relying party for the configured site URL or, if none is configured, for the `Host` header. Returns 422
/// for an IP address, or if there is no valid host name.
pub(super) fn find(site_url: Option<&str>, headers: &HeaderMap) -> Result<RelyingParty, Problem> {
    let (host, origins) = match site_url {
        Some(url) => {
            let (scheme, rest) = url.split_once("://").unwrap_or(("https", url));
            let host = rest.split('/').next().unwrap_or_default().to_ascii_lowercase();
            let origin = format!("{scheme}://{host}");
            (host, vec![origin])
        }
        None => {
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            let host = host.unwrap_or_default().to_ascii_lowercase();
            let mut origins = vec![format!("https://{host}")];
            // Without TLS, browsers treat only loopback hosts as a secure context.
            if is_local(name(&host)) {
                origins.push(format!("http://{host}"));
            }
            (host, origins)
        }
    };
    let name = name(&host);
    let id = AsciiDomain::try_from(name.to_owned()).ok();
    match id.filter(|_| name.parse::<IpAddr>().is_err() && !name.starts_with('[')) {
        Some(id) => Ok(RelyingParty { id: RpId::Domain(id), origins }),
        None => Err(Problem::invalid(
            "address",
            "no-name",
            "IP address without passkey support: open the site by a host name such as `localhost`",
        )),
    }
}

/// Returns the host without the port.
fn name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_local(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(site_url: Option<&str>, host: &str, expected: Option<(&str, &[&str])>) {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        let found = find(site_url, &headers).ok().map(|relying_party| {
            let RpId::Domain(id) = relying_party.id else {
                panic!("expected a domain, got an IP address")
            };
            (id.as_ref().to_owned(), relying_party.origins)
        });
        let expected = expected.map(|(id, origins)| {
            (id.to_owned(), origins.iter().map(|&origin| origin.to_owned()).collect())
        });
        assert_eq!(found, expected, "{site_url:?} {host}");
    }

    #[test]
    fn configured_url_overrides_the_host_header() {
        let site = Some("https://Docs.example.org:8443/base");
        let expected: &[&str] = &["https://docs.example.org:8443"];
        check(site, "evil.example", Some(("docs.example.org", expected)));
        check(None, "docs.example.org", Some(("docs.example.org", &["https://docs.example.org"])));
    }

    #[test]
    fn http_origin_is_allowed_for_localhost_only() {
        let both: &[&str] = &["https://localhost:8080", "http://localhost:8080"];
        check(None, "localhost:8080", Some(("localhost", both)));
        check(
            None,
            "localhost.evil.example",
            Some(("localhost.evil.example", &["https://localhost.evil.example"])),
        );
    }

    #[test]
    fn ip_address_or_empty_host_has_no_relying_party() {
        check(None, "127.0.0.1:8080", None);
        check(None, "[::1]:8080", None);
        check(Some("http://192.0.2.1"), "localhost", None);
        check(None, "", None);
    }
}
