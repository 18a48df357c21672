//! Commands `pailou source list` and `pailou source update`: states of the Git sources, and their update with a report
//! of the files with issues.

use std::process::ExitCode;

use clap::Subcommand;

use super::command::{Failure, print_line};
use super::i18n;
use super::i18n::Messages;
use super::progress::Meter;
use pailou_git_sources::SourceState;
use pailou_git_sources::report::{SourceIssue, SourceReport};
use pailou_git_sources::update::{Update, update};
use pailou_settings::Settings;
use pailou_settings::sources::Source;
use pailou_site::Site;

#[derive(Debug, Subcommand)]
pub enum SourceCommand {
    List,
    Update {
        name: Option<String>,
        #[arg(long)]
        progress: bool,
    },
}

pub async fn perform(
    settings: Settings,
    messages: Messages,
    command: SourceCommand,
) -> Result<ExitCode, Failure> {
    let site = super::open::open(settings).await?;
    let done = match command {
        SourceCommand::List => list_sources(&site, messages).await,
        SourceCommand::Update { name, progress } => {
            update_all(&site, messages, name.as_deref(), progress).await
        }
    };
    site.db.close().await;
    done
}

async fn list_sources(site: &Site, messages: Messages) -> Result<ExitCode, Failure> {
    if site.settings.sources.is_empty() {
        print_line(&messages.t("source.none", &[]));
    }
    for source in &site.settings.sources {
        let state = pailou_git_sources::state_of(site, source).await?;
        print_line(&source_line(messages, source, &state));
    }
    Ok(ExitCode::SUCCESS)
}

/// Formats a Git source as one line: name, commit, outcome of the last update, URL, and number of conflicts if any.
fn source_line(messages: Messages, source: &Source, state: &SourceState) -> String {
    let SourceState { commit, outcome, conflicts } = state;
    let commit = if commit.is_empty() { "-" } else { commit };
    let conflicts = match conflicts {
        0 => String::new(),
        count => format!("  {}", messages.t("source.conflicts", &[("count", count)])),
    };
    format!("{}  {commit}  {outcome}  {}{conflicts}", source.name, source.remote.display_url())
}

async fn update_all(
    site: &Site,
    messages: Messages,
    name: Option<&str>,
    has_lines: bool,
) -> Result<ExitCode, Failure> {
    let sources = &site.settings.sources;
    let is_selected = |source: &&Source| name.is_none_or(|name| source.name == name);
    let chosen: Vec<&Source> = sources.iter().filter(is_selected).collect();
    match name {
        _ if sources.is_empty() => return Err(Failure::NoSource),
        Some(name) if chosen.is_empty() => {
            let names = sources.iter().map(|source| source.name.clone()).collect();
            return Err(Failure::UnknownSource { name: name.to_owned(), names });
        }
        _ => {}
    }
    let mut failed = false;
    for source in chosen {
        let meter = Meter::new(messages, "import.progress", has_lines);
        let updated = update(site, source, &|step| meter.import(step)).await;
        meter.finish();
        let updated = updated?;
        print_line(&update_lines(messages, source, &updated));
        let mut issues = updated.report.iter().flat_map(issues);
        failed |= updated.has_failed() || issues.any(|it| it.severity == "error");
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn update_lines(messages: Messages, source: &Source, update: &Update) -> String {
    let Update { outcome, detail, commit, subject, report } = update;
    let name = &source.name;
    if update.has_failed() {
        let (detail, address) = (messages.reason(detail), source.remote.display_url());
        let advice = advice(messages, outcome);
        let message = messages.t(
            "source.failed",
            &[
                ("name", name),
                ("address", &address),
                ("detail", &detail),
                ("outcome", outcome),
                ("advice", &advice),
            ],
        );
        return i18n::escape_line(&message);
    }
    let no_commit = messages.t("source.no-commit", &[]);
    let commit = commit.get(..10).unwrap_or(&no_commit);
    let state_line = |key: &str| {
        let args: i18n::Args<'_> = &[("name", name), ("commit", &commit), ("subject", subject)];
        i18n::escape_line(&messages.t(key, args))
    };
    let Some(report) = report else { return state_line("source.unchanged") };
    let mut lines: Vec<String> =
        issues(report).map(|issue| source_issue_line(messages, issue)).collect();
    let more = report.issues.more + report.version_issues.more;
    if more > 0 {
        lines.push(messages.count("source.more", more, &[]));
    }
    if report.rewritten {
        lines.push(messages.t("source.rewritten", &[("name", name)]));
    }
    if !report.versions.is_empty() {
        let versions = messages.list(&report.versions);
        lines.push(messages.t("source.versions", &[("name", name), ("versions", &versions)]));
    }
    let is_updated = outcome == "updated";
    lines.push(state_line(if is_updated { "source.updated" } else { "source.unchanged" }));
    lines.push(source_counts(messages, report));
    lines.extend(i18n::history(messages, report.replayed, report.commits));
    lines.join("\n")
}

fn issues(report: &SourceReport) -> impl Iterator<Item = &SourceIssue> {
    report.issues.worst.iter().chain(&report.version_issues.worst)
}

fn source_issue_line(messages: Messages, issue: &SourceIssue) -> String {
    let line = issue.line.map(|line| format!(":{line}")).unwrap_or_default();
    let location = format!("{}{line}: ", issue.file);
    let text =
        i18n::format_issue(messages, &location, &issue.severity, (&issue.code, &issue.detail));
    i18n::counted_line(messages, text, issue.count)
}

fn source_counts(messages: Messages, report: &SourceReport) -> String {
    let SourceReport { pages, new, changed, same, moved, removed, ahead, conflicts, files, .. } =
        report;
    let pages = messages.count("count.pages", *pages, &[]);
    let files = messages.count("count.files", *files, &[]);
    messages.t(
        "source.counts",
        &[
            ("pages", &pages),
            ("new", new),
            ("changed", changed),
            ("same", same),
            ("moved", moved),
            ("removed", removed),
            ("ahead", ahead),
            ("conflicts", conflicts),
            ("files", &files),
        ],
    )
}

/// Returns the advice after a failed update.
fn advice(messages: Messages, outcome: &str) -> String {
    let key = format!("advice.{outcome}");
    messages.t(if messages.has(&key) { &key } else { "advice.other" }, &[])
}
