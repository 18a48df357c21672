//! Tests of the user's own account: password, sessions, two-factor authentication, API tokens.

use bytes::Bytes;
use futures_util::future::join_all;
use http::Request;
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::site::{Site, code, response_text};

const LOGIN: &str = "/api/v1/login";
const ME: &str = "/api/v1/me";
const FACTOR: &str = "/api/v1/me/second-factor";
const TOKENS: &str = "/api/v1/me/tokens";
const SESSIONS: &str = "/api/v1/me/sessions";
const PASSWORD: &str = "correct horse battery";

async fn sent(site: &Site, method: &str, path: &str, body: &Value) -> Value {
    let answer = site.answer(method, path, Some(&body.to_string())).await;
    serde_json::from_slice(answer.body()).unwrap_or_default()
}

async fn log_in(site: &Site, code: Option<&str>) -> Value {
    sent(site, "POST", LOGIN, &json!({ "username": "ann", "password": PASSWORD, "code": code }))
        .await
}

async fn ann() -> Site {
    let site = Site::new().await;
    site.inside().add_user("ann", "editor", PASSWORD).await.unwrap();
    let session = log_in(&site, None).await;
    site.with_token(session["token"].as_str());
    site
}

/// Enables two-factor authentication; returns its secret, the used code, and the recovery codes.
async fn with_two_factor(site: &Site) -> (String, String, Vec<String>) {
    let begun = sent(site, "POST", FACTOR, &json!({})).await;
    let secret = begun["secret"].as_str().unwrap().to_owned();
    let used = code(&secret, 0);
    let on = sent(site, "PUT", FACTOR, &json!({ "code": used })).await;
    let codes = on["recovery_codes"].as_array().unwrap().iter();
    (secret, used, codes.map(|code| code.as_str().unwrap().to_owned()).collect())
}

#[tokio::test]
async fn new_password_revokes_all_sessions_and_creates_a_new_one() {
    let site = ann().await;
    let change = |current: &str, new: &str| json!({ "current": current, "password": new });
    let path = "/api/v1/me/password";
    assert_snapshot!(response_text(&site.answer("PUT", path, Some(&change("wrong horse!", "battery staple horse").to_string())).await), @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"the current password is wrong","code":"invalid","errors":[{"field":"current","code":"wrong","detail":"the current password is wrong"}]}
    "#);
    let short = sent(&site, "PUT", path, &change(PASSWORD, "short")).await;
    assert_eq!(short["errors"][0]["field"], "password");
    let same = sent(&site, "PUT", path, &change(PASSWORD, PASSWORD)).await;
    assert_eq!(same["errors"][0]["code"], "same");
    let other_session = log_in(&site, None).await;
    let session = sent(&site, "PUT", path, &change(PASSWORD, "battery staple horse")).await;
    assert!(site.get(ME).await.starts_with("401"));
    site.with_token(other_session["token"].as_str());
    assert!(site.get(ME).await.starts_with("401"));
    site.with_token(session["token"].as_str());
    assert!(site.get(ME).await.starts_with("200"));
    assert_eq!(log_in(&site, None).await["code"], "login-failed");
}

#[tokio::test]
async fn only_one_of_concurrent_password_changes_succeeds() {
    let site = ann().await;
    let change = async |password: &str| {
        let body = json!({ "current": PASSWORD, "password": password });
        sent(&site, "PUT", "/api/v1/me/password", &body).await
    };
    let both = tokio::join!(change("battery staple horse"), change("another staple horse"));
    let changed = [&both.0, &both.1].iter().filter(|it| it["token"].is_string()).count();
    assert_eq!(changed, 1, "{both:?}");
}

#[tokio::test]
async fn login_fails_if_the_account_changes_during_the_request() {
    let site = ann().await;
    for (change, undo, code) in [
        ("update users set disabled_at = 1", "update users set disabled_at = null", "login-failed"),
        (
            "update users set totp = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'",
            "update users set totp = ''",
            "code-needed",
        ),
        (
            "update users set password = password || ' '",
            "update users set password = trim(password)",
            "login-failed",
        ),
    ] {
        let answer = site.send_during_change(change, log_in(&site, None)).await;
        assert_eq!(answer["code"], code, "{change}: {answer}");
        site.inside().execute(undo).await.unwrap();
    }
    let body = json!({ "current": PASSWORD, "password": "battery staple horse" });
    let changing = sent(&site, "PUT", "/api/v1/me/password", &body);
    let answer =
        site.send_during_change("update users set password = password || ' '", changing).await;
    assert_eq!(answer["errors"][0]["field"], "current", "{answer}");
}

#[tokio::test]
async fn user_disabled_during_a_request_cannot_change_credentials() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    let token_request = json!({ "name": "ci", "permissions": ["people"], "days": 1 });
    let revoke_sql = "update users set role = 'analyst'";
    let beyond =
        site.send_during_change(revoke_sql, sent(&site, "POST", TOKENS, &token_request)).await;
    assert_eq!(beyond["errors"][0]["code"], "beyond-role", "{beyond}");
    site.inside().execute("update users set role = 'admin'").await.unwrap();
    let begun = sent(&site, "POST", FACTOR, &json!({})).await;
    let proof = json!({ "code": code(begun["secret"].as_str().unwrap(), 0) });
    for (method, path, body) in
        [("POST", TOKENS, &token_request), ("PUT", FACTOR, &proof), ("DELETE", FACTOR, &json!({}))]
    {
        let revoke_sql = "update users set disabled_at = 1";
        let answer = site.send_during_change(revoke_sql, sent(&site, method, path, body)).await;
        assert_eq!(answer["code"], "unauthorized", "{method} {path}: {answer}");
        site.inside().execute("update users set disabled_at = null").await.unwrap();
    }
}

#[tokio::test]
async fn user_can_list_and_revoke_own_sessions() {
    let site = ann().await;
    site.with_browser("Another/1.0");
    let other_token = log_in(&site, None).await["token"].as_str().unwrap().to_owned();
    let listed: Value =
        serde_json::from_slice(site.answer("GET", SESSIONS, None).await.body()).unwrap();
    let agents: Vec<_> =
        listed.as_array().unwrap().iter().map(|it| it["agent"].as_str().unwrap()).collect();
    assert_eq!(agents.len(), 2);
    let theirs = listed.as_array().unwrap().iter().find(|it| it["agent"] == "Another/1.0").unwrap();
    assert_eq!((&theirs["is_current"], &theirs["address"]), (&json!(false), &json!("192.0.2.1")));
    let path = format!("{SESSIONS}/{}", theirs["id"].as_str().unwrap());
    assert_eq!(response_text(&site.answer("DELETE", &path, None).await), "204");
    assert!(response_text(&site.answer("DELETE", &path, None).await).starts_with("404"));
    let mine = site.get(ME).await;
    assert!(mine.starts_with("200"));
    site.with_token(Some(&other_token));
    assert!(site.get(ME).await.starts_with("401"));
    let last = log_in(&site, None).await;
    site.with_token(last["token"].as_str());
    assert_eq!(response_text(&site.answer("DELETE", SESSIONS, None).await), "204");
    let left: Value =
        serde_json::from_slice(site.answer("GET", SESSIONS, None).await.body()).unwrap();
    assert_eq!(left.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn idle_session_is_not_listed() {
    let site = ann().await;
    site.with_browser("Idle/1.0");
    log_in(&site, None).await;
    let idle = "update sessions set seen_at = 1 where user_agent = 'Idle/1.0'";
    site.inside().execute(idle).await.unwrap();
    let listed = site.answer("GET", SESSIONS, None).await;
    assert_eq!(listed.headers()["x-total-count"], "1");
}

#[tokio::test]
async fn api_token_without_permissions_is_rejected() {
    let site = ann().await;
    let token_request = json!({ "name": "nightly", "permissions": [], "days": 7 });
    let refused = sent(&site, "POST", TOKENS, &token_request).await;
    assert_eq!(refused["errors"][0]["code"], "required", "{refused}");
}

#[tokio::test]
async fn session_of_another_user_cannot_be_revoked() {
    let site = ann().await;
    let listed: Value =
        serde_json::from_slice(site.answer("GET", SESSIONS, None).await.body()).unwrap();
    let path = format!("{SESSIONS}/{}", listed[0]["id"].as_str().unwrap());
    site.log_in_as("owner").await;
    assert!(response_text(&site.answer("DELETE", &path, None).await).starts_with("404"));
}

#[tokio::test]
async fn two_factor_code_is_required_at_login_if_enabled() {
    let site = ann().await;
    let begun = sent(&site, "POST", FACTOR, &json!({})).await;
    assert!(begun["uri"].as_str().unwrap().starts_with("otpauth://totp/Pailou:ann?secret="));
    assert!(begun["qr_code"].as_str().unwrap().contains("<svg"));
    // Two-factor authentication is not enabled before a code is verified.
    assert!(log_in(&site, None).await["token"].is_string());
    let wrong = sent(&site, "PUT", FACTOR, &json!({ "code": "000000" })).await;
    assert_eq!(wrong["errors"][0]["code"], "wrong");
    let (secret, used, _) = with_two_factor(&site).await;
    let response = log_in(&site, None).await;
    assert_eq!((&response["code"], &response["token"]), (&json!("code-needed"), &Value::Null));
    // The code that enabled two-factor authentication is used up. The next code is accepted once.
    let next = code(&secret, 1);
    assert_eq!(log_in(&site, Some(&used)).await["code"], "code-wrong");
    assert!(log_in(&site, Some(&next)).await["token"].is_string());
    assert_eq!(log_in(&site, Some(&next)).await["code"], "code-wrong");
    assert_eq!(response_text(&site.answer("DELETE", FACTOR, None).await), "204");
    assert!(log_in(&site, None).await["token"].is_string());
}

#[tokio::test]
async fn recovery_code_is_valid_once() {
    let site = ann().await;
    let (_, _, codes) = with_two_factor(&site).await;
    assert_eq!(codes.len(), 10);
    assert!(log_in(&site, Some(&codes[3])).await["token"].is_string());
    assert_eq!(log_in(&site, Some(&codes[3])).await["code"], "code-wrong");
    let session = log_in(&site, Some(&codes[4].to_uppercase())).await;
    site.with_token(session["token"].as_str());
    let answer = site.answer("GET", FACTOR, None).await;
    let state: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(state, json!({ "is_on": true, "recovery_codes": 8 }));
    site.log_in_as("owner").await;
    let answer = site.answer("GET", "/api/v1/admin/log?action=recovery-code-used", None).await;
    let log: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!((log.as_array().unwrap().len(), &log[0]["actor"]), (2, &json!("ann")));
}

#[tokio::test]
async fn new_recovery_codes_require_reauthentication() {
    let site = ann().await;
    let renew = async || sent(&site, "PUT", FACTOR, &json!({})).await;
    let off = renew().await;
    assert_eq!(
        off["errors"][0]["field"], "code",
        "two-factor authentication must be disabled: {off}"
    );
    let (secret, _, old) = with_two_factor(&site).await;
    site.inside().execute("update sessions set confirmed_at = 0").await.unwrap();
    assert_eq!(renew().await["code"], "confirm-needed");
    let without = sent(&site, "POST", "/api/v1/confirm", &json!({ "password": PASSWORD })).await;
    assert_eq!(without["errors"][0]["field"], "code", "{without}");
    let next = code(&secret, 1);
    let proof = json!({ "password": PASSWORD, "code": next }).to_string();
    assert_eq!(site.post("/api/v1/confirm", &proof).await, "204");
    // No code of this new secret is verified, so the secret does not replace the current one.
    sent(&site, "POST", FACTOR, &json!({})).await;
    let renewed = renew().await;
    let new: Vec<_> = renewed["recovery_codes"].as_array().unwrap().iter().collect();
    assert_eq!(new.len(), 10);
    for worthless in [old[0].as_str(), &next] {
        assert_eq!(log_in(&site, Some(worthless)).await["code"], "code-wrong", "{worthless}");
    }
    assert!(log_in(&site, new[0].as_str()).await["token"].is_string());
    site.inside().execute("update users set totp_step = 0").await.unwrap();
    assert!(log_in(&site, Some(&next)).await["token"].is_string(), "the secret must be unchanged");
}

#[tokio::test]
async fn enabling_2fa_ends_reauthentication_of_other_sessions() {
    let site = ann().await;
    let other_token = log_in(&site, None).await["token"].as_str().unwrap().to_owned();
    let own = with_two_factor(&site).await;
    assert!(sent(&site, "PUT", FACTOR, &json!({})).await["recovery_codes"].is_array(), "{own:?}");
    site.with_token(Some(&other_token));
    assert!(site.get(ME).await.starts_with("200"), "the other session must stay valid");
    let refused = sent(&site, "PUT", FACTOR, &json!({})).await;
    assert_eq!(refused["code"], "confirm-needed");
    site.log_in_as("owner").await;
    let log = site.answer("GET", "/api/v1/admin/log?action=recovery-codes-made", None).await;
    let entries: Value = serde_json::from_slice(log.body()).unwrap();
    assert_eq!(entries.as_array().unwrap().len(), 1, "{entries}");
}

#[tokio::test]
async fn password_change_without_code_does_not_reauthenticate() {
    let site = ann().await;
    let change = async |current: &str, new: &str| {
        let body = json!({ "current": current, "password": new });
        let session = sent(&site, "PUT", "/api/v1/me/password", &body).await;
        site.with_token(session["token"].as_str());
    };
    change(PASSWORD, "battery staple horse").await;
    assert!(site.post(FACTOR, "").await.starts_with("200"));
    with_two_factor(&site).await;
    change("battery staple horse", "another staple horse").await;
    assert!(site.get(ME).await.starts_with("200"));
    assert!(site.post(FACTOR, "").await.contains("confirm-needed"));
}

#[tokio::test]
async fn command_line_disables_lost_two_factor_authentication() {
    let site = ann().await;
    with_two_factor(&site).await;
    let done = site.inside().user(&["drop-second-factor", "ann"]).await.unwrap();
    assert_eq!(done, "two-factor authentication of ann turned off");
    assert!(log_in(&site, None).await["token"].is_string());
}

#[tokio::test]
async fn wrong_passwords_delay_logins_from_the_client_address() {
    let site = ann().await;
    let wrong = json!({ "username": "ann", "password": "wrong horse!" }).to_string();
    for _ in 0..5 {
        assert!(site.post(LOGIN, &wrong).await.starts_with("401"));
    }
    let answer = site.answer("POST", LOGIN, Some(&wrong)).await;
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["retry-after"]),
        (429, &"1".parse().unwrap())
    );
    // Failures are counted per name and address, even for a name without an account.
    site.at_address("192.0.2.77");
    let nobody = json!({ "username": "nobody", "password": "wrong horse!" }).to_string();
    for _ in 0..5 {
        assert!(site.post(LOGIN, &nobody).await.starts_with("401"));
    }
    assert!(site.post(LOGIN, &nobody).await.starts_with("429"));
    assert!(log_in(&site, None).await["token"].is_string());
}

#[tokio::test]
async fn users_can_log_in_after_a_clock_correction() {
    let site = ann().await;
    let (secret, _, _) = with_two_factor(&site).await;
    let wrong = json!({ "username": "ann", "password": "wrong horse!" }).to_string();
    site.at_address("192.0.2.50");
    for _ in 0..3 {
        assert!(site.post(LOGIN, &wrong).await.starts_with("401"));
    }
    assert_eq!(log_in(&site, Some("12345")).await["code"], "code-wrong");
    // Simulates that the clock was 30 days ahead.
    for ahead in [
        "update login_failures set last_at = last_at + 2592000000, failures = failures + 20",
        "update users set totp_step = totp_step + 86400",
        "update sessions set confirmed_at = confirmed_at + 2592000000",
    ] {
        site.inside().execute(ahead).await.unwrap();
    }
    // An authentication time in the future does not count as re-authentication.
    assert!(site.post(FACTOR, "").await.contains("confirm-needed"));
    let next = code(&secret, 1);
    assert!(log_in(&site, Some(&next)).await["token"].is_string());
    assert_eq!(
        log_in(&site, Some(&next)).await["code"],
        "code-wrong",
        "a code must be valid only once"
    );
    for _ in 0..3 {
        assert!(site.post(LOGIN, &wrong).await.starts_with("401"));
    }
}

#[tokio::test]
async fn removal_of_a_missing_second_factor_is_not_logged() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let owner = site.token();
    site.inside().add_user("ann", "editor", PASSWORD).await.unwrap();
    let removals = async || {
        site.with_token(owner.as_deref());
        let answer = site.answer("GET", "/api/v1/admin/log?action=second-factor-off", None).await;
        let log: Value = serde_json::from_slice(answer.body()).unwrap();
        log.as_array().unwrap().len()
    };
    let session = log_in(&site, None).await;
    site.with_token(session["token"].as_str());
    assert_eq!(response_text(&site.answer("DELETE", FACTOR, None).await), "204");
    assert_eq!(removals().await, 0);
    let session = log_in(&site, None).await;
    site.with_token(session["token"].as_str());
    with_two_factor(&site).await;
    assert_eq!(response_text(&site.answer("DELETE", FACTOR, None).await), "204");
    assert_eq!(response_text(&site.answer("DELETE", FACTOR, None).await), "204");
    assert_eq!(removals().await, 1);
}

#[tokio::test]
async fn wrong_codes_delay_logins_to_an_account_from_any_address() {
    let site = ann().await;
    let (secret, _, recovery) = with_two_factor(&site).await;
    for at in 10..20 {
        site.at_address(&format!("2001:db8:{at}::1"));
        // Five digits cannot match a code by chance.
        assert_eq!(log_in(&site, Some("12345")).await["code"], "code-wrong");
    }
    site.at_address("2001:db8:77::1");
    // Adds ten failures, so that the delay is longer than this test.
    let more = "update login_failures set failures = failures + 10 where address = ''";
    site.inside().execute(more).await.unwrap();
    let next = code(&secret, 1);
    let right = json!({ "username": "ann", "password": PASSWORD, "code": next }).to_string();
    let answer = site.answer("POST", LOGIN, Some(&right)).await;
    assert_eq!(answer.status().as_u16(), 429);
    let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((600..=900).contains(&wait), "{wait}");
    // Re-authentication is delayed, too.
    let again = json!({ "password": PASSWORD, "code": next }).to_string();
    assert!(site.post("/api/v1/confirm", &again).await.starts_with("429"));
    // A code with letters is checked only as a recovery code; recovery codes are not delayed.
    assert_eq!(log_in(&site, Some(&format!("{next}x"))).await["code"], "code-wrong");
    site.at_address("2001:db8:78::1");
    assert_eq!(log_in(&site, None).await["code"], "code-needed");
    assert!(log_in(&site, Some(&recovery[0])).await["token"].is_string());
    // After the delay, a right code is accepted, and the failure count starts again.
    let over = "update login_failures set last_at = last_at - 1000000";
    site.inside().execute(over).await.unwrap();
    assert!(log_in(&site, Some(&next)).await["token"].is_string());
    for _ in 0..2 {
        assert_eq!(log_in(&site, Some("12345")).await["code"], "code-wrong");
    }
}

#[tokio::test]
async fn only_one_of_concurrent_wrong_codes_is_verified() {
    let site = ann().await;
    with_two_factor(&site).await;
    assert_eq!(log_in(&site, Some("12345")).await["code"], "code-wrong");
    // With this number of failures, the delay after the next failure is longer than this test.
    let many = "update login_failures set failures = 30, last_at = last_at - 1000000 \
                where address = ''";
    site.inside().execute(many).await.unwrap();
    let guess = json!({ "username": "ann", "password": PASSWORD, "code": "12345" }).to_string();
    let tries = (1..=6).map(|number| {
        let request = Request::post(LOGIN).header("content-type", "application/json");
        site.raw([198, 51, 100, number].into(), request.body(Bytes::from(guess.clone())).unwrap())
    });
    let mut statuses: Vec<_> =
        join_all(tries).await.iter().map(|answer| answer.status().as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [401, 429, 429, 429, 429, 429]);
}

#[tokio::test]
async fn sensitive_actions_require_reauthentication() {
    let site = ann().await;
    site.inside().execute("update sessions set confirmed_at = 0").await.unwrap();
    assert_snapshot!(site.post(FACTOR, "").await, @r#"
    403 application/problem+json
    {"type":"/problems/confirm-needed","title":"Forbidden","status":403,"detail":"re-authentication required","code":"confirm-needed"}
    "#);
    let wrong = sent(&site, "POST", "/api/v1/confirm", &json!({ "password": "wrong" })).await;
    assert_eq!(wrong["errors"][0]["field"], "password");
    let right = json!({ "password": PASSWORD }).to_string();
    assert_eq!(site.post("/api/v1/confirm", &right).await, "204");
    assert!(site.post(FACTOR, "").await.starts_with("200"));
}

#[tokio::test]
async fn api_token_with_a_session_only_permission_is_422() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for permission in ["backup", "assistant-model"] {
        let token_request =
            json!({ "name": "nightly", "permissions": ["log", permission], "days": 1 });
        let refused = sent(&site, "POST", TOKENS, &token_request).await;
        let error = &refused["errors"][0];
        assert_eq!(error["code"], "not-for-tokens", "{refused}");
        let detail = error["detail"].as_str().unwrap();
        assert!(detail.starts_with(&format!("permission `{permission}` ")), "{refused}");
    }
    assert!(site.get(TOKENS).await.contains("x-total-count: 0"));
}

#[tokio::test]
async fn api_token_reads_dictionary_or_queries_only_if_permitted() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let owner = site.token();
    let dictionary =
        ["/api/v1/localization/dictionary", "/api/v1/localization/dictionary/examples"];
    let searches = "/api/v1/datastat/searches";
    for (act, dictionary_status, search_status) in
        [("feedback", "403", "200"), ("dictionary", "200", "403")]
    {
        site.with_token(owner.as_deref());
        let token_request = json!({ "name": act, "permissions": [act], "days": 1 });
        let made = sent(&site, "POST", TOKENS, &token_request).await;
        site.with_token(made["token"].as_str());
        for path in dictionary {
            assert!(site.get(path).await.starts_with(dictionary_status), "{path} with {act}");
        }
        assert!(site.get(searches).await.starts_with(search_status), "{searches} with {act}");
    }
    // A session of an analyst may read the dictionary and the search queries.
    site.log_in_as("analyst").await;
    for path in dictionary.into_iter().chain([searches]) {
        assert!(site.get(path).await.starts_with("200"), "{path}");
    }
}

#[tokio::test]
async fn api_token_has_the_requested_permissions() {
    let site = ann().await;
    site.import(&[("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n")]).await;
    let beyond =
        sent(&site, "POST", TOKENS, &json!({ "name": "ci", "permissions": ["people"], "days": 1 }))
            .await;
    assert_eq!(beyond["errors"][0]["code"], "beyond-role");
    for (name, permissions, days, field) in [
        ("", json!(["pages-edit"]), 1, "name"),
        ("ci", json!(["fly"]), 1, "permissions"),
        ("ci", json!(["pages-edit"]), 400, "days"),
    ] {
        let token_request = json!({ "name": name, "permissions": permissions, "days": days });
        assert_eq!(sent(&site, "POST", TOKENS, &token_request).await["errors"][0]["field"], field);
    }
    let token_request =
        json!({ "name": "ci", "permissions": ["pages-edit", "translations-edit"], "days": 30 });
    let made = sent(&site, "POST", TOKENS, &token_request).await;
    let token = made["token"].as_str().unwrap().to_owned();
    assert!(token.starts_with("plt_"));
    let listed = site.get(TOKENS).await;
    assert!(
        listed.contains(r#""name":"ci","permissions":["pages-edit","translations-edit"]"#),
        "{listed}"
    );
    assert!(!listed.contains(&token));
    let path = format!("{TOKENS}/{}", made["id"].as_str().unwrap());
    let own = site.token();
    site.with_token(Some(&token));
    assert!(site.get(ME).await.contains(r#""permissions":["pages-edit","translations-edit"]"#));
    assert!(site.get("/api/v1/admin/docs-feedback").await.starts_with("403"));
    assert!(site.post(FACTOR, "").await.starts_with("403"));
    site.with_header(Some(("if-match", "*")));
    let change = json!({ "markdown": "# Begin\n" }).to_string();
    let changed = site.answer("PUT", "/api/v1/docs/en/start", Some(&change)).await;
    assert!(response_text(&changed).starts_with("200"), "{}", response_text(&changed));
    site.with_token(own.as_deref());
    assert_eq!(response_text(&site.answer("DELETE", &path, None).await), "204");
    site.with_token(Some(&token));
    assert!(site.get(ME).await.starts_with("401"));
}
