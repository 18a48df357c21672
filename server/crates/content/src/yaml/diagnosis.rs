//! Explanations of YAML errors: the line to correct and the usual mistake there.
//!
//! The parser reports many mistakes as errors of a later token, often on a later line.

use saphyr_parser::ScanError;

use super::{YamlError, line_number, line_text};

pub(super) const NO_ANCHOR: &str = "an alias without its anchor";
pub(super) const UNQUOTED: &str = "a value needs quotation marks";
pub(crate) const NO_KEY: &str = "a line without a key";
const AFTER_QUOTE: &str = "text after a closing quotation mark";
const UNCLOSED_QUOTE: &str = "a quotation mark is not closed";
const UNCLOSED_BRACKET: &str = "a bracket is not closed";
const BESIDE_BLOCK: &str = "text on the line of a block indicator";
const BELOW_BLOCK: &str = "text below a block indicator is not indented";
const COLON: &str = "an unquoted value contains a colon";
const TAB: &str = "tab used for indentation";
const INDENTATION: &str = "inconsistent indentation";

/// Explains a parser error.
pub(super) fn explain(lines: &[&str], error: &ScanError) -> YamlError {
    let line = line_number(error.marker().line());
    let (line, detail) = explained(lines, line, error.info());
    YamlError { line, detail: detail.to_owned() }
}

/// Explains a key that spans several lines, which is always a mistake in front matter.
pub(super) fn unkeyed_line(lines: &[&str], line: u32) -> YamlError {
    let unclosed = unclosed_value(lines).filter(|(at, _)| *at <= line);
    let (line, detail) = unclosed.unwrap_or((line, NO_KEY));
    YamlError { line, detail: detail.to_owned() }
}

fn explained<'a>(lines: &[&str], line: u32, info: &'a str) -> (u32, &'a str) {
    if info.contains("unknown anchor") {
        let has_anchors = lines.iter().any(|line| line.contains(" &"));
        return (line, if has_anchors { NO_ANCHOR } else { UNQUOTED });
    }
    let unclosed = unclosed_value(lines).filter(|(at, _)| *at <= line.saturating_add(1));
    if let Some(unclosed) = unclosed {
        return unclosed;
    }
    let above = line.saturating_sub(1);
    let quoting = |at: u32| Some((at, quoting_error(lines, at)?));
    if let Some(found) = quoting(line).or_else(|| quoting(above)) {
        return found;
    }
    let detail = frequent_error(info);
    let at = match detail {
        TAB => [line, line.saturating_add(1), above].into_iter().find(|at| {
            let line = line_text(lines, *at);
            line[..indent(line)].contains('\t')
        }),
        NO_KEY | INDENTATION => {
            let below = [line, above].into_iter().find(|at| is_below_block_mark(lines, *at));
            if let Some(line) = below {
                return (line, BELOW_BLOCK);
            }
            let is_words = |at: &u32| {
                let line = line_text(lines, *at);
                !line.trim().is_empty() && !begins_entry(line)
            };
            (1..=line).rev().take(2).find(is_words).filter(|_| detail == NO_KEY)
        }
        COLON if is_indented_entry(lines, line) => return (line, INDENTATION),
        _ => None,
    };
    (at.unwrap_or(line), detail)
}

/// Returns the explanation of a frequent error; rare errors keep the parser's message.
fn frequent_error(info: &str) -> &str {
    let is = |all: &[&str]| all.iter().any(|part| info.contains(part));
    if is(&["mapping values are not allowed", "illegal placement of ':'"]) {
        COLON
    } else if is(&["quoted scalar, found unexpected"]) {
        UNCLOSED_QUOTE
    } else if is(&["escape"]) {
        "a backslash in double quotation marks"
    } else if is(&["flow sequence", "flow mapping", "misplaced bracket"]) {
        UNCLOSED_BRACKET
    } else if is(&["valid YAML whitespace"]) {
        "a colon without a space"
    } else if is(&["tab"]) {
        TAB
    } else if is(&["simple key"]) {
        NO_KEY
    } else if is(&["indentation", "indented", "block collection", "did not find expected key"]) {
        INDENTATION
    } else {
        info
    }
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns the key and the value of an entry, or the value of a list item. Quoted keys are not entries. Returns `None`
/// for any other line.
fn entry(line: &str) -> Option<(Option<&str>, &str)> {
    let line = line.trim();
    let item = line.strip_prefix("- ").map(str::trim_start);
    match item.unwrap_or(line).split_once(": ") {
        Some((key, value)) if !key.contains(['[', '{', '"', '\'']) => {
            Some((Some(key), value.trim_start()))
        }
        _ => item.map(|item| (None, item)),
    }
}

/// Whether a line begins the next entry of a map or list.
fn begins_entry(line: &str) -> bool {
    entry(line).is_some() || line.trim_end().ends_with(':') || line.trim() == "-"
}

/// Returns the line of the first value whose quotation mark or bracket is not closed before the next entry, and the
/// detail of the error; `None` if there is no such value.
fn unclosed_value(lines: &[&str]) -> Option<(u32, &'static str)> {
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let first = at;
        at += 1;
        let Some((_, value)) = entry(line) else { continue };
        let is_below = |below: &&&str| below.trim().is_empty() || indent(below) > indent(line);
        if value.strip_prefix(['|', '>']).is_some_and(is_rest_of_block_header) {
            at += lines[at..].iter().take_while(is_below).count();
            continue;
        }
        let (mark, detail) = match value.chars().next() {
            Some(mark @ ('"' | '\'')) => (mark, UNCLOSED_QUOTE),
            Some(mark @ ('[' | '{')) if !value.starts_with("{{") => (mark, UNCLOSED_BRACKET),
            _ => continue,
        };
        let is_inside =
            |below: &&&str| is_below(below) || detail == UNCLOSED_BRACKET && !begins_entry(below);
        let below = lines[at..].iter().take_while(is_inside).count();
        let value_and_below = std::iter::once(&value).chain(&lines[at..at + below]);
        let closed = match detail {
            UNCLOSED_QUOTE => closing_line(value_and_below, Quote::new(mark)),
            _ => closing_line(value_and_below, Brackets::default()),
        };
        match closed {
            Some(lines) => at += lines,
            None => return Some((line_number(first + 1), detail)),
        }
    }
    None
}

/// Scanner of the characters of a value until its end.
trait Closing {
    /// Whether this character closes the value. `next` is the character after it.
    fn closes(&mut self, mark: char, next: Option<char>) -> bool;
    fn end_line(&mut self) {}
}

/// Returns the index of the line that closes a value; `None` if no line closes the value.
fn closing_line<'l>(
    lines: impl Iterator<Item = &'l &'l str>,
    mut scanner: impl Closing,
) -> Option<usize> {
    for (at, line) in lines.enumerate() {
        if closing_offset(line, &mut scanner).is_some() {
            return Some(at);
        }
        scanner.end_line();
    }
    None
}

fn closing_offset(line: &str, scanner: &mut impl Closing) -> Option<usize> {
    let mut characters = line.char_indices().peekable();
    while let Some((at, mark)) = characters.next() {
        if scanner.closes(mark, characters.peek().map(|(_, next)| *next)) {
            return Some(at);
        }
    }
    None
}

/// Quoted text, from its opening mark.
struct Quote {
    mark: char,
    is_open: bool,
    is_escaped: bool,
}

impl Quote {
    fn new(mark: char) -> Self {
        Self { mark, is_open: false, is_escaped: false }
    }
}

impl Closing for Quote {
    fn closes(&mut self, mark: char, next: Option<char>) -> bool {
        if std::mem::take(&mut self.is_escaped) {
            return false;
        }
        if !self.is_open {
            self.is_open = true;
            return false;
        }
        let is_double = self.mark == '"';
        self.is_escaped = if is_double { mark == '\\' } else { mark == '\'' && next == Some('\'') };
        mark == self.mark && !self.is_escaped
    }

    fn end_line(&mut self) {
        self.is_escaped = false;
    }
}

/// Nested brackets and braces, without those in quotation marks and comments.
#[derive(Default)]
struct Brackets {
    depth: usize,
    quote: Option<Quote>,
    is_comment: bool,
    previous: Option<char>,
    /// The last character that was not white space.
    before: Option<char>,
}

impl Closing for Brackets {
    fn closes(&mut self, mark: char, next: Option<char>) -> bool {
        let (previous, before) = (self.previous.replace(mark), self.before);
        if !mark.is_whitespace() {
            self.before = Some(mark);
        }
        if let Some(quote) = &mut self.quote {
            if quote.closes(mark, next) {
                self.quote = None;
            }
            return false;
        }
        let is_start = before.is_none_or(|before| "[{,:".contains(before));
        match mark {
            _ if self.is_comment => {}
            '#' if previous.is_none_or(char::is_whitespace) => self.is_comment = true,
            '"' | '\'' if is_start => {
                let mut quote = Quote::new(mark);
                quote.closes(mark, next);
                self.quote = Some(quote);
            }
            '[' | '{' => self.depth += 1,
            ']' | '}' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.depth == 0
    }

    fn end_line(&mut self) {
        self.is_comment = false;
        self.previous = None;
    }
}

/// Whether a line follows a line that ends with a block indicator, and is not indented below it.
fn is_below_block_mark(lines: &[&str], number: u32) -> bool {
    let Some((line, above)) = line_and_above(lines, number) else { return false };
    let mark = entry(above).and_then(|(_, value)| value.strip_prefix(['|', '>']));
    mark.is_some_and(is_rest_of_block_header) && indent(line) <= indent(above)
}

/// Whether a line is an entry that is indented below the value of another entry.
fn is_indented_entry(lines: &[&str], number: u32) -> bool {
    let Some((line, above)) = line_and_above(lines, number) else { return false };
    let key = |line| entry(line).and_then(|(key, _)| key);
    let is_key = |key: &str| !key.contains(char::is_whitespace);
    key(above).is_some() && key(line).is_some_and(is_key) && indent(line) > indent(above)
}

/// Returns a line and the nearest line above it that is not empty; `None` if there is no such line.
fn line_and_above<'a>(lines: &[&'a str], number: u32) -> Option<(&'a str, &'a str)> {
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    let line = *lines.get(at)?;
    let above = lines[..at].iter().map(|line| line.trim_end()).rfind(|line| !line.is_empty());
    Some((line, above?))
}

/// Returns the mistake in a value that needs quotation marks: plain text that begins with a special character of YAML,
/// such as `[x] y`, `"x" y`, or `@x`; `None` if there is none.
pub(super) fn quoting_error(lines: &[&str], number: u32) -> Option<&'static str> {
    let line = line_text(lines, number);
    let is_below_key = line_and_above(lines, number)
        .is_some_and(|(line, above)| above.ends_with(':') && indent(line) > indent(above));
    let is_item = line.trim_start().starts_with(['-', '?', ':']);
    match entry(line) {
        Some((_, value)) => value_error(value),
        None if is_below_key && !is_item => value_error(line.trim()),
        None => None,
    }
}

fn value_error(value: &str) -> Option<&'static str> {
    let mut characters = value.chars();
    let first = characters.next()?;
    let rest = characters.as_str();
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    let is_apart = rest.is_empty() || rest.starts_with(' ');
    let unquoted = |is_unquoted: bool| is_unquoted.then_some(UNQUOTED);
    let (closed, detail) = match first {
        '@' | '`' | '%' | ',' | ']' | '}' => return Some(UNQUOTED),
        '-' | '?' | '&' => return unquoted(is_apart),
        '!' => return unquoted(!rest.starts_with('!')),
        '|' | '>' => return (!is_rest_of_block_header(rest)).then_some(BESIDE_BLOCK),
        '{' if rest.starts_with('{') => return Some(UNQUOTED),
        '*' => return unquoted(!rest.chars().all(is_name)),
        '[' | '{' => (closing_offset(value, &mut Brackets::default()), UNQUOTED),
        '"' | '\'' => (closing_offset(value, &mut Quote::new(first)), AFTER_QUOTE),
        _ => return None,
    };
    let rest = closed.map_or("", |at| value[at + 1..].trim_start());
    (!rest.is_empty() && !rest.starts_with(['#', ':', ','])).then_some(detail)
}

/// Whether the text after `|` or `>` belongs to the header of a block scalar (YAML 1.2.2, 8.1.1).
fn is_rest_of_block_header(rest: &str) -> bool {
    let end = rest.trim_start_matches(|it: char| it.is_ascii_digit() || it == '+' || it == '-');
    end.trim().is_empty() || (end.starts_with(' ') && end.trim_start().starts_with('#'))
}
