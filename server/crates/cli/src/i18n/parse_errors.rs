//! Usage errors in Chinese; English comes from clap.

use std::fmt::Write;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Messages, help, terminal_escape};

/// The usage error, the usage line, and a pointer to the help.
pub(crate) fn not_understood(messages: Messages, error: &Error) -> Option<String> {
    let argument = named(messages, error, ContextKind::InvalidArg);
    let value = named(messages, error, ContextKind::InvalidValue);
    let value = value.as_deref().unwrap_or_default();
    let say = |key: &str| {
        let argument = argument.as_deref().unwrap_or_default();
        messages.t(key, &[("argument", &argument), ("value", &value)])
    };
    let sentence = match error.kind() {
        ErrorKind::UnknownArgument => say("typed.unknown"),
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
        ErrorKind::InvalidValue if value.is_empty() => say("typed.value.missing"),
        ErrorKind::InvalidValue => say("typed.value"),
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error)?.to_string();
            let holes: super::Args<'_> = &[
                ("argument", &argument.as_deref()?),
                ("value", &value),
                ("reason", &messages.reason(&reason)),
            ];
            messages.t("typed.value.reason", holes)
        }
        ErrorKind::ArgumentConflict => {
            let other = named(messages, error, ContextKind::PriorArg)?;
            messages.t("typed.conflict", &[("argument", &argument.as_deref()?), ("other", &other)])
        }
        _ => return None,
    };
    let mut out = format!("{}\n", terminal_escape::line(&sentence));
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
        let _ = writeln!(out, "\n{}{usage}", messages.t("heading.usage", &[]));
    }
    let _ = writeln!(out, "\n{}", messages.t("typed.more", &[]));
    Some(out)
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
    use crate::command::Line;

    #[track_caller]
    fn check(words: &[&str], told: &[&str]) {
        let messages = Messages(Locale::Zh);
        let command = help::command(messages, Line::command());
        let error = command.try_get_matches_from([&["pailou"], words].concat()).unwrap_err();
        let actual = not_understood(messages, &error).unwrap();
        for part in told {
            assert!(actual.contains(part), "`{part}` in {actual}");
        }
        assert!(!actual.contains("Usage") && !actual.contains("OPTIONS"), "{actual}");
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
    }
}
