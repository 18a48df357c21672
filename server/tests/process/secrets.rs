//! Tests that secrets stay out of the server log, at its most verbose level, and out of the audit log.

use serde_json::{Value, json};

use super::process::{PASSWORD, Site};

const GUESS: &str = "arch under the street";
const NEXT: &str = "river below the arch";
const SETUP: &str = "set-up-that-somebody-opened";

/// Sends a request that must succeed; returns the body of the response.
#[track_caller]
fn sent(site: &Site, method: &str, path: &str, token: &str, body: &Value) -> Value {
    let headers = [("authorization", token), ("content-type", "application/json")];
    let answer = site.ask(method, path, &headers, &body.to_string());
    assert!(answer.status < 300, "{method} {path}: {}", answer.text());
    answer.json()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

#[test]
fn logs_contain_no_secret() {
    let site = Site::with(&[("RUST_LOG", "trace")]);
    let first = site.owner();
    let login = "/api/v1/login";
    let json_type = [("content-type", "application/json")];

    // Rejected requests: a wrong password, a password in the name field, and a password in an incomplete body.
    for (name, password) in [("ann", GUESS), (GUESS, "ann")] {
        let body = json!({ "username": name, "password": password }).to_string();
        assert_eq!(site.ask("POST", login, &json_type, &body).status, 401);
    }
    let cut = format!(r#"{{"username":"ann","password":"{GUESS}"#);
    assert_eq!(site.ask("POST", login, &json_type, &cut).status, 400);
    let opened = json!({ "code": SETUP }).to_string();
    assert_eq!(site.ask("POST", "/api/v1/setup/verify", &json_type, &opened).status, 410);

    // Accepted requests: the login above, an API token, an invitation, a second factor, a webhook, and a new
    // password.
    let made = json!({ "name": "ci", "permissions": ["pages-edit"], "days": 30 });
    let program = text(&sent(&site, "POST", "/api/v1/me/tokens", &first, &made)["token"]);
    let guest =
        json!({ "note": "for Bob", "role": "editor", "locales": [], "areas": [], "days": 7 });
    let link = text(&sent(&site, "POST", "/api/v1/admin/invitations", &first, &guest)["url"]);
    let (_, invited) = link.split_once("#invite=").unwrap();
    let look = json!({ "code": invited });
    sent(&site, "POST", "/api/v1/invitation/verify", "", &look);
    let factor = "/api/v1/me/second-factor";
    let step = text(&sent(&site, "POST", factor, &first, &json!({}))["secret"]);
    let hook =
        json!({ "endpoint": "https://hooks.example/", "events": ["page.published"], "note": "" });
    let hook = text(&sent(&site, "POST", "/api/v1/admin/webhooks", &first, &hook)["secret"]);
    let change = json!({ "current": PASSWORD, "password": NEXT });
    let second = text(&sent(&site, "PUT", "/api/v1/me/password", &first, &change)["token"]);
    for (token, status) in [(first.clone(), 401), (format!("Bearer {second}"), 200)] {
        assert_eq!(site.get_with("/api/v1/me", &[("authorization", &token)]).status, status);
    }

    let log_text = site.log();
    assert!(log_text.contains("DEBUG sqlx::query"), "the log has no details: {log_text}");
    let audit = site.get_with("/api/v1/admin/log?size=200", &[("authorization", &second)]).text();
    assert!(audit.contains("login-refused"), "{audit}");
    let secrets = [PASSWORD, GUESS, NEXT, SETUP, &first, &second, &program, invited, &step, &hook];
    for secret in secrets {
        assert!(secret.len() > 15, "{secret:?}");
        for log in [&log_text, &audit] {
            let line = log.lines().find(|line| line.contains(secret));
            assert_eq!(line, None, "{secret:?} is in the log");
        }
    }
}
