//! `pailou user`: accounts from the command line of the host, the way in when every other is lost.

use std::io::{BufRead, IsTerminal};

use clap::Subcommand;

use crate::admin::accounts::{self, Listed};
use crate::shared::session::Role;
use crate::shared::site::Site;

#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Add a user
    Add {
        name: String,
        /// owner, admin, editor, translator, reviewer or analyst
        #[arg(long)]
        role: Role,
        /// Read the password from standard input instead of asking for it
        #[arg(long)]
        password_stdin: bool,
    },
    /// Give a user another password; every session of the user ends
    Passwd {
        name: String,
        /// Read the password from standard input instead of asking for it
        #[arg(long)]
        password_stdin: bool,
    },
    /// Give a user another role; every session of the user ends
    Role { name: String, role: Role },
    /// Let a user log in no more
    Disable { name: String },
    /// List the users
    List,
}

/// Does it; answers what to print.
pub(super) async fn perform(site: &Site, command: UserCommand) -> Result<String, String> {
    let told = match command {
        UserCommand::Add { name, role, password_stdin } => {
            let password = read_password(&name, password_stdin)?;
            accounts::add(site, &name, role, password).await.map(|()| format!("added {name}"))
        }
        UserCommand::Passwd { name, password_stdin } => {
            let password = read_password(&name, password_stdin)?;
            let set = accounts::set_password(site, &name, password).await;
            set.map(|()| format!("{name} has a new password"))
        }
        UserCommand::Role { name, role } => {
            accounts::set_role(site, &name, role).await.map(|()| format!("{name} is {role}"))
        }
        UserCommand::Disable { name } => {
            accounts::disable(site, &name).await.map(|()| format!("{name} is disabled"))
        }
        UserCommand::List => accounts::list(site).await.map(|users| table(&users)),
    };
    told.map_err(|error| error.to_string())
}

fn read_password(name: &str, from_stdin: bool) -> Result<String, String> {
    if from_stdin {
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line).map_err(|error| error.to_string())?;
        return Ok(line.trim_end_matches(['\r', '\n']).to_owned());
    }
    if !std::io::stdin().is_terminal() {
        return Err("there is no terminal to ask for the password: use --password-stdin".to_owned());
    }
    let ask =
        |prompt: String| rpassword::prompt_password(prompt).map_err(|error| error.to_string());
    let password = ask(format!("Password of {name}: "))?;
    if ask("Once more: ".to_owned())? != password {
        return Err("the two passwords differ".to_owned());
    }
    Ok(password)
}

fn table(users: &[Listed]) -> String {
    if users.is_empty() {
        return "there is no user yet".to_owned();
    }
    let widest = users.iter().map(|user| user.name.chars().count()).max().unwrap_or(0);
    let rows = users.iter().map(|user| {
        let state = if user.disabled { "disabled" } else { "" };
        format!("{:widest$}  {:10}  {state}", user.name, user.role).trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_listed_in_columns() {
        let user = |name: &str, role: Role, disabled| Listed {
            name: name.to_owned(),
            role: role.to_string(),
            disabled,
        };
        let users = [user("ann", Role::Owner, false), user("bartholomew", Role::Analyst, true)];
        assert_eq!(table(&users), "ann          owner\nbartholomew  analyst     disabled");
        assert_eq!(table(&[]), "there is no user yet");
    }
}
