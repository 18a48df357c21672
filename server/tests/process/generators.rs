//! Import of whole sites of other generators: page URLs, rendered content, reported issues, and byte-identical
//! export.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::files::files_below;
use super::process::{Site, run, write};

fn fixture(name: &str) -> PathBuf {
    std::env::current_dir().unwrap().join("tests/process/sites").join(name)
}

fn copied(name: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (file, bytes) in files_below(&fixture(name)) {
        let path = folder.path().join("site").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// Site that was imported with automatic detection of the generator, and the output of the import.
struct ImportedSite {
    site: Site,
    report: String,
}

impl ImportedSite {
    /// Imports a site without `--from`. Checks that a dry run reports the same number of issues, that an import with
    /// the generator's name changes nothing, and that the export equals the imported files.
    #[track_caller]
    fn import(name: &str, detected_file: &str) -> Self {
        let folder = copied(name);
        let dry = run(folder.path(), &["import", "site", "--dry-run"]);
        let imported = run(folder.path(), &["import", "site"]);
        assert_eq!(imported.code, Some(0), "{imported:?}");
        let report = imported.out;
        assert!(
            report.contains(&format!(
                "detected {name} ({detected_file} found); use --from to override"
            )),
            "{report}"
        );
        let issues = |report: &str| report.lines().filter(|line| line.ends_with(')')).count();
        assert_eq!(issues(&dry.out), issues(&report), "{}\n{report}", dry.out);
        let again = run(folder.path(), &["import", "site", "--from", name]);
        assert!(again.out.contains(" 0 added, 0 changed"), "{}", again.out);
        assert_eq!(run(folder.path(), &["export", "out"]).code, Some(0));
        let (before, after) =
            (files_below(&folder.path().join("site")), files_below(&folder.path().join("out")));
        assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
        for (file, bytes) in &before {
            assert!(after[file] == *bytes, "{file}");
        }
        Self { site: Site::of(folder, &[]), report }
    }

    #[track_caller]
    fn check_report(&self, expected: &str) {
        assert!(self.report.contains(expected), "`{expected}` in {}", self.report);
    }

    #[track_caller]
    fn page(&self, path: &str) -> String {
        let answer = self.site.get(&format!("/api/v1/public/docs/{path}"));
        assert_eq!(answer.status, 200, "{path}");
        answer.json()["html"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn check_content(&self, path: &str, pieces: &[&str]) {
        let html = self.page(path);
        for piece in pieces {
            assert!(html.contains(piece), "`{piece}` in {path}: {html}");
        }
    }

    /// Checks the paths and titles of all pages in a language, in navigation order.
    #[track_caller]
    fn check_pages(&self, locale: &str, expected: &[&str]) {
        let all = self.site.get(&format!("/api/v1/public/docs?locale={locale}&size=200")).json();
        let pages: Vec<String> = all
            .as_array()
            .unwrap()
            .iter()
            .map(|page| {
                let url = page["url"].as_str().unwrap();
                let path = url.split_once("/docs").unwrap().1.trim_start_matches('/');
                format!("{path}: {}", page["title"].as_str().unwrap())
            })
            .collect();
        assert_eq!(pages, expected);
    }

    #[track_caller]
    fn check_redirect(&self, from: &str, to: &str) {
        let answer = self.site.get(from);
        assert_eq!((answer.status, answer.header("location")), (301, Some(to)), "{from}");
    }
}

#[test]
fn vitepress_site_is_imported() {
    let imported_site = ImportedSite::import("vitepress", "docs/.vitepress/config.ts");
    imported_site
        .check_pages("en", &[": Home", "guide/start: Start", "guide/more: More", "api: API"]);
    imported_site.check_pages("zh", &[": 首页", "guide/start: 开始", "guide/more: 更多"]);
    imported_site.check_content(
        "zh/guide/start",
        &["data-tone=\"tip\"", "提示：读我", "id=\"_1-安装\"", "id=\"install\"", "^2.0"],
    );
    imported_site.check_content(
        "en/guide/start",
        &["href=\"/index/en/docs/api#get\"", "/index/media/docs/public/a.svg"],
    );
    imported_site.check_report("docs/guide/more.md:3: warning: `{{ version }}` is filled in by the generator and shown as is here; write the value (interpolation-not-read)");
    imported_site
        .check_report("docs/guide/more.md:5: warning: unknown component `<Mine />` removed; ");
    imported_site.check_report("navigation-group-dropped");
    imported_site
        .check_report("docs/.vitepress/config.ts:24: note: `apiPages()` is known only by running");
    imported_site.check_redirect("/index/en/docs/old/start.html", "/index/en/docs/guide/start");
}

#[test]
fn docusaurus_site_is_imported() {
    let imported_site = ImportedSite::import("docusaurus", "docusaurus.config.js");
    imported_site.check_pages(
        "en",
        &[
            "intro: Intro",
            "basics/first: First steps",
            "basics/second: Second",
            "advanced: Advanced",
        ],
    );
    imported_site.check_pages("zh", &["intro: 介绍", "basics/first: 第一步"]);
    imported_site.check_content(
        "zh/basics/first",
        &[
            "data-tone=\"note\"",
            "注意这个",
            "苹果",
            "id=\"the-id\"",
            "href=\"/index/zh/docs/intro\"",
        ],
    );
    imported_site.check_content(
        "en/basics/first",
        &["/index/media/static/img/a.svg", "Apple", "data-tone=\"danger\""],
    );
    imported_site
        .check_report("docs/01-basics/01-first.md:7: note: `import Tabs from '@theme/Tabs';");
    imported_site.check_report("(mdx-import-dropped)");
    imported_site.check_report(
        "docs/01-basics/01-first.md:33: warning: unknown component `<DocCardList />` removed",
    );
    imported_site.check_redirect("/index/en/docs/old-intro", "/index/en/docs/intro");
    let html = imported_site.site.get("/index/zh/docs/basics/first").text();
    assert!(html.contains("基础"), "the title of the category must be translated");
}

#[test]
fn docusaurus_version_is_imported() {
    let folder = copied("docusaurus");
    let translated = "i18n/zh-Hans/docusaurus-plugin-content-docs/version-1.0";
    let sidebars = r#"{"all": ["b", {"type": "doc", "id": "a", "label": "The first"}]}"#;
    write(
        &folder.path().join("site"),
        &[
            ("versioned_docs/version-1.0/a.md", "# A\n\nOld words.\n"),
            ("versioned_docs/version-1.0/b.md", "# B\n\nOlder words.\n"),
            (&format!("{translated}/a.md"), "# 甲\n\n旧的文字。\n"),
            ("versioned_sidebars/version-1.0-sidebars.json", sidebars),
            ("versions.json", "[\"1.0\"]"),
        ],
    );
    let today = run(folder.path(), &["import", "site"]);
    assert!(today.out.contains("(versions-left-out)"), "{}", today.out);
    let old = run(folder.path(), &["import", "site", "--version", "1.0"]);
    assert_eq!(old.code, Some(0), "{old:?}");
    assert!(!old.out.contains("(versions-left-out)"), "{}", old.out);
    let site = Site::of(folder, &[]);
    let html = site.get("/index/en/docs/@1.0/a").text();
    assert!(html.contains("Old words."), "{html}");
    let before = "rel=\"prev\" data-kind=\"previous\" href=\"/index/en/docs/@1.0/b\"";
    assert!(html.contains(before), "the page order must be that of the sidebar: {html}");
    assert!(site.get("/index/zh/docs/@1.0/a").text().contains("旧的文字。"));
    assert_eq!(
        site.get("/index/en/docs/@1.0/intro").status,
        404,
        "the old version must not contain a current page"
    );
    assert_eq!(site.get("/index/en/docs/intro").status, 200);
}

#[test]
fn mkdocs_site_is_imported() {
    let imported_site = ImportedSite::import("mkdocs", "mkdocs.yml");
    imported_site
        .check_pages("en", &[": Welcome", "guide: Guide", "guide/start: Start", "about: About"]);
    imported_site.check_pages("zh", &[": 欢迎", "guide/start: 开始"]);
    imported_site.check_content(
        "zh/guide/start",
        &[
            "data-tone=\"warning\"",
            "小心",
            "<strong>正文</strong>",
            "<summary>更多</summary>",
            "id=\"_1\"",
            "<kbd>Ctrl</kbd>",
            "href=\"/index/zh/docs#top\"",
        ],
    );
    imported_site.check_content(
        "en/guide/start",
        &["pip</span> install", "<dt data-segment=\"0\">Term</dt>", "id=\"own\""],
    );
    imported_site
        .check_report("docs/guide/start.md:27: note: the attributes `{ .md-button }` are left out");
    imported_site.check_report(
        "docs/guide/start.md:29: note: the icon `:material-check:` is left out (icon-dropped)",
    );
    imported_site.check_redirect("/index/en/docs/old", "/index/en/docs/guide/start");
}

#[test]
fn mdbook_site_is_imported() {
    let imported_site = ImportedSite::import("mdbook", "en/book.toml");
    imported_site.check_pages(
        "en",
        &["preface: Preface", "chapter: A chapter", "chapter/one: One", "thanks: Thanks"],
    );
    imported_site.check_pages("zh", &["preface: 前言", "chapter: 一章", "chapter/one: 其一"]);
    imported_site.check_content(
        "en/chapter/one",
        &["href=\"/index/en/docs/chapter\"", "/index/en/docs/thanks"],
    );
    imported_site.check_content("zh/chapter/one", &["href=\"/index/zh/docs/chapter\""]);
    imported_site.check_report("en/src/SUMMARY.md:9: note: the chapter “Not yet” has no file yet");
    imported_site.check_report("en/src/chapter/one.md:1: note: `{{#title The first}}` is left out");
    imported_site.check_report("en/src/notes.md: note: `SUMMARY.md` does not list the file");
    imported_site.check_redirect("/index/en/docs/first.html", "/index/en/docs/chapter/one");
}

#[test]
fn hugo_site_is_imported() {
    let imported_site = ImportedSite::import("hugo", "hugo.toml");
    imported_site.check_pages(
        "en",
        &[
            ": Home",
            "guide: Guide",
            "guide/start: Start here",
            "guide/later: Later",
            "who/we-are: About",
        ],
    );
    imported_site.check_pages("zh", &[": 首页", "guide/start: 从这里开始"]);
    imported_site.check_content(
        "en/guide/start",
        &[
            "data-tone=\"warning\"",
            "Mind",
            "href=\"/index/en/docs/guide/later\"",
            "Linux",
            "/index/media/static/img/a.svg",
        ],
    );
    imported_site.check_content("zh/guide/start", &["<summary>更多</summary>", "藏起来的"]);
    imported_site.check_report(
        "content/en/guide/start.md:20: warning: unknown shortcode `{{< unknown x=1 >}}`, shown as is",
    );
    imported_site.check_redirect("/index/en/docs/begin", "/index/en/docs/guide/start");
}

#[test]
fn starlight_site_is_imported() {
    let imported_site = ImportedSite::import("starlight", "astro.config.mjs");
    imported_site.check_pages(
        "en",
        &[": Home", "guides/start: Start", "guides/more: More", "reference/api: API"],
    );
    imported_site.check_pages("zh", &["guides/start: 开始"]);
    imported_site.check_content(
        "en/guides/start",
        &["data-tone=\"warning\"", "Mind", "One", "Two", "/index/media/src/assets/a.svg", "<ol>"],
    );
    imported_site.check_content(
        "zh/guides/start",
        &["data-tone=\"tip\"", "href=\"/index/zh/docs/guides/more\""],
    );
    imported_site
        .check_content("en/", &["<strong>Quick</strong>", "href=\"/index/en/docs/guides/start\""]);
    imported_site
        .check_report("start.mdx:29: warning: unknown component `<Unknown thing={1} />` removed");
    imported_site.check_redirect("/index/en/docs/before", "/index/en/docs/guides/start");
    let html = imported_site.site.get("/index/zh/docs/guides/start").text();
    assert!(html.contains("指南"), "the title of the group must be translated");
}

#[test]
fn unknown_generator_is_rejected() {
    let folder = TempDir::new().unwrap();
    let output = run(folder.path(), &["import", ".", "--from", "jekyll"]);
    assert_eq!(output.code, Some(2), "{output:?}");
    assert!(output.err.contains("docusaurus"), "{}", output.err);
}

#[test]
fn unreadable_generator_settings_are_reported() {
    let folder = copied("mkdocs");
    let settings = folder.path().join("site/mkdocs.yml");
    fs::write(settings, "nav:\n  - a: [b\n").unwrap();
    let output = run(folder.path(), &["import", "site", "--dry-run"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("(navigation-invalid)"), "{}", output.out);
    fs::remove_dir_all(folder.path().join("site/docs")).unwrap();
    let output = run(folder.path(), &["import", "site", "--dry-run"]);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(output.out.contains("(no-pages)"), "{}", output.out);
}
