//! Generated histories with known translation states: counts the outdated segments that the replay
//! misses, and those that it reports wrongly. For comparison, measures the date method, by which a
//! translation is outdated if its newest commit is older than that of its source.
//!
//! The environment variable `PAILOU_HISTORIES` sets the number of histories of each kind.

#![allow(clippy::print_stdout, reason = "the benchmark prints the table")]

#[path = "history/edits.rs"]
mod edits;
#[path = "history/random.rs"]
mod random;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use core_wasm::locale::Locale;
use edits::{History, KINDS};
use pailou_content::front_matter;
use pailou_markdown::flavor::Flavor;
use pailou_translation::replay::{Body, Replay, Step};
use random::Random;

/// Number of histories of each kind if `PAILOU_HISTORIES` is not set.
const HISTORIES: usize = 60;
const SEED: u64 = 28;

/// Body of a page in both languages.
struct Pair {
    zh: String,
    en: String,
}

#[derive(Default)]
struct Count {
    histories: usize,
    /// Number of outdated segments, and number of those that were not reported.
    outdated: usize,
    missed: usize,
    /// Number of reported segments, and number of those that are not outdated.
    reported: usize,
    wrong: usize,
    /// Number of histories in which the date method misses an outdated translation, and number of histories in which it
    /// reports an up-to-date translation.
    missed_by_date: usize,
    wrong_by_date: usize,
}

#[test]
fn replay_finds_all_outdated_segments_of_generated_histories() {
    let target = std::env::var("PAILOU_HISTORIES").ok().and_then(|count| count.parse().ok());
    let target = target.unwrap_or(HISTORIES);
    let pairs = pairs();
    assert!(pairs.len() > 20, "the documentation has too few pages");
    let mut all = Count::default();
    println!(
        "| {:<38} | {:>9} | {:>8} | {:>6} | {:>8} | {:>5} | {:>12} | {:>11} |",
        "kind", "histories", "outdated", "missed", "reported", "wrong", "dates: missed", "wrong"
    );
    for (number, (name, kind)) in KINDS.iter().enumerate() {
        let mut random = Random::new(SEED + number as u64);
        let mut count = Count::default();
        let mut tries = 0;
        while count.histories < target {
            tries += 1;
            assert!(tries < target * 200, "{name}: too few pages allow this edit");
            let pair = &pairs[random.below(pairs.len())];
            let base = edits::Base::of(&pair.zh, &pair.en);
            if let Some(history) = kind(&base, &pairs[random.below(pairs.len())].en, &mut random) {
                count.add(&history, name);
            }
        }
        count.print(name);
        all.sum(&count);
    }
    all.print("all");
    assert_eq!(all.missed, 0, "missed segments");
    assert!(all.wrong * 50 <= all.reported, "{} of {} are wrong", all.wrong, all.reported);
}

impl Count {
    fn add(&mut self, history: &History, name: &str) {
        let mut replay = Replay::new(Locale::En);
        for (zh, en) in &history.steps {
            replay.step(Step {
                zh: changed(zh.as_ref()),
                en: changed(en.as_ref()),
                ..Step::default()
            });
        }
        let freshness = replay.freshness();
        let zh = replay.segments(Locale::Zh);
        let position = |id: &str| zh.iter().position(|known| known.id == id);
        let found = freshness.zh.outdated_segments.iter().filter_map(|it| position(&it.id));
        let found: BTreeSet<usize> = found.collect();
        let missed: Vec<_> = history.outdated.difference(&found).collect();
        let wrong: Vec<_> = found.difference(&history.outdated).collect();
        let of_source = freshness.en.outdated_segments.len();
        if std::env::var_os("PAILOU_HISTORIES_SHOW").is_some()
            && (!missed.is_empty() || !wrong.is_empty() || of_source > 0)
        {
            let words = |at: &&usize| zh[**at].words.chars().take(60).collect::<String>();
            let missed: Vec<_> = missed.iter().map(words).collect();
            let wrong: Vec<_> = wrong.iter().map(words).collect();
            println!(
                "{name}: missed {missed:?} wrong {wrong:?} source {of_source} {}",
                history.note
            );
        }
        self.histories += 1;
        self.outdated += history.outdated.len();
        self.missed += missed.len();
        self.reported += found.len() + of_source;
        self.wrong += wrong.len() + of_source;
        let newest =
            |is: fn(&(Option<String>, Option<String>)) -> bool| history.steps.iter().rposition(is);
        let by_date = newest(|step| step.1.is_some()) > newest(|step| step.0.is_some());
        let is_outdated = !history.outdated.is_empty();
        self.missed_by_date += usize::from(is_outdated && !by_date);
        self.wrong_by_date += usize::from(!is_outdated && by_date);
    }

    fn sum(&mut self, other: &Self) {
        self.histories += other.histories;
        self.outdated += other.outdated;
        self.missed += other.missed;
        self.reported += other.reported;
        self.wrong += other.wrong;
        self.missed_by_date += other.missed_by_date;
        self.wrong_by_date += other.wrong_by_date;
    }

    fn print(&self, name: &str) {
        println!(
            "| {name:<38} | {:>9} | {:>8} | {:>6} | {:>8} | {:>5} | {:>13} | {:>11} |",
            self.histories,
            self.outdated,
            self.missed,
            self.reported,
            self.wrong,
            self.missed_by_date,
            self.wrong_by_date
        );
    }
}

fn changed(text: Option<&String>) -> Option<Body<'_>> {
    text.map(|text| Body { text: Some(text), flavor: Flavor::Markdown })
}

/// Returns the site's own documentation in both languages.
fn pairs() -> Vec<Pair> {
    let pages = PathBuf::from("../../../content/pages");
    let mut files = Vec::new();
    collect(&pages.join("en"), &mut files);
    files.sort();
    let read = |file: PathBuf| {
        let below = file.strip_prefix(pages.join("en")).ok()?;
        let text = |path: &Path| fs::read_to_string(path).ok();
        let body = |text: String| front_matter::split(&text).body.to_owned();
        let zh = body(text(&pages.join("zh").join(below))?);
        Some(Pair { zh, en: body(text(&file)?) })
    };
    files.into_iter().filter_map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            files.push(path);
        }
    }
}
