//! Commit graph: the main line (first parents), and the merges that bring the commits of branches into it.

use std::collections::HashMap;

use crate::command::GitError;
use crate::repository::Repository;

/// Graph of a commit and all of its ancestors.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// Position of each commit of the main line, oldest first.
    ranks: HashMap<String, usize>,
    /// For each commit of a branch, the merge commit that added it to the main line.
    merges: HashMap<String, String>,
}

impl Graph {
    pub(crate) fn read(repository: &Repository, commit: &str) -> Result<Self, GitError> {
        let out = repository.run(&["rev-list", "--parents", "--end-of-options", commit])?;
        Ok(Self::of(&String::from_utf8_lossy(&out), commit))
    }

    /// Parses lines of a commit id followed by the ids of its parents. The main line ends at the commit `head`.
    fn of(list: &str, head: &str) -> Self {
        let parents: HashMap<&str, Vec<&str>> = list
            .lines()
            .filter_map(|line| {
                let mut ids = line.split(' ');
                Some((ids.next()?, ids.collect()))
            })
            .collect();
        let parents_of = |id: &str| parents.get(id).map_or(&[][..], Vec::as_slice);
        let first_parent = |id: &&str| parents_of(id).first().copied();
        let mut main_line: Vec<&str> = std::iter::successors(Some(head), first_parent).collect();
        main_line.reverse();
        let ranks: HashMap<String, usize> =
            main_line.iter().enumerate().map(|(rank, id)| ((*id).to_owned(), rank)).collect();
        let mut merges: HashMap<String, String> = HashMap::new();
        for merge in main_line {
            let mut next: Vec<&str> = parents_of(merge).iter().skip(1).copied().collect();
            while let Some(id) = next.pop() {
                if !ranks.contains_key(id) && !merges.contains_key(id) {
                    merges.insert(id.to_owned(), merge.to_owned());
                    next.extend(parents_of(id));
                }
            }
        }
        Self { ranks, merges }
    }

    /// Returns the position on the main line, oldest first; `None` for a commit of a branch.
    pub(crate) fn rank(&self, commit: &str) -> Option<usize> {
        self.ranks.get(commit).copied()
    }

    /// Returns the merge commit that added a commit of a branch to the main line; `None` for other commits.
    pub(crate) fn merge_of(&self, commit: &str) -> Option<&str> {
        self.merges.get(commit).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branch_commit_belongs_to_the_first_merge_containing_it() {
        // a - b - m - n, where m merges the branch c - d, and n merges e, which began at d.
        let graph = Graph::of("n m e\ne d\nm b d\nd c\nc a\nb a\na\n", "n");
        let merge_of = |id| graph.merge_of(id);
        assert_eq!(["c", "d", "e"].map(merge_of), [Some("m"), Some("m"), Some("n")]);
        assert_eq!(["a", "m", "x"].map(merge_of), [None; 3]);
        assert_eq!(
            ["a", "b", "m", "n", "c"].map(|id| graph.rank(id)),
            [Some(0), Some(1), Some(2), Some(3), None]
        );
    }

    #[test]
    fn oldest_commits_of_a_shallow_clone_have_no_parents() {
        let graph = Graph::of("m b c\nc\nb\n", "m");
        assert_eq!((graph.merge_of("c"), graph.rank("b")), (Some("m"), Some(0)));
    }
}
