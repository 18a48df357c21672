//! Changes of files in the raw output of `git log` and `git diff-tree` (`--raw -z --no-abbrev`).

use std::io::{BufRead, Read, Result};

/// Change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawChange {
    /// Path of the file after the change.
    pub path: String,
    /// Path before a rename.
    pub old: Option<String>,
    pub is_added: bool,
    /// Id of the new blob; `None` if the file was deleted or replaced by a symbolic link or a submodule.
    pub blob: Option<String>,
}

impl RawChange {
    /// Reads the rest of a change. `head` is its first token, `:MODE MODE ID ID STATUS`; one path follows, or two for a
    /// rename. Returns `None` if `head` is another token, or if the path is not UTF-8.
    pub fn read(head: &[u8], out: &mut impl BufRead) -> Result<Option<Self>> {
        let head = String::from_utf8_lossy(head);
        let Some(head) = head.trim_start_matches('\n').strip_prefix(':') else { return Ok(None) };
        let fields: Vec<&str> = head.split(' ').collect();
        let [_, mode, _, blob, status] = fields[..] else { return Ok(None) };
        let mut path = utf8_token(out)?;
        let mut old = None;
        if status.starts_with(['R', 'C']) {
            old = path.filter(|_| status.starts_with('R'));
            path = utf8_token(out)?;
        }
        // Symbolic links and submodules are not regular files.
        let is_file = mode.starts_with("100") && status != "D";
        let blob = is_file.then(|| blob.to_owned());
        Ok(path.map(|path| Self { path, old, is_added: status == "A", blob }))
    }
}

/// Reads up to the next NUL byte. Returns false at the end of the output.
pub fn next_token(out: &mut impl BufRead, token: &mut Vec<u8>) -> Result<bool> {
    token.clear();
    let mut limited = out.take(1 << 30);
    let read = limited.read_until(0, token)?;
    if token.last() == Some(&0) {
        token.pop();
    }
    Ok(read > 0)
}

fn utf8_token(out: &mut impl BufRead) -> Result<Option<String>> {
    let mut token = Vec::new();
    next_token(out, &mut token)?;
    Ok(String::from_utf8(token).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changes(mut out: &[u8]) -> Vec<RawChange> {
        let (mut changes, mut token) = (Vec::new(), Vec::new());
        while next_token(&mut out, &mut token).expect("a token") {
            changes.extend(RawChange::read(&token, &mut out).expect("a change"));
        }
        changes
    }

    #[test]
    fn changes_are_parsed_and_non_utf8_paths_are_skipped() {
        let out = b"commit\0\n:000000 100644 0 1 A\0a.md\0:100644 100644 1 2 R090\0a.md\0b.md\0\
                    :100644 100644 1 2 M\0\xff.md\0:100644 000000 2 0 D\0b.md\0\
                    :100644 120000 1 3 T\0link.md\0:100644 100644 1 4 C100\0b.md\0c.md\0";
        let change = |path: &str, old: Option<&str>, is_added, blob: Option<&str>| RawChange {
            path: path.to_owned(),
            old: old.map(str::to_owned),
            is_added,
            blob: blob.map(str::to_owned),
        };
        let expected = [
            change("a.md", None, true, Some("1")),
            change("b.md", Some("a.md"), false, Some("2")),
            change("b.md", None, false, None),
            change("link.md", None, false, None),
            change("c.md", None, false, Some("4")),
        ];
        assert_eq!(changes(out), expected);
    }
}
