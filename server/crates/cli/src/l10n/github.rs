//! Report as workflow commands of GitHub and Gitea: annotations of a pull request.

use std::fmt::Write;

use super::wording::{self, Group};
use super::{Told, json};
use crate::check::{escape_message, property};
use crate::i18n;
use pailou_l10n::report::State;
use pailou_text_diff::word_diff::Edit;

/// Maximum number of annotations that are displayed per job.
const MOST: usize = 50;

pub(super) fn annotations(told: &Told<'_>) -> String {
    let mut out = String::new();
    let mut groups = wording::groups(told.report.findings());
    // Sorted by severity, because GitHub displays only the first annotations of each level.
    groups.sort_by_key(|group| group.first.state);
    for group in groups.iter().take(MOST) {
        let finding = group.first;
        let level = match finding.state {
            State::Outdated => "warning",
            State::NotTranslated | State::NotAligned => "notice",
        };
        let at = format!("file={},line={}", property(&told.file(&finding.file)), finding.line);
        let state = wording::state(told.messages, finding.state);
        let _ = writeln!(
            out,
            "::{level} {at},title={}::{}",
            property(&state),
            escape_message(&i18n::lines(&group_message(told, group)))
        );
    }
    for remark in told.report.remarks().take(MOST) {
        let file = property(&told.file(&remark.file));
        let said = escape_message(&i18n::lines(&wording::remark_text(told.messages, remark)));
        let _ = writeln!(out, "::warning file={file},title={}::{said}", property(&remark.code));
    }
    for issue in told.issues().take(MOST) {
        let (file, line) = (property(&issue.file), issue.line.unwrap_or(1));
        let said = i18n::issue_message(told.messages, issue.code, &issue.detail);
        let said = escape_message(&i18n::lines(&said));
        let _ = writeln!(out, "::error file={file},line={line},title={}::{said}", issue.code);
    }
    for note in wording::report_notes(told) {
        let _ = writeln!(out, "::notice::{}", escape_message(&i18n::lines(&note)));
    }
    for locale in &told.report.locales {
        let language = wording::language(told.messages, *locale);
        let [total, up_to_date, outdated, missing, unaligned] =
            json::state_counts(&told.report.counts(*locale));
        let values: i18n::Args<'_> = &[
            ("language", &language),
            ("total", &total),
            ("current", &up_to_date),
            ("outdated", &outdated),
            ("missing", &missing),
            ("unaligned", &unaligned),
        ];
        let _ =
            writeln!(out, "::notice::{}", escape_message(&told.messages.t("l10n.figures", values)));
    }
    out
}

fn group_message(told: &Told<'_>, group: &Group<'_>) -> String {
    let finding = group.first;
    let state = wording::state_of(told.messages, finding);
    let place = wording::group_location(told.messages, group);
    let mut lines = vec![told.messages.t("l10n.message", &[("state", &state), ("place", &place)])];
    lines.extend(finding.since.as_ref().map(|since| wording::since_text(told.messages, since)));
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
