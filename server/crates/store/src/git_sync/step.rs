//! Decision about a text after its file was read again. Pure.

/// What the file said when it was last taken.
#[derive(Debug, Clone, Copy)]
pub struct Base<'a> {
    pub file_hash: &'a str,
    /// The revision that says it, if there is one.
    pub revision: Option<i64>,
}

/// The text as it stands on the site.
#[derive(Debug, Clone, Copy)]
pub struct Stands {
    pub revision: i64,
    /// Byte for byte what the file says now.
    pub says_the_same: bool,
    /// Its newest revision came from an imported folder, so it was not edited on the site.
    pub was_imported: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The text is the file's.
    Take,
    /// The same, and it was not the source's before.
    TakeOver,
    /// The site is ahead of Git: its text stays.
    Keep,
    /// Both have changed: the site's text stays until a user resolves the conflict.
    Conflict,
}

pub fn step(base: Option<Base<'_>>, stands: Option<Stands>, file_hash: &str) -> Step {
    let Some(stands) = stands else { return Step::Take };
    let Some(base) = base else {
        return match stands {
            Stands { says_the_same: true, .. } => Step::Take,
            Stands { was_imported: true, .. } => Step::TakeOver,
            _ => Step::Conflict,
        };
    };
    let was_edited = base.revision != Some(stands.revision);
    match (was_edited && !stands.says_the_same, base.file_hash == file_hash) {
        (false, _) => Step::Take,
        (true, true) => Step::Keep,
        (true, false) => Step::Conflict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: Option<(&str, Option<i64>)>, stands: Option<(i64, bool)>, expected: Step) {
        let base = base.map(|(file_hash, revision)| Base { file_hash, revision });
        let stands = stands.map(|(revision, says_the_same)| Stands {
            revision,
            says_the_same,
            was_imported: false,
        });
        assert_eq!(step(base, stands, "new"), expected, "{base:?} {stands:?}");
    }

    #[test]
    fn git_text_is_taken_if_the_site_is_unchanged() {
        check(None, None, Step::Take);
        check(Some(("old", Some(1))), Some((1, false)), Step::Take);
        check(Some(("new", Some(1))), Some((1, true)), Step::Take);
    }

    #[test]
    fn site_text_is_kept_if_git_is_unchanged() {
        check(Some(("new", Some(1))), Some((2, false)), Step::Keep);
        check(Some(("new", None)), Some((2, false)), Step::Keep);
    }

    #[test]
    fn different_changes_are_a_conflict() {
        check(Some(("old", Some(1))), Some((2, false)), Step::Conflict);
        check(Some(("old", None)), Some((2, false)), Step::Conflict);
        check(Some(("old", Some(1))), Some((2, true)), Step::Take);
    }

    #[test]
    fn page_edited_before_the_first_import_is_a_conflict() {
        check(None, Some((1, false)), Step::Conflict);
        check(None, Some((1, true)), Step::Take);
        let imported = Stands { revision: 1, says_the_same: false, was_imported: true };
        assert_eq!(step(None, Some(imported), "new"), Step::TakeOver);
    }
}
