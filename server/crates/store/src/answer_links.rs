//! Broken links of curated answers, found with the lint rules for links of pages.

use std::collections::HashSet;

use pailou_content::issue::Issue;
use pailou_content::link::{Link, LinkTargets};
use pailou_lint::{Options, Page};
use pailou_markdown::flavor::Flavor;
use pailou_markdown::html::{self, Source};

use crate::context::Store;
use crate::lint_input;
use pailou_curated_answers::{AnswerFields, file, store};

/// Lint rules for links.
const RULES: &[&str] = &[
    "page-missing",
    "file-missing",
    "file-not-served",
    "anchor-missing",
    "reference-missing",
    "link-refused",
    "link-empty",
    "link-leaves-folder",
];
/// Folder of the pages that represent answers in the lint check; the file name is the id of the answer.
const FOLDER: &str = "assistant-answers";

/// Returns the broken links of the stored answers, each with the id of its answer.
///
/// # Errors
///
/// Returns an error if the database fails.
pub async fn of_site(site: &Store) -> Result<Vec<(String, Issue)>, sqlx::Error> {
    let answers: Vec<_> =
        store::all(&site.db).await?.into_iter().map(|it| (it.id, it.fields)).collect();
    if answers.is_empty() {
        return Ok(Vec::new());
    }
    let targets = crate::link_targets(site).await?;
    // The text of other pages is needed only to check anchors.
    let needs_pages = answers.iter().any(|(_, fields)| fields.answer.contains('#'));
    let pages = if needs_pages { lint_input::pages(site).await? } else { Vec::new() };
    Ok(broken_links(&answers, &pages, &targets))
}

/// Returns the broken links of answers, each with the id of its answer.
pub fn broken_links(
    answers: &[(String, AnswerFields)],
    pages: &[Page],
    targets: &LinkTargets,
) -> Vec<(String, Issue)> {
    let named: HashSet<String> =
        answers.iter().flat_map(|(_, fields)| linked_pages(fields, targets)).collect();
    let mut checked: Vec<Page> = pages
        .iter()
        .filter(|page| {
            named.contains(&page.url)
                || in_other_language(&page.url).is_some_and(|url| named.contains(&url))
        })
        .cloned()
        .collect();
    checked.extend(answers.iter().map(|(id, fields)| page_of(id, fields)));
    let prefix = format!("{FOLDER}/");
    let issues = pailou_lint::check(&checked, targets, &Options::default()).into_iter();
    let own = issues.filter_map(|mut issue| {
        let id = issue.file.strip_prefix(&prefix)?.strip_suffix(".md")?.to_owned();
        issue.file = file::NAME.to_owned();
        RULES.contains(&issue.code).then_some((id, issue))
    });
    own.collect()
}

/// Returns the URL of a broken link as written in the answer; `None` for a link without a URL.
pub fn written_url(issue: &Issue) -> Option<&str> {
    match issue.code {
        "anchor-missing" => issue.detail.split_once(": no heading `").map(|(url, _)| url),
        "reference-missing" | "link-empty" => None,
        _ => Some(&issue.detail),
    }
}

fn page_of(id: &str, fields: &AnswerFields) -> Page {
    Page {
        file: format!("{FOLDER}/{id}.md"),
        locale: fields.locale,
        key: format!("{FOLDER}/{id}"),
        url: format!("/{FOLDER}/{id}"),
        dialect: Flavor::default(),
        text: fields.answer.clone(),
        outdated: Vec::new(),
    }
}

/// Renders the Markdown of an answer.
pub fn render_answer(fields: &AnswerFields, targets: &LinkTargets) -> html::Rendered {
    html::render(&Source {
        file: "",
        body: &fields.answer,
        lines_above: 0,
        front_title: None,
        dialect: Flavor::default(),
        locale: fields.locale,
        link: &|written| targets.resolve("", fields.locale, written),
        file_text: &|_| None,
        image: &|_| None,
    })
}

/// Returns the URLs of the pages that an answer links to, without query and anchor.
fn linked_pages(fields: &AnswerFields, targets: &LinkTargets) -> Vec<String> {
    let rendered = render_answer(fields, targets);
    let page = |link: Link| match link {
        Link::Page(url) => url.split(['#', '?']).next().map(str::to_owned),
        _ => None,
    };
    rendered.links.into_iter().filter_map(|used| page(used.link)).collect()
}

/// Returns the URL of the same page in the other language; `None` if the URL has no language.
fn in_other_language(url: &str) -> Option<String> {
    let zh = url.strip_prefix("/index/zh").map(|rest| format!("/index/en{rest}"));
    zh.or_else(|| url.strip_prefix("/index/en").map(|rest| format!("/index/zh{rest}")))
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;
    use pailou_content::area::DOCS;

    use super::*;

    #[test]
    fn broken_link_of_an_answer_is_reported_with_the_answer_id() {
        let mut targets = LinkTargets::default();
        targets.add_page("en/refund.md", DOCS, Locale::En, "refund");
        let page = Page {
            file: "en/refund.md".to_owned(),
            locale: Locale::En,
            key: "docs/refund".to_owned(),
            url: "/index/en/docs/refund".to_owned(),
            dialect: Flavor::default(),
            text: "# Refund\n\n## How\n\nBad spacing中文 is not the subject.\n".to_owned(),
            outdated: Vec::new(),
        };
        let answers: Vec<_> = [
            ("good", "See [how](/index/en/docs/refund#how) or <https://example.org>."),
            ("anchor", "First.\n\nSee [when](/index/en/docs/refund#when)."),
            ("page", "See [this](/index/en/docs/nowhere)."),
            ("script", "[x](javascript:alert(1))"),
            ("reference", "See [x][missing]."),
            ("empty", "[x]()"),
        ]
        .map(|(id, answer)| {
            let fields = AnswerFields::new(Locale::En, &["refund".to_owned()], answer, None);
            (id.to_owned(), fields.expect("valid"))
        })
        .into();
        let found: Vec<_> = broken_links(&answers, &[page], &targets)
            .into_iter()
            .map(|(id, issue)| {
                let url = written_url(&issue).map(str::to_owned);
                (id, issue.code, issue.line, url)
            })
            .collect();
        let expected = [
            ("anchor", "anchor-missing", 3, Some("/index/en/docs/refund#when")),
            ("empty", "link-empty", 1, None),
            ("page", "page-missing", 1, Some("/index/en/docs/nowhere")),
            ("reference", "reference-missing", 1, None),
            ("script", "link-refused", 1, Some("javascript:alert(1)")),
        ];
        let expected = expected
            .map(|(id, code, line, url)| (id.to_owned(), code, Some(line), url.map(str::to_owned)));
        assert_eq!(found, expected);
    }
}
