//! Command `pailou health`: the health check of the running server, for containers without an HTTP client.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

use bytes::Bytes;
use http::Request;

use super::command::{Failure, print_line};
use pailou_settings::Settings;
use pailou_web::http_client::{HttpClient, HttpClientError, RequestLimits, UrlOrigin};

const LIMITS: RequestLimits = RequestLimits { bytes: 4 << 10, deadline: Duration::from_secs(5) };

/// Prints the response of `/healthz`, or of `/readyz` if `ready` is true. The exit code is 0 for a success status,
/// otherwise 1.
pub(crate) async fn health(settings: &Settings, ready: bool) -> Result<ExitCode, Failure> {
    let path = if ready { "/readyz" } else { "/healthz" };
    let url = format!("http://{}{path}", reachable(settings.addr));
    let failed = |source| Failure::Health { url: url.clone(), source };
    let request =
        Request::get(&url).body(Bytes::new()).map_err(|_| failed(HttpClientError::Address))?;
    let client = HttpClient::new(&[]);
    let response =
        client.request_within(UrlOrigin::Operator, request, LIMITS).await.map_err(failed)?;
    print_line(String::from_utf8_lossy(response.body()).trim_end());
    Ok(if response.status().is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Replaces the unspecified address, which means all interfaces, by the loopback address.
fn reachable(addr: SocketAddr) -> SocketAddr {
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, addr.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unspecified_address_is_replaced_by_loopback() {
        for (address, expected) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:80", "[::1]:80"),
            ("192.0.2.1:8080", "192.0.2.1:8080"),
        ] {
            assert_eq!(reachable(address.parse().unwrap()), expected.parse().unwrap(), "{address}");
        }
    }
}
