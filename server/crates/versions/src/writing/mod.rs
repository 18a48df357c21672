//! Writing of an old version, from an import or from the current pages. The contents of the version are replaced as a
//! whole: readers see the old or the new contents.

pub mod import;
pub mod snapshot;
pub mod store;

use std::collections::{BTreeSet, HashMap, HashSet};

use core_wasm::locale::Locale;

use self::store::{Body, Pair, VersionTextRow};
use super::reading::split_segments;
use super::store as reads;
use pailou_content::fields::Fields;
use pailou_content::front_matter;
use pailou_database::Tx;
use pailou_database::{change_feed, id};
use pailou_markdown::flavor::Flavor;
use pailou_store::context::Store;
use pailou_store::save::align;
use pailou_store::sql::{File, SectionRow};
use pailou_store::version_list;
use pailou_store::version_list::{State, VERSIONS, Version, VersionRow};
use pailou_translation::freshness::freshness;
use pailou_translation::untranslated_copy::{Exempt, copies};

/// Contents of a version of the documentation.
#[derive(Debug, Default)]
struct List {
    texts: Vec<VersionTextRow>,
    /// Contents of texts to insert; contents that are stored already are ignored.
    bodies: Vec<Body>,
    pairs: Vec<Pair>,
    sections: BTreeSet<(String, String, String, i64)>,
    /// Locale, folder, and excluded subfolders (JSON).
    roots: BTreeSet<(String, String, String)>,
    /// Files with their sizes.
    files: Vec<(File, i64)>,
}

/// Numbers of texts by their difference from the stored contents of the version.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Difference {
    new: usize,
    changed: usize,
    same: usize,
    removed: usize,
}

fn hash_of(front_matter: &str, markdown: &str, dialect: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [front_matter, markdown, dialect] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

/// Returns `title`; empty if the front matter or the path alone gives the same title.
fn own_title(front_matter: &str, path: &str, title: &str) -> String {
    let values = front_matter::split(front_matter).values();
    let without = values.map(|values| Fields::read(&values).title_of(None, path));
    if without.is_ok_and(|without| without == title) { String::new() } else { title.to_owned() }
}

/// Aligns both texts of a page, and counts their outdated, untranslated, and unaligned segments.
fn pair_of(
    zh: (&VersionTextRow, &str, Flavor),
    en: (&VersionTextRow, &str, Flavor),
    exempt: &Exempt,
) -> Pair {
    let zh_known = split_segments(Locale::Zh, zh.2, zh.1);
    let en_known = split_segments(Locale::En, en.2, en.1);
    let links = align(&zh_known, &en_known, &[]);
    let copies = copies(&zh_known, &en_known, &links, exempt);
    let fresh = freshness(&zh_known, &en_known, &links, &copies);
    Pair {
        zh_body: zh.0.body.clone(),
        en_body: en.0.body.clone(),
        zh: Pair::counts(&fresh.zh),
        en: Pair::counts(&fresh.en),
    }
}

/// Returns the Chinese and the English text of each page that has both.
fn in_both_languages(texts: &[VersionTextRow]) -> Vec<(&VersionTextRow, &VersionTextRow)> {
    let of = |locale: Locale| -> HashMap<(&str, &str), &VersionTextRow> {
        let texts = texts.iter().filter(|text| text.locale == locale.tag());
        texts.map(|text| ((text.area.as_str(), text.key.as_str()), text)).collect()
    };
    let en = of(Locale::En);
    let mut both: Vec<_> =
        of(Locale::Zh).into_iter().filter_map(|(key, zh)| Some((zh, *en.get(&key)?))).collect();
    both.sort_by_key(|(zh, _)| zh.file.as_str());
    both
}

/// Whether two texts differ at most in their position, which changes when another page is added or removed.
fn is_same_page(a: &VersionTextRow, b: &VersionTextRow) -> bool {
    *a == VersionTextRow { position: a.position, ..b.clone() }
}

impl List {
    /// Sets the time of the last change of each unchanged text to the stored time. Sorts the texts by location.
    fn restore_times(&mut self, before: &[VersionTextRow]) {
        let times: HashMap<_, _> = before
            .iter()
            .map(|text| ((location(text), text.body.as_str()), text.updated_at))
            .collect();
        for text in &mut self.texts {
            if let Some(time) = times.get(&(location(text), text.body.as_str())) {
                text.updated_at = *time;
            }
        }
        self.texts.sort_by(|a, b| location(a).cmp(&location(b)));
    }

    fn difference(&self, before: &[VersionTextRow]) -> Difference {
        let before: HashMap<_, _> = before.iter().map(|text| (location(text), text)).collect();
        let mut difference = Difference::default();
        for text in &self.texts {
            match before.get(&location(text)) {
                None => difference.new += 1,
                Some(before) if is_same_page(before, text) => difference.same += 1,
                Some(_) => difference.changed += 1,
            }
        }
        difference.removed = before.len() - difference.changed - difference.same;
        difference
    }

    /// Whether the stored folders, import roots, and files of the version equal those of the list.
    async fn has_same_rest(&self, store: &Store, name: &str) -> Result<bool, sqlx::Error> {
        let mut sections = BTreeSet::new();
        for locale in Locale::ALL {
            for SectionRow { path, title, position } in
                reads::sections(&store.db, name, locale).await?
            {
                sections.insert((locale.tag().to_owned(), path, title, position));
            }
        }
        let roots: BTreeSet<_> = reads::roots(&store.db, name).await?.into_iter().collect();
        let files: HashSet<_> = version_list::version_files(&store.db, name)
            .await?
            .into_iter()
            .map(|file| (file.path, file.hash, file.served))
            .collect();
        let own: HashSet<_> = self
            .files
            .iter()
            .map(|(file, _)| (file.path.clone(), file.hash.clone(), file.served))
            .collect();
        Ok(sections == self.sections && roots == self.roots && files == own)
    }

    /// Replaces the stored contents of the version, if anything changed.
    async fn write(mut self, store: &Store, version: &Version) -> Result<Difference, sqlx::Error> {
        let name = &version.name;
        let mut before = store::listed_texts(&store.db, name).await?;
        before.sort_by(|a, b| location(a).cmp(&location(b)));
        self.restore_times(&before);
        let difference = self.difference(&before);
        let is_same = self.texts == before && self.has_same_rest(store, name).await?;
        let known = super::all_versions(store).await?;
        let is_known = known.iter().any(|known| known == version);
        if is_same && is_known {
            return Ok(difference);
        }
        let mut tx = store.db.begin().await?;
        if is_same {
            store_version(&mut tx, version).await?;
        } else {
            // The current time makes the revision number unique, even if a version of this name was deleted before.
            let revision = id::now().max(version.revision + 1);
            let version = Version { revision, ..version.clone() };
            self.replace_version(&mut tx, &version).await?;
        }
        change_feed::publish(&mut tx, &[VERSIONS.to_owned(), version.tag()]).await?;
        tx.commit().await?;
        Ok(difference)
    }

    async fn replace_version(&self, tx: &mut Tx, version: &Version) -> Result<(), sqlx::Error> {
        let name = &version.name;
        store::remove_version(tx, name).await?;
        store_version(tx, version).await?;
        for body in &self.bodies {
            store::insert_body(tx, body).await?;
        }
        for text in &self.texts {
            store::insert_listed(tx, name, text).await?;
        }
        for pair in &self.pairs {
            store::insert_pair(tx, pair).await?;
        }
        for (locale, path, title, position) in &self.sections {
            let (path, title) = (path.clone(), title.clone());
            let section = SectionRow { path, title, position: *position };
            store::insert_section(tx, name, locale, &section).await?;
        }
        for root in &self.roots {
            store::insert_root(tx, name, root).await?;
        }
        for (file, bytes) in &self.files {
            store::insert_file(tx, name, file, *bytes).await?;
        }
        store::remove_unused_bodies(tx).await
    }
}

fn location(text: &VersionTextRow) -> (&str, &str, &str) {
    (&text.area, &text.locale, &text.path)
}

async fn store_version(tx: &mut Tx, version: &Version) -> Result<(), sqlx::Error> {
    let row = VersionRow {
        name: version.name.clone(),
        label: version.label.clone(),
        state: version.state.name().to_owned(),
        position: version.position,
        released_at: version.released_at,
        revision: version.revision,
    };
    store::upsert_version(tx, &row).await
}

/// Creates the record of a new version.
fn new_version(name: &str, state: State) -> Version {
    Version {
        name: name.to_owned(),
        label: String::new(),
        state,
        position: None,
        released_at: None,
        revision: 0,
    }
}
