//! Tokens that begin with a special character: variables, directives, regular expressions, tags, here-documents, and
//! Rust's character literals and lifetimes.

use crate::lexer::Lexer;
use crate::{Class, after_blanks, line_end};

/// Maximum length of a regular expression, in bytes. A `/` without an end within this length is a
/// division operator.
const MAX_REGEX: usize = 300;

impl Lexer<'_> {
    pub(super) fn sign(&mut self, byte: u8) -> bool {
        let rules = self.language.rules;
        let next = self.bytes.get(self.at + 1).copied().unwrap_or_default();
        if self.line_begins && rules.directive == Some(byte) {
            return self.directive();
        }
        let before = self.at.checked_sub(1).map_or(b' ', |before| self.bytes[before]);
        if let Some((_, class)) = rules.sigils.iter().find(|(sign, _)| *sign == byte) {
            let is_word = next.is_ascii_alphabetic() || next == b'_' || next >= 0x80;
            // `a::b` contains no symbol `:b`, `a ? b:c` no symbol `:c`, and `x@y` no decorator `@y`.
            let is_apart = byte == b'$' || !(before.is_ascii_alphanumeric() || before == byte);
            let is_conditional = || (byte, *class) == (b':', Class::Constant) && self.is_else();
            if is_word && is_apart && !is_conditional() {
                self.take(*class, self.word_end(self.at + 1));
                return true;
            }
        }
        match byte {
            b'/' if rules.regex && self.value_may_follow => self.regex(),
            b'<' if rules.jsx => self.jsx_tag(next),
            b'<' if rules.heredoc && next == b'<' => self.heredoc_begin(),
            b'-' if rules.commands => {
                let is_option =
                    before.is_ascii_whitespace() && (next == b'-' || next.is_ascii_alphanumeric());
                if is_option {
                    let length = self.bytes[self.at..]
                        .iter()
                        .position(|byte| {
                            !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
                        })
                        .unwrap_or(self.bytes.len() - self.at);
                    self.take(Class::Property, self.at + length);
                }
                is_option
            }
            b'\'' if rules.rust => self.rust_quote(),
            _ => false,
        }
    }

    /// Whether a `:` separates the values of a conditional operator: `a ? b :c`.
    fn is_else(&self) -> bool {
        let limit = self.code.floor_char_boundary(self.at.saturating_sub(MAX_REGEX));
        let line = self.code[limit..self.at].rsplit('\n').next().unwrap_or_default();
        let value = line.rsplit_once(" ? ").map_or("", |(_, value)| value.trim_end());
        let ends_value = |c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']' | '"' | '\'');
        value.ends_with(ends_value)
    }

    /// Handles `#include <a.h>` and `[section]`.
    fn directive(&mut self) -> bool {
        if self.bytes[self.at] == b'[' {
            let end = line_end(self.bytes, self.at);
            let length = self.code[self.at..end].rfind(']').map_or(0, |at| at + 1);
            self.take(Class::Tag, self.at + length);
            return length > 0;
        }
        let name = after_blanks(self.bytes, self.at + 1);
        let end = self.word_end(name);
        if end == name {
            return false;
        }
        let takes_file = matches!(&self.code[name..end], "include" | "import" | "include_next");
        self.take(Class::Meta, end);
        let file = after_blanks(self.bytes, end);
        if takes_file && self.bytes.get(file) == Some(&b'<') {
            self.at = file;
            self.take(Class::String, line_end(self.bytes, file));
        }
        true
    }

    fn regex(&mut self) -> bool {
        let (mut in_class, mut end) = (false, self.at + 1);
        let limit = (self.at + MAX_REGEX).min(self.bytes.len());
        while end < limit {
            match self.bytes[end] {
                b'\n' => return false,
                b'\\' => end += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.take(Class::String, self.word_end(end + 1));
                    return true;
                }
                _ => {}
            }
            end += 1;
        }
        false
    }

    fn jsx_tag(&mut self, next: u8) -> bool {
        let name = self.at + if next == b'/' { 2 } else { 1 };
        let before = self.at.checked_sub(1).map_or(b' ', |before| self.bytes[before]);
        let is_name = self.bytes.get(name).is_some_and(u8::is_ascii_alphabetic);
        // `a<b` is a comparison and `Map<string>` a type.
        if !is_name || (before.is_ascii_alphanumeric() && next != b'/') {
            return false;
        }
        let length = self.bytes[name..]
            .iter()
            .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')))
            .unwrap_or(self.bytes.len() - name);
        self.at = name;
        self.take(Class::Tag, name + length);
        true
    }

    /// Handles `<<END`, `<<-'END'`, and `<<~END`.
    fn heredoc_begin(&mut self) -> bool {
        let marks = self.bytes[self.at + 2..].iter().take(3);
        let marks = marks.take_while(|byte| matches!(byte, b'-' | b'~' | b'<' | b'\'' | b'"'));
        let word = self.at + 2 + marks.count();
        let end = self.word_end(word);
        let is_word = self.bytes.get(word).is_some_and(|byte| byte.is_ascii_alphabetic());
        if !is_word || self.heredoc.is_some() {
            return false;
        }
        let code = self.code;
        self.take(Class::String, end);
        self.heredoc = Some(&code[word..end]);
        true
    }

    /// Handles a character literal or a lifetime.
    fn rust_quote(&mut self) -> bool {
        let mut inside = self.code[self.at + 1..].char_indices();
        let first = inside.next().map_or(' ', |(_, first)| first);
        let second = inside.next();
        if first == '\\' {
            let start = self.at + 1;
            let rest = &self.bytes[start..(start + 12).min(self.bytes.len())];
            let close = rest.iter().skip(2).position(|byte| *byte == b'\'');
            let Some(close) = close else { return false };
            self.take(Class::String, start + 2 + close + 1);
            return true;
        }
        if let Some((at, '\'')) = second {
            self.take(Class::String, self.at + 1 + at + 1);
            return true;
        }
        let end = self.word_end(self.at + 1);
        if end > self.at + 1 {
            self.take(Class::Meta, end);
        }
        end > self.at + 1
    }

    /// Whether a Rust raw string begins: `r"`, `r#"`, `br"`.
    pub(super) fn is_raw_string(&self, word: &str, end: usize) -> bool {
        matches!(word, "r" | "br" | "cr")
            && matches!(self.bytes[end..].iter().find(|byte| **byte != b'#'), Some(b'"'))
    }

    pub(super) fn raw_string(&mut self, from: usize) -> bool {
        let hashes = self.bytes[from..].iter().take_while(|byte| **byte == b'#').count();
        let mut end = from + hashes + 1;
        while end < self.bytes.len() {
            end += 1;
            let closes = self.bytes[end - 1] == b'"'
                && self.bytes[end..].iter().take(hashes).filter(|byte| **byte == b'#').count()
                    == hashes;
            if closes {
                end += hashes;
                break;
            }
        }
        self.take(Class::String, end.min(self.bytes.len()));
        true
    }
}
