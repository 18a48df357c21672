//! Preview of what publishing a draft would change, by segment.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::segmented_draft;
use super::segmented_draft::DraftSegments;
use super::{Page, Working};
use pailou_content::{field_line, front_matter};
use pailou_database::Db;
use pailou_store::edit::with_lf;
use pailou_text_diff::word_diff::{Edit, word_diff};
use pailou_translation::segment::Known;

pub struct SegmentChange {
    pub id: String,
    pub kind: &'static str,
    /// Of the file as it is written; none for what is gone.
    pub line: Option<u32>,
    pub pieces: Vec<(Edit, String)>,
    /// What the other language says there, as Markdown.
    pub counterpart: String,
    /// True if the draft of the other language changes it too.
    pub counterpart_changed: bool,
}

/// The segments that are different, and whether something else is. Where readers never had any of it, all of it is
/// new, and none is named.
pub async fn changes(
    db: &Db,
    page: &Page,
    text: &Working,
) -> Result<(Vec<SegmentChange>, bool), sqlx::Error> {
    let (old, new) = (DraftSegments::standing(text), DraftSegments::written(text));
    let front = |whole: &str| {
        let whole = with_lf(&field_line::with_draft(whole, false));
        front_matter::split(&whole).front.to_owned()
    };
    let is_front = front(&text.standing()) != front(&text.whole());
    if text.is_begun() {
        return Ok((Vec::new(), is_front));
    }
    let other = page.text(text.locale.other()).filter(|text| text.saved.removed_at.is_none());
    let there = Counterparts::of(db, page, text.locale, &new, other).await?;
    let before: HashMap<&str, usize> = numbers(&old.known);
    let is_new = |id: &str| !before.contains_key(id);
    let mut found = Vec::new();
    for (number, known) in new.known.iter().enumerate() {
        let was = before.get(known.id.as_str()).map(|number| old.markdown(*number));
        let is_same = was == Some(new.markdown(number));
        if (text.is_published() || is_new(&known.id)) && !is_same {
            let pieces = word_diff(was.unwrap_or_default(), new.markdown(number));
            found.push(there.change(known, Some(new.line(number)), pieces));
        }
    }
    let kept: HashSet<&str> = new.known.iter().map(|known| known.id.as_str()).collect();
    for (number, known) in old.known.iter().enumerate() {
        // A text that said nothing yet is one empty paragraph.
        if !kept.contains(known.id.as_str()) && !old.markdown(number).is_empty() {
            let pieces = word_diff(old.markdown(number), "");
            found.push(there.change(known, None, pieces));
        }
    }
    Ok((found, is_front))
}

fn numbers(known: &[Known]) -> HashMap<&str, usize> {
    known.iter().enumerate().map(|(number, known)| (known.id.as_str(), number)).collect()
}

/// What the other language says, by segment of this one.
#[derive(Default)]
struct Counterparts {
    texts: HashMap<String, String>,
    changed: HashSet<String>,
}

impl Counterparts {
    async fn of(
        db: &Db,
        page: &Page,
        locale: Locale,
        own: &DraftSegments,
        other: Option<&Working>,
    ) -> Result<Self, sqlx::Error> {
        let Some(other) = other else { return Ok(Self::default()) };
        let (stands, written) = (DraftSegments::standing(other), DraftSegments::written(other));
        let (zh, en) = match locale {
            Locale::Zh => (&own.known, &written.known),
            Locale::En => (&written.known, &own.known),
        };
        let links = segmented_draft::links(db, page, zh, en).await?;
        let (now, then) = (numbers(&written.known), numbers(&stands.known));
        let mut all = Self::default();
        for link in links {
            let (own, there) = match locale {
                Locale::Zh => (link.zh, link.en),
                Locale::En => (link.en, link.zh),
            };
            let Some(number) = now.get(there.as_str()) else { continue };
            let says = written.markdown(*number);
            let said = then.get(there.as_str()).map(|number| stands.markdown(*number));
            if said != Some(says) {
                all.changed.insert(own.clone());
            }
            let text = all.texts.entry(own).or_default();
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(says);
        }
        Ok(all)
    }

    fn change(
        &self,
        known: &Known,
        line: Option<u32>,
        pieces: Vec<(Edit, String)>,
    ) -> SegmentChange {
        SegmentChange {
            id: known.id.clone(),
            kind: known.kind.name(),
            line,
            pieces,
            counterpart: self.texts.get(&known.id).cloned().unwrap_or_default(),
            counterpart_changed: self.changed.contains(&known.id),
        }
    }
}
