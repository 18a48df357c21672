//! Import of tags as versions of the documentation. A tag is imported once, and again when it points to another commit
//! or the settings of the source change. The import neither overwrites nor restores versions that a user created,
//! replaced, or deleted on the site.

use std::collections::HashMap;

use super::git::Git;
use super::store::{self, VersionRow};
use super::tree;
use super::update::UpdateError;
use pailou_content::issue::{Issue, Severity};
use pailou_content::root::Root;
use pailou_content::version_name;
use pailou_git_history::command::GitError;
use pailou_settings::sources::{Source, Tags};
use pailou_store::context::Store;
use pailou_store::version_list;
use pailou_store::version_list::State;
use pailou_versions::Change;

/// Prefix of the refs of fetched tags.
const TAGS: &str = "refs/pailou/tags/";
/// Maximum number of imported tags. The tags with the highest version names are used.
const MAX_VERSIONS: usize = 50;
/// Output format for tags: full name, commit of an annotated tag, object id of the tag, date.
const FORMAT: &str = "--format=%(refname)%00%(*objectname)%00%(objectname)%00%(creatordate:unix)";

/// Tag that is imported as a version of the documentation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VersionTag {
    pub tag: String,
    /// Name of the version.
    name: String,
    commit: String,
    /// Creation time in milliseconds since 1970.
    at: i64,
}

/// Fetches the tags that the Git source specifies as versions, newest version first.
pub(crate) fn fetch_tags(git: &Git, tags: &Tags) -> Result<Vec<VersionTag>, GitError> {
    let pattern = tags.pattern();
    let refspec = format!("+refs/tags/{pattern}:{TAGS}{pattern}");
    let mut command = git.command();
    command.env("GIT_NO_LAZY_FETCH", "1").arg("--git-dir").arg(&git.dir);
    command.args([
        "fetch",
        "--quiet",
        "--force",
        "--prune",
        "--no-tags",
        "--no-recurse-submodules",
    ]);
    command.args(["--no-write-fetch-head", "--filter=blob:none", "--", "origin", &refspec]);
    git.finish(command, &git.dir)?;
    git.check_size(&git.dir)?;
    let output = git.line(&["for-each-ref", FORMAT, TAGS])?;
    Ok(newest(output.lines().filter_map(|line| read(line, tags)).collect()))
}

fn read(line: &str, tags: &Tags) -> Option<VersionTag> {
    let parts: Vec<&str> = line.splitn(4, '\0').collect();
    let [full, behind, named, at] = parts[..] else { return None };
    let tag = full.strip_prefix(TAGS)?;
    let name = tags.version(tag)?;
    version_name::check_version_name(name).ok()?;
    let commit = if behind.is_empty() { named } else { behind };
    let at = at.parse::<i64>().unwrap_or(0).saturating_mul(1000);
    Some(VersionTag { tag: tag.to_owned(), name: name.to_owned(), commit: commit.to_owned(), at })
}

fn newest(mut tags: Vec<VersionTag>) -> Vec<VersionTag> {
    tags.sort_by(|a, b| version_name::compare(&b.name, &a.name));
    tags.truncate(MAX_VERSIONS);
    tags
}

/// Result of importing tags.
#[derive(Debug, Default)]
pub(crate) struct VersionsRead {
    /// Names of the imported versions.
    pub names: Vec<String>,
    /// Issues; the `file` of each begins with `@` and the tag.
    pub issues: Vec<Issue>,
}

/// Imports the versions that are new, point to another commit, or were imported with other settings. A tag that cannot
/// be imported is reported and retried at the next update; the other tags are still imported.
pub(crate) async fn import_versions(
    store: &Store,
    source: &Source,
    git: &Git,
    tags: Vec<VersionTag>,
) -> Result<VersionsRead, UpdateError> {
    let mut imported = VersionsRead::default();
    let known = store::versions(&store.db, &source.name).await?;
    let mut known: HashMap<_, _> = known.into_iter().map(|row| (row.name.clone(), row)).collect();
    for tag in tags {
        let row = VersionRow {
            source: source.name.clone(),
            name: tag.name.clone(),
            tag: tag.tag.clone(),
            commit_id: tag.commit.clone(),
            settings: source.fingerprint(),
        };
        let before = known.remove(&tag.name);
        if before.as_ref() == Some(&row)
            || must_not_import(store, &tag.name, before.is_some()).await?
        {
            continue;
        }
        match read_one(store, source, git, &tag).await {
            Ok(issues) => {
                imported.issues.extend(issues);
                let mut tx = store.db.begin().await?;
                store::upsert_version(&mut tx, &row).await?;
                tx.commit().await?;
                imported.names.push(tag.name);
            }
            Err(UpdateError::Database(error)) => return Err(error.into()),
            Err(error) => imported.issues.push(Issue::of_file(
                Severity::Error,
                "version-failed",
                &file_label(&tag, ""),
                error.to_string(),
            )),
        }
    }
    Ok(imported)
}

/// Whether the tag of the version `name` must not be imported: the version exists, and either is the current version or
/// was not imported from this Git source; or it was deleted on the site after an import. `was_read` states that the
/// version was imported before.
async fn must_not_import(store: &Store, name: &str, was_read: bool) -> Result<bool, sqlx::Error> {
    let all = version_list::all_versions(store).await?;
    Ok(match all.iter().find(|version| version.name == name) {
        None => was_read,
        Some(version) => version.state == State::Current || !was_read,
    })
}

async fn read_one(
    store: &Store,
    source: &Source,
    git: &Git,
    tag: &VersionTag,
) -> Result<Vec<Issue>, UpdateError> {
    let top = store.settings.data.join("sources").join(format!("{}.staged", source.name));
    let (git, commit) = (git.clone(), tag.commit.clone());
    let (folder, name) = (source.folder.clone(), source.name.clone());
    let stage = move || tree::stage(&git, &commit, &folder, top, &name);
    let staged = tokio::task::spawn_blocking(stage).await;
    let staged = staged.map_err(|error| GitError::new("failed", error.to_string()))??;
    let layout = source.locales.as_ref().map(|locales| Root::layout(locales));
    let dir = staged.top().join(&source.name);
    let how = (source.from, layout);
    let read = pailou_versions::import(store, &dir, how, &tag.name, false, &|_| {}).await?;
    if read.pages == 0 {
        return Err(GitError::new("no-pages", "no pages were found at this tag").into());
    }
    let change = Change { released_at: Some(tag.at), ..Change::default() };
    if let Err(error) = pailou_versions::change(store, &tag.name, change).await {
        // The pages are imported; only the release date is missing.
        tracing::warn!(
            source = source.name,
            version = tag.name,
            %error,
            "storing release date of version failed"
        );
    }
    let issues = read.issues.into_iter().map(|issue| {
        let file = file_label(tag, &issue.file);
        issue.in_file(&file)
    });
    Ok(issues.collect())
}

/// Returns the name of a file of a tag in reports: `@v2.1/en/start.md`.
fn file_label(tag: &VersionTag, file: &str) -> String {
    format!("@{}/{file}", tag.tag).trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_match_the_pattern_are_sorted_newest_first() {
        let line = |tag: &str| format!("{TAGS}{tag}\0\0abc\01700000000");
        let tags = Tags::of("v*").unwrap();
        let lines = ["v2.1", "v10.0", "v2.1-beta", "w3", "v", "v1/x", "va b"].map(line);
        let tags = newest(lines.iter().filter_map(|line| read(line, &tags)).collect());
        let names: Vec<_> = tags.iter().map(|tag| tag.name.as_str()).collect();
        assert_eq!(names, ["10.0", "2.1", "2.1-beta"]);
        assert_eq!(tags[0].at, 1_700_000_000_000);
        let annotated = format!("{TAGS}v1\0commit\0tag\0x");
        assert_eq!(read(&annotated, &Tags::of("v*").unwrap()).unwrap().commit, "commit");
    }
}
