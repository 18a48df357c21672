//! Wraps text to the width of a terminal, at spaces and next to Chinese characters.

use crate::i18n::width;

/// Splits text into lines of at most `columns` terminal columns; only a longer word or closing punctuation exceeds this
/// width. If there are more than `max_lines` lines, the rest is replaced by an ellipsis.
pub(super) fn wrapped(text: &str, columns: usize, max_lines: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for atom in atoms(text) {
        let is_blank = atom.trim().is_empty();
        if !line.is_empty()
            && width(&line) + width(atom.trim_end()) > columns
            && !is_closing_punctuation(atom)
        {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        if !(line.is_empty() && is_blank) {
            line.push_str(atom);
        }
    }
    if !line.trim().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    if lines.len() > max_lines {
        lines.truncate(max_lines);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}

/// Whether the text begins with closing punctuation, with which no line may begin.
fn is_closing_punctuation(atom: &str) -> bool {
    atom.starts_with(['，', '。', '、', '；', '：', '！', '？', '）', '》', '”', '’', '…'])
}

/// Splits text into words and single wide characters, each with the space that follows it.
fn atoms(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_wide = |c: char| width(c.encode_utf8(&mut [0; 4])) > 1;
        let mut end = first.len_utf8();
        if !is_wide(first) && first != ' ' {
            let more = &rest[end..];
            let stop = more.find(|c: char| c == ' ' || is_wide(c)).unwrap_or(more.len());
            end += stop;
        }
        if rest[end..].starts_with(' ') {
            end += 1;
        }
        let (atom, after) = rest.split_at(end);
        rest = after;
        Some(atom)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_to_the_terminal_width() {
        assert_eq!(wrapped("one two three", 8, 9), ["one two", "three"]);
        assert_eq!(wrapped("默认大小为 64 MB。", 10, 9), ["默认大小为", "64 MB。"]);
        assert_eq!(wrapped("默认大小。", 8, 9), ["默认大小。"]);
        assert_eq!(wrapped("one two three", 5, 2), ["one", "two…"]);
        assert_eq!(wrapped("averylongword b", 5, 9), ["averylongword", "b"]);
        assert!(wrapped("", 5, 2).is_empty());
    }
}
