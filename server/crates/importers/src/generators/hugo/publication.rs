//! Pages that Hugo does not publish, or does not list.

use std::collections::{HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use core_wasm::locale::Locale;
use regex::Regex;

use super::{Page, get, language_settings, tag_of, text, words};
use crate::generators::below;
use crate::generators::exclusion::{compile, regex_of_glob};
use pailou_content::fields::switch;
use pailou_content::news;
use pailou_content::page_path::{self, folder_of};
use pailou_content::yaml::Value;

/// Keys by which the themes Book, Docsy, Hextra, PaperMod, Geekdoc, and Relearn hide a page in the sidebar, in lists,
/// or in the search.
const HIDING_KEYS: [&str; 10] = [
    "bookHidden",
    "bookSearchExclude",
    "toc_hide",
    "hide_summary",
    "exclude_search",
    "excludeSearch",
    "excludeFromSearch",
    "searchHidden",
    "geekdocHidden",
    "hidden",
];

/// Maximum number of cascades of a page or of the settings.
const MAX_CASCADES: usize = 50;
/// Maximum number of targets of cascades on a site.
const MAX_TARGETS: usize = 500;
/// Maximum number of languages of a target.
const MAX_TARGET_LANGUAGES: usize = 20;
/// Maximum size of a compiled glob, in bytes.
const MAX_REGEX_SIZE: usize = 1 << 15;

impl Page<'_> {
    /// Returns the kind of the page in Hugo. Pages of taxonomies count as sections.
    fn kind(&self) -> &'static str {
        match self.name() {
            "_index" if folder_of(&self.below).is_empty() => "home",
            "_index" => "section",
            _ => "page",
        }
    }

    /// Returns the path by which Hugo selects the page: in lower case, with hyphens for spaces,
    /// without language and extension.
    fn logical_path(&self) -> String {
        let folder = folder_of(&self.below);
        let path = match self.name() {
            "index" | "_index" => folder.to_owned(),
            name => below(folder, name),
        };
        format!("/{}", path.to_lowercase().replace(' ', "-"))
    }
}

/// Front matter that determines whether Hugo publishes and lists a page. A field is `None` if no key sets it.
#[derive(Debug, Default, Clone, Copy)]
struct Publication {
    is_draft: Option<bool>,
    is_headless: Option<bool>,
    is_rendered: Option<bool>,
    is_hidden: Option<bool>,
    published_at: Option<i64>,
    expires_at: Option<i64>,
}

impl Publication {
    fn read(values: &Value) -> Self {
        let flag = |key| get(values, key).and_then(switch);
        let date = |keys: &[&str]| keys.iter().find_map(|key| date(get(values, key)?));
        let build = get(values, "build").or_else(|| get(values, "_build"));
        let render = build.and_then(|build| text(build, "render"));
        Self {
            is_draft: flag("draft"),
            is_headless: flag("headless"),
            // A page with `link` has a URL but no content.
            is_rendered: render.map(|render| {
                !["never", "link", "false"].iter().any(|never| render.eq_ignore_ascii_case(never))
            }),
            is_hidden: is_hidden(values, build),
            published_at: date(&["publishDate", "pubdate", "published", "date"]),
            expires_at: date(&["expiryDate", "unpublishdate"]),
        }
    }

    /// Replaces missing values by those of `other`.
    fn or(self, other: Self) -> Self {
        Self {
            is_draft: self.is_draft.or(other.is_draft),
            is_headless: self.is_headless.or(other.is_headless),
            is_rendered: self.is_rendered.or(other.is_rendered),
            is_hidden: self.is_hidden.or(other.is_hidden),
            published_at: self.published_at.or(other.published_at),
            expires_at: self.expires_at.or(other.expires_at),
        }
    }

    fn is_public(&self, now: i64) -> bool {
        self.is_draft != Some(true)
            && self.is_headless != Some(true)
            && self.is_rendered != Some(false)
            && self.published_at.is_none_or(|at| at <= now)
            && self.expires_at.is_none_or(|at| at > now)
    }
}

/// Whether the front matter hides the page: with a key of a theme or `sidebar.exclude` (Hextra), each at the top level
/// or in `params`, or with `build.list`. Returns `None` if no such key is set.
fn is_hidden(values: &Value, build: Option<&Value>) -> Option<bool> {
    let owners = [Some(values), get(values, "params")].into_iter().flatten();
    let flag = |owner, key| get(owner, key).and_then(switch);
    let flags = owners.flat_map(|owner| {
        let of_sidebar = get(owner, "sidebar").and_then(|sidebar| flag(sidebar, "exclude"));
        HIDING_KEYS.iter().filter_map(move |key| flag(owner, key)).chain(of_sidebar)
    });
    let list = build.and_then(|build| text(build, "list"));
    let of_list =
        list.map(|list| ["never", "false"].iter().any(|never| list.eq_ignore_ascii_case(never)));
    flags.chain(of_list).reduce(|hides, flag| hides || flag)
}

/// Front matter that a section page or the settings pass on to the descendant pages that match a target.
struct Cascade {
    publication: Publication,
    target: Target,
}

/// Properties of a page by which a [`Target`] selects it.
struct Selectable<'s> {
    kind: &'static str,
    /// See [`Page::logical_path`].
    path: String,
    /// Tag of the language in lower case; empty if the settings have none.
    tag: &'s str,
}

/// Selection of pages by globs. An empty list of globs selects all pages.
#[derive(Default)]
struct Target {
    paths: Vec<Regex>,
    kinds: Vec<Regex>,
    languages: Vec<Regex>,
}

/// Compiles globs; `None` if one of them cannot be read.
fn regexes_of<'g>(globs: impl IntoIterator<Item = &'g str>) -> Option<Vec<Regex>> {
    let regex_of = |glob: &str| regex_of_glob(&glob.to_lowercase(), true);
    globs.into_iter().map(|glob| compile(glob, regex_of, MAX_REGEX_SIZE)).collect()
}

/// Whether one of the globs matches a text, or the list of globs is empty.
fn selects(globs: &[Regex], text: &str) -> bool {
    globs.is_empty() || globs.iter().any(|glob| glob.is_match(text))
}

impl Target {
    /// Reads a target; `None` if a glob in it cannot be read, or if it is for other environments
    /// than `production`, in which a site is published.
    fn read(value: &Value) -> Option<Self> {
        let paths = regexes_of(text(value, "path"))?;
        let kinds = regexes_of(text(value, "kind"))?;
        let matrix = get(value, "sites").and_then(|sites| get(sites, "matrix"));
        let of_matrix = matrix.and_then(|matrix| get(matrix, "languages"));
        let tags = of_matrix.into_iter().flat_map(Value::texts);
        let tags = text(value, "lang").into_iter().chain(tags);
        let languages = regexes_of(tags.take(MAX_TARGET_LANGUAGES))?;
        let environments = regexes_of(text(value, "environment"))?;
        selects(&environments, "production").then_some(Self { paths, kinds, languages })
    }

    fn contains(&self, page: &Selectable<'_>) -> bool {
        selects(&self.kinds, page.kind)
            && selects(&self.paths, &page.path)
            && selects(&self.languages, page.tag)
    }
}

impl Cascade {
    /// Reads a cascade; `None` if its target cannot be read or does not apply, or if it has a target and `left` is 0.
    fn read(value: &Value, left: &mut usize) -> Option<Self> {
        let target = match get(value, "target").or_else(|| get(value, "_target")) {
            None => Target::default(),
            Some(target) => {
                *left = left.checked_sub(1)?;
                Target::read(target)?
            }
        };
        Some(Self { publication: Publication::read(value), target })
    }

    /// Reads the cascades of a page or of the settings, in order of decreasing precedence. `left` is the number of
    /// targets that may still be read.
    fn read_all(owner: &Value, left: &mut usize) -> Vec<Self> {
        let cascades = match get(owner, "cascade") {
            Some(Value::List(cascades)) => cascades.as_slice(),
            Some(cascade) => std::slice::from_ref(cascade),
            None => &[],
        };
        let cascades = cascades.iter().take(MAX_CASCADES);
        cascades.filter_map(|cascade| Self::read(cascade, left)).collect()
    }
}

/// Settings that determine whether Hugo publishes the pages of a language.
struct LanguageRules {
    /// Tag in the settings, in lower case; empty if there is none.
    tag: String,
    cascades: Vec<Cascade>,
    is_disabled: bool,
}

impl LanguageRules {
    fn read(settings: &Value, locale: Locale, left: &mut usize) -> Self {
        let tag = tag_of(settings, locale);
        let own = language_settings(settings).find(|(known, _)| tag == Some(*known));
        let cascades = own.map(|(_, language)| Cascade::read_all(language, left));
        let is_disabled = tag.is_some_and(|tag| is_disabled_language(settings, tag));
        let tag = tag.unwrap_or_default().to_lowercase();
        Self { tag, cascades: cascades.unwrap_or_default(), is_disabled }
    }
}

/// Returns the current time in milliseconds since 1970-01-01 UTC.
pub(super) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

fn date(value: &Value) -> Option<i64> {
    // The empty path prevents `news::date` from reading a date in the file name.
    news::date(&Value::Map(vec![("date".to_owned(), value.clone())]), "")
}

/// Paths of the files of unpublished and hidden pages.
pub(super) struct Visibility {
    /// Pages that Hugo does not publish.
    pub(super) unpublished: HashSet<String>,
    /// Other pages that Hugo or the theme hides in the sidebar, in lists, or in the search.
    pub(super) hidden: HashSet<String>,
}

/// Returns the pages that Hugo does not publish at the time `now`, or does not list.
pub(super) fn visibility(pages: &[Page<'_>], settings: &Value, now: i64) -> Visibility {
    let has = |key| get(settings, key).and_then(switch) == Some(true);
    let (builds_future, builds_expired) = (has("buildFuture"), has("buildExpired"));
    let mut left = MAX_TARGETS;
    let of_site = Cascade::read_all(settings, &mut left);
    let cascades: HashMap<(Locale, &str), Vec<Cascade>> = pages
        .iter()
        .filter(|page| page.name() == "_index" && get(&page.values, "cascade").is_some())
        .map(|page| (page.folder(), Cascade::read_all(&page.values, &mut left)))
        .collect();
    let languages: HashMap<Locale, LanguageRules> = Locale::ALL
        .into_iter()
        .map(|locale| (locale, LanguageRules::read(settings, locale, &mut left)))
        .collect();
    let publication = |page: &Page<'_>| {
        let language = &languages[&page.locale];
        let own = folders_above(&page.below)
            .filter_map(|folder| cascades.get(&(page.locale, folder)))
            .chain([&language.cascades, &of_site])
            .flatten();
        let (kind, path) = (page.kind(), page.logical_path());
        let selectable = Selectable { kind, path, tag: &language.tag };
        let selected = own.filter(|cascade| cascade.target.contains(&selectable));
        let mut publication =
            selected.fold(Publication::read(&page.values), |known, it| known.or(it.publication));
        publication.published_at = publication.published_at.filter(|_| !builds_future);
        publication.expires_at = publication.expires_at.filter(|_| !builds_expired);
        (!language.is_disabled && publication.is_public(now), publication.is_hidden == Some(true))
    };
    let (mut unpublished, mut hidden): (Vec<&Page<'_>>, HashSet<String>) = Default::default();
    for page in pages {
        match publication(page) {
            (false, _) => unpublished.push(page),
            (true, true) => drop(hidden.insert(page.file.to_owned())),
            (true, false) => {}
        }
    }
    // Hugo treats the other files in the folder of an `index.md` as parts of that page.
    let bundles: HashSet<(Locale, &str)> = unpublished
        .iter()
        .filter(|page| page.name() == "index")
        .map(|page| page.folder())
        .filter(|(_, folder)| !folder.is_empty())
        .collect();
    let is_part = |page: &&Page<'_>| {
        folders_above(&page.below).any(|folder| bundles.contains(&(page.locale, folder)))
    };
    let parts = pages.iter().filter(is_part);
    let unpublished: HashSet<String> =
        unpublished.iter().copied().chain(parts).map(|page| page.file.to_owned()).collect();
    hidden.retain(|file| !unpublished.contains(file));
    Visibility { unpublished, hidden }
}

/// Whether `disabled` of the language or `disableLanguages` disables a language.
fn is_disabled_language(settings: &Value, tag: &str) -> bool {
    let mut languages = language_settings(settings);
    words(settings, "disableLanguages").iter().any(|it| it.eq_ignore_ascii_case(tag))
        || languages.any(|(known, language)| {
            known == tag && get(language, "disabled").and_then(switch) == Some(true)
        })
}

/// Returns the folders above a file, innermost first, ending with the empty path.
fn folders_above(file: &str) -> impl Iterator<Item = &str> {
    page_path::folders(file).rev().chain([""])
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::folder::read_folder;

    #[track_caller]
    fn check_drafts(files: &[(&str, &str)], expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let read = read_folder(folder.path(), None);
        let drafts = read.pages.iter().filter(|page| page.fields.draft);
        let mut drafts: Vec<&str> = drafts.map(|page| page.file.as_str()).collect();
        drafts.sort_unstable();
        assert_eq!(drafts, expected, "{files:?}");
    }

    #[test]
    fn page_that_hugo_does_not_publish_is_a_draft() {
        for (front, is_draft) in [
            ("title: A", false),
            ("publishDate: 2999-01-01", true),
            ("publishdate: 2999-01-01T00:00:00Z", true),
            ("PublishDate: 2999-01-01", true),
            ("pubdate: 2999-01-01", true),
            ("date: 2999-01-01 08:00:00 +0800", true),
            ("publishDate: 2001-01-01\ndate: 2999-01-01", false),
            ("date: 2001-01-01\nlastmod: 2999-01-01", false),
            ("date: soon", false),
            ("expiryDate: 2001-01-01", true),
            ("unpublishdate: 2001-01-01", true),
            ("expiryDate: 2999-01-01", false),
            ("headless: true", true),
            ("headless: false", false),
            ("build: {render: never, list: never}", true),
            ("build: {render: link}", true),
            ("build:\n  render: always\n  list: never", false),
            ("_build: {render: false}", true),
            ("_build: {list: false}", false),
            ("build: never", false),
        ] {
            let text = format!("---\n{front}\n---\n\n# A\n");
            let drafts: &[&str] = if is_draft { &["content/a.md"] } else { &[] };
            check_drafts(&[("hugo.toml", ""), ("content/a.md", &text)], drafts);
            // Without a settings file of Hugo, these fields do not make the page a draft.
            check_drafts(&[("content/a.md", &text)], &[]);
        }
        let toml =
            "+++\npublishDate = 2999-01-01T00:00:00Z\n[build]\nrender = 'always'\n+++\n# A\n";
        check_drafts(&[("hugo.toml", ""), ("content/a.md", toml)], &["content/a.md"]);
    }

    #[test]
    fn settings_can_publish_future_and_expired_pages() {
        let pages = [
            ("content/a.md", "---\ndate: 2999-01-01\n---\n"),
            ("content/b.md", "---\nexpiryDate: 2001-01-01\n---\n"),
            ("content/c.md", "---\nheadless: true\n---\n"),
        ];
        let check = |settings: &str, expected: &[&str]| {
            check_drafts(&[&[("hugo.toml", settings)], pages.as_slice()].concat(), expected);
        };
        check("", &["content/a.md", "content/b.md", "content/c.md"]);
        check("buildFuture = true", &["content/b.md", "content/c.md"]);
        check("buildExpired = true", &["content/a.md", "content/c.md"]);
    }

    #[test]
    fn unpublished_section_or_bundle_makes_its_pages_drafts() {
        let never = "---\ncascade:\n  build: {render: never}\n---\n";
        let always = "---\nbuild: {render: always}\n---\n";
        check_drafts(
            &[
                ("hugo.toml", "defaultContentLanguage = 'en'"),
                ("content/a/_index.md", never),
                ("content/a/_index.zh.md", ""),
                ("content/a/b/c.md", ""),
                ("content/a/b/c.zh.md", ""),
                ("content/a/d.md", always),
                ("content/ab/e.md", ""),
            ],
            &["content/a/_index.md", "content/a/b/c.md"],
        );
        let targets = "---\ncascade:\n- target: {environment: production}\n  draft: true\n\
                       - _target: {path: /b/x}\n  headless: true\n---\n";
        check_drafts(
            &[("hugo.toml", ""), ("content/b/_index.md", targets), ("content/b/c.md", "")],
            &["content/b/_index.md", "content/b/c.md"],
        );
        let other = "---\ncascade: {headless: true, target: {environment: staging}}\n---\n";
        check_drafts(&[("hugo.toml", ""), ("content/b/_index.md", other)], &[]);
        check_drafts(
            &[
                ("hugo.toml", ""),
                ("content/parts/index.md", "---\nheadless: true\n---\n"),
                ("content/parts/a.md", ""),
                ("content/b.md", ""),
            ],
            &["content/parts/a.md", "content/parts/index.md"],
        );
        check_drafts(
            &[("hugo.toml", "[cascade]\nheadless = true"), ("content/a.md", "")],
            &["content/a.md"],
        );
    }

    #[test]
    fn cascade_applies_to_the_pages_selected_by_its_target() {
        let check = |settings: &str, expected: &[&str]| {
            let files = [
                ("hugo.toml", settings),
                ("content/_index.md", ""),
                ("content/a/_index.md", ""),
                ("content/a/My page.md", ""),
                ("content/a/b/index.md", ""),
                ("content/a/_index.zh.md", ""),
                ("content/c-1.2.md", ""),
            ];
            check_drafts(&files, expected);
        };
        let cascade = |target: &str| {
            format!(
                "defaultContentLanguage = 'en'\n[languages.en]\n[languages.zh]\n\
                 [[cascade]]\ndraft = true\n[cascade.target]\n{target}\n"
            )
        };
        for (target, expected) in [
            ("path = '/a/my-page'", &["content/a/My page.md"][..]),
            ("path = '/c-1.2'", &["content/c-1.2.md"]),
            ("path = '/c-1'", &[]),
            ("path = '/A/*'", &["content/a/My page.md", "content/a/b/index.md"]),
            (
                "path = '{/a,/a/**}'\nkind = 'section'",
                &["content/a/_index.md", "content/a/_index.zh.md"],
            ),
            (
                "kind = '{home,page}'",
                &[
                    "content/_index.md",
                    "content/a/My page.md",
                    "content/a/b/index.md",
                    "content/c-1.2.md",
                ],
            ),
            ("lang = 'zh'", &["content/a/_index.zh.md"]),
            ("sites = {matrix = {languages = ['z*']}}", &["content/a/_index.zh.md"]),
            ("path = '/c-1.2'\nenvironment = '{production,staging}'", &["content/c-1.2.md"]),
            ("path = '/c-1.2'\nenvironment = 'staging'", &[]),
            ("path = '[c'", &[]),
            ("path = '/a'\nlang = 'fr'", &[]),
        ] {
            check(&cascade(target), expected);
        }
        // The first cascade that sets a value takes precedence.
        let both = "[[cascade]]\ndraft = false\n[cascade.target]\npath = '/c-1.2'\n\
                    [[cascade]]\ndraft = true\nbuild = {render = 'never'}\n\
                    [cascade.target]\npath = '{/c-1.2,/a}'\nlang = 'en'\n";
        check(both, &["content/a/_index.md", "content/c-1.2.md"]);
        let of_page = "+++\n[[cascade]]\npublishDate = 2999-01-01\n[cascade.target]\n\
                       kind = 'page'\npath = '/a/{x,y/**}'\n+++\n";
        check_drafts(
            &[
                ("hugo.toml", ""),
                ("content/a/_index.md", of_page),
                ("content/a/x.md", ""),
                ("content/a/y/_index.md", ""),
                ("content/a/y/z.md", ""),
                ("content/a/v.md", ""),
            ],
            &["content/a/x.md", "content/a/y/z.md"],
        );
    }

    #[test]
    fn page_of_a_disabled_language_is_a_draft() {
        for (settings, is_draft) in [
            ("[languages.en]\n[languages.zh]\n", false),
            ("[languages.en]\n[languages.zh]\ndisabled = true\n", true),
            ("disableLanguages = ['zh']\n[languages.en]\n[languages.zh]\n", true),
            ("disableLanguages = ['fr']\n[languages.en]\n[languages.zh]\n", false),
        ] {
            let drafts: &[&str] = if is_draft { &["content/a.zh.md"] } else { &[] };
            check_drafts(
                &[("hugo.toml", settings), ("content/a.md", ""), ("content/a.zh.md", "")],
                drafts,
            );
        }
    }
}
