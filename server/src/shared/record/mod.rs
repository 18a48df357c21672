//! The record that everything stands on: pages, each with a text per language, each text with its
//! revisions and segments. Import and export are its way in and out as files.

mod export;
mod import;
mod read;
mod save;
pub(crate) mod store;
pub(crate) mod wire;

use core_wasm::locale::Locale;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

pub(crate) use export::{ExportError, export};
pub(crate) use import::{ImportError, Report, import};
pub(crate) use read::{behind, places, rendered, sections_of};

/// Tag: changes whenever a page is added, renamed, moved or removed.
pub(crate) const TREE: &str = "tree";
/// Tag: changes whenever any text does.
pub(crate) const TEXTS: &str = "texts";

/// The area of documentation pages.
pub(crate) const DOCS: &str = "docs";
/// The area of the front page.
pub(crate) const LANDING: &str = "landing";

/// What may not stand in a path as it is (WHATWG URL, path percent-encode set).
const IN_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// The public address of a page.
pub(crate) fn address(area: &str, locale: Locale, path: &str) -> String {
    let home = format!("/index/{}", locale.segment());
    match (area, path) {
        (LANDING, _) => home,
        (area, "") => format!("{home}/{area}"),
        (area, path) => format!("{home}/{area}/{}", utf8_percent_encode(path, IN_PATH)),
    }
}

/// Tag: changes whenever the list of pages in the folder above this path does.
pub(crate) fn branch_above(path: &str) -> String {
    format!("branch:{}", path.rsplit_once('/').map_or("", |(folder, _)| folder))
}
