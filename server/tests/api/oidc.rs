//! Tests of OpenID Connect: linking an account, login with the identity provider, and invalid or
//! malicious responses.

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::provider::{Provider, ProviderBehavior, now};
use crate::site::{Site, response_text};

const LOGIN: &str = "/api/v1/login/oidc";
const OWN: &str = "/api/v1/me/oidc";

async fn sent(site: &Site, path: &str, body: &Value) -> Value {
    let answer = site.answer("POST", path, Some(&body.to_string())).await;
    serde_json::from_slice(answer.body()).unwrap_or_default()
}

/// Simulates the consent of a user at the provider; returns the parameters of the callback.
async fn returned(site: &Site, provider: &Provider, path: &str) -> Value {
    let begun = sent(site, &format!("{path}/begin"), &json!({})).await;
    let (state, code) = provider.agree(begun["url"].as_str().unwrap());
    json!({ "code": code, "state": state, "iss": provider.issuer(), "key": begun["key"] })
}

/// A site with an editor whose account is linked to the identity provider.
async fn linked() -> (Site, Provider) {
    let provider = Provider::start().await;
    let site = Site::with(&provider.settings()).await;
    site.log_in_as("editor").await;
    let answer = returned(&site, &provider, OWN).await;
    assert_eq!(site.post(OWN, &answer.to_string()).await, "204");
    (site, provider)
}

async fn tried(site: &Site, provider: &Provider) -> Value {
    let answer = returned(site, provider, LOGIN).await;
    sent(site, LOGIN, &answer).await
}

#[tokio::test]
async fn linked_account_logs_in_through_the_identity_provider() {
    let (site, provider) = linked().await;
    let mine = site.token();
    site.with_token(None);
    assert_snapshot!(site.get("/api/v1/login/methods").await, @r#"
    200 application/json
    {"oidc":{"zh":"公司账号","en":"Company"}}
    "#);
    let session = tried(&site, &provider).await;
    assert_eq!(session["user"]["name"], "editor", "{session}");
    assert_eq!(provider.keys_read(), 1, "the provider's keys must be cached");
    site.with_token(mine.as_deref());
    assert!(site.get(OWN).await.contains("\"linked_at\":[time]"));
    assert_eq!(response_text(&site.answer("DELETE", OWN, None).await), "204");
    assert!(site.get(OWN).await.contains("\"linked_at\":null"));
    assert_eq!(tried(&site, &provider).await["code"], "oidc-unlinked");
}

#[tokio::test]
async fn provider_login_requires_a_linked_and_enabled_account() {
    let provider = Provider::start().await;
    let site = Site::with(&provider.settings()).await;
    let answer = returned(&site, &provider, LOGIN).await;
    assert_snapshot!(site.post(LOGIN, &answer.to_string()).await, @r#"
    401 application/problem+json
    {"type":"/problems/oidc-unlinked","title":"Unauthorized","status":401,"detail":"no account is linked with this identity","code":"oidc-unlinked"}
    "#);
    let (site, provider) = linked().await;
    site.inside().execute("update users set disabled_at = 1").await.unwrap();
    assert_eq!(tried(&site, &provider).await["code"], "oidc-unlinked");
}

#[tokio::test]
async fn identity_cannot_be_linked_to_two_accounts() {
    let (site, provider) = linked().await;
    site.log_in_as("owner").await;
    let answer = returned(&site, &provider, OWN).await;
    assert_eq!(sent(&site, OWN, &answer).await["errors"][0]["code"], "taken");
    provider.does(|does| drop(does.claims.insert("sub".to_owned(), json!("u-2"))));
    let answer = returned(&site, &provider, OWN).await;
    assert_eq!(site.post(OWN, &answer.to_string()).await, "204");
    assert_eq!(tried(&site, &provider).await["user"]["name"], "owner");
}

#[tokio::test]
async fn invalid_provider_response_is_rejected() {
    type Fault = (&'static str, fn(&mut ProviderBehavior));
    fn claim(does: &mut ProviderBehavior, name: &str, value: Value) {
        does.claims.insert(name.to_owned(), value);
    }
    let faults: [Fault; 15] = [
        ("another nonce", |it| claim(it, "nonce", json!("other"))),
        ("no nonce", |it| claim(it, "nonce", Value::Null)),
        ("another audience", |it| claim(it, "aud", json!("somebody"))),
        ("several audiences, no azp", |it| claim(it, "aud", json!(["pailou", "b"]))),
        ("another authorized party", |it| claim(it, "azp", json!("another-client"))),
        ("another issuer", |it| claim(it, "iss", json!("http://evil.example"))),
        ("expired", |it| claim(it, "exp", json!(now() - 300))),
        ("no expiry time", |it| claim(it, "exp", Value::Null)),
        ("not yet valid", |it| claim(it, "nbf", json!(now() + 300))),
        ("no subject", |it| claim(it, "sub", Value::Null)),
        ("subject with a NUL character", |it| claim(it, "sub", json!("u\0"))),
        ("no signature", |it| it.signs_nothing = true),
        ("another signing key", |it| it.signs_with_another = true),
        ("unknown key id", |it| it.kid = Some("unknown")),
        ("error response", |it| it.error = Some("invalid_grant")),
    ];
    let (site, provider) = linked().await;
    for (number, (name, wrong)) in faults.into_iter().enumerate() {
        site.at_address(&format!("192.0.4.{number}"));
        provider.does(|does| *does = ProviderBehavior::default());
        assert!(tried(&site, &provider).await["token"].is_string(), "valid login before `{name}`");
        provider.does(wrong);
        assert_eq!(tried(&site, &provider).await["code"], "oidc-refused", "{name}");
    }
}

#[tokio::test]
async fn recent_provider_login_counts_as_reauthentication() {
    let (site, provider) = linked().await;
    for (number, (auth_time, expected)) in [
        (json!(now()), "200"),
        (json!(now() - 600), "200"),
        (json!(now() + 600), "200"),
        (json!(now() - 1000), "403"),
        (json!("now"), "403"),
        // Some providers do not re-authenticate the user, and omit `auth_time`.
        (Value::Null, "403"),
    ]
    .into_iter()
    .enumerate()
    {
        site.at_address(&format!("192.0.5.{number}"));
        provider.does(|does| drop(does.claims.insert("auth_time".to_owned(), auth_time.clone())));
        let session = tried(&site, &provider).await;
        site.with_token(session["token"].as_str());
        let delicate = site.post("/api/v1/me/second-factor", "").await;
        assert!(delicate.starts_with(expected), "{auth_time}: {delicate}");
        assert_eq!(expected == "403", delicate.contains("confirm-needed"), "{auth_time}");
    }
}

#[tokio::test]
async fn rotated_provider_key_is_fetched() {
    let (site, provider) = linked().await;
    provider.change_key("second");
    assert!(tried(&site, &provider).await["token"].is_string());
    assert_eq!(provider.keys_read(), 2);
}

#[tokio::test]
async fn unavailable_or_invalid_provider_is_503() {
    let (site, provider) = linked().await;
    provider.does(|does| does.hangs_up = true);
    assert_eq!(tried(&site, &provider).await["code"], "unavailable");
    let other_provider = Provider::start().await;
    other_provider.does(|does| does.calls_itself = Some("https://evil.example"));
    let site = Site::with(&other_provider.settings()).await;
    let begin = format!("{LOGIN}/begin");
    assert_snapshot!(site.post(&begin, "").await, @r#"
    503 application/problem+json
    {"type":"/problems/unavailable","title":"Service Unavailable","status":503,"detail":"identity provider unavailable, or its response is invalid","code":"unavailable"}
    "#);
    let nobody = "[oidc]\nissuer = 'http://127.0.0.1:1'\nclient-id = 'x'\n";
    let site = Site::with(nobody).await;
    assert!(site.post(&begin, "").await.starts_with("503"));
}

#[tokio::test]
async fn callback_is_valid_once_and_only_in_the_same_browser() {
    let (site, provider) = linked().await;
    let answer = returned(&site, &provider, LOGIN).await;
    let with = |name: &str, value: Value| {
        let mut answer = answer.clone();
        answer[name] = value;
        answer
    };
    // A wrong `key` (a secret that only this browser has) invalidates the state, so the right `key` is rejected, too.
    assert_eq!(sent(&site, LOGIN, &with("key", json!("guess"))).await["code"], "oidc-refused");
    assert_eq!(sent(&site, LOGIN, &answer).await["code"], "oidc-refused");
    let answer = returned(&site, &provider, LOGIN).await;
    assert!(sent(&site, LOGIN, &answer).await["token"].is_string());
    assert_eq!(sent(&site, LOGIN, &answer).await["code"], "oidc-refused");
    for issuer in [json!("https://evil.example"), Value::Null] {
        site.at_address("192.0.2.77");
        let mut answer = returned(&site, &provider, LOGIN).await;
        answer["iss"] = issuer;
        assert_eq!(sent(&site, LOGIN, &answer).await["code"], "oidc-refused");
    }
    // The response of a flow that links an account cannot be used for a login.
    let answer = returned(&site, &provider, OWN).await;
    assert_eq!(sent(&site, LOGIN, &answer).await["code"], "oidc-refused");
}

#[tokio::test]
async fn unconfigured_identity_provider_is_404() {
    let site = Site::new().await;
    assert!(site.get("/api/v1/login/methods").await.contains("{\"oidc\":null}"));
    assert!(site.post(&format!("{LOGIN}/begin"), "").await.starts_with("404"));
    site.log_in_as("editor").await;
    assert!(site.get(OWN).await.starts_with("404"));
}
