//! Front matter rules: unknown keys, invalid values.

use pailou_content::fields::unreadable_draft_key;
use pailou_content::front_matter::Parts;
use pailou_content::issue::Issue;
use pailou_content::lint_rules::rule_issue;
use pailou_content::yaml::Value;

/// Front matter keys that Pailou reads.
const SUPPORTED_KEYS: &[&str] = &[
    "title",
    "description",
    "summary",
    "slug",
    "key",
    "translationKey",
    "label",
    "linkTitle",
    "nav_title",
    "sidebar_label",
    "order",
    "sidebar_position",
    // Keys of front page blocks and news.
    "block",
    "count",
    "version",
    "files",
    "date",
    "weight",
    "nav_order",
    "layout",
    "pageType",
    "template",
    "draft",
    "published",
    "hero",
    "features",
    // Keys of a front page in VuePress.
    "home",
    "heroText",
    "tagline",
    "actions",
    "actionText",
    "actionLink",
    "sidebar",
    "aliases",
    "redirect_from",
    "redirect_froms",
    "redirectFrom",
];

/// Front matter keys of common generators. Pailou ignores these keys and does not report them.
const IGNORED_KEYS: &[&str] = &[
    "_build",
    "asIndexPage",
    "aside",
    "asideDepth",
    "audience",
    "author",
    "authors",
    "banner",
    "body_class",
    "bookCollapseSection",
    "bookFlatSection",
    "bookHidden",
    "bookSearchExclude",
    "bookToc",
    "build",
    "canonical",
    "categories",
    "category",
    "cascade",
    "class",
    "comments",
    "contributors",
    "cover",
    "custom_edit_url",
    "dir",
    "displayed_sidebar",
    "editLink",
    "editUrl",
    "excludeFromSearch",
    "excludeSearch",
    "exclude_search",
    "expiryDate",
    "footer",
    "head",
    "headless",
    "heroAlt",
    "heroHeight",
    "heroImage",
    "heroImageDark",
    "hide",
    "hidden",
    "hide_summary",
    "hide_table_of_contents",
    "hide_title",
    "icon",
    "id",
    "image",
    "images",
    "is_overview",
    "isHome",
    "keywords",
    "lang",
    "last_update",
    "lastUpdated",
    "lastmod",
    "license",
    "link-citations",
    "locale",
    "main",
    "math",
    "menu",
    "meta",
    "min_toc_heading_level",
    "max_toc_heading_level",
    "navbar",
    "next",
    "no_list",
    "noindex",
    "outline",
    "outlineTitle",
    "overview",
    "overviewHeaders",
    "pageClass",
    "pageInfo",
    "pagefind",
    "pagination_label",
    "pagination_next",
    "pagination_prev",
    "params",
    "parent",
    "permalink",
    "prev",
    "publish",
    "publishDate",
    "resources",
    "robots",
    "search",
    "searchHidden",
    "series",
    "shortTitle",
    "sidebarDepth",
    "sidebar_class_name",
    "sidebar_custom_props",
    "simple_list",
    "source",
    "status",
    "subtitle",
    "tableOfContents",
    "tags",
    "tag",
    "template",
    "title_meta",
    "titleTemplate",
    "toc",
    "toc_hide",
    "type",
    "unlisted",
    "updated",
    "url",
    "version",
    "versions",
    "viewport",
];

/// Keys of a file in a download block.
const OF_FILE: &[&str] = &["file", "platform", "size", "sha256"];

const NUMBERS: &[&str] = &["order", "sidebar_position", "weight", "nav_order"];
const TEXTS: &[&str] =
    &["title", "description", "slug", "key", "sidebar_label", "linkTitle", "layout"];

pub(super) fn check(parts: &Parts<'_>) -> Vec<Issue> {
    let mut issues = Vec::new();
    // Invalid front matter is reported by the parser.
    let Ok(values) = parts.values() else { return issues };
    let Value::Map(entries) = &values else { return issues };
    for (key, value) in entries {
        let line = key_line(parts, key);
        if !SUPPORTED_KEYS.contains(&key.as_str()) && !IGNORED_KEYS.contains(&key.as_str()) {
            issues.push(unknown_key_issue(key, SUPPORTED_KEYS, line));
        }
        if let Some(takes) = expected_type(key, value) {
            let detail = format!("`{key}` {takes}");
            issues.push(rule_issue("front-matter-value", line, detail));
        }
    }
    if let Some(key) = unreadable_draft_key(&values) {
        let detail = format!("`{key}` must be true or false");
        issues.push(rule_issue("front-matter-value", key_line(parts, key), detail));
    }
    if values.get("block").and_then(Value::text) == Some("downloads") {
        issues.extend(unread_of_files(parts, &values));
    }
    issues
}

/// Returns an issue for each unknown key of the files in a download block, without duplicates.
fn unread_of_files(parts: &Parts<'_>, values: &Value) -> Vec<Issue> {
    let files = values.get("files").map(Value::list).unwrap_or_default();
    let mut unknown_keys: Vec<&str> = Vec::new();
    for file in files {
        let Value::Map(entries) = file else { continue };
        for (key, _) in entries {
            if !OF_FILE.contains(&key.as_str()) && !unknown_keys.contains(&key.as_str()) {
                unknown_keys.push(key);
            }
        }
    }
    let unread = |key| unknown_key_issue(key, OF_FILE, line_below(parts, "files", key));
    unknown_keys.into_iter().map(unread).collect()
}

fn unknown_key_issue(key: &str, known: &[&str], line: u32) -> Issue {
    let detail = match known.iter().find(|known| is_likely_typo(known, key)) {
        Some(near) => format!("unknown front matter key `{key}`; did you mean `{near}`?"),
        None => format!("unknown front matter key `{key}`"),
    };
    rule_issue("front-matter-unknown", line, detail)
}

/// Returns the expected type if the value of a key has another type.
fn expected_type(key: &str, value: &Value) -> Option<&'static str> {
    let text = value.text();
    if NUMBERS.contains(&key) {
        let is_number = text.is_some_and(|text| text.trim().parse::<f64>().is_ok());
        return (!is_number).then_some("must be a number");
    }
    if TEXTS.contains(&key) {
        let is_filled = text.is_some_and(|text| !text.trim().is_empty());
        return (!is_filled).then_some("must be a non-empty text");
    }
    match (key, value) {
        ("hero", Value::Map(_)) | ("features", Value::List(_)) => None,
        ("hero", _) => Some("must have keys and values"),
        ("features", _) => Some("must be a list"),
        _ => None,
    }
}

/// Returns the line of a top-level key in the file, from 1; 1 if the key is not found. A line without indentation takes
/// precedence, because an indented line is usually that of a nested key.
fn key_line(parts: &Parts<'_>, key: &str) -> u32 {
    let lines = || (1..).zip(parts.front.lines()).filter(|(_, line)| is_line_of(line, key));
    let top = lines().find(|(_, line)| !line.starts_with([' ', '\t']));
    top.or_else(|| lines().next()).map_or(1, |(number, _)| number)
}

/// Returns the line of the first `key` in an entry of the list `list`; the line of the list if the key is not found.
fn line_below(parts: &Parts<'_>, list: &str, key: &str) -> u32 {
    let top = key_line(parts, list);
    let mut below = (1..).zip(parts.front.lines()).skip_while(|(number, _)| *number <= top);
    let is_of_entry = |line: &str| is_line_of(line.trim_start_matches(['-', ' ', '\t']), key);
    below.find(|(_, line)| is_of_entry(line)).map_or(top, |(number, _)| number)
}

fn is_line_of(line: &str, key: &str) -> bool {
    let rest = line.trim_start_matches([' ', '"', '\'', '\t']);
    rest.strip_prefix(key).is_some_and(|rest| rest.starts_with([':', '=', ' ', '"', '\'']))
}

/// Whether `key` differs from a known key by at most one inserted, deleted, or replaced letter, or by two exchanged
/// adjacent letters, case-insensitively. False if the known key has fewer than three letters.
fn is_likely_typo(known: &str, key: &str) -> bool {
    let (known, key): (Vec<char>, Vec<char>) =
        (known.to_lowercase().chars().collect(), key.to_lowercase().chars().collect());
    if known.len().abs_diff(key.len()) > 1 || known.len() < 3 {
        return false;
    }
    let same = known.iter().zip(&key).take_while(|(a, b)| a == b).count();
    let (known, key) = (&known[same..], &key[same..]);
    let after = |rest: &[char]| rest.get(1..).unwrap_or_default().to_vec();
    known == after(key) || after(known) == key || after(known) == after(key) || {
        known.len() > 1
            && key.len() > 1
            && (known[0], known[1]) == (key[1], key[0])
            && known[2..] == key[2..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_content::front_matter::split;

    #[track_caller]
    fn rule(text: &str, expected: &[(&str, u32, &str)]) {
        let issues = check(&split(text));
        let actual: Vec<_> = issues
            .iter()
            .map(|issue| (issue.code, issue.line.unwrap(), issue.detail.as_str()))
            .collect();
        assert_eq!(actual, expected, "{text}");
    }

    /// The front matter table in the documentation contains every key except `sidebar`, in both languages.
    #[test]
    fn documentation_lists_supported_front_matter_keys() {
        for language in ["en", "zh"] {
            let page = format!("../../../content/pages/{language}/write/pages.md");
            let text = std::fs::read_to_string(page).unwrap();
            let section = text.split("{#front-matter}").nth(1).unwrap();
            let section = section.split("\n## ").next().unwrap();
            let rows: String = section.lines().filter(|line| line.starts_with('|')).collect();
            for key in SUPPORTED_KEYS.iter().filter(|key| **key != "sidebar") {
                assert!(rows.contains(&format!("`{key}`")), "{language}: {key}");
            }
        }
    }

    #[test]
    fn unknown_front_matter_key_is_reported() {
        rule(
            "---\ntitle: a\ntitel: b\n---\n",
            &[(
                "front-matter-unknown",
                3,
                "unknown front matter key `titel`; did you mean `title`?",
            )],
        );
        rule(
            "+++\nmine = 1\n+++\n",
            &[("front-matter-unknown", 2, "unknown front matter key `mine`")],
        );
        rule("---\ntitle: a\ntags: [b]\naside: false\n---\n", &[]);
        let vuepress = "home: true\nheroText: a\ntagline: b\nheroImage: /c.svg\nheroAlt: d\nactions: []\nfooter: e";
        rule(&format!("---\n{vuepress}\nactionText: f\nactionLink: /g\n---\n"), &[]);
        for published in ["false", "yes", "2024-01-31", "2024年1月", "2024", "Jan 5, 2024"] {
            rule(&format!("---\ntitle: a\npublished: {published}\n---\n"), &[]);
        }
        rule("# no front matter", &[]);
    }

    #[test]
    fn unknown_download_key_is_reported_once() {
        let block = "---\nlabel: a\nblock: downloads\nfiles:\n- file: a.zip\n  label: b\n- plattform: c\n  label: d\n---\n";
        rule(
            block,
            &[
                ("front-matter-unknown", 6, "unknown front matter key `label`"),
                (
                    "front-matter-unknown",
                    7,
                    "unknown front matter key `plattform`; did you mean `platform`?",
                ),
            ],
        );
        rule(
            "+++\nblock = 'downloads'\n[[files]]\nfile = 'a'\nos = 'b'\n+++\n",
            &[("front-matter-unknown", 5, "unknown front matter key `os`")],
        );
        rule(
            "---\nblock: downloads\nfiles: [{file: a, os: b}]\n---\n",
            &[("front-matter-unknown", 3, "unknown front matter key `os`")],
        );
        let known = "file: a\n  platform: b\n  size: 1\n  sha256: c";
        rule(&format!("---\nblock: downloads\nfiles:\n- {known}\n---\n"), &[]);
        rule("---\nfiles:\n- mine: a\n---\n", &[]);
    }

    #[test]
    fn invalid_front_matter_value_is_reported() {
        rule("---\norder: first\n---\n", &[("front-matter-value", 2, "`order` must be a number")]);
        rule(
            "---\nlayout: home\nhero:\n  tagline: a\n  title: b\ntitle:\n---\n",
            &[("front-matter-value", 6, "`title` must be a non-empty text")],
        );
        rule(
            "---\ndraft: maybe\n---\n",
            &[("front-matter-value", 2, "`draft` must be true or false")],
        );
        rule(
            "---\ntitle:\n---\n",
            &[("front-matter-value", 2, "`title` must be a non-empty text")],
        );
        for draft in ["True", "TRUE", "yes", "on", "y", "1", "False", "no"] {
            rule(&format!("---\ndraft: {draft}\n---\n"), &[]);
        }
        rule("---\norder: 1.5\ndraft: false\nhero: {name: a}\n---\n", &[]);
    }
}
