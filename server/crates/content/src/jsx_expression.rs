//! Detection of the end of a JSX expression in braces.
//!
//! Braces in strings, template literals, comments, regular expressions, and nested elements are skipped. The text of a
//! nested element is not JavaScript, so an apostrophe in it begins no string.

/// Words after which `<` begins an element and `/` begins a regular expression.
const OPERATORS: [&str; 10] =
    ["return", "default", "case", "do", "else", "typeof", "void", "yield", "await", "in"];

/// Maximum nesting depth; [`expression_length`] returns `None` for more deeply nested expressions. The limit prevents
/// quadratic time.
const MAX_DEPTH: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// JavaScript in braces.
    Code,
    /// Characters of a template literal.
    Template,
    /// Start tag of an element, after its `<`.
    StartTag,
    /// End tag of an element.
    EndTag,
    /// Text and elements between the start tag and the end tag of an element.
    Content,
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Enclosing syntax at the position, outermost first.
    open: Vec<State>,
    /// Whether the token before the position ends an operand, so that `<` and `/` are operators.
    is_after_operand: bool,
}

/// Returns the length of an expression through its closing brace. `text` begins after the opening brace. Returns
/// `None` if the expression, or a string or comment in it, is not closed.
pub(crate) fn expression_length(text: &str) -> Option<usize> {
    let mut scanner = Scanner { text, at: 0, open: vec![State::Code], is_after_operand: false };
    while let Some(state) = scanner.open.last().copied() {
        let c = scanner.rest().chars().next().filter(|_| scanner.open.len() <= MAX_DEPTH)?;
        match state {
            State::Code => scanner.code(c)?,
            State::Template => scanner.template(c),
            State::StartTag | State::EndTag => scanner.tag(c, state == State::EndTag)?,
            State::Content => scanner.content(c)?,
        }
    }
    Some(scanner.at)
}

/// Returns the length of the JavaScript string or template literal at the start of `text`, including its quotes; `None`
/// if it is not closed. A string, unlike a template literal, must end on its line.
pub(crate) fn string_length(text: &str) -> Option<usize> {
    let quote = text.chars().next()?;
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' if quote != '`' => return None,
            _ if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn enter(&mut self, state: State, length: usize) {
        self.open.push(state);
        self.at += length;
        self.is_after_operand = false;
    }

    fn leave(&mut self, length: usize) {
        self.open.pop();
        self.at += length;
        self.is_after_operand = true;
    }

    fn code(&mut self, c: char) -> Option<()> {
        let rest = self.rest();
        match c {
            '{' => self.enter(State::Code, 1),
            '}' => self.leave(1),
            '`' => self.enter(State::Template, 1),
            '"' | '\'' => {
                self.at += string_length(rest)?;
                self.is_after_operand = true;
            }
            '/' => self.at += self.slash()?,
            '<' if !self.is_after_operand && begins_element(rest) => {
                self.enter(State::StartTag, 1);
            }
            _ if c.is_whitespace() => self.at += c.len_utf8(),
            _ if is_in_name(c) => {
                let length = rest.find(|c| !is_in_name(c)).unwrap_or(rest.len());
                self.is_after_operand = !OPERATORS.contains(&&rest[..length]);
                self.at += length;
            }
            _ => {
                self.is_after_operand = matches!(c, ')' | ']');
                self.at += c.len_utf8();
            }
        }
        Some(())
    }

    /// Returns the length of a comment, of a regular expression, or of the operator `/`; `None` if a comment or a
    /// regular expression is not closed.
    fn slash(&mut self) -> Option<usize> {
        let rest = self.rest();
        if rest.starts_with("/*") {
            return rest.find("*/").map(|end| end + 2);
        }
        if rest.starts_with("//") {
            // After a colon, the slashes are those of a URL without quotes.
            let is_url = self.text[..self.at].ends_with(':');
            return Some(if is_url { 2 } else { rest.find('\n').unwrap_or(rest.len()) });
        }
        if !self.is_after_operand {
            self.is_after_operand = true;
            return regular_expression(rest);
        }
        self.is_after_operand = false;
        Some(1)
    }

    fn template(&mut self, c: char) {
        match c {
            '`' => self.leave(1),
            '\\' => self.at += 1 + self.rest()[1..].chars().next().map_or(0, char::len_utf8),
            '$' if self.rest().starts_with("${") => self.enter(State::Code, 2),
            _ => self.at += c.len_utf8(),
        }
    }

    fn tag(&mut self, c: char, is_end: bool) -> Option<()> {
        let rest = self.rest();
        match c {
            // Strings of attributes have no escape characters and may contain line breaks.
            '"' | '\'' => self.at += rest[1..].find(c)? + 2,
            '{' => self.enter(State::Code, 1),
            '<' => self.enter(State::StartTag, 1),
            '/' if rest.starts_with("/>") => self.leave(2),
            '/' if rest.starts_with("/*") => self.at += rest.find("*/")? + 2,
            '>' => {
                self.leave(1);
                match is_end {
                    // Leaves the content of the element.
                    true => self.leave(0),
                    false => self.enter(State::Content, 0),
                }
            }
            _ => self.at += c.len_utf8(),
        }
        Some(())
    }

    fn content(&mut self, c: char) -> Option<()> {
        let rest = self.rest();
        match c {
            // JSX text must not contain `}`. This brace ends the outer expression, so the element has no end tag.
            '}' => return None,
            '{' => self.enter(State::Code, 1),
            '<' if rest.starts_with("</") => self.enter(State::EndTag, 2),
            '<' if begins_element(rest) => self.enter(State::StartTag, 1),
            _ => self.at += c.len_utf8(),
        }
        Some(())
    }
}

fn begins_element(text: &str) -> bool {
    text[1..].starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$' | '>'))
}

fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Returns the length of the regular expression at the start of `text`; `None` if it does not end on its line.
fn regular_expression(text: &str) -> Option<usize> {
    let (mut is_escaped, mut is_class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_class = true,
            ']' => is_class = false,
            '/' if !is_class => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expression: &str) {
        let text = format!("{expression} }} it's after it\"");
        let opened = text.strip_prefix('{').unwrap();
        assert_eq!(expression_length(opened), Some(expression.len() - 1), "{expression}");
    }

    #[test]
    fn apostrophe_in_jsx_text_begins_no_string() {
        check("{<b>Don't</b>}");
        check("{<b>a { 'b}' } c's</b>}");
        check("{<><b>it's</b> \"so <i>that's {x ? <u>y's</u> : 'z}'}</i></>}");
        check("{<A title={<b>isn't</b>} b='}' c=\"'}\" d=<i>it's</i> />}");
        check("{ok && <b>it's</b>}");
        check("{list.map((x) => { return <li>{x}'s</li> })}");
        check("{<b>a > b, it's `so` // and /* so</b>}");
        check("{<Foo.Bar {...props}>it's</Foo.Bar>}");
    }

    #[test]
    fn braces_in_strings_and_comments_are_ignored() {
        check(r"{'a}'}");
        check(r#"{"it's \" }"}"#);
        check(r"{'it\'s }'}");
        check("{`it's ${a + `}${'}'}`} \\` } $ {`}");
        check("{/* it's } */ a}");
        check("{\n// it's }\na}");
        check(r"{a.replace(/['/}\/]/g, '')}");
        check("{{a: {b: 1}}}");
        check("{a < b && c/d > 'e}'}");
        check("{a<b}");
        check("{https://example.org/}");
    }

    #[test]
    fn unclosed_expression_has_no_length() {
        for text in [
            "",
            "{",
            "<b>",
            "<b a='",
            "`",
            "`${",
            "/* }",
            "<b}",
            "<b></b",
            "it's }",
            "/ }",
            "\u{4e00}<\u{4e00}",
        ] {
            assert_eq!(expression_length(text), None, "{text}");
        }
        let deep = "<a>{".repeat(10_000);
        assert_eq!(expression_length(&deep), None);
        let nested = format!("{}x{}}}", "<a>{".repeat(30), "}</a>".repeat(30));
        assert_eq!(expression_length(&nested), Some(nested.len()));
    }
}
