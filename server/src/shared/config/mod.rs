//! Published values of the site: the stylesheet that every page links (contract S11), and the public settings.

mod check;
mod handlers;
mod managed;
pub(crate) mod own;
mod publishing;
mod store;
pub(crate) mod wire;

use super::audit::Actor;
use super::changes::Tag;
use super::id;
use super::site::Site;
use super::web::{Route, route};
use publishing::Wish;
use store::Value;

pub(crate) use check::is_of_type;
pub(crate) use publishing::{keep_time, perform_due};

/// A value as JSON, where each character may be an escape of six.
const MOST_BODY: u64 = 6 * check::MOST_BYTES as u64 + 1024;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let most = MOST_BODY.min(site.settings.body_bytes);
    vec![
        route!(site, handlers::raw),
        route!(site, handlers::site),
        route!(site, handlers::messages).without_trailing_slash(),
        route!(site, handlers::settings).without_trailing_slash(),
        route!(site, managed::list).without_trailing_slash(),
        route!(site, managed::one),
        route!(site, managed::publish).with_body_limit(most),
        route!(site, managed::remove),
        route!(site, managed::confirm).with_body_limit(most),
        route!(site, managed::unschedule),
        route!(site, managed::versions).without_trailing_slash(),
        route!(site, managed::version),
        route!(site, managed::restore),
    ]
}

/// What changes with a value.
fn tag(name: &str) -> Tag {
    format!("config:{name}")
}

fn tags(name: &str) -> Vec<Tag> {
    let own = own::is_carried(name).then(|| own::TAG.to_owned());
    own.into_iter().chain([tag(name)]).collect()
}

/// Publishes a value in place of the current one, without waiting for confirmation.
pub(crate) async fn publish(
    site: &Site,
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
