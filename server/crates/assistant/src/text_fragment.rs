//! URL text fragments (WICG Scroll to Text Fragment), which highlight a quotation on its page.
//!
//! A browser accepts a part of a fragment only if it starts and ends at word boundaries (UAX #29, with a dictionary for
//! Chinese). Chinese is therefore split at punctuation marks only, because these are boundaries without a dictionary.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use pailou_text_diff::script::is_han;

/// Characters to percent-encode. They include `-`, `,` and `&`, which separate the parts of a text fragment.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'_').remove(b'~');
/// Maximum number of words in a line that is not split.
const MAX_WORDS: usize = 12;
/// Maximum number of characters in a Chinese line that is not split.
const MAX_HAN: usize = 24;
/// A split line is matched by its first and last words. This is the number of words in each of these two parts.
const END_WORDS: usize = 6;
/// Minimum number of Chinese characters and other words in each of the two parts of a split Chinese line.
const MIN_HAN: usize = 8;
/// Maximum number of characters in one part of a fragment.
const MAX_PART: usize = 120;
/// Punctuation marks at which Chinese is split.
const MARKS: [char; 22] = [
    '，', '。', '；', '：', '、', '！', '？', '（', '）', '《', '》', '“', '”', '…', ',', '.', ';',
    ':', '!', '?', '(', ')',
];

/// Returns `:~:text=…` for a quotation of one or more lines; empty for a quotation without letters and digits, or if
/// every part would be longer than [`MAX_PART`] characters.
///
/// A browser highlights the first match on the page. A short first line, such as the first cell of a table row, may
/// occur earlier on the page. It is therefore the prefix of the second line.
pub(crate) fn text_fragment(quote: &str) -> String {
    let lines = quote.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines.skip_while(|line| !has_text(line)).collect();
    let (prefix, lines) = match lines.as_slice() {
        [first, rest @ ..] if is_prefix(first) && rest.first().is_some_and(|it| has_text(it)) => {
            (format!("{}-,", encode(first)), rest)
        }
        all => (String::new(), all),
    };
    let Some((first, others)) = lines.split_first() else { return String::new() };
    let (start, end) = match others.iter().rfind(|line| has_text(line)) {
        Some(last) if is_short(first) => (Some(*first), line_end(last)),
        Some(last) => (line_start(first), line_end(last)),
        None => one_line(first),
    };
    match (start, end) {
        (Some(start), Some(end)) => format!(":~:text={prefix}{},{}", encode(start), encode(end)),
        (Some(start), None) => format!(":~:text={prefix}{}", encode(start)),
        (None, Some(end)) => format!(":~:text={}", encode(end)),
        (None, None) => String::new(),
    }
}

fn has_text(line: &str) -> bool {
    line.chars().any(char::is_alphanumeric)
}

fn is_prefix(line: &str) -> bool {
    is_part(line) && !is_enough(line, line)
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Returns the parts of the fragment for a single line: its start and its end; only the whole line, if it is short or
/// its start and end overlap; otherwise only its start. A start longer than [`MAX_PART`] characters is `None`.
fn one_line(line: &str) -> (Option<&str>, Option<&str>) {
    if is_short(line) {
        return (Some(line), None);
    }
    let (start, end) = (line_start(line), line_end(line));
    let length = start.map_or(0, str::len) + end.map_or(0, str::len);
    match (start, end) {
        (Some(start), Some(end)) if length < line.len() => (Some(start), Some(end)),
        _ if is_part(line) => (Some(line), None),
        _ => (start, None),
    }
}

fn is_short(line: &str) -> bool {
    is_part(line)
        && match is_chinese(line) {
            true => line.chars().count() <= MAX_HAN,
            false => line.split_whitespace().count() <= MAX_WORDS,
        }
}

fn is_chinese(line: &str) -> bool {
    line.chars().any(is_han)
}

fn is_part(text: &str) -> bool {
    text.chars().nth(MAX_PART).is_none()
}

/// Returns the shortest start of a line that ends at a boundary and has enough words; the whole line if there is none.
/// `None` if the result would be too long.
fn line_start(line: &str) -> Option<&str> {
    // Cuts after the limit are not needed, because `is_part` rejects a longer part.
    let limit = line.char_indices().nth(MAX_PART).map_or(line.len(), |(at, _)| at);
    let near = cuts(line).take_while(|cut| cut.start <= limit);
    let starts = near.map(|cut| line[..cut.start].trim_end());
    starts.filter(|start| is_enough(line, start)).chain([line]).next().filter(|it| is_part(it))
}

/// Returns the end of a line by the rules of [`line_start`]; `None` if the result would be too long.
fn line_end(line: &str) -> Option<&str> {
    let limit = line.char_indices().nth_back(MAX_PART).map_or(0, |(at, _)| at);
    let near = cuts(line).rev().take_while(|cut| cut.end >= limit);
    let ends = near.map(|cut| line[cut.end..].trim_start());
    ends.filter(|end| is_enough(line, end)).chain([line]).next().filter(|it| is_part(it))
}

/// Whether a part of a line has so many words that it probably occurs once on the page.
fn is_enough(line: &str, part: &str) -> bool {
    match is_chinese(line) {
        true => han_and_words(part) >= MIN_HAN,
        false => part.split_whitespace().count() >= END_WORDS,
    }
}

/// Returns the number of Chinese characters and of words in other scripts.
fn han_and_words(text: &str) -> usize {
    let mut in_word = false;
    let starts = text.chars().filter(|c| {
        let was_in_word = in_word;
        in_word = c.is_alphanumeric() && !is_han(*c);
        is_han(*c) || in_word && !was_in_word
    });
    starts.count()
}

/// Returns the boundaries at which a line can be split: punctuation marks in Chinese, spaces in other languages.
fn cuts(line: &str) -> impl DoubleEndedIterator<Item = std::ops::Range<usize>> {
    let is_chinese = is_chinese(line);
    line.char_indices().filter_map(move |(at, c)| {
        let end = at + c.len_utf8();
        let is_cut = match is_chinese {
            true => MARKS.contains(&c) && !is_inside_word(&line[..at], &line[end..]),
            false => c.is_whitespace(),
        };
        is_cut.then_some(at..end)
    })
}

/// Whether a punctuation mark between two texts belongs to a word or to a number, such as `.` in
/// `pailou.toml` and `，` in `10，20`.
fn is_inside_word(before: &str, after: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() && !is_han(c);
    before.ends_with(is_letter) && after.starts_with(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use percent_encoding::percent_decode_str;
    use proptest::prelude::*;

    #[track_caller]
    fn check(quote: &str, expected: &str) {
        let fragment = text_fragment(quote);
        let decoded = percent_decode_str(&fragment).decode_utf8().expect("UTF-8");
        assert_eq!(decoded.strip_prefix(":~:text=").unwrap_or_default(), expected, "{quote}");
    }

    #[test]
    fn separators_of_a_text_fragment_are_percent_encoded() {
        for (quote, expected) in [
            ("A short-one, yes & no", ":~:text=A%20short%2Done%2C%20yes%20%26%20no"),
            ("pre-fix\n80-90", ":~:text=pre%2Dfix-,80%2D90"),
            ("先安装", ":~:text=%E5%85%88%E5%AE%89%E8%A3%85"),
            ("100% #1", ":~:text=100%25%20%231"),
        ] {
            assert_eq!(text_fragment(quote), expected, "{quote}");
        }
    }

    #[test]
    fn text_fragment_of_long_english_text_splits_at_spaces() {
        check(
            "one two, three four five six, seven eight nine ten eleven twelve thirteen",
            "one two, three four five six,,eight nine ten eleven twelve thirteen",
        );
    }

    #[test]
    fn text_fragment_of_long_chinese_splits_at_punctuation() {
        check(
            "服务器可以继续运行，备份期间的修改不会丢失，下载得到同样的文件。",
            "服务器可以继续运行,下载得到同样的文件。",
        );
        // A short clause occurs too often, so the part continues to the next punctuation mark.
        check(
            "默认情况下，服务器监听本机的端口；公开之前请先设置反向代理，再检查证书。",
            "默认情况下，服务器监听本机的端口,公开之前请先设置反向代理，再检查证书。",
        );
        // Without punctuation, the whole line is used.
        let line = "一二三四五六七八九十".repeat(4);
        check(&line, &line);
        check(&format!("{line}\n{line}"), &format!("{line},{line}"));
    }

    #[test]
    fn punctuation_inside_words_and_numbers_is_no_boundary() {
        check(
            "在 pailou.toml 和 systemd 的 8080.1 端口设置，也可以在 a：b 与 10，20 之中的 x:y 设置",
            "在 pailou.toml 和 systemd 的 8080.1 端口设置,也可以在 a：b 与 10，20 之中的 x:y 设置",
        );
    }

    #[test]
    fn short_first_line_is_the_prefix_of_a_text_fragment() {
        check("port\n8080\n1 to 65535", "port-,8080,1 to 65535");
        check("端口\n8080", "端口-,8080");
        check("port\n✓\n8080", "port,8080");
        check("one two three four five six\n8080", "one two three four five six,8080");
        let long = "one two three four five six seven eight nine ten eleven twelve thirteen";
        let (start, end) = ("one two three four five six", "eight nine ten eleven twelve thirteen");
        check(&format!("a\n{long}"), &format!("a-,{start},{end}"));
    }

    #[test]
    fn lines_without_letters_and_digits_are_skipped() {
        check("server {\n  listen 80;\n}", "server {-,listen 80;");
        check("{\n  listen 80;\n  {\n  root a;\n}", "listen 80;,root a;");
        check("  \n{\n", "");
        assert_eq!(text_fragment(""), "");
    }

    #[test]
    fn length_of_a_text_fragment_is_limited() {
        check(&"x".repeat(5000), "");
        check(&"一".repeat(5000), "");
        check(&format!("先安装再配置然后启动，{}", "一".repeat(5000)), "先安装再配置然后启动");
    }

    proptest! {
        #[test]
        fn parts_of_a_text_fragment_are_in_the_quotation(quote in "([一二三]{1,9}|[a-z.]{1,5}|[，。：]|\\PC| |\n){0,60}") {
            let fragment = text_fragment(&quote);
            for part in fragment.strip_prefix(":~:text=").unwrap_or_default().split(',') {
                let part = part.strip_suffix('-').unwrap_or(part);
                let part = percent_decode_str(part).decode_utf8().expect("UTF-8");
                prop_assert!(quote.contains(&*part));
                prop_assert!(is_part(&part));
            }
        }
    }
}
