//! Table-driven lexer with linear running time.

use crate::rules::{COMMENT, Compiled, DIGIT, Quoted, SIGN, STRING, WORD};
use crate::{Class, Tokens, after_blanks, line_end};

/// Keywords that precede the name of a function.
const MAKES_FUNCTION: [&str; 8] =
    ["fn", "func", "fun", "def", "defp", "function", "sub", "defmacro"];
/// Keywords that precede the name of a type.
const MAKES_TYPE: [&str; 13] = [
    "class",
    "struct",
    "interface",
    "enum",
    "trait",
    "type",
    "module",
    "namespace",
    "record",
    "protocol",
    "message",
    "service",
    "defmodule",
];

pub(super) fn scan(language: &Compiled, code: &str, from: usize, tokens: &mut Tokens) {
    let bytes = code.as_bytes();
    let mut lexer = Lexer {
        language,
        code,
        bytes,
        at: from,
        tokens,
        interpolations: Vec::new(),
        line_begins: true,
        value_may_follow: true,
        command_may_follow: true,
        after: After::Nothing,
        heredoc: None,
    };
    while lexer.at < bytes.len() {
        lexer.step();
    }
}

/// Role of the next word, determined by the previous token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    Nothing,
    Function,
    Type,
    Dot,
}

pub(super) struct Lexer<'a> {
    pub(super) language: &'a Compiled,
    pub(super) code: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) tokens: &'a mut Tokens,
    /// Strings around the current interpolation, innermost last, each with the number of unclosed
    /// brackets in its interpolation.
    interpolations: Vec<(&'static Quoted, u32)>,
    /// Whether only white space precedes the current position on its line.
    pub(super) line_begins: bool,
    pub(super) value_may_follow: bool,
    command_may_follow: bool,
    after: After,
    /// Delimiter of the here-document that begins on the next line.
    pub(super) heredoc: Option<&'a str>,
}

impl<'a> Lexer<'a> {
    fn step(&mut self) {
        let byte = self.bytes[self.at];
        match byte {
            b'\n' => return self.new_line(),
            b' ' | b'\t' | b'\r' => {
                self.at += 1;
                return;
            }
            _ => {}
        }
        let starts = self.language.starts[usize::from(byte)];
        let is_consumed = (starts & COMMENT != 0 && self.comment())
            || (starts & SIGN != 0 && self.sign(byte))
            || (starts & STRING != 0 && self.string())
            || (starts & DIGIT != 0 && self.number())
            || (starts & WORD != 0 && self.word());
        if !is_consumed {
            self.mark(byte);
        }
        self.line_begins = false;
    }

    fn new_line(&mut self) {
        self.at += 1;
        self.line_begins = true;
        self.command_may_follow = true;
        self.after = After::Nothing;
        let Some(end_word) = self.heredoc.take() else { return };
        let start = self.at;
        while self.at < self.bytes.len() {
            let end = line_end(self.bytes, self.at);
            let is_end = self.code[self.at..end].trim() == end_word;
            self.at = (end + 1).min(self.bytes.len());
            if is_end {
                break;
            }
        }
        self.tokens.add(Class::String, start, self.at);
    }

    pub(super) fn take(&mut self, class: Class, end: usize) {
        self.tokens.add(class, self.at, end);
        self.at = end;
        self.value_may_follow = false;
        self.command_may_follow = false;
        self.after = After::Nothing;
    }

    fn begins_with(&self, mark: &str) -> bool {
        self.bytes[self.at..].starts_with(mark.as_bytes())
    }

    fn comment(&mut self) -> bool {
        let rules = self.language.rules;
        let before = self.at.checked_sub(1).map_or(b' ', |before| self.bytes[before]);
        let may = !rules.comments_need_blank || before.is_ascii_whitespace() || before == b';';
        if may && rules.line_comments.iter().any(|mark| self.begins_with(mark)) {
            let end = line_end(self.bytes, self.at);
            self.tokens.add(Class::Comment, self.at, end);
            self.at = end;
            return true;
        }
        let block = rules.block_comments.iter().find(|(open, _)| self.begins_with(open));
        let Some((open, close)) = block else { return false };
        let mut depth = 1_usize;
        let mut end = self.at + open.len();
        while depth > 0 && end < self.bytes.len() {
            let rest = &self.bytes[end..];
            if rest.starts_with(close.as_bytes()) {
                depth -= 1;
                end += close.len();
            } else if rules.nested_comments && rest.starts_with(open.as_bytes()) {
                depth += 1;
                end += open.len();
            } else {
                end += 1;
            }
        }
        self.tokens.add(Class::Comment, self.at, end);
        self.at = end;
        true
    }

    fn string(&mut self) -> bool {
        let Some(quoted) =
            self.language.rules.quoted.iter().find(|quoted| self.begins_with(quoted.open))
        else {
            return false;
        };
        let inside = self.at + quoted.open.len();
        self.string_from(quoted, inside);
        true
    }

    /// Reads the rest of a string from `inside` on, up to its end or an interpolation.
    fn string_from(&mut self, quoted: &'static Quoted, inside: usize) {
        let mut end = inside;
        let mut hole = false;
        while end < self.bytes.len() {
            let rest = &self.bytes[end..];
            if rest.starts_with(quoted.close.as_bytes()) {
                end += quoted.close.len();
                break;
            }
            if let Some((open, _)) = quoted.hole.filter(|_| self.interpolations.len() < 20)
                && rest.starts_with(open.as_bytes())
            {
                hole = true;
                break;
            }
            match rest[0] {
                b'\\' if quoted.escapes => end += 2,
                b'\n' if !quoted.lines => break,
                _ => end += 1,
            }
        }
        let end = end.min(self.bytes.len());
        let class = match quoted.class {
            Class::String if self.is_key(end) => Class::Property,
            class => class,
        };
        self.take(class, end);
        self.command_may_follow = quoted.close.is_empty();
        if let (true, Some((open, _))) = (hole, quoted.hole) {
            self.interpolations.push((quoted, 0));
            self.tokens.add(Class::Meta, end, end + open.len());
            self.at = end + open.len();
            self.value_may_follow = true;
            self.command_may_follow = true;
        }
    }

    /// Whether the token that ends at `end` is a key: a separator such as `:` follows.
    fn is_key(&self, end: usize) -> bool {
        let rules = self.language.rules;
        if !(rules.string_keys || (self.line_begins && !rules.keys.is_empty())) {
            return false;
        }
        match self.bytes.get(after_blanks(self.bytes, end)) {
            Some(b':') if rules.string_keys => true,
            Some(sign) => self.line_begins && rules.keys.contains(sign),
            None => false,
        }
    }

    fn number(&mut self) -> bool {
        let mut end = self.at + 1;
        let is_hex = self.bytes[self.at] == b'0'
            && matches!(self.bytes.get(end), Some(b'x' | b'X' | b'b' | b'B' | b'o'));
        while let Some(byte) = self.bytes.get(end) {
            let before = self.bytes[end - 1];
            let does_continue = byte.is_ascii_alphanumeric()
                || *byte == b'_'
                || (matches!(byte, b'+' | b'-') && matches!(before, b'e' | b'E') && !is_hex)
                || (*byte == b'.' && self.bytes.get(end + 1).is_some_and(u8::is_ascii_digit));
            if !does_continue {
                break;
            }
            end += 1;
        }
        self.take(Class::Number, end);
        true
    }

    pub(super) fn word_end(&self, from: usize) -> usize {
        let letters = self.language.rules.letters.as_bytes();
        let is_letter = |byte: &u8| {
            byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80 || letters.contains(byte)
        };
        self.bytes[from..]
            .iter()
            .position(|byte| !is_letter(byte))
            .map_or(self.bytes.len(), |length| from + length)
    }

    fn word(&mut self) -> bool {
        let rules = self.language.rules;
        let end = self.word_end(self.at);
        let word = &self.code[self.at..end];
        let next = self.bytes.get(end).copied().unwrap_or_default();
        if rules.rust && self.is_raw_string(word, end) {
            return self.raw_string(end);
        }
        let known = self.language.class_of(word).filter(|_| self.after != After::Dot);
        // A keyword may also be a key: `type: 1`.
        let is_key = self.line_begins && self.is_key(end) && word != "default" && word != "else";
        let class = match known {
            _ if is_key => Some(Class::Property),
            Some(class) => Some(class),
            None if self.after == After::Function => Some(Class::Function),
            None if self.after == After::Type => Some(Class::Type),
            None if rules.commands && self.command_may_follow && next != b'=' => {
                Some(Class::Function)
            }
            None => self.by_shape(word, next, end),
        };
        let is_keyword = class == Some(Class::Keyword);
        let starts_command = rules.commands && is_keyword;
        let after = match is_keyword {
            true if MAKES_FUNCTION.contains(&word) => After::Function,
            true if MAKES_TYPE.contains(&word) => After::Type,
            _ => After::Nothing,
        };
        match class {
            Some(class) => self.take(class, end),
            None => self.at = end,
        }
        self.value_may_follow = is_keyword;
        self.command_may_follow = starts_command;
        self.after = after;
        true
    }

    /// Returns the class of a word that is not in the table, determined by its form; `None` for a word without a class.
    fn by_shape(&self, word: &str, next: u8, end: usize) -> Option<Class> {
        let rules = self.language.rules;
        if rules.capitals && word.starts_with(|c: char| c.is_ascii_uppercase()) {
            let is_constant = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
            return Some(if is_constant { Class::Constant } else { Class::Type });
        }
        if rules.jsx && next == b'=' && matches!(self.bytes.get(end + 1), Some(b'"' | b'\'' | b'{'))
        {
            return Some(Class::Property);
        }
        let is_macro = rules.rust && next == b'!' && self.bytes.get(end + 1) != Some(&b'=');
        (rules.calls && (next == b'(' || is_macro)).then_some(Class::Function)
    }

    /// Handles punctuation. It may end an interpolation; otherwise it has no class, but determines
    /// the role of the next word.
    fn mark(&mut self, byte: u8) {
        if let Some((quoted, depth)) = self.interpolations.last_mut() {
            let (open, close) = quoted.hole.unwrap_or(("", 0));
            if byte == close && *depth == 0 {
                let quoted = *quoted;
                self.interpolations.pop();
                self.tokens.add(Class::Meta, self.at, self.at + 1);
                self.at += 1;
                let inside = self.at;
                return self.string_from(quoted, inside);
            }
            if byte == close {
                *depth -= 1;
            } else if open.as_bytes().last() == Some(&byte) {
                *depth += 1;
            }
        }
        self.value_may_follow = !matches!(byte, b')' | b']' | b'}');
        self.command_may_follow = matches!(byte, b'|' | b'&' | b';' | b'(' | b'{' | b'`');
        let is_range = self.bytes.get(self.at + 1) == Some(&b'.');
        self.after = if byte == b'.' && !is_range { After::Dot } else { After::Nothing };
        self.at += 1;
    }
}
