//! Localized help of the command line. Each command and argument has a message with a key such as `about.version.keep`
//! and `help.version.keep.name`. In Chinese, the English texts of clap are replaced, too.

use clap::builder::StyledStr;
use clap::{Arg, Command};
use core_wasm::locale::Locale;

use super::{Messages, column, issues};

use pailou_content::issue::Severity;

/// Returns the command with its help in the language of `messages`.
pub fn command(messages: Messages, mut command: Command) -> Command {
    command.build();
    localize(messages, command, &[])
}

/// Returns the rules of `pailou check`, one per line.
fn rules(messages: Messages) -> String {
    let line = |(code, severity): (_, Severity)| {
        let severity = column(&issues::severity(messages, severity.name()), 8);
        format!("  {code:<24} {severity} {}", messages.t(&format!("rule.{code}"), &[]))
    };
    let lines: Vec<_> = pailou_content::lint_rules::listed().map(line).collect();
    format!("{}\n{}", messages.t("help.rules", &[]), lines.join("\n"))
}

fn localize(messages: Messages, mut command: Command, path: &[&str]) -> Command {
    let names: Vec<String> =
        command.get_subcommands().map(|inner| inner.get_name().to_owned()).collect();
    for inner in command.get_subcommands_mut() {
        let name = inner.get_name().to_owned();
        let below = [path, &[name.as_str()]].concat();
        *inner = localize(messages, std::mem::take(inner), &below);
    }
    // `pailou version help keep` uses the messages of `pailou version keep`.
    let named: Vec<_> = path.iter().copied().filter(|name| *name != "help").collect();
    let name_path = match path.last() {
        None => "pailou".to_owned(),
        Some(&"help") => "help".to_owned(),
        Some(_) => named.join("."),
    };
    let above = if path.is_empty() { String::new() } else { format!("{name_path}.") };
    let mut command = command
        .about(messages.t(&format!("about.{name_path}"), &[]))
        .mut_args(|argument| explain_argument(messages, argument, &above));
    if name_path == "check" {
        command = command.after_help(rules(messages));
    }
    if messages.0 == Locale::Zh {
        command = localize_template(messages, command, !names.is_empty());
    }
    command
}

fn explain_argument(messages: Messages, argument: Arg, above: &str) -> Arg {
    let id = argument.get_id().as_str();
    let own = format!("help.{above}{id}");
    let key = if messages.has(&own) { own } else { format!("help.{id}") };
    let help = messages.t(&key, &[]);
    if messages.0 == Locale::En {
        return argument.help(help);
    }
    let notes = argument_notes(messages, &argument);
    let help = [vec![help], notes].concat().join(" ");
    let argument = argument.hide_default_value(true).hide_possible_values(true);
    argument.hide_env(true).help(help)
}

/// Returns translations of the notes that clap appends to the help of an argument.
fn argument_notes(messages: Messages, argument: &Arg) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(name) = argument.get_env() {
        notes.push(messages.t("note.environment", &[("name", &name.display())]));
    }
    if !argument.get_action().takes_values() {
        return notes;
    }
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() {
        notes.push(messages.t("note.default", &[("value", &messages.list(&defaults))]));
    }
    let values = argument.get_possible_values();
    let values: Vec<_> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
    if !values.is_empty() {
        notes.push(messages.t("note.possible", &[("values", &messages.list(&values))]));
    }
    notes
}

/// Translates the headings and the usage line, which clap provides in English only.
fn localize_template(messages: Messages, mut command: Command, has_commands: bool) -> Command {
    let usage = usage(messages, &command.render_usage().to_string());
    let style = *command.get_styles().get_header();
    let heading =
        |key: &str| format!("{style}{}{style:#}", messages.t(&format!("heading.{key}"), &[]));
    let mut template =
        format!("{{before-help}}{{about-with-newline}}\n{}{{usage}}", heading("usage"));
    let mut part = |key: &str, tag: &str| {
        template.push_str(&format!("\n\n{}\n{{{tag}}}", heading(key)));
    };
    if has_commands {
        part("commands", "subcommands");
    }
    if command.get_positionals().next().is_some() {
        part("arguments", "positionals");
    }
    part("options", "options");
    template.push_str("{after-help}");
    command.override_usage(usage).help_template(StyledStr::from(template))
}

/// Localizes a usage line such as `Usage: pailou import [OPTIONS] <DIR>`, and removes `Usage:`.
pub(crate) fn usage(messages: Messages, english: &str) -> String {
    let option = messages.t("heading.option", &[]);
    let command = messages.t("heading.subcommand", &[]);
    let usage = english.trim_start_matches("Usage:").trim();
    let usage = usage.replace("[OPTIONS]", &format!("[{option}]"));
    let usage = usage.replace("<COMMAND>", &format!("<{command}>"));
    usage.replace("[COMMAND]", &format!("[{command}]"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command::CommandLine;

    fn each(command: &Command, path: &str, see: &mut dyn FnMut(&str, &Command)) {
        let path = format!("{path} {}", command.get_name());
        see(&path, command);
        command.get_subcommands().for_each(|inner| each(inner, &path, see));
    }

    #[test]
    fn every_command_and_argument_has_help_in_both_languages() {
        for locale in [Locale::Zh, Locale::En] {
            let messages = Messages(locale);
            each(&command(messages, CommandLine::command()), "", &mut |path, command| {
                let about = command.get_about().map(ToString::to_string).unwrap_or_default();
                assert!(!about.is_empty() && !about.starts_with("about."), "{path}: {about}");
                for argument in command.get_arguments() {
                    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                    let id = argument.get_id();
                    assert!(!help.is_empty() && !help.starts_with("help."), "{path} {id}: {help}");
                }
            });
        }
    }

    #[test]
    fn help_lists_command_options_before_settings_flags() {
        for locale in [Locale::Zh, Locale::En] {
            each(&command(Messages(locale), CommandLine::command()), "", &mut |path, command| {
                let help = command.clone().render_long_help().to_string();
                let position = |flag: &str| help.find(&format!("  --{flag}"));
                let Some(settings) = position("addr") else { return };
                let own = command.get_arguments().filter(|it| !it.is_global_set());
                let flags = own.filter_map(Arg::get_long).filter(|flag| *flag != "help");
                for flag in flags.filter(|flag| *flag != "version" || !path.ends_with("pailou")) {
                    assert!(position(flag) < Some(settings), "{path} --{flag}:\n{help}");
                }
            });
        }
    }

    #[test]
    fn chinese_help_contains_no_english_clap_text() {
        each(&command(Messages(Locale::Zh), CommandLine::command()), "", &mut |path, command| {
            let help = command.clone().render_long_help().to_string();
            for word in ["Usage", "Options", "Arguments", "Commands", "OPTIONS", "default", "Print"]
            {
                assert!(!help.contains(word), "`{word}` in the help of{path}:\n{help}");
            }
            assert!(help.contains("用法："), "{help}");
        });
    }

    #[test]
    fn every_rule_is_listed_with_its_description() {
        for (locale, line) in [
            (Locale::En, "  cjk-space                warning  no space between Chinese"),
            (Locale::Zh, "  cjk-space                警告     汉字与拉丁字母"),
        ] {
            let rules = rules(Messages(locale));
            assert!(rules.contains(line) && !rules.contains("rule."), "{rules}");
        }
    }
}
