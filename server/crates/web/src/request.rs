//! Requests and the arguments of handlers.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::pin::Pin;

use bytes::Bytes;
use futures_util::Stream;
use http::{Extensions, HeaderMap, Method};
use serde::de::DeserializeOwned;
use utoipa::openapi::path::Operation;

use crate::problem::Problem;

/// The connection failed before the body was complete.
#[derive(Debug, thiserror::Error)]
#[error("incomplete request body")]
pub struct BodyError;

/// The chunks of a request body.
pub type Body = Pin<Box<dyn Stream<Item = Result<Bytes, BodyError>> + Send>>;

/// A request that the router dispatches to a handler.
pub struct Request {
    pub method: Method,
    /// Path as sent, percent-encoded.
    pub path: String,
    /// Query as sent; empty if there is none.
    pub query: String,
    pub headers: HeaderMap,
    /// Address of the client, determined from the peer and the headers of trusted proxies.
    pub client: IpAddr,
    /// Values that the server passes to the handler; clients cannot set them.
    extensions: Extensions,
    body: Option<Body>,
    /// Maximum body size of the route, in bytes.
    pub(super) body_limit: u64,
    /// Remaining path parameters in order, as sent.
    pub(super) parameters: VecDeque<String>,
    is_authenticated: bool,
}

impl Request {
    pub(super) fn new(
        (method, path, query): (Method, String, String),
        headers: HeaderMap,
        (client, extensions): (IpAddr, Extensions),
        body: Body,
    ) -> Self {
        Self {
            method,
            path,
            query,
            headers,
            client,
            extensions,
            body: Some(body),
            body_limit: 0,
            parameters: VecDeque::new(),
            is_authenticated: false,
        }
    }

    /// Allows large bodies. Called by a handler argument that authenticates the sender.
    pub fn set_authenticated(&mut self) {
        self.is_authenticated = true;
    }

    pub(crate) fn is_authenticated(&self) -> bool {
        self.is_authenticated
    }

    pub(crate) fn body_limit(&self) -> u64 {
        self.body_limit
    }

    /// Takes the body; returns an empty one if it was already taken.
    pub(crate) fn take_body(&mut self) -> Body {
        self.body.take().unwrap_or_else(|| Box::pin(futures_util::stream::empty()))
    }
}

/// Argument of a handler. Arguments are extracted from left to right; `S` is the state of the
/// route.
pub trait FromRequest<S: Sync>: Sized + Send {
    /// # Errors
    ///
    /// Returns the problem to respond with if the argument cannot be extracted.
    fn from_request(
        request: &mut Request,
        state: &S,
    ) -> impl Future<Output = Result<Self, Problem>> + Send;

    /// Adds the requirements of this argument to the description of the route.
    fn describe(_operation: &mut Operation) {}
}

/// Implements [`FromRequest`] for the state types of routes.
#[macro_export]
macro_rules! extract_state {
    ($($state:ty),+) => {$(
        impl $crate::FromRequest<$state> for $state {
            async fn from_request(
                _: &mut $crate::Request,
                state: &$state,
            ) -> Result<Self, $crate::problem::Problem> {
                Ok(state.clone())
            }
        }
    )+};
}

/// Extracts the next path parameter, as sent.
impl<S: Sync> FromRequest<S> for String {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        request.parameters.pop_front().ok_or(Problem::NotFound)
    }
}

/// Rest of the path, as sent: the last parameter of a route with
/// [`Route::with_tail`](super::Route::with_tail).
#[derive(Debug)]
pub struct Tail(String);

impl Tail {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<S: Sync> FromRequest<S> for Tail {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        Ok(Self(request.parameters.pop_front().unwrap_or_default()))
    }
}

/// Query parameters.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Sync, T: DeserializeOwned + Send> FromRequest<S> for Query<T> {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        let parsed = serde_urlencoded::from_str(&request.query).map(Self);
        parsed.map_err(|error| Problem::BadRequest(format!("invalid query: {error}")))
    }
}

/// Whole path and query, as sent.
#[derive(Debug)]
pub struct Address {
    pub path: String,
    pub query: String,
}

impl<S: Sync> FromRequest<S> for Address {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        Ok(Self { path: request.path.clone(), query: request.query.clone() })
    }
}

/// Value of this type that the server passes to the handler, from the [`Extensions`] of the
/// request.
#[derive(Debug)]
pub struct Extension<T>(pub Option<T>);

impl<S: Sync, T: Clone + Send + Sync + 'static> FromRequest<S> for Extension<T> {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        Ok(Self(request.extensions.remove()))
    }
}

impl<S: Sync> FromRequest<S> for HeaderMap {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        Ok(request.headers.clone())
    }
}

/// Body as a stream; the handler must limit its size.
impl<S: Sync> FromRequest<S> for Body {
    async fn from_request(request: &mut Request, _: &S) -> Result<Self, Problem> {
        Ok(request.take_body())
    }
}
