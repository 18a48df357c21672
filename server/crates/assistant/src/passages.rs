//! Extraction and selection of passages to quote.
//!
//! A passage is a contiguous part of the text of a section, never across a heading. It is a short paragraph, one or two
//! sentences of a long paragraph, a list, a list item, a code block with its introduction, or a table row. A section
//! without text is quoted by its heading. Passages are scored by the words of the question that they contain, their
//! position, and the kind of the question. Associations, such as synonyms, count less. Maximal marginal relevance
//! (Carbonell and Goldstein 1998) avoids repetition.

use std::collections::HashSet;
use std::ops::Range;

use core_wasm::locale::Locale;

use crate::match_strength::{MatchedWords, QuestionMatcher};
use crate::question_kind::QuestionKind;
use pailou_search::evidence::Evidence;
use pailou_search::index::{BlockKind, Section, TextBlock};
use pailou_search::score::Words;

/// Maximum width of a paragraph that is quoted whole, in columns; a Chinese character takes two.
const MAX_COLUMNS: usize = 420;
/// Maximum length of a list or a code block that is quoted whole, in bytes. A Chinese text and its English translation
/// have about the same number of bytes.
const MAX_BYTES_OF_LIST: usize = 1200;
/// Beginnings of a paragraph that refers to the code before it.
const REFERENCES_TO_CODE: [&str; 14] = [
    "这条命令",
    "这些命令",
    "这两条命令",
    "该命令",
    "上述命令",
    "以上命令",
    "这段代码",
    "这段配置",
    "This command",
    "These commands",
    "Both commands",
    "The command above",
    "This code",
    "This configuration",
];
/// Minimum width, in columns, of a list item that may be quoted alone although its list can be quoted whole.
const MIN_COLUMNS_OF_ITEM: usize = 90;
const MAX_LINES_OF_CODE: usize = 16;
const MAX_ITEMS: usize = 12;

/// Weights of the section score, of the position in the section, and of the block kind. The share of the question's
/// words in the passage is added with weight 1.
const SECTION: f32 = 1.5;
const POSITION_WEIGHT: f32 = 0.12;
const BLOCK_KIND_WEIGHT: f32 = 0.2;
/// Weight of words of the question that the heading contains and the passage does not.
const IN_HEADING: f32 = 0.5;
/// Weight of relevance in maximal marginal relevance; the weight of novelty is 1 minus this.
const RELEVANCE: f32 = 0.7;
/// Addition to the similarity of two passages of the same section. It favors passages of other sections.
const SAME_SECTION: f32 = 0.6;
/// Minimum score of a passage, as a share of the best score.
const MIN_OF_BEST: f32 = 0.62;
/// Maximum width of a label, in columns; see [`is_label`].
const MAX_COLUMNS_OF_LABEL: usize = 60;

/// A passage of a section.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Passage {
    /// Index of the section in the list of sections to quote from.
    pub section: usize,
    /// Byte range in the section's text.
    pub range: Range<usize>,
    /// Range of the section's blocks.
    pub blocks: Range<usize>,
    pub score: f32,
    /// Words of the question that the passage contains.
    matched: MatchedWords,
    /// Words of the question in a table row, without those of its header; `None` for other passages.
    in_row: Option<MatchedWords>,
    /// Whether the passage is a paragraph or a table row that consists of one word of the question, such as the name
    /// of a setting.
    is_bare: bool,
}

impl Passage {
    /// Whether the passage is a table row with at most weak evidence of the words of the question.
    fn is_unrelated_row(&self) -> bool {
        self.in_row.is_some_and(|words| words.strong == Words::default())
    }
}

/// Whether a quotation is a part of a section's text, or the heading of a section without text.
pub(crate) fn contains_quote(section: &Section, quote: &str) -> bool {
    section.text.contains(quote) || (section.text.is_empty() && *section.heading == *quote)
}

/// Returns the quoted text of a passage: a part of the text of its section, or the heading of a section without text.
pub(crate) fn quoted_text<'s>(section: &'s Section, passage: &Passage) -> &'s str {
    match section.text.is_empty() {
        true => &section.heading,
        false => section.text.get(passage.range.clone()).unwrap_or_default(),
    }
}

/// A section to quote from. `score` is a share of the best section's score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'e> {
    pub locale: Locale,
    pub section: &'e Section,
    pub score: f32,
}

/// Selects at most `max_count` passages of the sections in `sources`, best first.
pub(crate) fn best(
    sources: &[Source<'_>],
    matcher: &QuestionMatcher<'_>,
    kind: QuestionKind,
    max_count: usize,
) -> Vec<Passage> {
    let mut all: Vec<Passage> = Vec::new();
    let in_heading = |source: &Source<'_>| matcher.words_in(source.locale, &source.section.heading);
    let in_headings: Vec<MatchedWords> = sources.iter().map(in_heading).collect();
    for (number, (source, in_heading)) in sources.iter().zip(&in_headings).enumerate() {
        let in_headers = match kind {
            QuestionKind::Value => words_in_headers(matcher, source),
            _ => Vec::new(),
        };
        for mut passage in extract_passages(source.section) {
            passage.section = number;
            score(&mut passage, source, (matcher, *in_heading, &in_headers), kind);
            all.push(passage);
        }
    }
    // Passages of one word are quoted only if there are no other passages.
    if !all.iter().all(|passage| passage.is_bare) {
        all.retain(|passage| !passage.is_bare);
    }
    // Rows with at most weak evidence of the question's words are quoted only if all passages are such rows. Words in
    // the heading or the table header do not count.
    if !all.iter().all(Passage::is_unrelated_row) {
        all.retain(|passage| !passage.is_unrelated_row());
    }
    if kind != QuestionKind::Value {
        return choose(sources, all, Words::default(), max_count);
    }
    let identifiers = identifiers(matcher.evidence);
    keep_values(matcher, identifiers, &in_headings, &mut all);
    choose(sources, all, identifiers, max_count)
}

/// Whether a passage is a paragraph or a table row that consists of one word of the question. `found` are the
/// occurrences of the question's words in the passage.
fn is_bare(text: &str, blocks: &[TextBlock], found: &[(Range<usize>, usize)]) -> bool {
    let is_text = |block: &TextBlock| matches!(block.kind, BlockKind::Paragraph | BlockKind::Row);
    let [(range, _)] = found else { return false };
    let around = [text.get(..range.start), text.get(range.end..)];
    blocks.iter().all(is_text)
        && !around.into_iter().any(|text| has_words(text.unwrap_or_default()))
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Returns the words of the question that are names with `.` or `_`, such as `render.cache-mib`. Words with `-` only,
/// such as `read-only`, abbreviations such as `e.g`, and version numbers are not identifiers.
fn identifiers(evidence: &Evidence) -> Words {
    let mut identifiers = Words::default();
    for (number, word) in evidence.words().iter().enumerate() {
        let is_name = |part: &str| part.len() > 1 && part.starts_with(char::is_alphabetic);
        let mut parts = word.surface.split(['.', '_']);
        if parts.clone().nth(1).is_some() && parts.all(is_name) {
            identifiers.insert(number);
        }
    }
    identifiers
}

/// Removes passages that do not answer a question about a value. If the question contains identifiers, and a passage or
/// its heading has one of them, only such passages are kept. The best table row is the one with the largest share of
/// the question's words. Another row is removed if the best row contains all of its question words and more.
fn keep_values(
    matcher: &QuestionMatcher<'_>,
    identifiers: Words,
    in_headings: &[MatchedWords],
    all: &mut Vec<Passage>,
) {
    let is_asked = |passage: &Passage| {
        let in_heading = in_headings.get(passage.section).copied().unwrap_or_default();
        has_any(passage.matched.all(), identifiers) || has_any(in_heading.all(), identifiers)
    };
    if all.iter().any(is_asked) {
        all.retain(is_asked);
    }
    let by_share =
        |a: &MatchedWords, b: &MatchedWords| matcher.share(*a).total_cmp(&matcher.share(*b));
    if let Some(best) = all.iter().filter_map(|passage| passage.in_row).max_by(by_share) {
        let is_kept =
            |own: MatchedWords| own == best || own.all().without(best.all()) != Words::default();
        all.retain(|passage| passage.in_row.is_none_or(is_kept));
    }
}

fn has_any(words: Words, others: Words) -> bool {
    words.without(others) != words
}

/// Returns, for each block of a section, the words of the question in the header of the table to which it belongs.
fn words_in_headers(matcher: &QuestionMatcher<'_>, source: &Source<'_>) -> Vec<MatchedWords> {
    let mut current = MatchedWords::default();
    let of_block = |block: &TextBlock| {
        match block.kind {
            BlockKind::Row => {}
            BlockKind::Header => {
                let text = source.section.text.get(block.range.clone()).unwrap_or_default();
                current = matcher.words_in(source.locale, text);
            }
            _ => current = MatchedWords::default(),
        }
        current
    };
    source.section.blocks.iter().map(of_block).collect()
}

fn score(
    passage: &mut Passage,
    source: &Source<'_>,
    (matcher, in_heading, in_headers): (&QuestionMatcher<'_>, MatchedWords, &[MatchedWords]),
    kind: QuestionKind,
) {
    let section = source.section;
    let text = quoted_text(section, passage);
    let blocks = section.blocks.get(passage.blocks.clone()).unwrap_or_default();
    passage.is_bare = is_bare(text, blocks, &matcher.evidence.find(source.locale, text));
    passage.matched = matcher.words_in(source.locale, text);
    // The words of commands are English on Chinese pages, too: `pailou restore` matches “恢复”.
    for code in blocks.iter().filter(|block| block.kind == BlockKind::Code) {
        let end = code.range.end.min(passage.range.end);
        let code = section.text.get(code.range.start..end).unwrap_or_default();
        passage.matched = passage.matched.with(matcher.words_in(Locale::En, code));
    }
    if let [row] = blocks
        && row.kind == BlockKind::Row
    {
        // A part of a name counts as a word: `lantern.timeout` contains “lantern” and “timeout”.
        let parts = text.replace(['.', '_', '-'], " ");
        let in_row = passage.matched.with(matcher.words_in(source.locale, &parts));
        passage.in_row = Some(in_row);
        if kind == QuestionKind::Value {
            let in_header = in_headers.get(passage.blocks.start).copied().unwrap_or_default();
            passage.matched = in_row.with(in_header);
        }
    }
    let overlap = matcher.share(passage.matched);
    let above = matcher.share(in_heading.without(passage.matched.all())) * IN_HEADING;
    let position = 1.0 / (1.0 + passage.blocks.start as f32);
    let suits = blocks.iter().map(|block| kind.suits(block.kind)).fold(0.0, f32::max);
    passage.score = overlap
        + above
        + SECTION * source.score
        + POSITION_WEIGHT * position
        + BLOCK_KIND_WEIGHT * suits;
}

/// Selects passages by maximal marginal relevance. A table row with one of the `identifiers` is not compared with the
/// selected passages.
fn choose(
    sources: &[Source<'_>],
    mut all: Vec<Passage>,
    identifiers: Words,
    max_count: usize,
) -> Vec<Passage> {
    let mut chosen: Vec<(Passage, HashSet<String>)> = Vec::new();
    let by_score = |a: &Passage, b: &Passage| {
        b.score
            .total_cmp(&a.score)
            .then(a.section.cmp(&b.section))
            .then(a.range.start.cmp(&b.range.start))
    };
    all.sort_by(by_score);
    let best = all.first().map_or(0.0, |passage| passage.score);
    all.retain(|passage| passage.score >= MIN_OF_BEST * best);
    all.truncate(40);
    let mut left: Vec<_> = all
        .into_iter()
        .map(|passage| {
            let words = passage_words(sources, &passage);
            (passage, words)
        })
        .collect();
    while chosen.len() < max_count && !left.is_empty() {
        let value = |(passage, words): &(Passage, HashSet<String>)| {
            let same = chosen
                .iter()
                .map(|(other, other_words)| similarity((passage, words), (other, other_words)));
            let is_asked = passage.in_row.is_some() && has_any(passage.matched.all(), identifiers);
            let repetition = if is_asked { 0.0 } else { same.fold(0.0, f32::max) };
            RELEVANCE * passage.score / best.max(f32::MIN_POSITIVE) - (1.0 - RELEVANCE) * repetition
        };
        let values = left.iter().map(value).enumerate();
        let Some((at, _)) = values.reduce(|a, b| if b.1 > a.1 { b } else { a }) else { break };
        let selected = left.remove(at);
        left.retain(|(passage, _)| {
            passage.section != selected.0.section || !overlaps(&passage.range, &selected.0.range)
        });
        chosen.push(selected);
    }
    // Passages of text precede headings.
    let is_heading = |passage: &Passage| {
        sources.get(passage.section).is_some_and(|source| source.section.text.is_empty())
    };
    chosen.sort_by_key(|(passage, _)| is_heading(passage));
    chosen.into_iter().map(|(passage, _)| passage).collect()
}

fn overlaps(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Similarity of two passages: Jaccard index of their words, plus [`SAME_SECTION`] if they are from the same section;
/// at most 1.
fn similarity(
    (a, in_a): (&Passage, &HashSet<String>),
    (b, in_b): (&Passage, &HashSet<String>),
) -> f32 {
    let both = in_a.intersection(in_b).count() as f32;
    let any = (in_a.len() + in_b.len()) as f32 - both;
    let near = if a.section == b.section { SAME_SECTION } else { 0.0 };
    (both / any.max(1.0) + near).min(1.0)
}

fn passage_words(sources: &[Source<'_>], passage: &Passage) -> HashSet<String> {
    let text = sources.get(passage.section).map_or("", |it| quoted_text(it.section, passage));
    let text = text.to_lowercase();
    let is_latin = |word: &&str| word.len() > 2 && word.is_ascii();
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(is_latin).map(str::to_owned);
    let mut all: HashSet<String> = words.collect();
    let han: Vec<char> = text.chars().filter(|c| *c >= '\u{2e80}' && c.is_alphanumeric()).collect();
    all.extend(han.windows(2).map(|pair| pair.iter().collect::<String>()));
    all
}

/// Extracts all passages of a section.
fn extract_passages(section: &Section) -> Vec<Passage> {
    let mut all = Vec::new();
    let blocks = &section.blocks;
    let text = |block: &TextBlock| section.text.get(block.range.clone()).unwrap_or_default();
    let mut add = |range: Range<usize>, blocks: Range<usize>| {
        all.push(Passage {
            section: 0,
            range,
            blocks,
            score: 0.0,
            matched: MatchedWords::default(),
            in_row: None,
            is_bare: false,
        });
    };
    // First item of the current list.
    let mut first_item = None;
    for (at, block) in blocks.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| blocks.get(before));
        if !is_in_list(block.kind) {
            first_item = None;
        }
        match block.kind {
            BlockKind::Paragraph => {
                let next = blocks.get(at + 1).filter(|next| is_in_list(next.kind));
                if next.is_some() && text(block).trim_end().ends_with([':', '：']) {
                    // The paragraph is quoted with the list or code that it introduces.
                    continue;
                }
                let next = blocks.get(at + 1).filter(|next| next.kind == BlockKind::Paragraph);
                if let Some(next) = next.filter(|next| is_label(text(block), text(next))) {
                    let first = sentences(text(next)).first().map_or(0, |range| range.end);
                    add(block.range.start..next.range.start + first, at..at + 2);
                    continue;
                }
                let code = before.filter(|before| {
                    let length = block.range.end.saturating_sub(before.range.start);
                    before.kind == BlockKind::Code
                        && length <= MAX_BYTES_OF_LIST
                        && refers_to_code(text(block))
                });
                let start = block.range.start;
                let mut ranges = sentences(text(block)).into_iter();
                if let Some(code) = code
                    && let Some(first) = ranges.next()
                {
                    // The first sentence is quoted with the code that it refers to.
                    add(code.range.start..start + first.end, at - 1..at + 1);
                }
                for range in ranges {
                    add(start + range.start..start + range.end, at..at + 1);
                }
            }
            BlockKind::Row => add(block.range.clone(), at..at + 1),
            BlockKind::Code => {
                let end = block.range.start + code_end(text(block));
                let lead = before.filter(|before| introduces(before.kind, text(before)));
                match lead {
                    Some(lead) => add(lead.range.start..end, at - 1..at + 1),
                    None => add(block.range.start..end, at..at + 1),
                }
            }
            BlockKind::Item | BlockKind::Step => {
                let first = *first_item.get_or_insert(at);
                let end = first + list_length(&blocks[first..]);
                let is_whole = blocks.get(end).is_none_or(|next| !is_in_list(next.kind));
                if first == at {
                    let lead = before.filter(|before| introduces(before.kind, text(before)));
                    let from = if lead.is_some() { at - 1 } else { at };
                    add(blocks[from].range.start..blocks[end - 1].range.end, from..end);
                }
                if !is_whole || columns(text(block)) >= MIN_COLUMNS_OF_ITEM {
                    add(block.range.clone(), at..at + 1);
                }
            }
            BlockKind::Header => {}
        }
    }
    if blocks.is_empty() && !section.text.is_empty() {
        for range in sentences(&section.text) {
            add(range, 0..0);
        }
    }
    if section.text.is_empty() && has_words(&section.heading) {
        add(0..0, 0..0);
    }
    all
}

/// Whether a paragraph is a label of the next one, such as a term of a definition list: short, without a punctuation
/// mark at its end, and followed by a sentence.
fn is_label(text: &str, next: &str) -> bool {
    let ends_sentence = |text: &str| text.trim_end().ends_with(['.', '!', '?', '。', '！', '？']);
    columns(text) <= MAX_COLUMNS_OF_LABEL
        && text.trim_end().ends_with(|c: char| c.is_alphanumeric() || matches!(c, ')' | '）' | '`'))
        && ends_sentence(next)
}

fn is_in_list(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::Item | BlockKind::Step | BlockKind::Code)
}

/// Whether a paragraph begins with a reference to the code before it, such as “This command” and “这条命令”.
fn refers_to_code(text: &str) -> bool {
    REFERENCES_TO_CODE.iter().any(|reference| text.starts_with(reference))
}

/// Whether a block introduces the following list or code.
fn introduces(kind: BlockKind, text: &str) -> bool {
    let is_text = matches!(kind, BlockKind::Paragraph | BlockKind::Step | BlockKind::Item);
    is_text && columns(text) <= MAX_COLUMNS && text.trim_end().ends_with([':', '：', '.', '。'])
}

/// Number of blocks at the beginning of a list, code included, that are quoted together.
fn list_length(blocks: &[TextBlock]) -> usize {
    let start = blocks.first().map_or(0, |block| block.range.start);
    let fits =
        |block: &&TextBlock| is_in_list(block.kind) && block.range.end - start <= MAX_BYTES_OF_LIST;
    blocks.iter().take(MAX_ITEMS).take_while(fits).count().max(1)
}

/// Returns the length in bytes of the part of a code block that is quoted: whole lines up to a maximum number and size.
fn code_end(code: &str) -> usize {
    let mut end = 0;
    for line in code.split_inclusive('\n').take(MAX_LINES_OF_CODE) {
        if end > 0 && end + line.len() > MAX_BYTES_OF_LIST {
            break;
        }
        end += line.len();
    }
    code.get(..end).unwrap_or(code).trim_end().len()
}

/// Returns the range of the whole paragraph if it is short, otherwise the ranges of its sentences and of pairs of
/// consecutive sentences.
fn sentences(text: &str) -> Vec<Range<usize>> {
    if columns(text) <= MAX_COLUMNS {
        return std::iter::once(0..text.len()).collect();
    }
    let mut ends: Vec<usize> = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let ends_here = match c {
            '。' | '！' | '？' | '；' => true,
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if ends_here {
            ends.push(at + c.len_utf8());
        }
    }
    if ends.last() != Some(&text.len()) {
        ends.push(text.len());
    }
    let mut start = 0;
    let mut single = Vec::new();
    for end in ends {
        let piece = text.get(start..end).unwrap_or_default();
        let from = start + (piece.len() - piece.trim_start().len());
        if from < end {
            single.push(from..end);
        }
        start = end;
    }
    let pair = |pair: &[Range<usize>]| {
        let whole = pair[0].start..pair[1].end;
        (columns(text.get(whole.clone()).unwrap_or_default()) <= MAX_COLUMNS).then_some(whole)
    };
    let pairs: Vec<_> = single.windows(2).filter_map(pair).collect();
    single.into_iter().chain(pairs).collect()
}

fn columns(text: &str) -> usize {
    text.chars().map(|c| if u32::from(c) >= 0x2e80 { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use pailou_search::engine::Engine;
    use pailou_search::index::{Document, Part};
    use pailou_search::normalize::fold;
    use pailou_search::query::Query;
    use proptest::prelude::*;

    type Blocks<'a> = &'a [(BlockKind, &'a str)];

    fn part(blocks: Blocks<'_>) -> Part {
        let (mut text, mut ranges) = (String::new(), Vec::new());
        for (kind, part) in blocks {
            if !text.is_empty() {
                text.push('\n');
            }
            let start = text.len();
            text.push_str(part);
            ranges.push(TextBlock { kind: *kind, range: start..text.len(), number: None });
        }
        Part { text, blocks: ranges, ..Part::default() }
    }

    /// Returns the passages for a question. The sections are equally good search results.
    fn best_quotes(locale: Locale, question: &str, sections: &[Blocks<'_>]) -> Vec<String> {
        let mut engine = Engine::new(Arc::default());
        let sections = sections.iter().map(|blocks| part(blocks)).collect();
        engine.put(locale, Document { sections, ..Document::default() });
        let query = Query::question(question);
        let evidence = engine.question(&query).evidence();
        let sections = &engine.index_of(locale).sections;
        let sources: Vec<Source<'_>> =
            sections.iter().map(|section| Source { locale, section, score: 1.0 }).collect();
        let kind = QuestionKind::of(&fold(question));
        let matcher = QuestionMatcher::new(&evidence, &query.text);
        let chosen = best(&sources, &matcher, kind, 3).into_iter();
        chosen.map(|it| sections[it.section].text[it.range].to_owned()).collect()
    }

    const SETTINGS: Blocks<'_> = &[
        (BlockKind::Header, "Key\nDefault"),
        (BlockKind::Row, "addr\n127.0.0.1:8080"),
        (BlockKind::Row, "site.original\nzh"),
        (BlockKind::Row, "render.wait-ms\n500"),
        (BlockKind::Row, "render.cache-mib\n32"),
    ];
    const NOTES: Blocks<'_> = &[
        (BlockKind::Paragraph, "site.original"),
        (BlockKind::Paragraph, "The source language. Set it, even to the default."),
        (BlockKind::Paragraph, "render.cache-mib"),
        (BlockKind::Paragraph, "Memory for rendered pages."),
    ];
    const LANTERN: Blocks<'_> = &[
        (BlockKind::Code, "[lantern]\nurl = \"http://localhost\""),
        (BlockKind::Row, "lantern.retries\n2"),
        (BlockKind::Row, "lantern.timeout\n10 s"),
    ];
    const ZH_SETTINGS: Blocks<'_> = &[
        (BlockKind::Header, "配置项\n默认值"),
        (BlockKind::Row, "localization.hidden-contributors\n无，默认值为空"),
        (BlockKind::Row, "render.cache-mib\n32"),
    ];
    const ZH_NOTES: Blocks<'_> = &[
        (BlockKind::Paragraph, "render.cache-mib"),
        (BlockKind::Paragraph, "渲染后的页面所占的内存。"),
    ];

    #[test]
    fn question_about_a_value_is_answered_with_its_table_row() {
        for (locale, question, sections, first) in [
            (
                Locale::En,
                "What is the default value of render.cache-mib?",
                [NOTES, SETTINGS],
                "render.cache-mib\n32",
            ),
            (Locale::En, "default of site.original", [NOTES, SETTINGS], "site.original\nzh"),
            (
                Locale::En,
                "What is the default timeout of the lantern service?",
                [LANTERN, SETTINGS],
                "lantern.timeout\n10 s",
            ),
            (
                Locale::Zh,
                "render.cache-mib 的默认值是多少？",
                [ZH_NOTES, ZH_SETTINGS],
                "render.cache-mib\n32",
            ),
        ] {
            let quotes = best_quotes(locale, question, &sections);
            assert_eq!(quotes.first().map(String::as_str), Some(first), "{question} {quotes:?}");
            let wrong = ["addr", "lantern.retries", "localization", "render.wait"];
            let has_wrong = |quote: &String| wrong.iter().any(|wrong| quote.starts_with(wrong));
            assert!(!quotes.iter().any(has_wrong), "{question} {quotes:?}");
        }
    }

    #[test]
    fn one_word_passage_is_quoted_only_without_other_passages() {
        for question in ["what is render.cache-mib", "default of render.cache-mib"] {
            let quotes = best_quotes(Locale::En, question, &[NOTES, SETTINGS]);
            let description = "render.cache-mib\nMemory for rendered pages.".to_owned();
            assert!(quotes.contains(&description), "{question} {quotes:?}");
            assert!(!quotes.contains(&"render.cache-mib".to_owned()), "{question} {quotes:?}");
        }
        let only: Blocks<'_> = &[(BlockKind::Paragraph, "render.cache-mib")];
        let quotes = best_quotes(Locale::En, "default of render.cache-mib", &[only]);
        assert_eq!(quotes, ["render.cache-mib"], "there is nothing else to quote");
    }

    #[test]
    fn paragraph_about_preceding_code_is_quoted_with_the_code() {
        let code = "pailou version import 2.1 ./docs";
        for (locale, question, text) in [
            (
                Locale::En,
                "how do I import a folder as an old version",
                "This command imports a folder as an old version.",
            ),
            (Locale::Zh, "怎么把文件夹导入为旧版本", "这条命令把文件夹导入为旧版本。"),
        ] {
            let section: Blocks<'_> = &[(BlockKind::Code, code), (BlockKind::Paragraph, text)];
            let quotes = best_quotes(locale, question, &[section]);
            assert_eq!(quotes.first(), Some(&format!("{code}\n{text}")), "{quotes:?}");
        }
    }

    #[test]
    fn only_table_rows_with_a_question_word_are_quoted() {
        let rows: Blocks<'_> =
            &[(BlockKind::Row, "Windows\nSupported"), (BlockKind::Row, "macOS\nNot supported")];
        let quotes = best_quotes(Locale::En, "does it support Windows", &[rows]);
        assert!(quotes.contains(&"Windows\nSupported".to_owned()), "{quotes:?}");
        let rows: Blocks<'_> =
            &[(BlockKind::Row, "host\nlocalhost"), (BlockKind::Row, "port\n8080")];
        let quotes = best_quotes(Locale::En, "what are the default host and port", &[rows]);
        assert_eq!(quotes.len(), 2, "{quotes:?}");
    }

    #[test]
    fn row_with_a_synonym_is_not_quoted_beside_row_with_the_word() {
        let rows: Blocks<'_> = &[
            (BlockKind::Header, "Key\nDefault\nMeaning"),
            (BlockKind::Row, "outbound.allow\nnone\nAllowed addresses of hosts"),
            (BlockKind::Row, "addr\n127.0.0.1:8080\nAddress and port"),
        ];
        let quotes = best_quotes(Locale::En, "What is the default port?", &[rows]);
        assert_eq!(quotes, ["addr\n127.0.0.1:8080\nAddress and port"]);
        let rows: Blocks<'_> = &[
            (BlockKind::Header, "配置项\n默认值\n含义"),
            (BlockKind::Row, "outbound.allow\n无\n允许访问的地址"),
            (BlockKind::Row, "addr\n127.0.0.1:8080\n地址和端口"),
        ];
        let quotes = best_quotes(Locale::Zh, "默认端口是什么", &[rows]);
        assert_eq!(quotes, ["addr\n127.0.0.1:8080\n地址和端口"]);
    }

    #[test]
    fn row_without_words_of_the_question_is_not_quoted_beside_text() {
        let text = (BlockKind::Paragraph, "The settings are in pailou.toml.");
        let rows = [(BlockKind::Row, "--quiet\nPrints less"), (BlockKind::Row, "--all\nSets all")];
        let blocks: Blocks<'_> = &[text, rows[0], rows[1]];
        for question in ["where are the settings", "what are the settings", "default settings"] {
            let quotes = best_quotes(Locale::En, question, &[blocks]);
            assert_eq!(quotes, [text.1], "{question}");
        }
    }

    #[test]
    fn identifiers_are_names_with_dots_or_underscores() {
        let engine = Engine::new(Arc::default());
        let query = Query::question("read-only MAX_SIZE of a.toml pailou.toml e.g. 1.2.3 v1.2");
        let evidence = engine.question(&query).evidence();
        let all = identifiers(&evidence);
        let words = evidence.words().iter().enumerate().filter(|(number, _)| all.has(*number));
        let words: Vec<_> = words.map(|(_, word)| word.surface.as_str()).collect();
        assert_eq!(words, ["max_size", "pailou.toml"]);
    }

    #[test]
    fn table_rows_are_kept_if_none_contains_a_question_word() {
        let rows: Blocks<'_> = &[(BlockKind::Row, "connect\n10 s"), (BlockKind::Row, "read\n20 s")];
        let quotes = best_quotes(Locale::En, "maximum duration", &[rows]);
        assert_eq!(quotes.len(), 2, "{quotes:?}");
    }

    fn quoted(blocks: Blocks<'_>) -> Vec<String> {
        let mut engine = Engine::new(Arc::default());
        engine.put(Locale::En, Document { sections: vec![part(blocks)], ..Document::default() });
        let section = &engine.en.sections[0];
        let quoted = extract_passages(section).into_iter();
        quoted.map(|passage| section.text[passage.range].to_owned()).collect()
    }

    #[test]
    fn code_is_quoted_with_its_introduction() {
        let quoted = quoted(&[
            (BlockKind::Paragraph, "Copy the site:"),
            (BlockKind::Code, "pailou copy-to"),
            (BlockKind::Code, "ls"),
        ]);
        assert_eq!(quoted, ["Copy the site:\npailou copy-to", "ls"]);
    }

    #[test]
    fn items_of_a_short_list_are_quoted_together() {
        let quoted = quoted(&[
            (BlockKind::Paragraph, "A heading-like line"),
            (BlockKind::Step, "Stop the server."),
            (BlockKind::Step, "Copy it."),
        ]);
        let list = "Stop the server.\nCopy it.";
        assert_eq!(quoted, ["A heading-like line", list]);
    }

    #[test]
    fn each_item_of_a_long_list_is_quoted_alone() {
        let texts: Vec<String> = (0..30).map(|at| format!("Turn wheel {at}.")).collect();
        for kind in [BlockKind::Step, BlockKind::Item] {
            let blocks: Vec<_> = texts.iter().map(|text| (kind, text.as_str())).collect();
            let quoted = quoted(&blocks);
            let missing: Vec<_> = texts.iter().filter(|text| !quoted.contains(text)).collect();
            assert!(missing.is_empty(), "{missing:?}");
            assert_eq!(quoted[0], texts[..MAX_ITEMS].join("\n"));
        }
    }

    #[test]
    fn list_after_code_is_quoted_whole() {
        let quoted = quoted(&[
            (BlockKind::Code, "pailou serve"),
            (BlockKind::Item, "It listens."),
            (BlockKind::Item, "It logs."),
        ]);
        assert_eq!(quoted, ["pailou serve", "It listens.\nIt logs."]);
    }

    #[test]
    fn long_paragraph_is_split_at_sentences() {
        let long = "One sentence of some words. ".repeat(20);
        let ranges = sentences(long.trim_end());
        assert_eq!(ranges.first(), Some(&(0..27)));
        assert_eq!(ranges.len(), 39);
        assert_eq!(sentences("Version 1.2 is short."), vec![0..21]);
        let chinese = "先停止服务。再复制文件！".repeat(30);
        assert_eq!(&chinese[sentences(&chinese)[1].clone()], "再复制文件！");
    }

    proptest! {
        #[test]
        fn sentence_and_code_ranges_are_valid_in_any_text(text in "(\\PC|。|\\. ){0,400}") {
            for range in sentences(&text) {
                prop_assert!(text.get(range).is_some());
            }
            prop_assert!(text.get(..code_end(&text)).is_some());
        }
    }
}
