//! `pailou source list` and `pailou source update`: what the Git sources are, and a report that names every file
//! with something to say about it.

use std::process::ExitCode;

use clap::Subcommand;

use super::command::{Failure, say};
use crate::shared::settings::Settings;
use crate::shared::site::Site;
use crate::shared::sources;
use crate::shared::sources::config::Source;
use crate::shared::sources::update::{Update, update};
use crate::shared::sources::wire::{SourceIssue, SourceReport};

#[derive(Debug, Subcommand)]
pub(super) enum SourceCommand {
    /// List the sources and how they stand
    List,
    /// Ask Git now, for one source or for all
    Update { name: Option<String> },
}

pub(super) async fn perform(
    settings: Settings,
    command: SourceCommand,
) -> Result<ExitCode, Failure> {
    let site = super::open(settings).await?;
    let done = match command {
        SourceCommand::List => list(&site).await,
        SourceCommand::Update { name } => update_all(&site, name.as_deref()).await,
    };
    site.db.close().await;
    done
}

async fn list(site: &Site) -> Result<ExitCode, Failure> {
    if site.settings.sources.is_empty() {
        say("there is no source: add [[source]] with name and url to pailou.toml");
    }
    for source in &site.settings.sources {
        say(&sources::line(site, source).await?);
    }
    Ok(ExitCode::SUCCESS)
}

async fn update_all(site: &Site, name: Option<&str>) -> Result<ExitCode, Failure> {
    let wanted = |source: &&Source| name.is_none_or(|name| source.name == name);
    let chosen: Vec<&Source> = site.settings.sources.iter().filter(wanted).collect();
    if chosen.is_empty() {
        let names: Vec<_> = site.settings.sources.iter().map(|it| it.name.as_str()).collect();
        return Err(Failure::Source(match name {
            Some(name) => format!("there is no source `{name}`; there are: {}", names.join(", ")),
            None => "there is no source: add [[source]] to pailou.toml".to_owned(),
        }));
    }
    let mut failed = false;
    for source in chosen {
        let updated = update(site, source).await?;
        say(&told(source, &updated));
        let mut issues = updated.report.iter().flat_map(issues);
        failed |= updated.has_failed() || issues.any(|it| it.severity == "error");
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn told(source: &Source, update: &Update) -> String {
    let Update { outcome, detail, commit, subject, report } = update;
    let name = &source.name;
    let short = commit.get(..10).unwrap_or("no commit");
    if update.has_failed() {
        let address = source.remote.shown();
        return format!("{name}: {address}: {detail} ({outcome}). {}", what_to_do(outcome));
    }
    let Some(report) = report else { return format!("{name}: unchanged at {short} {subject}") };
    let mut lines: Vec<String> = issues(report).map(issue).collect();
    let more = report.issues.more + report.version_issues.more;
    if more > 0 {
        lines.push(format!("and {more} more findings"));
    }
    if report.rewritten {
        lines.push(format!("{name}: the history of the branch was rewritten"));
    }
    if !report.versions.is_empty() {
        lines.push(format!("{name}: versions read from tags: {}", report.versions.join(", ")));
    }
    let stands = if outcome == "updated" { "updated to" } else { "unchanged at" };
    lines.push(format!("{name}: {stands} {short} {subject}"));
    lines.push(figures(report));
    lines.join("\n")
}

fn issues(report: &SourceReport) -> impl Iterator<Item = &SourceIssue> {
    report.issues.worst.iter().chain(&report.version_issues.worst)
}

fn issue(issue: &SourceIssue) -> String {
    let line = issue.line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{}{line}: {}: {} ({})", issue.file, issue.severity, issue.detail, issue.code)
}

fn figures(report: &SourceReport) -> String {
    let SourceReport { pages, new, changed, same, moved, removed, ahead, conflicts, files, .. } =
        report;
    format!(
        "{pages} pages: {new} new, {changed} changed, {same} as they were, {moved} moved, {removed} taken down, \
         {ahead} ahead of Git, {conflicts} in conflict; {files} files beside them"
    )
}

/// For the person at the terminal.
fn what_to_do(code: &str) -> &'static str {
    match code {
        "git-missing" => "Install git, and start again",
        "authentication" => {
            "Give the user that runs Pailou an ssh key or a credential helper of git that may read it"
        }
        "host-unknown" => "Add the host to known_hosts of the user that runs Pailou",
        "branch-gone" => "Set `branch` to a branch that is there",
        "folder-gone" => "Set `folder` to a folder that is there on this branch",
        "no-pages" => "Nothing was changed. Check `folder` and `locales`",
        "repository-gone" => "Check `url` or `path`",
        "not-trusted" => {
            "The repository belongs to another user: git config --global --add safe.directory PATH"
        }
        "timed-out" => "Raise `timeout`, or set `folder`",
        "too-large" => "Raise `size-mib`, or set `folder`",
        "disk-full" => "Make room in the data directory",
        "busy" => "Try again when it is done",
        _ => "The site shows what it showed before",
    }
}
