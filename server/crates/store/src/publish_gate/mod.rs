//! Publish gate: whether the languages of a page must be published together (ADR 0058). It applies
//! to changes on the site, not to imports and Git updates.

mod store;

use std::collections::BTreeMap;
use std::str::FromStr;

use core_wasm::locale::Locale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::page_segments::{Gap, Gaps};
use super::{DOCS, LANDING, NEWS};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_database::{Db, Tx};
use pailou_web::problem::{FieldError, Problem};

/// Condition for publishing one language of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublishGate {
    /// No condition: the other language may become outdated.
    #[default]
    Alone,
    /// Both languages are published and unpublished together. No segment of the other language may become outdated or
    /// untranslated.
    Together,
}

impl PublishGate {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Together => "together",
        }
    }
}

impl FromStr for PublishGate {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = [Self::Alone, Self::Together].into_iter().find(|gate| gate.name() == name);
        found
            .ok_or_else(|| format!("invalid publish gate `{name}`: expected `alone` or `together`"))
    }
}

/// Publish gates of the areas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaGates {
    pub docs: PublishGate,
    pub landing: PublishGate,
    pub news: PublishGate,
}

/// Reason why the gate of a page refuses a change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateRefusal {
    /// A page without published texts would be published in one language only.
    #[error("publish gate: the text in {} was never published", .0.tag())]
    OtherUnpublished(Locale),
    /// One language would be unpublished without the other.
    #[error("publish gate: the text in {} stays published", .0.tag())]
    OtherPublished(Locale),
    /// Segments that would become outdated or untranslated, each with the language concerned.
    #[error("publish gate: {} segments of the other language would be outdated or not translated", .0.len())]
    Gaps(Vec<(Locale, Gap)>),
}

impl From<GateRefusal> for Problem {
    fn from(error: GateRefusal) -> Self {
        let detail = error.to_string();
        match error {
            GateRefusal::OtherUnpublished(_) => Self::invalid("gate", "other-unpublished", detail),
            GateRefusal::OtherPublished(_) => Self::invalid("gate", "other-published", detail),
            GateRefusal::Gaps(gaps) => Self::Invalid(gaps.into_iter().map(error_of).collect()),
        }
    }
}

fn error_of((locale, gap): (Locale, Gap)) -> FieldError {
    let state = if gap.is_outdated { "outdated" } else { "not-translated" };
    let section = gap.heading_id.map_or_else(String::new, |heading| format!(" #{heading}"));
    FieldError::new("gate", state, format!("{}{section}: {}", locale.segment(), gap.words))
}

/// Publication state of each language of a page: `Some(true)` if published, `None` if there is no
/// text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Languages {
    zh: Option<bool>,
    en: Option<bool>,
}

impl Languages {
    pub(crate) async fn read(tx: &mut Tx, page_id: &str) -> Result<Self, sqlx::Error> {
        let mut found = Self::default();
        for (locale, is_published) in store::languages(tx, page_id).await? {
            match locale.parse() {
                Ok(Locale::Zh) => found.zh = Some(is_published != 0),
                Ok(Locale::En) => found.en = Some(is_published != 0),
                Err(_) => {}
            }
        }
        Ok(found)
    }

    fn of(self, locale: Locale) -> Option<bool> {
        match locale {
            Locale::Zh => self.zh,
            Locale::En => self.en,
        }
    }

    fn is_published(self, locale: Locale) -> bool {
        self.of(locale) == Some(true)
    }

    fn are_published(self) -> bool {
        Locale::ALL.into_iter().all(|locale| self.is_published(locale))
    }
}

/// Returns the language of a page with one language only; `None` for other pages.
pub(crate) async fn only_language(
    tx: &mut Tx,
    page_id: &str,
) -> Result<Option<Locale>, sqlx::Error> {
    let found = Languages::read(tx, page_id).await?;
    Ok(match (found.zh, found.en) {
        (Some(_), None) => Some(Locale::Zh),
        (None, Some(_)) => Some(Locale::En),
        _ => None,
    })
}

/// Checks a change against the gate `together`. A page in one language always passes.
pub(crate) fn check(
    (before, gaps_before): (Languages, &Gaps),
    (after, gaps_after): (Languages, &Gaps),
) -> Result<(), GateRefusal> {
    for locale in Locale::ALL {
        let other = locale.other();
        let is_alone = after.is_published(locale) && after.of(other) == Some(false);
        if is_alone && before.are_published() {
            return Err(GateRefusal::OtherPublished(locale));
        }
        if is_alone && !before.is_published(locale) && !before.is_published(other) {
            return Err(GateRefusal::OtherUnpublished(other));
        }
    }
    // Gaps count only if both languages were published before and stay published.
    if !before.are_published() || !after.are_published() {
        return Ok(());
    }
    let new = |locale| {
        let gaps = gaps_after.new_since(gaps_before, locale).into_iter();
        gaps.map(move |gap| (locale, gap.clone()))
    };
    let gaps: Vec<_> = Locale::ALL.into_iter().flat_map(new).collect();
    if gaps.is_empty() { Ok(()) } else { Err(GateRefusal::Gaps(gaps)) }
}

/// Publish gate of a page, and the publish gate of its area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageGate {
    /// Gate of the page; null if the gate of the area applies.
    #[schema(required)]
    pub own: Option<PublishGate>,
    pub area: PublishGate,
}

impl PageGate {
    pub(crate) fn effective(self) -> PublishGate {
        self.own.unwrap_or(self.area)
    }
}

pub async fn gate_of_page(db: &Db, page_id: &str) -> Result<PageGate, sqlx::Error> {
    let mut tx = db.snapshot().await?;
    of_page_in(&mut tx, page_id).await
}

pub(crate) async fn of_page_in(tx: &mut Tx, page_id: &str) -> Result<PageGate, sqlx::Error> {
    let (own, area) = store::gate_names(tx, page_id).await?.unwrap_or_default();
    let parsed = |name: Option<String>| name.and_then(|name| name.parse().ok());
    Ok(PageGate { own: parsed(own), area: parsed(area).unwrap_or_default() })
}

/// Returns the gate of each area.
pub async fn of_areas(tx: &mut Tx) -> Result<AreaGates, sqlx::Error> {
    let stored: BTreeMap<String, String> = store::areas(tx).await?.into_iter().collect();
    let gate = |area: &str| stored.get(area).and_then(|name| name.parse().ok()).unwrap_or_default();
    Ok(AreaGates { docs: gate(DOCS), landing: gate(LANDING), news: gate(NEWS) })
}

/// Replaces the gates of all areas.
pub async fn set_areas(tx: &mut Tx, actor: &Actor, gates: &AreaGates) -> Result<(), sqlx::Error> {
    let before = of_areas(tx).await?;
    if before == *gates {
        return Ok(());
    }
    for (area, gate) in [(DOCS, gates.docs), (LANDING, gates.landing), (NEWS, gates.news)] {
        store::upsert_area(tx, area, gate.name()).await?;
    }
    let subject = Subject::default().before(&before).after(gates);
    audit_log::log(tx, actor, Action::PublishGateChanged, subject).await
}

/// Sets the gate of a page; with `None`, the gate of the area applies. `name` identifies the page in
/// the audit log.
pub async fn set_page(
    tx: &mut Tx,
    actor: &Actor,
    (page_id, name): (&str, &str),
    gate: Option<PublishGate>,
) -> Result<(), sqlx::Error> {
    let before = of_page_in(tx, page_id).await?.own;
    if before == gate {
        return Ok(());
    }
    match gate {
        Some(gate) => store::upsert_page(tx, page_id, gate.name()).await?,
        None => store::delete_page(tx, page_id).await?,
    }
    let subject = Subject::new(name).before(&before).after(&gate);
    audit_log::log(tx, actor, Action::PublishGateChanged, subject).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(segment: &str, is_outdated: bool) -> Gap {
        let (segment, words) = (segment.to_owned(), segment.to_owned());
        Gap { segment, heading_id: None, is_outdated, words }
    }

    /// Checks a change. A state such as `+-` consists of the states of the Chinese and the English text: `+` published,
    /// `-` not published, `.` missing. Gaps are outdated (`true`) or untranslated (`false`) segments of the Chinese
    /// text.
    #[track_caller]
    fn check_gate(
        (before, gaps_before): (&str, &[(&str, bool)]),
        (after, gaps_after): (&str, &[(&str, bool)]),
        expected: &str,
    ) {
        let languages = |signs: &str| {
            let mut each = signs.chars().map(|sign| (sign != '.').then_some(sign == '+'));
            Languages { zh: each.next().flatten(), en: each.next().flatten() }
        };
        let gaps = |gaps: &[(&str, bool)]| Gaps {
            zh: gaps.iter().map(|(segment, is_outdated)| gap(segment, *is_outdated)).collect(),
            en: Vec::new(),
        };
        let result = super::check(
            (languages(before), &gaps(gaps_before)),
            (languages(after), &gaps(gaps_after)),
        );
        let actual = match result {
            Ok(()) => String::new(),
            Err(GateRefusal::Gaps(gaps)) => {
                gaps.iter().map(|(_, gap)| gap.segment.as_str()).collect::<Vec<_>>().join(" ")
            }
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, expected, "{before} {after}");
    }

    #[test]
    fn publish_gate_rejects_new_outdated_or_missing_segments() {
        check_gate(("++", &[]), ("++", &[]), "");
        check_gate(("++", &[]), ("++", &[("a", true)]), "a");
        check_gate(("++", &[("a", true)]), ("++", &[("a", true), ("b", false)]), "b");
        check_gate(("++", &[("a", true)]), ("++", &[("a", true)]), "");
        check_gate(("++", &[("a", false)]), ("++", &[("b", false)]), "");
        check_gate(("++", &[("a", false)]), ("++", &[("a", true)]), "a");
    }

    #[test]
    fn publish_gate_rejects_first_publication_of_only_one_text() {
        check_gate((".-", &[]), (".+", &[]), "");
        check_gate(("-+", &[]), ("-+", &[("a", true)]), "");
        check_gate(("-+", &[]), ("++", &[("a", true)]), "");
        check_gate(("--", &[]), ("++", &[]), "");
        check_gate(("--", &[]), ("-+", &[]), "publish gate: the text in zh-CN was never published");
    }

    #[test]
    fn publish_gate_rejects_unpublishing_only_one_language() {
        check_gate(("++", &[]), ("--", &[]), "");
        check_gate((".+", &[]), (".-", &[]), "");
        check_gate(("-+", &[]), ("--", &[]), "");
        check_gate(("++", &[]), ("-+", &[]), "publish gate: the text in en-US stays published");
    }
}
