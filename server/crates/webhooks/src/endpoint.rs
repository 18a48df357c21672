//! Validation of webhook URLs. The IP address of a host name is checked later, when a delivery is sent.

use std::net::IpAddr;

use url::Url;

use pailou_web::http_client::is_public;

/// Maximum length of a URL, in bytes.
const MAX_URL_LENGTH: usize = 2000;

/// Error code for localized messages, and message for developers.
pub type EndpointError = (&'static str, &'static str);

/// Validates a URL and returns its normalized form; an error for an invalid or refused URL. `is_allowed` returns
/// whether the settings allow a host in a private network.
pub fn read(text: &str, is_allowed: impl Fn(&str) -> bool) -> Result<String, EndpointError> {
    let not_one =
        ("not-an-address", "invalid URL: expected an https URL with a host and without a fragment");
    let url = Url::parse(text.trim()).map_err(|_| not_one)?;
    let host = url.host().ok_or(not_one)?;
    if url.as_str().len() > MAX_URL_LENGTH || url.fragment().is_some() || url.port() == Some(0) {
        return Err(not_one);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(("has-password", "invalid URL: username and password are not allowed"));
    }
    let is_safe = match url.scheme() {
        "https" => true,
        "http" => false,
        _ => return Err(not_one),
    };
    let host = host.to_string();
    let host = host.trim_matches(['[', ']']);
    if is_allowed(host) {
        return Ok(url.into());
    }
    if host.parse::<IpAddr>().is_ok_and(|address| !is_public(address)) {
        let detail =
            "host in a private network: expected a public host, or a host in `outbound.allow`";
        return Err(("private", detail));
    }
    if !is_safe {
        return Err((
            "not-safe",
            "invalid URL: `http` is only allowed for hosts in `outbound.allow`",
        ));
    }
    Ok(url.into())
}

/// Returns the origin of a URL for logs and lists, because path and query may contain a secret. Returns an empty string
/// for an invalid URL.
pub fn endpoint_origin(endpoint: &str) -> String {
    let origin = Url::parse(endpoint).map(|url| url.origin().ascii_serialization());
    origin.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<&str, &str>) {
        let read = read(text, |host| host == "10.0.0.7" || host == "::1");
        let read = read.as_deref().map_err(|(code, _)| *code);
        assert_eq!(read, expected, "{text}");
    }

    #[test]
    fn webhook_endpoint_must_be_an_https_url() {
        check(" https://hooks.example.org/a?b=c ", Ok("https://hooks.example.org/a?b=c"));
        check("https://例子.测试", Ok("https://xn--fsqu00a.xn--0zwm56d/"));
        check("HTTPS://Hooks.Example.org:443/", Ok("https://hooks.example.org/"));
        check("http://hooks.example.org/", Err("not-safe"));
        check("https://me:secret@hooks.example.org/", Err("has-password"));
        for text in ["", "hooks", "/hooks", "ftp://hooks.example.org/", "https://", "mailto:a@b.c"]
        {
            check(text, Err("not-an-address"));
        }
        check("https://hooks.example.org/#a", Err("not-an-address"));
        check(&format!("https://hooks.example.org/{}", "x".repeat(2000)), Err("not-an-address"));
    }

    #[test]
    fn webhook_over_plain_http_requires_an_allowed_host() {
        check("http://10.0.0.7:9000/a", Ok("http://10.0.0.7:9000/a"));
        check("http://[::1]/", Ok("http://[::1]/"));
        check("http://1.1.1.1/", Err("not-safe"));
    }

    #[test]
    fn webhook_to_a_private_address_requires_an_allowed_host() {
        check("https://10.0.0.7/", Ok("https://10.0.0.7/"));
        check("https://[::1]/", Ok("https://[::1]/"));
        for host in ["10.0.0.8", "192.168.1.5", "127.0.0.1", "127.1", "0x7f.1", "169.254.169.254"] {
            check(&format!("https://{host}/"), Err("private"));
            check(&format!("http://{host}/"), Err("private"));
        }
        for host in ["[fd00::1]", "[fe80::1]", "[::ffff:10.0.0.8]", "[::]"] {
            check(&format!("https://{host}:8443/"), Err("private"));
        }
        check("https://1.1.1.1/", Ok("https://1.1.1.1/"));
        check("https://[2606:4700::1111]/", Ok("https://[2606:4700::1111]/"));
        // The IP address of a host name is checked when a delivery is sent.
        check("https://localhost/", Ok("https://localhost/"));
    }

    #[test]
    fn displayed_endpoint_hides_path_and_query() {
        assert_eq!(
            endpoint_origin("https://hooks.example.org:8443/T0/B1?k=2"),
            "https://hooks.example.org:8443"
        );
    }
}
