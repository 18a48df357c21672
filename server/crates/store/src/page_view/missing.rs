//! Sections that exist only in the other language.

use std::collections::HashSet;

use super::TextCounterpart;
use crate::context::Store;
use crate::read;
use pailou_markdown::extras::Extras;
use pailou_markdown::heading::Heading;
use pailou_translation::freshness::{NotTranslated, TextFreshness};
use pailou_translation::segment::Kind;

/// Returns the headings of sections that only the other text contains, in text order.
pub(super) async fn missing_sections(
    store: &Store,
    beside: &TextCounterpart,
    freshness: &TextFreshness,
) -> Result<Vec<Heading>, sqlx::Error> {
    let heading = |missing: &NotTranslated| match missing.kind {
        // A level 1 heading is the title, which every text has.
        Kind::Heading(2..) => missing.heading_id.clone(),
        _ => None,
    };
    let missing = freshness.not_translated_segments.iter();
    let missing: HashSet<String> = missing.filter_map(heading).collect();
    if missing.is_empty() {
        return Ok(Vec::new());
    }
    let targets = read::link_targets(store).await?;
    let (other, counterpart_revision) = (&beside.other, &beside.counterpart_revision);
    let rendered = read::rendered_with(&targets, other, counterpart_revision, &Extras::default());
    Ok(outermost(rendered.headings, &missing))
}

/// Returns the headings of missing sections, without those of sections inside another missing section.
fn outermost(headings: Vec<Heading>, missing: &HashSet<String>) -> Vec<Heading> {
    let mut within = u8::MAX;
    let is_outermost = |heading: &Heading| {
        if heading.level > within {
            return false;
        }
        let is_missing = missing.contains(&heading.id);
        within = if is_missing { heading.level } else { u8::MAX };
        is_missing
    };
    headings.into_iter().filter(is_outermost).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_outermost_missing_sections_are_listed() {
        let heading = |id: &str| Heading {
            id: id.to_owned(),
            level: u8::try_from(id.len()).unwrap(),
            text: String::new(),
            line: 1,
        };
        let check = |all: &[&str], missing: &[&str], expected: &[&str]| {
            let missing = missing.iter().map(|id| (*id).to_owned()).collect();
            let found = outermost(all.iter().map(|id| heading(id)).collect(), &missing);
            let found: Vec<_> = found.iter().map(|heading| heading.id.as_str()).collect();
            assert_eq!(found, expected, "{all:?}");
        };
        check(&["aa", "aaa", "bbb", "bb"], &["aa", "aaa", "bbb"], &["aa"]);
        check(&["aa", "aaa", "bbb", "bb"], &["aaa", "bbb", "bb"], &["aaa", "bbb", "bb"]);
        check(&["aaa", "bb", "ccc"], &["aaa", "ccc"], &["aaa", "ccc"]);
        check(&["aa"], &[], &[]);
    }
}
