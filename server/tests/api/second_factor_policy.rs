//! Tests of the second factor policy: changes of the roles that need a second factor, and the requests that accounts of
//! these roles can send without a second factor.

use serde_json::{Value, json};

use crate::authenticator::Authenticator;
use crate::site::{Site, code};

const POLICY: &str = "/api/v1/admin/second-factor-policy";
const FACTOR: &str = "/api/v1/me/second-factor";
const ME: &str = "/api/v1/me";
const PASSWORD: &str = "correct horse battery";

async fn sent(site: &Site, method: &str, path: &str, body: &Value) -> (u16, Value) {
    let answer = site.answer(method, path, Some(&body.to_string())).await;
    (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap_or_default())
}

async fn read(site: &Site, path: &str) -> (u16, Value) {
    let answer = site.answer("GET", path, None).await;
    (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap_or_default())
}

async fn log_in(site: &Site, name: &str) -> Value {
    let body = json!({ "username": name, "password": PASSWORD });
    let (_, session) = sent(site, "POST", "/api/v1/login", &body).await;
    site.with_token(session["token"].as_str());
    session
}

/// Enables two-factor authentication.
async fn enroll(site: &Site) {
    let (_, begun) = sent(site, "POST", FACTOR, &json!({})).await;
    let secret = begun["secret"].as_str().unwrap_or_else(|| panic!("{begun}"));
    let (status, on) = sent(site, "PUT", FACTOR, &json!({ "code": code(secret, 0) })).await;
    assert_eq!(status, 200, "{on}");
}

async fn require(site: &Site, seen: &str, roles: &[&str]) -> (u16, Value) {
    site.with_header(Some(("if-match", seen)));
    let answer = sent(site, "PUT", POLICY, &json!({ "roles": roles })).await;
    site.with_header(None);
    answer
}

async fn site() -> Site {
    let site = Site::new().await;
    for role in ["owner", "admin", "editor"] {
        site.inside().add_user(role, role, PASSWORD).await.unwrap();
    }
    site
}

/// Returns the status and the problem code of a response.
fn status_and_code((status, body): (u16, Value)) -> (u16, String) {
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

fn enroll_first() -> (u16, String) {
    (403, "second-factor-required".to_owned())
}

#[tokio::test]
async fn policy_change_requires_2fa_and_is_audited() {
    let site = site().await;
    log_in(&site, "owner").await;
    assert_eq!(read(&site, POLICY).await.1, json!({ "roles": [], "revision": "none" }));
    let (status, refused) = require(&site, "\"none\"", &["editor"]).await;
    assert_eq!(
        (status, &refused["errors"][0]["code"]),
        (422, &json!("own-second-factor")),
        "{refused}"
    );
    enroll(&site).await;
    assert_eq!(status_and_code(sent(&site, "PUT", POLICY, &json!({ "roles": [] })).await).0, 428);
    assert_eq!(require(&site, "\"none\"", &["emperor"]).await.0, 422);
    let (status, saved) = require(&site, "\"none\"", &["editor", "owner", "editor"]).await;
    assert_eq!((status, &saved["roles"]), (200, &json!(["owner", "editor"])), "{saved}");
    let (status, stale) = require(&site, "\"none\"", &[]).await;
    assert_eq!((status, &stale["row"]["roles"]), (412, &json!(["owner", "editor"])), "{stale}");
    assert_eq!(require(&site, "*", &["editor"]).await.0, 200);
    let log = site.get("/api/v1/admin/log?action=second-factor-policy-changed").await;
    assert_eq!(log.matches("second-factor-policy-changed").count(), 2, "{log}");
}

#[tokio::test]
async fn only_owners_set_the_policy_for_owners() {
    let site = site().await;
    log_in(&site, "editor").await;
    assert_eq!(read(&site, POLICY).await.0, 403);
    log_in(&site, "admin").await;
    enroll(&site).await;
    assert_eq!(require(&site, "*", &["owner"]).await.0, 403);
    assert_eq!(require(&site, "*", &["editor"]).await.0, 200);
}

#[tokio::test]
async fn session_without_2fa_can_only_enroll_and_token_is_rejected() {
    let site = site().await;
    log_in(&site, "editor").await;
    let token_request = json!({ "name": "ci", "permissions": ["pages-read"], "days": 1 });
    let (_, made) = sent(&site, "POST", "/api/v1/me/tokens", &token_request).await;
    let session = site.token();
    let done = site.inside().user(&["require-second-factor", "editor"]).await.unwrap();
    assert!(done.contains("editor"), "{done}");
    let refused = ["/api/v1/admin/pages", "/api/v1/me/sessions", "/api/v1/me/tokens"];
    for path in refused {
        assert_eq!(status_and_code(read(&site, path).await), enroll_first(), "{path}");
    }
    assert_eq!(
        status_and_code(sent(&site, "POST", "/api/v1/me/tokens", &token_request).await),
        enroll_first()
    );
    site.with_token(made["token"].as_str());
    assert_eq!(status_and_code(read(&site, "/api/v1/admin/pages").await), enroll_first());
    // A new session has the same restrictions.
    let new = log_in(&site, "editor").await;
    assert_eq!(
        (&new["user"]["must_enroll"], &new["user"]["permissions"]),
        (&json!(true), &json!([]))
    );
    let (status, me) = read(&site, ME).await;
    assert_eq!((status, &me["must_enroll"], &me["permissions"]), (200, &json!(true), &json!([])));
    enroll(&site).await;
    let (_, me) = read(&site, ME).await;
    assert_eq!(
        (&me["must_enroll"], me["permissions"].as_array().unwrap().is_empty()),
        (&json!(false), false)
    );
    for token in [session.as_deref(), made["token"].as_str(), new["token"].as_str()] {
        site.with_token(token);
        assert_eq!(read(&site, "/api/v1/admin/pages").await.0, 200);
    }
    assert_eq!(status_and_code(sent(&site, "DELETE", FACTOR, &json!({})).await).0, 204);
    assert_eq!(status_and_code(read(&site, "/api/v1/admin/pages").await), enroll_first());
    assert_eq!(sent(&site, "POST", "/api/v1/logout", &json!({})).await.0, 204);
    assert_eq!(read(&site, ME).await.0, 401);
}

#[tokio::test]
async fn roles_without_the_2fa_policy_are_not_restricted() {
    let site = site().await;
    site.inside().user(&["require-second-factor", "owner", "admin"]).await.unwrap();
    log_in(&site, "editor").await;
    assert_eq!(read(&site, "/api/v1/admin/pages").await.0, 200);
    log_in(&site, "admin").await;
    assert_eq!(status_and_code(read(&site, "/api/v1/admin/users").await), enroll_first());
    // An administrator who is locked out can remove the requirement with the command line.
    let done = site.inside().user(&["require-second-factor", "--none"]).await.unwrap();
    assert!(done.contains("no longer"), "{done}");
    assert_eq!(read(&site, "/api/v1/admin/users").await.0, 200);
}

#[tokio::test]
async fn unknown_stored_role_requires_2fa_if_any_role_does() {
    let site = site().await;
    let unknown_role = "update users set role = 'publisher' where name = 'editor'";
    site.inside().execute(unknown_role).await.unwrap();
    log_in(&site, "editor").await;
    let me = async || read(&site, ME).await.1;
    let analyst = me().await;
    assert_eq!((&analyst["role"], &analyst["must_enroll"]), (&json!("analyst"), &json!(false)));
    site.inside().user(&["require-second-factor", "owner"]).await.unwrap();
    let restricted = me().await;
    assert_eq!(
        (&restricted["must_enroll"], &restricted["permissions"]),
        (&json!(true), &json!([]))
    );
    assert_eq!(status_and_code(read(&site, "/api/v1/me/sessions").await), enroll_first());
    let new = log_in(&site, "editor").await;
    assert_eq!(new["user"]["must_enroll"], json!(true));
}

#[tokio::test]
async fn passkey_counts_as_second_factor_and_is_required_at_login() {
    let site = site().await;
    site.inside().user(&["require-second-factor", "editor"]).await.unwrap();
    log_in(&site, "editor").await;
    let (_, challenge) = sent(&site, "POST", "/api/v1/me/passkeys/begin", &json!({})).await;
    let credential = Authenticator::ed25519().register(&challenge["options"]);
    let passkey_request = json!({ "name": "Phone", "credential": credential });
    let (status, added) = sent(&site, "POST", "/api/v1/me/passkeys", &passkey_request).await;
    assert_eq!(status, 200, "{added}");
    assert_eq!(read(&site, "/api/v1/admin/pages").await.0, 200);
    assert_eq!(log_in(&site, "editor").await["code"], "passkey-needed");
    site.inside().user(&["require-second-factor", "--none"]).await.unwrap();
    assert!(log_in(&site, "editor").await["token"].is_string());
}
