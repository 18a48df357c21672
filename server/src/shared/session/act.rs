//! What users may do: the one table that every request asks which needs more than a visitor. The description of
//! the API names for each request the act that it needs, and a test walks all of them with every role.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Role;

/// Something that some may do and others may not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Act {
    /// Change a text that others are translated from.
    PagesEdit,
    /// Change a translation.
    TranslationsEdit,
    /// Decide which words translate each other.
    Dictionary,
    /// Update Git sources and decide conflicts with them.
    Sources,
    /// Read what readers say of pages.
    Feedback,
    /// Invite people, change what they may do.
    People,
    /// Read and export the log.
    Log,
}

impl Act {
    pub(crate) const ALL: [Act; 7] = [
        Act::PagesEdit,
        Act::TranslationsEdit,
        Act::Dictionary,
        Act::Sources,
        Act::Feedback,
        Act::People,
        Act::Log,
    ];

    /// The table.
    pub(crate) const fn roles(self) -> &'static [Role] {
        use Role::{Admin, Analyst, Editor, Owner, Reviewer, Translator};
        match self {
            Act::PagesEdit => &[Owner, Admin, Editor],
            Act::TranslationsEdit => &[Owner, Admin, Editor, Translator],
            Act::Dictionary | Act::Sources => &[Owner, Admin],
            Act::Feedback => &[Owner, Admin, Editor, Translator, Reviewer, Analyst],
            Act::People | Act::Log => &[Owner, Admin],
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Act::PagesEdit => "pages-edit",
            Act::TranslationsEdit => "translations-edit",
            Act::Dictionary => "dictionary",
            Act::Sources => "sources",
            Act::Feedback => "feedback",
            Act::People => "people",
            Act::Log => "log",
        }
    }

    /// For whoever may not.
    pub(super) const fn refusal(self) -> &'static str {
        match self {
            Act::PagesEdit | Act::TranslationsEdit => "this role does not change pages",
            Act::Dictionary => "this role does not decide about the dictionary",
            Act::Sources => "this role does not administer Git sources",
            Act::Feedback => "this role does not read what readers say",
            Act::People => "this role does not administer accounts",
            Act::Log => "this role does not read the log",
        }
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no act `{0}`: {names}", names = Act::ALL.map(Act::name).join(", "))]
pub(crate) struct UnknownAct(String);

impl FromStr for Act {
    type Err = UnknownAct;

    fn from_str(text: &str) -> Result<Self, UnknownAct> {
        let known = Act::ALL.into_iter().find(|act| act.name() == text);
        known.ok_or_else(|| UnknownAct(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As it stands in the documentation.
    #[test]
    fn the_table() {
        let rows = Act::ALL.map(|act| {
            let roles = Role::ALL.map(|role| if act.roles().contains(&role) { 'x' } else { '.' });
            format!("{:18} {}", act.name(), String::from_iter(roles))
        });
        insta::assert_snapshot!(rows.join("\n"), @r"
        pages-edit         xxx...
        translations-edit  xxxx..
        dictionary         xx....
        sources            xx....
        feedback           xxxxxx
        people             xx....
        log                xx....
        ");
    }

    #[test]
    fn an_act_is_read_back_from_its_name() {
        for act in Act::ALL {
            assert_eq!(act.name().parse(), Ok(act));
        }
        assert!("everything".parse::<Act>().is_err());
    }
}
