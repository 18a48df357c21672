//! Tests of passkeys: registration, login, re-authentication, removal, and invalid responses of authenticators.

use std::collections::BTreeSet;

use bytes::Bytes;
use futures_util::future::join_all;
use http::Request;
use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::authenticator::{Authenticator, text};
use crate::site::{Site, code, response_text};

const LOGIN: &str = "/api/v1/login/passkey";
const CONFIRM: &str = "/api/v1/confirm/passkey";
const OWN: &str = "/api/v1/me/passkeys";
const ME: &str = "/api/v1/me";
const USERS: &str = "/api/v1/admin/users";

async fn sent(site: &Site, path: &str, body: &Value) -> Value {
    let answer = site.answer("POST", path, Some(&body.to_string())).await;
    serde_json::from_slice(answer.body()).unwrap_or_default()
}

async fn got(site: &Site, path: &str) -> Value {
    serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap_or_default()
}

async fn request_options(site: &Site, path: &str) -> Value {
    sent(site, &format!("{path}/begin"), &json!({})).await["options"].take()
}

async fn added(site: &Site, authenticator: &mut Authenticator, name: &str) -> Value {
    let options = request_options(site, OWN).await;
    let credential = authenticator.register(&options);
    sent(site, OWN, &json!({ "name": name, "credential": credential })).await
}

/// Requests a login with the authenticator's response to a challenge; returns the body of the response.
async fn tried(site: &Site, authenticator: &mut Authenticator) -> Value {
    let options = request_options(site, LOGIN).await;
    sent(site, LOGIN, &json!({ "credential": authenticator.sign(&options) })).await
}

/// Creates a site with a logged-in editor who has a passkey.
async fn editor(authenticator: &mut Authenticator) -> Site {
    let site = Site::new().await;
    site.log_in_as("editor").await;
    assert_eq!(added(&site, authenticator, "Phone").await["name"], "Phone");
    site
}

#[tokio::test]
async fn passkey_logs_in_without_password_or_code() {
    for mut authenticator in [Authenticator::ed25519(), Authenticator::p256()] {
        let site = editor(&mut authenticator).await;
        let factor = "/api/v1/me/second-factor";
        let begun = sent(&site, factor, &json!({})).await;
        let proof = json!({ "code": code(begun["secret"].as_str().unwrap(), 0) }).to_string();
        assert!(response_text(&site.answer("PUT", factor, Some(&proof)).await).starts_with("200"));
        assert_eq!(got(&site, OWN).await[0]["used_at"], Value::Null);
        site.with_token(None);
        let session = tried(&site, &mut authenticator).await;
        assert_eq!(session["user"]["name"], "editor", "{session}");
        assert_eq!(
            (&session["user"]["second_factor"], &session["user"]["passkey"]),
            (&json!(true), &json!(true))
        );
        site.with_token(session["token"].as_str());
        assert!(site.get(ME).await.starts_with("200"));
        assert!(got(&site, OWN).await[0]["used_at"].is_i64());
        // The login counts as re-authentication, and the passkey can be used again.
        assert!(site.post(&format!("{OWN}/begin"), "").await.starts_with("200"));
        assert!(tried(&site, &mut authenticator).await["token"].is_string());
    }
}

#[tokio::test]
async fn passkey_challenge_does_not_reveal_accounts() {
    let mut authenticator = Authenticator::ed25519();
    let site = editor(&mut authenticator).await;
    site.with_token(None);
    let mut options = request_options(&site, LOGIN).await;
    assert_eq!(options["challenge"].take().as_str().unwrap().len(), 22);
    assert_snapshot!(options, @r#"{"allowCredentials":[],"challenge":null,"extensions":{},"hints":[],"rpId":"docs.example.org","timeout":300000,"userVerification":"required"}"#);
}

#[tokio::test]
async fn invalid_passkey_responses_have_the_same_error() {
    type Fault = (&'static str, fn(&mut Authenticator));
    let faults: [Fault; 10] = [
        ("another origin", |it| it.origin = "https://evil.example".to_owned()),
        ("origin without TLS", |it| it.origin = "http://docs.example.org".to_owned()),
        ("another relying party", |it| it.rp_id = "evil.example".to_owned()),
        ("another challenge", |it| it.challenge = Some(text([7; 16]))),
        ("no user verification", Authenticator::without_verifying),
        ("no user presence", |it| it.flags = 0x04),
        ("invalid signature", |it| it.signs_garbage = true),
        ("another ceremony type", |it| it.kind = Some("webauthn.create")),
        ("unchanged signature counter", |it| it.counter = 1),
        ("unknown key", |it| *it = Authenticator::p256()),
    ];
    for (number, (name, wrong)) in faults.into_iter().enumerate() {
        let mut authenticator = Authenticator::ed25519();
        authenticator.counter = 1;
        let site = editor(&mut authenticator).await;
        site.with_token(None);
        site.at_address(&format!("192.0.3.{number}"));
        authenticator.counter = 5;
        wrong(&mut authenticator);
        assert_eq!(tried(&site, &mut authenticator).await["code"], "passkey-refused", "{name}");
        site.inside().add_user("owner", "owner", "correct horse battery").await.unwrap();
        let login = json!({ "username": "owner", "password": "correct horse battery" });
        let owner = sent(&site, "/api/v1/login", &login).await;
        site.with_token(owner["token"].as_str());
        let log = got(&site, "/api/v1/admin/log?action=login-refused").await;
        assert_eq!(log.as_array().unwrap().len(), 1, "{name}");
    }
}

#[tokio::test]
async fn passkey_challenge_is_valid_once_and_for_one_purpose() {
    let mut authenticator = Authenticator::p256();
    let site = editor(&mut authenticator).await;
    let options = request_options(&site, LOGIN).await;
    let answer = json!({ "credential": authenticator.sign(&options) });
    let session = sent(&site, LOGIN, &answer).await;
    assert!(session["token"].is_string(), "{session}");
    assert_snapshot!(site.post(LOGIN, &answer.to_string()).await, @r#"
    401 application/problem+json
    {"type":"/problems/passkey-refused","title":"Unauthorized","status":401,"detail":"invalid passkey: unknown, or without an open challenge","code":"passkey-refused"}
    "#);
    // A challenge for re-authentication cannot be used for a login.
    let options = request_options(&site, CONFIRM).await;
    let answer = json!({ "credential": authenticator.sign(&options) });
    assert_eq!(sent(&site, LOGIN, &answer).await["code"], "passkey-refused");
    // An expired challenge is rejected.
    let options = request_options(&site, LOGIN).await;
    let late = "update passkey_challenges set expires_at = 1";
    site.inside().execute(late).await.unwrap();
    let answer = json!({ "credential": authenticator.sign(&options) });
    assert_eq!(sent(&site, LOGIN, &answer).await["code"], "passkey-refused");
    site.at_address("192.0.2.9");
    for nonsense in [json!("x"), json!({}), json!({ "id": "x", "response": {} })] {
        let answer = sent(&site, LOGIN, &json!({ "credential": nonsense })).await;
        assert_eq!(answer["code"], "passkey-refused");
    }
}

#[tokio::test]
async fn repeated_passkey_attempts_are_rate_limited() {
    let mut authenticator = Authenticator::ed25519();
    let site = editor(&mut authenticator).await;
    authenticator.signs_garbage = true;
    site.at_address("198.51.100.1");
    for _ in 0..5 {
        assert_eq!(tried(&site, &mut authenticator).await["code"], "passkey-refused");
    }
    assert!(site.post(&format!("{LOGIN}/begin"), "").await.starts_with("429"));
    // Requests from other addresses are not delayed.
    authenticator.signs_garbage = false;
    site.at_address("198.51.100.2");
    assert!(tried(&site, &mut authenticator).await["token"].is_string());
}

#[tokio::test]
async fn concurrent_passkey_logins_do_not_block_each_other() {
    let site = Site::new().await;
    // Twice as many requests as the pool has connections to PostgreSQL.
    let tries = (1..=16).map(|number| {
        let request = Request::post(LOGIN).header("content-type", "application/json");
        let body = Bytes::from_static(br#"{"credential":{}}"#);
        site.raw([198, 51, 100, number].into(), request.body(body).unwrap())
    });
    for answer in join_all(tries).await {
        assert_eq!(answer.status(), 401);
    }
}

#[tokio::test]
async fn user_disabled_during_a_request_cannot_use_a_passkey() {
    const DISABLED: &str = "update users set disabled_at = 1";
    let mut authenticator = Authenticator::ed25519();
    let site = editor(&mut authenticator).await;
    let options = request_options(&site, OWN).await;
    let made = json!({ "name": "Stick", "credential": Authenticator::p256().register(&options) });
    let added = site.send_during_change(DISABLED, sent(&site, OWN, &made)).await;
    assert_eq!(added["code"], "unauthorized", "{added}");
    site.inside().execute("update users set disabled_at = null").await.unwrap();
    let options = request_options(&site, LOGIN).await;
    let signed = json!({ "credential": authenticator.sign(&options) });
    let session = site.send_during_change(DISABLED, sent(&site, LOGIN, &signed)).await;
    assert_eq!(session["code"], "passkey-refused", "{session}");
}

#[tokio::test]
async fn passkey_can_reauthenticate_only_its_user() {
    let mut authenticator = Authenticator::ed25519();
    let site = editor(&mut authenticator).await;
    let unconfirm = "update sessions set confirmed_at = 0";
    site.inside().execute(unconfirm).await.unwrap();
    assert!(site.post(&format!("{OWN}/begin"), "").await.contains("confirm-needed"));
    let options = request_options(&site, CONFIRM).await;
    let answer = json!({ "credential": authenticator.sign(&options) });
    // A challenge for one session cannot be used in another session.
    let mine = site.token();
    let other_token = tried(&site, &mut authenticator).await["token"].as_str().unwrap().to_owned();
    site.with_token(Some(&other_token));
    assert!(site.post(CONFIRM, &answer.to_string()).await.starts_with("422"));
    site.with_token(mine.as_deref());
    let options = request_options(&site, CONFIRM).await;
    let answer = json!({ "credential": authenticator.sign(&options) });
    assert_eq!(site.post(CONFIRM, &answer.to_string()).await, "204");
    assert!(site.post(&format!("{OWN}/begin"), "").await.starts_with("200"));
    // A passkey of another user is rejected.
    site.at_address("192.0.2.7");
    site.log_in_as("owner").await;
    site.inside().execute(unconfirm).await.unwrap();
    let options = request_options(&site, CONFIRM).await;
    let answer = json!({ "credential": authenticator.sign(&options) });
    assert_snapshot!(site.post(CONFIRM, &answer.to_string()).await, @r#"
    422 application/problem+json
    {"type":"/problems/invalid","title":"Unprocessable Entity","status":422,"detail":"invalid passkey","code":"invalid","errors":[{"field":"passkey","code":"refused","detail":"invalid passkey"}]}
    "#);
}

#[tokio::test]
async fn passkey_registration_rejects_invalid_responses() {
    let mut authenticator = Authenticator::ed25519();
    let site = editor(&mut authenticator).await;
    let options = request_options(&site, OWN).await;
    assert_eq!(options["user"]["name"], "editor");
    assert_eq!(options["rp"], json!({ "name": "Pailou", "id": "docs.example.org" }));
    assert_eq!(options["excludeCredentials"][0]["id"], authenticator.id());
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    // Authenticators without support for credential protection are accepted.
    assert_eq!(options["extensions"]["enforceCredentialProtectionPolicy"], Value::Null);
    // The same key cannot be registered twice.
    assert_eq!(added(&site, &mut authenticator, "Again").await["errors"][0]["code"], "refused");
    type Fault = (&'static str, fn(&mut Authenticator));
    let faults: [Fault; 5] = [
        ("another origin", |it| it.origin = "https://evil.example".to_owned()),
        ("another relying party", |it| it.rp_id = "evil.example".to_owned()),
        ("another challenge", |it| it.challenge = Some(text([7; 16]))),
        ("no user verification", Authenticator::without_verifying),
        ("another ceremony type", |it| it.kind = Some("webauthn.get")),
    ];
    for (name, wrong) in faults {
        let mut authenticator = Authenticator::p256();
        wrong(&mut authenticator);
        let refused = added(&site, &mut authenticator, "Wrong").await;
        assert_eq!(refused["errors"][0]["field"], "credential", "{name}: {refused}");
    }
    // A repeated response, a response to another session's challenge, and a missing name are rejected.
    let mut other_authenticator = Authenticator::p256();
    let options = request_options(&site, OWN).await;
    let answer = json!({ "name": "Stick", "credential": other_authenticator.register(&options) });
    assert_eq!(sent(&site, OWN, &answer).await["name"], "Stick");
    let again = sent(&site, OWN, &answer).await;
    assert_eq!(again["errors"][0]["code"], "refused", "{again}");
    let options = request_options(&site, OWN).await;
    let answer = json!({ "name": "Stick", "credential": Authenticator::p256().register(&options) });
    let nameless = json!({ "name": " ", "credential": answer["credential"] });
    assert_eq!(sent(&site, OWN, &nameless).await["errors"][0]["code"], "required");
    let mine = site.token();
    let session = tried(&site, &mut other_authenticator).await;
    site.with_token(session["token"].as_str());
    assert_eq!(sent(&site, OWN, &answer).await["errors"][0]["code"], "refused");
    site.with_token(mine.as_deref());
    assert_eq!(sent(&site, OWN, &answer).await["name"], "Stick");
    assert_eq!(got(&site, OWN).await.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn removed_passkey_cannot_log_in() {
    let (mut phone, mut stick) = (Authenticator::ed25519(), Authenticator::p256());
    let site = editor(&mut phone).await;
    added(&site, &mut stick, "Stick").await;
    let listed = got(&site, OWN).await;
    let phone_id = listed.as_array().unwrap().iter().find(|it| it["name"] == "Phone").unwrap();
    let path = format!("{OWN}/{}", phone_id["id"].as_str().unwrap());
    site.log_in_as("owner").await;
    assert!(response_text(&site.answer("DELETE", &path, None).await).starts_with("404"));
    let owner = site.token();
    let session = tried(&site, &mut stick).await;
    site.with_token(session["token"].as_str());
    assert_eq!(response_text(&site.answer("DELETE", &path, None).await), "204");
    assert_eq!(tried(&site, &mut phone).await["code"], "passkey-refused");
    // An owner removes the remaining passkey of the user.
    site.with_token(owner.as_deref());
    site.at_address("192.0.2.8");
    let rows = got(&site, USERS).await;
    let row = rows.as_array().unwrap().iter().find(|it| it["name"] == "editor").unwrap();
    assert_eq!(row["passkeys"], 1);
    let path = format!("{USERS}/{}/passkeys", row["id"].as_str().unwrap());
    assert_eq!(response_text(&site.answer("DELETE", &path, None).await), "204");
    assert_eq!(tried(&site, &mut stick).await["code"], "passkey-refused");
    let log = got(&site, "/api/v1/admin/log?action=passkey-removed").await;
    assert_eq!(log.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn passkey_is_renamed_by_its_user() {
    let (mut phone, mut stick) = (Authenticator::ed25519(), Authenticator::p256());
    let site = editor(&mut phone).await;
    added(&site, &mut stick, "Stick").await;
    let listed = got(&site, OWN).await;
    let row = listed.as_array().unwrap().iter().find(|it| it["name"] == "Phone").unwrap();
    let path = format!("{OWN}/{}", row["id"].as_str().unwrap());
    let named = async |name: &str| {
        let body = json!({ "name": name, "user_id": "someone else" }).to_string();
        response_text(&site.answer("PUT", &path, Some(&body)).await)
    };
    assert!(named(" 旧手机 ").await.starts_with("200"));
    // Saving the same name again is not logged.
    assert!(named("旧手机").await.starts_with("200"));
    assert!(named("  ").await.contains("required"));
    assert!(named(&"长".repeat(101)).await.contains("too-long"));
    assert!(named("a\u{202e}b").await.contains("invalid-characters"));
    // The names are compared without order, because both passkeys may have the same creation time.
    let names: BTreeSet<_> =
        got(&site, OWN).await.as_array().unwrap().iter().map(|it| it["name"].to_string()).collect();
    assert_eq!(names, BTreeSet::from(["\"Stick\"".to_owned(), "\"旧手机\"".to_owned()]));
    assert!(tried(&site, &mut phone).await["token"].is_string());

    site.log_in_as("owner").await;
    assert!(named("Mine").await.starts_with("404"));
    let log = got(&site, "/api/v1/admin/log?action=passkey-renamed").await;
    let log = log.as_array().unwrap();
    assert_eq!(log.len(), 1);
    assert_eq!((&log[0]["before"], &log[0]["after"]), (&json!("\"Phone\""), &json!("\"旧手机\"")));
}

#[tokio::test]
async fn passkey_is_valid_after_password_change_if_user_is_enabled() {
    let mut authenticator = Authenticator::ed25519();
    let site = editor(&mut authenticator).await;
    site.inside().execute("update users set disabled_at = 1").await.unwrap();
    assert_eq!(tried(&site, &mut authenticator).await["code"], "passkey-refused");
    site.inside().execute("update users set disabled_at = null").await.unwrap();
    let change = json!({ "current": "correct horse battery", "password": "battery staple horse" })
        .to_string();
    let changed = site.answer("PUT", "/api/v1/me/password", Some(&change)).await;
    assert!(response_text(&changed).starts_with("200"));
    assert!(tried(&site, &mut authenticator).await["token"].is_string());
}
