//! Handler arguments that authenticate and authorize the sender of a request.
//!
//! The type of the argument declares who may call a route. The request is checked before any later
//! argument is extracted, and thus before its body is read. The OpenAPI description takes its `security` from the type.
//! Each type dereferences to the [`User`].
//!
//! ```
//! use pailou_auth::guard::{Allowed, permission};
//! use pailou_web::problem::Problem;
//!
//! async fn export(user: Allowed<permission::Import>) -> Result<String, Problem> {
//!     Ok(user.name.clone())
//! }
//! ```

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use pailou_database::{Db, Tx};
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::{FromRequest, Operation, Request, SecurityRequirement};

use crate::session::{self, Permission, User};

/// Types that declare the required permission of a `Guard`.
pub mod permission {
    use super::{Permission, Requirement};

    /// No required permission: all roles are allowed.
    #[derive(Debug)]
    pub struct AnyRole;

    impl Requirement for AnyRole {
        const ANY_OF: &'static [Permission] = &[];
    }

    /// No required permission. Users who still must enroll a second factor are also allowed, so that they can send the
    /// requests that enroll it.
    #[derive(Debug)]
    pub struct Enrollment;

    impl Requirement for Enrollment {
        const ANY_OF: &'static [Permission] = &[];
        const PRECEDES_ENROLLMENT: bool = true;
    }

    /// Permission to edit pages in their source language, or translations. The handler checks the permission for the
    /// edited text.
    #[derive(Debug)]
    pub struct AnyEdit;

    impl Requirement for AnyEdit {
        const ANY_OF: &'static [Permission] =
            &[Permission::PagesEdit, Permission::TranslationsEdit];
    }

    macro_rules! requirements {
        ($($name:ident)*) => {$(
            #[doc = concat!("[`Permission::", stringify!($name), "`]")]
            #[derive(Debug)]
            pub struct $name;

            impl Requirement for $name {
                const ANY_OF: &'static [Permission] = &[Permission::$name];
            }
        )*};
    }

    requirements!(PagesRead PagesEdit Media Dictionary Sources Feedback People Log Config Webhooks Backup Import AssistantModel);
}

/// Permissions of which a user needs at least one; none are required if the list is empty.
pub trait Requirement: Send + Sync + 'static {
    const ANY_OF: &'static [Permission];
    /// Whether users who must enroll a second factor may send the request.
    const PRECEDES_ENROLLMENT: bool = false;
}

fn require_enrolled<P: Requirement>(user: &User) -> Result<(), Problem> {
    match user.must_enroll && !P::PRECEDES_ENROLLMENT {
        true => Err(Problem::SecondFactorRequired),
        false => Ok(()),
    }
}

/// Required method of authentication.
pub trait Method: Send + Sync + 'static {
    /// # Errors
    /// Returns an error if the user was not authenticated by this method, or has none of these permissions.
    fn check(user: &User, any_of: &[Permission]) -> Result<(), Problem>;

    /// Returns the alternatives of the OpenAPI `security` field, for users with one of these permissions.
    fn security(any_of: &[Permission]) -> Vec<SecurityRequirement>;
}

/// A session or an API token.
#[derive(Debug)]
pub struct AnyToken;

impl Method for AnyToken {
    fn check(user: &User, any_of: &[Permission]) -> Result<(), Problem> {
        user.require_any(any_of)
    }

    fn security(any_of: &[Permission]) -> Vec<SecurityRequirement> {
        alternatives("token", any_of)
    }
}

/// A session of any role, or an API token with one of the permissions.
#[derive(Debug)]
pub struct SessionOrGrant;

impl Method for SessionOrGrant {
    fn check(user: &User, any_of: &[Permission]) -> Result<(), Problem> {
        user.require_granted(any_of)
    }

    fn security(any_of: &[Permission]) -> Vec<SecurityRequirement> {
        let mut all = alternatives("session", &[]);
        all.extend(alternatives("token", any_of));
        all
    }
}

/// A session, but not an API token.
#[derive(Debug)]
pub struct SessionOnly;

impl Method for SessionOnly {
    fn check(user: &User, any_of: &[Permission]) -> Result<(), Problem> {
        user.require_any(any_of)?;
        user.session().map(drop)
    }

    fn security(any_of: &[Permission]) -> Vec<SecurityRequirement> {
        alternatives("session", any_of)
    }
}

/// A session with a recent re-authentication, for sensitive actions.
#[derive(Debug)]
pub struct Reauthenticated;

impl Method for Reauthenticated {
    fn check(user: &User, any_of: &[Permission]) -> Result<(), Problem> {
        user.require_any(any_of)?;
        user.require_confirmed()
    }

    fn security(any_of: &[Permission]) -> Vec<SecurityRequirement> {
        SessionOnly::security(any_of)
    }
}

fn alternatives(scheme: &str, any_of: &[Permission]) -> Vec<SecurityRequirement> {
    if any_of.is_empty() {
        return vec![SecurityRequirement::new(scheme, Vec::<String>::new())];
    }
    any_of.iter().map(|permission| SecurityRequirement::new(scheme, [permission.name()])).collect()
}

/// Sender of a request, whom the method `M` has checked for the permission `P`.
pub struct Guard<M, P> {
    user: User,
    caller: RequestContext,
    required: PhantomData<(M, P)>,
}

/// A user with a session or an API token, including one who still must enroll a second factor.
pub type Authenticated = Guard<AnyToken, permission::Enrollment>;
/// A user with a session.
pub type LoggedIn = Guard<SessionOnly, permission::AnyRole>;
/// A user with a session, including one who still must enroll a second factor.
pub type Enrolling = Guard<SessionOnly, permission::Enrollment>;
/// A user with this permission. An API token must have the permission, too.
pub type Allowed<P> = Guard<AnyToken, P>;
/// A user with a session, or an API token with this permission.
pub type Granted<P> = Guard<SessionOrGrant, P>;
/// A user with this permission and a session with a recent re-authentication.
pub type Confirmed<P = permission::AnyRole> = Guard<Reauthenticated, P>;

impl<M: Method, P: Requirement> Guard<M, P> {
    pub fn into_user(self) -> User {
        self.user
    }

    /// Authenticates the user again after a long part of the request, such as an upload.
    ///
    /// # Errors
    /// Returns an error if the session or the permission was revoked during the request, or if the database fails.
    pub async fn renewed(&self, db: &Db) -> Result<User, Problem> {
        let user = session::authenticate(db, &self.caller).await?;
        require_enrolled::<P>(&user)?;
        user.require_any(P::ANY_OF)?;
        Ok(user)
    }

    /// Authorizes the user again inside a transaction, because permissions may have been revoked since the request
    /// began. Locks the account until the transaction ends.
    ///
    /// # Errors
    /// Returns an error if the session or the permission was revoked during the request, or if the database fails.
    pub async fn reauthorize(&self, tx: &mut Tx) -> Result<User, Problem> {
        let user = session::authenticate_in(tx, &self.caller, &self.user).await?;
        require_enrolled::<P>(&user)?;
        user.require_any(P::ANY_OF)?;
        Ok(user)
    }
}

impl<M, P> Deref for Guard<M, P> {
    type Target = User;

    fn deref(&self) -> &User {
        &self.user
    }
}

impl<M, P> fmt::Debug for Guard<M, P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Guard").field(&self.user).finish()
    }
}

impl<S: AsRef<Db> + Sync, M: Method, P: Requirement> FromRequest<S> for Guard<M, P> {
    async fn from_request(request: &mut Request, state: &S) -> Result<Self, Problem> {
        let caller = RequestContext::from_request(request, state).await?;
        let user = session::authenticate(state.as_ref(), &caller).await?;
        require_enrolled::<P>(&user)?;
        M::check(&user, P::ANY_OF)?;
        request.set_authenticated();
        Ok(Self { user, caller, required: PhantomData })
    }

    fn describe(operation: &mut Operation) {
        operation.security = Some(M::security(P::ANY_OF));
    }
}
