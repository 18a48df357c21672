//! Command `pailou user`: management of accounts on the host.

use std::io::{BufRead, IsTerminal};

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::command::UserFailure;
use super::i18n::{Messages, column, width};
use pailou_auth::accounts;
use pailou_auth::accounts::UserSummary;
use pailou_auth::second_factor_policy;
use pailou_auth::session::Role;
use pailou_database::audit_log::Actor;
use pailou_site::Site;

#[derive(Debug, Subcommand)]
pub enum UserCommand {
    Add {
        name: String,
        #[arg(long, value_parser = role())]
        role: Role,
        #[arg(long)]
        password_stdin: bool,
    },
    Passwd {
        name: String,
        #[arg(long)]
        password_stdin: bool,
    },
    Role {
        name: String,
        #[arg(value_parser = role())]
        role: Role,
    },
    Disable {
        name: String,
    },
    Enable {
        name: String,
    },
    DropSecondFactor {
        name: String,
    },
    RequireSecondFactor {
        #[arg(value_name = "ROLE", value_parser = role(), required_unless_present = "none")]
        roles: Vec<Role>,
        #[arg(long, conflicts_with = "roles")]
        none: bool,
    },
    List,
}

fn role() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::name)).try_map(|name| name.parse::<Role>())
}

/// Runs the command; returns its output.
pub async fn perform(
    site: &Site,
    messages: Messages,
    command: UserCommand,
) -> Result<String, UserFailure> {
    let message = |key: &str, name: &String| messages.t(key, &[("name", name)]);
    let actor = Actor::command_line();
    Ok(match command {
        UserCommand::Add { name, role, password_stdin } => {
            let password = read_password(messages, &name, password_stdin)?;
            accounts::add(&site.db, &actor, &name, role, password).await?;
            message("user.added", &name)
        }
        UserCommand::Passwd { name, password_stdin } => {
            let password = read_password(messages, &name, password_stdin)?;
            accounts::set_password(&site.db, &actor, &name, password).await?;
            message("user.passwd", &name)
        }
        UserCommand::Role { name, role } => {
            accounts::set_role(&site.db, &actor, &name, role).await?;
            messages.t("user.role", &[("name", &name), ("role", &role)])
        }
        UserCommand::Disable { name } => {
            accounts::set_disabled(&site.db, &actor, &name, true).await?;
            message("user.disabled", &name)
        }
        UserCommand::Enable { name } => {
            accounts::set_disabled(&site.db, &actor, &name, false).await?;
            message("user.enabled", &name)
        }
        UserCommand::DropSecondFactor { name } => {
            accounts::disable_second_factor(&site.db, &actor, &name).await?;
            message("user.factor-dropped", &name)
        }
        UserCommand::RequireSecondFactor { roles, none: _ } => {
            second_factor_policy::set(&site.db, &actor, &roles).await?;
            match roles.is_empty() {
                true => messages.t("user.factor-optional", &[]),
                false => {
                    let names: Vec<_> = roles.iter().map(|role| role.name()).collect();
                    messages.t("user.factor-required", &[("roles", &messages.list(&names))])
                }
            }
        }
        UserCommand::List => user_table(messages, &accounts::list_users(&site.db).await?),
    })
}

fn read_password(messages: Messages, name: &str, from_stdin: bool) -> Result<String, UserFailure> {
    if from_stdin {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).map_err(UserFailure::Unread)?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    if !std::io::stdin().is_terminal() {
        return Err(UserFailure::NoTerminal);
    }
    let ask = |prompt: String| {
        rpassword::prompt_password(format!("{prompt} ")).map_err(UserFailure::Unread)
    };
    let password = ask(messages.t("password.ask", &[("name", &name)]))?;
    if ask(messages.t("password.again", &[]))? != password {
        return Err(UserFailure::PasswordsDiffer);
    }
    Ok(password)
}

fn user_table(messages: Messages, users: &[UserSummary]) -> String {
    if users.is_empty() {
        return messages.t("user.none", &[]);
    }
    let widest = users.iter().map(|user| width(&user.name)).max().unwrap_or(0);
    let disabled = messages.t("user.state", &[]);
    let rows = users.iter().map(|user| {
        let state = if user.disabled { disabled.as_str() } else { "" };
        let name = column(&user.name, widest);
        format!("{name}  {:10}  {state}", user.role).trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use core_wasm::locale::Locale;

    use super::*;

    #[test]
    fn users_are_listed_in_columns() {
        let user = |name: &str, role: Role, disabled| UserSummary {
            name: name.to_owned(),
            role: role.to_string(),
            disabled,
        };
        let users = [user("ann", Role::Owner, false), user("bartholomew", Role::Analyst, true)];
        let (en, zh) = (Messages(Locale::En), Messages(Locale::Zh));
        assert_eq!(user_table(en, &users), "ann          owner\nbartholomew  analyst     disabled");
        assert_eq!(user_table(zh, &users), "ann          owner\nbartholomew  analyst     已停用");
        assert_eq!(user_table(en, &[]), "no users yet");
    }
}
