//! Tests of verdicts on changed segments and their effect on the other language, of acknowledgements,
//! and of publish gates.

use serde_json::{Value, json};

use crate::pages::{EN, LIST, id_of, in_days, publish, read, revision, send, site, write};
use crate::site::Site;

const PUBLIC: &str = "/api/v1/public/docs";

/// Returns the numbers of outdated segments of the published Chinese and English texts.
async fn outdated(site: &Site) -> (usize, usize) {
    let count = async |locale: &str| {
        let page = read(site, &format!("{PUBLIC}/{locale}/guide/a")).await;
        page["outdated"].as_array().unwrap().len()
    };
    (count("zh").await, count("en").await)
}

const ZH: &str = "# 门\n\n门关着。\n\n在此等候。\n";

async fn import_en(site: &Site, from: &str, to: &str) {
    let closed = "---\ntitle: Gate\n---\n# Gate\n\nThe gate is closed.\n\nWait here.\n";
    site.import(&[("en/guide/a.md", &closed.replace(from, to))]).await;
}

/// Creates a site with the page `guide/a` in both languages, and English as the source language.
async fn english_first() -> Site {
    let site = Site::with("[site]\noriginal = 'en'").await;
    let en = "---\ntitle: Gate\n---\n# Gate\n\nThe gate is closed.\n\nWait here.\n";
    site.import(&[("en/guide/a.md", en), ("zh/guide/a.md", ZH)]).await;
    site
}

#[tokio::test]
async fn imported_source_change_outdates_the_translation() {
    let site = site().await;
    import_en(&site, "closed", "open").await;
    assert_eq!(outdated(&site).await, (1, 0));
    // On this site, the English text is imported before its translation.
    let site = Site::new().await;
    import_en(&site, "closed", "closed").await;
    site.import(&[("zh/guide/a.md", ZH)]).await;
    site.import(&[("zh/guide/a.md", &ZH.replace("门关着", "此门关着"))]).await;
    assert_eq!(outdated(&site).await, (0, 0));
    import_en(&site, "closed", "open").await;
    assert_eq!(outdated(&site).await, (1, 0));
}

#[tokio::test]
async fn source_change_outdates_a_recently_edited_translation() {
    let site = english_first().await;
    site.import(&[("zh/guide/a.md", &ZH.replace("门关着", "此门关着"))]).await;
    assert_eq!(
        outdated(&site).await,
        (0, 0),
        "an edit of the translation alone must not outdate it"
    );
    import_en(&site, "closed", "open").await;
    assert_eq!(outdated(&site).await, (1, 0), "a translation without the change must be outdated");
    site.import(&[("zh/guide/a.md", &ZH.replace("门关着", "此门开着"))]).await;
    assert_eq!(outdated(&site).await, (0, 0));
}

#[tokio::test]
async fn source_change_outdates_a_rewritten_translation() {
    let site = english_first().await;
    let rewritten = ZH.replace("门关着。", "夜间禁止通行，请绕行到东侧入口。");
    site.import(&[("zh/guide/a.md", &rewritten)]).await;
    assert_eq!(outdated(&site).await, (0, 0));
    import_en(&site, "closed", "open").await;
    assert_eq!(outdated(&site).await, (1, 0));
}

#[tokio::test]
async fn segment_removed_from_a_translation_counts_as_untranslated() {
    let site = english_first().await;
    site.import(&[("zh/guide/a.md", &ZH.replace("门关着。\n\n", ""))]).await;
    assert_eq!(
        outdated(&site).await,
        (0, 0),
        "a removal from the translation must not outdate the source"
    );
    let zh = read(&site, &format!("{PUBLIC}/zh/guide/a")).await;
    assert_eq!(zh["not_translated"], 1);
}

#[tokio::test]
async fn verdict_of_a_user_is_kept_by_an_import() {
    let site = english_first().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "zh", &ZH.replace("门关着", "门开着")).await;
    assert_eq!(publish(&site, &id, "zh", json!({})).await.0, 200);
    assert_eq!(
        outdated(&site).await,
        (0, 1),
        "a translation with a new meaning must outdate its source"
    );
    site.import(&[("zh/guide/a.md", &ZH.replace("门关着", "门大开着"))]).await;
    assert_eq!(outdated(&site).await, (0, 1), "an import must keep the verdict");
}

/// Returns the changed segment of the draft, which must be the only one.
async fn change_of(site: &Site, id: &str, locale: &str) -> Value {
    let changes = read(site, &format!("{LIST}/{id}/{locale}/changes")).await;
    assert_eq!(changes["segments"].as_array().unwrap().len(), 1, "{changes}");
    changes["segments"][0].clone()
}

async fn decide(site: &Site, id: &str, locale: &str, verdict: &str) {
    let segment = change_of(site, id, locale).await["id"].clone();
    let body = json!({ "decisions": [{ "segment": segment, "verdict": verdict }] });
    let (status, done) = publish(site, id, locale, body).await;
    assert_eq!(status, 200, "{done}");
}

#[tokio::test]
async fn changed_segment_has_suggested_verdict_and_affected_count() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let check = async |locale: &str, text: &str, affected: u32, suggested: &str| {
        write(&site, &id, locale, text).await;
        let change = change_of(&site, &id, locale).await;
        let found = (&change["affected"], &change["suggested"]);
        assert_eq!(found, (&json!(affected), &json!(suggested)), "{change}");
    };
    check("en", EN, 1, "meaning").await;
    check("en", &EN.replace("open", "[closed](b.md)"), 1, "wording").await;
    check("en", &EN.replace("gate is open", "gate  is closed"), 0, "wording").await;
    write(&site, &id, "en", &EN.replace("open", "closed")).await;
    check("zh", &ZH.replace("门关着", "门开着"), 1, "meaning").await;
    write(&site, &id, "zh", ZH).await;

    write(&site, &id, "en", EN).await;
    publish(&site, &id, "en", json!({})).await;
    check("zh", &ZH.replace("门关着", "门开着"), 1, "translated").await;
    assert_eq!(change_of(&site, &id, "zh").await["outdated"], true);
    write(&site, &id, "zh", ZH).await;
    check("en", &EN.replace("open", "wide open"), 1, "meaning").await;
    assert_eq!(change_of(&site, &id, "en").await["counterpart_outdated"], true);
    // A change to a page that exists in only one language makes no translation outdated.
    let alone = id_of(&site, "guide/b").await;
    write(&site, &alone, "en", "# Bell\n\nSee [the other gate](a.md).\n").await;
    assert_eq!(change_of(&site, &alone, "en").await["affected"], 0);
}

#[tokio::test]
async fn wording_verdict_keeps_an_outdated_counterpart_outdated() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    decide(&site, &id, "en", "meaning").await;
    write(&site, &id, "en", &EN.replace("The gate", "This gate")).await;
    decide(&site, &id, "en", "wording").await;
    assert_eq!(outdated(&site).await, (1, 0), "the translation must stay outdated");
    write(&site, &id, "zh", &ZH.replace("门关着", "此门关着")).await;
    decide(&site, &id, "zh", "wording").await;
    assert_eq!(
        outdated(&site).await,
        (1, 0),
        "a wording verdict on the translation must keep it outdated"
    );
    write(&site, &id, "zh", &ZH.replace("门关着", "此门开着")).await;
    decide(&site, &id, "zh", "translated").await;
    assert_eq!(outdated(&site).await, (0, 0));
}

#[tokio::test]
async fn verdict_on_a_translation_can_outdate_its_source() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "zh", &ZH.replace("门关着", "此门关着")).await;
    decide(&site, &id, "zh", "wording").await;
    assert_eq!(outdated(&site).await, (0, 0));
    write(&site, &id, "zh", &ZH.replace("门关着", "此门开着")).await;
    decide(&site, &id, "zh", "meaning").await;
    assert_eq!(outdated(&site).await, (0, 1));
}

#[tokio::test]
async fn verdict_on_rewritten_or_removed_segment_is_applied() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let rewritten = EN.replace("The gate is open.", "The bridge is closed after sunset.");
    write(&site, &id, "en", &rewritten).await;
    let changes = read(&site, &format!("{LIST}/{id}/en/changes")).await;
    let new = changes["segments"].as_array().unwrap().iter().find(|it| it["affected"] == 1);
    let new = new.unwrap_or_else(|| panic!("{changes}"))["id"].clone();
    let body = json!({ "decisions": [{ "segment": new, "verdict": "translated" }] });
    assert_eq!(publish(&site, &id, "en", body).await.0, 200);
    assert_eq!(outdated(&site).await, (0, 0), "{changes}");

    write(&site, &id, "en", &rewritten.replace("Wait here.\n", "")).await;
    decide(&site, &id, "en", "meaning").await;
    assert_eq!(outdated(&site).await, (1, 0), "a segment without its source must be outdated");
}

#[tokio::test]
async fn new_segment_without_counterpart_counts_as_untranslated() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let new = "\nAfter sunset the bridge is closed.\n\n---\n";
    write(&site, &id, "en", &format!("{EN}{new}")).await;
    let missing = async |locale: &str| {
        let changes = read(&site, &format!("{LIST}/{id}/{locale}/changes")).await;
        let changes = changes["segments"].as_array().unwrap().iter();
        changes.map(|it| it["not_translated"].as_bool().unwrap()).collect::<Vec<_>>()
    };
    // Only the new paragraph counts: the thematic break (`---`) has no text.
    let before = missing("en").await;
    assert_eq!(before.iter().filter(|it| **it).count(), 1, "{before:?}");
    // After the paragraph is added to the draft of the translation, it has a counterpart.
    write(&site, &id, "zh", &format!("{ZH}\n日落之后桥不开放。\n\n---\n")).await;
    let after = missing("en").await;
    assert!(!after.contains(&true), "{after:?}");
}

#[tokio::test]
async fn rewritten_source_without_verdict_outdates_its_translation() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let rewritten = EN.replace("The gate is open.", "The bridge is closed after sunset.");
    write(&site, &id, "en", &rewritten).await;
    assert_eq!(publish(&site, &id, "en", json!({ "decisions": [] })).await.0, 200);
    assert_eq!(outdated(&site).await, (1, 0));
}

#[tokio::test]
async fn verdict_translated_is_suggested_for_a_rewritten_segment() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    decide(&site, &id, "en", "meaning").await;
    assert_eq!(outdated(&site).await, (1, 0));
    // The new paragraph is so different that it gets another segment id than the outdated paragraph.
    write(&site, &id, "zh", &ZH.replace("门关着", "日落之后，通往对岸的路不再对外开放")).await;
    let changes = read(&site, &format!("{LIST}/{id}/zh/changes")).await;
    let new = changes["segments"].as_array().unwrap().iter().find(|it| it["affected"] == 1);
    let new = new.unwrap_or_else(|| panic!("{changes}"));
    assert_eq!(new["suggested"], "translated", "{changes}");
    let body = json!({ "decisions": [{ "segment": new["id"], "verdict": "translated" }] });
    assert_eq!(publish(&site, &id, "zh", body).await.0, 200);
    assert_eq!(outdated(&site).await, (0, 0), "{changes}");
}

#[tokio::test]
async fn verdict_on_unchanged_or_repeated_segment_is_422() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    let segment = change_of(&site, &id, "en").await["id"].clone();
    let decision = |segment: &Value| json!({ "segment": segment, "verdict": "wording" });
    for (decisions, code) in [
        (json!([decision(&json!("another"))]), "not-changed"),
        (json!([decision(&segment), decision(&segment)]), "duplicate"),
    ] {
        let (status, refused) = publish(&site, &id, "en", json!({ "decisions": decisions })).await;
        let error = &refused["errors"][0];
        let found = (status, &error["field"], &error["code"]);
        assert_eq!(found, (422, &json!("decisions"), &json!(code)), "{refused}");
    }
}

/// Creates a site with a page in both languages; returns the id of the page, too. Its three English paragraphs were
/// changed after the translation.
async fn sections() -> (Site, String) {
    let site = Site::new().await;
    site.import(&[
        (
            "en/guide/a.md",
            "# Gate\n\nIt is closed.\n\n## Key\n\nTake it.\n\n### Bell\n\nRing it.\n",
        ),
        ("zh/guide/a.md", "# 门\n\n它关着。\n\n## 钥匙\n\n拿着它。\n\n### 铃\n\n摇响它。\n"),
    ])
    .await;
    let changed = "# Gate\n\nIt is open.\n\n## Key\n\nTake it now.\n\n### Bell\n\nRing it twice.\n";
    site.import(&[("en/guide/a.md", changed)]).await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    (site, id)
}

async fn mark(site: &Site, id: &str, path: &str, body: Value) -> (u16, Value) {
    let seen = revision(site, id, "zh").await;
    let path = format!("{LIST}/{id}/zh/acknowledgements{path}");
    send(site, "POST", &path, Some(&seen), Some(body)).await
}

#[tokio::test]
async fn acknowledgement_of_section_or_page_can_be_listed_and_undone() {
    let (site, id) = sections().await;
    assert_eq!(outdated(&site).await, (3, 0));
    for (body, field, code) in [
        (json!({}), "segments", "one-of"),
        (json!({ "page": true, "section": "a" }), "segments", "one-of"),
        (json!({ "section": "nowhere" }), "section", "unknown-section"),
        (json!({ "section": "" }), "segments", "none-found"),
    ] {
        let (status, refused) = mark(&site, &id, "", body).await;
        let error = &refused["errors"][0];
        let found = (status, &error["field"], &error["code"]);
        assert_eq!(found, (422, &json!(field), &json!(code)), "{refused}");
        let names_cause =
            error["detail"].as_str().is_some_and(|detail| detail.contains("outdated"));
        assert_eq!(names_cause, code == "none-found", "{refused}");
    }
    let (status, page) = mark(&site, &id, "", json!({ "section": "钥匙" })).await;
    assert_eq!(
        (status, outdated(&site).await),
        (200, (1, 0)),
        "subsections must be included: {page}"
    );
    assert_eq!(mark(&site, &id, "", json!({ "page": true })).await.0, 200);
    assert_eq!(outdated(&site).await, (0, 0));

    let list = "/api/v1/public/localization/acknowledgements";
    let editor = site.token();
    site.with_token(None);
    let listed = read(&site, list).await;
    let listed = listed.as_array().unwrap();
    assert_eq!(listed.len(), 3, "{listed:?}");
    let row = listed.iter().find(|row| row["url"].as_str().unwrap().ends_with("#%E9%93%83"));
    let row = row.expect("the section 铃 must have an acknowledgement");
    let who = (&row["name"], &row["locale"], &row["title"], &row["key"]);
    assert_eq!(who, (&json!("editor"), &json!("zh-CN"), &json!("门"), &json!("guide/a")));
    assert!(row["url"].as_str().unwrap().starts_with("/index/zh/docs/guide/a#"), "{row}");

    site.with_token(editor.as_deref());
    assert_eq!(mark(&site, &id, "/undo", json!({ "section": "铃" })).await.0, 200);
    assert_eq!(outdated(&site).await, (1, 0));
    let (status, refused) = mark(&site, &id, "/undo", json!({ "section": "铃" })).await;
    assert_eq!((status, &refused["errors"][0]["code"]), (422, &json!("none-found")));
    assert_eq!(read(&site, list).await.as_array().unwrap().len(), 2);
    // The source of the section 钥匙 changes again, so its acknowledgement cannot be undone.
    let again =
        "# Gate\n\nIt is open.\n\n## Key\n\nTake both of it.\n\n### Bell\n\nRing it twice.\n";
    site.import(&[("en/guide/a.md", again)]).await;
    assert_eq!(outdated(&site).await, (2, 0));
    assert_eq!(mark(&site, &id, "/undo", json!({ "section": "钥匙" })).await.0, 422);
    assert_eq!(mark(&site, &id, "/undo", json!({ "page": true })).await.0, 200);
    assert_eq!(outdated(&site).await, (3, 0), "only valid acknowledgements must be undone");

    site.log_in_as("owner").await;
    let log = read(&site, "/api/v1/admin/log?action=acknowledgement-undone").await;
    assert_eq!(log.as_array().unwrap().len(), 2, "{log}");
}

#[tokio::test]
async fn undone_acknowledgement_restores_the_outdated_since_time() {
    let (site, id) = sections().await;
    let api = "/api/v1/public/localization";
    let ages = async || {
        let rows = read(&site, &format!("{api}/segments?locale=zh-CN&area=docs&key=guide/a")).await;
        let since: Vec<Value> =
            rows.as_array().unwrap().iter().map(|row| row["since"].clone()).collect();
        let page = read(&site, &format!("{api}/pages?locale=zh-CN&key=guide/a")).await;
        (since, page[0]["pending_since"].clone())
    };
    let before = ages().await;
    assert_eq!(before.0.len(), 3, "{before:?}");
    for body in [json!({ "section": "钥匙" }), json!({ "page": true })] {
        assert_eq!(mark(&site, &id, "", body.clone()).await.0, 200);
        assert_ne!(ages().await.0, before.0);
        assert_eq!(mark(&site, &id, "/undo", body).await.0, 200);
        assert_eq!(ages().await, before);
    }
}

#[tokio::test]
async fn acknowledgement_of_a_removed_source_can_be_undone() {
    let site = site().await;
    import_en(&site, "Wait here.\n", "").await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    assert_eq!(outdated(&site).await, (1, 0));
    assert_eq!(mark(&site, &id, "", json!({ "page": true })).await.0, 200);
    assert_eq!(outdated(&site).await, (0, 0), "the acknowledgement must not outdate the source");
    assert_eq!(mark(&site, &id, "/undo", json!({ "page": true })).await.0, 200);
    assert_eq!(outdated(&site).await, (1, 0));
}

#[tokio::test]
async fn changing_the_source_language_keeps_translation_states() {
    let site = english_first().await;
    import_en(&site, "closed", "open").await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    assert_eq!(outdated(&site).await, (1, 0));
    let source = async |locale: &str| {
        let seen = read(&site, &format!("{LIST}/{id}")).await["revision"].clone();
        let path = format!("{LIST}/{id}/source");
        let body = json!({ "locale": locale });
        let (status, page) = send(&site, "PUT", &path, seen.as_str(), Some(body)).await;
        assert_eq!(status, 200, "{page}");
    };
    source("zh").await;
    assert_eq!(outdated(&site).await, (1, 0), "a new source language must keep the states");
    // After the source language is changed to Chinese, the English text is the translation.
    site.import(&[("en/guide/a.md", &EN.replace("Wait here.", "Please wait here."))]).await;
    assert_eq!(
        outdated(&site).await,
        (1, 0),
        "a change of the translation must not outdate its source"
    );
    site.import(&[("zh/guide/a.md", &ZH.replace("在此等候", "请在门外等候"))]).await;
    assert_eq!(
        outdated(&site).await,
        (1, 1),
        "a change of the new source must outdate the translation"
    );
    source("en").await;
    assert_eq!(outdated(&site).await, (1, 1));
}

/// Sets the publish gate of the documentation, so that both languages of a page must be published together.
async fn require_both_languages(site: &Site) {
    site.log_in_as("admin").await;
    let path = "/api/v1/admin/publish-gates";
    let gates = read(site, path).await;
    assert_eq!(gates["docs"], "alone", "{gates}");
    let body = json!({ "docs": "together", "landing": "alone", "news": "alone" });
    let (status, done) =
        send(site, "PUT", path, gates["revision"].as_str(), Some(body.clone())).await;
    assert_eq!((status, &done["docs"]), (200, &json!("together")), "{done}");
    let (status, refused) = send(site, "PUT", path, gates["revision"].as_str(), Some(body)).await;
    assert_eq!(status, 412, "{refused}");
    site.log_in_as("editor").await;
}

/// Returns the code and detail of each error that the publish gate reports.
fn gate_errors(refused: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let errors = refused["errors"].as_array().unwrap_or_else(|| panic!("{refused}")).iter();
    let gate = errors.filter(|error| error["field"] == "gate");
    gate.map(|error| (text(&error["code"]), text(&error["detail"]))).collect()
}

#[tokio::test]
async fn publish_gate_rejects_outdating_the_other_language() {
    let site = site().await;
    require_both_languages(&site).await;
    let id = id_of(&site, "guide/a").await;
    let en = format!("{EN}\nBring a light.\n");
    write(&site, &id, "en", &en).await;
    let (status, refused) = publish(&site, &id, "en", json!({})).await;
    assert_eq!(status, 422, "{refused}");
    let expected =
        [("outdated", "zh #门: 门关着。"), ("not-translated", "zh #gate: Bring a light.")];
    assert_eq!(
        gate_errors(&refused),
        expected.map(|(code, detail)| (code.to_owned(), detail.to_owned()))
    );
    assert_eq!(outdated(&site).await, (0, 0), "a rejected request must publish nothing");
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(page["en"]["listed"]["changed"], true, "a rejected request must keep the draft");

    // The draft of the other language translates only a part of the change.
    let zh = write(&site, &id, "zh", &ZH.replace("门关着", "门开着")).await;
    let (status, refused) = publish(&site, &id, "en", json!({ "other": zh })).await;
    assert_eq!((status, gate_errors(&refused).len()), (422, 1), "{refused}");
    let zh =
        write(&site, &id, "zh", &format!("{}\n带上灯。\n", ZH.replace("门关着", "门开着"))).await;
    let (status, done) = publish(&site, &id, "en", json!({ "other": zh })).await;
    assert_eq!((status, outdated(&site).await), (200, (0, 0)), "{done}");

    // Instead of a translation, a verdict on every change is sufficient.
    write(&site, &id, "en", &en.replace("The gate", "This gate")).await;
    decide(&site, &id, "en", "wording").await;
    assert_eq!(outdated(&site).await, (0, 0));
    // The gate also applies to the endpoint that publishes a change without a draft.
    let body =
        json!({ "markdown": "# Gate\n\nThis gate is shut.\n\nWait here.\n\nBring a light.\n" });
    site.with_header(Some(("if-match", "*")));
    let answer = site.answer("PUT", "/api/v1/docs/en/guide/a", Some(&body.to_string())).await;
    site.with_header(None);
    assert_eq!(answer.status(), 422);
    // The gate does not apply to imports.
    import_en(&site, "Wait here", "Wait there").await;
    let en = read(&site, &format!("{PUBLIC}/en/guide/a")).await;
    assert!(en["markdown"].as_str().unwrap().contains("Wait there"), "{en}");
}

#[tokio::test]
async fn publish_gate_of_a_page_overrides_the_area_gate() {
    let site = site().await;
    require_both_languages(&site).await;
    let id = id_of(&site, "guide/a").await;
    let send_gate = async |body: Value| {
        let seen = read(&site, &format!("{LIST}/{id}")).await["revision"].clone();
        let path = format!("{LIST}/{id}/publish-gate");
        send(&site, "PUT", &path, seen.as_str(), Some(body)).await
    };
    let set = async |gate: Value| send_gate(json!({ "gate": gate })).await;
    write(&site, &id, "en", EN).await;
    assert_eq!(set(json!("never")).await.0, 400);
    let (status, page) = set(json!("alone")).await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["publish_gate"], json!({ "own": "alone", "area": "together" }));
    let (status, refused) = send_gate(json!({})).await;
    assert_eq!((status, &refused["code"]), (400, &json!("bad-request")), "{refused}");
    assert_eq!(publish(&site, &id, "en", json!({})).await.0, 200);
    assert_eq!(outdated(&site).await, (1, 0));
    assert_eq!(set(Value::Null).await.0, 200);
    // Segments that were outdated before do not block publishing.
    write(&site, &id, "en", &EN.replace("Wait here", "Wait there")).await;
    let (status, refused) = publish(&site, &id, "en", json!({})).await;
    assert_eq!((status, gate_errors(&refused).len()), (422, 1), "{refused}");
    site.log_in_as("translator").await;
    assert_eq!(set(json!("alone")).await.0, 403);
    let path = "/api/v1/admin/publish-gates";
    let body = json!({ "docs": "alone", "landing": "alone", "news": "alone" });
    assert_eq!(send(&site, "PUT", path, Some("x"), Some(body)).await.0, 403);
    site.log_in_as("owner").await;
    let log = read(&site, "/api/v1/admin/log?action=publish-gate-changed").await;
    assert_eq!(log.as_array().unwrap().len(), 3, "{log}");
}

#[tokio::test]
async fn publish_gate_applies_to_schedules_and_unpublishing() {
    let site = site().await;
    require_both_languages(&site).await;
    let id = id_of(&site, "guide/a").await;
    let at = in_days(30);
    write(&site, &id, "en", EN).await;
    assert_eq!(publish(&site, &id, "en", json!({ "at": at })).await.0, 200);
    site.inside().publish_due(at).await;
    let listed = &read(&site, &format!("{LIST}/{id}")).await["en"]["listed"];
    let found = (&listed["error"], &listed["publish_at"], &listed["changed"]);
    assert_eq!(found, (&json!("gate"), &Value::Null, &json!(true)), "{listed}");
    assert_eq!(outdated(&site).await, (0, 0));
    let zh = write(&site, &id, "zh", &ZH.replace("门关着", "门开着")).await;
    assert_eq!(publish(&site, &id, "en", json!({ "at": at, "other": zh })).await.0, 200);
    site.inside().publish_due(at).await;
    let page = read(&site, &format!("{PUBLIC}/en/guide/a")).await;
    assert!(page["html"].as_str().unwrap().contains("open"), "both languages must be published");

    let unpublish = async |query: &str| {
        let seen = revision(&site, &id, "zh").await;
        let path = format!("{LIST}/{id}/zh/unpublish{query}");
        send(&site, "POST", &path, Some(&seen), None).await
    };
    let (status, refused) = unpublish("").await;
    assert_eq!((status, &gate_errors(&refused)[0].0[..]), (422, "other-published"), "{refused}");
    let other_revision = revision(&site, &id, "en").await;
    let (status, page) = unpublish(&format!("?other={other_revision}")).await;
    assert_eq!(status, 200, "{page}");
    let states = (&page["zh"]["listed"]["state"], &page["en"]["listed"]["state"]);
    assert_eq!(states, (&json!("draft"), &json!("draft")));
    // Each of the two texts requires that the other one is published.
    let (status, refused) = publish(&site, &id, "en", json!({})).await;
    assert_eq!((status, &gate_errors(&refused)[0].0[..]), (422, "other-unpublished"), "{refused}");
    let zh = revision(&site, &id, "zh").await;
    assert_eq!(publish(&site, &id, "en", json!({ "other": zh })).await.0, 200);
}

#[tokio::test]
async fn edited_scheduled_draft_keeps_verdicts_on_unchanged_segments() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let at = in_days(30);
    for (later, expected) in [(EN.replace("here", "there"), 1), (EN.replace("open", "shut"), 1)] {
        write(&site, &id, "en", EN).await;
        let segment = change_of(&site, &id, "en").await["id"].clone();
        let body = json!({ "at": at, "decisions": [{ "segment": segment, "verdict": "wording" }] });
        assert_eq!(publish(&site, &id, "en", body).await.0, 200);
        write(&site, &id, "en", &later).await;
        site.inside().publish_due(at).await;
        let zh = read(&site, &format!("{PUBLIC}/zh/guide/a")).await;
        assert_eq!(zh["outdated"].as_array().unwrap().len(), expected, "{later}: {zh}");
        mark(&site, &id, "", json!({ "page": true })).await;
        import_en(&site, "", "").await;
        mark(&site, &id, "", json!({ "page": true })).await;
    }
}
