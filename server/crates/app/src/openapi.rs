//! OpenAPI description, assembled from the areas. Parts that all operations have in common are added here.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use http::HeaderMap;
use utoipa::OpenApi;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, ObjectBuilder, Ref, RefOr, Type};
use warp::reply::Response as Answer;

use super::openapi_bodies;
use super::openapi_parameters;
use pailou_web::problem::{Problem, ProblemBody};
use pailou_web::static_text::StaticText;
use pailou_web::{Route, extract_state, route};
use pailou_webhooks::message::Message;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Pailou",
        description = "The API of a Pailou site. Times are milliseconds since 1970-01-01 UTC."
    ),
    components(schemas(ProblemBody, Message<'_>))
)]
struct Whole;

/// `server/openapi.json`, compressed by the build script.
const STORED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.zst"));

/// Serialized description, set after all routes are registered.
#[derive(Clone)]
struct Text(Arc<OnceLock<StaticText>>);

extract_state!(Text);

pub fn route(text: &Arc<OnceLock<StaticText>>) -> Route {
    route!(&Text(text.clone()), openapi)
}

/// Get OpenAPI document
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "app",
    responses((status = 200, description = "The OpenAPI document", body = Object, headers(("etag" = String)))))]
async fn openapi(Text(text): Text, headers: HeaderMap) -> Result<Answer, Problem> {
    Ok(text.get().ok_or(Problem::NotFound)?.reply(&headers))
}

/// Returns the description as it is served and as it is stored in `server/openapi.json`. Debug builds assemble it from
/// the routes. Release builds contain the stored one, because the code that assembles it takes more than 2 MB (ADR 81).
pub(crate) fn openapi_json(routes: &[Route]) -> String {
    if cfg!(debug_assertions) {
        // Strings and numbers can always be serialized.
        whole(routes).to_pretty_json().unwrap_or_default() + "\n"
    } else {
        let stored = zstd::decode_all(STORED).unwrap_or_default();
        String::from_utf8(stored).unwrap_or_default()
    }
}

fn whole(routes: &[Route]) -> utoipa::openapi::OpenApi {
    let mut whole = Whole::openapi();
    let mut schemas = Vec::new();
    for route in routes {
        let Some(description) = route.description else { continue };
        let mut operation = (description.operation)();
        let tags = (description.tags)().into_iter().map(str::to_owned);
        operation.tags.get_or_insert_default().extend(tags);
        operation.operation_id = operation.summary.as_deref().map(operation_id);
        whole.paths.add_path_operation(&route.path, (description.methods)(), operation);
        (description.schemas)(&mut schemas);
    }
    let components = whole.components.get_or_insert_default();
    components.schemas.extend(schemas);
    let token = ApiKeyValue::with_description(
        "authorization",
        "The token of a session or an API token, with or without the prefix `Bearer`. The account needs the listed \
         permission; an API token must have been created with it.",
    );
    let token = SecurityScheme::ApiKey(ApiKey::Header(token));
    let session = ApiKeyValue::with_description(
        "authorization",
        "The token of a session, with or without the prefix `Bearer`. API tokens are refused. The account needs the \
         listed permission.",
    );
    let session = SecurityScheme::ApiKey(ApiKey::Header(session));
    components.security_schemes.insert("token".to_owned(), RefOr::T(token));
    components.security_schemes.insert("session".to_owned(), RefOr::T(session));
    let mut bodies = BTreeSet::new();
    for item in whole.paths.paths.values() {
        let PathItem { post, put, delete, .. } = item;
        for operation in [post, put, delete].into_iter().flatten() {
            openapi_bodies::collect(operation, &components.schemas, &mut bodies);
        }
    }
    for name in bodies {
        if let Some(schema) = components.schemas.get_mut(&name) {
            openapi_bodies::describe_schema(&name, schema);
        }
    }
    for (path, item) in &mut whole.paths.paths {
        let PathItem { get, post, put, delete, .. } = item;
        for operation in get.iter_mut() {
            complete(path, operation, false);
        }
        for operation in [post, put, delete].into_iter().flatten() {
            complete(path, operation, true);
        }
    }
    whole
}

/// Returns the name of an operation in generated clients: its summary in camel case, without articles. `Create webhook`
/// is `createWebhook`.
fn operation_id(summary: &str) -> String {
    let words = summary
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !matches!(word.to_ascii_lowercase().as_str(), "" | "a" | "an" | "the"));
    let mut id = String::new();
    for word in words {
        let word = word.to_ascii_lowercase();
        let (first, rest) = word.split_at(1);
        match id.is_empty() {
            true => id.push_str(first),
            false => id.push_str(&first.to_ascii_uppercase()),
        }
        id.push_str(rest);
    }
    id
}

/// Describes the parameters of an operation, and adds the common responses and the schema of problems. `changes` is
/// false for `GET`.
fn complete(path: &str, operation: &mut Operation, changes: bool) {
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter {
            openapi_parameters::describe_parameter(path, parameter);
        }
    }
    let mut common = vec![
        ("500", "Internal error; the server log has the details"),
        ("503", "Database unavailable, locked, or replaced, or disk full; `code` states which"),
        ("400", "The path, query, or body is invalid"),
    ];
    let parameters = operation.parameters.iter().flatten();
    if parameters.clone().any(in_path) {
        common.push(("404", "Not found"));
    }
    if operation.request_body.is_some() {
        common.push(("413", "The request body is too large"));
        common.push(("415", "The request body is not `application/json`"));
    }
    if changes && parameters.clone().any(in_path) {
        common.push((
            "405",
            "An empty path segment leads to another route, which does not allow this method",
        ));
    }
    if changes {
        common.push(("403", "CSRF check failed: the request did not come from this site"));
    }
    let responses = &mut operation.responses.responses;
    if responses.values().any(has_etag) {
        common.push(("304", "Not modified"));
    }
    for (status, description) in common {
        let response = || ResponseBuilder::new().description(description).build().into();
        responses.entry(status.to_owned()).or_insert_with(response);
    }
    for (status, response) in responses {
        let RefOr::T(response) = response else { continue };
        if status.starts_with(['4', '5']) {
            describe_problem_response(status, response);
        }
    }
}

fn in_path(parameter: &RefOr<Parameter>) -> bool {
    matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Path)
}

fn has_etag(response: &RefOr<Response>) -> bool {
    matches!(response, RefOr::T(response) if response.headers.contains_key("etag"))
}

fn describe_problem_response(status: &str, response: &mut Response) {
    let schema = Ref::from_schema_name("ProblemBody");
    let content = ContentBuilder::new().schema(Some(schema)).build();
    response.content.clear();
    response.content.insert("application/problem+json".to_owned(), RefOr::T(content));
    if !matches!(status, "429" | "503") {
        return;
    }
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
    let header = HeaderBuilder::new()
        .schema(Some(seconds))
        .description(Some("Seconds until the next attempt"))
        .build();
    response.headers.insert("retry-after".to_owned(), RefOr::T(header));
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use utoipa::openapi::path::PathItem;

    use pailou_database::Db;
    use pailou_settings::Settings;
    use pailou_site::Site;

    async fn routes() -> (tempfile::TempDir, Vec<pailou_web::Route>) {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { data: folder.path().to_owned(), ..Settings::default() };
        let db = Db::open(&settings.database_address()).await.unwrap();
        let routes = crate::routes::api(&Site::new(db, settings));
        (folder, routes)
    }

    #[test]
    fn operation_id_is_the_summary_in_camel_case() {
        for (summary, id) in [
            ("Create webhook", "createWebhook"),
            ("Get an API token", "getApiToken"),
            ("Re-authenticate with the password", "reAuthenticateWithPassword"),
            ("List pages, news", "listPagesNews"),
        ] {
            assert_eq!(super::operation_id(summary), id, "{summary}");
        }
    }

    /// Generated clients have one function per operation, named by its id.
    #[tokio::test]
    async fn operation_ids_are_unique_and_have_at_least_two_words() {
        let (_folder, routes) = routes().await;
        let mut known = HashSet::new();
        for (path, item) in super::whole(&routes).paths.paths {
            let PathItem { get, post, put, delete, .. } = item;
            for operation in [get, post, put, delete].into_iter().flatten() {
                let id = operation.operation_id.unwrap_or_default();
                let words = id.chars().filter(char::is_ascii_uppercase).count() + 1;
                // The ids `logIn` and `logOut` have no noun, but pass, because the verb has two words.
                assert!(words >= 2, "{path}: `{id}` has no noun: its summary needs one");
                assert!(known.insert(id.clone()), "{path}: `{id}` is the id of another operation");
            }
        }
    }

    /// Clients are generated from the checked-in description, so a change must be visible in review.
    #[tokio::test]
    async fn committed_openapi_description_is_up_to_date() {
        let file = Path::new("../../openapi.json");
        let (_folder, routes) = routes().await;
        let text = super::openapi_json(&routes);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(file, &text).unwrap();
        }
        let known = std::fs::read_to_string(file).unwrap_or_default();
        assert!(
            known == text,
            "server/openapi.json differs from the document of the code; if this is intended: \
             UPDATE=1 cargo test -p pailou-app openapi (or `just update-snapshots`)"
        );
    }
}
