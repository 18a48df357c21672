//! Shared answers: lifetime, and withdrawal of passages that are no longer published.

use core_wasm::locale::Locale;

use crate::api::Citation;
use crate::passages::contains_quote;
use pailou_content::page_path::decode;
use pailou_search::engine::Engine;

/// Lifetime of a shared answer in milliseconds: 90 days.
pub(crate) const LIFETIME_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Withdraws the citations whose passage, heading, or title is no longer published. They keep only their number and
/// locale.
pub(crate) fn withdraw(engine: &Engine, citations: &mut [Citation]) {
    for citation in citations {
        let Ok(locale) = citation.locale.parse::<Locale>() else { continue };
        if is_shown(engine, locale, citation) {
            continue;
        }
        *citation = Citation {
            n: citation.n,
            url: String::new(),
            highlight_url: String::new(),
            title: String::new(),
            heading: String::new(),
            locale: citation.locale.clone(),
            quote: String::new(),
            parts: Vec::new(),
            columns: Vec::new(),
            outdated: false,
            newer: None,
            matched: Vec::new(),
            withdrawn: true,
        };
    }
}

fn is_shown(engine: &Engine, locale: Locale, citation: &Citation) -> bool {
    let index = engine.index_of(locale);
    let (page, anchor) = match citation.url.split_once('#') {
        Some((page, anchor)) => (page, Some(decode(anchor))),
        None => (citation.url.as_str(), None),
    };
    let page = index.at(page).and_then(|page| index.pages.get(page as usize));
    let Some(page) = page else { return false };
    page.sections.clone().any(|number| {
        let section = index.sections.get(number as usize);
        section.is_some_and(|section| {
            section.anchor.as_deref() == anchor.as_deref()
                && contains_quote(section, &citation.quote)
                && *section.heading == *citation.heading
        }) && *page.title == *citation.title
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::tests::{engine, releases};
    use crate::answer::{AskedQuestion, answer};
    use crate::calibration::Calibration;
    use crate::reply::build_reply;

    #[test]
    fn passages_of_removed_pages_are_withdrawn() {
        let mut engine = engine();
        let question = AskedQuestion {
            text: "how do I restore a backup?",
            reader: Locale::En,
            page: None,
            before: None,
        };
        let answer = answer(&engine, &Calibration::default(), question, None);
        let mut citations = build_reply("x".to_owned(), Locale::En, answer).citations;
        let before = citations.clone();
        withdraw(&engine, &mut citations);
        assert_eq!(citations, before);
        engine.remove(Locale::En, "backup");
        withdraw(&engine, &mut citations);
        assert!(citations.iter().all(|citation| citation.withdrawn && citation.quote.is_empty()));
        assert!(!serde_json::to_string(&citations).expect("JSON").contains("estore"));
    }

    #[test]
    fn quoted_headings_are_withdrawn_with_their_section() {
        let mut engine = releases();
        let text = "Lantern 1.0";
        let question = AskedQuestion { text, reader: Locale::En, page: None, before: None };
        let answer = answer(&engine, &Calibration::always_answers(), question, None);
        let mut citations = build_reply("x".to_owned(), Locale::En, answer).citations;
        assert!(citations.iter().any(|citation| citation.quote == "Lantern 1.0"));
        let before = citations.clone();
        withdraw(&engine, &mut citations);
        assert_eq!(citations, before);
        engine.remove(Locale::En, "releases");
        withdraw(&engine, &mut citations);
        assert!(citations.iter().all(|citation| citation.withdrawn));
    }
}
