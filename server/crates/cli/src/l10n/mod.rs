//! Commands `pailou l10n status` and `pailou l10n check`: translation states of a folder, without server and database.

mod badge;
mod fail_on;
mod github;
mod json;
mod markdown;
mod text;
mod wording;
mod wrap;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum};
use core_wasm::locale::Locale;

use super::command::{Failure, print_line};
use super::i18n;
use super::i18n::Messages;
use super::progress::Meter;
use fail_on::FailOn;
use pailou_content::generator::{Generator, NAMES};
use pailou_content::issue::Issue;
use pailou_content::root::below;
use pailou_l10n::file;
use pailou_l10n::mark::{self, Mark, Written};
use pailou_l10n::report::{Basis, Report};
use pailou_l10n::status::{Options, StatusError, read};
use pailou_settings::Settings;

#[derive(Debug, Subcommand)]
pub enum L10nCommand {
    Status {
        #[command(flatten)]
        flags: L10nFlags,
    },
    Check {
        #[command(flatten)]
        flags: L10nFlags,
    },
}

#[derive(Debug, Args)]
pub struct L10nFlags {
    dir: PathBuf,
    #[arg(long, default_value = "auto", value_parser = PossibleValuesParser::new(NAMES))]
    from: String,
    #[arg(long, value_enum)]
    source: Option<Language>,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[arg(long, value_name = "STATES")]
    fail_on: Option<String>,
    #[arg(long, value_name = "COMMIT|DATE")]
    since: Option<String>,
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    badge: Option<PathBuf>,
    #[arg(long)]
    write: bool,
    #[arg(long)]
    progress: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Language {
    Zh,
    En,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Github,
    Markdown,
}

/// Reason why `pailou l10n` failed. The exit code is 2.
#[derive(Debug, thiserror::Error)]
pub enum L10nFailure {
    #[error("{0}")]
    Status(#[from] StatusError),
    #[error("invalid value `{0}` for --fail-on")]
    FailOn(String),
    #[error("cannot set marks: the history of {0} is not complete")]
    Incomplete(String),
    #[error("cannot write {0}: {1}")]
    Badge(String, std::io::Error),
}

/// Report with its output options.
struct ReportOutput<'a> {
    messages: Messages,
    /// Folder as entered by the user. Displayed file names begin with it.
    dir: String,
    report: &'a Report,
    /// Whether the exit code is 1.
    failed: bool,
    /// Whether segments are listed in addition to the counts.
    with_segments: bool,
}

pub fn perform(
    settings: &Settings,
    messages: Messages,
    command: L10nCommand,
) -> Result<ExitCode, Failure> {
    let (flags, with_segments, usual) = match command {
        L10nCommand::Status { flags } => (flags, false, "never"),
        L10nCommand::Check { flags } => (flags, true, "outdated"),
    };
    Ok(print_report(settings, messages, &flags, with_segments, usual)?)
}

fn print_report(
    settings: &Settings,
    messages: Messages,
    flags: &L10nFlags,
    with_segments: bool,
    usual: &str,
) -> Result<ExitCode, L10nFailure> {
    let conditions = flags.fail_on.as_deref().unwrap_or(usual);
    let fail_on = FailOn::parse(conditions).ok_or(L10nFailure::FailOn(conditions.to_owned()))?;
    let options = Options {
        dir: flags.dir.clone(),
        generator: Generator::named(&flags.from),
        source: flags.source.map(|language| match language {
            Language::Zh => Locale::Zh,
            Language::En => Locale::En,
        }),
        since: flags.since.clone(),
        cache: flags.cache.clone(),
        mark: Mark::named(&settings.l10n_mark).unwrap_or_default(),
    };
    let meter = Meter::new(messages, "l10n.progress", flags.progress);
    let report = read(&options, &|done, all| meter.set(done, all));
    meter.finish();
    let report = report?;
    let dir = flags.dir.display().to_string();
    if flags.write {
        if report.basis != Basis::History || report.is_partial {
            return Err(L10nFailure::Incomplete(dir));
        }
        print_written_marks(messages, &mark::write_marks(&flags.dir, &report, &options.mark));
    }
    if let Some(reason) = &report.cache_error {
        warn(&messages.t("l10n.cache-not-written", &[("reason", reason)]));
    }
    if let Some(file) = &flags.badge {
        let written = file::write_output(file, badge::svg(messages, &report).as_bytes());
        written.map_err(|error| L10nFailure::Badge(file.display().to_string(), error))?;
    }
    let failed = fail_on.fails(&report);
    let output = ReportOutput { messages, dir, report: &report, failed, with_segments };
    let text = match flags.format {
        Format::Text => text::report_text(&output, std::io::stdout().is_terminal() && has_color()),
        Format::Json => json::json(&output),
        Format::Github => github::annotations(&output),
        Format::Markdown => markdown::comment(&output),
    };
    print_line(text.trim_end());
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Whether colors are enabled: `NO_COLOR` is unset or empty (<https://no-color.org>).
fn has_color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn print_written_marks(messages: Messages, written: &Written) {
    for (file, code) in &written.skipped {
        let reason = messages.t(&format!("l10n.skipped.{code}"), &[]);
        warn(&messages.t("l10n.skipped", &[("file", file), ("reason", &reason)]));
    }
    let (marked, unmarked) = (written.marked.len(), written.unmarked.len());
    warn(&messages.t("l10n.written", &[("marked", &marked), ("unmarked", &unmarked)]));
}

/// Prints a message to standard error, because it is not part of the report.
fn warn(text: &str) {
    let _ = writeln!(std::io::stderr(), "pailou: {}", i18n::lines(text));
}

impl ReportOutput<'_> {
    /// Returns the issues of unreadable files, with displayed file names.
    fn issues(&self) -> impl Iterator<Item = Issue> {
        let issues = self.report.issues.iter().cloned();
        issues.map(|issue| {
            let file = self.file(&issue.file);
            issue.in_file(&file)
        })
    }

    /// Returns the path of a file relative to the top of the repository; without a repository, the displayed file name.
    fn file_from_top(&self, name: &str) -> String {
        match &self.report.top {
            Some(top) => below(top, name),
            None => self.file(name),
        }
    }

    /// Returns the displayed name of a file, which has the entered folder as a prefix. For an empty name, returns the
    /// folder.
    fn file(&self, name: &str) -> String {
        let dir = self.dir.trim_end_matches('/');
        let dir = dir.strip_prefix("./").unwrap_or(dir);
        match dir {
            _ if name.is_empty() => self.dir.clone(),
            "" if self.dir.starts_with('/') => format!("/{name}"),
            "" | "." => name.to_owned(),
            dir => format!("{dir}/{name}"),
        }
    }
}
