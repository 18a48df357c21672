//! Test with generated repositories that contain branches, and commit ids in messages. It counts the outdated segments
//! that the replay misses, and those that it reports wrongly.
//!
//! `PAILOU_HISTORIES` is the number of histories of each kind; the benchmark uses 2,000 and prints the table.

#![allow(clippy::print_stdout, reason = "the benchmark prints the table")]

#[path = "../../translation/tests/history/random.rs"]
mod random;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;
use pailou_git_history::blobs::Blobs;
use pailou_git_history::log::Log;
use pailou_git_history::page::{self, File, Page};
use pailou_git_history::repository::Repository;
use pailou_markdown::flavor::Flavor;
use random::Random;

/// Number of histories of each kind in a test run.
const HISTORIES: usize = 25;
const SEED: u64 = 76;
const SEGMENTS: usize = 8;
const TOPICS: [(&str, &str); SEGMENTS] = [
    ("cache", "缓存"),
    ("queue", "队列"),
    ("index", "索引"),
    ("token table", "令牌表"),
    ("proxy", "代理"),
    ("journal", "日志"),
    ("archive", "归档"),
    ("schema", "模式"),
];

/// Versions of the segments of a page.
#[derive(Clone, PartialEq, Eq)]
struct State {
    en: [u32; SEGMENTS],
    zh: [u32; SEGMENTS],
    /// Version of the English segment that each Chinese one translates.
    translated: [u32; SEGMENTS],
}

impl State {
    fn outdated(&self) -> BTreeSet<usize> {
        (0..SEGMENTS).filter(|at| self.en[*at] != self.translated[*at]).collect()
    }

    fn text(&self, locale: Locale) -> String {
        let mut text = String::new();
        for (at, (en, zh)) in TOPICS.iter().enumerate() {
            let line = match locale {
                Locale::En => format!("The {en} keeps {} entries in memory.\n\n", self.en[at]),
                Locale::Zh => format!("{zh}在内存中保留 {} 个条目。\n\n", self.zh[at]),
            };
            text.push_str(&line);
        }
        text
    }

    /// Merges a branch that began at `base`.
    fn merge(&mut self, base: &Self, branch: &Self) {
        for at in 0..SEGMENTS {
            if branch.en[at] != base.en[at] {
                self.en[at] = branch.en[at];
            }
            if branch.zh[at] != base.zh[at] {
                (self.zh[at], self.translated[at]) = (branch.zh[at], branch.translated[at]);
            }
        }
    }
}

/// Line of commits that is being written.
#[derive(Clone)]
struct Line {
    state: State,
    /// Mark of the last commit in the `git fast-import` stream.
    last: usize,
    /// Segments that this line may change in each language.
    free: [Vec<usize>; 2],
    /// For each segment, whether the line changed the source before the translation. If so, later changes of the source
    /// do not count as translated.
    is_source_first: [bool; SEGMENTS],
}

/// Writer of a stream for `git fast-import`.
struct Writer<'r> {
    stream: String,
    marks: usize,
    versions: u32,
    random: &'r mut Random,
    /// Message of the commits that change the source, with the id of the first commit; `None` for a message without id.
    naming: Option<String>,
}

impl Writer<'_> {
    fn commit(&mut self, line: &mut Line, message: &str, merged: Option<usize>) {
        self.marks += 1;
        let (mark, from) = (self.marks, line.last);
        let _ = write!(
            self.stream,
            "commit refs/heads/work\nmark :{mark}\ncommitter T <t@example.org> {} +0000\ndata {}\n{message}\nfrom :{from}\n",
            1_700_000_000 + mark * 60,
            message.len()
        );
        if let Some(merged) = merged {
            let _ = writeln!(self.stream, "merge :{merged}");
        }
        for locale in Locale::ALL {
            let text = line.state.text(locale);
            let file = locale.segment();
            let _ = write!(self.stream, "M 100644 inline {file}.md\ndata {}\n{text}\n", text.len());
        }
        line.last = mark;
    }

    /// Commits a change of one segment. `base` is the state at the start of a branch whose commits take effect
    /// together; otherwise, it is `None`. On such a branch, a change of the source after a change of the
    /// translation counts as translated, unless `is_source_first` is true.
    fn change(&mut self, line: &mut Line, base: Option<&State>) {
        let is_source = self.random.below(2) == 0;
        let Some(at) = self.random.choose(&line.free[usize::from(is_source)]).copied() else {
            return;
        };
        self.versions += 1;
        let version = 100 + self.versions;
        let state = &mut line.state;
        if is_source {
            state.en[at] = version;
            if base.is_some_and(|base| base.zh[at] != state.zh[at]) && !line.is_source_first[at] {
                state.translated[at] = version;
            }
        } else {
            (state.zh[at], state.translated[at]) = (version, state.en[at]);
            line.is_source_first[at] = base.is_some_and(|base| base.en[at] != state.en[at]);
        }
        let message = self.naming.clone().filter(|_| is_source);
        self.commit(line, &message.unwrap_or_else(|| "change".to_owned()), None);
    }

    fn changes(&mut self, line: &mut Line, base: Option<&State>) {
        for _ in 0..1 + self.random.below(4) {
            self.change(line, base);
        }
    }
}

/// Divides the segments between the main line and a branch, so that a merge has no conflicts.
fn divided(main: &mut Line, branch: &mut Line, random: &mut Random) {
    for side in 0..2 {
        let (of_main, of_branch): (Vec<usize>, Vec<usize>) =
            (0..SEGMENTS).partition(|_| random.below(2) == 0);
        (main.free[side], branch.free[side]) = (of_main, of_branch);
    }
}

fn linear(writer: &mut Writer<'_>, mut main: Line) -> Line {
    writer.changes(&mut main, None);
    writer.changes(&mut main, None);
    main
}

fn branch(writer: &mut Writer<'_>, mut main: Line) -> Line {
    writer.changes(&mut main, None);
    let base = main.state.clone();
    let mut topic = main.clone();
    divided(&mut main, &mut topic, writer.random);
    writer.changes(&mut topic, Some(&base));
    writer.changes(&mut main, None);
    main.state.merge(&base, &topic.state);
    writer.commit(&mut main, "Merge branch 'topic'", Some(topic.last));
    writer.change(&mut main, None);
    main
}

fn updated_branch(writer: &mut Writer<'_>, mut main: Line) -> Line {
    let base = main.state.clone();
    let mut topic = main.clone();
    divided(&mut main, &mut topic, writer.random);
    writer.changes(&mut topic, Some(&base));
    writer.changes(&mut main, None);
    topic.state.merge(&base, &main.state);
    writer.commit(&mut topic, "Merge branch 'main' into topic", Some(main.last));
    let updated = main.state.clone();
    writer.changes(&mut topic, Some(&updated));
    writer.changes(&mut main, None);
    main.state.merge(&updated, &topic.state);
    writer.commit(&mut main, "Merge pull request #1 from user/topic", Some(topic.last));
    main
}

/// Merges the main line into local commits, as `git pull` does: the first parent of the merge is the last local commit.
fn pulled(writer: &mut Writer<'_>, mut main: Line) -> Line {
    writer.changes(&mut main, None);
    let base = main.state.clone();
    let mut local = main.clone();
    divided(&mut main, &mut local, writer.random);
    writer.changes(&mut main, None);
    writer.changes(&mut main, None);
    writer.changes(&mut local, None);
    local.state.merge(&base, &main.state);
    let message = "Merge branch 'main' of https://example.org/site into main";
    writer.commit(&mut local, message, Some(main.last));
    local
}

/// Restores earlier texts of segments.
fn reverts(writer: &mut Writer<'_>, mut main: Line) -> Line {
    // Earlier texts of each segment.
    let mut english: [Vec<u32>; SEGMENTS] = Default::default();
    let mut chinese: [Vec<(u32, u32)>; SEGMENTS] = Default::default();
    for _ in 0..4 + writer.random.below(8) {
        let at = writer.random.below(SEGMENTS);
        let state = &mut main.state;
        let (en, zh) = (state.en[at], (state.zh[at], state.translated[at]));
        let (old_english, old_chinese) = (english[at].last().copied(), chinese[at].last().copied());
        match (writer.random.below(4), old_english, old_chinese) {
            (0, Some(old), _) => {
                state.en[at] = old;
                english[at].push(en);
                writer.commit(&mut main, "Revert a change", None);
            }
            (1, _, Some(old)) => {
                (state.zh[at], state.translated[at]) = old;
                chinese[at].push(zh);
                writer.commit(&mut main, "Revert a translation", None);
            }
            _ => {
                let before = state.clone();
                (main.free[0], main.free[1]) = (vec![at], vec![at]);
                writer.change(&mut main, None);
                if main.state.en[at] != before.en[at] {
                    english[at].push(en);
                }
                if main.state.zh[at] != before.zh[at] {
                    chinese[at].push(zh);
                }
            }
        }
    }
    main
}

type MakeHistory = fn(&mut Writer<'_>, Line) -> Line;

/// Kinds of histories: the name, the function that creates a history, and the message of the commits that change the
/// source. `COMMIT` is replaced by the id of the first commit.
const KINDS: &[(&str, MakeHistory, Option<&str>)] = &[
    ("one line", linear, None),
    ("commit id in messages of the source", linear, Some("Document the options up to COMMIT")),
    ("source commit named by the source", linear, Some("more\n\nSource-Commit: COMMIT")),
    ("branch", branch, None),
    ("branch, updated from the main line", updated_branch, None),
    ("main line merged by pull", pulled, None),
    ("reverts", reverts, None),
];

#[test]
fn replay_finds_all_outdated_segments_of_generated_branches() {
    let target = std::env::var("PAILOU_HISTORIES").ok().and_then(|count| count.parse().ok());
    let target: usize = target.unwrap_or(HISTORIES);
    println!(
        "| {:<38} | {:>9} | {:>8} | {:>6} | {:>8} | {:>5} |",
        "kind, in a Git repository", "histories", "outdated", "missed", "reported", "wrong"
    );
    let mut all = [0; 5];
    for (number, (name, kind, naming)) in KINDS.iter().enumerate() {
        let mut random = Random::new(SEED + number as u64);
        let count = count(target, *kind, *naming, &mut random);
        let [histories, outdated, missed, reported, wrong] = count;
        println!(
            "| {name:<38} | {histories:>9} | {outdated:>8} | {missed:>6} | {reported:>8} | {wrong:>5} |"
        );
        all.iter_mut().zip(count).for_each(|(all, count)| *all += count);
    }
    let [_, outdated, missed, reported, wrong] = all;
    assert!(outdated > 0);
    assert_eq!(missed, 0, "missed segments");
    assert!(wrong * 50 <= reported, "{wrong} of {reported} are wrong");
}

/// Returns the number of histories, and the numbers of outdated, missed, reported, and wrongly reported segments.
fn count(
    target: usize,
    kind: MakeHistory,
    naming: Option<&str>,
    random: &mut Random,
) -> [usize; 5] {
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "-q", "-b", "main"], "");
    let first = [1; SEGMENTS];
    let state = State { en: first, zh: first, translated: first };
    let everything: Vec<usize> = (0..SEGMENTS).collect();
    let mut begun = Writer { stream: String::new(), marks: 1, versions: 0, random, naming: None };
    let text = state.text(Locale::En);
    let _ = write!(
        begun.stream,
        "commit refs/heads/main\nmark :1\ncommitter T <t@example.org> 1700000000 +0000\ndata 7\nenglish\n\
         M 100644 inline en.md\ndata {}\n{text}\n",
        text.len()
    );
    let mut base = Line {
        state,
        last: 1,
        free: [everything.clone(), everything],
        is_source_first: [false; SEGMENTS],
    };
    begun.commit(&mut base, "chinese", None);
    let (stream, base_marks) = (begun.stream, begun.marks);
    let marks = folder.path().join("marks");
    let export = format!("--export-marks={}", marks.display());
    git(folder.path(), &["fast-import", "--quiet", &export], &stream);
    let id_of = |marks: &str, mark: usize| {
        let prefix = format!(":{mark} ");
        let id = marks.lines().find_map(|line| line.strip_prefix(prefix.as_str()));
        id.expect("a mark").to_owned()
    };
    let first = id_of(&std::fs::read_to_string(&marks).expect("marks"), 1);
    let naming = naming.map(|message| message.replace("COMMIT", &first));
    let mut writer =
        Writer { stream: String::new(), marks: base_marks, versions: 0, random, naming };
    let ends: Vec<Line> = (0..target).map(|_| kind(&mut writer, base.clone())).collect();
    let import = format!("--import-marks={}", marks.display());
    git(folder.path(), &["fast-import", "--quiet", "--force", &import, &export], &writer.stream);
    let ids = std::fs::read_to_string(&marks).expect("marks");
    let ids: std::collections::HashMap<&str, &str> =
        ids.lines().filter_map(|line| line.strip_prefix(':')?.split_once(' ')).collect();
    let repository = Repository::of(folder.path()).expect("git").expect("a repository");
    let mut blobs = Blobs::open(&repository).expect("git");
    let mut counts = [target, 0, 0, 0, 0];
    for end in &ends {
        let found = outdated(&repository, &mut blobs, ids[end.last.to_string().as_str()], end);
        let expected = end.state.outdated();
        let (missed, wrong) =
            (expected.difference(&found).count(), found.difference(&expected).count());
        if missed + wrong > 0 && std::env::var_os("PAILOU_HISTORIES_SHOW").is_some() {
            println!(
                "{}: expected {expected:?}, found {found:?}",
                ids[end.last.to_string().as_str()]
            );
        }
        counts[1] += expected.len();
        counts[2] += missed;
        counts[3] += found.len();
        counts[4] += wrong;
    }
    counts
}

/// Returns the indexes of the outdated Chinese segments. An outdated English segment has the index `SEGMENTS`.
fn outdated(
    repository: &Repository,
    blobs: &mut Blobs,
    commit: &str,
    end: &Line,
) -> BTreeSet<usize> {
    let deadline = Instant::now() + Duration::from_hours(1);
    let files = HashSet::from(["zh.md", "en.md"]);
    let log = Log::read(repository, commit, "", &files, deadline).expect("a log");
    let texts = Locale::ALL.map(|locale| (locale, end.state.text(locale)));
    let text = |of: Locale| texts.iter().find(|(locale, _)| *locale == of).map(|it| it.1.as_str());
    let file = |path, locale| Some(File { path, flavor: Flavor::Markdown, text: text(locale)? });
    let page = Page { zh: file("zh.md", Locale::Zh), en: file("en.md", Locale::En) };
    let replayed = page::replay(&log, blobs, &page, None).expect("a replay");
    let fresh = replayed.replay.freshness();
    let segments = replayed.replay.segments(Locale::Zh);
    let position = |id: &str| segments.iter().position(|known| known.id == id);
    let of_zh = fresh.zh.outdated_segments.iter().filter_map(|it| position(&it.id));
    let of_en = fresh.en.outdated_segments.iter().map(|_| SEGMENTS);
    of_zh.chain(of_en).collect()
}

fn git(folder: &Path, args: &[&str], input: &str) {
    let mut command = Command::new("git");
    command.current_dir(folder).args(args).stdin(Stdio::piped());
    let mut child = command.spawn().expect("git");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("git");
    assert!(child.wait().expect("git").success(), "git {args:?}");
}
