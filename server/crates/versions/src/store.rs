//! SQL for reading the contents of old versions.

use core_wasm::locale::Locale;
use sqlx::{FromRow, QueryBuilder};

use pailou_database::{Db, on};
use pailou_markdown::include::SIGNS;
use pailou_store::sql::{File, ListOptions, Outline, SectionRow, Text};

/// Columns of a text, with its segment counts from `version_pairs`.
macro_rules! text_columns {
    () => {
        "select t.body as id, t.version || '/' || t.key as page_id, t.key, \
         coalesce(p.source_locale, t.locale) as source_locale, t.locale, t.path, t.file, \
         t.title, t.description, t.updated_at, \
         coalesce(case when t.locale = 'zh-CN' then c.zh_outdated else c.en_outdated end, 0) \
         as segments_outdated, \
         coalesce(case when t.locale = 'zh-CN' then c.zh_not_translated else c.en_not_translated end, 0) \
         as segments_not_translated, \
         coalesce(case when t.locale = 'zh-CN' then c.zh_not_aligned else c.en_not_aligned end, 0) \
         as segments_not_aligned, cast(0 as bigint) as segments_not_reviewed, \
         cast(0 as bigint) as segments_machine_translated, cast(0 as bigint) as is_copy, \
         cast(0 as bigint) as segments_total \
         from version_texts t \
         left join pages p on p.area = t.area and p.key = t.key \
         left join version_texts o on o.version = t.version and o.area = t.area \
         and o.key = t.key and o.locale <> t.locale and o.is_published = 1 \
         left join version_pairs c on c.zh_body = case when t.locale = 'zh-CN' then t.body \
         else o.body end and c.en_body = case when t.locale = 'zh-CN' then o.body else t.body end "
    };
}

/// Returns the published text of a version at a path: in `locale` if there is one, otherwise in the other language;
/// `None` if there is neither.
pub async fn text_at(
    db: &Db,
    version: &str,
    area: &str,
    locale: Locale,
    path: &str,
) -> Result<Option<Text>, sqlx::Error> {
    let sql = concat!(
        text_columns!(),
        "where t.version = $1 and t.area = $2 and t.path = $3 and t.is_published = 1 \
         order by case when t.locale = $4 then 0 else 1 end limit 1"
    );
    on!(db, pool => sqlx::query_as(sql).bind(version).bind(area).bind(path).bind(locale.tag())
        .fetch_optional(pool).await)
}

/// Returns the published text of a version in `locale` for the page with this key; `None` if there is none.
pub async fn text_of_page(
    db: &Db,
    version: &str,
    area: &str,
    key: &str,
    locale: Locale,
) -> Result<Option<Text>, sqlx::Error> {
    let sql = concat!(
        text_columns!(),
        "where t.version = $1 and t.area = $2 and t.key = $3 and t.locale = $4 and t.is_published = 1"
    );
    on!(db, pool => sqlx::query_as(sql).bind(version).bind(area).bind(key).bind(locale.tag())
        .fetch_optional(pool).await)
}

/// Returns at most `size` published texts of an area of a version from the offset `skip`, and the number of all texts
/// that match `options`.
pub async fn list(
    db: &Db,
    version: &str,
    area: &str,
    options: ListOptions,
    skip: i64,
    size: i64,
) -> Result<(Vec<Text>, i64), sqlx::Error> {
    macro_rules! filter {
        () => {
            "where t.version = $1 and t.area = $2 and t.is_published = 1 and ($3 is null or \
             t.locale = $3 or ($4 = 1 and not exists (select 1 from version_texts o where \
             o.version = $1 and o.area = $2 and o.key = t.key and o.locale = $3 \
             and o.is_published = 1)))"
        };
    }
    let (tag, with_others) = (options.locale.map(Locale::tag), i64::from(options.with_others));
    let sql = concat!(
        text_columns!(),
        filter!(),
        " order by t.position, t.path, t.locale limit $5 offset $6"
    );
    let rows = on!(db, pool => sqlx::query_as(sql).bind(version).bind(area).bind(tag)
        .bind(with_others).bind(size).bind(skip).fetch_all(pool).await)?;
    let sql = concat!("select count(*) from version_texts t ", filter!());
    let total = on!(db, pool => sqlx::query_scalar(sql).bind(version).bind(area).bind(tag)
        .bind(with_others).fetch_one(pool).await)?;
    Ok((rows, total))
}

/// Returns the published texts of an area of a version in all languages, in navigation order.
pub async fn outline(db: &Db, version: &str, area: &str) -> Result<Vec<Outline>, sqlx::Error> {
    let sql = "select key as page_id, locale, path, title, label, position, parent_key as parent \
               from version_texts \
               where version = $1 and area = $2 and is_published = 1 order by position, path";
    on!(db, pool => sqlx::query_as(sql).bind(version).bind(area).fetch_all(pool).await)
}

pub async fn sections(
    db: &Db,
    version: &str,
    locale: Locale,
) -> Result<Vec<SectionRow>, sqlx::Error> {
    let sql = "select path, title, position from version_folders \
               where version = $1 and locale = $2";
    on!(db, pool => sqlx::query_as(sql).bind(version).bind(locale.tag()).fetch_all(pool).await)
}

pub async fn roots(db: &Db, version: &str) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select locale, folder, excluded from version_import_roots \
               where version = $1 order by folder";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

/// Returns area, file, locale, and path of every published text of a version.
pub async fn pages_by_file(
    db: &Db,
    version: &str,
) -> Result<Vec<(String, String, String, String)>, sqlx::Error> {
    let sql = "select area, file, locale, path from version_texts \
               where version = $1 and is_published = 1";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

pub async fn file(db: &Db, version: &str, path: &str) -> Result<Option<File>, sqlx::Error> {
    let sql = "select path, hash, media_type, served from version_files \
               where version = $1 and path = $2 and served = 1";
    on!(db, pool => sqlx::query_as(sql).bind(version).bind(path).fetch_optional(pool).await)
}

pub(crate) async fn image_sizes(
    db: &Db,
    version: &str,
) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
    let sql = "select f.path, s.width, s.height from version_files f \
               join image_sizes s on s.hash = f.hash where f.version = $1 and f.served = 1";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

/// Returns front matter, Markdown, and dialect of the content with this hash, from the revision if the content refers
/// to one; `None` for an unknown hash.
pub async fn body(db: &Db, hash: &str) -> Result<Option<(String, String, String)>, sqlx::Error> {
    let sql = "select coalesce(r.front_matter, b.front_matter), coalesce(r.markdown, b.markdown), \
               coalesce(r.dialect, b.dialect) from version_bodies b \
               left join revisions r on r.text_id = b.text_id and r.number = b.number \
               where b.hash = $1";
    on!(db, pool => sqlx::query_as(sql).bind(hash).fetch_optional(pool).await)
}

/// Returns file and Markdown of the texts of a version that contain one of [`SIGNS`] and therefore may include files.
pub(crate) async fn bodies_with_includes(
    db: &Db,
    version: &str,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    on!(db, pool => {
        let mut query = QueryBuilder::new(
            "select file, markdown from ( \
             select t.file, coalesce(r.markdown, b.markdown) as markdown from version_texts t \
             join version_bodies b on b.hash = t.body \
             left join revisions r on r.text_id = b.text_id and r.number = b.number \
             where t.version = ",
        );
        query.push_bind(version).push(") texts where ");
        let mut conditions = query.separated(" or ");
        for sign in SIGNS {
            conditions.push("markdown like ").push_bind_unseparated(format!("%{sign}%"));
        }
        query.build_query_as().fetch_all(pool).await
    })
}

/// Returns the text of the page with this file, with its front matter; `None` if the version has no such page.
pub(crate) async fn page_text(
    db: &Db,
    version: &str,
    file: &str,
) -> Result<Option<String>, sqlx::Error> {
    let sql = "select coalesce(r.front_matter, b.front_matter), coalesce(r.markdown, b.markdown) \
               from version_texts t join version_bodies b on b.hash = t.body \
               left join revisions r on r.text_id = b.text_id and r.number = b.number \
               where t.version = $1 and t.file = $2";
    let page: Option<(String, String)> =
        on!(db, pool => sqlx::query_as(sql).bind(version).bind(file).fetch_optional(pool).await)?;
    Ok(page.map(|(front_matter, markdown)| front_matter + &markdown))
}

/// Data of a text in a version for the search index.
#[derive(Debug, Clone, FromRow)]
pub struct VersionText {
    pub key: String,
    pub locale: String,
    pub path: String,
    pub file: String,
    pub title: String,
    /// Hash of the content of the text.
    pub body: String,
}

/// Returns the published texts of an area of a version, sorted so that both languages of a page are adjacent.
pub(crate) async fn version_text_rows(
    db: &Db,
    version: &str,
    area: &str,
) -> Result<Vec<VersionText>, sqlx::Error> {
    let sql = "select key, locale, path, file, title, body from version_texts \
               where version = $1 and area = $2 and is_published = 1 order by key, locale";
    on!(db, pool => sqlx::query_as(sql).bind(version).bind(area).fetch_all(pool).await)
}

/// Returns locale, path, and title of every folder of a version.
pub async fn folders(db: &Db, version: &str) -> Result<Vec<(String, String, String)>, sqlx::Error> {
    let sql = "select locale, path, title from version_folders where version = $1";
    on!(db, pool => sqlx::query_as(sql).bind(version).fetch_all(pool).await)
}

/// Returns the published texts of an area of old versions with this key or path: version, locale, path, key.
pub(crate) async fn pages_in_versions(
    db: &Db,
    area: &str,
    key: &str,
    path: &str,
) -> Result<Vec<(String, String, String, String)>, sqlx::Error> {
    let sql = "select version, locale, path, key from version_texts \
               where area = $1 and is_published = 1 and (key = $2 or path = $3)";
    on!(db, pool => sqlx::query_as(sql).bind(area).bind(key).bind(path).fetch_all(pool).await)
}

/// Returns for each old version: its name, the number of its texts, and the size in bytes of the
/// Markdown that is stored only for old versions.
pub(crate) async fn version_size_rows(db: &Db) -> Result<Vec<(String, i64, i64)>, sqlx::Error> {
    let sql = "select t.version, count(*), cast(coalesce(sum(case when b.text_id is null \
               then length(b.markdown) else 0 end), 0) as bigint) from version_texts t \
               join version_bodies b on b.hash = t.body group by t.version";
    on!(db, pool => sqlx::query_as(sql).fetch_all(pool).await)
}
