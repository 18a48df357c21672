//! Report as JSON. The schema is documented in `content/pages/en/translate/command-line.md`; an incompatible change
//! increments `SCHEMA`.

use serde_json::{Value, json};

use super::{ReportOutput, wording};
use crate::i18n;
use pailou_content::issue::Issue;
use pailou_l10n::report::{Count, Counts, Finding, PageStates, Since, State};
use pailou_text_diff::word_diff::Edit;

const SCHEMA: u32 = 1;

pub(super) fn json(output: &ReportOutput<'_>) -> String {
    let report = output.report;
    let languages: Vec<Value> = report
        .locales
        .iter()
        .map(|locale| {
            let folders = report.folders(*locale);
            let folders = folders
                .iter()
                .map(|(folder, counts)| json!({ "folder": folder, "counts": counts_json(counts) }));
            json!({
                "locale": locale.segment(),
                "counts": counts_json(&report.counts(*locale)),
                "folders": folders.collect::<Vec<_>>(),
            })
        })
        .collect();
    let all = json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "folder": output.dir,
        "generator": report.generator,
        "basis": report.basis.name(),
        "commit": report.commit,
        "complete": report.is_complete(),
        "since": report.since,
        "failed": output.failed,
        "languages": languages,
        "pages": report.pages.iter().map(|page| self::page(output, page)).collect::<Vec<_>>(),
        "findings": report.findings().map(|it| finding_json(output, it)).collect::<Vec<_>>(),
        "warnings": report.warnings().map(|it| warning_json(output, it)).collect::<Vec<_>>(),
        "issues": output.issues().map(|it| issue(output, &it)).collect::<Vec<_>>(),
        "notes": wording::report_notes(output),
    });
    all.to_string()
}

/// Serializes an issue with some of the fields of `pailou check --format json`.
fn issue(output: &ReportOutput<'_>, issue: &Issue) -> Value {
    json!({
        "file": issue.file,
        "line": issue.line,
        "code": issue.code,
        "detail": issue.detail,
        "message": i18n::issue_message(output.messages, issue.code, &issue.detail),
    })
}

fn count(count: Count) -> Value {
    json!({ "segments": count.segments, "characters": count.characters })
}

fn counts_json(counts: &Counts) -> Value {
    json!({
        "total": count(counts.total),
        "up_to_date": count(counts.up_to_date),
        "outdated": count(counts.outdated),
        "not_translated": count(counts.not_translated),
        "not_aligned": count(counts.not_aligned),
    })
}

fn page(output: &ReportOutput<'_>, page: &PageStates) -> Value {
    let file = |name: &Option<String>| name.as_ref().map(|name| output.file(name));
    let mut value = json!({
        "area": page.area,
        "key": page.key,
        "source": page.source.segment(),
        "files": { "zh": file(&page.zh_file), "en": file(&page.en_file) },
    });
    for locale in &output.report.locales {
        value[locale.segment()] = counts_json(page.counts(*locale));
    }
    value
}

fn finding_json(output: &ReportOutput<'_>, finding: &Finding) -> Value {
    let pieces = wording::change(finding);
    let diff = pieces.map(|pieces| {
        let piece = |(edit, text): &(Edit, String)| {
            let edit = match edit {
                Edit::Same => "same",
                Edit::Old => "old",
                Edit::New => "new",
            };
            json!({ "edit": edit, "text": text })
        };
        pieces.iter().map(piece).collect::<Vec<_>>()
    });
    json!({
        "state": finding.state.name(),
        "locale": finding.locale.segment(),
        "file": output.file(&finding.file),
        "line": finding.line,
        "kind": finding.kind,
        "heading": finding.heading,
        "segments": finding.count.segments,
        "characters": finding.count.characters,
        "change": finding.change,
        "conflict": finding.conflict,
        "copy": finding.copy,
        "since": finding.since.as_ref().map(since_json),
        "source": {
            "file": output.file(&finding.source.file),
            "line": finding.source.line,
            "old": finding.source.old,
            "new": finding.source.new,
            "diff": diff,
        },
        "translation": finding.translation,
        "message": finding_message(output, finding),
    })
}

fn finding_message(output: &ReportOutput<'_>, finding: &Finding) -> String {
    let group = wording::Group { first: finding, count: finding.count };
    let state = wording::state_of(output.messages, finding);
    let location = wording::group_location(output.messages, &group);
    output.messages.t("l10n.message", &[("state", &state), ("place", &location)])
}

fn since_json(since: &Since) -> Value {
    match since {
        Since::Uncommitted => json!({ "committed": false }),
        Since::Commit(commit) => json!({ "committed": true, "commit": self::commit(commit) }),
    }
}

fn commit(commit: &pailou_l10n::report::CommitName) -> Value {
    json!({
        "id": commit.id,
        "date": pailou_dates::rfc3339(commit.at),
        "author": wording::without_address(&commit.author),
        "subject": commit.subject,
    })
}

fn warning_json(output: &ReportOutput<'_>, warning: &pailou_l10n::report::Warning) -> Value {
    json!({
        "code": warning.code,
        "file": output.file(&warning.file),
        "commit": warning.commit.as_ref().map(commit),
        "detail": warning.detail,
        "message": wording::warning_text(output.messages, warning),
    })
}

/// Returns the total number of segments, then the number per state, in the order of the table columns.
pub(super) fn state_counts(counts: &Counts) -> [u64; 5] {
    let of = |state| counts.of_state(state).segments;
    [
        counts.total.segments,
        counts.up_to_date.segments,
        of(State::Outdated),
        of(State::NotTranslated),
        of(State::NotAligned),
    ]
}
