//! Tests of page URLs: status, redirect, language, and the custom stylesheet.

use super::process::Site;

const STATUSES: &[(&str, u16, Option<&str>)] = &[
    ("/", 302, Some("/index/")),
    ("/index", 302, Some("/index/")),
    ("/index/", 302, Some("/index/zh")),
    ("/index/zh", 200, None),
    ("/index/en", 200, None),
    ("/index/zh/", 200, None),
    ("/index/docs", 200, None),
    ("/index/zh/docs", 200, None),
    ("/index/en/docs", 200, None),
    ("/index/zh/docs/guide/start", 200, None),
    ("/index/docs/guide/start", 200, None),
    ("/index/localization", 200, None),
    ("/index/admin", 200, None),
    ("/index/admin/account", 200, None),
    ("/index/admin/users", 200, None),
    ("/index/admin/redirects", 200, None),
    ("/index/admin/config", 200, None),
    ("/index/admin/webhooks", 200, None),
    ("/index/admin/transfer", 200, None),
    ("/index/admin/backup", 200, None),
    ("/index/admin/log", 200, None),
    ("/index/admin/media", 200, None),
    ("/index/admin/elsewhere", 404, None),
    ("/index/zh/admin", 404, None),
    ("/index/datastat", 200, None),
    ("/index/datastat?lang=zh", 302, Some("/index/datastat")),
    ("/index/localization?q=a%20b&lang=en-US&x=1", 302, Some("/index/localization?q=a%20b&x=1")),
    ("/index/localization?lang=fr", 200, None),
    ("/index/zh?lang=en", 200, None),
    ("/index/nothing?lang=en", 404, None),
    ("/index/assistant", 200, None),
    ("/index/zh/assistant", 200, None),
    ("/index/en/assistant", 200, None),
    ("/index/404", 404, None),
    ("/index/fr", 404, None),
    ("/index/zh/nothing", 404, None),
    ("/index/zh/localization", 404, None),
    ("/index/en/docs/nothing/here", 404, None),
    ("/index/a/b/c", 404, None),
    ("/index/en/docs/%ff", 404, None),
    ("/index/assets/nothing.js", 404, None),
    ("/elsewhere", 404, None),
];

const LANGUAGES: &[(&str, &str, Option<&str>, &str)] = &[
    ("/index/docs", "zh-TW,zh;q=0.9,en;q=0.8", None, "zh-CN"),
    ("/index/docs", "en-GB,zh;q=0.9", None, "en-US"),
    ("/index/docs", "fr-FR", None, "en-US"),
    ("/index/docs", "?!;;q=,", None, "en-US"),
    ("/index/docs", "en", Some("zh-CN"), "zh-CN"),
    ("/index/docs", "zh", Some("en-US"), "en-US"),
    ("/index/en/docs", "zh", Some("zh-CN"), "en-US"),
    ("/index/zh/docs", "en", Some("en-US"), "zh-CN"),
    ("/index/zh/nothing", "en", None, "zh-CN"),
    ("/index/nothing", "zh", None, "zh-CN"),
];

#[test]
fn language_parameter_is_stored_in_a_cookie() {
    let site = Site::start();
    for (tag, lang) in [("zh", "zh-CN"), ("en-US", "en-US")] {
        let answer = site.get(&format!("/index/localization?view=pages&lang={tag}"));
        assert_eq!((answer.status, answer.header("cache-control")), (302, Some("no-store")));
        let cookie = format!("website_locale={lang}; Path=/; Max-Age=31536000; SameSite=Lax");
        assert_eq!(answer.header("set-cookie"), Some(&*cookie));
        let (choice, _) = cookie.split_once(';').unwrap();
        let target = answer.header("location").unwrap();
        let html = site.get_with(target, &[("cookie", choice)]).text();
        assert!(html.starts_with(&format!("<!doctype html><html lang=\"{lang}\"")), "{html:.80}");
        // The language switch of the page links to the other language.
        let other = if lang == "zh-CN" { "en-US" } else { "zh-CN" };
        let switch = format!("href=\"/index/localization?view=pages&amp;lang={other}\"");
        assert!(html.contains(&switch), "{html}");
    }
}

const STYLE: &str = "/api/v1/public/config/raw/global_style.css";

#[test]
fn routes_have_the_expected_status_language_and_stylesheet() {
    let site = Site::start();
    for (path, status, location) in STATUSES {
        let answer = site.get_with(path, &[("accept", "*/*")]);
        assert_eq!((answer.status, answer.header("location")), (*status, *location), "{path}");
    }

    for (path, accepts, choice, lang) in LANGUAGES {
        let cookie = choice.map(|choice| format!("website_locale={choice}"));
        let mut headers = vec![("accept-language", *accepts)];
        headers.extend(cookie.as_deref().map(|cookie| ("cookie", cookie)));
        let html = site.get_with(path, &headers).text();
        let begin = format!("<!doctype html><html lang=\"{lang}\"");
        assert!(html.starts_with(&begin), "{path} for {accepts}, chosen {choice:?}: {html:.80}");
    }

    for path in ["/index/zh", "/index/en/docs/guide/start", "/index/localization", "/index/nothing"]
    {
        let html = site.get(path).text();
        let (head, _) = html.split_once("</head>").unwrap();
        let link = format!("<link rel=\"stylesheet\" href=\"{STYLE}\">");
        assert!(head.contains(&link), "{path}: {head}");
    }
    let style = site.get(STYLE);
    assert_eq!(style.status, 200);
    assert!(style.header("content-type").unwrap().starts_with("text/css"), "{style:?}");
}
