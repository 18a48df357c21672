//! Directory scanner with limits on depth, number, and size of files. Symbolic links must stay inside the folder.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::file_name;
use crate::issue::{Issue, Severity, line_at};
use crate::{root, text_file};

pub(crate) const MAX_FILE: u64 = 8 * 1024 * 1024;
/// Maximum number of folders above a file.
const MAX_DEPTH: usize = file_name::MAX_PARTS - 1;
const MAX_FILES: usize = 200_000;

#[derive(Debug, Default)]
pub struct DirScan {
    /// Paths relative to the folder, with `/` as separator, sorted.
    pub files: Vec<String>,
    /// Pages whose own names would be skipped. They are included because an export escaped the first character of
    /// their file names.
    pub named_pages: BTreeSet<String>,
    pub issues: Vec<Issue>,
}

struct Scanner {
    top: PathBuf,
    seen: HashSet<PathBuf>,
    walk: DirScan,
}

/// Lists all files of `folder` except hidden files, installed packages, and generated output.
pub fn walk(folder: &Path) -> DirScan {
    let top = match folder.canonicalize() {
        Ok(top) => top,
        Err(error) => {
            let issue = Issue::of_file(
                Severity::Error,
                "folder-unreadable",
                "",
                format!("{}: {error}", folder.display()),
            );
            return DirScan { issues: vec![issue], ..DirScan::default() };
        }
    };
    let mut walking =
        Scanner { seen: HashSet::from([top.clone()]), top: top.clone(), walk: DirScan::default() };
    walking.folder(&top, "", 0);
    walking.refuse_duplicates();
    walking.walk
}

impl Scanner {
    /// Reports a file if another file has the same name after unescaping.
    fn refuse_duplicates(&mut self) {
        let mut files = std::mem::take(&mut self.walk.files);
        files.sort();
        for file in files {
            match self.walk.files.last() == Some(&file) {
                true => self.refuse("path-taken", &file, "the same name, escaped"),
                false => self.walk.files.push(file),
            }
        }
    }

    fn refuse(&mut self, code: &'static str, file: &str, detail: impl Into<String>) {
        self.walk.issues.push(Issue::of_file(Severity::Error, code, file, detail));
    }

    fn folder(&mut self, path: &Path, below: &str, depth: usize) {
        if depth > MAX_DEPTH {
            return self.refuse("folder-too-deep", below, format!("more than {MAX_DEPTH} levels"));
        }
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => return self.refuse("folder-unreadable", below, error.to_string()),
        };
        for entry in entries {
            match entry {
                Ok(entry) => self.entry(&entry.path(), below, depth),
                Err(error) => self.refuse("folder-unreadable", below, error.to_string()),
            }
        }
    }

    fn entry(&mut self, path: &Path, below: &str, depth: usize) {
        let name = path.file_name().unwrap_or_default();
        let display_name = name.to_string_lossy();
        let own_name = file_name::unescaped_part(&display_name);
        let file = root::below(below, &own_name);
        if file_name::is_skipped(&display_name) || is_generated_folder(below, &display_name) {
            return;
        }
        if name.to_str().is_none() {
            return self.refuse("file-name-not-utf8", &file, "");
        }
        let kind = match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => self.link_target(path, &file),
            Ok(found) => Some(found),
            Err(error) => return self.refuse("file-unreadable", &file, error.to_string()),
        };
        match kind {
            Some(found) if found.is_dir() => self.folder(path, &file, depth + 1),
            Some(found) if found.is_file() && self.walk.files.len() < MAX_FILES => {
                if file_name::unskipped_part(&own_name).as_deref() == Some(&*display_name) {
                    self.walk.named_pages.insert(file.clone());
                }
                self.walk.files.push(file)
            }
            Some(found) if found.is_file() => {
                self.refuse("too-many-files", &file, format!("more than {MAX_FILES}"))
            }
            Some(_) => self.refuse("not-a-file", &file, ""),
            None => {}
        }
    }

    /// Returns the metadata of a symbolic link's target. Reports a target that is missing, is outside the top folder,
    /// or is a folder that was already visited.
    fn link_target(&mut self, path: &Path, file: &str) -> Option<fs::Metadata> {
        let target = match path.canonicalize() {
            Ok(target) => target,
            Err(error) => {
                self.refuse("symlink-broken", file, error.to_string());
                return None;
            }
        };
        if !target.starts_with(&self.top) {
            self.refuse("symlink-leaves-folder", file, "");
            return None;
        }
        let found = fs::metadata(path).ok()?;
        if found.is_dir() && (path.starts_with(&target) || !self.seen.insert(target)) {
            self.refuse("symlink-loop", file, "");
            return None;
        }
        Some(found)
    }
}

/// Whether a folder contains output or caches of a generator.
fn is_generated_folder(below: &str, name: &str) -> bool {
    let folder = below.rsplit('/').next().unwrap_or_default();
    file_name::is_settings(folder) && matches!(name, "dist" | "cache")
}

/// Returns the text of a file, or the issue that prevents its import.
pub fn read_text(folder: &Path, file: &str) -> Result<String, Issue> {
    let unreadable = |error: std::io::Error| {
        Issue::of_file(Severity::Error, "file-unreadable", file, error.to_string())
    };
    let opened = File::open(file_name::path_on_disk(folder, file)).map_err(unreadable)?;
    let mut bytes = Vec::new();
    opened.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Issue::of_file(Severity::Error, "file-too-large", file, "more than 8 MB"));
    }
    let text = text_file::decode_text(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Issue::error("file-not-utf8", line_at(error.as_bytes(), at), format!("byte {at}"))
            .in_file(file)
    })?;
    if let Some(at) = text.find('\0') {
        return Err(Issue::error(
            "file-not-text",
            line_at(text.as_bytes(), at),
            format!("byte {at}"),
        )
        .in_file(file));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(walk: &DirScan) -> Vec<(&str, &str)> {
        walk.issues.iter().map(|issue| (issue.code, issue.file.as_str())).collect()
    }

    #[test]
    fn dot_folders_node_modules_and_build_output_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        for file in [
            ".git/a.md",
            "node_modules/b.md",
            "c/d.md",
            "e.md",
            ".vitepress/config.js",
            ".vitepress/dist/f.html",
            ".vitepress/.temp/g.md",
        ] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        assert_eq!(walk(folder.path()).files, [".vitepress/config.js", "c/d.md", "e.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn symlink_loops_and_outside_or_broken_targets_are_rejected() {
        use std::os::unix::fs::symlink;
        let (folder, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::create_dir(folder.path().join("a")).unwrap();
        fs::write(folder.path().join("a/x.md"), "x").unwrap();
        symlink("..", folder.path().join("a/loop")).unwrap();
        symlink(outside.path(), folder.path().join("out")).unwrap();
        symlink("gone", folder.path().join("gone-too")).unwrap();
        symlink("a/x.md", folder.path().join("y.md")).unwrap();
        let mut walk = walk(folder.path());
        walk.issues.sort_by(|a, b| a.file.cmp(&b.file));
        assert_eq!(walk.files, ["a/x.md", "y.md"]);
        assert_eq!(
            codes(&walk),
            [
                ("symlink-loop", "a/loop"),
                ("symlink-broken", "gone-too"),
                ("symlink-leaves-folder", "out")
            ]
        );
    }

    #[test]
    fn unreadable_file_or_folder_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        for (bytes, code, line) in [
            (b"a\nb\xff".as_slice(), "file-not-utf8", Some(2)),
            (b"a\n\0".as_slice(), "file-not-text", Some(2)),
        ] {
            fs::write(folder.path().join("a.md"), bytes).unwrap();
            let issue = read_text(folder.path(), "a.md").unwrap_err();
            assert_eq!((issue.code, issue.line), (code, line));
        }
        fs::write(folder.path().join("a.md"), vec![b'x'; MAX_FILE as usize + 1]).unwrap();
        assert_eq!(read_text(folder.path(), "a.md").unwrap_err().code, "file-too-large");
        assert_eq!(read_text(folder.path(), "b.md").unwrap_err().code, "file-unreadable");
        assert_eq!(walk(&folder.path().join("gone")).issues[0].code, "folder-unreadable");
    }
}
