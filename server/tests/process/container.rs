//! Tests for containers: the health check command, a volume that is not writable, a read-only root, and a stop signal.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::process::{CommandOutput, Site, finish, free_address, pailou, pailou_in, run, run_by};

/// Removes the capabilities of a command that root runs: with them, the command would ignore file permissions.
fn without_capabilities(command: Command) -> Command {
    if rustix::process::geteuid().is_root() {
        return run_by("setpriv", &["--bounding-set=-all", "--"], &command);
    }
    command
}

fn directory(path: PathBuf, mode: u32) -> PathBuf {
    fs::create_dir(&path).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    path
}

#[track_caller]
fn health(folder: &Path, address: &str, flags: &[&str]) -> CommandOutput {
    run(folder, &[&["health", "--addr", address], flags].concat())
}

#[test]
fn health_command_of_a_running_server_prints_its_state() {
    let site = Site::start();
    let address = site.address.to_string();
    for (flags, text) in [(&[][..], "ok\n"), (&["--ready"], "ready\n")] {
        let output = health(site.folder(), &address, flags);
        assert_eq!((output.code, output.out.as_str()), (Some(0), text), "{output:?}");
    }
    let everywhere = format!("0.0.0.0:{}", site.address.port());
    assert_eq!(health(site.folder(), &everywhere, &[]).code, Some(0));
}

#[test]
fn health_command_without_a_server_prints_one_error() {
    let folder = TempDir::new().unwrap();
    let address = free_address().to_string();
    let output = health(folder.path(), &address, &[]);
    assert_eq!(output.code, Some(1), "{output:?}");
    let start = format!("pailou: no response from http://{address}/healthz: ");
    assert!(output.err.starts_with(&start) && output.err.lines().count() == 1, "{}", output.err);
    assert!(!folder.path().join("data").exists(), "the command must not create a data directory");
}

#[test]
fn unwritable_data_directory_prints_one_error() {
    for (locale, start) in [
        ("en_US.UTF-8", "pailou: the data directory volume is not writable by user "),
        ("zh_CN.UTF-8", "pailou: 用户 "),
    ] {
        let folder = TempDir::new().unwrap();
        directory(folder.path().join("volume"), 0o555);
        let flags = ["serve", "--addr", "127.0.0.1:0", "--data", "volume"];
        let output = finish(without_capabilities(pailou_in(locale, folder.path(), &flags)));
        assert_eq!(output.code, Some(1), "{output:?}");
        assert!(output.err.starts_with(start), "{}", output.err);
        assert!(output.err.contains("volume") && output.err.contains("--data"), "{}", output.err);
        assert_eq!(output.err.lines().count(), 1, "{}", output.err);
    }
}

#[test]
fn server_starts_if_only_its_data_directory_is_writable() {
    let folder = TempDir::new().unwrap();
    let volume = directory(folder.path().join("volume"), 0o700);
    let mut command = pailou(folder.path(), &["serve"]);
    command.current_dir(directory(folder.path().join("root"), 0o555));
    command.env("PAILOU_ADDR", "127.0.0.1:0").env("PAILOU_DATA", volume);
    command.env("TMPDIR", "/proc/nowhere").env("HOME", "/proc/nowhere");
    let site = Site::serving(folder, without_capabilities(command));
    assert_eq!(site.get("/index/zh").status, 200);
    site.signal("TERM");
    assert_eq!(site.wait_for_exit(), Some(0));
}
