//! Tests of login, logout, the first owner, and `pailou user`.

use insta::assert_snapshot;

use crate::site::{Site, response_text};

const LOGIN: &str = "/api/v1/login";
const LOGOUT: &str = "/api/v1/logout";
const ME: &str = "/api/v1/me";
const SETUP: &str = "/api/v1/setup";
const PASSWORD: &str = "correct horse battery";

async fn login(site: &Site, name: &str, password: &str) -> String {
    let body = serde_json::json!({ "username": name, "password": password });
    site.post(LOGIN, &body.to_string()).await
}

/// Logs in and uses the session for the next requests.
async fn enter(site: &Site, name: &str) {
    let body = serde_json::json!({ "username": name, "password": PASSWORD });
    let answer = site.answer("POST", LOGIN, Some(&body.to_string())).await;
    let session: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    site.with_token(Some(session["token"].as_str().unwrap()));
}

async fn setup(site: &Site, code: &str, name: &str, password: &str) -> String {
    let body = serde_json::json!({ "code": code, "username": name, "password": password });
    site.post(SETUP, &body.to_string()).await
}

/// Replaces the id of the account, which differs in each run.
fn without_id(answer: &str) -> String {
    let (before, after) = answer.split_once("\"id\":\"").unwrap();
    let (_, after) = after.split_once('"').unwrap();
    format!("{before}\"id\":\"[id]\"{after}")
}

#[tokio::test]
async fn first_owner_is_created_once() {
    let site = Site::new().await;
    let old = site.inside().setup_code().await.unwrap();
    let code = site.inside().setup_code().await.unwrap();
    assert!(setup(&site, &old, "Ann", PASSWORD).await.starts_with("410"));
    assert_snapshot!(setup(&site, "guess", "Ann", PASSWORD).await, @r#"
    410 application/problem+json
    {"type":"/problems/setup-used","title":"Gone","status":410,"detail":"invalid setup link: used or unknown","code":"setup-used"}
    "#);
    assert_snapshot!(setup(&site, &code, " ", "short").await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"missing username; password too short: at least 12 characters","code":"invalid","errors":[{"field":"username","code":"required","detail":"missing username"},{"field":"password","code":"too-short","detail":"password too short: at least 12 characters"}]}
    "#);
    assert_snapshot!(without_id(&setup(&site, &code, " Ann ", PASSWORD).await), @r#"
    200 application/json
    {"token":"[secret]","expires_at":[time],"user":{"id":"[id]","name":"Ann","role":"owner","permissions":["pages-read","pages-edit","translations-edit","media","dictionary","sources","feedback","people","log","config","webhooks","backup","import","assistant-model"],"locales":[],"areas":[],"second_factor":false,"passkey":false,"must_enroll":false}}
    "#);
    assert!(setup(&site, &code, "Bob", PASSWORD).await.starts_with("410"));
    assert_eq!(site.inside().setup_code().await, None);
}

#[tokio::test]
async fn setup_link_is_invalid_if_an_account_exists() {
    let site = Site::new().await;
    let code = site.inside().setup_code().await.unwrap();
    let look = serde_json::json!({ "code": code }).to_string();
    assert!(site.post("/api/v1/setup/verify", &look).await.starts_with("204"));
    site.inside().add_user("ann", "owner", PASSWORD).await.unwrap();
    assert!(site.post("/api/v1/setup/verify", &look).await.starts_with("410"));
    assert!(setup(&site, &code, "Bob", PASSWORD).await.starts_with("410"));
}

#[tokio::test]
async fn login_creates_and_logout_revokes_a_token() {
    let site = Site::new().await;
    site.inside().add_user("Ann", "editor", PASSWORD).await.unwrap();
    assert_snapshot!(site.get(ME).await, @r#"
    401 application/problem+json
    {"type":"/problems/unauthorized","title":"Unauthorized","status":401,"detail":"authentication required","code":"unauthorized"}
    "#);
    enter(&site, "ａｎｎ").await;
    assert_snapshot!(without_id(&site.get(ME).await), @r#"
    200 application/json
    {"id":"[id]","name":"Ann","role":"editor","permissions":["pages-read","pages-edit","translations-edit","media","feedback"],"locales":[],"areas":[],"second_factor":false,"passkey":false,"must_enroll":false}
    "#);
    assert_eq!(site.post(LOGOUT, "").await, "204");
    assert!(site.get(ME).await.starts_with("401"));
    assert_eq!(site.post(LOGOUT, "").await, "204");
}

#[tokio::test]
async fn request_with_a_bearer_token_is_authenticated() {
    let site = Site::new().await;
    site.inside().add_user("ann", "analyst", PASSWORD).await.unwrap();
    let body = serde_json::json!({ "username": "ann", "password": PASSWORD }).to_string();
    let answer = site.answer("POST", LOGIN, Some(&body)).await;
    let session: serde_json::Value = serde_json::from_slice(answer.body()).unwrap();
    site.with_token(Some(&format!("Bearer {}", session["token"].as_str().unwrap())));
    assert!(site.get(ME).await.starts_with("200"));
}

#[tokio::test]
async fn login_does_not_reveal_whether_a_name_exists() {
    let site = Site::new().await;
    site.inside().add_user("ann", "owner", PASSWORD).await.unwrap();
    assert_snapshot!(login(&site, "ann", "wrong horse").await, @r#"
    401 application/problem+json
    {"type":"/problems/login-failed","title":"Unauthorized","status":401,"detail":"wrong name or password","code":"login-failed"}
    "#);
    let known = login(&site, "ann", "wrong horse").await;
    assert_eq!(login(&site, "nobody", "wrong horse").await, known);
    assert_eq!(login(&site, "a\0b", "").await, known);
}

#[tokio::test]
async fn login_sets_the_csrf_cookie_and_is_not_cached() {
    let site = Site::new().await;
    site.inside().add_user("ann", "owner", PASSWORD).await.unwrap();
    let body = serde_json::json!({ "username": "ann", "password": PASSWORD }).to_string();
    let answer = site.answer("POST", LOGIN, Some(&body)).await;
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let cookie = answer.headers()["set-cookie"].to_str().unwrap();
    let (value, rest) = cookie.split_once(';').unwrap();
    assert_eq!(value.len(), "XSRF-TOKEN=".len() + 52);
    assert_eq!(rest, " Path=/; SameSite=Strict; Secure");
}

#[tokio::test]
async fn login_rate_limit_applies_per_client_address() {
    let site = Site::new().await;
    site.inside().add_user("ann", "owner", PASSWORD).await.unwrap();
    for _ in 0..10 {
        // An invalid body counts as an attempt, and it is rejected quickly.
        assert!(site.post(LOGIN, "{}").await.starts_with("400"));
    }
    let body = serde_json::json!({ "username": "ann", "password": PASSWORD }).to_string();
    let answer = site.answer("POST", LOGIN, Some(&body)).await;
    assert!(answer.headers()["retry-after"].to_str().unwrap().parse::<u64>().unwrap() <= 10);
    assert!(response_text(&answer).starts_with("429 application/problem+json"));
    site.at_address("198.51.100.7");
    assert!(login(&site, "ann", PASSWORD).await.starts_with("200"));
}

#[tokio::test]
async fn disabling_a_user_revokes_sessions() {
    let site = Site::new().await;
    let user = async |line: &[&str]| site.inside().user(line).await;
    site.inside().add_user("ann", "owner", PASSWORD).await.unwrap();
    site.inside().add_user("bob", "owner", PASSWORD).await.unwrap();
    enter(&site, "bob").await;
    assert_eq!(user(&["disable", "BOB"]).await.unwrap(), "BOB is disabled");
    assert!(site.get(ME).await.starts_with("401"));
    assert!(login(&site, "bob", PASSWORD).await.starts_with("401"));
    assert_eq!(user(&["list"]).await.unwrap(), "ann  owner\nbob  owner       disabled");
    // The time of bob's last activity is still stored, although all sessions of bob were revoked.
    enter(&site, "ann").await;
    let users = site.get("/api/v1/admin/users").await;
    assert!(!users.contains(r#""seen_at":null"#), "{users}");
    assert_eq!(user(&["enable", "bob"]).await.unwrap(), "bob is enabled");
    enter(&site, "bob").await;
    assert!(site.get(ME).await.starts_with("200"));
}

#[tokio::test]
async fn role_change_requires_a_new_login() {
    let site = Site::new().await;
    site.inside().add_user("bob", "editor", PASSWORD).await.unwrap();
    enter(&site, "bob").await;
    assert_eq!(
        site.inside().user(&["role", "bob", "analyst"]).await.unwrap(),
        "bob now has the role analyst"
    );
    assert!(site.get(ME).await.starts_with("401"));
    enter(&site, "bob").await;
    assert!(
        site.get(ME).await.contains(r#""name":"bob","role":"analyst","permissions":["feedback"]"#)
    );
}

#[tokio::test]
async fn last_owner_cannot_be_disabled_or_demoted() {
    let site = Site::new().await;
    let user = async |line: &[&str]| site.inside().user(line).await;
    site.inside().add_user("ann", "owner", PASSWORD).await.unwrap();
    site.inside().add_user("bob", "editor", PASSWORD).await.unwrap();
    let refused = "`ann` is the only owner; make someone else an owner first";
    assert_eq!(user(&["disable", "ann"]).await.unwrap_err(), refused);
    assert_eq!(user(&["role", "ann", "admin"]).await.unwrap_err(), refused);
    user(&["role", "bob", "owner"]).await.unwrap();
    user(&["role", "ann", "admin"]).await.unwrap();
    assert!(user(&["disable", "bob"]).await.is_err());
}

#[tokio::test]
async fn invalid_cli_user_command_returns_the_reason() {
    let site = Site::new().await;
    let add = async |name: &str, role: &str, password: &str| {
        site.inside().add_user(name, role, password).await.unwrap_err()
    };
    site.inside().add_user("José", "owner", PASSWORD).await.unwrap();
    assert_eq!(add("JOSE\u{301}", "admin", PASSWORD).await, "user `JOSÉ` already exists");
    assert_eq!(add("bob", "admin", "password1234").await, "password too easy to guess");
    assert_eq!(
        add("bob", "boss", PASSWORD).await,
        "unknown role `boss`: expected owner, admin, editor, translator, reviewer, or analyst"
    );
    assert_eq!(
        site.inside().user(&["disable", "bob"]).await.unwrap_err(),
        "user `bob` does not exist"
    );
}
