//! Redirects of hosting services: `_redirects` (Netlify, Cloudflare Pages), `netlify.toml`, and `vercel.json`.

use crate::redirects::{MAX_SEARCHES, line_of, split_url};
use crate::tree::Tree;
use pailou_content::front_matter;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::{self, folder_of, name_of};
use pailou_content::root::{self, Root};
use pailou_content::yaml::{self, Value};

/// Redirects of one file.
pub(crate) struct HostingFile {
    /// Name and text of the file.
    pub(crate) source: (String, String),
    /// Old and new URL of each redirect.
    pub(crate) moved: Vec<(String, String)>,
    pub(crate) issues: Vec<Issue>,
}

/// Rule of a hosting service for the requests to a URL.
#[derive(Debug, PartialEq, Eq)]
struct Rule {
    from: String,
    to: String,
    status: u16,
    /// Whether the rule applies only to some requests, for example from one country.
    is_conditional: bool,
}

/// Reads the files of the site whose generator has its settings in the folder `base`. If several files have the same
/// name, the one in the least nested folder is read. `route` is the URL path below which the generator serves the
/// pages.
pub(crate) fn read_redirects(
    tree: &Tree<'_>,
    base: &str,
    route: &str,
) -> (Vec<HostingFile>, Vec<Issue>) {
    type Parse = fn(&str) -> Result<Vec<Rule>, (u32, String)>;
    let formats: [(&str, Parse); 3] = [
        ("_redirects", |text| Ok(text.lines().filter_map(rule_of_line).collect())),
        ("netlify.toml", rules_of_netlify),
        ("vercel.json", rules_of_vercel),
    ];
    let (mut files, mut issues) = (Vec::new(), Vec::new());
    let site = site_folder(base);
    for (name, parse) in formats {
        let is_of_site = |file: &str| {
            let folder = folder_of(file);
            root::inside(site, folder).is_some() || root::inside(folder, site).is_some()
        };
        let Some(file) = tree.nearest(|file| name_of(file) == name && is_of_site(file)) else {
            continue;
        };
        let parsed = tree.text(file).and_then(|text| {
            let invalid =
                |(line, detail)| Issue::warning("redirects-invalid", line, detail).in_file(file);
            Ok((parse(&text).map_err(invalid)?, text))
        });
        match parsed {
            Ok((rules, text)) => files.push(hosting_file(file, text, rules, route)),
            Err(issue) => issues.push(issue),
        }
    }
    (files, issues)
}

/// Returns the folder of a site from the folder of its settings, such as `docs/.vitepress` and `config/_default`.
fn site_folder(base: &str) -> &str {
    let base = base.strip_suffix("config/_default").unwrap_or(base);
    let hidden = if base.starts_with('.') { Some(0) } else { base.find("/.") };
    base[..hidden.unwrap_or(base.len())].trim_end_matches('/')
}

/// Divides the rules into redirects and issues. Ignores redirects that are not needed, and rules for error pages.
fn hosting_file(file: &str, text: String, rules: Vec<Rule>, route: &str) -> HostingFile {
    let (mut moved, mut issues) = (Vec::new(), Vec::new());
    for Rule { from, to, status, is_conditional } in rules {
        match status {
            300..=399 if !is_conditional => {
                let pair = (without_base(&from, route), without_base(&to, route));
                let old = split_url(&pair.0);
                // Not needed: redirects of the front page, which always exists, and redirects that only remove `.html`.
                if !old.1.is_empty() && old != split_url(&pair.1) {
                    moved.push(pair);
                }
            }
            200 | 300..=399 => {
                let detail = format!("{from} → {to}");
                let issue = Issue::of_file(Severity::Warning, "rewrite-not-read", file, detail);
                let is_searched = issues.len() < MAX_SEARCHES;
                let line = if is_searched { line_of(&text, &from) } else { None };
                issues.push(Issue { line, ..issue });
            }
            _ => {}
        }
    }
    HostingFile { source: (file.to_owned(), text), moved, issues }
}

/// Parses a line such as `/old id=:id /new 301! Country=us`.
fn rule_of_line(line: &str) -> Option<Rule> {
    let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
    let from = words.next()?;
    let is_target = |word: &&str| word.starts_with('/') || word.contains("://");
    let words: Vec<&str> = words.collect();
    let at = words.iter().position(is_target)?;
    let mut after = words[at + 1..].iter();
    let status = after.next().map_or("301", |word| word.trim_end_matches('!'));
    Some(Rule {
        from: page_path::decode(from),
        to: page_path::decode(words[at]),
        status: status.parse().unwrap_or(301),
        is_conditional: at > 0 || after.len() > 0 || status.contains('='),
    })
}

fn rules_of_netlify(text: &str) -> Result<Vec<Rule>, (u32, String)> {
    let settings =
        front_matter::toml_values(text).map_err(|issue| (issue.line.unwrap_or(1), issue.detail))?;
    Ok(rules_of(&settings, ("from", "to"), &["query", "conditions"], |rule| {
        rule.get("status").and_then(Value::text)?.parse().ok()
    }))
}

fn rules_of_vercel(text: &str) -> Result<Vec<Rule>, (u32, String)> {
    // JSON is a subset of YAML.
    let settings = yaml::parse(text).map_err(|error| (error.line, error.detail))?;
    Ok(rules_of(&settings, ("source", "destination"), &["has", "missing"], |_| None))
}

/// Returns the rules in the list `redirects`. `names` are the keys of the old and the new URL. A rule with one of the
/// keys in `conditions` is conditional. Rules without a status are redirects.
fn rules_of(
    settings: &Value,
    names: (&str, &str),
    conditions: &[&str],
    status: impl Fn(&Value) -> Option<u16>,
) -> Vec<Rule> {
    let is_set = |value: &Value| match value {
        Value::Nothing => false,
        Value::Text(_) => true,
        Value::List(values) => !values.is_empty(),
        Value::Map(entries) => !entries.is_empty(),
    };
    let rule = |rule: &Value| {
        let url = |name: &str| rule.get(name).and_then(Value::text).map(page_path::decode);
        Some(Rule {
            from: url(names.0)?,
            to: url(names.1)?,
            status: status(rule).unwrap_or(301),
            is_conditional: conditions.iter().filter_map(|name| rule.get(name)).any(is_set),
        })
    };
    let redirects = settings.get("redirects").map(Value::list).unwrap_or_default();
    redirects.iter().filter_map(rule).collect()
}

/// Removes `base`, the common URL path of the pages, from a URL, even if a language precedes it: `/zh/docs/a` →
/// `/zh/a`.
pub(crate) fn without_base(url: &str, base: &str) -> String {
    let path = url.trim_start_matches('/');
    let (language, rest) = match path.split_once('/') {
        Some((first, rest)) if Root::locale_of(first).is_some() => (first, rest),
        _ => ("", path),
    };
    match root::inside(base, rest) {
        Some(inside) if !base.is_empty() => format!("/{}", root::below(language, inside)),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_redirects_file_are_parsed() {
        let rule = |from: &str, to: &str, status, is_conditional| {
            Some(Rule { from: from.to_owned(), to: to.to_owned(), status, is_conditional })
        };
        for (line, expected) in [
            ("/a /b", rule("/a", "/b", 301, false)),
            ("  /a\t/b  302!  # moved", rule("/a", "/b", 302, false)),
            ("/%E6%97%A7 /%E6%96%B0", rule("/旧", "/新", 301, false)),
            ("/a https://example.org/b 308", rule("/a", "https://example.org/b", 308, false)),
            ("/a id=:id /b 301", rule("/a", "/b", 301, true)),
            ("/a /b 302 Language=zh", rule("/a", "/b", 302, true)),
            ("/a /b Country=cn", rule("/a", "/b", 301, true)),
            ("/* /index.html 200", rule("/*", "/index.html", 200, false)),
            ("# /a /b", None),
            ("/a", None),
            ("", None),
        ] {
            assert_eq!(rule_of_line(line), expected, "{line}");
        }
    }

    #[test]
    fn site_folder_is_derived_from_the_settings_folder() {
        for (base, folder) in [
            ("docs/.vitepress", "docs"),
            (".vitepress/config", ""),
            ("site/config/_default", "site"),
            ("config/_default", ""),
            ("website", "website"),
            ("", ""),
        ] {
            assert_eq!(site_folder(base), folder, "{base}");
        }
    }

    #[test]
    fn base_path_of_the_pages_is_removed_from_a_url() {
        for (url, base, expected) in [
            ("/docs/old", "docs", "/old"),
            ("/zh/docs/a/b#c", "docs", "/zh/a/b#c"),
            ("/docs", "docs", "/"),
            ("/docsify/a", "docs", "/docsify/a"),
            ("/blog/a", "docs", "/blog/a"),
            ("/a", "", "/a"),
            ("https://example.org/docs/a", "docs", "https://example.org/docs/a"),
        ] {
            assert_eq!(without_base(url, base), expected, "{url}");
        }
    }
}
