//! `pailou eval`: how good the search is, measured on the site's own pages.

use std::process::ExitCode;

use super::command::{Failure, say};
use crate::shared::finder::{self, evaluation};
use crate::shared::settings::Settings;

pub(super) async fn eval(settings: Settings) -> Result<ExitCode, Failure> {
    let site = super::open(settings).await?;
    site.finder.refresh(&site).await?;
    let mut entries = Vec::new();
    finder::for_each_page(&site, |entry| entries.push(entry)).await?;
    let (engine, lexicon) = site.finder.take();
    let rows =
        tokio::task::spawn_blocking(move || evaluation::evaluate(engine, &entries, &lexicon));
    let rows = rows.await.map_err(|error| Failure::Finder(error.into()))?;
    site.db.close().await;
    say(&format!(
        "{:<9} {:<24} {:>6} {:>9} {:>8} {:>8} {:>14}",
        "language", "asked", "count", "recall@5", "MRR@10", "nDCG@10", "page recall@5"
    ));
    for row in rows {
        say(&format!(
            "{:<9} {:<24} {:>6} {:>9.3} {:>8.3} {:>8.3} {:>14.3}",
            format!("{} → {}", row.from, row.to),
            row.asking,
            row.count,
            row.recall,
            row.mrr,
            row.ndcg,
            row.page_recall
        ));
    }
    Ok(ExitCode::SUCCESS)
}
