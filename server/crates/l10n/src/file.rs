//! Replacing a file in one step, so that no reader gets a half of it.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside it and renames it. The permissions of the replaced file are kept; a new file gets those of the
/// process. Folders are created.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
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

/// What the umask leaves of it is what a file usually gets.
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
    fn replaced_file_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/b.md");
        write(&file, b"one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 1);
    }
}
