//! Content areas of the site: documentation, front page, news.

use core_wasm::locale::Locale;

use crate::page_path::{encode, front_url, page_url};

/// Area of the documentation.
pub const DOCS: &str = "docs";
/// Area of the front page and its blocks.
pub const LANDING: &str = "landing";
pub const NEWS: &str = "news";

/// Folders whose files are not documentation, each with its area. Paths are relative to the folder of the language.
const FOLDERS: [(&str, &str); 2] = [("_landing/", LANDING), ("_news/", NEWS)];

/// Returns the area of a file, and its path within the area. `below` is the path of the file below the folder of its
/// language.
pub fn area_of_file(below: &str) -> (&'static str, &str) {
    let within = |(folder, area)| Some((area, below.strip_prefix(folder)?));
    FOLDERS.into_iter().find_map(within).unwrap_or((DOCS, below))
}

/// Areas of the site below `/index` that have no files.
pub(crate) const WITHOUT_FILES: [&str; 4] = ["localization", "datastat", "assistant", "admin"];

/// Whether the first segment after the language in a URL below `/index` is an area of the site or the folder of media.
pub(crate) fn is_reserved_segment(segment: &str) -> bool {
    [DOCS, NEWS, "media"].contains(&segment) || WITHOUT_FILES.contains(&segment)
}

/// Returns the URL of a page. A block of the front page has the URL of the front page with its name as fragment.
pub fn address(area: &str, locale: Locale, path: &str) -> String {
    match (area, path) {
        (LANDING, "") => front_url(locale),
        (LANDING, block) => format!("{}#{}", front_url(locale), encode(block)),
        (NEWS, "") => format!("{}/news", front_url(locale)),
        (NEWS, path) => format!("{}/news/{}", front_url(locale), encode(path)),
        (_, path) => page_url(locale, path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_with_underscore_are_not_documentation() {
        for (file, area, path) in [
            ("_landing/hero.md", LANDING, "hero.md"),
            ("_news/2026/first.md", NEWS, "2026/first.md"),
            ("_landing.md", DOCS, "_landing.md"),
            ("guide/_news/a.md", DOCS, "guide/_news/a.md"),
            ("index.md", DOCS, "index.md"),
        ] {
            assert_eq!(area_of_file(file), (area, path), "{file}");
        }
    }

    #[test]
    fn page_url_depends_on_its_area() {
        for (area, path, url) in [
            (DOCS, "a b", "/index/zh/docs/a%20b"),
            (LANDING, "", "/index/zh"),
            (LANDING, "hero", "/index/zh#hero"),
            (NEWS, "", "/index/zh/news"),
            (NEWS, "2026/一", "/index/zh/news/2026/%E4%B8%80"),
        ] {
            assert_eq!(address(area, Locale::Zh, path), url);
        }
    }
}
