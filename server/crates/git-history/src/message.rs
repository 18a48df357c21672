//! Translation information in commit messages: source commits and trailers.

/// Acknowledgement in a commit message: the path of a page, and optionally a section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// Path relative to the top of the repository.
    pub path: String,
    /// Id of a heading; `None` for the whole page.
    pub section: Option<String>,
    /// Commit of the merged branch that contains the acknowledgement; `None` if it is on the main line.
    pub commit: Option<String>,
}

/// Maximum number of acknowledgements that are read from one commit.
pub(crate) const MAX_MARKS: usize = 1_000;

/// Maximum number of stored characters of a source commit that is not a commit id.
const MAX_VALUE: usize = 100;

/// Returns the source commit of a translation: the first commit id in the `Source-Commit` trailers, or the beginning of
/// a trailer without commit id. Without a trailer, returns the commit id from a line with a word such as "sync" or
/// "upstream". The line may instead contain "up to" or "based on" before the id, as in Vue's and Kubernetes' messages.
/// U+0002 separates trailers.
pub(crate) fn source_commit(trailers: &str, message: &str) -> Option<String> {
    let id = trailers.split('\u{2}').find_map(first_id);
    let written = || trailers.split('\u{2}').map(str::trim).find(|value| !value.is_empty());
    let trailer = id.or_else(|| Some(shortened(written()?)));
    trailer.or_else(|| message.lines().take(20).find_map(synchronized))
}

/// Whether one of the trailers has a value.
pub(crate) fn has_value(trailers: &str) -> bool {
    trailers.split('\u{2}').any(|value| !value.trim().is_empty())
}

/// Truncates the value of a trailer or of a front matter field to `MAX_VALUE` characters.
pub(crate) fn shortened(value: &str) -> String {
    value.chars().take(MAX_VALUE).collect()
}

/// Returns the commit id of a line that describes a synchronization of the translation with its source text; `None` for
/// any other line.
fn synchronized(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    // A commit id in the message of a revert or a cherry-pick is not a source commit.
    let is_other = ["revert", "cherry pick", "cherry-pick", "this reverts"];
    if is_other.iter().any(|it| lower.contains(it)) {
        return None;
    }
    let keywords = ["sync", "upstream", "source commit", "同步", "上游"];
    if keywords.iter().any(|word| lower.contains(word)) {
        return line.split(|c: char| !c.is_ascii_alphanumeric()).rev().find_map(clear_id);
    }
    // These keywords have other uses, so the id must follow directly or after one word such as "commit".
    ["up to", "based on"].into_iter().find_map(|keyword| {
        let rest = &lower[lower.find(keyword)? + keyword.len()..];
        let words = rest.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
        words.take(2).find_map(clear_id)
    })
}

/// Returns `word` if it is probably a commit id. Letters alone are probably a word, and digits alone a number or a
/// date: of 27 ids with 7 hexadecimal digits, 26 contain a letter.
fn clear_id(word: &str) -> Option<String> {
    let has_letter = word.contains(|c: char| c.is_ascii_alphabetic());
    let has_digit = word.contains(|c: char| c.is_ascii_digit());
    (is_id(word) && has_letter && has_digit).then(|| word.to_owned())
}

/// Whether `subject`, the first line of a merge commit's message, describes an update of the current branch: a merge of
/// the main branch, or of the branch with the same name in another repository (`git pull`).
pub(crate) fn is_pull(subject: &str) -> bool {
    let rest = |prefix| subject.strip_prefix(prefix).and_then(|rest: &str| rest.split_once('\''));
    let (branch, rest) = match (rest("Merge branch '"), rest("Merge remote-tracking branch '")) {
        // A quoted target means a merge request. If its branch is called `main`, it is the main branch of a fork.
        (Some((branch, rest)), _) if !rest.starts_with(" into '") => (branch, rest),
        (_, Some((branch, rest))) => (branch.split_once('/').map_or(branch, |(_, it)| it), rest),
        _ => return false,
    };
    // Some services write the owner of the repository before the branch: `owner:branch`.
    let branch = branch.split_once(':').map_or(branch, |(_, it)| it);
    let is_main = branch == "master" || branch == "main" || branch.ends_with("/main");
    match rest.rsplit_once(" into ") {
        Some((_, target)) => is_main || target.trim_matches('\'') == branch,
        None => is_main,
    }
}

/// Returns the first commit id in a text; `None` if there is none. An id followed by `~` or `^` is skipped, because it
/// refers to another commit.
fn first_id(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '~' || c == '^';
    let word = text.split(|c: char| !is_part(c)).find(|word| is_id(word));
    word.map(str::to_owned)
}

/// Whether a word can be a full or abbreviated commit id.
pub fn is_id(word: &str) -> bool {
    (7..=64).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Parses the trailers `Translation-Still-Correct: path#section`.
pub(crate) fn marks(trailers: &str) -> Vec<Mark> {
    let mark = |line: &str| {
        let (path, section) = match line.split_once('#') {
            Some((path, section)) => (path, Some(section.trim().to_owned())),
            None => (line, None),
        };
        let path = path.trim().trim_start_matches("./").to_owned();
        let section = section.filter(|section| !section.is_empty());
        (!path.is_empty()).then_some(Mark { path, section, commit: None })
    };
    trailers.split('\u{2}').filter_map(mark).take(MAX_MARKS).collect()
}

/// Returns the name of a contact without the email address. An email address in the name is shortened to the part
/// before `@`.
pub fn name_of(contact: &str) -> String {
    let name = contact.split('<').next().unwrap_or_default();
    let word = |word: &str| match word.split_once('@') {
        Some((local, host)) if local.contains(char::is_alphanumeric) && !host.is_empty() => {
            local.to_owned()
        }
        _ => word.to_owned(),
    };
    name.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_name_excludes_the_email_address() {
        for (contact, name) in [
            ("Ann Example <ann@example.org>", "Ann Example"),
            ("ann@example.org", "ann"),
            ("ann@example.org <ann@example.org>", "ann"),
            ("王 芳", "王 芳"),
            ("Ann (@ann)", "Ann (@ann)"),
            ("<ann@example.org>", ""),
        ] {
            assert_eq!(name_of(contact), name, "{contact}");
        }
    }

    #[test]
    fn source_commit_trailer_overrides_the_message() {
        assert_eq!(source_commit("abc1234", "docs: sync to def5678").as_deref(), Some("abc1234"));
        assert_eq!(source_commit("", "docs: sync to def5678").as_deref(), Some("def5678"));
        let vue = "docs(sync): from vuejs/docs@0a1b2c3 (#12)";
        assert_eq!(source_commit("", vue).as_deref(), Some("0a1b2c3"));
        assert_eq!(source_commit("abc1234~1", "").as_deref(), Some("abc1234~1"));
        assert_eq!(source_commit(" HEAD~1\u{2}", "sync def5678").as_deref(), Some("HEAD~1"));
        assert_eq!(source_commit(" \u{2}", "sync def5678").as_deref(), Some("def5678"));
        for message in ["[zh] Update up to def5678", "Based on commit def5678", "up to `def5678`."]
        {
            assert_eq!(source_commit("", message).as_deref(), Some("def5678"), "{message}");
        }
        let zh = "同步上游文档至 e3f4a5b6";
        assert_eq!(source_commit("", zh).as_deref(), Some("e3f4a5b6"));
    }

    #[test]
    fn numbers_words_and_unrelated_ids_are_not_source_commits() {
        for message in [
            "sync 2026112 pages",
            "Revert \"sync\"\n\nThis reverts commit abc1234.",
            "sync defaced facade",
            "fix abc1234",
            "Speed up to the level of release abc1234",
            "based on the review of abc1234",
            "",
        ] {
            assert_eq!(source_commit("", message), None, "{message}");
        }
    }

    #[test]
    fn merges_by_pull_are_detected_from_the_message() {
        for (subject, expected) in [
            ("Merge branch 'main' of https://example.org/site", true),
            ("Merge branch 'main' of github.com:org/site into main", true),
            ("Merge branch 'docs' of https://example.org/site into docs", true),
            ("Merge remote-tracking branch 'origin/main'", true),
            ("Merge remote-tracking branch 'upstream/docs/zh' into docs/zh", true),
            ("Merge branch 'main' into topic", true),
            ("Merge branch 'vuejs:main' into main", true),
            ("Merge branch 'zh' of https://example.org/site into main", false),
            ("Merge branch 'zh' of https://example.org/site", false),
            ("Merge remote-tracking branch 'origin/zh'", false),
            ("Merge branch 'main' into 'main'", false),
            ("Merge branch 'zh'", false),
            ("Merge pull request #12 from user/main", false),
            ("Translate the cache page", false),
            ("Merge branch '", false),
        ] {
            assert_eq!(is_pull(subject), expected, "{subject}");
        }
    }

    #[test]
    fn acknowledgement_has_a_path_and_an_optional_section() {
        let mark = |path: &str, section: Option<&str>| Mark {
            path: path.to_owned(),
            section: section.map(str::to_owned),
            commit: None,
        };
        let read = marks("docs/zh/a.md#size\u{2}./docs/zh/b.md\u{2}\u{2}c.md#");
        let expected =
            [mark("docs/zh/a.md", Some("size")), mark("docs/zh/b.md", None), mark("c.md", None)];
        assert_eq!(read, expected);
    }
}
