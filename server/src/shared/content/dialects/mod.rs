//! Sites that were written for a generator: which one, where it keeps languages and pages, how it orders
//! and addresses them. One file per generator; what its Markdown needs stands there too.

mod attribute_list;
pub(crate) mod docusaurus;
mod entry;
pub(crate) mod hugo;
pub(crate) mod hugo_markdown;
mod languages;
pub(crate) mod literal;
pub(crate) mod mdbook;
pub(crate) mod mdbook_markdown;
pub(crate) mod mkdocs;
mod mkdocs_inline;
pub(crate) mod mkdocs_markdown;
pub(crate) mod moved;
pub(crate) mod starlight;
mod tree;
pub(crate) mod vitepress;
pub(crate) mod vitepress_markdown;

use std::collections::HashSet;

use core_wasm::locale::Locale;

use super::dialect::Dialect;
use super::fields::Fields;
use super::heading::Heading;
use super::issue::Issue;
use super::navigation::Data;
use super::page_path;
use super::root::Root;
use super::yaml::Value;

pub(crate) use tree::Tree;

/// Whose site a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Generator {
    #[default]
    Pailou,
    Vitepress,
    Vuepress,
    Rspress,
    Docusaurus,
    Starlight,
    Hugo,
    Mdbook,
    Mkdocs,
}

/// In the order in which their files are looked for, the plainest sign last.
const ALL: &[(Generator, &str)] = &[
    (Generator::Vitepress, "vitepress"),
    (Generator::Vuepress, "vuepress"),
    (Generator::Rspress, "rspress"),
    (Generator::Docusaurus, "docusaurus"),
    (Generator::Starlight, "starlight"),
    (Generator::Mkdocs, "mkdocs"),
    (Generator::Mdbook, "mdbook"),
    (Generator::Hugo, "hugo"),
    (Generator::Pailou, "pailou"),
];

/// What `--from` takes.
pub(crate) const NAMES: &[&str] = &[
    "auto",
    "pailou",
    "vitepress",
    "vuepress",
    "rspress",
    "docusaurus",
    "hugo",
    "mdbook",
    "mkdocs",
    "starlight",
];

impl Generator {
    pub(crate) fn name(self) -> &'static str {
        ALL.iter().find(|(known, _)| *known == self).map_or("pailou", |(_, name)| name)
    }

    /// None for `auto`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|(_, known)| *known == name).map(|(generator, _)| *generator)
    }

    /// The file that tells the generator, nearest to the top.
    fn sign<'t>(self, tree: &Tree<'t>) -> Option<&'t str> {
        match self {
            Self::Pailou => None,
            Self::Vitepress => vitepress::sign(tree),
            Self::Vuepress => vitepress::vuepress_sign(tree),
            Self::Rspress => tree.nearest_script("rspress.config"),
            Self::Docusaurus => docusaurus::sign(tree),
            Self::Starlight => starlight::sign(tree),
            Self::Hugo => hugo::sign(tree),
            Self::Mdbook => mdbook::sign(tree),
            Self::Mkdocs => mkdocs::sign(tree),
        }
    }
}

/// A generator and the file it was known by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Detected {
    pub(crate) generator: Generator,
    /// None when nothing tells, or somebody said it.
    pub(crate) by: Option<String>,
}

/// Where a site has its pages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub(crate) generator: Generator,
    pub(crate) roots: Vec<Root>,
    /// The languages share a folder: `a.md` and `a.zh.md`.
    pub(crate) suffixes: bool,
    /// Folders that hold languages as well and were not chosen.
    pub(crate) passed_over: Vec<String>,
    /// Where only listed files are pages: these are.
    pub(crate) listed: Option<HashSet<String>>,
    /// The folder that its settings stand in.
    pub(crate) base: String,
}

/// An address that the settings of a site lead to one of its pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OldAddress {
    pub(crate) locale: Locale,
    pub(crate) path: String,
    /// The file of the page.
    pub(crate) file: String,
}

/// What the settings of a generator say, for every language of a layout.
#[derive(Debug, Default)]
pub(crate) struct Said {
    /// In the order of `Layout::languages`.
    pub(crate) data: Vec<Data>,
    /// From where to where, as written.
    pub(crate) moved: Vec<(String, String)>,
    pub(crate) issues: Vec<Issue>,
}

/// The generator that was named, or the one that the files tell.
pub(crate) fn detect(tree: &Tree<'_>, named: Option<Generator>) -> Detected {
    if let Some(generator) = named {
        return Detected { generator, by: None };
    }
    let depth = |file: &str| file.matches('/').count();
    let signs = ALL
        .iter()
        .filter_map(|(generator, _)| Some((*generator, generator.sign(tree)?)))
        // Those before win where both stand equally high.
        .min_by_key(|(_, file)| depth(file));
    match signs {
        Some((generator, file)) => Detected { generator, by: Some(file.to_owned()) },
        None => Detected::default(),
    }
}

/// Finds languages and pages the way the generator does; those of an old version where it keeps some by name.
pub(crate) fn layout(tree: &Tree<'_>, generator: Generator, version: Option<&str>) -> Layout {
    let base = generator.sign(tree).map_or("", folder_of);
    let base = base.to_owned();
    let layout = match generator {
        Generator::Pailou | Generator::Rspress => languages::anywhere(tree),
        Generator::Vitepress | Generator::Vuepress => vitepress::layout(tree, &base),
        Generator::Docusaurus => docusaurus::layout(tree, &base, version),
        Generator::Starlight => starlight::layout(tree, &base),
        Generator::Hugo => hugo::layout(tree, &base),
        Generator::Mdbook => mdbook::layout(tree),
        Generator::Mkdocs => mkdocs::layout(tree, &base),
    };
    Layout { generator, base, ..layout }
}

/// Reads the settings: order, titles, moved addresses.
pub(crate) fn said(tree: &Tree<'_>, layout: &Layout) -> Said {
    let mut said = Said::default();
    said.data.resize_with(layout.languages().len(), Data::default);
    match layout.generator {
        Generator::Pailou | Generator::Rspress => {}
        Generator::Vitepress | Generator::Vuepress => vitepress::read(tree, layout, &mut said),
        Generator::Docusaurus => docusaurus::read(tree, layout, &mut said),
        Generator::Starlight => starlight::read(tree, layout, &mut said),
        Generator::Hugo => hugo::read(tree, layout, &mut said),
        Generator::Mdbook => mdbook::read(tree, layout, &mut said),
        Generator::Mkdocs => mkdocs::read(tree, layout, &mut said),
    }
    said
}

impl Layout {
    /// Each language with the root that its pages stand in.
    pub(crate) fn languages(&self) -> Vec<(Locale, &Root)> {
        let own = self.roots.iter().map(|root| (root.locale, root));
        let shared = self.roots.iter().filter(|_| self.suffixes);
        own.chain(shared.map(|root| (root.locale.other(), root))).collect()
    }

    /// The language of a file, and its place below the root without what only tells its language or
    /// its order.
    pub(crate) fn place(&self, file: &str) -> Option<(Locale, String)> {
        let (root, below) =
            self.roots.iter().find_map(|root| Some((root, root.below(file)?.to_owned())))?;
        let (locale, below) = match self.suffixes {
            true => languages::without_suffix(&below, root.locale)?,
            false => (root.locale, below),
        };
        Some((locale, self.plain(&below)))
    }

    /// A path of the navigation as it is written, as the tree of pages has it.
    pub(crate) fn plain(&self, below: &str) -> String {
        match self.generator {
            Generator::Docusaurus => docusaurus::without_numbers(below),
            _ => below.to_owned(),
        }
    }

    /// The address of a page below `/docs`.
    pub(crate) fn address(
        &self,
        below: &str,
        values: &Value,
        fields: &Fields,
    ) -> Result<String, &'static str> {
        match self.generator {
            Generator::Docusaurus => docusaurus::address(below, values, fields),
            Generator::Starlight => starlight::address(below, fields),
            Generator::Hugo => hugo::address(below, values, fields),
            _ => {
                let path = page_path::of_file(below)?;
                fields
                    .slug
                    .as_ref()
                    .map_or(Ok(path.clone()), |slug| page_path::with_slug(&path, slug))
            }
        }
    }

    /// Whose Markdown a file is written in.
    pub(crate) fn dialect(&self, file: &str) -> Dialect {
        match self.generator {
            Generator::Docusaurus => Dialect::Mdx,
            Generator::Vitepress | Generator::Vuepress => Dialect::Vitepress,
            Generator::Hugo => Dialect::Hugo,
            Generator::Mdbook => Dialect::Mdbook,
            Generator::Mkdocs => Dialect::Mkdocs,
            Generator::Pailou | Generator::Rspress | Generator::Starlight => Dialect::of(file),
        }
    }

    /// What the first part of this language's addresses is on the old site; empty for the language
    /// at the top.
    pub(super) fn prefix<'r>(&self, root: &'r Root) -> &'r str {
        root.folder.rsplit('/').next().filter(|name| Root::locale_of(name).is_some()).unwrap_or("")
    }
}

/// The ids that headings had on the site of their generator, where those are not the ones they have here.
pub(crate) fn earlier_ids(dialect: Dialect, headings: &[Heading]) -> Vec<Option<String>> {
    let ids: Vec<String> = match dialect {
        Dialect::Mkdocs => mkdocs::heading_ids(headings),
        Dialect::Vitepress => vitepress::heading_ids(headings),
        _ => return vec![None; headings.len()],
    };
    let differs = |(id, heading): (String, &Heading)| (id != heading.id).then_some(id);
    ids.into_iter().zip(headings).map(differs).collect()
}

pub(super) fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// `folder/name`, or the one of them that is not empty.
pub(super) fn below(folder: &str, name: &str) -> String {
    match (folder, name) {
        ("", name) => name.to_owned(),
        (folder, "") => folder.to_owned(),
        (folder, name) => format!("{folder}/{name}"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[track_caller]
    fn check(files: &[&str], expected: (&str, Option<&str>)) {
        let mut names: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        names.sort();
        let texts = names.iter().map(|file| (file.clone(), String::new())).collect();
        let tree = Tree { folder: Path::new(""), files: &names, texts: &texts };
        let found = detect(&tree, None);
        assert_eq!((found.generator.name(), found.by.as_deref()), expected, "{files:?}");
    }

    #[test]
    fn a_generator_is_known_by_its_settings() {
        for (file, generator) in [
            (".vitepress/config.mts", "vitepress"),
            ("docs/.vitepress/config/index.ts", "vitepress"),
            ("docs/.vuepress/config.js", "vuepress"),
            ("rspress.config.ts", "rspress"),
            ("website/docusaurus.config.js", "docusaurus"),
            ("mkdocs.yml", "mkdocs"),
            ("en/book.toml", "mdbook"),
            ("hugo.yaml", "hugo"),
            ("config/_default/hugo.toml", "hugo"),
        ] {
            check(&["a.md", file], (generator, Some(file)));
        }
        check(
            &["astro.config.mjs", "src/content/docs/a.md"],
            ("starlight", Some("astro.config.mjs")),
        );
        check(&["config.toml", "content/a.md"], ("hugo", Some("config.toml")));
        for files in [&["a.md", "config.toml"][..], &["astro.config.mjs", "src/a.md"], &["zh/a.md"]]
        {
            check(files, ("pailou", None));
        }
    }

    #[test]
    fn the_settings_nearest_to_the_top_tell() {
        check(&["a/mkdocs.yml", "b/c/docusaurus.config.js"], ("mkdocs", Some("a/mkdocs.yml")));
    }

    #[test]
    fn every_name_can_be_said() {
        for (generator, name) in ALL {
            assert!(NAMES.contains(name));
            assert_eq!(Generator::named(name), Some(*generator));
        }
        assert_eq!((NAMES.len(), Generator::named("auto")), (ALL.len() + 1, None));
    }
}
