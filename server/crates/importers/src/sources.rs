//! File `git-sources.toml` of an export: the Git sources of the exported site, as `[[source]]` tables. The files of a
//! source are in the folder with its name.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::folder::{Folder, read_part};
use crate::generators::Layout;
use pailou_content::file_name;
use pailou_content::generator::Generator;
use pailou_content::issue::{Issue, Severity};
use pailou_content::page_path::check_page_path;
use pailou_content::root::{self, Root, SOURCE_POSITIONS};
use pailou_content::scan_dir::{self, DirScan};

/// Name of the file at the top of the exported folder.
pub const NAME: &str = "git-sources.toml";

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    source: Vec<Source>,
}

/// A Git source of the exported site.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    name: String,
    /// Path below which the pages of the source are served; empty if they are served at the root.
    #[serde(default)]
    mount: String,
    /// Name of the configured generator; `None` to detect it.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// Language folders.
    #[serde(default)]
    root: Vec<LanguageFolder>,
}

/// Language folder, relative to the folder of the source.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageFolder {
    locale: String,
    folder: String,
    /// Folders inside this folder that belong to other languages.
    #[serde(default)]
    without: Vec<String>,
}

/// Serializes the Git sources of `roots`; `None` if there are none. `configured` contains the name and the
/// generator of each configured source, in the order of the settings; other sources follow, sorted by name.
pub fn write(roots: &[Root], configured: &[(&str, Option<Generator>)]) -> Option<String> {
    let mut file = File::default();
    for root in roots.iter().filter(|root| !root.source.is_empty()) {
        let place = |path: &String| root::inside(&root.source, path).unwrap_or(path).to_owned();
        let folder = LanguageFolder {
            locale: root.locale.tag().to_owned(),
            folder: place(&root.folder),
            without: root.without.iter().map(place).collect(),
        };
        match file.source.iter_mut().find(|source| source.name == root.source) {
            Some(source) => source.root.push(folder),
            None => {
                let from = configured.iter().find(|(name, _)| *name == root.source);
                let from = from.and_then(|(_, from)| Some((*from)?.name().to_owned()));
                let (name, mount) = (root.source.clone(), root.mount.clone());
                file.source.push(Source { name, mount, from, root: vec![folder] });
            }
        }
    }
    let number = |name: &str| configured.iter().position(|(other, _)| *other == name);
    file.source.sort_by_cached_key(|source| {
        (number(&source.name).unwrap_or(usize::MAX), source.name.clone())
    });
    if file.source.is_empty() { None } else { toml::to_string_pretty(&file).ok() }
}

/// Parses the file. Returns the first error as an issue of the file.
fn parse(text: &str) -> Result<Vec<Source>, Issue> {
    let invalid = |detail: &str| Issue::of_file(Severity::Error, "sources-invalid", NAME, detail);
    let file: File = toml::from_str(text).map_err(|error| invalid(error.message()))?;
    for (number, source) in file.source.iter().enumerate() {
        let name = source.name.as_str();
        let folders = source.root.iter().map(|root| root.folder.as_str());
        let paths = folders.chain([name, source.mount.as_str()]);
        if let Some(why) = paths.into_iter().find_map(|path| check_page_path(path).err()) {
            return Err(invalid(&format!("invalid path in `{name}`: {why}")));
        }
        let is_repeated = file.source[..number].iter().any(|other| other.name == name);
        if name.is_empty() || name.contains('/') || is_repeated {
            return Err(invalid(&format!("invalid name `{name}`: expected a unique folder name")));
        }
        let mut locales = source.root.iter().map(|root| root.locale.as_str());
        if let Some(unknown) = locales.find(|locale| Root::locale_of(locale).is_none()) {
            return Err(invalid(&format!("unknown language `{unknown}`")));
        }
        let from = source.from.as_deref();
        if let Some(unknown) = from.filter(|from| Generator::named(from).is_none()) {
            return Err(invalid(&format!("unknown generator `{unknown}`")));
        }
    }
    Ok(file.source)
}

impl Source {
    fn contains(&self, file: &str) -> bool {
        root::inside(&self.name, file).is_some()
    }

    /// Returns the layout with the language folders of this source. The detected layout is kept if the source specifies
    /// no folders, or the same folders, because the detected layout can have languages in file names.
    fn layout(&self, detected: Layout) -> Layout {
        let root = |root: &LanguageFolder| {
            let locale = Root::locale_of(&root.locale)?;
            Some(Root::new(locale, root.folder.as_str(), root.without.clone()))
        };
        let roots: Vec<Root> = self.root.iter().filter_map(root).collect();
        let is_same = detected.roots.len() == roots.len()
            && detected.roots.iter().all(|root| roots.contains(root));
        if is_same || roots.is_empty() { detected } else { detected.with_roots(roots) }
    }
}

/// Reads an export with the file [`NAME`]. The folder of each source is read with the settings of the source, and all
/// other files are read as a folder without sources. If the file is invalid, no page is read.
pub(crate) fn read_export(
    folder: &Path,
    mut walk: DirScan,
    named: Option<Generator>,
    version: Option<&str>,
) -> Folder {
    let text = scan_dir::read_text(folder, NAME);
    let sources = match text.and_then(|text| parse(&text)) {
        Ok(sources) => sources,
        Err(issue) => return Folder::without_pages(walk, issue),
    };
    let is_own = |file: &str| file != NAME && !sources.iter().any(|source| source.contains(file));
    walk.files.retain(|file| is_own(file));
    walk.named_pages.retain(|file| is_own(file));
    walk.issues.retain(|issue| is_own(&issue.file));
    let mut read = read_part(folder, walk, named, version, |layout| layout);
    read.exclude_folders(sources.iter().map(|source| source.name.as_str()));
    let mut position = 0_u32;
    for source in &sources {
        position = position.saturating_add(SOURCE_POSITIONS);
        let place = file_name::path_on_disk(folder, &source.name);
        if !place.is_dir() {
            continue;
        }
        let from = source.from.as_deref().and_then(Generator::named).or(named);
        let walk = scan_dir::walk(&place);
        let mut part = read_part(&place, walk, from, version, |layout| source.layout(layout));
        part.detected.by = part.detected.by.map(|by| root::below(&source.name, &by));
        read.append(part.placed(&source.name, &source.mount, position));
    }
    read.joined(folder)
}

#[cfg(test)]
#[path = "sources_tests.rs"]
mod tests;
