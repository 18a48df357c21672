//! Tests of webhooks: deliveries, and retries of failed ones.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use insta::assert_snapshot;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::site::{Site, response_text};

const HOOKS: &str = "/api/v1/admin/webhooks";
const ALLOWED: &str = "[outbound]\nallow = ['127.0.0.1']";

/// A request to a receiver: its headers and its raw body.
#[derive(Debug, Clone)]
struct Received {
    headers: Vec<(String, String)>,
    body: String,
}

impl Received {
    fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

/// A test server that responds to each delivery with the next item of `answers`, or with 204 if none is left. For an
/// empty item, the server closes the connection without a response.
struct Receiver {
    endpoint: String,
    received: Arc<Mutex<Vec<Received>>>,
    answers: Arc<Mutex<Vec<&'static str>>>,
}

const OK: &str = "HTTP/1.1 204 No Content\r\n\r\n";
const FAILS: &str = "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n";

impl Receiver {
    async fn new(answers: &[&'static str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let endpoint = format!("http://{}/in?key=7", listener.local_addr().unwrap());
        let received = Arc::<Mutex<Vec<Received>>>::default();
        let answers = Arc::new(Mutex::new(answers.iter().rev().copied().collect::<Vec<_>>()));
        let (into, from) = (received.clone(), answers.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let answer = from.lock().unwrap().pop().unwrap_or(OK);
                take(stream, answer, &into).await;
            }
        });
        Self { endpoint, received, answers }
    }

    fn will_answer(&self, answers: &[&'static str]) {
        *self.answers.lock().unwrap() = answers.iter().rev().copied().collect();
    }

    fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

async fn take(mut stream: TcpStream, answer: &str, into: &Mutex<Vec<Received>>) {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at + 4;
        }
        assert_ne!(stream.read_buf(&mut bytes).await.unwrap(), 0, "the request must be complete");
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    assert!(text.starts_with("POST /in?key=7 HTTP/1.1\r\n"), "{text}");
    let line = |line: &str| {
        let (name, value) = line.split_once(": ")?;
        Some((name.to_ascii_lowercase(), value.to_owned()))
    };
    let headers: Vec<_> = text.lines().filter_map(line).collect();
    let length = headers.iter().find(|(name, _)| name == "content-length").unwrap();
    let length: usize = length.1.parse().unwrap();
    while bytes.len() < head + length {
        assert_ne!(stream.read_buf(&mut bytes).await.unwrap(), 0, "the request must be complete");
    }
    let body = String::from_utf8(bytes[head..].to_vec()).unwrap();
    into.lock().unwrap().push(Received { headers, body });
    let _ = stream.write_all(answer.as_bytes()).await;
}

async fn json_of(site: &Site, method: &str, path: &str, body: &Value) -> Value {
    let answer = site.answer(method, path, Some(&body.to_string())).await;
    assert!(!answer.status().is_server_error(), "{method} {path}: {}", response_text(&answer));
    serde_json::from_slice(answer.body()).unwrap_or_default()
}

async fn got(site: &Site, path: &str) -> Value {
    serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap()
}

/// Adds a webhook as owner; returns its id and its secret.
async fn create_webhook(site: &Site, endpoint: &str, events: &[&str]) -> (String, String) {
    let request = json!({ "endpoint": endpoint, "events": events, "note": "cache" });
    let made = json_of(site, "POST", HOOKS, &request).await;
    let text = |value: &Value| value.as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    (text(&made["webhook"]["id"]), text(&made["secret"]))
}

async fn with_pages() -> Site {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    site.import(&[("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n")]).await;
    site
}

async fn page_id(site: &Site) -> String {
    let pages = got(site, "/api/v1/admin/pages").await;
    pages[0]["id"].as_str().unwrap_or_else(|| panic!("{pages}")).to_owned()
}

async fn test(site: &Site, id: &str) {
    let answer = site.answer("POST", &format!("{HOOKS}/{id}/test"), None).await;
    assert_eq!(answer.status(), 202);
}

async fn deliveries(site: &Site, id: &str) -> Value {
    got(site, &format!("{HOOKS}/{id}/deliveries")).await
}

#[tokio::test]
async fn delivery_signature_matches_standard_webhooks() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let receiver = Receiver::new(&[]).await;
    let (id, secret) = create_webhook(&site, &receiver.endpoint, &[]).await;
    test(&site, &id).await;
    site.inside().deliver(0).await;
    let all = receiver.received();
    let [message] = &all[..] else { panic!("{all:?}") };
    assert_eq!(message.header("content-type"), "application/json");
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    let (name, time) = (message.header("webhook-id"), message.header("webhook-timestamp"));
    mac.update(format!("{name}.{time}.{}", message.body).as_bytes());
    let signature = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    assert_eq!(message.header("webhook-signature"), signature);
    let body = message.json();
    assert_eq!(body["type"], "test");
    assert_eq!(body["site"], "https://docs.example.org");
    assert_eq!(body["data"], json!({ "by": "owner" }));
    let stored = deliveries(&site, &id).await;
    assert_eq!(
        (&stored[0]["id"], &stored[0]["state"], &stored[0]["status"], &stored[0]["attempts"]),
        (&json!(name), &json!("delivered"), &json!(204), &json!(1))
    );
    // A successful delivery is not repeated.
    site.inside().deliver(200_000_000).await;
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn page_events_are_delivered() {
    let site = with_pages().await;
    let receiver = Receiver::new(&[]).await;
    create_webhook(&site, &receiver.endpoint, &[]).await;
    let page = page_id(&site).await;
    let path = format!("/api/v1/admin/pages/{page}");
    site.with_header(Some(("if-match", "*")));
    let change = json!({ "markdown": "# Start here\n" });
    json_of(&site, "PUT", "/api/v1/docs/en/start", &change).await;
    let moved = json!({ "path": "guide/start" });
    json_of(&site, "POST", &format!("{path}/move"), &moved).await;
    json_of(&site, "POST", &format!("{path}/en/unpublish"), &json!({})).await;
    site.answer("DELETE", &path, None).await;
    site.with_header(None);
    site.inside().deliver(0).await;
    let events: Vec<_> = receiver.received().iter().map(Received::json).collect();
    let line = |it: &Value| format!("{} {}", it["type"], it["data"]["texts"]);
    assert_snapshot!(events.iter().map(line).collect::<Vec<_>>().join("\n"), @r#"
    "page.published" [{"locale":"en-US","title":"Start here","url":"/index/en/docs/start"}]
    "translation.outdated" [{"locale":"zh-CN","title":"开始","url":"/index/zh/docs/start"}]
    "page.moved" [{"locale":"zh-CN","old_url":"/index/zh/docs/start","title":"开始","url":"/index/zh/docs/guide/start"},{"locale":"en-US","old_url":"/index/en/docs/start","title":"Start here","url":"/index/en/docs/guide/start"}]
    "page.unpublished" [{"locale":"en-US","title":"Start here","url":"/index/en/docs/guide/start"}]
    "page.trashed" [{"locale":"zh-CN","title":"开始","url":"/index/zh/docs/guide/start"}]
    "#);
    assert!(events.iter().all(|it| it["data"]["page"] == page && it["data"]["by"] == "owner"));
}

/// A change can cause two events within the same millisecond, so their times do not determine the order.
#[tokio::test]
async fn events_of_one_transaction_keep_their_order() {
    let site = with_pages().await;
    let receiver = Receiver::new(&[]).await;
    create_webhook(&site, &receiver.endpoint, &[]).await;
    site.with_header(Some(("if-match", "*")));
    for round in 0..12 {
        for (lang, markdown) in
            [("en", format!("# Start {round}\n")), ("zh", format!("# 开始{round}\n"))]
        {
            let change = json!({ "markdown": markdown });
            json_of(&site, "PUT", &format!("/api/v1/docs/{lang}/start"), &change).await;
        }
    }
    site.with_header(None);
    site.inside().deliver(0).await;
    let events: Vec<_> = receiver.received().iter().map(|it| it.json()["type"].clone()).collect();
    assert_eq!(events, ["page.published", "translation.outdated", "page.published"].repeat(12));
}

/// Outdated segments are reported after publishing and after an import. An import causes no other event.
#[tokio::test]
async fn newly_outdated_segments_are_reported_once() {
    let site = with_pages().await;
    let sections =
        |word: &str| format!("# Start\n\n## One\n\nFirst {word}.\n\n## Two\n\nSecond.\n");
    let zh = "# 开始\n\n## 一\n\n第一段。\n\n## 二\n\n第二段。\n";
    site.import(&[("en/start.md", &sections("of all")), ("zh/start.md", zh)]).await;
    let receiver = Receiver::new(&[]).await;
    create_webhook(&site, &receiver.endpoint, &["translation.outdated"]).await;
    site.import(&[("en/start.md", &sections("of all of them"))]).await;
    site.import(&[("en/start.md", &sections("of all of these"))]).await;
    site.import(&[("zh/start.md", &zh.replace("第一段", "首先的一段"))]).await;
    site.with_header(Some(("if-match", "*")));
    let change =
        json!({ "markdown": sections("of all those").replace("Second.", "Second, and last.") });
    json_of(&site, "PUT", "/api/v1/docs/en/start", &change).await;
    site.with_header(None);
    site.inside().deliver(0).await;
    let events: Vec<_> = receiver.received().iter().map(Received::json).collect();
    let line = |it: &Value| {
        format!("{} {} {}", it["data"]["by"], it["data"]["texts"], it["data"]["outdated"])
    };
    assert_snapshot!(events.iter().map(line).collect::<Vec<_>>().join("\n"), @r#"
    "import" [{"locale":"zh-CN","title":"开始","url":"/index/zh/docs/start"}] {"locale":"zh-CN","revision":3,"sections":["一"],"segments":1}
    "owner" [{"locale":"zh-CN","title":"开始","url":"/index/zh/docs/start"}] {"locale":"zh-CN","revision":5,"sections":["一","二"],"segments":2}
    "#);
}

#[tokio::test]
async fn site_file_events_include_an_automatic_revert() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let receiver = Receiver::new(&[]).await;
    create_webhook(&site, &receiver.endpoint, &["config.published"]).await;
    let sheet = "/api/v1/admin/config/global_style.css";
    site.with_header(Some(("if-match", "*")));
    json_of(&site, "PUT", sheet, &json!({ "body": "a { b: c }" })).await;
    site.with_header(None);
    site.inside().deliver(0).await;
    // The stylesheet is not confirmed within a minute, so it is reverted.
    site.inside().perform_due_site_file_changes(61_000).await;
    site.inside().deliver(0).await;
    let values: Vec<_> =
        receiver.received().iter().map(|it| it.json()["data"]["value"].to_string()).collect();
    assert_snapshot!(values.join("\n"), @r#"
    {"name":"global_style.css","url":"/api/v1/public/config/raw/global_style.css","version":1}
    {"name":"global_style.css","url":"/api/v1/public/config/raw/global_style.css","version":null}
    "#);
}

#[tokio::test]
async fn failed_delivery_is_retried() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let redirect =
        "HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n";
    let receiver = Receiver::new(&[FAILS, "", redirect]).await;
    let (id, _) = create_webhook(&site, &receiver.endpoint, &[]).await;
    test(&site, &id).await;
    let mut seen = Vec::new();
    for later in [0, 5_000, 11_000, 75_000, 380_000] {
        site.inside().deliver(later).await;
        let one = &deliveries(&site, &id).await[0];
        let status = [&one["state"], &one["attempts"], &one["status"], &one["error"]];
        seen.push(format!("{later} {}", status.map(Value::to_string).join(" ")));
    }
    assert_snapshot!(seen.join("\n"), @r#"
    0 "waiting" 1 500 null
    5000 "waiting" 1 500 null
    11000 "waiting" 2 null "broken"
    75000 "waiting" 3 302 null
    380000 "delivered" 4 204 null
    "#);
    let names: Vec<_> =
        receiver.received().iter().map(|it| it.header("webhook-id").to_owned()).collect();
    assert_eq!(names.len(), 4);
    assert!(names.iter().all(|name| *name == names[0]), "{names:?}");
}

#[tokio::test]
async fn delivery_fails_after_eight_attempts() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let receiver = Receiver::new(&[FAILS; 9]).await;
    let (id, _) = create_webhook(&site, &receiver.endpoint, &[]).await;
    test(&site, &id).await;
    for hours in 0..80 {
        site.inside().deliver(hours * 3_600_000).await;
    }
    let one = deliveries(&site, &id).await[0].clone();
    assert_eq!((&one["state"], &one["attempts"]), (&json!("failed"), &json!(8)));
    assert_eq!(receiver.received().len(), 8);
    assert_eq!(got(&site, &format!("{HOOKS}/{id}")).await["failed"], 1);
    // A user requests a redelivery.
    let name = one["id"].as_str().unwrap();
    receiver.will_answer(&[OK]);
    let again =
        site.answer("POST", &format!("{HOOKS}/{id}/deliveries/{name}/redeliver"), None).await;
    assert_eq!(again.status(), 202);
    site.inside().deliver(0).await;
    let one = &deliveries(&site, &id).await[0];
    assert_eq!((&one["state"], &one["attempts"]), (&json!("delivered"), &json!(1)));
}

#[tokio::test]
async fn endpoint_returning_410_is_disabled() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let receiver = Receiver::new(&["HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n"]).await;
    let (id, _) = create_webhook(&site, &receiver.endpoint, &[]).await;
    test(&site, &id).await;
    site.inside().deliver(0).await;
    let hook = got(&site, &format!("{HOOKS}/{id}")).await;
    assert_eq!((&hook["is_on"], &hook["error"]), (&json!(false), &json!("gone")));
    let refused = site.answer("POST", &format!("{HOOKS}/{id}/test"), None).await;
    assert_eq!(refused.status(), 422);
    let log = got(&site, "/api/v1/admin/log?action=webhook-changed").await;
    assert_eq!((&log[0]["actor"], &log[0]["after"]), (&json!(""), &json!("410")), "{log}");
    // The URL of a webhook may contain a secret.
    assert!(!log.to_string().contains("key=7"), "{log}");
    let on = json!({ "endpoint": receiver.endpoint, "events": [], "note": "", "is_on": true });
    site.with_header(Some(("if-match", hook["revision"].as_str().unwrap())));
    let hook = json_of(&site, "PUT", &format!("{HOOKS}/{id}"), &on).await;
    assert_eq!((&hook["is_on"], &hook["error"]), (&json!(true), &Value::Null));
}

#[tokio::test]
async fn pending_deliveries_to_a_410_endpoint_are_canceled() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let receiver = Receiver::new(&["HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n"]).await;
    let (id, _) = create_webhook(&site, &receiver.endpoint, &[]).await;
    for _ in 0..3 {
        test(&site, &id).await;
    }
    site.inside().deliver(0).await;
    assert_eq!(receiver.received().len(), 1);
    let all = deliveries(&site, &id).await;
    let brief = |one: &Value| {
        let how = [&one["state"], &one["status"], &one["error"], &one["next_at"]];
        how.map(Value::to_string).join(" ")
    };
    let mut seen: Vec<_> = all.as_array().unwrap().iter().map(brief).collect();
    seen.sort();
    assert_snapshot!(seen.join("\n"), @r#"
    "failed" 410 null null
    "failed" null "gone" null
    "failed" null "gone" null
    "#);
    let hook = got(&site, &format!("{HOOKS}/{id}")).await;
    assert_eq!((&hook["waiting"], &hook["failed"]), (&json!(0), &json!(3)));
    // After the receiver has recovered, a user may redeliver; the dispatcher does not retry the delivery.
    let on = json!({ "endpoint": receiver.endpoint, "events": [], "note": "", "is_on": true });
    site.with_header(Some(("if-match", hook["revision"].as_str().unwrap())));
    json_of(&site, "PUT", &format!("{HOOKS}/{id}"), &on).await;
    site.with_header(None);
    site.inside().deliver(200_000_000).await;
    assert_eq!(receiver.received().len(), 1);
    let failed = all.as_array().unwrap().iter().find(|one| one["error"] == "gone").unwrap();
    let name = failed["id"].as_str().unwrap();
    let again =
        site.answer("POST", &format!("{HOOKS}/{id}/deliveries/{name}/redeliver"), None).await;
    assert_eq!(again.status(), 202);
    site.inside().deliver(0).await;
    assert_eq!(receiver.received()[1].header("webhook-id"), name);
}

#[tokio::test]
async fn deliveries_wait_while_a_webhook_is_disabled() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let receiver = Receiver::new(&[]).await;
    let (id, _) = create_webhook(&site, &receiver.endpoint, &[]).await;
    test(&site, &id).await;
    site.with_header(Some(("if-match", "*")));
    for is_on in [false, true] {
        let request =
            json!({ "endpoint": receiver.endpoint, "events": [], "note": "", "is_on": is_on });
        let hook = json_of(&site, "PUT", &format!("{HOOKS}/{id}"), &request).await;
        assert_eq!((&hook["is_on"], &hook["waiting"]), (&json!(is_on), &json!(1)));
        site.inside().deliver(0).await;
        assert_eq!(receiver.received().len(), usize::from(is_on));
    }
}

#[tokio::test]
async fn slow_endpoint_does_not_delay_other_endpoints() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}/in?key=7", silent.local_addr().unwrap());
    let receiver = Receiver::new(&[]).await;
    let (slow, _) = create_webhook(&site, &endpoint, &[]).await;
    let (quick, _) = create_webhook(&site, &receiver.endpoint, &[]).await;
    for id in [&slow, &slow, &quick, &quick] {
        test(&site, id).await;
    }
    // Simulates that the server stops while it waits for the slow receiver.
    let _ = tokio::time::timeout(Duration::from_secs(2), site.inside().deliver(0)).await;
    assert_eq!(receiver.received().len(), 2);
    let waiting = deliveries(&site, &slow).await;
    assert_eq!(waiting.as_array().unwrap().iter().filter(|it| it["state"] == "waiting").count(), 2);
    // Only one of the two deliveries to the slow receiver was started.
    let begun = |all: &Value| {
        let attempts = all.as_array().unwrap().iter().map(|it| it["attempts"].as_i64().unwrap());
        attempts.collect::<Vec<_>>()
    };
    assert_eq!(begun(&waiting).iter().sum::<i64>(), 1);
}

#[tokio::test]
async fn concurrent_dispatchers_send_each_delivery_once() {
    let site = Site::with(ALLOWED).await;
    site.log_in_as("owner").await;
    let receiver = Receiver::new(&[]).await;
    let (id, _) = create_webhook(&site, &receiver.endpoint, &[]).await;
    for _ in 0..20 {
        test(&site, &id).await;
    }
    let inside = site.inside();
    tokio::join!(inside.deliver(0), inside.deliver(0), inside.deliver(0));
    assert_eq!(receiver.received().len(), 20);
}

#[tokio::test]
async fn private_endpoint_is_rejected_unless_allowed() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for host in ["127.0.0.1", "10.0.0.1", "192.168.1.5", "[fd00::1]", "[::1]"] {
        let request = json!({ "endpoint": format!("https://{host}:9/"), "events": [], "note": "" });
        let refused = json_of(&site, "POST", HOOKS, &request).await;
        assert_eq!(refused["errors"][0]["code"], "private", "{host}: {refused}");
    }
    // A host name is resolved only at the delivery.
    let (id, _) = create_webhook(&site, "https://localhost:9/", &[]).await;
    test(&site, &id).await;
    site.inside().deliver(0).await;
    assert_eq!(deliveries(&site, &id).await[0]["error"], "private");
    let site = Site::with("[outbound]\nallow = ['10.0.0.1', 'fd00::1']").await;
    site.log_in_as("owner").await;
    create_webhook(&site, "https://10.0.0.1/", &[]).await;
    create_webhook(&site, "https://[fd00::1]/", &[]).await;
}

#[tokio::test]
async fn invalid_endpoint_is_rejected_with_a_code() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for (endpoint, code) in [
        ("hooks.example.org", "not-an-address"),
        ("http://hooks.example.org/", "not-safe"),
        ("https://me:secret@hooks.example.org/", "has-password"),
    ] {
        let request = json!({ "endpoint": endpoint, "events": [], "note": "" });
        let refused = json_of(&site, "POST", HOOKS, &request).await;
        assert_eq!(refused["errors"][0]["code"], code, "{endpoint}");
    }
    let request = json!({ "endpoint": "https://a.example/", "events": ["page.read"], "note": "" });
    assert_eq!(json_of(&site, "POST", HOOKS, &request).await["code"], "bad-request");
    let request = json!({ "endpoint": "https://a.example/", "events": [], "note": "a\nb" });
    assert_eq!(json_of(&site, "POST", HOOKS, &request).await["errors"][0]["code"], "too-long");
}

#[tokio::test]
async fn webhook_secret_is_returned_once() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let (id, first) = create_webhook(&site, "https://hooks.example.org/", &["page.moved"]).await;
    let made = json_of(&site, "POST", &format!("{HOOKS}/{id}/secret"), &json!({})).await;
    let second = made["secret"].as_str().unwrap();
    assert!(second.starts_with("whsec_") && second != first);
    for path in [HOOKS.to_owned(), format!("{HOOKS}/{id}"), "/api/v1/admin/log".to_owned()] {
        assert!(!site.get(&path).await.contains("whsec_"), "{path}");
    }
    let answer = site.answer("GET", &format!("{HOOKS}/{id}"), None).await;
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_snapshot!(response_text(&answer).replace(&id, "[id]"), @r#"
    200 application/json
    {"id":"[id]","revision":"2","endpoint":"https://hooks.example.org/","events":["page.moved"],"note":"cache","is_on":true,"error":null,"created_at":[time],"made_by":"owner","waiting":0,"failed":0}
    "#);
}

#[tokio::test]
async fn stale_webhook_change_is_412() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let (id, _) = create_webhook(&site, "https://hooks.example.org/", &[]).await;
    let path = format!("{HOOKS}/{id}");
    assert_eq!(site.answer("DELETE", &path, None).await.status(), 428);
    site.with_header(Some(("if-match", "\"7\"")));
    let off = json!({ "endpoint": "https://b.example/", "events": [], "note": "", "is_on": false });
    let stale = json_of(&site, "PUT", &path, &off).await;
    assert_eq!(stale["row"]["endpoint"], "https://hooks.example.org/");
    site.with_header(Some(("if-match", "\"1\"")));
    assert_eq!(json_of(&site, "PUT", &path, &off).await["is_on"], false);
    site.with_header(Some(("if-match", "\"2\"")));
    assert_eq!(site.answer("DELETE", &path, None).await.status(), 204);
    site.with_header(None);
    assert!(site.get(&path).await.starts_with("404"));
}
