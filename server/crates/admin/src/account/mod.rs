//! Endpoints for the user's own account: password, sessions, two-factor authentication, API tokens.

mod password;
mod second_factor;
mod sessions;
mod store;
mod tokens;

use super::MOST_BODY;
use super::login::LoginService;
use pailou_web::{Route, route};

pub(crate) fn routes(service: &LoginService) -> Vec<Route> {
    let most = MOST_BODY.min(service.site.settings.body_bytes);
    let site = &service.site;
    vec![
        route!(service, password::change).with_body_limit(most),
        route!(site, sessions::list),
        route!(site, sessions::end),
        route!(site, sessions::end_others),
        route!(site, second_factor::state),
        route!(site, second_factor::begin),
        route!(site, second_factor::turn_on).with_body_limit(most),
        route!(site, second_factor::turn_off),
        route!(site, tokens::list),
        route!(site, tokens::make).with_body_limit(most),
        route!(site, tokens::revoke),
    ]
}
