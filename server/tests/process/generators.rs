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
        let place = folder.path().join("site").join(file);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, bytes).unwrap();
    }
    folder
}

/// A site that was imported with `auto`, and the output of the command.
struct Brought {
    site: Site,
    told: String,
}

impl Brought {
    /// Imports a site, compares a dry run and an import with the generator's name, and exports all files.
    #[track_caller]
    fn over(name: &str, because: &str) -> Self {
        let folder = copied(name);
        let dry = run(folder.path(), &["import", "site", "--dry-run"]);
        let imported = run(folder.path(), &["import", "site"]);
        assert_eq!(imported.code, Some(0), "{imported:?}");
        let told = imported.out;
        assert!(
            told.contains(&format!("detected {name} ({because} found); use --from to override")),
            "{told}"
        );
        let issues = |told: &str| told.lines().filter(|line| line.ends_with(')')).count();
        assert_eq!(issues(&dry.out), issues(&told), "{}\n{told}", dry.out);
        let again = run(folder.path(), &["import", "site", "--from", name]);
        assert!(again.out.contains(" 0 added, 0 changed"), "{}", again.out);
        assert_eq!(run(folder.path(), &["export", "out"]).code, Some(0));
        let (before, after) =
            (files_below(&folder.path().join("site")), files_below(&folder.path().join("out")));
        assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
        for (file, bytes) in &before {
            assert!(after[file] == *bytes, "{file}");
        }
        Self { site: Site::of(folder, &[]), told }
    }

    #[track_caller]
    fn tells(&self, words: &str) {
        assert!(self.told.contains(words), "`{words}` in {}", self.told);
    }

    #[track_caller]
    fn page(&self, path: &str) -> String {
        let answer = self.site.get(&format!("/api/v1/public/docs/{path}"));
        assert_eq!(answer.status, 200, "{path}");
        answer.json()["html"].as_str().unwrap().to_owned()
    }

    #[track_caller]
    fn shows(&self, path: &str, pieces: &[&str]) {
        let html = self.page(path);
        for piece in pieces {
            assert!(html.contains(piece), "`{piece}` in {path}: {html}");
        }
    }

    /// Checks paths and titles of a language, in navigation order.
    #[track_caller]
    fn lists(&self, locale: &str, expected: &[&str]) {
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
    fn moved(&self, from: &str, to: &str) {
        let answer = self.site.get(from);
        assert_eq!((answer.status, answer.header("location")), (301, Some(to)), "{from}");
    }
}

#[test]
fn vitepress_site_is_imported() {
    let brought = Brought::over("vitepress", "docs/.vitepress/config.ts");
    brought.lists("en", &[": Home", "guide/start: Start", "guide/more: More", "api: API"]);
    brought.lists("zh", &[": 首页", "guide/start: 开始", "guide/more: 更多"]);
    brought.shows(
        "zh/guide/start",
        &["data-tone=\"tip\"", "提示：读我", "id=\"_1-安装\"", "id=\"install\"", "^2.0"],
    );
    brought.shows(
        "en/guide/start",
        &["href=\"/index/en/docs/api#get\"", "/index/media/docs/public/a.svg"],
    );
    brought.tells("docs/guide/more.md:3: warning: `{{ version }}` is filled in by the generator and shown as is here; write the value (interpolation-not-read)");
    brought.tells("docs/guide/more.md:5: warning: unknown component `<Mine />` removed; ");
    brought.tells("navigation-group-dropped");
    brought
        .tells("docs/.vitepress/config.ts:24: note: `apiPages()` would be known only by running");
    brought.moved("/index/en/docs/old/start.html", "/index/en/docs/guide/start");
}

#[test]
fn docusaurus_site_is_imported() {
    let brought = Brought::over("docusaurus", "docusaurus.config.js");
    brought.lists(
        "en",
        &[
            "intro: Intro",
            "basics/first: First steps",
            "basics/second: Second",
            "advanced: Advanced",
        ],
    );
    brought.lists("zh", &["intro: 介绍", "basics/first: 第一步"]);
    brought.shows(
        "zh/basics/first",
        &[
            "data-tone=\"note\"",
            "注意这个",
            "苹果",
            "id=\"the-id\"",
            "href=\"/index/zh/docs/intro\"",
        ],
    );
    brought.shows(
        "en/basics/first",
        &["/index/media/static/img/a.svg", "Apple", "data-tone=\"danger\""],
    );
    brought.tells("docs/01-basics/01-first.md:7: note: `import Tabs from '@theme/Tabs';");
    brought.tells("(mdx-import-dropped)");
    brought.tells(
        "docs/01-basics/01-first.md:33: warning: unknown component `<DocCardList />` removed",
    );
    brought.moved("/index/en/docs/old-intro", "/index/en/docs/intro");
    let html = brought.site.get("/index/zh/docs/basics/first").text();
    assert!(html.contains("基础"), "the title of the category");
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
    assert!(html.contains(before), "the order of the sidebar: {html}");
    assert!(site.get("/index/zh/docs/@1.0/a").text().contains("旧的文字。"));
    assert_eq!(site.get("/index/en/docs/@1.0/intro").status, 404, "a page of today");
    assert_eq!(site.get("/index/en/docs/intro").status, 200);
}

#[test]
fn mkdocs_site_is_imported() {
    let brought = Brought::over("mkdocs", "mkdocs.yml");
    brought.lists("en", &[": Welcome", "guide: Guide", "guide/start: Start", "about: About"]);
    brought.lists("zh", &[": 欢迎", "guide/start: 开始"]);
    brought.shows(
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
    brought.shows(
        "en/guide/start",
        &["pip</span> install", "<dt data-segment=\"0\">Term</dt>", "id=\"own\""],
    );
    brought.tells("docs/guide/start.md:27: note: the attributes `{ .md-button }` are left out");
    brought.tells(
        "docs/guide/start.md:29: note: the icon `:material-check:` is left out (icon-dropped)",
    );
    brought.moved("/index/en/docs/old", "/index/en/docs/guide/start");
}

#[test]
fn mdbook_site_is_imported() {
    let brought = Brought::over("mdbook", "en/book.toml");
    brought.lists(
        "en",
        &["preface: Preface", "chapter: A chapter", "chapter/one: One", "thanks: Thanks"],
    );
    brought.lists("zh", &["preface: 前言", "chapter: 一章", "chapter/one: 其一"]);
    brought.shows("en/chapter/one", &["href=\"/index/en/docs/chapter\"", "/index/en/docs/thanks"]);
    brought.shows("zh/chapter/one", &["href=\"/index/zh/docs/chapter\""]);
    brought.tells("en/src/SUMMARY.md:9: note: the chapter “Not yet” has no file yet");
    brought.tells("en/src/chapter/one.md:1: note: `{{#title The first}}` is left out");
    brought.tells("en/src/notes.md: note: `SUMMARY.md` does not list the file");
    brought.moved("/index/en/docs/first.html", "/index/en/docs/chapter/one");
}

#[test]
fn hugo_site_is_imported() {
    let brought = Brought::over("hugo", "hugo.toml");
    brought.lists(
        "en",
        &[
            ": Home",
            "guide: Guide",
            "guide/start: Start here",
            "guide/later: Later",
            "who/we-are: About",
        ],
    );
    brought.lists("zh", &[": 首页", "guide/start: 从这里开始"]);
    brought.shows(
        "en/guide/start",
        &[
            "data-tone=\"warning\"",
            "Mind",
            "href=\"/index/en/docs/guide/later\"",
            "Linux",
            "/index/media/static/img/a.svg",
        ],
    );
    brought.shows("zh/guide/start", &["<summary>更多</summary>", "藏起来的"]);
    brought.tells("content/en/guide/start.md:20: warning: `{{< unknown x=1 >}}` is a shortcode");
    brought.moved("/index/en/docs/begin", "/index/en/docs/guide/start");
}

#[test]
fn starlight_site_is_imported() {
    let brought = Brought::over("starlight", "astro.config.mjs");
    brought
        .lists("en", &[": Home", "guides/start: Start", "guides/more: More", "reference/api: API"]);
    brought.lists("zh", &["guides/start: 开始"]);
    brought.shows(
        "en/guides/start",
        &["data-tone=\"warning\"", "Mind", "One", "Two", "/index/media/src/assets/a.svg", "<ol>"],
    );
    brought.shows("zh/guides/start", &["data-tone=\"tip\"", "href=\"/index/zh/docs/guides/more\""]);
    brought.shows("en/", &["<strong>Quick</strong>", "href=\"/index/en/docs/guides/start\""]);
    brought.tells("start.mdx:29: warning: unknown component `<Unknown thing={1} />` removed");
    brought.moved("/index/en/docs/before", "/index/en/docs/guides/start");
    let html = brought.site.get("/index/zh/docs/guides/start").text();
    assert!(html.contains("指南"), "the title of the group, translated");
}

#[test]
fn unknown_generator_is_rejected() {
    let folder = TempDir::new().unwrap();
    let ended = run(folder.path(), &["import", ".", "--from", "jekyll"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.err.contains("docusaurus"), "{}", ended.err);
}

#[test]
fn unreadable_generator_settings_are_reported() {
    let folder = copied("mkdocs");
    let settings = folder.path().join("site/mkdocs.yml");
    fs::write(settings, "nav:\n  - a: [b\n").unwrap();
    let ended = run(folder.path(), &["import", "site", "--dry-run"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.contains("(navigation-invalid)"), "{}", ended.out);
    fs::remove_dir_all(folder.path().join("site/docs")).unwrap();
    let ended = run(folder.path(), &["import", "site", "--dry-run"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.out.contains("(no-pages)"), "{}", ended.out);
}
