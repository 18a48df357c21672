//! SQL of the page list and of the revision history.

use std::collections::BTreeMap;

use core_wasm::locale::Locale;
use sqlx::{FromRow, QueryBuilder};

use pailou_database::{Db, containing, on};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Published,
    Draft,
    Changed,
    Scheduled,
    Outdated,
    NotTranslated,
    Trash,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Updated,
    Title,
    Path,
    Views,
}

pub(super) struct PageFilter {
    /// Area of the pages; empty for all.
    pub area: String,
    /// Search text in lower case; empty for all pages.
    pub like: String,
    pub locale: Option<Locale>,
    pub state: Option<State>,
    pub sort: Option<Sort>,
}

/// Row of the page list: a page with the columns of its Chinese (`z_`) and English (`e_`) texts.
#[derive(Debug, Clone, FromRow)]
pub(super) struct Row {
    pub id: String,
    pub area: String,
    pub key: String,
    pub source_locale: String,
    pub views: i64,
    z_path: Option<String>,
    z_title: Option<String>,
    z_published: Option<i64>,
    z_trashed_at: Option<i64>,
    z_updated_at: Option<i64>,
    z_author: Option<String>,
    z_outdated: Option<i64>,
    z_not_translated: Option<i64>,
    z_not_aligned: Option<i64>,
    z_drafted_at: Option<i64>,
    z_publish_at: Option<i64>,
    z_fault: Option<String>,
    z_source: Option<String>,
    e_path: Option<String>,
    e_title: Option<String>,
    e_published: Option<i64>,
    e_trashed_at: Option<i64>,
    e_updated_at: Option<i64>,
    e_author: Option<String>,
    e_outdated: Option<i64>,
    e_not_translated: Option<i64>,
    e_not_aligned: Option<i64>,
    e_drafted_at: Option<i64>,
    e_publish_at: Option<i64>,
    e_fault: Option<String>,
    e_source: Option<String>,
}

/// One language of a row; all fields are `None` if the page has no text in this language.
pub(super) struct Side {
    pub path: Option<String>,
    pub title: Option<String>,
    pub published: Option<i64>,
    pub trashed_at: Option<i64>,
    pub updated_at: Option<i64>,
    pub author: Option<String>,
    pub outdated: Option<i64>,
    pub not_translated: Option<i64>,
    pub not_aligned: Option<i64>,
    pub drafted_at: Option<i64>,
    pub publish_at: Option<i64>,
    pub fault: Option<String>,
    /// Name of the Git source; `None` if the text does not come from Git or is in the trash.
    pub source: Option<String>,
}

impl Row {
    pub(super) fn zh(&self) -> Side {
        Side {
            path: self.z_path.clone(),
            title: self.z_title.clone(),
            published: self.z_published,
            trashed_at: self.z_trashed_at,
            updated_at: self.z_updated_at,
            author: self.z_author.clone(),
            outdated: self.z_outdated,
            not_translated: self.z_not_translated,
            not_aligned: self.z_not_aligned,
            drafted_at: self.z_drafted_at,
            publish_at: self.z_publish_at,
            fault: self.z_fault.clone(),
            source: self.z_source.clone(),
        }
    }

    pub(super) fn en(&self) -> Side {
        Side {
            path: self.e_path.clone(),
            title: self.e_title.clone(),
            published: self.e_published,
            trashed_at: self.e_trashed_at,
            updated_at: self.e_updated_at,
            author: self.e_author.clone(),
            outdated: self.e_outdated,
            not_translated: self.e_not_translated,
            not_aligned: self.e_not_aligned,
            drafted_at: self.e_drafted_at,
            publish_at: self.e_publish_at,
            fault: self.e_fault.clone(),
            source: self.e_source.clone(),
        }
    }
}

const COLUMNS: &str = "select p.id, p.area, p.key, p.source_locale, \
    coalesce(vz.views, 0) + coalesce(ve.views, 0) as views, \
    z.path as z_path, z.title as z_title, z.published as z_published, \
    z.removed_at as z_trashed_at, z.updated_at as z_updated_at, \
    coalesce(dz.author, z.author) as z_author, z.segments_outdated as z_outdated, \
    z.segments_not_translated as z_not_translated, z.segments_not_aligned as z_not_aligned, \
    dz.updated_at as z_drafted_at, \
    dz.publish_at as z_publish_at, dz.fault as z_fault, \
    (select u.source from upstream_texts u where u.text_id = z.id and z.removed_at is null) \
    as z_source, \
    e.path as e_path, e.title as e_title, e.published as e_published, \
    e.removed_at as e_trashed_at, e.updated_at as e_updated_at, \
    coalesce(de.author, e.author) as e_author, e.segments_outdated as e_outdated, \
    e.segments_not_translated as e_not_translated, e.segments_not_aligned as e_not_aligned, \
    de.updated_at as e_drafted_at, \
    de.publish_at as e_publish_at, de.fault as e_fault, \
    (select u.source from upstream_texts u where u.text_id = e.id and e.removed_at is null) \
    as e_source ";

const TABLES: &str = "from pages p \
    left join texts z on z.page_id = p.id and z.locale = 'zh-CN' \
    left join texts e on e.page_id = p.id and e.locale = 'en-US' \
    left join drafts dz on dz.text_id = z.id \
    left join drafts de on de.text_id = e.id \
    left join view_counts vz on vz.area = z.area and vz.locale = z.locale and vz.path = z.path \
    left join view_counts ve on ve.area = e.area and ve.locale = e.locale and ve.path = e.path ";

/// SQL condition for a state in one language. `$t` is the table alias of the text in this language, `$d` of its draft.
macro_rules! condition {
    ($state:expr, $t:literal, $d:literal) => {
        match $state {
            State::Published => concat!($t, ".published is not null"),
            State::Draft => {
                concat!(
                    $t,
                    ".published is null and ",
                    $t,
                    ".id is not null and ",
                    $t,
                    ".removed_at is null"
                )
            }
            State::Changed => concat!($d, ".text_id is not null and ", $t, ".removed_at is null"),
            State::Scheduled => {
                concat!($d, ".publish_at is not null and ", $t, ".removed_at is null")
            }
            State::Outdated => {
                concat!($t, ".published is not null and ", $t, ".segments_outdated > 0")
            }
            State::NotTranslated => {
                concat!(
                    "(",
                    $t,
                    ".id is null or ",
                    $t,
                    ".removed_at is not null or ",
                    $t,
                    ".is_copy = 1)"
                )
            }
            State::Trash => concat!($t, ".removed_at is not null"),
        }
    };
}

impl PageFilter {
    fn push<DB: sqlx::Database>(&self, query: &mut QueryBuilder<DB>)
    where
        String: sqlx::Type<DB> + for<'q> sqlx::Encode<'q, DB>,
    {
        let is_trash = self.state == Some(State::Trash);
        if !is_trash {
            query.push(
                "where (z.id is not null and z.removed_at is null \
                        or e.id is not null and e.removed_at is null)",
            );
        } else {
            query.push(
                "where (z.id is null or z.removed_at is not null) \
                        and (e.id is null or e.removed_at is not null)",
            );
        }
        if let Some(state) = self.state {
            let zh = condition!(state, "z", "dz");
            let en = condition!(state, "e", "de");
            match self.locale {
                Some(Locale::Zh) => query.push(" and (").push(zh).push(")"),
                Some(Locale::En) => query.push(" and (").push(en).push(")"),
                None => query.push(" and (").push(zh).push(" or ").push(en).push(")"),
            };
        }
        if !self.area.is_empty() {
            query.push(" and p.area = ").push_bind(self.area.clone());
        }
        if !self.like.is_empty() {
            let like = containing(&self.like);
            for (at, column) in ["z.title", "e.title", "z.path", "e.path"].into_iter().enumerate() {
                query.push(if at == 0 { " and (" } else { " or " });
                self.push_lowered(query, column);
                query.push(" like ").push_bind(like.clone()).push(" escape '!'");
            }
            query.push(")");
        }
    }

    /// Appends an expression that converts a column to lower case. `lower` of SQLite, and of PostgreSQL in some
    /// locales, converts only ASCII letters, so the expression also replaces the capital form of each non-ASCII letter
    /// of the search text.
    fn push_lowered<DB: sqlx::Database>(&self, query: &mut QueryBuilder<DB>, column: &str)
    where
        String: sqlx::Type<DB> + for<'q> sqlx::Encode<'q, DB>,
    {
        let capitals = capitals(&self.like);
        query.push("replace(".repeat(capitals.len())).push("lower(").push(column).push(")");
        for (capital, small) in capitals {
            query.push(", ").push_bind(capital.to_string());
            query.push(", ").push_bind(small.to_string()).push(")");
        }
    }

    fn order(&self) -> &'static str {
        match (self.sort.unwrap_or(Sort::Updated), self.locale) {
            (Sort::Updated, _) => {
                " order by case when coalesce(dz.updated_at, z.updated_at, 0) \
                 > coalesce(de.updated_at, e.updated_at, 0) \
                 then coalesce(dz.updated_at, z.updated_at, 0) \
                 else coalesce(de.updated_at, e.updated_at, 0) end desc, p.area, p.key"
            }
            (Sort::Title, Some(Locale::Zh)) => {
                " order by lower(coalesce(z.title, e.title)), p.area, p.key"
            }
            (Sort::Title, _) => " order by lower(coalesce(e.title, z.title)), p.area, p.key",
            (Sort::Path, _) => " order by p.area, coalesce(e.path, z.path), p.key",
            (Sort::Views, _) => " order by views desc, p.area, p.key",
        }
    }
}

/// Maximum number of non-ASCII letters to replace, which limits the size of the statement.
const MAX_LETTERS: usize = 50;

/// Maps the upper case form of each non-ASCII letter to the letter, for at most `MAX_LETTERS` letters.
fn capitals(lower: &str) -> BTreeMap<char, char> {
    let with_capital = |small: char| {
        let mut upper = small.to_uppercase();
        let capital = upper.next().filter(|capital| *capital != small && upper.len() == 0)?;
        Some((capital, small))
    };
    lower.chars().filter(|c| !c.is_ascii()).filter_map(with_capital).take(MAX_LETTERS).collect()
}

pub(super) async fn pages(
    db: &Db,
    filter: &PageFilter,
    skip: i64,
    size: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(COLUMNS);
        query.push(TABLES);
        filter.push(&mut query);
        query.push(filter.order()).push(" limit ").push_bind(size).push(" offset ").push_bind(skip);
        query.build_query_as().fetch_all(pool).await
    })
}

/// Returns the texts of a page that come from Git, each as its locale tag and the name of its Git source. Texts in the
/// trash are not included.
pub(super) async fn sources_of_page(
    db: &Db,
    page_id: &str,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    let sql = "select t.locale, u.source from texts t join upstream_texts u on u.text_id = t.id \
               where t.page_id = $1 and t.removed_at is null";
    on!(db, pool => sqlx::query_as(sql).bind(page_id).fetch_all(pool).await)
}

/// Returns the number of matching pages and the sum of their views.
pub(super) async fn totals(db: &Db, filter: &PageFilter) -> Result<(i64, i64), sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(
            "select count(*), \
             cast(coalesce(sum(coalesce(vz.views, 0) + coalesce(ve.views, 0)), 0) as bigint) ",
        );
        query.push(TABLES);
        filter.push(&mut query);
        query.build_query_as().fetch_one(pool).await
    })
}

#[derive(Debug, Clone, FromRow)]
pub(super) struct RevisionRow {
    pub number: i64,
    pub title: String,
    pub author: String,
    pub origin: String,
    pub created_at: i64,
    pub commit_id: String,
}

pub(crate) async fn count_revisions(db: &Db, text_id: &str) -> Result<i64, sqlx::Error> {
    let sql = "select count(*) from revisions where text_id = $1";
    on!(db, pool => sqlx::query_scalar(sql).bind(text_id).fetch_one(pool).await)
}

pub(super) async fn revisions(
    db: &Db,
    text_id: &str,
    skip: i64,
    size: i64,
) -> Result<Vec<RevisionRow>, sqlx::Error> {
    // Texts of Git commits before the first revision have numbers below 1, which are not in chronological order.
    let sql = "select number, title, author, origin, created_at, commit_id from revisions \
               where text_id = $1 order by case when number > 0 then number else 0 end desc, \
               created_at desc, number desc limit $2 offset $3";
    on!(db, pool => sqlx::query_as(sql).bind(text_id).bind(size).bind(skip).fetch_all(pool).await)
}
