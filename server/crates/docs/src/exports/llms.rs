//! Page lists for language models in the llms.txt format (title, summary, links under headings), and the full text of
//! all pages in a language.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::super::{AREA, address};
use super::top_of;
use pailou_store::catalog::PageSummary;
use pailou_store::news::Entry;
use pailou_store::sql::Text;
use pailou_store::{LANDING, NEWS};
use pailou_web::cached_file::{CachedFile, CachedFileWriter};

/// Language, and the titles of its folders by path.
pub(crate) type Folders = (Locale, HashMap<String, String>);

/// Content of a list: every published text, and the published news, newest first.
pub(super) struct Pages<'a> {
    pub texts: &'a [PageSummary],
    pub news: &'a [Entry],
}

/// Returns the page list of these languages. `origin` is the public origin of the site, and `titles` are the titles of
/// the site in Chinese and English.
pub(super) fn page_list(
    origin: &str,
    titles: [&str; 2],
    pages: &Pages<'_>,
    languages: &[Folders],
) -> CachedFile {
    let texts = pages.texts;
    let title = |locale: Locale| titles[usize::from(locale == Locale::En)];
    let mut list = CachedFileWriter::default();
    let names: Vec<_> = languages.iter().map(|(locale, _)| title(*locale)).collect();
    let same = names.windows(2).all(|two| two[0] == two[1]);
    let heading = if same { names[0].to_owned() } else { names.join(" / ") };
    list.push(&format!("# {}\n", line(&heading)));
    for (locale, _) in languages {
        if let Some(about) = about(texts, *locale) {
            list.push(&format!("\n> {about}\n"));
        }
    }
    for (locale, _) in languages {
        let words = Words::of(*locale);
        let folder = format!("{origin}/index/{}", locale.segment());
        list.push(&format!("\n{}{folder}/llms-full.txt\n", words.whole));
        if languages.len() > 1 {
            list.push(&format!("{}{folder}/llms.txt\n", words.list));
        }
    }
    for (locale, folders) in languages {
        let before = if languages.len() > 1 { Words::of(*locale).language } else { "" };
        push_language(&mut list, origin, texts, *locale, folders, before);
        push_news(&mut list, origin, pages.news, *locale, before);
    }
    if let [(locale, _)] = languages {
        push_untranslated(&mut list, origin, pages, *locale);
    }
    list.done()
}

struct Words {
    language: &'static str,
    /// Heading of the pages outside folders.
    pages: &'static str,
    whole: &'static str,
    list: &'static str,
    news: &'static str,
}

impl Words {
    fn of(locale: Locale) -> Self {
        match locale {
            Locale::Zh => Self {
                language: "中文 · ",
                pages: "文档",
                whole: "全文：",
                list: "页面列表：",
                news: "新闻",
            },
            Locale::En => Self {
                language: "English · ",
                pages: "Documentation",
                whole: "Full text: ",
                list: "List of pages: ",
                news: "News",
            },
        }
    }
}

/// Returns the description of the site from the front page, otherwise from the index page; `None` if neither page has a
/// description.
fn about(texts: &[PageSummary], locale: Locale) -> Option<String> {
    let own = || texts.iter().filter(|text| text.locale() == locale);
    let described = |text: &&PageSummary| !text.description.is_empty();
    let front = own().filter(|text| text.area == LANDING).find(described);
    let index = || own().filter(|text| text.area == AREA && text.path.is_empty()).find(described);
    front.or_else(index).map(|text| line(&text.description))
}

/// Appends the pages of a language, folder by folder in reading order. `folders` are the titles of the folders by path,
/// and `before` is the prefix of each heading.
fn push_language(
    list: &mut CachedFileWriter,
    origin: &str,
    texts: &[PageSummary],
    locale: Locale,
    folders: &HashMap<String, String>,
    before: &str,
) {
    let own = || texts.iter().filter(|text| text.area == AREA && text.locale() == locale);
    let is_folder: HashSet<&str> =
        own().filter(|text| text.path.contains('/')).map(top_of).collect();
    let mut order: Vec<&str> = Vec::new();
    let mut pages: HashMap<&str, Vec<&PageSummary>> = HashMap::new();
    for text in own() {
        let folder = Some(top_of(text)).filter(|top| is_folder.contains(top)).unwrap_or_default();
        if !pages.contains_key(folder) {
            order.push(folder);
        }
        pages.entry(folder).or_default().push(text);
    }
    for folder in order {
        let found = &pages[folder];
        let index = found.iter().find(|text| text.path == folder && !folder.is_empty());
        let own_name = folders.get(folder).map(String::as_str);
        let name = match folder {
            "" => Words::of(locale).pages,
            folder => index.map(|text| text.name()).or(own_name).unwrap_or(folder),
        };
        list.push(&format!("\n## {before}{}\n\n", line(name)));
        found.iter().for_each(|text| list.push(&item_of_docs(origin, locale, text)));
    }
}

fn push_news(
    list: &mut CachedFileWriter,
    origin: &str,
    news: &[Entry],
    locale: Locale,
    before: &str,
) {
    for (number, entry) in news.iter().filter(|entry| entry.is_in(locale)).enumerate() {
        if number == 0 {
            list.push(&format!("\n## {before}{}\n\n", Words::of(locale).news));
        }
        list.push(&item_of_news(origin, locale, entry));
    }
}

/// Appends the pages and news entries that exist only in the other language. They are in a section that models with a
/// small context window may skip.
fn push_untranslated(list: &mut CachedFileWriter, origin: &str, pages: &Pages<'_>, locale: Locale) {
    let Pages { texts, news } = pages;
    let own: HashSet<&str> = texts
        .iter()
        .filter(|text| text.locale() == locale)
        .map(|text| text.page_id.as_str())
        .collect();
    let others = texts.iter().filter(|text| {
        text.area == AREA && text.locale() != locale && !own.contains(text.page_id.as_str())
    });
    let others = others.map(|text| item_of_docs(origin, locale.other(), text));
    let news = news.iter().filter(|entry| !entry.is_in(locale));
    let news = news.map(|entry| item_of_news(origin, locale.other(), entry));
    for (number, item) in others.chain(news).enumerate() {
        if number == 0 {
            list.push("\n## Optional\n\n");
        }
        list.push(&item);
    }
}

fn item_of_docs(origin: &str, locale: Locale, text: &PageSummary) -> String {
    item(origin, &address(locale, &text.path), &text.title, &text.description)
}

fn item_of_news(origin: &str, locale: Locale, entry: &Entry) -> String {
    let item = |text: &Text| {
        item(
            origin,
            &pailou_store::address(NEWS, locale, &text.path),
            &text.title,
            &text.description,
        )
    };
    entry.text(locale).map(item).unwrap_or_default()
}

fn item(origin: &str, address: &str, title: &str, description: &str) -> String {
    let title = line(title).replace('[', "\\[").replace(']', "\\]");
    let url = format!("{origin}{address}.md").replace('(', "%28").replace(')', "%29");
    match description {
        "" => format!("- [{title}]({url})\n"),
        description => format!("- [{title}]({url}): {}\n", line(description)),
    }
}

/// Replaces all white space, line breaks included, with single spaces.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Appends a page to the full text: its URL and its Markdown.
pub(crate) fn push_page(
    whole: &mut CachedFileWriter,
    origin: &str,
    locale: Locale,
    path: &str,
    markdown: &str,
) {
    whole.push(&format!("<!-- {origin}{} -->\n\n", address(locale, path)));
    whole.push(markdown.trim_end());
    whole.push("\n\n");
}
