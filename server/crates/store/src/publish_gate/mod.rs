//! Publish gate: whether the languages of a page are published together or each alone (ADR 0058). It holds for changes
//! on the site; imports and Git updates are not gated.

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

/// What publishing one language of a page needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublishGate {
    /// Nothing: the translation is then outdated.
    #[default]
    Alone,
    /// No segment of the other language may become outdated or untranslated by it.
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

/// The publish gates of the areas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaGates {
    pub docs: PublishGate,
    pub landing: PublishGate,
    pub news: PublishGate,
}

/// Why the gate of a page refuses a change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateRefusal {
    /// The first publication of a page whose other text is not published with it.
    #[error("publish gate: the text in {} was never published", .0.tag())]
    OtherUnpublished(Locale),
    /// One language is to be unpublished, and the other one is not.
    #[error("publish gate: the text in {} stays published", .0.tag())]
    OtherPublished(Locale),
    /// Segments that would be outdated or not translated, each with the language that lacks it.
    #[error("publish gate: {} segments of the other language would be outdated or not translated", .0.len())]
    Gaps(Vec<(Locale, Gap)>),
}

impl From<GateRefusal> for Problem {
    fn from(refusal: GateRefusal) -> Self {
        let detail = refusal.to_string();
        match refusal {
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

/// Which languages a page has, and which of them readers see.
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

/// The language of a page that has one only.
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

/// Whether the gate `together` lets a change pass. A page in one language is never held back.
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
    // A language that is published for the first time only adds to what readers have.
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

/// The publish gate of a page, and that of its area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct PageGate {
    /// Null if the page follows its area.
    #[schema(required)]
    pub own: Option<PublishGate>,
    pub area: PublishGate,
}

impl PageGate {
    pub(crate) fn effective(self) -> PublishGate {
        self.own.unwrap_or(self.area)
    }
}

pub async fn of_page(db: &Db, page_id: &str) -> Result<PageGate, sqlx::Error> {
    let mut tx = db.snapshot().await?;
    of_page_in(&mut tx, page_id).await
}

pub(crate) async fn of_page_in(tx: &mut Tx, page_id: &str) -> Result<PageGate, sqlx::Error> {
    let (own, area) = store::of_page(tx, page_id).await?.unwrap_or_default();
    let parsed = |name: Option<String>| name.and_then(|name| name.parse().ok());
    Ok(PageGate { own: parsed(own), area: parsed(area).unwrap_or_default() })
}

/// The gate of each area.
pub async fn of_areas(tx: &mut Tx) -> Result<AreaGates, sqlx::Error> {
    let stored: BTreeMap<String, String> = store::areas(tx).await?.into_iter().collect();
    let gate = |area: &str| stored.get(area).and_then(|name| name.parse().ok()).unwrap_or_default();
    Ok(AreaGates { docs: gate(DOCS), landing: gate(LANDING), news: gate(NEWS) })
}

/// Replaces the gates of areas.
pub async fn set_areas(tx: &mut Tx, actor: &Actor, gates: &AreaGates) -> Result<(), sqlx::Error> {
    let before = of_areas(tx).await?;
    if before == *gates {
        return Ok(());
    }
    for (area, gate) in [(DOCS, gates.docs), (LANDING, gates.landing), (NEWS, gates.news)] {
        store::put_area(tx, area, gate.name()).await?;
    }
    let subject = Subject::default().before(&before).after(gates);
    audit_log::log(tx, actor, Action::PublishGateChanged, subject).await
}

/// Sets the gate of a page, or lets it follow its area. `name` is what the audit log calls the page.
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
        Some(gate) => store::put_page(tx, page_id, gate.name()).await?,
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

    /// Languages as `zh en`: `+` is published, `-` is not, `.` does not exist. Gaps of the Chinese text.
    #[track_caller]
    fn check_gate(
        (before, gaps_before): (&str, &[(&str, bool)]),
        (after, gaps_after): (&str, &[(&str, bool)]),
        expected: &str,
    ) {
        let languages = |told: &str| {
            let mut each = told.chars().map(|sign| (sign != '.').then_some(sign == '+'));
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
        let told = match result {
            Ok(()) => String::new(),
            Err(GateRefusal::Gaps(gaps)) => {
                gaps.iter().map(|(_, gap)| gap.segment.as_str()).collect::<Vec<_>>().join(" ")
            }
            Err(refusal) => refusal.to_string(),
        };
        assert_eq!(told, expected, "{before} {after}");
    }

    #[test]
    fn new_gaps_are_refused() {
        check_gate(("++", &[]), ("++", &[]), "");
        check_gate(("++", &[]), ("++", &[("a", true)]), "a");
        check_gate(("++", &[("a", true)]), ("++", &[("a", true), ("b", false)]), "b");
        check_gate(("++", &[("a", true)]), ("++", &[("a", true)]), "");
        check_gate(("++", &[("a", false)]), ("++", &[("b", false)]), "");
        check_gate(("++", &[("a", false)]), ("++", &[("a", true)]), "a");
    }

    #[test]
    fn language_that_never_was_published_is_not_missed() {
        check_gate((".-", &[]), (".+", &[]), "");
        check_gate(("-+", &[]), ("-+", &[("a", true)]), "");
        check_gate(("-+", &[]), ("++", &[("a", true)]), "");
        check_gate(("--", &[]), ("++", &[]), "");
        check_gate(("--", &[]), ("-+", &[]), "publish gate: the text in zh-CN was never published");
    }

    #[test]
    fn languages_are_unpublished_together() {
        check_gate(("++", &[]), ("--", &[]), "");
        check_gate((".+", &[]), (".-", &[]), "");
        check_gate(("-+", &[]), ("--", &[]), "");
        check_gate(("++", &[]), ("-+", &[]), "publish gate: the text in en-US stays published");
    }
}
