//! Validation of stylesheets: complete syntax, no resources of other origins, no imports. Browsers
//! ignore what they cannot parse; the validator reports it, so that a typing error is not published.

use cssparser::{
    AtRuleParser, CowRcStr, DeclarationParser, ParseError, Parser, ParserState,
    QualifiedRuleParser, RuleBodyItemParser, RuleBodyParser, StyleSheetParser, Token,
};

/// At-rule that is appended to the stylesheet. If the parser does not reach it at the end, a block,
/// string, or comment is not closed.
const END: &str = "\n@end{}";

/// Functions whose string arguments are URLs (CSS Images 4, Values 5).
const LOADING: [&str; 7] =
    ["url", "src", "image", "image-set", "-webkit-image-set", "cross-fade", "-webkit-cross-fade"];

/// Issue of a site file with its position: line from 1, column from 1 in UTF-16 code units, as in browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    pub code: &'static str,
    pub line: u32,
    pub column: u32,
}

/// Returns the errors in a stylesheet, sorted by position.
pub fn check(css: &str) -> Vec<Issue> {
    let whole = format!("{css}{END}");
    let mut walk =
        Walk { css, found: Vec::new(), depth: 0, left_open: None, stray: None, has_ended: false };
    let mut input = Parser::new(&whole);
    let mut wrong = Vec::new();
    for item in StyleSheetParser::new(&mut input, &mut walk) {
        if let Err((_, slice, _)) = item {
            wrong.push(offset(&whole, slice));
        }
    }
    for start in wrong {
        walk.report("syntax", start);
    }
    if let Some(at) = walk.stray {
        // Later errors are consequences of the stray brace.
        let (line, column) = line_and_column(css, at);
        walk.found.retain(|issue| (issue.line, issue.column) < (line, column));
        walk.report("stray", at);
    } else if !walk.has_ended {
        let comment = css.rfind("/*").filter(|at| !css[*at..].contains("*/"));
        let start = walk.left_open.or(comment).unwrap_or_else(|| last_line(css));
        // Later syntax errors are consequences of the unclosed block, string, or comment.
        let (line, _) = line_and_column(css, start);
        walk.found.retain(|issue| issue.line < line || issue.code != "syntax");
        walk.report("unclosed", start);
    }
    walk.found.sort_by_key(|issue| (issue.line, issue.column));
    walk.found.dedup();
    walk.found
}

/// Whether a style loads nothing from other origins and has valid syntax.
pub(crate) fn is_harmless(css: &str) -> bool {
    check(css).is_empty()
}

/// Returns line and column of a byte offset.
pub fn line_and_column(text: &str, byte: usize) -> (u32, u32) {
    let before = &text[..text.floor_char_boundary(byte)];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count() + 1;
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

fn offset(whole: &str, slice: &str) -> usize {
    slice.as_ptr() as usize - whole.as_ptr() as usize
}

fn last_line(css: &str) -> usize {
    css.trim_end().rfind('\n').map_or(0, |at| at + 1)
}

struct Walk<'c> {
    css: &'c str,
    found: Vec<Issue>,
    /// Number of enclosing rule blocks.
    depth: usize,
    /// Byte offset of the outermost rule whose block is not closed.
    left_open: Option<usize>,
    /// Byte offset of the first `}` that closes no block.
    stray: Option<usize>,
    has_ended: bool,
}

type Outcome = Result<(), ParseError<()>>;

impl Walk<'_> {
    fn report(&mut self, code: &'static str, at: usize) {
        let (line, column) = line_and_column(self.css, at.min(self.css.len()));
        self.found.push(Issue { code, line, column });
    }

    /// Checks a sequence of component values: the value of a declaration, or the prelude of a rule. With `is_loading`,
    /// strings are checked as URLs, too.
    fn component_values(&mut self, input: &mut Parser<'_>, is_loading: bool) -> Outcome {
        loop {
            input.skip_whitespace();
            let at = input.position().byte_index();
            let Ok(token) = input.next() else { return Ok(()) };
            let address = match token {
                Token::UnquotedUrl(url) => Some(url.clone()),
                Token::QuotedString(text) if is_loading => Some(text.clone()),
                _ => None,
            };
            if address.is_some_and(|address| is_foreign(&address)) {
                self.report("foreign-url", at);
                continue;
            }
            match token {
                Token::Function(name) => {
                    // A custom function (`--name()`) may use its strings as URLs, so they are
                    // checked as URLs.
                    let loads = name.starts_with("--")
                        || LOADING.iter().any(|loading| name.eq_ignore_ascii_case(loading));
                    input.parse_nested_block(|inner| {
                        self.component_values(inner, is_loading || loads)
                    })?;
                }
                Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => {
                    input.parse_nested_block(|inner| self.component_values(inner, is_loading))?;
                }
                // A value or a selector cannot contain an at-keyword, so a `;` or `{` is missing
                // before the at-keyword.
                Token::AtKeyword(_) => return Err(ParseError::unexpected_token()),
                Token::BadString(_) | Token::BadUrl(_) => self.report("bad-text", at),
                token if token.is_parse_error() => return Err(ParseError::unexpected_token()),
                _ => {}
            }
        }
    }

    fn block<'i>(&mut self, start: &ParserState, input: &mut Parser<'i>) {
        self.depth += 1;
        let mut wrong = Vec::new();
        for item in RuleBodyParser::new(input, self) {
            if let Err((_, _, location)) = item {
                wrong.push(location);
            }
        }
        self.depth -= 1;
        for location in wrong {
            self.found.push(Issue {
                code: "syntax",
                line: location.line + 1,
                column: location.column,
            });
        }
        // A closed block is followed by its `}`; otherwise the input has ended.
        if input.position().byte_index() >= self.css.len() {
            self.left_open = Some(start.position().byte_index());
        }
    }
}

impl<'i> AtRuleParser<'i> for Walk<'_> {
    type Prelude = ();
    type AtRule = ();
    type Error = ();

    fn parse_prelude(&mut self, name: CowRcStr<'i>, input: &mut Parser<'i>) -> Outcome {
        // `@function` is rejected, because a custom function may use any string in the stylesheet as a URL.
        let refused = ["import", "function"];
        if let Some(code) = refused.into_iter().find(|refused| name.eq_ignore_ascii_case(refused)) {
            let behind = input.position().byte_index().min(self.css.len());
            self.report(code, self.css[..behind].rfind('@').unwrap_or_default());
        }
        self.component_values(input, false)
    }

    fn rule_without_block(&mut self, (): (), _start: &ParserState) -> Result<(), ()> {
        Ok(())
    }

    fn parse_block(&mut self, (): (), start: &ParserState, input: &mut Parser<'i>) -> Outcome {
        if self.depth == 0 && start.position().byte_index() > self.css.len() {
            self.has_ended = true;
            return Ok(());
        }
        self.block(start, input);
        Ok(())
    }
}

impl<'i> QualifiedRuleParser<'i> for Walk<'_> {
    type Prelude = ();
    type QualifiedRule = ();
    type Error = ();

    fn parse_prelude(&mut self, input: &mut Parser<'i>) -> Outcome {
        let start = input.state();
        if self.depth == 0 && matches!(input.next(), Ok(Token::CloseCurlyBracket)) {
            self.stray.get_or_insert(input.position().byte_index().saturating_sub(1));
        }
        input.reset(&start);
        self.component_values(input, false)
    }

    fn parse_block(&mut self, (): (), start: &ParserState, input: &mut Parser<'i>) -> Outcome {
        self.block(start, input);
        Ok(())
    }
}

impl<'i> DeclarationParser<'i> for Walk<'_> {
    type Declaration = ();
    type Error = ();

    fn parse_value(
        &mut self,
        name: CowRcStr<'i>,
        input: &mut Parser<'i>,
        _start: &ParserState,
    ) -> Outcome {
        // The string in a custom property may be used as a URL elsewhere: `src(var(--it))`.
        let is_preserved = name.starts_with("--") || name.eq_ignore_ascii_case("initial-value");
        if !is_preserved {
            // `a:hover { … }` looks like a declaration up to its block.
            let before = input.state();
            while let Ok(token) = input.next() {
                if *token == Token::CurlyBracketBlock {
                    return Err(ParseError::unexpected_token());
                }
            }
            input.reset(&before);
        }
        self.component_values(input, is_preserved)
    }
}

impl RuleBodyItemParser<'_, (), ()> for Walk<'_> {
    fn parse_declarations(&self) -> bool {
        true
    }

    fn parse_qualified(&self) -> bool {
        true
    }
}

/// Whether a URL has a scheme or begins with two slashes. As in browsers (URL Standard), leading spaces, tabs, and line
/// breaks are ignored, and `\` equals `/`. Data URLs of images are allowed.
fn is_foreign(address: &str) -> bool {
    let plain: String = address.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let plain = plain.trim_start_matches(|c: char| c <= ' ').to_ascii_lowercase();
    let is_slash = |c: char| c == '/' || c == '\\';
    if plain.starts_with(is_slash) {
        return plain.chars().nth(1).is_some_and(is_slash);
    }
    let is_scheme = |scheme: &str| {
        let mut letters = scheme.chars();
        letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    let has_scheme = plain.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme));
    has_scheme && !plain.starts_with("data:image/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn finds(css: &str, expected: &str) {
        let found = check(css);
        let actual: Vec<_> =
            found.iter().map(|it| format!("{} {}:{}", it.code, it.line, it.column)).collect();
        assert_eq!(actual.join(", "), expected, "{css}");
    }

    #[test]
    fn valid_stylesheet_has_no_errors() {
        for css in [
            "",
            "\n/* nothing */\n",
            "@charset \"utf-8\";\nh1 { color: teal }",
            ":root { --accent: #06c; --block: { a: b }; }",
            "a[href^=\"https://\"]::after { content: \"https://\" }",
            "@media (width < 40rem) { a:hover { color: red; &:focus { color: blue } } }",
            "@font-face { font-family: A; src: local(\"A\"), url(/index/media/a.woff2) }",
            "@keyframes x { from { top: 0 } 50% { top: 1px } }",
            "@layer a, b;\n@supports (display: grid) and (not (display: x)) { b { c: d } }",
            "a { background: url(data:image/png;base64,AAAA) } b { background: url('a.png') }",
            "@property --x { syntax: '<color>'; initial-value: red; inherits: false }",
            "名 { color: red }",
        ] {
            finds(css, "");
        }
    }

    #[test]
    fn syntax_error_has_line_and_column() {
        finds("h1 { color red; margin: 0 }", "syntax 1:6");
        finds("h1 { color: red }\nh2", "unclosed 2:1");
        finds("a {}\n}\nb {}", "stray 2:1");
        finds("a { color: red }}", "stray 1:17");
        finds(".x {} }\n} y", "stray 1:7");
        finds("a { b }\n} c { d: url(x y) }", "syntax 1:5, stray 2:1");
        finds("a { b: c) }", "syntax 1:5");
        finds("a { content: \"x\ny\" }", "unclosed 1:1, bad-text 1:14, bad-text 2:2");
        finds("a { b: url(x y) }", "bad-text 1:8");
        finds("a { color: red;\n\nb { c: d }\n", "unclosed 1:1");
        finds("a {}\n@media print {\n b { c: d }\n", "unclosed 2:1");
        finds("a {}\n/* b {}", "unclosed 2:1");
        finds("a { b: (c }", "unclosed 1:1");
        finds("@media print", "unclosed 1:1");
        finds("@layer a", "unclosed 1:1");
    }

    #[test]
    fn external_resources_are_rejected() {
        finds("@import 'a.css';", "import 1:1");
        finds("@media print { @\\69mport url(a.css); }", "import 1:16");
        let function = "@function --f() { result: \"//evil.example/a.png\" }";
        finds(&format!("{function} a {{ background: image-set(--f() 1x) }}"), "function 1:1");
        finds("a {}\n@layer x { @FUNCTION --f(--u <string>) { result: 1px } }", "function 2:12");
        for value in [
            "url(https://evil.example/a)",
            "URL( '//evil.example' )",
            "u\\72l(\"/\\\\evil.example\")",
            "url(\\68ttps:evil)",
            "url(' https://evil.example')",
            "url(\"ht\\a tps://evil.example\")",
            "image-set('https://evil.example' 1x)",
            "-webkit-image-set(var(--x, \"https://evil.example\") 1x)",
            "src('https://evil.example')",
            "-webkit-cross-fade(\"//evil.example\", url(a.png), 50%)",
            "cross-fade('https://evil.example' 50%)",
            "--g(\"https://evil.example\")",
            "\\2d-g(var(--x, \"//evil.example\"))",
            "url(data:text/html,x)",
            "url(javascript:x)",
        ] {
            let css = format!("a {{ background: {value} }}");
            assert!(check(&css).iter().any(|it| it.code == "foreign-url"), "{css}");
        }
        finds("a { --x: \"//evil.example\"; b: src(var(--x)) }", "foreign-url 1:10");
        finds("@font-face { src: url(//evil.example) }", "foreign-url 1:19");
        finds("a { filter: url(//evil.example) }", "foreign-url 1:13");
    }

    #[test]
    fn deeply_nested_or_unclosed_css_is_invalid() {
        for open in ["(", "a{", "a:b{", "[", "url(\"", "/*", "@media x{", "a{b:("] {
            assert!(!check(&open.repeat(30_000)).is_empty(), "{open}");
        }
    }

    #[test]
    fn columns_are_counted_in_utf16_code_units() {
        assert_eq!(line_and_column("a\n👩x", 6), (2, 3));
    }
}
