//! Outdated markers in translation files. Site generators can show a notice based on a marker in front matter. In a
//! shallow clone, the markers replace the states from the missing history.

use std::fs;
use std::path::Path;

use core_wasm::locale::Locale;

use crate::file;
use crate::report::{Count, Counts, Finding, PageStates, Report, Source, State};
use pailou_content::front_matter::{self, Format};
use pailou_importers::folder::Folder;

const COMMENT: &str = "<!-- pailou: outdated -->";
/// Comment syntax for MDX, in which HTML comments are syntax errors.
const MDX_COMMENT: &str = "{/* pailou: outdated */}";

/// Kind of outdated marker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mark {
    /// Front matter field with this key and the value `true`.
    FrontMatter(String),
    /// Comment at the start of the body.
    Comment,
}

impl Default for Mark {
    fn default() -> Self {
        Self::FrontMatter("outdated".to_owned())
    }
}

impl Mark {
    /// Parses `comment` or `front-matter:KEY`; `None` for other text. A key begins with an ASCII letter and contains
    /// only ASCII letters, digits, `_`, and `-`.
    pub fn named(name: &str) -> Option<Self> {
        if name == "comment" {
            return Some(Self::Comment);
        }
        let key = name.strip_prefix("front-matter:")?;
        let is_key = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let is_valid =
            key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_key);
        is_valid.then(|| Self::FrontMatter(key.to_owned()))
    }

    fn is_in(&self, text: &str) -> bool {
        let parts = front_matter::split(text);
        match self {
            Self::Comment => parts.body.starts_with(COMMENT) || parts.body.starts_with(MDX_COMMENT),
            Self::FrontMatter(key) => {
                let values = parts.values().ok();
                values.is_some_and(|it| it.get(key).and_then(|it| it.text()) == Some("true"))
            }
        }
    }
}

/// Files, grouped by the result of writing the markers.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Written {
    pub marked: Vec<String>,
    pub unmarked: Vec<String>,
    /// Unchanged files, with an error code: `json`, `value`, `link`, `unreadable`, `unwritable`.
    pub skipped: Vec<(String, &'static str)>,
}

/// Adds the marker to each file with outdated segments, and removes it from all other files. Omits pages in one
/// language, and files in languages outside `report.locales`.
pub fn write_marks(dir: &Path, report: &Report, mark: &Mark) -> Written {
    let mut written = Written::default();
    let locales = &report.locales;
    for page in &report.pages {
        for locale in locales {
            let (Some(name), Some(_)) = (page.file(*locale), page.file(locale.other())) else {
                continue;
            };
            let is_outdated = page.counts(*locale).outdated.segments > 0;
            match write_one(dir, name, mark, is_outdated) {
                Ok(true) if is_outdated => written.marked.push(name.to_owned()),
                Ok(true) => written.unmarked.push(name.to_owned()),
                Ok(false) => {}
                Err(code) => written.skipped.push((name.to_owned(), code)),
            }
        }
    }
    written
}

fn write_one(dir: &Path, name: &str, mark: &Mark, is_outdated: bool) -> Result<bool, &'static str> {
    let path = dir.join(name);
    let (top, canonical_path) = (dir.canonicalize(), path.canonicalize());
    let (Ok(top), Ok(canonical_path)) = (top, canonical_path) else { return Err("unreadable") };
    // A symbolic link is skipped, because its target may be the file of another page.
    if canonical_path != top.join(name) {
        return Err("link");
    }
    let text = fs::read(&canonical_path).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let text = text.ok_or("unreadable")?;
    let is_mdx = Path::new(name).extension().is_some_and(|it| it.eq_ignore_ascii_case("mdx"));
    match changed(&text, mark, is_mdx, is_outdated)? {
        Some(changed) => file::write_file(&canonical_path, changed.as_bytes())
            .map(|()| true)
            .map_err(|_| "unwritable"),
        None => Ok(false),
    }
}

/// Returns the text with the marker added (`is_outdated`) or removed; `None` if it needs no change, and an error code
/// if the marker cannot be added or removed. `is_mdx` selects the syntax of a comment.
fn changed(
    text: &str,
    mark: &Mark,
    is_mdx: bool,
    is_outdated: bool,
) -> Result<Option<String>, &'static str> {
    if mark.is_in(text) == is_outdated {
        return Ok(None);
    }
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let changed = match mark {
        Mark::Comment => Some(with_comment(text, is_mdx, is_outdated, line_end)),
        Mark::FrontMatter(key) => with_field(text, key, is_outdated, line_end)?,
    };
    let Some(changed) = changed else { return Ok(None) };
    if mark.is_in(&changed) != is_outdated {
        return Err("value");
    }
    Ok(Some(changed))
}

fn with_comment(text: &str, is_mdx: bool, is_outdated: bool, line_end: &str) -> String {
    let parts = front_matter::split(text);
    let (front, body) = (parts.front, parts.body);
    if is_outdated {
        let comment = if is_mdx { MDX_COMMENT } else { COMMENT };
        let before =
            if front.is_empty() || front.ends_with(['\n', '\u{feff}']) { "" } else { line_end };
        return format!("{front}{before}{comment}{line_end}{line_end}{body}");
    }
    let rest = body.strip_prefix(COMMENT).or_else(|| body.strip_prefix(MDX_COMMENT));
    let mut rest = rest.unwrap_or(body);
    for _ in 0..2 {
        rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).unwrap_or(rest);
    }
    format!("{front}{rest}")
}

fn with_field(
    text: &str,
    key: &str,
    is_outdated: bool,
    line_end: &str,
) -> Result<Option<String>, &'static str> {
    let parts = front_matter::split(text);
    let (line, colon) = match parts.format {
        None if is_outdated => {
            let front = parts.front;
            let fields = format!("---{line_end}{key}: true{line_end}---{line_end}{line_end}");
            return Ok(Some(format!("{front}{fields}{}", parts.body)));
        }
        None => return Ok(None),
        Some(Format::Json) => return Err("json"),
        Some(Format::Yaml) => (format!("{key}: true{line_end}"), ':'),
        Some(Format::Toml) => (format!("{key} = true{line_end}"), '='),
    };
    let start = parts.fields.as_ptr() as usize - text.as_ptr() as usize;
    let (before, after) = (&text[..start], &text[start + parts.fields.len()..]);
    let own = parts.fields.split_inclusive('\n').find(|line| {
        line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(colon))
    });
    let fields = match (own, is_outdated) {
        (Some(own), _) => {
            let value = own.split_once(colon).map_or("", |(_, value)| value.trim());
            if !matches!(value, "true" | "false") {
                return Err("value");
            }
            let new = if is_outdated { line.as_str() } else { "" };
            parts.fields.replacen(own, new, 1)
        }
        (None, false) => return Err("value"),
        // In TOML, a key after a table header would belong to the table, so the field is added first.
        (None, true) if colon == '=' => format!("{line}{}", parts.fields),
        (None, true) => format!("{}{line}", parts.fields),
    };
    let is_ours = fields.is_empty() && !is_outdated && colon == ':';
    if let Some(rest) = is_ours.then(|| own_front_matter(before, after, line_end)).flatten() {
        return Ok(Some(rest));
    }
    let changed = format!("{before}{fields}{after}");
    let is_same = front_matter::split(&changed).body == parts.body;
    if is_same { Ok(Some(changed)) } else { Err("value") }
}

/// Joins the texts before and after an empty front matter block. `before` ends with the first `---` line of the block,
/// and `after` begins with the second. Returns `None` if no blank line follows the block.
fn own_front_matter(before: &str, after: &str, line_end: &str) -> Option<String> {
    let opening = format!("---{line_end}");
    let before = before.strip_suffix(&opening)?;
    let after = after.strip_prefix(&format!("---{line_end}{line_end}"))?;
    Some(format!("{before}{after}"))
}

/// Whether any file has a marker or specifies a source commit.
pub(crate) fn has_any(folder: &Folder, mark: &Mark) -> bool {
    folder.pages.iter().any(|page| mark.is_in(&page.text) || names_commit(&page.text))
}

fn names_commit(text: &str) -> bool {
    let Ok(values) = front_matter::split(text).values() else { return false };
    let nested = values.get("l10n").and_then(|l10n| l10n.get("sourceCommit"));
    nested.or_else(|| values.get("sourceCommit")).is_some_and(|value| value.text().is_some())
}

/// Counts the up-to-date segments of each translation with a marker as outdated, and replaces its outdated findings by
/// one finding for the whole page.
pub(crate) fn apply(folder: &Folder, mark: &Mark, pages: &mut [PageStates]) {
    let marked = folder.pages.iter().filter(|page| mark.is_in(&page.text));
    let marked: std::collections::HashSet<&str> = marked.map(|page| page.file.as_str()).collect();
    for page in pages {
        for locale in Locale::ALL {
            let Some(file) = page.file(locale).filter(|file| marked.contains(file)) else {
                continue;
            };
            let file = file.to_owned();
            let source = page.file(locale.other()).unwrap_or_default().to_owned();
            let counts = match locale {
                Locale::Zh => &mut page.zh,
                Locale::En => &mut page.en,
            };
            let count = all_outdated(counts);
            page.findings.retain(|it| it.locale != locale || it.state != State::Outdated);
            page.findings.insert(0, whole(locale, file, source, count));
        }
    }
}

fn all_outdated(counts: &mut Counts) -> Count {
    let up_to_date = std::mem::take(&mut counts.up_to_date);
    counts.outdated.add(up_to_date);
    counts.outdated
}

fn whole(locale: Locale, file: String, source: String, count: Count) -> Finding {
    Finding {
        state: State::Outdated,
        locale,
        file,
        line: 1,
        kind: "page".to_owned(),
        heading: None,
        count,
        change: None,
        conflict: false,
        copy: false,
        since: None,
        source: Source { file: source, line: None, old: None, new: None },
        translation: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> Mark {
        Mark::FrontMatter("outdated".to_owned())
    }

    /// Checks that adding the marker to `text` (of an MDX file if `is_mdx`) produces `marked`, and that removing it
    /// restores `text`.
    #[track_caller]
    fn check(mark: &Mark, is_mdx: bool, text: &str, marked: &str) {
        assert_eq!(changed(text, mark, is_mdx, true).as_ref(), Ok(&Some(marked.to_owned())));
        assert_eq!(changed(marked, mark, is_mdx, true), Ok(None), "{marked}");
        assert_eq!(changed(marked, mark, is_mdx, false), Ok(Some(text.to_owned())));
        assert_eq!(changed(text, mark, is_mdx, false), Ok(None), "{text}");
    }

    #[test]
    fn outdated_marker_is_added_and_removed_losslessly() {
        check(&key(), false, "# A\n", "---\noutdated: true\n---\n\n# A\n");
        check(
            &key(),
            false,
            "---\ntitle: A\n---\n# A\n",
            "---\ntitle: A\noutdated: true\n---\n# A\n",
        );
        check(
            &key(),
            false,
            "+++\ntitle = 'A'\n[x]\ny = 1\n+++\n\n# A\n",
            "+++\noutdated = true\ntitle = 'A'\n[x]\ny = 1\n+++\n\n# A\n",
        );
        let (text, marked) =
            ("\u{feff}# A\r\n", "\u{feff}---\r\noutdated: true\r\n---\r\n\r\n# A\r\n");
        check(&key(), false, text, marked);
        check(&Mark::Comment, false, "# A\n", "<!-- pailou: outdated -->\n\n# A\n");
        check(&Mark::Comment, true, "# A", "{/* pailou: outdated */}\n\n# A");
        check(
            &Mark::Comment,
            false,
            "---\na: b\n---\n\n# A\n",
            "---\na: b\n---\n<!-- pailou: outdated -->\n\n\n# A\n",
        );
    }

    #[test]
    fn marker_is_not_added_to_unsupported_front_matter() {
        for (text, code) in [
            ("{\n\"title\": \"A\"\n}\n# A\n", "json"),
            ("{\"title\":\"A\"}\n# A\n", "json"),
            ("---\noutdated: since May\n---\n# A\n", "value"),
            ("---\n{title: A}\n---\n# A\n", "value"),
        ] {
            let done = changed(text, &key(), false, true);
            assert_eq!(done, Err(code), "{text}");
        }
        let text = "---\noutdated: false\n---\n# A\n";
        let marked = "---\noutdated: true\n---\n# A\n";
        assert_eq!(changed(text, &key(), false, true), Ok(Some(marked.to_owned())));
    }

    #[test]
    fn outdated_marker_option_is_parsed() {
        assert_eq!(Mark::named("front-matter:outdated"), Some(Mark::default()));
        assert_eq!(Mark::named("comment"), Some(Mark::Comment));
        for name in ["", "front-matter:", "front-matter:a b", "front-matter:a:\n", "flag"] {
            assert_eq!(Mark::named(name), None, "{name}");
        }
    }
}
