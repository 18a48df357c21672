//! Word diff; Chinese is compared by character.

use crate::alignment::common;
use crate::script::is_han;

/// Maximum total length of both texts in bytes. Longer texts are returned as one deleted and one inserted piece.
const MAX_BYTES: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    Same,
    Old,
    New,
}

/// Returns the pieces of both texts in reading order; the deleted text of a change precedes its inserted text.
pub fn word_diff(old: &str, new: &str) -> Vec<(Edit, String)> {
    if old.len() + new.len() > MAX_BYTES {
        return pieces([(String::new(), old.to_owned(), new.to_owned())]);
    }
    let (before, after) = (words(old), words(new));
    let (mut rows, mut old_at, mut new_at) = (Vec::new(), 0, 0);
    let mut same = String::new();
    let unchanged = common(before.iter().copied(), after.iter().copied());
    for (left, right) in unchanged.into_iter().chain([(before.len(), after.len())]) {
        let (deleted, inserted) = (before[old_at..left].concat(), after[new_at..right].concat());
        if !deleted.is_empty() || !inserted.is_empty() {
            rows.push((std::mem::take(&mut same), deleted, inserted));
        }
        same.push_str(before.get(left).unwrap_or(&""));
        (old_at, new_at) = (left + 1, right + 1);
    }
    rows.push((same, String::new(), String::new()));
    pieces(joined(rows))
}

/// Joins two changes if there is only white space between them.
fn joined(rows: Vec<(String, String, String)>) -> Vec<(String, String, String)> {
    let mut joined: Vec<(String, String, String)> = Vec::new();
    for (same, deleted, inserted) in rows {
        match joined.last_mut() {
            Some((_, old, new))
                if same.trim().is_empty() && !(deleted.is_empty() && inserted.is_empty()) =>
            {
                for (side, text) in [(old, deleted), (new, inserted)] {
                    side.push_str(&same);
                    side.push_str(&text);
                }
            }
            _ => joined.push((same, deleted, inserted)),
        }
    }
    joined
}

fn pieces(rows: impl IntoIterator<Item = (String, String, String)>) -> Vec<(Edit, String)> {
    let row = |(same, deleted, inserted)| {
        [(Edit::Same, same), (Edit::Old, deleted), (Edit::New, inserted)]
    };
    rows.into_iter().flat_map(row).filter(|(_, text)| !text.is_empty()).collect()
}

/// Splits into words, white space, single punctuation marks, and single Chinese characters.
fn words(text: &str) -> Vec<&str> {
    let kind = |c: char| match c {
        c if is_han(c) => 0,
        c if c.is_alphanumeric() || c == '_' => 1,
        c if c.is_whitespace() => 2,
        _ => 0,
    };
    let mut words = Vec::new();
    let mut start = 0;
    let mut last = 0;
    for (at, c) in text.char_indices() {
        let kind = kind(c);
        if at > start && (kind == 0 || kind != last) {
            words.push(&text[start..at]);
            start = at;
        }
        last = kind;
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expected: &str) {
        let actual: String = word_diff(old, new)
            .into_iter()
            .map(|(edit, text)| match edit {
                Edit::Same => text,
                Edit::Old => format!("[-{text}]"),
                Edit::New => format!("[+{text}]"),
            })
            .collect();
        assert_eq!(actual, expected);
    }

    #[test]
    fn latin_is_compared_by_word_and_chinese_by_character() {
        check("Wait five seconds.", "Wait ten seconds.", "Wait [-five][+ten] seconds.");
        check("等待五秒钟。", "等待十秒钟。", "等待[-五][+十]秒钟。");
        check("a", "a b", "a[+ b]");
        check("a b", "b", "[-a ]b");
        check("same", "same", "same");
        check("", "new", "[+new]");
        check("old", "", "[-old]");
    }

    #[test]
    fn word_diff_merges_adjacent_changes() {
        check("one two three", "uno due three", "[-one two][+uno due] three");
    }

    #[test]
    fn word_diff_treats_a_very_long_text_as_one_change() {
        let long = "x ".repeat(20_000);
        assert_eq!(word_diff(&long, "y").len(), 2);
    }
}
