//! Verification of push webhooks, and detection of the pushed branch. Supports GitHub, Gitea, and Forgejo (signed
//! body), GitLab (token, or a signature by Standard Webhooks), and Gitee (password, or signed timestamp). All
//! functions are pure.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use http::HeaderMap;
use sha2::Sha256;

use pailou_settings::sources::Secret;

/// Maximum clock difference for timestamps signed by Gitee, in milliseconds: 1 hour (Gitee's documentation).
const GITEE_MS: i64 = 60 * 60 * 1000;
/// Maximum clock difference for timestamps of Standard Webhooks, in milliseconds: 5 minutes (as recommended).
const STANDARD_MS: i64 = 5 * 60 * 1000;

/// Whether the sender has the secret. If the request has a signature header, its token is not checked. `now` is the
/// time in milliseconds since 1970-01-01 UTC, with which the timestamp of a signature is compared.
pub fn verify_signature(headers: &HeaderMap, body: &[u8], secret: &Secret, now: i64) -> bool {
    let Secret(secret) = secret;
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(signature) = text("x-hub-signature-256") {
        let signature = signature.strip_prefix("sha256=").and_then(from_hex);
        return signature.is_some_and(|it| is_signed(secret.as_bytes(), &[body], &it));
    }
    if let Some(signature) = text("x-forgejo-signature").or_else(|| text("x-gitea-signature")) {
        return from_hex(signature).is_some_and(|it| is_signed(secret.as_bytes(), &[body], &it));
    }
    if let Some(signatures) = text("webhook-signature") {
        let (Some(id), Some(at)) = (text("webhook-id"), text("webhook-timestamp")) else {
            return false;
        };
        return is_near(at, 1000, now, STANDARD_MS) && {
            let key = secret.strip_prefix("whsec_").and_then(|key| STANDARD.decode(key).ok());
            let key = key.unwrap_or_else(|| secret.as_bytes().to_vec());
            let parts = [id.as_bytes(), b".", at.as_bytes(), b".", body];
            let versions = signatures.split(' ').filter_map(|it| it.strip_prefix("v1,"));
            let mut decoded = versions.filter_map(|it| STANDARD.decode(it).ok());
            decoded.any(|it| is_signed(&key, &parts, &it))
        };
    }
    if let Some(token) = text("x-gitlab-token") {
        return is_same(token, secret);
    }
    let Some(token) = text("x-gitee-token") else { return false };
    if is_same(token, secret) {
        return true;
    }
    let Some(at) = text("x-gitee-timestamp") else { return false };
    let parts = [at.as_bytes(), b"\n", secret.as_bytes()];
    let signature = percent_encoding::percent_decode_str(token).decode_utf8_lossy();
    is_near(at, 1, now, GITEE_MS)
        && STANDARD
            .decode(signature.as_bytes())
            .is_ok_and(|it| is_signed(secret.as_bytes(), &parts, &it))
}

/// Returns the branch of a push event; `None` for other events and for pushed tags.
pub fn pushed_branch(headers: &HeaderMap, body: &[u8]) -> Option<String> {
    let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let form: Vec<(String, String)>;
    let mut json = body;
    if kind.starts_with("application/x-www-form-urlencoded") {
        form = serde_urlencoded::from_bytes(body).ok()?;
        json = form.iter().find(|(name, _)| name == "payload")?.1.as_bytes();
    }
    let event: serde_json::Value = serde_json::from_slice(json).ok()?;
    let branch = event["ref"].as_str()?.strip_prefix("refs/heads/")?;
    Some(branch.to_owned())
}

fn mac(key: &[u8], parts: &[&[u8]]) -> Option<Hmac<Sha256>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).ok()?;
    parts.iter().for_each(|part| mac.update(part));
    Some(mac)
}

/// Whether `signature` is the HMAC-SHA-256 of the concatenated `parts`. Compares in constant time.
fn is_signed(key: &[u8], parts: &[&[u8]], signature: &[u8]) -> bool {
    mac(key, parts).is_some_and(|mac| mac.verify_slice(signature).is_ok())
}

/// Compares a token with the secret by their hashes, so that the duration reveals neither the length of the secret nor
/// the position of the first difference.
fn is_same(sent: &str, secret: &str) -> bool {
    let expected = mac(secret.as_bytes(), &[secret.as_bytes()]);
    expected.is_some_and(|expected| {
        let expected = expected.finalize().into_bytes();
        is_signed(secret.as_bytes(), &[sent.as_bytes()], &expected)
    })
}

/// Whether a timestamp, in units of `unit` milliseconds, differs from `now` by at most `max_difference` milliseconds.
fn is_near(at: &str, unit: i64, now: i64, max_difference: i64) -> bool {
    let at = at.parse::<i64>().ok().and_then(|at| at.checked_mul(unit));
    at.is_some_and(|at| now.abs_diff(at) <= max_difference.unsigned_abs())
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    hex::decode(text.trim()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| ((*name).try_into().unwrap(), value.parse().unwrap()))
            .collect()
    }

    #[track_caller]
    fn check(pairs: &[(&'static str, &str)], body: &str, secret: &str, now: i64, expected: bool) {
        let genuine =
            verify_signature(&headers(pairs), body.as_bytes(), &Secret(secret.to_owned()), now);
        assert_eq!(genuine, expected, "{pairs:?} {body}");
    }

    /// Example from GitHub's documentation.
    const GITHUB: &str = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    const GITHUB_SECRET: &str = "It's a Secret to Everybody";

    #[test]
    fn github_gitea_and_forgejo_signatures_are_verified() {
        let signed = format!("sha256={GITHUB}");
        let check = |name, value: &str, body: &str, expected| {
            check(&[(name, value)], body, GITHUB_SECRET, 0, expected);
        };
        check("x-hub-signature-256", &signed, "Hello, World!", true);
        check("x-gitea-signature", GITHUB, "Hello, World!", true);
        check("x-forgejo-signature", GITHUB, "Hello, World!", true);
        check("x-hub-signature-256", &signed, "Hello, World?", false);
        check("x-hub-signature-256", GITHUB, "Hello, World!", false);
        check("x-hub-signature-256", "sha256=", "Hello, World!", false);
        check("x-hub-signature-256", "sha256=7571", "Hello, World!", false);
        check("x-hub-signature-256", "sha256=zz", "Hello, World!", false);
        let with_sign = signed.replacen("07", "+7", 1);
        check("x-hub-signature-256", &with_sign, "Hello, World!", false);
        check("x-hub-signature", &signed, "Hello, World!", false);
    }

    /// Example from the Standard Webhooks libraries. GitLab's signing token uses this standard.
    #[test]
    fn gitlab_signature_is_valid_for_five_minutes() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let signature = "v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        let body = "{\"test\": 2432232314}";
        let pairs = [
            ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
            ("webhook-timestamp", "1614265330"),
            ("webhook-signature", signature),
        ];
        let sent = 1_614_265_330_000;
        check(&pairs, body, secret, sent, true);
        check(&pairs, body, secret, sent + 299_000, true);
        check(&pairs, body, secret, sent + 301_000, false);
        check(&pairs, body, secret, sent - 301_000, false);
        check(&pairs, "{}", secret, sent, false);
        check(&pairs[1..], body, secret, sent, false);
        let with_token =
            [pairs[0], pairs[1], ("webhook-signature", "v1,AAAA"), ("x-gitlab-token", secret)];
        check(&with_token, body, secret, sent, false);
    }

    #[test]
    fn gitlab_token_is_compared_in_full() {
        for (token, expected) in
            [("hush hush", true), ("hush hus", false), ("hush hush!", false), ("", false)]
        {
            check(&[("x-gitlab-token", token)], "", "hush hush", 0, expected);
        }
    }

    /// Signature computed by Gitee's Python example for the timestamp of its documented request.
    #[test]
    fn gitee_password_or_timestamp_signature_is_verified() {
        let secret = "this is secret";
        let signed = "2D978FIy4DMMTbiN80zQkNH1Eq/kMBt3gL6OnWfGzzY=";
        let at = 1_576_754_827_988;
        let pairs = |token| [("x-gitee-token", token), ("x-gitee-timestamp", "1576754827988")];
        check(&pairs(signed), "", secret, at, true);
        check(&pairs("2D978FIy4DMMTbiN80zQkNH1Eq%2FkMBt3gL6OnWfGzzY%3D"), "", secret, at, true);
        check(&pairs(signed), "", secret, at + GITEE_MS + 1, false);
        check(&pairs(signed), "", "another one", at, false);
        check(&pairs(signed)[..1], "", secret, at, false);
        check(&pairs(secret), "", secret, 0, true);
    }

    #[test]
    fn unsigned_event_is_rejected() {
        check(&[], "{}", "hush hush", 0, false);
    }

    #[test]
    fn branch_is_returned_only_for_a_branch_push() {
        let json = headers(&[("content-type", "application/json")]);
        for (body, expected) in [
            (r#"{"ref":"refs/heads/release/2"}"#, Some("release/2")),
            (r#"{"ref":"refs/tags/v1"}"#, None),
            (r#"{"zen":"x"}"#, None),
            ("not json", None),
        ] {
            assert_eq!(pushed_branch(&json, body.as_bytes()).as_deref(), expected, "{body}");
        }
        let form = headers(&[("content-type", "application/x-www-form-urlencoded")]);
        let body = "payload=%7B%22ref%22%3A%22refs%2Fheads%2Fmain%22%7D";
        assert_eq!(pushed_branch(&form, body.as_bytes()).as_deref(), Some("main"));
    }
}
