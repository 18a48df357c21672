//! User administration: accounts, roles, invitations, and password reset links.

mod handlers;
mod invitations;
mod link;
mod policy;
mod store;

use super::MAX_BODY;
use super::login::LoginService;
use pailou_auth::session::{AccessScope, Permission, Role, User};
use pailou_web::problem::Problem;
use pailou_web::{Route, route};

pub(crate) fn routes(service: &LoginService) -> Vec<Route> {
    let max_body = MAX_BODY.min(service.site.settings.body_bytes);
    let site = &service.site;
    vec![
        route!(site, handlers::list_users),
        route!(site, handlers::update_user).with_body_limit(max_body),
        route!(site, handlers::end_sessions),
        route!(site, handlers::end_second_factor),
        route!(site, handlers::remove_passkeys),
        route!(site, handlers::reset),
        route!(site, policy::read),
        route!(site, policy::write).with_body_limit(max_body),
        route!(site, invitations::list_invitations),
        route!(site, invitations::create_invitation).with_body_limit(max_body),
        route!(site, invitations::revoke_invitation),
        route!(service, invitations::verify_invitation).with_body_limit(max_body),
        route!(service, invitations::accept).with_body_limit(max_body),
    ]
}

/// Parses the role and the access scope of a request. Returns 422 for an unknown role, language, or area, and for an
/// access scope of a role that cannot be limited.
fn role_and_limits(
    role: &str,
    locales: &[String],
    areas: &[String],
) -> Result<(Role, AccessScope), Problem> {
    let role = role.parse::<Role>();
    let role = role.map_err(|error| Problem::invalid("role", "unknown", error.to_string()))?;
    let limits = AccessScope::new(locales, areas);
    let limits =
        limits.map_err(|error| Problem::invalid("limits", "unknown", error.to_string()))?;
    if !role.supports_limits() {
        let limit_fields =
            [("locales", limits.locales.is_empty()), ("areas", limits.areas.is_empty())];
        if let Some((field, _)) = limit_fields.into_iter().find(|(_, is_empty)| !is_empty) {
            let detail = "invalid limits: owners and administrators cannot be limited".to_owned();
            return Err(Problem::invalid(field, "without-limits", detail));
        }
    }
    Ok((role, limits))
}

/// Returns 403 unless the user may manage accounts of all these roles: only owners manage owners.
fn require_may_administer(user: &User, roles: &[Role]) -> Result<(), Problem> {
    if roles.iter().any(|role| !may_administer(user.role, *role)) {
        return Err(Problem::Forbidden("missing permission: only owners manage owners"));
    }
    Ok(())
}

/// Whether a role may administer accounts of another role.
fn may_administer(maker: Role, role: Role) -> bool {
    Permission::People.roles().contains(&maker) && (maker == Role::Owner || role != Role::Owner)
}

/// Parses a stored role. An unknown role of a newer release is treated as the highest role.
fn role_or_owner(stored: &str) -> Role {
    stored.parse().unwrap_or(Role::Owner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(maker: Role, decided: &[Role]) {
        let all = Role::ALL.into_iter().filter(|role| may_administer(maker, *role));
        assert_eq!(all.collect::<Vec<_>>(), decided, "{maker}");
    }

    #[test]
    fn owners_administer_all_roles_and_admins_all_except_owners() {
        check(Role::Owner, &Role::ALL);
        check(Role::Admin, &Role::ALL[1..]);
        check(Role::Editor, &[]);
        assert_eq!(role_or_owner("emperor"), Role::Owner);
    }
}
