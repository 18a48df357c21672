//! One route: method, path template, handler, body limit, and the OpenAPI description of its handler.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use http::Method;
use utoipa::__dev::{SchemaReferences, Tags};
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::{RefOr, Schema};
use warp::reply::{Reply, Response};

use super::request::{FromRequest, Request};

type Answer = Pin<Box<dyn Future<Output = Response> + Send>>;

/// Default maximum body size of a route, in bytes.
const BODY_LIMIT: u64 = 16 << 10;

/// Asynchronous function whose arguments implement [`FromRequest`].
pub trait Handler<S, Arguments>: Send + Sync + 'static {
    fn call(self: Arc<Self>, request: Request, state: S) -> Answer;

    /// Adds the requirements of the arguments to the description of the route.
    fn describe(operation: &mut Operation);
}

macro_rules! implement_handler {
    ($($argument:ident)*) => {
        impl<S, F, Answered, Out, $($argument,)*> Handler<S, ($($argument,)*)> for F
        where
            S: Send + Sync + 'static,
            F: Fn($($argument),*) -> Answered + Send + Sync + 'static,
            Answered: Future<Output = Out> + Send,
            Out: Reply,
            $($argument: FromRequest<S> + Send,)*
        {
            #[allow(non_snake_case, unused_mut, unused_variables)]
            fn call(self: Arc<Self>, mut request: Request, state: S) -> Answer {
                Box::pin(async move {
                    $(let $argument = match $argument::from_request(&mut request, &state).await {
                        Ok(argument) => argument,
                        Err(problem) => return problem.into_response(),
                    };)*
                    self($($argument),*).await.into_response()
                })
            }

            #[allow(unused_variables)]
            fn describe(operation: &mut Operation) {
                $($argument::describe(operation);)*
            }
        }
    };
}

implement_handler!();
implement_handler!(A);
implement_handler!(A B);
implement_handler!(A B C);
implement_handler!(A B C D);
implement_handler!(A B C D E);
implement_handler!(A B C D E G);

/// OpenAPI description, from the `#[utoipa::path]` of a handler and the types of its arguments.
#[derive(Clone, Copy)]
pub struct Description {
    pub methods: fn() -> Vec<HttpMethod>,
    pub operation: fn() -> Operation,
    pub tags: fn() -> Vec<&'static str>,
    pub schemas: fn(&mut Vec<(String, RefOr<Schema>)>),
}

#[derive(Clone)]
pub struct Route {
    pub method: Method,
    /// Path template such as `/api/v1/admin/pages/{id}`.
    pub path: Arc<str>,
    /// Description; `None` for routes outside the API, and in release builds, which contain the committed OpenAPI
    /// document instead of the code that assembles it.
    pub description: Option<Description>,
    pub(super) body_limit: u64,
    pub(super) has_tail: bool,
    pub(super) is_strict: bool,
    pub(super) handler: Arc<dyn Fn(Request) -> Answer + Send + Sync>,
}

impl Route {
    /// Creates an API route. `P` is the type that `#[utoipa::path]` generates for the handler; the macro `route!` finds
    /// this type.
    pub fn described<P, S, Arguments, H>(state: &S, handler: H) -> Self
    where
        P: utoipa::Path + SchemaReferences + Tags<'static>,
        S: Clone + Send + Sync + 'static,
        H: Handler<S, Arguments>,
    {
        let method = match P::methods().first() {
            Some(HttpMethod::Post) => Method::POST,
            Some(HttpMethod::Put) => Method::PUT,
            Some(HttpMethod::Delete) => Method::DELETE,
            _ => Method::GET,
        };
        let description = cfg!(debug_assertions).then_some(Description {
            methods: P::methods,
            operation: described_operation::<P, S, Arguments, H>,
            tags: P::tags,
            schemas: P::schemas,
        });
        Self { description, ..Self::new(method, &P::path(), state, handler) }
    }

    /// Creates a route outside the API.
    pub fn new<S, Arguments>(
        method: Method,
        path: &str,
        state: &S,
        handler: impl Handler<S, Arguments>,
    ) -> Self
    where
        S: Clone + Send + Sync + 'static,
    {
        let (state, handler) = (state.clone(), Arc::new(handler));
        Self {
            method,
            path: path.into(),
            description: None,
            body_limit: BODY_LIMIT,
            has_tail: false,
            is_strict: false,
            handler: Arc::new(move |request| handler.clone().call(request, state.clone())),
        }
    }

    /// Sets the maximum body size in bytes; the default is 16 KiB.
    pub fn with_body_limit(self, body_limit: u64) -> Self {
        Self { body_limit, ..self }
    }

    /// Lets the last parameter match the rest of the path: zero or more segments.
    pub fn with_tail(self) -> Self {
        Self { has_tail: true, ..self }
    }

    /// Rejects the path with a trailing slash, such as `/pages/` for the list `/pages`: a client sends this path if the
    /// parameter of `/pages/{id}` is empty.
    pub fn without_trailing_slash(self) -> Self {
        Self { is_strict: true, ..self }
    }
}

fn described_operation<P: utoipa::Path, S, Arguments, H: Handler<S, Arguments>>() -> Operation {
    let mut operation = P::operation();
    H::describe(&mut operation);
    operation
}

impl fmt::Debug for Route {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.method, self.path)
    }
}

/// Creates the [`Route`] of a handler with `#[utoipa::path]`: `route!(state, handler)` or
/// `route!(state, module::handler)`.
#[macro_export]
macro_rules! route {
    ($state:expr, $handler:ident) => {
        $crate::pastey::paste! {
            $crate::Route::described::<[<__path_ $handler>], _, _, _>($state, $handler)
        }
    };
    ($state:expr, $module:ident :: $handler:ident) => {
        $crate::pastey::paste! {
            $crate::Route::described::<$module::[<__path_ $handler>], _, _, _>(
                $state,
                $module::$handler,
            )
        }
    };
}
