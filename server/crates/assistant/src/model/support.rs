//! Check of a model's sentences against the cited passages. The passages must contain enough words of a sentence, in
//! either language, and must not contradict it by a negation. Words are weighted by inverse document frequency. Pure.

use std::collections::HashSet;

use super::negation;
use super::pieces::{cited, plain};
use super::prompt::PromptPassage;
use crate::api::{AnswerPiece, PieceKind, PieceSupport};
use pailou_search::engine::Engine;
use pailou_search::query::Query;
use pailou_search::score::Words;

/// Minimum share of a sentence's words that the cited passages must contain, if one of the passages is in the reader's
/// language.
const SAME_LANGUAGE: f32 = 0.5;
/// Minimum share if all cited passages are in the other language. It is lower, because some words have no known
/// translation.
const OTHER_LANGUAGE: f32 = 0.3;
/// Minimum share of the words of a text that a sentence of a passage must contain. Only such a sentence can contradict
/// the text by a negation.
const SAME_SENTENCE: f32 = 0.6;
/// Ratio below which a passage contradicts a text. Two sentences of the passages are compared: the most similar one
/// with the same negation as the text, and the most similar one with the opposite negation. The ratio is the share of
/// the text's words in the first sentence, divided by their share in the second sentence.
const CONTRADICTION_FACTOR: f32 = 0.7;
/// Length, in characters, of the parts into which a long sentence is split. Parts are compared separately, because the
/// length of a query is limited.
const PART: usize = 160;

/// Determines whether the passages that a piece cites support it. The minimum share of words depends on whether one of
/// these passages is in the language `reader`.
pub(super) fn support(
    engine: &Engine,
    piece: &AnswerPiece,
    passages: &[PromptPassage],
    reader: core_wasm::locale::Locale,
) -> PieceSupport {
    let numbers: HashSet<u32> = cited(piece).collect();
    // `PieceWriter` marks headings and the headers of tables as supported.
    if numbers.is_empty() && piece.support == PieceSupport::Supported {
        return PieceSupport::Supported;
    }
    let text = plain(piece);
    // Code and a sentence that introduces a list or code need no citation. Without citations they are compared with all
    // passages.
    let is_lead = text.trim_end().ends_with([':', '：']);
    let is_exempt = piece.kind == PieceKind::Code || is_lead;
    if numbers.is_empty() && !is_exempt {
        return PieceSupport::Uncited;
    }
    let sources: Vec<&PromptPassage> =
        passages.iter().filter(|it| numbers.is_empty() || numbers.contains(&it.n)).collect();
    let min_share = match sources.iter().all(|source| source.locale != reader) {
        true => OTHER_LANGUAGE,
        false => SAME_LANGUAGE,
    };
    if piece.kind == PieceKind::Code {
        let is_quoted = |line: &str| sources.iter().any(|source| source.text.contains(line.trim()));
        return match text.lines().all(is_quoted) {
            true => PieceSupport::Supported,
            false => PieceSupport::Unsupported,
        };
    }
    let is_supported = parts(&text).iter().all(|part| {
        supported_share(engine, part, &sources) >= min_share && !is_negated(engine, part, &sources)
    });
    match (is_supported, numbers.is_empty()) {
        (true, _) => PieceSupport::Supported,
        (false, true) => PieceSupport::Uncited,
        (false, false) => PieceSupport::Unsupported,
    }
}

/// Returns the share of the words of `text` that occur in `sources`, weighted by inverse document frequency; 1 for a
/// text without words.
fn supported_share(engine: &Engine, text: &str, sources: &[&PromptPassage]) -> f32 {
    let query = Query::question(text);
    if query.is_empty() {
        return 1.0;
    }
    let question = engine.question(&query);
    let evidence = question.evidence();
    let mut found_words = Words::default();
    for source in sources {
        for part in [&source.title, &source.heading, &source.text] {
            found_words = found_words.with(evidence.words_in(source.locale, part));
        }
    }
    // A word that is not in the index, such as a number, may still occur in a passage.
    let whole: String = sources.iter().map(|source| source.text.to_lowercase() + "\n").collect();
    for (number, word) in evidence.words().iter().enumerate() {
        if !word.is_known && whole.contains(&word.surface.to_lowercase()) {
            found_words.insert(number);
        }
    }
    evidence.share(found_words)
}

/// Whether a passage contradicts `text`: a sentence of the passage contains enough words of `text` ([`SAME_SENTENCE`]),
/// but exactly one of the two is negated. Returns false if a sentence with the same negation as `text` is nearly as
/// similar ([`CONTRADICTION_FACTOR`]).
fn is_negated(engine: &Engine, text: &str, sources: &[&PromptPassage]) -> bool {
    let query = Query::question(text);
    if query.is_empty() {
        return false;
    }
    let question = engine.question(&query);
    let evidence = question.evidence();
    let has_negation = negation::has_negation(text);
    let (mut same, mut opposite) = (0.0_f32, 0.0_f32);
    for source in sources {
        for sentence in negation::split_sentences(&source.text) {
            let share = evidence.share(evidence.words_in(source.locale, sentence));
            let best = match negation::has_negation(sentence) == has_negation {
                true => &mut same,
                false => &mut opposite,
            };
            *best = best.max(share);
        }
    }
    opposite >= SAME_SENTENCE && same < CONTRADICTION_FACTOR * opposite
}

/// Splits a text at the first word boundary after [`PART`] characters, at the latest after twice as many.
fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut length = 0;
    for c in text.chars() {
        let may_end = c.is_whitespace() || matches!(c, '，' | '、' | ',' | '；');
        if (length >= PART && may_end) || length >= 2 * PART {
            parts.push(String::new());
            length = 0;
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
        length += 1;
    }
    parts.retain(|part| part.chars().any(char::is_alphanumeric));
    parts
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;

    use super::super::pieces::PieceWriter;
    use super::*;
    use crate::answer::tests::engine;

    fn passages() -> Vec<PromptPassage> {
        let passage = |n, heading: &str, text: &str| PromptPassage {
            n,
            locale: Locale::En,
            title: "Backup and restore".to_owned(),
            heading: heading.to_owned(),
            quote: text.to_owned(),
            text: text.to_owned(),
        };
        vec![
            passage(1, "Restore", "To restore a backup:\nStop the server.\nRestore the file."),
            passage(
                2,
                "Make a backup",
                "Run this command every night:\npailou backup site.tar.zst\nAn existing file is never overwritten.",
            ),
        ]
    }

    #[track_caller]
    fn check(text: &str, expected: &[PieceSupport]) {
        let mut writer = PieceWriter::new(2, String::new());
        let mut pieces = writer.push(text);
        pieces.extend(writer.finish());
        let engine = engine();
        let found: Vec<_> =
            pieces.iter().map(|piece| support(&engine, piece, &passages(), Locale::En)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn support_depends_on_words_and_citations() {
        use PieceSupport::{Supported, Uncited, Unsupported};
        check("Stop the server, then restore the file [1].", &[Supported]);
        check("An existing file is never overwritten [2].", &[Supported]);
        check("An existing file is never overwritten [1].", &[Unsupported]);
        check("Kubernetes pods crash without Redis sentinels [1].", &[Unsupported]);
        check("Stop the server.", &[Uncited]);
        check("To restore a backup:\n- Stop the server [1]\n", &[Supported, Supported]);
        check("Install Kubernetes first:\n", &[Uncited]);
    }

    #[test]
    fn sentence_contradicting_its_passage_is_unsupported() {
        use PieceSupport::{Supported, Unsupported};
        check("An existing file is overwritten [2].", &[Unsupported]);
        check("An existing file is not overwritten [2].", &[Supported]);
        check("Do not stop the server [1].", &[Unsupported]);
        check("Stop the server [1].", &[Supported]);
    }

    #[test]
    fn code_lines_are_compared_verbatim() {
        check("```\npailou backup site.tar.zst\n```\n", &[PieceSupport::Supported]);
        check("```\nrm -rf site.tar.zst\n```\n", &[PieceSupport::Unsupported]);
    }

    #[test]
    fn end_of_a_long_sentence_must_be_supported() {
        let good = "stop the server and restore the file of the backup and ".repeat(4);
        let text = format!("{good} then install Kubernetes pods with Redis sentinels [1].");
        check(&text, &[PieceSupport::Unsupported]);
    }
}
