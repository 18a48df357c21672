//! YAML parser for front matter, based on the events of `saphyr_parser`.
//!
//! Supports a subset: scalars stay strings, aliases are copied within a limit, and every error has a line.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};

mod diagnosis;

pub(crate) use diagnosis::NO_KEY;
use diagnosis::{NO_ANCHOR, UNQUOTED, explain, quoting_error, unkeyed_line};

/// Maximum number of values; rejects documents whose aliases expand exponentially.
const MAX_VALUES: usize = 20_000;
const MAX_DEPTH: usize = 32;

/// Value whose scalars keep their source text: `1.10` is not converted to `1.1`.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Nothing,
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlError {
    /// Line in the parsed text, from 1.
    pub line: u32,
    pub detail: String,
}

impl Value {
    pub fn get(&self, key: &str) -> Option<&Value> {
        let Value::Map(entries) = self else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn list(&self) -> &[Value] {
        match self {
            Value::List(values) => values,
            _ => &[],
        }
    }

    /// Returns the texts in a list, or the text itself if the value is a text.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.text().into_iter().chain(self.list().iter().filter_map(Value::text))
    }

    fn size(&self) -> usize {
        1 + match self {
            Value::Nothing | Value::Text(_) => 0,
            Value::List(values) => values.iter().map(Value::size).sum(),
            Value::Map(entries) => entries.iter().map(|(_, value)| value.size()).sum(),
        }
    }
}

/// List or map that is being parsed.
struct Open {
    anchor: usize,
    value: Value,
    key: Option<String>,
}

#[derive(Default)]
struct Reader {
    open: Vec<Open>,
    anchors: HashMap<usize, Value>,
    values: usize,
    root: Option<Value>,
    /// Lines of scalars whose anchor no alias uses, by anchor.
    unused_anchors: HashMap<usize, u32>,
    /// Line of the first scalar with a local tag, such as `!x`.
    tagged: Option<u32>,
}

/// Parses the first document of `text`; [`Value::Nothing`] if there is none.
pub fn parse(text: &str) -> Result<Value, YamlError> {
    Ok(read(text)?.root.unwrap_or(Value::Nothing))
}

/// Parses the fields of a page. Local tags and unused anchors are errors: the parser removes them
/// from the text, as in `title: !x y` and `title: &x y`.
pub(crate) fn parse_fields(text: &str) -> Result<Value, YamlError> {
    let reader = read(text)?;
    match reader.tagged.into_iter().chain(reader.unused_anchors.into_values()).min() {
        Some(line) => Err(YamlError { line, detail: UNQUOTED.to_owned() }),
        None => Ok(reader.root.unwrap_or(Value::Nothing)),
    }
}

fn read(text: &str) -> Result<Reader, YamlError> {
    let mut reader = Reader::default();
    let lines: Vec<&str> = text.lines().collect();
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| explain(&lines, &error))?;
        let line = line_number(span.start.line());
        reader.note(&event, line);
        // The parser joins a line without a colon with the key on the next line.
        if let Event::Scalar(key, ScalarStyle::Plain, ..) = &event
            && reader.expects_key()
            && !line_text(&lines, line).contains(&**key)
        {
            return Err(unkeyed_line(&lines, line));
        }
        reader.take(event).map_err(|detail| {
            let detail = quoting_error(&lines, line).unwrap_or(detail);
            YamlError { line, detail: detail.to_owned() }
        })?;
        if reader.root.is_some() {
            break;
        }
    }
    Ok(reader)
}

impl Reader {
    /// Records tags and anchors that the parser removes from the text of scalars.
    fn note(&mut self, event: &Event<'_>, line: u32) {
        match event {
            Event::Scalar(_, style, anchor, tag) => {
                let is_local = tag.as_ref().is_some_and(|tag| !tag.is_yaml_core_schema());
                if is_local && *style == ScalarStyle::Plain {
                    self.tagged.get_or_insert(line);
                }
                if *anchor > 0 && *style == ScalarStyle::Plain {
                    self.unused_anchors.insert(*anchor, line);
                }
            }
            Event::Alias(anchor) => {
                self.unused_anchors.remove(anchor);
            }
            _ => {}
        }
    }

    /// Whether the next value is a key.
    fn expects_key(&self) -> bool {
        self.open
            .last()
            .is_some_and(|open| open.key.is_none() && matches!(open.value, Value::Map(_)))
    }

    fn take(&mut self, event: Event<'_>) -> Result<(), &'static str> {
        match event {
            Event::Scalar(text, style, anchor, _) => {
                self.add_value(anchor, scalar(text.into_owned(), style))
            }
            Event::Alias(anchor) => {
                let value = self.anchors.get(&anchor).cloned().ok_or(NO_ANCHOR)?;
                self.add_value(0, value)
            }
            Event::SequenceStart(anchor, _) => self.begin(anchor, Value::List(Vec::new())),
            Event::MappingStart(anchor, _) => self.begin(anchor, Value::Map(Vec::new())),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(open) => self.add_value(open.anchor, merged(open.value)),
                None => Err("unexpected end marker"),
            },
            _ => Ok(()),
        }
    }

    fn begin(&mut self, anchor: usize, value: Value) -> Result<(), &'static str> {
        if self.open.len() >= MAX_DEPTH {
            return Err("values are nested too deeply");
        }
        self.open.push(Open { anchor, value, key: None });
        Ok(())
    }

    fn add_value(&mut self, anchor: usize, value: Value) -> Result<(), &'static str> {
        self.values += value.size();
        if self.values > MAX_VALUES {
            return Err("too many values");
        }
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        let Some(open) = self.open.last_mut() else {
            self.root = Some(value);
            return Ok(());
        };
        match (&mut open.value, open.key.take()) {
            (Value::Map(entries), Some(key)) => entries.push((key, value)),
            (Value::Map(entries), None) => {
                let key = match value {
                    Value::Text(key) => key,
                    Value::Nothing => String::new(),
                    _ => return Err("invalid key"),
                };
                if entries.iter().any(|(name, _)| *name == key) {
                    return Err("duplicate key");
                }
                open.key = Some(key);
            }
            (Value::List(values), _) => values.push(value),
            _ => {}
        }
        Ok(())
    }
}

/// Merges the value of the merge key (YAML 1.1, `<<`) into its map. The value is a map or a list of maps. Existing
/// entries of the map take precedence over merged entries, and earlier maps in the list over later ones.
fn merged(value: Value) -> Value {
    let is_map = |value: &Value| matches!(value, Value::Map(_));
    let Value::Map(mut entries) = value else { return value };
    let at = entries.iter().position(|(key, value)| {
        key == "<<"
            && (is_map(value) || !value.list().is_empty() && value.list().iter().all(is_map))
    });
    let Some(at) = at else { return Value::Map(entries) };
    let sources = match entries.remove(at).1 {
        Value::List(maps) => maps,
        map => vec![map],
    };
    for source in sources {
        let Value::Map(source) = source else { continue };
        for (key, value) in source {
            if entries.iter().all(|(own, _)| *own != key) {
                entries.push((key, value));
            }
        }
    }
    Value::Map(entries)
}

fn scalar(text: String, style: ScalarStyle) -> Value {
    let is_nothing = style == ScalarStyle::Plain && matches!(text.as_str(), "" | "~" | "null");
    if is_nothing { Value::Nothing } else { Value::Text(text) }
}

/// Returns a line by its number, from 1.
fn line_text<'a>(lines: &[&'a str], number: u32) -> &'a str {
    let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    at.and_then(|at| lines.get(at)).copied().unwrap_or_default()
}

pub(crate) fn line_number(line: usize) -> u32 {
    u32::try_from(line.max(1)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_scalars_keep_their_text() {
        let value = parse("title: 1.10\ndate: 2024-01-01\nempty:\nquoted: \"null\"\n").unwrap();
        assert_eq!(value.get("title").and_then(Value::text), Some("1.10"));
        assert_eq!(value.get("date").and_then(Value::text), Some("2024-01-01"));
        assert_eq!(value.get("empty"), Some(&Value::Nothing));
        assert_eq!(value.get("quoted").and_then(Value::text), Some("null"));
    }

    #[test]
    fn yaml_error_has_a_detail_and_a_line_off_by_at_most_one() {
        for (text, line, detail) in [
            ("a: 1\na:\n- b\n- c\n", 2, "duplicate key"),
            ("title: A: b\n", 1, "an unquoted value contains a colon"),
            ("a: 1\ntitle: \"A\n", 2, "a quotation mark is not closed"),
            ("tags: [a, b\n", 1, "a bracket is not closed"),
            ("a: 1\nwords\n", 2, "a line without a key"),
            ("a: 1\n  b: 2\n", 2, "inconsistent indentation"),
            ("a:\n\t- b\n", 2, "tab used for indentation"),
            ("a:\n  - b\n - c\n", 3, "inconsistent indentation"),
            ("title: [x] y\n", 1, "a value needs quotation marks"),
            ("a: 1\ntitle: [草案] 说明 [二]\nb: 2\n", 2, "a value needs quotation marks"),
            ("title: {x} y\n", 1, "a value needs quotation marks"),
            ("title: \"x\" y\n", 1, "text after a closing quotation mark"),
            ("title: 'x' y\nb: 1\n", 1, "text after a closing quotation mark"),
            ("title: @x/y\n", 1, "a value needs quotation marks"),
            ("title: `x` y\n", 1, "a value needs quotation marks"),
            ("title: %x\n", 1, "a value needs quotation marks"),
            ("title: *x* y\n", 1, "a value needs quotation marks"),
            ("title: **x**\n", 1, "a value needs quotation marks"),
            ("title: - x\n", 1, "a value needs quotation marks"),
            ("a: 1\ntitle: {{ x }}\n", 2, "a value needs quotation marks"),
            ("title: {{ x }} y\n", 1, "a value needs quotation marks"),
            ("tags:\n- [x] y\n- z\n", 2, "a value needs quotation marks"),
            ("title:\n  [x] y\n", 2, "a value needs quotation marks"),
            ("hero:\n  text: [x] y\n", 2, "a value needs quotation marks"),
            ("hero:\n  text: {x} y\n  name: z\n", 2, "a value needs quotation marks"),
            ("hero:\n  text: \"a\" b\n", 2, "text after a closing quotation mark"),
            ("sidebar:\n  label: @x\n", 2, "a value needs quotation marks"),
            ("features:\n  - title: @x\n", 2, "a value needs quotation marks"),
            ("title:\n  [x] y: z\n", 2, "a value needs quotation marks"),
            ("title:\n\n  {{ x }}\nb: 1\n", 3, "a value needs quotation marks"),
            ("a:\n- title:\n    \"x\" y\n", 3, "text after a closing quotation mark"),
            ("title:\n  *x* y\n", 2, "a value needs quotation marks"),
            ("title:\n  @x\n", 2, "a value needs quotation marks"),
            ("title:\n  %x\n", 2, "a value needs quotation marks"),
            ("title:\n  `x\n", 2, "a value needs quotation marks"),
            ("title:\n  | x\n", 2, "text on the line of a block indicator"),
            ("title: *x\n", 1, "a value needs quotation marks"),
            ("a: 1\ntitle: *x y\nb: 2\n", 2, "a value needs quotation marks"),
            ("a: &x 1\nb: *y\n", 2, "an alias without its anchor"),
            ("title: | x\n", 1, "text on the line of a block indicator"),
            ("title: |x\nb: 1\n", 1, "text on the line of a block indicator"),
            ("title: > x\n", 1, "text on the line of a block indicator"),
            ("title: >- x\n", 1, "text on the line of a block indicator"),
            ("tags:\n- > x\n- y\n", 2, "text on the line of a block indicator"),
            ("title: & x\n", 1, "a value needs quotation marks"),
            ("title: !x! y\n", 1, "a value needs quotation marks"),
            ("title: , x\n", 1, "a value needs quotation marks"),
            ("title: ] x\n", 1, "a value needs quotation marks"),
            ("title: ?\nb: 1\n", 1, "a value needs quotation marks"),
            ("title: -\nb: 1\n", 1, "a value needs quotation marks"),
            ("a: |2- # x\n    y\nb: \"z\n", 3, "a quotation mark is not closed"),
            ("a: &x y\nb: *x\nc: \"z\n", 3, "a quotation mark is not closed"),
            ("a: !!str y\nc: \"z\n", 2, "a quotation mark is not closed"),
            ("a: [x] # y\nb: [z\n", 2, "a bracket is not closed"),
            ("a: {x: [1], y: 2}\nb: \"z\n", 2, "a quotation mark is not closed"),
        ] {
            let mistake = parse(text).unwrap_err();
            assert_eq!(mistake.detail, detail, "{text}");
            assert!(mistake.line.abs_diff(line) <= 1, "{text}: {}", mistake.line);
        }
    }

    #[test]
    fn yaml_error_is_on_the_line_to_correct() {
        const QUOTES: &str = "a quotation mark is not closed";
        const BRACKET: &str = "a bracket is not closed";
        for (text, line, detail) in [
            ("title: \"Cache\ndescription: x\n", 1, QUOTES),
            ("title: 'Cache\ndescription: it's\norder: 1\n", 1, QUOTES),
            ("title: \"Cache\ndescription: \"x\"\n", 1, QUOTES),
            ("a: 1\ntitle: \"Cache\\\"\n\nb: 2\n", 2, QUOTES),
            ("a: 1\ntitle: \"Cache\n  more\nb: \"2\"\n", 2, QUOTES),
            ("a:\n  title: \"Cache\n  b: 2\nc: \"3\"\n", 2, QUOTES),
            ("tags:\n  - \"a\n  - b\nc: \"3\"\n", 2, QUOTES),
            ("order: 1\ntitle: \"Cache\n", 2, QUOTES),
            ("title: [x\n", 1, BRACKET),
            ("title: [x\ndescription: y\n", 1, BRACKET),
            ("title: {x\n", 1, BRACKET),
            ("title: {x\ndescription: y\n", 1, BRACKET),
            ("tags: [a, b\norder: 2\ntitle: T\n", 1, BRACKET),
            ("title: {x: y\n", 1, BRACKET),
            ("a: [\n  b,\n]\ntags: [\"a]\", 'b'\n  c\ntitle: x\n", 4, BRACKET),
            ("title: > text\n  more\nb: x\n", 1, "text on the line of a block indicator"),
            ("title: >\ntext\nb: x\n", 2, "text below a block indicator is not indented"),
            ("a: 1\ntitle: |-\n\ntext\n", 4, "text below a block indicator is not indented"),
            ("title: x\n\tb: y\n", 2, "tab used for indentation"),
            ("a:\n\tb: c\n", 2, "tab used for indentation"),
            ("tags:\n\t- a\n\t- b\n", 2, "tab used for indentation"),
            ("title: x\n b: y\n", 2, "inconsistent indentation"),
            ("title: x\n b: y: z\n", 2, "inconsistent indentation"),
            ("title:\tx\n", 1, "a colon without a space"),
            ("title: \"C:\\new\\dir\"\n", 1, "a backslash in double quotation marks"),
            ("title: \"Say \"hi\" now\"\n", 1, "text after a closing quotation mark"),
            ("title: 'It's new'\nb: x\n", 1, "text after a closing quotation mark"),
            ("a: 1\ntitle x\norder: 1\n", 2, "a line without a key"),
            ("a: 1\ntitle = x\norder: 1\n", 2, "a line without a key"),
            ("a: 1\na: 2\n", 2, "duplicate key"),
            ("a: 1\ntitle: A: B\n", 2, "an unquoted value contains a colon"),
        ] {
            let error = parse(text).expect_err(text);
            assert_eq!((error.line, error.detail.as_str()), (line, detail), "{text}");
        }
        for text in [
            "a: \"b\n  c\"\n",
            "a: 'it''s'\n",
            "a: [\n  b,\n  c\n]\nd: 1\n",
            "a: >-\n  \"b\n  [c\nd: 1\n",
            "a b: 1\n",
            "a:\n  b\n  c\nd: 1\n",
            "? a\n: b\n",
        ] {
            assert!(parse(text).is_ok(), "{text}: {:?}", parse(text));
        }
    }

    #[test]
    fn text_parsed_as_yaml_tag_or_anchor_needs_quotes() {
        for (text, line) in [
            ("a: 1\ntitle: !x y\n", Some(2)),
            ("a: 1\ntitle: !x\nb: 2\n", Some(2)),
            ("title: ! x\n", Some(1)),
            ("title:\n  !x y\n", Some(2)),
            ("a: 1\ntitle: &x y\n", Some(2)),
            ("title: &x\nb: 2\n", Some(1)),
            ("title:\n  &x y\n", Some(2)),
            ("tags:\n- !x y\n- &x z\n", Some(2)),
            ("title: !!str 1\n", None),
            ("title: &x y\nb: *x\n", None),
            ("a: &x {b: 1}\n", None),
            ("title: !x \"y\"\n", None),
            ("title: \"!x y\"\n", None),
        ] {
            let error = parse_fields(text).err();
            assert_eq!(error.as_ref().map(|error| error.line), line, "{text}");
            assert!(error.is_none_or(|error| error.detail == UNQUOTED), "{text}");
            assert!(parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn yaml_aliases_are_expanded() {
        let value = parse("a: &x [1, 2]\nb: *x\n").unwrap();
        assert_eq!(value.get("b").unwrap().list().len(), 2);
    }

    #[test]
    fn merge_key_adds_missing_entries() {
        let defaults = "d: &d {draft: true, title: D}\ne: &e {title: E, order: 2}\n";
        for (text, expected) in [
            ("a: {<<: *d, title: A}", [Some("A"), Some("true"), None]),
            ("a:\n  title: A\n  <<: *e", [Some("A"), None, Some("2")]),
            ("a:\n  <<: [*d, *e]", [Some("D"), Some("true"), Some("2")]),
            ("a: &a\n  <<: *d\nb: *a", [Some("D"), Some("true"), None]),
            ("a: {<<: {order: 3}}", [None, None, Some("3")]),
            ("a: {title: A, <<: text}", [Some("A"), None, None]),
        ] {
            let value = parse(&format!("{defaults}{text}\n")).unwrap();
            let map = value.get("a").unwrap();
            let found = ["title", "draft", "order"].map(|key| map.get(key).and_then(Value::text));
            assert_eq!(found, expected, "{text}");
        }
        let top = parse("defaults: &d\n  title: D\n<<: *d\n").unwrap();
        assert_eq!(top.get("title").and_then(Value::text), Some("D"));
        assert_eq!(top.get("<<"), None);
        assert!(parse("a: {<<: text}").unwrap().get("a").unwrap().get("<<").is_some());
        let mut bomb = "a0: &a0 {x: [1, 2, 3]}\n".to_owned();
        for level in 1..40 {
            let before = level - 1;
            bomb.push_str(&format!(
                "a{level}: &a{level} {{<<: *a{before}, k{level}: *a{before}}}\n"
            ));
        }
        assert_eq!(parse(&bomb).unwrap_err().detail, "too many values");
    }

    #[test]
    fn reported_yaml_error_line_is_off_by_at_most_one() {
        for (text, line, part) in [
            ("a: 1\nb: [1, 2\n", 2, ""),
            ("a: 1\nb: \"x\nc: 2\n", 2, ""),
            ("a: 1\na: 2\n", 2, "duplicate key"),
            ("a: x: y\n", 1, ""),
            ("a: 1\n\tb: 2\n", 2, ""),
            ("a: *nowhere\n", 1, ""),
        ] {
            let mistake = parse(text).expect_err(text);
            assert!(mistake.line.abs_diff(line) <= 1, "{text:?} {mistake:?}");
            assert!(mistake.detail.contains(part), "{mistake:?}");
        }
    }

    #[test]
    fn alias_bomb_and_deep_nesting_are_rejected() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..10 {
            let before = level - 1;
            let aliases = vec![format!("*a{before}"); 10].join(", ");
            bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
        }
        assert_eq!(parse(&bomb).unwrap_err().detail, "too many values");
        assert!(parse(&"[".repeat(100_000)).is_err());
        assert!(parse(&"- ".repeat(100_000)).is_err());
        assert!(parse(&format!("a: {}", "{a: ".repeat(50_000))).is_err());
    }
}
