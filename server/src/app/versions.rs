//! `pailou version`: the versions of the documentation from the command line of the host.

use clap::{Subcommand, ValueEnum};

use crate::shared::day::Day;
use crate::shared::record::versions::{self, Change, ChangeError, State, Version};
use crate::shared::site::Site;

#[derive(Debug, Subcommand)]
pub(super) enum VersionCommand {
    /// List the versions, as readers see them
    List,
    /// Keep the pages of today as an old version; no text is copied
    Keep { name: String },
    /// Give the pages of today the name of a version
    Current { name: String },
    /// Change what readers are told of a version
    Set {
        name: String,
        /// What readers see in place of the name; empty: the name
        #[arg(long)]
        label: Option<String>,
        #[arg(long)]
        state: Option<OldState>,
        /// Its place among the versions, the lowest number first; those without one follow, the newest first
        #[arg(long, value_name = "NUMBER", conflicts_with = "by_name")]
        position: Option<i64>,
        /// Take the place that its name gives it
        #[arg(long)]
        by_name: bool,
        /// When it came out
        #[arg(long, value_name = "YYYY-MM-DD", value_parser = day)]
        released: Option<Day>,
    },
    /// Remove an old version; of the current one only the name
    Remove { name: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OldState {
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

/// Does it; answers what to print.
pub(super) async fn perform(site: &Site, command: VersionCommand) -> Result<String, ChangeError> {
    match command {
        VersionCommand::List => list(site).await,
        VersionCommand::Keep { name } => {
            let texts = versions::keep(site, &name).await?;
            Ok(format!("kept {texts} texts of today as {name}"))
        }
        VersionCommand::Current { name } => {
            versions::name_current(site, &name).await?;
            Ok(format!("the pages of today are {name}"))
        }
        VersionCommand::Set { name, label, state, position, by_name, released } => {
            let change = Change {
                label,
                state: state.map(State::from),
                position: if by_name { Some(None) } else { position.map(Some) },
                released_at: released.map(Day::start),
            };
            versions::change(site, &name, change).await?;
            Ok(format!("changed {name}"))
        }
        VersionCommand::Remove { name } => {
            versions::remove(site, &name).await?;
            Ok(format!("removed {name}"))
        }
    }
}

async fn list(site: &Site) -> Result<String, ChangeError> {
    let all = versions::all(site).await?;
    if all.is_empty() {
        return Ok("there is one version, the pages of today, and it has no name".to_owned());
    }
    let weights = versions::weights(site).await?;
    let mut table = format!(
        "{:<20} {:<12} {:<12} {:>8} {:>12}  label\n",
        "name", "state", "released", "texts", "own bytes"
    );
    for version in all.iter() {
        let weight = weights.iter().find(|(name, ..)| *name == version.name);
        table.push_str(&row(version, weight.map(|(_, texts, bytes)| (*texts, *bytes))));
    }
    Ok(table)
}

fn row(version: &Version, weight: Option<(i64, i64)>) -> String {
    let released = version.released_at.map_or_else(|| "-".to_owned(), |at| Day::of(at).to_string());
    let number = |number: Option<i64>| number.map_or_else(|| "-".to_owned(), |n| n.to_string());
    format!(
        "{:<20} {:<12} {released:<12} {:>8} {:>12}  {}\n",
        version.name,
        version.state.name(),
        number(weight.map(|(texts, _)| texts)),
        number(weight.map(|(_, bytes)| bytes)),
        version.label
    )
}
