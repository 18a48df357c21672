//! Tests of Git sources: imported pages, changes on the site, conflicts, and the admin view.

use serde_json::{Value, json};

use crate::pages::{LIST, id_of, in_days, publish, revision, send, write};
use crate::repository::Repository;
use crate::site::Site;

const PAGES: &[(&str, &str)] = &[
    ("docs/en/index.md", "# Welcome\n\nHello.\n"),
    ("docs/zh/index.md", "# 欢迎\n\n你好。\n"),
    ("docs/en/guide/start.md", "# Start\n\nInstall it.\n"),
    ("docs/zh/guide/start.md", "# 开始\n\n安装。\n"),
];

const FOLDER: &str = "folder = 'docs'\nedit = 'https://example.org/{branch}/{file}'";
const START: &str = "/api/v1/public/docs/en/guide/start";
const CONFLICTS: &str = "/api/v1/admin/source-conflicts";

async fn json(site: &Site, path: &str) -> Value {
    serde_json::from_slice(site.answer("GET", path, None).await.body()).unwrap()
}

async fn status(site: &Site, path: &str) -> u16 {
    site.answer("GET", path, None).await.status().as_u16()
}

/// Updates a source; returns its outcome and report.
async fn update(site: &Site, name: &str) -> (String, Value) {
    let (outcome, detail) = site.inside().update_source(name).await;
    let report = serde_json::from_str(&detail).unwrap_or_else(|_| json!(detail));
    (outcome, report)
}

/// Returns the non-zero counts of a report.
#[track_caller]
fn counts(report: &Value) -> String {
    let names = ["new", "changed", "same", "moved", "removed", "ahead", "conflicts"];
    let nonzero = names.iter().filter(|name| report[**name] != 0);
    nonzero.map(|name| format!("{name} {}", report[*name])).collect::<Vec<_>>().join(", ")
}

fn issues(report: &Value) -> Vec<String> {
    let issues = report["issues"]["worst"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    issues.map(|it| format!("{} {}", text(&it["file"]), text(&it["code"]))).collect()
}

async fn update_docs(site: &Site) -> (String, Vec<String>) {
    let (outcome, report) = update(site, "docs").await;
    assert_eq!(outcome, "updated", "{report}");
    (counts(&report), issues(&report))
}

/// Creates a repository, and a site with this repository as a source.
async fn site_with_source() -> (Repository, Site) {
    let repository = Repository::new(PAGES);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    assert_eq!(update_docs(&site).await, ("new 4".to_owned(), Vec::new()));
    (repository, site)
}

#[tokio::test]
async fn page_from_git_has_commit_id_authors_and_edit_url() {
    let (repository, site) = site_with_source().await;
    let message = "Say more\n\nCo-authored-by: Bob B <bob@example.org>";
    let commit = repository.commit(
        "Cy",
        message,
        &[("docs/en/guide/start.md", "# Start\n\nInstall it all.\n")],
    );
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3");
    let page = json(&site, START).await;
    assert_eq!(page["markdown"], "# Start\n\nInstall it all.\n");
    assert_eq!(page["authors"], json!(["Cy", "Bob B", "Ann"]));
    let file = "docs/en/guide/start.md";
    let expected = json!({ "id": commit, "source": "docs", "file": file, "url": null });
    assert_eq!(page["commit"], expected);
    assert_eq!(page["edit_url"], "https://example.org/main/docs/en/guide/start.md");
    assert_eq!(
        page["updated_at"], 1_793_588_645_000_i64,
        "`updated_at` must be the time of the commit"
    );
    let other_page = json(&site, "/api/v1/public/docs/zh/guide/start").await;
    assert_eq!(other_page["authors"], json!(["Ann"]));
}

#[tokio::test]
async fn commit_authors_have_the_names_of_the_mailmap() {
    let (repository, site) = site_with_source().await;
    let message = "Say more\n\nCo-authored-by: B <b@example.org>";
    let start = "docs/en/guide/start.md";
    repository.commit("cy@home.example", message, &[(start, "# Start\n\nInstall it all.\n")]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3");
    // If a name is an e-mail address, only the part before `@` is displayed.
    assert_eq!(json(&site, START).await["authors"], json!(["cy", "B", "Ann"]));
    let contributors = "/api/v1/public/localization/contributors";
    let names = async || -> Vec<String> {
        let rows = json(&site, contributors).await;
        assert!(!rows.to_string().contains("example"), "{rows}");
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names().await, ["Ann", "B", "cy"]);
    // A new `.mailmap` applies to the authors of all commits, even on pages that the commit of the
    // `.mailmap` does not change.
    let map = "Ann Example <ann@example.org> <Ann@example.org>\nBob Example <b@example.org>\n\
               Cy Example <cy@home.example@example.org>\n";
    repository.commit("Ann", "Names", &[(".mailmap", map)]);
    assert_eq!(update_docs(&site).await.0, "same 4");
    let authors = json(&site, START).await["authors"].clone();
    assert_eq!(authors, json!(["Cy Example", "Bob Example", "Ann Example"]));
    assert_eq!(names().await, ["Ann Example", "Bob Example", "Cy Example"]);
    // Without the `.mailmap`, authors have the names in their commits.
    repository.commit("Ann", "No names", &[(".mailmap", "")]);
    assert_eq!(update_docs(&site).await.0, "same 4");
    assert_eq!(names().await, ["Ann", "B", "cy"]);
}

#[tokio::test]
async fn same_commit_is_imported_once() {
    let (repository, site) = site_with_source().await;
    assert_eq!(update(&site, "docs").await.0, "unchanged");
    repository.commit("Ann", "Elsewhere", &[("src/main.rs", "fn main() {}\n")]);
    assert_eq!(update_docs(&site).await.0, "same 4");
}

#[tokio::test]
async fn edits_on_the_site_are_not_overwritten_by_git() {
    let (repository, site) = site_with_source().await;
    site.inside().edit_page("en", "guide/start", "# Start\n\nOurs.\n", "eve").await;
    repository.commit("Ann", "Elsewhere", &[("docs/en/index.md", "# Welcome\n\nHello you.\n")]);
    let ahead = vec!["docs/en/guide/start.md ahead-of-git".to_owned()];
    assert_eq!(update_docs(&site).await, ("changed 1, same 3, ahead 1".to_owned(), ahead));
    repository.commit("Ann", "Theirs", &[("docs/en/guide/start.md", "# Start\n\nTheirs.\n")]);
    let conflict = vec!["docs/en/guide/start.md conflict".to_owned()];
    assert_eq!(update_docs(&site).await, ("same 4, conflicts 1".to_owned(), conflict));
    assert_eq!(json(&site, START).await["markdown"], "# Start\n\nOurs.\n");
    // A commit restores the original text, which resolves the conflict.
    repository.commit("Ann", "Back", &[("docs/en/guide/start.md", "# Start\n\nInstall it.\n")]);
    assert_eq!(update_docs(&site).await.0, "same 4, ahead 1");
    site.log_in_as("owner").await;
    assert_eq!(json(&site, CONFLICTS).await, json!([]));
}

#[tokio::test]
async fn page_list_and_editor_show_the_git_source_of_each_text() {
    let repository = Repository::new(&[
        PAGES[0],
        PAGES[1],
        ("docs/en/cache.md", CACHE),
        ("docs/en/old.md", "# Old\n"),
    ]);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    assert_eq!(update_docs(&site).await.0, "new 4");
    repository.commit("Ann", "Less", &[("docs/en/old.md", "")]);
    assert_eq!(update_docs(&site).await.0, "same 3, removed 1");
    site.log_in_as("owner").await;
    let local = json!({ "area": "docs", "locale": "en", "path": "local", "title": "Local" });
    assert_eq!(send(&site, "POST", LIST, None, Some(local)).await.0, 201);
    // A translation that is created on the site does not come from Git.
    let cache = id_of(&site, "cache").await;
    assert_eq!(send(&site, "POST", &format!("{LIST}/{cache}/zh/text"), None, None).await.0, 201);
    let (none, docs) = (Value::Null, json!("docs"));
    for (path, zh, en) in [("", &docs, &docs), ("cache", &none, &docs), ("local", &none, &none)] {
        let rows = json(&site, &format!("{LIST}?size=200")).await;
        let has_path = |row: &&Value| row["en"]["path"] == path;
        let row = rows.as_array().unwrap().iter().find(has_path).unwrap();
        assert_eq!((&row["zh"]["source"], &row["en"]["source"]), (zh, en), "list {path:?}");
        let page = json(&site, &format!("{LIST}/{}", row["id"].as_str().unwrap())).await;
        let source = |side: &str| page[side]["listed"]["source"].clone();
        assert_eq!((&source("zh"), &source("en")), (zh, en), "editor {path:?}");
    }
    let trash = json(&site, &format!("{LIST}?state=trash")).await;
    assert_eq!((&trash[0]["en"]["path"], &trash[0]["en"]["source"]), (&json!("old"), &none));
}

#[tokio::test]
async fn page_or_file_of_a_git_source_cannot_be_moved_or_deleted() {
    let plan = r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#;
    let repository = Repository::new(&[("docs/en/a.md", "# A\n"), ("docs/en/plan.svg", plan)]);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    assert_eq!(update_docs(&site).await.0, "new 1");
    site.log_in_as("owner").await;
    let files = json(&site, "/api/v1/admin/media").await;
    assert_eq!(files[0]["source"], "docs", "{files}");
    let path = files[0]["path"].as_str().unwrap();
    let (file, file_revision) =
        (format!("/api/v1/admin/media/file?path={path}"), files[0]["revision"].as_str());
    let (status, problem) = send(&site, "DELETE", &file, file_revision, None).await;
    assert_eq!((status, &problem["errors"][0]["code"]), (422, &json!("follows-git")), "{file}");
    let page = format!("{LIST}/{}", id_of(&site, "a").await);
    let moved = json!({ "path": "guide/a" });
    let requests = [("POST", format!("{page}/move"), Some(moved)), ("DELETE", page.clone(), None)];
    for (method, path, body) in &requests {
        let revision = json(&site, &page).await["revision"].as_str().unwrap().to_owned();
        let (status, problem) = send(&site, method, path, Some(&revision), body.clone()).await;
        assert_eq!((status, &problem["errors"][0]["code"]), (422, &json!("follows-git")), "{path}");
    }
    // Simulates that the source was removed from the settings.
    site.inside().execute("update upstream_texts set source = 'removed'").await.unwrap();
    site.inside().execute("update files set source = 'removed'").await.unwrap();
    assert_eq!(json(&site, &file).await["source"], Value::Null);
    assert_eq!(send(&site, "DELETE", &file, file_revision, None).await.0, 204);
    assert_eq!(json(&site, &page).await["en"]["listed"]["source"], Value::Null);
    for (method, path, body) in requests {
        let revision = json(&site, &page).await["revision"].as_str().unwrap().to_owned();
        let (status, problem) = send(&site, method, &path, Some(&revision), body).await;
        assert!((200..300).contains(&status), "{path}: {status} {problem}");
    }
}

#[tokio::test]
async fn translation_of_a_mounted_page_is_below_the_mount_path() {
    let repository = Repository::new(&[("en/index.md", "# Kit\n"), ("en/cache.md", CACHE)]);
    let site = Site::with(&repository.source("docs", "mount = 'kit'")).await;
    assert_eq!(update_docs(&site).await.0, "new 2");
    site.log_in_as("owner").await;
    for path in ["kit", "kit/cache"] {
        let translation = format!("{LIST}/{}/zh/text", id_of(&site, path).await);
        let (status, page) = send(&site, "POST", &translation, None, None).await;
        assert_eq!((status, &page["zh"]["listed"]["path"]), (201, &json!(path)), "{page}");
    }
}

#[tokio::test]
async fn equal_changes_in_git_and_on_the_site_do_not_conflict() {
    let (repository, site) = site_with_source().await;
    let agreed = "# Start\n\nAgreed.\n";
    site.inside().edit_page("en", "guide/start", agreed, "eve").await;
    repository.commit("Ann", "Agreed", &[("docs/en/guide/start.md", agreed)]);
    assert_eq!(update_docs(&site).await, ("same 4".to_owned(), Vec::new()));
    repository.commit("Ann", "On", &[("docs/en/guide/start.md", "# Start\n\nOn.\n")]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3");
    assert_eq!(json(&site, START).await["markdown"], "# Start\n\nOn.\n");
}

const CACHE: &str = "# Cache\n\nThe cache holds pages.\n\n## Size\n\nThe size is 64 MB.\n";
const CACHE_ZH: &str = "# 缓存\n\n缓存保存页面。\n\n## 大小\n\n大小为 64 MB。\n";
const EN_CACHE: &str = "docs/en/cache.md";
const ZH_CACHE: &str = "docs/zh/cache.md";
const ZH_PAGE: &str = "/api/v1/public/docs/zh/cache";
const EN_PAGE: &str = "/api/v1/public/docs/en/cache";

/// Creates a repository with a Chinese page whose source was changed by two commits after the translation.
fn outdated_repository() -> Repository {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "128"))]);
    repository.commit("Cy", "Larger still", &[(EN_CACHE, &CACHE.replace("64", "256"))]);
    repository
}

async fn shown_cache(repository: &Repository) -> Site {
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    assert_eq!(update_docs(&site).await, ("new 2".to_owned(), Vec::new()));
    site
}

/// Returns, for each outdated segment, the changes of its source text since the translation.
async fn outdated(site: &Site, path: &str) -> Vec<String> {
    let page = json(site, path).await;
    let describe_segment = |segment: &Value| {
        let pieces = segment["pieces"].as_array().unwrap().iter();
        let pieces = pieces.filter(|piece| piece[0] != "same");
        let pieces = pieces.map(|it| format!("{} {}", it[0].as_str().unwrap(), it[1]));
        pieces.collect::<Vec<_>>().join(", ")
    };
    page["outdated"].as_array().unwrap().iter().map(describe_segment).collect()
}

const CHANGED: &str = r#"old "64", new "256""#;

#[tokio::test]
async fn first_update_computes_segment_states_from_git_history() {
    let repository = outdated_repository();
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    let (_, report) = update(&site, "docs").await;
    assert_eq!((report["replayed"].as_u64(), report["commits"].as_u64()), (Some(1), Some(4)));
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
    assert!(outdated(&site, "/api/v1/public/docs/en/cache").await.is_empty());
    site.log_in_as("owner").await;
    let id = id_of(&site, "cache").await;
    let revisions = json(&site, &format!("/api/v1/admin/pages/{id}/en/revisions")).await;
    let revision_lines = revisions.as_array().unwrap().iter().map(|it| {
        format!("{} {} {} {}", it["number"], it["origin"], it["author"], it["published"])
    });
    let revision_lines: Vec<_> = revision_lines.collect();
    assert_eq!(revision_lines, [r#"1 "git" "Cy" true"#, r#"0 "git" "Ann" false"#]);
    let first = repository.git(&["rev-list", "--max-parents=0", "HEAD"]);
    assert_eq!(revisions[0]["commit"], Value::Null);
    assert_eq!(revisions[1]["commit"], first, "the version must contain its commit");
    assert!(!revisions.to_string().contains("example.org"));
    // A file version from the Git history can be compared like a revision of the site.
    let difference = format!("/api/v1/admin/pages/{id}/en/revisions/0/diff?with=published");
    assert_eq!(status(&site, &difference).await, 200);
}

#[tokio::test]
async fn outdated_segment_has_the_time_of_the_source_commit() {
    let repository = outdated_repository();
    let site = shown_cache(&repository).await;
    let committed = 1_793_588_645_000_i64;
    let of_page = "locale=zh-CN&area=docs&key=cache";
    let times = async || -> (Value, Vec<i64>) {
        let status = "/api/v1/public/localization";
        let page = json(&site, &format!("{status}/pages?{of_page}")).await[0].clone();
        let segments = json(&site, &format!("{status}/segments?{of_page}")).await;
        let segments = segments.as_array().unwrap().iter();
        (page["pending_since"].clone(), segments.map(|it| it["since"].as_i64().unwrap()).collect())
    };
    assert_eq!(times().await, (json!(committed), vec![committed]));
    // A later change of another segment does not change the `pending_since` of the page.
    let text = CACHE.replace("64", "256").replace("holds", "stores");
    site.inside().edit_page("en", "cache", &text, "Ann").await;
    let (page, segments) = times().await;
    assert_eq!((page, segments.len()), (json!(committed), 2));
    assert!(segments.iter().any(|since| *since > committed), "{segments:?}");
    // After the other segment is translated, `pending_since` is the time of the remaining outdated segment.
    let zh = CACHE_ZH.replace("64", "256");
    site.inside().edit_page("zh", "cache", &zh, "Bob").await;
    let (page, segments) = times().await;
    assert_eq!(page, json!(segments[0]));
    assert!(segments.len() == 1 && segments[0] > committed, "{segments:?}");
    site.inside().edit_page("zh", "cache", &zh.replace("保存", "存放"), "Bob").await;
    assert_eq!(times().await, (Value::Null, Vec::new()));
}

#[tokio::test]
async fn source_update_reports_the_number_of_processed_pages() {
    let repository = outdated_repository();
    let page = |locale: &str, at: usize| format!("docs/{locale}/page-{at}.md");
    let files: Vec<_> =
        (0..60).flat_map(|at| [(page("en", at), CACHE), (page("zh", at), CACHE_ZH)]).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    repository.commit("Ann", "Many", &files);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    let steps = site.inside().update_steps("docs").await;
    // 122 texts of 61 pages, in batches of 50 texts.
    assert_eq!(steps, [(25, 61), (50, 61), (61, 61)]);
    repository.commit("Cy", "One", &[("docs/en/page-7.md", &CACHE.replace("64", "128"))]);
    assert_eq!(site.inside().update_steps("docs").await.last(), Some(&(1, 1)));
}

#[tokio::test]
async fn submodules_symlinks_and_invalid_names_are_skipped() {
    let repository = outdated_repository();
    let inner = Repository::new(&[("a.md", "# A\n")]);
    let url = inner.path().to_str().unwrap();
    let docs = repository.path().join("docs");
    repository.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        url,
        "docs/en/inner",
    ]);
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let odd = std::path::Path::new(std::ffi::OsStr::from_bytes(b"en/\xff.md"));
        // Some file systems do not accept this name.
        drop(std::fs::write(docs.join(odd), "# Odd\n"));
        std::os::unix::fs::symlink("/", docs.join("en/root")).unwrap();
        std::os::unix::fs::symlink("cache.md", docs.join("en/linked.md")).unwrap();
    }
    repository.commit("Ann", "Odd", &[]);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    let (outcome, report) = update(&site, "docs").await;
    assert_eq!(outcome, "updated", "{report}");
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
    // An import of the working copy has the same result as the update of the source.
    let copy = Site::new().await;
    let imported = copy.inside().import_working_copy(&docs, false).await.expect("a report");
    assert_eq!(imported.1, 1, "{imported:?}");
    assert_eq!(outdated(&copy, ZH_PAGE).await, [CHANGED]);
}

#[tokio::test]
async fn shallow_clones_and_clones_with_lock_files_are_imported() {
    let repository = outdated_repository();
    let clones = tempfile::TempDir::new().unwrap();
    let clone = |name: &str, args: &[&str]| {
        let to = clones.path().join(name);
        let url = format!("file://{}", repository.path().display());
        let args = [&["clone", "--quiet"], args, &[&url, to.to_str().unwrap()]].concat();
        repository.git(&args);
        to
    };
    // Shallow clone: segments without history count as up to date, and the issue `history-shallow`
    // is reported.
    let shallow = clone("shallow", &["--depth", "1"]);
    let site = Site::new().await;
    let imported = site.inside().import_working_copy(&shallow.join("docs"), false).await;
    assert_eq!(imported, Some((2, 1, vec!["history-shallow"])));
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    // Repository with unfinished writes of another process.
    let busy = clone("busy", &[]);
    for name in ["index.lock", "HEAD.lock", "refs/heads/main.lock", "objects/pack/tmp_pack_x"] {
        std::fs::write(busy.join(".git").join(name), "unfinished").unwrap();
    }
    let site = Site::new().await;
    let imported = site.inside().import_working_copy(&busy.join("docs"), false).await;
    assert_eq!(imported, Some((2, 1, Vec::new())));
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
    // A bare repository contains no working copy, so nothing is imported.
    let bare = clone("bare.git", &["--bare"]);
    let site = Site::new().await;
    let imported = site.inside().import_working_copy(&bare, false).await.expect("a report");
    assert_eq!((imported.0, imported.1), (0, 0), "{imported:?}");
}

#[tokio::test]
async fn rewritten_branch_gets_segment_states_of_its_new_history() {
    let repository = outdated_repository();
    let site = shown_cache(&repository).await;
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
    // The new branch has a different history of the same texts: one commit adds both languages.
    repository.git(&["checkout", "--quiet", "--orphan", "other"]);
    repository.commit("Ann", "All at once", &[]);
    repository.git(&["branch", "--force", "main", "other"]);
    repository.git(&["checkout", "--quiet", "main"]);
    assert_eq!(update_docs(&site).await.0, "same 2");
    assert!(outdated(&site, ZH_PAGE).await.is_empty(), "the new history must outdate nothing");
}

#[tokio::test]
async fn translation_added_later_has_segment_states_from_git() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    assert_eq!(update_docs(&site).await.0, "new 1");
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "256"))]);
    assert_eq!(update_docs(&site).await.0, "new 1, changed 1");
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
}

#[tokio::test]
async fn translation_begun_on_the_site_has_segment_states_from_git() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    assert_eq!(update_docs(&site).await.0, "new 1");
    // Creates a draft of the translation as a copy of its source text. The draft is never published.
    site.log_in_as("owner").await;
    let id = id_of(&site, "cache").await;
    let begun = format!("{LIST}/{id}/zh/text");
    assert_eq!(send(&site, "POST", &begun, None, Some(json!({}))).await.0, 201);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "256"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1, conflicts 1");
    let listed = json(&site, CONFLICTS).await;
    let address = format!("{CONFLICTS}/{}", listed[0]["id"].as_str().unwrap());
    let answer = site.answer("GET", &format!("{address}/texts"), None).await;
    let etag = answer.headers()["etag"].to_str().unwrap().to_owned();
    assert_eq!(resolve(&site, &address, &etag, &json!({ "choice": "theirs" })).await, 204);
    repository.commit("Cy", "Larger still", &[(EN_CACHE, &CACHE.replace("64", "512"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1");
    assert_eq!(outdated(&site, ZH_PAGE).await, [r#"old "64", new "512""#]);
}

#[tokio::test]
async fn source_change_outdates_translation_written_on_a_branch() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    repository.git(&["checkout", "-q", "-b", "topic"]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, &CACHE_ZH.replace("64", "63"))]);
    repository.commit("Bob", "Correct", &[(ZH_CACHE, CACHE_ZH)]);
    repository.git(&["checkout", "-q", "-"]);
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "256"))]);
    let user = ["-c", "user.name=Bob", "-c", "user.email=bob@example.org"];
    let merge = ["merge", "-q", "--no-ff", "topic", "-m", "Merge branch 'topic'"];
    repository.git(&[&user[..], &merge].concat());
    let site = shown_cache(&repository).await;
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
}

#[tokio::test]
async fn files_moved_into_the_folder_keep_their_history() {
    let repository = outdated_repository();
    repository.commit("Bob", "Checked", &[("readme.md", "# Site\n")]);
    repository.git(&["mv", "docs", "old"]);
    repository.commit("Bob", "Move away", &[]);
    std::fs::create_dir_all(repository.path().join("site")).unwrap();
    repository.git(&["mv", "old", "site/docs"]);
    repository.commit("Bob", "Move into the site", &[]);
    let settings = FOLDER.replace("'docs'", "'site/docs'");
    let site = Site::with(&repository.source("docs", &settings)).await;
    assert_eq!(update_docs(&site).await, ("new 2".to_owned(), Vec::new()));
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
}

#[tokio::test]
async fn source_update_applies_each_new_commit_in_order() {
    let repository = outdated_repository();
    let site = shown_cache(&repository).await;
    // One commit updates the translation, and the next commit changes the source text.
    let zh = CACHE_ZH.replace("64", "256");
    repository.commit("Bob", "Follow", &[(ZH_CACHE, &zh)]);
    let next = CACHE.replace("64", "256").replace("holds", "stores");
    repository.commit("Cy", "Word", &[(EN_CACHE, &next)]);
    assert_eq!(update_docs(&site).await.0, "changed 2");
    assert_eq!(outdated(&site, ZH_PAGE).await, [r#"old "holds", new "stores""#]);
    let message = "Checked\n\nTranslation-Still-Correct: docs/zh/cache.md#cache";
    repository.commit("Bob", message, &[]);
    assert_eq!(update_docs(&site).await.0, "same 2");
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    let message = "Checked\n\nTranslation-Still-Correct: docs/zh/cache.md#nothing";
    repository.commit("Bob", message, &[]);
    let unknown = vec!["docs/zh/cache.md acknowledged-section-unknown".to_owned()];
    assert_eq!(update_docs(&site).await, ("same 2".to_owned(), unknown));
}

#[tokio::test]
async fn source_commit_in_the_front_matter_determines_outdated_state() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    let first = repository.git(&["rev-parse", "HEAD"]);
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "256"))]);
    let zh = format!("---\nl10n:\n  sourceCommit: {first}\n---\n\n{CACHE_ZH}");
    repository.commit("Bob", "Translate", &[(ZH_CACHE, &zh)]);
    let site = shown_cache(&repository).await;
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
    let zh = zh.replace(&first, "0123456789abcdef");
    repository.commit("Bob", "Unknown", &[(ZH_CACHE, &zh)]);
    let unknown = vec!["docs/zh/cache.md source-commit-unknown".to_owned()];
    assert_eq!(update_docs(&site).await, ("changed 1, same 1".to_owned(), unknown));
}

/// Marks the only outdated segment of the Chinese page as still correct.
async fn acknowledge(site: &Site) {
    site.log_in_as("owner").await;
    let id = id_of(site, "cache").await;
    let segment = json(site, ZH_PAGE).await["outdated"][0]["id"].clone();
    let other_revision = revision(site, &id, "en").await;
    let body = json!({ "segments": [segment], "other": other_revision });
    let seen = revision(site, &id, "zh").await;
    let address = format!("{LIST}/{id}/zh/acknowledgements");
    let (status, response) = send(site, "POST", &address, Some(&seen), Some(body)).await;
    assert_eq!(status, 200, "{response}");
}

#[tokio::test]
async fn rewritten_history_keeps_acknowledgements() {
    let repository = outdated_repository();
    let site = shown_cache(&repository).await;
    acknowledge(&site).await;
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    repository.git(&["commit", "--quiet", "--amend", "-m", "Other words"]);
    assert_eq!(update_docs(&site).await.0, "same 2");
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    // The acknowledgement does not apply to this later source text.
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "512"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1");
    assert_eq!(outdated(&site, ZH_PAGE).await.len(), 1);
}

#[tokio::test]
async fn language_committed_first_is_the_source_language() {
    let repository = Repository::new(&[(ZH_CACHE, CACHE_ZH)]);
    repository.commit("Bob", "Translate", &[(EN_CACHE, CACHE)]);
    repository.commit("Cy", "Larger", &[(ZH_CACHE, &CACHE_ZH.replace("64", "256"))]);
    let site = shown_cache(&repository).await;
    assert_eq!(outdated(&site, "/api/v1/public/docs/en/cache").await, [CHANGED]);
    site.log_in_as("owner").await;
    let id = id_of(&site, "cache").await;
    assert_eq!(json(&site, &format!("/api/v1/admin/pages/{id}")).await["source_locale"], "zh-CN");
}

#[tokio::test]
async fn changed_source_language_outdates_no_segment() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    let site = shown_cache(&repository).await;
    site.log_in_as("owner").await;
    let id = id_of(&site, "cache").await;
    let page = json(&site, &format!("{LIST}/{id}")).await;
    let (path, seen) = (format!("{LIST}/{id}/source"), page["revision"].as_str());
    assert_eq!(send(&site, "PUT", &path, seen, Some(json!({ "locale": "zh" }))).await.0, 200);
    repository.commit("Bob", "Checked\n\nTranslation-Still-Correct: docs/zh/cache.md", &[]);
    assert_eq!(update_docs(&site).await.0, "same 2");
    let en_page = "/api/v1/public/docs/en/cache";
    let both = (outdated(&site, ZH_PAGE).await, outdated(&site, en_page).await);
    assert_eq!(both, (Vec::new(), Vec::new()));
    repository.commit("Bob", "Larger", &[(ZH_CACHE, &CACHE_ZH.replace("64", "256"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1");
    assert_eq!(outdated(&site, en_page).await, [CHANGED]);
}

#[tokio::test]
async fn new_source_language_determines_the_outdated_language() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    let site = shown_cache(&repository).await;
    // Chinese becomes the source language. Later commits change the Chinese text, and then the English text.
    site.log_in_as("owner").await;
    let id = id_of(&site, "cache").await;
    let page = json(&site, &format!("{LIST}/{id}")).await;
    let (path, seen) = (format!("{LIST}/{id}/source"), page["revision"].as_str());
    assert_eq!(send(&site, "PUT", &path, seen, Some(json!({ "locale": "zh" }))).await.0, 200);
    let en_page = "/api/v1/public/docs/en/cache";
    let both = async || (outdated(&site, ZH_PAGE).await, outdated(&site, en_page).await);
    assert_eq!(both().await, (Vec::new(), Vec::new()));
    let (zh, en) = (CACHE_ZH.replace("64", "256"), CACHE.replace("64", "256"));
    repository.commit("Bob", "Larger", &[(ZH_CACHE, &zh)]);
    repository.commit("Ann", "Follow", &[(EN_CACHE, &en)]);
    assert_eq!(update_docs(&site).await.0, "changed 2");
    assert_eq!(both().await, (Vec::new(), Vec::new()));
    // A change to the English text alone does not make the Chinese source text outdated. A change to the Chinese text
    // makes the English text outdated.
    repository.commit("Ann", "Wording", &[(EN_CACHE, &en.replace("holds", "stores"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1");
    assert_eq!(both().await, (Vec::new(), Vec::new()));
    repository.commit("Bob", "Larger still", &[(ZH_CACHE, &zh.replace("256", "512"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1");
    assert_eq!(both().await, (Vec::new(), vec![r#"old "256", new "512""#.to_owned()]));
    // Changing the source language back does not make the Chinese text outdated.
    let page = json(&site, &format!("{LIST}/{id}")).await;
    let seen = page["revision"].as_str();
    assert_eq!(send(&site, "PUT", &path, seen, Some(json!({ "locale": "en" }))).await.0, 200);
    assert_eq!(both().await.0, Vec::<String>::new());
}

#[tokio::test]
async fn still_correct_trailer_applies_after_source_language_change() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    let site = shown_cache(&repository).await;
    site.log_in_as("owner").await;
    let id = id_of(&site, "cache").await;
    let page = json(&site, &format!("{LIST}/{id}")).await;
    let (path, seen) = (format!("{LIST}/{id}/source"), page["revision"].as_str());
    assert_eq!(send(&site, "PUT", &path, seen, Some(json!({ "locale": "zh" }))).await.0, 200);
    repository.commit("Bob", "Larger", &[(ZH_CACHE, &CACHE_ZH.replace("64", "256"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1");
    let en_page = "/api/v1/public/docs/en/cache";
    assert_eq!(outdated(&site, en_page).await, [CHANGED]);
    repository.commit("Ann", "Checked\n\nTranslation-Still-Correct: docs/en/cache.md", &[]);
    assert_eq!(update_docs(&site).await.0, "same 2");
    assert!(outdated(&site, en_page).await.is_empty());
}

#[tokio::test]
async fn verdict_on_the_site_overrides_the_git_history() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    let site = shown_cache(&repository).await;
    site.log_in_as("owner").await;
    let id = id_of(&site, "cache").await;
    let text = CACHE.replace("holds", "stores");
    write(&site, &id, "en", &text).await;
    let segments = json(&site, &format!("{LIST}/{id}")).await["en"]["segments"].clone();
    let changed = segments.as_array().unwrap().iter().find(|it| it["kind"] == "paragraph").unwrap();
    let decision = json!({ "decisions": [{ "segment": changed["id"], "verdict": "wording" }] });
    let (code, response) = publish(&site, &id, "en", decision).await;
    assert_eq!(code, 200, "{response}");
    // One commit adds the site's text to Git, and a later commit changes the text.
    repository.commit("Ann", "From the site", &[(EN_CACHE, &text)]);
    assert_eq!(update_docs(&site).await.0, "same 2");
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    repository.commit("Ann", "Larger", &[(EN_CACHE, &text.replace("64", "256"))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 1");
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
}

#[tokio::test]
async fn history_with_merges_and_unreadable_versions_is_replayed() {
    let repository = Repository::new(&[(EN_CACHE, CACHE)]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    repository.commit("Bob", "Broken", &[(ZH_CACHE, "---\na: [\n---\n\n# 缓存\n")]);
    repository.commit("Bob", "Gone", &[(ZH_CACHE, "")]);
    repository.commit("Bob", "Back", &[(ZH_CACHE, CACHE_ZH)]);
    repository.git(&["checkout", "--quiet", "-b", "larger"]);
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "256"))]);
    repository.git(&["checkout", "--quiet", "main"]);
    repository.git(&["config", "user.name", "Ann"]);
    repository.git(&["config", "user.email", "ann@example.org"]);
    repository.git(&["merge", "--quiet", "--no-ff", "-m", "Merge", "larger"]);
    let site = shown_cache(&repository).await;
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
}

#[tokio::test]
async fn missing_git_history_is_reported_and_pages_are_imported() {
    let repository = outdated_repository();
    // Deletes from the repository the blob of the source text on which the translation is based.
    let blob = repository.git(&["rev-parse", "HEAD~2:docs/en/cache.md"]);
    let object = repository.path().join(".git/objects").join(&blob[..2]).join(&blob[2..]);
    std::fs::remove_file(object).unwrap();
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    let issues = vec!["docs history-unavailable".to_owned()];
    assert_eq!(update_docs(&site).await, ("new 2".to_owned(), issues));
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
}

#[tokio::test]
async fn working_copy_import_includes_uncommitted_changes() {
    let repository = outdated_repository();
    let site = Site::new().await;
    let docs = repository.path().join("docs");
    std::fs::write(docs.join("en/cache.md"), CACHE.replace("64", "512")).unwrap();
    let imported = site.inside().import_working_copy(&docs, false).await;
    assert_eq!(imported, Some((2, 1, Vec::new())));
    assert_eq!(outdated(&site, ZH_PAGE).await, [r#"old "64", new "512""#]);
    std::fs::write(docs.join("en/cache.md"), CACHE.replace("64", "1024")).unwrap();
    let imported = site.inside().import_working_copy(&docs, false).await;
    assert_eq!(imported, Some((0, 1, Vec::new())));
    assert_eq!(outdated(&site, ZH_PAGE).await, [r#"old "64", new "1024""#]);
    // The Git history of unchanged files is not replayed.
    let imported = site.inside().import_working_copy(&docs, false).await;
    assert_eq!(imported, Some((0, 0, Vec::new())));
}

#[tokio::test]
async fn later_working_copy_imports_apply_new_commits() {
    let repository = outdated_repository();
    let site = Site::new().await;
    let docs = repository.path().join("docs");
    let import = async || site.inside().import_working_copy(&docs, false).await;
    assert_eq!(import().await, Some((2, 1, Vec::new())));
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
    // A commit that changes only the translation brings it up to date, and does not make its source outdated.
    let translated = CACHE_ZH.replace("64", "256");
    repository.commit("Bob", "Translate", &[(ZH_CACHE, &translated)]);
    assert_eq!(import().await, Some((0, 1, Vec::new())));
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    assert!(outdated(&site, EN_PAGE).await.is_empty());
    // One change of the source text is translated before the next import; another change is not.
    let larger = CACHE.replace("64", "512");
    repository.commit("Ann", "Larger", &[(EN_CACHE, &larger)]);
    repository.commit("Bob", "Translate", &[(ZH_CACHE, &CACHE_ZH.replace("64", "512"))]);
    assert_eq!(import().await, Some((0, 1, Vec::new())));
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    let commit = repository.commit_at(
        "2025-03-01T00:00:00Z",
        "Ann",
        "Again",
        &[(EN_CACHE, &CACHE.replace("64", "768"))],
    );
    assert!(!commit.is_empty());
    assert_eq!(import().await, Some((0, 1, Vec::new())));
    assert_eq!(outdated(&site, ZH_PAGE).await, [r#"old "512", new "768""#]);
    let pages = json(&site, "/api/v1/public/localization/pages?area=docs&locale=zh-CN").await;
    assert_eq!(pages[0]["pending_since"], 1_740_787_200_000_i64, "{pages}");
    let message = "Still right\n\nTranslation-Still-Correct: docs/zh/cache.md";
    repository.commit("Dee", message, &[]);
    assert_eq!(import().await, Some((0, 1, Vec::new())));
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
}

#[tokio::test]
async fn working_copy_import_has_times_and_authors_of_commits() {
    let repository = Repository::new(&[("README.md", "# Cache\n")]);
    let commit = |date: &str, author: &str, message: &str, files: &[(&str, &str)]| {
        repository.commit_at(&format!("{date}T00:00:00Z"), author, message, files)
    };
    let en_only = "docs/en/extra.md";
    let extra = "# Extra\n\nThe extra page says more.\n";
    commit("2025-01-01", "Ann", "Pages", &[(EN_CACHE, CACHE), (en_only, extra)]);
    commit("2025-02-01", "Bob", "Translate", &[(ZH_CACHE, CACHE_ZH)]);
    let message = "Say more\n\nCo-authored-by: Dee <dee@example.org>";
    commit("2025-03-01", "Cy", message, &[(en_only, &extra.replace("more", "a lot more"))]);
    let docs = repository.path().join("docs");
    std::fs::write(docs.join("zh/cache.md"), CACHE_ZH.replace("保存", "存放")).unwrap();
    let site = Site::new().await;
    assert!(site.inside().import_working_copy(&docs, false).await.is_some());
    let [january, march, april] =
        [1_735_689_600_000_i64, 1_740_787_200_000, 1_743_465_600_000].map(|at| json!(at));
    let pages = json(&site, "/api/v1/public/localization/pages?area=docs&locale=zh-CN").await;
    let page = |key: &str| pages.as_array().unwrap().iter().find(|it| it["key"] == key).unwrap();
    assert_eq!(page("cache")["source_changed_at"], january);
    assert_eq!(page("extra")["source_changed_at"], march);
    assert_eq!(page("extra")["pending_since"], january);
    // The Chinese page was changed without a commit.
    let changed = json(&site, ZH_PAGE).await["updated_at"].as_i64().unwrap();
    assert!(changed > april.as_i64().unwrap(), "{changed}");
    let authors = async |site: &Site| {
        let rows = json(site, "/api/v1/public/localization/contributors").await;
        assert!(!rows.to_string().contains('@'), "{rows}");
        let row = |row: &Value| format!("{} {}", row["name"].as_str().unwrap(), row["texts"]);
        rows.as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(authors(&site).await, ["Ann 2", "Bob 1", "Cy 1", "Dee 1"]);
    let shown = json(&site, "/api/v1/public/docs/en/extra").await["authors"].clone();
    assert_eq!(shown, json!(["Cy", "Dee", "Ann"]));
    // A repeated import stores the authors of new commits.
    commit("2025-04-01", "Eve", "Store", &[(EN_CACHE, &CACHE.replace("64", "65"))]);
    assert!(site.inside().import_working_copy(&docs, false).await.is_some());
    assert_eq!(authors(&site).await, ["Ann 2", "Eve 2", "Bob 1", "Cy 1", "Dee 1"]);
    let pages = json(&site, "/api/v1/public/localization/pages?area=docs&locale=zh-CN").await;
    let cache = pages.as_array().unwrap().iter().find(|it| it["key"] == "cache").unwrap();
    assert_eq!(cache["source_changed_at"], april);
}

#[tokio::test]
async fn change_after_a_bilingual_commit_outdates_translation() {
    let repository = Repository::new(&[(EN_CACHE, CACHE), (ZH_CACHE, CACHE_ZH)]);
    repository.commit("Cy", "Larger", &[(EN_CACHE, &CACHE.replace("64", "128"))]);
    let site = shown_cache(&repository).await;
    assert_eq!(outdated(&site, ZH_PAGE).await, [r#"old "64", new "128""#]);
    let copy = Site::new().await;
    let docs = repository.path().join("docs");
    assert!(copy.inside().import_working_copy(&docs, false).await.is_some());
    assert_eq!(outdated(&copy, ZH_PAGE).await, [r#"old "64", new "128""#]);
}

#[tokio::test]
async fn acknowledgement_in_a_commit_is_listed() {
    let repository = outdated_repository();
    let message = "Still right\n\nTranslation-Still-Correct: docs/zh/cache.md";
    let commit = repository.commit("Dee", message, &[]);
    let listed = async |site: &Site| {
        let rows = json(site, "/api/v1/public/localization/acknowledgements").await;
        let row = |row: &Value| {
            format!("{} {} {} {}", row["locale"], row["url"], row["name"], row["commit"])
        };
        rows.as_array().unwrap().iter().map(row).collect::<Vec<_>>()
    };
    let row = format!(r#""zh-CN" "/index/zh/docs/cache#%E5%A4%A7%E5%B0%8F" "Dee" "{commit}""#);
    let copy = Site::new().await;
    assert!(
        copy.inside().import_working_copy(&repository.path().join("docs"), false).await.is_some()
    );
    assert_eq!(listed(&copy).await, vec![row.clone()]);
    let site = shown_cache(&repository).await;
    assert_eq!(listed(&site).await, [row]);
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    // The acknowledgement cannot be undone on the site; the error contains the commit.
    site.log_in_as("editor").await;
    let id = id_of(&site, "cache").await;
    let path = format!("{LIST}/{id}/zh/acknowledgements/undo");
    let acknowledged = json(&site, "/api/v1/public/localization/acknowledgements").await;
    for body in [
        json!({ "page": true }),
        json!({ "section": "大小" }),
        json!({ "segments": [acknowledged[0]["segment"]] }),
    ] {
        let seen = revision(&site, &id, "zh").await;
        let (status, refused) = send(&site, "POST", &path, Some(&seen), Some(body)).await;
        let error = &refused["errors"][0];
        let found = (status, &error["field"], &error["code"]);
        assert_eq!(found, (422, &json!("segments"), &json!("acknowledged-in-git")), "{refused}");
        assert!(error["detail"].as_str().unwrap().contains(&commit), "{refused}");
    }
    // Without the commit, the acknowledgement is not listed.
    repository.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    update_docs(&site).await;
    assert_eq!(listed(&site).await, Vec::<String>::new());
    assert_eq!(outdated(&site, ZH_PAGE).await, [CHANGED]);
}

#[tokio::test]
async fn each_import_of_a_working_copy_reports_unusable_trailers() {
    let repository = outdated_repository();
    let docs = repository.path().join("docs");
    let site = Site::new().await;
    let import = async || site.inside().import_working_copy(&docs, false).await;
    assert_eq!(import().await, Some((2, 1, Vec::new())));
    let marks = "Translation-Still-Correct: docs/zh/nope.md\n\
                 Translation-Still-Correct: docs/zh/cache.md#nowhere";
    repository.commit("Dee", &format!("Checked\n\n{marks}"), &[]);
    let codes = vec!["acknowledged-file-unknown", "acknowledged-section-unknown"];
    assert_eq!(import().await, Some((0, 0, codes.clone())));
    assert_eq!(import().await, Some((0, 0, codes)));
}

#[tokio::test]
async fn folder_with_unreadable_or_no_git_history_is_imported() {
    let repository = outdated_repository();
    let docs = repository.path().join("docs");
    std::fs::write(repository.path().join(".git/HEAD"), "nonsense\n").unwrap();
    let site = Site::new().await;
    let imported = site.inside().import_working_copy(&docs, false).await;
    assert_eq!(imported, Some((2, 0, vec!["history-unavailable"])));
    assert!(outdated(&site, ZH_PAGE).await.is_empty());
    std::fs::remove_dir_all(repository.path().join(".git")).unwrap();
    let site = Site::new().await;
    let imported = site.inside().import_working_copy(&docs, false).await;
    assert_eq!(imported, Some((2, 0, Vec::new())));
}

#[tokio::test]
async fn interrupted_import_continues_with_the_remaining_pages() {
    let repository = outdated_repository();
    let name = |language: &str, page: usize| format!("docs/{language}/page-{page:02}.md");
    let pages = |language: &str, text: &str| -> Vec<(String, String)> {
        (0..40).map(|page| (name(language, page), text.to_owned())).collect()
    };
    for (author, language, text) in [
        ("Ann", "en", CACHE.to_owned()),
        ("Bob", "zh", CACHE_ZH.to_owned()),
        ("Cy", "en", CACHE.replace("64", "256")),
    ] {
        let files = pages(language, &text);
        let files: Vec<_> =
            files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        repository.commit(author, "All", &files);
    }
    let site = Site::new().await;
    let docs = repository.path().join("docs");
    assert_eq!(site.inside().import_working_copy(&docs, true).await, None);
    let (new, replayed, issues) =
        site.inside().import_working_copy(&docs, false).await.expect("a report");
    // The interrupted import has completed the first batch of 50 texts, so 32 of the 82 texts remain.
    assert_eq!((new, replayed, issues), (32, 16, Vec::new()));
    for page in [0, 39] {
        let page = format!("/api/v1/public/docs/zh/page-{page:02}");
        assert_eq!(outdated(&site, &page).await, [CHANGED]);
    }
}

/// Creates a site with one conflict and a logged-in owner. Also returns the URL and the ETag of the conflict.
async fn in_conflict() -> (Repository, Site, String, String) {
    let (repository, site) = site_with_source().await;
    site.inside().edit_page("en", "guide/start", "# Start\n\nOurs.\n", "eve").await;
    repository.commit("Ann", "Theirs", &[("docs/en/guide/start.md", "# Start\n\nTheirs.\n")]);
    assert_eq!(update_docs(&site).await.0, "same 4, conflicts 1");
    site.log_in_as("owner").await;
    let listed = json(&site, CONFLICTS).await;
    assert_eq!(listed[0]["file"], "docs/en/guide/start.md");
    assert_eq!(listed[0]["url"], "/index/en/docs/guide/start");
    let address = format!("{CONFLICTS}/{}", listed[0]["id"].as_str().unwrap());
    let answer = site.answer("GET", &format!("{address}/texts"), None).await;
    let etag = answer.headers()["etag"].to_str().unwrap().to_owned();
    let sides: Value = serde_json::from_slice(answer.body()).unwrap();
    assert_eq!(sides["base"], "# Start\n\nInstall it.\n");
    assert_eq!(sides["ours"], "# Start\n\nOurs.\n");
    assert_eq!(sides["theirs"], "# Start\n\nTheirs.\n");
    let both = "# Start\n\n<<<<<<< ours\nOurs.\n||||||| original\nInstall it.\n=======\nTheirs.\n>>>>>>> theirs\n";
    assert_eq!(sides["merged"], both);
    (repository, site, address, etag)
}

async fn resolve(site: &Site, address: &str, etag: &str, body: &Value) -> u16 {
    site.with_header(Some(("if-match", etag)));
    let address = format!("{address}/resolution");
    let answer = site.answer("POST", &address, Some(&body.to_string())).await;
    site.with_header(None);
    answer.status().as_u16()
}

#[tokio::test]
async fn conflict_is_resolved_with_the_chosen_or_merged_text() {
    for (body, text, next) in [
        (json!({ "choice": "ours" }), "Ours.", "same 4, ahead 1"),
        (json!({ "choice": "theirs" }), "Theirs.", "same 4"),
        (json!({ "choice": "merged", "text": "# Start\n\nBoth.\n" }), "Both.", "same 4, ahead 1"),
        (json!({ "choice": "merged", "text": "# Start\n\nTheirs.\n" }), "Theirs.", "same 4"),
    ] {
        let (repository, site, address, etag) = in_conflict().await;
        assert_eq!(resolve(&site, &address, &etag, &body).await, 204, "{body}");
        let page = json(&site, START).await;
        assert_eq!(page["markdown"], format!("# Start\n\n{text}\n"), "{body}");
        assert_eq!(
            status(&site, &format!("{address}/texts")).await,
            404,
            "a resolved conflict must not be found"
        );
        assert_eq!(resolve(&site, &address, &etag, &body).await, 404, "{body}");
        repository.commit("Ann", "Elsewhere", &[("docs/notes.txt", "x\n")]);
        assert_eq!(update_docs(&site).await.0, next, "{body}");
        repository.commit("Ann", "On", &[("docs/en/guide/start.md", "# Start\n\nOn.\n")]);
        let both_changed = next.contains("ahead");
        let next = if both_changed { "same 4, conflicts 1" } else { "changed 1, same 3" };
        assert_eq!(update_docs(&site).await.0, next, "{body}");
    }
}

#[tokio::test]
async fn merged_page_in_a_request_may_be_larger_than_1_mib() {
    let (_repository, site, address, etag) = in_conflict().await;
    let code = "x = 1\n".repeat(200_000);
    let body = json!({ "choice": "merged", "text": format!("# Start\n\n```\n{code}```\n") });
    assert!(body.to_string().len() > 1 << 20);
    assert_eq!(resolve(&site, &address, &etag, &body).await, 204);
}

#[tokio::test]
async fn stale_conflict_resolution_is_412() {
    let (_repository, site, address, etag) = in_conflict().await;
    let ours = json!({ "choice": "ours" });
    let response = site.post(&format!("{address}/resolution"), &ours.to_string()).await;
    assert!(
        response.starts_with("428") && response.contains("precondition-required"),
        "{response}"
    );
    site.inside().edit_page("en", "guide/start", "# Start\n\nOurs again.\n", "eve").await;
    assert_eq!(resolve(&site, &address, &etag, &ours).await, 412);
    for body in [json!({ "choice": "x" }), json!({ "choice": "merged" })] {
        assert_eq!(resolve(&site, &address, &etag, &body).await, 422, "{body}");
    }
    let texts = format!("{address}/texts");
    let etag = site.answer("GET", &texts, None).await.headers()["etag"].clone();
    let etag = etag.to_str().unwrap();
    let broken = json!({ "choice": "merged", "text": "---\ntitle: [\n---\n# x\n" });
    assert_eq!(resolve(&site, &address, etag, &broken).await, 422);
    let undecided = json!({ "choice": "merged", "text": "# Start\n\nA\n>>>>>>> theirs\n" });
    assert_eq!(resolve(&site, &address, etag, &undecided).await, 422);
    assert_eq!(resolve(&site, &address, etag, &ours).await, 204);
}

#[tokio::test]
async fn merged_text_of_a_conflict_has_both_non_overlapping_changes() {
    let text = |one: &str, two: &str| format!("# Start\n\n{one}\n\nBetween.\n\n{two}\n");
    let file = "docs/en/guide/start.md";
    let (repository, site) = site_with_source().await;
    repository.commit("Ann", "Longer", &[(file, &text("One.", "Two."))]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3");
    site.inside().edit_page("en", "guide/start", &text("Ours.", "Two."), "eve").await;
    repository.commit("Ann", "Theirs", &[(file, &text("One.", "Theirs."))]);
    assert_eq!(update_docs(&site).await.0, "same 4, conflicts 1");
    site.log_in_as("owner").await;
    let listed = json(&site, CONFLICTS).await;
    let address = format!("{CONFLICTS}/{}", listed[0]["id"].as_str().unwrap());
    let sides = json(&site, &format!("{address}/texts")).await;
    assert_eq!(sides["merged"], text("Ours.", "Theirs."));
}

#[tokio::test]
async fn page_of_a_deleted_file_is_unpublished_until_restored() {
    let (repository, site) = site_with_source().await;
    let revision = json(&site, START).await["revision"].clone();
    repository.commit("Ann", "Less", &[("docs/en/guide/start.md", "")]);
    let expected_issues = vec!["docs/en/guide/start.md page-removed".to_owned()];
    assert_eq!(update_docs(&site).await, ("same 3, removed 1".to_owned(), expected_issues));
    let page = json(&site, START).await;
    assert_eq!(page["locale"], "zh-CN", "the page must fall back to the other language");
    assert_eq!(page["counterpart"], Value::Null);
    repository.commit("Ann", "More", &[PAGES[2]]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3");
    assert_eq!(
        json(&site, START).await["revision"],
        revision,
        "a restored file must not create a revision"
    );
}

#[tokio::test]
async fn deleting_the_file_of_a_page_cancels_its_schedule() {
    let (repository, site) = site_with_source().await;
    site.log_in_as("owner").await;
    let id = id_of(&site, "guide/start").await;
    write(&site, &id, "en", "# Start\n\nOurs.\n").await;
    assert_eq!(publish(&site, &id, "en", json!({ "at": in_days(1) })).await.0, 200);
    repository.commit("Ann", "Less", &[("docs/en/guide/start.md", "")]);
    assert_eq!(update_docs(&site).await.0, "same 3, removed 1");
    repository.commit("Ann", "More", &[PAGES[2]]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3");
    site.inside().publish_due(in_days(2)).await;
    assert_eq!(json(&site, START).await["markdown"], PAGES[2].1);
    let page = json(&site, &format!("{LIST}/{id}")).await;
    assert_eq!(page["en"]["text"], "# Start\n\nOurs.\n", "the draft must be kept");
    let log = json(&site, "/api/v1/admin/log?action=page-scheduled").await;
    let cancelled = &log[0];
    let found = ["subject", "actor", "agent", "after"].map(|name| cancelled[name].clone());
    assert_eq!(found, [json!("docs/en/guide/start"), json!(""), json!("git"), Value::Null]);
    assert!(cancelled["before"].is_string(), "{cancelled}");
}

#[tokio::test]
async fn page_edited_on_the_site_is_kept_if_its_file_is_deleted() {
    for (choice, code, locale) in [("ours", 204, "en-US"), ("theirs", 204, "zh-CN")] {
        let (repository, site) = site_with_source().await;
        site.inside().edit_page("en", "guide/start", "# Start\n\nOurs.\n", "eve").await;
        repository.commit("Ann", "Less", &[("docs/en/guide/start.md", "")]);
        let expected_issues = vec!["docs/en/guide/start.md conflict-removed".to_owned()];
        assert_eq!(update_docs(&site).await, ("same 3, conflicts 1".to_owned(), expected_issues));
        assert_eq!(json(&site, START).await["markdown"], "# Start\n\nOurs.\n");
        site.log_in_as("admin").await;
        let listed = json(&site, CONFLICTS).await;
        assert_eq!(listed[0]["deleted"], true);
        let address = format!("{CONFLICTS}/{}", listed[0]["id"].as_str().unwrap());
        let etag = listed[0]["etag"].as_str().unwrap();
        let body = json!({ "choice": choice });
        assert_eq!(resolve(&site, &address, etag, &body).await, code);
        assert_eq!(json(&site, START).await["locale"], locale, "{choice}");
        repository.commit("Ann", "Elsewhere", &[("docs/notes.txt", "x\n")]);
        assert_eq!(update_docs(&site).await, ("same 3".to_owned(), Vec::new()), "{choice}");
        if choice == "theirs" {
            repository.commit("Ann", "Back", &[PAGES[2]]);
            assert_eq!(update_docs(&site).await, ("changed 1, same 3".to_owned(), Vec::new()));
            let page = json(&site, START).await;
            assert_eq!((&page["locale"], &page["markdown"]), (&json!("en-US"), &json!(PAGES[2].1)));
        }
    }
}

#[tokio::test]
async fn page_with_new_navigation_position_is_reported_as_unchanged() {
    let (repository, site) = site_with_source().await;
    let more = [("docs/en/about.md", "# About\n"), ("docs/zh/about.md", "# 关于\n")];
    repository.commit("Ann", "About", &more);
    assert_eq!(update_docs(&site).await, ("new 2, same 4".to_owned(), Vec::new()));
    let tree = json(&site, "/api/v1/public/docs-tree/en").await.to_string();
    assert!(tree.find("About") < tree.find("Guide"), "{tree}");
}

#[tokio::test]
async fn page_moved_in_git_keeps_its_revision_and_has_redirects() {
    let (repository, site) = site_with_source().await;
    let before = json(&site, START).await;
    for locale in ["en", "zh"] {
        std::fs::create_dir_all(repository.path().join(format!("docs/{locale}/first"))).unwrap();
        let from = format!("docs/{locale}/guide/start.md");
        repository.git(&["mv", &from, &format!("docs/{locale}/first/steps.md")]);
    }
    repository.commit("Bob", "Move", &[]);
    assert_eq!(update_docs(&site).await, ("changed 2, same 2, moved 2".to_owned(), Vec::new()));
    let after = json(&site, "/api/v1/public/docs/en/first/steps").await;
    assert_eq!((&after["revision"], &after["key"]), (&before["revision"], &json!("first/steps")));
    assert_eq!(after["counterpart"]["url"], "/index/zh/docs/first/steps");
    assert_eq!(after["authors"], json!(["Bob", "Ann"]));
    for locale in ["en", "zh"] {
        let old = format!("/index/{locale}/docs/guide/start");
        let answer = site.answer("GET", &old, None).await;
        assert_eq!(answer.headers()["location"], format!("/index/{locale}/docs/first/steps"));
    }
}

#[tokio::test]
async fn page_has_no_counterpart_after_a_move_of_only_one_language() {
    let (repository, site) = site_with_source().await;
    let before = json(&site, START).await;
    repository.git(&["mv", "docs/en/guide/start.md", "docs/en/guide/begin.md"]);
    repository.commit("Bob", "Move", &[]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3, moved 1");
    let after = json(&site, "/api/v1/public/docs/en/guide/begin").await;
    assert_eq!((&after["revision"], &after["counterpart"]), (&before["revision"], &Value::Null));
    let other_page = json(&site, "/api/v1/public/docs/zh/guide/start").await;
    assert_eq!((&other_page["title"], &other_page["counterpart"]), (&json!("开始"), &Value::Null));
    // After the file of the other language is moved, too, both languages are one page again.
    repository.git(&["mv", "docs/zh/guide/start.md", "docs/zh/guide/begin.md"]);
    repository.commit("Bob", "Follow", &[]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3, moved 1");
    let after = json(&site, "/api/v1/public/docs/en/guide/begin").await;
    assert_eq!(after["counterpart"]["url"], "/index/zh/docs/guide/begin");
    for locale in ["en", "zh"] {
        let old = site.answer("GET", &format!("/index/{locale}/docs/guide/start"), None).await;
        assert_eq!(old.headers()["location"], format!("/index/{locale}/docs/guide/begin"));
    }
}

#[tokio::test]
async fn rewritten_history_is_imported_and_reported() {
    let (repository, site) = site_with_source().await;
    repository.commit("Bob", "Second", &[("docs/en/guide/start.md", "# Start\n\nSecond.\n")]);
    assert_eq!(update_docs(&site).await.0, "changed 1, same 3");
    repository.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    repository.commit("Cy", "Another", &[("docs/en/guide/start.md", "# Start\n\nAnother.\n")]);
    let (outcome, report) = update(&site, "docs").await;
    assert_eq!((outcome.as_str(), &report["rewritten"]), ("updated", &json!(true)));
    let page = json(&site, START).await;
    assert_eq!(page["markdown"], "# Start\n\nAnother.\n");
    assert_eq!(page["authors"][0], "Cy");
}

#[tokio::test]
async fn other_files_are_imported_despite_an_invalid_file() {
    let (repository, site) = site_with_source().await;
    std::fs::write(repository.path().join("docs/en/guide/start.md"), b"# \xff\n").unwrap();
    repository.commit("Ann", "Broken", &[("docs/en/index.md", "# Welcome\n\nHello you.\n")]);
    let broken = vec!["docs/en/guide/start.md file-not-utf8".to_owned()];
    assert_eq!(update_docs(&site).await, ("changed 1, same 2".to_owned(), broken));
    assert_eq!(json(&site, START).await["markdown"], "# Start\n\nInstall it.\n");
    assert_eq!(
        json(&site, "/api/v1/public/docs/en").await["markdown"],
        "# Welcome\n\nHello you.\n"
    );
}

#[tokio::test]
async fn git_error_has_a_code_and_changes_nothing() {
    let (repository, site) = site_with_source().await;
    repository.git(&["mv", "docs", "elsewhere"]);
    repository.commit("Ann", "Move all", &[]);
    let (outcome, detail) = update(&site, "docs").await;
    assert_eq!((outcome.as_str(), detail), ("folder-gone", json!("docs")));
    std::fs::create_dir_all(repository.path().join("docs")).unwrap();
    repository.commit("Ann", "No pages", &[("docs/notes.txt", "x\n")]);
    assert_eq!(update(&site, "docs").await.0, "no-pages");
    repository.git(&["branch", "--move", "other"]);
    repository.git(&["symbolic-ref", "HEAD", "refs/heads/other"]);
    assert_eq!(status(&site, START).await, 200);
    std::fs::rename(repository.path().join(".git"), repository.path().join("gone")).unwrap();
    assert_eq!(update(&site, "docs").await.0, "repository-gone");
    assert_eq!(status(&site, START).await, 200);
    site.log_in_as("admin").await;
    let state = json(&site, "/api/v1/admin/sources").await;
    assert_eq!(state[0]["outcome"], "repository-gone");
    assert_eq!(
        state[0]["report"]["new"], 4,
        "the report must be that of the last successful update"
    );
    let fixed = Site::with(&repository.source("docs", "branch = 'nowhere'")).await;
    std::fs::rename(repository.path().join("gone"), repository.path().join(".git")).unwrap();
    assert_eq!(update(&fixed, "docs").await.0, "branch-gone");
}

#[tokio::test]
async fn git_sources_cannot_share_page_paths() {
    let first = Repository::new(&[
        ("start.md", "# First\n"),
        ("a.md", "# A\n\n[b](/b)\n"),
        ("b.md", "# B\n"),
    ]);
    let second =
        Repository::new(&[("start.md", "# Second\n"), ("x.md", "---\nslug: /a\n---\n# X\n")]);
    let third = Repository::new(&[("start.md", "# Third\n\n[b](/b)\n"), ("b.md", "# B3\n")]);
    let toml = first.source("first", "")
        + &second.source("second", "")
        + &third.source("third", "mount = 'kit'");
    let site = Site::with(&toml).await;
    assert_eq!(update(&site, "first").await.0, "updated");
    let (_, report) = update(&site, "second").await;
    assert_eq!(issues(&report), ["start.md page-of-another-source", "x.md path-taken"]);
    let (_, report) = update(&site, "third").await;
    assert_eq!((counts(&report).as_str(), issues(&report)), ("new 2", Vec::new()));
    let title = async |path: &str| {
        json(&site, &format!("/api/v1/public/docs/en/{path}")).await["title"].clone()
    };
    assert_eq!((title("start").await, title("a").await), (json!("First"), json!("A")));
    assert_eq!(title("kit/start").await, "Third");
    let html = json(&site, "/api/v1/public/docs/en/kit/start").await["html"].clone();
    assert!(html.as_str().unwrap().contains("/index/en/docs/kit/b"), "{html}");
    // After the first source has removed its page, the second source can use the path.
    first.commit("Ann", "Less", &[("start.md", ""), ("a.md", "")]);
    update(&site, "first").await;
    second.commit("Ann", "Again", &[("y.md", "# Y\n")]);
    let (_, report) = update(&site, "second").await;
    assert_eq!(counts(&report), "new 2, changed 1");
    assert_eq!((title("start").await, title("a").await), (json!("Second"), json!("X")));
}

#[tokio::test]
async fn configured_language_folders_are_imported() {
    let repository = Repository::new(&[
        ("start.md", "# 开始\n\n[安装](/setup)，![图](/a.svg)\n"),
        ("setup.md", "# 安装\n"),
        ("english/start.md", "# Start\n\n[Set up](setup.md)\n"),
        ("english/setup.md", "# Set up\n"),
        ("public/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ]);
    let layout = "locales = { zh = '.', en = 'english' }\nmount = 'kit/help'";
    let site = Site::with(&repository.source("docs", layout)).await;
    assert_eq!(update_docs(&site).await, ("new 4".to_owned(), Vec::new()));
    let page = json(&site, "/api/v1/public/docs/zh/kit/help/start").await;
    assert_eq!(page["counterpart"]["url"], "/index/en/docs/kit/help/start");
    let html = page["html"].as_str().unwrap();
    for url in ["/index/zh/docs/kit/help/setup", "/index/media/docs/public/a.svg"] {
        assert!(html.contains(url), "{url} in {html}");
    }
    let page = json(&site, "/api/v1/public/docs/en/kit/help/start").await;
    assert!(page["html"].as_str().unwrap().contains("/index/en/docs/kit/help/setup"));
}

#[tokio::test]
async fn first_update_replaces_and_reports_manual_imports() {
    let repository = Repository::new(PAGES);
    let site = Site::with(&repository.source("docs", FOLDER)).await;
    site.import(&[
        ("en/guide/start.md", "# Start\n\nInstall it.\n"),
        ("en/index.md", "# Welcome\n\nOlder.\n"),
        ("en/only.md", "# Only here\n"),
    ])
    .await;
    let before = json(&site, START).await["revision"].clone();
    let over = vec!["docs/en/index.md page-taken-over".to_owned()];
    assert_eq!(update_docs(&site).await, ("new 2, changed 2".to_owned(), over));
    assert_eq!(json(&site, START).await["revision"], before);
    assert_eq!(status(&site, "/api/v1/public/docs/en/only").await, 200);
    // A manual import of a file that the source manages counts as a change on the site.
    site.import(&[("en/index.md", "# Welcome\n\nBy hand.\n")]).await;
    repository.commit("Ann", "On", &[("docs/en/index.md", "# Welcome\n\nOn.\n")]);
    assert_eq!(update_docs(&site).await.0, "changed 2, same 2, conflicts 1");
    assert_eq!(json(&site, "/api/v1/public/docs/en").await["markdown"], "# Welcome\n\nBy hand.\n");
}

#[tokio::test]
async fn only_administrators_list_and_update_sources() {
    let (_repository, site) = site_with_source().await;
    let ask = "/api/v1/admin/sources/docs/update";
    let answers = async || {
        let (texts, decision) =
            (format!("{CONFLICTS}/x/texts"), format!("{CONFLICTS}/x/resolution"));
        let mut codes = Vec::new();
        for path in ["/api/v1/admin/sources", CONFLICTS, texts.as_str()] {
            codes.push(status(&site, path).await);
        }
        for (path, body) in [(ask, ""), (decision.as_str(), r#"{"choice":"ours"}"#)] {
            let answer = site.answer("POST", path, Some(body)).await;
            codes.push(answer.status().as_u16());
        }
        codes
    };
    assert_eq!(answers().await, [401, 401, 401, 401, 401]);
    site.log_in_as("editor").await;
    assert_eq!(answers().await, [403, 403, 403, 403, 403]);
    site.log_in_as("admin").await;
    assert_eq!(answers().await, [200, 200, 404, 202, 428]);
    assert!(site.inside().was_update_requested("docs").await);
    assert_eq!(site.answer("POST", "/api/v1/admin/sources/x/update", None).await.status(), 404);
}

#[tokio::test]
async fn requested_source_update_is_listed_as_running() {
    let (_repository, site) = site_with_source().await;
    site.log_in_as("admin").await;
    let is_running = async || json(&site, "/api/v1/admin/sources").await[0]["running"].clone();
    assert_eq!(is_running().await, false);
    let response = site.answer("POST", "/api/v1/admin/sources/docs/update", Some("")).await;
    assert_eq!((response.status().as_u16(), is_running().await), (202, true.into()));
}

#[tokio::test]
async fn git_source_is_listed_without_credentials() {
    let toml = "[[source]]\nname = 'docs'\nurl = 'https://ann:s3cret@127.0.0.1:9/a/b.git'\n\
                webhook-secret = 'hush hush'\nevery = '0'\ntimeout = '20s'\n";
    let site = Site::with(toml).await;
    let (outcome, detail) = site.inside().update_source("docs").await;
    assert_eq!(outcome, "remote-unreachable", "{detail}");
    site.log_in_as("owner").await;
    let response = site.get("/api/v1/admin/sources").await;
    for secret in ["s3cret", "hush"] {
        assert!(!response.contains(secret) && !detail.contains(secret), "{response} {detail}");
    }
    assert!(response.contains("https://…@127.0.0.1:9/a/b.git"), "{response}");
}

#[tokio::test]
async fn source_webhook_requires_a_valid_signature_or_token() {
    let repository = Repository::new(PAGES);
    let secret = "webhook-secret = 'hush hush'\nbranch = 'main'";
    let toml = repository.source("docs", secret) + &repository.source("quiet", "");
    let site = Site::with(&toml).await;
    let hook = "/api/v1/public/sources/docs/webhook";
    let push = r#"{"ref":"refs/heads/main"}"#;
    let send = async |path: &str, header: Option<(&str, &str)>, body: &str| {
        site.with_header(header);
        let answer = site.answer("POST", path, Some(body)).await;
        site.with_header(None);
        let is_requested = site.inside().was_update_requested("docs").await;
        (answer.status().as_u16(), is_requested)
    };
    let token = Some(("x-gitlab-token", "hush hush"));
    // HMAC-SHA256 of the push with the secret, created with `openssl dgst -sha256 -hmac`.
    let signature = "sha256=162f91a6acd8ed9b517b84d71197bc758c0b05a742b879ce98fa93f36edd6781";
    for (path, header, body, expected) in [
        (hook, token, push, (202, true)),
        (hook, Some(("x-hub-signature-256", signature)), push, (202, true)),
        (hook, Some(("x-hub-signature-256", signature)), r#"{"ref":"refs/heads/x"}"#, (401, false)),
        (hook, Some(("x-gitlab-token", "wrong")), push, (401, false)),
        (hook, None, push, (401, false)),
        (hook, token, r#"{"ref":"refs/heads/other"}"#, (204, false)),
        (hook, token, r#"{"zen":"a ping"}"#, (204, false)),
        (hook, token, "", (204, false)),
        ("/api/v1/public/sources/quiet/webhook", token, push, (404, false)),
        ("/api/v1/public/sources/nobody/webhook", token, push, (404, false)),
    ] {
        assert_eq!(send(path, header, body).await, expected, "{path} {header:?} {body}");
    }
    let long = "x".repeat((1 << 20) + 1);
    assert_eq!(send(hook, token, &long).await, (413, false));
    // Ten requests cause one update.
    for _ in 0..10 {
        site.with_header(token);
        site.answer("POST", hook, Some(push)).await;
    }
    assert!(site.inside().was_update_requested("docs").await);
    assert!(!site.inside().was_update_requested("docs").await);
}
