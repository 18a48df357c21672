//! Which pages show which file. Found in the texts themselves: whatever in them leads to a file is a use.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use core_wasm::locale::Locale;
use percent_encoding::percent_decode_str;
use tokio::task::spawn_blocking;

use super::store::{self, Showing};
use crate::shared::content::link::{Link, Places, is_media};
use crate::shared::content::page_path::media_url;
use crate::shared::db::Tx;
use crate::shared::record::{address, read};
use crate::shared::site::Site;

/// A text that shows a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) page_id: String,
    pub(crate) locale: Locale,
    pub(crate) title: String,
    /// Where readers find it.
    pub(crate) url: String,
    pub(crate) in_trash: bool,
}

/// Every use, by the address of the file.
#[derive(Debug, Default)]
pub(crate) struct Uses(HashMap<String, Vec<Arc<Use>>>);

impl Uses {
    pub(crate) fn of(&self, path: &str) -> impl Iterator<Item = &Use> {
        self.0.get(&media_url(path)).into_iter().flatten().map(Arc::as_ref)
    }
}

/// Every use in what is published.
pub(crate) async fn uses(site: &Site) -> Result<Arc<Uses>, sqlx::Error> {
    let made = async || used_in(read::places(site).await?, store::published(&site.db).await?).await;
    site.media_uses.get(&site.changes, made).await
}

/// Every use in what is not published, and in what is in the trash.
pub(crate) async fn uses_in_drafts(site: &Site) -> Result<Uses, sqlx::Error> {
    used_in(read::places(site).await?, store::unpublished(&site.db).await?).await
}

/// Whether any text shows a file, published or not.
pub(super) async fn is_used(
    tx: &mut Tx,
    places: Arc<Places>,
    path: &str,
) -> Result<bool, sqlx::Error> {
    let uses = used_in(places, store::all_in(tx).await?).await?;
    Ok(uses.of(path).next().is_some())
}

async fn used_in(places: Arc<Places>, texts: Vec<Showing>) -> Result<Uses, sqlx::Error> {
    // Every text is read from end to end.
    let found = spawn_blocking(move || {
        let mut uses = Uses::default();
        for (of_text, shown) in texts.iter().filter_map(|text| used_by(&places, text)) {
            for url in shown {
                uses.0.entry(url).or_default().push(of_text.clone());
            }
        }
        uses
    });
    found.await.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))
}

/// A text, and the addresses of the files that it shows.
fn used_by(places: &Places, text: &Showing) -> Option<(Arc<Use>, Vec<String>)> {
    let locale = Locale::from_str(&text.locale).ok()?;
    let mut shown: Vec<String> = named(&text.text)
        .filter_map(|written| match places.resolve(&text.file, locale, written) {
            Link::Media(url) | Link::Page(url) if url.starts_with("/index/media/") => Some(url),
            _ => None,
        })
        .collect();
    shown.sort();
    shown.dedup();
    let url = address(&text.area, locale, &text.path);
    let (page_id, title) = (text.page_id.clone(), text.title.clone());
    let in_trash = text.trashed_at.is_some();
    Some((Arc::new(Use { page_id, locale, title, url, in_trash }), shown))
}

/// Whatever in a text looks like the name of a file: between brackets of any kind, quotes or blanks.
fn named(text: &str) -> impl Iterator<Item = &str> {
    const AROUND: &[char] = &['(', ')', '<', '>', '"', '\'', '[', ']', '=', ',', '{', '}'];
    let pieces = |around: &'static [char], blanks: bool| {
        text.split(move |c: char| around.contains(&c) || c == '\n' || (blanks && c.is_whitespace()))
    };
    // With blanks inside, a name stands between `<` and `>`, in quotes, or behind a key of the front matter.
    let spaced = pieces(&['<', '>', '"', '\'', ':'], false)
        .map(str::trim)
        .filter(|piece| piece.contains(' ') && !piece.contains("]("));
    pieces(AROUND, true).chain(spaced).map(str::trim).filter(|piece| is_file(piece))
}

fn is_file(piece: &str) -> bool {
    let path = piece.split(['?', '#']).next().unwrap_or_default();
    is_media(path) && percent_decode_str(path).decode_utf8().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_found_wherever_they_stand() {
        for (text, expected) in [
            ("![a](b.png)", ["b.png"].as_slice()),
            ("![a](../b/%E5%9B%BE.png \"t\") [c](/d.zip)", &["../b/%E5%9B%BE.png", "/d.zip"]),
            ("![a](<b c.png>)", &["c.png", "b c.png"]),
            ("<img src=\"/uploads/a.svg\" alt=\"\">", &["/uploads/a.svg"]),
            ("<img srcset='a.png 1x, b.png 2x'>", &["a.png", "b.png"]),
            ("---\nhero: a.webp\nlogo: my logo.png\n---", &["a.webp", "logo.png", "my logo.png"]),
            ("[a]: a.pdf 't'", &["a.pdf"]),
            ("{src: 'x.mp4?t=3#a'}", &["x.mp4?t"]),
            ("see png and a.md", &[]),
        ] {
            assert_eq!(named(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
