//! XML writer: escapes text, and removes characters that are invalid in XML 1.0.

use std::borrow::Cow;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

type Attributes<'a> = &'a [(&'a str, &'a str)];

/// Writer to memory, which does not fail.
pub struct Xml(Writer<Vec<u8>>);

impl Xml {
    /// Creates a document with its declaration. Every element begins on a new line.
    pub fn document() -> Self {
        let mut xml = Self(Writer::new_with_indent(Vec::new(), b' ', 0));
        xml.write(Event::Decl(BytesDecl::new("1.0", Some("utf-8"), None)));
        xml
    }

    /// Creates a fragment without a declaration, on one line.
    pub fn fragment() -> Self {
        Self(Writer::new(Vec::new()))
    }

    pub fn start(&mut self, name: &str, attributes: Attributes<'_>) -> &mut Self {
        self.write(Event::Start(tag(name, attributes)))
    }

    pub fn end(&mut self, name: &str) -> &mut Self {
        self.write(Event::End(BytesEnd::new(name)))
    }

    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) -> &mut Self {
        self.write(Event::Empty(tag(name, attributes)))
    }

    /// Writes an element that contains only text.
    pub fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) -> &mut Self {
        self.start(name, attributes);
        self.write(Event::Text(BytesText::new(&allowed(text))));
        self.end(name)
    }

    /// Returns the text so far, with a trailing line break.
    pub fn finish(self) -> String {
        let mut text = String::from_utf8(self.0.into_inner()).unwrap_or_default();
        text.push('\n');
        text
    }

    fn write(&mut self, event: Event<'_>) -> &mut Self {
        let _ = self.0.write_event(event);
        self
    }
}

fn tag<'a>(name: &'a str, attributes: Attributes<'_>) -> BytesStart<'a> {
    let mut tag = BytesStart::new(name);
    for (name, value) in attributes {
        tag.push_attribute((*name, &*allowed(value)));
    }
    tag
}

/// Removes the characters that no XML document may contain, not even escaped.
fn allowed(text: &str) -> Cow<'_, str> {
    match text.chars().all(is_allowed) {
        true => text.into(),
        false => text.chars().filter(|c| is_allowed(*c)).collect::<String>().into(),
    }
}

/// Whether XML 1.0, section 2.2, allows a character.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_has_only_allowed_characters() {
        let text = "a<b>&\"c\"'\u{0}\u{fffe}\u{b}\u{fffd}文\u{10ffff}\n";
        let mut xml = Xml::document();
        xml.start("a", &[]).text("b", &[("c", text)], text).empty("d", &[("e", text)]).end("a");
        let xml = xml.finish();
        let escaped = "a&lt;b&gt;&amp;&quot;c&quot;&apos;\u{fffd}文\u{10ffff}\n";
        assert_eq!(
            xml,
            format!(
                "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a>\n<b c=\"{escaped}\">{escaped}</b>\n\
                 <d e=\"{escaped}\"/>\n</a>\n"
            )
        );
        let read = roxmltree::Document::parse(&xml).unwrap();
        let b = read.descendants().find(|node| node.has_tag_name("b")).unwrap();
        assert_eq!(b.text(), Some("a<b>&\"c\"'\u{fffd}文\u{10ffff}\n"));
    }
}
