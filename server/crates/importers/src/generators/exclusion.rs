//! Files that the settings of a generator exclude from the pages.

use globset::{GlobBuilder, GlobMatcher};

use crate::generators::Layout;
use crate::script::{Data, Unknown};
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::root;
use pailou_content::yaml::Value;

/// Maximum number of patterns that are read.
const MAX_PATTERNS: usize = 2000;
/// Maximum number of patterns that are reported.
const MAX_UNREAD: usize = 20;
/// Maximum length of a pattern, in bytes.
const MAX_PATTERN: usize = 300;

/// Patterns of excluded files. The last pattern that matches a file decides.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exclusions {
    rules: Vec<Rule>,
    /// Patterns that cannot be read.
    unread: Vec<String>,
}

#[derive(Debug, Clone)]
struct Rule {
    pattern: GlobMatcher,
    is_excluded: bool,
    /// Folder that the pattern is relative to; `None` for the folder of each language.
    folder: Option<String>,
}

impl Exclusions {
    /// Reads the patterns in the settings of a generator: those of the documentation for Docusaurus,
    /// those of the routes for Rspress. The patterns are relative to `folder`; `None` means the
    /// folder of each language. Returns issues for patterns that cannot be read. `file` is the
    /// settings file.
    pub(crate) fn of(
        generator: Generator,
        settings: &Data,
        folder: Option<&str>,
        file: &str,
    ) -> (Self, Vec<Issue>) {
        let mut exclusions = Self::default();
        let mut unknown = Unknown::default();
        if !matches!(settings, Data::Map(_) | Data::Undefined) {
            settings.literal(&mut unknown);
        }
        let values: Vec<Data> = match generator {
            Generator::Vitepress => values_of(settings, "srcExclude"),
            Generator::Vuepress => values_of(settings, "pagePatterns"),
            _ => settings.get("exclude").cloned().into_iter().collect(),
        };
        for value in &values {
            match value.literal(&mut unknown) {
                Value::Text(pattern) => exclusions.add_glob(generator, &pattern),
                Value::List(patterns) => {
                    for pattern in patterns.iter().filter_map(Value::text) {
                        exclusions.add_glob(generator, pattern);
                    }
                }
                _ => {}
            }
        }
        if generator == Generator::Docusaurus && values.is_empty() {
            for pattern in ["**/*.test.{md,mdx}", "**/__tests__/**"] {
                exclusions.add(pattern, true);
            }
        }
        let unknown = unknown.into_locations().map(|location| {
            Issue::warning("exclusion-not-read", location.line, location.expression)
                .in_file(&location.file)
        });
        let issues = unknown.chain(exclusions.issues(file)).collect();
        (exclusions.relative_to(folder), issues)
    }

    /// Reads `exclude_docs` and `draft_docs` of MkDocs, in the syntax of `.gitignore`. Like
    /// [`Self::of`].
    pub(crate) fn of_mkdocs(settings: &Value, folder: &str, file: &str) -> (Self, Vec<Issue>) {
        let mut exclusions = Self::default();
        for key in ["exclude_docs", "draft_docs"] {
            let text = settings.get(key).and_then(Value::text).unwrap_or_default();
            text.lines().for_each(|line| exclusions.add_gitignore(line.trim()));
        }
        let issues = exclusions.issues(file);
        (exclusions.relative_to(Some(folder)), issues)
    }

    /// Adds the patterns of other settings.
    pub(crate) fn append(&mut self, other: Self) {
        self.rules.extend(other.rules);
    }

    fn relative_to(mut self, folder: Option<&str>) -> Self {
        for rule in &mut self.rules {
            rule.folder = folder.map(str::to_owned);
        }
        self
    }

    fn issues(&self, file: &str) -> Vec<Issue> {
        let issue = |pattern: &String| {
            Issue::of_file(Severity::Warning, "exclusion-not-read", file, pattern.as_str())
        };
        self.unread.iter().map(issue).collect()
    }

    /// Adds a pattern, which may also match a folder. VuePress lists the pages; its patterns with
    /// `!` exclude files.
    fn add_glob(&mut self, generator: Generator, pattern: &str) {
        let (pattern, is_excluded) = match (generator, pattern.strip_prefix('!')) {
            (Generator::Vuepress, None) => return,
            (Generator::Vuepress, Some(pattern)) => (pattern, true),
            (_, Some(pattern)) => (pattern, false),
            (_, None) => (pattern, true),
        };
        if self.add(pattern, is_excluded) {
            self.add(&format!("{}/**", pattern.trim_end_matches('/')), is_excluded);
        }
    }

    fn add_gitignore(&mut self, line: &str) {
        if line.is_empty() || line.starts_with('#') {
            return;
        }
        let (line, is_excluded) = line.strip_prefix('!').map_or((line, true), |line| (line, false));
        let (name, is_folder) = line.strip_suffix('/').map_or((line, false), |name| (name, true));
        let name = match name.strip_prefix('/') {
            Some(name) => name.to_owned(),
            None if name.contains('/') => name.to_owned(),
            None => format!("**/{name}"),
        };
        if !is_folder {
            self.add(&name, is_excluded);
        }
        self.add(&format!("{name}/**"), is_excluded);
    }

    /// Adds a pattern. Returns false if it cannot be read.
    fn add(&mut self, pattern: &str, is_excluded: bool) -> bool {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern).trim_start_matches('/');
        let is_extended = ["@(", "+(", "!(", "?(", "*("].iter().any(|sign| pattern.contains(sign));
        let is_short = pattern.len() <= MAX_PATTERN && self.rules.len() < MAX_PATTERNS;
        let glob = GlobBuilder::new(pattern).literal_separator(true).build().ok();
        let Some(glob) = glob.filter(|_| is_short && !is_extended) else {
            if self.unread.len() < MAX_UNREAD {
                self.unread.push(pattern.to_owned());
            }
            return false;
        };
        self.rules.push(Rule { pattern: glob.compile_matcher(), is_excluded, folder: None });
        true
    }

    /// Whether a file of the scanned folder is excluded.
    pub(crate) fn contains(&self, layout: &Layout, file: &str) -> bool {
        let in_language = layout.roots.iter().find_map(|root| root.below(file));
        let last = self.rules.iter().rfind(|rule| {
            let relative = match &rule.folder {
                Some(folder) => root::inside(folder, file),
                None => in_language,
            };
            relative.is_some_and(|relative| rule.pattern.is_match(relative))
        });
        last.is_some_and(|rule| rule.is_excluded)
    }
}

fn values_of(settings: &Data, key: &str) -> Vec<Data> {
    settings.find_all(key).into_iter().map(|found| found.value).collect()
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;
    use pailou_content::root::Root;
    use pailou_content::yaml;

    use super::*;
    use crate::generators::docusaurus;

    fn layout() -> Layout {
        let roots = vec![
            Root::new(Locale::Zh, "site/docs/zh", Vec::new()),
            Root::new(Locale::En, "site/docs", vec!["site/docs/zh".to_owned()]),
        ];
        Layout { roots, ..Layout::default() }
    }

    #[track_caller]
    fn check(exclusions: &Exclusions, excluded: &[&str], kept: &[&str]) {
        for file in excluded {
            assert!(exclusions.contains(&layout(), &format!("site/docs/{file}")), "{file}");
        }
        for file in kept {
            assert!(!exclusions.contains(&layout(), &format!("site/docs/{file}")), "{file}");
        }
    }

    fn of(generator: Generator, settings: &str) -> Exclusions {
        let settings = Data::from(&yaml::parse(settings).unwrap());
        let (part, folder) = match generator {
            Generator::Docusaurus => (docusaurus::docs_options(&settings), None),
            Generator::Rspress => (settings.get("route").unwrap().clone(), Some("site/docs")),
            _ => (settings, Some("site/docs")),
        };
        Exclusions::of(generator, &part, folder, "config").0
    }

    #[test]
    fn patterns_of_settings_exclude_files() {
        check(
            &of(
                Generator::Vitepress,
                "srcExclude: ['README.md', 'internal/**/*.md', '**/{a,b}.md']",
            ),
            &["README.md", "internal/x.md", "internal/y/x.md", "zh/a.md", "b.md"],
            &["zh/README.md", "zh/internal/x.md", "c.md"],
        );
        check(
            &of(Generator::Vuepress, "pagePatterns: ['**/*.md', '!internal/**', '!.vuepress']"),
            &["internal/x.md"],
            &["x.md", "zh/internal/x.md"],
        );
        check(
            &of(Generator::Rspress, "route: {exclude: ['components/**/*']}\nexclude: ['x.md']"),
            &["components/x.md"],
            &["x.md"],
        );
        check(
            &of(
                Generator::Docusaurus,
                "presets: [[classic, {docs: {exclude: ['internal/**']}, blog: {exclude: ['**']}}]]",
            ),
            &["internal/x.md", "zh/internal/x.md"],
            &["x.md", "x.test.md"],
        );
        check(
            &of(Generator::Docusaurus, "title: x"),
            &["x.test.md", "a/__tests__/x.md"],
            &["x.md"],
        );
    }

    #[test]
    fn gitignore_patterns_of_mkdocs_exclude_files() {
        let settings = "exclude_docs: |\n  # comment\n  secret.md\n  /internal/\n  *.tmp.md\n  \
                        !keep.tmp.md\n  a/b.md\ndraft_docs: drafts/\n";
        let settings = yaml::parse(settings).unwrap();
        let (mut exclusions, issues) = Exclusions::of_mkdocs(&settings, "site/docs", "mkdocs.yml");
        assert_eq!(issues, []);
        let other = yaml::parse("exclude_docs: /other.md").unwrap();
        exclusions.append(Exclusions::of_mkdocs(&other, "site/docs/zh", "mkdocs.zh.yml").0);
        check(
            &exclusions,
            &[
                "secret.md",
                "zh/secret.md",
                "internal/x.md",
                "x.tmp.md",
                "a/b.md",
                "zh/drafts/x.md",
                "zh/other.md",
            ],
            &["other.md", "keep.tmp.md", "zh/internal/x.md", "zh/a/b.md", "drafts.md"],
        );
    }

    #[test]
    fn pattern_of_a_folder_excludes_its_files() {
        check(
            &of(Generator::Vitepress, "srcExclude: ['internal', 'drafts/']"),
            &["internal/x.md", "drafts/y/x.md"],
            &["internal.md", "a.md"],
        );
        check(
            &of(Generator::Vuepress, "pagePatterns: ['**/*.md', '!internal']"),
            &["internal/x.md"],
            &[],
        );
    }

    #[test]
    fn exclusions_of_other_plugins_and_empty_lists_are_respected() {
        check(
            &of(
                Generator::Docusaurus,
                "presets: [[classic, {docs: {exclude: []}}]]\nplugins: [['@docusaurus/plugin-content-docs', \
                 {id: community, exclude: ['**/*.md']}]]",
            ),
            &[],
            &["x.md", "x.test.md"],
        );
    }

    #[test]
    fn unreadable_patterns_are_reported() {
        for (settings, unread) in [
            ("srcExclude: ['[', 3, {a: b}]", vec!["["]),
            ("srcExclude: ['**/@(a|b).md']", vec!["**/@(a|b).md"]),
            ("srcExclude: no", vec![]),
        ] {
            let settings = Data::from(&yaml::parse(settings).unwrap());
            let (exclusions, issues) =
                Exclusions::of(Generator::Vitepress, &settings, None, "config.ts");
            check(&exclusions, &[], &["a.md"]);
            let details: Vec<_> = issues.iter().map(|issue| issue.detail.as_str()).collect();
            assert_eq!(details, unread);
        }
    }
}
