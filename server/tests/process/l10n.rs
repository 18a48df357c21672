//! Tests of `pailou l10n` on Git repositories: states, formats, exit codes, and invalid input.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use super::process::{CommandOutput, finish, pailou, pailou_in, run, write};
use super::repository::Repository;

const EN: &str = "# Cache\n\nThe cache holds pages.\n\n## Size\n\nThe size is 64 MB.\n";
const ZH: &str = "# 缓存\n\n缓存保存页面。\n\n## 大小\n\n大小为 64 MB。\n";

/// A repository with a page whose source was changed after the translation.
fn outdated() -> Repository {
    let repository = Repository::new(&[("docs/en/cache.md", EN)]);
    repository.commit("Bo", "翻译缓存", &[("docs/zh/cache.md", ZH)]);
    repository.commit("Ann", "Raise the size", &[("docs/en/cache.md", &EN.replace("64", "128"))]);
    repository
}

fn short(repository: &Repository) -> String {
    repository.git(&["rev-parse", "HEAD"])[..9].to_owned()
}

#[track_caller]
fn json(folder: &Path, args: &[&str]) -> Value {
    let args = [&["l10n", "check"], args, &["--format", "json"]].concat();
    let output = run(folder, &args);
    serde_json::from_str(&output.out).unwrap_or_else(|_| panic!("{output:?}"))
}

/// Returns the state and the file of each issue in a report.
fn found(report: &Value) -> Vec<(String, String)> {
    let text = |it: &Value, key: &str| it[key].as_str().unwrap().to_owned();
    let findings = report["findings"].as_array().unwrap().iter();
    findings.map(|it| (text(it, "state"), text(it, "file"))).collect()
}

#[track_caller]
fn code(folder: &Path, args: &[&str], code: i32) -> CommandOutput {
    let output = run(folder, &[&["l10n"], args].concat());
    assert_eq!(output.code, Some(code), "{args:?}: {output:?}");
    output
}

fn in_folder() -> TempDir {
    TempDir::new().unwrap()
}

#[test]
fn outdated_segment_is_reported_with_commit_and_change() {
    let repository = outdated();
    let output = code(repository.path(), &["check", "docs"], 1);
    let commit = short(&repository);
    let expected = format!(
        "docs/zh/cache.md:7: outdated: paragraph under “大小”\n  \
         since {commit}, 2026-11-02, Ann: Raise the size\n  \
         en  The size is [-64-]{{+128+}} MB.\n  \
         zh  大小为 64 MB。\n\n\
         docs: 1 page, read as pailou, commit {commit}\n"
    );
    assert!(output.out.starts_with(&expected), "{}", output.out);
    assert!(output.out.lines().all(|line| line.chars().count() <= 80), "{}", output.out);
    let args = ["l10n", "check", "docs"];
    let zh = finish(pailou_in("zh_CN.UTF-8", repository.path(), &args));
    let first =
        format!("docs/zh/cache.md:7：待更新：“大小”下的段落\n  自 {commit} 起，2026-11-02，Ann：");
    assert!(zh.out.starts_with(&first), "{}", zh.out);
    let status = code(repository.path(), &["status", "docs"], 0);
    assert!(status.out.contains("\n       1           0        0  docs/zh/cache.md\n"));
}

#[test]
fn counts_of_folders_add_up_to_the_count_of_the_language() {
    let repository = outdated();
    repository.commit("Ann", "More", &[("docs/en/guide/a.md", "# A\n\nOnly here.\n")]);
    let report = json(repository.path(), &["docs"]);
    for language in report["languages"].as_array().unwrap() {
        let sum = |counts: &Value| {
            let of = |state: &str| counts[state]["segments"].as_u64().unwrap();
            let states = ["up_to_date", "outdated", "not_translated", "not_aligned"];
            assert_eq!(of("total"), states.into_iter().map(of).sum::<u64>(), "{report}");
            of("total")
        };
        let folders = language["folders"].as_array().unwrap();
        let of_folders: u64 = folders.iter().map(|folder| sum(&folder["counts"])).sum();
        assert_eq!(sum(&language["counts"]), of_folders);
    }
    assert_eq!((report["schema"].as_u64(), report["basis"].as_str()), (Some(1), Some("history")));
    let page = &report["findings"][1];
    assert_eq!((page["kind"].as_str(), page["segments"].as_u64()), (Some("page"), Some(2)));
}

#[test]
fn fail_on_option_determines_the_exit_code() {
    let repository = outdated();
    let folder = repository.path();
    for (condition, expected) in [
        ("outdated", 1),
        ("outdated:1", 0),
        ("outdated:20%", 1),
        ("outdated:50%", 0),
        ("not-translated,not-aligned", 0),
        ("any", 1),
        ("never", 0),
        ("sometimes", 2),
    ] {
        code(folder, &["check", "docs", "--fail-on", condition], expected);
        code(folder, &["status", "docs", "--fail-on", condition], expected);
    }
    code(folder, &["check", "docs", "--source", "zh"], 0);
    code(folder, &["check", "docs", "--source", "en"], 1);
    code(folder, &["check", "nowhere"], 2);
    code(folder, &["check"], 2);
}

#[test]
fn since_option_excludes_earlier_issues() {
    let repository = outdated();
    let before = repository.git(&["rev-parse", "HEAD"]);
    let folder = repository.path();
    code(folder, &["check", "docs", "--since", "HEAD~1"], 1);
    code(folder, &["check", "docs", "--since", "2026-11-02"], 1);
    code(folder, &["check", "docs", "--since", "2026-11-03"], 0);
    code(folder, &["check", "docs", "--since", &before], 0);
    code(folder, &["check", "docs", "--since", "no-such-commit"], 2);
    code(folder, &["check", "docs", "--since", "--output=x"], 2);
    write(folder, &[("docs/en/cache.md", &EN.replace("64", "256").replace("holds", "stores"))]);
    let report = json(folder, &["docs", "--since", &before]);
    assert_eq!(report["findings"][0]["since"]["committed"], false, "{report}");
}

#[test]
fn github_annotations_and_markdown_report_are_escaped() {
    let repository = outdated();
    let text = EN.replace("64", "<b>50%</b>\n::error::x @ann");
    repository.commit("Ann", "A <script> %0A", &[("docs/en/cache.md", &text)]);
    let github = code(repository.path(), &["check", "docs", "--format", "github"], 1).out;
    assert!(github.starts_with("::warning file=docs/zh/cache.md,line=7,title=outdated::"));
    assert!(github.lines().all(|line| line.starts_with("::")), "{github}");
    assert!(github.contains("50%25") && !github.contains("\n::error::"), "{github}");
    let comment = code(repository.path(), &["check", "docs", "--format", "markdown"], 1).out;
    assert!(comment.starts_with("<!-- pailou-l10n -->\n### Translation status\n"), "{comment}");
    assert!(!comment.contains("<script>") && !comment.contains("@ann"), "{comment}");
}

#[test]
fn badge_shows_the_share_of_up_to_date_segments() {
    let repository = outdated();
    code(repository.path(), &["status", "docs", "--source", "en", "--badge", "out/zh.svg"], 0);
    let badge = fs::read_to_string(repository.path().join("out/zh.svg")).unwrap();
    assert!(badge.contains("Chinese 75%") && badge.starts_with("<svg "), "{badge}");
    code(repository.path(), &["status", "docs", "--badge", "docs"], 2);
}

#[test]
fn outdated_markers_are_written_once_and_removed_again() {
    let repository = outdated();
    let folder = repository.path();
    let file = folder.join("docs/zh/cache.md");
    for (setting, mark) in [
        ("front-matter:outdated", "---\noutdated: true\n---\n\n"),
        ("front-matter:stale", "---\nstale: true\n---\n\n"),
        ("comment", "<!-- pailou: outdated -->\n\n"),
    ] {
        let settings = format!("[l10n]\nmark = '{setting}'\n");
        write(
            folder,
            &[("pailou.toml", &settings), ("docs/en/cache.md", &EN.replace("64", "128"))],
        );
        for expected in ["marks: 1 set, 0 removed", "marks: 0 set, 0 removed"] {
            let output = code(folder, &["check", "docs", "--write"], 1);
            assert!(output.err.contains(expected), "{setting}: {output:?}");
            assert_eq!(fs::read_to_string(&file).unwrap(), format!("{mark}{ZH}"));
        }
        write(folder, &[("docs/en/cache.md", EN)]);
        let output = code(folder, &["check", "docs", "--write"], 0);
        assert!(output.err.contains("marks: 0 set, 1 removed"), "{setting}: {output:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), ZH);
    }
    write(folder, &[("pailou.toml", "[l10n]\nmark = 'flag'\n")]);
    assert!(code(folder, &["check", "docs"], 2).err.contains("l10n.mark"));
}

#[cfg(unix)]
#[test]
fn outdated_marker_is_not_written_through_a_symlink() {
    let repository = outdated();
    let outside = in_folder();
    let (file, outside_file) =
        (repository.path().join("docs/zh/cache.md"), outside.path().join("a.md"));
    fs::rename(&file, &outside_file).unwrap();
    std::os::unix::fs::symlink(&outside_file, &file).unwrap();
    code(repository.path(), &["status", "docs", "--write"], 0);
    assert_eq!(fs::read_to_string(&outside_file).unwrap(), ZH);
}

#[test]
fn shallow_clone_requires_markers_or_the_since_option() {
    let repository = outdated();
    let clones = in_folder();
    let url = format!("file://{}", repository.path().display());
    repository.git(&[
        "clone",
        "-q",
        "--depth",
        "1",
        &url,
        &format!("{}/a", clones.path().display()),
    ]);
    let output = code(clones.path(), &["check", "a/docs"], 2);
    assert!(output.err.contains("git fetch --unshallow") && output.err.contains("fetch-depth: 0"));
    code(clones.path(), &["check", "a/docs", "--since", "HEAD"], 0);
    code(clones.path(), &["check", "a/docs", "--write", "--since", "HEAD"], 2);
    let marked = format!("---\noutdated: true\n---\n{ZH}");
    write(clones.path(), &[("a/docs/zh/cache.md", &marked)]);
    let report = json(clones.path(), &["a/docs"]);
    assert_eq!(report["basis"], "marks");
    assert_eq!(found(&report), [("outdated".to_owned(), "a/docs/zh/cache.md".to_owned())]);
}

#[test]
fn shallow_clone_without_a_source_commit_is_rejected() {
    let repository = Repository::new(&[("docs/en/cache.md", EN)]);
    let source = repository.git(&["rev-parse", "HEAD"]);
    let translation = |commit: &str| format!("---\nsourceCommit: {commit}\n---\n{ZH}");
    let name = "docs/zh/cache.md";
    repository.commit("Bo", "Translate", &[(name, &translation(source.trim()))]);
    repository.commit("Ann", "Raise the size", &[("docs/en/cache.md", &EN.replace("64", "128"))]);
    let clones = in_folder();
    let url = format!("file://{}", repository.path().display());
    let clone = |depth: &str, name: &str| {
        let dir = clones.path().join(name).display().to_string();
        repository.git(&["clone", "-q", "--depth", depth, &url, &dir]);
    };
    clone("1", "a");
    let output = code(clones.path(), &["check", "a/docs"], 2);
    assert!(output.err.contains("git fetch --unshallow"), "{output:?}");
    assert!(output.err.contains(&format!("lacks commit {}", source.trim())), "{output:?}");
    code(clones.path(), &["check", "a/docs", "--since", "HEAD"], 0);
    // In a clone that contains the source commit, all states can be determined.
    clone("3", "b");
    let report = json(clones.path(), &["b/docs"]);
    assert_eq!(found(&report), [("outdated".to_owned(), format!("b/{name}"))]);
    // A value that is not a commit id causes a warning, because no fetch can provide the commit.
    repository.commit("Bo", "Translate", &[(name, &translation("main-line"))]);
    clone("1", "c");
    let report = json(clones.path(), &["c/docs"]);
    assert_eq!(report["warnings"][0]["code"], "unknown-commit");
}

#[test]
fn issue_of_deleted_translation_contains_the_deletion_commit() {
    for generator in ["auto", "docusaurus"] {
        let (en, zh) = match generator {
            "auto" => ("docs/en/a/cache.md", "docs/zh/a/cache.md"),
            _ => (
                "docs/a/01-cache.md",
                "i18n/zh-CN/docusaurus-plugin-content-docs/current/a/02-cache.md",
            ),
        };
        let repository = Repository::new(&[(en, EN), (&en.replace("cache", "other"), EN)]);
        repository.commit("Bo", "Translate", &[(zh, ZH), (&zh.replace("cache", "other"), ZH)]);
        let start = repository.git(&["rev-parse", "HEAD"]);
        fs::remove_file(repository.path().join(zh)).unwrap();
        let check = ["--from", generator, "--since", start.trim(), "--source", "en", "."];
        let report = json(repository.path(), &check);
        assert_eq!(report["findings"][0]["since"]["committed"], false, "{report}");
        repository.commit("Bo", "Remove the translation", &[]);
        let report = json(repository.path(), &check);
        let finding = &report["findings"][0];
        let since = &finding["since"]["commit"]["subject"];
        assert_eq!((found(&report).len(), since.as_str()), (1, Some("Remove the translation")));
        assert_eq!((finding["kind"].as_str(), finding["file"].as_str()), (Some("page"), Some(en)));
    }
}

#[test]
fn issue_of_a_moved_translation_contains_the_move_commit() {
    let repository = outdated();
    let start = repository.git(&["rev-parse", "HEAD"]);
    fs::create_dir_all(repository.path().join("docs/zh/old")).unwrap();
    repository.git(&["mv", "docs/zh/cache.md", "docs/zh/old/cache.md"]);
    repository.commit("Bo", "Move the translation", &[]);
    let report = json(repository.path(), &["--since", start.trim(), "--source", "en", "docs"]);
    let since = &report["findings"][0]["since"]["commit"]["subject"];
    assert_eq!(since.as_str(), Some("Move the translation"), "{report}");
}

#[test]
fn folder_without_history_is_compared_by_structure() {
    let folder = in_folder();
    let files = [("docs/en/a.md", "# A\n\nText.\n"), ("docs/en/b.md", EN), ("docs/zh/b.md", ZH)];
    write(folder.path(), &files);
    let report = json(folder.path(), &["docs"]);
    assert_eq!((report["basis"].as_str(), report["commit"].is_null()), (Some("structure"), true));
    assert_eq!(found(&report), [("not-translated".to_owned(), "docs/en/a.md".to_owned())]);
    assert!(report["notes"][0].as_str().unwrap().contains("no Git history"));
    code(folder.path(), &["check", "docs", "--since", "2026-11-02"], 2);
    code(folder.path(), &["check", "docs", "--write"], 2);
    fs::create_dir(folder.path().join("none")).unwrap();
    code(folder.path(), &["check", "none"], 2);
    // A repository without commits is compared by structure, too.
    let git = Command::new("git").args(["init", "-q"]).current_dir(folder.path()).status();
    assert!(git.unwrap().success());
    assert_eq!(json(folder.path(), &["docs"])["basis"], "structure");
}

#[test]
fn bare_repository_is_rejected() {
    let repository = outdated();
    let clones = in_folder();
    let bare = clones.path().join("bare");
    repository.git(&["clone", "-q", "--bare", ".", bare.to_str().unwrap()]);
    let output = code(clones.path(), &["check", "bare"], 2);
    assert!(output.err.contains("bare repository"), "{output:?}");
    assert!(!bare.join("pailou").exists());
}

#[test]
fn repository_with_detached_head_and_submodule_is_checked() {
    let repository = outdated();
    repository.git(&["checkout", "-q", "--detach"]);
    let inner = Repository::new(&[("a.md", "# A\n")]);
    let url = inner.path().to_str().unwrap();
    let submodule =
        ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "docs/en/inner"];
    repository.git(&submodule);
    repository.commit("Ann", "Submodule", &[("docs/en/a b\tc.md", "# Odd\n\nName.\n")]);
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let odd = Path::new(std::ffi::OsStr::from_bytes(b"docs/en/\xff.md"));
        // Not every file system supports this name.
        drop(fs::write(repository.path().join(odd), "# Odd\n"));
        std::os::unix::fs::symlink("/", repository.path().join("docs/en/root")).unwrap();
    }
    repository.commit("Ann", "Odd names", &[]);
    let report = json(repository.path(), &["docs"]);
    let states = found(&report);
    assert!(states.contains(&("outdated".to_owned(), "docs/zh/cache.md".to_owned())), "{report}");
    assert!(report["notes"].to_string().contains("in no commit"), "{report}");
}

#[test]
fn unknown_commit_in_a_trailer_is_reported() {
    let repository = Repository::new(&[("docs/en/cache.md", EN)]);
    let message = "翻译缓存\n\nSource-Commit: abcdef1234567";
    repository.commit("Bo", message, &[("docs/zh/cache.md", ZH)]);
    let report = json(repository.path(), &["docs"]);
    assert_eq!(report["warnings"][0]["code"], "unknown-commit", "{report}");
    code(repository.path(), &["check", "docs"], 0);
    let output = code(repository.path(), &["check", "docs", "--fail-on", "any"], 1);
    assert!(output.out.starts_with("docs/zh/cache.md: warning: commit "), "{}", output.out);
}

#[test]
fn trailers_without_effect_are_reported() {
    let repository = outdated();
    let reported = || {
        let report = json(repository.path(), &["docs"]);
        let warnings = report["warnings"].as_array().unwrap().iter();
        let warning = |it: &Value| format!("{} {}", it["code"].as_str().unwrap(), it["detail"]);
        warnings.map(warning).collect::<Vec<_>>()
    };
    let undo = || drop(repository.git(&["reset", "-q", "--hard", "HEAD~1"]));
    // A trailer with the path of a folder causes a warning.
    repository.commit("Bo", "Checked\n\nTranslation-Still-Correct: docs/zh", &[]);
    assert_eq!(reported(), [r#"unknown-file "docs/zh""#]);
    undo();
    // Neither a Git revision name such as `HEAD~1` nor an unknown word is a commit id.
    let newer = ZH.replace("64", "128");
    for value in ["HEAD~1", "latest"] {
        let message = format!("翻译\n\nSource-Commit: {value}");
        repository.commit("Bo", &message, &[("docs/zh/cache.md", &newer)]);
        assert_eq!(reported(), [format!("unknown-commit {value:?}")]);
        undo();
    }
    let marked = format!("---\nl10n:\n  sourceCommit: latest\n---\n{newer}");
    repository.commit("Bo", "翻译", &[("docs/zh/cache.md", &marked)]);
    assert_eq!(reported(), [r#"unknown-commit "latest""#]);
    undo();
    // A `Source-Commit` trailer has no effect in a commit without changes, or in one that also changes the source text.
    let id = repository.git(&["rev-parse", "HEAD"]);
    let message = format!("翻译\n\nSource-Commit: {id}");
    repository.commit("Bo", &message, &[]);
    assert_eq!(reported(), [format!("unused-source-commit {id:?}")]);
    undo();
    let both = [("docs/zh/cache.md", newer.as_str()), ("docs/en/cache.md", EN)];
    repository.commit("Bo", &message, &both);
    assert_eq!(reported(), [format!("unused-source-commit {id:?}")]);
    undo();
    // Trailers have no effect on the source text.
    repository.commit("Bo", &message, &[("docs/en/cache.md", EN)]);
    assert_eq!(reported(), [format!("unused-source-commit {id:?}")]);
    undo();
    repository.commit("Bo", "Checked\n\nTranslation-Still-Correct: docs/en/cache.md#size", &[]);
    assert_eq!(reported(), [r#"acknowledged-source "docs/en/cache.md#size""#]);
    undo();
    // The trailer causes no warning in a commit that changes only the folder of another language.
    repository.commit("Bo", &message, &[("docs/ja/cache.md", "# キャッシュ\n")]);
    assert_eq!(reported(), Vec::<String>::new());
}

#[test]
fn since_option_excludes_warnings_about_earlier_commits() {
    let repository = outdated();
    let message = "Checked\n\nTranslation-Still-Correct: docs/zh/cahce.md";
    repository.commit("Bo", message, &[]);
    repository.commit("Bo", "Translate", &[("docs/zh/cache.md", &ZH.replace("64", "128"))]);
    code(repository.path(), &["check", "docs", "--fail-on", "any", "--since", "HEAD~2"], 1);
    code(repository.path(), &["check", "docs", "--fail-on", "any", "--since", "HEAD~1"], 0);
    let output = code(repository.path(), &["check", "docs", "--since", "2026-02-30"], 2);
    assert!(output.err.contains("2026-02-30"), "{output:?}");
}

#[test]
fn change_older_than_a_shallow_clone_has_no_since_commit() {
    let repository = outdated();
    repository.commit("Ann", "Old", &[("docs/en/old.md", "# Old\n")]);
    let clones = in_folder();
    let url = format!("file://{}", repository.path().display());
    let to = clones.path().join("a");
    repository.git(&["clone", "-q", "--depth", "1", &url, to.to_str().unwrap()]);
    let marked = format!("---\noutdated: true\n---\n{ZH}");
    write(clones.path(), &[("a/docs/zh/cache.md", &marked), ("a/docs/en/new.md", "# New\n")]);
    let git = |args: &[&str]| {
        let git = Command::new("git").args(args).current_dir(&to).status();
        assert!(git.unwrap().success());
    };
    git(&["add", "docs/en/new.md"]);
    git(&["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-qm", "New"]);
    let report = json(clones.path(), &["a/docs"]);
    let findings = report["findings"].as_array().unwrap().iter();
    let since: Vec<_> = findings
        .map(|it| {
            (it["source"]["file"].as_str().unwrap(), it["since"]["commit"]["subject"].as_str())
        })
        .collect();
    let expected = [
        ("a/docs/en/cache.md", None),
        ("a/docs/en/new.md", Some("New")),
        ("a/docs/en/old.md", None),
    ];
    assert_eq!(since, expected, "{report}");
}

#[test]
fn merged_change_is_attributed_to_the_commit_on_its_branch() {
    let repository = outdated();
    let source = EN.replace("64", "128");
    repository.git(&["checkout", "-q", "-b", "topic"]);
    repository.commit(
        "Cy",
        "Hold more",
        &[("docs/en/cache.md", &source.replace("pages", "files"))],
    );
    repository.commit("Cy", "Unrelated", &[("README.md", "# Cache\n")]);
    repository.git(&["checkout", "-q", "main"]);
    repository.commit("Ann", "Base", &[("base.txt", "base")]);
    repository.git(&["checkout", "-q", "--detach"]);
    let message = "Merge 1111111111111111111111111111111111111111 into 2222222222222222222222222222222222222222";
    let user = ["-c", "user.name=ci", "-c", "user.email=ci@example.org"];
    repository.git(&[&user[..], &["merge", "-q", "--no-ff", "-m", message, "topic"]].concat());
    let report = json(repository.path(), &["docs", "--since", "main"]);
    assert_eq!(report["findings"].as_array().unwrap().len(), 1, "{report}");
    let since = &report["findings"][0]["since"]["commit"];
    assert_eq!((&since["subject"], &since["author"]), (&"Hold more".into(), &"Cy".into()));
}

#[test]
fn partial_clone_without_old_file_versions_is_rejected() {
    let repository = outdated();
    repository.git(&["config", "uploadpack.allowFilter", "true"]);
    let clones = in_folder();
    let url = format!("file://{}", repository.path().display());
    for filter in ["blob:none", "tree:0"] {
        let to = clones.path().join(filter.replace(':', "-"));
        let filter = format!("--filter={filter}");
        repository.git(&["clone", "-q", &filter, &url, to.to_str().unwrap()]);
        let output = code(&to, &["check", "docs"], 2);
        assert!(output.err.contains("git fetch --refetch --no-filter"), "{output:?}");
        let fetch = Command::new("git")
            .args(["fetch", "-q", "--refetch", "--no-filter"])
            .current_dir(&to)
            .status();
        assert!(fetch.unwrap().success());
        code(&to, &["check", "docs"], 1);
    }
}

#[test]
fn unreadable_file_version_is_not_cached() {
    let repository = outdated();
    let blob = repository.git(&["rev-parse", "HEAD~2:docs/en/cache.md"]);
    let object = repository.path().join(".git/objects").join(&blob[..2]).join(&blob[2..]);
    let bytes = fs::read(&object).unwrap();
    fs::remove_file(&object).unwrap();
    let report = json(repository.path(), &["docs"]);
    assert_eq!(report["warnings"][0]["code"], "unreadable-version", "{report}");
    fs::write(&object, bytes).unwrap();
    let report = json(repository.path(), &["docs"]);
    assert_eq!(found(&report), [("outdated".to_owned(), "docs/zh/cache.md".to_owned())]);
}

#[test]
fn report_of_a_sparse_checkout_contains_a_note() {
    let repository = outdated();
    repository.git(&["sparse-checkout", "set", "docs/zh"]);
    let report = json(repository.path(), &["."]);
    let notes = report["notes"].to_string();
    assert!(notes.contains("sparse checkout") && !notes.contains("--from"), "{notes}");
}

#[cfg(unix)]
#[test]
fn repository_in_a_folder_with_an_unusual_name_is_checked() {
    use std::os::unix::ffi::OsStrExt;
    let repository = outdated();
    let folders = in_folder();
    for name in [&b"line\nfeed"[..], b"bad\xff", "文 档".as_bytes()] {
        let to = folders.path().join(std::ffi::OsStr::from_bytes(name));
        let copied = Command::new("cp").arg("-r").arg(repository.path()).arg(&to).status().unwrap();
        assert!(copied.success());
        let report = json(&to, &["docs"]);
        assert_eq!(report["basis"], "history", "{name:?}");
        assert_eq!(report["findings"].as_array().unwrap().len(), 1, "{report}");
    }
    let inner = repository.path().join("docs/line\nfeed");
    fs::create_dir(&inner).unwrap();
    for (language, text) in [("en", EN), ("zh", ZH)] {
        fs::create_dir(inner.join(language)).unwrap();
        fs::write(inner.join(language).join("a.md"), text).unwrap();
    }
    repository.commit("Ann", "Inner", &[]);
    let report = json(&inner, &["."]);
    assert_eq!(
        (&report["basis"], report["pages"].as_array().unwrap().len()),
        (&"history".into(), 1)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn write_error_on_a_full_device_is_reported() {
    let repository = outdated();
    for format in ["text", "json", "github", "markdown"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = pailou(repository.path(), &["l10n", "status", "docs", "--format", format])
            .stdout(full)
            .output()
            .unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{format}: {err}");
        assert!(err.contains("cannot write the output"), "{err}");
    }
}

#[test]
fn annotation_paths_are_relative_to_the_repository() {
    let repository = outdated();
    let output =
        code(&repository.path().join("docs/zh"), &["check", "..", "--format", "github"], 1);
    assert!(output.out.contains("::warning file=docs/zh/cache.md,line=7"), "{}", output.out);
}

#[test]
fn issue_contains_the_heading_text_without_its_id() {
    let repository = Repository::new(&[("docs/en/a.md", EN)]);
    let zh = ZH.replace("## 大小", "## Pailou 的大小 {#size}");
    repository.commit("Bo", "翻译", &[("docs/zh/a.md", &zh)]);
    repository.commit("Ann", "Raise", &[("docs/en/a.md", &EN.replace("64", "128"))]);
    let report = json(repository.path(), &["docs"]);
    assert_eq!(report["findings"][0]["heading"], "Pailou 的大小", "{report}");
}

#[test]
fn unresolved_merge_conflict_is_reported() {
    let repository = outdated();
    repository.git(&["checkout", "-q", "-b", "topic"]);
    repository.commit("Cy", "Raise", &[("docs/en/cache.md", &EN.replace("64", "256"))]);
    repository.git(&["checkout", "-q", "main"]);
    repository.commit("Ann", "Raise", &[("docs/en/cache.md", &EN.replace("64", "512"))]);
    let merge = Command::new("git")
        .args(["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "merge", "-q", "topic"])
        .current_dir(repository.path())
        .output();
    assert!(!merge.unwrap().status.success());
    let report = json(repository.path(), &["docs"]);
    assert_eq!(report["warnings"][0]["code"], "unmerged", "{report}");
    assert_eq!(report["warnings"][0]["file"], "docs/en/cache.md", "{report}");
}

#[test]
fn unknown_file_in_a_trailer_is_reported() {
    let repository = outdated();
    let message = "Checked\n\nTranslation-Still-Correct: docs/zh/cahce.md";
    repository.commit("Bo", message, &[("docs/en/new.md", "# New\n")]);
    let report = json(repository.path(), &["docs"]);
    assert_eq!(report["warnings"][0]["code"], "unknown-file", "{report}");
    assert_eq!(report["warnings"][0]["detail"], "docs/zh/cahce.md", "{report}");
    let output = code(repository.path(), &["check", "docs", "--fail-on", "any"], 1);
    assert!(output.out.contains("docs: warning: commit "), "{}", output.out);
}

#[test]
fn change_after_languages_were_added_together_is_reported() {
    let page = |text: &str, at: usize| text.replace("64", &format!("6{at}"));
    let repository = Repository::new(&[("README.md", "# Cache\n")]);
    let all = |names: &[(String, String)]| {
        let files: Vec<_> =
            names.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        repository.commit("Ann", "Pages", &files);
    };
    let name = |locale: &str, at: usize| format!("docs/{locale}/p{at}.md");
    let both =
        (0..3).flat_map(|at| [(name("en", at), page(EN, at)), (name("zh", at), page(ZH, at))]);
    all(&both.collect::<Vec<_>>());
    all(&(0..3).map(|at| (name("en", at), page(EN, at + 3))).collect::<Vec<_>>());
    // One page was added in Chinese first. This does not affect the source language of the other pages.
    all(&[("docs/zh/new.md".to_owned(), ZH.to_owned())]);
    all(&[("docs/en/new.md".to_owned(), EN.to_owned())]);
    let report = json(repository.path(), &["docs"]);
    let files = |report: &Value| -> Vec<String> {
        found(report)
            .into_iter()
            .filter(|(state, _)| state == "outdated")
            .map(|(_, it)| it)
            .collect()
    };
    let expected = ["docs/zh/p0.md", "docs/zh/p1.md", "docs/zh/p2.md"];
    assert_eq!(files(&report), expected, "{report}");
    assert!(report["notes"].to_string().contains("3 pages got both languages"), "{report}");
    let report = json(repository.path(), &["docs", "--source", "zh"]);
    assert_eq!(files(&report), Vec::<String>::new(), "{report}");
    assert!(!report["notes"].to_string().contains("got both languages"), "{report}");
}

#[test]
fn report_of_a_folder_in_one_language_contains_a_note() {
    let repository = outdated();
    let output = code(repository.path(), &["status", "docs/en"], 0);
    assert!(output.out.contains("docs/en has pages in English only."), "{}", output.out);
    let output = code(repository.path(), &["status", "docs"], 0);
    assert!(!output.out.contains("only."), "{}", output.out);
}

#[test]
fn unreadable_file_is_reported() {
    let repository = outdated();
    write(repository.path(), &[("docs/zh/b.md", "---\ntitle: [\n---\n# 乙\n")]);
    let output = code(repository.path(), &["check", "docs", "--fail-on", "any"], 1);
    assert!(output.out.contains("\ndocs/zh/b.md:"), "{}", output.out);
    let report = json(repository.path(), &["docs"]);
    assert_eq!(report["issues"][0]["code"], "front-matter-invalid", "{report}");
    let github = code(repository.path(), &["status", "docs", "--format", "github"], 0).out;
    assert!(github.contains("::error file=docs/zh/b.md,line="), "{github}");
}

#[test]
fn acknowledgement_in_an_empty_commit_applies() {
    let repository = outdated();
    let message = "Checked\n\nTranslation-Still-Correct: docs/zh/cache.md#size";
    repository.commit("Bo", message, &[]);
    code(repository.path(), &["check", "docs"], 0);
}

#[test]
fn deleted_and_renamed_files_keep_their_history() {
    let repository = outdated();
    repository.commit("Ann", "Delete", &[("docs/zh/cache.md", "")]);
    repository.commit("Ann", "Restore", &[("docs/zh/cache.md", ZH)]);
    assert_eq!(found(&json(repository.path(), &["docs"])).len(), 1);
    let zh = format!("---\nkey: cache\n---\n{ZH}");
    let renamed = [("docs/zh/cache.md", ""), ("docs/zh/缓存.md", zh.as_str())];
    repository.commit("Ann", "Rename", &renamed);
    let states = found(&json(repository.path(), &["docs"]));
    assert_eq!(states, [("outdated".to_owned(), "docs/zh/缓存.md".to_owned())]);
}

#[test]
fn damaged_or_unwritable_cache_does_not_change_the_output() {
    let repository = outdated();
    let cache = in_folder();
    let dir = cache.path().to_str().unwrap();
    let first = code(repository.path(), &["check", "docs", "--cache", dir], 1).out;
    let file = fs::read_dir(dir).unwrap().next().unwrap().unwrap().path();
    let stored = fs::read(&file).unwrap();
    for damaged in ["", "{", "{\"engine\":\"0\",\"pages\":{}}", "\0\0"] {
        fs::write(&file, damaged).unwrap();
        assert_eq!(code(repository.path(), &["check", "docs", "--cache", dir], 1).out, first);
        assert_eq!(fs::read(&file).unwrap(), stored);
    }
    assert!(!repository.path().join(".git/pailou").exists());
    // A cache folder that cannot be created causes a warning.
    let output = code(repository.path(), &["check", "docs", "--cache", "docs/en/cache.md"], 1);
    assert!(output.err.contains("the cache was not written"), "{output:?}");
    assert_eq!(output.out, first);
}

/// Creates a linear history of `commits` commits. The first commit adds both pages, and every ten thousandth commit
/// changes the English page.
fn long_history(folder: &Path, commits: usize) {
    let git = |args: &[&str], input: &[u8]| {
        let mut git = Command::new("git")
            .args(args)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        git.stdin.take().unwrap().write_all(input).unwrap();
        assert!(git.wait().unwrap().success());
    };
    let mut stream = Vec::new();
    let file =
        |name: &str, text: &str| format!("M 644 inline {name}\ndata {}\n{text}\n", text.len());
    for at in 0..commits {
        let head = format!(
            "commit refs/heads/main\ncommitter Ann <a@example.org> {} +0000\ndata 1\nx\n",
            1_700_000_000 + at
        );
        stream.extend(head.bytes());
        match at {
            0 => stream.extend((file("en/a.md", EN) + &file("zh/a.md", ZH)).bytes()),
            _ if at % 10_000 == 0 => {
                stream.extend(file("en/a.md", &EN.replace("64", &at.to_string())).bytes());
            }
            _ => stream.extend(file("other.txt", &at.to_string()).bytes()),
        }
    }
    git(&["init", "-q", "-b", "main"], b"");
    git(&["fast-import", "--quiet"], &stream);
    git(&["reset", "-q", "--hard"], b"");
}

#[test]
fn history_of_100_000_commits_is_checked() {
    let folder = in_folder();
    long_history(folder.path(), 100_000);
    let report = json(folder.path(), &["."]);
    let since = &report["findings"][0]["since"]["commit"]["date"];
    assert_eq!(since.as_str(), Some("2023-11-15T01:00:00Z"), "{report}");
}

#[test]
fn page_with_10_000_paragraphs_is_checked() {
    let body = |text: &str| {
        let paragraph = |at: usize| format!("{text} {at} {}\n\n", text.repeat(45));
        (0..10_000).map(paragraph).collect::<String>()
    };
    let repository = Repository::new(&[("en/a.md", &body("A paragraph"))]);
    repository.commit("Bo", "翻译", &[("zh/a.md", &body("一个段落"))]);
    let changed = body("A paragraph").replacen("A paragraph 7 ", "One paragraph 7 ", 1);
    repository.commit("Ann", "Change", &[("en/a.md", &changed)]);
    let report = json(repository.path(), &["."]);
    assert_eq!(found(&report).len(), 1, "{}", report["languages"]);
}

#[test]
fn author_name_comes_from_mailmap_without_email_address() {
    let repository = outdated();
    let text = EN.replace("64", "256");
    repository.commit("ann@home.example", "Raise it more", &[("docs/en/cache.md", &text)]);
    let name = |report: &Value| report["findings"][0]["since"]["commit"]["author"].clone();
    let cache = in_folder();
    let args = ["docs", "--cache", cache.path().to_str().unwrap()];
    assert_eq!(name(&json(repository.path(), &args)), "Ann");
    repository.commit("Bo", "Names", &[(".mailmap", "Ann Example <Ann@example.org>\n")]);
    // The names in `.mailmap` also apply to states from the cache. A `.mailmap` in the current directory has no effect
    // if the directory is outside the repository.
    assert_eq!(name(&json(repository.path(), &args)), "Ann Example");
    let elsewhere = in_folder();
    write(elsewhere.path(), &[(".mailmap", "Other <Ann@example.org>\n")]);
    let docs = repository.path().join("docs");
    let report = json(elsewhere.path(), &[docs.to_str().unwrap()]);
    assert_eq!(name(&report), "Ann Example");
    for format in ["text", "json", "github", "markdown"] {
        let out = run(repository.path(), &["l10n", "check", "docs", "--format", format]).out;
        assert!(!out.contains("@example.org") && !out.contains("home.example"), "{out}");
    }
}

#[test]
fn source_option_determines_the_outdated_language() {
    let repository = Repository::new(&[("docs/en/cache.md", EN)]);
    repository.commit("Bo", "翻译", &[("docs/zh/cache.md", ZH)]);
    // The Chinese text is changed first, and the English text afterwards.
    let (zh, en) = (ZH.replace("64", "128"), EN.replace("64", "128"));
    repository.commit("Bo", "更大", &[("docs/zh/cache.md", &zh)]);
    repository.commit("Ann", "Follow", &[("docs/en/cache.md", &en)]);
    code(repository.path(), &["check", "docs", "--source", "zh"], 0);
    let zh = zh.replace("保存", "存放");
    repository.commit("Bo", "措辞", &[("docs/zh/cache.md", &zh)]);
    let report = json(repository.path(), &["docs", "--source", "zh"]);
    assert_eq!(found(&report), [("outdated".to_owned(), "docs/en/cache.md".to_owned())]);
    // The trailer acknowledges the English file, which is the translation here.
    let message = "Checked\n\nTranslation-Still-Correct: docs/en/cache.md";
    repository.commit("Ann", message, &[]);
    code(repository.path(), &["check", "docs", "--source", "zh"], 0);
}

#[test]
fn missing_git_program_is_reported() {
    let repository = outdated();
    let mut without = pailou(repository.path(), &["l10n", "check", "docs"]);
    without.env("PATH", repository.path());
    let output = finish(without);
    assert_eq!(output.code, Some(2), "{output:?}");
    assert!(output.err.contains("git"), "{output:?}");
    assert!(!output.err.contains("panicked"), "{output:?}");
}

#[test]
fn invalid_front_matter_in_old_commits_changes_no_state() {
    let repository = outdated();
    let broken = format!("---\ntitle: [\n---\n{EN}");
    repository.commit("Ann", "Broken", &[("docs/en/cache.md", &broken)]);
    let last = EN.replace("64", "128");
    repository.commit("Ann", "Repaired", &[("docs/en/cache.md", &last)]);
    let report = json(repository.path(), &["docs"]);
    assert_eq!(found(&report), [("outdated".to_owned(), "docs/zh/cache.md".to_owned())]);
    assert_eq!(report["findings"][0]["source"]["old"], "The size is 64 MB.", "{report}");
}

#[test]
fn repository_with_lock_and_incomplete_files_is_checked() {
    let repository = outdated();
    // Locks of another process, an incomplete index, and an incomplete pack file.
    for name in ["index.lock", "HEAD.lock", "refs/heads/main.lock", "packed-refs.lock"] {
        write(repository.path(), &[(&format!(".git/{name}"), "unfinished")]);
    }
    write(repository.path(), &[(".git/objects/pack/tmp_pack_x", "unfinished")]);
    fs::write(repository.path().join(".git/index"), "unfinished").unwrap();
    let report = json(repository.path(), &["docs"]);
    assert_eq!(found(&report), [("outdated".to_owned(), "docs/zh/cache.md".to_owned())]);
    assert_eq!(report["basis"], "history");
}

#[test]
fn check_succeeds_while_commits_are_created() {
    let repository = outdated();
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for at in 0..20 {
                if stop.load(std::sync::atomic::Ordering::Acquire) {
                    break;
                }
                let text = EN.replace("64", &format!("{at}"));
                repository.commit("Ann", "Change", &[("docs/en/cache.md", &text)]);
            }
        });
        for _ in 0..3 {
            let report = json(repository.path(), &["docs"]);
            let state = ("outdated".to_owned(), "docs/zh/cache.md".to_owned());
            assert!(found(&report).contains(&state), "{report}");
        }
        stop.store(true, std::sync::atomic::Ordering::Release);
    });
}

#[test]
fn progress_is_printed_with_the_progress_option() {
    let repository = outdated();
    let output = code(repository.path(), &["check", "docs", "--progress"], 1);
    assert_eq!(output.err, "pailou: 1/1 pages\n");
    assert_eq!(code(repository.path(), &["check", "docs"], 1).err, "");
    let site = in_folder();
    let docs = repository.path().join("docs");
    let output = run(site.path(), &["import", docs.to_str().unwrap(), "--progress"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    let replayed = "pailou: 1/1 pages with translation states from history\n";
    assert!(
        output.err.contains(replayed) && output.err.contains("pailou: 2/2 files\n"),
        "{output:?}"
    );
    let zh = finish(pailou_in(
        "zh_CN.UTF-8",
        repository.path(),
        &["l10n", "check", "docs", "--progress"],
    ));
    assert_eq!(zh.err, "pailou: 1/1 个页面\n");
}

#[test]
fn sites_of_all_generators_are_checked() {
    for (name, files, zh, en) in [
        (
            "vitepress",
            &[(
                "docs/.vitepress/config.ts",
                "export default { locales: { root: { lang: 'en' }, zh: { lang: 'zh-CN' } } }\n",
            )][..],
            "docs/zh/a.md",
            "docs/a.md",
        ),
        (
            "docusaurus",
            &[(
                "docusaurus.config.js",
                "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'zh-CN'] } };\n",
            )],
            "i18n/zh-CN/docusaurus-plugin-content-docs/current/a.md",
            "docs/a.md",
        ),
        (
            "hugo",
            &[(
                "hugo.toml",
                "defaultContentLanguage = 'en'\n[languages.en]\nweight = 1\n[languages.zh]\nweight = 2\n",
            )],
            "content/a.zh.md",
            "content/a.md",
        ),
        (
            "mdbook",
            &[
                ("en/book.toml", "[book]\nlanguage = 'en'\n"),
                ("en/src/SUMMARY.md", "- [A](a.md)\n"),
                ("zh/book.toml", "[book]\nlanguage = 'zh'\n"),
                ("zh/src/SUMMARY.md", "- [A](a.md)\n"),
            ],
            "zh/src/a.md",
            "en/src/a.md",
        ),
    ] {
        let repository = Repository::new(files);
        repository.commit("Ann", "English", &[(en, EN)]);
        repository.commit("Bo", "中文", &[(zh, ZH)]);
        repository.commit("Ann", "Change", &[(en, &EN.replace("64", "128"))]);
        let report = json(repository.path(), &["."]);
        assert_eq!(found(&report), [("outdated".to_owned(), zh.to_owned())], "{name}: {report}");
        assert_eq!(report["pages"][0]["source"], "en", "{name}");
    }
}
