//! Untranslated copies on a page, and their number. Copies that the glossary or a user exempts are excluded.

pub mod store;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::str::FromStr;

use core_wasm::locale::Locale;

use super::{TEXTS, lint_input, page_tag, save, sql as record};
use crate::context::Store;
use pailou_database::change_feed;
use pailou_database::id;
use pailou_database::{Db, Tx};
use pailou_lint::Glossary;
use pailou_translation::freshness::Alignment;
use pailou_translation::segment::Known;
use pailou_translation::untranslated_copy::{Copies, Exempt, copies};

/// Pages per transaction.
const BATCH: i64 = 50;

/// Returns the user and time of each copy that is marked as intentional, by the hash of its text.
pub async fn intentional_copies(
    db: &Db,
    page_id: &str,
    locale: Locale,
) -> Result<HashMap<String, (String, i64)>, sqlx::Error> {
    let rows = store::intentional(db, page_id).await?.into_iter();
    let own = rows.filter(|row| row.locale == locale.tag());
    Ok(own.map(|row| (row.words, (row.created_by, row.created_at))).collect())
}

/// Returns the intentional copies of all pages, by `area/key`, for `pailou check`.
pub async fn all_intentional_copies(
    db: &Db,
) -> Result<HashMap<String, HashSet<(Locale, String)>>, sqlx::Error> {
    let mut marks: HashMap<String, HashSet<_>> = HashMap::new();
    for (area, key, locale, words) in store::all_intentional(db).await? {
        let Ok(locale) = Locale::from_str(&locale) else { continue };
        marks.entry(format!("{area}/{key}")).or_default().insert((locale, words));
    }
    Ok(marks)
}

/// Replaces the marks of intentional copies in one language. Existing marks keep author and time.
pub async fn replace_intentional_marks(
    tx: &mut Tx,
    page_id: &str,
    locale: Locale,
    words: BTreeSet<String>,
    (name, user_id): (&str, &str),
) -> Result<(), sqlx::Error> {
    let rows = store::intentional_in(tx, page_id).await?.into_iter();
    let own = rows.filter(|row| row.locale == locale.tag());
    let before: HashMap<String, store::Intentional> =
        own.map(|row| (row.words.clone(), row)).collect();
    store::remove_intentional(tx, page_id, locale).await?;
    for words in words {
        let row = match before.get(&words) {
            Some(row) => row.clone(),
            None => store::Intentional {
                locale: locale.tag().to_owned(),
                words,
                created_by: name.to_owned(),
                created_by_id: user_id.to_owned(),
                created_at: id::now(),
            },
        };
        store::add_intentional(tx, page_id, &row).await?;
    }
    Ok(())
}

/// Returns the exemptions from the detection of untranslated copies on a page: the glossary terms, and the copies that
/// are marked as intentional.
pub async fn exempt(db: &Db, page_id: &str) -> Result<Exempt, sqlx::Error> {
    let rows = store::intentional(db, page_id).await?;
    Ok(exempted(store::terms(db).await?, rows))
}

/// Like [`exempt`], inside a transaction.
pub(crate) async fn exempt_in(tx: &mut Tx, page_id: &str) -> Result<Exempt, sqlx::Error> {
    let rows = store::intentional_in(tx, page_id).await?;
    Ok(exempted(store::terms_in(tx).await?, rows))
}

/// Returns the glossary terms as exemptions, without the copies that are marked as intentional.
pub async fn exempt_terms(db: &Db) -> Result<Exempt, sqlx::Error> {
    Ok(exempted(store::terms(db).await?, Vec::new()))
}

fn exempted(terms: Vec<String>, rows: Vec<store::Intentional>) -> Exempt {
    let mark = |row: store::Intentional| Some((Locale::from_str(&row.locale).ok()?, row.words));
    Exempt { terms, intentional: rows.into_iter().filter_map(mark).collect() }
}

/// Returns the untranslated copies on a page, except those in `exempt`. Most pages have no copies, so `exempt` is
/// awaited only if copies exist.
pub async fn copies_of_page(
    (zh, en): (&[Known], &[Known]),
    links: &[Alignment],
    exempt: impl Future<Output = Result<Exempt, sqlx::Error>>,
) -> Result<Copies, sqlx::Error> {
    let all = copies(zh, en, links, &Exempt::default());
    if all.is_empty() {
        return Ok(all);
    }
    Ok(copies(zh, en, links, &exempt.await?))
}

/// Updates the exempt terms from the glossary and counts the untranslated copies on pages without a
/// count.
pub async fn update_copies(store: &Store) -> Result<(), sqlx::Error> {
    let (glossary, _) = lint_input::glossary(store).await?;
    import_terms(&store.db, &glossary).await?;
    count_copies(store).await
}

/// Exempts the terms of a glossary. If the terms changed, the counts of all pages are reset.
pub(crate) async fn import_terms(db: &Db, glossary: &Glossary) -> Result<(), sqlx::Error> {
    let terms: BTreeSet<&str> = glossary.words().collect();
    let known = store::terms(db).await?;
    if known.iter().map(String::as_str).collect::<BTreeSet<_>>() == terms {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    store::remove_terms(&mut tx).await?;
    for term in terms {
        store::add_term(&mut tx, term).await?;
    }
    store::reset_counts(&mut tx).await?;
    tx.commit().await
}

/// Counts the untranslated copies on pages without a count.
async fn count_copies(store: &Store) -> Result<(), sqlx::Error> {
    let mut after = String::new();
    loop {
        let pages = store::uncounted(&store.db, &after, BATCH).await?;
        let Some((_, _, last)) = pages.last() else { return Ok(()) };
        after.clone_from(last);
        let mut tx = store.db.begin().await?;
        let mut tags = vec![TEXTS.to_owned(), "status".to_owned()];
        for (area, key, page_id) in pages {
            record::lock_page(&mut tx, &page_id).await?;
            save::count_segments(&mut tx, &page_id).await?;
            tags.push(page_tag(&area, &key));
        }
        change_feed::publish(&mut tx, &tags).await?;
        tx.commit().await?;
        store.changes.poll(&store.db).await?;
    }
}
