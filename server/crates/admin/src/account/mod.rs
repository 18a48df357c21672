//! Endpoints for the user's own account: password, sessions, two-factor authentication, API tokens.

mod password;
mod second_factor;
mod sessions;
mod store;
mod tokens;

use super::MAX_BODY;
use super::login::LoginService;
use pailou_web::{Route, route};

pub(crate) fn routes(service: &LoginService) -> Vec<Route> {
    let max_body = MAX_BODY.min(service.site.settings.body_bytes);
    let site = &service.site;
    vec![
        route!(service, password::change_password).with_body_limit(max_body),
        route!(site, sessions::list_sessions),
        route!(site, sessions::end),
        route!(site, sessions::end_others),
        route!(site, second_factor::second_factor_state),
        route!(site, second_factor::create_second_factor_secret),
        route!(site, second_factor::turn_on).with_body_limit(max_body),
        route!(site, second_factor::turn_off),
        route!(site, tokens::list_own_tokens),
        route!(site, tokens::create_token).with_body_limit(max_body),
        route!(site, tokens::revoke),
    ]
}
