//! What is new, as Atom 1.0 (RFC 4287).

use core_wasm::locale::Locale;

use super::super::address;
use crate::shared::content::section::Section;
use crate::shared::day::moment;
use crate::shared::record::store::Text;
use crate::shared::xml::escaped;

/// A summary of a page without a description is cut here.
const LONGEST: usize = 280;

pub(super) struct Entry {
    pub(super) text: Text,
    pub(super) summary: String,
}

/// How a page begins, for those that do not describe themselves.
pub(super) fn beginning(sections: &[Section]) -> String {
    let text = sections.iter().map(|section| section.text.trim()).find(|text| !text.is_empty());
    let words: Vec<_> = text.unwrap_or_default().split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Newest first. Ids are those of the texts, so a page that moves or is renamed stays the same entry.
pub(super) fn atom(origin: &str, locale: Locale, title: &str, entries: &[Entry]) -> String {
    let own = format!("{origin}/index/{}/feed.xml", locale.segment());
    let home = format!("{origin}/index/{}/docs", locale.segment());
    let newest = entries.iter().map(|entry| entry.text.updated_at).max().unwrap_or(0);
    let (tag, title, own) = (locale.tag(), escaped(title), escaped(&own));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{tag}\">\n\
         <id>{own}</id>\n<title>{title}</title>\n<updated>{}</updated>\n\
         <author><name>{title}</name></author>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{own}\"/>\n\
         <link rel=\"alternate\" type=\"text/html\" hreflang=\"{tag}\" href=\"{}\"/>\n",
        moment(newest),
        escaped(&home),
    );
    for Entry { text, summary } in entries {
        let url = escaped(&format!("{origin}{}", address(locale, &text.path)));
        xml.push_str(&format!(
            "<entry>\n<id>urn:pailou:text:{}</id>\n<title>{}</title>\n<updated>{}</updated>\n\
             <link rel=\"alternate\" type=\"text/html\" hreflang=\"{tag}\" href=\"{url}\"/>\n\
             <link rel=\"alternate\" type=\"text/markdown\" hreflang=\"{tag}\" href=\"{url}.md\"/>\n\
             <summary>{}</summary>\n</entry>\n",
            escaped(&text.id),
            escaped(&text.title),
            moment(text.updated_at),
            escaped(summary),
        ));
    }
    xml.push_str("</feed>\n");
    xml
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_beginning_is_cut_between_characters() {
        let section = |text: &str| Section { text: text.to_owned(), ..Section::default() };
        assert_eq!(beginning(&[section(" \n"), section("a\n b")]), "a b");
        let long = beginning(&[section(&"文".repeat(400))]);
        assert_eq!(long, format!("{}…", "文".repeat(LONGEST)));
        assert_eq!(beginning(&[]), "");
    }
}
