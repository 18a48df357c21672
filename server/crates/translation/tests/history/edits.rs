//! Edits of a page in both languages, each with the segments that become outdated.

use std::collections::{BTreeSet, HashMap};

use core_wasm::locale::Locale;
use pailou_markdown::flavor::Flavor;
use pailou_translation::replay::{Body, Replay, Step};
use pailou_translation::segment::{Kind, Segment, segments};

use super::random::Random;

/// Commits, each with the changed Chinese and English text.
pub(crate) struct History {
    pub(crate) steps: Vec<(Option<String>, Option<String>)>,
    /// Indexes of outdated Chinese segments in the last text.
    pub(crate) outdated: BTreeSet<usize>,
    pub(crate) note: String,
}

/// A page before it is edited.
pub(crate) struct Base<'a> {
    zh: &'a str,
    en: &'a str,
    zh_cut: Vec<Segment>,
    en_cut: Vec<Segment>,
    /// Index of the Chinese segment that is aligned with each English one.
    linked: HashMap<usize, usize>,
}

type MakeHistory = fn(&Base<'_>, &str, &mut Random) -> Option<History>;

/// All kinds of histories, by name.
pub(crate) const KINDS: &[(&str, MakeHistory)] = &[
    ("a word of the source", small_edit),
    ("source rewritten", rewritten),
    ("source moved", moved),
    ("source split", split),
    ("sources merged", merged),
    ("segment added to the source", added),
    ("segment removed from the source", removed),
    ("segment removed from the translation", removed_from_translation),
    ("a third of the source edited", many_edited),
    ("half of the source rewritten", many_rewritten),
    ("edited, added, removed in one commit", mixed),
    ("both in one commit", both_at_once),
    ("translated one commit later", translated_later),
    ("typography of the source", typography),
    ("typography of the translation", typography_of_translation),
    ("translation reworded, then the source", reworded_first),
    ("another segment translated later", another_translated),
    ("source changed and changed back", reverted),
];

impl<'a> Base<'a> {
    pub(crate) fn of(zh: &'a str, en: &'a str) -> Self {
        let mut replay = Replay::new(Locale::En);
        let body = |text| Some(Body { text: Some(text), flavor: Flavor::Markdown });
        replay.step(Step { zh: body(zh), en: body(en), ..Step::default() });
        let places = |locale| -> HashMap<&str, usize> {
            let segments = replay.segments(locale).iter().enumerate();
            segments.map(|(at, known)| (known.id.as_str(), at)).collect()
        };
        let (zh_places, en_places) = (places(Locale::Zh), places(Locale::En));
        let pair = |link: &pailou_translation::freshness::Alignment| {
            Some((*en_places.get(link.en.as_str())?, *zh_places.get(link.zh.as_str())?))
        };
        Self {
            zh,
            en,
            zh_cut: segments(zh, Flavor::Markdown),
            en_cut: segments(en, Flavor::Markdown),
            linked: replay.links().iter().filter_map(pair).collect(),
        }
    }

    fn history(
        &self,
        changes: Vec<(Option<String>, Option<String>)>,
        outdated: &[usize],
    ) -> History {
        let mut steps = vec![(None, Some(self.en.to_owned())), (Some(self.zh.to_owned()), None)];
        steps.extend(changes);
        History { steps, outdated: outdated.iter().copied().collect(), note: String::new() }
    }

    /// Returns a random English prose segment that matches the filter and has a Chinese counterpart.
    fn some(&self, random: &mut Random, is: impl Fn(&Segment) -> bool) -> Option<usize> {
        let mut found: Vec<usize> = self.linked.keys().copied().collect();
        found.sort_unstable();
        found.retain(|at| is(&self.en_cut[*at]) && is_prose(&self.en_cut[*at]));
        random.choose(&found).copied()
    }

    fn en_text(&self, at: usize) -> &str {
        &self.en[self.en_cut[at].start..self.en_cut[at].end]
    }

    fn zh_text(&self, at: usize) -> &str {
        &self.zh[self.zh_cut[at].start..self.zh_cut[at].end]
    }

    fn with_en(&self, at: usize, text: &str) -> Option<String> {
        changed_only(self.en, &self.en_cut, at, text)
    }

    fn with_zh(&self, at: usize, text: &str) -> Option<String> {
        changed_only(self.zh, &self.zh_cut, at, text)
    }
}

fn is_prose(segment: &Segment) -> bool {
    matches!(
        segment.kind,
        Kind::Heading(_) | Kind::Paragraph | Kind::ListItem | Kind::TableRow | Kind::Quote
    ) && segment.words.split(' ').count() >= 4
}

/// Returns `text` with the segment `at` replaced by `new`; `None` if the edit changes other segments.
fn changed_only(text: &str, cut: &[Segment], at: usize, new: &str) -> Option<String> {
    let changed = format!("{}{new}{}", &text[..cut[at].start], &text[cut[at].end..]);
    let again = segments(&changed, Flavor::Markdown);
    let is_same = |(number, (old, new)): (usize, (&Segment, &Segment))| {
        number == at || old.fingerprint == new.fingerprint
    };
    let are_same = cut.iter().zip(&again).enumerate().all(is_same);
    (again.len() == cut.len() && are_same).then_some(changed)
}

/// Returns the byte offsets of spaces between two lower-case letters.
fn gaps(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let is_gap = |at: &usize| {
        bytes[*at] == b' '
            && *at > 0
            && bytes[at - 1].is_ascii_lowercase()
            && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)
    };
    (0..bytes.len()).filter(is_gap).collect()
}

fn another_word(text: &str, random: &mut Random) -> Option<String> {
    const WORDS: &[&str] = &[" newly", " not", " only", " three", " remote", " never", " large"];
    let gap = *random.choose(&gaps(text))?;
    Some(format!("{}{}{}", &text[..gap], random.choose(WORDS)?, &text[gap..]))
}

/// Inserts a word between two Chinese characters.
fn another_zh_word(text: &str, random: &mut Random) -> Option<String> {
    const WORDS: &[&str] = &["全新", "仅", "三个", "远程", "从不"];
    let is_han = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let mut before = ' ';
    let mut places = Vec::new();
    for (at, c) in text.char_indices() {
        if is_han(before) && is_han(c) {
            places.push(at);
        }
        before = c;
    }
    let position = *random.choose(&places)?;
    Some(format!("{}{}{}", &text[..position], random.choose(WORDS)?, &text[position..]))
}

fn small_edit(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |_| true)?;
    let en = base.with_en(at, &another_word(base.en_text(at), random)?)?;
    Some(base.history(vec![(None, Some(en))], &[base.linked[&at]]))
}

fn rewritten(base: &Base<'_>, other: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| matches!(it.kind, Kind::Paragraph | Kind::ListItem))?;
    let kind = base.en_cut[at].kind;
    let mut others = segments(other, Flavor::Markdown);
    let is_new = |it: &Segment| base.en_cut.iter().all(|known| known.words != it.words);
    others.retain(|it| it.kind == kind && is_prose(it) && is_new(it));
    let new = random.choose(&others)?;
    let blank = if base.en_text(at).ends_with("\n\n") { "\n\n" } else { "\n" };
    let new = format!("{}{blank}", other[new.start..new.end].trim_end());
    let en = base.with_en(at, &new)?;
    let mut history = base.history(vec![(None, Some(en))], &[base.linked[&at]]);
    history.note = format!("{} => {new}", base.en_text(at));
    Some(history)
}

/// Exchanges two paragraphs, or two sections of one level.
fn moved(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let cut = &base.en_cut;
    let (first, second, end) = if random.below(2) == 0 {
        let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
        let next = cut.get(at + 1).filter(|next| next.kind == Kind::Paragraph)?;
        (cut[at].start, next.start, next.end)
    } else {
        let at = base.some(random, |it| it.kind == Kind::Heading(2))?;
        let heads: Vec<usize> = (at + 1..cut.len())
            .filter(|at| matches!(cut[*at].kind, Kind::Heading(1 | 2)))
            .take(2)
            .collect();
        let end = heads.get(1).map_or(base.en.len(), |at| cut[*at].start);
        (cut[at].start, cut[*heads.first()?].start, end)
    };
    let closed = |text: &str| format!("{}\n\n", text.trim_end());
    let (one, two) = (&base.en[first..second], &base.en[second..end]);
    let en = format!("{}{}{}{}", &base.en[..first], closed(two), closed(one), &base.en[end..]);
    let mut prints = [Vec::new(), Vec::new()];
    for (prints, cut) in prints.iter_mut().zip([&segments(&en, Flavor::Markdown), cut]) {
        prints.extend(cut.iter().map(|it| it.fingerprint.words.clone()));
        prints.sort();
    }
    (prints[0] == prints[1]).then(|| base.history(vec![(None, Some(en))], &[]))
}

/// Splits a paragraph at the end of a sentence.
fn split(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
    let text = base.en_text(at);
    let ends: Vec<usize> = text.match_indices(". ").map(|(position, _)| position + 1).collect();
    let position = *random.choose(&ends)?;
    let start = base.en_cut[at].start;
    let en = format!("{}\n\n{}", &base.en[..start + position], &base.en[start + position + 1..]);
    let is_whole = segments(&en, Flavor::Markdown).len() == base.en_cut.len() + 1;
    is_whole.then(|| base.history(vec![(None, Some(en))], &[base.linked[&at]]))
}

/// Merges two paragraphs.
fn merged(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
    base.en_cut.get(at + 1).filter(|it| it.kind == Kind::Paragraph && is_prose(it))?;
    let other = *base.linked.get(&(at + 1))?;
    let end = base.en_cut[at].end;
    let en = format!("{} {}", base.en[..end].trim_end(), &base.en[end..]);
    let is_whole = segments(&en, Flavor::Markdown).len() + 1 == base.en_cut.len();
    is_whole.then(|| base.history(vec![(None, Some(en))], &[base.linked[&at], other]))
}

fn both_at_once(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |_| true)?;
    let zh_at = base.linked[&at];
    let en = base.with_en(at, &another_word(base.en_text(at), random)?)?;
    let zh = base.with_zh(zh_at, &another_zh_word(base.zh_text(zh_at), random)?)?;
    Some(base.history(vec![(Some(zh), Some(en))], &[]))
}

fn translated_later(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let mut history = both_at_once(base, "", random)?;
    let (zh, en) = history.steps.pop()?;
    history.steps.extend([(None, en), (zh, None)]);
    Some(history)
}

/// Changes emphasis, line breaks, or quotation marks, but no words.
fn typography(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
    let text = base.en_text(at);
    let new = match random.below(3) {
        0 => {
            // Changes only apostrophes between letters, because other quotation marks may enclose
            // code.
            let is_inner = |at: &usize| {
                let is_letter =
                    |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic);
                at.checked_sub(1).is_some_and(is_letter) && is_letter(at + 1)
            };
            let marks: Vec<usize> = text.match_indices('\'').map(|(at, _)| at).collect();
            let marks: Vec<usize> = marks.into_iter().filter(is_inner).collect();
            let mark = *random.choose(&marks)?;
            format!("{}\u{2019}{}", &text[..mark], &text[mark + 1..])
        }
        1 => {
            let gap = *random.choose(&gaps(text))?;
            format!("{}\n{}", &text[..gap], &text[gap + 1..])
        }
        _ => {
            let gaps = gaps(text);
            let words: Vec<_> = gaps.windows(2).map(|two| (two[0] + 1, two[1])).collect();
            let (start, end) = *random.choose(&words)?;
            let word = &text[start..end];
            if !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                return None;
            }
            format!("{}**{word}**{}", &text[..start], &text[end..])
        }
    };
    if new == text {
        return None;
    }
    let en = base.with_en(at, &new)?;
    let mut history = base.history(vec![(None, Some(en))], &[]);
    history.note = new;
    Some(history)
}

/// Changes a word of the source, then only the width of punctuation in the translation.
fn typography_of_translation(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
    let zh_at = base.linked[&at];
    let text = base.zh_text(zh_at);
    // In code, a change of punctuation counts as a change of words.
    if text.contains('`') {
        return None;
    }
    let new =
        if random.below(2) == 0 { text.replace('，', ",") } else { text.replace('：', ": ") };
    if new == text {
        return None;
    }
    let zh = base.with_zh(zh_at, &new)?;
    let en = base.with_en(at, &another_word(base.en_text(at), random)?)?;
    let mut history = base.history(vec![(None, Some(en)), (Some(zh), None)], &[zh_at]);
    history.note = new;
    Some(history)
}

fn reworded_first(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let mut history = translated_later(base, "", random)?;
    let (last, before) = (history.steps.pop()?, history.steps.pop()?);
    history.steps.extend([last, before]);
    let zh = |steps: &[(Option<String>, Option<String>)]| -> Option<Vec<Segment>> {
        let text = steps.iter().rev().find_map(|(zh, _)| zh.as_deref())?;
        Some(segments(text, Flavor::Markdown))
    };
    let last = zh(&history.steps)?;
    let is_changed = |at: &usize| last[*at].fingerprint != base.zh_cut[*at].fingerprint;
    history.outdated = (0..last.len()).filter(is_changed).collect();
    Some(history)
}

fn another_translated(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |_| true)?;
    let other = base.some(random, |_| true).filter(|other| *other != at)?;
    let zh_at = base.linked[&other];
    let en = base.with_en(at, &another_word(base.en_text(at), random)?)?;
    let zh = base.with_zh(zh_at, &another_zh_word(base.zh_text(zh_at), random)?)?;
    Some(base.history(vec![(None, Some(en)), (Some(zh), None)], &[base.linked[&at]]))
}

fn reverted(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let mut history = small_edit(base, "", random)?;
    history.steps.push((None, Some(base.en.to_owned())));
    history.outdated.clear();
    Some(history)
}

/// Edit of one English segment.
enum Edit {
    Changed(String),
    /// A segment with this text is inserted above.
    Above(String),
    Removed,
}

/// Returns a text with some segments edited; `None` if that changes the segmentation around them.
fn with_edits(base: &Base<'_>, edits: &HashMap<usize, Edit>) -> Option<String> {
    let mut text = String::new();
    let mut expected = Vec::new();
    for (at, segment) in base.en_cut.iter().enumerate() {
        let own = base.en_text(at);
        let own_words = Some(segment.fingerprint.words.clone());
        match edits.get(&at) {
            Some(Edit::Changed(new)) => {
                text.push_str(new);
                expected.push(None);
            }
            Some(Edit::Above(new)) => {
                text.push_str(new);
                text.push_str(own);
                expected.extend([None, own_words]);
            }
            Some(Edit::Removed) => {}
            None => {
                text.push_str(own);
                expected.push(own_words);
            }
        }
    }
    let again = segments(&text, Flavor::Markdown);
    let is_unchanged = |(expected, cut): (&Option<String>, &Segment)| {
        expected.as_ref().is_none_or(|words| *words == cut.fingerprint.words)
    };
    (again.len() == expected.len() && expected.iter().zip(&again).all(is_unchanged)).then_some(text)
}

fn some_paragraph(base: &Base<'_>, other: &str, random: &mut Random) -> Option<String> {
    let mut others = segments(other, Flavor::Markdown);
    let is_new = |it: &Segment| base.en_cut.iter().all(|known| known.words != it.words);
    others.retain(|it| it.kind == Kind::Paragraph && is_prose(it) && is_new(it));
    let new = random.choose(&others)?;
    Some(format!("{}\n\n", other[new.start..new.end].trim_end()))
}

fn added(base: &Base<'_>, other: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| matches!(it.kind, Kind::Paragraph | Kind::Heading(_)))?;
    let new = some_paragraph(base, other, random)?;
    let en = with_edits(base, &HashMap::from([(at, Edit::Above(new))]))?;
    Some(base.history(vec![(None, Some(en))], &[]))
}

fn removed(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
    let en = with_edits(base, &HashMap::from([(at, Edit::Removed)]))?;
    Some(base.history(vec![(None, Some(en))], &[base.linked[&at]]))
}

fn many_edited(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let mut edits = HashMap::new();
    for _ in 0..base.en_cut.len() / 3 {
        let at = base.some(random, |_| true)?;
        if let Some(new) = another_word(base.en_text(at), random) {
            edits.insert(at, Edit::Changed(new));
        }
    }
    of_edits(base, &edits)
}

fn many_rewritten(base: &Base<'_>, other: &str, random: &mut Random) -> Option<History> {
    let mut edits = HashMap::new();
    let mut used = BTreeSet::new();
    for _ in 0..base.en_cut.len() / 2 {
        let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
        let new = some_paragraph(base, other, random)?;
        if used.insert(new.clone()) {
            edits.insert(at, Edit::Changed(new));
        }
    }
    of_edits(base, &edits)
}

fn mixed(base: &Base<'_>, other: &str, random: &mut Random) -> Option<History> {
    let mut edits = HashMap::new();
    for number in 0..3 {
        let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
        let edit = match number {
            0 => Edit::Changed(another_word(base.en_text(at), random)?),
            1 => Edit::Above(some_paragraph(base, other, random)?),
            _ => Edit::Removed,
        };
        edits.insert(at, edit);
    }
    of_edits(base, &edits)
}

fn of_edits(base: &Base<'_>, edits: &HashMap<usize, Edit>) -> Option<History> {
    let en = with_edits(base, edits).filter(|_| !edits.is_empty())?;
    let is_outdated = |(_, edit): &(&usize, &Edit)| !matches!(edit, Edit::Above(_));
    let outdated: Vec<usize> =
        edits.iter().filter(is_outdated).map(|(at, _)| base.linked[at]).collect();
    Some(base.history(vec![(None, Some(en))], &outdated))
}

/// Removes a paragraph from the translation. In half of the cases, its source changed before.
fn removed_from_translation(base: &Base<'_>, _: &str, random: &mut Random) -> Option<History> {
    let at = base.some(random, |it| it.kind == Kind::Paragraph)?;
    let cut = &base.zh_cut[base.linked[&at]];
    let zh = format!("{}{}", &base.zh[..cut.start], &base.zh[cut.end..]);
    let is_whole = segments(&zh, Flavor::Markdown).len() + 1 == base.zh_cut.len();
    let mut changes = vec![(Some(is_whole.then_some(zh)?), None)];
    if random.below(2) == 0 {
        let en = base.with_en(at, &another_word(base.en_text(at), random)?)?;
        changes.insert(0, (None, Some(en)));
    }
    Some(base.history(changes, &[]))
}
