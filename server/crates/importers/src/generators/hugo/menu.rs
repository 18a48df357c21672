//! Menus of Hugo, in the settings and in front matter.

use std::collections::{HashMap, HashSet};

use core_wasm::locale::Locale;

use super::{get, language_settings, parse_settings, tag_of, text};
use crate::generators::below;
use crate::languages::{self, is_traditional};
use crate::tree::Tree;
use pailou_content::page_path::name_of;
use pailou_content::root::Root;
use pailou_content::yaml::Value;

/// Menu entry with a link to a page.
pub(super) struct MenuEntry {
    pub(super) weight: f64,
    pub(super) name: Option<String>,
    pub(super) path: String,
}

/// A language of the site, for which the menus are read.
pub(super) struct Language<'s> {
    settings: &'s Value,
    locale: Locale,
    /// Tag in the settings.
    tag: Option<&'s str>,
    /// Whether the names in the menus of the site are in this language.
    is_default: bool,
    /// Whether the site has both languages.
    has_other: bool,
    /// Texts of the language in the folder `i18n`, by their ids in lower case.
    translations: HashMap<String, String>,
}

impl<'s> Language<'s> {
    pub(super) fn new(
        tree: &Tree<'_>,
        settings: &'s Value,
        base: &str,
        locale: Locale,
        locales: &[Locale],
    ) -> Self {
        let default = text(settings, "defaultContentLanguage").unwrap_or("en");
        let is_own = |tag: &&str| languages::of_tag(tag) == Some(locale);
        let tag = tag_of(settings, locale);
        let has_other = locales.iter().any(|other| *other != locale);
        let is_same_script = tag.is_none_or(|tag| is_traditional(tag) == is_traditional(default));
        let is_default = !has_other || (is_own(&default) && is_same_script);
        let translations = translations(tree, base, locale, tag);
        Self { settings, locale, tag, is_default, has_other, translations }
    }

    /// Returns the settings of the language.
    fn own_settings(&self) -> impl Iterator<Item = &'s Value> {
        let is_own = |tag: &str| self.tag.is_some_and(|own| own.eq_ignore_ascii_case(tag));
        let own = language_settings(self.settings).filter(move |(tag, _)| is_own(tag));
        own.map(|(_, language)| language)
    }

    /// Returns the entries with links inside the site, from the menus of the site and of the language.
    pub(super) fn menu_entries(&self, known: &HashSet<&str>) -> Vec<MenuEntry> {
        let of_language = self.own_settings().flat_map(entries_of).map(|entry| (entry, true));
        entries_of(self.settings)
            .map(|entry| (entry, self.is_default))
            .chain(of_language)
            .filter_map(|(entry, has_name)| self.menu_entry(entry, has_name, known))
            .collect()
    }

    /// Whether Hugo generates the target of a menu entry without a content file: the list of a taxonomy or of a term in
    /// it, a feed, the sitemap, or `robots.txt`.
    pub(super) fn generates(&self, path: &str) -> bool {
        const FILES: [&str; 4] = ["index.xml", "index.json", "sitemap.xml", "robots.txt"];
        let is_disabled = |kind: &str| {
            let kinds = get(self.settings, "disableKinds").map(Value::list).unwrap_or_default();
            kinds.iter().filter_map(Value::text).any(|it| it.eq_ignore_ascii_case(kind))
        };
        let mut settings = self.own_settings().chain([self.settings]);
        let taxonomies = settings.find_map(|settings| get(settings, "taxonomies"));
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        let is_taxonomy = match taxonomies {
            Some(Value::Map(taxonomies)) => taxonomies
                .iter()
                .filter_map(|(_, plural)| plural.text())
                .any(|plural| plural.eq_ignore_ascii_case(first)),
            Some(_) => false,
            None => ["tags", "categories"].contains(&first),
        };
        let kind = if rest.is_empty() { "taxonomy" } else { "term" };
        (is_taxonomy && !is_disabled(kind)) || FILES.contains(&name_of(path))
    }

    /// Returns an entry; `None` if it links to another language or out of the site. The name of the entry is used only
    /// if `has_name` is true or the link begins with this language; otherwise the name is in another language, and the
    /// translation of the `identifier` replaces it. `known` are the paths of the pages and folders.
    fn menu_entry(
        &self,
        entry: &Value,
        has_name: bool,
        known: &HashSet<&str>,
    ) -> Option<MenuEntry> {
        let link = text(entry, "pageRef").or_else(|| text(entry, "url"))?;
        if link.contains(':') || link.starts_with('#') {
            return None;
        }
        let path = languages::plain_path(link);
        let (path, is_prefixed) = match known.contains(path.as_str()) {
            true => (path, false),
            false => self.without_prefix(&path)?,
        };
        let name = text(entry, "name").filter(|_| has_name || is_prefixed).map(str::to_owned);
        let id = text(entry, "identifier").map(str::to_lowercase);
        let name = name.or_else(|| self.translations.get(&id?).cloned());
        Some(MenuEntry { weight: weight(entry), name, path })
    }

    /// Removes the language from the beginning of a path, and returns whether there was one. Returns `None` if the path
    /// begins with another language.
    fn without_prefix(&self, path: &str) -> Option<(String, bool)> {
        let (first, rest) = path.split_once('/').unwrap_or((path, ""));
        let is = |tag: &str| tag.eq_ignore_ascii_case(first);
        let locale = Root::locale_of(first);
        if self.tag.is_some_and(is) || locale == Some(self.locale) {
            return Some((rest.to_owned(), true));
        }
        let is_other = (self.has_other && locale.is_some())
            || language_settings(self.settings).any(|(tag, _)| is(tag));
        (!is_other).then(|| (path.to_owned(), false))
    }
}

/// Reads the texts of a language from `i18n/zh-cn.yaml`: `menu: 菜单`, `menu: {other: 菜单}`, or in a
/// list `{id: menu, translation: 菜单}`.
fn translations(
    tree: &Tree<'_>,
    base: &str,
    locale: Locale,
    tag: Option<&str>,
) -> HashMap<String, String> {
    let folder = below(base, "i18n");
    let of_language = |file: &&String| {
        let name = file.strip_prefix(&folder)?.strip_prefix('/')?;
        let (stem, extension) = name.rsplit_once('.')?;
        let is_settings = ["toml", "yaml", "yml", "json"].contains(&extension);
        let is_tag = tag.is_some_and(|tag| tag.eq_ignore_ascii_case(stem));
        let is_close = languages::of_tag(stem) == Some(locale)
            && tag.is_some_and(is_traditional) == is_traditional(stem);
        (is_settings && (is_tag || is_close)).then_some(!is_tag)
    };
    let files = tree.files.iter().filter_map(|file| Some((of_language(&file)?, file)));
    let file = files.min_by_key(|(rank, _)| *rank).map(|(_, file)| file);
    let translated = |id: &str, value: &Value| {
        let translation = value.text().or_else(|| text(value, "other"))?;
        Some((id.to_lowercase(), translation.to_owned()))
    };
    match file.and_then(|file| parse_settings(tree, file).ok()) {
        Some(Value::Map(texts)) => {
            texts.iter().filter_map(|(id, value)| translated(id, value)).collect()
        }
        Some(Value::List(texts)) => texts
            .iter()
            .filter_map(|entry| translated(text(entry, "id")?, get(entry, "translation")?))
            .collect(),
        _ => HashMap::new(),
    }
}

/// Returns the entries of all menus of the site or of a language.
fn entries_of(owner: &Value) -> impl Iterator<Item = &Value> {
    let menus = [get(owner, "menus"), get(owner, "menu")].into_iter().flatten();
    let lists = menus.map(|menus| match menus {
        Value::Map(menus) => menus.as_slice(),
        _ => &[],
    });
    lists.flatten().flat_map(|(_, menu)| menu.list())
}

fn weight(entry: &Value) -> f64 {
    text(entry, "weight").and_then(|weight| weight.parse().ok()).unwrap_or(0.0)
}

/// Returns the first menu entry in the front matter of a page: `menus: { main: { weight: 10, name: … } }`.
pub(super) fn of_page(values: &Value, path: &str) -> Option<MenuEntry> {
    let Value::Map(menus) = get(values, "menus").or_else(|| get(values, "menu"))? else {
        return None;
    };
    let (_, entry) = menus.first()?;
    let name = text(entry, "name").map(str::to_owned);
    Some(MenuEntry { weight: weight(entry), name, path: path.to_owned() })
}
