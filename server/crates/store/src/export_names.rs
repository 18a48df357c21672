//! File names of an export: names that Linux, macOS and Windows can hold, no two of which are one file there.
//!
//! An escaped name stands for the same page or file when it is imported. A name that cannot be escaped, because it is
//! too long or another page has its letters in another case, is replaced for good.

use std::collections::HashMap;

use pailou_content::file_name::{self, MOST_PART_BYTES, MOST_PARTS, folded};

/// Bytes of a whole name that zip programs and file systems still take.
const MOST_BYTES: usize = 2000;
/// Bytes that stay of a name that is replaced.
const KEPT_BYTES: usize = 100;
/// Parts that stay of a path that is too deep: as a path of a page it may have one less.
const KEPT_PARTS: usize = MOST_PARTS - 1;

/// A file that is exported under another name than its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    pub file: String,
    pub written: String,
    /// The import takes it for a file of the new name.
    pub is_replaced: bool,
}

/// The names given so far.
#[derive(Debug, Default)]
pub(crate) struct ExportNames {
    /// Files and folders by the folded name under which they are exported.
    taken: HashMap<String, Place>,
    /// The name of a folder on disk, by its own name.
    folders: HashMap<String, String>,
    pub(crate) renamed: Vec<Renamed>,
}

#[derive(Debug, PartialEq, Eq)]
enum Place {
    File,
    /// With its own name.
    Folder(String),
}

impl ExportNames {
    /// The name to write a file under. Two pages cannot have addresses that differ only in case, so the second one gets
    /// another name; other files keep theirs in an escaped form.
    pub(crate) fn name(&mut self, file: &str, is_page: bool) -> String {
        let mut parts: Vec<String> = file.split('/').map(str::to_owned).collect();
        let mut is_replaced = false;
        if parts.len() > MOST_PARTS {
            let rest = parts.split_off(KEPT_PARTS - 1).join("-");
            parts.push(replaced(&rest, file));
            is_replaced = true;
        }
        if file_name::escaped(file).len() > MOST_BYTES {
            parts = vec![replaced(&parts.join("-"), file)];
            is_replaced = true;
        }
        let (mut own, mut written) = (String::new(), String::new());
        let last = parts.len() - 1;
        for (at, part) in parts.iter().enumerate() {
            join(&mut own, part);
            let known = self.folders.get(&own).filter(|_| at < last);
            written = match known {
                Some(folder) => folder.clone(),
                None => {
                    let place = if at < last { Place::Folder(own.clone()) } else { Place::File };
                    let (name, is_new) =
                        self.free(&written, part, (&own, place), is_page && at == last);
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

    /// The first name for a part that nothing else has, and whether that is one for good.
    fn free(
        &mut self,
        above: &str,
        part: &str,
        (own, place): (&str, Place),
        is_page: bool,
    ) -> (String, bool) {
        let spelled = (!is_page).then(|| file_name::spelled_part(part));
        let kept = [Some(file_name::escaped_part(part)), spelled].into_iter().flatten();
        let fitting = kept.filter(|name| name.len() <= MOST_PART_BYTES).map(|name| (name, false));
        let numbered = (0_u32..).map(|number| (replaced(part, &format!("{own}{number}")), true));
        for (name, is_new) in fitting.chain(numbered) {
            let mut name_there = above.to_owned();
            join(&mut name_there, &name);
            let key = folded(&name_there);
            if !self.taken.contains_key(&key) {
                if let Place::Folder(own) = &place {
                    self.folders.insert(own.clone(), name_there.clone());
                }
                self.taken.insert(key, place);
                return (name_there, is_new);
            }
        }
        unreachable!("one of all numbers is free")
    }
}

fn join(path: &mut String, part: &str) {
    if !path.is_empty() {
        path.push('/');
    }
    path.push_str(part);
}

/// A short plain name that begins like `part` and ends with a hash of `whole`.
fn replaced(part: &str, whole: &str) -> String {
    let hash = &blake3::hash(whole.as_bytes()).to_hex()[..8];
    let is_extension = |extension: &&str| {
        extension.len() <= 10 && extension.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let extension = part.rsplit_once('.').map(|(_, extension)| extension).filter(is_extension);
    let stem = extension.map_or(part, |extension| &part[..part.len() - extension.len() - 1]);
    let mut kept = String::new();
    for c in stem.chars() {
        let c = if file_name::escaped_part(&format!("{c}-")).len() > c.len_utf8() + 1 {
            '-'
        } else {
            c
        };
        if kept.len() + c.len_utf8() > KEPT_BYTES {
            break;
        }
        kept.push(c);
    }
    extension.map_or_else(|| format!("{kept}-{hash}"), |it| format!("{kept}-{hash}.{it}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of these pages and other files, and which of them are new for good.
    fn names(pages: &[&str], others: &[&str]) -> (Vec<String>, Vec<bool>) {
        let mut names = ExportNames::default();
        let pages: Vec<_> = pages.iter().map(|file| names.name(file, true)).collect();
        let others = others.iter().map(|file| names.name(file, false));
        let all = pages.into_iter().chain(others.collect::<Vec<_>>()).collect();
        (all, names.renamed.iter().map(|it| it.is_replaced).collect())
    }

    #[test]
    fn portable_names_stay() {
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
    fn names_differ_without_case() {
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
    fn long_and_deep_names_become_short() {
        let long = format!("zh/{}.md", "长".repeat(100));
        let deep = format!("en/{}.md", vec!["a"; 60].join("/"));
        let odd = format!("en/{}.md", ":".repeat(590));
        let (all, replaced) = names(&[&long, &deep, &odd], &[]);
        assert_eq!(replaced, [true; 3]);
        for name in &all {
            assert_eq!(file_name::check(name), Ok(()), "{name}");
            assert!(name.len() <= MOST_BYTES && name.ends_with(".md"), "{name}");
        }
    }
}
