//! Sample content: Pailou's own documentation, for a data directory without pages and a site without Git sources.

use super::command::Failure;
use pailou_web::assets::Assets;

use pailou_content::generator::Generator;
use pailou_site::Site;

/// Imports the embedded pages like `pailou import`, if there is no page.
pub(crate) async fn import_when_empty(site: &Site, assets: &Assets) -> Result<(), Failure> {
    if !site.settings.sources.is_empty() || !pailou_store::sql::is_empty(&site.db).await? {
        return Ok(());
    }
    let folder = site.settings.data.join(format!("starter-{}", pailou_database::id::new()));
    let written = write(assets, &folder);
    let imported = match written {
        Ok(()) => {
            let pailou = Some(Generator::Pailou);
            let imported = pailou_store::import(site, &folder, pailou, false, &|_, _| {}).await;
            imported.map_err(Failure::from)
        }
        Err(source) => Err(Failure::Data { place: folder.display().to_string(), source }),
    };
    // The copy is no longer needed, whether the import succeeded or not.
    let _ = std::fs::remove_dir_all(&folder);
    let report = imported?;
    tracing::info!(pages = report.pages, "sample content imported");
    Ok(())
}

fn write(assets: &Assets, folder: &std::path::Path) -> std::io::Result<()> {
    for (name, bytes) in assets.sample_site {
        let file = folder.join(name);
        if let Some(parent) = file.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(file, bytes)?;
    }
    Ok(())
}
