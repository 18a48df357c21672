//! Web app manifest (W3C) and search description (OpenSearch 1.1), one for each language.

use core_wasm::locale::Locale;
use serde_json::json;
use warp::reply::Response;

use pailou_site::Site;
use pailou_store::{DOCS, LANDING};
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::xml::Xml;

/// Maximum length of a short name in characters (OpenSearch 1.1).
const SHORT: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    Manifest(Locale),
    Search(Locale),
}

impl File {
    /// Returns the file with this name below `/index/zh/` or `/index/en/`; `None` for another name.
    pub fn of(locale: Locale, name: &str) -> Option<Self> {
        match name {
            "manifest.webmanifest" => Some(Self::Manifest(locale)),
            "opensearch.xml" => Some(Self::Search(locale)),
            _ => None,
        }
    }
}

pub async fn reply(site: &Site, file: File) -> Result<Response, Problem> {
    let (File::Manifest(locale) | File::Search(locale)) = file;
    let name = site.title(locale).await?;
    let (text, media_type) = match file {
        File::Manifest(_) => (manifest(&name, locale), "application/manifest+json"),
        File::Search(_) => {
            let origin = site.settings.origin();
            (search(&name, &origin, locale), "application/opensearchdescription+xml; charset=utf-8")
        }
    };
    Ok(reply::text(text, media_type))
}

fn manifest(name: &str, locale: Locale) -> String {
    let icon = |size: &str, name: &str, purpose: &str| json!({ "src": format!("/index/{name}"), "sizes": size, "type": "image/png", "purpose": purpose });
    let manifest = json!({
        "id": "/index/",
        "name": name,
        "short_name": name.chars().take(SHORT).collect::<String>(),
        "lang": locale.tag(),
        "dir": "ltr",
        "start_url": pailou_store::address(LANDING, locale, ""),
        "scope": "/index/",
        "display": "minimal-ui",
        "background_color": "#fdfcfa",
        "theme_color": "#fdfcfa",
        "icons": [
            { "src": "/index/favicon.svg", "sizes": "any", "type": "image/svg+xml" },
            icon("192x192", "icon-192.png", "any"),
            icon("512x512", "icon-512.png", "any"),
            icon("512x512", "icon-maskable.png", "maskable"),
        ],
    });
    format!("{manifest:#}\n")
}

fn search(name: &str, origin: &str, locale: Locale) -> String {
    let docs = pailou_store::address(DOCS, locale, "");
    let description = match locale {
        Locale::Zh => format!("在“{name}”中搜索"),
        Locale::En => format!("Search {name}"),
    };
    let short: String = name.chars().take(SHORT).collect();
    let own = format!("{origin}/index/{}/opensearch.xml", locale.segment());
    let mut xml = Xml::document();
    xml.start("OpenSearchDescription", &[("xmlns", "http://a9.com/-/spec/opensearch/1.1/")])
        .text("ShortName", &[], &short)
        .text("Description", &[], &description)
        .text("InputEncoding", &[], "UTF-8")
        .text("Language", &[], locale.tag())
        .text(
            "Image",
            &[("width", "32"), ("height", "32"), ("type", "image/x-icon")],
            &format!("{origin}/favicon.ico"),
        )
        .empty(
            "Url",
            &[("type", "text/html"), ("template", &format!("{origin}{docs}?q={{searchTerms}}"))],
        )
        .empty(
            "Url",
            &[
                ("type", "application/opensearchdescription+xml"),
                ("rel", "self"),
                ("template", &own),
            ],
        )
        .end("OpenSearchDescription");
    xml.finish()
}
