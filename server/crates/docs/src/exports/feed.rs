//! Atom feed of changed documentation pages.

use core_wasm::locale::Locale;

use super::super::address;
use pailou_markdown::section::Section;
use pailou_store::sql::Text;
use pailou_web::atom;

/// Maximum length of a summary for a page without a description, in characters.
const MAX_SUMMARY: usize = 280;

pub(super) struct Entry {
    pub text: Text,
    pub summary: String,
}

/// Returns the beginning of the first section that has a text, as a summary of a page without a description; at most
/// `MAX_SUMMARY` characters and `…`.
pub(super) fn beginning(sections: &[Section]) -> String {
    let text = sections.iter().map(|section| section.text.trim()).find(|text| !text.is_empty());
    let words: Vec<_> = text.unwrap_or_default().split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MAX_SUMMARY) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Creates the feed. The id of an entry contains the text id, so it is unchanged when the page is moved
/// or renamed.
pub(super) fn atom(origin: &str, locale: Locale, title: &str, entries: &[Entry]) -> String {
    let own = format!("{origin}/index/{}/feed.xml", locale.segment());
    let home = format!("{origin}/index/{}/docs", locale.segment());
    let entries = entries.iter().map(|Entry { text, summary }| atom::Entry {
        id: format!("urn:pailou:text:{}", text.id),
        url: format!("{origin}{}", address(locale, &text.path)),
        title: &text.title,
        updated: text.updated_at,
        has_markdown: true,
        summary: Some(summary),
        ..atom::Entry::default()
    });
    let feed = atom::Feed {
        url: &own,
        home: &home,
        locale,
        title,
        author: title,
        computed_at: pailou_database::id::now(),
    };
    atom::atom(&feed, &entries.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_is_the_truncated_first_nonempty_section() {
        let section = |text: &str| Section { text: text.to_owned(), ..Section::default() };
        assert_eq!(beginning(&[section(" \n"), section("a\n b")]), "a b");
        let long = beginning(&[section(&"文".repeat(400))]);
        assert_eq!(long, format!("{}…", "文".repeat(MAX_SUMMARY)));
        assert_eq!(beginning(&[]), "");
    }
}
