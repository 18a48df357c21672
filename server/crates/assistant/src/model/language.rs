//! Language of a model's answer, from its Han characters and English words outside code and names. Pure.

use core_wasm::locale::Locale;

use crate::api::{AnswerPiece, AnswerSpan, PieceKind};
use pailou_text_diff::script::is_han;

/// Minimum number of Han characters in an answer that counts as Chinese, for readers of English.
const MIN_HAN: u32 = 4;
/// Number of Han characters that count as one word, because most Chinese words have two characters.
const HAN_PER_WORD: f32 = 2.0;
/// Maximum share of Chinese in an English answer, which may contain Chinese names.
const MAX_ENGLISH_SHARE: f32 = 0.5;
/// Minimum number of English words in an answer that counts as English, for readers of Chinese.
const MIN_WORDS: u32 = 3;
/// Minimum share of Chinese in a Chinese answer, which may contain English names and commands.
const MIN_CHINESE_SHARE: f32 = 0.15;
/// Maximum length, in characters, of a quotation that counts as a name.
const MAX_NAME: usize = 40;

/// Words that are common in English sentences, and rare in commands, queries, and names.
const FUNCTION_WORDS: &[&str] = &[
    "a", "an", "are", "at", "be", "can", "it", "of", "that", "the", "this", "to", "when", "with",
    "you", "your",
];

/// Counts of the characters and words of an answer by language.
#[derive(Debug, Default)]
pub(super) struct LanguageCounts {
    han: u32,
    words: u32,
    function_words: u32,
}

impl LanguageCounts {
    /// Counts the characters and words of a piece, except in code, short quotations, and bold text that may be a name.
    pub(super) fn add(&mut self, piece: &AnswerPiece) {
        if piece.kind == PieceKind::Code {
            return;
        }
        let has_text = piece.spans.iter().any(
            |span| matches!(span, AnswerSpan::Text(text) if text.chars().any(char::is_alphabetic)),
        );
        // Bold text counts only in a paragraph without other text. In a list item, it may be a name.
        let is_paragraph = piece.kind == PieceKind::Paragraph;
        let text: String = piece
            .spans
            .iter()
            .map(|span| match span {
                AnswerSpan::Text(text) => text.as_str(),
                AnswerSpan::Strong(text) if !has_text && is_paragraph => text.as_str(),
                _ => " ",
            })
            .collect();
        let text = without_quotations(&text);
        self.han += text.chars().filter(|c| is_han(*c)).count() as u32;
        for word in text.split(|c: char| c.is_whitespace() || is_han(c)).filter_map(english_word) {
            self.words += 1;
            self.function_words += u32::from(FUNCTION_WORDS.contains(&word.as_str()));
        }
    }

    /// Whether the language of the answer differs from that of the reader. False for a short answer, such as one that
    /// consists of a command.
    pub(super) fn is_other_than(&self, reader: Locale) -> bool {
        let chinese = self.han as f32 / HAN_PER_WORD;
        let share = chinese / (chinese + self.words as f32).max(1.0);
        match reader {
            Locale::En => self.han >= MIN_HAN && share > MAX_ENGLISH_SHARE,
            Locale::Zh => {
                self.words >= MIN_WORDS && self.function_words > 0 && share < MIN_CHINESE_SHARE
            }
        }
    }
}

/// Returns the word in lower case, without punctuation around it. `None` for names, numbers, and parts of commands,
/// such as `pailou.toml`, `--force`, and `PostgreSQL`.
fn english_word(token: &str) -> Option<String> {
    const CLOSING: &str = ".,;:!?)]}\"'”’，。；：！？、）】」』》…";
    let word = token
        .trim_start_matches(|c: char| "([{\"'“‘（【「『《".contains(c))
        .trim_end_matches(|c: char| CLOSING.contains(c));
    let mut chars = word.chars();
    let is_word = chars.next().is_some_and(char::is_alphabetic)
        && chars.all(|c| c.is_lowercase() || matches!(c, '\'' | '’' | '-'));
    is_word.then(|| word.to_lowercase())
}

/// Removes quotations that are short enough to be names.
fn without_quotations(text: &str) -> String {
    let mut output = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        match quotation_end(c, after) {
            Some(end) => {
                output.push(' ');
                rest = &after[end..];
            }
            None => {
                output.push(c);
                rest = after;
            }
        }
    }
    output
}

/// Returns the byte offset in `text` after the closing quotation mark. `text` is the text after `opening`. `None` if
/// `opening` is not a quotation mark, or the quotation is longer than [`MAX_NAME`] characters.
fn quotation_end(opening: char, text: &str) -> Option<usize> {
    let closing = match opening {
        '"' => '"',
        '“' => '”',
        '‘' => '’',
        '「' => '」',
        '『' => '』',
        '《' => '》',
        _ => return None,
    };
    let mut chars = text.char_indices().take(MAX_NAME + 1);
    chars.find(|(_, c)| *c == closing).map(|(at, c)| at + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::super::pieces::PieceWriter;
    use super::*;

    #[track_caller]
    fn check(reader: Locale, text: &str, expected: bool) {
        let mut writer = PieceWriter::new(9, String::new());
        let mut pieces = writer.push(text);
        pieces.extend(writer.finish());
        let mut counts = LanguageCounts::default();
        pieces.iter().for_each(|piece| counts.add(piece));
        assert_eq!(counts.is_other_than(reader), expected, "{reader:?}: {text} {counts:?}");
    }

    #[test]
    fn chinese_answer_is_rejected_for_english_readers() {
        for text in [
            "使用 pailou restore 恢复备份 [1]。",
            "使用 `pailou restore` 恢复备份 [1]。",
            "**使用 pailou restore 恢复备份** [1]。",
            "1. 停止服务 [1]\n2. 恢复文件 [1]\n",
            "要把 timeout 设为 thirty seconds，请修改 `pailou.toml` 并重启服务 [1]。",
        ] {
            check(Locale::En, text, true);
            check(Locale::Zh, text, false);
        }
    }

    #[test]
    fn english_answer_is_rejected_for_chinese_readers() {
        for text in [
            "Use pailou restore to restore the backup [1].",
            "Restore a backup with `pailou restore` [1].",
            "Stop the server [1]. Restore the file [1].",
            "Choose “设置” in the menu, then select “备份” [1].",
            "- Stop the server [1]\n- Set `超时` to 30 [2]\n",
        ] {
            check(Locale::Zh, text, true);
            check(Locale::En, text, false);
        }
    }

    #[test]
    fn answer_with_code_or_text_in_both_languages_is_accepted() {
        for text in [
            "",
            "`pailou restore site.tar.zst` [1]",
            "pailou restore site.tar.zst --force [1]",
            "docker compose exec app pailou restore backup [1]",
            "```\n# 停止服务，然后恢复备份文件\npailou restore\n```\n",
            "```\n# stop the server and restore the file of the backup\n```\n",
            "运行 docker compose exec app pailou restore site.tar.zst [1]。",
            "PAILOU_DATA=./data [1]",
            "30 秒 [1]。",
            "\"the quotation is not a sentence\" [1]",
        ] {
            check(Locale::Zh, text, false);
            check(Locale::En, text, false);
        }
        for text in [
            "Open **系统设置**, choose **备份与恢复**, then **立即恢复** [1].",
            "Open “系统设置” and choose 「备份与恢复」 [1].",
            "停止服务器 Stop the server [1].",
            "The term 超时时间 means the time after which a request is canceled [1].",
        ] {
            check(Locale::En, text, false);
        }
        for text in [
            "在 `pailou.toml` 中设置 session hours and upload bytes 两项 [1]。",
            "单击 “Save and restart the server” 即可 [1]。",
        ] {
            check(Locale::Zh, text, false);
        }
    }
}
