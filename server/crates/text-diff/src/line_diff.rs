//! Line diff, with word diffs inside changed lines.

use crate::alignment::common;
use crate::word_diff::{Edit, word_diff};

/// Number of unchanged lines that are displayed around a change.
const CONTEXT: usize = 3;

/// A line of either text, or a run of omitted unchanged lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// Line number in the old text, line number in the new one, and content.
    Same(usize, usize, String),
    /// Deleted line: line number in the old text, and pieces.
    Old(usize, Vec<(Edit, String)>),
    /// Inserted line: line number in the new text, and pieces.
    New(usize, Vec<(Edit, String)>),
    /// Number of omitted lines.
    Skipped(usize),
}

/// Returns the rows in reading order; the deleted lines of a change precede its inserted lines. Lines are counted
/// from 1.
pub fn line_diff(old: &str, new: &str) -> Vec<Row> {
    let (before, after): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let unchanged = common(before.iter().copied(), after.iter().copied());
    let mut rows = Vec::new();
    let (mut old_at, mut new_at) = (0, 0);
    for (left, right) in unchanged.into_iter().chain([(before.len(), after.len())]) {
        changed(&before[old_at..left], &after[new_at..right], (old_at, new_at), &mut rows);
        if let Some(line) = before.get(left) {
            rows.push(Row::Same(left + 1, right + 1, (*line).to_owned()));
        }
        (old_at, new_at) = (left + 1, right + 1);
    }
    shortened(rows)
}

/// Appends the lines of one change. Each deleted line is compared by words with the inserted line at the same position.
fn changed(old: &[&str], new: &[&str], (old_at, new_at): (usize, usize), rows: &mut Vec<Row>) {
    let pairs: Vec<_> = old.iter().zip(new).map(|(old, new)| word_diff(old, new)).collect();
    let side = |lines: &[&str], at: usize, left_out: Edit, own: Edit| -> Vec<_> {
        match pairs.get(at) {
            Some(pieces) => pieces.iter().filter(|(edit, _)| *edit != left_out).cloned().collect(),
            None => vec![(own, lines[at].to_owned())],
        }
    };
    for at in 0..old.len() {
        rows.push(Row::Old(old_at + at + 1, side(old, at, Edit::New, Edit::Old)));
    }
    for at in 0..new.len() {
        rows.push(Row::New(new_at + at + 1, side(new, at, Edit::Old, Edit::New)));
    }
}

/// Replaces runs of unchanged lines far from any change with their line count.
fn shortened(rows: Vec<Row>) -> Vec<Row> {
    let is_same = |row: &Row| matches!(row, Row::Same(..));
    let changes: Vec<usize> =
        rows.iter().enumerate().filter(|(_, row)| !is_same(row)).map(|(at, _)| at).collect();
    let is_near = |at: usize| {
        let next = changes.partition_point(|change| *change < at);
        let near = |index: Option<&usize>| index.is_some_and(|it| it.abs_diff(at) <= CONTEXT);
        near(changes.get(next)) || near(next.checked_sub(1).and_then(|last| changes.get(last)))
    };
    let mut short: Vec<Row> = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        match short.last_mut() {
            _ if is_near(at) => short.push(row),
            Some(Row::Skipped(count)) => *count += 1,
            _ => short.push(Row::Skipped(1)),
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format_rows(old: &str, new: &str) -> String {
        let text = |pieces: &[(Edit, String)]| -> String {
            pieces
                .iter()
                .map(|(edit, text)| match edit {
                    Edit::Same => text.clone(),
                    _ => format!("[{text}]"),
                })
                .collect()
        };
        let rows = line_diff(old, new);
        let row = |row: &Row| match row {
            Row::Same(old, new, line) => format!("{old} {new}  {line}"),
            Row::Old(at, pieces) => format!("{at} - {}", text(pieces)),
            Row::New(at, pieces) => format!("- {at} {}", text(pieces)),
            Row::Skipped(count) => format!("… {count}"),
        };
        rows.iter().map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn line_diff_marks_changed_words_and_changed_lines() {
        assert_eq!(
            format_rows("a\n等待五秒钟。\nc\n", "a\n等待十秒钟。\nnew\nc\n"),
            "1 1  a\n2 - 等待[五]秒钟。\n- 2 等待[十]秒钟。\n- 3 [new]\n3 4  c"
        );
        assert_eq!(format_rows("a\nb\n", "b\n"), "1 - [a]\n2 1  b");
        assert_eq!(format_rows("", "a\n"), "- 1 [a]");
    }

    #[test]
    fn line_diff_counts_omitted_unchanged_lines() {
        let old: String = (1..=20).map(|number| format!("{number}\n")).collect();
        let new = old.replace("10\n", "ten\n");
        assert_eq!(
            format_rows(&old, &new),
            "… 6\n7 7  7\n8 8  8\n9 9  9\n10 - [10]\n- 10 [ten]\n11 11  11\n12 12  12\n13 13  13\n… 7"
        );
        assert_eq!(format_rows(&old, &old), "… 20");
        assert_eq!(format_rows("", ""), "");
    }
}
