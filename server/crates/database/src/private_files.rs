//! Files and folders that only the user of the process may access, regardless of the umask (CWE-732). On Windows they
//! inherit the access control list of the folder that the operator chose, and nothing is changed.

use std::fs::{DirBuilder, OpenOptions};
use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};

/// Permission bits of the group and of all other users.
#[cfg(unix)]
const OTHERS: u32 = 0o077;

/// Creates a folder and its parents with mode 0700. An existing folder keeps its mode.
pub fn create_dir(folder: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    builder.mode(0o700);
    builder.recursive(true).create(folder)
}

/// Removes the permissions of the group and of all other users from a regular file or a folder. Does nothing for a
/// symbolic link, a device, a pipe, a socket, or a missing path.
#[cfg(unix)]
pub fn protect(path: &Path) -> Result<()> {
    use std::fs::Permissions;

    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let mode = metadata.permissions().mode();
    if !(metadata.is_file() || metadata.is_dir()) || mode & OTHERS == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, Permissions::from_mode(mode & 0o7777 & !OTHERS))
}

/// Does nothing: the path keeps its inherited access control list.
#[cfg(not(unix))]
pub fn protect(_path: &Path) -> Result<()> {
    Ok(())
}

/// Creates the file of a SQLite database with mode 0600 if it is missing. Protects an existing file and its journals.
/// SQLite creates journals with the mode of the database file. Returns an error for a folder, a device, a pipe, or a
/// socket.
pub(crate) fn protect_sqlite(file: &Path) -> Result<()> {
    if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    options.mode(0o600);
    options.create(true).append(true).open(file)?;
    let journal = |suffix: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    for path in [file.to_owned(), journal("-wal"), journal("-shm"), journal("-journal")] {
        // The error is only logged: the file may belong to another user who has given this process access.
        if let Err(error) = protect(&path) {
            tracing::warn!(path = %path.display(), %error, "restricting permissions of database file failed");
        }
    }
    Ok(())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs::Permissions;

    use super::*;

    #[track_caller]
    fn check(path: &Path, expected: u32) {
        let mode = path.symlink_metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, expected, "{}: {mode:o}", path.display());
    }

    #[test]
    fn protect_removes_only_the_permissions_of_other_users() {
        let folder = tempfile::tempdir().unwrap();
        for (mode, expected) in
            [(0o644, 0o600), (0o755, 0o700), (0o600, 0o600), (0o400, 0o400), (0o666, 0o600)]
        {
            let file = folder.path().join(format!("{mode:o}"));
            std::fs::write(&file, "").unwrap();
            std::fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            protect(&file).unwrap();
            check(&file, expected);
        }
        protect(&folder.path().join("missing")).unwrap();
    }

    #[test]
    fn protect_does_not_follow_symbolic_links() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "").unwrap();
        std::fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        protect(&link).unwrap();
        check(&file, 0o644);
    }

    #[test]
    fn protect_sqlite_rejects_paths_without_a_regular_file() {
        use std::os::unix::net::UnixListener;

        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        let _listener = UnixListener::bind(&socket).unwrap();
        std::fs::set_permissions(&socket, Permissions::from_mode(0o666)).unwrap();
        protect(&socket).unwrap();
        for path in [socket.as_path(), folder.path(), Path::new("/dev/null")] {
            let error = protect_sqlite(path).unwrap_err();
            assert_eq!(error.to_string(), "not a regular file", "{}", path.display());
        }
        check(&socket, 0o666);
        check(Path::new("/dev/null"), 0o666);
    }

    #[test]
    fn created_folders_are_private() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("a/b");
        create_dir(&below).unwrap();
        check(&folder.path().join("a"), 0o700);
        check(&below, 0o700);
        create_dir(&below).unwrap();
    }

    #[tokio::test]
    async fn database_file_and_journals_are_private() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["new.db", "earlier.db"] {
            let file = folder.path().join(name);
            if name == "earlier.db" {
                std::fs::write(&file, "").unwrap();
                std::fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
            }
            let db = crate::Db::open(file.to_str().unwrap()).await.unwrap();
            for suffix in ["", "-wal", "-shm"] {
                check(&folder.path().join(format!("{name}{suffix}")), 0o600);
            }
            db.close().await;
        }
    }
}
