//! Content store: pages, each with a text per language, each text with its revisions and segments. Import and export
//! exchange it as files.

pub(crate) mod catalog;
pub(crate) mod checked;
pub(crate) mod context;
pub(crate) mod copies;
pub(crate) mod drafts;
pub(crate) mod edit;
mod export;
mod import;
pub(crate) mod media;
pub(crate) mod news;
pub(crate) mod outbox;
pub(crate) mod pages;
mod parts;
mod read;
pub(crate) mod reading;
pub(crate) mod redirects;
mod save;
pub(crate) mod store;
#[cfg(test)]
mod tests;
pub(crate) mod upstream;
pub(crate) mod version_list;
pub(crate) mod versions;
pub(crate) mod wire;
pub(crate) mod write;

pub(crate) use export::{ExportError, export};
pub(crate) use import::{ImportError, Report, import, import_source, media_type};
pub(crate) use pailou_content::area::{DOCS, LANDING, NEWS, address};
pub(crate) use read::{places, rendered, sections_of};
pub(crate) use save::{KeptSegment, Verdict};

/// Tag: changes whenever a page is added, renamed, moved or removed.
pub(crate) const TREE: &str = "tree";
/// Tag: changes whenever a page or a file is added, moved, put elsewhere in the order or removed, or a file that
/// pages show parts of does.
pub(crate) const PLACES: &str = "places";
/// Tag: changes whenever any text does.
pub(crate) const TEXTS: &str = "texts";

/// Tag: changes whenever the page does, in either language.
pub(crate) fn page_tag(area: &str, key: &str) -> String {
    format!("page:{area}/{key}")
}

/// The keys of an area's pages among tags.
pub(crate) fn pages_among(tags: &[String], area: &str) -> Vec<String> {
    let prefix = page_tag(area, "");
    tags.iter().filter_map(|tag| tag.strip_prefix(&prefix)).map(str::to_owned).collect()
}

/// Tag: changes whenever the list of pages in the folder above this path does.
pub(crate) fn branch_above(path: &str) -> String {
    format!("branch:{}", path.rsplit_once('/').map_or("", |(folder, _)| folder))
}
