//! Tests of import and export of zip archives through the API.

use std::io::{Cursor, Read, Write};

use bytes::Bytes;
use http::{Request, Response};
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::pages::{id_of, publish, read, send, write};
use crate::site::{Site, disconnect_when, until};

const EXPORT: &str = "/api/v1/admin/export";
const IMPORT: &str = "/api/v1/admin/import";

fn packed(files: &[(&str, &str)]) -> Bytes {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner().into()
}

async fn import(site: &Site, query: &str, file: Bytes) -> Response<Bytes> {
    let request = Request::post(format!("{IMPORT}{query}"))
        .header("content-type", "application/zip")
        .header("authorization", site.token().unwrap());
    site.raw([192, 0, 2, 1].into(), request.body(file).unwrap()).await
}

fn json_of(answer: &Response<Bytes>) -> Value {
    serde_json::from_slice(answer.body()).unwrap()
}

#[tokio::test]
async fn import_with_a_misspelled_option_is_rejected() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    let file = packed(&[("en/start.md", "# Start\n")]);
    for (query, status) in [
        ("?dry_run=1", 422),
        ("?dry_run=True", 422),
        ("?dry_run=", 422),
        ("?dry_run", 422),
        ("?prune=yes", 422),
        ("?dryrun=true", 400),
        ("?dry_run=true&dry-run=true", 400),
    ] {
        assert_eq!(import(&site, query, file.clone()).await.status(), status, "{query}");
        assert!(site.get("/api/v1/public/docs/en/start").await.starts_with("404"), "{query}");
    }
    assert_eq!(import(&site, "?dry_run=false&prune=false", file).await.status(), 200);
    assert!(site.get("/api/v1/public/docs/en/start").await.starts_with("200"));
}

#[tokio::test]
async fn dry_run_report_equals_the_import_report() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    let file = packed(&[
        ("site/en/start.md", "# Start\n\n[Gone](gone.md)\n"),
        ("site/zh/start.md", "# 开始\n"),
    ]);
    let would = json_of(&import(&site, "?dry_run=true", file.clone()).await);
    let counts = |report: &Value| {
        ["dry_run", "pages", "new", "changed", "same"].map(|name| report[name].clone())
    };
    assert_eq!(counts(&would), [json!(true), json!(2), json!(2), json!(0), json!(0)], "{would}");
    let codes = would["issues"]["worst"].as_array().unwrap().iter();
    assert!(codes.clone().any(|issue| issue["file"] == "en/start.md"), "{would}");
    assert!(site.get("/api/v1/public/docs/en/start").await.starts_with("404"));
    let done = json_of(&import(&site, "", file.clone()).await);
    assert_eq!(counts(&done), [json!(false), json!(2), json!(2), json!(0), json!(0)], "{done}");
    assert!(site.get("/api/v1/public/docs/en/start").await.starts_with("200"));
    let again = json_of(&import(&site, "", file).await);
    assert_eq!(counts(&again), [json!(false), json!(2), json!(0), json!(0), json!(2)], "{again}");
    let log = site.get("/api/v1/admin/log?action=imported").await;
    assert!(log.contains("x-total-count: 2"), "{log}");
    let left = std::fs::read_dir(site.temp_path("")).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with(".passing")), "{left:?}");
}

#[tokio::test]
async fn exported_files_equal_imported_files() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let files = [
        ("en/start.md", "---\ntitle: A\n---\n\n# Start\r\n"),
        ("en/later.md", "---\ndraft: true\n---\n# Later\n"),
        ("zh/start.md", "# 开始\n"),
    ];
    site.import(&files).await;
    let answer = site.answer("POST", EXPORT, None).await;
    assert_eq!(answer.headers()["content-type"], "application/zip");
    let mut archive = ZipArchive::new(Cursor::new(answer.body().clone())).unwrap();
    assert_eq!(archive.len(), files.len());
    for (name, text) in files {
        let mut found = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut found).unwrap();
        assert_eq!(found, text);
    }
    let log = site.get("/api/v1/admin/log?action=exported").await;
    assert!(log.contains("x-total-count: 1"), "{log}");
    let back = json_of(&import(&site, "?dry_run=true", answer.into_body()).await);
    assert_eq!(back["same"], 3, "{back}");
}

#[tokio::test]
async fn media_of_excluded_pages_is_not_served() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    let import = async |settings: &str| {
        let files = [
            ("mkdocs.yml", settings),
            ("docs/index.md", "# Home\n"),
            ("docs/internal/x.md", "# X\n\n![A](a.svg)\n"),
            ("docs/internal/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
        ];
        assert_eq!(import(&site, "", packed(&files)).await.status(), 200);
        site.answer("GET", "/index/media/docs/internal/a.svg", None).await.status()
    };
    for (settings, status) in [
        ("site_name: A\n", 200),
        ("site_name: A\nexclude_docs: internal/\n", 404),
        ("site_name: A\n", 200),
    ] {
        assert_eq!(import(settings).await, status, "{settings}");
    }
}

#[tokio::test]
async fn import_is_logged_after_a_client_disconnect() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    let file = packed(&[("en/start.md", "# Start\n"), ("zh/start.md", "# 开始\n")]);
    disconnect_when(import(&site, "", file), || site.is_unpacking()).await;
    until(async || {
        let log = site.get("/api/v1/admin/log?action=imported").await;
        log.contains("x-total-count: 1")
    })
    .await;
    assert!(site.get("/api/v1/public/docs/en/start").await.starts_with("200"));
    until(async || !site.is_unpacking()).await;
}

#[tokio::test]
async fn partial_import_can_link_to_existing_pages() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    site.import(&[("en/guide/b.md", "# B\n"), ("files/tool.zip", "x"), ("files/b.svg", "<svg/>")])
        .await;
    let text = "# A\n\n[B](b.md) [B](/guide/b) ![b](../../files/b.svg) [C](c.md) ![c](../../files/c.svg)\n";
    let get = "---\nblock: downloads\nfiles:\n- file: /files/tool.zip\n- file: /files/none.zip\n---\n\n# Get\n";
    let file = packed(&[("en/guide/a.md", text), ("en/_landing/get.md", get)]);
    let report = json_of(&import(&site, "?dry_run=true", file).await);
    let issues = report["issues"]["worst"].as_array().unwrap().iter();
    let issue_lines: Vec<String> =
        issues.map(|it| format!("{} {}", it["code"].as_str().unwrap(), it["detail"])).collect();
    let broken: Vec<_> = issue_lines.iter().filter(|it| it.contains("-missing ")).collect();
    assert_eq!(
        broken,
        [
            "file-missing \"/files/none.zip\"",
            "file-missing \"../../files/c.svg\"",
            "page-missing \"c.md\""
        ],
        "{report}"
    );
}

#[tokio::test]
async fn export_omits_drafts_and_its_import_changes_nothing() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let pages = "/api/v1/admin/pages";
    for (locale, begun) in [
        ("en", r#"{"area":"docs","locale":"en","path":"a","title":"A page"}"#),
        ("zh", r#"{"area":"news","locale":"zh","path":"b","title":"新闻 一"}"#),
        (
            "zh",
            r#"{"area":"landing","block":"downloads","locale":"zh","path":"get","title":"下载与更多"}"#,
        ),
    ] {
        let made = site.answer("POST", pages, Some(begun)).await;
        assert_eq!(made.status(), 201, "{begun}");
        let (status, done) =
            publish(&site, json_of(&made)["id"].as_str().unwrap(), locale, json!({})).await;
        assert_eq!(status, 200, "{done}");
    }
    let later = r#"{"area":"docs","locale":"en","path":"later","title":"Later"}"#;
    assert_eq!(site.answer("POST", pages, Some(later)).await.status(), 201);
    let zip = site.answer("POST", EXPORT, None).await.into_body();
    let archive = ZipArchive::new(Cursor::new(zip.clone())).unwrap();
    let mut names: Vec<_> = archive.file_names().map(Result::unwrap).collect();
    names.sort_unstable();
    assert_eq!(names, ["en/a.md", "zh/_landing/get.md", "zh/_news/b.md"]);
    let would = json_of(&import(&site, "?dry_run=true", zip).await);
    assert_eq!(
        (&would["new"], &would["changed"], &would["same"]),
        (&0.into(), &0.into(), &3.into())
    );
}

#[tokio::test]
async fn unpublished_page_is_exported_as_a_draft() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    let pages = "/api/v1/admin/pages";
    let begun = r#"{"area":"docs","locale":"en","path":"a","title":"A page"}"#;
    let made = json_of(&site.answer("POST", pages, Some(begun)).await);
    let id = made["id"].as_str().unwrap();
    let (status, done) = publish(&site, id, "en", json!({})).await;
    assert_eq!(status, 200, "{done}");
    let path = format!("{pages}/{id}/en/unpublish");
    let (status, done) = send(&site, "POST", &path, done["revision"].as_str(), None).await;
    assert_eq!(status, 200, "{done}");
    let zip = site.answer("POST", EXPORT, None).await.into_body();
    let mut archive = ZipArchive::new(Cursor::new(zip.clone())).unwrap();
    let mut text = String::new();
    archive.by_name("en/a.md").unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "---\ndraft: true\ntitle: A page\n---\n\n");
    let would = json_of(&import(&site, "?dry_run=true", zip).await);
    assert_eq!((&would["changed"], &would["same"]), (&0.into(), &1.into()), "{would}");
}

#[tokio::test]
async fn invalid_archive_changes_nothing() {
    let site = Site::new().await;
    site.log_in_as("owner").await;
    for (file, code, detail) in [
        (
            Bytes::from_static(b"hello"),
            "not-a-zip",
            "not an archive: expected .zip, .tar, .tar.gz, or .tar.zst",
        ),
        (packed(&[("../../x.md", "# X\n")]), "name", "../../x.md"),
        (packed(&[("a.md", "# X\n"), ("A.md", "# X\n")]), "twice", "A.md"),
    ] {
        let answer = import(&site, "", file).await;
        let error = &json_of(&answer)["errors"][0];
        assert_eq!((&error["code"], &error["detail"]), (&code.into(), &detail.into()));
    }
    assert!(site.get("/api/v1/public/docs/en/a").await.starts_with("404"));
    let answer = site.answer("POST", IMPORT, Some("{}")).await;
    assert_eq!(answer.status(), 415);
    let nothing = json_of(&import(&site, "", packed(&[("notes.txt", "x")])).await);
    let issue = &nothing["issues"]["worst"][0];
    assert_eq!((&issue["code"], &issue["detail"]), (&"no-pages".into(), &"".into()), "{nothing}");
}

/// Returns the files that an import report lists as absent.
fn absent(report: &Value) -> Vec<&str> {
    let texts = report["absent"].as_array().unwrap().iter();
    texts.map(|text| text["file"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn prune_keeps_pages_changed_on_the_site() {
    let site = Site::new().await;
    site.log_in_as("admin").await;
    let names = ["drafted", "edited", "gone", "half", "moved", "stays"];
    let files: Vec<_> =
        names.iter().map(|name| (format!("en/{name}.md"), format!("# {name}\n"))).collect();
    let mut files: Vec<_> = files.iter().map(|(name, text)| (&name[..], &text[..])).collect();
    files.push(("zh/gone.md", "# 删除\n"));
    files.push(("zh/half.md", "# 一半\n"));
    site.import(&files).await;
    let made = r#"{"area":"docs","locale":"en","path":"own","title":"Own"}"#;
    let made = json_of(&site.answer("POST", "/api/v1/admin/pages", Some(made)).await);
    publish(&site, made["id"].as_str().unwrap(), "en", json!({})).await;
    write(&site, &id_of(&site, "drafted").await, "en", "# drafted\n\nNot published.\n").await;
    let edited = id_of(&site, "edited").await;
    write(&site, &edited, "en", "# edited\n\nPublished.\n").await;
    publish(&site, &edited, "en", json!({})).await;
    let moved = id_of(&site, "moved").await;
    let seen = read(&site, &format!("/api/v1/admin/pages/{moved}")).await["revision"].clone();
    let to = json!({ "path": "elsewhere" });
    let path = format!("/api/v1/admin/pages/{moved}/move");
    let (status, answer) = send(&site, "POST", &path, seen.as_str(), Some(to)).await;
    assert_eq!(status, 200, "{answer}");
    let (gone, half) = (id_of(&site, "gone").await, id_of(&site, "half").await);

    let left = packed(&[("en/stays.md", "# stays\n"), ("en/half.md", "# half\n")]);
    let pruned = ["en/gone.md", "zh/gone.md", "zh/half.md"];
    let report = json_of(&import(&site, "", left.clone()).await);
    assert_eq!((absent(&report), &report["prune"]), (pruned.to_vec(), &false.into()), "{report}");
    let would = json_of(&import(&site, "?prune=true&dry_run=true", left.clone()).await);
    assert_eq!((absent(&would), &would["prune"]), (pruned.to_vec(), &true.into()), "{would}");
    assert!(site.get("/api/v1/public/docs/en/gone").await.starts_with("200"));
    let done = json_of(&import(&site, "?prune=true", left.clone()).await);
    assert_eq!(absent(&done), pruned, "{done}");
    assert_eq!(
        done["absent"][1],
        json!({ "locale": "zh-CN", "file": "zh/gone.md", "title": "删除" })
    );
    for path in ["en/gone", "zh/gone"] {
        let answer = site.get(&format!("/api/v1/public/docs/{path}")).await;
        assert!(answer.starts_with("404"), "{path}: {answer}");
    }
    for path in ["edited", "drafted", "elsewhere", "own", "stays", "half"] {
        let answer = site.get(&format!("/api/v1/public/docs/en/{path}")).await;
        assert!(answer.starts_with("200"), "{path}: {answer}");
    }
    let log = site.get("/api/v1/admin/log?action=page-trashed").await;
    assert!(log.contains("docs/gone") && log.contains("docs/zh/half"), "{log}");
    assert!(log.contains("x-total-count: 2"), "{log}");

    // Restored pages count as changed on the site and are kept.
    let trash = read(&site, "/api/v1/admin/pages?state=trash").await;
    assert_eq!(trash.as_array().unwrap().len(), 1, "{trash}");
    for id in [gone, half] {
        let path = format!("/api/v1/admin/pages/{id}/restore");
        assert_eq!(site.answer("POST", &path, None).await.status(), 200);
    }
    let again = json_of(&import(&site, "?prune=true", left).await);
    assert_eq!(absent(&again), <[&str; 0]>::default(), "{again}");
    assert!(site.get("/api/v1/public/docs/zh/gone").await.starts_with("200"));
}
