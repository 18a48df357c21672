//! Tests of the administration of the assistant: stored questions, gap report, curated answers, test bench, hand-over.

use serde_json::{Value, json};

use crate::site::Site;

const ASK: &str = "/api/v1/public/assistant/ask";
const FEEDBACK: &str = "/api/v1/public/assistant/feedback";
const REPORT: &str = "/api/v1/public/assistant/gaps";
const QUESTIONS: &str = "/api/v1/admin/assistant/questions";
const GAPS: &str = "/api/v1/admin/assistant/gaps";
const ANSWERS: &str = "/api/v1/admin/assistant/answers";
const BENCH: &str = "/api/v1/admin/assistant/bench";
const SHARES: &str = "/api/v1/public/assistant/shares";
const SITE: &str = "/api/v1/public/site";
const DAY_MS: i64 = 86_400_000;

async fn documented_with(toml: &str) -> Site {
    let site = Site::with(toml).await;
    site.import(&[
        (
            "en/backup.md",
            "# Backup\n\n## Restore a backup\n\nTo restore a backup file, stop the server.\n",
        ),
        ("zh/backup.md", "# 备份\n\n## 恢复备份\n\n恢复备份文件之前先停止服务器。\n"),
        (
            "en/colors.md",
            "# Colors\n\n## Palette\n\nThe accent color of the palette is vermilion.\n",
        ),
    ])
    .await;
    site.log_in_as("editor").await;
    site
}

async fn documented() -> Site {
    documented_with("").await
}

async fn json_of(site: &Site, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
    let body = body.map(|body| body.to_string());
    let answer = site.answer(method, path, body.as_deref()).await;
    (answer.status().as_u16(), serde_json::from_slice(answer.body()).unwrap_or_default())
}

async fn ask(site: &Site, question: &str, locale: &str) -> Value {
    let body = json!({ "question": question, "locale": locale });
    let (status, reply) = json_of(site, "POST", ASK, Some(body)).await;
    assert_eq!(status, 200, "{question}: {reply}");
    reply
}

async fn get(site: &Site, path: &str) -> Value {
    let (status, value) = json_of(site, "GET", path, None).await;
    assert_eq!(status, 200, "{path}: {value}");
    value
}

/// Returns the stored questions as lines `locale origin state question`, sorted.
async fn stored(site: &Site, query: &str) -> Vec<String> {
    let rows = get(site, &format!("{QUESTIONS}{query}")).await;
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let row = |row: &Value| {
        ["locale", "origin", "state", "question"].map(|name| text(row, name)).join(" ")
    };
    let mut rows: Vec<_> = rows.as_array().unwrap().iter().map(row).collect();
    rows.sort();
    rows
}

#[tokio::test]
async fn stored_questions_are_masked_and_have_the_nearest_section() {
    let site = documented().await;
    let reply =
        ask(&site, "restore a backup file, mail ann@example.org or 13812345678", "en").await;
    let body =
        json!({ "question": "恢复备份文件", "locale": "zh", "page": "/index/zh/docs/backup" });
    json_of(&site, "POST", ASK, Some(body)).await;
    site.answer("GET", &format!("{ASK}?question=palette&locale=en&origin=mcp"), None).await;
    let rows = get(&site, QUESTIONS).await;
    let row = rows.as_array().unwrap().iter().find(|row| row["id"] == reply["id"]).unwrap();
    assert_eq!(row["question"], "restore a backup file, mail [email] or [phone]");
    assert_eq!(row["nearest"]["url"], "/index/en/docs/backup#restore-a-backup");
    assert_eq!(row["nearest"]["title"], "Backup › Restore a backup");
    assert_eq!(row["helpful"], Value::Null);
    assert!(row["created_at"].as_i64().unwrap() > 0);
    let state = |text: &str| reply["state"].as_str().unwrap().to_owned() + text;
    let all = stored(&site, "").await;
    assert!(all[0].starts_with("en-US mcp "), "{all:?}");
    assert_eq!(
        all[1],
        format!("en-US web {}", state(" restore a backup file, mail [email] or [phone]"))
    );
    assert!(all[2].starts_with("zh-CN panel "), "{all:?}");
    assert_eq!(stored(&site, "?locale=zh").await.len(), 1);
    assert_eq!(stored(&site, "?q=Restore%20a").await.len(), 1);
    assert_eq!(stored(&site, "?q=%25").await.len(), 0, "`%` must not be a wildcard");
    assert!(site.get(&format!("{QUESTIONS}?state=x")).await.starts_with("422"));
    let vote =
        json!({ "id": reply["id"], "locale": "en", "state": reply["state"], "helpful": false });
    assert_eq!(json_of(&site, "POST", FEEDBACK, Some(vote)).await.0, 202);
    assert_eq!(stored(&site, "?state=unhelpful").await.len(), 1);
}

#[tokio::test]
async fn questions_of_opted_out_visitors_are_not_stored() {
    let site = documented().await;
    for header in [("dnt", "1"), ("sec-gpc", "1")] {
        site.with_header(Some(header));
        ask(&site, "restore a backup", "en").await;
        let report = json!({ "question": "refund", "locale": "en" });
        let (status, receipt) = json_of(&site, "POST", REPORT, Some(report)).await;
        assert_eq!((status, receipt), (202, json!({ "stored": false })));
    }
    site.with_header(None);
    let body = json!({ "question": "restore", "locale": "en", "store": false });
    json_of(&site, "POST", ASK, Some(body)).await;
    site.answer("GET", &format!("{ASK}?question=palette&locale=en&store=false"), None).await;
    assert_eq!(stored(&site, "").await, [""; 0]);
}

#[tokio::test]
async fn setting_disables_the_question_log() {
    let site = documented_with("assistant.questions = false\n").await;
    ask(&site, "restore a backup", "en").await;
    assert_eq!(stored(&site, "").await, [""; 0]);
    let report = get(&site, GAPS).await;
    assert_eq!((&report["is_on"], &report["gaps"]), (&json!(false), &json!([])));
    assert_eq!(get(&site, SITE).await["stores_questions"], false);
    assert_eq!(get(&documented().await, SITE).await["stores_questions"], true);
}

#[tokio::test]
async fn questions_are_deleted_after_the_retention_period() {
    let site = documented_with("assistant.question-days = 2\n").await;
    ask(&site, "an old question", "en").await;
    ask(&site, "a new question", "en").await;
    let age = "update assistant_questions set asked_at = asked_at - 172800000 where question like 'an old%'";
    site.inside().execute(age).await.unwrap();
    assert_eq!(
        stored(&site, "").await.len(),
        1,
        "an expired question must be hidden before it is deleted"
    );
    site.inside().delete_expired_assistant_data(now()).await;
    assert_eq!(site.inside().stored_questions().await, ["a new question"]);
    site.inside().delete_expired_assistant_data(now() + 2 * DAY_MS).await;
    assert_eq!(site.inside().stored_questions().await, [""; 0]);
}

/// Current time in milliseconds since 1970-01-01 UTC.
fn now() -> i64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

#[tokio::test]
async fn feedback_is_deleted_after_the_retention_period() {
    let site = documented_with("assistant.question-days = 2\n").await;
    for id in ["an-older-answer", "a-newer-answer"] {
        let feedback =
            json!({ "id": id, "locale": "en", "state": "answered", "helpful": true }).to_string();
        assert_eq!(site.post(FEEDBACK, &feedback).await, "202");
    }
    let age = "update assistant_feedback set created_at = created_at - 172800000 where id = 'an-older-answer'";
    site.inside().execute(age).await.unwrap();
    assert_eq!(site.inside().count("select count(*) from assistant_feedback").await, 2);
    site.inside().delete_expired_assistant_data(now()).await;
    assert_eq!(site.inside().count("select count(*) from assistant_feedback").await, 1);
    site.inside().delete_expired_assistant_data(now() + 2 * DAY_MS).await;
    assert_eq!(site.inside().count("select count(*) from assistant_feedback").await, 0);
}

#[tokio::test]
async fn feedback_is_counted_by_language_and_state() {
    let site = documented_with("assistant.question-days = 2\n").await;
    let feedback = [
        ("one-answer", "en", "answered", true),
        ("second-answer", "en", "answered", false),
        // The visitor changes the rating.
        ("second-answer", "en", "answered", true),
        ("third-answer", "en", "closest", false),
        ("fourth-answer", "zh", "answered", false),
        ("expired-answer", "zh", "answered", true),
    ];
    for (id, locale, state, helpful) in feedback {
        let body = json!({ "id": id, "locale": locale, "state": state, "helpful": helpful });
        assert_eq!(site.post(FEEDBACK, &body.to_string()).await, "202");
    }
    let age = "update assistant_feedback set created_at = created_at - 172800000 where id = 'expired-answer'";
    site.inside().execute(age).await.unwrap();
    let count = |locale: &str, state: &str, helpful: i64, unhelpful: i64| json!({ "locale": locale, "state": state, "helpful": helpful, "unhelpful": unhelpful });
    assert_eq!(
        get(&site, "/api/v1/admin/assistant/feedback").await,
        json!([
            count("zh-CN", "answered", 0, 1),
            count("en-US", "answered", 2, 0),
            count("en-US", "closest", 0, 1),
        ])
    );
}

#[tokio::test]
async fn shared_answers_are_deleted_after_90_days() {
    let site = documented_with("assistant.question-days = 2\n").await;
    let body = json!({ "question": "restore a backup", "locale": "en" });
    assert_eq!(json_of(&site, "POST", SHARES, Some(body)).await.0, 201);
    // Shared answers expire after 90 days, independently of the setting for questions.
    site.inside().delete_expired_assistant_data(now() + 89 * DAY_MS).await;
    assert_eq!(site.inside().count("select count(*) from assistant_shares").await, 1);
    site.inside().delete_expired_assistant_data(now() + 90 * DAY_MS).await;
    assert_eq!(site.inside().count("select count(*) from assistant_shares").await, 0);
}

#[tokio::test]
async fn stored_question_can_be_deleted_by_editors_only() {
    let site = documented().await;
    let reply = ask(&site, "my name is Ann", "en").await;
    let path = format!("{QUESTIONS}/{}", reply["id"].as_str().unwrap());
    let editor = site.token();
    site.log_in_as("analyst").await;
    assert_eq!(stored(&site, "").await.len(), 1);
    assert_eq!(json_of(&site, "DELETE", &path, None).await.0, 403);
    site.with_token(editor.as_deref());
    assert_eq!(json_of(&site, "DELETE", &path, None).await.0, 204);
    assert_eq!(json_of(&site, "DELETE", &path, None).await.0, 404);
    site.log_in_as("owner").await;
    let log = get(&site, "/api/v1/admin/log?size=10").await;
    let rows: Vec<_> =
        log.as_array().unwrap().iter().filter(|row| row["action"] == "question-removed").collect();
    assert_eq!(rows.len(), 1, "{log}");
    assert_eq!(
        (&rows[0]["subject"], &rows[0]["before"]),
        (&reply["id"], &json!(r#"{"locale":"en-US"}"#)),
        "the audit log is permanent and must not contain the question"
    );
}

#[tokio::test]
async fn language_limited_editor_cannot_change_other_language_data() {
    let site = documented().await;
    let limits = "update users set locales = 'zh' where role = 'editor'";
    site.inside().execute(limits).await.unwrap();
    let mut statuses = Vec::new();
    for (question, locale) in [("refund", "en"), ("订单怎么退款", "zh")] {
        let reply = ask(&site, question, locale).await;
        let gap = get(&site, &format!("{GAPS}?locale={locale}")).await["gaps"][0]["id"].clone();
        let dismissal = format!("{GAPS}/{}/dismissal", gap.as_str().unwrap());
        statuses.push(json_of(&site, "POST", &dismissal, None).await.0);
        let question = format!("{QUESTIONS}/{}", reply["id"].as_str().unwrap());
        statuses.push(json_of(&site, "DELETE", &question, None).await.0);
        let answer = json!({ "locale": locale, "patterns": [question], "answer": "x" });
        statuses.push(json_of(&site, "POST", ANSWERS, Some(answer)).await.0);
    }
    assert_eq!(statuses, [403, 403, 403, 204, 204, 201]);
    assert_eq!(site.inside().stored_questions().await, ["refund"]);
}

#[tokio::test]
async fn gap_report_clusters_questions_without_an_answer() {
    let site = documented().await;
    for question in ["How do I refund an order?", "refund the order please", "order refund"] {
        ask(&site, question, "en").await;
    }
    let note = json!({ "question": "订单怎么退款", "note": "call 13812345678", "locale": "zh", "origin": "mcp" });
    assert_eq!(json_of(&site, "POST", REPORT, Some(note)).await, (202, json!({ "stored": true })));
    let foreign = ask(&site, "vermilion accent color of the palette", "zh").await;
    assert_eq!(foreign["citations"][0]["locale"], "en-US");
    let report = get(&site, GAPS).await;
    let gaps = report["gaps"].as_array().unwrap();
    assert_eq!(report["is_on"], true);
    assert_eq!(gaps.len(), 3, "{report}");
    assert_eq!((&gaps[0]["count"], &gaps[0]["off_topic"]), (&json!(3), &json!(3)), "{}", gaps[0]);
    assert_eq!(gaps[0]["terms"], json!(["order", "refund"]));
    assert_eq!(gaps[0]["examples"].as_array().unwrap().len(), 3);
    let of = |question: &str| gaps.iter().find(|gap| gap["question"] == question).unwrap();
    let reported = of("订单怎么退款");
    assert_eq!((&reported["reported"], &reported["notes"]), (&json!(1), &json!(["call [phone]"])));
    let translation = of("vermilion accent color of the palette");
    assert_eq!(translation["translation_gap"], true);
    assert_eq!(translation["nearest"]["url"], "/index/en/docs/colors#palette");
    assert_eq!(
        get(&site, &format!("{GAPS}?locale=zh&days=1")).await["gaps"].as_array().unwrap().len(),
        2
    );
    for bad in ["?days=0", "?days=x"] {
        assert!(site.get(&format!("{GAPS}{bad}")).await.starts_with("422"), "{bad}");
    }
    // After a curated answer is added, the questions that it answers are not in the gap report.
    let answer = json!({
        "locale": "en", "patterns": ["how to refund an order"], "answer": "Write to the shop.", "expires": null,
    });
    assert_eq!(json_of(&site, "POST", ANSWERS, Some(answer)).await.0, 201);
    assert_eq!(get(&site, &format!("{GAPS}?locale=en")).await["gaps"], json!([]));
}

#[tokio::test]
async fn dismissed_gap_reappears_with_new_questions() {
    let site = documented().await;
    ask(&site, "How do I refund an order?", "en").await;
    ask(&site, "bake sourdough bread", "en").await;
    let gaps = get(&site, GAPS).await["gaps"].clone();
    let gaps = gaps.as_array().unwrap();
    let refund = gaps.iter().find(|gap| gap["terms"] == json!(["order", "refund"])).unwrap();
    let path = format!("{GAPS}/{}/dismissal", refund["id"].as_str().unwrap());
    // This question is asked after the report was read, so a dismissal does not apply to it.
    ask(&site, "refund the order please", "en").await;
    let editor = site.token();
    site.log_in_as("analyst").await;
    assert_eq!(json_of(&site, "POST", &path, None).await.0, 403);
    site.with_token(editor.as_deref());
    assert_eq!(json_of(&site, "POST", &format!("{path}?locale=zh"), None).await.0, 404);
    assert_eq!(json_of(&site, "POST", &path, None).await.0, 204);
    assert_eq!(json_of(&site, "POST", &path, None).await.0, 404);
    let report = get(&site, GAPS).await;
    let mut gap_counts: Vec<_> = report["gaps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|gap| (gap["question"].as_str().unwrap(), gap["count"].as_i64().unwrap()))
        .collect();
    gap_counts.sort_unstable();
    assert_eq!(gap_counts, [("bake sourdough bread", 1), ("refund the order please", 1)]);
    assert_eq!(stored(&site, "").await.len(), 3, "the dismissal must not delete questions");
    site.log_in_as("owner").await;
    let log = get(&site, "/api/v1/admin/log?size=10").await;
    let rows = log.as_array().unwrap();
    let row = rows.iter().find(|row| row["action"] == "gap-dismissed").unwrap();
    assert_eq!(row["after"], json!(r#"{"locale":"en-US","questions":1}"#));
}

#[tokio::test]
async fn reported_documentation_gap_is_validated_and_rate_limited() {
    let site = documented().await;
    for (body, status) in [
        (json!({ "question": " ", "locale": "en" }), 422),
        (json!({ "question": "x", "locale": "en", "note": "x".repeat(1001) }), 422),
        (json!({ "question": "x", "locale": "fr" }), 400),
        (json!({ "question": "x" }), 400),
    ] {
        assert_eq!(json_of(&site, "POST", REPORT, Some(body.clone())).await.0, status, "{body}");
    }
    let body = json!({ "question": "x", "locale": "en" });
    let mut last = 0;
    for _ in 0..21 {
        last = json_of(&site, "POST", REPORT, Some(body.clone())).await.0;
    }
    assert_eq!(last, 429);
}

fn refund(answer: &str) -> Value {
    json!({ "locale": "en", "patterns": ["How do I get a refund?"], "answer": answer })
}

#[tokio::test]
async fn curated_answer_is_used_instead_of_passages() {
    let site = documented().await;
    let before = ask(&site, "how can I get a refund", "en").await;
    assert_eq!(before["approved"], Value::Null);
    let (status, made) = json_of(
        &site,
        "POST",
        ANSWERS,
        Some(refund("See **[Backup](/index/en/docs/backup#restore-a-backup)**.")),
    )
    .await;
    assert_eq!(status, 201, "{made}");
    assert_eq!(made["broken"], json!([]));
    let reply = ask(&site, "how can I get a refund", "en").await;
    assert_eq!((&reply["state"], &reply["citations"]), (&json!("answered"), &json!([])));
    assert_eq!(reply["approved"]["id"], made["id"]);
    let html = reply["approved"]["html"].as_str().unwrap();
    assert!(html.contains(r#"href="/index/en/docs/backup#restore-a-backup""#), "{html}");
    assert_eq!(ask(&site, "how can I get a refund", "zh").await["approved"], Value::Null);
    site.with_header(Some(("accept", "text/event-stream")));
    let body = json!({ "question": "how can I get a refund", "locale": "en" }).to_string();
    let stream = site.answer("POST", ASK, Some(&body)).await;
    site.with_header(None);
    let stream = String::from_utf8(stream.body().to_vec()).unwrap();
    assert!(stream.contains(r#""mode":"approved""#) && stream.contains("event: delta"), "{stream}");
    assert_eq!(stored(&site, "?state=answered&locale=en").await.len(), 2);
    // The shared reply omits a curated answer that was deleted.
    let (_, link) =
        json_of(&site, "POST", SHARES, Some(serde_json::from_str(&body).unwrap())).await;
    let share = format!("{SHARES}/{}", link["id"].as_str().unwrap());
    assert!(get(&site, &share).await["reply"]["approved"].is_object());
    let path = format!("{ANSWERS}/{}", made["id"].as_str().unwrap());
    site.with_header(Some(("if-match", "*")));
    assert_eq!(json_of(&site, "DELETE", &path, None).await.0, 204);
    site.with_header(None);
    let shared = get(&site, &share).await;
    assert_eq!(
        (&shared["reply"]["approved"], &shared["reply"]["answer"]),
        (&Value::Null, &json!(""))
    );
    assert_eq!(ask(&site, "how can I get a refund", "en").await["approved"], Value::Null);
}

#[tokio::test]
async fn curated_answer_change_requires_the_current_revision() {
    let site = documented().await;
    let (_, made) = json_of(&site, "POST", ANSWERS, Some(refund("Write to the shop."))).await;
    let path = format!("{ANSWERS}/{}", made["id"].as_str().unwrap());
    assert_eq!(json_of(&site, "PUT", &path, Some(refund("x"))).await.0, 428);
    site.with_header(Some(("if-match", "\"1\"")));
    let (status, changed) = json_of(&site, "PUT", &path, Some(refund("Call the shop."))).await;
    assert_eq!((status, &changed["revision"]), (200, &json!("2")), "{changed}");
    let (status, stale) = json_of(&site, "PUT", &path, Some(refund("Ask."))).await;
    assert_eq!((status, &stale["row"]["answer"]), (412, &json!("Call the shop.")), "{stale}");
    assert_eq!(json_of(&site, "DELETE", &path, None).await.0, 412);
    site.with_header(Some(("if-match", "\"2\"")));
    assert_eq!(json_of(&site, "DELETE", &path, None).await.0, 204);
    assert_eq!(json_of(&site, "GET", &path, None).await.0, 404);
    site.with_header(None);
    site.log_in_as("owner").await;
    let log = get(&site, "/api/v1/admin/log?size=10").await;
    let actions: Vec<_> =
        log.as_array().unwrap().iter().filter_map(|row| row["action"].as_str()).collect();
    for action in ["answer-added", "answer-changed", "answer-removed"] {
        assert!(actions.contains(&action), "{action}: {actions:?}");
    }
}

#[tokio::test]
async fn put_of_curated_answer_without_expiry_removes_the_expiry() {
    let site = documented().await;
    let mut answer = refund("Write to the shop.");
    answer["expires"] = json!("2099-12-31");
    let (_, made) = json_of(&site, "POST", ANSWERS, Some(answer.clone())).await;
    assert_eq!(made["expires"], "2099-12-31");
    let path = format!("{ANSWERS}/{}", made["id"].as_str().unwrap());
    site.with_header(Some(("if-match", "*")));
    for (expires, expected) in [
        (Some(json!("2099-12-31")), json!("2099-12-31")),
        (None, Value::Null),
        (Some(json!("2099-12-31")), json!("2099-12-31")),
        (Some(Value::Null), Value::Null),
    ] {
        let mut answer = refund("Write to the shop.");
        if let Some(expires) = &expires {
            answer["expires"] = expires.clone();
        }
        let (status, changed) = json_of(&site, "PUT", &path, Some(answer)).await;
        assert_eq!((status, &changed["expires"]), (200, &expected), "{expires:?}");
    }
}

#[tokio::test]
async fn invalid_curated_answers_are_rejected() {
    let site = documented().await;
    let bad = json!({ "locale": "en", "patterns": [], "answer": "", "expires": "soon" });
    let (status, problem) = json_of(&site, "POST", ANSWERS, Some(bad)).await;
    let fields: Vec<_> =
        problem["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!((status, fields), (422, vec![json!("patterns"), json!("answer"), json!("expires")]));
    site.log_in_as("analyst").await;
    assert_eq!(json_of(&site, "POST", ANSWERS, Some(refund("x"))).await.0, 403);
    assert_eq!(json_of(&site, "GET", ANSWERS, None).await.0, 200);
}

#[tokio::test]
async fn broken_links_and_expiry_of_curated_answers_are_listed() {
    let site = documented().await;
    let answer = "See [a](/index/en/docs/nowhere).\n\nAnd [b](/index/en/docs/backup#nothing).";
    json_of(&site, "POST", ANSWERS, Some(refund(answer))).await;
    let list = get(&site, ANSWERS).await;
    let broken: Vec<_> = list[0]["broken"]
        .as_array()
        .unwrap()
        .iter()
        .map(|link| {
            let url = link["url"].as_str().unwrap();
            (link["code"].as_str().unwrap(), link["line"].as_u64().unwrap(), url)
        })
        .collect();
    let page = ("page-missing", 1, "/index/en/docs/nowhere");
    assert_eq!(broken, [page, ("anchor-missing", 3, "/index/en/docs/backup#nothing")], "{list}");
    let mut expired = refund("Old.");
    expired["expires"] = json!("2020-01-31");
    let (_, made) = json_of(&site, "POST", ANSWERS, Some(expired)).await;
    assert_eq!((&made["is_expired"], &made["expires"]), (&json!(true), &json!("2020-01-31")));
}

#[tokio::test]
async fn curated_answers_are_exported_and_imported() {
    let site = documented().await;
    let mut answer = refund("Write to the shop.\n\n- by mail");
    answer["expires"] = json!("2099-12-31");
    json_of(&site, "POST", ANSWERS, Some(answer)).await;
    let folder = tempfile::tempdir().unwrap();
    site.inside().export(folder.path(), None).await.unwrap();
    let text = std::fs::read_to_string(folder.path().join("assistant-answers.toml")).unwrap();
    assert!(text.contains("How do I get a refund?") && text.contains("2099-12-31"), "{text}");
    let other_site = Site::new().await;
    other_site.inside().import(folder.path()).await;
    other_site.log_in_as("editor").await;
    let list = get(&other_site, ANSWERS).await;
    assert_eq!(list[0]["answer"], "Write to the shop.\n\n- by mail");
    assert_eq!(list[0]["updated_by"], "import");
    other_site.inside().import(folder.path()).await;
    assert_eq!(
        get(&other_site, ANSWERS).await[0]["revision"],
        "1",
        "a repeated import must change nothing"
    );
    let again = tempfile::tempdir().unwrap();
    other_site.inside().export(again.path(), None).await.unwrap();
    let second = std::fs::read_to_string(again.path().join("assistant-answers.toml")).unwrap();
    assert_eq!(second, text);
}

#[tokio::test]
async fn test_bench_returns_sections_scores_and_state() {
    let site = documented().await;
    json_of(&site, "POST", ANSWERS, Some(refund("Write to the shop."))).await;
    let body = json!({ "question": "how do I restore a backup file?", "locale": "en" });
    let (status, bench) = json_of(&site, "POST", BENCH, Some(body)).await;
    assert_eq!(status, 200, "{bench}");
    assert_eq!(bench["kind"], "how");
    assert_eq!(bench["state"], bench["reply"]["state"]);
    assert_eq!(bench["sections"][0]["url"], "/index/en/docs/backup#restore-a-backup");
    assert_eq!(bench["sections"][0]["is_quoted"], true);
    assert!(bench["sections"][0]["score"].as_f64().unwrap() > 0.0);
    assert!(bench["terms"].as_array().unwrap().iter().any(|word| word["word"] == "restore"));
    assert!(
        bench["curated"]["similarity"].as_f64().unwrap()
            < bench["curated"]["threshold"].as_f64().unwrap()
    );
    let body = json!({ "question": "how do I get a refund?", "locale": "en" });
    let (_, bench) = json_of(&site, "POST", BENCH, Some(body)).await;
    assert_eq!(bench["curated"]["similarity"], 1.0);
    assert!(bench["reply"]["approved"].is_object());
    assert_eq!(stored(&site, "").await, [""; 0], "the test bench must store no question");
    assert_eq!(get(&site, "/api/v1/admin/assistant/evaluations").await, json!([]));
}

#[tokio::test]
async fn answer_contains_the_handover_url() {
    let site = documented_with(
        "assistant.handover = \"https://git.example.org/new?title={question}&body={passages}\"\n",
    )
    .await;
    let reply = ask(&site, "restore a backup file", "en").await;
    let url = reply["handover"].as_str().unwrap();
    assert!(
        url.starts_with(
            "https://git.example.org/new?title=restore%20a%20backup%20file&body=Backup"
        ),
        "{url}"
    );
    assert!(url.contains("%23restore%2Da%2Dbackup"), "{url}");
    let site = documented().await;
    assert_eq!(ask(&site, "restore a backup file", "en").await["handover"], Value::Null);
}
