//! Accounts and the log: who may log in, by what, and what they may do; the first owner through a one-time
//! link. Sessions and the table of what a role may do are in `shared/session`, because every area asks them.

pub(crate) mod accounts;
mod backup;
mod log;
mod login;
pub(crate) mod media;
mod oidc;
mod own;
pub(crate) mod pages;
mod passkeys;
mod people;
mod transfer;
pub(crate) mod wire;

use crate::shared::id;
use crate::shared::site::Site;
use crate::shared::web::Route;

/// What is sent here is small.
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
    ];
    areas.into_iter().flatten().collect()
}

/// While there is no user: a new code for the set-up link, in place of any before it.
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
