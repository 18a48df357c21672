//! Tests of publication (immediate, scheduled, in one language or both) and of unpublishing.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::pages::{
    EN, LIST, id_of, in_days, publish, read, revision, schedule_state, send, site, write,
};
use crate::site::Site;

#[tokio::test]
async fn published_draft_is_visible_to_readers() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let seen = revision(&site, &id, "en").await;
    let written = write(&site, &id, "en", EN).await;
    assert_ne!(written, seen);
    let page = read(&site, &format!("{LIST}/{id}")).await;
    let en = &page["en"];
    assert_eq!((&en["text"], &en["listed"]["changed"]), (&json!(EN), &json!(true)));
    assert_eq!(en["published"].as_str().unwrap(), EN.replace("open", "closed"));
    let public = "/api/v1/public/docs/en/guide/a";
    assert!(!read(&site, public).await.to_string().contains("open"), "drafts must not be public");

    let changes = read(&site, &format!("{LIST}/{id}/en/changes")).await;
    let changed = &changes["segments"][0];
    assert_eq!(changes["segments"].as_array().unwrap().len(), 1, "{changes}");
    assert_eq!(changed["pieces"][1], json!(["old", "closed"]));
    assert_eq!(changed["counterpart"], "门关着。");
    assert_eq!((&changed["line"], &changes["front_matter"]), (&json!(6), &json!(false)));

    let (status, done) = publish(&site, &id, "en", json!({})).await;
    assert_eq!((status, &done["url"]), (200, &json!("/index/en/docs/guide/a")), "{done}");
    assert!(read(&site, public).await["html"].as_str().unwrap().contains("open"));
    let zh = read(&site, "/api/v1/public/docs/zh/guide/a").await;
    assert_eq!(zh["outdated"].as_array().unwrap().len(), 1, "the translation must be outdated");
    let page = read(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(
        (&page["en"]["published"], &page["en"]["listed"]["changed"]),
        (&Value::Null, &json!(false))
    );
}

#[tokio::test]
async fn publishing_applies_the_verdicts_on_changed_segments() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let outdated = async || {
        let zh = read(&site, "/api/v1/public/docs/zh/guide/a").await;
        zh["outdated"].as_array().unwrap().len()
    };
    let decided = async |word: &str, verdict: &str| {
        write(&site, &id, "en", &EN.replace("open", word)).await;
        let changes = read(&site, &format!("{LIST}/{id}/en/changes")).await;
        let segment = &changes["segments"][0]["id"];
        let body = json!({ "decisions": [{ "segment": segment, "verdict": verdict }] });
        assert_eq!(publish(&site, &id, "en", body).await.0, 200);
    };
    decided("shut", "wording").await;
    assert_eq!(outdated().await, 0, "a wording verdict must not outdate the translation");
    decided("open", "meaning").await;
    assert_eq!(outdated().await, 1);
    decided("wide open", "translated").await;
    assert_eq!(outdated().await, 0, "a `translated` verdict must outdate no segment");

    write(&site, &id, "en", &EN.replace("open", "painted")).await;
    let zh = write(&site, &id, "zh", "# 门\n\n门开着。\n\n在此等候。\n").await;
    let changes = read(&site, &format!("{LIST}/{id}/en/changes")).await;
    assert_eq!(changes["segments"][0]["counterpart_changed"], true, "{changes}");
    let (status, done) = publish(&site, &id, "en", json!({ "other": zh })).await;
    assert_eq!(status, 200, "{done}");
    assert_eq!(outdated().await, 0, "a translation published together must be up to date");
    assert!(
        read(&site, "/api/v1/public/docs/zh/guide/a").await["html"]
            .as_str()
            .unwrap()
            .contains("门开着")
    );
}

#[tokio::test]
async fn outdated_segment_is_up_to_date_after_an_acknowledgement() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let outdated = async || {
        let zh = read(&site, "/api/v1/public/docs/zh/guide/a").await;
        zh["outdated"].as_array().unwrap().len()
    };
    let segment = async || {
        let page = read(&site, &format!("{LIST}/{id}")).await;
        let segments = page["zh"]["segments"].as_array().unwrap().clone();
        segments.into_iter().find(|it| it["kind"] == "paragraph").unwrap()
    };
    let path = format!("{LIST}/{id}/zh/acknowledgements");
    let named = segment().await["id"].clone();
    let acknowledge = async |seen: Option<&str>, segments: Value| {
        let other_revision = revision(&site, &id, "en").await;
        let body = json!({ "segments": segments, "other": other_revision });
        send(&site, "POST", &path, seen, Some(body)).await
    };
    let seen = revision(&site, &id, "zh").await;
    let (status, refused) = acknowledge(Some(&seen), json!([named])).await;
    assert_eq!((status, &refused["errors"][0]["code"]), (422, &json!("not-outdated")));

    write(&site, &id, "en", EN).await;
    assert_eq!(segment().await["state"], "outdated");
    assert_eq!(
        segment().await["may_acknowledge"],
        false,
        "an unpublished change must not be acknowledged"
    );
    publish(&site, &id, "en", json!({})).await;
    assert_eq!((segment().await["may_acknowledge"].clone(), outdated().await), (json!(true), 1));
    let other_revision = revision(&site, &id, "en").await;
    for (seen, segments, status) in [
        (None, json!([named]), 428),
        (Some(other_revision.as_str()), json!([named]), 412),
        (Some(seen.as_str()), json!([]), 422),
        (Some(seen.as_str()), json!([named, "another"]), 422),
    ] {
        assert_eq!(acknowledge(seen, segments.clone()).await.0, status, "{seen:?} {segments}");
    }
    assert_eq!(outdated().await, 1, "rejected requests must change nothing");
    let (status, page) = acknowledge(Some(&seen), json!([named])).await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(outdated().await, 0);
    let correct = segment().await;
    assert_eq!(
        (&correct["state"], &correct["acknowledged"]["by"]),
        (&json!("up_to_date"), &json!("editor"))
    );

    write(&site, &id, "en", &EN.replace("open", "painted")).await;
    publish(&site, &id, "en", json!({})).await;
    assert_eq!(outdated().await, 1, "an acknowledgement must apply to one change only");
    assert_eq!(segment().await["acknowledged"], Value::Null);
    site.log_in_as("owner").await;
    let log = read(&site, "/api/v1/admin/log?action=translation-acknowledged").await;
    let named = json!([named]).to_string();
    assert_eq!((log.as_array().unwrap().len(), &log[0]["after"]), (1, &json!(named)), "{log}");
}

#[tokio::test]
async fn intentional_copy_is_up_to_date_until_a_text_changes() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let not_translated_count = async || {
        let zh = read(&site, "/api/v1/public/docs/zh/guide/a").await;
        zh["not_translated"].as_i64().unwrap()
    };
    let segment = async || {
        let page = read(&site, &format!("{LIST}/{id}")).await;
        let segments = page["zh"]["segments"].as_array().unwrap().clone();
        segments.into_iter().find(|it| it["kind"] == "paragraph").unwrap()
    };
    let path = format!("{LIST}/{id}/zh/intentional-copies");
    let keep = async |seen: Option<&str>, segments: Value| {
        let other_revision = revision(&site, &id, "en").await;
        let body = json!({ "segments": segments, "other": other_revision });
        send(&site, "PUT", &path, seen, Some(body)).await
    };
    let named = segment().await["id"].clone();
    let before = revision(&site, &id, "zh").await;
    let (status, refused) = keep(Some(&before), json!([named])).await;
    assert_eq!((status, &refused["errors"][0]["code"]), (422, &json!("not-copied")), "{refused}");

    let copy = "# 门\n\nThe door is closed by the wind.\n";
    write(&site, &id, "en", &copy.replace('门', "Door")).await;
    let seen = write(&site, &id, "zh", copy).await;
    assert_eq!(segment().await["state"], "copied");
    let (status, done) =
        publish(&site, &id, "zh", json!({ "other": revision(&site, &id, "en").await })).await;
    assert_eq!((status, not_translated_count().await), (200, 1), "{done}");
    let named = segment().await["id"].clone();
    let now = revision(&site, &id, "zh").await;
    for (seen, segments, status) in [
        (None, json!([named]), 428),
        (Some(seen.as_str()), json!([named]), 412),
        (Some(now.as_str()), json!([named, "another"]), 422),
        (Some(now.as_str()), json!([]), 200),
    ] {
        assert_eq!(keep(seen, segments.clone()).await.0, status, "{seen:?} {segments}");
    }
    assert_eq!(not_translated_count().await, 1, "rejected requests must change nothing");
    let (status, page) = keep(Some(&now), json!([named])).await;
    assert_eq!((status, not_translated_count().await), (200, 0), "{page}");
    let kept_segment = segment().await;
    let state_and_author = (&kept_segment["state"], &kept_segment["kept"]["by"]);
    assert_eq!(state_and_author, (&json!("up_to_date"), &json!("editor")), "{kept_segment}");
    keep(Some(&now), json!([])).await;
    assert_eq!(
        (not_translated_count().await, &segment().await["kept"]),
        (1, &Value::Null),
        "the mark must be removed"
    );

    keep(Some(&now), json!([named])).await;
    let changed_copy = copy.replace("wind", "storm");
    write(&site, &id, "en", &changed_copy.replace('门', "Door")).await;
    write(&site, &id, "zh", &changed_copy).await;
    publish(&site, &id, "zh", json!({ "other": revision(&site, &id, "en").await })).await;
    assert_eq!(not_translated_count().await, 1, "the mark must not apply to a new text");
    site.log_in_as("owner").await;
    let log = read(&site, "/api/v1/admin/log?action=copies-kept").await;
    assert_eq!(log.as_array().unwrap().len(), 4, "{log}");
}

/// The draft becomes stale, because a request without a draft publishes another change of the text.
#[tokio::test]
async fn stale_draft_can_be_published_after_a_merge() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    site.with_header(Some(("if-match", "*")));
    let direct_change = json!({ "markdown": "# Gate\n\nThe gate is closed.\n\nWait there.\n" });
    site.answer("PUT", "/api/v1/docs/en/guide/a", Some(&direct_change.to_string())).await;
    site.with_header(None);
    let (status, stale) = publish(&site, &id, "en", json!({})).await;
    assert_eq!(status, 412, "{stale}");
    assert!(stale["current"]["markdown"].as_str().unwrap().contains("there"));
    assert!(stale["base"]["markdown"].as_str().unwrap().contains("Wait here"), "{stale}");
    let seen = revision(&site, &id, "en").await;
    let merged = EN.replace("here", "there");
    let change = json!({ "text": merged, "base": stale["current"]["revision"] });
    let path = format!("{LIST}/{id}/en/draft");
    assert_eq!(send(&site, "PUT", &path, Some(&seen), Some(change)).await.0, 200);
    assert_eq!(publish(&site, &id, "en", json!({})).await.0, 200);
    let public = read(&site, "/api/v1/public/docs/en/guide/a").await;
    assert_eq!(public["markdown"], "# Gate\n\nThe gate is open.\n\nWait there.\n");
}

#[tokio::test]
async fn scheduled_draft_is_published_on_time() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    let (status, refused) = publish(&site, &id, "en", json!({ "at": 1_000 })).await;
    assert_eq!((status, &refused["errors"][0]["code"]), (422, &json!("past")));
    let (status, refused) = publish(&site, &id, "en", json!({ "at": in_days(3_660) })).await;
    assert_eq!((status, &refused["errors"][0]["code"]), (422, &json!("too-late")));
    let at = in_days(3_640);
    let (status, done) = publish(&site, &id, "en", json!({ "at": at })).await;
    assert_eq!((status, &done["publish_at"]), (200, &json!(at)));
    let listed = read(&site, &format!("{LIST}?state=scheduled")).await;
    assert_eq!(listed[0]["en"]["publish_at"], json!(at), "{listed}");
    let says_open = async || {
        read(&site, "/api/v1/public/docs/en/guide/a").await["html"]
            .as_str()
            .unwrap()
            .contains("open")
    };
    site.inside().publish_due(at - 1).await;
    assert!(!says_open().await);
    // Two concurrent runs of scheduled publishing publish the text once.
    let before = read(&site, &format!("{LIST}/{id}/en/revisions")).await;
    let (first, second) = (site.inside().publish_due(at), site.inside().publish_due(at));
    tokio::join!(first, second);
    assert!(says_open().await);
    let after = read(&site, &format!("{LIST}/{id}/en/revisions")).await;
    assert_eq!(after.as_array().unwrap().len(), before.as_array().unwrap().len() + 1, "{after}");
    site.inside().publish_due(at).await;
    assert_eq!(read(&site, &format!("{LIST}?state=scheduled")).await, json!([]));

    // A text that cannot be published gets an error and stays a draft.
    write(&site, &id, "en", "---\ntitle: [\n---\n# Gate\n").await;
    publish(&site, &id, "en", json!({ "at": at })).await;
    site.inside().publish_due(at).await;
    let en = &read(&site, &format!("{LIST}/{id}")).await["en"]["listed"];
    assert_eq!((&en["error"], &en["publish_at"]), (&json!("unreadable"), &Value::Null), "{en}");

    write(&site, &id, "en", EN).await;
    publish(&site, &id, "en", json!({ "at": at })).await;
    let path = format!("{LIST}/{id}/en/schedule");
    assert_eq!(send(&site, "DELETE", &path, None, None).await.0, 204);
    assert_eq!(read(&site, &format!("{LIST}?state=scheduled")).await, json!([]));
}

#[tokio::test]
async fn one_language_of_a_page_can_be_unpublished() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let seen = revision(&site, &id, "zh").await;
    let path = format!("{LIST}/{id}/zh/unpublish");
    let (status, page) = send(&site, "POST", &path, Some(&seen), None).await;
    assert_eq!((status, &page["zh"]["listed"]["state"]), (200, &json!("draft")), "{page}");
    assert_eq!(page["zh"]["text"], "---\ndraft: true\n---\n\n# 门\n\n门关着。\n\n在此等候。\n");
    assert_eq!(page["en"]["listed"]["state"], "published");
    let zh = read(&site, "/api/v1/public/docs/zh/guide/a").await;
    assert_eq!(zh["locale"], "en-US", "the page must fall back to the other language");
    assert_eq!(publish(&site, &id, "zh", json!({})).await.0, 200);
    let zh = read(&site, "/api/v1/public/docs/zh/guide/a").await;
    assert_eq!(
        (&zh["locale"], &zh["markdown"]),
        (&json!("zh-CN"), &json!("# 门\n\n门关着。\n\n在此等候。\n"))
    );
}

#[tokio::test]
async fn translation_is_aligned_when_it_is_published() {
    let site = site().await;
    site.log_in_as("editor").await;
    for (path, first) in [("one", "en"), ("two", "zh"), ("three", "")] {
        let new = json!({ "area": "docs", "locale": "en", "path": path, "title": "New" });
        let (_, page) = send(&site, "POST", LIST, None, Some(new)).await;
        let id = page["id"].as_str().unwrap();
        write(&site, id, "en", "---\ndraft: true\n---\n\n# New\n\nOne.\n\nTwo.\n").await;
        if first.is_empty() {
            // The source is published before its translation is created.
            publish(&site, id, "en", json!({})).await;
        }
        send(&site, "POST", &format!("{LIST}/{id}/zh/text"), None, None).await;
        let zh = "---\ndraft: true\n---\n\n# 新\n\n一。\n\n二。\n";
        let revision = write(&site, id, "zh", zh).await;
        let (_, changes) = send(&site, "GET", &format!("{LIST}/{id}/zh/changes"), None, None).await;
        assert_eq!(
            changes["segments"],
            json!([]),
            "changes of an unpublished text must need no verdict"
        );
        let (_, page) = send(&site, "GET", &format!("{LIST}/{id}"), None, None).await;
        let decision = match first {
            "en" => json!({ "other": revision }),
            "zh" => json!({ "other": page["en"]["revision"] }),
            _ => json!({}),
        };
        let (status, done) =
            publish(&site, id, if first == "en" { "en" } else { "zh" }, decision).await;
        assert_eq!(status, 200, "{path}: {done}");
        let (_, page) = send(&site, "GET", &format!("{LIST}/{id}"), None, None).await;
        for side in ["en", "zh"] {
            let listed = &page[side]["listed"];
            assert_eq!(
                (&listed["outdated"], &listed["not_translated"]),
                (&json!(0), &json!(0)),
                "{path}: {page}"
            );
            let segments = page[side]["segments"].as_array().unwrap();
            assert!(segments.iter().all(|it| it["state"] == "up_to_date"), "{path}: {segments:?}");
        }
    }
}

#[tokio::test]
async fn scheduled_publishing_fails_if_the_author_lost_permission() {
    let site = site().await;
    site.log_in_as("translator").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    for (revoke_sql, restore_sql) in [
        (
            "update users set disabled_at = 1 where name = 'translator'",
            "update users set disabled_at = null where name = 'translator'",
        ),
        (
            "update users set role = 'reviewer' where name = 'translator'",
            "update users set role = 'translator' where name = 'translator'",
        ),
        (
            "update users set locales = 'zh' where name = 'translator'",
            "update users set locales = '' where name = 'translator'",
        ),
    ] {
        assert_eq!(
            publish(&site, &id, "en", json!({ "at": in_days(1) })).await.0,
            200,
            "{revoke_sql}"
        );
        site.inside().execute(revoke_sql).await.unwrap();
        site.inside().publish_due(in_days(2)).await;
        site.inside().execute(restore_sql).await.unwrap();
        assert_eq!(schedule_state(&site, &id).await, (json!("rights"), false), "{revoke_sql}");
    }
    assert!(!read(&site, "/api/v1/public/docs/en/guide/a").await.to_string().contains("open"));
    publish(&site, &id, "en", json!({ "at": in_days(1) })).await;
    site.inside().publish_due(in_days(2)).await;
    assert!(read(&site, "/api/v1/public/docs/en/guide/a").await.to_string().contains("open"));
}

#[tokio::test]
async fn publish_errors_of_the_other_language_have_their_own_field() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let (en, zh) = (EN, "---\ntitle: 门\n---\n# 门\n\n门开着。\n\n在此等候。\n");
    let wrong =
        [("title", "slug: b\ntitle"), ("title: ", "title: ["), ("# ", "![](none.png)\n\n# ")];
    for (from, to) in wrong {
        let text = write(&site, &id, "en", en).await;
        let other_revision = write(&site, &id, "zh", &zh.replacen(from, to, 1)).await;
        for (locale, seen, field) in [("en", &other_revision, "other.text"), ("zh", &text, "text")]
        {
            let (status, refused) = publish(&site, &id, locale, json!({ "other": seen })).await;
            let error = &refused["errors"][0];
            assert_eq!((status, &error["field"]), (422, &json!(field)), "{to}: {refused}");
        }
    }
    let later =
        json!({ "other": write(&site, &id, "zh", "![](none.png)\n").await, "at": in_days(1) });
    let (_, refused) = publish(&site, &id, "en", later).await;
    assert_eq!(refused["errors"][0]["field"], "other.text", "{refused}");

    // A revision identifier begins with the id of its text.
    let text_of =
        |revision: &Value| revision.as_str().unwrap().split('-').next().unwrap().to_owned();
    let seen = write(&site, &id, "zh", zh).await;
    let now = write(&site, &id, "zh", &zh.replace("开着", "锁着")).await;
    let (status, stale) = publish(&site, &id, "en", json!({ "other": seen })).await;
    assert_eq!((status, &stale["current"]["revision"]), (412, &json!(now)), "{stale}");
    site.inside().edit_page("zh", "guide/a", "# 门\n\n门没了。\n", "ann").await;
    let (status, stale) = publish(&site, &id, "en", json!({ "other": now })).await;
    assert_eq!(status, 412, "{stale}");
    assert!(stale["current"]["markdown"].as_str().unwrap().contains("没了"), "{stale}");
    for state in ["current", "base"] {
        assert_eq!(text_of(&stale[state]["revision"]), text_of(&json!(now)), "{stale}");
    }
}

#[tokio::test]
async fn trashed_page_is_not_published_on_schedule() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    let page = format!("{LIST}/{id}");
    write(&site, &id, "en", EN).await;
    assert_eq!(publish(&site, &id, "en", json!({ "at": in_days(1) })).await.0, 200);
    let seen = read(&site, &page).await["revision"].as_str().unwrap().to_owned();
    assert_eq!(send(&site, "DELETE", &page, Some(&seen), None).await.0, 204);
    let (status, back) = send(&site, "POST", &format!("{page}/restore"), None, None).await;
    assert_eq!((status, &back["en"]["listed"]["publish_at"]), (200, &Value::Null), "{back}");
    assert_eq!(back["en"]["text"], EN, "the draft must be kept");
    site.inside().publish_due(in_days(2)).await;
    assert!(!read(&site, "/api/v1/public/docs/en/guide/a").await.to_string().contains("open"));
    site.log_in_as("owner").await;
    let log = read(&site, "/api/v1/admin/log?action=page-scheduled").await;
    assert_eq!(log.as_array().unwrap().len(), 2, "the schedule and its end must be logged: {log}");
}

#[tokio::test]
async fn unpublishing_cancels_the_schedule() {
    let site = site().await;
    site.log_in_as("editor").await;
    let id = id_of(&site, "guide/a").await;
    write(&site, &id, "en", EN).await;
    assert_eq!(publish(&site, &id, "en", json!({ "at": in_days(1) })).await.0, 200);
    let seen = revision(&site, &id, "en").await;
    let path = format!("{LIST}/{id}/en/unpublish");
    let (status, page) = send(&site, "POST", &path, Some(&seen), None).await;
    assert_eq!((status, &page["en"]["listed"]["publish_at"]), (200, &Value::Null), "{page}");
    assert!(page["en"]["text"].as_str().unwrap().contains("open"), "the draft must be kept");
    site.inside().publish_due(in_days(2)).await;
    let public = read(&site, "/api/v1/public/docs/en/guide/a").await;
    assert_eq!(public["locale"], "zh-CN", "the page must fall back to the other language");
}

#[tokio::test]
async fn draft_reset_to_the_current_text_keeps_its_schedule() {
    let site = site().await;
    let later = "---\ntitle: Later\ndraft: true\n---\n# Later\n\nThe gate is open.\n";
    site.import(&[("en/guide/later.md", later)]).await;
    site.log_in_as("editor").await;
    // The first page has never been published. The second page is published.
    let closed = EN.replace("open", "closed");
    for (path, standing, scheduled) in
        [("guide/later", later, later), ("guide/a", closed.as_str(), EN)]
    {
        let id = id_of(&site, path).await;
        write(&site, &id, "en", scheduled).await;
        let at = in_days(1);
        assert_eq!(publish(&site, &id, "en", json!({ "at": at })).await.0, 200, "{path}");
        write(&site, &id, "en", &scheduled.replace("open", "painted")).await;
        write(&site, &id, "en", standing).await;
        let listed = read(&site, &format!("{LIST}/{id}")).await["en"]["listed"].clone();
        assert_eq!(listed["publish_at"], json!(at), "{path}: {listed}");
        write(&site, &id, "en", scheduled).await;
        site.inside().publish_due(in_days(2)).await;
        let public = read(&site, &format!("/api/v1/public/docs/en/{path}")).await;
        assert!(public["html"].as_str().unwrap().contains("open"), "{path}: {public}");
    }
}

#[tokio::test]
async fn failed_scheduled_publishing_is_retried() {
    let site = site().await;
    site.log_in_as("editor").await;
    let (id, other_id) = (id_of(&site, "guide/a").await, id_of(&site, "guide/b").await);
    for (id, text) in [(&id, EN), (&other_id, "# Bell\n\nIt is open.\n")] {
        write(&site, id, "en", text).await;
        assert_eq!(publish(&site, id, "en", json!({ "at": in_days(1) })).await.0, 200);
    }
    let is_open = async |path: &str| {
        let public = read(&site, &format!("/api/v1/public/docs/en/{path}")).await;
        public["html"].as_str().unwrap().contains("open")
    };
    // Inserts a revision with the next number, so that publishing fails.
    let insert_sql = "insert into revisions (text_id, number, title, front_matter, markdown, segments, hash, \
                 origin, author, created_at, dialect) select text_id, 2, title, front_matter, markdown, \
                 segments, hash, origin, author, created_at, dialect from revisions where text_id = \
                 (select id from texts where path = 'guide/a' and locale = 'en-US')";
    site.inside().execute(insert_sql).await.unwrap();
    site.inside().publish_due(in_days(2)).await;
    assert!(is_open("guide/b").await, "other pages must not wait for the failed one");
    assert!(!is_open("guide/a").await);
    assert_eq!(schedule_state(&site, &id).await, (Value::Null, true));
    let free = "delete from revisions where number = 2 and text_id = \
                (select id from texts where path = 'guide/a' and locale = 'en-US')";
    site.inside().execute(free).await.unwrap();
    site.inside().publish_due(in_days(2)).await;
    assert!(is_open("guide/a").await);
}

/// The pool has few PostgreSQL connections: a request that holds a connection must not wait for a second one.
#[tokio::test]
async fn concurrent_restores_exceeding_the_pool_all_succeed() {
    let site = Site::new().await;
    let names: Vec<_> = (0..12).map(|number| format!("en/p{number}.md")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), "# P\n")).collect();
    site.import(&files).await;
    site.log_in_as("editor").await;
    let rows = read(&site, LIST).await;
    site.with_header(Some(("if-match", "*")));
    let site = &site;
    let going_back = rows.as_array().unwrap().iter().map(|row| async move {
        let id = row["id"].as_str().unwrap();
        let path = format!("{LIST}/{id}/en/revisions/1/restore");
        site.answer("POST", &path, None).await.status().as_u16()
    });
    assert_eq!(join_all(going_back).await, [200; 12]);
}
