//! Lexer rules, compiled once from the table of a language.

use std::collections::HashMap;

use crate::{Class, Tokens, css, lexer, line_based, markdown, markup, yaml};

/// Kind of lexer for a language.
pub(super) enum Shape {
    Code(Rules),
    /// Elements and attributes, with other languages in `<script>` and `<style>`.
    Markup,
    /// Stylesheet; true if `//` begins a comment.
    Css(bool),
    Yaml,
    Ini,
    Diff,
    Console,
    Markdown,
}

pub(super) struct Rules {
    pub(super) line_comments: &'static [&'static str],
    /// Whether a line comment must follow white space, `;`, or the start of a line: `a#b` contains no comment.
    pub(super) comments_need_blank: bool,
    pub(super) block_comments: &'static [(&'static str, &'static str)],
    pub(super) nested_comments: bool,
    /// Kinds of strings in matching order: an opening delimiter precedes its prefixes, such as `"""` before `"`.
    pub(super) quoted: &'static [Quoted],
    /// Words of each class, separated by spaces.
    pub(super) words: &'static [(Class, &'static str)],
    /// Characters in words besides letters, digits, and `_`.
    pub(super) letters: &'static str,
    /// Sigils (prefix characters such as `$`), each with the class of the token that it begins.
    pub(super) sigils: &'static [(u8, Class)],
    /// Character that begins a directive at the start of a line: `#include`, `[section]`.
    pub(super) directive: Option<u8>,
    pub(super) ignores_case: bool,
    /// Whether `Name` is a type and `NAME` a constant.
    pub(super) capitals: bool,
    /// Whether a word before `(` is a function.
    pub(super) calls: bool,
    /// Characters that make the first word of a line a property if one of them follows the word.
    pub(super) keys: &'static [u8],
    /// Whether a string before `:` is a property.
    pub(super) string_keys: bool,
    /// Whether the first word of a command is a function, and words that begin with `-` are
    /// options.
    pub(super) commands: bool,
    /// Whether `/…/` is a regular expression where a value is allowed.
    pub(super) regex: bool,
    /// Whether `<Name` is a tag.
    pub(super) jsx: bool,
    /// Whether `<<END` begins a here-document.
    pub(super) heredoc: bool,
    /// Whether `'a` without a closing quote is a lifetime, `r#"…"#` is a string, and `name!` is a macro.
    pub(super) rust: bool,
}

impl Rules {
    pub(super) const NONE: Self = Self {
        line_comments: &[],
        comments_need_blank: false,
        block_comments: &[],
        nested_comments: false,
        quoted: &[],
        words: &[],
        letters: "",
        sigils: &[],
        directive: None,
        ignores_case: false,
        capitals: false,
        calls: true,
        keys: &[],
        string_keys: false,
        commands: false,
        regex: false,
        jsx: false,
        heredoc: false,
        rust: false,
    };
}

/// A kind of string.
pub(super) struct Quoted {
    pub(super) open: &'static str,
    /// Closing delimiter; empty if the token consists of the opening delimiter only.
    pub(super) close: &'static str,
    /// Whether `\` escapes the next character.
    pub(super) escapes: bool,
    /// Whether the string may span lines.
    pub(super) lines: bool,
    /// Delimiters of interpolated code, such as `${` and `}`.
    pub(super) hole: Option<(&'static str, u8)>,
    pub(super) class: Class,
}

impl Quoted {
    /// String on one line, with escapes.
    pub(super) const fn line(mark: &'static str) -> Self {
        Self {
            open: mark,
            close: mark,
            escapes: true,
            lines: false,
            hole: None,
            class: Class::String,
        }
    }

    /// String over several lines, with escapes.
    pub(super) const fn lines(mark: &'static str) -> Self {
        Self { lines: true, ..Self::line(mark) }
    }

    /// Raw string over several lines.
    pub(super) const fn raw(open: &'static str, close: &'static str) -> Self {
        Self { open, close, escapes: false, lines: true, hole: None, class: Class::String }
    }

    pub(super) const fn with_placeholder(mut self, open: &'static str, close: u8) -> Self {
        self.hole = Some((open, close));
        self
    }

    pub(super) const fn ending(mut self, close: &'static str) -> Self {
        self.close = close;
        self
    }

    pub(super) const fn with_class(mut self, class: Class) -> Self {
        self.class = class;
        self
    }
}

/// A compiled language.
pub(super) enum CompiledLanguage {
    Code(Box<Compiled>),
    Other(&'static Shape),
}

/// Compiled rules: class of each word, and the kinds of token that each byte may begin.
pub(super) struct Compiled {
    pub(super) rules: &'static Rules,
    pub(super) words: HashMap<&'static str, Class>,
    pub(super) starts: [u8; 256],
}

pub(super) const COMMENT: u8 = 1;
pub(super) const STRING: u8 = 2;
pub(super) const WORD: u8 = 4;
pub(super) const DIGIT: u8 = 8;
pub(super) const SIGN: u8 = 16;

impl CompiledLanguage {
    pub(super) fn of(shape: &'static Shape) -> Self {
        match shape {
            Shape::Code(rules) => Self::Code(Box::new(Compiled::of(rules))),
            other => Self::Other(other),
        }
    }

    /// Adds the tokens of `code[from..]`.
    pub(super) fn scan(&self, code: &str, from: usize, tokens: &mut Tokens) {
        match self {
            Self::Code(compiled) => lexer::scan(compiled, code, from, tokens),
            Self::Other(Shape::Markup) => markup::scan(code, from, tokens),
            Self::Other(Shape::Css(slashes)) => css::scan(code, from, *slashes, tokens),
            Self::Other(Shape::Yaml) => yaml::scan(code, from, tokens),
            Self::Other(Shape::Ini) => line_based::ini(code, from, tokens),
            Self::Other(Shape::Diff) => line_based::diff(code, from, tokens),
            Self::Other(Shape::Console) => line_based::console(code, from, tokens),
            Self::Other(Shape::Markdown) => markdown::scan(code, from, tokens),
            Self::Other(Shape::Code(_)) => {}
        }
    }
}

impl Compiled {
    fn of(rules: &'static Rules) -> Self {
        let mut words = HashMap::new();
        for (class, list) in rules.words {
            words.extend(list.split_whitespace().map(|word| (word, *class)));
        }
        let mut starts = [0_u8; 256];
        let mut may_begin = |mark: &str, what: u8| {
            if let Some(first) = mark.bytes().next() {
                starts[usize::from(first)] |= what;
            }
        };
        rules.line_comments.iter().for_each(|mark| may_begin(mark, COMMENT));
        rules.block_comments.iter().for_each(|(mark, _)| may_begin(mark, COMMENT));
        rules.quoted.iter().for_each(|quoted| may_begin(quoted.open, STRING));
        for (byte, what) in starts.iter_mut().enumerate() {
            let byte = u8::try_from(byte).unwrap_or_default();
            if byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80 {
                *what |= WORD;
            } else if byte.is_ascii_digit() {
                *what |= DIGIT;
            }
            let is_sign = rules.sigils.iter().any(|(sign, _)| *sign == byte)
                || rules.directive == Some(byte)
                || (rules.regex && byte == b'/')
                || ((rules.jsx || rules.heredoc) && byte == b'<')
                || (rules.commands && byte == b'-')
                || (rules.rust && byte == b'\'');
            if is_sign {
                *what |= SIGN;
            }
        }
        Self { rules, words, starts }
    }

    pub(super) fn class_of(&self, word: &str) -> Option<Class> {
        if !self.rules.ignores_case {
            return self.words.get(word).copied();
        }
        // Maximum length of a word in the tables.
        let mut lower = [0_u8; 24];
        let lower = lower.get_mut(..word.len())?;
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        self.words.get(std::str::from_utf8(lower).ok()?).copied()
    }
}
