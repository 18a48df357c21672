//! Files that the settings of a generator exclude from the pages.

use globset::{GlobBuilder, GlobMatcher};
use regex::{Regex, RegexBuilder};

use crate::generators::Layout;
use crate::script::{Data, Unknown};
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path;
use pailou_content::root;
use pailou_content::yaml::Value;

/// Maximum number of rules. Further globs are not read. Most globs add two rules.
const MAX_PATTERNS: usize = 2000;
/// Maximum number of unreadable patterns that are reported.
const MAX_UNREAD: usize = 20;
/// Maximum length of a pattern, in bytes.
const MAX_PATTERN: usize = 300;
/// Maximum number of regular expressions.
const MAX_REGEXES: usize = 100;
/// Maximum size of a compiled regular expression, in bytes.
const MAX_REGEX_SIZE: usize = 1 << 18;

/// Glob that matches all Markdown files.
const ALL_PAGES: &str = "**/*.{md,mdx,markdown}";

/// Patterns of excluded files. The last pattern that matches a file applies.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exclusions {
    rules: Vec<Rule>,
    /// Patterns that cannot be read.
    unread: Vec<String>,
}

#[derive(Debug, Clone)]
enum Pattern {
    Glob(GlobMatcher),
    Regex(Regex),
    /// Pattern of Hugo for a path with a leading slash. The path begins at the scanned folder if `is_absolute`, else at
    /// the folder of the rule. A pattern that matches a folder excludes the files in it.
    Path {
        regex: Regex,
        is_absolute: bool,
    },
}

#[derive(Debug, Clone)]
struct Rule {
    pattern: Pattern,
    is_excluded: bool,
    /// Folder that the pattern is relative to; `None` for the folder of each language.
    folder: Option<String>,
}

impl Exclusions {
    /// Reads the patterns in the settings of a generator. `settings` are the `docs` options for Docusaurus, the `route`
    /// options for Rspress, and all settings for any other generator. The patterns are relative to `folder`; `None`
    /// means the folder of each language. Returns issues for patterns that cannot be read. `file` is the settings file.
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
        if generator == Generator::Docusaurus
            && let Some(pages) = settings.get("include")
        {
            exclusions.add_pages(pages, &mut unknown);
        }
        if generator == Generator::Vitepress {
            exclusions.add("**/dist/**", true);
        }
        let values: Vec<Data> = match generator {
            Generator::Vitepress => values_of(settings, "srcExclude"),
            Generator::Vuepress => values_of(settings, "pagePatterns"),
            Generator::Rspress => {
                let keys = ["exclude", "excludeConvention"];
                keys.iter().filter_map(|key| settings.get(key)).cloned().collect()
            }
            _ => settings.get("exclude").cloned().into_iter().collect(),
        };
        for value in &values {
            if generator == Generator::Vuepress {
                exclusions.add_pages(value, &mut unknown);
                continue;
            }
            for pattern in value.literal(&mut unknown).texts() {
                let (glob, is_negative) = without_negation(pattern);
                exclusions.add_glob(glob, !is_negative);
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

    /// Reads `exclude_docs` and `draft_docs` of MkDocs, in the syntax of `.gitignore`, and the
    /// options of the plugin `exclude`: globs in the syntax of `fnmatch`, and regular expressions
    /// that match the beginning of a path. Returns issues as [`Self::of`] does.
    pub(crate) fn of_mkdocs(
        settings: &Value,
        plugin: Option<&Value>,
        folder: &str,
        file: &str,
    ) -> (Self, Vec<Issue>) {
        let mut exclusions = Self::default();
        for key in ["exclude_docs", "draft_docs"] {
            let text = settings.get(key).and_then(Value::text).unwrap_or_default();
            text.lines().for_each(|line| exclusions.add_gitignore(line.trim()));
        }
        let option = |key| plugin.and_then(|plugin| plugin.get(key)).into_iter();
        for glob in option("glob").flat_map(Value::texts) {
            exclusions.add_regex(glob, |glob| regex_of_glob(glob, false), true, Pattern::Regex);
        }
        for regex in option("regex").flat_map(Value::texts) {
            exclusions.add_regex(regex, |regex| format!("^(?:{regex})"), true, Pattern::Regex);
        }
        let issues = exclusions.issues(file);
        (exclusions.relative_to(Some(folder)), issues)
    }

    /// Reads patterns in the syntax of `.gitignore` that are relative to `folder`.
    pub(crate) fn of_gitignore<'p>(
        patterns: impl Iterator<Item = &'p str>,
        folder: &str,
        file: &str,
    ) -> (Self, Vec<Issue>) {
        let mut exclusions = Self::default();
        patterns.for_each(|line| exclusions.add_gitignore(line.trim()));
        let issues = exclusions.issues(file);
        (exclusions.relative_to(Some(folder)), issues)
    }

    /// Reads the regular expressions in `ignoreFiles` of Hugo, which match any part of the path of
    /// a file or of a folder. `folders` are the content folders.
    pub(crate) fn of_ignored_files(
        patterns: &[&str],
        folders: &[String],
        file: &str,
    ) -> (Self, Vec<Issue>) {
        let mut all = Self::default();
        if folders.is_empty() {
            return (all, Vec::new());
        }
        let mut exclusions = Self::default();
        for pattern in patterns {
            let path = |regex| Pattern::Path { regex, is_absolute: true };
            exclusions.add_regex(pattern, str::to_owned, true, path);
        }
        for folder in folders {
            all.append(exclusions.clone().relative_to(Some(folder)));
        }
        (all, exclusions.issues(file))
    }

    /// Reads the globs of a mount of Hugo, from `files`, `excludeFiles`, and `includeFiles`. A glob with `!` excludes
    /// files. The first glob that matches a file applies. If there is a glob without `!`, pages that match no glob are
    /// excluded.
    pub(crate) fn of_mount(globs: &[String], folder: &str, file: &str) -> (Self, Vec<Issue>) {
        let mut exclusions = Self::default();
        let is_negative = |glob: &&String| glob.starts_with('!');
        if globs.iter().any(|glob| !is_negative(&glob)) {
            exclusions.add(ALL_PAGES, true);
        }
        for glob in globs.iter().rev() {
            let plain = glob.trim_start_matches('!').trim();
            let path = |regex| Pattern::Path { regex, is_absolute: false };
            let regex_of = |plain: &str| {
                let regex = regex_of_glob(&format!("/{}", plain.trim_start_matches('/')), true);
                format!("(?i){regex}")
            };
            exclusions.add_regex(plain, regex_of, is_negative(&glob), path);
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

    /// Adds the patterns that select pages. Patterns with `!` exclude pages. Pages that match no pattern are excluded,
    /// unless a pattern without `!` cannot be read, or all patterns have a `!`.
    fn add_pages(&mut self, value: &Data, unknown: &mut Unknown) {
        let known = unknown.count();
        let value = value.literal(unknown);
        let (first, mut is_complete) = (self.rules.len(), unknown.count() == known);
        for pattern in value.texts() {
            let (glob, is_negative) = without_negation(pattern);
            let is_read = self.add_glob(glob, is_negative);
            is_complete &= is_read || is_negative;
        }
        let has_pages = self.rules[first..].iter().any(|rule| !rule.is_excluded);
        if is_complete && has_pages && self.add(ALL_PAGES, true) {
            self.rules[first..].rotate_right(1);
        }
    }

    /// Adds a pattern for excluded files, or for exceptions if `is_excluded` is false. A pattern that matches a folder
    /// applies to the files in it. Returns false if the pattern cannot be read.
    fn add_glob(&mut self, pattern: &str, is_excluded: bool) -> bool {
        let is_read = self.add(pattern, is_excluded);
        if is_read {
            self.add(&format!("{}/**", pattern.trim_end_matches('/')), is_excluded);
        }
        is_read
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

    /// Adds a pattern for excluded files, or for exceptions if `is_excluded` is false. Returns false if the pattern
    /// cannot be read.
    fn add(&mut self, pattern: &str, is_excluded: bool) -> bool {
        let pattern = pattern.strip_prefix("./").unwrap_or(pattern).trim_start_matches('/');
        let is_extended = ["@(", "+(", "!(", "?(", "*("].iter().any(|sign| pattern.contains(sign));
        let is_short = pattern.len() <= MAX_PATTERN && self.rules.len() < MAX_PATTERNS;
        let glob = GlobBuilder::new(pattern).literal_separator(true).build().ok();
        let Some(glob) = glob.filter(|_| is_short && !is_extended) else {
            return self.report(pattern);
        };
        let pattern = Pattern::Glob(glob.compile_matcher());
        self.rules.push(Rule { pattern, is_excluded, folder: None });
        true
    }

    /// Adds a pattern that `regex_of` converts to a regular expression. Look-around and
    /// back-references cannot be read. `written` is the pattern in the settings.
    fn add_regex(
        &mut self,
        written: &str,
        regex_of: impl FnOnce(&str) -> String,
        is_excluded: bool,
        pattern_of: impl Fn(Regex) -> Pattern,
    ) {
        let is_regex = |rule: &&Rule| !matches!(rule.pattern, Pattern::Glob(_));
        let has_space = self.rules.iter().filter(is_regex).count() < MAX_REGEXES;
        let compiled = || compile(written, regex_of, MAX_REGEX_SIZE);
        let Some(regex) = has_space.then(compiled).flatten() else {
            self.report(written);
            return;
        };
        self.rules.push(Rule { pattern: pattern_of(regex), is_excluded, folder: None });
    }

    /// Stores a pattern that cannot be read. Returns false.
    fn report(&mut self, pattern: &str) -> bool {
        if self.unread.len() < MAX_UNREAD {
            self.unread.push(pattern.to_owned());
        }
        false
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Whether a file of the scanned folder is excluded.
    pub(crate) fn contains(&self, layout: &Layout, file: &str) -> bool {
        let in_language = layout.roots.iter().find_map(|root| root.below(file));
        let last = self.rules.iter().rfind(|rule| {
            let relative = match &rule.folder {
                Some(folder) => root::inside(folder, file),
                None => in_language,
            };
            relative.is_some_and(|relative| rule.is_match(file, relative))
        });
        last.is_some_and(|rule| rule.is_excluded)
    }
}

impl Rule {
    /// Whether the pattern matches a file; `relative` is its path below the folder of the pattern.
    fn is_match(&self, file: &str, relative: &str) -> bool {
        match &self.pattern {
            Pattern::Glob(glob) => glob.is_match(relative),
            Pattern::Regex(regex) => regex.is_match(relative),
            Pattern::Path { regex, is_absolute } => {
                let path = format!("/{}", if *is_absolute { file } else { relative });
                let top = path.len() - relative.len();
                let folders = page_path::folders(&path)
                    .filter(|folder| self.is_excluded && folder.len() > top);
                folders.chain([path.as_str()]).any(|path| regex.is_match(path))
            }
        }
    }
}

/// Removes the `!` of a negative glob, and returns whether there was one. `!(a)` is an extended glob, which is not
/// negative.
fn without_negation(pattern: &str) -> (&str, bool) {
    let negative = pattern.strip_prefix('!').filter(|rest| !rest.starts_with('('));
    negative.map_or((pattern, false), |rest| (rest, true))
}

/// Compiles the regular expression of a pattern. Returns `None` if the pattern is longer than [`MAX_PATTERN`], or if
/// the expression is invalid or exceeds `size_limit` when compiled. The length of the pattern is checked before
/// `regex_of` is called, because the conversion of a glob can take quadratic time.
pub(super) fn compile(
    pattern: &str,
    regex_of: impl FnOnce(&str) -> String,
    size_limit: usize,
) -> Option<Regex> {
    if pattern.len() > MAX_PATTERN {
        return None;
    }
    RegexBuilder::new(&regex_of(pattern)).size_limit(size_limit).build().ok()
}

/// Converts a glob to a regular expression for a whole path. In a glob for paths, `*` and `?` do
/// not match a slash, `**` does, braces contain alternatives, and a backslash escapes a character. In
/// the syntax of `fnmatch`, `*` and `?` match any character.
pub(super) fn regex_of_glob(glob: &str, is_path: bool) -> String {
    let (any, one) = if is_path { ("[^/]*", "[^/]") } else { (".*", ".") };
    let mut regex = String::from(r"(?s)\A");
    let (mut rest, mut depth) = (glob, 0_usize);
    while let Some(char) = rest.chars().next() {
        rest = &rest[char.len_utf8()..];
        match char {
            '*' if is_path && rest.starts_with('*') => {
                rest = rest.trim_start_matches('*');
                regex.push_str(".*");
            }
            '*' => regex.push_str(any),
            '?' => regex.push_str(one),
            '[' => match character_class(rest) {
                Some((class, after)) => {
                    regex.push_str(&class);
                    rest = after;
                }
                None => regex.push_str(r"\["),
            },
            '{' if is_path => {
                depth += 1;
                regex.push_str("(?:");
            }
            '}' if depth > 0 => {
                depth -= 1;
                regex.push(')');
            }
            ',' if depth > 0 => regex.push('|'),
            '\\' if is_path => {
                let escaped = rest.chars().next().unwrap_or('\\');
                rest = rest.get(escaped.len_utf8()..).unwrap_or_default();
                regex.push_str(&regex::escape(escaped.encode_utf8(&mut [0; 4])));
            }
            char => regex.push_str(&regex::escape(char.encode_utf8(&mut [0; 4]))),
        }
    }
    regex.push_str(r"\z");
    regex
}

/// Converts a character class, after its opening bracket. Returns the class and the rest of the glob. Returns `None` if
/// the class is not closed.
fn character_class(rest: &str) -> Option<(String, &str)> {
    let (sign, inside) = rest.strip_prefix('!').map_or(("", rest), |inside| ("^", inside));
    // A bracket at the beginning is a character of the class.
    let end = inside.char_indices().skip(1).find(|(_, char)| *char == ']')?.0;
    let escaped = |char: char| match char {
        '-' => "-".to_owned(),
        char => regex::escape(char.encode_utf8(&mut [0; 4])),
    };
    let class: String = inside[..end].chars().map(escaped).collect();
    Some((format!("[{sign}{class}]"), &inside[end + 1..]))
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
            &of(Generator::Vitepress, "title: x"),
            &["dist/x.md", "zh/a/dist/b/x.md"],
            &["dist.md", "distribution/x.md"],
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
        let (mut exclusions, issues) =
            Exclusions::of_mkdocs(&settings, None, "site/docs", "mkdocs.yml");
        assert_eq!(issues, []);
        let other = yaml::parse("exclude_docs: /other.md").unwrap();
        exclusions.append(Exclusions::of_mkdocs(&other, None, "site/docs/zh", "mkdocs.zh.yml").0);
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
    fn pages_that_match_no_page_pattern_are_excluded() {
        check(
            &of(Generator::Vuepress, "pagePatterns: ['guide/**/*.md', 'README.md', api]"),
            &["x.md", "zh/README.md", "guides/x.md", "zh/x.mdx"],
            &["README.md", "guide/x.md", "guide/y/x.md", "api/x.md", "x.png"],
        );
        check(
            &of(Generator::Vuepress, "pagePatterns: ['guide', '!guide/x.md', '!**/y']"),
            &["guide/x.md", "guide/y/z.md", "a.md"],
            &["guide/a.md"],
        );
        // A pattern that cannot be read may match any page, so pages without a match are not excluded.
        check(
            &of(Generator::Vuepress, "pagePatterns: ['guide/**', '**/@(a|b).md', '!c.md']"),
            &["c.md"],
            &["a.md", "x.md", "guide/x.md"],
        );
        check(&of(Generator::Vuepress, "pagePatterns: ['!c.md']"), &["c.md"], &["a.md"]);
        check(&of(Generator::Vuepress, "pagePatterns: ['**/!(c).md']"), &[], &["a.md", "c.md"]);
        check(
            &of(
                Generator::Docusaurus,
                "presets: [[classic, {docs: {include: ['guide/**'], exclude: ['**/x.md']}}]]",
            ),
            &["a.md", "guide/x.md", "zh/guide/x.md"],
            &["guide/a.md", "zh/guide/a.md"],
        );
        check(
            &of(
                Generator::Docusaurus,
                "presets: [[classic, {docs: {include: ['**/*.{md,mdx}']}}]]",
            ),
            &["x.test.md"],
            &["a.md", "guide/a.mdx"],
        );
    }

    #[test]
    fn globs_are_converted_to_regular_expressions() {
        for (glob, is_path, matching, other) in [
            ("a/*", false, &["a/b", "a/b/c"][..], &["a", "b/a/c"][..]),
            ("a/*", true, &["a/b"], &["a/b/c"]),
            ("a/**", true, &["a/b", "a/b/c"], &["a"]),
            ("/**.md", true, &["/a.md", "/b/a.md"], &["/a.mdx"]),
            ("a?c", false, &["a/c", "a中c"], &["ac"]),
            ("a?c", true, &["abc"], &["a/c"]),
            ("[!a-c]d", false, &["xd"], &["ad", "bd", "d"]),
            ("[^a]", false, &["^", "a"], &["b"]),
            ("[]a]", false, &["]", "a"], &["b"]),
            ("[a", false, &["[a"], &["a"]),
            ("{a,b}", false, &["{a,b}"], &["a"]),
            ("{/a,/a/**}", true, &["/a", "/a/b/c"], &["/b", "/ab"]),
            ("a,b}", true, &["a,b}"], &[]),
            ("a.b+", true, &["a.b+"], &["axb", "a.bb"]),
            (r"\*a", true, &["*a"], &["ba"]),
            (r"\", true, &[r"\"], &[]),
        ] {
            let regex = Regex::new(&regex_of_glob(glob, is_path)).unwrap();
            for text in matching {
                assert!(regex.is_match(text), "{glob} {text}");
            }
            for text in other {
                assert!(!regex.is_match(text), "{glob} {text}");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn any_glob_is_converted_without_panic(glob in r"[\[\]{},*?!^a-c\\/.中-]{0,12}", is_path: bool) {
            let _ = Regex::new(&regex_of_glob(&glob, is_path));
        }
    }

    #[test]
    fn exclude_option_of_docs_replaces_the_default_patterns() {
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
