//! Markdown: headings, inline markup, and the code in fenced blocks.

use crate::{Class, Tokens, languages, lines};

pub(super) fn scan(code: &str, from: usize, tokens: &mut Tokens) {
    let mut fence: Option<Fence<'_>> = None;
    for (start, line) in lines(&code[from..]) {
        let (start, end) = (from + start, from + start + line.len());
        let content = line.trim_start();
        match fence.take() {
            Some(open)
                if content.starts_with(open.mark)
                    && content.trim_matches(['`', '~', ' ']).is_empty() =>
            {
                open.highlight_code(code, start, tokens);
                tokens.add(Class::Meta, start, end);
            }
            Some(open) => fence = Some(open),
            None if content.starts_with("```") || content.starts_with("~~~") => {
                let run = content.len() - content.trim_start_matches(['`', '~']).len();
                tokens.add(Class::Meta, start, end);
                let name = content[run..]
                    .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '+'))
                    .next();
                fence = Some(Fence {
                    mark: &content[..run],
                    language: name.unwrap_or_default(),
                    start: end,
                });
            }
            None => text_line(code, start, end, tokens),
        }
    }
    if let Some(open) = fence {
        open.highlight_code(code, code.len(), tokens);
    }
}

struct Fence<'a> {
    mark: &'a str,
    language: &'a str,
    start: usize,
}

impl Fence<'_> {
    fn highlight_code(&self, code: &str, end: usize, tokens: &mut Tokens) {
        let is_markdown = matches!(self.language, "md" | "markdown" | "mdx" | "mdc");
        if let Some(language) = languages::find(self.language).filter(|_| !is_markdown) {
            language.scan(&code[..end], self.start, tokens);
        }
    }
}

fn text_line(code: &str, start: usize, end: usize, tokens: &mut Tokens) {
    let line = &code[start..end];
    let content = line.trim_start();
    let at = end - content.len();
    if content.starts_with('#') && content.trim_start_matches('#').starts_with([' ', '\t']) {
        return tokens.add(Class::Heading, at, end);
    }
    if content.starts_with(":::") || content.starts_with("---") || content.starts_with("+++") {
        return tokens.add(Class::Meta, at, end);
    }
    let marker = ["- ", "* ", "+ ", "> "].iter().find(|marker| content.starts_with(**marker));
    if let Some(marker) = marker {
        tokens.add(Class::Keyword, at, at + marker.len() - 1);
    }
    inline(code, at + marker.map_or(0, |marker| marker.len()), end, tokens);
}

/// Highlights inline code, strong emphasis, link targets, and HTML tags. An opening delimiter
/// without a closing one on the same line is text.
fn inline(code: &str, start: usize, end: usize, tokens: &mut Tokens) {
    let mut at = start;
    // A closing delimiter that was not found is not searched for again.
    let mut alone = [false; 4];
    while let Some(found) = code[at..end].find(['`', '*', ']', '<']) {
        at += found;
        let rest = &code[at..end];
        let (kind, open, close, class) = match rest.as_bytes()[0] {
            b'`' => (0, 1, "`", Class::String),
            b'*' if rest.starts_with("**") => (1, 2, "**", Class::Constant),
            b']' if rest.starts_with("](") => (2, 2, ")", Class::Property),
            b'<' => (3, 1, ">", Class::Tag),
            _ => {
                at += 1;
                continue;
            }
        };
        let length = if alone[kind] { None } else { rest[open..].find(close) };
        match length {
            Some(length) => {
                let to = at + open + length + close.len();
                let from = if kind == 2 { at + 1 } else { at };
                tokens.add(class, from, to);
                at = to;
            }
            None => {
                alone[kind] = true;
                at += open;
            }
        }
    }
}
