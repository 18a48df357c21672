//! `/mcp`: the Model Context Protocol for language models that read the site. All tools except `list_pages`, which
//! reads the database, send requests to the API of the same process. A model therefore gets the same content as
//! visitors, under the same rate limits and with the same privacy headers.
//!
//! The server is stateless, as protocol revision 2026-07-28 specifies. It also has no sessions for clients of earlier
//! protocol revisions (ADR 0063).

mod api;
mod read;
mod tools;

use std::sync::Arc;

use bytes::Bytes;
use http::{HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use rmcp::model::ErrorCode;
use rmcp::transport::StreamableHttpServerConfig;
use rmcp::transport::streamable_http_server::StreamableHttpService;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use serde::de::IgnoredAny;
use serde_json::json;
use warp::reply::Response;

use super::middleware::Middleware;
use api::{Api, Visitor};
use pailou_site::Site;
use pailou_web::body::ReceivedBody;
use pailou_web::client::RequestContext;
use pailou_web::problem::Problem;
use pailou_web::{Route, extract_state, reply};
use tools::Tools;

const PATH: &str = "/mcp";
/// Maximum body size in bytes: a call contains only short texts, such as a question or a page path.
const MAX_BODY: u64 = 64 << 10;

type Service = StreamableHttpService<Tools, NeverSessionManager>;

#[derive(Clone)]
struct Mcp {
    service: Service,
}

extract_state!(Mcp);

/// Creates the route of `/mcp`. The tools send their requests to `api`. Methods other than POST return 405, because
/// they are for sessions, which are not supported.
pub fn routes(site: &Site, api: Middleware) -> Vec<Route> {
    let tools = Tools::new(site, Api::new(api));
    // The site is public, so the `Host` header is not checked. Web pages of other origins must not call `/mcp`.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_allowed_origins([site.settings.origin()])
        .enforce_origin_validation();
    let sessions = Arc::new(NeverSessionManager::default());
    let mcp = Mcp { service: Service::new(move || Ok(tools.clone()), sessions, config) };
    vec![Route::new(Method::POST, PATH, &mcp, receive_message).with_body_limit(MAX_BODY)]
}

async fn receive_message(
    mcp: Mcp,
    client: RequestContext,
    body: ReceivedBody,
) -> Result<Response, Problem> {
    if let Some(error) = body.error {
        return Err(error);
    }
    let media_type = client.headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let is_json = media_type.is_some_and(|it| it.starts_with("application/json"));
    if is_json && serde_json::from_slice::<IgnoredAny>(&body.bytes).is_err() {
        return rejected(ErrorCode::PARSE_ERROR, "The body is not valid JSON.");
    }
    let mut request = Request::new(Full::new(body.bytes));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = http::Uri::from_static(PATH);
    let visitor = Visitor::new(client.address, &client.headers);
    *request.headers_mut() = client.headers;
    // The service requires a `Host` header, which an HTTP/1.0 request may lack.
    request.headers_mut().insert(header::HOST, HeaderValue::from_static("localhost"));
    request.extensions_mut().insert(visitor);
    let (mut parts, body) = mcp.service.handle(request).await.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes());
    let body: Bytes = match body {
        Ok(body) => body,
        Err(never) => match never {},
    };
    // The service responds with this status to JSON that is not a request, such as an array.
    if is_json && parts.status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return rejected(
            ErrorCode::INVALID_REQUEST,
            "The body is not a JSON-RPC request. Arrays are not accepted.",
        );
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    Ok(Response::from_parts(parts, body.into()))
}

/// Creates the response to a body that is not a valid request. Its `id` is null, because the request id is unknown.
fn rejected(code: ErrorCode, message: &str) -> Result<Response, Problem> {
    let error =
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code.0, "message": message } });
    let mut response = reply::json(&error)?;
    *response.status_mut() = StatusCode::BAD_REQUEST;
    Ok(response)
}
