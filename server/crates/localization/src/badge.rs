//! Badge of a language: the share of its segments that are up to date, as SVG.

use core_wasm::locale::Locale;
use http::Method;
use http::header::HeaderValue;
use warp::reply::Response;

use super::{Localization, hidden_pages, store};
use pailou_database::id;
use pailou_translation::freshness;
use pailou_web::problem::Problem;
use pailou_web::xml::Xml;
use pailou_web::{Route, reply};

/// `Cache-Control` of badges. They are embedded in other sites, so a few minutes of delay are acceptable.
const CACHE: &str = "public, max-age=300";
const HEIGHT: u32 = 20;
/// Horizontal padding of each text in pixels.
const PADDING: u32 = 6;
/// Font size in pixels, which is also the width of a Chinese character. `NARROW` is the width of other characters.
const FONT: u32 = 11;
const NARROW: u32 = 7;

pub(crate) fn badge_route(state: &Localization) -> Route {
    Route::new(Method::GET, "/index/localization/badge/{file}", state, badge)
}

async fn badge(Localization { site, .. }: Localization, file: String) -> Result<Response, Problem> {
    let locale = file_locale(&file, ".svg").ok_or(Problem::NotFound)?;
    let rows = store::status_rows(&site.db, id::now(), &hidden_pages(&site).await?).await?;
    let own = rows.iter().filter(|row| row.locale == locale.tag());
    let (done, total) =
        own.fold((0, 0), |(done, total), row| (done + row.up_to_date, total + row.total));
    let svg = drawn(locale, done, total);
    let etag = blake3::hash(svg.as_bytes()).to_hex();
    let media_type = HeaderValue::from_static("image/svg+xml; charset=utf-8");
    let badge = reply::for_other_origins(reply::of_type(svg.into(), media_type, CACHE));
    Ok(reply::with_etag(badge, &etag[..32]))
}

/// Returns the language that a file name with this ending selects: `zh.xml` is Chinese if `ending` is `.xml`. `None`
/// for another name or ending.
pub(crate) fn file_locale(file: &str, ending: &str) -> Option<Locale> {
    match file.strip_suffix(ending)? {
        "zh" => Some(Locale::Zh),
        "en" => Some(Locale::En),
        _ => None,
    }
}

fn drawn(locale: Locale, done: i64, total: i64) -> String {
    let count = |count: i64| u64::try_from(count).unwrap_or(0);
    let share = freshness::percent(count(done), count(total));
    let (label, value) = match (locale, share) {
        (Locale::Zh, Some(share)) => ("中文", format!("{share}% 最新")),
        (Locale::En, Some(share)) => ("English", format!("{share}% up to date")),
        (Locale::Zh, None) => ("中文", "暂无内容".to_owned()),
        (Locale::En, None) => ("English", "no content".to_owned()),
    };
    // White text has a contrast ratio of at least 4.5:1 on each of these colors.
    let color = match share {
        Some(90..) => "#2e7d32",
        Some(60..) => "#8a5a00",
        Some(_) => "#b3261e",
        None => "#5f6368",
    };
    let (left, right) = (width(label), width(&value));
    let (whole, title) = (left + right, format!("{label}: {value}"));
    let text = |xml: &mut Xml, x: u32, text: &str| {
        xml.text("text", &[("x", &x.to_string()), ("y", "14")], text);
    };
    let mut xml = Xml::fragment();
    xml.start(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("width", &whole.to_string()),
            ("height", &HEIGHT.to_string()),
            ("role", "img"),
            ("aria-label", &title),
            ("xml:lang", locale.tag()),
        ],
    );
    xml.text("title", &[], &title);
    let height = HEIGHT.to_string();
    let rect = |xml: &mut Xml, x: u32, width: u32, fill: &str| {
        let (x, width) = (x.to_string(), width.to_string());
        xml.empty("rect", &[("x", &x), ("width", &width), ("height", &height), ("fill", fill)]);
    };
    rect(&mut xml, 0, left, "#3c4043");
    rect(&mut xml, left, right, color);
    let font = "Verdana,DejaVu Sans,Noto Sans CJK SC,Microsoft YaHei,PingFang SC,sans-serif";
    xml.start(
        "g",
        &[
            ("fill", "#fff"),
            ("font-family", font),
            ("font-size", &FONT.to_string()),
            ("text-anchor", "middle"),
        ],
    );
    text(&mut xml, left / 2, label);
    text(&mut xml, left + right / 2, &value);
    xml.end("g").end("svg");
    xml.finish()
}

fn width(text: &str) -> u32 {
    let of = |c: char| if c.is_ascii() { NARROW } else { FONT };
    2 * PADDING + text.chars().map(of).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badge_has_visible_text_and_an_accessible_name() {
        let svg = drawn(Locale::Zh, 1, 2);
        assert!(svg.contains("aria-label=\"中文: 50% 最新\""), "{svg}");
        assert!(svg.contains(">50% 最新</text>"), "{svg}");
    }

    #[test]
    fn badge_file_name_selects_the_language() {
        for (file, expected) in [
            ("zh.svg", Some(Locale::Zh)),
            ("en.svg", Some(Locale::En)),
            ("fr.svg", None),
            ("zh", None),
        ] {
            assert_eq!(file_locale(file, ".svg"), expected, "{file}");
        }
    }
}
