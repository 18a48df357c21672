//! HTML document around a rendered page: head tags, resources to load, and hydration data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use base64::Engine;
use core_wasm::locale::Locale;
use http::HeaderValue;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::engine::Rendered;
use super::no_script::no_script;
use pailou_markdown::html_escape::escape_html;

/// Sets the theme before the first paint.
const THEME_SCRIPT: &str = include_str!("../../../../ui/src/app/theme.js");

/// Loads the scripts after the first paint (Paint Timing), so that they do not delay it. If the
/// browser does not report the paint, the scripts are loaded 250 ms after the first frame. For an
/// empty page or a page in a background tab, they are loaded immediately, without a paint.
const LOAD_SCRIPT: &str = include_str!("../../../../ui/src/app/load.js");

/// Hashes of the inline scripts for the Content Security Policy (CSP 3, section 2.3.1).
pub static INLINE_SCRIPTS: LazyLock<String> = LazyLock::new(|| {
    [THEME_SCRIPT, LOAD_SCRIPT]
        .map(|script| format!("'sha256-{}'", sha256_base64(script.trim())))
        .join(" ")
});

/// Service worker that caches pages for offline reading. `WORKER_OFF` removes the cached pages.
const WORKER: &str = include_str!("../../../../ui/src/app/service-worker.js");
const WORKER_OFF: &str = include_str!("../../../../ui/src/app/service-worker-off.js");

/// Path of the document for client-side rendering, which the service worker caches.
pub const SHELL: &str = "shell";

/// Link to the site's custom stylesheet, enabled and disabled.
const CUSTOM_STYLESHEET: &str =
    "<link rel=\"stylesheet\" href=\"/api/v1/public/config/raw/global_style.css\">";
const CUSTOM_STYLESHEET_OFF: &str = "<link rel=\"stylesheet\" href=\"/api/v1/public/config/raw/global_style.css\" media=\"not all\">";

/// Vite's manifest of the browser bundle: the files that each area needs.
#[derive(Debug)]
pub struct Manifest {
    entry: String,
    /// HTML tags for the files of each area. The key `""` is for the files of the entry script.
    tags: BTreeMap<String, Tags>,
    /// Service worker of this build.
    worker: String,
    /// `Link` header of each area, which preloads its stylesheets before the document is parsed
    /// (RFC 8288).
    links: BTreeMap<String, HeaderValue>,
}

/// Parameters of the document for client-side rendering that is sent instead of a page.
#[derive(Debug, Clone, Copy)]
pub struct Fallback<'t> {
    pub status: u16,
    /// Title of the site.
    pub title: &'t str,
    /// Value of `Retry-After` in seconds.
    pub retry_after: Option<u64>,
}

/// HTML tags for the head, and HTML tags that are added after the first paint.
#[derive(Debug, Default)]
struct Tags {
    styles: String,
    scripts: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    src: Option<String>,
    #[serde(default)]
    is_entry: bool,
    #[serde(default)]
    is_dynamic_entry: bool,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
}

impl Manifest {
    /// Parses `manifest.json`. The error describes what is wrong with the build.
    pub fn read(json: &str) -> Result<Self, String> {
        let chunks: BTreeMap<String, Chunk> =
            serde_json::from_str(json).map_err(|error| format!("the UI's manifest: {error}"))?;
        let entry = chunks.iter().find(|(_, chunk)| chunk.is_entry);
        let (entry_key, entry) = entry.ok_or("the UI's manifest has no entry")?;
        let mut tags = BTreeMap::new();
        let mut of_areas: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut all = BTreeSet::new();
        let own = files_of(&chunks, entry_key);
        tags.insert(String::new(), Tags::of(own.iter()));
        all.extend(own.iter().cloned());
        for (key, chunk) in &chunks {
            let Some(source) = chunk.src.as_deref().filter(|_| chunk.is_dynamic_entry) else {
                continue;
            };
            let files = files_of(&chunks, key);
            all.extend(files.iter().cloned());
            let Some(area) = area_of(source) else { continue };
            of_areas.entry(area.to_owned()).or_default().extend(files);
        }
        tags.extend(
            of_areas.iter().map(|(area, files)| (area.clone(), Tags::of(files.difference(&own)))),
        );
        let link = |(area, files): (String, BTreeSet<String>)| {
            Some((area, HeaderValue::from_str(&load_links(own.union(&files))).ok()?))
        };
        let links = of_areas.into_iter().filter_map(link).collect();
        Ok(Self { entry: entry.file.clone(), tags, worker: worker(&all), links })
    }

    /// Returns the `Link` header that preloads the stylesheets of the pages of an area; `None` for an unknown area.
    pub fn links(&self, area: &str) -> Option<HeaderValue> {
        self.links.get(area).cloned()
    }

    /// Returns the service worker script. If `is_on` is false, returns a script that removes the cached pages.
    pub fn worker(&self, is_on: bool) -> &str {
        if is_on { &self.worker } else { WORKER_OFF }
    }
}

/// Returns the area of a page component: `src/docs/DocsPage.tsx` → `docs`. Every visitor of an area loads all
/// components with the suffix `Page.tsx`. Other chunks are loaded on demand, such as `src/docs/SearchDialog.tsx` and
/// `src/landing/LandingDraft.tsx`. Returns `None` for any other file.
fn area_of(source: &str) -> Option<&str> {
    let (area, file) = source.strip_prefix("src/")?.split_once('/')?;
    file.ends_with("Page.tsx").then_some(area)
}

/// Returns the files of a chunk and of its static imports.
fn files_of(chunks: &BTreeMap<String, Chunk>, key: &str) -> BTreeSet<String> {
    let mut files = BTreeSet::new();
    let mut waiting = vec![key.to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(key) = waiting.pop() {
        let Some(chunk) = chunks.get(&key).filter(|_| seen.insert(key.clone())) else { continue };
        files.insert(chunk.file.clone());
        files.extend(chunk.css.iter().cloned());
        files.extend(chunk.assets.iter().filter(|file| file.ends_with(".wasm")).cloned());
        waiting.extend(chunk.imports.iter().cloned());
    }
    files
}

impl Tags {
    fn of<'f>(files: impl Iterator<Item = &'f String>) -> Self {
        let mut tags = Self::default();
        for file in files {
            match file.rsplit('.').next() {
                Some("css") => {
                    tags.styles.push_str(&format!("<link rel=\"stylesheet\" href=\"/index/{file}\">"));
                }
                Some("js") => {
                    tags.scripts.push_str(&format!("<link rel=\"modulepreload\" href=\"/index/{file}\">"));
                }
                Some("wasm") => tags.scripts.push_str(&format!(
                    "<link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"/index/{file}\">"
                )),
                _ => {}
            }
        }
        tags
    }
}

/// Returns the service worker script with its file list. The script changes whenever a file of the
/// UI changes.
fn worker(files: &BTreeSet<String>) -> String {
    let files: Vec<String> = files.iter().map(|file| format!("/index/{file}")).collect();
    let files = serde_json::to_string(&files).unwrap_or_default();
    let version = &blake3::hash(format!("{files}{WORKER}").as_bytes()).to_hex()[..16];
    format!("const VERSION=\"{version}\",SHELL=\"/index/{SHELL}\",FILES={files};\n{WORKER}")
}

/// Returns preload links for stylesheets only, because scripts that are loaded before the first
/// paint delay the paint (`just bench pages`).
fn load_links<'f>(files: impl Iterator<Item = &'f String>) -> String {
    let styles = files.filter(|file| file.ends_with(".css"));
    styles
        .map(|file| format!("</index/{file}>; rel=preload; as=style"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the whole document of a rendered page.
pub(crate) fn compose(page: &Rendered, manifest: &Manifest) -> String {
    document(page, "", manifest)
}

/// Returns the whole document. `notice` is HTML after the container of the page.
fn document(page: &Rendered, notice: &str, manifest: &Manifest) -> String {
    let none = Tags::default();
    let own = manifest.tags.get("").unwrap_or(&none);
    let area = manifest.tags.get(&page.area).unwrap_or(&none);
    // Escaping "<" keeps the data from ending the script block early. U+2028 needs no escaping,
    // because JSON in a data block is not a script.
    let data = page.data.replace('<', "\\u003c");
    let mut html = String::with_capacity(page.body.len() + data.len() + page.head.len() + 2048);
    html.push_str("<!doctype html><html lang=\"");
    html.push_str(&page.locale);
    html.push_str("\"><head><meta charset=\"utf-8\">");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.push_str(&page.head);
    html.push_str("<meta name=\"color-scheme\" content=\"light dark\">");
    html.push_str(
        "<meta name=\"theme-color\" content=\"#fdfcfa\" media=\"(prefers-color-scheme: light)\">",
    );
    html.push_str(
        "<meta name=\"theme-color\" content=\"#161513\" media=\"(prefers-color-scheme: dark)\">",
    );
    html.push_str("<link rel=\"icon\" href=\"/index/favicon.svg\" type=\"image/svg+xml\">");
    html.push_str("<link rel=\"icon\" href=\"/index/favicon.ico\" sizes=\"32x32\">");
    html.push_str("<link rel=\"apple-touch-icon\" href=\"/index/apple-touch-icon.png\">");
    let segment = if page.locale == "zh-CN" { "zh" } else { "en" };
    html.push_str("<link rel=\"manifest\" href=\"/index/");
    html.push_str(segment);
    html.push_str("/manifest.webmanifest\">");
    html.push_str("<script>");
    html.push_str(THEME_SCRIPT.trim());
    html.push_str("</script>");
    html.push_str(&own.styles);
    html.push_str(&area.styles);
    html.push_str(CUSTOM_STYLESHEET);
    html.push_str("</head><body><div id=\"pailou-root\">");
    html.push_str(&page.body);
    html.push_str("</div>");
    html.push_str(notice);
    html.push_str("<script type=\"application/json\" id=\"pailou-data\">");
    html.push_str(&data);
    html.push_str("</script><template id=\"pailou-later\">");
    html.push_str(&own.scripts);
    html.push_str(&area.scripts);
    html.push_str("<script type=\"module\" src=\"/index/");
    html.push_str(&manifest.entry);
    html.push_str("\"></script></template><script>");
    html.push_str(LOAD_SCRIPT.trim());
    html.push_str("</script></body></html>");
    html
}

/// Returns the document for client-side rendering of a page that the server does not render. Readers
/// without JavaScript see only the notice of the status.
pub(crate) fn client_side_document(
    locale: Locale,
    fallback: Fallback<'_>,
    manifest: &Manifest,
) -> String {
    let Fallback { status, title, retry_after } = fallback;
    let page = Rendered {
        locale: locale.tag().to_owned(),
        head: format!("<title>{}</title>", escape_html(title)),
        ..Rendered::default()
    };
    document(&page, &no_script(locale, status, retry_after), manifest)
}

/// Returns the document with the custom stylesheet disabled. Only the first occurrence of [`CUSTOM_STYLESHEET`] is
/// replaced: it is the link, because the link precedes the content of the page.
pub(crate) fn without_custom_css(html: &str) -> String {
    html.replacen(CUSTOM_STYLESHEET, CUSTOM_STYLESHEET_OFF, 1)
}

fn sha256_base64(text: &str) -> String {
    base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
        "src/main.tsx": { "file": "assets/main-1.js", "src": "src/main.tsx", "isEntry": true,
            "imports": ["_react-2.js"], "css": ["assets/main-3.css"], "assets": ["assets/core-4.wasm"],
            "dynamicImports": ["src/docs/DocsPage.tsx"] },
        "_react-2.js": { "file": "assets/react-2.js" },
        "src/docs/DocsPage.tsx": { "file": "assets/docs-5.js", "src": "src/docs/DocsPage.tsx", "isDynamicEntry": true,
            "imports": ["_react-2.js", "src/main.tsx"], "css": ["assets/docs-6.css"] },
        "src/docs/SearchDialog.tsx": { "file": "assets/search-7.js", "src": "src/docs/SearchDialog.tsx",
            "isDynamicEntry": true }
    }"#;

    #[test]
    fn page_loads_the_entry_script_and_the_files_of_its_area() {
        let manifest = Manifest::read(MANIFEST).unwrap();
        let page =
            Rendered { area: "docs".to_owned(), locale: "zh-CN".to_owned(), ..Rendered::default() };
        let html = compose(&page, &manifest);
        for tag in [
            "<html lang=\"zh-CN\">",
            "<link rel=\"modulepreload\" href=\"/index/assets/react-2.js\">",
            "<link rel=\"preload\" as=\"fetch\" type=\"application/wasm\" crossorigin href=\"/index/assets/core-4.wasm\">",
            "<link rel=\"modulepreload\" href=\"/index/assets/docs-5.js\">",
            "<link rel=\"stylesheet\" href=\"/index/assets/docs-6.css\">",
            "<link rel=\"stylesheet\" href=\"/api/v1/public/config/raw/global_style.css\">",
            "<script type=\"module\" src=\"/index/assets/main-1.js\"></script>",
        ] {
            assert_eq!(html.matches(tag).count(), 1, "{tag} in {html}");
        }
        assert!(!html.contains("search-7.js"), "{html}");
        assert!(
            manifest.worker(true).contains("search-7.js"),
            "the service worker must cache the file"
        );
        let (at_once, later) = html.split_once("<template id=\"pailou-later\">").unwrap();
        assert!(!at_once.contains(".js\"") && !at_once.contains(".wasm"), "{at_once}");
        assert!(!later.contains("stylesheet"), "{later}");
    }

    #[test]
    fn client_side_document_of_an_error_has_a_noscript_notice() {
        let manifest = Manifest::read(MANIFEST).unwrap();
        let fallback = Fallback { status: 429, title: "A & B", retry_after: Some(3) };
        let html = client_side_document(Locale::Zh, fallback, &manifest);
        let expected = "<div id=\"pailou-root\"></div><noscript><p>请求过于频繁，请在 3 秒后重新加载页面。</p></noscript>";
        assert!(html.contains(expected) && html.contains("<title>A &amp; B</title>"), "{html}");
        let own = Fallback { status: 200, retry_after: None, ..fallback };
        assert!(!client_side_document(Locale::Zh, own, &manifest).contains("noscript"));
    }

    #[test]
    fn custom_stylesheet_can_be_disabled() {
        let manifest = Manifest::read(MANIFEST).unwrap();
        let html = without_custom_css(&compose(&Rendered::default(), &manifest));
        assert_eq!(
            (html.matches(CUSTOM_STYLESHEET).count(), html.matches(CUSTOM_STYLESHEET_OFF).count()),
            (0, 1)
        );
    }

    #[test]
    fn inline_data_cannot_end_its_script_block() {
        let manifest = Manifest::read(MANIFEST).unwrap();
        let data =
            serde_json::json!({ "title": "</script><script>alert(1)</script><!--" }).to_string();
        let html = compose(&Rendered { data, ..Rendered::default() }, &manifest);
        assert!(html.contains(r"\u003c/script>\u003cscript>alert(1)\u003c/script>\u003c!--"));
    }

    #[test]
    fn ui_manifest_without_an_entry_script_is_an_error() {
        assert_eq!(Manifest::read("{}").unwrap_err(), "the UI's manifest has no entry");
    }
}
