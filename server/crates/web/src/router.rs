//! Dispatch of requests to routes. The dispatch time does not depend on the number of routes.

use std::convert::Infallible;
use std::sync::Arc;

use bytes::Buf;
use futures_util::StreamExt;
use http::header::{self, HeaderMap, HeaderValue};
use http::{Extensions, Method};
use warp::filters::BoxedFilter;
use warp::filters::path::FullPath;
use warp::reply::{Reply, Response};
use warp::{Filter, Rejection};

use super::request::{Body, BodyError, Request};
use super::route::Route;
use crate::client::{Peer, client_address};
use crate::problem::Problem;

/// Response extension with the path template of the route.
#[derive(Debug, Clone)]
pub struct MatchedRoute(pub Arc<str>);

/// Routes by path, then by method.
pub struct Router {
    /// Indexes in `routes`: for each path, the routes of all its methods.
    paths: matchit::Router<Vec<usize>>,
    routes: Vec<Route>,
}

impl Router {
    /// Creates the routing tree of these routes.
    ///
    /// # Panics
    ///
    /// Panics if two path templates overlap.
    pub fn new(routes: Vec<Route>) -> Self {
        let mut templates: Vec<(String, Vec<usize>)> = Vec::new();
        for (index, route) in routes.iter().enumerate() {
            for template in templates_of(route) {
                match templates.iter_mut().find(|(known, _)| *known == template) {
                    Some((_, places)) => places.push(index),
                    None => templates.push((template, vec![index])),
                }
            }
        }
        let mut paths = matchit::Router::new();
        for (template, places) in templates {
            let inserted = paths.insert(&template, places);
            inserted.unwrap_or_else(|error| panic!("{template}: {error}"));
        }
        Self { paths, routes }
    }

    async fn dispatch(&self, mut request: Request) -> Response {
        // No text of the site contains a NUL character, and PostgreSQL rejects text that contains one.
        if request.query.contains("%00") {
            return Problem::BadRequest("the query contains a NUL character".to_owned())
                .into_response();
        }
        let path = request.path.strip_suffix('/').filter(|path| !path.is_empty());
        let has_slash = path.is_some();
        // If no route matches the path without its trailing slash, the path is tried as sent.
        let found = self.paths.at(path.unwrap_or(&request.path));
        let Ok(found) = found.or_else(|_| self.paths.at(&request.path)) else {
            return Problem::NotFound.into_response();
        };
        let routes = found.value.iter().map(|index| &self.routes[*index]);
        let routes: Vec<_> = routes.filter(|route| !(has_slash && route.is_strict)).collect();
        let Some(route) = routes.iter().find(|route| route.method == request.method) else {
            return method_not_allowed(&routes);
        };
        let template = MatchedRoute(route.path.clone());
        let parameters = found.params.iter().map(|(_, value)| value.to_owned()).collect();
        request.parameters = parameters;
        request.body_limit = route.body_limit;
        let mut response = (route.handler)(request).await;
        response.extensions_mut().insert(template);
        response
    }
}

/// Returns the path templates of a route for the routing tree. Indexes replace the names of
/// parameters, because routes of the same path may use different names.
fn templates_of(route: &Route) -> Vec<String> {
    let mut segments: Vec<_> = route.path.split('/').map(str::to_owned).collect();
    for (index, segment) in segments.iter_mut().enumerate() {
        if segment.starts_with('{') && segment.ends_with('}') {
            *segment = format!("{{{index}}}");
        }
    }
    let whole = segments.join("/");
    if !route.has_tail {
        return vec![whole];
    }
    segments.pop();
    let above = segments.join("/");
    let tail = format!("{above}/{{*tail}}");
    vec![above, tail]
}

/// Returns 405 with the methods of this path, or 404 if there are none.
fn method_not_allowed(routes: &[&Route]) -> Response {
    let mut allowed: Vec<_> = routes.iter().map(|route| route.method.as_str()).collect();
    allowed.dedup();
    if allowed.is_empty() {
        return Problem::NotFound.into_response();
    }
    if allowed.contains(&"GET") {
        allowed.push("HEAD");
    }
    let mut response = Problem::MethodNotAllowed.into_response();
    if let Ok(allowed) = HeaderValue::from_str(&allowed.join(", ")) {
        response.headers_mut().insert(header::ALLOW, allowed);
    }
    response
}

/// The only warp filter: passes every request to the router. `trusted_proxies` is the number of
/// proxies that append to `X-Forwarded-For`.
pub fn edge(router: Router, trusted_proxies: usize) -> BoxedFilter<(Response,)> {
    let router = Arc::new(router);
    let query =
        warp::query::raw().or_else(async |_: Rejection| Ok::<_, Infallible>((String::new(),)));
    warp::method()
        .and(warp::path::full())
        .and(query)
        .and(warp::header::headers_cloned())
        .and(warp::ext::optional::<Peer>())
        .and(warp::ext::optional::<Extensions>())
        .and(warp::body::stream())
        .then(
            move |method: Method,
                  path: FullPath,
                  query,
                  headers: HeaderMap,
                  peer,
                  extensions: Option<Extensions>,
                  stream| {
                let router = router.clone();
                let body: Body = Box::pin(stream_of(stream));
                let client = client_address(peer, &headers, trusted_proxies);
                let request = (method, path.as_str().to_owned(), query);
                let passed = (client, extensions.unwrap_or_default());
                let request = Request::new(request, headers, passed, body);
                async move { router.dispatch(request).await }
            },
        )
        .boxed()
}

fn stream_of<B: Buf>(
    stream: impl futures_util::Stream<Item = Result<B, warp::Error>> + Send,
) -> impl futures_util::Stream<Item = Result<bytes::Bytes, BodyError>> + Send {
    stream.map(|chunk| match chunk {
        Ok(mut chunk) => Ok(chunk.copy_to_bytes(chunk.remaining())),
        Err(_) => Err(BodyError),
    })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use http_body_util::{BodyExt, Full};
    use tower_service::Service;

    use super::*;
    use crate::request::{Query, Tail};

    /// Sends a request; returns the status, the body, and the `Allow` header of the response.
    async fn ask(method: &str, path: &str) -> (u16, String, String) {
        let id = async |id: String| -> Result<Response, Problem> { Ok(id.into_response()) };
        let tail = async |locale: String, tail: Tail| -> Result<Response, Problem> {
            Ok(format!("{locale}: {}", tail.as_str()).into_response())
        };
        let list = async |Query(query): Query<Vec<(String, String)>>| -> Result<Response, Problem> {
            Ok(format!("{query:?}").into_response())
        };
        let routes = vec![
            Route::new(Method::GET, "/pages", &(), list).without_trailing_slash(),
            Route::new(Method::GET, "/pages/{id}", &(), id),
            Route::new(Method::DELETE, "/pages/{page}", &(), id),
            Route::new(Method::POST, "/pages/{id}/draft", &(), id),
            Route::new(Method::GET, "/pages/file", &(), async || "file".into_response()),
            Route::new(Method::GET, "/docs/{locale}/{path}", &(), tail).with_tail(),
        ];
        let mut service = warp::service(edge(Router::new(routes), 0));
        let request = http::Request::builder().method(method).uri(path);
        let request = request.body(Full::new(Bytes::new())).unwrap();
        let response = service.call(request).await.unwrap();
        let allow = response.headers().get(header::ALLOW);
        let allow = allow.map(|allow| allow.to_str().unwrap().to_owned()).unwrap_or_default();
        let status = response.status().as_u16();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap(), allow)
    }

    #[track_caller]
    fn check(actual: (u16, String, String), status: u16, body: &str) {
        assert_eq!(actual.0, status, "{actual:?}");
        if status == 200 {
            assert_eq!(actual.1, body);
        }
    }

    #[tokio::test]
    async fn requests_are_dispatched_and_path_parameters_stay_encoded() {
        check(ask("GET", "/pages/a%2Fb").await, 200, "a%2Fb");
        check(ask("GET", "/pages/a/").await, 200, "a");
        check(ask("GET", "/pages/file").await, 200, "file");
        check(ask("GET", "/pages?q=%E4%B8%AD").await, 200, r#"[("q", "中")]"#);
        check(ask("GET", "/docs/en/guide/start").await, 200, "en: guide/start");
        check(ask("GET", "/docs/en/guide/").await, 200, "en: guide");
        check(ask("GET", "/docs/en").await, 200, "en: ");
        check(ask("GET", "/docs/en/").await, 200, "en: ");
    }

    #[tokio::test]
    async fn unknown_path_is_404() {
        for path in ["/", "/page", "/pages/", "/pages/a/b", "/pages//draft", "/pages/a//", "/docs"]
        {
            check(ask("GET", path).await, 404, "");
        }
    }

    #[tokio::test]
    async fn unsupported_method_is_405_with_allow_header() {
        let answer = ask("PUT", "/pages/a").await;
        assert_eq!((answer.0, answer.2.as_str()), (405, "GET, DELETE, HEAD"));
        assert_eq!(ask("GET", "/pages/a/draft").await.2, "POST");
    }

    #[tokio::test]
    async fn query_with_nul_character_is_400() {
        check(ask("GET", "/pages?q=%00").await, 400, "");
    }

    #[test]
    fn routes_may_differ_in_the_parameter_names_of_their_path() {
        let none = async || Response::default();
        let route = |path| Route::new(Method::GET, path, &(), none);
        let router = Router::new(vec![route("/a/{x}"), route("/a/{y}/b"), route("/a/{z}")]);
        assert_eq!(router.paths.at("/a/1").unwrap().value, &[0, 2]);
    }
}
