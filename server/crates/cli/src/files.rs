//! Commands `pailou import` and `pailou export`, for the current pages or an old version.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use tempfile::TempDir;

use super::check;
use super::command::{Failure, print_line};
use super::i18n::{self, Messages};
use super::progress::Meter;
use pailou_content::generator::Generator;
use pailou_content::issue;
use pailou_content::issue::{IssueGroup, MAX_REPORTED_ISSUES, Severity};
use pailou_database::audit_log::Actor;
use pailou_settings::Settings;
use pailou_store::{Exported, ImportOptions, ImportedText, Renamed, Report};
use pailou_web::{archive, transfer};

/// Options of `pailou import`.
#[derive(Debug, Default, Clone, Args)]
pub struct Target {
    #[arg(long, value_name = "NAME")]
    version: Option<String>,
    #[arg(long, requires = "version")]
    current: bool,
    #[arg(long)]
    prune: bool,
    #[arg(long)]
    dry_run: bool,
    #[arg(long)]
    progress: bool,
}

pub async fn import(
    settings: Settings,
    messages: Messages,
    dir: &Path,
    from: &str,
    into: &Target,
) -> Result<ExitCode, Failure> {
    let dry_run = into.dry_run;
    let from = Generator::named(from);
    let site = super::open::open(settings).await?;
    let unpacked = unpacked(&site.settings.data, dir)?;
    let named = dir;
    let dir = unpacked.as_ref().map_or(dir, |(_, begins)| begins.as_path());
    let meter = Meter::new(messages, "import.progress", into.progress);
    let progress = |step| meter.import(step);
    let operator = Actor::command_line();
    let prune = into.prune.then_some(&operator);
    let options = ImportOptions { from, dry_run, prune };
    let report = match &into.version {
        Some(name) if !into.current => {
            pailou_versions::import(&site, dir, (from, None), name, dry_run, &progress).await
        }
        // An unpacked archive has no Git history.
        _ if unpacked.is_some() => pailou_store::import(&site, dir, options, &progress).await,
        _ => pailou_store::import_working_copy(&site, dir, options, &progress).await,
    };
    meter.finish();
    if let (Ok(_), Some(name), true, false) = (&report, &into.version, into.current, dry_run) {
        pailou_versions::name_current(&site, name).await?;
    }
    site.db.close().await;
    let mut report = report?;
    // The message contains the path from the command line, not the temporary folder of an unpacked archive.
    for issue in report.issues.iter_mut().filter(|issue| issue.code == "no-pages") {
        issue.detail = named.display().to_string();
    }
    let failed = report.issues.iter().any(|issue| issue.severity == Severity::Error);
    import_lines(messages, named, report, into).iter().for_each(|line| print_line(line));
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Unpacks an archive to a temporary folder, which is deleted when the returned value is dropped. Also returns the
/// folder that contains the files of the archive. Returns `None` if the path is not a file.
fn unpacked(data: &Path, file: &Path) -> Result<Option<(TempDir, PathBuf)>, Failure> {
    if !file.is_file() {
        return Ok(None);
    }
    let failed = |error| Failure::Archive(file.display().to_string(), error);
    let folder = transfer::temp_folder(data).map_err(|error| failed(error.into()))?;
    let begins = archive::unpack(file, folder.path()).map_err(failed)?;
    Ok(Some((folder, begins)))
}

pub async fn export(
    settings: Settings,
    messages: Messages,
    dir: &Path,
    version: Option<&str>,
) -> Result<ExitCode, Failure> {
    let site = super::open::open_existing(settings).await?;
    let exported = pailou_store::export(&site, dir, version).await;
    site.db.close().await;
    let Exported { files, renamed } = exported?;
    for Renamed { file, written, is_replaced } in &renamed {
        let key = if *is_replaced { "export.replaced" } else { "export.escaped" };
        print_line(&messages.t(key, &[("file", file), ("written", written)]));
    }
    let files = messages.count("count.files", files, &[]);
    print_line(&messages.t("export.done", &[("files", &files), ("folder", &dir.display())]));
    Ok(ExitCode::SUCCESS)
}

fn import_lines(messages: Messages, dir: &Path, report: Report, into: &Target) -> Vec<String> {
    let dry_run = into.dry_run;
    let Report {
        detected,
        pages,
        new,
        changed,
        same,
        gone: removed,
        absent,
        files,
        issues,
        replayed,
        commits,
        ..
    } = report;
    let (worst, more) = issue::worst(issues, MAX_REPORTED_ISSUES);
    let line = |group: &IssueGroup| {
        i18n::counted_line(messages, check::issue_line(messages, &group.issue), group.count)
    };
    let mut lines: Vec<_> = worst.iter().map(line).collect();
    if more > 0 {
        lines.push(messages.count("issues.more", more, &[("folder", &dir.display())]));
    }
    let generator = detected.generator.name();
    lines.push(match &detected.by {
        Some(file) => {
            messages.t("import.read.because", &[("generator", &generator), ("file", file)])
        }
        None => messages.t("import.read", &[("generator", &generator)]),
    });
    let pages = messages.count("count.pages", pages, &[]);
    let files = messages.count("count.files", files, &[]);
    lines.push(messages.t(
        if dry_run { "import.would" } else { "import.done" },
        &[
            ("pages", &pages),
            ("new", &new),
            ("changed", &changed),
            ("same", &same),
            ("files", &files),
        ],
    ));
    lines.extend(i18n::history(messages, replayed, commits));
    if removed > 0 {
        lines.push(messages.count(
            if dry_run { "import.would-go" } else { "import.gone" },
            removed,
            &[],
        ));
    }
    lines.extend(absent_lines(messages, &absent, into));
    lines
}

/// Returns the output lines about pages of earlier imports whose files are not in the folder. With `--prune`, there is
/// one line per file. The last line contains the number of these pages.
fn absent_lines(messages: Messages, absent: &[ImportedText], into: &Target) -> Vec<String> {
    if absent.is_empty() {
        return Vec::new();
    }
    if !into.prune {
        return vec![messages.count("import.absent", absent.len(), &[])];
    }
    let keys = match into.dry_run {
        true => ("import.would-prune.file", "import.would-prune"),
        false => ("import.pruned.file", "import.pruned"),
    };
    let line = |text: &ImportedText| messages.t(keys.0, &[("file", &text.file)]);
    let total = messages.count(keys.1, absent.len(), &[]);
    absent.iter().map(line).chain([total]).collect()
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;

    use super::*;
    use pailou_content::issue::Issue;

    #[test]
    fn import_report_lists_the_worst_issues_and_the_counts() {
        let note =
            |at: usize| Issue::of_file(Severity::Note, "symlink-loop", &format!("{at:03}"), "");
        let mut issues: Vec<_> = (0..MAX_REPORTED_ISSUES + 1).map(note).collect();
        issues.push(Issue::error("file-not-utf8", 2, "byte 8").in_file("z.md"));
        let report = || Report { pages: 1, new: 1, issues: issues.clone(), ..Report::default() };
        let actual =
            import_lines(Messages(Locale::En), Path::new("docs"), report(), &Target::default());
        assert!(actual[0].starts_with("z.md:2: error: invalid UTF-8 at byte 8;"), "{}", actual[0]);
        assert_eq!(
            actual[MAX_REPORTED_ISSUES],
            "… and 2 more; `pailou check docs` lists every error and warning"
        );
        assert_eq!(actual.last().unwrap(), "1 page: 1 added, 0 changed, 0 unchanged; plus 0 files");
        let replayed = Report { replayed: 1, commits: 7, ..Report::default() };
        let actual =
            import_lines(Messages(Locale::En), Path::new("docs"), replayed, &Target::default());
        assert_eq!(actual.last().unwrap(), "translation states of 1 page computed from 7 commits");
        let dry_run = Target { dry_run: true, ..Target::default() };
        let actual =
            super::import_lines(Messages(Locale::Zh), Path::new("docs"), report(), &dry_run);
        assert_eq!(
            actual[MAX_REPORTED_ISSUES],
            "…… 另有 2 处；`pailou check docs` 会列出全部错误和警告"
        );
        assert_eq!(actual.last().unwrap(), "1 个页面：将新增 1，将改动 0，不变 0；另有 0 个文件");
    }
}
