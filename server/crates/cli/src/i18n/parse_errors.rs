//! Usage errors of the command line, localized.

use std::fmt::Write;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Messages, help, terminal_escape};

/// Returns the text of a usage error; `None` for an error without a message in this module, such as the error by which
/// clap reports that help was requested.
pub(crate) fn usage_error_message(messages: Messages, error: &Error) -> Option<String> {
    let argument = named(messages, error, ContextKind::InvalidArg);
    let value = named(messages, error, ContextKind::InvalidValue);
    let value = value.as_deref().unwrap_or_default();
    let message = |key: &str| {
        let argument = argument.as_deref().unwrap_or_default();
        messages.t(key, &[("argument", &argument), ("value", &value)])
    };
    let sentence = match error.kind() {
        ErrorKind::UnknownArgument => message("typed.unknown"),
        ErrorKind::InvalidSubcommand => {
            let command = named(messages, error, ContextKind::InvalidSubcommand)?;
            messages.t("typed.command", &[("command", &command)])
        }
        ErrorKind::MissingRequiredArgument => {
            messages.t("typed.missing", &[("arguments", &argument.as_deref()?)])
        }
        ErrorKind::MissingSubcommand => {
            let commands = named(messages, error, ContextKind::ValidSubcommand)?;
            messages.t("typed.command-missing", &[("commands", &commands)])
        }
        ErrorKind::InvalidValue if value.is_empty() => message("typed.value.missing"),
        ErrorKind::InvalidValue => message("typed.value"),
        ErrorKind::ValueValidation => {
            let reason = reason(messages, std::error::Error::source(error)?);
            let args: super::Args<'_> =
                &[("argument", &argument.as_deref()?), ("value", &value), ("reason", &reason)];
            messages.t("typed.value.reason", args)
        }
        ErrorKind::ArgumentConflict => {
            let other = named(messages, error, ContextKind::PriorArg)?;
            if argument.as_ref() == Some(&other) {
                return Some(explain_error(messages, error, &message("typed.twice")));
            }
            messages.t("typed.conflict", &[("argument", &argument.as_deref()?), ("other", &other)])
        }
        ErrorKind::TooManyValues => message("typed.value.extra"),
        ErrorKind::InvalidUtf8 => messages.t("typed.utf8", &[]),
        _ => return None,
    };
    Some(explain_error(messages, error, &sentence))
}

/// Returns why a value was rejected. Texts of clap and of the standard library are replaced by messages.
fn reason(messages: Messages, source: &(dyn std::error::Error + 'static)) -> String {
    if source.is::<std::num::ParseIntError>() {
        return messages.t("typed.number", &[]);
    }
    let english = source.to_string();
    let range = english.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="));
    match range {
        Some((first, last)) => messages.t("typed.range", &[("first", &first), ("last", &last)]),
        None => messages.reason(&english).to_owned(),
    }
}

fn explain_error(messages: Messages, error: &Error, sentence: &str) -> String {
    let mut out = format!("{}\n", terminal_escape::escape_line(sentence));
    if let Some(values) = named(messages, error, ContextKind::ValidValue) {
        let _ = writeln!(out, "  {}", messages.t("note.possible", &[("values", &values)]));
    }
    let near =
        [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    if let Some(near) = near.into_iter().find_map(|kind| names(error, kind)) {
        let near: Vec<_> = near.iter().map(|name| format!("`{name}`")).collect();
        let near = messages.list(&near);
        let _ = writeln!(out, "  {}", messages.t("typed.near", &[("near", &near)]));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = help::usage(messages, &usage.to_string());
        let space = if messages.is_english() { " " } else { "" };
        let _ = writeln!(out, "\n{}{space}{usage}", messages.t("heading.usage", &[]));
    }
    let _ = writeln!(out, "\n{}", messages.t("typed.more", &[]));
    out
}

fn named(messages: Messages, error: &Error, kind: ContextKind) -> Option<String> {
    names(error, kind).map(|names| messages.list(&names))
}

fn names(error: &Error, kind: ContextKind) -> Option<Vec<String>> {
    let names = match error.get(kind)? {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(all) => all.clone(),
        ContextValue::StyledStrs(all) => all.iter().map(ToString::to_string).collect(),
        _ => return None,
    };
    (!names.is_empty()).then_some(names)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use core_wasm::locale::Locale;

    use super::*;
    use crate::command::CommandLine;

    #[track_caller]
    fn check(args: &[&str], expected: &[&str]) {
        let actual = usage_error(Locale::Zh, args);
        for part in expected {
            assert!(actual.contains(part), "`{part}` in {actual}");
        }
        assert!(!actual.contains("Usage") && !actual.contains("OPTIONS"), "{actual}");
    }

    fn usage_error(locale: Locale, args: &[&str]) -> String {
        let messages = Messages(locale);
        let command = help::command(messages, CommandLine::command());
        let error = command.try_get_matches_from([&["pailou"], args].concat()).unwrap_err();
        usage_error_message(messages, &error).unwrap()
    }

    #[test]
    fn argument_errors_are_translated() {
        check(
            &["serve", "--adr", "x"],
            &["没有参数 `--adr`", "是不是想写 `--addr`？", "用法：pailou serve"],
        );
        check(&["servr"], &["没有命令 `servr`", "`serve`"]);
        check(&["import"], &["缺少必需的参数：<DIR>", "用法：pailou import"]);
        check(&["import", "a", "--from", "x"], &["`x` 不是 --from", "[可选值：auto、"]);
        check(&["serve", "--addr"], &["--addr <ADDR:PORT> 需要给出值"]);
        check(&["user", "add", "ann", "--role", "boss"], &["`boss` 不是 --role", "owner"]);
        check(&["version", "set", "1", "--released", "x"], &["日期应写作 2026-11-21 的形式"]);
        check(&["version", "set", "1", "--position", "1", "--by-name"], &["不能与"]);
        check(&["serve", "--data", "a", "--data", "b"], &["--data <DIR> 只能出现一次"]);
        check(&["token", "create", "ann", "--days", "0"], &["应为 1 到 366 之间的数字"]);
        check(&["token", "create", "ann", "--days", "y"], &["应为整数"]);
        check(&["version", "set", "1", "--by-name=x"], &["--by-name 不带值"]);
    }

    #[track_caller]
    fn check_english(args: &[&str], first_line: &str) {
        let actual = usage_error(Locale::En, args);
        assert_eq!(actual.lines().next(), Some(first_line), "{args:?}");
        assert!(actual.ends_with("\n\nFor more information, try `--help`.\n"), "{actual}");
    }

    #[test]
    fn english_argument_errors_replace_clap_errors() {
        check_english(&["servr"], "unknown command `servr`");
        check_english(&["serve", "--adr", "x"], "unknown argument `--adr`");
        check_english(&["import"], "missing required arguments: <DIR>");
        check_english(&["serve", "--addr"], "missing value for --addr <ADDR:PORT>");
        check_english(&["import", "a", "--from", "x"], "invalid value `x` for --from <FROM>");
        check_english(
            &["token", "create", "ann", "--days", "400"],
            "invalid value `400` for --days <DAYS>: expected a number from 1 to 366",
        );
        check_english(
            &["serve", "--data", "a", "--data", "b"],
            "--data <DIR> can be given only once",
        );
        let near = usage_error(Locale::En, &["serve", "--adr", "x"]);
        assert!(near.contains("\n  Did you mean `--addr`?\n\nUsage: pailou serve"), "{near}");
    }
}
