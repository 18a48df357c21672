//! Command `pailou version`: management of documentation versions on the host.

use clap::{Subcommand, ValueEnum};

use super::i18n::{Messages, column, right};
use pailou_dates::Day;
use pailou_site::Site;
use pailou_store::version_list;
use pailou_store::version_list::{State, Version};
use pailou_versions::{Change, ChangeError};

#[derive(Debug, Subcommand)]
pub enum VersionCommand {
    List,
    Keep {
        name: String,
    },
    Current {
        name: String,
    },
    Set {
        name: String,
        #[arg(long)]
        label: Option<String>,
        #[arg(long)]
        state: Option<OldState>,
        #[arg(long, value_name = "NUMBER", conflicts_with = "by_name")]
        position: Option<i64>,
        #[arg(long)]
        by_name: bool,
        #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
        released: Option<Day>,
    },
    Remove {
        name: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OldState {
    Unreleased,
    Maintained,
    Ended,
}

impl From<OldState> for State {
    fn from(state: OldState) -> Self {
        match state {
            OldState::Unreleased => Self::Unreleased,
            OldState::Maintained => Self::Maintained,
            OldState::Ended => Self::Ended,
        }
    }
}

fn day(text: &str) -> Result<Day, String> {
    text.parse().map_err(|_| "a day is written as 2026-11-21".to_owned())
}

/// Runs the command; returns its output.
pub async fn perform(
    site: &Site,
    messages: Messages,
    command: VersionCommand,
) -> Result<String, ChangeError> {
    match command {
        VersionCommand::List => list_versions(site, messages).await,
        VersionCommand::Keep { name } => {
            let texts = pailou_versions::snapshot(site, &name).await?;
            Ok(messages.count("version.kept", texts, &[("name", &name)]))
        }
        VersionCommand::Current { name } => {
            pailou_versions::name_current(site, &name).await?;
            Ok(messages.t("version.current", &[("name", &name)]))
        }
        VersionCommand::Set { name, label, state, position, by_name, released } => {
            let change = Change {
                label,
                state: state.map(State::from),
                position: if by_name { Some(None) } else { position.map(Some) },
                released_at: released.map(Day::start),
            };
            pailou_versions::change(site, &name, change).await?;
            Ok(messages.t("version.changed", &[("name", &name)]))
        }
        VersionCommand::Remove { name } => {
            pailou_versions::remove(site, &name).await?;
            Ok(messages.t("version.removed", &[("name", &name)]))
        }
    }
}

async fn list_versions(site: &Site, messages: Messages) -> Result<String, ChangeError> {
    let all = version_list::all_versions(site).await?;
    if all.is_empty() {
        return Ok(messages.t("version.none", &[]));
    }
    let sizes = pailou_versions::version_sizes(site).await?;
    let head = ["name", "state", "released", "texts", "bytes", "label"];
    let mut table = version_row(head.map(|key| messages.t(&format!("table.{key}"), &[])));
    for version in all.iter() {
        let size = sizes.iter().find(|(name, ..)| *name == version.name);
        table.push_str(&version_row(version_cells(
            version,
            size.map(|(_, texts, bytes)| (*texts, *bytes)),
        )));
    }
    Ok(table)
}

fn version_cells(version: &Version, size: Option<(i64, i64)>) -> [String; 6] {
    let released = version.released_at.map_or_else(|| "-".to_owned(), |at| Day::of(at).to_string());
    let number = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    [
        version.name.clone(),
        version.state.name().to_owned(),
        released,
        number(size.map(|(texts, _)| texts)),
        number(size.map(|(_, bytes)| bytes)),
        version.label.clone(),
    ]
}

/// Returns a row of the table. Text columns are aligned left, numbers right.
fn version_row([name, state, released, texts, bytes, label]: [String; 6]) -> String {
    format!(
        "{} {} {} {} {}  {label}\n",
        column(&name, 20),
        column(&state, 12),
        column(&released, 12),
        right(&texts, 8),
        right(&bytes, 12)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_list_columns_align_in_both_languages() {
        let of = |cells: [&str; 6]| version_row(cells.map(str::to_owned));
        assert_eq!(
            of(["name", "state", "released", "texts", "own bytes", "label"]),
            "name                 state        released        texts    own bytes  label\n"
        );
        assert_eq!(
            of(["名称", "状态", "发布日期", "文本数", "独有字节", "显示名称"]),
            "名称                 状态         发布日期       文本数     独有字节  显示名称\n"
        );
    }
}
