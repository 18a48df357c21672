//! Files that the settings of a generator exclude from the pages.

use globset::{GlobBuilder, GlobMatcher};

use crate::generators::Layout;
use crate::script::{Data, Unknown};
use pailou_content::generator::Generator;
use pailou_content::issue::Issue;
use pailou_content::root;
use pailou_content::yaml::Value;

/// Maximum number of patterns that are read.
const MAX_PATTERNS: usize = 200;

/// Patterns of excluded files. The last pattern that matches a file decides.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exclusions {
    rules: Vec<Rule>,
    /// Whether the patterns are relative to the folder of each language instead of the folder of
    /// both.
    is_per_language: bool,
}

#[derive(Debug, Clone)]
struct Rule {
    pattern: GlobMatcher,
    is_excluded: bool,
}

impl Exclusions {
    /// Reads the patterns in the settings of a generator, and returns issues for those that cannot
    /// be read.
    pub(crate) fn of(generator: Generator, settings: &Data) -> (Self, Vec<Issue>) {
        let mut exclusions =
            Self { is_per_language: generator == Generator::Docusaurus, ..Self::default() };
        let mut unknown = Unknown::default();
        for found in settings.find_all(key(generator)) {
            let section = found.within.iter().rfind(|key| !key.is_empty()).map(String::as_str);
            let is_own = match generator {
                Generator::Docusaurus => !matches!(section, Some("blog" | "pages" | "sitemap")),
                Generator::Rspress => section == Some("route"),
                _ => true,
            };
            if !is_own {
                continue;
            }
            match found.value.literal(&mut unknown) {
                Value::Text(pattern) => exclusions.add_glob(generator, &pattern),
                Value::List(patterns) => {
                    for pattern in patterns.iter().filter_map(Value::text) {
                        exclusions.add_glob(generator, pattern);
                    }
                }
                _ => {}
            }
        }
        if generator == Generator::Docusaurus && exclusions.rules.is_empty() {
            for pattern in ["**/*.test.{md,mdx}", "**/__tests__/**"] {
                exclusions.add(pattern, true);
            }
        }
        let issues = unknown.into_locations().map(|location| {
            Issue::warning("exclusion-not-read", location.line, location.expression)
                .in_file(&location.file)
        });
        (exclusions, issues.collect())
    }

    /// Reads `exclude_docs` and `draft_docs` of MkDocs, in the syntax of `.gitignore`.
    pub(crate) fn of_mkdocs(settings: &Value) -> Self {
        let mut exclusions = Self::default();
        for key in ["exclude_docs", "draft_docs"] {
            let text = settings.get(key).and_then(Value::text).unwrap_or_default();
            text.lines().for_each(|line| exclusions.add_gitignore(line.trim()));
        }
        exclusions
    }

    /// VuePress lists the pages; its patterns with `!` exclude files.
    fn add_glob(&mut self, generator: Generator, pattern: &str) {
        match (generator, pattern.strip_prefix('!')) {
            (Generator::Vuepress, None) => {}
            (Generator::Vuepress, Some(pattern)) => self.add(pattern, true),
            (_, Some(pattern)) => self.add(pattern, false),
            (_, None) => self.add(pattern, true),
        }
    }

    fn add_gitignore(&mut self, line: &str) {
        if line.is_empty() || line.starts_with('#') {
            return;
        }
        let (line, is_excluded) = line.strip_prefix('!').map_or((line, true), |line| (line, false));
        let (name, is_folder) = line.strip_suffix('/').map_or((line, false), |name| (name, true));
        let anchored = name.strip_prefix('/');
        let name = match anchored {
            Some(name) => name.to_owned(),
            None if name.contains('/') => name.to_owned(),
            None => format!("**/{name}"),
        };
        if !is_folder {
            self.add(&name, is_excluded);
        }
        self.add(&format!("{name}/**"), is_excluded);
    }

    fn add(&mut self, pattern: &str, is_excluded: bool) {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern).trim_start_matches('/');
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        if let Ok(glob) = glob
            && self.rules.len() < MAX_PATTERNS
        {
            self.rules.push(Rule { pattern: glob.compile_matcher(), is_excluded });
        }
    }

    /// Whether a file of the scanned folder is excluded.
    pub(crate) fn contains(&self, layout: &Layout, file: &str) -> bool {
        if self.rules.is_empty() {
            return false;
        }
        let relative = if self.is_per_language {
            layout.roots.iter().find_map(|root| root.below(file))
        } else {
            root::below_common_folder(&layout.roots, file)
        };
        let Some(relative) = relative else { return false };
        let last = self.rules.iter().rfind(|rule| rule.pattern.is_match(relative));
        last.is_some_and(|rule| rule.is_excluded)
    }
}

/// Returns the key of the patterns in the settings.
fn key(generator: Generator) -> &'static str {
    match generator {
        Generator::Vitepress => "srcExclude",
        Generator::Vuepress => "pagePatterns",
        _ => "exclude",
    }
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;
    use pailou_content::root::Root;
    use pailou_content::yaml;

    use super::*;

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
        Exclusions::of(generator, &Data::from(&yaml::parse(settings).unwrap())).0
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
        check(
            &Exclusions::of_mkdocs(&yaml::parse(settings).unwrap()),
            &["secret.md", "zh/secret.md", "internal/x.md", "x.tmp.md", "a/b.md", "zh/drafts/x.md"],
            &["keep.tmp.md", "zh/internal/x.md", "zh/a/b.md", "drafts.md"],
        );
    }

    #[test]
    fn unreadable_patterns_are_ignored() {
        check(&of(Generator::Vitepress, "srcExclude: ['[', 3, {a: b}]"), &[], &["a.md"]);
        check(&of(Generator::Vitepress, "srcExclude: no"), &[], &["a.md"]);
    }
}
