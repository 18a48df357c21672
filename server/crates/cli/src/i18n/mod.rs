//! Localized output of the commands, in Chinese or English. The messages are in
//! `content/messages/{zh,en}/{command,issues,fragments}.json`. The log is always in English.

mod catalog;
mod failures;
mod help;
mod issues;
mod parse_errors;
mod terminal_escape;

use std::fmt::Display;

use core_wasm::locale::Locale;

pub use help::command;
pub use issues::history;
pub(crate) use issues::{counted_line, format_issue, issue_message};
pub(crate) use parse_errors::usage_error_message;
pub(crate) use terminal_escape::escape_line;
pub use terminal_escape::{column, lines, right, width};

/// Language of command output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Messages(pub Locale);

/// Values of the placeholders of a message.
pub type Args<'a> = &'a [(&'a str, &'a dyn Display)];

impl Messages {
    /// Selects the language by the environment variables of the user who runs the command.
    pub(crate) fn of_environment() -> Self {
        let variable = |name: &str| std::env::var_os(name)?.into_string().ok();
        Self(locale(variable))
    }

    /// Returns the message with this key, with the values of its placeholders. An unknown key is returned unchanged.
    pub fn t(self, key: &str, args: Args<'_>) -> String {
        catalog::filled(catalog::message_text(self.0, key).unwrap_or(key), args)
    }

    /// Returns the singular or plural form of a message for a count; `{count}` is one of its placeholders.
    pub fn count(self, key: &str, count: usize, args: Args<'_>) -> String {
        let one = format!("{key}.one");
        let is_one = count == 1 && catalog::message_text(self.0, &one).is_some();
        let args = [args, &[("count", &count)]].concat();
        self.t(if is_one { &one } else { key }, &args)
    }

    /// Joins names with the separator of the language.
    pub fn list<T: AsRef<str>>(self, names: &[T]) -> String {
        let between = if self.is_english() { ", " } else { "、" };
        names.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(between)
    }

    pub fn is_english(self) -> bool {
        self.0 == Locale::En
    }

    pub fn has(self, key: &str) -> bool {
        catalog::message_text(self.0, key).is_some()
    }

    /// Translates a known English reason; an unknown one is returned unchanged.
    pub fn reason(self, english: &str) -> &str {
        catalog::fragment(self.0, english).unwrap_or(english)
    }
}

/// Returns the language of the first non-empty variable among `LC_ALL`, `LC_MESSAGES`, and `LANG`; English by default.
/// The list in `LANGUAGE` (GNU gettext) takes precedence, except over the C locale.
fn locale(variable: impl Fn(&str) -> Option<String>) -> Locale {
    let filled = |name: &str| variable(name).filter(|value| !value.is_empty());
    let value = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(filled).unwrap_or_default();
    if matches!(value.split('.').next(), Some("" | "C" | "POSIX")) {
        return Locale::En;
    }
    let listed = filled("LANGUAGE").unwrap_or_default();
    listed.split(':').find_map(known).or_else(|| known(&value)).unwrap_or(Locale::En)
}

fn known(name: &str) -> Option<Locale> {
    let name = name.to_ascii_lowercase();
    if name.starts_with("zh") {
        return Some(Locale::Zh);
    }
    name.starts_with("en").then_some(Locale::En)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], expected: Locale) {
        let variable = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name)?;
            Some(found.1.to_owned())
        };
        assert_eq!(locale(variable), expected, "{variables:?}");
    }

    #[test]
    fn chinese_locale_selects_chinese_and_others_english() {
        for name in ["zh_CN.UTF-8", "zh_TW", "zh", "zh-Hans", "ZH_cn"] {
            check(&[("LANG", name)], Locale::Zh);
        }
        for name in ["", "C", "C.UTF-8", "POSIX", "en_GB.UTF-8", "de_DE", "nonsense"] {
            check(&[("LANG", name)], Locale::En);
        }
        check(&[], Locale::En);
    }

    #[test]
    fn first_nonempty_variable_selects_the_language() {
        check(&[("LC_ALL", "C"), ("LC_MESSAGES", "zh_CN"), ("LANG", "zh_CN")], Locale::En);
        check(&[("LC_ALL", ""), ("LC_MESSAGES", "zh_CN"), ("LANG", "en_US")], Locale::Zh);
        check(&[("LC_ALL", "zh_CN.UTF-8"), ("LANG", "C")], Locale::Zh);
    }

    #[test]
    fn language_variable_overrides_locale_except_c() {
        check(&[("LANGUAGE", "zh_CN:en"), ("LANG", "en_US.UTF-8")], Locale::Zh);
        check(&[("LANGUAGE", "fr:en:zh"), ("LANG", "zh_CN.UTF-8")], Locale::En);
        check(&[("LANGUAGE", "fr"), ("LANG", "zh_CN.UTF-8")], Locale::Zh);
        check(&[("LANGUAGE", "zh_CN"), ("LANG", "C")], Locale::En);
        check(&[("LANGUAGE", "zh_CN")], Locale::En);
    }

    #[test]
    fn count_of_one_uses_the_singular() {
        let (zh, en) = (Messages(Locale::Zh), Messages(Locale::En));
        assert_eq!(en.count("count.pages", 1, &[]), "1 page");
        assert_eq!(en.count("count.pages", 0, &[]), "0 pages");
        assert_eq!(zh.count("count.pages", 1, &[]), "1 个页面");
    }
}
