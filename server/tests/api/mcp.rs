//! Tests of `/mcp`: the stateless protocol version and earlier versions, the tools, and invalid requests.

use http::Request;
use serde_json::{Value, json};

use crate::site::Site;

const VERSION: &str = "2026-07-28";

async fn documented() -> Site {
    let site = Site::new().await;
    site.import(&[
        ("en/index.md", "# Docs\n\nStart here.\n"),
        ("zh/index.md", "# 文档\n\n从这里开始。\n"),
        (
            "en/guide/timeout.md",
            "# Timeouts\n\nThe timeout is thirty seconds.\n\n## Change it\n\nSet `timeout`.\n\n## Retries\n\nThree.\n",
        ),
        (
            "zh/guide/timeout.md",
            "# 超时\n\n超时时间是三十秒。\n\n## 修改\n\n设置 `timeout`。\n\n## 重试\n\n三次。\n",
        ),
        ("en/guide/only.md", "# Queues\n\nA queue holds tasks.\n"),
        ("en/secret.md", "---\ndraft: true\n---\n# Secret\n\nThis timeout is unpublished.\n"),
    ])
    .await;
    site
}

struct Answered {
    status: u16,
    body: Value,
}

/// Sends a request of protocol version 2026-07-28.
async fn call(site: &Site, method: &str, params: Value) -> Answered {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
    });
    let name = params.get("name").or(params.get("uri")).and_then(Value::as_str).map(str::to_owned);
    let mut headers = vec![("mcp-protocol-version", VERSION), ("mcp-method", method)];
    if let Some(name) = &name {
        headers.push(("mcp-name", name));
    }
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    send(site, &headers, &body.to_string()).await
}

async fn send(site: &Site, headers: &[(&str, &str)], body: &str) -> Answered {
    let mut request = Request::builder().method("POST").uri("/mcp");
    request = request.header("content-type", "application/json");
    request = request.header("accept", "application/json, text/event-stream");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(bytes::Bytes::copy_from_slice(body.as_bytes())).unwrap();
    let answer = site.raw([127, 0, 0, 1].into(), request).await;
    let body = serde_json::from_slice(answer.body()).unwrap_or_default();
    Answered { status: answer.status().as_u16(), body }
}

async fn tool(site: &Site, name: &str, arguments: Value) -> Value {
    let answered = call(site, "tools/call", json!({ "name": name, "arguments": arguments })).await;
    assert_eq!(answered.status, 200, "{}", answered.body);
    answered.body["result"].clone()
}

#[tokio::test]
async fn discovery_lists_protocol_versions_and_is_cacheable() {
    let site = documented().await;
    let found = call(&site, "server/discover", json!({})).await;
    let result = &found.body["result"];
    assert_eq!(found.status, 200, "{}", found.body);
    assert!(result["supportedVersions"].as_array().unwrap().contains(&json!(VERSION)));
    assert_eq!(
        (&result["resultType"], &result["cacheScope"]),
        (&json!("complete"), &json!("public"))
    );
    assert!(result["ttlMs"].as_u64().unwrap() > 0);
    assert!(result["capabilities"]["tools"].is_object());
    for method in ["tools/list", "resources/list", "resources/templates/list"] {
        let result = call(&site, method, json!({})).await.body["result"].clone();
        assert_eq!(result["cacheScope"], "public", "{method}: {result}");
        assert_eq!(result["resultType"], "complete", "{method}: {result}");
    }
}

#[tokio::test]
async fn tools_are_listed_in_fixed_order() {
    let site = documented().await;
    let listed = call(&site, "tools/list", json!({})).await.body["result"]["tools"].clone();
    let names: Vec<_> =
        listed.as_array().unwrap().iter().map(|tool| tool["name"].clone()).collect();
    assert_eq!(names, ["search_docs", "get_page", "list_pages", "ask_docs", "report_gap"]);
    for tool in listed.as_array().unwrap() {
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["outputSchema"]["type"], "object");
    }
}

/// Checks the annotations of all tools. The tools in `read_only` do not store data; the other tools only add data.
async fn check_annotations(site: &Site, read_only: &[&str]) {
    let listed = call(site, "tools/list", json!({})).await.body["result"]["tools"].clone();
    for tool in listed.as_array().unwrap() {
        let is_read_only = read_only.contains(&tool["name"].as_str().unwrap());
        let expected = match is_read_only {
            true => json!({ "readOnlyHint": true, "openWorldHint": false }),
            false => json!({
                "readOnlyHint": false, "destructiveHint": false, "idempotentHint": false, "openWorldHint": false,
            }),
        };
        assert_eq!(tool["annotations"], expected, "{}", tool["name"]);
    }
}

#[tokio::test]
async fn tools_that_store_questions_are_not_read_only() {
    check_annotations(&documented().await, &["search_docs", "get_page", "list_pages"]).await;
    let without_log = Site::with("assistant.questions = false\n").await;
    let all = ["search_docs", "get_page", "list_pages", "ask_docs", "report_gap"];
    check_annotations(&without_log, &all).await;
}

#[tokio::test]
async fn search_finds_sections_of_published_pages() {
    let site = documented().await;
    let result = tool(&site, "search_docs", json!({ "query": "timeout", "lang": "en" })).await;
    let results = result["structuredContent"]["results"].as_array().unwrap().clone();
    let urls: Vec<_> = results.iter().map(|hit| hit["url"].as_str().unwrap()).collect();
    assert!(urls.iter().any(|url| url.ends_with("/index/en/docs/guide/timeout")), "{urls:?}");
    assert!(urls.iter().all(|url| url.starts_with("http") && !url.contains("secret")), "{urls:?}");
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    let result =
        tool(&site, "search_docs", json!({ "query": "queue", "lang": "zh", "limit": 1 })).await;
    let hit = &result["structuredContent"]["results"][0];
    assert_eq!((&hit["lang"], &hit["title"]), (&json!("en"), &json!("Queues")));
}

#[tokio::test]
async fn page_or_section_is_returned_as_markdown() {
    let site = documented().await;
    let page = tool(&site, "get_page", json!({ "path": "guide/timeout", "lang": "zh" })).await;
    let page = &page["structuredContent"];
    assert_eq!((&page["title"], &page["lang"]), (&json!("超时"), &json!("zh")));
    assert!(page["markdown"].as_str().unwrap().contains("超时时间是三十秒。"));
    assert_eq!(page["other_langs"][0]["lang"], "en");
    let url = page["other_langs"][0]["url"].as_str().unwrap().to_owned();
    let section = tool(&site, "get_page", json!({ "url": format!("{url}#change-it") })).await;
    assert_eq!(section["structuredContent"]["markdown"], "## Change it\n\nSet `timeout`.");
    let read = call(&site, "resources/read", json!({ "uri": "docs://en/guide/only" })).await;
    let contents = &read.body["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "text/markdown");
    assert!(contents["text"].as_str().unwrap().contains("A queue holds tasks."));
}

#[tokio::test]
async fn returned_page_has_included_texts_and_resolved_links() {
    let site = Site::new().await;
    site.import(&[
        ("en/start.md", "# Start\n\n<!--@include: ./part.md-->\n\nSee [stop](./stop.md).\n"),
        ("en/part.md", "# Part\n\nText of the part.\n"),
        ("en/stop.md", "# Stop\n\nHow to stop.\n"),
    ])
    .await;
    let page = tool(&site, "get_page", json!({ "path": "start", "lang": "zh" })).await;
    let markdown = page["structuredContent"]["markdown"].as_str().unwrap();
    assert!(markdown.starts_with("# Start"), "{markdown}");
    assert!(markdown.contains("Text of the part."), "{markdown}");
    assert!(markdown.contains("/index/en/docs/stop"), "{markdown}");
}

#[tokio::test]
async fn heading_path_of_a_section_without_heading_is_the_page_title() {
    let site = documented().await;
    let found =
        tool(&site, "search_docs", json!({ "query": "thirty seconds", "lang": "en" })).await;
    let hit = &found["structuredContent"]["results"][0];
    assert_eq!(hit["heading_path"], json!(["Timeouts"]), "{hit}");
}

#[tokio::test]
async fn question_is_answered_with_quotations() {
    let site = documented().await;
    let question = json!({ "question": "What is the timeout in seconds?", "lang": "en" });
    let result = tool(&site, "ask_docs", question).await["structuredContent"].clone();
    let citation = &result["citations"][0];
    assert_eq!(citation["n"], 1, "{result}");
    assert_eq!(citation["lang"], "en", "{result}");
    assert!(citation["url"].as_str().unwrap().starts_with("http"), "{result}");
    assert!(citation["quote"].as_str().unwrap().contains("thirty seconds"), "{result}");
    let refused = tool(&site, "ask_docs", json!({ "question": "a".repeat(501) })).await;
    assert_eq!(refused["isError"], true);
}

#[tokio::test]
async fn quoted_list_keeps_its_first_number() {
    let site = documented().await;
    let page =
        "# Lighthouse\n\n1. Buy paraffin.\n\n## Start\n\n4. Light the beacon.\n5. Turn the lens.\n";
    site.import(&[("en/lighthouse.md", page)]).await;
    let question = json!({ "question": "How do I light the beacon?", "lang": "en" });
    let result = tool(&site, "ask_docs", question).await["structuredContent"].clone();
    let answer = result["answer"].as_str().unwrap();
    assert!(answer.contains("4. Light the beacon.\n5. Turn the lens."), "{result}");
}

#[tokio::test]
async fn outdated_quotation_and_curated_answer_are_labeled() {
    let site = documented().await;
    let newer = "# Timeouts\n\nThe timeout is sixty seconds.\n\n## Change it\n\nSet `timeout`.\n\n## Retries\n\nThree.\n";
    site.import(&[("en/guide/timeout.md", newer)]).await;
    let ask = async |question: &str, lang: &str| {
        let arguments = json!({ "question": question, "lang": lang });
        let result = tool(&site, "ask_docs", arguments).await;
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), result["structuredContent"]);
        result["structuredContent"].clone()
    };
    let old = ask("超时时间是多少", "zh").await;
    let citation = &old["citations"][0];
    assert_eq!((&citation["lang"], &citation["outdated"]), (&json!("zh"), &json!(true)), "{old}");
    assert_eq!(citation["newer"]["lang"], "en", "{old}");
    let url = citation["newer"]["url"].as_str().unwrap();
    assert!(url.starts_with("http") && url.contains("/index/en/docs/guide/timeout"), "{old}");
    assert_eq!(old["approved"], false);
    let current = ask("What is the timeout in seconds?", "en").await;
    let citation = &current["citations"][0];
    assert_eq!((&citation["outdated"], &citation["newer"]), (&json!(false), &Value::Null));
    site.log_in_as("owner").await;
    let answer =
        json!({ "locale": "en", "patterns": ["How do I get a refund?"], "answer": "Write to us." });
    let made =
        site.answer("POST", "/api/v1/admin/assistant/answers", Some(&answer.to_string())).await;
    assert_eq!(made.status(), 201);
    let curated = ask("How do I get a refund?", "en").await;
    assert_eq!((&curated["approved"], &curated["answer"]), (&json!(true), &json!("Write to us.")));
    assert_eq!(curated["citations"], json!([]));
}

#[tokio::test]
async fn result_in_the_query_language_has_no_translated_match() {
    let site = documented().await;
    for (query, lang) in [("超时", "zh"), ("timeout", "en")] {
        let result = tool(&site, "search_docs", json!({ "query": query, "lang": lang })).await;
        let results = result["structuredContent"]["results"].as_array().unwrap().clone();
        let own: Vec<_> = results.iter().filter(|hit| hit["lang"] == lang).collect();
        assert!(!own.is_empty(), "{results:?}");
        assert!(own.iter().all(|hit| hit["translated_match"] == json!([])), "{own:?}");
    }
    let result = tool(&site, "search_docs", json!({ "query": "队列", "lang": "zh" })).await;
    let hit = &result["structuredContent"]["results"][0];
    assert_eq!(hit["lang"], "en", "{result}");
    assert_eq!(hit["translated_match"][0][0], "队列", "{result}");
}

#[tokio::test]
async fn pages_are_listed_without_drafts() {
    let site = documented().await;
    let listed = tool(&site, "list_pages", json!({ "lang": "en" })).await;
    let pages = listed["structuredContent"]["pages"].as_array().unwrap().clone();
    let paths: Vec<_> = pages.iter().map(|page| page["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["", "guide/only", "guide/timeout"]);
    let listed = tool(&site, "list_pages", json!({ "prefix": "guide", "lang": "zh" })).await;
    assert_eq!(listed["structuredContent"]["pages"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn invalid_tool_arguments_return_an_error_message() {
    let site = documented().await;
    for (name, arguments, sentence) in [
        ("search_docs", json!({}), "`query` is missing."),
        ("search_docs", json!({ "query": 1 }), "`query` must be a string."),
        (
            "search_docs",
            json!({ "query": "a".repeat(501) }),
            "`query` has more than 500 characters.",
        ),
        (
            "search_docs",
            json!({ "query": "a", "limit": 21 }),
            "`limit` must be a number from 1 to 20.",
        ),
        ("search_docs", json!({ "query": "a", "lang": "de" }), "`lang` must be `zh` or `en`."),
        ("get_page", json!({}), "`path` or `url` is missing."),
        (
            "get_page",
            json!({ "path": "guide/timeout", "section": "x" }),
            "The page has no section `x`. See `headings` of the whole page.",
        ),
        (
            "list_pages",
            json!({ "cursor": "x" }),
            "`cursor` must be a cursor that this tool returned.",
        ),
    ] {
        let result = tool(&site, name, arguments).await;
        assert_eq!(result["isError"], true);
        assert_eq!(result["content"][0]["text"], sentence);
    }
    for path in ["secret", "nothing", "../../admin", "a\u{0}b", "https://other.example/a"] {
        let result = tool(&site, "get_page", json!({ "path": path })).await;
        assert_eq!(result["isError"], true, "{path}");
        assert!(!result.to_string().contains("unpublished"), "{path}");
    }
}

#[tokio::test]
async fn client_of_an_earlier_protocol_version_needs_no_session() {
    let site = documented().await;
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "test", "version": "1" },
        },
    });
    let answered = send(&site, &[], &body.to_string()).await;
    assert_eq!(answered.status, 200, "{}", answered.body);
    assert_eq!(answered.body["result"]["protocolVersion"], "2025-11-25");
    let headers = [("mcp-protocol-version", "2025-11-25")];
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(send(&site, &headers, &ready.to_string()).await.status, 202);
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
    let listed = send(&site, &headers, &list.to_string()).await;
    assert_eq!(listed.body["result"]["tools"].as_array().map(Vec::len), Some(5), "{}", listed.body);
}

#[tokio::test]
async fn protocol_errors_have_the_error_codes_of_json_rpc_and_mcp() {
    let site = documented().await;
    let meta = |version: &str| {
        json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientCapabilities": {},
        })
    };
    let body = |method: &str, version: &str| {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": { "_meta": meta(version) } })
            .to_string()
    };
    let code = |answered: &Answered| answered.body["error"]["code"].as_i64();
    let without =
        send(&site, &[("mcp-protocol-version", VERSION)], &body("tools/list", VERSION)).await;
    assert_eq!((without.status, code(&without)), (400, Some(-32020)), "{}", without.body);
    let headers = [("mcp-protocol-version", "2099-01-01"), ("mcp-method", "tools/list")];
    let unknown = send(&site, &headers, &body("tools/list", "2099-01-01")).await;
    assert_eq!((unknown.status, code(&unknown)), (400, Some(-32022)), "{}", unknown.body);
    let unknown = call(&site, "tools/nothing", json!({})).await;
    assert_eq!((unknown.status, code(&unknown)), (404, Some(-32601)), "{}", unknown.body);
    let unknown = call(&site, "resources/read", json!({ "uri": "docs://en/nothing" })).await;
    assert_eq!(code(&unknown), Some(-32602), "{}", unknown.body);
    let unknown = call(&site, "tools/call", json!({ "name": "nothing" })).await;
    assert_eq!(code(&unknown), Some(-32602), "{}", unknown.body);
}

#[tokio::test]
async fn cross_origin_and_invalid_requests_are_rejected() {
    let site = documented().await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }).to_string();
    assert_eq!(send(&site, &[("origin", "https://evil.example")], &list).await.status, 403);
    assert_eq!(send(&site, &[("origin", "null")], &list).await.status, 403);
    for (body, code) in [
        ("", -32700),
        ("{", -32700),
        ("\u{0}", -32700),
        ("[]", -32600),
        ("null", -32600),
        ("{\"jsonrpc\":\"2.0\"}", -32600),
    ] {
        let rejected = send(&site, &[], body).await;
        let error = &rejected.body["error"]["code"];
        assert_eq!((rejected.status, error), (400, &json!(code)), "{body}: {}", rejected.body);
    }
    let long = format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"{}\"}}", "a".repeat(70_000));
    assert_eq!(send(&site, &[], &long).await.status, 413);
    for method in ["GET", "DELETE", "PUT"] {
        assert_eq!(site.answer(method, "/mcp", None).await.status(), 405, "{method}");
    }
}

#[tokio::test]
async fn reported_gap_is_stored_with_a_masked_email_address() {
    let site = documented().await;
    let gap = json!({ "question": "How do I refund ann@example.org?", "note": "not documented", "lang": "en" });
    let result = tool(&site, "report_gap", gap.clone()).await;
    assert_eq!(result["structuredContent"], json!({ "stored": true }));
    tool(&site, "ask_docs", json!({ "question": "timeout" })).await;
    let expected = ["How do I refund [email]?", "timeout"];
    assert_eq!(site.inside().stored_questions().await, expected);
    let missing = tool(&site, "report_gap", json!({ "note": "x" })).await;
    assert_eq!(missing["isError"], true);
    let long =
        tool(&site, "report_gap", json!({ "question": "x", "note": "x".repeat(1001) })).await;
    assert_eq!(long["isError"], true, "{long}");
}

#[tokio::test]
async fn gap_reported_with_a_sec_gpc_header_is_not_stored() {
    let site = documented().await;
    let gap = json!({ "name": "report_gap", "arguments": { "question": "refund" } });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": gap });
    let headers = [("mcp-protocol-version", "2025-06-18"), ("sec-gpc", "1")];
    let answered = send(&site, &headers, &body.to_string()).await;
    let result = &answered.body["result"];
    assert_eq!(result["structuredContent"], json!({ "stored": false }), "{}", answered.body);
    assert_eq!(site.inside().stored_questions().await, [""; 0]);
}

#[tokio::test]
async fn gap_reports_are_rate_limited() {
    let site = documented().await;
    let mut last = Value::Null;
    for _ in 0..21 {
        last = tool(&site, "report_gap", json!({ "question": "refund" })).await;
    }
    assert_eq!(last["isError"], true, "{last}");
}
