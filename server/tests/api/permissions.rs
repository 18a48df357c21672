//! Tests of permissions: requests to each operation of the OpenAPI document, with each role.

use http::StatusCode;
use serde_json::{Value, json};

use crate::site::Site;

const ROLES: [&str; 6] = ["owner", "admin", "editor", "translator", "reviewer", "analyst"];
const PASSWORD: &str = "correct horse battery";

struct Operation {
    method: String,
    path: String,
    /// Alternatives of the `security` field; empty for public operations.
    needs: Vec<Need>,
    has_body: bool,
}

/// An alternative in `security`.
struct Need {
    is_session_only: bool,
    permissions: Vec<String>,
}

impl Need {
    fn from_json(alternative: &Value) -> Self {
        let (scheme, permissions) = alternative.as_object().unwrap().iter().next().unwrap();
        let permissions = permissions.as_array().unwrap().iter();
        Self {
            is_session_only: scheme == "session",
            permissions: permissions.map(|name| name.as_str().unwrap().to_owned()).collect(),
        }
    }
}

async fn operations(site: &Site) -> Vec<Operation> {
    let answer = site.answer("GET", "/api/v1/openapi.json", None).await;
    let whole: Value = serde_json::from_slice(answer.body()).unwrap();
    let mut all = Vec::new();
    for (path, item) in whole["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let needs = operation["security"].as_array().into_iter().flatten();
            all.push(Operation {
                method: method.to_uppercase(),
                path: path
                    .replace("{locale}", "en")
                    .replace("{path}", "start")
                    .replace(['{', '}'], ""),
                needs: needs.map(Need::from_json).collect(),
                has_body: operation["requestBody"].is_object(),
            });
        }
    }
    all
}

async fn code(site: &Site, operation: &Operation) -> (StatusCode, String) {
    let body = operation.has_body.then_some("{}");
    let answer = site.answer(&operation.method, &operation.path, body).await;
    let problem: Value = serde_json::from_slice(answer.body()).unwrap_or_default();
    (answer.status(), problem["code"].as_str().unwrap_or_default().to_owned())
}

async fn log_in(site: &Site, name: &str) -> Value {
    let body = json!({ "username": name, "password": PASSWORD }).to_string();
    let answer = site.answer("POST", "/api/v1/login", Some(&body)).await;
    let session: Value = serde_json::from_slice(answer.body()).unwrap();
    site.with_token(session["token"].as_str());
    session
}

#[tokio::test]
async fn every_role_is_allowed_exactly_the_documented_operations() {
    let site = Site::new().await;
    let operations = operations(&site).await;
    let guarded: Vec<_> = operations.iter().filter(|it| !it.needs.is_empty()).collect();
    assert!(guarded.len() > 25, "only {} requests need a login", guarded.len());
    for operation in &guarded {
        let context = format!("{} {}", operation.method, operation.path);
        assert_eq!(code(&site, operation).await.1, "unauthorized", "{context} without a token");
    }
    for (role_index, role) in ROLES.into_iter().enumerate() {
        site.inside().add_user(role, role, PASSWORD).await.unwrap();
        for (number, operation) in guarded.iter().enumerate() {
            site.at_address(&format!("192.0.{role_index}.{number}"));
            // Some requests revoke the session, so each request uses a new session, and a new client address because
            // of the rate limit.
            let session = log_in(&site, role).await;
            let permissions = session["user"]["permissions"].as_array().unwrap();
            let may = |need: &Need| {
                need.permissions.iter().all(|name| permissions.iter().any(|it| it == name))
            };
            let is_allowed = operation.needs.iter().any(may);
            let (status, code) = code(&site, operation).await;
            let context =
                format!("{} {} as {role}: {status} {code}", operation.method, operation.path);
            assert_eq!(code != "forbidden", is_allowed, "{context}");
            assert_ne!(status, StatusCode::UNAUTHORIZED, "{context}");
        }
    }
}

#[tokio::test]
async fn api_token_cannot_exceed_its_permissions() {
    let site = Site::new().await;
    site.inside().add_user("owner", "owner", PASSWORD).await.unwrap();
    log_in(&site, "owner").await;
    for act in ["feedback", "dictionary"] {
        let token_request = json!({ "name": act, "permissions": [act], "days": 1 }).to_string();
        let made = site.answer("POST", "/api/v1/me/tokens", Some(&token_request)).await;
        let made: Value = serde_json::from_slice(made.body()).unwrap();
        let owner = site.token();
        site.with_token(made["token"].as_str());
        for operation in operations(&site).await.iter().filter(|it| !it.needs.is_empty()) {
            let grants = |need: &Need| {
                !need.is_session_only && need.permissions.iter().all(|name| name == act)
            };
            let is_granted = operation.needs.iter().any(grants);
            let (status, code) = code(&site, operation).await;
            let context = format!("{} {} with {act}: {status}", operation.method, operation.path);
            assert_eq!(code != "forbidden", is_granted, "{context} {code}");
        }
        site.with_token(owner.as_deref());
    }
}

#[tokio::test]
async fn unauthenticated_endpoints_are_public_or_for_login() {
    let site = Site::new().await;
    for operation in operations(&site).await {
        let ways_in = [
            "login",
            "login/passkey",
            "login/passkey/begin",
            "login/oidc",
            "login/oidc/begin",
            "login/methods",
            "logout",
            "setup",
            "setup/verify",
            "invitation/verify",
            "invitation/accept",
            "openapi.json",
        ];
        let is_way_in = ways_in.iter().any(|way| operation.path == format!("/api/v1/{way}"));
        let is_public = operation.path.starts_with("/api/v1/public/");
        let context = format!("{} {}", operation.method, operation.path);
        assert_eq!(operation.needs.is_empty(), is_public || is_way_in, "{context}");
    }
}

#[tokio::test]
async fn translator_of_one_language_changes_only_that_language() {
    let site = Site::new().await;
    site.import(&[("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n")]).await;
    site.log_in_as("owner").await;
    let invited = json!({ "note": "", "role": "translator", "locales": ["zh"], "areas": ["docs"], "days": 1 });
    let made = site.answer("POST", "/api/v1/admin/invitations", Some(&invited.to_string())).await;
    let made: Value = serde_json::from_slice(made.body()).unwrap();
    let code = made["url"].as_str().unwrap().split_once("#invite=").unwrap().1;
    let accepted = json!({ "code": code, "username": "zhou", "password": PASSWORD }).to_string();
    assert!(site.post("/api/v1/invitation/accept", &accepted).await.starts_with("200"));
    log_in(&site, "zhou").await;
    let change = json!({ "markdown": "# 开始吧\n" }).to_string();
    site.with_header(Some(("if-match", "*")));
    let zh = site.answer("PUT", "/api/v1/docs/zh/start", Some(&change)).await;
    let en = site.answer("PUT", "/api/v1/docs/en/start", Some(&change)).await;
    // One of the two texts is the source, which a translator may not edit, regardless of the access scope.
    assert_eq!(en.status(), StatusCode::FORBIDDEN);
    let source = site.get("/api/v1/public/docs/zh/start").await;
    let is_source = source.contains(r#""source_locale":"zh-CN""#);
    assert_eq!(zh.status() == StatusCode::FORBIDDEN, is_source, "{source}");
}
