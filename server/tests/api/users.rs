//! Tests of user administration: accounts, one-time links, and the audit log.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::site::{Site, code, response_text};

const USERS: &str = "/api/v1/admin/users";
const INVITATIONS: &str = "/api/v1/admin/invitations";
const ACCEPT: &str = "/api/v1/invitation/accept";
const ME: &str = "/api/v1/me";
const PASSWORD: &str = "correct horse battery";

async fn sent(site: &Site, method: &str, path: &str, body: &Value) -> Value {
    let answer = site.answer(method, path, Some(&body.to_string())).await;
    serde_json::from_slice(answer.body()).unwrap_or_default()
}

async fn listed(site: &Site, path: &str) -> Vec<Value> {
    let answer = site.answer("GET", path, None).await;
    serde_json::from_slice(answer.body()).unwrap()
}

/// Returns the user with this name from the list of users.
async fn row(site: &Site, name: &str) -> Value {
    listed(site, USERS).await.into_iter().find(|row| row["name"] == name).unwrap()
}

async fn change(site: &Site, row: &Value, field: &str, value: Value) -> Value {
    let mut change = json!({
        "name": row["name"], "role": row["role"], "locales": row["locales"], "areas": row["areas"],
        "disabled": row["disabled"],
    });
    change[field] = value;
    site.with_header(Some(("if-match", &format!("\"{}\"", row["revision"].as_str().unwrap()))));
    let answer =
        sent(site, "PUT", &format!("{USERS}/{}", row["id"].as_str().unwrap()), &change).await;
    site.with_header(None);
    answer
}

/// Returns the details of an invitation or a password reset link.
async fn verify_link(site: &Site, code: &str) -> Value {
    sent(site, "POST", "/api/v1/invitation/verify", &json!({ "code": code })).await
}

/// Creates a password reset link for this account; returns its code.
async fn reset(site: &Site, row: &Value) -> String {
    let path = format!("{USERS}/{}/reset", row["id"].as_str().unwrap());
    let made = sent(site, "POST", &path, &json!({})).await;
    made["url"].as_str().unwrap().split_once("#invite=").unwrap().1.to_owned()
}

/// Creates an API token for the logged-in user.
async fn program(site: &Site) -> String {
    let token_request = json!({ "name": "ci", "permissions": ["pages-edit"], "days": 1 });
    let made = sent(site, "POST", "/api/v1/me/tokens", &token_request).await;
    made["token"].as_str().unwrap().to_owned()
}

/// Checks the status of requests with this session or API token. Later requests use the same
/// token.
async fn check_token(site: &Site, token: Option<&str>, status: &str, context: &str) {
    site.with_token(token);
    let me = site.get(ME).await;
    assert!(me.starts_with(status), "{context}: {me}");
}

async fn invite(site: &Site, role: &str) -> (Value, String) {
    let invitation_request =
        json!({ "note": "for Bob", "role": role, "locales": [], "areas": [], "days": 7 });
    let made = sent(site, "POST", INVITATIONS, &invitation_request).await;
    let code =
        made["url"].as_str().and_then(|url| url.split_once("#invite=")).map(|it| it.1.to_owned());
    (made, code.unwrap_or_default())
}

#[tokio::test]
async fn invitation_creates_one_account() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let (made, code) = invite(&site, "editor").await;
    assert!(
        made["url"].as_str().unwrap().starts_with("https://docs.example.org/index/admin#invite=")
    );
    assert_eq!(listed(&site, INVITATIONS).await[0]["note"], "for Bob");
    site.with_token(None);
    let link = sent(&site, "POST", "/api/v1/invitation/verify", &json!({ "code": code })).await;
    assert_eq!(
        (&link["kind"], &link["role"], &link["name"]),
        (&json!("invitation"), &json!("editor"), &Value::Null)
    );
    let accept = |name: &str, password: &str| json!({ "code": code, "username": name, "password": password });
    assert_eq!(sent(&site, "POST", ACCEPT, &accept("bob", "short")).await["code"], "invalid");
    let response = sent(&site, "POST", ACCEPT, &accept("OWNER", PASSWORD)).await;
    assert_eq!(response["errors"][0]["code"], "taken");
    let session = sent(&site, "POST", ACCEPT, &accept("bob", PASSWORD)).await;
    assert_eq!(session["user"]["role"], "editor");
    assert_snapshot!(response_text(&site.answer("POST", ACCEPT, Some(&accept("eve", PASSWORD).to_string())).await), @r#"
    410 application/problem+json
    {"type":"/problems/invitation-used","title":"Gone","status":410,"detail":"invalid link: used, expired, or unknown","code":"invitation-used"}
    "#);
}

#[tokio::test]
async fn invitation_details_contain_the_access_scope() {
    let site = Site::new().await;
    site.inside().add_user("zhou", "translator", PASSWORD).await.unwrap();
    site.log_in_as("owner").await;
    let invitation_request =
        json!({ "note": "", "role": "editor", "locales": ["zh"], "areas": ["docs"], "days": 7 });
    let made = sent(&site, "POST", INVITATIONS, &invitation_request).await;
    let (_, limited) = made["url"].as_str().unwrap().split_once("#invite=").unwrap();
    let (_, free) = invite(&site, "editor").await;
    change(&site, &row(&site, "zhou").await, "areas", json!(["landing"])).await;
    let forgotten = reset(&site, &row(&site, "zhou").await).await;
    site.with_token(None);
    for (code, locales, areas) in [
        (limited, json!(["zh"]), json!(["docs"])),
        (free.as_str(), json!([]), json!([])),
        (forgotten.as_str(), json!([]), json!(["landing"])),
    ] {
        let link = verify_link(&site, code).await;
        assert_eq!((&link["locales"], &link["areas"]), (&locales, &areas), "{link}");
    }
}

#[tokio::test]
async fn revoked_or_guessed_invitation_code_is_invalid() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let (made, code) = invite(&site, "editor").await;
    let path = format!("{INVITATIONS}/{}", made["id"].as_str().unwrap());
    assert_eq!(response_text(&site.answer("DELETE", &path, None).await), "204");
    assert!(response_text(&site.answer("DELETE", &path, None).await).starts_with("404"));
    for code in [code.as_str(), "guess", ""] {
        let link = sent(&site, "POST", "/api/v1/invitation/verify", &json!({ "code": code })).await;
        assert_eq!(link["code"], "invitation-used");
    }
}

#[tokio::test]
async fn administrator_cannot_create_or_change_owners() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    site.log_in_as("admin").await;
    assert_eq!(invite(&site, "owner").await.0["code"], "forbidden");
    let owner = row(&site, "owner").await;
    assert_eq!(change(&site, &owner, "role", json!("analyst")).await["code"], "forbidden");
    let own = row(&site, "admin").await;
    assert_eq!(change(&site, &own, "role", json!("owner")).await["code"], "forbidden");
    for part in ["sessions", "second-factor"] {
        let path = format!("{USERS}/{}/{part}", owner["id"].as_str().unwrap());
        assert!(
            response_text(&site.answer("DELETE", &path, None).await).starts_with("403"),
            "{part}"
        );
    }
    let path = format!("{USERS}/{}/reset", owner["id"].as_str().unwrap());
    assert!(site.post(&path, "").await.starts_with("403"));
}

#[tokio::test]
async fn account_change_applies_immediately() {
    let site = Site::new().await;
    site.log_in_as("editor").await;
    let theirs = site.token();
    site.log_in_as("owner").await;
    let mine = site.token();
    let before = row(&site, "editor").await;
    let after = change(&site, &before, "role", json!("analyst")).await;
    assert_eq!(after["role"], "analyst");
    site.with_token(theirs.as_deref());
    assert!(site.get("/api/v1/me").await.starts_with("401"));
    site.with_token(mine.as_deref());
    // The revision in `before` is not the current one.
    let stale = change(&site, &before, "name", json!("ed")).await;
    assert_eq!((&stale["code"], &stale["row"]["role"]), (&json!("stale"), &json!("analyst")));
    site.with_header(None);
    let path = format!("{USERS}/{}", before["id"].as_str().unwrap());
    let bare =
        json!({ "name": "ed", "role": "editor", "locales": [], "areas": [], "disabled": false });
    assert_eq!(sent(&site, "PUT", &path, &bare).await["code"], "precondition-required");
    let disabled = change(&site, &after, "disabled", json!(true)).await;
    assert_eq!(disabled["disabled"], true);
    let login = json!({ "username": "editor", "password": PASSWORD }).to_string();
    assert!(site.post("/api/v1/login", &login).await.starts_with("401"));
    // The audit log contains the name of the account.
    let answer = site.answer("GET", "/api/v1/admin/log?action=login-refused", None).await;
    let log: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(log[0]["actor"], "editor");
    let enabled = change(&site, &disabled, "disabled", json!(false)).await;
    assert_eq!(enabled["disabled"], false);
    assert!(site.post("/api/v1/login", &login).await.starts_with("200"));
}

#[tokio::test]
async fn invalid_account_change_is_rejected_with_the_reason() {
    let site = Site::new().await;
    site.inside().add_user("José", "editor", PASSWORD).await.unwrap();
    site.log_in_as("owner").await;
    let owner = row(&site, "owner").await;
    for (field, value, at, code) in [
        ("role", json!("admin"), "role", "last-owner"),
        ("disabled", json!(true), "disabled", "last-owner"),
        ("locales", json!(["zh"]), "locales", "without-limits"),
        ("areas", json!(["docs"]), "areas", "without-limits"),
        ("name", json!("JOSE\u{301}"), "name", "taken"),
        ("name", json!(" "), "name", "required"),
        ("role", json!("boss"), "role", "unknown"),
        ("locales", json!(["fr"]), "limits", "unknown"),
    ] {
        let answer = change(&site, &owner, field, value).await;
        let error = &answer["errors"][0];
        assert_eq!((&error["field"], &error["code"]), (&json!(at), &json!(code)), "{answer}");
    }
    // PostgreSQL cannot store U+0000.
    let note = json!({ "note": "a\0b", "role": "editor", "locales": [], "areas": [], "days": 7 });
    let answer = sent(&site, "POST", INVITATIONS, &note).await;
    let error = &answer["errors"][0];
    assert_eq!((&error["field"], &error["code"]), (&json!("note"), &json!("invalid-characters")));
    // Unknown fields are rejected, to prevent mass assignment.
    site.with_header(Some(("if-match", "*")));
    let more = json!({ "name": "owner", "role": "owner", "locales": [], "areas": [], "disabled": false, "password": "x" });
    let path = format!("{USERS}/{}", owner["id"].as_str().unwrap());
    assert_eq!(sent(&site, "PUT", &path, &more).await["code"], "bad-request");
}

#[tokio::test]
async fn request_fails_if_its_permission_is_revoked_meanwhile() {
    let site = Site::new().await;
    site.inside().add_user("bob", "editor", PASSWORD).await.unwrap();
    site.log_in_as("admin").await;
    let user = format!("{USERS}/{}", row(&site, "bob").await["id"].as_str().unwrap());
    let (invitation, _) = invite(&site, "editor").await;
    let invitation = format!("{INVITATIONS}/{}", invitation["id"].as_str().unwrap());
    let invitation_request =
        json!({ "note": "", "role": "editor", "locales": [], "areas": [], "days": 7 });
    let change =
        json!({ "name": "bob", "role": "analyst", "locales": [], "areas": [], "disabled": false });
    site.with_header(Some(("if-match", "*")));
    for (method, path, body) in [
        ("PUT", &user, &change),
        ("DELETE", &format!("{user}/sessions"), &json!({})),
        ("DELETE", &format!("{user}/second-factor"), &json!({})),
        ("DELETE", &format!("{user}/passkeys"), &json!({})),
        ("POST", &format!("{user}/reset"), &json!({})),
        ("POST", &INVITATIONS.to_owned(), &invitation_request),
        ("DELETE", &invitation, &json!({})),
    ] {
        for (revoke_sql, restore_sql, code) in [
            (
                "update users set role = 'editor' where name = 'admin'",
                "update users set role = 'admin' where name = 'admin'",
                "forbidden",
            ),
            (
                "update users set disabled_at = 1 where name = 'admin'",
                "update users set disabled_at = null where name = 'admin'",
                "unauthorized",
            ),
        ] {
            let answer = site.send_during_change(revoke_sql, sent(&site, method, path, body)).await;
            assert_eq!(answer["code"], code, "{method} {path}: {answer}");
            site.inside().execute(restore_sql).await.unwrap();
        }
    }
    site.log_in_as("owner").await;
    let revoke_sql = "update users set role = 'admin' where name = 'owner'";
    let (made, _) = site.send_during_change(revoke_sql, invite(&site, "owner")).await;
    assert_eq!(made["code"], "forbidden", "{made}");
}

#[tokio::test]
async fn reset_link_sets_a_password_and_keeps_2fa() {
    let site = Site::new().await;
    site.log_in_as("editor").await;
    let begun = sent(&site, "POST", "/api/v1/me/second-factor", &json!({})).await;
    let proof = code(begun["secret"].as_str().unwrap(), 0);
    sent(&site, "PUT", "/api/v1/me/second-factor", &json!({ "code": proof })).await;
    let program = program(&site).await;
    site.log_in_as("owner").await;
    let mine = site.token();
    let editor = row(&site, "editor").await;
    assert_eq!(editor["second_factor"], true);
    let path = format!("{USERS}/{}/reset", editor["id"].as_str().unwrap());
    let made = sent(&site, "POST", &path, &json!({})).await;
    let code = made["url"].as_str().unwrap().split_once("#invite=").unwrap().1.to_owned();
    let link = sent(&site, "POST", "/api/v1/invitation/verify", &json!({ "code": code })).await;
    assert_eq!((&link["kind"], &link["name"]), (&json!("reset"), &json!("editor")));
    let named = json!({ "code": code, "username": "", "password": "editor-2026-!!" });
    assert_eq!(sent(&site, "POST", ACCEPT, &named).await["errors"][0]["code"], "too-common");
    let accept = json!({ "code": code, "username": "", "password": "battery staple horse" });
    site.log_in_as("analyst").await;
    let analyst = site.token();
    assert_eq!(sent(&site, "POST", ACCEPT, &accept).await["code"], "code-needed");
    // The API tokens of the account and the session that used the link are revoked. A login still needs a code.
    check_token(&site, analyst.as_deref(), "401", "session that used the link").await;
    check_token(&site, Some(&program), "401", "API token of the account").await;
    site.with_token(mine.as_deref());
    let login = json!({ "username": "editor", "password": "battery staple horse" });
    assert_eq!(sent(&site, "POST", "/api/v1/login", &login).await["code"], "code-needed");
    // An owner removes the second factor, which the user has also lost.
    let path = format!("{USERS}/{}/second-factor", editor["id"].as_str().unwrap());
    assert_eq!(response_text(&site.answer("DELETE", &path, None).await), "204");
    assert!(sent(&site, "POST", "/api/v1/login", &login).await["token"].is_string());
}

#[tokio::test]
async fn reset_link_is_invalid_after_role_scope_or_state_changes() {
    let site = Site::new().await;
    site.log_in_as("editor").await;
    site.log_in_as("owner").await;
    let mine = site.token();
    site.log_in_as("admin").await;
    let theirs = site.token();
    for (field, value, back) in [
        ("role", json!("owner"), json!("editor")),
        ("locales", json!(["zh"]), json!([])),
        ("disabled", json!(true), json!(false)),
    ] {
        site.with_token(theirs.as_deref());
        let editor = row(&site, "editor").await;
        let code = reset(&site, &editor).await;
        site.with_token(mine.as_deref());
        site.at_address(&format!("192.0.2.{}", 10 + field.len()));
        assert_eq!(verify_link(&site, &code).await["name"], "editor", "{field}");
        let changed = change(&site, &editor, field, value.clone()).await;
        assert_eq!(changed[field], value);
        let accept = json!({ "code": code, "username": "", "password": "battery staple horse" });
        assert_eq!(sent(&site, "POST", ACCEPT, &accept).await["code"], "invitation-used");
        // Reverting the change does not make the link valid again.
        change(&site, &changed, field, back).await;
        assert_eq!(verify_link(&site, &code).await["code"], "invitation-used", "{field}");
    }
    // A new name does not change permissions, so the link stays valid.
    let editor = row(&site, "editor").await;
    let code = reset(&site, &editor).await;
    change(&site, &editor, "name", json!("Ed")).await;
    assert_eq!(verify_link(&site, &code).await["name"], "Ed");
}

#[tokio::test]
async fn new_password_invalidates_reset_links() {
    let site = Site::new().await;
    site.log_in_as("editor").await;
    let theirs = site.token();
    site.log_in_as("owner").await;
    let mine = site.token();
    let code = reset(&site, &row(&site, "editor").await).await;
    site.with_token(theirs.as_deref());
    let own = json!({ "current": PASSWORD, "password": "battery staple horse" });
    assert!(sent(&site, "PUT", "/api/v1/me/password", &own).await["token"].is_string());
    assert_eq!(verify_link(&site, &code).await["code"], "invitation-used");
    // The audit log contains the creator of a used link.
    site.with_token(mine.as_deref());
    let code = reset(&site, &row(&site, "editor").await).await;
    let accept = json!({ "code": code, "username": "", "password": "correct staple horse" });
    site.with_token(None);
    assert!(sent(&site, "POST", ACCEPT, &accept).await["token"].is_string());
    site.with_token(mine.as_deref());
    let entries = listed(&site, "/api/v1/admin/log?action=password-changed").await;
    let actual: Vec<_> = entries.iter().map(|entry| (&entry["actor"], &entry["after"])).collect();
    let editor = json!("editor");
    let by_owner = json!(r#"{"link_made_by":"owner"}"#);
    assert_eq!(actual, [(&editor, &by_owner), (&editor, &Value::Null)]);
}

#[tokio::test]
async fn session_revocation_or_password_reset_revokes_api_tokens() {
    let site = Site::new().await;
    site.log_in_as("editor").await;
    let first = program(&site).await;
    let own = json!({ "current": PASSWORD, "password": "battery staple horse" });
    let session = sent(&site, "PUT", "/api/v1/me/password", &own).await;
    check_token(&site, Some(&first), "200", "API token after the user changed the password").await;
    site.log_in_as("owner").await;
    let mine = site.token();
    let other_token = program(&site).await;
    let editor = row(&site, "editor").await;
    let path = format!("{USERS}/{}/sessions", editor["id"].as_str().unwrap());
    assert_eq!(response_text(&site.answer("DELETE", &path, None).await), "204");
    check_token(&site, Some(&first), "401", "all sessions revoked").await;
    check_token(&site, session["token"].as_str(), "401", "all sessions revoked").await;
    let login = json!({ "username": "editor", "password": "battery staple horse" });
    let session = sent(&site, "POST", "/api/v1/login", &login).await;
    site.with_token(session["token"].as_str());
    let second = program(&site).await;
    site.with_token(mine.as_deref());
    let code = reset(&site, &editor).await;
    check_token(&site, Some(&second), "200", "API token before the link is used").await;
    site.with_token(None);
    let accept = json!({ "code": code, "username": "", "password": "correct staple horse" });
    assert!(sent(&site, "POST", ACCEPT, &accept).await["token"].is_string());
    check_token(&site, Some(&second), "401", "API token after the link was used").await;
    check_token(&site, Some(&other_token), "200", "API token of another user").await;
    site.with_token(mine.as_deref());
    let entries = listed(&site, "/api/v1/admin/log?action=token-revoked").await;
    let actual: Vec<_> = entries.iter().map(|entry| (&entry["actor"], &entry["subject"])).collect();
    let (by_editor, by_owner, subject) = (json!("editor"), json!("owner"), json!("editor: ci"));
    assert_eq!(actual, [(&by_editor, &subject), (&by_owner, &subject)]);
}

#[tokio::test]
async fn accepting_an_invitation_revokes_the_current_session() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let mine = site.token();
    let (_, code) = invite(&site, "editor").await;
    site.log_in_as("analyst").await;
    let before = site.token();
    let accept = |password: &str| json!({ "code": code, "username": "bob", "password": password });
    // A rejected request ends no session.
    assert_eq!(sent(&site, "POST", ACCEPT, &accept("short")).await["code"], "invalid");
    check_token(&site, before.as_deref(), "200", "session after a rejected request").await;
    let session = sent(&site, "POST", ACCEPT, &accept(PASSWORD)).await;
    check_token(&site, before.as_deref(), "401", "session that accepted the link").await;
    check_token(&site, session["token"].as_str(), "200", "new session of bob").await;
    check_token(&site, mine.as_deref(), "200", "session of the inviting owner").await;
    let entries = listed(&site, "/api/v1/admin/log?action=logout").await;
    let who: Vec<_> = entries.iter().map(|entry| entry["actor"].as_str().unwrap()).collect();
    assert_eq!(who, ["analyst"]);
}

#[tokio::test]
async fn accepting_an_invitation_keeps_the_api_token_valid() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let program = program(&site).await;
    let (_, code) = invite(&site, "editor").await;
    site.with_token(Some(&program));
    let accept = json!({ "code": code, "username": "bob", "password": PASSWORD });
    assert!(sent(&site, "POST", ACCEPT, &accept).await["token"].is_string());
    check_token(&site, Some(&program), "200", "API token that accepted the link").await;
}

#[tokio::test]
async fn link_is_invalid_after_its_creator_lost_the_permission() {
    let site = Site::new().await;
    site.log_in_as("editor").await;
    site.log_in_as("owner").await;
    let mine = site.token();
    site.log_in_as("admin").await;
    let (_, invited) = invite(&site, "editor").await;
    let forgotten = reset(&site, &row(&site, "editor").await).await;
    site.with_token(mine.as_deref());
    site.at_address("192.0.2.2");
    for (field, value, usable) in [
        ("disabled", json!(true), false),
        ("disabled", json!(false), true),
        ("role", json!("editor"), false),
        ("role", json!("admin"), true),
    ] {
        change(&site, &row(&site, "admin").await, field, value).await;
        for code in [&invited, &forgotten] {
            let link = verify_link(&site, code).await;
            assert_eq!(link["code"] != "invitation-used", usable, "{field} {link}");
        }
    }
    change(&site, &row(&site, "admin").await, "role", json!("analyst")).await;
    site.at_address("192.0.2.3");
    for code in [&invited, &forgotten] {
        let accept = json!({ "code": code, "username": "eve", "password": PASSWORD });
        assert_eq!(sent(&site, "POST", ACCEPT, &accept).await["code"], "invitation-used");
    }
    // An invitation for the role `owner` becomes invalid when its creator is no longer an owner.
    let (_, invited) = invite(&site, "owner").await;
    let (_, lesser) = invite(&site, "admin").await;
    site.inside().add_user("ann", "owner", PASSWORD).await.unwrap();
    site.inside().user(&["role", "owner", "admin"]).await.unwrap();
    assert_eq!(verify_link(&site, &invited).await["code"], "invitation-used");
    assert_eq!(verify_link(&site, &lesser).await["role"], "admin");
}

#[tokio::test]
async fn invitation_list_shows_the_validity_of_links() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let mine = site.token();
    site.log_in_as("admin").await;
    invite(&site, "editor").await;
    site.with_token(mine.as_deref());
    assert_eq!(listed(&site, INVITATIONS).await[0]["usable"], true);
    for (field, value, usable) in [
        ("disabled", json!(true), false),
        ("disabled", json!(false), true),
        ("role", json!("editor"), false),
        ("role", json!("admin"), true),
    ] {
        change(&site, &row(&site, "admin").await, field, value).await;
        assert_eq!(listed(&site, INVITATIONS).await[0]["usable"], usable, "{field}");
    }
}

#[tokio::test]
async fn disabled_account_gets_no_reset_link() {
    let site = Site::new().await;
    site.inside().add_user("zhou", "editor", PASSWORD).await.unwrap();
    site.log_in_as("owner").await;
    let disabled = change(&site, &row(&site, "zhou").await, "disabled", json!(true)).await;
    let path = format!("{USERS}/{}/reset", disabled["id"].as_str().unwrap());
    let refused = sent(&site, "POST", &path, &json!({})).await;
    let error = &refused["errors"][0];
    assert_eq!(
        (&error["field"], &error["code"]),
        (&json!("disabled"), &json!("enable-first")),
        "{refused}"
    );
    assert!(listed(&site, "/api/v1/admin/log?action=reset-made").await.is_empty());
    let enabled = change(&site, &disabled, "disabled", json!(false)).await;
    assert_eq!(verify_link(&site, &reset(&site, &enabled).await).await["name"], "zhou");
}

#[tokio::test]
async fn reset_link_rejects_the_current_password() {
    let site = Site::new().await;
    site.inside().add_user("zhou", "editor", PASSWORD).await.unwrap();
    site.log_in_as("owner").await;
    let code = reset(&site, &row(&site, "zhou").await).await;
    let accept = |password: &str| json!({ "code": code, "username": "", "password": password });
    let refused = sent(&site, "POST", ACCEPT, &accept(PASSWORD)).await;
    let error = &refused["errors"][0];
    assert_eq!(
        (&error["field"], &error["code"]),
        (&json!("password"), &json!("same")),
        "{refused}"
    );
    // The rejected request has not used up the link.
    assert!(
        sent(&site, "POST", ACCEPT, &accept("battery staple horse")).await["token"].is_string()
    );
}

#[tokio::test]
async fn administrator_cannot_revoke_a_link_of_an_owner() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let mine = site.token();
    let (made, invited) = invite(&site, "owner").await;
    let forgotten = reset(&site, &row(&site, "owner").await).await;
    let known = "update invitations set id = 'known' where user_id is not null";
    site.inside().execute(known).await.unwrap();
    let paths = [made["id"].as_str().unwrap(), "known"].map(|id| format!("{INVITATIONS}/{id}"));
    site.log_in_as("admin").await;
    for path in &paths {
        assert!(
            response_text(&site.answer("DELETE", path, None).await).starts_with("403"),
            "{path}"
        );
    }
    assert_eq!(verify_link(&site, &invited).await["role"], "owner");
    assert_eq!(verify_link(&site, &forgotten).await["name"], "owner");
    site.with_token(mine.as_deref());
    for path in &paths {
        assert_eq!(response_text(&site.answer("DELETE", path, None).await), "204");
    }
}

#[tokio::test]
async fn owners_and_administrators_have_no_access_scope() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for (role, locales, areas, field) in [
        ("admin", json!(["en"]), json!(["docs"]), "locales"),
        ("owner", json!([]), json!(["docs"]), "areas"),
    ] {
        let invitation_request =
            json!({ "note": "", "role": role, "locales": locales, "areas": areas, "days": 7 });
        let refused = sent(&site, "POST", INVITATIONS, &invitation_request).await;
        let error = &refused["errors"][0];
        assert_eq!(
            (&error["field"], &error["code"]),
            (&json!(field), &json!("without-limits")),
            "{refused}"
        );
    }
    // If the command line changes the role to administrator, the access scope is removed.
    site.inside().add_user("zhou", "editor", PASSWORD).await.unwrap();
    let limited = change(&site, &row(&site, "zhou").await, "locales", json!(["zh"])).await;
    assert_eq!(limited["locales"], json!(["zh"]));
    let refused = change(&site, &limited, "role", json!("admin")).await;
    assert_eq!(refused["errors"][0]["code"], "without-limits");
    site.inside().user(&["role", "zhou", "admin"]).await.unwrap();
    assert_eq!(row(&site, "zhou").await["locales"], json!([]));
}

#[tokio::test]
async fn user_list_is_searchable_and_paginated() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for name in ["100%", "100 a", "王芳"] {
        site.inside().add_user(name, "editor", PASSWORD).await.unwrap();
    }
    assert_eq!(listed(&site, "/api/v1/admin/users?q=100%25").await.len(), 1);
    assert_eq!(listed(&site, "/api/v1/admin/users?q=%E7%8E%8B").await[0]["name"], "王芳");
    let wide = listed(&site, "/api/v1/admin/users?q=%EF%BC%91%EF%BC%90%EF%BC%90%20%EF%BC%A1").await;
    assert_eq!(wide[0]["name"], "100 a", "full-width characters must match, as in user names");
    let answer = site.answer("GET", "/api/v1/admin/users?size=1&page=2", None).await;
    assert_eq!(answer.headers()["x-total-count"], "4");
    assert!(response_text(&answer).contains("100%"));
}

#[tokio::test]
async fn audit_log_entries_are_complete_and_immutable() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let wrong = json!({ "username": "owner", "password": "wrong horse!" }).to_string();
    site.post("/api/v1/login", &wrong).await;
    invite(&site, "editor").await;
    let entries = listed(&site, "/api/v1/admin/log").await;
    let actual: Vec<_> = entries
        .iter()
        .map(|entry| {
            format!(
                "{} {} {}",
                entry["actor"].as_str().unwrap(),
                entry["action"].as_str().unwrap(),
                entry["subject"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        actual,
        [
            "owner invitation-made for Bob",
            "owner login-refused ",
            "owner login ",
            " user-added owner"
        ]
    );
    assert!(entries[0]["after"].as_str().unwrap().contains(r#""role":"editor""#));
    assert_eq!(
        (&entries[3]["agent"], &entries[1]["address"]),
        (&json!("cli"), &json!("192.0.2.1"))
    );
    assert_eq!(listed(&site, "/api/v1/admin/log?actor=OWNER&action=login").await.len(), 1);
    assert!(listed(&site, "/api/v1/admin/log?to=1000").await.is_empty());
    assert!(site.get("/api/v1/admin/log?from=soon").await.starts_with("422"));
    for sql in ["update audit_log set actor = 'eve'", "delete from audit_log"] {
        assert!(
            site.inside().execute(sql).await.unwrap_err().contains("audit_log is append-only"),
            "{sql}"
        );
    }
    // SQLite has no `truncate`.
    site.inside().execute("truncate audit_log").await.unwrap_err();
    assert_eq!(listed(&site, "/api/v1/admin/log").await.len(), entries.len());
}

#[tokio::test]
async fn audit_log_filter_compares_normalized_names() {
    let site = Site::new().await;
    for name in ["Édouard", "王芳"] {
        site.inside().add_user(name, "editor", PASSWORD).await.unwrap();
        let login = json!({ "username": name, "password": PASSWORD }).to_string();
        assert!(site.post("/api/v1/login", &login).await.starts_with("200"), "{name}");
    }
    site.log_in_as("owner").await;
    for (who, expected) in [
        ("%C3%89douard", Some("Édouard")),
        ("%C3%A9douard", Some("Édouard")),
        ("%C3%89DOUARD", Some("Édouard")),
        // This name has the letter and its accent as separate characters.
        ("E%CC%81douard", Some("Édouard")),
        ("%E7%8E%8B%E8%8A%B3", Some("王芳")),
        ("%E7%8E%8B", None),
        ("edouard", None),
    ] {
        let entries = listed(&site, &format!("/api/v1/admin/log?action=login&actor={who}")).await;
        let actual: Vec<_> = entries.iter().map(|entry| entry["actor"].as_str().unwrap()).collect();
        assert_eq!(actual, expected.as_slice(), "{who}");
        let export = format!("/api/v1/admin/log/export?format=json&action=login&actor={who}");
        assert_eq!(listed(&site, &export).await, entries, "{who}");
    }
}

#[tokio::test]
async fn audit_log_is_exported_as_a_file() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let invitation_request =
        json!({ "note": "=cmd()", "role": "editor", "locales": [], "areas": [], "days": 7 });
    sent(&site, "POST", INVITATIONS, &invitation_request).await;
    let csv = site.answer("GET", "/api/v1/admin/log/export?format=csv", None).await;
    assert_eq!(csv.headers()["content-disposition"], "attachment; filename=\"log.csv\"");
    let text = String::from_utf8(csv.body().to_vec()).unwrap();
    let header = "\u{feff}id,at,actor,action,subject,before,after,address,agent,\
                  actor_id,current_name,token\r\n";
    assert!(text.starts_with(header), "{text}");
    assert!(text.contains(",invitation-made,'=cmd(),"), "{text}");
    let at = text.lines().nth(1).and_then(|line| line.split(',').nth(1)).unwrap();
    assert!(at.starts_with("20") && at.ends_with('Z'), "{at}");
    let json = site.answer("GET", "/api/v1/admin/log/export?format=json&action=login", None).await;
    let entries: Vec<Value> = serde_json::from_slice(json.body()).unwrap();
    assert_eq!(entries.len(), 1);
    assert!(site.get("/api/v1/admin/log/export?format=xml").await.starts_with("422"));
}

#[tokio::test]
async fn page_edits_are_recorded_in_the_audit_log() {
    let site = Site::new().await;
    site.import(&[("en/start.md", "# Start\n")]).await;
    site.log_in_as("owner").await;
    site.with_header(Some(("if-match", "*")));
    let change = json!({ "markdown": "# Begin\n" }).to_string();
    for _ in 0..2 {
        site.answer("PUT", "/api/v1/docs/en/start", Some(&change)).await;
    }
    let entries = listed(&site, "/api/v1/admin/log?action=page-changed").await;
    // Saving the same text again is not logged.
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (&entries[0]["subject"], &entries[0]["before"], &entries[0]["after"]),
        (&json!("docs/en/start"), &json!(r#"{"revision":1}"#), &json!(r#"{"revision":2}"#))
    );
}
