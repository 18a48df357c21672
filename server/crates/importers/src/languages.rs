//! Detection of the languages of a site, which are in folders (one language possibly at the top level) or in suffixes
//! of file names.

use std::collections::HashMap;

use core_wasm::locale::Locale;

use crate::generators::{Layout, below};
use crate::tree::Tree;
use pailou_content::page_path::{is_index, split_markdown};
use pailou_content::root::{self, Root};

/// Default detection: uses the language folders that [`root::select_roots`] selects. If there are none, detects the
/// languages from file names, or detects a single language.
pub(super) fn anywhere(tree: &Tree<'_>) -> Layout {
    let pages = tree.pages("");
    let choice = root::select_roots(&pages, tree.han_share(&pages));
    let is_single = matches!(choice.roots.as_slice(), [only] if only.folder.is_empty());
    let layout = Layout {
        roots: choice.roots,
        skipped_entries: choice.skipped_entries,
        ..Layout::default()
    };
    if is_single { suffixed(tree, "", &pages, None).unwrap_or(layout) } else { layout }
}

/// Detects the languages directly below `docs`: as folders, as suffixes of file names, or a single
/// language. `first` is the language of files without a suffix.
pub(super) fn below_folder(tree: &Tree<'_>, docs: &str, first: Option<Locale>) -> Layout {
    let pages = tree.pages(docs);
    if let Some(roots) = in_folders(&pages, docs) {
        return Layout { roots, ..Layout::default() };
    }
    suffixed(tree, docs, &pages, first).unwrap_or_else(|| Layout {
        roots: vec![single(tree, docs, &pages, first)],
        ..Layout::default()
    })
}

fn in_folders(pages: &[String], docs: &str) -> Option<Vec<Root>> {
    let inside: Vec<String> = pages
        .iter()
        .filter_map(|file| match docs {
            "" => Some(file.clone()),
            _ => Some(file.strip_prefix(docs)?.strip_prefix('/')?.to_owned()),
        })
        .collect();
    let mut roots = root::at_top(&inside);
    for root in &mut roots {
        root.folder = below(docs, &root.folder);
        for other in &mut root.without {
            *other = below(docs, other);
        }
    }
    (!roots.is_empty()).then_some(roots)
}

/// Detects languages in suffixes of file names, such as `a.md` and `a.zh.md`. At least one page must have two files,
/// because a suffix may be part of the name of a page.
fn suffixed(
    tree: &Tree<'_>,
    docs: &str,
    pages: &[String],
    first: Option<Locale>,
) -> Option<Layout> {
    let mut stems: HashMap<&str, usize> = HashMap::new();
    for file in pages {
        let stem = suffix(file).map(|(bare, _)| bare);
        let stem = stem.or_else(|| split_markdown(file).map(|(stem, _)| stem));
        *stems.entry(stem.unwrap_or(file)).or_default() += 1;
    }
    let known = |file| suffix(file).and_then(|(bare, locale)| Some((bare, locale?)));
    let named: Vec<_> = pages.iter().filter_map(|file| known(file)).collect();
    if !named.iter().any(|(bare, _)| stems.get(bare).is_some_and(|count| *count > 1)) {
        return None;
    }
    let has = |language: Locale| named.iter().any(|(_, locale)| *locale == language);
    let by_name = match (has(Locale::Zh), has(Locale::En)) {
        (true, false) => Some(Locale::En),
        (false, true) => Some(Locale::Zh),
        _ => None,
    };
    let bare: Vec<String> = pages.iter().filter(|file| suffix(file).is_none()).cloned().collect();
    let locale = first.or(by_name).unwrap_or_else(|| of_share(tree.han_share(&bare)));
    let root = Root::new(locale, docs.to_owned(), Vec::new());
    Some(Layout { roots: vec![root], suffixes: true, ..Layout::default() })
}

pub(super) fn single(tree: &Tree<'_>, docs: &str, pages: &[String], first: Option<Locale>) -> Root {
    let locale = first.unwrap_or_else(|| of_share(tree.han_share(pages)));
    Root::new(locale, docs.to_owned(), Vec::new())
}

fn of_share(han: f64) -> Locale {
    if han > 0.1 { Locale::Zh } else { Locale::En }
}

/// Splits the language off a file name: `guide/a.zh.md` → `guide/a` and Chinese; `a.ja.md` has an unsupported language.
/// Returns `None` for a name without a language.
fn suffix(file: &str) -> Option<(&str, Option<Locale>)> {
    let (stem, _) = split_markdown(file)?;
    let (bare, language) = stem.rsplit_once('.')?;
    let is_name = !bare.is_empty() && !bare.ends_with('/') && root::is_language_name(language);
    is_name.then(|| (bare, Root::locale_of(language)))
}

/// Returns the language in a file name such as `page.zh.md` (`first` if the name contains no language), and the name
/// without the language. Returns `None` for an unsupported language.
pub(super) fn without_suffix(file: &str, first: Locale) -> Option<(Locale, String)> {
    match suffix(file) {
        None => Some((first, file.to_owned())),
        Some((_, None)) => None,
        Some((bare, Some(locale))) => {
            let extension = split_markdown(file).map_or("md", |(_, extension)| extension);
            Some((locale, format!("{bare}.{extension}")))
        }
    }
}

/// Returns the locale of a language tag such as `zh-Hans`; `None` for an unsupported language.
pub(super) fn of_tag(tag: &str) -> Option<Locale> {
    Root::locale_of(tag).or_else(|| Root::locale_of(tag.split(['-', '_']).next()?))
}

/// Whether a tag denotes Traditional Chinese, which is used only if there is no Simplified Chinese.
pub(super) fn is_traditional(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase().replace('_', "-");
    let mut parts = tag.split('-').skip(1);
    let part = parts.find(|part| ["hans", "hant", "tw", "hk", "mo"].contains(part));
    part.is_some_and(|part| part != "hans")
}

/// Converts a path in navigation data to a page path, without extension and index: `guide/index.md` → `guide`.
pub(super) fn plain_path(path: &str) -> String {
    let path = path.split(['#', '?']).next().unwrap_or_default().trim_matches('/');
    let path = path.strip_prefix("./").unwrap_or(path);
    let path = path.strip_suffix(".html").unwrap_or(path);
    let stem = split_markdown(path).map_or(path, |(stem, _)| stem);
    match stem.rsplit_once('/') {
        Some((folder, name)) if is_index(name) => folder.to_owned(),
        None if is_index(stem) => String::new(),
        _ => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], roots: &[(Locale, &str)], suffixes: bool) {
        let mut names: Vec<String> = files.iter().map(|(file, _)| (*file).to_owned()).collect();
        names.sort();
        let texts =
            files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
        let tree = Tree { folder: Path::new(""), files: &names, texts: &texts };
        let layout = below_folder(&tree, "docs", None);
        let found: Vec<_> =
            layout.roots.iter().map(|root| (root.locale, root.folder.as_str())).collect();
        assert_eq!((found.as_slice(), layout.suffixes), (roots, suffixes), "{names:?}");
    }

    #[test]
    fn languages_are_detected_from_folders_file_names_or_text() {
        use Locale::{En, Zh};
        check(
            &[("docs/en/a.md", ""), ("docs/zh-cn/a.md", "")],
            &[(En, "docs/en"), (Zh, "docs/zh-cn")],
            false,
        );
        check(
            &[("docs/a.md", ""), ("docs/zh/a.md", ""), ("README.md", "")],
            &[(Zh, "docs/zh"), (En, "docs")],
            false,
        );
        check(&[("docs/a.md", ""), ("docs/a.zh.md", "")], &[(En, "docs")], true);
        check(&[("docs/a.md", "你好"), ("docs/a.en.md", "")], &[(Zh, "docs")], true);
        check(&[("docs/a.md", ""), ("docs/b.zh.md", "")], &[(En, "docs")], false);
        check(&[("docs/a.md", "你好")], &[(Zh, "docs")], false);
    }

    #[test]
    fn language_suffix_of_a_file_name_is_detected() {
        assert_eq!(without_suffix("a/b.zh-CN.md", Locale::En), Some((Locale::Zh, "a/b.md".into())));
        assert_eq!(without_suffix("a.b.md", Locale::En), Some((Locale::En, "a.b.md".into())));
        assert_eq!(without_suffix("a.ja.md", Locale::En), None);
    }

    #[test]
    fn traditional_chinese_tags_are_recognized() {
        for tag in ["zh-TW", "zh_hk", "zh-Hant", "zh-hant-hk", "zh-mo"] {
            assert!(is_traditional(tag), "{tag}");
        }
        for tag in ["zh", "zh-cn", "zh-Hans", "zh-hans-hk", "zh-sg", "en", "en-hk2", ""] {
            assert!(!is_traditional(tag), "{tag}");
        }
    }

    #[test]
    fn navigation_paths_are_normalized() {
        for (written, plain) in [
            ("/guide/index.md#a", "guide"),
            ("./a/b.html", "a/b"),
            ("README.md", ""),
            ("/", ""),
            ("a/b/", "a/b"),
        ] {
            assert_eq!(plain_path(written), plain);
        }
    }
}
