//! Git repository for tests, created by the machine's `git` without the user's configuration.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Default time of commits.
const DATE: &str = "2026-11-02T03:04:05Z";

pub(crate) struct Repository {
    folder: TempDir,
}

impl Repository {
    /// Creates a repository with these files in its first commit.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let repository = Self { folder: TempDir::new().unwrap() };
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository.git(&["config", "uploadpack.allowFilter", "true"]);
        repository.commit("Ann", "First", files);
        repository
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the settings of a `[[source]]` with this repository, followed by the lines in `more`.
    pub(crate) fn source(&self, name: &str, more: &str) -> String {
        let path = self.path().display();
        format!("[[source]]\nname = '{name}'\npath = '{path}'\nevery = '0'\n{more}\n")
    }

    /// Writes files and commits all changes as this author; a file with an empty text is removed. Returns the commit
    /// id.
    pub(crate) fn commit(&self, author: &str, message: &str, files: &[(&str, &str)]) -> String {
        self.commit_at(DATE, author, message, files)
    }

    /// Like [`Self::commit`], with a date in ISO 8601.
    pub(crate) fn commit_at(
        &self,
        date: &str,
        author: &str,
        message: &str,
        files: &[(&str, &str)],
    ) -> String {
        for (name, text) in files {
            let file = self.path().join(name);
            if text.is_empty() {
                std::fs::remove_file(file).unwrap();
                continue;
            }
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        self.git(&["add", "--all"]);
        let author = format!("--author={author} <{author}@example.org>");
        self.git_at(date, &["commit", "--quiet", "--allow-empty", &author, "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// Runs git in the repository; returns its output.
    #[track_caller]
    pub(crate) fn git(&self, args: &[&str]) -> String {
        self.git_at(DATE, args)
    }

    #[track_caller]
    fn git_at(&self, date: &str, args: &[&str]) -> String {
        let done = Command::new("git")
            .args(args)
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_DATE", date)
            .env("GIT_COMMITTER_DATE", date)
            .env("GIT_COMMITTER_NAME", "Committer")
            .env("GIT_COMMITTER_EMAIL", "committer@example.org")
            .output()
            .unwrap();
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim_end().to_owned()
    }
}
