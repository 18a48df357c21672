//! Import and export through the browser. An export is a zip file of the folder that `pailou export` writes; an import
//! is an archive of a folder that `pailou import` accepts.

use http::header::{HeaderName, HeaderValue};
use serde::Deserialize;
use tempfile::TempPath;
use tokio::runtime::Handle;
use utoipa::IntoParams;
use warp::reply::Response;

use super::api::{AbsentPage, ImportReport};
use pailou_auth::guard::{Allowed, permission};
use pailou_database::audit_log;
use pailou_database::audit_log::{Action, Actor, Subject};
use pailou_git_sources::report::SourceIssues;
use pailou_site::Site;
use pailou_store::{ExportError, ImportError, ImportOptions, ImportedText, Renamed, Report};
use pailou_web::archive;
use pailou_web::archive::PackedError;
use pailou_web::client::RequestContext;
use pailou_web::params;
use pailou_web::problem::Problem;
use pailou_web::reply;
use pailou_web::transfer;
use pailou_web::{Body, Query, Route, route};

const TYPE: &str = "application/zip";
/// Maximum upload size in bytes: larger sites are imported from the command line.
const MAX_BYTES: u64 = 256 << 20;

/// Header with the names of the files that the export renamed.
const RENAMED: &str = "x-renamed-files";
/// Maximum number of files in the header `RENAMED`; the server log contains all renamed files.
const MAX_RENAMED: usize = 20;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ImportQuery {
    /// `true` reports what would be imported, and changes nothing.
    dry_run: Option<String>,
    /// `true` moves pages of earlier imports to the trash if their files are not in the archive. Pages that were
    /// changed on the site, have a draft, or come from Git are kept.
    prune: Option<String>,
}

pub(crate) fn routes(site: &Site) -> Vec<Route> {
    vec![route!(site, export_pages), route!(site, import)]
}

/// Export pages
///
/// Returns a zip file of all current pages and files.
#[utoipa::path(post, path = "/api/v1/admin/export", tag = "admin",
    responses(
        (status = 200, description = "The zip file. `x-renamed-files` names files that have another name in it, \
            because not every system can hold their own: at most 20 pairs of own name and name in the zip file, as a \
            query string", body = Vec<u8>, content_type = "application/zip"),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to import or export pages"),
    ))]
async fn export_pages(user: Allowed<permission::Import>, site: Site) -> Result<Response, Problem> {
    let failed = |error| Problem::io("an export", &error);
    let folder = transfer::temp_folder(&site.settings.data).map_err(failed)?;
    let exported = pailou_store::export(&site, folder.path(), None).await;
    let exported = exported.map_err(|error| match error {
        ExportError::Database(error) => error.into(),
        ExportError::Write(file, error) => Problem::io(&file, &error),
        error => Problem::Internal(error.to_string()),
    })?;
    let (to, file) = transfer::temp_file(&site.settings.data).map_err(failed)?;
    let packed = tokio::task::spawn_blocking(move || archive::pack(folder.path(), to)).await;
    packed.map_err(std::io::Error::other).flatten().map_err(failed)?;
    for Renamed { file, written, .. } in &exported.renamed {
        tracing::warn!(file, exported_as = written, "file renamed in export");
    }
    let subject = Subject::new("").after(&exported.files);
    record_in_log(&site, &user.actor, Action::Exported, subject).await?;
    let answer = transfer::send_file(file, TYPE, "zip");
    let mut answer = answer.map_err(|error| Problem::Internal(error.to_string()))?;
    answer.headers_mut().extend(renamed_header(&exported.renamed));
    Ok(answer)
}

/// Creates the header with the first `MAX_RENAMED` files that have another name in the zip file: `own name=name in the
/// zip file`, percent-encoded, joined by `&`. `None` if there are no such files.
fn renamed_header(renamed: &[Renamed]) -> Option<(HeaderName, HeaderValue)> {
    let pair = |it: &Renamed| (it.file.clone(), it.written.clone());
    let pairs: Vec<_> = renamed.iter().take(MAX_RENAMED).map(pair).collect();
    let value = serde_urlencoded::to_string(pairs).ok().filter(|value| !value.is_empty())?;
    Some((HeaderName::from_static(RENAMED), HeaderValue::from_str(&value).ok()?))
}

/// Import pages
///
/// Imports an archive (zip, tar, or tar compressed with gzip or Zstandard): an export of Pailou, or the source of
/// another site generator. Pages outside the archive are not changed, except with `prune=true`.
#[utoipa::path(post, path = "/api/v1/admin/import", tag = "admin",
    params(ImportQuery), request_body(content = Vec<u8>, content_type = "application/zip"),
    responses(
        (status = 200, description = "What was imported, or would be imported", body = ImportReport),
        (status = 401, description = "Not authenticated"),
        (status = 403, description = "The role lacks the permission to import or export pages"),
        (status = 422, description = "The file is not an archive, is unsafe to unpack, or arrived too slowly; nothing was changed"),
    ))]
async fn import(
    user: Allowed<permission::Import>,
    site: Site,
    caller: RequestContext,
    Query(query): Query<ImportQuery>,
    body: Body,
) -> Result<Response, Problem> {
    let how = ImportFlags {
        dry_run: params::flag("dry_run", query.dry_run.as_deref())?,
        prune: params::flag("prune", query.prune.as_deref())?,
    };
    let data = &site.settings.data;
    let file =
        transfer::receive_file(&caller, body, ("file", archive::MEDIA_TYPES, MAX_BYTES), data)
            .await?;
    // The upload takes time, so the permission is verified again.
    let user = user.renewed(&site.db).await?;
    // The import and its log entry are made in a separate task, which completes even if the client disconnects.
    let taking = tokio::spawn(import_and_log(site, user.actor, file, how));
    let report = taking.await.map_err(|error| Problem::Internal(error.to_string()))??;
    Ok(reply::private(reply::json(&import_report(report, how))?))
}

#[derive(Debug, Clone, Copy)]
struct ImportFlags {
    dry_run: bool,
    prune: bool,
}

async fn import_and_log(
    site: Site,
    actor: Actor,
    file: TempPath,
    how: ImportFlags,
) -> Result<Report, Problem> {
    let report = run_import(site.clone(), actor.clone(), file, how).await?;
    if !how.dry_run {
        let subject = Subject::new("").after(&(report.new, report.changed));
        record_in_log(&site, &actor, Action::Imported, subject).await?;
        site.changes.poll(&site.db).await?;
    }
    Ok(report)
}

async fn record_in_log(
    site: &Site,
    actor: &Actor,
    action: Action,
    subject: Subject,
) -> Result<(), Problem> {
    let mut tx = site.db.begin().await?;
    audit_log::log(&mut tx, actor, action, subject).await?;
    Ok(tx.commit().await?)
}

/// Unpacks and imports an archive on a blocking thread, because this work takes long and would block the other
/// requests of the worker thread.
async fn run_import(
    site: Site,
    actor: Actor,
    file: TempPath,
    how: ImportFlags,
) -> Result<Report, Problem> {
    let runtime = Handle::current();
    let importing = tokio::task::spawn_blocking(move || {
        let folder = transfer::temp_folder(&site.settings.data)
            .map_err(|error| Problem::io("an import", &error))?;
        let begins = archive::unpack(&file, folder.path()).map_err(archive_problem)?;
        let prune = how.prune.then_some(&actor);
        let options = ImportOptions { from: None, dry_run: how.dry_run, prune };
        let imported = pailou_store::import(&site, &begins, options, &|_| {});
        runtime.block_on(imported).map_err(|error| match error {
            ImportError::Database(error) => error.into(),
            ImportError::Keep(file, error) => Problem::io(&file, &error),
            error => Problem::Internal(error.to_string()),
        })
    });
    importing.await.map_err(|error| Problem::Internal(error.to_string()))?
}

fn archive_problem(error: PackedError) -> Problem {
    match error {
        PackedError::Io(error) => Problem::io("an import", &error),
        error => {
            let detail = error.name().map_or_else(|| error.to_string(), str::to_owned);
            Problem::invalid("file", error.code(), detail)
        }
    }
}

fn import_report(report: Report, how: ImportFlags) -> ImportReport {
    let Report { detected, pages, new, changed, same, absent, files, mut issues, .. } = report;
    // The path of the temporary folder must not reach the client.
    for issue in issues.iter_mut().filter(|issue| issue.code == "no-pages") {
        issue.detail.clear();
    }
    ImportReport {
        dry_run: how.dry_run,
        prune: how.prune,
        generator: detected.generator.name().to_owned(),
        because: detected.by,
        pages,
        new,
        changed,
        same,
        absent: absent.into_iter().map(absent_page).collect(),
        files,
        issues: SourceIssues::of(issues, str::to_owned),
    }
}

fn absent_page(text: ImportedText) -> AbsentPage {
    let ImportedText { locale, file, title, .. } = text;
    AbsentPage { locale, file, title }
}
