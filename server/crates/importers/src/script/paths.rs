//! Resolution of relative paths and imports in the settings of a generator to paths in the file tree.

/// Resolves `.` and `..`; leading `..` are retained.
pub(crate) fn normalized(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Converts a path relative to `folder` to a path in the tree; returns `None` for a path outside the tree.
pub(crate) fn within_tree(folder: &str, path: &str) -> Option<String> {
    let path = normalized(&format!("{folder}/{path}"));
    (!path.starts_with("..")).then_some(path)
}

/// Returns the path of the folder `to` relative to the folder `from`.
pub(super) fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (parts(from), parts(to));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - common);
    let path: Vec<&str> = up.chain(to[common..].iter().copied()).collect();
    if path.is_empty() { ".".to_owned() } else { path.join("/") }
}

fn parts(path: &str) -> Vec<&str> {
    path.split('/').filter(|part| !part.is_empty()).collect()
}

/// Returns the file in the tree that an import in a script of `folder` refers to; `None` for a package or a missing
/// file. `files` are sorted.
pub(crate) fn imported(files: &[String], folder: &str, specifier: &str) -> Option<String> {
    if !specifier.starts_with("./")
        && !specifier.starts_with("../")
        && specifier != "."
        && specifier != ".."
    {
        return None;
    }
    let path = within_tree(folder, specifier)?;
    let is_file = |path: &str| files.binary_search_by(|file| file.as_str().cmp(path)).is_ok();
    if is_file(&path) {
        return Some(path);
    }
    // TypeScript imports use the extension of the compiled file.
    for (written, source) in
        [(".js", ".ts"), (".js", ".tsx"), (".mjs", ".mts"), (".cjs", ".cts"), (".jsx", ".tsx")]
    {
        let source = path.strip_suffix(written).map(|stem| format!("{stem}{source}"));
        if let Some(source) = source.filter(|source| is_file(source)) {
            return Some(source);
        }
    }
    let endings = ["ts", "mts", "cts", "tsx", "js", "mjs", "cjs", "jsx", "json"];
    let names = endings.iter().map(|ending| format!("{path}.{ending}"));
    let index = if path.is_empty() { "index".to_owned() } else { format!("{path}/index") };
    let indexes = endings.iter().map(|ending| format!("{index}.{ending}"));
    names.chain(indexes).find(|path| is_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_normalized_within_the_tree() {
        for (folder, path, expected) in [
            ("a/b", "../c", Some("a/c")),
            ("a", "./x//y/", Some("a/x/y")),
            ("", "docs", Some("docs")),
            ("a", "../../x", None),
        ] {
            assert_eq!(within_tree(folder, path).as_deref(), expected, "{folder} {path}");
        }
        for (from, to, expected) in [("a/b", "a/c", "../c"), ("", "a", "a"), ("a", "a", ".")] {
            assert_eq!(relative(from, to), expected);
        }
    }

    #[test]
    fn import_specifier_resolves_to_the_source_file() {
        let mut files = ["a/b.ts", "a/c/index.mts", "d.json"].map(str::to_owned).to_vec();
        files.sort();
        for (specifier, expected) in [
            ("./b", Some("a/b.ts")),
            ("./b.js", Some("a/b.ts")),
            ("./c", Some("a/c/index.mts")),
            ("../d.json", Some("d.json")),
            ("../../d.json", None),
            ("b", None),
            ("/etc/passwd", None),
        ] {
            assert_eq!(imported(&files, "a", specifier).as_deref(), expected, "{specifier}");
        }
    }
}
