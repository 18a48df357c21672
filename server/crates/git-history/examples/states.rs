//! Translation states at commits of a repository, for benchmarks. Reads lines `COMMIT<tab>ZH<tab>EN` with the paths of
//! both files, and prints one line of JSON for each. `after` contains every Chinese segment with its state after the
//! commit. `held` contains the Chinese segments before the commit, with the states that they would have if the commit
//! had changed only the English file.
//!
//!     cargo run --package pailou-git-history --example states -- REPOSITORY < LINES

#![allow(clippy::print_stdout, reason = "the benchmark reads it")]

use std::collections::HashSet;
use std::error::Error;
use std::io::BufRead;
use std::path::Path;
use std::time::{Duration, Instant};

use core_wasm::locale::Locale;
use pailou_content::front_matter;
use pailou_git_history::blobs::Blobs;
use pailou_git_history::log::Log;
use pailou_git_history::page::{self, File, Page};
use pailou_git_history::repository::Repository;
use pailou_markdown::flavor::Flavor;
use pailou_translation::replay::{Body, Replay, Step};
use pailou_translation::segment::segments;

const FLAVOR: Flavor = Flavor::Markdown;

fn main() -> Result<(), Box<dyn Error>> {
    let dir = std::env::args().nth(1).ok_or("no repository is named")?;
    let repository = Repository::of(Path::new(&dir))?.ok_or("there is no repository")?;
    let mut blobs = Blobs::open(&repository)?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [commit, zh, en] = fields[..] else { return Err("expected three fields".into()) };
        let mut text = |commit: &str, file: &str| blobs.text(&format!("{commit}:{file}"));
        let (Some(zh_text), Some(en_text)) = (text(commit, zh)?, text(commit, en)?) else {
            continue;
        };
        let parent = format!("{commit}^");
        let before = (text(&parent, zh)?, text(&parent, en)?);
        let file = |path, text| Some(File { path, flavor: FLAVOR, text });
        let page = Page { zh: file(zh, &zh_text), en: file(en, &en_text) };
        let deadline = Instant::now() + Duration::from_mins(5);
        let log = Log::read(&repository, commit, "", &HashSet::from([zh, en]), deadline)?;
        let replayed = page::replay(&log, &mut blobs, &page, Some(Locale::En))?;
        let next_states = match &before {
            (Some(zh), Some(en)) => states(&replay_english_change(zh, en, &en_text), zh),
            _ => Vec::new(),
        };
        let after = states(&replayed.replay, &zh_text);
        let output = serde_json::json!({ "commit": commit, "file": zh, "after": after, "held": next_states });
        println!("{output}");
    }
    Ok(())
}

fn body(text: &str) -> Option<Body<'_>> {
    Some(Body { text: Some(front_matter::split(text).body), flavor: FLAVOR })
}

/// Replays the page before a commit, followed by only the change of the English file in that commit.
fn replay_english_change(zh: &str, en: &str, en_after: &str) -> Replay {
    let mut replay = Replay::new(Locale::En);
    replay.step(Step { zh: body(zh), en: body(en), ..Step::default() });
    replay.step(Step { en: body(en_after), ..Step::default() });
    replay
}

/// Returns Markdown and state of each Chinese segment.
fn states(replay: &Replay, zh: &str) -> Vec<(String, &'static str)> {
    let body = front_matter::split(zh).body;
    let fresh = replay.freshness().zh;
    let outdated: HashSet<&str> = fresh.outdated_segments.iter().map(|it| it.id.as_str()).collect();
    let copied: HashSet<&str> = fresh.copied_segments.iter().map(|it| it.id.as_str()).collect();
    let linked: HashSet<&str> = replay.links().iter().map(|link| link.zh.as_str()).collect();
    let known = replay.segments(Locale::Zh).iter().zip(segments(body, FLAVOR));
    // The names are those of the field `verdict` in the labels of `benches/`; `current` means up to date.
    let state = |id: &str| match () {
        () if outdated.contains(id) => "outdated",
        () if copied.contains(id) => "not translated",
        () if linked.contains(id) => "current",
        () => "not aligned",
    };
    known.map(|(known, cut)| (body[cut.start..cut.end].to_owned(), state(&known.id))).collect()
}
