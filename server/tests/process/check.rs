//! `pailou check` on folders and on a stored site: output and exit codes.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::process::{run, write};

const SITE: &[(&str, &str)] = &[
    ("docs/en/a.md", "# A\n\n[b](b.md#one) and [gone](gone.md).\n"),
    ("docs/en/b.md", "# B\n\n## One\n\nA repository.\n"),
    ("docs/zh/a.md", "# 甲\n\n用Git，[乙](b.md#one)，[乙](b.md#一)。\n"),
    ("docs/zh/b.md", "---\ntitel: 乙\n---\n# 乙\n\n## 一\n\n一个版本库。\n"),
    ("docs/glossary.csv", "term,translation,forbidden\nrepository,仓库,版本库\n"),
];

fn site() -> TempDir {
    let folder = TempDir::new().unwrap();
    write(folder.path(), SITE);
    folder
}

#[track_caller]
fn check(folder: &Path, args: &[&str], code: i32, lines: &[&str]) {
    let output = run(folder, &[&["check"], args].concat());
    assert_eq!(output.code, Some(code), "{output:?}");
    assert_eq!(output.out.lines().collect::<Vec<_>>(), lines, "{}", output.err);
}

const FOUND: &[&str] = &[
    "docs/en/a.md:3: error: broken link: no page at `gone.md`; fix the link or add the page (page-missing)",
    "docs/zh/a.md:3:2: warning: add a space between `用` and `G` in `用Git，乙` (cjk-space)",
    "docs/zh/b.md:2: warning: unknown key `titel`; did you mean `title`? (front-matter-unknown)",
    "docs/zh/b.md:8: warning: use `仓库` for `repository`, as in the glossary (term-missing)",
    "docs/zh/b.md:8:3: warning: use `仓库` instead of `版本库` (term-forbidden)",
    "4 pages: 1 error, 4 warnings, 0 notes",
];

#[test]
fn every_issue_has_a_position_and_a_rule() {
    let folder = site();
    check(folder.path(), &["docs"], 1, FOUND);
    assert!(!folder.path().join("data").exists(), "the check must not create a data directory");
}

#[test]
fn warnings_fail_the_check_in_strict_mode_only() {
    let folder = site();
    fs::write(folder.path().join("docs/en/gone.md"), "# Gone\n").unwrap();
    fs::write(folder.path().join("docs/zh/gone.md"), "# 走了\n").unwrap();
    assert_eq!(run(folder.path(), &["check", "docs"]).code, Some(0));
    assert_eq!(run(folder.path(), &["check", "docs", "--strict"]).code, Some(1));
}

#[test]
fn settings_can_disable_check_rules() {
    let folder = site();
    let off = "[check]\noff = ['page-missing', 'cjk-space', 'term-missing', 'term-forbidden']\n";
    write(folder.path(), &[("pailou.toml", off)]);
    check(folder.path(), &["docs"], 0, &[FOUND[2], "4 pages: 0 errors, 1 warning, 0 notes"]);
    write(folder.path(), &[("pailou.toml", "[check]\noff = ['no-such-rule']\n")]);
    let output = run(folder.path(), &["check", "docs"]);
    assert_eq!(output.code, Some(2), "{output:?}");
    assert!(output.err.contains("check.off"), "{}", output.err);
}

#[test]
fn check_prints_json_or_github_annotations() {
    let folder = site();
    let json = run(folder.path(), &["check", "docs", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((report["pages"].as_u64(), report["errors"].as_u64()), (Some(4), Some(1)));
    assert_eq!(report["issues"][1]["code"], "cjk-space");
    assert_eq!(report["issues"][1]["column"], 2);
    assert_eq!(report["issues"][0]["detail"], "gone.md");
    let message = report["issues"][0]["message"].as_str().unwrap();
    assert!(message.starts_with("broken link: no page at `gone.md`"), "{message}");
    let github = run(folder.path(), &["check", "docs", "--format", "github"]);
    let first = github.out.lines().next().unwrap();
    let expected =
        "::error file=docs/en/a.md,line=3,title=page-missing::broken link: no page at `gone.md`";
    assert!(first.starts_with(expected), "{first}");
}

#[test]
fn check_without_a_folder_checks_the_database() {
    let folder = site();
    assert_eq!(run(folder.path(), &["import", "docs"]).code, Some(0));
    let english = "# B\n\n## One\n\nAnother repository altogether.\n";
    fs::write(folder.path().join("docs/en/b.md"), english).unwrap();
    assert_eq!(run(folder.path(), &["import", "docs"]).code, Some(0));
    let output = run(folder.path(), &["check"]);
    assert_eq!(output.code, Some(1), "{output:?}");
    for expected in [
        "en/a.md:3: error: broken link: no page at `gone.md`",
        "zh/b.md:1: warning: one segment is outdated compared with the other language; update it",
        "zh/b.md:8: note: outdated since the other language changed: “一个版本库。” (segment-outdated)",
        "zh/b.md:8:3: warning: use `仓库` instead of `版本库` (term-forbidden)",
        "4 pages: ",
    ] {
        assert!(output.out.contains(expected), "`{expected}` in {}", output.out);
    }
    let json = run(folder.path(), &["check", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let outdated = report["issues"].as_array().unwrap().iter();
    let outdated: Vec<_> = outdated.filter(|it| it["code"] == "segment-outdated").collect();
    assert_eq!(outdated.len(), 1, "{}", json.out);
    let found = (&outdated[0]["severity"], &outdated[0]["line"], &outdated[0]["detail"]);
    assert_eq!(found, (&"note".into(), &8.into(), &"一个版本库。".into()));
}

#[test]
fn unreadable_file_is_reported_and_the_rest_checked() {
    let folder = site();
    let docs = folder.path().join("docs");
    fs::write(docs.join("en/latin.md"), b"# A\n\ncaf\xe9\n").unwrap();
    fs::write(docs.join("en/huge.md"), vec![b'a'; 20 << 20]).unwrap();
    fs::write(docs.join("glossary.csv"), "term\n,x\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", docs.join("en/loop")).unwrap();
    let output = run(folder.path(), &["check", "docs"]);
    assert_eq!(output.code, Some(1), "{output:?}");
    for expected in [
        "docs/en/latin.md:3: error: invalid UTF-8 at byte 8; save the file as UTF-8 (file-not-utf8)",
        "docs/en/huge.md: error: the page is larger than 8 MB; split it (file-too-large)",
        "docs/glossary.csv:2: error: invalid line in the glossary: expected term,translation,forbidden|forbidden",
        "docs/en/a.md:3: error: broken link: no page at `gone.md`",
    ] {
        assert!(output.out.contains(expected), "`{expected}` in {}", output.out);
    }
    #[cfg(unix)]
    assert!(output.out.contains("docs/en/loop: error: "), "{}", output.out);
}

#[test]
fn check_requires_pages_in_at_least_one_language() {
    let folder = TempDir::new().unwrap();
    write(folder.path(), &[("one/a.md", "# A\n\n[b](#b)\n"), ("none/a.txt", "x")]);
    check(
        folder.path(),
        &["one"],
        1,
        &[
            "one/a.md:3: error: `#b`: no heading with the id `b`; fix the link (anchor-missing)",
            "1 page: 1 error, 0 warnings, 0 notes",
        ],
    );
    for path in ["none", "gone"] {
        let output = run(folder.path(), &["check", path]);
        assert_eq!(output.code, Some(1), "{output:?}");
        assert!(output.out.contains(&format!("{path}: error: ")), "{}", output.out);
    }
    assert_eq!(run(folder.path(), &["check", "one", "--format", "xml"]).code, Some(2));
}

#[test]
fn sample_content_has_no_issues() {
    let pages = std::fs::canonicalize("../content/pages").unwrap().display().to_string();
    let folder = TempDir::new().unwrap();
    let output = run(folder.path(), &["check", &pages, "--strict"]);
    assert_eq!(output.code, Some(0), "{}", output.out);
}
