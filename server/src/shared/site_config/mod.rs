//! Site files: the stylesheet that every page links (contract S11), title, navigation, and UI text.

pub(crate) mod check;
pub(crate) mod own;
pub(crate) mod publishing;
pub(crate) mod store;

use serde::Serialize;
use utoipa::ToSchema;

use super::audit::Actor;
use super::changes::Tag;
use super::id;
use super::record::context::Store;
use publishing::Wish;
use store::Value;

pub(crate) use check::is_of_type;
pub(crate) use publishing::{perform_due, run_scheduler};

/// The site's title in each language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Title {
    #[serde(rename = "zh-CN")]
    pub(crate) zh: String,
    #[serde(rename = "en-US")]
    pub(crate) en: String,
}

/// What changes with a value.
pub(crate) fn tag(name: &str) -> Tag {
    format!("config:{name}")
}

fn tags(name: &str) -> Vec<Tag> {
    let own = own::is_carried(name).then(|| own::TAG.to_owned());
    own.into_iter().chain([tag(name)]).collect()
}

/// Publishes a value in place of the current one, without waiting for confirmation.
pub(crate) async fn publish(
    site: &Store,
    name: &str,
    media_type: &str,
    body: &str,
) -> Result<(), sqlx::Error> {
    let (actor, now) = (Actor::command_line(), id::now());
    let value = Value { media_type: media_type.to_owned(), body: body.to_owned() };
    let mut tx = site.db.begin().await?;
    let pointer = store::lock(&mut tx, name, now).await?;
    let wish = Wish { value, restores: None, later: None };
    publishing::publish(&mut tx, &actor, pointer, &wish, now).await?;
    tx.commit().await
}
