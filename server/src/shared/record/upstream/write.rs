//! A text written on the site, or taken from one side of a conflict: a new revision of a text that stays where it
//! is.

use super::gone::locale;
use super::store::Place;
use crate::shared::content::fields::Fields;
use crate::shared::content::front_matter;
use crate::shared::content::issue::Issue;
use crate::shared::db::Tx;
use crate::shared::id;
use crate::shared::record::read;
use crate::shared::record::save::{self, Done, Incoming};
use crate::shared::record::store::Saved;

#[derive(Debug, thiserror::Error)]
pub(crate) enum WriteError {
    #[error("the text cannot be taken: {} ({})", .0.detail, .0.code)]
    Text(Issue),
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

/// A new revision of a text that stays where it is.
pub(super) async fn write(
    tx: &mut Tx,
    place: &Place,
    saved: &Saved,
    whole: &str,
    origin: &str,
    author: &str,
) -> Result<Done, WriteError> {
    let parts = front_matter::split(whole);
    let fields = Fields::read(&parts.values().map_err(WriteError::Text)?);
    let heading = read::title_in(&place.file, saved.dialect(), locale(place), parts.body);
    let title = fields.title_of(heading.as_deref(), &place.path);
    let now = id::now();
    let incoming = Incoming {
        area: &place.area,
        key: &place.key,
        locale: locale(place),
        path: &place.path,
        file: &place.file,
        title: &title,
        label: &place.label,
        description: fields.description.as_deref().unwrap_or_default(),
        position: place.position,
        front_matter: parts.front,
        markdown: parts.body,
        dialect: saved.dialect(),
        is_draft: fields.draft && saved.is_draft == 1,
        origin,
        author,
        now,
        written_at: now,
    };
    Ok(save::text(tx, &incoming).await?)
}
