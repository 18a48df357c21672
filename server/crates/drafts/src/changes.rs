//! Preview of what publishing a draft would change, by segment.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::segmented_draft::{Compared, DraftSegments};
use super::{EditableText, Page};
use pailou_content::{field_line, front_matter};
use pailou_database::Db;
use pailou_store::Verdict;
use pailou_store::edit::with_lf;
use pailou_text_diff::word_diff::{Edit, word_diff};
use pailou_translation::freshness::OrientedAlignment;
use pailou_translation::segment::Known;

pub struct SegmentChange {
    pub id: String,
    pub kind: &'static str,
    /// Line in the draft file; `None` for a removed segment.
    pub line: Option<u32>,
    pub pieces: Vec<(Edit, String)>,
    /// Aligned text in the other language, as Markdown.
    pub counterpart: String,
    /// True if the draft of the other language changes the aligned text too.
    pub counterpart_changed: bool,
    /// Number of segments of the other language that become outdated if the verdict on this change is
    /// [`Verdict::Meaning`]. If it is 0, no verdict is needed.
    pub affected: u32,
    /// Probable verdict if the change is published without the other language.
    pub suggested: Verdict,
    /// True if the published translation is outdated, an untranslated copy, or missing, so that this change may be the
    /// update of the translation.
    pub is_outdated: bool,
    /// True if the counterpart was outdated before this change.
    pub counterpart_outdated: bool,
    /// True if the segment is new and has no counterpart, so that the other language lacks it after the publication.
    pub not_translated: bool,
}

/// Returns the segments that the draft changes, and whether the front matter differs. Returns no segments for a text
/// that was never public, because all of its segments are new.
pub async fn changes(
    db: &Db,
    page: &Page,
    text: &EditableText,
) -> Result<(Vec<SegmentChange>, bool), sqlx::Error> {
    let (old, new) = (DraftSegments::published(text), DraftSegments::written(text));
    let front = |whole: &str| {
        let whole = with_lf(&field_line::with_draft(whole, false));
        front_matter::split(&whole).front.to_owned()
    };
    let is_front = front(&text.published_text()) != front(&text.whole());
    if text.was_never_public() {
        return Ok((Vec::new(), is_front));
    }
    let counterparts = Counterparts::of(db, page, text.locale).await?;
    let before: HashMap<&str, usize> = numbers(&old.known);
    let is_new = |id: &str| !before.contains_key(id);
    let mut found = Vec::new();
    for (number, known) in new.known.iter().enumerate() {
        let was = before.get(known.id.as_str()).map(|number| old.markdown(*number));
        let is_same = was == Some(new.markdown(number));
        if (text.is_published() || is_new(&known.id)) && !is_same {
            let pieces = word_diff(was.unwrap_or_default(), new.markdown(number));
            let was = before.get(known.id.as_str()).map(|number| &old.known[*number]);
            found.push(counterparts.change(
                known,
                (was, Some(known)),
                Some(new.line(number)),
                pieces,
            ));
        }
    }
    let new_ids: HashSet<&str> = new.known.iter().map(|known| known.id.as_str()).collect();
    for (number, known) in old.known.iter().enumerate() {
        // An empty text has one segment, an empty paragraph, whose removal is not a change.
        if !new_ids.contains(known.id.as_str()) && !old.markdown(number).is_empty() {
            let pieces = word_diff(old.markdown(number), "");
            found.push(counterparts.change(known, (Some(known), None), None, pieces));
        }
    }
    Ok((found, is_front))
}

fn numbers(known: &[Known]) -> HashMap<&str, usize> {
    known.iter().enumerate().map(|(number, known)| (known.id.as_str(), number)).collect()
}

/// Content of the other language, by segment of this language.
#[derive(Default)]
struct Counterparts {
    texts: HashMap<String, String>,
    changed: HashSet<String>,
    /// Number of aligned segments in the other language that can become outdated, for each segment.
    counts: HashMap<String, u32>,
    outdated: HashSet<String>,
    /// Segments whose counterpart awaits a translation ([`Compared::awaiting`]).
    awaited: HashSet<String>,
    outdated_there: HashSet<String>,
    /// Whether the other language has a text.
    is_bilingual: bool,
}

impl Counterparts {
    async fn of(db: &Db, page: &Page, locale: Locale) -> Result<Self, sqlx::Error> {
        let other = page.text(locale.other()).filter(|text| text.saved.trashed_at.is_none());
        let Some(other) = other else { return Ok(Self::default()) };
        let compared = Compared::read(db, page).await?;
        let Some(written) = compared.draft_segments(locale.other()) else {
            return Ok(Self::default());
        };
        let published_there = DraftSegments::published(other);
        let (now, then) = (numbers(&written.known), numbers(&published_there.known));
        let mut all = Self {
            outdated: compared.outdated(locale),
            is_bilingual: !written.known.is_empty(),
            ..Self::default()
        };
        let outdated_there = compared.outdated(locale.other());
        let awaiting = compared.awaiting(locale);
        for link in &compared.links {
            let OrientedAlignment { own, other: other_id, .. } =
                OrientedAlignment::of(link, locale);
            let Some(number) = now.get(other_id) else { continue };
            let counterpart = written.markdown(*number);
            let published = then.get(other_id).map(|number| published_there.markdown(*number));
            if published != Some(counterpart) {
                all.changed.insert(own.to_owned());
            }
            if awaiting.contains(other_id) {
                all.awaited.insert(own.to_owned());
            }
            if outdated_there.contains(other_id) {
                all.outdated_there.insert(own.to_owned());
            }
            // The first publication of the other text aligns the languages again, so a text that was
            // never public cannot become outdated.
            if !other.was_never_public() && written.known[*number].is_translatable() {
                *all.counts.entry(own.to_owned()).or_default() += 1;
            }
            let text = all.texts.entry(own.to_owned()).or_default();
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(counterpart);
        }
        Ok(all)
    }

    /// Describes a change of the segment `known`. `was` is the published segment, `None` for a new one; `is` is the
    /// segment in the draft, `None` for a removed one. `line` and `pieces` are copied to the result.
    fn change(
        &self,
        known: &Known,
        (was, is): (Option<&Known>, Option<&Known>),
        line: Option<u32>,
        pieces: Vec<(Edit, String)>,
    ) -> SegmentChange {
        let is_outdated = self.outdated.contains(&known.id) || self.awaited.contains(&known.id);
        let (is_same, has_same_words) = match (was, is) {
            (Some(was), Some(is)) => (
                was.fingerprint.is_same(&is.fingerprint),
                was.fingerprint.has_same_words(&is.fingerprint),
            ),
            _ => (false, false),
        };
        SegmentChange {
            id: known.id.clone(),
            kind: known.kind.name(),
            line,
            pieces,
            counterpart: self.texts.get(&known.id).cloned().unwrap_or_default(),
            counterpart_changed: self.changed.contains(&known.id),
            affected: match is_same {
                true => 0,
                false => self.counts.get(&known.id).copied().unwrap_or_default(),
            },
            suggested: match () {
                () if has_same_words => Verdict::Wording,
                () if is_outdated => Verdict::Translated,
                () => Verdict::Meaning,
            },
            is_outdated,
            counterpart_outdated: self.outdated_there.contains(&known.id),
            not_translated: self.is_bilingual
                && was.is_none()
                && is.is_some_and(Known::is_translatable)
                && !self.texts.contains_key(&known.id),
        }
    }
}
