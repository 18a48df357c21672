//! Literal evaluator for JavaScript and TypeScript.
//!
//! Reads objects, lists and strings that are assigned to a name. Nothing is executed; computed values are left out,
//! with their line.

use pailou_content::yaml::Value;

const MAX_DEPTH: usize = 40;
const MAX_VALUES: usize = 200_000;
/// Names that stand for others, followed for one value.
const MAX_NAMES: usize = 500;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NamedLiteral {
    pub(crate) value: Value,
    pub(crate) line: u32,
    /// The names of the objects around it, outermost first.
    pub(crate) within: Vec<String>,
    /// Lines whose values are made by the program.
    pub(crate) unread: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Mark(char),
    Name(String),
    Text(String),
    /// A string with something to be put in.
    Made,
}

/// A program, cut into tokens.
pub(crate) struct Program {
    tokens: Vec<(Token, u32)>,
}

/// Every value that stands behind `name:` in the program.
pub(crate) fn all(text: &str, name: &str) -> Vec<NamedLiteral> {
    Program::new(text).all(name)
}

/// The first value behind `name:` that could be read.
pub(crate) fn first_text(text: &str, name: &str) -> Option<String> {
    let found = all(text, name);
    found.into_iter().find_map(|found| found.value.text().map(str::to_owned))
}

impl Program {
    pub(crate) fn new(text: &str) -> Self {
        Self { tokens: tokens(text) }
    }

    pub(crate) fn all(&self, name: &str) -> Vec<NamedLiteral> {
        let mut found = Vec::new();
        let mut within: Vec<Option<String>> = Vec::new();
        for at in 0..self.tokens.len() {
            match &self.tokens[at].0 {
                Token::Mark('{' | '[' | '(') => within.push(self.name_before(at)),
                Token::Mark('}' | ']' | ')') => drop(within.pop()),
                Token::Name(word) | Token::Text(word) if word == name => {
                    if self.mark(at + 1) != Some(':') || self.mark(at.wrapping_sub(1)) == Some('?')
                    {
                        continue;
                    }
                    let mut reader = Reader::new(self, at + 2);
                    let value = reader.value(0);
                    found.push(NamedLiteral {
                        value,
                        line: self.tokens[at].1,
                        within: within.iter().flatten().cloned().collect(),
                        unread: reader.unread,
                    });
                }
                _ => {}
            }
        }
        found
    }

    /// What the program gives away as a whole: `export default …`, `module.exports = …`, or what the name
    /// given so stands for.
    pub(crate) fn exported(&self) -> Option<NamedLiteral> {
        let is = |at: usize, word: &str| {
            matches!(&self.tokens.get(at)?.0, Token::Name(name) if name == word).then_some(())
        };
        let start = (0..self.tokens.len()).find_map(|at| {
            if is(at, "export").and_then(|()| is(at + 1, "default")).is_some() {
                return Some(at + 2);
            }
            is(at, "module")
                .and_then(|()| is(at + 2, "exports"))
                .filter(|()| self.mark(at + 3) == Some('='))
                .map(|()| at + 4)
        })?;
        let mut reader = Reader::new(self, start);
        let value = reader.value(0);
        let line = self.tokens.get(start)?.1;
        Some(NamedLiteral { value, line, within: Vec::new(), unread: reader.unread })
    }

    fn mark(&self, at: usize) -> Option<char> {
        match self.tokens.get(at)?.0 {
            Token::Mark(mark) => Some(mark),
            _ => None,
        }
    }

    /// `name: {` and `name = {`.
    fn name_before(&self, at: usize) -> Option<String> {
        let before = at.checked_sub(2)?;
        if !matches!(self.mark(at - 1), Some(':' | '=')) {
            return None;
        }
        match &self.tokens[before].0 {
            Token::Name(name) | Token::Text(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Where the value of a constant, or what a function returns, begins.
    fn definition(&self, name: &str) -> Option<usize> {
        for at in 1..self.tokens.len() {
            let (Token::Name(keyword), Token::Name(word)) =
                (&self.tokens[at - 1].0, &self.tokens[at].0)
            else {
                continue;
            };
            if word != name {
                continue;
            }
            match keyword.as_str() {
                "const" | "let" | "var" => {
                    return (at..self.tokens.len().min(at + 40))
                        .find(|at| self.mark(*at) == Some('='))
                        .map(|at| at + 1);
                }
                "function" => {
                    let is_return = |token: &(Token, u32)| matches!(&token.0, Token::Name(word) if word == "return");
                    return self.tokens[at..].iter().position(is_return).map(|next| at + next + 1);
                }
                _ => {}
            }
        }
        None
    }
}

struct Reader<'p> {
    program: &'p Program,
    at: usize,
    unread: Vec<u32>,
    values: usize,
    names: usize,
}

impl<'p> Reader<'p> {
    fn new(program: &'p Program, at: usize) -> Self {
        Self { program, at, unread: Vec::new(), values: 0, names: 0 }
    }

    fn value(&mut self, depth: usize) -> Value {
        self.values += 1;
        if depth > MAX_DEPTH || self.values > MAX_VALUES {
            return self.made();
        }
        let Some((token, _)) = self.program.tokens.get(self.at) else { return Value::Nothing };
        let value = match token {
            Token::Text(text) => {
                self.at += 1;
                Value::Text(text.clone())
            }
            Token::Mark('[') => self.list(depth),
            Token::Mark('{') => self.map(depth),
            Token::Mark('(') => {
                self.at += 1;
                let value = self.value(depth + 1);
                self.skip_to_end();
                self.at += 1;
                value
            }
            Token::Name(name) => match name.as_str() {
                "true" | "false" => {
                    self.at += 1;
                    Value::Text(name.clone())
                }
                "null" | "undefined" => {
                    self.at += 1;
                    Value::Nothing
                }
                _ if name.starts_with(|c: char| c.is_ascii_digit()) => {
                    self.at += 1;
                    Value::Text(name.clone())
                }
                _ => return self.named(name, depth),
            },
            Token::Mark(_) | Token::Made => return self.made(),
        };
        self.only(value)
    }

    /// A value is what it says only where nothing is done with it.
    fn only(&mut self, value: Value) -> Value {
        match self.program.tokens.get(self.at).map(|(token, _)| token) {
            None | Some(Token::Mark(',' | ';' | ']' | '}' | ')')) => value,
            Some(Token::Name(word)) if word == "as" || word == "satisfies" => {
                self.skip_to_end();
                value
            }
            // A statement without its semicolon.
            Some(Token::Name(_)) => value,
            _ => self.made(),
        }
    }

    /// What a name or the call of a function stands for.
    fn named(&mut self, name: &str, depth: usize) -> Value {
        let start = self.at;
        self.names += 1;
        let definition = (self.names <= MAX_NAMES).then(|| self.program.definition(name)).flatten();
        if let Some(at) = definition.filter(|at| *at != start) {
            let (values, names) = (self.values, self.names);
            let mut inner = Reader { program: self.program, at, unread: Vec::new(), values, names };
            let value = inner.value(depth + 8);
            (self.values, self.names) = (inner.values, inner.names);
            self.unread.extend(inner.unread);
            self.at = start + 1;
            self.skip_call();
            return self.only(value);
        }
        // `defineConfig({…})` gives back what it is given.
        if self.program.mark(start + 1) == Some('(') && name.starts_with("define") {
            self.at = start + 2;
            let value = self.value(depth + 1);
            self.skip_to_end();
            self.at += 1;
            return value;
        }
        self.made()
    }

    fn skip_call(&mut self) {
        if self.program.mark(self.at) == Some('(') {
            self.at += 1;
            loop {
                self.skip_to_end();
                self.at += 1;
                if !matches!(self.program.mark(self.at - 1), Some(',' | ';')) {
                    break;
                }
            }
        }
    }

    /// Passes what only the program knows.
    fn made(&mut self) -> Value {
        let line = self.program.tokens.get(self.at).map_or(1, |(_, line)| *line);
        self.unread.push(line);
        self.skip_to_end();
        Value::Nothing
    }

    /// To the comma or bracket that ends the value here.
    fn skip_to_end(&mut self) {
        let mut depth = 0_usize;
        while let Some((token, _)) = self.program.tokens.get(self.at) {
            match token {
                Token::Mark('{' | '[' | '(') => depth += 1,
                Token::Mark('}' | ']' | ')') if depth == 0 => return,
                Token::Mark('}' | ']' | ')') => depth -= 1,
                Token::Mark(',' | ';') if depth == 0 => return,
                _ => {}
            }
            self.at += 1;
        }
    }

    fn list(&mut self, depth: usize) -> Value {
        self.at += 1;
        let mut values = Vec::new();
        loop {
            match self.program.tokens.get(self.at).map(|(token, _)| token) {
                None => break,
                Some(Token::Mark(']')) => {
                    self.at += 1;
                    break;
                }
                Some(Token::Mark(',')) => self.at += 1,
                Some(Token::Mark('…')) => {
                    self.at += 1;
                    match self.value(depth + 1) {
                        Value::List(more) => values.extend(more),
                        _ => self.skip_to_end(),
                    }
                }
                Some(_) => {
                    let before = self.at;
                    let value = self.value(depth + 1);
                    if value != Value::Nothing {
                        values.push(value);
                    }
                    self.step_on(before);
                }
            }
        }
        Value::List(values)
    }

    fn map(&mut self, depth: usize) -> Value {
        self.at += 1;
        let mut entries: Vec<(String, Value)> = Vec::new();
        loop {
            let before = self.at;
            match self.program.tokens.get(self.at).map(|(token, _)| token) {
                None => break,
                Some(Token::Mark('}')) => {
                    self.at += 1;
                    break;
                }
                Some(Token::Mark(',')) => self.at += 1,
                Some(Token::Mark('…')) => {
                    self.at += 1;
                    match self.value(depth + 1) {
                        Value::Map(more) => entries.extend(more),
                        _ => self.skip_to_end(),
                    }
                }
                Some(Token::Name(key) | Token::Text(key)) => {
                    let key = key.clone();
                    self.at += 1;
                    match self.program.mark(self.at) {
                        Some(':') => {
                            self.at += 1;
                            let value = self.value(depth + 1);
                            entries.push((key, value));
                        }
                        // `{ sidebar }` stands for `{ sidebar: sidebar }`.
                        Some(',' | '}') => {
                            let end = self.at;
                            self.at = before;
                            let value = self.named(&key, depth + 1);
                            self.at = end;
                            entries.push((key, value));
                        }
                        _ => drop(self.made()),
                    }
                }
                Some(_) => drop(self.made()),
            }
            self.step_on(before);
        }
        Value::Map(entries)
    }

    /// Parsing continues after any input.
    fn step_on(&mut self, before: usize) {
        if self.at == before {
            self.at += 1;
        }
    }
}

fn tokens(text: &str) -> Vec<(Token, u32)> {
    let mut tokens: Vec<(Token, u32)> = Vec::new();
    let (mut rest, mut line) = (text, 1_u32);
    while let Some(c) = rest.chars().next() {
        let (token, length) = match c {
            _ if c.is_whitespace() => (None, c.len_utf8()),
            '/' if rest.starts_with("//") => (None, rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => {
                (None, rest.find("*/").map_or(rest.len(), |end| end + 2))
            }
            '/' if may_be_pattern(tokens.last()) => (Some(Token::Made), pattern(rest)),
            '"' | '\'' | '`' => string(rest, c),
            '.' if rest.starts_with("...") => (Some(Token::Mark('…')), 3),
            _ if c.is_alphanumeric() || c == '_' || c == '$' => {
                let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
                let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                // A number with its fraction.
                let end = match rest[end..].strip_prefix('.') {
                    Some(more) if c.is_ascii_digit() => {
                        end + 1 + more.find(|c: char| !c.is_ascii_digit()).unwrap_or(more.len())
                    }
                    _ => end,
                };
                (Some(Token::Name(rest[..end].to_owned())), end)
            }
            _ => (Some(Token::Mark(c)), c.len_utf8()),
        };
        if let Some(token) = token {
            tokens.push((token, line));
        }
        line += rest[..length].bytes().filter(|byte| *byte == b'\n').count() as u32;
        rest = &rest[length..];
    }
    tokens
}

/// A slash divides behind a value, and begins a pattern elsewhere.
fn may_be_pattern(before: Option<&(Token, u32)>) -> bool {
    match before.map(|(token, _)| token) {
        None => true,
        Some(Token::Mark(mark)) => !matches!(mark, ')' | ']' | '}'),
        Some(_) => false,
    }
}

fn pattern(text: &str) -> usize {
    let (mut escaped, mut in_class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn string(text: &str, quote: char) -> (Option<Token>, usize) {
    let mut value = String::new();
    let mut is_made = false;
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            _ if c == quote => {
                let token = if is_made { Token::Made } else { Token::Text(value) };
                return (Some(token), at + 1);
            }
            '\\' => match chars.next() {
                Some((_, 'n')) => value.push('\n'),
                Some((_, 't')) => value.push('\t'),
                Some((_, '\n')) | None => {}
                Some((_, other)) => value.push(other),
            },
            '\n' if quote != '`' => return (Some(Token::Made), at),
            _ => {
                is_made |= quote == '`' && c == '$' && text[at..].starts_with("${");
                value.push(c);
            }
        }
    }
    (Some(Token::Made), text.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(value: &Value) -> String {
        match value {
            Value::Nothing => "~".to_owned(),
            Value::Text(text) => text.clone(),
            Value::List(values) => {
                format!("[{}]", values.iter().map(shown).collect::<Vec<_>>().join(" "))
            }
            Value::Map(entries) => {
                let entry = |(key, value): &(String, Value)| format!("{key}={}", shown(value));
                format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(" "))
            }
        }
    }

    #[track_caller]
    fn check(text: &str, value: &str, unread: &[u32]) {
        let found = all(text, "x").remove(0);
        assert_eq!(shown(&found.value), value, "{text}");
        assert_eq!(found.unread, unread, "{text}");
    }

    #[test]
    fn literals_are_parsed() {
        check("a({ x: [1, 'b', \"c\", `d`, true,], y: 2 })", "[1 b c d true]", &[]);
        check("{ 'x': { a: 1.5, 'b-c': [], /* { */ d: null } } // ]", "{a=1.5 b-c=[] d=~}", &[]);
        check("x: 'it\\'s' as const, y", "it's", &[]);
        check("{ x: [{ a: '//' }, { b: /[/'\"]/ }] }", "[{a=//} {b=~}]", &[1]);
    }

    #[test]
    fn names_and_functions_in_the_file_are_resolved() {
        check("const s = [1]\nexport default { x: s }", "[1]", &[]);
        check("({ x: f(), y: 1 })\nfunction f(): A[] {\n  return [{ a: 1 }]\n}", "[{a=1}]", &[]);
        check("({ x: [...s, 2] })\nconst s: B[] = [1]", "[1 2]", &[]);
        check("const a = a\n({ x: a })", "~", &[1]);
    }

    #[test]
    fn computed_values_are_reported() {
        check("{\nx: [\n'a',\nmake('b'),\n`c${d}`]}", "[a]", &[4, 5]);
        check("{ x: 'a' + b }", "~", &[1]);
        check("{ x: { a() { return 1 }, b: 2 } }", "{b=2}", &[1]);
        check("{ x: { [k]: 1, b: 2 } }", "{b=2}", &[1]);
    }

    #[test]
    fn enclosing_names_are_recorded() {
        let found = all("export default c({ locales: { zh: { t: { x: 1 } } }, x: 2 })", "x");
        assert_eq!(found[0].within, ["locales", "zh", "t"]);
        assert_eq!((shown(&found[1].value), found[1].within.len()), ("2".to_owned(), 0));
    }

    #[test]
    fn exported_value_is_read() {
        for text in [
            "module.exports = { a: [1] };",
            "// @ts-check\nconst s = { a: [1] };\nexport default s;",
            "const s: C = { a: [1] }\nmodule.exports = s",
            "export default defineConfig({ a: [1] })",
        ] {
            assert_eq!(shown(&Program::new(text).exported().unwrap().value), "{a=[1]}", "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_script_is_parsed_without_panic(text in "[x:a{}\\[\\]()'\"`,.$/\\\\\n=functior 1文]{0,80}") {
            let _ = all(&text, "x");
            let _ = Program::new(&text).exported();
        }
    }
}
