//! Alternative ids of headings: the id of the heading in the other language, and earlier ids after
//! renames. They are computed when a text is saved, so that reading is cheap.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::store;
use pailou_database::{Db, Tx};
use pailou_translation::freshness::Alignment;
use pailou_translation::segment::{Kind, Known};

/// Maximum number of earlier ids per heading. Links to even earlier ids stop working.
const MAX_EARLIER: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Anchor {
    pub segment: String,
    pub id: String,
    /// Earlier ids, newest first.
    pub earlier: Vec<String>,
    /// Id of the heading in the other language.
    pub counterpart: Option<String>,
}

/// Returns the stored anchors of a text.
pub(crate) async fn anchors_of_text(db: &Db, text_id: &str) -> Result<Vec<Anchor>, sqlx::Error> {
    Ok(read(store::anchors(db, text_id).await?))
}

/// Updates the anchors of a text from its segments and the alignments of the page.
pub(crate) async fn update_anchors(
    tx: &mut Tx,
    text_id: &str,
    own: &[Known],
    other: &[Known],
    links: &[Alignment],
) -> Result<(), sqlx::Error> {
    let old = read(store::anchors_in(tx, text_id).await?);
    let new = renewed(&old, own, other, links);
    if new == old {
        return Ok(());
    }
    let headings = serde_json::to_string(&new).unwrap_or_default();
    store::upsert_anchors(tx, text_id, &headings).await
}

/// Returns the anchors of a text whose headings have no earlier ids.
pub fn initial_anchors(own: &[Known], other: &[Known], links: &[Alignment]) -> Vec<Anchor> {
    renewed(&[], own, other, links)
}

fn read(headings: Option<String>) -> Vec<Anchor> {
    headings.and_then(|headings| serde_json::from_str(&headings).ok()).unwrap_or_default()
}

fn renewed(old: &[Anchor], own: &[Known], other: &[Known], links: &[Alignment]) -> Vec<Anchor> {
    let mut counterpart_ids: HashMap<&str, &str> = HashMap::new();
    for link in links {
        counterpart_ids.insert(&link.zh, &link.en);
        counterpart_ids.insert(&link.en, &link.zh);
    }
    let other: HashMap<&str, &Known> =
        headings(other).map(|segment| (segment.id.as_str(), segment)).collect();
    // Reversed, so that the first of several anchors with an equal key is used.
    let old_by_segment: HashMap<&str, &Anchor> =
        old.iter().rev().map(|anchor| (anchor.segment.as_str(), anchor)).collect();
    let old_by_id: HashMap<&str, &Anchor> =
        old.iter().rev().map(|anchor| (anchor.id.as_str(), anchor)).collect();
    let anchor = |segment: &Known| {
        let id = segment.heading_id.clone()?;
        let before = old_by_segment.get(segment.id.as_str());
        // A heading with a new segment id is the same heading if its heading id is equal.
        let before = before.or_else(|| old_by_id.get(id.as_str()));
        let counterpart = counterpart_ids.get(segment.id.as_str()).and_then(|id| other.get(id));
        Some(Anchor {
            segment: segment.id.clone(),
            earlier: before.map_or_else(Vec::new, |before| earlier(before, &id)),
            counterpart: counterpart.and_then(|segment| segment.heading_id.clone()),
            id,
        })
    };
    headings(own).filter_map(anchor).collect()
}

fn earlier(before: &Anchor, id: &str) -> Vec<String> {
    let ids = [&before.id].into_iter().chain(&before.earlier);
    ids.filter(|earlier| *earlier != id).take(MAX_EARLIER).cloned().collect()
}

fn headings(segments: &[Known]) -> impl Iterator<Item = &Known> {
    segments.iter().filter(|segment| matches!(segment.kind, Kind::Heading(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pailou_translation::fingerprint::Fingerprint;

    fn heading(segment: &str, id: &str) -> Known {
        Known {
            id: segment.to_owned(),
            kind: Kind::Heading(2),
            fingerprint: Fingerprint::default(),
            words: id.to_owned(),
            prose: id.to_owned(),
            heading_id: Some(id.to_owned()),
        }
    }

    fn link(zh: &str, en: &str) -> Alignment {
        let fingerprint = Fingerprint::default;
        Alignment {
            zh: zh.to_owned(),
            en: en.to_owned(),
            zh_fingerprint: fingerprint(),
            en_fingerprint: fingerprint(),
        }
    }

    #[track_caller]
    fn check(
        old: &[Anchor],
        now: &str,
        earlier: &[&str],
        counterpart: Option<&str>,
    ) -> Vec<Anchor> {
        let new =
            renewed(old, &[heading("z1", now)], &[heading("e1", "install")], &[link("z1", "e1")]);
        assert_eq!(new[0].earlier, earlier);
        assert_eq!(new[0].counterpart.as_deref(), counterpart);
        new
    }

    #[test]
    fn renamed_heading_keeps_its_earlier_ids() {
        let first = check(&[], "安装", &[], Some("install"));
        let second = check(&first, "下载", &["安装"], Some("install"));
        let third = check(&second, "部署", &["下载", "安装"], Some("install"));
        check(&third, "安装", &["部署", "下载"], Some("install"));
    }

    #[test]
    fn earlier_ids_of_a_deleted_heading_are_deleted() {
        let first = renewed(&[], &[heading("z1", "secret-name")], &[], &[]);
        let second = renewed(&first, &[heading("z1", "name")], &[], &[]);
        assert_eq!(second[0].earlier, ["secret-name"]);
        let deleted = renewed(&second, &[], &[], &[]);
        let written_again = renewed(&deleted, &[heading("z2", "name")], &[], &[]);
        assert_eq!(written_again[0].earlier, Vec::<String>::new());
    }

    #[test]
    fn heading_aligned_with_a_missing_segment_has_no_counterpart() {
        let new = renewed(&[], &[heading("z1", "a")], &[], &[link("z1", "gone")]);
        assert_eq!(new[0].counterpart, None);
    }
}
