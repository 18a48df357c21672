//! Temporary Git repositories for tests.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::command::git;
use crate::repository::Repository;

pub(crate) struct TestRepository(TempDir);

impl TestRepository {
    pub(crate) fn new() -> Self {
        let new = Self(tempfile::tempdir().expect("a folder"));
        new.git(&["init", "-q", "-b", "main"]);
        new
    }

    pub(crate) fn dir(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn open(&self) -> Repository {
        Repository::of(self.dir()).expect("git").expect("a repository")
    }

    pub(crate) fn git(&self, args: &[&str]) -> String {
        let identity = [("user.name", "Test"), ("user.email", "test@example.org")];
        let out = git(&identity, "").arg("-C").arg(self.dir()).args(args).output().expect("git");
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8_lossy(&out.stdout).trim().to_owned()
    }

    pub(crate) fn write(&self, file: &str, text: &str) -> &Self {
        let path = self.dir().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        self
    }

    pub(crate) fn remove(&self, file: &str) -> &Self {
        fs::remove_file(self.dir().join(file)).expect("a file");
        self
    }

    pub(crate) fn rename(&self, old: &str, new: &str) -> &Self {
        let path = self.dir().join(new);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::rename(self.dir().join(old), path).expect("a file");
        self
    }

    /// Commits all changes and returns the commit id.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }
}
