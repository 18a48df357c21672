//! Tests of the audit log: search by current and earlier user names, API tokens, and reasons of rejected logins.

use serde_json::{Value, json};

use crate::pages::{self, EN, id_of, in_days, read, send};
use crate::site::{Site, code};

const LOG: &str = "/api/v1/admin/log";
const USERS: &str = "/api/v1/admin/users";
const INVITATIONS: &str = "/api/v1/admin/invitations";
const LOGIN: &str = "/api/v1/login";
const PASSWORD: &str = "correct horse battery";

async fn sent(site: &Site, method: &str, path: &str, body: Value) -> Value {
    send(site, method, path, None, Some(body)).await.1
}

/// Logs in and uses the session for the next requests.
async fn enter(site: &Site, name: &str) {
    let login = json!({ "username": name, "password": PASSWORD });
    let session = sent(site, "POST", LOGIN, login).await;
    site.with_token(Some(session["token"].as_str().unwrap()));
}

/// Returns the user with this name from the list of users.
async fn user(site: &Site, name: &str) -> Value {
    let users = read(site, USERS).await;
    users.as_array().unwrap().iter().find(|user| user["name"] == name).unwrap().clone()
}

async fn invite(site: &Site) -> Value {
    let invitation_request =
        json!({ "note": "", "role": "editor", "locales": [], "areas": [], "days": 7 });
    sent(site, "POST", INVITATIONS, invitation_request).await
}

/// Accepts an invitation or reset link in a browser without a session; returns the new session.
async fn accept(site: &Site, link: &Value, name: &str, password: &str) -> Value {
    site.with_token(None);
    let code = link["url"].as_str().unwrap().split_once("#invite=").unwrap().1;
    let accept = json!({ "code": code, "username": name, "password": password });
    let session = sent(site, "POST", "/api/v1/invitation/accept", accept).await;
    assert!(session["token"].is_string(), "{session}");
    session
}

/// Returns `fields` of each audit log entry that matches `query`, newest first.
async fn log_fields(site: &Site, query: &str, fields: &[&str]) -> Vec<Value> {
    let entries = read(site, &format!("{LOG}?size=200&{query}")).await;
    let entries = entries.as_array().unwrap().iter();
    entries.map(|entry| fields.iter().map(|field| entry[*field].clone()).collect()).collect()
}

#[tokio::test]
async fn audit_log_is_searchable_by_old_and_new_user_names() {
    let site = pages::site().await;
    site.log_in_as("owner").await;
    let owner = site.token();
    site.inside().add_user("rev", "editor", PASSWORD).await.unwrap();
    enter(&site, "rev").await;
    let page = id_of(&site, "guide/a").await;
    pages::write(&site, &page, "en", EN).await;
    assert_eq!(pages::publish(&site, &page, "en", json!({ "at": in_days(1) })).await.0, 200);

    site.with_token(owner.as_deref());
    let first = user(&site, "rev").await;
    let path = format!("{USERS}/{}", first["id"].as_str().unwrap());
    let change = json!({
        "name": "Ren é", "role": "editor", "locales": [], "areas": [], "disabled": false,
    });
    let seen = first["revision"].as_str();
    assert_eq!(send(&site, "PUT", &path, seen, Some(change)).await.0, 200);
    // The scheduler publishes the page. The log entry has the name that the user had when scheduling the page.
    site.inside().publish_due(in_days(2)).await;
    accept(&site, &invite(&site).await, "rev", PASSWORD).await;
    enter(&site, "Ren é").await;

    site.with_token(owner.as_deref());
    let (first, second) = (first["id"].clone(), user(&site, "rev").await["id"].clone());
    assert_ne!(first, second);
    let fields = ["action", "actor", "actor_id", "current_name"];
    let once = [
        json!(["page-published", "rev", first, "Ren é"]),
        json!(["page-scheduled", "rev", first, "Ren é"]),
        json!(["login", "rev", first, "Ren é"]),
    ];
    let of_rev = log_fields(&site, "actor=rev", &fields).await;
    assert_eq!(of_rev[0], json!(["invitation-accepted", "rev", second, null]));
    assert_eq!(of_rev[1..], once);
    let of_rene = log_fields(&site, "actor=ren%20%C3%89", &fields).await;
    assert_eq!(of_rene[0], json!(["login", "Ren é", first, null]));
    assert_eq!(of_rene[1..], once);

    let listed = read(&site, &format!("{LOG}?actor=rev")).await;
    assert_eq!(read(&site, &format!("{LOG}/export?format=json&actor=rev")).await, listed);
    let csv = site.get(&format!("{LOG}/export?format=csv&actor=rev")).await;
    for (id, now) in [(&first, "Ren é"), (&second, "")] {
        let end = format!(",{},{now},", id.as_str().unwrap());
        assert!(csv.lines().any(|line| line.ends_with(&end)), "{end}: {csv}");
    }
}

#[tokio::test]
async fn audit_log_entries_have_account_ids() {
    let site = Site::new().await;
    let setup = site.inside().setup_code().await.unwrap();
    let setup_request = json!({ "code": setup, "username": "owner", "password": PASSWORD });
    let session = sent(&site, "POST", "/api/v1/setup", setup_request).await;
    let owner = session["token"].as_str();
    site.with_token(owner);
    let session = accept(&site, &invite(&site).await, "bob", PASSWORD).await;
    site.with_token(session["token"].as_str());
    assert_eq!(site.post("/api/v1/logout", "").await, "204");
    sent(&site, "POST", LOGIN, json!({ "username": "bob", "password": "wrong horse!" })).await;

    site.with_token(owner);
    let bob = user(&site, "bob").await["id"].clone();
    let reset = format!("{USERS}/{}/reset", bob.as_str().unwrap());
    let reset = sent(&site, "POST", &reset, json!({})).await;
    accept(&site, &reset, "", "battery staple horse").await;
    site.with_token(owner);
    let wish = json!({ "body": "{}", "publish_at": in_days(1) });
    sent(&site, "PUT", "/api/v1/admin/config/notice.json", wish).await;
    site.inside().perform_due_site_file_changes(2 * 86_400_000).await;

    let owner = user(&site, "owner").await["id"].clone();
    let expected = [
        json!(["config-published", "owner", owner]),
        json!(["config-scheduled", "owner", owner]),
        json!(["password-changed", "bob", bob]),
        json!(["reset-made", "owner", owner]),
        json!(["login-refused", "bob", bob]),
        json!(["logout", "bob", bob]),
        json!(["invitation-accepted", "bob", bob]),
        json!(["invitation-made", "owner", owner]),
        json!(["setup", "owner", owner]),
    ];
    assert_eq!(log_fields(&site, "", &["action", "actor", "actor_id"]).await, expected);
}

#[tokio::test]
async fn audit_log_entry_has_the_name_of_the_api_token() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let mine = site.token();
    let invitation = invite(&site).await;
    let token_request =
        json!({ "name": "pages writer", "permissions": ["pages-edit", "people"], "days": 1 });
    let made = sent(&site, "POST", "/api/v1/me/tokens", token_request).await;
    site.with_token(made["token"].as_str());
    let new = json!({ "area": "docs", "locale": "en", "path": "guide/new", "title": "New" });
    assert_eq!(send(&site, "POST", pages::LIST, None, Some(new)).await.0, 201);
    // While handling this request, the server authenticates the client again, inside the transaction.
    let path = format!("{INVITATIONS}/{}", invitation["id"].as_str().unwrap());
    assert_eq!(send(&site, "DELETE", &path, None, None).await.0, 204);

    site.with_token(mine.as_deref());
    let expected = [
        json!(["invitation-revoked", "owner", "pages writer"]),
        json!(["page-made", "owner", "pages writer"]),
        json!(["token-made", "owner", ""]),
        json!(["invitation-made", "owner", ""]),
        json!(["login", "owner", ""]),
        json!(["user-added", "", ""]),
    ];
    assert_eq!(log_fields(&site, "", &["action", "actor", "token"]).await, expected);
    let permissions = json!([r#"["pages-edit","people"]"#]);
    assert_eq!(log_fields(&site, "action=token-made", &["after"]).await, [permissions]);
    let csv = site.get(&format!("{LOG}/export?format=csv&action=page-made")).await;
    assert!(csv.lines().last().unwrap().ends_with(",,pages writer"), "{csv}");
}

#[tokio::test]
async fn reason_of_a_failed_login_is_in_the_audit_log_only() {
    let site = Site::new().await;
    for name in ["ann", "zhou"] {
        site.inside().add_user(name, "editor", PASSWORD).await.unwrap();
    }
    site.inside().user(&["disable", "zhou"]).await.unwrap();
    enter(&site, "ann").await;
    let ann = site.token();
    let factor = "/api/v1/me/second-factor";
    let begun = sent(&site, "POST", factor, json!({})).await;
    let proof = code(begun["secret"].as_str().unwrap(), 0);
    let on = sent(&site, "PUT", factor, json!({ "code": proof })).await;
    assert!(on["recovery_codes"].is_array(), "{on}");
    // A code with letters is checked as a recovery code. No recovery code is equal to `guess`.
    let (wrong, guess) = ("wrong horse!", "aaaaa-aaaaa");

    site.with_token(None);
    let tried = [
        ("ann", wrong, None, "ann", "password"),
        ("ann", wrong, Some(guess), "ann", "password"),
        ("nobody", PASSWORD, None, "", "name"),
        ("zhou", wrong, None, "zhou", "password"),
        ("zhou", PASSWORD, None, "zhou", "disabled"),
        ("zhou", PASSWORD, Some(guess), "zhou", "disabled"),
        ("ann", PASSWORD, Some(guess), "ann", "code"),
    ];
    let mut expected = Vec::new();
    let mut answers = Vec::new();
    for (number, (name, password, code, who, reason)) in tried.into_iter().enumerate() {
        site.at_address(&format!("192.0.2.{}", 10 + number));
        let body = json!({ "username": name, "password": password, "code": code });
        answers.push(site.post(LOGIN, &body.to_string()).await);
        expected.insert(0, json!([who, json!({ "reason": reason }).to_string()]));
    }
    let with_code = answers.pop().unwrap();
    assert!(with_code.contains("code-wrong"), "{with_code}");
    assert!(answers[0].contains("login-failed") && answers.iter().all(|it| *it == answers[0]));

    site.with_token(ann.as_deref());
    for (password, code) in [(wrong, None), (PASSWORD, Some(guess))] {
        let body = json!({ "password": password, "code": code });
        assert_eq!(sent(&site, "POST", "/api/v1/confirm", body).await["code"], "invalid");
    }
    site.log_in_as("owner").await;
    let fields = ["actor", "after"];
    assert_eq!(log_fields(&site, "action=login-refused", &fields).await, expected);
    let confirming =
        [json!(["ann", r#"{"reason":"code"}"#]), json!(["ann", r#"{"reason":"password"}"#])];
    assert_eq!(log_fields(&site, "action=confirm-refused", &fields).await, confirming);
}

#[tokio::test]
async fn actor_and_token_of_an_audit_log_entry_are_immutable() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for sql in ["update audit_log set actor_id = 'eve'", "update audit_log set token = 'eve'"] {
        assert!(
            site.inside().execute(sql).await.unwrap_err().contains("audit_log is append-only"),
            "{sql}"
        );
    }
}

#[tokio::test]
async fn denied_requests_are_logged_up_to_a_limit() {
    let site = pages::site().await;
    site.log_in_as("owner").await;
    let owner = site.token();
    site.inside().add_user("rev", "reviewer", PASSWORD).await.unwrap();
    enter(&site, "rev").await;
    for path in [USERS, LOG] {
        assert!(site.get(path).await.starts_with("403 "), "{path}");
    }
    // A required re-authentication, a missing session, and a missing page are not logged as denials.
    site.inside().execute("update sessions set confirmed_at = 0").await.unwrap();
    assert!(site.post("/api/v1/me/second-factor", "").await.contains("confirm-needed"));
    site.with_token(None);
    assert!(site.get(USERS).await.starts_with("401 "));
    assert!(site.get("/api/v1/nowhere").await.starts_with("404 "));
    site.with_token(owner.as_deref());
    let fields = ["actor", "subject", "after"];
    let denied = log_fields(&site, "action=access-denied", &fields).await;
    let reason = |permission: &str| format!(r#"{{"reason":"missing permission: {permission}"}}"#);
    assert_eq!(
        denied,
        [
            json!(["rev", format!("GET {LOG}"), reason("read the audit log")]),
            json!(["rev", format!("GET {USERS}"), reason("manage accounts")]),
        ]
    );
    // Repeated requests are logged up to a limit. The next entry has the number of requests that were not logged.
    enter(&site, "rev").await;
    for _ in 0..50 {
        assert!(site.get(USERS).await.starts_with("403 "));
    }
    site.at_address("192.0.2.9");
    assert!(site.get(USERS).await.starts_with("403 "));
    site.with_token(owner.as_deref());
    let denied = log_fields(&site, "action=access-denied", &fields).await;
    assert_eq!(denied.len(), 11, "{denied:?}");
    let last: Value = serde_json::from_str(denied[0][2].as_str().unwrap()).unwrap();
    assert_eq!(last["omitted"], 42);
}
