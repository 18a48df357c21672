//! Sample content: Pailou's own documentation, for a site without pages and without Git sources.

use std::path::Path;

use super::command::Failure;
use pailou_web::assets::Assets;
use pailou_web::transfer;

use pailou_content::generator::Generator;
use pailou_database::server_lock;
use pailou_site::Site;
use pailou_store::ImportOptions;
use pailou_store::sql;

/// Name of the import in the table of unfinished tasks.
const TASK: &str = "sample-content";

/// Number of the database lock that is held during the import.
const LOCK: i64 = 0x7061_696c_6f75;

/// Imports the embedded pages like `pailou import`, if there is no page, or if an earlier import of the sample content
/// was interrupted. Does nothing on a site with Git sources.
pub(crate) async fn import_when_empty(site: &Site, assets: &Assets) -> Result<(), Failure> {
    let db = &site.db;
    if !site.settings.sources.is_empty() {
        return Ok(());
    }
    // If several servers start at the same time on one database, only one of them imports.
    let lock = server_lock::hold(db, LOCK).await?;
    if !sql::is_unfinished(db, TASK).await? && !sql::is_empty(db).await? {
        return Ok(());
    }
    sql::begin_task(db, TASK).await?;
    let failed = |source| Failure::Data { path: site.settings.data.display().to_string(), source };
    // If this process is killed, a later process deletes the folder.
    let folder = transfer::temp_folder(&site.settings.data).map_err(failed)?;
    write_files(assets, folder.path()).map_err(failed)?;
    let options = ImportOptions { from: Some(Generator::Pailou), ..ImportOptions::default() };
    let report = pailou_store::import(site, folder.path(), options, &|_| {}).await?;
    sql::finish_task(db, TASK).await?;
    drop(lock);
    tracing::info!(pages = report.pages, "sample content imported");
    Ok(())
}

fn write_files(assets: &Assets, folder: &Path) -> std::io::Result<()> {
    for (name, compressed) in assets.sample_site {
        let file = folder.join(name);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(file, compressed.content())?;
    }
    Ok(())
}
