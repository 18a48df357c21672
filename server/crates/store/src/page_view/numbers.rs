//! Numbers that segments share with their counterparts, so that the language switch keeps the
//! scroll position. Pairs are numbered in the order of the English text.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use crate::save::StoredSegment;
use crate::sql::{Revision, StoredAlignment};

/// Returns the number of each segment by its first line in the body; `None` for a segment without a
/// counterpart.
pub fn numbers(
    locale: Locale,
    own: &Revision,
    other: &Revision,
    links: &[StoredAlignment],
) -> HashMap<u32, Option<u32>> {
    let (segments, others) = (parse_segments(own), parse_segments(other));
    let pairs = match locale {
        Locale::Zh => linked_pairs(&segments, &others, links),
        Locale::En => linked_pairs(&others, &segments, links),
    };
    let own_id = |(zh, en)| if locale == Locale::Zh { zh } else { en };
    let numbers: HashMap<&str, u32> = pairs.into_iter().map(own_id).zip(1..).collect();
    let number =
        |(segment, line): (&StoredSegment, u32)| (line, numbers.get(segment.id.as_str()).copied());
    segments.iter().zip(line_numbers(&own.markdown, &segments)).map(number).collect()
}

/// Returns the ids of aligned segments that exist in both languages, in English order.
fn linked_pairs<'s>(
    zh: &[StoredSegment],
    en: &'s [StoredSegment],
    links: &'s [StoredAlignment],
) -> Vec<(&'s str, &'s str)> {
    let zh: HashSet<&str> = zh.iter().map(|segment| segment.id.as_str()).collect();
    let linked = links.iter().filter(|link| zh.contains(link.zh_segment.as_str()));
    let zh_ids: HashMap<&str, &str> =
        linked.map(|link| (link.en_segment.as_str(), link.zh_segment.as_str())).collect();
    let pair = |segment: &'s StoredSegment| {
        let zh = zh_ids.get(segment.id.as_str())?;
        Some((*zh, segment.id.as_str()))
    };
    en.iter().filter_map(pair).collect()
}

fn parse_segments(revision: &Revision) -> Vec<StoredSegment> {
    serde_json::from_str(&revision.segments).unwrap_or_default()
}

/// Returns the line on which each segment begins. Blank lines above the first segment are counted.
fn line_numbers(body: &str, segments: &[StoredSegment]) -> Vec<u32> {
    let (mut line, mut read) = (1, 0);
    let mut found = Vec::with_capacity(segments.len());
    for segment in segments {
        let text = body.get(read..).unwrap_or_default();
        let blank = text.len() - text.trim_start().len();
        let start = if found.is_empty() { blank } else { segment.start.saturating_sub(read) };
        let passed = text.get(..start).unwrap_or_default();
        line += u32::try_from(passed.matches('\n').count()).unwrap_or(0);
        read += start;
        found.push(line);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_markdown::flavor::Flavor;
    use pailou_translation::segment::segments;

    /// Creates a revision in which the id of each segment is the word before its colon.
    fn revision(body: &str) -> Revision {
        let stored_segments: Vec<_> = segments(body, Flavor::Markdown)
            .into_iter()
            .map(|segment| {
                let text = &body[segment.start..segment.end];
                let id = text.split(':').next().unwrap_or_default();
                let id = id.trim_matches(|c: char| !c.is_alphanumeric());
                serde_json::json!({
                    "id": id, "kind": "paragraph", "words": "", "markup": "",
                    "start": segment.start, "end": segment.end, "heading": null,
                })
            })
            .collect();
        Revision {
            number: 1,
            front_matter: String::new(),
            markdown: body.to_owned(),
            segments: serde_json::to_string(&stored_segments).unwrap(),
            dialect: String::new(),
        }
    }

    #[track_caller]
    fn check(zh: &str, en: &str, in_zh: &[(u32, u32)], in_en: &[(u32, u32)]) {
        let link = |name: &str| StoredAlignment {
            zh_segment: name.to_owned(),
            en_segment: name.to_owned(),
            zh_words: String::new(),
            zh_markup: String::new(),
            en_words: String::new(),
            en_markup: String::new(),
            zh_folded: String::new(),
            en_folded: String::new(),
        };
        let links: Vec<_> = ["a", "b", "c", "d"].map(link).into();
        let (zh, en) = (revision(zh), revision(en));
        let sorted = |numbers: HashMap<u32, Option<u32>>| {
            let mut all: Vec<_> =
                numbers.into_iter().map(|(line, number)| (line, number.unwrap_or(0))).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(sorted(numbers(Locale::Zh, &zh, &en, &links)), in_zh, "zh");
        assert_eq!(sorted(numbers(Locale::En, &en, &zh, &links)), in_en, "en");
    }

    #[test]
    fn counterpart_segments_have_the_same_number() {
        check("a: 一\n\nb: 二\n", "a: 1\n\nb: 2\n", &[(1, 1), (3, 2)], &[(1, 1), (3, 2)]);
        // A segment without a counterpart has no number; blank lines above the text are counted.
        check(
            "\n\na: 一\n\nx: 二\n\nb: 三\n",
            "a: 1\nmore\n\nb: 2\n\ny: 3\n",
            &[(3, 1), (5, 0), (7, 2)],
            &[(1, 1), (4, 2), (6, 0)],
        );
        // Pairs are numbered in the order of the English text.
        check(
            "- b: 一\n- a: 二\n",
            "- a: 1\n- b: 2\n- c: 3\n",
            &[(1, 2), (2, 1)],
            &[(1, 1), (2, 2), (3, 0)],
        );
    }
}
