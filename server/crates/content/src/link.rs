//! Link resolution inside the site.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use core_wasm::locale::Locale;
use unicode_normalization::UnicodeNormalization;

use crate::area::{self, DOCS, LANDING, NEWS, WITHOUT_FILES};
use crate::page_path::{
    self, decode, encode, front_url, in_version, join, media_url, page_url, split_markdown,
};
use crate::root::{self, Root};

/// Target of a link. URLs are ready for an attribute, except for HTML escaping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    Page(String),
    Media(String),
    /// Id on the same page, without `#`.
    Anchor(String),
    External(String),
    /// The target does not exist; `url` is the URL that it would have.
    Broken {
        url: String,
        code: &'static str,
    },
    /// The target is empty, or has a scheme other than `http`, `https`, `mailto`, and `tel`.
    Refused,
}

/// Properties of an image.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// Width and height in pixels.
    pub size: Option<(u32, u32)>,
    /// Widths of the smaller variants in pixels, ascending.
    pub widths: Vec<u32>,
    /// Alt text in Chinese and English, used if the page has none.
    pub words: [String; 2],
    /// Whether the image is decorative: it adds no information to the text.
    pub is_decorative: bool,
}

impl Image {
    pub fn words(&self, locale: Locale) -> &str {
        match locale {
            Locale::Zh => &self.words[0],
            Locale::En => &self.words[1],
        }
    }
}

/// Pages and files of a folder that can be link targets.
#[derive(Debug, Clone, Default)]
pub struct LinkTargets {
    roots: Vec<Root>,
    /// Area, language, and path of each page, by file.
    files: HashMap<String, (&'static str, Locale, String)>,
    /// Language and path of each page of the documentation, and of the front page.
    paths: HashSet<(Locale, String)>,
    /// Languages with a front page. If there are any, a link to the index page of the documentation gets the URL of the
    /// front page, such as `/index/zh`, instead of `/index/zh/docs`.
    fronts: HashSet<Locale>,
    media: HashSet<String>,
    /// Non-ASCII file names by their composed form (NFC).
    composed: HashMap<String, String>,
    /// Existing files that are not served because of their type.
    unserved: HashSet<String>,
    /// Texts of the files that pages can include, by file name.
    parts: HashMap<String, Arc<str>>,
    /// Images by URL.
    images: HashMap<String, Image>,
    /// Name of the version if the pages belong to an old version; links resolve within that version.
    version: Option<String>,
}

impl LinkTargets {
    pub fn new(roots: Vec<Root>) -> Self {
        Self { roots, ..Self::default() }
    }

    /// Creates the link targets of an old version.
    pub fn of_version(roots: Vec<Root>, version: &str) -> Self {
        Self { roots, version: Some(version.to_owned()), ..Self::default() }
    }

    /// Adds a page by its file and its path. File paths are relative to the scanned folder.
    pub fn add_page(&mut self, file: &str, area: &'static str, locale: Locale, path: &str) {
        self.add_name(file);
        self.files.insert(file.to_owned(), (area, locale, path.to_owned()));
        let is_front = area == LANDING && path.is_empty();
        if area == DOCS || is_front {
            self.paths.insert((locale, path.to_owned()));
        }
        if is_front {
            self.fronts.insert(locale);
        }
    }

    /// Whether a documentation page or the front page exists at this path in this language.
    pub fn has_page(&self, locale: Locale, path: &str) -> bool {
        self.paths.contains(&(locale, path.to_owned()))
    }

    /// Adds `existing`, the pages and media of the site, as link targets. If `self` and `existing` contain a file with
    /// the same path, the file of `self` is used.
    pub fn with_existing(mut self, existing: &LinkTargets) -> Self {
        for (file, page) in &existing.files {
            self.files.entry(file.clone()).or_insert_with(|| page.clone());
        }
        self.paths.extend(existing.paths.iter().cloned());
        self.fronts.extend(&existing.fronts);
        for (composed, name) in &existing.composed {
            self.composed.entry(composed.clone()).or_insert_with(|| name.clone());
        }
        self.media.extend(existing.media.iter().cloned());
        self.unserved.extend(existing.unserved.iter().cloned());
        self
    }

    pub fn add_unserved(&mut self, file: &str) {
        self.add_name(file);
        self.unserved.insert(file.to_owned());
    }

    pub fn add_media(&mut self, file: &str) {
        self.add_name(file);
        self.media.insert(file.to_owned());
    }

    pub fn add_part(&mut self, file: &str, text: Arc<str>) {
        self.add_name(file);
        self.parts.insert(file.to_owned(), text);
    }

    /// Returns the text of a file that pages can include; `None` if there is no such file.
    pub fn part(&self, file: &str) -> Option<Arc<str>> {
        self.parts.get(self.name_of(file)).cloned()
    }

    /// Returns the image of a file, to set its properties. Adds the image if it is missing.
    pub fn image_of(&mut self, file: &str) -> &mut Image {
        self.images.entry(self.media_url(file)).or_default()
    }

    /// Returns the image with this URL on the site; `None` if there is no such image.
    pub fn image(&self, url: &str) -> Option<&Image> {
        self.images.get(url)
    }

    /// Resolves `written`, the target of a link in the page of `file`, for a reader of the language `locale`. Returns
    /// [`Link::Broken`] if no page or file of the site matches.
    pub fn resolve(&self, file: &str, locale: Locale, written: &str) -> Link {
        let written: String = written.trim().chars().filter(|c| !c.is_control()).collect();
        if let Some(link) = external_link(&written) {
            return link;
        }
        let (before, fragment) =
            written.split_once('#').map_or((written.as_str(), None), |(b, f)| (b, Some(f)));
        let (path, query) = before.split_once('?').map_or((before, None), |(p, q)| (p, Some(q)));
        if path.is_empty() {
            return fragment.map_or(Link::Refused, |fragment| Link::Anchor(decode(fragment)));
        }
        let path = decode(path).replace('\\', "/");
        if is_area_of_site(&path) {
            return Link::Page(written.replace('\\', "/"));
        }
        let mut link = match (path.strip_prefix('/'), path.strip_prefix("@site/")) {
            (Some(path), _) => self.rooted(file, locale, path),
            (None, Some(path)) => self.of_site(file, locale, path),
            (None, None) => self.relative(file, locale, &path),
        };
        if let Link::Page(url) | Link::Broken { url, .. } = &mut link {
            if let Some(query) = query {
                url.push('?');
                url.push_str(query);
            }
            if let Some(fragment) = fragment.filter(|fragment| !fragment.is_empty()) {
                url.push('#');
                url.push_str(&encode(&decode(fragment)));
            }
        }
        link
    }

    fn relative(&self, file: &str, locale: Locale, path: &str) -> Link {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let Some(target) = join(folder, path) else {
            return self.leaves_folder(locale);
        };
        if let Some(link) =
            self.page_beside(file, locale, &target).or_else(|| self.media_file(&target))
        {
            return link;
        }
        let below = self
            .roots
            .iter()
            .find_map(|root| Some((root.locale, root::below(&root.mount, root.below(&target)?))));
        // The folder above the language folders is no page.
        let is_above_roots = below.is_none() && target.is_empty();
        let (target_locale, rest) = below.unwrap_or_else(|| (locale, target.clone()));
        let found = self.page_path(target_locale, &rest).filter(|_| !is_above_roots);
        // Some authors write links relative to the URL of the page with a trailing slash.
        let stem = split_markdown(file).map_or(file, |(stem, _)| stem);
        let from_address = || {
            let target = join(stem, path)?;
            // In `guide/index.md`, `..` means the parent folder, not the page itself.
            let own = self.files.get(file);
            if own.is_some() && self.known_file(&target) == own {
                return None;
            }
            self.page_beside(file, locale, &target).or_else(|| self.media_file(&target))
        };
        found.or_else(from_address).unwrap_or_else(|| self.missing(target_locale, &rest, &target))
    }

    /// Returns the page of a file. If both languages share a folder, returns the page in the reader's language if it
    /// exists. Returns `None` if the file is not a page.
    fn page_beside(&self, file: &str, locale: Locale, target: &str) -> Option<Link> {
        let (area, found, path) = self.known_file(target)?;
        let root = self.roots.iter().find(|root| root.below(file).is_some());
        let shares_folder =
            root.is_some_and(|root| root.locale != locale && root.below(target).is_some());
        let has_own = shares_folder && self.paths.contains(&(locale, path.clone()));
        Some(Link::Page(self.url(area, if has_own { locale } else { *found }, path)))
    }

    /// Returns the roots of the Git source that contains the file, or else of the imported folder.
    fn roots_with(&self, file: &str) -> impl Iterator<Item = &Root> {
        let own = self.roots.iter().find(|root| !root.source.is_empty() && root.is_source_of(file));
        let source = own.map_or("", |root| root.source.as_str());
        self.roots.iter().filter(move |root| root.source == source)
    }

    /// Resolves `/guide/a`, `/zh/guide/a`, or `/logo.png`: relative to the root of the Git source that contains `file`,
    /// then relative to the root of the site.
    fn rooted(&self, file: &str, locale: Locale, path: &str) -> Link {
        let (first, after) = path.split_once('/').unwrap_or((path, ""));
        let (locale, rest) = Root::locale_of(first).map_or((locale, path), |named| (named, after));
        let Some(rest) = join("", rest) else {
            return self.leaves_folder(locale);
        };
        for root in self.roots_with(file).filter(|root| root.locale == locale) {
            let target = join(&root.folder, &rest).unwrap_or_default();
            if let Some(link) = self.page_file(&target) {
                return link;
            }
        }
        let mount = self.roots_with(file).next().map_or("", |root| root.mount.as_str());
        let mounted = root::below(mount, &rest);
        // Docusaurus and this site publish pages below `/docs`.
        let below_docs =
            || self.page_path(locale, &root::below(mount, rest.strip_prefix("docs/")?));
        self.page_path(locale, &mounted)
            .or_else(|| self.page_path(locale, &rest))
            .or_else(below_docs)
            .or_else(|| self.public_file(file, &rest))
            .or_else(|| self.public_file(file, path))
            .or_else(|| self.at_address(locale, path))
            .unwrap_or_else(|| self.missing(locale, &mounted, &rest))
    }

    /// Resolves `index/zh/docs/guide/start`, the path in the URL of a page or a file; `None` for any other path.
    fn at_address(&self, locale: Locale, path: &str) -> Option<Link> {
        let (named, area, rest) = page_path::split_url_path(path.strip_prefix("index/")?);
        let (locale, rest) = (named.unwrap_or(locale), join("", rest)?);
        match area {
            // Without an index page, this URL lists the pages.
            DOCS if rest.is_empty() => Some(Link::Page(self.page_url(locale, ""))),
            // Pages of other versions are not among these targets, so such a link is not checked.
            DOCS if rest.starts_with('@') => Some(Link::Page(page_url(locale, &rest))),
            DOCS => {
                let missing =
                    || Link::Broken { url: self.page_url(locale, &rest), code: "page-missing" };
                Some(self.page_path(locale, &rest).unwrap_or_else(missing))
            }
            "media" if named.is_none() && rest.starts_with('@') => {
                Some(Link::Media(media_url(&rest)))
            }
            "media" if named.is_none() => {
                let missing = || Link::Broken { url: self.media_url(&rest), code: "file-missing" };
                Some(self.media_file(&rest).unwrap_or_else(missing))
            }
            _ => None,
        }
    }

    /// Returns the page of the file `target`, with or without extension, or the index page of the folder `target`;
    /// `None` if there is neither.
    fn page_file(&self, target: &str) -> Option<Link> {
        let (area, locale, path) = self.known_file(target)?;
        Some(Link::Page(self.url(area, *locale, path)))
    }

    fn known_file(&self, target: &str) -> Option<&(&'static str, Locale, String)> {
        let stem =
            target.strip_suffix(".html").or_else(|| target.strip_suffix(".htm")).unwrap_or(target);
        let stem = split_markdown(stem).map_or(stem, |(stem, _)| stem);
        let slash = if stem.is_empty() { "" } else { "/" };
        let names = ["index", "README", "readme", "_index"];
        let candidates = std::iter::once(target.to_owned()).chain(
            page_path::MARKDOWN.iter().flat_map(|extension| {
                let whole = format!("{stem}.{extension}");
                std::iter::once(whole)
                    .chain(names.map(|name| format!("{stem}{slash}{name}.{extension}")))
            }),
        );
        candidates.into_iter().find_map(|file| self.files.get(self.name_of(&file)))
    }

    /// Returns the name of a file as stored in its folder, where `é` may be two characters although the link contains
    /// one character.
    fn name_of<'a>(&'a self, file: &'a str) -> &'a str {
        if file.is_ascii() {
            return file;
        }
        let composed: String = file.nfc().collect();
        self.composed.get(&composed).map_or(file, String::as_str)
    }

    fn add_name(&mut self, file: &str) {
        if !file.is_ascii() {
            let name = self.composed.entry(file.nfc().collect()).or_default();
            // If two files have the same name in NFC, the one with the composed name is used.
            if name.is_empty() || unicode_normalization::is_nfc(file) {
                file.clone_into(name);
            }
        }
    }

    fn url(&self, area: &str, locale: Locale, path: &str) -> String {
        let is_front = path.is_empty()
            && (self.fronts.contains(&locale) || self.fronts.contains(&locale.other()));
        match area {
            DOCS if !is_front => self.page_url(locale, path),
            DOCS => front_url(locale),
            area => area::address(area, locale, path),
        }
    }

    fn page_url(&self, locale: Locale, path: &str) -> String {
        page_url(locale, &in_version(self.version.as_deref(), path))
    }

    fn media_url(&self, file: &str) -> String {
        media_url(&in_version(self.version.as_deref(), file))
    }

    fn leaves_folder(&self, locale: Locale) -> Link {
        Link::Broken { url: self.page_url(locale, ""), code: "link-leaves-folder" }
    }

    /// Returns the URL of a page in the reader's language, if the page exists in any language.
    fn page_path(&self, locale: Locale, path: &str) -> Option<Link> {
        let path = path.strip_suffix(".html").unwrap_or(path);
        let path = page_path::path_of_file(path).ok()?;
        let exists = [locale, locale.other()]
            .iter()
            .any(|locale| self.paths.contains(&(*locale, path.clone())));
        // If the page is not translated, the site displays the other language with a notice at this URL.
        exists.then(|| Link::Page(self.url(DOCS, locale, &path)))
    }

    fn media_file(&self, file: &str) -> Option<Link> {
        let file = self.name_of(file);
        self.media.contains(file).then(|| Link::Media(self.media_url(file)))
    }

    /// Resolves `@site/docs/a.md` (Docusaurus) relative to each of [`Self::folders`]; the first existing file is used.
    fn of_site(&self, file: &str, locale: Locale, path: &str) -> Link {
        let found = self.folders(file).into_iter().find_map(|folder| {
            let target = join(&folder, path)?;
            self.page_file(&target).or_else(|| self.existing_file(&target))
        });
        found.unwrap_or_else(|| self.missing(locale, path, path))
    }

    /// Resolves `/logo.png` in the folder of a root, in a folder above it, or in the subfolder `public`, `static`, or
    /// `.vuepress/public` of any of these; `None` if there is no such file.
    fn public_file(&self, file: &str, path: &str) -> Option<Link> {
        let inside = |folder: &String| {
            ["public", "static", ".vuepress/public", ""]
                .iter()
                .find_map(|name| self.existing_file(&join(&join(folder, name)?, path)?))
        };
        self.folders(file).iter().find_map(inside)
    }

    /// Like [`Self::media_file`], but returns a broken link for an existing file whose type the site does not serve.
    fn existing_file(&self, file: &str) -> Option<Link> {
        let name = self.name_of(file);
        let broken = || Link::Broken { url: self.media_url(name), code: "file-not-served" };
        self.media_file(file).or_else(|| self.unserved.contains(name).then(broken))
    }

    /// Returns the top folder and, for each root of the file's Git source, the folder of the root and the folders
    /// above it.
    fn folders(&self, file: &str) -> Vec<String> {
        let mut folders = vec![String::new()];
        for root in self.roots_with(file) {
            let parts: Vec<&str> = root.folder.split('/').filter(|part| !part.is_empty()).collect();
            folders.extend((1..=parts.len()).rev().map(|count| parts[..count].join("/")));
        }
        folders
    }

    fn missing(&self, locale: Locale, page: &str, file: &str) -> Link {
        let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is_page = !is_media(file)
            && (extension.contains('/')
                || split_markdown(file).is_some()
                || !is_extension(extension));
        if let Some(found) = self.existing_file(file) {
            return found;
        }
        if !is_page && extension != "html" {
            return Link::Broken { url: self.media_url(file), code: "file-missing" };
        }
        let page = page.strip_suffix(".html").unwrap_or(page);
        let path = page_path::path_of_file(page).unwrap_or_default();
        Link::Broken { url: self.page_url(locale, &path), code: "page-missing" }
    }
}

/// Whether the path is a URL of this site that is used without a check: a front page, the news, or an area without
/// files.
fn is_area_of_site(path: &str) -> bool {
    let Some(below) = path.strip_prefix("/index/") else { return false };
    let below = below.strip_prefix("zh/").or_else(|| below.strip_prefix("en/")).unwrap_or(below);
    let area = below.split('/').next().unwrap_or_default();
    below.is_empty() || WITHOUT_FILES.contains(&area) || [NEWS, "zh", "en"].contains(&area)
}

fn is_extension(text: &str) -> bool {
    (1..=5).contains(&text.len())
        && text.chars().all(|c| c.is_ascii_alphanumeric())
        && !text.chars().all(|c| c.is_ascii_digit())
}

/// Whether pages can embed a file or link to it as a download, by its extension.
pub fn is_media(file: &str) -> bool {
    const MEDIA: &[&str] = &[
        "png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "bmp", "pdf", "mp4", "webm",
        "mov", "ogg", "ogv", "mp3", "m4a", "wav", "woff2", "zip", "gz", "tgz", "bz2", "xz", "zst",
        "7z", "dmg", "pkg", "msi", "exe", "deb", "rpm", "apk", "appimage", "whl", "jar", "asc",
    ];
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    MEDIA.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// Classifies links with a scheme or a host; `None` for any other link.
fn external_link(written: &str) -> Option<Link> {
    let slashed = written.replace('\\', "/");
    if slashed.starts_with("//") {
        return Some(Link::External(slashed));
    }
    let (scheme, _) = written.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if !is_scheme {
        return None;
    }
    let allowed =
        ["http", "https", "mailto", "tel"].iter().any(|known| known.eq_ignore_ascii_case(scheme));
    Some(if allowed { Link::External(written.to_owned()) } else { Link::Refused })
}

#[cfg(test)]
#[path = "link_tests.rs"]
mod tests;
