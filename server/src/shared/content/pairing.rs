//! Finds which segments of two texts say the same in two languages: by their headings, then by what
//! stands between. What does not line up is left alone, because a wrong pair is worse than none.

use std::collections::HashMap;
use std::ops::Range;

use super::alignment::common;
use super::outline::{aligned, sections};
use super::segment::{Kind, Known};

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) zh: String,
    pub(crate) en: String,
}

/// Pairs the segments of a page's two texts.
pub(crate) fn pairs(zh: &[Known], en: &[Known]) -> Vec<Pair> {
    let (zh, en) = (sections(zh), sections(en));
    let mut pairs = Vec::new();
    for (left, right) in aligned(&zh, &en) {
        let (left, right) = (&zh[left], &en[right]);
        if let (Some(zh), Some(en)) = (left.heading, right.heading) {
            pairs.push(pair(zh, en));
        }
        inside(left.body, right.body, &mut pairs);
    }
    pairs
}

fn pair(zh: &Known, en: &Known) -> Pair {
    Pair { zh: zh.id.clone(), en: en.id.clone() }
}

/// Pairs what stands below one heading.
fn inside(zh: &[Known], en: &[Known], pairs: &mut Vec<Pair>) {
    if same_kinds(zh, en) {
        pairs.extend(zh.iter().zip(en).map(|(zh, en)| pair(zh, en)));
        return;
    }
    let key = |side: &'static str, at: usize, segment: &Known| {
        anchor(segment).unwrap_or_else(|| format!("{side}{at}"))
    };
    let left = unique(zh.iter().enumerate().map(|(at, segment)| key("zh", at, segment)).collect());
    let right = unique(en.iter().enumerate().map(|(at, segment)| key("en", at, segment)).collect());
    let (mut zh_start, mut en_start) = (0, 0);
    for (zh_at, en_at) in common(left.iter(), right.iter()) {
        between(&zh[zh_start..zh_at], &en[en_start..en_at], pairs);
        pairs.push(pair(&zh[zh_at], &en[en_at]));
        (zh_start, en_start) = (zh_at + 1, en_at + 1);
    }
    between(&zh[zh_start..], &en[en_start..], pairs);
}

/// What anchors do not settle is paired where its shape is the same, whole or up to a table that
/// differs.
fn between(zh: &[Known], en: &[Known], pairs: &mut Vec<Pair>) {
    if same_kinds(zh, en) {
        pairs.extend(zh.iter().zip(en).map(|(zh, en)| pair(zh, en)));
        return;
    }
    let (left, right) = (runs(zh), runs(en));
    let is_same_outline =
        left.len() == right.len() && left.iter().zip(&right).all(|(a, b)| a.0 == b.0);
    if !is_same_outline {
        return;
    }
    for ((_, left), (_, right)) in left.into_iter().zip(right) {
        if left.len() == right.len() {
            pairs.extend(zh[left].iter().zip(&en[right]).map(|(zh, en)| pair(zh, en)));
        }
    }
}

/// Neighbours of one kind, taken together.
fn runs(segments: &[Known]) -> Vec<(Kind, Range<usize>)> {
    let mut runs: Vec<(Kind, Range<usize>)> = Vec::new();
    for (at, segment) in segments.iter().enumerate() {
        match runs.last_mut() {
            Some((kind, range)) if *kind == segment.kind => range.end = at + 1,
            _ => runs.push((segment.kind, at..at + 1)),
        }
    }
    runs
}

fn same_kinds(zh: &[Known], en: &[Known]) -> bool {
    zh.iter().map(|segment| segment.kind).eq(en.iter().map(|segment| segment.kind))
}

/// What is the same in both languages: code, the pictures and links of a block, the first name in a
/// table's row.
pub(crate) fn anchor(segment: &Known) -> Option<String> {
    let prints = &segment.fingerprint;
    match segment.kind {
        Kind::Code => Some(format!("code {}", prints.words)),
        Kind::TableRow => {
            let first = segment.words.split_whitespace().next().unwrap_or_default();
            let latin: String = first.chars().take_while(|c| c.is_ascii_graphic()).collect();
            (!latin.is_empty()).then(|| format!("row {latin}"))
        }
        Kind::Heading(_) | Kind::ThematicBreak => None,
        _ => (prints.markup != super::words::hash(""))
            .then(|| format!("{} {}", segment.kind.name(), prints.markup)),
    }
}

/// Keys that stand several times are told apart by their turn, so that only equal counts align.
fn unique(keys: Vec<String>) -> Vec<String> {
    let mut turns: HashMap<String, usize> = HashMap::new();
    let number = |key: String| {
        let turn = turns.entry(key.clone()).or_insert(0);
        *turn += 1;
        if *turn == 1 { key } else { format!("{key} {turn}") }
    };
    keys.into_iter().map(number).collect()
}

#[cfg(test)]
#[path = "pairing_tests.rs"]
mod tests;
