//! Contributors: users and Git authors who wrote published texts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use warp::reply::Response;

use super::api::Contributor;
use super::store::{self, WrittenText};
use super::{Localization, fresh};
use pailou_database::cached::Cached;
use pailou_site::Site;
use pailou_store::TEXTS;
use pailou_web::params::PageQuery;
use pailou_web::problem::Problem;
use pailou_web::{Query, reply};

/// List of contributors, cached until a text changes.
pub(crate) struct Contributors(Cached<Vec<Contributor>>);

impl Contributors {
    pub(crate) fn new() -> Self {
        Self(Cached::new(TEXTS))
    }

    async fn of(&self, site: &Site) -> Result<Arc<Vec<Contributor>>, sqlx::Error> {
        let read = async || {
            let mut written = store::written_texts(&site.db).await?;
            for (text_id, locale, authors) in store::git_authors(&site.db).await? {
                written.extend(git_texts(&text_id, &locale, &authors));
            }
            Ok(merged(written, &site.settings.localization_hidden_contributors))
        };
        self.0.get(&site.changes, read).await
    }
}

/// List contributors
///
/// People who wrote published texts, on the site or in Git, ordered by the number of texts. Names from Git are
/// those of the authors and co-authors of commits. Email addresses are not stored. The setting
/// `localization.hidden-contributors` hides names.
#[utoipa::path(get, path = "/api/v1/public/localization/contributors", tag = "localization",
    params(PageQuery),
    responses(
        (status = 200, description = "One page of the list", body = [Contributor],
            headers(("x-total-count" = i64))),
        (status = 422, description = "`page` or `size` is out of range"),
    ))]
pub(crate) async fn contributors(
    Localization { site, contributors, .. }: Localization,
    Query(query): Query<PageQuery>,
) -> Result<Response, Problem> {
    let (page, size) = query.pagination()?;
    let all = contributors.of(&site).await?;
    let from = usize::try_from((page - 1) * size).unwrap_or(usize::MAX);
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let rows: Vec<_> = all.iter().skip(from).take(size).collect();
    Ok(fresh(reply::list(&rows, all.len() as i64, None)?))
}

/// Parses the Git authors of a text from the JSON that the Git synchronization stores: one item per author; none for
/// invalid JSON.
fn git_texts(text_id: &str, locale: &str, authors: &str) -> Vec<WrittenText> {
    let authors: Vec<pailou_store::git_sync::Author> =
        serde_json::from_str(authors).unwrap_or_default();
    let text = |author: pailou_store::git_sync::Author| WrittenText {
        author: author.name,
        text_id: text_id.to_owned(),
        locale: locale.to_owned(),
        last_at: author.at,
    };
    authors.into_iter().map(text).collect()
}

fn merged(written: Vec<WrittenText>, hidden: &[String]) -> Vec<Contributor> {
    let mut by_name: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>, i64)> = BTreeMap::new();
    for WrittenText { author, text_id, locale, last_at } in written {
        let Some(name) = public_name(&author, hidden) else { continue };
        let (texts, locales, last) = by_name.entry(name).or_default();
        texts.insert(text_id);
        locales.insert(locale);
        *last = (*last).max(last_at);
    }
    let contributor =
        |(name, (texts, locales, last_at)): (String, (BTreeSet<_>, BTreeSet<_>, i64))| {
            let texts = i64::try_from(texts.len()).unwrap_or(i64::MAX);
            // Lists Chinese first, like the rest of the API.
            Contributor { name, texts, locales: locales.into_iter().rev().collect(), last_at }
        };
    let mut all: Vec<_> = by_name.into_iter().map(contributor).collect();
    all.sort_by(|a, b| b.texts.cmp(&a.texts).then_with(|| a.name.cmp(&b.name)));
    all
}

/// Returns a name for public display: without an email address; `None` if the name is hidden by the setting or is
/// itself an email address.
pub(crate) fn public_name(name: &str, hidden: &[String]) -> Option<String> {
    let name = name.split('<').next().unwrap_or_default().trim();
    let is_hidden = hidden.iter().any(|hidden| hidden.trim().to_lowercase() == name.to_lowercase());
    (!name.is_empty() && !name.contains('@') && !is_hidden).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_address_and_hidden_name_are_not_shown() {
        let hidden = ["Lin Wei".to_owned()];
        for (name, expected) in [
            ("Ann", Some("Ann")),
            (" 王芳 ", Some("王芳")),
            ("Ann <ann@example.org>", Some("Ann")),
            ("ann@example.org", None),
            ("lin wei", None),
            ("", None),
        ] {
            assert_eq!(public_name(name, &hidden).as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn text_edited_on_site_and_in_git_is_counted_once() {
        let text = |author: &str, text_id: &str, locale: &str, last_at| WrittenText {
            author: author.to_owned(),
            text_id: text_id.to_owned(),
            locale: locale.to_owned(),
            last_at,
        };
        let git =
            git_texts("t1", "zh-CN", r#"[{"name": "Ann", "at": 9}, {"name": "b@c.d", "at": 1}]"#);
        let written = vec![
            text("Ann", "t1", "zh-CN", 5),
            text("Ann", "t2", "en-US", 7),
            text("Bo", "t1", "zh-CN", 1),
        ];
        let all = merged(written.into_iter().chain(git).collect(), &[]);
        let all: Vec<_> = all
            .iter()
            .map(|it| (it.name.as_str(), it.texts, it.locales.len(), it.last_at))
            .collect();
        assert_eq!(all, [("Ann", 2, 2, 9), ("Bo", 1, 1, 1)]);
    }
}
