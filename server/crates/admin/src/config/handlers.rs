//! Admin API of site files.

use http::header;
use percent_encoding::percent_decode_str;
use warp::reply::Response;

use super::api::{ConfigChange, ConfigConfirmation, ConfigValue, ConfigVersion};
use pailou_auth::guard::{Allowed, Confirmed, permission};
use pailou_database::Tx;
use pailou_database::id;
use pailou_site::Site;
use pailou_site_config::check;
use pailou_site_config::check::{Kind, STYLESHEET};
use pailou_site_config::profile;
use pailou_site_config::publishing;
use pailou_site_config::publishing::{PublishRequest, Schedule};
use pailou_site_config::store;
use pailou_site_config::store::{Pointer, Row, Value};
use pailou_web::Query;
use pailou_web::client::RequestContext;
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::reply;

/// Maximum number of days until a scheduled publication.
const MAX_DAYS: i64 = 366;

/// List site files
///
/// Returns the published, scheduled, and deleted site files without their texts, sorted by name.
#[utoipa::path(get, path = "/api/v1/admin/config", tag = "config", params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ConfigValue], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn list_site_files(
    _: Allowed<permission::Config>,
    site: Site,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let (rows, total) = store::rows(&site.db, (page - 1) * size, size).await?;
    let rows: Vec<_> = rows.into_iter().map(|row| to_config_value(row, id::now())).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Get site file
///
/// `body` is the published text, or null if no version is published.
#[utoipa::path(get, path = "/api/v1/admin/config/{name}", tag = "config",
    params(("name" = String, Path, description = "Name of a site file, such as `global_style.css`")),
    responses(
        (status = 200, description = "The site file", body = ConfigValue, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
        (status = 404, description = "Site file not found"),
    ))]
pub(super) async fn read_site_file(
    _: Allowed<permission::Config>,
    name: String,
    site: Site,
) -> Result<Response, Problem> {
    site_file_response(&site, &parse_site_file_name(&name)?).await
}

/// Publish site file
///
/// Publishes the file immediately or at a given time. A new stylesheet is reverted to the previous
/// version after a minute unless it is confirmed; a scheduled one is not reverted.
#[utoipa::path(put, path = "/api/v1/admin/config/{name}", tag = "config",
    params(
        ("name" = String, Path, description = "Lower-case letters, digits, `_`, `.`, and `-`; ends in `.css`, `.json`, or `.txt`"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read; not needed for a new name"),
    ),
    request_body = ConfigChange,
    responses(
        (status = 200, description = "Published or scheduled", body = ConfigValue, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files, or re-authentication is required: `confirm-needed`"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "The name, time, or text is invalid; `line` and `column` locate the error"),
        (status = 428, description = "The name exists and `If-Match` is missing"),
    ))]
pub(super) async fn publish(
    user: Confirmed<permission::Config>,
    name: String,
    site: Site,
    caller: RequestContext,
    body: Result<ConfigChange, Problem>,
) -> Result<Response, Problem> {
    let ConfigChange { body, publish_at } = body?;
    let name = parse_site_file_name(&name).map_err(|_| {
        let detail = "invalid name: expected lower-case letters, digits, `_`, `.`, and `-`";
        Problem::invalid("name", "invalid-characters", detail)
    })?;
    let kind = check::check(&name, &body)?;
    let now = id::now();
    if publish_at.is_some_and(|at| at <= now || at > now + MAX_DAYS * pailou_dates::MS) {
        let detail =
            format!("invalid `publish_at`: expected a time within the next {MAX_DAYS} days");
        return Err(Problem::invalid("publish_at", "out-of-range", detail));
    }
    let (mut tx, pointer) = lock_site_file(&site, &name, now).await?;
    if !is_new(&pointer) || caller.headers.contains_key(header::IF_MATCH) {
        tx = unchanged(&site, &caller, tx, &pointer).await?;
    }
    let value = Value { media_type: kind.media_type().to_owned(), body };
    let later = publish_at.map(|at| Schedule { at, by_id: user.id.clone() });
    let request = PublishRequest { value, restores: None, later };
    publishing::publish(&mut tx, &user.actor, pointer, &request, now).await?;
    tx.commit().await?;
    site.changes.poll(&site.db).await?;
    site_file_response(&site, &name).await
}

/// Delete site file
///
/// Cancels the scheduled publication of the file, too. Old versions are kept.
#[utoipa::path(delete, path = "/api/v1/admin/config/{name}", tag = "config",
    params(
        ("name" = String, Path, description = "Name of the site file"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    responses(
        (status = 200, description = "Deleted", body = ConfigValue, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files, or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Site file not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn delete_site_file(
    user: Confirmed<permission::Config>,
    name: String,
    site: Site,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let (name, now) = (parse_site_file_name(&name)?, id::now());
    let (mut tx, pointer) = existing_site_file(&site, &caller, &name, now).await?;
    publishing::remove(&mut tx, &user.actor, pointer, now).await?;
    tx.commit().await?;
    site.changes.poll(&site.db).await?;
    site_file_response(&site, &name).await
}

/// Confirm or revert stylesheet
///
/// Has no effect if no confirmation is pending.
#[utoipa::path(post, path = "/api/v1/admin/config/{name}/confirm", tag = "config",
    params(
        ("name" = String, Path, description = "Name of the site file"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    request_body = ConfigConfirmation,
    responses(
        (status = 200, description = "Saved", body = ConfigValue, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
        (status = 404, description = "Site file not found"),
        (status = 412, description = "The version was reverted, or another user has saved a change; `row` is the current state"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn confirm_stylesheet(
    user: Allowed<permission::Config>,
    name: String,
    site: Site,
    caller: RequestContext,
    body: Result<ConfigConfirmation, Problem>,
) -> Result<Response, Problem> {
    let ConfigConfirmation { keep } = body?;
    let (name, now) = (parse_site_file_name(&name)?, id::now());
    let (mut tx, pointer) = existing_site_file(&site, &caller, &name, now).await?;
    if pointer.confirm_by.is_some() {
        publishing::confirm(&mut tx, &user.actor, pointer, keep, now).await?;
        tx.commit().await?;
        site.changes.poll(&site.db).await?;
    }
    site_file_response(&site, &name).await
}

/// Cancel scheduled site file
///
/// Has no effect if nothing is scheduled.
#[utoipa::path(delete, path = "/api/v1/admin/config/{name}/schedule", tag = "config",
    params(
        ("name" = String, Path, description = "Name of the site file"),
        ("if-match" = Option<String>, Header, description = "The last `revision` that the client read"),
    ),
    responses(
        (status = 200, description = "Nothing is scheduled", body = ConfigValue, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
        (status = 404, description = "Site file not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn unschedule(
    user: Allowed<permission::Config>,
    name: String,
    site: Site,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let (name, now) = (parse_site_file_name(&name)?, id::now());
    let (mut tx, pointer) = existing_site_file(&site, &caller, &name, now).await?;
    if pointer.due.is_some() {
        publishing::unschedule(&mut tx, &user.actor, pointer, now).await?;
        tx.commit().await?;
        site.changes.poll(&site.db).await?;
    }
    site_file_response(&site, &name).await
}

/// List versions of site file
///
/// Returns the versions without their texts, newest first. The latest 200 versions are kept.
#[utoipa::path(get, path = "/api/v1/admin/config/{name}/versions", tag = "config",
    params(("name" = String, Path, description = "Name of the site file"), PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [ConfigVersion], headers(("x-total-count" = i64))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
        (status = 404, description = "Site file not found"),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(super) async fn versions(
    _: Allowed<permission::Config>,
    name: String,
    site: Site,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let name = parse_site_file_name(&name)?;
    store::row(&site.db, &name).await?.ok_or(Problem::NotFound)?;
    let (rows, total) = store::versions(&site.db, &name, (page - 1) * size, size).await?;
    let to_version = |row: store::ListedVersion| {
        let store::ListedVersion { number, bytes, author, created_at, restores } = row;
        ConfigVersion { number, bytes, author, created_at, restores, body: None }
    };
    let rows: Vec<_> = rows.into_iter().map(to_version).collect();
    Ok(reply::private(reply::list(&rows, total, None)?))
}

/// Get version of site file
#[utoipa::path(get, path = "/api/v1/admin/config/{name}/versions/{number}", tag = "config",
    params(
        ("name" = String, Path, description = "Name of the site file"),
        ("number" = String, Path, description = "Number of the version"),
    ),
    responses(
        (status = 200, description = "The version", body = ConfigVersion),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files"),
        (status = 404, description = "Version not found"),
    ))]
pub(super) async fn version(
    _: Allowed<permission::Config>,
    name: String,
    number: String,
    site: Site,
) -> Result<Response, Problem> {
    let store::Version { number, body, author, created_at, restores, .. } =
        find_version(&site, &parse_site_file_name(&name)?, &number).await?;
    let bytes = i64::try_from(body.len()).unwrap_or(i64::MAX);
    let version = ConfigVersion { number, bytes, author, created_at, restores, body: Some(body) };
    Ok(reply::private(reply::json(&version)?))
}

/// Restore version of site file
///
/// Publishes an old version as a new one.
#[utoipa::path(post, path = "/api/v1/admin/config/{name}/versions/{number}/restore", tag = "config",
    params(
        ("name" = String, Path, description = "Name of the site file"),
        ("number" = String, Path, description = "Number of the version"),
        ("if-match" = Option<String>, Header, description = "The last `revision` of the site file that the client read"),
    ),
    responses(
        (status = 200, description = "Published", body = ConfigValue, headers(("etag" = String))),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to publish site files, or re-authentication is required: `confirm-needed`"),
        (status = 404, description = "Version not found"),
        (status = 412, description = "Another user has saved a change; `row` is the current state"),
        (status = 422, description = "The old version breaks a rule that was added later"),
        (status = 428, description = "`If-Match` is missing"),
    ))]
pub(super) async fn restore_site_file(
    user: Confirmed<permission::Config>,
    name: String,
    number: String,
    site: Site,
    caller: RequestContext,
) -> Result<Response, Problem> {
    let (name, now) = (parse_site_file_name(&name)?, id::now());
    let store::Version { number, media_type, body, .. } =
        find_version(&site, &name, &number).await?;
    check::check(&name, &body)?;
    let (mut tx, pointer) = existing_site_file(&site, &caller, &name, now).await?;
    let request =
        PublishRequest { value: Value { media_type, body }, restores: Some(number), later: None };
    publishing::publish(&mut tx, &user.actor, pointer, &request, now).await?;
    tx.commit().await?;
    site.changes.poll(&site.db).await?;
    site_file_response(&site, &name).await
}

fn parse_site_file_name(name: &str) -> Result<String, Problem> {
    let name = percent_decode_str(name).decode_utf8().map_err(|_| Problem::NotFound)?;
    if check::is_name(&name) { Ok(name.into_owned()) } else { Err(Problem::NotFound) }
}

async fn find_version(site: &Site, name: &str, number: &str) -> Result<store::Version, Problem> {
    let number = number.parse().map_err(|_| Problem::NotFound)?;
    store::version(&site.db, name, number).await?.ok_or(Problem::NotFound)
}

async fn lock_site_file(site: &Site, name: &str, now: i64) -> Result<(Tx, Pointer), Problem> {
    let mut tx = site.db.begin().await?;
    let pointer = store::lock(&mut tx, name, now).await?;
    Ok((tx, pointer))
}

/// Locks an existing site file and verifies `If-Match`. Returns the open transaction and the site file, or 404, 412, or
/// 428.
async fn existing_site_file(
    site: &Site,
    caller: &RequestContext,
    name: &str,
    now: i64,
) -> Result<(Tx, Pointer), Problem> {
    let (tx, pointer) = lock_site_file(site, name, now).await?;
    if is_new(&pointer) {
        return Err(Problem::NotFound);
    }
    let tx = unchanged(site, caller, tx, &pointer).await?;
    Ok((tx, pointer))
}

/// Whether the site file did not exist before the request. The stylesheet counts as existing even without a version.
fn is_new(pointer: &Pointer) -> bool {
    pointer.revision == 0 && pointer.name != STYLESHEET
}

async fn unchanged(
    site: &Site,
    caller: &RequestContext,
    tx: Tx,
    pointer: &Pointer,
) -> Result<Tx, Problem> {
    if caller.if_match()?.is_none_or(|seen| seen == pointer.revision.to_string()) {
        return Ok(tx);
    }
    drop(tx);
    let row = store::row(&site.db, &pointer.name).await?.ok_or(Problem::NotFound)?;
    Err(Problem::changed(&to_config_value(row, id::now())))
}

async fn site_file_response(site: &Site, name: &str) -> Result<Response, Problem> {
    let row = store::row(&site.db, name).await?.ok_or(Problem::NotFound)?;
    let mut value = to_config_value(row, id::now());
    value.broken_links = profile::broken_links(site, name, value.body.as_deref()).await?;
    Ok(reply::private(reply::with_etag(reply::json(&value)?, &value.revision)))
}

fn to_config_value(row: Row, now: i64) -> ConfigValue {
    let Row { pointer, bytes, author, body } = row;
    ConfigValue {
        media_type: Kind::of(&pointer.name).map_or("text/plain", Kind::media_type),
        revision: pointer.revision.to_string(),
        version: pointer.version,
        bytes,
        author,
        changed_at: pointer.changed_at,
        confirm_in: pointer.confirm_by.map(|by| (by - now).max(0)),
        due: pointer.due,
        due_at: pointer.due_at,
        body,
        broken_links: Vec::new(),
        name: pointer.name,
    }
}
