//! Atomic replacement of a file, so that other processes never read a partial file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a temporary file in the same folder and renames it. A replaced file keeps its permissions; a new file gets
/// the default permissions of the process. Missing folders are created.
pub fn write_file(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pailou-");
    #[cfg(unix)]
    match fs::metadata(file) {
        Ok(old) => builder.permissions(old.permissions()),
        Err(_) => builder.permissions(usual()),
    };
    let mut unfinished = builder.tempfile_in(folder)?;
    unfinished.write_all(bytes)?;
    if let Ok(old) = fs::metadata(file) {
        fs::set_permissions(unfinished.path(), old.permissions())?;
    }
    unfinished.persist(file)?;
    Ok(())
}

/// Writes an output file chosen by the user. Follows a symbolic link; writes directly to a device or pipe.
pub fn write_output(file: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::canonicalize(file) {
        Ok(target) if fs::metadata(&target)?.is_file() => write_file(&target, bytes),
        Ok(target) => fs::OpenOptions::new().write(true).open(target)?.write_all(bytes),
        Err(_) => write_file(file, bytes),
    }
}

/// Returns the mode of new files before the umask is applied.
#[cfg(unix)]
fn usual() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o666)
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn output_is_written_through_symlinks_and_to_devices() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.svg"), folder.path().join("link.svg"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink("a.svg", &link).unwrap();
        write_output(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let null = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &null).unwrap();
        write_output(&null, b"new").unwrap();
        assert!(!fs::metadata(&null).unwrap().is_file());
        write_output(&folder.path().join("new/b.svg"), b"new").unwrap();
        assert_eq!(fs::read(folder.path().join("new/b.svg")).unwrap(), b"new");
    }

    #[test]
    fn replaced_file_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/b.md");
        write_file(&file, b"one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write_file(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
    }
}
