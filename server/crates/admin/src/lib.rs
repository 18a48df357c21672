//! Area `admin`: login, the user's own account, users, the audit log, and the administration of media, site files,
//! Git sources, webhooks, and backups. Rules and SQL of accounts, sessions and permissions are in the crate `auth`.
//!
//! - `login`, `passkeys`, `oidc`: login methods. `account`: the user's own account. `users`: accounts and invitations.
//! - [`media`], `config`, `sources`, `webhooks`: administration of content and site.
//! - `backup`, `transfer`: backup, import, and export. `log`: the audit log.
//! - [`api`]: JSON types.
//! - [`setup_code`]: the one-time link for the first owner.
//!
//! ```no_run
//! fn routes(site: &pailou_site::Site) -> Vec<pailou_web::Route> {
//!     pailou_admin::routes(site)
//! }
//! ```

mod account;
pub mod api;
mod backup;
mod config;
mod log;
mod login;
pub mod media;
mod oidc;
mod passkeys;
mod sources;
mod transfer;
mod users;
mod webhooks;

use pailou_database::id;
use pailou_site::Site;
use pailou_web::Route;

/// Maximum body size in bytes of requests to log in, and to manage accounts and webhooks.
const MAX_BODY: u64 = 16 << 10;

pub fn routes(site: &Site) -> Vec<Route> {
    let service = login::LoginService::new(site.clone());
    let areas = [
        login::routes(&service),
        account::routes(&service),
        passkeys::routes(&service),
        oidc::routes(&service),
        users::routes(&service),
        log::routes(site),
        media::routes(site),
        pailou_admin_pages::routes(site),
        backup::routes(site),
        transfer::routes(site),
        config::routes(site),
        sources::routes(site),
        webhooks::routes(site),
    ];
    areas.into_iter().flatten().collect()
}

/// Creates a code for the set-up link; the new code replaces earlier codes. Returns `None` if a user exists.
pub async fn setup_code(site: &Site) -> Result<Option<String>, sqlx::Error> {
    let mut tx = site.db.begin().await?;
    pailou_auth::accounts::lock(&mut tx).await?;
    pailou_auth::accounts::store::delete_setup_codes(&mut tx).await?;
    let code = if pailou_auth::accounts::store::count(&mut tx).await? == 0 {
        let code = id::secret();
        pailou_auth::accounts::store::insert_setup_code(&mut tx, &id::hash_of(&code), id::now())
            .await?;
        Some(code)
    } else {
        None
    };
    tx.commit().await?;
    Ok(code)
}
