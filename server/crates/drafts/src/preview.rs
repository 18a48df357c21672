//! Preview of a text as readers would see it, with its issues. Nothing is stored.

use std::sync::Arc;

use super::{EditableText, Page};
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::link::LinkTargets;
use pailou_importers::folder;
use pailou_importers::generators::Layout;
use pailou_lint::Options;
use pailou_markdown::extras::Extras;
use pailou_markdown::html;
use pailou_store::context::Store;
use pailou_store::edit::with_lf;
use pailou_store::{LANDING, address, copies, lint_input, read};

pub struct Preview {
    pub title: String,
    /// Safe HTML of each block, with its first line in the file.
    pub blocks: Vec<(u32, String)>,
    /// Level, text, and line (from 1) of each heading.
    pub headings: Vec<(u8, String, u32)>,
    pub issues: Vec<PreviewIssue>,
    /// Number of Chinese characters, and of words in other scripts.
    pub words: (u32, u32),
}

pub struct PreviewIssue {
    pub severity: Severity,
    pub line: Option<u32>,
    pub code: &'static str,
    pub detail: String,
    /// Corrected text of the line; `None` if there is no automatic correction.
    pub fix: Option<String>,
}

/// Previews `whole` as the new content of `text`.
pub async fn preview(
    store: &Store,
    page: &Page,
    text: &EditableText,
    whole: &str,
) -> Result<Preview, sqlx::Error> {
    let around = PreviewContext {
        targets: read::link_targets(store).await?,
        options: Options {
            off: store.settings.check_off.iter().cloned().collect(),
            spacing: store.settings.check_spacing,
            glossary: lint_input::glossary(store).await?.0,
            intentional: [(
                page.key.clone(),
                copies::exempt(&store.db, &page.id).await?.intentional,
            )]
            .into(),
        },
    };
    let other = page.text(text.locale.other()).filter(|text| text.saved.trashed_at.is_none());
    let whole = with_lf(whole);
    let own = checked_page(page, text, whole.clone());
    let pages: Vec<_> =
        std::iter::once(own).chain(other.map(|it| checked_page(page, it, it.whole()))).collect();
    let is_block = page.area == LANDING;
    let preview = store.cpu_limit.work(move || render_preview(&around, &pages, is_block)).await;
    // A panic of the worker thread is a bug, so it is propagated.
    Ok(preview.unwrap_or_else(|error| std::panic::resume_unwind(error.into_panic())))
}

struct PreviewContext {
    targets: Arc<LinkTargets>,
    options: Options,
}

fn checked_page(page: &Page, text: &EditableText, whole: String) -> pailou_lint::Page {
    pailou_lint::Page {
        file: text.saved.file.clone(),
        locale: text.locale,
        key: page.key.clone(),
        url: address(&page.area, text.locale, &text.saved.path),
        dialect: text.saved.dialect(),
        text: whole,
        outdated: Vec::new(),
    }
}

/// Previews the first page in `pages`; the second, if any, is the page in the other language. If `is_block` is true,
/// the page is a block of the front page, and its block fields are also checked.
fn render_preview(around: &PreviewContext, pages: &[pailou_lint::Page], is_block: bool) -> Preview {
    let own = &pages[0];
    let parts = front_matter::split(&own.text);
    let above = parts.lines_before_body();
    let front_title = parts.title();
    let source = html::Source {
        file: &own.file,
        body: parts.body,
        lines_above: above,
        front_title: front_title.as_deref(),
        dialect: own.dialect,
        locale: own.locale,
        link: &|written| around.targets.resolve(&own.file, own.locale, written),
        file_text: &|path| around.targets.part(path),
        image: &|url| around.targets.image(url),
    };
    let rendered = html::render_with(&source, &Extras { blocks: true, ..Extras::default() });
    let read = folder::page(&Layout::default(), &own.file, &own.file, own.locale, own.text.clone());
    let (title, mut issues) = match read {
        Ok((page, issues)) => (rendered.title_of(&page.fields, page.area, &page.path), issues),
        Err(issue) => (rendered.title.clone().unwrap_or_default(), vec![issue]),
    };
    issues.retain(|issue| issue.severity == Severity::Error);
    if is_block {
        let of_block = folder::block_issues(&own.file, own.locale, &own.text, &around.targets);
        issues.extend(
            of_block.into_iter().filter_map(pailou_content::lint_rules::with_rule_severity),
        );
    }
    issues.extend(pailou_lint::check(pages, &around.targets, &around.options));
    issues.retain(|issue| issue.file == own.file);
    issues.sort_by_key(|issue| issue.line);
    let block = |block: &pailou_markdown::blocks::Block| {
        let line = block.lines.first().copied().unwrap_or(1) + above;
        (line, rendered.html[block.html.clone()].to_owned())
    };
    let lines: Vec<&str> = own.text.lines().collect();
    let fixes = pailou_lint::fix_all(&lines, &issues);
    Preview {
        title,
        blocks: rendered.blocks.iter().map(block).collect(),
        headings: rendered
            .headings
            .iter()
            .map(|heading| (heading.level, heading.text.clone(), heading.line))
            .collect(),
        issues: issues.into_iter().zip(fixes).map(preview_issue).collect(),
        words: pailou_lint::words(parts.body, own.dialect),
    }
}

fn preview_issue((issue, fix): (Issue, Option<String>)) -> PreviewIssue {
    let Issue { severity, line, code, detail, .. } = issue;
    PreviewIssue { severity, line, code, detail, fix }
}
