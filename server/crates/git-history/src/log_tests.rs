//! Tests of reading the log of a repository.

use super::*;
use crate::testing::TestRepository;

fn read(repository: &TestRepository, files: &[&str]) -> Log {
    let repository = repository.open();
    let head = repository.head.clone().expect("a commit");
    let files = files.iter().copied().collect();
    let hour = std::time::Duration::from_hours(1);
    Log::read(&repository, &head, "", &files, Instant::now() + hour).expect("a log")
}

/// Returns commit subject, path, and whether the file exists, for each change of a file.
fn changes_of(log: &Log, file: &str) -> Vec<(String, String, bool)> {
    let summary = |it: &FileChange| {
        (log.commits[it.commit].subject.clone(), it.path.clone(), it.blob.is_some())
    };
    log.changes(file).iter().map(summary).collect()
}

fn change(subject: &str, path: &str, is_there: bool) -> (String, String, bool) {
    (subject.to_owned(), path.to_owned(), is_there)
}

#[test]
fn history_of_renamed_file_includes_earlier_names() {
    let git = TestRepository::new();
    git.write("a.md", "# A\n\nOne long line of text.\n").commit("one");
    git.rename("a.md", "docs/b.md").commit("two");
    git.write("docs/b.md", "# A\n\nAnother long line.\n").commit("three");
    git.write("a.md", "# Something else\n").commit("four");
    let log = read(&git, &["a.md", "docs/b.md"]);
    let changes = [
        change("one", "a.md", true),
        change("two", "docs/b.md", true),
        change("three", "docs/b.md", true),
    ];
    assert_eq!(changes_of(&log, "docs/b.md"), changes);
    assert_eq!(changes_of(&log, "a.md"), [change("four", "a.md", true)]);
}

#[test]
fn recreated_file_keeps_its_history() {
    let git = TestRepository::new();
    git.write("a.md", "one").commit("one");
    git.remove("a.md").commit("two");
    git.write("a.md", "three").commit("three");
    let changes =
        [change("one", "a.md", true), change("two", "a.md", false), change("three", "a.md", true)];
    assert_eq!(changes_of(&read(&git, &["a.md"]), "a.md"), changes);
}

#[test]
fn acknowledgement_of_nonexistent_file_is_unusable() {
    let git = TestRepository::new();
    git.write("zh/a.md", "one").write("zh/other.md", "other").commit("one");
    let trailer = "Translation-Still-Correct:";
    git.commit(&format!("two\n\n{trailer} zh/a.md\n{trailer} zh/other.md#x\n{trailer} zh/b.md#y"));
    git.rename("zh/a.md", "zh/c.md").commit("three");
    git.commit(&format!("four\n\n{trailer} zh/a.md\n{trailer} ../zh/c.md\n{trailer} zh/c.md"));
    let log = read(&git, &["zh/c.md"]);
    let unknown = log.unusable_trailers(&git.open(), |_| true);
    let unknown: Vec<_> = unknown
        .into_iter()
        .map(|trailer| match trailer {
            UnusableTrailer::UnknownFile { commit, path } => {
                (log.commits.iter().position(|it| it == commit).unwrap(), path)
            }
            UnusableTrailer::UnusedSourceCommit { .. } => panic!("{trailer:?}"),
        })
        .collect();
    assert_eq!(unknown, [(1, "zh/b.md"), (3, "../zh/c.md")]);
}

#[test]
fn merge_commit_includes_the_trailers_of_its_branch() {
    let git = TestRepository::new();
    git.write("a.md", "one").commit("one");
    git.git(&["checkout", "-q", "-b", "branch"]);
    git.write("a.md", "two").commit("two\n\nTranslation-Still-Correct: zh/a.md#x");
    git.write("a.md", "three").commit("three");
    git.git(&["checkout", "-q", "main"]);
    git.write("b.md", "b").commit("four");
    git.git(&["merge", "-q", "branch", "-m", "merge"]);
    let log = read(&git, &["a.md"]);
    assert_eq!(
        changes_of(&log, "a.md"),
        [change("one", "a.md", true), change("merge", "a.md", true)]
    );
    let marks = log.commits.iter().find(|commit| commit.subject == "merge").map(|it| &it.marks);
    let (path, commit) = ("zh/a.md".to_owned(), Some(git.git(&["rev-parse", "branch~1"])));
    let mark = Mark { path, section: Some("x".to_owned()), commit };
    assert_eq!(marks, Some(&vec![mark]));
}

#[test]
fn acknowledgement_in_an_empty_commit_is_in_the_log() {
    let git = TestRepository::new();
    git.write("docs/a.md", "one").write("b.md", "one").commit("one");
    git.commit("checked\n\nTranslation-Still-Correct: docs/a.md");
    git.write("b.md", "two").commit("elsewhere");
    git.write("docs/a.md", "two").commit("two");
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    let deadline = Instant::now() + std::time::Duration::from_hours(1);
    let log = Log::read(&repository, &head, "docs", &HashSet::from(["docs/a.md"]), deadline);
    let log = log.expect("a log");
    let subjects: Vec<&str> = log.commits.iter().map(|commit| commit.subject.as_str()).collect();
    assert_eq!(subjects, ["one", "checked", "two"]);
    let changes = [change("one", "docs/a.md", true), change("two", "docs/a.md", true)];
    assert_eq!(changes_of(&log, "docs/a.md"), changes);
}

#[cfg(unix)]
#[test]
fn unusual_file_names_and_symlinks_are_parsed() {
    use std::os::unix::ffi::OsStrExt;
    let git = TestRepository::new();
    let odd = std::path::Path::new(std::ffi::OsStr::from_bytes(b"\xff\x01.md"));
    std::fs::write(git.dir().join(odd), "x").expect("a file");
    git.write("a\nb.md", "x").write("a.md", "one").commit("\u{1}one\u{2}");
    git.remove("a.md");
    std::os::unix::fs::symlink("b.md", git.dir().join("a.md")).expect("a link");
    git.commit("link");
    let log = read(&git, &["a.md", "a\nb.md"]);
    let changes = [change("\u{1}one\u{2}", "a.md", true), change("link", "a.md", false)];
    assert_eq!(changes_of(&log, "a.md"), changes);
    assert_eq!(log.changes("a\nb.md").len(), 1);
}

#[test]
fn author_name_comes_from_the_mailmap_of_the_commit() {
    let git = TestRepository::new();
    git.write("a.md", "one").commit("one");
    git.write(".mailmap", "Ann Example <ann@example.org> <test@example.org>\n").commit("map");
    git.write("a.md", "two").commit("two");
    let authors = |log: &Log| -> Vec<String> {
        log.commits.iter().map(|commit| commit.author.clone()).collect()
    };
    assert_eq!(authors(&read(&git, &["a.md"])), ["Ann Example", "Ann Example"]);
    // An uncommitted `.mailmap` has no effect.
    git.write(".mailmap", "Bo Example <bo@example.org> <test@example.org>\n");
    assert_eq!(authors(&read(&git, &["a.md"])), ["Ann Example", "Ann Example"]);
    // A repository without a working tree uses the same `.mailmap`.
    git.git(&["config", "core.bare", "true"]);
    let bare = Repository::of(&git.dir().join(".git")).expect("git").expect("a repository");
    let head = bare.head.clone().expect("a commit");
    let hour = Instant::now() + std::time::Duration::from_hours(1);
    let log = Log::read(&bare, &head, "", &HashSet::from(["a.md"]), hour).expect("a log");
    assert_eq!(authors(&log), ["Ann Example", "Ann Example"]);
    let before = git.git(&["rev-parse", "HEAD~2"]);
    let log = Log::read(&bare, &before, "", &HashSet::from(["a.md"]), hour).expect("a log");
    assert_eq!(authors(&log), ["Test"]);
}

#[test]
fn log_is_partial_after_the_deadline() {
    let git = TestRepository::new();
    git.write("a.md", "one").commit("one");
    git.write("a.md", "two").commit("two");
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    let log = Log::read(&repository, &head, "", &HashSet::from(["a.md"]), Instant::now());
    let log = log.expect("a part of the log");
    assert!(log.is_partial);
    assert!(log.commits.len() < 2);
}

#[test]
fn search_for_moves_ends_at_the_deadline() {
    let git = TestRepository::new();
    let parent = git.write("a.md", "one").commit("one");
    let commit = git.rename("a.md", "docs/a.md").commit("two");
    let mut addition = Addition::of(&commit, &parent);
    addition.files.insert("docs/a.md".to_owned(), "docs/a.md".to_owned());
    let found = |deadline| moves(&git.open(), std::slice::from_ref(&addition), "-M", deadline);
    let (moved, is_partial) = found(Instant::now()).expect("no moves");
    assert_eq!((moved.len(), is_partial), (0, true));
    let hour = std::time::Duration::from_hours(1);
    let (moved, is_partial) = found(Instant::now() + hour).expect("a move");
    assert_eq!((moved.len(), is_partial), (1, false));
}

#[test]
fn other_paths_contain_the_commit_that_removed_a_file() {
    let git = TestRepository::new();
    git.write("docs/a.md", "a").write("docs/b.md", "b").write("docs/c.md", "long text").commit("1");
    git.remove("docs/b.md").commit("2");
    git.write("docs/b.md", "b").rename("docs/c.md", "docs/d.md").commit("3");
    git.remove("docs/b.md").commit("4");
    git.remove("docs/a.md").commit("5");
    git.write("docs/a.md", "a").write("docs/e.md", "e").commit("6");
    let log = read(&git, &["docs/a.md", "docs/d.md"]);
    let subject = |at: Option<usize>| at.map(|at| log.commits[at].subject.as_str());
    let mut former: Vec<_> = log.other_paths().map(|(path, at)| (path, subject(at))).collect();
    former.sort_unstable();
    let expected = [("docs/b.md", Some("4")), ("docs/c.md", Some("3")), ("docs/e.md", None)];
    assert_eq!(former, expected);
}

#[test]
fn empty_commits_are_sorted_by_first_parent_order() {
    let git = TestRepository::new();
    git.write("docs/a.md", "one").commit("one");
    git.commit("checked\n\nTranslation-Still-Correct: docs/a.md");
    git.write("docs/a.md", "two").commit("two");
    git.write("docs/a.png", "three").commit("three");
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    let hour = Instant::now() + std::time::Duration::from_hours(1);
    let log = Log::read(&repository, &head, "docs", &HashSet::from(["docs/a.md"]), hour);
    let log = log.expect("a log");
    let subjects: Vec<_> = log.commits.iter().map(|commit| commit.subject.as_str()).collect();
    assert_eq!(subjects, ["one", "checked", "two"]);
    assert_eq!(
        changes_of(&log, "docs/a.md"),
        [change("one", "docs/a.md", true), change("two", "docs/a.md", true)]
    );
    assert_eq!(log.commits[1].marks.len(), 1);
}

#[test]
fn folder_name_is_not_a_pathspec_pattern() {
    let git = TestRepository::new();
    git.write("[a]*/b.md", "one").write("a/b.md", "one").commit("one");
    git.write("a/b.md", "two").commit("two");
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    let hour = Instant::now() + std::time::Duration::from_hours(1);
    let log = Log::read(&repository, &head, "[a]*", &HashSet::from(["[a]*/b.md"]), hour);
    assert_eq!(log.expect("a log").commits.len(), 1);
}

#[test]
fn history_of_files_moved_into_the_folder_is_complete() {
    let git = TestRepository::new();
    let text = |n: usize| format!("# A\n\nOne long line of text.\n\nAnother line {n}.\n");
    git.write("old/docs/zh/a.md", &text(1)).write("old/docs/en/a.md", &text(2)).commit("one");
    git.write("old/docs/zh/a.md", &text(3)).commit("two");
    git.rename("old/docs/zh/a.md", "docs/zh/a.md").rename("old/docs/en/a.md", "docs/en/a.md");
    git.write("docs/zh/b.md", "new").commit("moved");
    git.write("docs/zh/a.md", &text(4)).commit("three");
    git.rename("docs", "site/docs").commit("moved again");
    git.write("site/docs/en/a.md", &text(5)).commit("four");
    let repository = git.open();
    let head = repository.head.clone().expect("a commit");
    // The search for moves must not read the index, which may be incomplete.
    std::fs::write(git.dir().join(".git/index"), "unfinished").expect("a file");
    let hour = Instant::now() + std::time::Duration::from_hours(1);
    let [zh, en, b] = ["site/docs/zh/a.md", "site/docs/en/a.md", "site/docs/zh/b.md"];
    let files = HashSet::from([zh, en, b]);
    let log = Log::read(&repository, &head, "site/docs", &files, hour).expect("a log");
    let changes = [
        change("one", "old/docs/zh/a.md", true),
        change("two", "old/docs/zh/a.md", true),
        change("moved", "docs/zh/a.md", true),
        change("three", "docs/zh/a.md", true),
        change("moved again", zh, true),
    ];
    assert_eq!(changes_of(&log, zh), changes);
    let changes = [
        change("one", "old/docs/en/a.md", true),
        change("moved", "docs/en/a.md", true),
        change("moved again", en, true),
        change("four", en, true),
    ];
    assert_eq!(changes_of(&log, en), changes);
    let changes = [change("moved", "docs/zh/b.md", true), change("moved again", b, true)];
    assert_eq!(changes_of(&log, b), changes);
}
