//! File names in an export: valid on Linux, macOS, and Windows, and unique on case-insensitive file
//! systems.
//!
//! The import restores the original name from an escaped one. It skips files and folders with some names, such as
//! `_a.md` and `node_modules`, so the first character of such a name is escaped. A name that cannot be escaped, for
//! example because it is too long, is replaced, and the import uses the new name.

use std::collections::HashMap;

use crate::file_name::{self, MAX_PART_BYTES, MAX_PARTS, folded};

/// Maximum length of a path in an export, in bytes.
const MAX_BYTES: usize = 2000;
/// A replaced name begins with at most this number of bytes of the original name.
const KEPT_BYTES: usize = 100;
/// Number of segments to which a path with more than [`MAX_PARTS`] segments is shortened. This is the limit of page
/// paths, one less than that of file paths.
const KEPT_PARTS: usize = MAX_PARTS - 1;

/// A file with a different name in the export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    pub file: String,
    pub written: String,
    /// Whether the import cannot restore the original name.
    pub is_replaced: bool,
}

/// Export names assigned so far.
#[derive(Debug, Default)]
pub struct ExportNames {
    /// Files and folders by their case-folded export name.
    used: HashMap<String, Place>,
    /// Export name of each folder, by its original name.
    folders: HashMap<String, String>,
    pub renamed: Vec<Renamed>,
}

#[derive(Debug, PartialEq, Eq)]
enum Place {
    File,
    /// A folder, with its original name.
    Folder(String),
}

impl ExportNames {
    /// Returns the export name of a file. If two names differ only in case, the second one is changed: the name of a
    /// page is replaced, because the import rejects such page paths; the name of any other file is escaped.
    pub fn name(&mut self, file: &str, is_page: bool) -> String {
        let mut parts: Vec<String> = file.split('/').map(str::to_owned).collect();
        let mut is_replaced = false;
        if parts.len() > MAX_PARTS {
            let rest = parts.split_off(KEPT_PARTS - 1).join("-");
            parts.push(short_name(&rest, file));
            is_replaced = true;
        }
        if file_name::escaped(file).len() > MAX_BYTES {
            parts = vec![short_name(&parts.join("-"), file)];
            is_replaced = true;
        }
        let (mut own, mut written) = (String::new(), String::new());
        let last = parts.len() - 1;
        for (at, part) in parts.iter().enumerate() {
            push_part(&mut own, part);
            let known = self.folders.get(&own).filter(|_| at < last);
            written = match known {
                Some(folder) => folder.clone(),
                None => {
                    let entry = if at < last { Place::Folder(own.clone()) } else { Place::File };
                    let (name, is_new) =
                        self.free(&written, part, (&own, entry), is_page && at == last);
                    is_replaced |= is_new;
                    name
                }
            };
        }
        if written != file {
            let renamed = Renamed { file: file.to_owned(), written: written.clone(), is_replaced };
            self.renamed.push(renamed);
        }
        written
    }

    /// Returns the first unused name for a path segment below the folder `above`, and whether the name is replaced
    /// instead of escaped. If the name is already used, escapes the case of its letters, except for the name of a page.
    fn free(
        &mut self,
        above: &str,
        part: &str,
        (own, entry): (&str, Place),
        is_page: bool,
    ) -> (String, bool) {
        let is_skipped =
            if is_page { file_name::is_skipped_page(part) } else { file_name::is_skipped(part) };
        let unskipped = if is_skipped { file_name::unskipped_part(part) } else { None };
        let spelled = (!is_page && !is_skipped).then(|| file_name::case_escaped_part(part));
        let portable = unskipped.unwrap_or_else(|| file_name::escaped_part(part));
        let candidates = [Some(portable), spelled].into_iter().flatten();
        let fitting =
            candidates.filter(|name| name.len() <= MAX_PART_BYTES).map(|name| (name, false));
        let numbered = (0_u32..).map(|number| (short_name(part, &format!("{own}{number}")), true));
        for (name, is_new) in fitting.chain(numbered) {
            let mut export_name = above.to_owned();
            push_part(&mut export_name, &name);
            let key = folded(&export_name);
            if !self.used.contains_key(&key) {
                if let Place::Folder(own) = &entry {
                    self.folders.insert(own.clone(), export_name.clone());
                }
                self.used.insert(key, entry);
                return (export_name, is_new);
            }
        }
        unreachable!("an unused number exists")
    }
}

fn push_part(path: &mut String, part: &str) {
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(part);
}

/// Returns a short portable name that begins like `part` and contains a hash of `whole` before the extension.
fn short_name(part: &str, whole: &str) -> String {
    let hash = &blake3::hash(whole.as_bytes()).to_hex()[..8];
    let is_extension = |extension: &&str| {
        extension.len() <= 10 && extension.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let extension = part.rsplit_once('.').map(|(_, extension)| extension).filter(is_extension);
    let stem = extension.map_or(part, |extension| &part[..part.len() - extension.len() - 1]);
    let mut short = String::new();
    for c in stem.chars() {
        let c = if file_name::escaped_part(&format!("{c}-")).len() > c.len_utf8() + 1 {
            '-'
        } else {
            c
        };
        if short.len() + c.len_utf8() > KEPT_BYTES {
            break;
        }
        short.push(c);
    }
    extension.map_or_else(|| format!("{short}-{hash}"), |it| format!("{short}-{hash}.{it}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the export names of pages and other files, and for each renamed one whether it is
    /// replaced.
    fn names(pages: &[&str], others: &[&str]) -> (Vec<String>, Vec<bool>) {
        let mut names = ExportNames::default();
        let pages: Vec<_> = pages.iter().map(|file| names.name(file, true)).collect();
        let others = others.iter().map(|file| names.name(file, false));
        let all = pages.into_iter().chain(others.collect::<Vec<_>>()).collect();
        (all, names.renamed.iter().map(|it| it.is_replaced).collect())
    }

    #[test]
    fn portable_names_are_unchanged() {
        let files = ["en/a.md", "zh/指南/a.md", "zh/指南/b.md", "en/a/b.md"];
        assert_eq!(
            names(&files, &["img/A.png"]),
            (
                [&files[..], &["img/A.png"]].concat().iter().map(|it| (*it).to_owned()).collect(),
                vec![]
            )
        );
    }

    #[test]
    fn unportable_names_are_escaped() {
        let (all, replaced) = names(&["en/a:b.md", "en/con.md"], &["en/x?.png"]);
        assert_eq!(all, ["en/a~u3A~b.md", "en/~u63~on.md", "en/x~u3F~.png"]);
        assert_eq!(replaced, [false; 3]);
    }

    #[test]
    fn names_that_the_import_skips_are_escaped() {
        let (all, replaced) = names(
            &["en/x/_y.md", "en/node_modules/x.md", "en/SUMMARY.md", "en/.a/_b/c.md", "zh/_c:d.md"],
            &["en/x/_part.md", "en/node_modules/a.png", ".vitepress/config.js", "en/_index.md"],
        );
        assert_eq!(
            all,
            [
                "en/x/~u5F~y.md",
                "en/~u6E~ode_modules/x.md",
                "en/~u53~UMMARY.md",
                "en/~u2E~a/_b/c.md",
                "zh/~u5F~c~u3A~d.md",
                "en/x/_part.md",
                "en/~u6E~ode_modules/a.png",
                ".vitepress/config.js",
                "en/_index.md",
            ]
        );
        assert!(!replaced.contains(&true), "{replaced:?}");
        for name in all {
            assert_eq!(file_name::escaped_once(&name), name);
        }
    }

    #[test]
    fn names_are_unique_case_insensitively() {
        let (all, replaced) = names(
            &["en/api/Get.md", "en/api/get.md", "en/Api/x.md", "en/x.md", "en/x.md/y.md"],
            &["logo.png", "Logo.png"],
        );
        let folds: std::collections::HashSet<_> = all.iter().map(|it| folded(it)).collect();
        assert_eq!(folds.len(), all.len());
        assert_eq!(all[0], "en/api/Get.md");
        assert!(all[1].starts_with("en/api/get-") && all[1].ends_with(".md"), "{all:?}");
        assert_eq!(all[2], "en/~u41~pi/x.md");
        assert!(all[4].starts_with("en/x-") && all[4].ends_with(".md/y.md"), "{all:?}");
        assert_eq!(all[6], "~u4C~ogo.png");
        assert_eq!(replaced, [true, false, true, false]);
    }

    #[test]
    fn long_and_deep_names_are_shortened() {
        let long = format!("zh/{}.md", "长".repeat(100));
        let deep = format!("en/{}.md", vec!["a"; 60].join("/"));
        let odd = format!("en/{}.md", ":".repeat(590));
        let (all, replaced) = names(&[&long, &deep, &odd], &[]);
        assert_eq!(replaced, [true; 3]);
        for name in &all {
            assert_eq!(file_name::check_file_name(name), Ok(()), "{name}");
            assert!(name.len() <= MAX_BYTES && name.ends_with(".md"), "{name}");
        }
    }
}
