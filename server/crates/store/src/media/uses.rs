//! Uses of media files in pages and site files. Every reference in a text counts, except in code.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use tokio::task::spawn_blocking;

use super::store::{self, TextWithMedia};
use crate::context::Store;
use crate::{address, read};
use pailou_content::link::{Link, LinkTargets, is_media};
use pailou_content::page_path::{decode, media_url};
use pailou_content::{code_span, front_matter, rewrite_links};
use pailou_database::Tx;
use pailou_markdown::fences::Fences;
use pailou_markdown::flavor::Flavor;
use pailou_translation::segment::{Kind, segments};

/// A text that uses a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    pub page_id: String,
    pub locale: Locale,
    pub title: String,
    /// Public URL of the text.
    pub url: String,
    pub in_trash: bool,
}

/// Uses in texts, by the URL of the media file.
#[derive(Debug, Default)]
pub struct Uses(HashMap<String, Vec<Arc<Use>>>);

/// Names of the site files that use a media file, by the URL of the media file.
type Values = HashMap<String, BTreeSet<String>>;

/// Uses in texts and site files.
#[derive(Debug)]
pub struct AllUses {
    pub published: Arc<Uses>,
    /// Uses in drafts, in unpublished texts, and in texts in the trash.
    pub drafts: Uses,
    values: Values,
}

impl Uses {
    pub fn of(&self, path: &str) -> impl Iterator<Item = &Use> {
        self.0.get(&media_url(path)).into_iter().flatten().map(Arc::as_ref)
    }
}

impl AllUses {
    pub async fn of(store: &Store) -> Result<Self, sqlx::Error> {
        let made = async || {
            used_in(read::link_targets(store).await?, store::published_texts(&store.db).await?)
                .await
        };
        let published = store.media_uses.get(&store.changes, made).await?;
        let drafts = store::unpublished(&store.db).await?;
        let drafts = used_in(read::link_targets(store).await?, drafts).await?;
        let values = used_in_values(store::values(&store.db).await?).await?;
        Ok(Self { published, drafts, values })
    }

    /// Returns the names of the site files that use a media file.
    pub fn site_files(&self, path: &str) -> Vec<String> {
        self.values.get(&media_url(path)).into_iter().flatten().cloned().collect()
    }

    /// Returns the number of pages and site files that use a media file. A page is counted once for
    /// all of its languages and drafts.
    pub fn count(&self, path: &str) -> usize {
        let texts = self.published.of(path).chain(self.drafts.of(path));
        let pages: HashSet<&str> = texts.map(|of| of.page_id.as_str()).collect();
        pages.len() + self.values.get(&media_url(path)).map_or(0, BTreeSet::len)
    }
}

/// Whether any text or site file, published or not, uses a file.
pub async fn is_used(
    tx: &mut Tx,
    targets: Arc<LinkTargets>,
    path: &str,
) -> Result<bool, sqlx::Error> {
    let values = used_in_values(store::values_in(tx).await?).await?;
    let texts = store::all_in(tx).await?;
    let part = longest_word(path);
    // Publishing waits for this transaction. To keep the transaction short, only the texts that may
    // contain the file name are parsed.
    let texts =
        run_blocking(move || texts.into_iter().filter(|text| may_use(text, &part)).collect());
    let texts = used_in(targets, texts.await?).await?;
    Ok(values.contains_key(&media_url(path)) || texts.of(path).next().is_some())
}

/// Returns the longest alphanumeric part of a file name. Backslash escapes in Markdown do not change this part.
fn longest_word(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    words.max_by_key(|word| word.len()).unwrap_or_default().to_owned()
}

fn may_use(text: &TextWithMedia, part: &str) -> bool {
    [&text.text, &text.draft].into_iter().any(|written| {
        written.contains(part) || percent_decode_str(written).decode_utf8_lossy().contains(part)
    })
}

async fn used_in(
    targets: Arc<LinkTargets>,
    texts: Vec<TextWithMedia>,
) -> Result<Uses, sqlx::Error> {
    run_blocking(move || {
        let mut uses = Uses::default();
        for (of_text, urls) in texts.iter().filter_map(|text| used_by(&targets, text)) {
            for url in urls {
                uses.0.entry(url).or_default().push(of_text.clone());
            }
        }
        uses
    })
    .await
}

async fn used_in_values(values: Vec<(String, String)>) -> Result<Values, sqlx::Error> {
    run_blocking(move || {
        let mut uses = Values::default();
        for (name, body) in values {
            for url in media_urls_in_site_file(&body) {
                uses.entry(url).or_default().insert(name.clone());
            }
        }
        uses
    })
    .await
}

/// Runs a function on a blocking thread, because parsing all texts takes long.
async fn run_blocking<T: Send + 'static>(
    read: impl FnOnce() -> T + Send + 'static,
) -> Result<T, sqlx::Error> {
    spawn_blocking(read).await.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))
}

/// Returns a text with the URLs of the files that it uses; `None` for an unknown locale.
fn used_by(targets: &LinkTargets, text: &TextWithMedia) -> Option<(Arc<Use>, BTreeSet<String>)> {
    let locale = Locale::from_str(&text.locale).ok()?;
    let dialect = Flavor::read(&text.dialect, &text.file);
    let file_at = |written: &str| match targets.resolve(&text.file, locale, written) {
        Link::Media(url) | Link::Page(url) if url.starts_with("/index/media/") => Some(url),
        _ => None,
    };
    let urls = RefCell::new(BTreeSet::new());
    for written in [&text.text, &text.draft] {
        // Most texts contain no file name and need no parsing.
        if file_name_candidates(written).next().is_none() {
            continue;
        }
        let parts = front_matter::split(written);
        let body = without_code(parts.body, dialect);
        let names = file_name_candidates(parts.front).chain(file_name_candidates(&body));
        urls.borrow_mut().extend(names.filter_map(file_at));
        // `file_name_candidates` splits a file name that contains brackets, so link targets are parsed, too.
        rewrite_links::resolve_links(&body, &|target| {
            urls.borrow_mut().extend(file_at(target));
            Link::Refused
        });
    }
    let url = address(&text.area, locale, &text.path);
    let (page_id, title) = (text.page_id.clone(), text.title.clone());
    let in_trash = text.trashed_at.is_some();
    Some((Arc::new(Use { page_id, locale, title, url, in_trash }), urls.into_inner()))
}

/// Returns the URLs of the media files that a site file uses.
fn media_urls_in_site_file(body: &str) -> BTreeSet<String> {
    // The JSON is parsed, because its strings may contain escape sequences.
    let strings = match serde_json::from_str(body) {
        Ok(json) => strings_in(json),
        Err(_) => vec![body.to_owned()],
    };
    let files = strings.iter().flat_map(|text| {
        let quoted = text.split('"').filter(|piece| is_file(piece));
        file_name_candidates(text).chain(quoted).filter_map(file_of)
    });
    files.collect()
}

fn strings_in(json: Value) -> Vec<String> {
    match json {
        Value::String(text) => vec![text],
        Value::Array(items) => items.into_iter().flat_map(strings_in).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .flat_map(|(name, value)| [vec![name], strings_in(value)].concat())
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// Returns the URL of the media file that a URL in a site file refers to; `None` if it refers to no media file.
/// Navigation links may omit `/index`.
fn file_of(address: &str) -> Option<String> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let inside = path.split_once("/index/media/").map(|(_, file)| file);
    let file = inside.or_else(|| path.strip_prefix("/media/"))?;
    Some(media_url(&decode(file)))
}

/// Returns the body without its code.
fn without_code(body: &str, dialect: Flavor) -> String {
    let mut out = String::with_capacity(body.len());
    for segment in segments(body, dialect) {
        let text = &body[segment.start..segment.end];
        let left = match segment.kind {
            // Backticks in HTML are not code spans.
            Kind::Html => {
                out.push_str(text);
                continue;
            }
            Kind::Code | Kind::Quote => without_blocks(text, segment.kind),
            _ => text.to_owned(),
        };
        let is_table = matches!(segment.kind, Kind::Table | Kind::TableRow);
        out.extend(paragraphs(&left, is_table).map(|words| without_spans(&words)));
    }
    out
}

/// Splits a segment at boundaries that no code span crosses: paragraphs, including those in a
/// quotation, and table cells.
fn paragraphs(text: &str, is_table: bool) -> impl Iterator<Item = String> {
    let is_blank = |line: &&str| line.trim_start_matches([' ', '\t', '>']).trim().is_empty();
    let mut all = vec![String::new()];
    for line in text.split_inclusive('\n') {
        let cells: Vec<&str> =
            if is_table { line.split_inclusive('|').collect() } else { vec![line] };
        for cell in cells {
            if let Some(last) = all.last_mut() {
                last.push_str(cell);
            }
            if is_table || is_blank(&cell) {
                all.push(String::new());
            }
        }
    }
    all.into_iter()
}

/// Returns the text of a code or quote segment without its lines of code. A segment ends where the next one begins.
/// Link definitions below a code block are therefore part of the segment; they are retained.
fn without_blocks(text: &str, kind: Kind) -> String {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_indented = kind == Kind::Code && !Fences::at_any_indent().is_code(first);
    let mut fences = Fences::at_any_indent();
    let mut is_code = |line: &str| match is_indented {
        true => line.starts_with("    ") || line.trim_start_matches(' ').starts_with('\t'),
        false => fences.is_code(line),
    };
    text.split_inclusive('\n').filter(|line| !is_code(line)).collect()
}

/// Returns a paragraph without its code spans. A code span begins and ends with runs of backticks of equal length.
fn without_spans(paragraph: &str) -> String {
    let mut out = String::with_capacity(paragraph.len());
    let mut rest = paragraph;
    while let Some(at) = rest.find('`') {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let escapes = before.len() - before.trim_end_matches('\\').len();
        let run = found.len() - found.trim_start_matches('`').len();
        let (marks, end) = if escapes % 2 == 1 { (1, None) } else { (run, code_span::find(found)) };
        match end {
            Some(end) => {
                out.push(' ');
                rest = &found[end..];
            }
            None => {
                out.push_str(&found[..marks]);
                rest = &found[marks..];
            }
        }
    }
    out + rest
}

/// Returns candidates for file names in a text: parts between brackets of any kind, quotation marks, `=`, commas, or
/// white space.
fn file_name_candidates(text: &str) -> impl Iterator<Item = &str> {
    const AROUND: &[char] = &['(', ')', '<', '>', '"', '\'', '[', ']', '=', ',', '{', '}'];
    let pieces = |around: &'static [char], blanks: bool| {
        text.split(move |c: char| around.contains(&c) || c == '\n' || (blanks && c.is_whitespace()))
    };
    // A name with spaces, parentheses, square brackets, braces, or commas is enclosed in `<` and `>` or in quotation
    // marks, or follows a front matter key.
    let whole = pieces(&['<', '>', '"', '\'', ':'], false)
        .map(str::trim)
        .filter(|piece| piece.contains([' ', '(', '[', '{', ',']) && !piece.contains("]("));
    pieces(AROUND, true).chain(whole).map(str::trim).filter(|piece| is_file(piece))
}

fn is_file(piece: &str) -> bool {
    let path = piece.split(['?', '#']).next().unwrap_or_default();
    is_media(path) && percent_decode_str(path).decode_utf8().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(urls: &BTreeSet<String>) -> String {
        let name = |url: &String| url.replace("/index/media/uploads/", "");
        urls.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn showing(text: &str) -> TextWithMedia {
        TextWithMedia {
            page_id: "p".to_owned(),
            area: "docs".to_owned(),
            locale: "en-US".to_owned(),
            path: "x".to_owned(),
            file: "x.md".to_owned(),
            title: "X".to_owned(),
            trashed_at: None,
            dialect: String::new(),
            text: text.to_owned(),
            draft: String::new(),
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut targets = LinkTargets::default();
        for name in ["a.png", "b.png", "c-(1).png"] {
            targets.add_media(&format!("uploads/{name}"));
        }
        let (_, urls) = used_by(&targets, &showing(text)).unwrap();
        assert_eq!(names(&urls), expected, "{text}");
    }

    #[test]
    fn file_in_code_is_not_counted_as_used() {
        check("Write `uploads/a.png`, or `![A](/uploads/a.png)`.", "");
        check("`![](/uploads/a.png)` and ![](/uploads/b.png)", "b.png");
        check("``a ` /uploads/a.png `` [`b`](/uploads/b.png)", "b.png");
        check("```md\n![](/uploads/a.png)\n```\n\n[b]: /uploads/b.png\n", "b.png");
        check("A\n\n    ![](/uploads/a.png)\n\n![](/uploads/b.png)\n", "b.png");
        check("> ```\n> /uploads/a.png\n> ```\n> ![](/uploads/b.png)\n", "b.png");
    }

    #[test]
    fn file_outside_of_code_is_counted_as_used() {
        check("\\`[a](/uploads/a.png)\\`", "a.png");
        check("one ` here\n\n[a](/uploads/a.png) ` there", "a.png");
        check("- a\n\n    ![](/uploads/a.png)\n", "a.png");
        check("<p>`<img src=\"/uploads/a.png\">`</p>\n", "a.png");
        check("---\nhero: /uploads/a.png\n\n    b: /uploads/b.png\n---\n", "a.png b.png");
        check("> press ` then\n>\n> ![](/uploads/a.png) and ` again\n", "a.png");
        check("press ` then\r\n\r\n![](/uploads/a.png) and ` again\r\n", "a.png");
        check("| a | b | c |\n|---|---|---|\n| ` | ![](/uploads/a.png) | ` |\n", "a.png");
    }

    #[test]
    fn text_without_longest_word_of_file_name_cannot_use_file() {
        for (path, text, may) in [
            ("uploads/a_(1)-gate.png", "![](/uploads/a\\_\\(1\\)-gate.png)", true),
            ("uploads/牌楼 一.png", "![](/uploads/%E7%89%8C%E6%A5%BC%20%E4%B8%80.png)", true),
            ("uploads/gate.png", "![](/uploads/arch.png)", false),
        ] {
            let written = TextWithMedia { draft: text.to_owned(), ..showing("") };
            assert_eq!(may_use(&written, &longest_word(path)), may, "{text}");
        }
    }

    #[test]
    fn file_name_with_parentheses_is_counted_as_used() {
        check("![](/uploads/c-(1).png)", "c-(1).png");
        check("![](</uploads/c-(1).png>)", "c-(1).png");
        check("---\nfile: /uploads/c-(1).png\n---\n", "c-(1).png");
    }

    #[test]
    fn media_urls_in_site_files_are_found() {
        for (body, expected) in [
            ("body{background:url(/index/media/uploads/x.png)}", "x.png"),
            ("a { b: url('../../../../../index/media/uploads/x.png?v=2#c') }", "x.png"),
            (r#"{"header": [{"to": "/media/uploads/x.png"}]}"#, "x.png"),
            (r#"{"a": "https:\/\/example.org\/index\/media\/uploads\/x.png"}"#, "x.png"),
            (r#"{"a": "/index/media/uploads/\u56fe.png"}"#, "%E5%9B%BE.png"),
            (r#"{"a": "/index/media/uploads/c-(1)'s.png"}"#, "c-(1)%27s.png"),
            (r#"{"a": ["<a href=\"/index/media/uploads/x.png\">x</a>"]}"#, "x.png"),
            (
                r#"{"a": {"b": "/index/media/uploads/x.png\nMore", "/media/y.png": 1}}"#,
                "x.png /index/media/y.png",
            ),
            ("Manual: /index/media/uploads/x.png\n", "x.png"),
        ] {
            assert_eq!(names(&media_urls_in_site_file(body)), expected, "{body}");
        }
    }

    #[test]
    fn file_names_are_found_in_every_syntax() {
        for (text, expected) in [
            ("![a](b.png)", ["b.png"].as_slice()),
            ("![a](../b/%E5%9B%BE.png \"t\") [c](/d.zip)", &["../b/%E5%9B%BE.png", "/d.zip"]),
            ("![a](<b c.png>)", &["c.png", "b c.png"]),
            ("<img src=\"/uploads/a.svg\" alt=\"\">", &["/uploads/a.svg"]),
            ("<img srcset='a.png 1x, b.png 2x'>", &["a.png", "b.png"]),
            ("---\nhero: a.webp\nlogo: my logo.png\n---", &["a.webp", "logo.png", "my logo.png"]),
            ("[a]: a.pdf 't'", &["a.pdf"]),
            ("{src: 'x.mp4?t=3#a'}", &["x.mp4?t"]),
            ("see png and a.md", &[]),
        ] {
            assert_eq!(file_name_candidates(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
