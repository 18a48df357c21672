//! Tests of the permissions of files: other users of the machine cannot read the data of a site.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::process::{Site, finish, pailou, run, write};

/// Returns the same command with a umask that removes no permissions.
fn without_umask(plain: &Command) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "umask 000 && exec \"$0\" \"$@\""]).arg(plain.get_program());
    command.args(plain.get_args()).current_dir(plain.get_current_dir().unwrap());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

#[track_caller]
fn run_without_umask(folder: &Path, args: &[&str]) {
    let output = finish(without_umask(&pailou(folder, args)));
    assert_eq!(output.code, Some(0), "{args:?}: {output:?}");
}

fn mode(path: &Path) -> u32 {
    path.symlink_metadata().unwrap().permissions().mode() & 0o777
}

/// Returns all paths with permissions for the group or other users.
fn shared(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::from_iter((mode(path) & 0o077 != 0).then(|| path.to_owned()));
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            found.extend(shared(&entry.unwrap().path()));
        }
    }
    found
}

#[test]
fn files_created_by_commands_are_private() {
    let folder = TempDir::new().unwrap();
    let pages = [("en/a.md", "# A\n\n![An arch](a.svg)\n"), ("en/a.svg", "<svg/>")];
    write(&folder.path().join("pages"), &pages);
    run_without_umask(folder.path(), &["import", "pages"]);
    run_without_umask(folder.path(), &["backup", "a.tar.zst"]);
    run_without_umask(folder.path(), &["restore", "a.tar.zst"]);
    let data = folder.path().join("data");
    assert!(data.join("files").is_dir());
    assert_eq!(shared(&data), [] as [PathBuf; 0]);
    assert_eq!(mode(&folder.path().join("a.tar.zst")), 0o600);
    // The permissions of exported files depend only on the umask.
    run_without_umask(folder.path(), &["export", "out"]);
    assert_eq!(mode(&folder.path().join("out/en/a.md")), 0o666);
    assert_eq!(shared(&data), [] as [PathBuf; 0]);
}

#[test]
fn files_created_by_the_server_are_private() {
    let folder = TempDir::new().unwrap();
    let command = without_umask(&pailou(folder.path(), &["serve", "--addr", "127.0.0.1:0"]));
    let site = Site::serving(folder, command);
    site.owner();
    let data = site.folder().join("data");
    assert!(data.join("files").is_dir());
    assert_eq!(shared(&data), [] as [PathBuf; 0]);
}

#[test]
fn world_readable_data_of_an_old_release_becomes_private() {
    let folder = TempDir::new().unwrap();
    write(
        &folder.path().join("pages"),
        &[("en/a.md", "# A\n\n![An arch](a.svg)\n"), ("en/a.svg", "<svg/>")],
    );
    run_without_umask(folder.path(), &["import", "pages"]);
    let data = folder.path().join("data");
    write(&data, &[("before-restore-a.tar.zst", ""), (".passing-a/tables/users.jsonl", "")]);
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        let mode = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    let output = run(folder.path(), &["user", "list"]);
    assert_eq!(output.code, Some(0), "{output:?}");
    for entry in fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path) & 0o077, 0, "{}", path.display());
    }
    // The permissions of the data directory itself are not changed.
    assert_eq!(mode(&data), 0o755);
}
