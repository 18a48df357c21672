//! Site generators: detection, layout, and settings.
//!
//! One file per generator. The Markdown flavors of the generators are in `pailou-markdown`.

mod docusaurus;
mod exclusion;
mod hugo;
mod mdbook;
mod mkdocs;
mod nextra;
mod rspress;
mod starlight;
mod vitepress;

use std::collections::HashSet;

use core_wasm::locale::Locale;

use self::exclusion::Exclusions;
use crate::languages;
use crate::navigation;
use crate::script::{Data, Scripts};
use crate::tree::Tree;
use pailou_content::fields::Fields;
use pailou_content::generator::{ALL, Generator};
use pailou_content::issue::Issue;
use pailou_content::page_path;
use pailou_content::page_path::folder_of;
use pailou_content::root::Root;
pub(super) use pailou_content::root::below;
use pailou_content::yaml::{self, Value};
use pailou_markdown::flavor::Flavor;
use pailou_markdown::plugins::Plugins;

/// Returns the marker file of `generator`, the one in the least nested folder; `None` if there is none.
pub(crate) fn detect_marker<'t>(generator: Generator, tree: &Tree<'t>) -> Option<&'t str> {
    match generator {
        Generator::Pailou => None,
        Generator::Vitepress => vitepress::detect_marker(tree),
        Generator::Vuepress => vitepress::detect_vuepress_marker(tree),
        Generator::Rspress => rspress::detect_marker(tree),
        Generator::Nextra => nextra::detect_marker(tree),
        Generator::Docusaurus => docusaurus::detect_marker(tree),
        Generator::Starlight => starlight::detect_marker(tree),
        Generator::Hugo => hugo::detect_marker(tree),
        Generator::Mdbook => mdbook::detect_marker(tree),
        Generator::Mkdocs => mkdocs::detect_marker(tree),
    }
}

/// A generator, and the file by which it was detected.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Detected {
    pub generator: Generator,
    /// Marker file; `None` if there is none, or if the generator was given.
    pub by: Option<String>,
}

/// Location of the pages of a site.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    pub generator: Generator,
    pub roots: Vec<Root>,
    /// Whether the languages share a folder: `a.md` and `a.zh.md`.
    pub(crate) suffixes: bool,
    /// Folders that contain language folders, but were not selected.
    pub skipped_entries: Vec<String>,
    /// Files that are pages, for a generator that ignores unlisted files; otherwise `None`.
    pub listed: Option<HashSet<String>>,
    /// Name of navigation files, which are not pages.
    pub(crate) navigation: Option<String>,
    /// Whether number prefixes of names are part of the path of a page (Docusaurus).
    pub(crate) keeps_numbers: bool,
    /// Whether only files with the extension `.mdx` are MDX (Docusaurus).
    pub(crate) detects_mdx: bool,
    /// Folder of the settings of the generator.
    pub base: String,
    /// Markdown syntax that the settings of the generator enable.
    pub plugins: Plugins,
    pub(crate) exclusions: Exclusions,
    /// Issues of the settings that determine the layout.
    pub(crate) issues: Vec<Issue>,
}

/// A redirect from the settings of a site, with an imported page as target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    pub locale: Locale,
    pub path: String,
    /// File of the page.
    pub file: String,
}

/// Navigation and redirects from the settings of a generator.
#[derive(Debug, Default)]
pub(crate) struct GeneratorSettings {
    /// Navigation data of each language, in the order of `Layout::languages`.
    pub(crate) data: Vec<navigation::Data>,
    /// Old and new URL of each redirect.
    pub(crate) moved: Vec<(String, String)>,
    /// URL path below which the generator serves the pages, such as `docs`; empty if they are served at the root.
    pub(crate) route: String,
    /// Files of pages that the generator does not publish.
    pub(crate) unpublished: HashSet<String>,
    pub(crate) issues: Vec<Issue>,
}

/// Returns the given generator, or else detects it from the files.
pub(crate) fn detect(tree: &Tree<'_>, named: Option<Generator>) -> Detected {
    if let Some(generator) = named {
        return Detected { generator, by: None };
    }
    let depth = |file: &str| file.matches('/').count();
    let marker = ALL
        .iter()
        .filter_map(|(generator, _)| Some((*generator, detect_marker(*generator, tree)?)))
        // At equal depth the first generator takes precedence.
        .min_by_key(|(_, file)| depth(file));
    match marker {
        Some((generator, file)) => Detected { generator, by: Some(file.to_owned()) },
        None => Detected::default(),
    }
}

/// Finds languages and pages with the rules of the generator. `version` is the name of an old version of the
/// documentation; generators without such versions ignore it.
pub(crate) fn layout(tree: &Tree<'_>, generator: Generator, version: Option<&str>) -> Layout {
    let base = detect_marker(generator, tree).map_or("", folder_of);
    let base = base.to_owned();
    let layout = match generator {
        Generator::Pailou => languages::anywhere(tree),
        Generator::Rspress => rspress::layout(tree, &base, version),
        Generator::Nextra => nextra::layout(tree, &base),
        Generator::Vitepress | Generator::Vuepress => vitepress::layout(tree, generator),
        Generator::Docusaurus => docusaurus::layout(tree, &base, version),
        Generator::Starlight => starlight::layout(tree, &base),
        Generator::Hugo => hugo::layout(tree, &base),
        Generator::Mdbook => mdbook::layout(tree),
        Generator::Mkdocs => mkdocs::layout(tree, &base),
    };
    let plugins = match generator {
        Generator::Vitepress | Generator::Vuepress => vitepress::plugins(tree, &base),
        Generator::Docusaurus | Generator::Rspress | Generator::Nextra | Generator::Starlight => {
            remark_plugins(tree, detect_marker(generator, tree))
        }
        Generator::Mdbook => mdbook::plugins(tree),
        Generator::Mkdocs => layout.plugins,
        Generator::Pailou | Generator::Hugo => Plugins::NONE,
    };
    Layout { generator, base, plugins, ..layout }
}

/// Returns the Markdown plugins of a site whose generator is based on remark: math, if the file `settings` contains
/// `remark-math`, KaTeX, MathJax, or `latex` (Nextra). Returns all plugins if there is no settings file.
fn remark_plugins(tree: &Tree<'_>, settings: Option<&str>) -> Plugins {
    const NAMES: [&str; 4] = ["remark-math", "remarkmath", "katex", "mathjax"];
    let Some(text) = settings.and_then(|file| tree.text(file).ok()) else { return Plugins::ALL };
    let code = |line: &str| line.split("//").next().unwrap_or_default().to_ascii_lowercase();
    let has_math = text.lines().map(code).any(|line| {
        let latex = line.split_once("latex:").map(|(_, value)| value.trim_start());
        NAMES.iter().any(|name| line.contains(name))
            || latex.is_some_and(|value| !value.starts_with("false"))
    });
    if has_math { Plugins::MATH } else { Plugins::NONE }
}

/// Reads page order, titles, and redirects from the settings of the generator.
pub(crate) fn import_settings(tree: &Tree<'_>, layout: &Layout) -> GeneratorSettings {
    let mut settings = GeneratorSettings::default();
    settings.data.resize_with(layout.languages().len(), navigation::Data::default);
    match layout.generator {
        Generator::Pailou => {}
        Generator::Rspress => rspress::read(tree, layout, &mut settings),
        Generator::Nextra => nextra::read(tree, layout, &mut settings),
        Generator::Vitepress | Generator::Vuepress => vitepress::read(tree, layout, &mut settings),
        Generator::Docusaurus => docusaurus::read(tree, layout, &mut settings),
        Generator::Starlight => starlight::read(tree, layout, &mut settings),
        Generator::Hugo => hugo::read(tree, layout, &mut settings),
        Generator::Mdbook => mdbook::read(tree, layout, &mut settings),
        Generator::Mkdocs => mkdocs::read(tree, layout, &mut settings),
    }
    settings
}

impl Layout {
    /// Returns the layout with the exclusions in the settings, and with the issues of these exclusions.
    fn with_exclusions(self, (exclusions, issues): (Exclusions, Vec<Issue>)) -> Self {
        Self { exclusions, issues, ..self }
    }

    /// Returns the layout with these language folders instead of the detected ones.
    pub(crate) fn with_roots(self, roots: Vec<Root>) -> Self {
        Self { roots, skipped_entries: Vec::new(), suffixes: false, ..self }
    }

    /// Returns each language with the root of its pages.
    pub fn languages(&self) -> Vec<(Locale, &Root)> {
        let own = self.roots.iter().map(|root| (root.locale, root));
        let shared = self.roots.iter().filter(|_| self.suffixes);
        own.chain(shared.map(|root| (root.locale.other(), root))).collect()
    }

    /// Returns the language of a file, and its path in the page tree, which has no language suffix. Returns `None` if
    /// the file is outside of the roots or in an unsupported language.
    pub fn place(&self, file: &str) -> Option<(Locale, String)> {
        let (root, below) =
            self.roots.iter().find_map(|root| Some((root, root.below(file)?.to_owned())))?;
        let (locale, below) = match self.suffixes {
            true => languages::without_suffix(&below, root.locale)?,
            false => (root.locale, below),
        };
        Some((locale, self.tree_path_of(&below)))
    }

    /// Converts a file path below a root to a path in the page tree.
    pub(crate) fn tree_path_of(&self, below: &str) -> String {
        match self.generator {
            Generator::Docusaurus if !self.keeps_numbers => docusaurus::without_numbers(below),
            Generator::Nextra => nextra::route_of(below),
            _ => below.to_owned(),
        }
    }

    /// Returns the path of a page below `/docs`.
    pub fn page_path(
        &self,
        below: &str,
        values: &Value,
        fields: &Fields,
    ) -> Result<String, &'static str> {
        match self.generator {
            Generator::Docusaurus => docusaurus::doc_path(below, values, fields),
            Generator::Starlight => starlight::slug_path(below, fields),
            Generator::Hugo => hugo::url_path(below, values, fields),
            _ => {
                let path = page_path::path_of_file(below)?;
                fields
                    .slug
                    .as_ref()
                    .map_or(Ok(path.clone()), |slug| page_path::with_slug(&path, slug))
            }
        }
    }

    /// Returns the Markdown flavor of a file.
    pub fn dialect(&self, file: &str) -> Flavor {
        match self.generator {
            Generator::Docusaurus if !self.detects_mdx => Flavor::Mdx(self.plugins),
            Generator::Vitepress | Generator::Vuepress => Flavor::Vitepress(self.plugins),
            Generator::Hugo => Flavor::Hugo,
            Generator::Mdbook => Flavor::Mdbook(self.plugins),
            Generator::Mkdocs => Flavor::Mkdocs(self.plugins),
            Generator::Docusaurus
            | Generator::Rspress
            | Generator::Nextra
            | Generator::Starlight => Flavor::with_remark(file, self.plugins),
            Generator::Pailou => Flavor::of(file),
        }
    }

    /// Returns the name of the language folder, the first segment of its URLs on the old site; empty if
    /// the root is not a language folder.
    pub(super) fn prefix<'r>(&self, root: &'r Root) -> &'r str {
        root.folder.rsplit('/').next().filter(|name| Root::locale_of(name).is_some()).unwrap_or("")
    }
}

/// Reads settings from a script, JSON, or YAML file. Scripts are not executed.
fn read_settings(tree: &Tree<'_>, file: &str) -> Data {
    let is_yaml = file.ends_with(".yml") || file.ends_with(".yaml");
    if !is_yaml {
        return Scripts::new(tree, folder_of(file)).settings(file);
    }
    let value = tree.text(file).ok().and_then(|text| yaml::parse(&text).ok());
    value.as_ref().map_or(Data::Undefined, Data::from)
}

/// Returns the paths of pages and folders in all languages.
fn known_paths(tree: &Tree<'_>, layout: &Layout) -> HashSet<String> {
    let page_files = tree.pages("").into_iter().filter_map(|file| Some(layout.place(&file)?.1));
    let paths = page_files.map(|path| languages::plain_path(&path));
    paths
        .flat_map(|path| {
            let folders: Vec<String> = page_path::folders(&path).map(str::to_owned).collect();
            folders.into_iter().chain([path])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
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
    fn remark_settings_determine_the_math_syntax() {
        for (config, expected) in [
            ("export default { title: 'A' }", Plugins::NONE),
            ("import remarkMath from 'remark-math';\nexport default {}", Plugins::MATH),
            ("// import remarkMath from 'remark-math';\nexport default {}", Plugins::NONE),
            ("module.exports = { stylesheets: ['/katex.css'] }", Plugins::MATH),
            ("export default nextra({ latex: true })", Plugins::MATH),
            ("export default nextra({ latex: false })", Plugins::NONE),
        ] {
            let file = "next.config.js".to_owned();
            let texts = HashMap::from([(file.clone(), config.to_owned())]);
            let tree = Tree { folder: Path::new(""), files: &[file], texts: &texts };
            assert_eq!(remark_plugins(&tree, Some("next.config.js")), expected, "{config}");
        }
        let tree = Tree { folder: Path::new(""), files: &[], texts: &HashMap::new() };
        assert_eq!(remark_plugins(&tree, None), Plugins::ALL);
    }

    #[test]
    fn generator_is_detected_from_the_files_of_a_site() {
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
    fn marker_file_nearest_to_the_root_determines_the_generator() {
        check(&["a/mkdocs.yml", "b/c/docusaurus.config.js"], ("mkdocs", Some("a/mkdocs.yml")));
    }
}
