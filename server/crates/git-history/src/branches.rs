//! Changes of files by the commits of merged branches.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::command::GitError;
use crate::graph::Graph;
use crate::log::{COMMIT, FileChange, log_failed};
use crate::raw::{RawChange, next_token};

/// Change of a file by a commit on a merged branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchChange {
    /// Index of the merge in [`crate::log::Log::commits`].
    pub merge: usize,
    /// Position of the commit among those of all branches; an ancestor has a lower position.
    pub order: usize,
    /// Id of the commit on the branch.
    pub id: String,
}

/// Changes of all files on merged branches.
#[derive(Debug, Clone, Default)]
pub(crate) struct Branches {
    /// Changes by the current path of the file, oldest first.
    changes: HashMap<String, Vec<BranchChange>>,
    /// Ids of the new blobs.
    pub(crate) blobs: BTreeSet<String>,
}

impl Branches {
    /// Options of `git log` for [`Self::parse`]; the commit and the paths follow.
    pub(crate) const LOG: &[&str] = &[
        "--no-literal-pathspecs",
        "log",
        "--topo-order",
        "--no-merges",
        "--no-renames",
        "--raw",
        "--no-abbrev",
        "-z",
        "--format=%x01%H%x00",
        "--end-of-options",
    ];

    /// Parses the output of `git log`. `files` contains the changes of each file on the main line, `merges` the index
    /// of each commit of the main line.
    pub(crate) fn parse(
        mut out: &[u8],
        graph: &Graph,
        files: &HashMap<String, Vec<FileChange>>,
        merges: &HashMap<&str, usize>,
    ) -> Result<Self, GitError> {
        let mut files_of: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        let mut changed: HashSet<(&str, usize)> = HashSet::new();
        for (file, changes) in files {
            files_of.entry(file).or_default().insert(file);
            for change in changes {
                files_of.entry(&change.path).or_default().insert(file);
                changed.insert((file, change.commit));
            }
        }
        let mut branches = Self::default();
        let (mut token, mut current) = (Vec::new(), None);
        let mut commits = 0;
        let failed = |error: std::io::Error| log_failed(&error.to_string());
        while next_token(&mut out, &mut token).map_err(failed)? {
            if let Some(id) = token.strip_prefix(&[COMMIT]) {
                let id = String::from_utf8_lossy(id).into_owned();
                let merge = graph.merge_of(&id).and_then(|merge| merges.get(merge).copied());
                current = merge.map(|merge| (id, merge));
                commits += 1;
                continue;
            }
            let Some(change) = RawChange::read(&token, &mut out).map_err(failed)? else { continue };
            let (Some((id, merge)), Some(files)) = (&current, files_of.get(change.path.as_str()))
            else {
                continue;
            };
            branches.blobs.extend(change.blob);
            for file in files.iter().filter(|file| changed.contains(&(*file, *merge))) {
                // The output lists the newest commit first.
                let order = usize::MAX - commits;
                let change = BranchChange { merge: *merge, order, id: id.clone() };
                branches.changes.entry((*file).to_owned()).or_default().push(change);
            }
        }
        for changes in branches.changes.values_mut() {
            changes.sort_by_key(|change| (change.merge, change.order));
        }
        Ok(branches)
    }

    /// Returns the changes of a file by commits of the branch that `merge` merged, oldest first.
    pub(crate) fn changes(&self, file: &str, merge: usize) -> &[BranchChange] {
        let changes = self.changes.get(file).map_or(&[][..], Vec::as_slice);
        let start = changes.partition_point(|change| change.merge < merge);
        let end = changes.partition_point(|change| change.merge <= merge);
        &changes[start..end]
    }
}
