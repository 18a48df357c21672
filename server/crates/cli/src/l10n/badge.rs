//! SVG badge: the share of segments that are up to date.

use super::wording;
use crate::i18n::{Messages, width};
use pailou_l10n::report::Report;

/// Width of a letter in pixels, at a font size of 11 px. A Chinese character has twice the width.
const COLUMN: usize = 7;
const PADDING: usize = 10;

pub(super) fn svg(messages: Messages, report: &Report) -> String {
    let shares: Vec<(String, u64)> = report
        .locales
        .iter()
        .filter_map(|locale| {
            let percent = report.counts(*locale).percent()?;
            Some((wording::language(messages, *locale), percent))
        })
        .collect();
    let label = messages.t("l10n.badge", &[]);
    let values: Vec<String> =
        shares.iter().map(|(language, percent)| format!("{language} {percent}%")).collect();
    let value = match values.is_empty() {
        true => "–".to_owned(),
        false => values.join(" · "),
    };
    let color = match shares.iter().map(|(_, percent)| *percent).min() {
        None => "#6e7781",
        Some(100) => "#1a7f37",
        Some(80..) => "#4d7c0f",
        Some(50..) => "#9a6700",
        Some(_) => "#cf222e",
    };
    drawn(&label, &value, color)
}

fn drawn(label: &str, value: &str, color: &str) -> String {
    let (left, right) = (size(label), size(value));
    let all = left + right;
    let (label_at, value_at) = (left / 2, left + right / 2);
    let alt = format!("{label}: {value}");
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all}\" height=\"20\" role=\"img\" aria-label=\"{alt}\">\
         <title>{alt}</title>\
         <clipPath id=\"r\"><rect width=\"{all}\" height=\"20\" rx=\"3\"/></clipPath>\
         <g clip-path=\"url(#r)\"><rect width=\"{left}\" height=\"20\" fill=\"#424a53\"/>\
         <rect x=\"{left}\" width=\"{right}\" height=\"20\" fill=\"{color}\"/></g>\
         <g fill=\"#fff\" text-anchor=\"middle\" font-family=\"Verdana,DejaVu Sans,Noto Sans SC,PingFang SC,sans-serif\" \
         font-size=\"11\"><text x=\"{label_at}\" y=\"14\">{label}</text>\
         <text x=\"{value_at}\" y=\"14\">{value}</text></g></svg>\n"
    )
}

fn size(text: &str) -> usize {
    width(text) * COLUMN + PADDING
}
