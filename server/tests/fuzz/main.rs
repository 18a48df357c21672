//! Fuzz test of the API. It reads the OpenAPI description and sends valid and invalid values to each operation. The
//! description must list the status of each response, the body must match the schema, and no response may be a server
//! error.

#![allow(clippy::unwrap_used)]

#[path = "../api/site.rs"]
#[allow(dead_code)]
mod site;

mod description;
mod hostile;

use std::net::IpAddr;

use bytes::Bytes;
use http::{Request, Response};
use serde_json::Value;

use description::{Description, Operation};
use hostile::Hostile;
use site::Site;

/// Fixed seed: the same requests in each run, so that a failure can be reproduced.
const SEED: u64 = 20_261_121;
/// Requests per operation, unless `PAILOU_FUZZ_REQUESTS` contains another number (`just fuzz`).
const REQUESTS: usize = 70;
/// Number of parts of the operation list that run in parallel, each with its own site.
const SHARDS: usize = 4;

/// Settings of a Git source without automatic updates.
const SOURCE: &str = "[[source]]\nname = 'docs'\npath = '/nowhere'\nevery = '0'\n\
                      webhook-secret = 'hush hush'\n";

#[tokio::test]
async fn responses_of_shard_0_match_the_openapi_schema() {
    operations_answer_as_described(0).await;
}

#[tokio::test]
async fn responses_of_shard_1_match_the_openapi_schema() {
    operations_answer_as_described(1).await;
}

#[tokio::test]
async fn responses_of_shard_2_match_the_openapi_schema() {
    operations_answer_as_described(2).await;
}

#[tokio::test]
async fn responses_of_shard_3_match_the_openapi_schema() {
    operations_answer_as_described(3).await;
}

fn requests_per_operation() -> usize {
    match std::env::var("PAILOU_FUZZ_REQUESTS") {
        Ok(number) => number.parse().expect("PAILOU_FUZZ_REQUESTS must be a number"),
        Err(_) => REQUESTS,
    }
}

async fn operations_answer_as_described(shard: usize) {
    let requests = requests_per_operation();
    let site = Site::with(SOURCE).await;
    site.import(&[
        ("en/index.md", "# Welcome\n\nHello.\n"),
        ("zh/index.md", "# 欢迎\n\n你好。\n"),
        ("en/_news/guide/start.md", "---\ndate: 2026-11-22\n---\n# News\n"),
        ("en/_landing/hero.md", "---\nblock: hero\n---\n# Hero\n"),
        ("en/guide/start.md", "# Start\n\nInstall it.\n\n## Then\n\nRun it.\n"),
        ("zh/guide/start.md", "# 开始\n\n安装。\n"),
        ("en/guide/only.md", "# Only here\n\nNot translated.\n"),
    ])
    .await;
    site.import_version("2.1", &[("en/index.md", "# Welcome\n"), ("zh/a.md", "# 旧\n")])
        .await
        .unwrap();
    site.inside().add_user("ann", "owner", "correct horse battery").await.unwrap();
    site.inside().add_user("bob", "editor", "correct horse battery").await.unwrap();
    site.with_token(Some(&token(&site, "ann").await));
    let listed = site.answer("GET", "/api/v1/admin/users?q=bob", None).await;
    let listed: Value = serde_json::from_slice(listed.body()).unwrap();
    let user = listed[0]["id"].as_str().unwrap().to_owned();
    let served = site.answer("GET", "/api/v1/openapi.json", None).await;
    let description = Description::new(serde_json::from_slice(served.body()).unwrap());
    let operations = description.operations();
    assert!(operations.len() >= 14, "only {} operations are described", operations.len());
    let operations = operations.iter().enumerate();
    let mut unanswered = Vec::new();
    for (index, operation) in operations.filter(|(index, _)| index % SHARDS == shard) {
        let mut hostile = Hostile::new(SEED);
        site.at_address(&format!("192.0.2.{index}"));
        // Each operation has its own user, because some requests change the rights of their sender.
        let sender = format!("sender {index}");
        site.inside().add_user(&sender, "owner", "correct horse battery").await.unwrap();
        let token = token(&site, &sender).await;
        let page = match operation.path.as_str() {
            "/api/v1/admin/media/file" => file_for(&site, index).await,
            path if path.ends_with("/uploads/{id}") => upload_for(&site, &token).await,
            path if path.contains("/webhooks/{id}") => webhook_for(&site, &token).await,
            "/api/v1/admin/preview-links/{id}" => preview_link_for(&site, index, &token).await,
            "/api/v1/admin/assistant/answers/{id}" => curated_answer(&site, &token).await,
            "/api/v1/admin/assistant/questions/{id}" => stored_question(&site, &token).await,
            "/api/v1/admin/assistant/gaps/{id}/dismissal" => reported_gap(&site, &token).await,
            "/api/v1/public/assistant/shares" => {
                // The question in the valid request needs a page with an answer. Earlier operations may have deleted
                // the imported pages.
                let page = "# 安装\n\n## 安装程序\n\n先安装程序，再启动服务。\n";
                site.import(&[(&format!("zh/fuzz/{index}.md"), page)]).await;
                String::new()
            }
            "/api/v1/public/assistant/shares/{id}" => shared_answer(&site, index).await,
            "/api/v1/admin/landing/order" => blocks_of(&site, &token).await,
            "/api/v1/admin/assistant/model" => model_settings(&site, &token).await,
            "/api/v1/admin/docs-redirects/{locale}/{old}" => {
                redirect(&site, &token).await;
                String::new()
            }
            path if path.contains("/config/{name}/") => {
                style_with_versions(&site, &token).await;
                String::new()
            }
            _ => page_for(&site, operation, index, &token).await,
        };
        let segments = match operation.path.contains("/acknowledgements") {
            true if operation.method == "POST" => {
                outdated_segments(&site, &page, index, &token).await
            }
            _ => Vec::new(),
        };
        if operation.path.ends_with("/acknowledgements/undo") {
            acknowledge(&site, &page, &segments).await;
        }
        let (mut good, mut first) = (0, String::new());
        for number in 0..requests {
            let known = Known { user: &user, item: &page, segments: &segments };
            let known = Some(known).filter(|_| number.is_multiple_of(2));
            let Some(request) = request(operation, &mut hostile, (&token, known), number) else {
                continue;
            };
            let context =
                format!("{} {} {:?}", request.method(), request.uri(), brief(request.body()));
            let answer = site.raw(address(index, number), request).await;
            good += usize::from(answer.status().is_success());
            if number == 0 {
                first = format!("{context}: {} {}", answer.status(), brief(answer.body()));
            }
            check(&description, operation, &answer, &context);
        }
        // These operations reject every request of this test: a user already exists, codes and ids cannot be guessed,
        // no generated value is an archive, and there is no challenge to sign, no delivery, no source conflict, no
        // identity provider, and no language model.
        let refuses_all = [
            "/api/v1/setup",
            "/setup/verify",
            "/webhook",
            "/{conflict}/texts",
            "/{conflict}/resolution",
            "/invitation/verify",
            "/invitation/accept",
            "/invitations/{id}",
            "/me/sessions/{id}",
            "/me/tokens/{id}",
            "/public/preview",
            "/admin/import",
            "/admin/restore",
            "/assistant/model/test",
            "/redeliver",
            "/login/passkey",
            "/confirm/passkey",
            "/me/passkeys/{id}",
            "/login/oidc",
            "/login/oidc/begin",
            "/me/oidc",
            "/me/oidc/begin",
        ];
        let refuses_all = refuses_all.iter().any(|path| operation.path.ends_with(path))
            || (operation.method == "PUT" && operation.path == "/api/v1/me/second-factor")
            || (operation.method == "POST" && operation.path == "/api/v1/me/passkeys");
        if good == 0 && !refuses_all {
            unanswered.push(first);
        }
    }
    assert!(unanswered.is_empty(), "operations without a successful request: {unanswered:#?}");
}

/// Data on the site for one operation: a user, an item that only this operation uses, and the item's outdated segments.
struct Known<'a> {
    user: &'a str,
    item: &'a str,
    segments: &'a [String],
}

/// Creates a page for an operation on a page, and returns its id. Returns an empty string for other operations.
async fn page_for(site: &Site, operation: &Operation, index: usize, token: &str) -> String {
    let Some((_, rest)) = operation.path.split_once("/admin/pages/{id}") else {
        return String::new();
    };
    let (en, zh) = (format!("en/fuzz/{index}.md"), format!("zh/fuzz/{index}.md"));
    let both = [(en.as_str(), "# Fuzz\n\nOne.\n"), (zh.as_str(), "# 试\n\n一。\n")];
    let is_begun = operation.method == "POST" && rest == "/{locale}/text";
    site.import(if is_begun { &both[..1] } else { &both }).await;
    site.with_token(Some(token));
    let id = first_id(site, &format!("/api/v1/admin/pages?q=fuzz/{index}&sort=path")).await;
    if rest == "/restore" {
        site.with_header(Some(("if-match", "*")));
        site.answer("DELETE", &format!("/api/v1/admin/pages/{id}"), None).await;
        site.with_header(None);
    }
    id
}

/// Returns the id of the first item of a list.
async fn first_id(site: &Site, path: &str) -> String {
    let listed = site.answer("GET", path, None).await;
    let listed: Value = serde_json::from_slice(listed.body()).unwrap();
    listed[0]["id"].as_str().unwrap().to_owned()
}

/// Creates a preview link of a new page; returns its id.
async fn preview_link_for(site: &Site, index: usize, token: &str) -> String {
    site.import(&[(&format!("en/fuzz/{index}.md"), "# Fuzz\n\nOne.\n")]).await;
    site.with_token(Some(token));
    let page = first_id(site, &format!("/api/v1/admin/pages?q=fuzz/{index}&sort=path")).await;
    let path = format!("/api/v1/admin/pages/{page}/en/preview-link");
    let made = site.answer("POST", &path, None).await;
    assert_eq!(made.status(), 200, "{:?}", brief(made.body()));
    first_id(site, "/api/v1/admin/preview-links").await
}

/// Creates a shared answer from a new page; returns its id.
async fn shared_answer(site: &Site, index: usize) -> String {
    let page = "# Bridges\n\n## Paint a bridge\n\nPaint the bridge with red paint.\n";
    site.import(&[(&format!("en/fuzz/{index}.md"), page)]).await;
    let question = serde_json::json!({ "question": "paint a bridge", "locale": "en" }).to_string();
    let path = "/api/v1/public/assistant/shares";
    let made = site.answer("POST", path, Some(&question)).await;
    assert_eq!(made.status(), 201, "{:?}", brief(made.body()));
    let made: Value = serde_json::from_slice(made.body()).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

/// Creates a curated answer; returns its id.
async fn curated_answer(site: &Site, token: &str) -> String {
    site.with_token(Some(token));
    let new = serde_json::json!({ "locale": "en", "patterns": ["refund"], "answer": "Ask us." });
    let path = "/api/v1/admin/assistant/answers";
    let made = site.answer("POST", path, Some(&new.to_string())).await;
    assert_eq!(made.status(), 201, "{:?}", brief(made.body()));
    let made: Value = serde_json::from_slice(made.body()).unwrap();
    made["id"].as_str().unwrap().to_owned()
}

/// Asks a question; returns the id under which the site stores the question.
async fn stored_question(site: &Site, token: &str) -> String {
    let question = serde_json::json!({ "question": "Run it", "locale": "en" }).to_string();
    let response = site.answer("POST", "/api/v1/public/assistant/ask", Some(&question)).await;
    assert_eq!(response.status(), 200, "{:?}", brief(response.body()));
    site.with_token(Some(token));
    first_id(site, "/api/v1/admin/assistant/questions").await
}

/// Reports a question as not answered; returns its id, which is also the id of the gap.
async fn reported_gap(site: &Site, token: &str) -> String {
    let report = serde_json::json!({ "question": "Zorblax rental", "locale": "en" }).to_string();
    let reported = site.answer("POST", "/api/v1/public/assistant/gaps", Some(&report)).await;
    assert_eq!(reported.status(), 202, "{:?}", brief(reported.body()));
    site.with_token(Some(token));
    first_id(site, "/api/v1/admin/assistant/questions?state=reported").await
}

/// Creates the redirect that the valid request deletes.
async fn redirect(site: &Site, token: &str) {
    site.with_token(Some(token));
    let new = serde_json::json!({ "locale": "zh", "old": "begin", "target": "guide/start" });
    let made = site.answer("POST", "/api/v1/admin/docs-redirects", Some(&new.to_string())).await;
    assert_eq!(made.status(), 204, "{:?}", brief(made.body()));
}

/// Saves the stylesheet twice, so that it has a version to restore.
async fn style_with_versions(site: &Site, token: &str) {
    site.with_token(Some(token));
    site.with_header(Some(("if-match", "*")));
    for color in ["teal", "navy"] {
        let style = serde_json::json!({ "body": format!("h1 {{ color: {color} }}") }).to_string();
        let path = "/api/v1/admin/config/global_style.css";
        let saved = site.answer("PUT", path, Some(&style)).await;
        assert_eq!(saved.status(), 200, "{:?}", brief(saved.body()));
    }
    site.with_header(None);
}

/// Changes the English text of the page; returns the ids of the Chinese segments that become outdated.
async fn outdated_segments(site: &Site, id: &str, index: usize, token: &str) -> Vec<String> {
    let path = format!("en/fuzz/{index}.md");
    site.import(&[(&path, "# Fuzz\n\nOne, then wait for the answer of the server.\n")]).await;
    site.with_token(Some(token));
    let page = site.answer("GET", &format!("/api/v1/admin/pages/{id}"), None).await;
    let page: Value = serde_json::from_slice(page.body()).unwrap();
    let segments = page["zh"]["segments"].as_array().unwrap().iter();
    let outdated = segments.filter(|segment| segment["state"] == "outdated");
    outdated.map(|segment| segment["id"].as_str().unwrap().to_owned()).collect()
}

async fn acknowledge(site: &Site, id: &str, segments: &[String]) {
    site.with_header(Some(("if-match", "*")));
    let body = serde_json::json!({ "segments": segments }).to_string();
    let path = format!("/api/v1/admin/pages/{id}/zh/acknowledgements");
    let done = site.answer("POST", &path, Some(&body)).await;
    assert_eq!(done.status(), 200, "{:?}", brief(done.body()));
    site.with_header(None);
}

/// Creates a media file; returns its path.
async fn file_for(site: &Site, index: usize) -> String {
    let path = format!("fuzz/{index}.svg");
    site.import(&[(&path, "<svg xmlns=\"http://www.w3.org/2000/svg\"/>")]).await;
    path
}

/// Begins an upload; returns its id.
async fn upload_for(site: &Site, token: &str) -> String {
    site.with_token(Some(token));
    let new = serde_json::json!({ "name": "a.zip", "bytes": 1000 }).to_string();
    let begun = site.answer("POST", "/api/v1/admin/uploads", Some(&new)).await;
    let begun: Value = serde_json::from_slice(begun.body()).unwrap();
    begun["id"].as_str().unwrap().to_owned()
}

/// Returns the body of a request that reorders the front page's blocks: the ids of the blocks.
async fn blocks_of(site: &Site, token: &str) -> String {
    site.with_token(Some(token));
    let order = site.answer("GET", "/api/v1/admin/landing/order", None).await;
    let order: Value = serde_json::from_slice(order.body()).unwrap();
    let ids: Vec<_> =
        order["blocks"].as_array().unwrap().iter().map(|block| &block["id"]).collect();
    serde_json::json!({ "blocks": ids }).to_string()
}

/// Returns the body of a request that changes the settings of the language model: the current settings.
async fn model_settings(site: &Site, token: &str) -> String {
    site.with_token(Some(token));
    let model = site.answer("GET", "/api/v1/admin/assistant/model", None).await;
    let model: Value = serde_json::from_slice(model.body()).unwrap();
    serde_json::json!({ "settings": model["settings"] }).to_string()
}

/// Creates a webhook; returns its id.
async fn webhook_for(site: &Site, token: &str) -> String {
    site.with_token(Some(token));
    let new =
        serde_json::json!({ "endpoint": "https://hooks.example.org/", "events": [], "note": "" });
    let made = site.answer("POST", "/api/v1/admin/webhooks", Some(&new.to_string())).await;
    let made: Value = serde_json::from_slice(made.body()).unwrap();
    made["webhook"]["id"].as_str().unwrap().to_owned()
}

async fn token(site: &Site, name: &str) -> String {
    let good =
        serde_json::json!({ "username": name, "password": "correct horse battery" }).to_string();
    let answer = site.answer("POST", "/api/v1/login", Some(&good)).await;
    let session: Value = serde_json::from_slice(answer.body()).unwrap();
    session["token"].as_str().unwrap().to_owned()
}

/// Returns the client address of a request. Operations do not share addresses, so that rate limits do not affect other
/// operations. Every eighth request of an operation has the same address.
fn address(index: usize, number: usize) -> IpAddr {
    let number = if number.is_multiple_of(8) { 0 } else { number };
    IpAddr::from([10, index as u8, (number >> 8) as u8, number as u8])
}

fn brief(body: &Bytes) -> String {
    String::from_utf8_lossy(&body[..body.len().min(300)]).into_owned()
}

/// Creates request `number` of an operation. Request 0 is valid; the others may contain invalid values. Returns `None`
/// if the last segment of the path would be empty, or if a value makes the request invalid as HTTP.
fn request(
    operation: &Operation,
    hostile: &mut Hostile,
    (token, known): (&str, Option<Known<'_>>),
    number: usize,
) -> Option<Request<Bytes>> {
    let careful = number == 0;
    let mut path = operation.path.clone();
    if let Some(Known { user, item, .. }) = &known {
        path = path.replace("/users/{id}", &format!("/users/{user}"));
        let lists = [
            "pages",
            "uploads",
            "webhooks",
            "preview-links",
            "shares",
            "answers",
            "questions",
            "gaps",
        ];
        for list in lists {
            path = path.replace(&format!("/{list}/{{id}}"), &format!("/{list}/{item}"));
        }
    }
    for parameter in &operation.path_parameters {
        let value = if careful { parameter.good() } else { hostile.in_path(parameter) };
        path = path.replace(&format!("{{{}}}", parameter.name), &value);
    }
    // With an empty last segment, the path would be that of the list instead of an item.
    if path.ends_with('/') {
        return None;
    }
    let file = known.as_ref().filter(|_| path.ends_with("/media/file")).map(|known| known.item);
    let query = if let Some(file) = file {
        format!("?path={file}")
    } else if careful && path.ends_with("/localization/segments") {
        "?locale=zh-CN&area=docs&key=guide/start".to_owned()
    } else if careful {
        String::new()
    } else {
        hostile.query(&operation.query_parameters)
    };
    let mut request = Request::builder().method(operation.method.as_str()).uri(path + &query);
    for (name, value) in hostile.headers(token, careful) {
        request = request.header(name, value);
    }
    for parameter in &operation.header_parameters {
        if let Some(value) = hostile.in_header(parameter, careful) {
            request = request.header(&parameter.name, value);
        }
    }
    let mut body = Bytes::new();
    if let Some(fields) = &operation.body {
        let kind = if careful { "application/json" } else { hostile.media_type() };
        request = request.header("content-type", kind);
        body = match known {
            // These bodies cannot be generated from the schema: the order of all blocks, and the settings of the model.
            Some(known)
                if careful
                    && ["/landing/order", "/assistant/model"]
                        .iter()
                        .any(|end| operation.path.ends_with(end)) =>
            {
                known.item.to_owned().into()
            }
            Some(known) if careful && !known.segments.is_empty() => {
                serde_json::json!({ "segments": known.segments }).to_string().into()
            }
            // A valid move needs a path that no page has.
            _ if careful && operation.path.ends_with("/move") => {
                serde_json::json!({ "path": "fuzz/moved" }).to_string().into()
            }
            _ if careful => Operation::good_body(fields),
            _ => hostile.body(fields),
        };
    }
    request.body(body).ok()
}

#[track_caller]
fn check(
    description: &Description,
    operation: &Operation,
    answer: &Response<Bytes>,
    context: &str,
) {
    let status = answer.status().as_u16();
    let body = brief(answer.body());
    assert!(status < 500, "{context}\nserver error: {status} {body}");
    let described = operation.responses.get(&status.to_string());
    let described =
        described.unwrap_or_else(|| panic!("{context}\n{status} is not described: {body}"));
    let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok());
    let kind = header("content-type").unwrap_or_default();
    let Some((expected, schema)) = described.content() else {
        assert!(answer.body().is_empty(), "{context}\n{status} has a body: {body}");
        return;
    };
    assert!(expected == "*/*" || expected == kind, "{context}\n{status} has type {kind}: {body}");
    for name in described.headers() {
        assert!(header(&name).is_some(), "{context}\n{status} lacks {name}");
    }
    if header("content-encoding").is_some() {
        return;
    }
    if kind.ends_with("json") {
        let json: Value = serde_json::from_slice(answer.body()).unwrap();
        description
            .check(&schema, &json)
            .unwrap_or_else(|wrong| panic!("{context}\n{status}: {wrong}"));
    }
    if status >= 400 {
        let problem: Value = serde_json::from_slice(answer.body()).unwrap();
        assert_eq!(problem["status"], status, "{context}");
        assert!(problem["code"].as_str().is_some_and(|code| !code.is_empty()), "{context}");
    }
}

#[test]
fn schema_check_accepts_matching_values_only() {
    let description = Description::new(serde_json::json!({ "components": { "schemas": {
        "Page": { "type": "object", "required": ["title"], "properties": {
            "title": { "type": "string" }, "size": { "type": ["integer", "null"] } } },
    } } }));
    let list =
        serde_json::json!({ "type": "array", "items": { "$ref": "#/components/schemas/Page" } });
    let check = |json: Value| description.check(&list, &json);
    assert_eq!(
        check(serde_json::json!([{ "title": "a", "size": null }, { "title": "b", "size": 1 }])),
        Ok(())
    );
    assert!(check(serde_json::json!({})).is_err());
    assert!(check(serde_json::json!([{ "size": 1 }])).is_err());
    assert!(check(serde_json::json!([{ "title": 1 }])).is_err());
    assert!(check(serde_json::json!([{ "title": "a", "size": "1" }])).is_err());
    assert!(check(serde_json::json!([{ "title": "a", "secret": "1" }])).is_err());
}
