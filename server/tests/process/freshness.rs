//! Tests of the translation states that the API returns for segments and pages.

use serde_json::Value;

use super::process::{Site, until};

const EN: &str = "# Start\n\nFirst paragraph.\n\n## Install\n\nDownload it.\n\nUnpack it.\n\n## Run\n\nRun it.\n";
const ZH: &str = "# 开始\n\n第一段。\n\n## 安装\n\n下载它。\n\n解开它。\n\n## 运行\n\n运行它。\n";

fn site() -> Site {
    Site::showing(&[("en/start.md", EN), ("zh/start.md", ZH)], &[])
}

fn page(site: &Site, locale: &str) -> Value {
    site.get(&format!("/api/v1/public/docs/{locale}/start")).json()
}

/// Returns the heading id and the kind of each outdated segment.
fn outdated(site: &Site, locale: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let page = page(site, locale);
    let segments = page["outdated"].as_array().unwrap();
    segments.iter().map(|segment| (text(&segment["heading_id"]), text(&segment["kind"]))).collect()
}

#[track_caller]
fn import(site: &Site, files: &[(&str, &str)]) {
    let output = site.import(files);
    assert_eq!(output.code, Some(0), "{output:?}");
    // The server detects changes of other processes with a short delay.
    let (name, text) = files[0];
    let locale = &name[..2];
    until("update of derived data", || (page(site, locale)["markdown"] == text).then_some(()));
}

fn pair(heading: &str, kind: &str) -> (String, String) {
    (heading.to_owned(), kind.to_owned())
}

#[track_caller]
fn check_states(site: &Site, zh: &str, en: &str) {
    let listed = site.get("/api/v1/public/docs").json();
    for (locale, state) in [("zh-CN", zh), ("en-US", en)] {
        let page = listed.as_array().unwrap().iter().find(|page| page["locale"] == locale).unwrap();
        assert_eq!(page["state"], state, "{locale}");
        let other_page =
            listed.as_array().unwrap().iter().find(|page| page["locale"] != locale).unwrap();
        assert_eq!(other_page["counterpart"]["state"], state, "{locale}");
    }
}

#[test]
fn pages_imported_together_are_up_to_date() {
    let site = site();
    assert!(outdated(&site, "zh").is_empty() && outdated(&site, "en").is_empty());
    check_states(&site, "up_to_date", "up_to_date");
}

#[test]
fn changed_paragraph_makes_only_its_translation_outdated() {
    let site = site();
    import(&site, &[("en/start.md", &EN.replace("Unpack it.", "Unpack it with care, please."))]);
    assert_eq!(outdated(&site, "zh"), [pair("安装", "paragraph")]);
    assert_eq!(outdated(&site, "en"), []);
    check_states(&site, "outdated", "up_to_date");
    let status = site.get("/api/v1/public/localization/status").json();
    let zh = status.as_array().unwrap().iter().find(|row| row["locale"] == "zh-CN").unwrap();
    assert_eq!((&zh["outdated"], &zh["total"]), (&1.into(), &7.into()), "{zh}");
    assert_eq!(zh["up_to_date"], 6);
}

#[test]
fn updated_translation_is_up_to_date() {
    let site = site();
    import(&site, &[("en/start.md", &EN.replace("Run it.", "Run it twice, to be sure."))]);
    assert_eq!(outdated(&site, "zh"), [pair("运行", "paragraph")]);
    let both = [
        ("zh/start.md", ZH.replace("运行它。", "运行它三次。")),
        ("en/start.md", EN.replace("Run it.", "Run it three times, to be safe.")),
    ];
    import(&site, &both.each_ref().map(|(name, text)| (*name, text.as_str())));
    assert_eq!((outdated(&site, "zh"), outdated(&site, "en")), (vec![], vec![]));
    check_states(&site, "up_to_date", "up_to_date");
}

#[test]
fn texts_changed_together_stay_up_to_date() {
    let site = site();
    let (en, zh) = (
        EN.replace("Download it.", "Download it from here."),
        ZH.replace("下载它。", "从这里下载它。"),
    );
    import(&site, &[("en/start.md", &en), ("zh/start.md", &zh)]);
    assert_eq!((outdated(&site, "zh"), outdated(&site, "en")), (vec![], vec![]));
    check_states(&site, "up_to_date", "up_to_date");
}

#[test]
fn moved_section_is_not_outdated() {
    let site = site();
    let moved = "# Start\n\nFirst paragraph.\n\n## Run\n\nRun it.\n\n## Install\n\nDownload it.\n\nUnpack it.\n";
    import(&site, &[("en/start.md", moved)]);
    assert_eq!(outdated(&site, "zh"), [], "a moved section must not be outdated");
    import(
        &site,
        &[("en/start.md", &moved.replace("Download it.", "Download the archive first."))],
    );
    assert_eq!(outdated(&site, "zh"), [pair("安装", "paragraph")]);
}

#[test]
fn segments_of_a_page_in_one_language_are_not_translated() {
    let site = Site::showing(
        &[("en/start.md", EN), ("en/only.md", "# Only\n\nHere.\n"), ("zh/start.md", ZH)],
        &[],
    );
    let status = site.get("/api/v1/public/localization/status").json();
    let row = |locale: &str| {
        status.as_array().unwrap().iter().find(|row| row["locale"] == locale).unwrap()
    };
    assert_eq!(
        (&row("zh-CN")["not_translated"], &row("zh-CN")["total"]),
        (&2.into(), &9.into()),
        "{status}"
    );
    assert_eq!(
        (&row("en-US")["not_translated"], &row("en-US")["total"]),
        (&0.into(), &9.into()),
        "{status}"
    );
}

#[test]
fn rendered_page_updates_when_its_counterpart_changes() {
    let site = site();
    let zh = || site.get("/index/zh/docs/start").text();
    let before = zh();
    import(&site, &[("en/start.md", &EN.replace("Unpack it.", "Unpack it with care, please."))]);
    until("new render of the page", || (zh() != before).then_some(()));
    let etag =
        |site: &Site| site.get("/api/v1/public/docs/zh/start").header("etag").unwrap().to_owned();
    let known = etag(&site);
    import(&site, &[("en/start.md", EN)]);
    assert_ne!(etag(&site), known, "the ETag must change with `outdated`");
}
