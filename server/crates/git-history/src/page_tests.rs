//! Tests of replaying a page from its history.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::*;
use crate::repository::Repository;
use crate::testing::TestRepository;

const EN: &str = "# Cache\n\nThe cache holds pages.\n\n## Size\n\nThe size is 64 MB.\n";
const ZH: &str = "# 缓存\n\n缓存保存页面。\n\n## 大小\n\n大小为 64 MB。\n";
const OUTDATED: &str = "大小为64 MB。";

struct Tried {
    replayed: Replayed,
    log: Log,
    /// Text of the outdated Chinese segments.
    outdated: Vec<String>,
    old_source: Option<String>,
    since: Option<String>,
}

fn tried(git: &TestRepository) -> Tried {
    tried_in(&git.open(), git, "zh/a.md", "en/a.md")
}

fn tried_in(repository: &Repository, git: &TestRepository, zh: &str, en: &str) -> Tried {
    let text = |file: &str| std::fs::read_to_string(git.dir().join(file)).ok();
    let (zh_text, en_text) = (text(zh), text(en));
    fn file<'a>(path: &'a str, text: Option<&'a String>) -> Option<File<'a>> {
        Some(File { path, flavor: Flavor::Markdown, text: text? })
    }
    let page = Page { zh: file(zh, zh_text.as_ref()), en: file(en, en_text.as_ref()) };
    let head = repository.head.clone().expect("a commit");
    let files = HashSet::from([zh, en]);
    let deadline = Instant::now() + Duration::from_hours(1);
    let log = Log::read(repository, &head, "", &files, deadline).expect("a log");
    let mut blobs = Blobs::open(repository).expect("git");
    let replayed = replay(&log, &mut blobs, &page, Some(Locale::En)).expect("a replay");
    let found = replayed.replay.freshness().zh.outdated_segments;
    let ids: Vec<&str> = found.iter().map(|it| it.id.as_str()).collect();
    let segments = replayed.replay.segments(Locale::Zh).iter();
    let texts = segments.filter(|it| ids.contains(&it.id.as_str())).map(|it| it.words.clone());
    let outdated = texts.collect();
    let link = replayed.replay.links().iter().find(|link| ids.contains(&link.zh.as_str()));
    let location = link.and_then(|link| replayed.replay.rests_on(link, Locale::En));
    let old_source = location.and_then(|location| {
        replayed.markdown(&mut blobs, &page, Locale::En, location).expect("a blob")
    });
    let since = link.and_then(|link| replayed.outdated_since(link, Locale::En)).flatten();
    let since = since.map(|commit| log.commits[commit].subject.clone());
    Tried { outdated, old_source, since, replayed, log }
}

fn translated() -> TestRepository {
    let git = TestRepository::new();
    git.write("en/a.md", EN).commit("english");
    git.write("zh/a.md", ZH).commit("chinese");
    git
}

#[test]
fn outdated_segment_has_commit_and_earlier_source_text() {
    let git = translated();
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.write("en/a.md", &EN.replace("64", "256")).commit("larger still");
    let tried = tried(&git);
    assert_eq!(tried.outdated, [OUTDATED]);
    assert_eq!(tried.since.as_deref(), Some("larger"));
    assert_eq!(tried.old_source.as_deref(), Some("The size is 64 MB."));
    assert!(tried.replayed.issues.is_empty());
}

#[test]
fn uncommitted_change_is_the_last_step_of_the_replay() {
    let git = translated();
    git.write("en/a.md", &EN.replace("64", "128"));
    let tried = tried(&git);
    assert_eq!(tried.outdated, [OUTDATED]);
    assert_eq!(tried.since, None);
    assert_eq!(tried.replayed.versions.last().map(|version| version.commit), Some(None));
}

#[test]
fn translation_is_compared_with_its_source_commit() {
    for (field, message) in [
        ("---\nl10n:\n  sourceCommit: COMMIT\n---\n\n", "chinese"),
        ("---\nsourceCommit: COMMIT\n---\n\n", "chinese"),
        ("", "chinese\n\nSource-Commit: COMMIT"),
        ("", "docs: sync with upstream COMMIT"),
    ] {
        let git = TestRepository::new();
        let commit = git.write("en/a.md", EN).commit("english");
        git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
        let (field, message) =
            (field.replace("COMMIT", &commit), message.replace("COMMIT", &commit));
        git.write("zh/a.md", &format!("{field}{ZH}")).commit(&message);
        let tried = tried(&git);
        assert_eq!(tried.outdated, [OUTDATED], "{field}{message}");
        assert_eq!(tried.since.as_deref(), Some("larger"), "{field}{message}");
    }
}

#[test]
fn file_with_the_only_source_commit_is_the_translation() {
    let named = |text: &str| format!("---\nsourceCommit: abcdef1\n---\n\n{text}");
    assert_eq!(source_by_fields(&named(ZH), EN), Some(Locale::En));
    assert_eq!(source_by_fields(ZH, &named(EN)), Some(Locale::Zh));
    assert_eq!(source_by_fields(ZH, EN), None);
    assert_eq!(source_by_fields(&named(ZH), &named(EN)), None);
}

#[test]
fn unknown_source_commit_is_reported() {
    let git = TestRepository::new();
    git.write("en/a.md", EN).commit("english");
    git.write("zh/a.md", ZH).commit("chinese\n\nSource-Commit: abcdef1234567");
    let tried = tried(&git);
    let named = "abcdef1234567".to_owned();
    let issue = HistoryIssue::UnknownSourceCommit { commit: 1, named, locale: Locale::Zh };
    assert_eq!((tried.outdated.len(), tried.replayed.issues), (0, vec![issue]));
}

#[test]
fn trailer_acknowledges_a_section() {
    let git = translated();
    git.write("en/a.md", &EN.replace("64", "128").replace("holds", "stores")).commit("two changes");
    git.commit("checked\n\nTranslation-Still-Correct: zh/a.md#size");
    assert_eq!(tried(&git).outdated, ["缓存保存页面。"]);
    git.commit("checked\n\nTranslation-Still-Correct: zh/a.md#nothing");
    let tried = tried(&git);
    let (commit, section) = (tried.log.commits.len() - 1, "nothing".to_owned());
    assert_eq!(
        tried.replayed.issues,
        [HistoryIssue::UnknownSection { commit, section, locale: Locale::Zh }]
    );
}

#[test]
fn renamed_translation_keeps_its_history() {
    let git = TestRepository::new();
    git.write("en/a.md", EN).write("zh/old.md", ZH).commit("both");
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.rename("zh/old.md", "zh/a.md").commit("renamed");
    assert_eq!(tried(&git).outdated, [OUTDATED]);
}

#[test]
fn source_language_can_change_at_a_commit() {
    let git = translated();
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("chinese first");
    let (zh, en) = ("zh/a.md", "en/a.md");
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    let hour = Instant::now() + Duration::from_hours(1);
    let log = Log::read(&repository, &head, "", &HashSet::from([zh, en]), hour).expect("a log");
    let mut blobs = Blobs::open(&repository).expect("git");
    let text = |file: &str| std::fs::read_to_string(git.dir().join(file)).expect("a file");
    let (zh_text, en_text) = (text(zh), text(en));
    let file = |path, text| Some(File { path, flavor: Flavor::Markdown, text });
    let page = Page { zh: file(zh, zh_text.as_str()), en: file(en, en_text.as_str()) };
    for (from, expected) in [(0, 1), (2, 1), (3, 0), (9, 0)] {
        let change = SourceChange { source: Locale::Zh, from };
        let replayed = replay_with_change(&log, &mut blobs, &page, Some(Locale::En), Some(change))
            .expect("a replay");
        let fresh = replayed.replay.freshness();
        let outdated = (fresh.zh.outdated.segments, fresh.en.outdated.segments);
        assert_eq!(outdated, (0, expected), "from commit {from}");
    }
}

#[test]
fn unreadable_versions_are_skipped_and_reported() {
    let git = translated();
    git.write("en/a.md", &EN.replace("64", "128"));
    std::fs::write(git.dir().join("en/a.md"), b"\xff").expect("a file");
    let commit = git.commit("broken");
    assert_eq!(commit.len(), 40);
    git.write("en/a.md", "---\na: [\n---\n\n# Cache\n").commit("broken fields");
    git.write("en/a.md", &EN.replace("64", "128")).commit("repaired");
    let tried = tried(&git);
    assert_eq!(tried.replayed.issues, [HistoryIssue::UnreadableVersion { commit: 2 }]);
    assert_eq!(tried.replayed.replay.segments(Locale::En).len(), 4);
}

#[test]
fn page_in_a_bare_repository_is_replayed() {
    let git = translated();
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    let bare = tempfile::tempdir().expect("a folder");
    let copied = std::process::Command::new("cp")
        .args(["-r"])
        .arg(git.dir().join(".git"))
        .arg(bare.path().join("site.git"))
        .status();
    assert!(copied.expect("cp").success());
    let bare = Repository::of(&bare.path().join("site.git")).expect("git").expect("a repository");
    assert_eq!(tried_in(&bare, &git, "zh/a.md", "en/a.md").outdated, [OUTDATED]);
}

#[test]
fn page_in_one_language_has_no_translation_state() {
    let git = TestRepository::new();
    git.write("en/a.md", EN).commit("english");
    let tried = tried(&git);
    assert!(tried.outdated.is_empty() && tried.replayed.replay.links().is_empty());
}

#[test]
fn page_too_large_to_replay_is_up_to_date_and_reported() {
    let git = TestRepository::new();
    let paragraph = format!("{}\n\n", "x".repeat(1 << 20));
    let text = |end: &str| paragraph.repeat(5) + end;
    git.write("en/a.md", &text("The size is 64 MB.\n")).commit("english");
    git.write("zh/a.md", &text("大小为 64 MB。\n")).commit("chinese");
    for size in ["1", "2", "3", "4", "5", "6"] {
        git.write("en/a.md", &text(&format!("The size is {size} MB.\n"))).commit(size);
    }
    let tried = tried(&git);
    assert_eq!(tried.replayed.issues, [HistoryIssue::TooManyVersions { versions: 8 }]);
    assert!(tried.outdated.is_empty());
}

#[test]
fn missing_git_objects_are_listed() {
    let git = translated();
    let blob = git.git(&["rev-parse", "HEAD:en/a.md"]);
    let unknown = "0123456789012345678901234567890123456789".to_owned();
    let missing = crate::blobs::missing(&git.open(), &[blob, unknown.clone()]);
    assert_eq!(missing.expect("git"), [unknown]);
}

#[test]
fn source_commit_in_change_of_the_source_is_not_applied() {
    for (field, message, is_reported) in [
        ("", "Document the options up to COMMIT", false),
        ("", "sync the version with COMMIT", false),
        ("", "larger\n\nSource-Commit: COMMIT", true),
        ("---\nl10n:\n  sourceCommit: COMMIT\n---\n\n", "larger", true),
    ] {
        let git = translated();
        let commit = git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
        let (field, message) =
            (field.replace("COMMIT", &commit), message.replace("COMMIT", &commit));
        let text = format!("{field}{}", EN.replace("64", "128").replace("holds", "stores"));
        git.write("en/a.md", &text).commit(&message);
        let tried = tried(&git);
        assert_eq!(tried.outdated, ["缓存保存页面。", OUTDATED], "{field}{message}");
        let issue =
            HistoryIssue::UnusedSourceCommit { commit: 3, named: commit, locale: Locale::En };
        let expected = if is_reported { vec![issue] } else { vec![] };
        assert_eq!(tried.replayed.issues, expected, "{field}{message}");
    }
}

#[test]
fn acknowledgement_of_the_source_file_is_reported() {
    let git = translated();
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.commit("checked\n\nTranslation-Still-Correct: en/a.md#size");
    let tried = tried(&git);
    assert_eq!(tried.outdated, [OUTDATED]);
    let (path, locale) = ("en/a.md#size".to_owned(), Locale::En);
    let issue = HistoryIssue::AcknowledgedSource { commit: 3, path, locale };
    assert_eq!(tried.replayed.issues, [issue]);
}

/// Creates the branch `topic` at the current commit.
fn branch(git: &TestRepository) {
    git.git(&["checkout", "-q", "-b", "topic"]);
}

/// Merges `topic` into `main`, after a change of the English text on `main`.
fn merge_after(git: &TestRepository, en: &str) {
    git.git(&["checkout", "-q", "main"]);
    git.write("en/a.md", en).commit("main line");
    merge(git);
}

fn merge(git: &TestRepository) {
    git.git(&["checkout", "-q", "main"]);
    git.git(&["merge", "-q", "--no-ff", "topic", "-m", "Merge branch 'topic'"]);
}

#[test]
fn translation_on_a_branch_is_outdated_by_main_line_changes() {
    // The page is translated on a branch while its source changes on the main line.
    let git = TestRepository::new();
    git.write("en/a.md", EN).commit("english");
    branch(&git);
    git.write("zh/a.md", ZH).commit("chinese");
    merge_after(&git, &EN.replace("64", "128"));
    let found = tried(&git);
    assert_eq!(found.outdated, [OUTDATED]);
    assert_eq!(found.since.as_deref(), Some("main line"));
    assert_eq!(found.old_source.as_deref(), Some("The size is 64 MB."));

    // The segment was already translated, and its translation was changed on the branch.
    let git = translated();
    branch(&git);
    git.write("zh/a.md", &ZH.replace("大小为", "容量为")).commit("reworded");
    merge_after(&git, &EN.replace("64", "128"));
    assert_eq!(tried(&git).outdated, ["容量为64 MB。"]);

    // Another segment was changed on the branch.
    let git = translated();
    branch(&git);
    git.write("zh/a.md", &ZH.replace("保存", "存放")).commit("reworded");
    merge_after(&git, &EN.replace("64", "128"));
    assert_eq!(tried(&git).outdated, [OUTDATED]);
}

#[test]
fn translation_on_branch_with_current_source_is_up_to_date() {
    // The main line was merged into the branch before the translation.
    let git = translated();
    branch(&git);
    git.commit("begun");
    git.git(&["checkout", "-q", "main"]);
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.git(&["checkout", "-q", "topic"]);
    git.git(&["merge", "-q", "main", "-m", "Merge branch 'main' into topic"]);
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("chinese");
    merge(&git);
    assert!(tried(&git).outdated.is_empty());

    // The branch changes the translation first, then its source.
    let git = translated();
    branch(&git);
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("chinese");
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    merge(&git);
    assert!(tried(&git).outdated.is_empty());

    // The branch makes the same changes while the main line changes another segment.
    let git = translated();
    branch(&git);
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("chinese");
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    merge_after(&git, &EN.replace("holds", "stores"));
    assert_eq!(tried(&git).outdated, ["缓存保存页面。"]);
}

#[test]
fn merge_by_git_pull_replays_each_commit_of_the_main_line() {
    let git = translated();
    branch(&git);
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("chinese");
    git.write("en/a.md", &EN.replace("64", "256")).commit("larger still");
    git.git(&["checkout", "-q", "main"]);
    git.write("other.md", "other").commit("local");
    let message = "Merge branch 'main' of https://example.org/site into main";
    git.git(&["merge", "-q", "--no-ff", "topic", "-m", message]);
    let found = tried(&git);
    assert_eq!(found.outdated, ["大小为128 MB。"]);
    assert_eq!(found.since.as_deref(), Some(message));
}

#[test]
fn acknowledgement_on_branch_excludes_later_main_line_changes() {
    for (has_later_change, expected) in [(false, vec![]), (true, vec![OUTDATED])] {
        let git = translated();
        git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
        branch(&git);
        git.commit("checked\n\nTranslation-Still-Correct: zh/a.md");
        match has_later_change {
            true => merge_after(&git, &EN.replace("64", "256")),
            false => merge(&git),
        }
        assert_eq!(tried(&git).outdated, expected);
    }
}

#[test]
fn replay_limit_keeps_the_states_of_recent_changes() {
    let git = translated();
    let en = |n: usize| format!("{EN}\nUse {n} threads.\n");
    for n in 0..16 {
        git.write("en/a.md", &en(n)).commit("more");
    }
    git.write("en/a.md", &en(15).replace("64", "128")).commit("larger");
    let (log, page_text) = (log_of(&git), [ZH.to_owned(), en(15).replace("64", "128")]);
    let file = |path, text| Some(File { path, flavor: Flavor::Markdown, text });
    let page = Page {
        zh: file("zh/a.md", page_text[0].as_str()),
        en: file("en/a.md", page_text[1].as_str()),
    };
    let mut blobs = Blobs::open(&git.open()).expect("git");
    let max_bytes = 10 * page_text.iter().map(String::len).sum::<usize>();
    let replayed = replay_limited(&log, &mut blobs, &page, (None, None), max_bytes);
    let replayed = replayed.expect("a replay");
    assert_eq!(replayed.issues, [HistoryIssue::TooManyVersions { versions: 19 }]);
    let outdated = replayed.replay.freshness().zh.outdated_segments;
    assert_eq!(outdated.len(), 1);
    let links = replayed.replay.links().iter();
    let since: Vec<_> = links.filter_map(|it| replayed.outdated_since(it, Locale::En)).collect();
    assert_eq!(since, [Some(18)]);
}

/// Returns the log of `zh/a.md` and `en/a.md`.
fn log_of(git: &TestRepository) -> Log {
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    let hour = Instant::now() + Duration::from_hours(1);
    let files = HashSet::from(["zh/a.md", "en/a.md"]);
    Log::read(&repository, &head, "", &files, hour).expect("a log")
}

#[test]
fn translations_on_nested_branches_can_become_outdated() {
    let git = translated();
    branch(&git);
    for (name, from, to) in [("one", "保存", "存放"), ("two", "大小为", "容量为")] {
        git.git(&["checkout", "-q", "-b", name, "topic"]);
        let text = std::fs::read_to_string(git.dir().join("zh/a.md")).expect("a file");
        git.write("zh/a.md", &text.replace(from, to)).commit(name);
    }
    git.git(&["checkout", "-q", "topic"]);
    for name in ["one", "two"] {
        git.git(&["merge", "-q", "--no-ff", name, "-m", name]);
    }
    merge_after(&git, &EN.replace("64", "128").replace("holds", "stores"));
    assert_eq!(tried(&git).outdated, ["缓存存放页面。", "容量为64 MB。"]);
}

#[test]
fn later_source_change_on_branch_makes_translation_outdated() {
    let git = translated();
    branch(&git);
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("chinese");
    git.write("en/a.md", &EN.replace("64", "256")).commit("larger still");
    merge(&git);
    assert_eq!(tried(&git).outdated, ["大小为128 MB。"]);
}

#[test]
fn source_commit_trailer_applies_only_to_files_in_its_commit() {
    let git = translated();
    git.write("en/b.md", EN).write("zh/b.md", ZH).commit("another page");
    branch(&git);
    git.write("zh/b.md", &ZH.replace("大小为", "容量为")).commit("reworded");
    git.git(&["checkout", "-q", "main"]);
    git.write("en/b.md", &EN.replace("64", "128")).commit("larger");
    let source = git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.git(&["checkout", "-q", "topic"]);
    let message = format!("chinese\n\nSource-Commit: {source}");
    git.write("zh/a.md", &ZH.replace("64", "128")).commit(&message);
    merge(&git);
    assert!(tried(&git).outdated.is_empty());
    assert_eq!(tried_in(&git.open(), &git, "zh/b.md", "en/b.md").outdated, ["容量为64 MB。"]);
}

#[test]
fn language_committed_first_on_merged_branch_is_detected() {
    let git = TestRepository::new();
    git.commit("begun");
    branch(&git);
    git.write("zh/a.md", ZH).commit("chinese");
    git.write("en/a.md", EN).commit("english");
    merge(&git);
    let log = log_of(&git);
    assert_eq!(first_of(&log, "zh/a.md", "en/a.md"), Some(Locale::Zh));
}

#[test]
fn branch_changes_before_a_move_into_the_folder_are_read() {
    let git = TestRepository::new();
    git.write("old/en/a.md", EN).write("old/zh/a.md", ZH).commit("both");
    branch(&git);
    git.write("old/zh/a.md", &ZH.replace("大小为", "容量为")).commit("reworded");
    git.git(&["checkout", "-q", "main"]);
    git.write("old/en/a.md", &EN.replace("64", "128")).commit("larger");
    merge(&git);
    git.rename("old", "site").commit("moved");
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    let hour = Instant::now() + Duration::from_hours(1);
    let [zh, en] = ["site/zh/a.md", "site/en/a.md"];
    let log = Log::read(&repository, &head, "site", &HashSet::from([zh, en]), hour).expect("a log");
    let merge = log.changes(zh).iter().find(|it| log.commits[it.commit].parents.len() == 2);
    let merge = merge.expect("a merge").commit;
    assert_eq!(log.branch_changes(zh, merge).len(), 1);
}

#[test]
fn english_segment_written_after_chinese_can_be_acknowledged() {
    let git = translated();
    let (zh, en) = (format!("{ZH}\n期限为一天。\n"), format!("{EN}\nThe limit is one day.\n"));
    git.write("zh/a.md", &zh).commit("chinese");
    git.write("en/a.md", &en).commit("english");
    git.write("zh/a.md", &zh.replace("一天", "两天")).commit("longer");
    git.commit("checked\n\nTranslation-Still-Correct: en/a.md");
    let tried = tried(&git);
    assert_eq!(tried.replayed.issues, []);
    assert!(tried.replayed.replay.freshness().en.outdated_segments.is_empty());
}

#[test]
fn no_language_is_first_if_one_branch_commit_adds_both_files() {
    let git = TestRepository::new();
    git.commit("begun");
    branch(&git);
    git.write("zh/a.md", ZH).write("en/a.md", EN).commit("both");
    merge(&git);
    assert_eq!(first_of(&log_of(&git), "zh/a.md", "en/a.md"), None);
}

#[test]
fn unreadable_version_on_a_branch_is_reported() {
    let git = translated();
    branch(&git);
    git.write("zh/a.md", "\0").commit("damaged");
    git.write("zh/a.md", &ZH.replace("64 MB", "64 兆字节")).commit("repaired");
    merge_after(&git, &EN.replace("64", "128"));
    let tried = tried(&git);
    assert_eq!(tried.outdated, ["大小为64兆字节。"]);
    let issue = HistoryIssue::UnreadableVersion { commit: 3 };
    assert_eq!(tried.replayed.issues, [issue]);
}

#[test]
fn reverted_translation_is_outdated_again() {
    let git = translated();
    git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("translated");
    git.git(&["revert", "--no-edit", "HEAD"]);
    let reverted = tried(&git);
    assert_eq!(reverted.outdated, [OUTDATED]);
    assert_eq!(reverted.old_source.as_deref(), Some("The size is 64 MB."));
    assert_eq!(reverted.since.as_deref(), Some("larger"));
    // The revert is merged from a branch, while the source changes on the main line.
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("translated again");
    branch(&git);
    git.write("zh/a.md", ZH).commit("reverted");
    merge_after(&git, &EN.replace("64", "128").replace("holds", "stores"));
    assert_eq!(tried(&git).outdated, ["缓存保存页面。", OUTDATED]);
}

#[test]
fn source_commit_trailer_overrides_detection_of_a_revert() {
    let git = translated();
    let larger = git.write("en/a.md", &EN.replace("64", "128")).commit("larger");
    git.write("zh/a.md", &ZH.replace("64", "128")).commit("translated");
    branch(&git);
    git.write("zh/a.md", ZH).commit(&format!("restored\n\nSource-Commit: {larger}"));
    merge_after(&git, &EN.replace("64", "128").replace("holds", "stores"));
    assert_eq!(tried(&git).outdated, ["缓存保存页面。"]);
}
