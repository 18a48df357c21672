//! Selects the action of a Git update for the text of a file.

/// Earlier content of the file, with which the site and the new file are compared.
#[derive(Debug, Clone, Copy)]
pub struct Base<'a> {
    pub file_hash: &'a str,
    /// Revision with that content, if there is one.
    pub revision: Option<i64>,
}

/// Current text on the site.
#[derive(Debug, Clone, Copy)]
pub struct LocalState {
    pub revision: i64,
    /// Whether the text is byte for byte equal to the file.
    pub has_equal_text: bool,
    /// Whether the newest revision of the text comes from an import or from Git. If so, the text was
    /// not edited on the site after that.
    pub was_imported: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncStep {
    /// The text is replaced by the content of the file.
    Take,
    /// Like `Take`, for a text that did not belong to the Git source before.
    TakeOver,
    /// Only the text on the site has changed, so it is kept.
    Keep,
    /// The text on the site and the file have both changed. The text is kept until a user resolves
    /// the conflict.
    Conflict,
}

pub fn step(base: Option<Base<'_>>, local: Option<LocalState>, file_hash: &str) -> SyncStep {
    let Some(local) = local else { return SyncStep::Take };
    let Some(base) = base else {
        return match local {
            LocalState { has_equal_text: true, .. } => SyncStep::Take,
            LocalState { was_imported: true, .. } => SyncStep::TakeOver,
            _ => SyncStep::Conflict,
        };
    };
    let was_edited = base.revision != Some(local.revision);
    match (was_edited && !local.has_equal_text, base.file_hash == file_hash) {
        (false, _) => SyncStep::Take,
        (true, true) => SyncStep::Keep,
        (true, false) => SyncStep::Conflict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: Option<(&str, Option<i64>)>, local: Option<(i64, bool)>, expected: SyncStep) {
        let base = base.map(|(file_hash, revision)| Base { file_hash, revision });
        let local = local.map(|(revision, has_equal_text)| LocalState {
            revision,
            has_equal_text,
            was_imported: false,
        });
        assert_eq!(step(base, local, "new"), expected, "{base:?} {local:?}");
    }

    #[test]
    fn git_text_is_used_if_the_site_text_is_unchanged() {
        check(None, None, SyncStep::Take);
        check(Some(("old", Some(1))), Some((1, false)), SyncStep::Take);
        check(Some(("new", Some(1))), Some((1, true)), SyncStep::Take);
    }

    #[test]
    fn site_text_is_kept_if_the_git_text_is_unchanged() {
        check(Some(("new", Some(1))), Some((2, false)), SyncStep::Keep);
        check(Some(("new", None)), Some((2, false)), SyncStep::Keep);
    }

    #[test]
    fn only_different_changes_on_both_sides_are_a_conflict() {
        check(Some(("old", Some(1))), Some((2, false)), SyncStep::Conflict);
        check(Some(("old", None)), Some((2, false)), SyncStep::Conflict);
        check(Some(("old", Some(1))), Some((2, true)), SyncStep::Take);
    }

    #[test]
    fn edited_text_without_base_conflicts_if_not_equal_to_git() {
        check(None, Some((1, false)), SyncStep::Conflict);
        check(None, Some((1, true)), SyncStep::Take);
        let imported = LocalState { revision: 1, has_equal_text: false, was_imported: true };
        assert_eq!(step(None, Some(imported), "new"), SyncStep::TakeOver);
    }
}
