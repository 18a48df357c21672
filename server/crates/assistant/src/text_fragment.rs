//! URL text fragments (WICG Scroll to Text Fragment), which highlight a quotation on its page.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use pailou_text_diff::script::is_han;

/// Characters to percent-encode. They include `-`, `,` and `&`, which separate the parts of a text fragment.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~');
/// Maximum number of words in a fragment with the whole quotation. For a longer quotation, the fragment contains its
/// beginning and end.
const MAX_WORDS: usize = 10;
/// Maximum number of characters in a fragment with the whole quotation, for Chinese.
const MAX_HAN: usize = 24;
/// Number of words in the beginning, and in the end, of a longer quotation.
const END_WORDS: usize = 4;
/// Number of characters in the beginning, and in the end, of a longer quotation in Chinese.
const END_HAN: usize = 8;

/// Returns `:~:text=…` for a quotation of one or more lines; empty for a blank quotation.
pub(crate) fn text_fragment(quote: &str) -> String {
    let lines: Vec<&str> = quote.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return String::new() };
    let encode = |text: &str| utf8_percent_encode(text, ENCODED).to_string();
    if lines.len() == 1 && is_short(first) {
        return format!(":~:text={}", encode(first));
    }
    let (start, end) = (fragment_start(first), ending(last));
    if lines.len() == 1 && start.len() + end.len() >= first.len() {
        return format!(":~:text={}", encode(first));
    }
    format!(":~:text={},{}", encode(start), encode(end))
}

/// Whether a line contains Chinese, so that it is cut between characters instead of words.
fn is_wide_text(line: &str) -> bool {
    line.chars().any(is_han)
}

fn is_short(line: &str) -> bool {
    match is_wide_text(line) {
        true => line.chars().count() <= MAX_HAN,
        false => line.split_whitespace().count() <= MAX_WORDS,
    }
}

fn fragment_start(line: &str) -> &str {
    let end = match is_wide_text(line) {
        true => line.char_indices().nth(END_HAN).map(|(at, _)| at),
        false => word_ends(line).nth(END_WORDS - 1),
    };
    end.and_then(|end| line.get(..end)).unwrap_or(line)
}

fn ending(line: &str) -> &str {
    let start = match is_wide_text(line) {
        true => line.char_indices().nth_back(END_HAN - 1).map(|(at, _)| at),
        false => {
            let starts: Vec<usize> = word_starts(line).collect();
            starts.len().checked_sub(END_WORDS).and_then(|at| starts.get(at).copied())
        }
    };
    start.and_then(|start| line.get(start..)).unwrap_or(line)
}

fn word_starts(line: &str) -> impl Iterator<Item = usize> {
    let mut before = true;
    line.char_indices().filter_map(move |(at, c)| {
        let starts = before && !c.is_whitespace();
        before = c.is_whitespace();
        starts.then_some(at)
    })
}

fn word_ends(line: &str) -> impl Iterator<Item = usize> {
    line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_becomes_a_text_fragment() {
        for (quote, expected) in [
            ("A short-one, yes", ":~:text=A%20short%2Done%2C%20yes"),
            (
                "one two three four five six seven eight nine ten eleven",
                ":~:text=one%20two%20three%20four,eight%20nine%20ten%20eleven",
            ),
            ("port\n8080", ":~:text=port,8080"),
            ("先安装", ":~:text=%E5%85%88%E5%AE%89%E8%A3%85"),
            ("  \n", ""),
        ] {
            assert_eq!(text_fragment(quote), expected, "{quote}");
        }
        let long = text_fragment(&"一二三四五六七八九十".repeat(4));
        assert_eq!(long.matches("%E4%B8%80").count(), 1, "{long}");
        assert!(long.contains(','), "{long}");
    }
}
