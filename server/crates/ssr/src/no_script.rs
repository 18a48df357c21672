//! `noscript` notice of error responses that have no server-rendered content.

use std::sync::LazyLock;

use core_wasm::locale::Locale;
use serde_json::Value;

use pailou_markdown::html_escape::escape_html;

/// Messages in Chinese and English.
static MESSAGES: LazyLock<[Value; 2]> = LazyLock::new(|| {
    [
        include_str!("../../../../content/messages/zh/no-script.json"),
        include_str!("../../../../content/messages/en/no-script.json"),
    ]
    .map(|json| serde_json::from_str(json).unwrap_or_default())
});

/// Returns the `noscript` element for this status and value of `Retry-After` in seconds; empty for a status below 400.
pub(crate) fn no_script(locale: Locale, status: u16, retry_after: Option<u64>) -> String {
    if status < 400 {
        return String::new();
    }
    let key = match (status, retry_after) {
        (429, Some(_)) => "tooManyRequests",
        (_, Some(_)) => "unavailable",
        (_, None) => "failed",
    };
    let seconds = retry_after.unwrap_or_default();
    let text = message(locale, key, seconds)
        .replace("{seconds}", &seconds.to_string())
        .replace("{status}", &status.to_string());
    format!("<noscript><p>{}</p></noscript>", escape_html(&text))
}

/// Returns a message. Only English has a separate key for the singular.
fn message(locale: Locale, key: &str, count: u64) -> &'static str {
    let messages = &MESSAGES[usize::from(locale == Locale::En)];
    let singular = (count == 1).then(|| messages[format!("{key}.one")].as_str()).flatten();
    singular.or_else(|| messages[key].as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noscript_notice_is_in_the_language_of_the_page() {
        for (locale, status, retry_after, expected) in [
            (Locale::En, 429, Some(7), "You sent too many requests. Reload the page in 7 seconds."),
            (Locale::En, 429, Some(1), "You sent too many requests. Reload the page in 1 second."),
            (Locale::Zh, 429, Some(1), "请求过于频繁，请在 1 秒后重新加载页面。"),
            (
                Locale::En,
                503,
                Some(5),
                "The page is temporarily unavailable. Reload it in 5 seconds.",
            ),
            (Locale::Zh, 503, Some(5), "页面暂时不可用，请在 5 秒后重新加载。"),
            (Locale::En, 405, None, "The page cannot be shown (error 405)."),
            (Locale::Zh, 500, None, "无法显示此页面（错误 500）。"),
        ] {
            let expected = format!("<noscript><p>{expected}</p></noscript>");
            assert_eq!(no_script(locale, status, retry_after), expected);
        }
        assert_eq!(no_script(Locale::En, 200, None), "");
    }
}
