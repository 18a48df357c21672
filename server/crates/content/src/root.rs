//! Language roots: the folders of a tree that contain the pages of one language each.

use std::collections::BTreeMap;

use core_wasm::locale::Locale;

use pailou_text_diff::script::is_han;

/// Maximum depth of the folder that contains the language folders.
pub const MAX_DEPTH: usize = 2;
/// Number of navigation positions that are reserved for the pages of each Git source.
pub const SOURCE_POSITIONS: u32 = 1_000_000;

/// Folder with the pages of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    pub locale: Locale,
    /// Path relative to the scanned folder; empty for that folder itself.
    pub folder: String,
    /// Folders inside this folder that belong to other languages.
    pub without: Vec<String>,
    /// Name of the Git source; empty for an imported folder.
    pub source: String,
    /// Path in the documentation below which the pages appear; empty for the top level.
    pub mount: String,
}

impl Root {
    pub fn new(locale: Locale, folder: impl Into<String>, without: Vec<String>) -> Self {
        let (source, mount) = (String::new(), String::new());
        Self { locale, folder: folder.into(), without, source, mount }
    }

    /// Creates the roots of explicitly named folders. A folder inside another folder is excluded from the outer folder.
    pub fn layout(folders: &[(Locale, String)]) -> Vec<Self> {
        let root = |(locale, folder): &(Locale, String)| {
            let others = folders.iter().map(|(_, other)| other);
            let inside = others.filter(|other| *other != folder && within(folder, other).is_some());
            Self::new(*locale, folder.as_str(), inside.cloned().collect())
        };
        folders.iter().map(root).collect()
    }

    /// Assigns the root to a Git source: moves its folders below the folder `source` and its mount path below `mount`.
    pub fn placed(mut self, source: &str, mount: &str) -> Self {
        self.folder = below(source, &self.folder);
        self.without = self.without.iter().map(|folder| below(source, folder)).collect();
        source.clone_into(&mut self.source);
        self.mount = below(mount, &self.mount);
        self
    }

    /// Whether this root belongs to the Git source that contains the file.
    pub(crate) fn is_source_of(&self, file: &str) -> bool {
        within(&self.source, file).is_some()
    }

    /// Returns the language that a folder name or a part of a path denotes, such as `zh-CN`; `None` for other names.
    pub fn locale_of(name: &str) -> Option<Locale> {
        match name.to_ascii_lowercase().replace('_', "-").as_str() {
            "zh" | "zh-cn" | "zh-hans" | "zh-hans-cn" | "cn" => Some(Locale::Zh),
            "en" | "en-us" | "en-gb" => Some(Locale::En),
            _ => None,
        }
    }

    /// Returns the path of `file` relative to this root, if the file belongs to this root.
    pub fn below<'f>(&self, file: &'f str) -> Option<&'f str> {
        let inside = inside(&self.folder, file)?;
        self.without.iter().all(|other| within(other, file).is_none()).then_some(inside)
    }
}

/// Joins `folder` and `name`, either of which may be empty.
pub fn below(folder: &str, name: &str) -> String {
    let slash = if folder.is_empty() || name.is_empty() { "" } else { "/" };
    format!("{folder}{slash}{name}")
}

/// Returns the path of `path` relative to `folder`: empty for the folder itself, `None` outside of it.
pub fn inside<'p>(folder: &str, path: &'p str) -> Option<&'p str> {
    if path == folder { Some("") } else { within(folder, path) }
}

/// Removes `folder/` from `file`; `None` if the file is not in the folder.
fn within<'f>(folder: &str, file: &'f str) -> Option<&'f str> {
    if folder.is_empty() { Some(file) } else { file.strip_prefix(folder)?.strip_prefix('/') }
}

/// Selected roots, and the folders in `skipped_entries`: they contain language folders, but were not selected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootSelection {
    pub roots: Vec<Root>,
    pub skipped_entries: Vec<String>,
}

/// Selects the roots of `files`, the paths of all Markdown files in the scanned folder. `han_share` is the share of
/// Chinese characters in their text, which determines the language if there are no language folders.
pub fn select_roots(files: &[String], han_share: f64) -> RootSelection {
    let mut found: Vec<(usize, String, Vec<Root>)> = candidates(files)
        .into_iter()
        .map(|(parent, roots)| {
            let pages = files
                .iter()
                .filter(|file| roots.iter().any(|root| root.below(file).is_some()))
                .count();
            let both = if roots.len() > 1 { 2 } else { 1 };
            (pages * both, parent, roots)
        })
        .collect();
    // Candidates with the most pages first, then those with the least depth, then by path. The number of pages of a
    // candidate with several language folders is doubled.
    found.sort_by(|a, b| {
        b.0.cmp(&a.0)
            .then(a.1.matches('/').count().cmp(&b.1.matches('/').count()))
            .then(a.1.cmp(&b.1))
    });
    let mut found = found.into_iter();
    match found.next() {
        Some((_, _, roots)) => {
            let skipped_entries = found.map(|(_, parent, _)| parent).collect();
            RootSelection { roots, skipped_entries }
        }
        None => {
            let locale = if han_share > 0.1 { Locale::Zh } else { Locale::En };
            RootSelection {
                roots: vec![Root::new(locale, "", Vec::new())],
                skipped_entries: Vec::new(),
            }
        }
    }
}

/// Returns the roots that follow from the language folders in the top folder; empty if there are no such folders.
pub fn at_top(files: &[String]) -> Vec<Root> {
    let mut children: BTreeMap<String, usize> = BTreeMap::new();
    for file in files {
        if let Some((name, _)) = file.split_once('/').filter(|(name, _)| is_language_name(name)) {
            *children.entry(name.to_owned()).or_default() += 1;
        }
    }
    roots_of(files, "", &children)
}

/// Returns folders that contain language folders, each with its roots.
fn candidates(files: &[String]) -> Vec<(String, Vec<Root>)> {
    let mut parents: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for file in files {
        let parts: Vec<&str> = file.split('/').collect();
        for depth in 0..(parts.len() - 1).min(MAX_DEPTH + 1) {
            if is_language_name(parts[depth]) {
                let children = parents.entry(parts[..depth].join("/")).or_default();
                *children.entry(parts[depth].to_owned()).or_default() += 1;
                break;
            }
        }
    }
    let roots = |(parent, children): (String, BTreeMap<String, usize>)| {
        let roots = roots_of(files, &parent, &children);
        (!roots.is_empty()).then_some((parent, roots))
    };
    parents.into_iter().filter_map(roots).collect()
}

fn roots_of(files: &[String], parent: &str, children: &BTreeMap<String, usize>) -> Vec<Root> {
    let path =
        |name: &String| if parent.is_empty() { name.clone() } else { format!("{parent}/{name}") };
    let root = |locale| {
        let of_locale = children.iter().filter(|(name, _)| Root::locale_of(name) == Some(locale));
        let (name, _) = of_locale.max_by_key(|(_, count)| **count)?;
        Some(Root::new(locale, path(name), Vec::new()))
    };
    let mut roots: Vec<Root> = [Locale::En, Locale::Zh].into_iter().filter_map(root).collect();
    if let [only] = roots.as_slice() {
        // Many generators store the default language in the top folder and the other languages in subfolders.
        let other = Root::new(only.locale.other(), parent, children.keys().map(path).collect());
        if files.iter().any(|file| other.below(file).is_some()) {
            roots.push(other);
        }
    }
    roots
}

/// Whether a folder name is the tag of a supported or another common language: `en`, `zh-CN`, `pt_BR`. Folders of
/// unsupported languages are not imported, and their pages do not belong to the language of the parent folder.
pub fn is_language_name(name: &str) -> bool {
    const OTHERS: &[&str] = &[
        "ja", "ko", "es", "pt", "ru", "fr", "de", "it", "fa", "vi", "uk", "pl", "tr", "id", "ar",
        "zh-tw", "zh-hant", "zh-hk",
    ];
    let lower = name.to_ascii_lowercase().replace('_', "-");
    let language = lower.split('-').next().unwrap_or_default();
    Root::locale_of(name).is_some()
        || OTHERS.contains(&lower.as_str())
        || (lower.len() == 5 && OTHERS.contains(&language))
}

/// Returns the share of Chinese characters among the letters in the first 20,000 characters of `text`.
pub fn han_share(text: &str) -> f64 {
    let (mut han, mut letters) = (0_u32, 0_u32);
    for c in text.chars().take(20_000).filter(|c| c.is_alphabetic()) {
        letters += 1;
        han += u32::from(is_han(c));
    }
    if letters == 0 { 0.0 } else { f64::from(han) / f64::from(letters) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[&str], expected: &[(Locale, &str)], skipped_entries: &[&str]) {
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        let choice = select_roots(&files, 0.0);
        let actual: Vec<_> =
            choice.roots.iter().map(|root| (root.locale, root.folder.as_str())).collect();
        assert_eq!(actual, expected, "{files:?}");
        assert_eq!(choice.skipped_entries, skipped_entries, "{files:?}");
    }

    #[test]
    fn language_folders_are_found_up_to_two_levels_down() {
        let both = |en, zh| [(Locale::En, en), (Locale::Zh, zh)];
        check(&["en/a.md", "zh/a.md"], &both("en", "zh"), &[]);
        check(
            &["docs/en-US/a.md", "docs/zh_CN/b/a.md", "README.md"],
            &both("docs/en-US", "docs/zh_CN"),
            &[],
        );
        check(&["a/b/en/a.md", "a/b/zh-Hans/a.md"], &both("a/b/en", "a/b/zh-Hans"), &[]);
    }

    #[test]
    fn default_language_can_be_in_the_top_folder() {
        check(
            &["index.md", "guide/a.md", "zh/a.md", "ja/a.md"],
            &[(Locale::Zh, "zh"), (Locale::En, "")],
            &[],
        );
        let files = ["index.md", "zh/a.md"].map(str::to_owned);
        let top = select_roots(&files, 0.0).roots.remove(1);
        assert_eq!((top.below("index.md"), top.below("zh/a.md")), (Some("index.md"), None));
    }

    #[test]
    fn nested_language_folder_is_excluded_from_the_outer_folder() {
        let roots = Root::layout(&[(Locale::En, String::new()), (Locale::Zh, "zh".to_owned())]);
        let found = |file: &str| {
            let root = roots.iter().find_map(|root| Some((root.locale, root.below(file)?)));
            root.map(|(locale, file)| (locale, file.to_owned()))
        };
        assert_eq!(found("a.md"), Some((Locale::En, "a.md".to_owned())));
        assert_eq!(found("zh/a.md"), Some((Locale::Zh, "a.md".to_owned())));
        let placed = roots[0].clone().placed("kit", "tools");
        assert_eq!(
            (placed.folder.as_str(), placed.without.as_slice()),
            ("kit", &["kit/zh".to_owned()][..])
        );
        assert_eq!((placed.below("kit/a.md"), placed.below("kit/zh/a.md")), (Some("a.md"), None));
    }

    #[test]
    fn language_folders_with_most_pages_are_selected() {
        check(
            &["x/en/a.md", "x/zh/a.md", "y/en/a.md", "y/en/b.md", "y/zh/a.md"],
            &[(Locale::En, "y/en"), (Locale::Zh, "y/zh")],
            &["x"],
        );
    }

    #[test]
    fn single_language_is_detected_from_its_script() {
        check(&["a.md", "b/c.md"], &[(Locale::En, "")], &[]);
        let chinese = select_roots(&["a.md".to_owned()], han_share("你好 hello"));
        assert_eq!(chinese.roots[0].locale, Locale::Zh);
        assert_eq!(han_share(""), 0.0);
    }
}
