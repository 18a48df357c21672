//! Accounts and the audit log: authentication, permissions, and the first owner through a one-time link. Sessions and
//! the permission table of the roles are in `shared/session`, because every area uses them.

pub(crate) mod accounts;
mod backup;
mod config;
mod log;
mod login;
pub(crate) mod media;
mod oidc;
mod own;
pub(crate) mod pages;
mod passkeys;
mod people;
mod sources;
mod transfer;
mod webhooks;
pub(crate) mod wire;

use crate::shared::id;
use crate::shared::site::Site;
use crate::shared::web::Route;

/// Maximum body size: requests of these endpoints are small.
const MOST_BODY: u64 = 16 << 10;

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    let desk = login::Desk::new(site.clone());
    let areas = [
        login::routes(&desk),
        own::routes(&desk),
        passkeys::routes(&desk),
        oidc::routes(&desk),
        people::routes(&desk),
        log::routes(site),
        media::routes(site),
        pages::routes(site),
        backup::routes(site),
        transfer::routes(site),
        config::routes(site),
        sources::routes(site),
        webhooks::routes(site),
    ];
    areas.into_iter().flatten().collect()
}

/// Creates a code for the set-up link, which replaces earlier ones. `None` if a user exists.
pub(crate) async fn setup_code(site: &Site) -> Result<Option<String>, sqlx::Error> {
    let mut tx = site.db.begin().await?;
    accounts::lock(&mut tx).await?;
    accounts::store::delete_setup_codes(&mut tx).await?;
    let code = if accounts::store::count(&mut tx).await? == 0 {
        let code = id::secret();
        accounts::store::insert_setup_code(&mut tx, &id::hash_of(&code), id::now()).await?;
        Some(code)
    } else {
        None
    };
    tx.commit().await?;
    Ok(code)
}
