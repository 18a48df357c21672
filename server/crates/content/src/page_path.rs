//! Page paths, derived from file names, and their URLs.

use core_wasm::locale::Locale;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::file_name;

pub const MARKDOWN: &[&str] = &["md", "mdx", "markdown"];

/// Characters to escape in a path: those that RFC 3986 does not allow there, and `&` and `'`.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'!')
    .remove(b'$')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@')
    .remove(b'/');

const LONGEST: usize = 600;
/// Maximum length, in bytes, of one part of a path: followed by `.md`, the part must still be a valid file name.
const LONGEST_PART: usize = file_name::MAX_PART_BYTES - ".md".len();
/// Maximum number of parts of a path: one less than for files, because the language folder precedes the path.
const MAX_PARTS: usize = file_name::MAX_PARTS - 1;

/// Returns the page path of a Markdown file: its path without extension, or its folder for an index file. `file` is
/// relative to the root of its locale. The error is the reason why the path is invalid.
pub fn path_of_file(file: &str) -> Result<String, &'static str> {
    let (stem, _) = split_markdown(file).unwrap_or((file, ""));
    let path = match stem.rsplit_once('/') {
        Some((folder, name)) if is_index(name) => folder,
        None if is_index(stem) => "",
        _ => stem,
    };
    check_page_path(path)?;
    Ok(path.to_owned())
}

/// Replaces the last part of the path by a `slug`, or the whole path if the slug begins with `/`.
pub fn with_slug(path: &str, slug: &str) -> Result<String, &'static str> {
    let from_top = slug.starts_with('/');
    let slug = slug.trim_matches('/');
    let path = match path.rsplit_once('/') {
        Some((folder, _)) if !from_top && !slug.is_empty() => format!("{folder}/{slug}"),
        _ => slug.to_owned(),
    };
    check_page_path(&path)?;
    Ok(path)
}

/// Rejects page paths that are never valid, regardless of their origin. A name that is invalid only on Windows is
/// accepted, because an export escapes it; see [`file_name`].
pub fn check_page_path(path: &str) -> Result<(), &'static str> {
    if path.is_empty() {
        return Ok(());
    }
    if path.len() > LONGEST {
        return Err("longer than 600 bytes");
    }
    if path.split('/').count() > MAX_PARTS {
        return Err("more than 31 parts");
    }
    for part in path.split('/') {
        match part {
            "" => return Err("an empty part"),
            "." | ".." => return Err("a `.` or `..` segment"),
            _ if part.len() > LONGEST_PART => return Err("a part of more than 252 bytes"),
            _ if part.contains(|c: char| c.is_control() || c == '\\') => {
                return Err("a control character or backslash");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Splits `guide/start.md` into `guide/start` and `md`; `None` for other files.
pub fn split_markdown(file: &str) -> Option<(&str, &str)> {
    let (stem, extension) = file.rsplit_once('.')?;
    let is_markdown = MARKDOWN.iter().any(|known| known.eq_ignore_ascii_case(extension));
    (is_markdown && !stem.is_empty() && !stem.ends_with('/')).then_some((stem, extension))
}

pub fn is_index(name: &str) -> bool {
    ["index", "readme", "_index"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns a URL such as `/index/zh/docs/guide/start`.
pub fn page_url(locale: Locale, path: &str) -> String {
    let base = format!("/index/{}/docs", locale.segment());
    if path.is_empty() { base } else { format!("{base}/{}", utf8_percent_encode(path, PATH)) }
}

/// Returns the path of a page or a file as in its URL: `@2.1/guide/start` in an old version.
pub fn in_version(version: Option<&str>, path: &str) -> String {
    match version {
        None => path.to_owned(),
        Some(version) if path.is_empty() => format!("@{version}"),
        Some(version) => format!("@{version}/{path}"),
    }
}

/// Inverse of `in_version`. If the path begins with a folder such as `@types`, the name of the folder is returned as
/// the version. Returns `None` for a path that does not begin with `@`.
pub fn split_version(path: &str) -> Option<(&str, &str)> {
    let (version, rest) = path.strip_prefix('@')?.split_once('/').unwrap_or((&path[1..], ""));
    (!version.is_empty()).then_some((version, rest))
}

/// Splits the path after `/index/` into language, area, and path within the area.
pub fn split_url_path(below: &str) -> (Option<Locale>, &str, &str) {
    let (first, rest) = below.split_once('/').unwrap_or((below, ""));
    let locale = Locale::from_segment(first);
    let below = if locale.is_some() { rest } else { below };
    let (area, path) = below.split_once('/').unwrap_or((below, ""));
    (locale, area, path)
}

/// Returns a URL such as `/index/zh`.
pub(crate) fn front_url(locale: Locale) -> String {
    format!("/index/{}", locale.segment())
}

/// Returns a URL such as `/index/media/img/a.png`, for a path relative to the scanned folder.
pub fn media_url(file: &str) -> String {
    format!("/index/media/{}", utf8_percent_encode(file, PATH))
}

/// Percent-decodes a part of a URL; a result that is not UTF-8 is returned undecoded.
pub fn decode(text: &str) -> String {
    percent_decode_str(text)
        .decode_utf8()
        .map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned)
}

/// Percent-encodes a fragment, with the same escapes as in paths.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, PATH).to_string()
}

/// Returns the folders above a path, outermost first: `a/b/c` → `a`, `a/b`.
pub fn folders(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.match_indices('/').map(|(at, _)| &path[..at])
}

/// Joins `path` to `folder` and resolves `.` and `..`. Returns `None` if the result is outside the scanned folder.
pub fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Returns the folder of a file; empty for the top folder.
pub fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the name of a file or folder: `a/b.md` → `b.md`.
pub fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Converts a file name to a title: `official-plugins` and `officialPlugins` → `Official plugins`. A leading number is
/// removed.
pub fn title_from_name(name: &str) -> String {
    let name =
        name.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '_' | '.' | ' '));
    let mut title = String::new();
    for c in name.chars() {
        match c {
            '-' | '_' => title.push(' '),
            _ if title.is_empty() => title.extend(c.to_uppercase()),
            _ if c.is_ascii_uppercase()
                && title.ends_with(|last: char| last.is_ascii_lowercase()) =>
            {
                title.push(' ');
                title.extend(c.to_lowercase());
            }
            _ => title.push(c),
        }
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_path_has_no_extension_and_no_index_name() {
        for (file, path) in [
            ("guide/start.md", "guide/start"),
            ("guide/index.mdx", "guide"),
            ("README.md", ""),
            ("a/_index.markdown", "a"),
            ("指南/快速 开始.md", "指南/快速 开始"),
            ("a.b.md", "a.b"),
            ("100%.md", "100%"),
        ] {
            assert_eq!(path_of_file(file).as_deref(), Ok(path), "{file}");
        }
    }

    #[test]
    fn invalid_or_too_long_paths_are_rejected() {
        for file in ["../a.md", "a//b.md", "a/./b.md", "a\u{0}.md", "a\n.md", "a\\b.md"] {
            assert!(path_of_file(file).is_err(), "{file:?}");
        }
        assert!(path_of_file(&"a".repeat(700)).is_err());
    }

    #[test]
    fn page_path_length_is_limited() {
        for (path, is_ok) in [
            ("长".repeat(84), true),
            (format!("{}x", "长".repeat(84)), false),
            (vec!["a"; 31].join("/"), true),
            (vec!["a"; 32].join("/"), false),
        ] {
            assert_eq!(check_page_path(&path).is_ok(), is_ok, "{path}");
        }
    }

    #[test]
    fn slug_replaces_the_name_or_the_whole_path() {
        for (path, slug, expected) in
            [("a/b", "c", "a/c"), ("a/b", "/c/d/", "c/d"), ("b", "c", "c"), ("a/b", "/", "")]
        {
            assert_eq!(with_slug(path, slug).as_deref(), Ok(expected), "{path} {slug}");
        }
        assert!(with_slug("a", "../b").is_err());
    }

    #[test]
    fn generated_urls_are_percent_encoded() {
        assert_eq!(page_url(Locale::Zh, ""), "/index/zh/docs");
        assert_eq!(page_url(Locale::En, "a b/文?#%"), "/index/en/docs/a%20b/%E6%96%87%3F%23%25");
        assert_eq!(media_url("a\"<.png"), "/index/media/a%22%3C.png");
    }

    #[test]
    fn url_path_is_split_into_language_area_and_page_path() {
        let (zh, en) = (Some(Locale::Zh), Some(Locale::En));
        for (below, expected) in [
            ("zh/docs/guide/start", (zh, "docs", "guide/start")),
            ("en", (en, "", "")),
            ("en/news", (en, "news", "")),
            ("docs/a", (None, "docs", "a")),
            ("docsx", (None, "docsx", "")),
            ("", (None, "", "")),
        ] {
            assert_eq!(split_url_path(below), expected, "{below}");
        }
    }

    #[test]
    fn version_precedes_the_page_path_in_urls() {
        for (path, version, rest) in
            [("@2.1/guide/start", "2.1", "guide/start"), ("@2.1", "2.1", "")]
        {
            assert_eq!(split_version(path), Some((version, rest)));
            assert_eq!(in_version(Some(version), rest), path);
        }
        assert_eq!(split_version("@2.1/"), Some(("2.1", "")));
        for path in ["", "@", "@/a", "guide/@2.1", "a"] {
            assert_eq!(split_version(path), None, "{path}");
        }
        assert_eq!(page_url(Locale::Zh, "@2.1/a"), "/index/zh/docs/@2.1/a");
    }

    #[test]
    fn dot_segments_cannot_leave_the_folder() {
        for (folder, path, expected) in [
            ("a/b", "../c", Some("a/c")),
            ("a/b", "./c/", Some("a/b/c")),
            ("", "x/../y", Some("y")),
            ("a", "../../b", None),
        ] {
            assert_eq!(join(folder, path).as_deref(), expected, "{folder} {path}");
        }
    }

    #[test]
    fn title_from_name_splits_words() {
        for (name, expected) in [
            ("official-plugins", "Official plugins"),
            ("gettingStarted", "Getting started"),
            ("01-intro", "Intro"),
            ("API", "API"),
            ("指南", "指南"),
        ] {
            assert_eq!(title_from_name(name), expected);
        }
    }
}
