//! Tests of import and export on the command line: byte-identical, idempotent, and visible on a running site.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::process::{Site, finish, pailou_in, run, until, write};

/// Files with unusual bytes and names.
const ODD: &[(&str, &str)] = &[
    ("en/index.md", "\u{feff}# With a mark\r\n\r\nAnd CRLF.\r\n"),
    ("zh/index.md", "# 没有结尾的换行"),
    (
        "en/guide/index.md",
        "---\ntitle:   'Quoted'\n# a comment\ntags: [a,   b]\n---\n\n\n# Guide\n\n\ttab\n",
    ),
    ("zh/guide/index.md", "---\r\ntitle: 指南\r\n---\r\n正文\r\n"),
    ("en/guide/toml.md", "+++\ntitle = \"Toml\"\n+++\nBody  \nwith a break\n\n\n\n"),
    ("en/guide/empty.md", ""),
    ("en/guide/front-only.md", "---\ntitle: Nothing else\n---"),
    ("en/guide/rule.md", "---\n\nNot front matter, a rule\n"),
    ("en/guide/_meta.json", "{\n  \"toml\": \"TOML!\"\n}\n"),
    ("zh/guide/_meta.json", "{ \"index\" : \"首页\" }"),
    ("en/guide/名字.md", "# A name that is not ASCII\n"),
    ("en/guide/with space.md", "# Space\n"),
    ("en/images/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
    ("notes.txt", "not a page\r\n"),
];

/// Returns every file below a folder, by path.
pub(crate) fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[track_caller]
fn check_run(folder: &Path, args: &[&str], code: i32, expected: &str) {
    let output = run(folder, args);
    assert_eq!(output.code, Some(code), "{output:?}");
    assert!(output.out.contains(expected), "`{expected}` in {}", output.out);
}

#[test]
fn export_equals_import_byte_for_byte() {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("pages"), ODD);
    let image: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    fs::write(folder.path().join("pages/zh/image.png"), image).unwrap();
    check_run(folder.path(), &["import", "pages"], 0, "10 pages: 10 added");
    check_run(folder.path(), &["export", "out"], 0, "15 files written to out");
    let (before, after) =
        (files_below(&folder.path().join("pages")), files_below(&folder.path().join("out")));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&after), names(&before));
    for (name, bytes) in &before {
        assert!(after[name] == *bytes, "{name}: {:?}", String::from_utf8_lossy(&after[name]));
    }
    // A second round trip also preserves all bytes.
    let second = TempDir::new().unwrap();
    let out = folder.path().join("out").display().to_string();
    check_run(second.path(), &["import", &out], 0, "10 added");
    check_run(second.path(), &["export", "again"], 0, "15 files");
    assert!(files_below(&second.path().join("again")) == before);
}

#[test]
fn repeated_import_changes_nothing() {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("pages"), ODD);
    check_run(folder.path(), &["import", "pages"], 0, "10 added");
    let site = Site::of(folder, &[]);
    let etag = |path: &str| site.get(path).header("etag").unwrap().to_owned();
    let before = (etag("/index/zh/docs/guide"), etag("/api/v1/public/docs/zh/guide"));
    let renders = site.metric("pailou_renders_total");
    check_run(site.folder(), &["import", "pages"], 0, "0 added, 0 changed, 10 unchanged");
    assert_eq!((etag("/index/zh/docs/guide"), etag("/api/v1/public/docs/zh/guide")), before);
    assert_eq!(site.metric("pailou_renders_total"), renders);
}

#[test]
fn dry_run_writes_nothing() {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("pages"), ODD);
    let dry = ["import", "pages", "--dry-run"];
    check_run(folder.path(), &dry, 0, "10 to add");
    check_run(folder.path(), &["export", "nothing"], 0, "0 files");
    assert!(!folder.path().join("data/files").exists());
    check_run(folder.path(), &["import", "pages"], 0, "10 added");
    write(
        &folder.path().join("pages"),
        &[("zh/index.md", "# 另一个标题\n"), ("zh/new.md", "# 新\n")],
    );
    check_run(folder.path(), &dry, 0, "1 to add, 1 to change, 9 unchanged");
    check_run(folder.path(), &["export", "out"], 0, "14 files");
    let index = fs::read(folder.path().join("out/zh/index.md")).unwrap();
    assert_eq!(String::from_utf8(index).unwrap(), "# 没有结尾的换行");
}

#[test]
fn export_does_not_overwrite_files() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &[("pages/en/a.md", "# A\n"), ("out/mine.txt", "mine")]);
    check_run(folder.path(), &["import", "pages"], 0, "1 added");
    let output = run(folder.path(), &["export", "out"]);
    assert_eq!(output.code, Some(1));
    assert!(output.err.contains("out is not empty"), "{}", output.err);
    assert_eq!(files_below(&folder.path().join("out")).len(), 1);
}

#[test]
fn import_of_a_missing_folder_or_non_archive_is_rejected() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &[("file.md", "# A\n")]);
    for (path, message) in [
        ("gone", "cannot read the folder gone: "),
        (
            "file.md",
            "file.md is not an archive: expected a folder, .zip, .tar, .tar.gz, or .tar.zst",
        ),
    ] {
        let output = run(folder.path(), &["import", path]);
        assert_eq!(output.code, Some(1), "{output:?}");
        assert!(output.err.contains(message), "{}", output.err);
    }
}

/// Requests a page until it contains this text: the server detects changes of other processes with a short
/// delay.
#[track_caller]
fn wait_for(site: &Site, path: &str, text: &str) {
    until(text, || site.get(path).text().contains(text).then_some(()));
}

#[test]
fn import_is_visible_without_a_server_restart() {
    let site = Site::showing(
        &[
            ("en/index.md", "# Home\n"),
            ("en/guide/start.md", "# Start\n\nFirst words.\n\n[Later](later.md)\n"),
            ("zh/guide/start.md", "# 开始\n\n最初的话。\n"),
        ],
        &[],
    );
    let (en, zh) = ("/index/en/docs/guide/start", "/index/zh/docs/guide/start");
    for path in [en, zh, "/index/en/docs", "/index/en"] {
        assert_eq!(site.get(path).status, 200, "{path}");
    }
    assert_eq!(site.get("/index/en/docs/guide/later").status, 404);

    // Changes only a paragraph, not the title, the path, or the navigation.
    let body = "# Start\n\nOther words.\n\n[Later](later.md)\n";
    assert_eq!(site.import(&[("en/guide/start.md", body)]).code, Some(0));
    wait_for(&site, en, "Other words.");
    assert!(site.get(zh).text().contains("最初的话"));

    // A new page appears in the navigation of other pages and at its URL, and a link to it is no longer broken.
    assert_eq!(site.import(&[("en/guide/later.md", "# Later on\n")]).code, Some(0));
    wait_for(&site, "/index/en/docs/guide/later", "Later on</h1>");
    wait_for(&site, en, "Later on");
    wait_for(&site, en, "href=\"/index/en/docs/guide/later\"");

    // A changed title appears in the navigation of other pages.
    let renamed = [("en/guide/later.md", "# Much later\n")];
    assert_eq!(site.import(&renamed).code, Some(0));
    wait_for(&site, en, "Much later");
}

#[test]
fn page_title_is_escaped_in_html() {
    let title = "</script><script>alert(1)</script>\"><img src=x onerror=alert(1)>";
    let page = format!("---\ntitle: '{title}'\ndescription: '{title}'\n---\n\nBody of it.\n");
    let site = Site::showing(&[("en/a.md", &page), ("zh/a.md", &page), ("en/b.md", "# B\n")], &[]);
    for path in
        ["/index/en/docs/a", "/index/zh/docs/a", "/index/en/docs/b", "/index/en/docs", "/index/en"]
    {
        let html = site.get(path).text();
        assert!(!html.contains("<script>alert"), "{path}: {html}");
        assert!(!html.contains("<img src=x"), "{path}: {html}");
        assert!(!html.contains("\"><img"), "{path}: {html}");
        assert_eq!(html.matches("<script").count(), html.matches("</script>").count(), "{path}");
    }
    let listed = &site.get("/api/v1/public/docs/en/a").json()["title"];
    assert_eq!(listed, title, "the API must return the title unescaped");
}

#[test]
fn pages_can_swap_paths() {
    let site = Site::showing(
        &[("en/a.md", "---\nslug: one\n---\n# A\n"), ("en/b.md", "---\nslug: two\n---\n# B\n")],
        &[],
    );
    assert!(site.get("/index/en/docs/one").text().contains("A</h1>"));
    let swapped =
        [("en/a.md", "---\nslug: two\n---\n# A\n"), ("en/b.md", "---\nslug: one\n---\n# B\n")];
    let output = site.import(&swapped);
    assert_eq!(output.code, Some(0), "{output:?}");
    wait_for(&site, "/index/en/docs/one", "B</h1>");
    wait_for(&site, "/index/en/docs/two", "A</h1>");
}

#[test]
fn renamed_file_with_the_same_url_is_imported_as_a_change() {
    let site = Site::showing(&[("en/a.md", "# A\n"), ("zh/a.md", "# 甲\n")], &[]);
    let folder = site.folder().join("pages");
    fs::create_dir(folder.join("en/a")).unwrap();
    fs::rename(folder.join("en/a.md"), folder.join("en/a/index.md")).unwrap();
    let output = site.import(&[]);
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains("2 pages: 0 added, 1 changed, 1 unchanged"), "{}", output.out);
    assert_eq!(run(site.folder(), &["export", "out"]).code, Some(0));
    assert_eq!(files_below(&site.folder().join("out")), files_below(&folder));
}

#[test]
fn prune_moves_excluded_pages_to_the_trash() {
    let folder = TempDir::new().unwrap();
    let site = folder.path().join("site");
    write(
        &site,
        &[
            ("mkdocs.yml", "site_name: A\n"),
            ("docs/index.md", "# Home\n"),
            ("docs/internal/x.md", "# Internal\n"),
        ],
    );
    check_run(folder.path(), &["import", "site"], 0, "2 pages: 2 added");
    write(&site, &[("mkdocs.yml", "site_name: A\nexclude_docs: internal/\n")]);
    let output = run(folder.path(), &["import", "site", "--prune"]);
    let expected = "docs/internal/x.md: moved to the trash\n1 page moved to the trash\n";
    assert!(output.out.ends_with(expected), "{}", output.out);
}

#[test]
fn prune_moves_absent_pages_to_the_trash() {
    let folder = TempDir::new().unwrap();
    let pages = folder.path().join("pages");
    write(
        &pages,
        &[
            ("en/a.md", "# A\n"),
            ("zh/a.md", "# 甲\n"),
            ("en/b.md", "# B\n"),
            ("zh/b.md", "# 乙\n"),
            ("en/c.md", "# C\n"),
            ("zh/c.md", "# 丙\n"),
            ("en/old.md", "---\nslug: kept\n---\n# Kept\n"),
        ],
    );
    check_run(folder.path(), &["import", "pages"], 0, "7 pages: 7 added");
    for file in ["en/b.md", "zh/b.md", "zh/c.md"] {
        fs::remove_file(pages.join(file)).unwrap();
    }
    // The page of the renamed file has a new key and, because of its `slug`, the same path. The page with the old key
    // therefore counts as absent. A file that cannot be read counts as present.
    fs::rename(pages.join("en/old.md"), pages.join("en/new.md")).unwrap();
    fs::write(pages.join("en/a.md"), b"# \xff\n").unwrap();
    let output = run(folder.path(), &["import", "pages"]);
    let offer = "4 imported pages are not in this folder: use --prune to move them to the trash";
    assert!(output.out.ends_with(&format!("{offer}\n")), "{}", output.out);
    write(&pages, &[("en/a.md", "# A\n")]);

    let output = run(folder.path(), &["import", "pages", "--prune", "--dry-run"]);
    let expected = "en/b.md: to move to the trash\nen/old.md: to move to the trash\n\
                zh/b.md: to move to the trash\nzh/c.md: to move to the trash\n\
                4 pages to move to the trash\n";
    assert!(output.out.ends_with(expected), "{}", output.out);
    check_run(folder.path(), &["export", "before"], 0, "8 files");

    let output = run(folder.path(), &["import", "pages", "--prune"]);
    let expected = "en/b.md: moved to the trash\nen/old.md: moved to the trash\n\
                zh/b.md: moved to the trash\nzh/c.md: moved to the trash\n\
                4 pages moved to the trash\n";
    assert!(output.out.ends_with(expected), "{}", output.out);
    check_run(folder.path(), &["export", "after"], 0, "4 files");
    let names: Vec<_> = files_below(&folder.path().join("after")).into_keys().collect();
    assert_eq!(names, ["en/a.md", "en/c.md", "en/new.md", "zh/a.md"]);

    // A restored file restores its page; a folder without pages prunes nothing.
    write(&pages, &[("zh/c.md", "# 丙\n")]);
    check_run(folder.path(), &["import", "pages", "--prune"], 0, "1 changed, 4 unchanged");
    check_run(folder.path(), &["export", "back"], 0, "5 files");
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = run(folder.path(), &["import", "empty", "--prune"]);
    assert!(!output.out.contains("trash"), "{}", output.out);
    check_run(folder.path(), &["export", "same"], 0, "5 files");
}

#[test]
fn prune_report_is_translated_into_chinese() {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("pages"), &[("en/a.md", "# A\n"), ("zh/b.md", "# 乙\n")]);
    check_run(folder.path(), &["import", "pages"], 0, "2 added");
    fs::remove_file(folder.path().join("pages/zh/b.md")).unwrap();
    for (flag, expected) in [
        ("--dry-run", "有 1 个导入的页面不在该文件夹中：可用 --prune 移入回收站"),
        ("--prune", "zh/b.md：已移入回收站\n已把 1 个页面移入回收站"),
    ] {
        let args = ["import", "pages", flag];
        let output = finish(pailou_in("zh_CN.UTF-8", folder.path(), &args));
        assert!(output.out.contains(expected), "{}", output.out);
    }
}

#[test]
fn prune_imports_a_file_whose_name_changed_only_in_case() {
    let folder = TempDir::new().unwrap();
    write(&folder.path().join("pages"), &[("en/Guide.md", "# Guide\n"), ("en/a.md", "# A\n")]);
    check_run(folder.path(), &["import", "pages"], 0, "2 added");
    let name = |name: &str| folder.path().join("pages/en").join(name);
    fs::rename(name("Guide.md"), name("guide.md")).unwrap();
    check_run(folder.path(), &["import", "pages"], 1, "en/guide.md: error");
    check_run(folder.path(), &["import", "pages", "--prune"], 0, "en/Guide.md: moved to the trash");
    check_run(folder.path(), &["export", "out"], 0, "2 files");
}
