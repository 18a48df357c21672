//! Valid and invalid values for fuzzing, in the same order in each run.

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::description::Field;

/// Generator of valid and invalid values, based on a pseudorandom sequence that is the same on every machine
/// (SplitMix64).
pub(crate) struct Hostile(u64);

const TEXTS: &[&str] = &[
    "",
    " ",
    "\0",
    "a\0b",
    "\u{1}\u{1f}\u{7f}",
    "..",
    "../../etc/passwd",
    "..%2f..%2f",
    "%",
    "%zz",
    "%00",
    "%ff%fe",
    "%c0%ae",
    "//",
    "/",
    "\\",
    "a/b//c",
    "'; drop table users; --",
    "\" or 1=1",
    "<script>alert(1)</script>",
    "</script>",
    "${7*7}",
    "{{7*7}}",
    "null",
    "undefined",
    "NaN",
    "-1",
    "0",
    "1e999",
    "9223372036854775807",
    "9223372036854775808",
    "1.5",
    "0x10",
    "١٢",
    "true",
    "中文",
    "é",
    "e\u{301}",
    "\u{202e}evil",
    "\u{feff}",
    "\u{d7ff}",
    "\u{10ffff}",
    "👩‍👩‍👧‍👦",
    "*",
    "\"\"\"",
    "a AND b OR NOT (",
    "\r\nx-evil: 1",
    "zh",
    "en",
    "fr",
    "zh-CN",
    "guide/start",
    "guide/",
    "/index/zh",
    "https://docs.example.org/index/zh",
    "2026-02-30",
    "0000-00-00",
    "9999-12-31",
    "-2026-01-01",
    "x=1&y=2",
    "?",
    "#",
    "+",
    ";",
    "con",
    ".",
    "~",
];

const JSON: &[&str] = &[
    "application/json",
    "application/json; charset=utf-8",
    "APPLICATION/JSON",
    "application/json;",
];

const NOT_JSON: &[&str] = &[
    "text/plain",
    "",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    ";",
];

/// Headers that the server evaluates.
const EVALUATED_HEADERS: &[(&str, &str)] = &[
    ("sec-fetch-site", "cross-site"),
    ("cookie", "XSRF-TOKEN=x"),
    ("if-none-match", "*"),
    ("accept-encoding", "br, gzip"),
    ("dnt", "1"),
];

impl Hostile {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    fn of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.below(texts.len())]
    }

    fn text(&mut self, field: &Field) -> String {
        match self.below(8) {
            0..5 => field.good(),
            5 => self.of(TEXTS).repeat(1 + self.below(3)),
            6 if self.one_in(4) => "長x".repeat(3000),
            _ => self.of(TEXTS).to_owned(),
        }
    }

    /// Returns a path segment: usually escaped, sometimes raw, but never with characters that end the path.
    pub(crate) fn in_path(&mut self, field: &Field) -> String {
        let text = self.text(field);
        if self.one_in(4) && !text.contains(['?', '#']) { text } else { escaped(&text) }
    }

    pub(crate) fn query(&mut self, fields: &[Field]) -> String {
        let mut query = String::new();
        for field in fields {
            // The parameter is missing, present once, or twice.
            for _ in 0..[0, 1, 1, 1, 1, 2][self.below(6)] {
                let (start, value) = (if query.is_empty() { '?' } else { '&' }, self.text(field));
                let value = if self.one_in(4) { value } else { escaped(&value) };
                query.push_str(&format!("{start}{}={value}", field.name));
            }
        }
        if self.one_in(6) {
            query.push_str(if query.is_empty() { "?" } else { "&" });
            query.push_str(&escaped(self.of(TEXTS)));
        }
        query
    }

    /// Returns the value of a header that the operation describes. Unless `careful`, it may be invalid or missing.
    pub(crate) fn in_header(&mut self, parameter: &Field, careful: bool) -> Option<String> {
        match (careful || self.one_in(2), self.one_in(2)) {
            (true, _) => Some(parameter.good()),
            (false, true) => Some(self.of(TEXTS).to_owned()),
            (false, false) => None,
        }
    }

    pub(crate) fn headers(&mut self, token: &str, careful: bool) -> Vec<(&'static str, String)> {
        let mut headers = vec![("user-agent", "Mozilla/5.0 Firefox/140.0".to_owned())];
        if careful || self.one_in(3) {
            headers.push(("authorization", token.to_owned()));
        }
        if careful || !self.one_in(3) {
            return headers;
        }
        let name = self.of(&[
            "authorization",
            "x-forwarded-for",
            "cookie",
            "accept-language",
            "if-none-match",
            "accept-encoding",
            "sec-fetch-site",
            "dnt",
            "content-length",
            "accept",
        ]);
        let value = self.of(TEXTS).to_owned();
        headers.push((name, if self.one_in(2) { format!("Bearer {value}") } else { value }));
        let (name, value) = EVALUATED_HEADERS[self.below(EVALUATED_HEADERS.len())];
        headers.push((name, value.to_owned()));
        headers
    }

    pub(crate) fn media_type(&mut self) -> &'static str {
        let kinds = if self.one_in(12) { NOT_JSON } else { JSON };
        self.of(kinds)
    }

    pub(crate) fn body(&mut self, fields: &[Field]) -> Bytes {
        match self.below(20) {
            0 => Bytes::new(),
            1 => Bytes::from_static(b"\xff\xfe{"),
            2 => "[".repeat(5000).into(),
            3 => vec![b' '; 2 << 20].into(),
            4 => self
                .of(&[
                    "[]",
                    "null",
                    "\"x\"",
                    "{}",
                    "{",
                    "{\"a\":1}}",
                    "1e999",
                    "{\"id\":1,\"id\":2}",
                ])
                .into(),
            _ => self.object(fields).to_string().into(),
        }
    }

    fn object(&mut self, fields: &[Field]) -> Value {
        let mut object = Map::new();
        for field in fields {
            if self.one_in(12) {
                continue;
            }
            let value = match self.below(12) {
                0 => self.of_another_type(),
                _ => json!(self.text(field)),
            };
            object.insert(field.name.clone(), value);
        }
        if self.one_in(6) {
            object.insert(self.of(TEXTS).to_owned(), json!("extra"));
            object.insert("role".to_owned(), json!("owner"));
        }
        Value::Object(object)
    }

    fn of_another_type(&mut self) -> Value {
        let others = [
            json!(null),
            json!(true),
            json!(-1),
            json!(1.5),
            json!(u64::MAX),
            json!([]),
            json!({}),
            json!(["x"]),
        ];
        others[self.below(others.len())].clone()
    }
}

/// Characters that are escaped: all ASCII characters except the unreserved ones (RFC 3986, section 2.3).
const ESCAPED_CHARACTERS: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Percent-encodes all bytes of the text except unreserved characters.
fn escaped(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED_CHARACTERS).to_string()
}
