//! Parser of a single HTML or JSX tag, and functions that skip code spans and expressions in braces.

use std::collections::HashMap;

use crate::jsx_expression::{expression_length, string_length};
use crate::{character_reference, code_span};

/// Maximum length of a tag, in bytes. The `<` of a longer tag is text.
const MAX_TAG: usize = 10_000;

#[derive(Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// Name; empty for a fragment, `<>`.
    pub name: &'a str,
    /// Length from `<` to `>`, in bytes.
    pub length: usize,
    pub is_end: bool,
    pub is_empty: bool,
    /// Whether the name begins with a capital, contains a dot, or is empty, so that the tag is not an HTML element.
    pub is_component: bool,
    /// Attributes as written in the tag.
    attributes: &'a str,
    written: &'a str,
    images: Option<&'a Images<'a>>,
}

/// Files of the images that an MDX page imports, by the name in its `import` statement.
pub type Images<'a> = HashMap<&'a str, &'a str>;

/// Returns the images that lines such as `import Pic from './a.png'` import.
pub fn imported_images(body: &str) -> Images<'_> {
    body.lines().filter_map(imported_image).collect()
}

/// Returns the name and the file in `import Pic from './a.png'`; `None` for any other line.
pub fn imported_image(line: &str) -> Option<(&str, &str)> {
    const ENDINGS: [&str; 8] = [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico"];
    let (name, file) = import_parts(line)?;
    let file = literal(file)?;
    let file = file.split('?').next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let is_image = ENDINGS.iter().any(|ending| file.to_ascii_lowercase().ends_with(ending));
    let name = name.trim();
    (is_image && !name.is_empty() && name.chars().all(is_name)).then_some((name, file))
}

/// Returns the names and the quoted file in `import names from 'file';`; `None` for any other line.
pub fn import_parts(line: &str) -> Option<(&str, &str)> {
    let (names, file) = line.strip_prefix("import ")?.split_once(" from ")?;
    Some((names, file.trim().trim_end_matches(';').trim_end()))
}

/// Returns the length of an import or export at the start of `text`. The statement ends with the line that balances
/// its brackets, unless this line ends with an arrow or `=`.
pub fn statement_length(text: &str) -> usize {
    let (mut depth, mut length) = (0_i32, 0);
    for line in text.split_inclusive('\n') {
        let count = |marks: [char; 3]| line.matches(marks).count() as i32;
        depth += count(['{', '(', '[']) - count(['}', ')', ']']);
        length += line.len();
        let code = line.trim_end();
        if depth <= 0 && !(code.ends_with("=>") || code.ends_with('=')) {
            break;
        }
    }
    length
}

/// Parses the MDX tag at the start of `text`; see [`tag`]. `images` are the imported images. The name of a component
/// that displays an image or a part of a table is replaced by that of the HTML element.
pub fn mdx_tag<'a>(text: &'a str, images: &'a Images<'a>) -> Option<Tag<'a>> {
    let tag = Tag { images: Some(images), ..tag(text)? };
    Some(match html_element(&tag) {
        Some(name) => Tag { name, is_component: false, ..tag },
        None => tag,
    })
}

/// Returns the HTML element that a component displays: `table` and its parts for components such as `<Table>`,
/// `<Table.Tr>` (Nextra), and `<Tr>`, and `img` for an imported image and for `<Image>` (Astro, Next.js).
fn html_element(tag: &Tag<'_>) -> Option<&'static str> {
    const PARTS: [&str; 6] = ["thead", "tbody", "tfoot", "tr", "th", "td"];
    let is_image =
        matches!(tag.name, "Image" | "Img" | "Picture") && tag.attribute("src").is_some();
    if tag.is_empty && (is_image || tag.own_image().is_some()) {
        return Some("img");
    }
    if tag.name == "Table" && !tag.is_empty {
        return Some("table");
    }
    let part = tag.name.strip_prefix("Table.").unwrap_or(tag.name);
    PARTS.into_iter().find(|name| tag.is_component && part.eq_ignore_ascii_case(name))
}

/// Parses the tag at the start of `text`, if there is one.
pub fn tag(text: &str) -> Option<Tag<'_>> {
    let inside = text.strip_prefix('<')?;
    let (inside, is_end) = inside.strip_prefix('/').map_or((inside, false), |rest| (rest, true));
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
    let name_end = inside.find(|c| !is_name(c)).unwrap_or(inside.len());
    let name = &inside[..name_end];
    if name.starts_with(|c: char| !c.is_ascii_alphabetic()) || name.ends_with(':') {
        return None;
    }
    let follows = inside[name_end..].chars().next()?;
    if !(follows.is_whitespace() || matches!(follows, '>' | '/'))
        || (name.is_empty() && follows != '>')
    {
        return None;
    }
    let close = jsx_tag_end(&inside[name_end..])?;
    let attributes = inside[name_end..name_end + close].trim();
    // In HTML, a slash at the end of a value without quotes belongs to the value.
    let ends_with_bare_value = || {
        let last = attribute_sources(attributes).pop().and_then(|(_, value)| value);
        last.is_some_and(|value| !value.starts_with(['"', '\'', '{']) && value.ends_with('/'))
    };
    let has_slash = attributes.ends_with('/') && !ends_with_bare_value();
    let is_empty = !is_end && has_slash;
    let is_component =
        name.is_empty() || name.contains('.') || name.starts_with(|c: char| c.is_ascii_uppercase());
    let length = text.len() - inside.len() + name_end + close + 1;
    Some(Tag {
        name,
        length,
        is_end,
        is_empty,
        is_component,
        attributes: if has_slash { attributes.trim_end_matches('/') } else { attributes },
        written: &text[..length],
        images: None,
    })
}

impl Tag<'_> {
    /// Returns the value of an attribute, without the quotes or braces around it. The value may contain other quotes
    /// and line breaks.
    /// Returns `None` if the attribute is missing, has no value, or has an expression as its value.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let found = self
            .literal_attributes()
            .into_iter()
            .find(|(found, _)| found.eq_ignore_ascii_case(name));
        found.and_then(|(_, value)| value)
    }

    /// Returns the tag with new values in double quotes. `replace` gets the name and the value of an attribute, with
    /// character references decoded, and returns the new value, or `None` to keep the attribute unchanged.
    pub(crate) fn with_values(&self, replace: &dyn Fn(&str, &str) -> Option<String>) -> String {
        let (mut out, mut at) = (String::with_capacity(self.length), 0);
        for (name, source) in attribute_sources(self.attributes) {
            let Some(source) = source else { continue };
            let value = self.literal_value(source).map(character_reference::decode_references);
            let Some(new) = value.and_then(|value| replace(name, &value)) else { continue };
            let start = source.as_ptr() as usize - self.written.as_ptr() as usize;
            out.push_str(&self.written[at..start]);
            out.push_str(&format!("\"{}\"", new.replace('&', "&amp;").replace('"', "&quot;")));
            at = start + source.len();
        }
        out + &self.written[at..]
    }

    /// Whether all attributes have names of HTML (CommonMark 6.6) or of Vue (`@click`, `#name`), or are expressions in
    /// braces.
    pub(crate) fn has_html_names(&self) -> bool {
        let is_start = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | ':' | '@' | '#');
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.' | '-');
        let mut found = attribute_sources(self.attributes).into_iter();
        found.all(|(name, _)| {
            name.strip_prefix(is_start).is_some_and(|rest| rest.chars().all(is_in_name))
        })
    }

    /// Whether an attribute contains text for readers.
    pub fn has_text(&self) -> bool {
        let attributes = ["title", "label", "caption", "description", "summary", "header"];
        attributes.iter().any(|name| self.attribute(name).is_some())
    }

    /// Returns the text of an attribute: a string, or the text in its JSX, such as `label={<b>A</b>}`. `None` if there
    /// is no text.
    pub fn words(&self, name: &str) -> Option<String> {
        let words = match self.attribute(name) {
            Some(words) => words.trim().to_owned(),
            None => words_of(near(self.source_at_value(name)?.strip_prefix('{')?))?,
        };
        (!words.is_empty()).then_some(words)
    }

    /// Whether one of these attributes has an expression in braces as its value, and the expression contains no text.
    pub fn loses(&self, names: &[&str]) -> bool {
        names.iter().any(|name| {
            let source = self.source_at_value(name);
            source.is_some_and(|it| it.starts_with('{')) && self.words(name).is_none()
        })
    }

    /// Whether a title, a label, or the title of a tab in `items` is an expression without text.
    pub fn loses_title(&self) -> bool {
        self.loses(&["title", "label"]) || self.strings("items").iter().any(String::is_empty)
    }

    /// Returns the texts in the list of the attribute `name`, such as `items={['A', <>B</>, {label: 'C'}]}`. An item
    /// without text has an empty text. Returns no texts if the attribute has no such list.
    pub fn strings(&self, name: &str) -> Vec<String> {
        let list = self.source_at_value(name).and_then(|it| it.strip_prefix('{'));
        let list = list.and_then(|list| list.trim_start().strip_prefix('['));
        let items = list.map(|list| list_items(near(list))).unwrap_or_default();
        items.into_iter().map(|item| words_of(item).unwrap_or_default()).collect()
    }

    /// Returns the values and labels of tabs: `values={[{label: 'Mac', value: 'mac'}]}`.
    pub fn labels(&self) -> Vec<(String, String)> {
        let list = self.source_at_value("values").and_then(|it| it.strip_prefix("{["));
        let Some(list) = list else { return Vec::new() };
        let objects = list.split('{').skip(1).filter_map(|object| object.split('}').next());
        let label = |object| Some((property(object, "value")?, property(object, "label")?));
        objects.filter_map(label).collect()
    }

    /// Whether all values in braces are literals, so that [`Tag::plain`] loses nothing.
    pub fn has_only_literals(&self) -> bool {
        let mut rest = self.attributes;
        while let Some(at) = rest.find(['{', '"', '\'']) {
            let (before, value) = rest.split_at(at);
            let after = match &value[..1] {
                "{" => after_braces(&value[1..]),
                quote => value[1..].split_once(quote).map_or("", |(_, after)| after),
            };
            let written = &value[..value.len() - after.len()];
            if value.starts_with('{')
                && !(before.ends_with('=') && self.literal_in_braces(written).is_some())
            {
                return false;
            }
            rest = after;
        }
        true
    }

    /// Whether the tag has this attribute and its value is not `{false}`.
    pub fn has(&self, name: &str) -> bool {
        let mut found = attribute_sources(self.attributes).into_iter();
        found.any(|(found, value)| found == name && value != Some("{false}"))
    }

    /// Returns the attributes as written in the tag, from the value of the attribute `name` on; `None` if the tag has
    /// no such attribute with a value.
    fn source_at_value(&self, name: &str) -> Option<&str> {
        let mut found = attribute_sources(self.attributes).into_iter();
        let (_, value) = found.find(|(found, value)| *found == name && value.is_some())?;
        let at = value?.as_ptr() as usize - self.attributes.as_ptr() as usize;
        self.attributes.get(at..)
    }

    /// Converts the tag to HTML without the attributes whose value is an expression. `None` if it already is HTML.
    pub fn plain(&self) -> Option<String> {
        let is_named = self.written[1..].trim_start_matches('/').starts_with(self.name);
        if self.is_end && !is_named {
            return Some(format!("</{}>", self.name));
        }
        let has_code = self.attributes.contains('{') || self.attributes.contains("className");
        if self.is_end || (is_named && !has_code) {
            return None;
        }
        let mut out = format!("<{}", self.name);
        if let Some(file) = self.own_image() {
            out.push_str(&format!(" src=\"{file}\""));
        }
        for (name, value) in self.literal_attributes() {
            let name = if name == "className" { "class" } else { name };
            match value {
                // The caller writes the line breaks of the tag separately.
                Some(value) => {
                    let value = value.replace('"', "&quot;").replace(['\n', '\r'], " ");
                    out.push_str(&format!(" {name}=\"{value}\""));
                }
                None => out.push_str(&format!(" {name}")),
            }
        }
        out.push_str(if self.is_empty { " />" } else { ">" });
        Some(out)
    }

    /// Returns the number of open elements after the tag; `depth` is the number before it.
    fn depth_after(&self, depth: usize) -> usize {
        match (self.is_end, self.is_empty) {
            (true, _) => depth.saturating_sub(1),
            (false, true) => depth,
            (false, false) => depth + 1,
        }
    }

    /// Returns the file of the imported image with the name of the tag: `<Logo />` with
    /// `import Logo from './logo.svg'`.
    fn own_image(&self) -> Option<&str> {
        let is_end = |c: char| c.is_whitespace() || matches!(c, '/' | '>');
        let name = self.written[1..].split(is_end).next()?;
        self.images?.get(name).copied()
    }

    /// Returns the attributes, without those whose value is an expression.
    fn literal_attributes(&self) -> Vec<(&str, Option<&str>)> {
        let sources = attribute_sources(self.attributes).into_iter();
        let parsed = sources.filter_map(|(name, source)| match source {
            Some(source) => Some((name, Some(self.literal_value(source)?))),
            None => Some((name, None)),
        });
        parsed.collect()
    }

    /// Returns the value of an attribute from `source`, the value with its quotes or braces, if it has any. Returns
    /// `None` for an expression.
    fn literal_value<'t>(&'t self, source: &'t str) -> Option<&'t str> {
        if let Some(quoted) = source.strip_prefix('"') {
            return Some(quoted.strip_suffix('"').unwrap_or(quoted));
        }
        match source.strip_prefix('\'') {
            Some(quoted) => Some(quoted.strip_suffix('\'').unwrap_or(quoted)),
            None if source.starts_with('{') => self.literal_in_braces(source),
            None => Some(source),
        }
    }

    /// Returns the string or number in the braces of an attribute, or the file of `require('./a.png').default`,
    /// `useBaseUrl('/a.png')`, or an imported image (`Pic` or `Pic.src`); `None` for any other expression.
    fn literal_in_braces<'t>(&'t self, text: &'t str) -> Option<&'t str> {
        let inside = text.strip_prefix('{')?.strip_suffix('}')?.trim();
        let image = || {
            let name = inside.strip_suffix(".src").or_else(|| inside.strip_suffix(".default"));
            self.images?.get(name.unwrap_or(inside)).copied()
        };
        literal(inside).or_else(|| called_file(inside)).or_else(image)
    }
}

/// Returns the items of a JavaScript array. `list` begins after the `[`.
fn list_items(list: &str) -> Vec<&str> {
    let (mut items, mut start, mut at) = (Vec::new(), 0, 0);
    let (mut brackets, mut elements) = (0_usize, 0_usize);
    while let Some(c) = list[at..].chars().next() {
        let rest = &list[at..];
        if let Some(tag) = tag(rest) {
            elements = tag.depth_after(elements);
            at += tag.length;
            continue;
        }
        let is_end = brackets == 0 && elements == 0;
        match c {
            '\'' | '"' | '`' if elements == 0 => {
                at += string_length(rest).unwrap_or(rest.len());
                continue;
            }
            ']' | ',' if is_end => {
                items.push(list[start..at].trim());
                start = at + 1;
                if c == ']' {
                    break;
                }
            }
            '[' | '{' | '(' => brackets += 1,
            ']' | '}' | ')' => brackets = brackets.saturating_sub(1),
            _ => {}
        }
        at += c.len_utf8();
    }
    if items.last().is_some_and(|item| item.is_empty()) {
        items.pop();
    }
    items
}

/// Returns the text of a string, of an object with a `label` or `title`, or of JSX at the start of `expression`; `None`
/// if there is none.
fn words_of(expression: &str) -> Option<String> {
    let expression = expression.trim();
    if expression.starts_with('{') {
        return property(expression, "label").or_else(|| property(expression, "title"));
    }
    if let Some(text) = literal(expression) {
        return Some(text.to_owned());
    }
    let (mut rest, mut depth, mut words) = (expression, 0_usize, String::new());
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        if let Some(tag) = tag(rest) {
            depth = tag.depth_after(depth);
            length = tag.length;
        } else if let Some(code) = braced(rest).filter(|_| depth > 0) {
            words.push_str(literal(code[1..code.len() - 1].trim()).unwrap_or_default());
            length = code.len();
        } else {
            words.push(c);
        }
        rest = &rest[length..];
        if depth == 0 {
            break;
        }
    }
    let is_jsx = expression.starts_with('<') && depth == 0;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    (is_jsx && !words.is_empty()).then(|| character_reference::decode_references(&words))
}

/// Returns the string property of an object literal: `label: 'Mac'` or `"label": "Mac"`. Returns `None` if there is no
/// such property.
fn property(object: &str, name: &str) -> Option<String> {
    object.match_indices(name).find_map(|(at, _)| {
        let is_name = !object[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let rest = object[at + name.len()..].trim_start_matches(['"', '\'']).trim_start();
        let value = rest.strip_prefix(':').filter(|_| is_name)?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
        value[1..].split_once(quote).map(|(text, _)| text.to_owned())
    })
}

/// Returns the position of the first `>` outside quotes and braces. A quote character begins a quoted value only after
/// `=`. Returns `None` if there is no such `>`.
fn jsx_tag_end(text: &str) -> Option<usize> {
    let text = &text[..text.floor_char_boundary(MAX_TAG)];
    let (mut at, mut is_value) = (0, false);
    while let Some(byte) = text.as_bytes().get(at) {
        let rest = &text[at..];
        at += match byte {
            b'"' | b'\'' | b'`' if is_value => rest[1..].find(char::from(*byte))? + 2,
            b'{' => rest.len() - after_braces_if_closed(&rest[1..])?.len(),
            b'}' | b'<' => return None,
            b'>' => return Some(at),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        is_value = *byte == b'=' || (is_value && byte.is_ascii_whitespace());
    }
    None
}

/// Splits the attributes into names and values; the values include their quotes or braces.
fn attribute_sources(text: &str) -> Vec<(&str, Option<&str>)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end =
            rest.find(|c: char| c == '=' || c == '{' || c.is_whitespace()).unwrap_or(rest.len());
        let name = &rest[..end];
        rest = rest[end..].trim_start();
        let Some(value) = rest.strip_prefix('=').map(str::trim_start) else {
            if !name.is_empty() {
                found.push((name, None));
            }
            rest = rest.strip_prefix('{').map_or(rest, after_braces).trim_start();
            continue;
        };
        let after = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                value[1..].split_once(quote).map_or("", |(_, after)| after)
            }
            Some('{') => after_braces(&value[1..]),
            _ => after_word(value),
        };
        let source = &value[..value.len() - after.len()];
        found.push((name, Some(source)));
        rest = after.trim_start();
    }
    found
}

fn called_file(expression: &str) -> Option<&str> {
    let call = expression.strip_suffix(".default").unwrap_or(expression).strip_suffix(')')?;
    let argument = call.strip_prefix("require(").or_else(|| call.strip_prefix("useBaseUrl("))?;
    literal(argument.trim())
}

fn after_word(text: &str) -> &str {
    &text[text.find(char::is_whitespace).unwrap_or(text.len())..]
}

/// Returns the text after an expression in braces; empty if the expression is not closed. `text` begins after the
/// opening brace.
fn after_braces(text: &str) -> &str {
    after_braces_if_closed(text).unwrap_or_default()
}

/// Like [`after_braces`], but returns `None` if the expression is not closed. If [`expression_length`] finds no end,
/// the end is found by counting braces.
fn after_braces_if_closed(text: &str) -> Option<&str> {
    if let Some(length) = expression_length(text) {
        return text.get(length..);
    }
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + 1..]);
        }
    }
    None
}

/// Returns the expression in braces at the start of `text`, if it ends within the paragraph.
pub fn braced(text: &str) -> Option<&str> {
    let paragraph = near(text).split("\n\n").next()?;
    let rest = after_braces(paragraph.strip_prefix('{')?);
    let written = &paragraph[..paragraph.len() - rest.len()];
    written.ends_with('}').then_some(written)
}

/// Returns the content of `'a'`, `"a"`, or `` `a` `` on one line; a number is returned as is. Returns `None` for any
/// other expression.
pub fn literal(expression: &str) -> Option<&str> {
    if !expression.is_empty() && expression.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(expression);
    }
    let quote = expression.chars().next().filter(|c| matches!(c, '\'' | '"' | '`'))?;
    let inside = expression[1..].strip_suffix(quote)?;
    (!inside.contains([quote, '\\', '$', '\n'])).then_some(inside)
}

/// Returns the number of bytes at the start of `text` to copy unchanged: a code span, an escaped character, or one
/// byte.
pub fn unchanged_length(text: &str) -> usize {
    match text.as_bytes().first() {
        Some(b'`') => code_span::length(text),
        Some(b'\\') => 1 + text[1..].chars().next().map_or(0, char::len_utf8),
        _ => 1,
    }
}

/// Like [`unchanged_length`], but a tag at the start of `text` is copied as a whole.
pub fn kept_or_tag(text: &str) -> usize {
    tag(text).map_or_else(|| unchanged_length(text), |tag| tag.length)
}

/// Returns the part of `text` that is searched for the end of inline syntax: its first 4,000 bytes. The limit prevents
/// quadratic time on long lines.
pub fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(4_000)]
}

/// Returns the beginning of a tag for the detail of an issue: one line, truncated after 80 characters.
pub fn short(tag: &str) -> String {
    let line: String = near(tag).split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_ends_at_first_angle_bracket_outside_quotes_and_braces() {
        for (text, name, length, component) in [
            ("<A b=\"x > y\" />z", "A", 15, true),
            ("<A b={() => c > d}>z", "A", 19, true),
            ("</A.B>z", "A.B", 6, true),
            ("<>z", "", 2, true),
            ("<div>z", "div", 5, false),
        ] {
            let tag = tag(text).unwrap();
            assert_eq!(
                (tag.name, tag.length, tag.is_component),
                (name, length, component),
                "{text}"
            );
        }
        for text in ["<", "< a>", "<1>", "<A", "<A b='", "<A {", "a", "<https://a.b>", "<A <B>"] {
            assert_eq!(tag(text), None, "{text}");
        }
    }

    #[test]
    fn apostrophe_in_jsx_of_an_attribute_does_not_extend_the_tag() {
        for text in [
            "<Card title={<b>Don't</b>}>",
            "<Card icon={<span>it's</span>} title='A' />",
            "<Card title={<b>a <i title={<u>x's</u>}>b's</i></b>} {...{a: \"'\"}}>",
            "<Card title={`it's ${x ? '}' : <b>that's</b>}`}>",
            "<Card title={/* it's } */ <>it's</>}>",
            "<Card title={a > b ? 'it\\'s >' : <b>it's</b>}>",
            "<Card title={<br>}>",
        ] {
            let whole = format!("{text} It's text. </Card> <b c='d'>");
            assert_eq!(tag(&whole).map(|tag| tag.length), Some(text.len()), "{text}");
        }
        let text = "<T label={<b>Don't <i a=\"}\">{'}'}</i></b>} items={[<b>it's, a</b>, 'it\\'s, b']} c='d'>";
        let tag = tag(text).unwrap();
        assert_eq!(tag.words("label").as_deref(), Some("Don't }"));
        assert_eq!((tag.attribute("c"), tag.strings("items").len()), (Some("d"), 2));
        assert_eq!(tag.plain().as_deref(), Some("<T c=\"d\">"));
        assert_eq!(braced("{ok && <b>it's</b>} it's}"), Some("{ok && <b>it's</b>}"));
    }

    #[test]
    fn plain_tag_has_no_attributes_with_expressions() {
        let tag = tag("<img className='a' src={x} style={{a: {b: 1}}} {...c} alt=\"b\" hidden/>")
            .unwrap();
        assert_eq!(tag.plain().unwrap(), "<img class=\"a\" alt=\"b\" hidden />");
        assert_eq!(super::tag("<b id=\"x\">").unwrap().plain(), None);
        let tag = super::tag("<img width={300} alt={'图'} src={\"a.png\"} height={h} />").unwrap();
        let plain = "<img width=\"300\" alt=\"图\" src=\"a.png\" />";
        assert_eq!((tag.plain().as_deref(), tag.has_only_literals()), (Some(plain), false));
        let literal = |text: &str| super::tag(text).unwrap().has_only_literals();
        assert!(literal("<img width={300} alt=\"{x}\" title={`t`}/>"));
        assert!(!literal("<img {...props}/>") && !literal("<b style={{a: 1}}>"));
        for (text, source) in [
            ("<img src={require('./a.png').default}>", Some("./a.png")),
            ("<img src={require(\"@site/a.png\")}>", Some("@site/a.png")),
            ("<img src={ useBaseUrl('/a.png') }>", Some("/a.png")),
            ("<img src={useBaseUrl(a)}>", None),
            ("<img src={required('a')}>", None),
            ("<img src={require('a') + b('c')}>", None),
        ] {
            let tag = super::tag(text).unwrap();
            assert_eq!((tag.attribute("src"), tag.has_only_literals()), (source, source.is_some()));
        }
    }

    #[test]
    fn quotes_in_attribute_values_are_kept() {
        for (text, value) in [
            ("<A b='Use \"c\"'>", "Use \"c\""),
            ("<A b={`Use \"c\"`}>", "Use \"c\""),
            ("<A b={'Use \"c\"'}>", "Use \"c\""),
            ("<A b={\"it's\"}>", "it's"),
            ("<A b=\"it's\" c='d'>", "it's"),
        ] {
            assert_eq!(tag(text).unwrap().attribute("b"), Some(value), "{text}");
        }
        for (text, plain) in [
            (
                "<a className='x' title='\"><script>' href={`\" b`}>",
                "<a class=\"x\" title=\"&quot;><script>\" href=\"&quot; b\">",
            ),
            ("<a className=\"x\r\ny\">", "<a class=\"x  y\">"),
        ] {
            let tag = tag(text).unwrap();
            assert_eq!(tag.plain().as_deref(), Some(plain), "{text}");
            assert!(tag.has_only_literals(), "{text}");
        }
        assert!(tag("<A Title='a \"b\"'>").unwrap().has_text());
        assert!(!tag("<A title={b}>").unwrap().has_text());
    }

    #[test]
    fn unquoted_attribute_values_are_parsed() {
        for (text, value, is_empty) in [
            ("<a b=c>", Some("c"), false),
            ("<a b=c.png />", Some("c.png"), true),
            ("<a b=/c/>", Some("/c/"), false),
            ("<a b = c d>", Some("c"), false),
            ("<a b\n= 'c d'/>", Some("c d"), true),
            ("<a B=c?d=e&f d='b=g'>", Some("c?d=e&f"), false),
            ("<a d='b=g' hidden/>", None, true),
            ("<a b={c}>", None, false),
            ("<a b>", None, false),
            ("<a b=it's>", Some("it's"), false),
        ] {
            let tag = tag(text).unwrap();
            assert_eq!((tag.attribute("b"), tag.is_empty), (value, is_empty), "{text}");
        }
    }

    #[test]
    fn replaced_attribute_values_are_double_quoted() {
        let replace = |name: &str, value: &str| {
            (name == "b" && value != "kept").then(|| format!("<{value}\">"))
        };
        for (text, expected) in [
            ("<a b=c>d b=e", "<a b=\"<c&quot;>\">"),
            ("<a c='b=d' b = 'e&amp;f' />", "<a c='b=d' b = \"<e&amp;f&quot;>\" />"),
            ("<a\n  b={`c`} b={d} {...b}>", "<a\n  b=\"<c&quot;>\" b={d} {...b}>"),
            ("<a b='kept'  c>", "<a b='kept'  c>"),
            ("<a b='c&#46;d&lt;'>", "<a b=\"<c.d<&quot;>\">"),
        ] {
            assert_eq!(tag(text).unwrap().with_values(&replace), expected, "{text}");
        }
    }

    #[test]
    fn images_are_read_from_imports() {
        for (line, expected) in [
            ("import Pic from './a.png';", Some(("Pic", "./a.png"))),
            ("import b_1 from \"@site/img/B.SVG?url\"", Some(("b_1", "@site/img/B.SVG"))),
            ("import Pic from './a.js'", None),
            ("import { Pic } from './a.png'", None),
            ("import './a.png'", None),
            ("We import Pic from './a.png'", None),
        ] {
            assert_eq!(imported_image(line), expected, "{line}");
        }
    }

    #[test]
    fn attribute_texts_are_read_from_strings_and_jsx() {
        for (text, expected) in [
            ("<T items={['A', \"B, c\", `D`]}>", &["A", "B, c", "D"][..]),
            ("<T items={[\n  <>A, <b>b</b></>,\n  'C',\n]}>", &["A, b", "C"]),
            ("<T items={[<b>A &amp; {'x'} {y}</b>, 'B']}>", &["A & x", "B"]),
            (
                "<T items={[{label: 'A', value: 'b'}, <Icon a={['x', 'y']} />, f('z')]}>",
                &["A", "", ""],
            ),
            ("<T items={[]}>", &[]),
            ("<T items={list}>", &[]),
        ] {
            assert_eq!(tag(text).unwrap().strings("items"), expected, "{text}");
        }
        for (text, words, is_lost) in [
            ("<T label=' A '>", Some("A"), false),
            ("<T label={<b>A <i>b</i></b>}>", Some("A b"), false),
            ("<T label={<Icon />}>", None, true),
            ("<T label={x}>", None, true),
            ("<T label=''>", None, false),
            ("<T>", None, false),
        ] {
            let tag = tag(text).unwrap();
            assert_eq!(
                (tag.words("label").as_deref(), tag.loses(&["label"])),
                (words, is_lost),
                "{text}"
            );
        }
    }

    #[test]
    fn tab_labels_are_parsed_from_the_values_attribute() {
        for (text, expected) in [
            (
                "<Tabs values={[{label: 'Mac', value: 'mac'}, {value: \"win\", label: \"视窗\"}]}>",
                vec![("mac", "Mac"), ("win", "视窗")],
            ),
            (
                "<Tabs values={[\n  { \"label\": `A b`, \"value\": 'a' },\n]} default>",
                vec![("a", "A b")],
            ),
            ("<Tabs values={[{value: 'a', labelled: 'x'}]}>", vec![]),
            ("<Tabs values={list}>", vec![]),
            ("<Tabs defaultvalues={[{label: 'A', value: 'a'}]}>", vec![]),
            (
                "<Tabs title='values={[{label: 1}]' values={[{label: 'A', value: 'a'}]}>",
                vec![("a", "A")],
            ),
            ("<Tabs groupId=\"os\">", vec![]),
        ] {
            let labels = tag(text).unwrap().labels();
            let labels: Vec<_> = labels.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            assert_eq!(labels, expected, "{text}");
        }
    }
}
