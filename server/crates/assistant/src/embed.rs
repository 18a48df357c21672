//! Script that embeds the assistant in pages of other origins.

use std::time::Duration;

use warp::reply::Response;

use pailou_web::reply;

/// Script with an empty array of allowed origins.
const SCRIPT: &str = include_str!("embed.js");
const NO_ORIGINS: &str = "const allowed = [];";
/// Maximum age of the cached script. A change of the allowed origins takes effect within this time.
const FRESH_FOR: Duration = Duration::from_secs(300);

/// Returns the script with the origins that may embed the assistant. Any page may load the script, but the script adds
/// nothing to a page whose origin is not in `origins`.
pub(crate) fn script(origins: &[String]) -> Response {
    let allowed = serde_json::to_string(origins).unwrap_or_else(|_| "[]".to_owned());
    let script = SCRIPT.replacen(NO_ORIGINS, &format!("const allowed = {allowed};"), 1);
    let response = reply::text(script, "text/javascript; charset=utf-8");
    reply::for_other_origins(reply::with_max_age(response, FRESH_FOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embed_script_declares_the_allowed_origins_once() {
        assert_eq!(SCRIPT.matches(NO_ORIGINS).count(), 1);
    }

    #[test]
    fn embed_script_can_be_loaded_by_other_origins() {
        let response = script(&["https://a.example".to_owned()]);
        assert_eq!(response.headers()["cross-origin-resource-policy"], "cross-origin");
    }
}
