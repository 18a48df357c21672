//! Segments: the units of translation.
//!
//! Put together again, the segments of a body are the body, byte for byte.

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
    /// The header of a table; its rows are segments of their own.
    Table,
    TableRow,
    Code,
    Html,
    Quote,
    /// The opening line of a container; its contents are segments of their own.
    Container,
    ThematicBreak,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    pub kind: Kind,
    /// Bytes of the body, blank lines below included.
    pub start: usize,
    pub end: usize,
    /// 1 is the body's first line.
    pub line: u32,
    pub fingerprint: Fingerprint,
    /// The words, normalized: for comparing, counting and lists.
    pub words: String,
    /// The words that are to be translated.
    pub prose: String,
    /// The id of the heading it stands under; a heading's own.
    pub heading_id: Option<String>,
    /// The headings above, outermost first, as numbers of segments.
    pub(crate) heading_path: Vec<usize>,
}

impl Kind {
    /// As kept in the database and sent to readers.
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

/// A segment as it was kept: what comparing it with a new text or with its translation needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    pub id: String,
    pub kind: Kind,
    pub fingerprint: Fingerprint,
    pub words: String,
    /// The words that are to be translated: without code, math, and names of other sites' pages.
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

    /// False for what both languages share or readers do not see: rules, comments, empty items.
    pub fn is_translatable(&self) -> bool {
        self.kind != Kind::ThematicBreak && self.words.chars().any(char::is_alphanumeric)
    }
}

/// Cuts `body`. An empty body has no segments.
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
    if dialect != Flavor::Markdown {
        mark_components(&mut units, body, &prepared);
    }
    with_ends(units, &starts, body.len())
}

/// A segment that can be the heading of others.
pub trait InSection {
    fn kind(&self) -> Kind;
    /// The id of the heading that it stands under; a heading's own.
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

/// The heading with this id and all below it, down to the next heading of its level or a higher one. None without such
/// a heading.
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

/// How many segments of a body there are to translate.
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
        segments.push(Segment {
            kind: unit.kind,
            start: if number == 0 { 0 } else { start_of(unit.line) },
            end,
            line: u32::try_from(unit.line).unwrap_or(u32::MAX),
            fingerprint: unit.content.fingerprint(),
            words: normalized(&unit.content.words),
            prose: unit.content.prose,
            heading_id: path.last().map(|(_, _, id)| id.clone()),
            heading_path,
        });
    }
    segments
}

/// Component lines are blank to the parser; a change of theirs is a change of the segment they
/// stand in.
fn mark_components(units: &mut [Unit], body: &str, prepared: &Prepared<'_>) {
    let mut at = 0;
    let shown = prepared.lines.firsts(&prepared.text);
    for (number, (line, plain)) in body.lines().zip(shown).enumerate() {
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
