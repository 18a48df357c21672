//! The line behind a code fence, in the forms of the common generators: language, title, marked
//! lines.

/// What a fence says about its code. `meta` keeps all of it for the highlighter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Info {
    pub(crate) language: String,
    pub(crate) title: Option<String>,
    /// What is written in `{…}`: `1,3-5`.
    pub(crate) marks: Option<String>,
    pub(crate) meta: String,
}

impl Info {
    pub(crate) fn read(info: &str) -> Self {
        let info = info.trim();
        // `js{1,3}`, `js:line-numbers` and `js[a.js]` need no blank behind the language.
        let end = info.find([' ', '\t', '{', '[', ':', ',']).unwrap_or(info.len());
        let (language, meta) = info.split_at(end);
        let meta = meta.trim();
        let language = language.trim_start_matches('.').to_lowercase();
        let is_name =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+' | '#' | '.');
        let is_language = !language.is_empty() && language.chars().all(is_name);
        Self {
            language: if is_language { language } else { String::new() },
            title: title(meta),
            marks: marks(meta),
            meta: meta.to_owned(),
        }
    }

    /// The inside of the `<pre>`, safe as it is.
    pub(crate) fn html(&self, code: &str) -> String {
        let mut html = String::with_capacity(code.len() + code.len() / 8 + 64);
        html.push_str("<code");
        for (name, value) in [
            ("class", (!self.language.is_empty()).then(|| format!("language-{}", self.language))),
            ("data-title", self.title.clone()),
            ("data-marks", self.marks.clone()),
        ] {
            if let Some(value) = value {
                html.push_str(&format!(" {name}=\""));
                escape(&value, &mut html);
                html.push('"');
            }
        }
        html.push('>');
        escape(code, &mut html);
        html.push_str("</code>");
        html
    }
}

/// `[a.js]`, `title="a.js"`, `title=a.js`, `file="./a.js"`.
fn title(meta: &str) -> Option<String> {
    let named = ["title=", "filename=", "file="].iter().find_map(|name| {
        let at = meta
            .find(name)
            .filter(|at| *at == 0 || meta.as_bytes()[at - 1].is_ascii_whitespace())?;
        let value = &meta[at + name.len()..];
        match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split(quote).next(),
            _ => value.split_whitespace().next(),
        }
    });
    let bracketed = || {
        let inside = meta.split_once('[')?.1;
        inside.rsplit_once(']').map(|(title, _)| title)
    };
    named.or_else(bracketed).map(str::trim).filter(|title| !title.is_empty()).map(str::to_owned)
}

fn marks(meta: &str) -> Option<String> {
    let inside = meta.split_once('{')?.1.split_once('}')?.0;
    let is_lines = !inside.is_empty()
        && inside.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | '-' | ' '));
    is_lines.then(|| inside.replace(' ', ""))
}

/// Text as HTML, for element content and double-quoted attributes.
pub(crate) fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

/// Undoes the escapes that the sanitiser's writer makes.
pub(crate) fn decode(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(info: &str, language: &str, title: Option<&str>, marks: Option<&str>) {
        let actual = Info::read(info);
        assert_eq!(
            (actual.language.as_str(), actual.title.as_deref(), actual.marks.as_deref()),
            (language, title, marks),
            "{info:?}"
        );
    }

    #[test]
    fn every_generator_writes_it_differently() {
        check("", "", None, None);
        check("js", "js", None, None);
        check("ts{2,4-6} [vite.config.ts]", "ts", Some("vite.config.ts"), Some("2,4-6"));
        check("js:line-numbers {1}", "js", None, Some("1"));
        check("tsx title=\"docs/a b.tsx\" {1, 3}", "tsx", Some("docs/a b.tsx"), Some("1,3"));
        check("mdx file=\"./_a.mdx\"", "mdx", Some("./_a.mdx"), None);
        check("rust,ignore", "rust", None, None);
        check("C++", "c++", None, None);
        check("{1}", "", None, Some("1"));
        check("\"><script>", "", None, None);
    }

    #[test]
    fn code_is_escaped() {
        let html = Info::read("html [\"<a>\"]").html("<b> & \"c\"");
        assert_eq!(
            html,
            "<code class=\"language-html\" data-title=\"&quot;&lt;a&gt;&quot;\">&lt;b&gt; &amp; &quot;c&quot;</code>"
        );
    }
}
