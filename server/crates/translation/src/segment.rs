//! Segments: the units of translation.
//!
//! The concatenation of the segments of a body is the body, byte for byte.

use comrak::Arena;

use crate::fingerprint::{Content, Fingerprint, normalized};
use crate::segmenter::{self, Unit};
use pailou_markdown::flavor::{self, Flavor, Prepared};
use pailou_markdown::parser::{self, Purpose};
use pailou_text_diff::line_map;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Heading(u8),
    Paragraph,
    ListItem,
    /// Header of a table; its rows are separate segments.
    Table,
    TableRow,
    Code,
    Html,
    Quote,
    /// Opening line of a container; its contents are separate segments.
    Container,
    ThematicBreak,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    pub kind: Kind,
    /// Start of the byte range in the body. The range includes the blank lines below the segment.
    pub start: usize,
    pub end: usize,
    /// First line in the body, from 1.
    pub line: u32,
    pub fingerprint: Fingerprint,
    /// Normalized words, for comparing, counting, and lists.
    pub words: String,
    /// Words to translate. Code, math, alt text, and the text of external links are replaced by placeholders.
    pub prose: String,
    /// Id of the heading above; for a heading its own id.
    pub heading_id: Option<String>,
    /// Headings above, outermost first, as segment indexes.
    pub(crate) heading_path: Vec<usize>,
}

impl Kind {
    /// Returns the name in the database and the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Heading(1) => "heading-1",
            Self::Heading(2) => "heading-2",
            Self::Heading(3) => "heading-3",
            Self::Heading(4) => "heading-4",
            Self::Heading(5) => "heading-5",
            Self::Heading(_) => "heading-6",
            Self::Paragraph => "paragraph",
            Self::ListItem => "list-item",
            Self::Table => "table",
            Self::TableRow => "table-row",
            Self::Code => "code",
            Self::Html => "html",
            Self::Quote => "quote",
            Self::Container => "container",
            Self::ThematicBreak => "thematic-break",
        }
    }
}

/// A stored segment, with the data for comparing it with a new text or its translation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub id: String,
    pub kind: Kind,
    pub fingerprint: Fingerprint,
    pub words: String,
    /// See [`Segment::prose`].
    pub prose: String,
    pub heading_id: Option<String>,
}

impl Known {
    pub fn new(id: String, segment: &Segment) -> Self {
        Self {
            id,
            kind: segment.kind,
            fingerprint: segment.fingerprint.clone(),
            words: segment.words.clone(),
            prose: segment.prose.clone(),
            heading_id: segment.heading_id.clone(),
        }
    }

    /// Whether the segment is not a thematic break, and its words contain a letter or digit.
    pub fn is_translatable(&self) -> bool {
        self.kind != Kind::ThematicBreak && self.words.chars().any(char::is_alphanumeric)
    }
}

/// Splits a body into segments. An empty body has none.
pub fn segments(body: &str, dialect: Flavor) -> Vec<Segment> {
    let starts = line_map::starts(body);
    let prepared = flavor::prepare(body, dialect);
    let arena = Arena::new();
    let options = parser::options(Purpose::Positions, dialect);
    let mut units = match parser::parse(&arena, &prepared.text, &options) {
        Ok(root) if has_same_lines(&prepared, starts.len()) => {
            segmenter::units(root, &prepared.lines)
        }
        _ => Vec::new(),
    };
    if units.is_empty() && !body.is_empty() {
        let content = Content::plain(body.to_owned());
        units.push(Unit { kind: Kind::Paragraph, line: 1, content, heading: None });
    }
    if dialect.has_components() {
        mark_components(&mut units, body, &prepared);
    }
    with_ends(units, &starts, body.len())
}

/// A segment in a section.
pub trait InSection {
    fn kind(&self) -> Kind;
    /// Returns the id of the heading above; for a heading its own id. Returns `None` above the first heading.
    fn heading_id(&self) -> Option<&str>;
}

impl InSection for Segment {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn heading_id(&self) -> Option<&str> {
        self.heading_id.as_deref()
    }
}

impl InSection for Known {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn heading_id(&self) -> Option<&str> {
        self.heading_id.as_deref()
    }
}

/// Returns the heading with this id and all segments below it, up to the next heading of the same
/// or a higher level; `None` if no heading has the id.
pub fn section<'a, T: InSection>(segments: &'a [T], heading: &str) -> Option<&'a [T]> {
    let level = |segment: &T| match segment.kind() {
        Kind::Heading(level) => Some(level),
        _ => None,
    };
    let is_it = |segment: &T| segment.heading_id() == Some(heading) && level(segment).is_some();
    let start = segments.iter().position(is_it)?;
    let own = level(&segments[start])?;
    let ends = |segment: &T| level(segment).is_some_and(|level| level <= own);
    let length = segments[start + 1..].iter().position(ends);
    Some(&segments[start..length.map_or(segments.len(), |length| start + 1 + length)])
}

/// Returns the number of segments to translate in a body.
pub fn count(body: &str, dialect: Flavor) -> i64 {
    let known = segments(body, dialect).into_iter().map(|it| Known::new(String::new(), &it));
    i64::try_from(known.filter(Known::is_translatable).count()).unwrap_or(i64::MAX)
}

fn has_same_lines(prepared: &Prepared<'_>, count: usize) -> bool {
    let made = u32::try_from(line_map::starts(&prepared.text).len()).unwrap_or(u32::MAX);
    usize::try_from(prepared.lines.original(made)).is_ok_and(|last| last == count)
}

fn with_ends(units: Vec<Unit>, starts: &[usize], length: usize) -> Vec<Segment> {
    let start_of = |line: usize| starts.get(line - 1).copied().unwrap_or(length);
    let mut ends: Vec<usize> = units.iter().skip(1).map(|unit| start_of(unit.line)).collect();
    ends.push(length);
    let mut segments: Vec<Segment> = Vec::with_capacity(units.len());
    let mut path: Vec<(u8, usize, String)> = Vec::new();
    for (number, (unit, end)) in units.into_iter().zip(ends).enumerate() {
        if let Kind::Heading(level) = unit.kind {
            path.retain(|(above, _, _)| *above < level);
        }
        let heading_path = path.iter().map(|(_, number, _)| *number).collect();
        if let (Kind::Heading(level), Some(id)) = (unit.kind, unit.heading) {
            path.push((level, number, id));
        }
        let words = normalized(&unit.content.words);
        segments.push(Segment {
            kind: unit.kind,
            start: if number == 0 { 0 } else { start_of(unit.line) },
            end,
            line: u32::try_from(unit.line).unwrap_or(u32::MAX),
            fingerprint: unit.content.fingerprint(&words),
            words,
            prose: unit.content.prose,
            heading_id: path.last().map(|(_, _, id)| id.clone()),
            heading_path,
        });
    }
    segments
}

/// Adds component lines, which the parser treats as blank, to the markup of the segment around
/// them.
fn mark_components(units: &mut [Unit], body: &str, prepared: &Prepared<'_>) {
    let mut at = 0;
    let prepared_lines = prepared.lines.firsts(&prepared.text);
    for (number, (line, plain)) in body.lines().zip(prepared_lines).enumerate() {
        while units.get(at + 1).is_some_and(|next| next.line <= number + 1) {
            at += 1;
        }
        if plain.trim().is_empty() && !line.trim().is_empty() {
            units[at].content.mark("component", line.trim());
        }
    }
}

#[cfg(test)]
#[path = "segment_tests.rs"]
mod tests;
