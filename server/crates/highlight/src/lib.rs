//! Syntax highlighting: byte ranges of comments, strings, keywords, and other classes in a text.
//!
//! [`highlight`] returns [`Token`]s. Most languages are defined by tables for a common lexer. The
//! running time is linear, any input is accepted, and an unknown language yields no tokens.
//!
//! ```
//! use pailou_highlight::{Class, highlight};
//!
//! let tokens = highlight("rust", "let x = 1; // one");
//! assert!(tokens.iter().any(|token| token.class == Class::Comment));
//! ```

mod css;
mod languages;
mod lexer;
mod line_based;
mod markdown;
mod markup;
mod rules;
mod sigils;
#[cfg(test)]
mod tests;
mod yaml;

use std::ops::Range;

/// Class of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Comment,
    String,
    Number,
    Keyword,
    Type,
    Function,
    Constant,
    Property,
    Tag,
    Meta,
    Variable,
    Heading,
    Inserted,
    Deleted,
    /// Shell prompt; excluded when the code is copied.
    Prompt,
    /// Further lines of a command, with the line breaks before them; copied with the command.
    Continuation,
}

impl Class {
    /// Returns the CSS class.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comment => "hl-comment",
            Self::String => "hl-string",
            Self::Number => "hl-number",
            Self::Keyword => "hl-keyword",
            Self::Type => "hl-type",
            Self::Function => "hl-function",
            Self::Constant => "hl-constant",
            Self::Property => "hl-property",
            Self::Tag => "hl-tag",
            Self::Meta => "hl-meta",
            Self::Variable => "hl-variable",
            Self::Heading => "hl-heading",
            Self::Inserted => "hl-inserted",
            Self::Deleted => "hl-deleted",
            Self::Prompt => "hl-prompt",
            Self::Continuation => "hl-continuation",
        }
    }
}

/// A byte range with a class; text between tokens has no class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    pub class: Class,
    /// Byte range of the code, on character boundaries.
    pub range: Range<usize>,
}

/// Returns the tokens of `code`, ordered and without overlap; none if the language is unknown.
pub fn highlight(language: &str, code: &str) -> Vec<Token> {
    let mut tokens = Tokens::default();
    if let Some(shape) = languages::find(language) {
        shape.scan(code, 0, &mut tokens);
    }
    tokens.found
}

/// Returns the first name of each language.
pub fn names() -> Vec<&'static str> {
    languages::first_names()
}

#[derive(Default)]
struct Tokens {
    found: Vec<Token>,
}

impl Tokens {
    /// Adds a token; adjacent tokens of one class are joined.
    fn add(&mut self, class: Class, start: usize, end: usize) {
        match self.found.last_mut() {
            _ if start >= end => {}
            Some(last) if last.class == class && last.range.end == start => last.range.end = end,
            _ => self.found.push(Token { class, range: start..end }),
        }
    }
}

/// Returns the end of the line that contains `at`, without its line break.
fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| at + end)
}

/// Returns the position of the first byte from `at` on that is not a space or tab.
fn after_blanks(bytes: &[u8], at: usize) -> usize {
    bytes[at..]
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t'))
        .map_or(bytes.len(), |blanks| at + blanks)
}

/// Returns the lines of `code` without line breaks, each with its byte offset.
fn lines(code: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    code.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}
