//! Files that the pages of an old version include, such as code and shared Markdown. The included files of each page
//! are not stored for old versions, so they are determined from the texts.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

use pailou_content::link::LinkTargets;
use pailou_markdown::include;
use pailou_store::context::Store;

use super::store;

/// Adds to `targets` the content of every file that a page of the version includes, directly or through another
/// included file.
/// `hashes` are the hashes of all files of the version that are not pages, by path.
pub(crate) async fn add_included_files(
    store: &Store,
    version: &str,
    hashes: &HashMap<String, String>,
    targets: &mut LinkTargets,
) -> Result<(), sqlx::Error> {
    let bodies = store::bodies_with_includes(&store.db, version).await?;
    let mut requested = BTreeSet::new();
    loop {
        let missing: Vec<String> =
            requests(&bodies, targets).difference(&requested).cloned().collect();
        if missing.is_empty() {
            return Ok(());
        }
        for file in &missing {
            let text = match (store::page_text(&store.db, version, file).await?, hashes.get(file)) {
                (Some(text), _) => Some(text),
                (None, Some(hash)) => store.files.text(hash).await,
                (None, None) => None,
            };
            if let Some(text) = text {
                targets.add_part(file, text.into());
            }
        }
        requested.extend(missing);
    }
}

/// Returns the included paths whose content is not in `targets`, including paths of files that do not exist.
fn requests(bodies: &[(String, String)], targets: &LinkTargets) -> BTreeSet<String> {
    let requests = RefCell::new(BTreeSet::new());
    for (file, body) in bodies {
        include::expand(body, file, &|path| {
            let text = targets.part(path);
            if text.is_none() {
                requests.borrow_mut().insert(path.to_owned());
            }
            text
        });
    }
    requests.into_inner()
}
