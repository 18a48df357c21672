//! `pailou import` and `pailou export`, of the pages of today or of an old version: progress on a terminal, and a report that names every file
//! that could not be taken.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::check;
use super::command::{Failure, say};
use crate::shared::content::dialects::Generator;
use crate::shared::content::issue::Severity;
use crate::shared::record::{self, Report, versions};
use crate::shared::settings::Settings;

/// What `pailou import` is to do with a folder.
#[derive(Debug, Default, Clone, Args)]
pub(super) struct Target {
    /// Take it as this old version of the documentation
    #[arg(long, value_name = "NAME")]
    version: Option<String>,
    /// The version that --version names is the current one: its pages are the pages of today
    #[arg(long, requires = "version")]
    current: bool,
    /// Report what would happen and change nothing
    #[arg(long)]
    dry_run: bool,
}

pub(super) async fn import(
    settings: Settings,
    dir: &Path,
    from: &str,
    into: &Target,
) -> Result<ExitCode, Failure> {
    let dry_run = into.dry_run;
    let from = Generator::named(from);
    let site = super::open(settings).await?;
    let bar = bar();
    let progress = |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let report = match &into.version {
        Some(name) if !into.current => {
            versions::import(&site, dir, (from, None), name, dry_run, &progress).await
        }
        _ => record::import(&site, dir, from, dry_run, &progress).await,
    };
    bar.finish_and_clear();
    if let (Ok(_), Some(name), true, false) = (&report, &into.version, into.current, dry_run) {
        versions::name_current(&site, name).await?;
    }
    site.db.close().await;
    let report = report?;
    tell(&report, dry_run);
    let failed = report.issues.iter().any(|issue| issue.severity == Severity::Error);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

pub(super) async fn export(
    settings: Settings,
    dir: &Path,
    version: Option<&str>,
) -> Result<ExitCode, Failure> {
    let site = super::open_existing(settings).await?;
    let written = record::export(&site, dir, version).await;
    site.db.close().await;
    say(&format!("{} files written to {}", written?, dir.display()));
    Ok(ExitCode::SUCCESS)
}

fn bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} files {elapsed}");
    ProgressBar::new(0).with_style(style.unwrap_or(ProgressStyle::default_bar()))
}

fn tell(report: &Report, dry_run: bool) {
    for issue in &report.issues {
        let (place, severity) = (check::place(issue), issue.severity.name());
        say(&format!("{place}{severity}: {} ({})", issue.detail, issue.code));
    }
    let name = report.detected.generator.name();
    match &report.detected.by {
        Some(file) => {
            say(&format!("read as {name}, because {file} is there; --from says otherwise"))
        }
        None => say(&format!("read as {name}")),
    }
    let verb = if dry_run { "would be" } else { "were" };
    say(&format!(
        "{} pages: {} {verb} new, {} {verb} changed, {} stay as they are; {} files beside them",
        report.pages, report.new, report.changed, report.same, report.files
    ));
    if report.gone > 0 {
        say(&format!("{} pages {verb} taken out of the version", report.gone));
    }
}
