//! Storage of the alignments of a replayed page, and of the old file versions that the alignments
//! are based on.

use std::collections::{BTreeMap, HashMap, HashSet};

use core_wasm::locale::Locale;

use super::store::{self, AcknowledgedRow, GitAcknowledgement};
use crate::git_sync::apply::GIT;
use crate::git_sync::store as sync;
use crate::pending_since::{Ages, PendingId};
use crate::save::{self, Incoming, StoredSegment};
use crate::sql::{self, Saved};
use pailou_content::front_matter;
use pailou_database::Tx;
use pailou_database::id;
use pailou_git_history::import::{ReplayedPage, ReplayedText};
use pailou_translation::fingerprint::Fingerprint;
use pailou_translation::freshness::Alignment;
use pailou_translation::segment::{Kind, Known};

/// Result of applying a replayed page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Applied {
    /// Nothing was stored: a text on the site differs from the replayed text, or the source language of the page is
    /// known and differs from that of the history. For a Git source, this is also the result if a text has a draft or
    /// was edited on the site.
    Not,
    Same,
    Changed,
}

/// Stored text that equals the replayed text.
struct StoredText {
    saved: Saved,
    known: Vec<Known>,
}

/// Stores the alignments of a replayed page. `source` is the name of the Git source, empty for a
/// folder that is imported manually; `is_new` is true if the page is new to the site.
pub(crate) async fn apply(
    tx: &mut Tx,
    page_id: &str,
    (source, is_new): (&str, bool),
    replayed: &ReplayedPage,
    now: i64,
) -> Result<Applied, sqlx::Error> {
    let zh = stored_text(tx, page_id, (Locale::Zh, &replayed.zh), source).await?;
    let en = stored_text(tx, page_id, (Locale::En, &replayed.en), source).await?;
    let (Some(zh), Some(en)) = (zh, en) else { return Ok(Applied::Not) };
    if let Some(first) = replayed.source_language {
        let known = sql::known_source_in(tx, page_id).await?.filter(|_| !is_new);
        if known.is_some_and(|known| known != first) {
            return Ok(Applied::Not);
        }
        if known.is_none() {
            store::set_source(tx, page_id, first).await?;
        }
    }
    let old: Vec<Alignment> =
        sql::alignments_in(tx, page_id).await?.into_iter().map(Alignment::from).collect();
    let ids = StoredIds::of(replayed, &zh, &en, &old);
    let mut links: Vec<Alignment> = replayed.links.iter().map(|link| ids.link(link)).collect();
    let decisions = Decisions {
        acknowledged: store::acknowledged(tx, page_id).await?,
        was_published_on_site: store::was_published_on_site(tx, &zh.saved.id, &en.saved.id).await?,
    };
    decisions.preserve(&mut links, &old, &zh.known, &en.known);
    links.sort_by(|a, b| (&a.zh, &a.en).cmp(&(&b.zh, &b.en)));
    insert_old_versions(tx, Locale::Zh, &zh, &replayed.zh, &ids.zh).await?;
    insert_old_versions(tx, Locale::En, &en, &replayed.en, &ids.en).await?;
    let acknowledged = ids.acknowledged(replayed, &zh.known, &en.known);
    store::replace_acknowledged(tx, page_id, &acknowledged).await?;
    let is_same = is_equal(&links, old);
    let texts = [(&zh.saved, zh.known.as_slice()), (&en.saved, en.known.as_slice())];
    let known = ids.since(replayed);
    let ages = Ages { now, known: Some(&known) };
    save::store_page_links(tx, page_id, texts, (links, !is_same), ages).await?;
    Ok(if is_same { Applied::Same } else { Applied::Changed })
}

/// Whether `links`, which are sorted by id, equal the stored alignments, whose order depends on the
/// database.
fn is_equal(links: &[Alignment], mut old: Vec<Alignment>) -> bool {
    old.sort_by(|a, b| (&a.zh, &a.en).cmp(&(&b.zh, &b.en)));
    links == old
}

async fn stored_text(
    tx: &mut Tx,
    page_id: &str,
    (locale, replayed): (Locale, &ReplayedText),
    source: &str,
) -> Result<Option<StoredText>, sqlx::Error> {
    let saved = sql::saved(tx, page_id, locale).await?;
    let is_replayed =
        |saved: &Saved| saved.trashed_at.is_none() && saved.markdown == replayed.markdown;
    let Some(saved) = saved.filter(is_replayed) else { return Ok(None) };
    if !source.is_empty() {
        let row = sync::of_text(tx, &saved.id).await?;
        let follows =
            row.is_some_and(|row| row.source == source && row.revision == Some(saved.number));
        if !follows || store::has_draft(tx, &saved.id).await? {
            return Ok(None);
        }
    }
    let known = save::stored_segments(&saved.markdown, saved.dialect(), &saved.segments);
    let is_same = known.len() == replayed.ids.len();
    Ok(is_same.then_some(StoredText { saved, known }))
}

/// Ids of the stored segments, by the ids of the same segments in the replay.
struct StoredIds {
    zh: HashMap<String, String>,
    en: HashMap<String, String>,
}

impl StoredIds {
    fn of(replayed: &ReplayedPage, zh: &StoredText, en: &StoredText, old: &[Alignment]) -> Self {
        let of = |replayed: &ReplayedText, stored: &StoredText| -> HashMap<String, String> {
            let stored = stored.known.iter().map(|known| known.id.clone());
            replayed.ids.iter().cloned().zip(stored).collect()
        };
        let mut ids = Self { zh: of(&replayed.zh, zh), en: of(&replayed.en, en) };
        // A deleted segment gets its id from the stored alignment of its counterpart, or else a new id.
        let live_zh: HashSet<String> = ids.zh.values().cloned().collect();
        let live_en: HashSet<String> = ids.en.values().cloned().collect();
        let deleted_en: HashMap<&str, &str> = old
            .iter()
            .filter(|old| !live_en.contains(&old.en))
            .map(|old| (old.zh.as_str(), old.en.as_str()))
            .collect();
        let deleted_zh: HashMap<&str, &str> = old
            .iter()
            .filter(|old| !live_zh.contains(&old.zh))
            .map(|old| (old.en.as_str(), old.zh.as_str()))
            .collect();
        for link in &replayed.links {
            let (zh, en) = (ids.zh.get(&link.zh), ids.en.get(&link.en));
            match (zh, en) {
                (Some(zh), None) => {
                    let known = deleted_en.get(zh.as_str());
                    let id = known.map_or_else(id::new, |id| (*id).to_owned());
                    ids.en.insert(link.en.clone(), id);
                }
                (None, Some(en)) => {
                    let known = deleted_zh.get(en.as_str());
                    let id = known.map_or_else(id::new, |id| (*id).to_owned());
                    ids.zh.insert(link.zh.clone(), id);
                }
                _ => {}
            }
        }
        ids
    }

    /// Returns the times at which segments became outdated or untranslated according to the history, by stored segment
    /// id.
    fn since(&self, replayed: &ReplayedPage) -> HashMap<PendingId, i64> {
        let stored = |((locale, id), at): (&PendingId, &i64)| {
            let id = self.zh.get(id).or_else(|| self.en.get(id))?;
            Some(((*locale, id.clone()), *at))
        };
        replayed.since.iter().filter_map(stored).collect()
    }

    /// Returns the acknowledgements that commits made: for each segment, the last one.
    fn acknowledged(
        &self,
        replayed: &ReplayedPage,
        zh: &[Known],
        en: &[Known],
    ) -> Vec<GitAcknowledgement> {
        let mut rows: BTreeMap<(&str, String), GitAcknowledgement> = BTreeMap::new();
        for in_git in &replayed.acknowledged {
            let locale = in_git.acknowledged.locale;
            let (ids, known) = match locale {
                Locale::Zh => (&self.zh, zh),
                Locale::En => (&self.en, en),
            };
            let Some(segment) = ids.get(&in_git.acknowledged.segment) else { continue };
            let Some(known) = known.iter().find(|known| known.id == *segment) else { continue };
            let source = in_git.acknowledged.source.clone().unwrap_or_default();
            let row = GitAcknowledgement {
                locale,
                segment: segment.clone(),
                words: source.words,
                markup: source.markup,
                section: known.heading_id.clone().unwrap_or_default(),
                author: in_git.author.clone(),
                at: in_git.at,
                commit: in_git.commit.clone(),
            };
            rows.insert((locale.tag(), segment.clone()), row);
        }
        rows.into_values().collect()
    }

    fn link(&self, link: &Alignment) -> Alignment {
        let stored = |ids: &HashMap<String, String>, id: &String| ids.get(id).cloned();
        Alignment {
            zh: stored(&self.zh, &link.zh).unwrap_or_else(id::new),
            en: stored(&self.en, &link.en).unwrap_or_else(id::new),
            ..link.clone()
        }
    }
}

/// Acknowledgements and publications of users on the site. They take precedence over the history.
struct Decisions {
    acknowledged: Vec<AcknowledgedRow>,
    was_published_on_site: bool,
}

impl Decisions {
    fn preserve(&self, links: &mut Vec<Alignment>, old: &[Alignment], zh: &[Known], en: &[Known]) {
        let of = |known: &[Known]| -> HashMap<String, Fingerprint> {
            known.iter().map(|known| (known.id.clone(), known.fingerprint.clone())).collect()
        };
        let (zh, en) = (of(zh), of(en));
        let is_as_now = |link: &Alignment| {
            let zh = zh.get(&link.zh).is_some_and(|now| now.is_same(&link.zh_fingerprint));
            let en = en.get(&link.en).is_some_and(|now| now.is_same(&link.en_fingerprint));
            (zh, en)
        };
        if self.was_published_on_site {
            let old: HashMap<_, _> =
                old.iter().map(|link| ((link.zh.as_str(), link.en.as_str()), link)).collect();
            for link in links.iter_mut().filter(|link| is_as_now(link) != (true, true)) {
                let decided = old.get(&(link.zh.as_str(), link.en.as_str()));
                if let Some(decided) = decided.filter(|it| is_as_now(it) != (false, false)) {
                    *link = (*decided).clone();
                }
            }
        }
        for row in &self.acknowledged {
            links.retain_mut(|link| {
                let (own, source) = match row.locale == Locale::Zh.tag() {
                    true => (&link.zh, en.get(&link.en)),
                    false => (&link.en, zh.get(&link.zh)),
                };
                if *own != row.segment {
                    return true;
                }
                let Some(source) = source else { return !row.words.is_empty() };
                if source.words == row.words
                    && source.markup == row.markup
                    && let (Some(zh), Some(en)) = (zh.get(&link.zh), en.get(&link.en))
                {
                    (link.zh_fingerprint, link.en_fingerprint) = (zh.clone(), en.clone());
                }
                true
            });
        }
    }
}

/// Stores old file versions from Git with numbers below the first revision, so that the imported
/// revision stays the first revision.
async fn insert_old_versions(
    tx: &mut Tx,
    locale: Locale,
    stored: &StoredText,
    replayed: &ReplayedText,
    ids: &HashMap<String, String>,
) -> Result<(), sqlx::Error> {
    if replayed.versions.is_empty() {
        return Ok(());
    }
    let StoredText { saved, .. } = stored;
    let revisions = store::revisions(tx, &saved.id).await?;
    let mut number = revisions.first().map_or(save::FIRST, |(number, _)| *number).min(save::FIRST);
    for version in &replayed.versions {
        let is_stored = |words: &String| {
            let holds = format!("\"words\":\"{words}\"");
            revisions.iter().any(|(_, segments)| segments.contains(&holds))
        };
        if version.segment_hashes.iter().all(is_stored) {
            continue;
        }
        number -= 1;
        let segments = version.segments.iter().map(|(id, segment)| {
            let stored = id.as_ref().and_then(|id| ids.get(id)).cloned();
            StoredSegment::new(stored.unwrap_or_else(id::new), segment.clone())
        });
        let segments: Vec<_> = segments.collect();
        let parts = front_matter::split(&version.text);
        let heading = || {
            let is_title = |kind: &Kind| matches!(kind, Kind::Heading(1));
            let first = version.segments.iter().find(|(_, it)| is_title(&it.kind));
            first.map(|(_, segment)| segment.words.clone())
        };
        let field = parts.values().ok().and_then(|values| {
            values.get("title").and_then(|title| title.text()).map(str::to_owned)
        });
        let title = field.or_else(heading).unwrap_or_else(|| saved.title.clone());
        let incoming = Incoming {
            area: "",
            key: "",
            locale,
            path: "",
            file: &saved.file,
            title: &title,
            label: "",
            description: "",
            position: 0,
            front_matter: parts.front,
            markdown: parts.body,
            dialect: saved.dialect(),
            is_draft: false,
            origin: GIT,
            author: if version.author.is_empty() { GIT } else { &version.author },
            now: version.at,
            written_at: version.at,
            added_at: version.at,
        };
        let hash = incoming.hash();
        let commit = version.commit.as_str();
        save::add_revision(tx, &incoming, &saved.id, number, &hash, (&segments, commit)).await?;
    }
    Ok(())
}
