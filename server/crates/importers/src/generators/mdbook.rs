//! mdBook: a `book.toml` and a `SUMMARY.md` that lists the chapters. A book has one language; a
//! folder with two books is a site in two languages.

use std::collections::HashSet;

use crate::generators::{GeneratorSettings, Layout, below};
use crate::languages;
use crate::navigation::dropped_groups;
use crate::script::within_tree;
use crate::sidebar::{self, Entry};
use crate::summary::{Chapter, chapters};
use crate::tree::Tree;
use pailou_content::issue::{Issue, line_at};
use pailou_content::page_path::{folder_of, name_of};
use pailou_content::page_path::{join, split_markdown};
use pailou_content::root::Root;
use pailou_markdown::plugins::Plugins;

pub(super) fn detect_marker<'t>(tree: &Tree<'t>) -> Option<&'t str> {
    tree.nearest(is_settings)
}

fn is_settings(file: &str) -> bool {
    name_of(file) == "book.toml"
}

struct Book {
    root: Root,
    redirects: Vec<(String, String)>,
}

/// Returns one book per language. If a language has several books, the one in the least nested folder is used.
fn books(tree: &Tree<'_>) -> Vec<Book> {
    let mut files: Vec<&String> = tree.files.iter().filter(|file| is_settings(file)).collect();
    files.sort_by_key(|file| file.matches('/').count());
    let mut books: Vec<Book> = Vec::new();
    for file in files {
        let settings = settings(tree, file).unwrap_or_default();
        let book = settings.get("book").and_then(toml::Value::as_table);
        let text = |name: &str| book.and_then(|book| book.get(name)?.as_str());
        let base = folder_of(file);
        let Some(folder) = within_tree(base, text("src").unwrap_or("src")) else { continue };
        let pages = tree.pages(&folder);
        let named = base.rsplit('/').next().and_then(Root::locale_of);
        let written = text("language").and_then(languages::of_tag);
        let root = languages::single(tree, &folder, &pages, named.or(written));
        let is_new = books.iter().all(|book| book.root.locale != root.locale);
        if is_new && !pages.is_empty() {
            books.push(Book { root, redirects: redirects(&settings) });
        }
    }
    books
}

fn settings(tree: &Tree<'_>, file: &str) -> Result<toml::Table, Issue> {
    let text = tree.text(file)?;
    text.parse().map_err(|error: toml::de::Error| {
        let at = error.span().map_or(0, |span| span.start);
        let line = line_at(text.as_bytes(), at);
        Issue::warning("navigation-invalid", line, error.message()).in_file(file)
    })
}

/// Returns the redirects in `[output.html.redirect]`. A relative target is relative to the folder of the old path.
fn redirects(settings: &toml::Table) -> Vec<(String, String)> {
    let table = settings
        .get("output")
        .and_then(|output| output.get("html")?.get("redirect")?.as_table().cloned());
    let pairs = table.unwrap_or_default().into_iter();
    let pair = |(from, to): (String, toml::Value)| {
        let to = to.as_str()?;
        let is_whole = to.starts_with('/') || to.contains("://");
        let to = if is_whole { Some(to.to_owned()) } else { join(folder_of(&from), to) };
        Some((from, to?))
    };
    pairs.filter_map(pair).collect()
}

/// Returns the Markdown plugins that the settings enable: math if MathJax or a preprocessor such as KaTeX is enabled.
/// Returns all plugins if no settings file can be read.
pub(super) fn plugins(tree: &Tree<'_>) -> Plugins {
    let files = tree.files.iter().filter(|file| is_settings(file));
    let books: Vec<toml::Table> = files.filter_map(|file| settings(tree, file).ok()).collect();
    if books.is_empty() {
        return Plugins::ALL;
    }
    let has_math = |book: &toml::Table| {
        let html = book.get("output").and_then(|output| output.get("html"));
        let mathjax = html.and_then(|html| html.get("mathjax-support")?.as_bool());
        let preprocessors = book.get("preprocessor").and_then(toml::Value::as_table);
        let names = preprocessors.into_iter().flat_map(toml::Table::keys);
        let is_math =
            |name: &String| ["katex", "math", "typst", "latex"].iter().any(|it| name.contains(it));
        mathjax == Some(true) || names.into_iter().any(is_math)
    };
    if books.iter().any(has_math) { Plugins::MATH } else { Plugins::NONE }
}

pub(super) fn layout(tree: &Tree<'_>) -> Layout {
    let books = books(tree);
    if books.is_empty() {
        return languages::below_folder(tree, "", None);
    }
    let mut listed = HashSet::new();
    let mut all_have_summaries = true;
    for book in &books {
        let summary = below(&book.root.folder, "SUMMARY.md");
        match tree.text(&summary) {
            Ok(text) => chapters(&text).iter().for_each(|chapter| {
                chapter.files(&mut |_, file| listed.extend(join(&book.root.folder, file)));
            }),
            Err(_) => all_have_summaries = false,
        }
    }
    let roots: Vec<Root> = books.into_iter().map(|book| book.root).collect();
    Layout { roots, listed: all_have_summaries.then_some(listed), ..Layout::default() }
}

pub(super) fn read(tree: &Tree<'_>, layout: &Layout, output: &mut GeneratorSettings) {
    let broken = tree.files.iter().filter(|file| is_settings(file));
    output.issues.extend(broken.filter_map(|file| settings(tree, file).err()));
    output.moved.extend(books(tree).into_iter().flat_map(|book| book.redirects));
    let known: HashSet<&String> = tree.files.iter().collect();
    for ((_, root), data) in layout.languages().into_iter().zip(&mut output.data) {
        let file = below(&root.folder, "SUMMARY.md");
        let Ok(text) = tree.text(&file) else { continue };
        let chapters = chapters(&text);
        for chapter in &chapters {
            chapter.drafts(&mut |line, title| {
                output.issues.push(Issue::note("chapter-draft", line, title).in_file(&file));
            });
            chapter.files(&mut |line, target| {
                let is_page = |path: &String| known.contains(path) && root.below(path).is_some();
                let found = join(&root.folder, target).filter(is_page);
                if found.is_none() {
                    let issue = Issue::warning("chapter-missing", line, target);
                    output.issues.push(issue.in_file(&file));
                }
            });
        }
        let entries: Vec<Entry> = chapters.iter().map(Chapter::entry).collect();
        output.issues.extend(dropped_groups(&file, sidebar::set_sidebar(data, &entries)));
    }
}

impl Chapter {
    /// Calls `take` with each listed file and its line.
    fn files(&self, take: &mut dyn FnMut(u32, &str)) {
        self.file().iter().for_each(|file| take(self.line, file));
        self.children.iter().for_each(|child| child.files(take));
    }

    fn file(&self) -> Option<&str> {
        let target = self.target.as_deref()?.split('#').next()?;
        split_markdown(target).map(|_| target)
    }

    fn drafts(&self, take: &mut dyn FnMut(u32, &str)) {
        if self.target.as_deref() == Some("") {
            take(self.line, &self.title);
        }
        self.children.iter().for_each(|child| child.drafts(take));
    }

    fn entry(&self) -> Entry {
        Entry {
            label: Some(self.title.clone()),
            path: self.file().map(languages::plain_path),
            children: self.children.iter().map(Self::entry).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn outline(chapters: &[Chapter]) -> String {
        let one = |chapter: &Chapter| {
            let inside = outline(&chapter.children);
            let inside = if inside.is_empty() { inside } else { format!("({inside})") };
            format!("{}{inside}", chapter.title)
        };
        chapters.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn chapter_without_file_is_reported() {
        let names: Vec<String> =
            ["book.toml", "src/SUMMARY.md", "src/a.md"].iter().map(|name| (*name).into()).collect();
        let summary = "# S\n\n- [A](a.md)\n- [B](gone/b.md)\n- [C]()\n";
        let text = |name: &String| match name.as_str() {
            "src/SUMMARY.md" => summary.to_owned(),
            _ => String::new(),
        };
        let texts = names.iter().map(|name| (name.clone(), text(name))).collect();
        let tree = Tree { folder: std::path::Path::new(""), files: &names, texts: &texts };
        let layout = layout(&tree);
        let mut output = GeneratorSettings::default();
        output.data.resize_with(layout.languages().len(), Default::default);
        read(&tree, &layout, &mut output);
        let actual: Vec<_> =
            output.issues.iter().map(|i| (i.code, i.line, i.detail.as_str())).collect();
        assert_eq!(
            actual,
            [("chapter-missing", Some(4), "gone/b.md"), ("chapter-draft", Some(5), "C")]
        );
    }

    #[test]
    fn mdbook_settings_determine_the_math_syntax() {
        for (settings, expected) in [
            ("[book]\ntitle = 'A'\n", Plugins::NONE),
            ("[output.html]\nmathjax-support = true\n", Plugins::MATH),
            ("[output.html]\nmathjax-support = false\n", Plugins::NONE),
            ("[preprocessor.katex]\n", Plugins::MATH),
            ("[book\n", Plugins::ALL),
        ] {
            let file = "book.toml".to_owned();
            let texts = HashMap::from([(file.clone(), settings.to_owned())]);
            let tree = Tree { folder: std::path::Path::new(""), files: &[file], texts: &texts };
            assert_eq!(plugins(&tree), expected, "{settings}");
        }
    }

    #[test]
    fn summary_parts_and_levels_are_parsed() {
        let text = "# Summary\n\n[Pre](p.md)\n\n- [A](a.md)\n    - [B](b.md)\n        - [C]()\n- [D](d.md)\n\n\
                    # Part\n\n- [E](e.md)\n  - [F](f.md)\n\n---\n\n[Post](q.md)\n";
        let read = chapters(text);
        assert_eq!(outline(&read), "Pre A(B(C)) D Part(E(F)) Post");
        assert_eq!(read[1].children[0].children[0].line, 7);
    }
}
