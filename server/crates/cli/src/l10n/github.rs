//! Report as workflow commands of GitHub and Gitea: annotations of a pull request.

use std::fmt::Write;

use super::wording::{self, Group};
use super::{ReportOutput, json};
use crate::check::{escape_message, property};
use crate::i18n;
use pailou_l10n::report::State;
use pailou_text_diff::word_diff::Edit;

/// Maximum number of annotations of each kind: findings, warnings, and unreadable files.
const MAX_ANNOTATIONS: usize = 50;

pub(super) fn annotations(output: &ReportOutput<'_>) -> String {
    let mut out = String::new();
    let mut groups = wording::groups(output.report.findings());
    // The most severe states come first, because GitHub displays only the first annotations of each level.
    groups.sort_by_key(|group| group.first.state);
    for group in groups.iter().take(MAX_ANNOTATIONS) {
        let finding = group.first;
        let level = match finding.state {
            State::Outdated => "warning",
            State::NotTranslated | State::NotAligned => "notice",
        };
        let at = format!(
            "file={},line={}",
            property(&output.file_from_top(&finding.file)),
            finding.line
        );
        let state = wording::state(output.messages, finding.state);
        let _ = writeln!(
            out,
            "::{level} {at},title={}::{}",
            property(&state),
            escape_message(&i18n::lines(&group_message(output, group)))
        );
    }
    for warning in output.report.warnings().take(MAX_ANNOTATIONS) {
        // A warning without a file applies to the folder, which cannot be annotated.
        let file = match warning.file.as_str() {
            "" => String::new(),
            file => format!("file={},", property(&output.file_from_top(file))),
        };
        let message =
            escape_message(&i18n::lines(&wording::warning_text(output.messages, warning)));
        let _ = writeln!(out, "::warning {file}title={}::{message}", property(&warning.code));
    }
    for issue in output.report.issues.iter().take(MAX_ANNOTATIONS) {
        let file = property(&output.file_from_top(&issue.file));
        let line = issue.line.unwrap_or(1);
        let message = i18n::issue_message(output.messages, issue.code, &issue.detail);
        let message = escape_message(&i18n::lines(&message));
        let _ = writeln!(out, "::error file={file},line={line},title={}::{message}", issue.code);
    }
    for note in wording::report_notes(output) {
        let _ = writeln!(out, "::notice::{}", escape_message(&i18n::lines(&note)));
    }
    for locale in &output.report.locales {
        let language = wording::language(output.messages, *locale);
        let [total, up_to_date, outdated, missing, unaligned] =
            json::state_counts(&output.report.counts(*locale));
        let values: i18n::Args<'_> = &[
            ("language", &language),
            ("total", &total),
            ("current", &up_to_date),
            ("outdated", &outdated),
            ("missing", &missing),
            ("unaligned", &unaligned),
        ];
        let _ = writeln!(
            out,
            "::notice::{}",
            escape_message(&output.messages.t("l10n.counts", values))
        );
    }
    out
}

fn group_message(output: &ReportOutput<'_>, group: &Group<'_>) -> String {
    let finding = group.first;
    let state = wording::state_of(output.messages, finding);
    let location = wording::group_location(output.messages, group);
    let mut lines =
        vec![output.messages.t("l10n.message", &[("state", &state), ("place", &location)])];
    lines.extend(finding.since.as_ref().map(|since| wording::since_text(output.messages, since)));
    if let Some(pieces) = wording::change(finding) {
        let of = |edit| -> String {
            let own = pieces.iter().filter(|(it, _)| *it == Edit::Same || *it == edit);
            own.map(|(_, text)| text.as_str()).collect()
        };
        lines.push(format!("- {}", of(Edit::Old)));
        if finding.source.new.is_some() {
            lines.push(format!("+ {}", of(Edit::New)));
        }
    }
    lines.join("\n")
}
