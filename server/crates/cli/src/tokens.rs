//! Command `pailou token`: management of API tokens on the host.

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::command::UserFailure;
use super::i18n::{Messages, column, width};
use pailou_auth::accounts::tokens;
use pailou_auth::accounts::tokens::TokenSummary;
use pailou_auth::session::Permission;
use pailou_database::audit_log::Actor;
use pailou_dates::Day;
use pailou_site::Site;

#[derive(Debug, Subcommand)]
pub enum TokenCommand {
    Create {
        name: String,
        #[arg(long, value_name = "TEXT")]
        label: String,
        #[arg(long, value_delimiter = ',', required = true, value_parser = permission())]
        permissions: Vec<Permission>,
        #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(i64).range(1..=tokens::MAX_DAYS))]
        days: i64,
    },
    Revoke {
        id: String,
    },
    List,
}

fn permission() -> impl TypedValueParser<Value = Permission> {
    PossibleValuesParser::new(Permission::OF_TOKENS.map(Permission::name))
        .try_map(|name| name.parse::<Permission>())
}

/// Runs the command; returns its output.
pub async fn perform(
    site: &Site,
    messages: Messages,
    command: TokenCommand,
) -> Result<String, UserFailure> {
    let actor = Actor::command_line();
    Ok(match command {
        TokenCommand::Create { name, label, permissions, days } => {
            tokens::create(&site.db, &actor, &name, &label, permissions, days).await?
        }
        TokenCommand::Revoke { id } => {
            let name = tokens::revoke(&site.db, &actor, &id).await?;
            messages.t("token.revoked", &[("name", &name)])
        }
        TokenCommand::List => token_table(messages, &tokens::list_tokens(&site.db).await?),
    })
}

fn token_table(messages: Messages, rows: &[TokenSummary]) -> String {
    if rows.is_empty() {
        return messages.t("token.none", &[]);
    }
    let now = pailou_database::id::now();
    let widest = |text: fn(&TokenSummary) -> &str| {
        rows.iter().map(|row| width(text(row))).max().unwrap_or(0)
    };
    let (user, name) = (widest(|row| &row.user), widest(|row| &row.name));
    let line = |row: &TokenSummary| {
        let end = if row.expires_at > now {
            Day::of(row.expires_at).to_string()
        } else {
            messages.t("token.over", &[])
        };
        let (user, name) = (column(&row.user, user), column(&row.name, name));
        format!("{}  {user}  {name}  {end}  {}", row.id, row.permissions)
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
