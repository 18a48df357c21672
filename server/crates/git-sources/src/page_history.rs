//! History of a source's pages. Blobs of older commits are fetched within the time and size limits of the
//! source.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::time::Instant;

use super::git::{Git, bytes_in};
use pailou_content::page_path;
use pailou_git_history::blobs;
use pailou_git_history::command::GitError;
use pailou_git_history::import::RepositoryHistory;
use pailou_git_history::log::Log;
use pailou_git_history::raw::{RawChange, next_token};
use pailou_git_history::repository::Repository;

/// Maximum number of objects per fetch.
const MAX_OBJECTS: usize = 1_000;

/// Returns the history of `folder` up to `commit`. The error is the reason why the history is unavailable. `imported`
/// is the commit of the last import; `was_rewritten` states that the branch no longer contains it.
pub(crate) fn page_history(
    git: &Git,
    (commit, folder): (&str, &str),
    imported: Option<&str>,
    was_rewritten: bool,
) -> Result<RepositoryHistory, String> {
    // A quarter of the remaining time is reserved for the later steps of the update.
    let now = Instant::now();
    let deadline = now + git.deadline.saturating_duration_since(now).mul_f32(0.75);
    let git = Git { deadline, ..git.clone() };
    let read = || -> Result<Repository, GitError> {
        let repository = Repository {
            git_dir: git.dir.clone(),
            folder: folder.to_owned(),
            head: Some(commit.to_owned()),
            is_shallow: git.dir.join("shallow").exists(),
            is_bare: true,
        };
        let main_line = ["--first-parent", "-m"];
        fetch_missing(&git, &repository, &objects(&git, (commit, folder), &main_line)?)?;
        Ok(repository)
    };
    let repository = read().map_err(|error| error.detail)?;
    // If these two fetches fail, a translation from a merged branch counts as a translation of the source after the
    // merge, and the history of a moved file begins with the move.
    let more = || -> Result<(), GitError> {
        let branches = objects(&git, (commit, folder), &["-m"])?;
        fetch_missing(&git, &repository, &branches)?;
        if folder.is_empty() || imported.is_some_and(|_| !was_rewritten) {
            return Ok(());
        }
        let files = pages(&git, commit, folder)?;
        let files: HashSet<&str> = files.iter().map(String::as_str).collect();
        let log = Log::read(&repository, commit, folder, &files, deadline)?;
        fetch_missing(&git, &repository, &log.blobs())
    };
    if let Err(error) = more() {
        tracing::warn!(
            error = %error.detail,
            "fetching old file versions of branches and moved files failed"
        );
    }
    Ok(RepositoryHistory {
        repository,
        commit: commit.to_owned(),
        folder: folder.to_owned(),
        last_imported: imported.filter(|_| !was_rewritten).map(str::to_owned),
        was_rewritten,
        deadline,
    })
}

fn fetch_missing(git: &Git, repository: &Repository, objects: &[String]) -> Result<(), GitError> {
    if objects.is_empty() {
        return Ok(());
    }
    fetch_blobs(git, &blobs::missing(repository, objects)?)
}

/// Returns the paths of the Markdown files in the folder at a commit.
fn pages(git: &Git, commit: &str, folder: &str) -> Result<Vec<String>, GitError> {
    let out = git.run(&["ls-tree", "-r", "-z", "--name-only", commit, "--", folder])?;
    let names = out.split(|byte| *byte == 0).filter_map(|name| std::str::from_utf8(name).ok());
    Ok(names.filter(|name| page_path::split_markdown(name).is_some()).map(str::to_owned).collect())
}

/// Returns the ids of the blobs of Markdown files in `folder`, one for each change in a commit up to `commit`.
/// `commits` are options of `git log` that select the commits, and the parents with which each is compared.
fn objects(
    git: &Git,
    (commit, folder): (&str, &str),
    commits: &[&str],
) -> Result<Vec<String>, GitError> {
    let args = ["--raw", "-z", "--no-renames", "--no-abbrev"];
    let end = ["--format=", commit, "--", folder];
    let end = if folder.is_empty() { &end[..3] } else { &end[..] };
    let out = git.run(&[&["log"], commits, &args, end].concat())?;
    let (mut out, mut token) = (out.as_slice(), Vec::new());
    let mut objects = BTreeSet::new();
    let failed = |error: std::io::Error| GitError::new("failed", error.to_string());
    while next_token(&mut out, &mut token).map_err(failed)? {
        let change = RawChange::read(&token, &mut out).map_err(failed)?;
        let page = change.filter(|change| page_path::split_markdown(&change.path).is_some());
        objects.extend(page.and_then(|page| page.blob));
    }
    Ok(objects.into_iter().collect())
}

fn fetch_blobs(git: &Git, missing: &[String]) -> Result<(), GitError> {
    for objects in missing.chunks(MAX_OBJECTS) {
        // Half of the maximum size is reserved for later commits.
        if bytes_in(&git.dir) > git.max_bytes / 2 {
            let detail = format!("more than half of {} MiB: see `size-mib`", git.max_bytes >> 20);
            return Err(GitError::new("too-large", detail));
        }
        let mut command = git.command();
        command.env("GIT_NO_LAZY_FETCH", "1").arg("--git-dir").arg(&git.dir);
        command.args(["fetch", "--quiet", "--no-tags", "--no-recurse-submodules"]);
        command.args(["--no-write-fetch-head", "--filter=blob:none", "--", "origin"]);
        command.args(objects);
        if let Err(error) = git.finish(command, &git.dir) {
            remove_partial_packs(git);
            return Err(error);
        }
    }
    Ok(())
}

/// Deletes the temporary files of an interrupted fetch, which would count toward the size of the repository.
fn remove_partial_packs(git: &Git) {
    let Ok(entries) = fs::read_dir(git.dir.join("objects/pack")) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with("tmp_") {
            let _ = fs::remove_file(entry.path());
        }
    }
}
