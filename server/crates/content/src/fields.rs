//! Typed front matter fields.
//!
//! Accepts the field names of the common generators.

use crate::page_path::title_from_name;
use crate::yaml::Value;

/// Front matter fields of a page. All are optional. Fields of the wrong type are ignored, except `draft` and
/// `published`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields {
    pub title: Option<String>,
    pub description: Option<String>,
    /// Path of the page: relative to its folder, or to the root if it begins with `/`.
    pub slug: Option<String>,
    /// Key that pairs the page with its translation if their paths differ.
    pub key: Option<String>,
    /// Shorter title for the navigation.
    pub label: Option<String>,
    pub order: Option<f64>,
    /// Layout such as `home`, `doc`, or `page`.
    pub layout: Option<String>,
    pub draft: bool,
    pub hero: Option<Hero>,
    pub features: Vec<Feature>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hero {
    pub name: Option<String>,
    pub text: Option<String>,
    pub tagline: Option<String>,
    pub image: Option<String>,
    pub actions: Vec<Action>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    pub text: String,
    pub link: String,
    pub(crate) primary: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    pub title: String,
    pub details: String,
    pub link: Option<String>,
    /// Path of an image, or an emoji; markup is ignored.
    pub icon: Option<String>,
}

impl Fields {
    pub fn read(values: &Value) -> Self {
        let sidebar = values.get("sidebar");
        Self {
            title: string_field(values, &["title"]),
            description: string_field(values, &["description", "summary"]),
            slug: string_field(values, &["slug"]),
            key: string_field(values, &["key", "translationKey"]),
            label: string_field(
                values,
                &["sidebar_label", "linkTitle", "nav_title", "sidebarTitle", "label"],
            )
            .or_else(|| sidebar.and_then(|sidebar| string_field(sidebar, &["label"]))),
            order: number(values, &["order", "sidebar_position", "weight", "nav_order"])
                .or_else(|| sidebar.and_then(|sidebar| number(sidebar, &["order"]))),
            layout: match is_vuepress_home(values) {
                true => Some("home".to_owned()),
                false => string_field(values, &["layout", "pageType", "template"]).map(layout),
            },
            draft: is_draft(values),
            hero: values
                .get("hero")
                .and_then(hero)
                .or_else(|| is_vuepress_home(values).then(|| vuepress_hero(values))),
            features: values.get("features").map(features).unwrap_or_default(),
        }
    }
}

/// Whether `draft` is true or, without `draft`, `published` (Jekyll) is false. A date in `published` counts as true.
/// Any other value that is not a boolean makes the page a draft, so that it is not published by mistake.
fn is_draft(values: &Value) -> bool {
    match (field(values, "draft"), field(values, "published")) {
        (Some(draft), _) => switch(draft).unwrap_or(true),
        (None, Some(published)) => !is_date(published) && switch(published) != Some(true),
        (None, None) => false,
    }
}

/// Returns the first key of `draft` and `published` whose value is not a boolean (see [`switch`]). `published` may also
/// be a date. Returns `None` if there is no such key.
pub fn unreadable_draft_key(values: &Value) -> Option<&'static str> {
    let is_unreadable = |value: &Value| switch(value).is_none();
    if field(values, "draft").is_some_and(is_unreadable) {
        return Some("draft");
    }
    let published = field(values, "published").filter(|value| !is_date(value));
    published.is_some_and(is_unreadable).then_some("published")
}

/// Whether a value may be a date in any notation, because it contains a number of at least four digits.
fn is_date(value: &Value) -> bool {
    value.text().is_some_and(|text| {
        text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= 4)
    })
}

/// Returns the value of the field `key`. If there is no such field, returns the value of a field whose name differs
/// only in case, as in Hugo. Without this rule, a page with `Draft: true` would be published. Returns `None` if there
/// is neither.
pub fn field<'v>(values: &'v Value, key: &str) -> Option<&'v Value> {
    values.get(key).or_else(|| {
        let Value::Map(entries) = values else { return None };
        let found = entries.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value)
    })
}

impl Fields {
    /// Returns the title of the page: its `h1`, or else the title in the front matter, the title of the hero, the
    /// navigation label, or the last part of the path.
    pub fn title_of(&self, heading: Option<&str>, path: &str) -> String {
        let hero = self.hero.as_ref().and_then(|hero| hero.name.as_ref().or(hero.text.as_ref()));
        let own = heading
            .or(self.title.as_deref())
            .or(hero.map(String::as_str))
            .or(self.label.as_deref());
        own.map_or_else(|| title_from_name(path.rsplit('/').next().unwrap_or(path)), str::to_owned)
    }
}

/// Returns `home` for `splash`, Starlight's name of the landing page layout. Other names are unchanged.
fn layout(name: String) -> String {
    if name == "splash" { "home".to_owned() } else { name }
}

/// Returns the front matter keys whose values the site does not display: on a front page, images, highlights, and
/// footer; on any other page, the whole hero and the features.
pub fn undisplayed_home_keys(values: &Value, is_front_page: bool) -> Vec<&'static str> {
    let is_filled = |values: &Value, key| {
        field(values, key).is_some_and(|value| match value {
            Value::Nothing => false,
            Value::Text(text) => !text.trim().is_empty() && switch(value) != Some(false),
            Value::List(list) => !list.is_empty(),
            Value::Map(_) => true,
        })
    };
    let hero = values.get("hero").filter(|hero| matches!(hero, Value::Map(_)));
    let is_home = is_vuepress_home(values);
    let keys = match is_front_page {
        true => [
            ("image", hero.is_some_and(|hero| is_filled(hero, "image"))),
            ("heroImage", is_home && is_filled(values, "heroImage")),
            ("highlights", is_home && is_filled(values, "highlights")),
            ("footer", is_home && is_filled(values, "footer")),
        ],
        false => [
            ("hero", hero.is_some()),
            ("heroText", is_home && is_filled(values, "heroText")),
            ("tagline", is_home && is_filled(values, "tagline")),
            ("features", (is_home || hero.is_some()) && is_filled(values, "features")),
        ],
    };
    keys.into_iter().filter(|(_, is_undisplayed)| *is_undisplayed).map(|(key, _)| key).collect()
}

/// Whether the page is a home page in the notation of VuePress. The fields of the hero are then at the top level of the
/// front matter.
fn is_vuepress_home(values: &Value) -> bool {
    values.get("home").and_then(switch) == Some(true)
}

fn vuepress_hero(values: &Value) -> Hero {
    let actions = values.get("actions").map(Value::list).unwrap_or_default();
    let only = string_field(values, &["actionText"]).zip(string_field(values, &["actionLink"]));
    let only = only.map(|(text, link)| Action { text, link, primary: true });
    Hero {
        name: string_field(values, &["heroText"]),
        text: None,
        tagline: string_field(values, &["tagline"]),
        image: string_field(values, &["heroImage"]),
        actions: actions.iter().filter_map(action).chain(only).collect(),
    }
}

fn hero(values: &Value) -> Option<Hero> {
    let Value::Map(_) = values else { return None };
    Some(Hero {
        name: string_field(values, &["name", "title"]),
        text: string_field(values, &["text"]),
        tagline: string_field(values, &["tagline"]),
        image: values.get("image").and_then(image),
        actions: values
            .get("actions")
            .map(Value::list)
            .unwrap_or_default()
            .iter()
            .filter_map(action)
            .collect(),
    })
}

fn action(values: &Value) -> Option<Action> {
    let theme = string_field(values, &["theme", "variant", "type"]);
    Some(Action {
        text: string_field(values, &["text"])?,
        link: string_field(values, &["link"])?,
        primary: theme.is_none_or(|theme| theme == "brand" || theme == "primary"),
    })
}

fn features(values: &Value) -> Vec<Feature> {
    let feature = |values: &Value| {
        Some(Feature {
            title: string_field(values, &["title"])?,
            details: string_field(values, &["details", "description"]).unwrap_or_default(),
            link: string_field(values, &["link"]),
            icon: values.get("icon").and_then(image).filter(|icon| !icon.contains('<')),
        })
    };
    values.list().iter().filter_map(feature).collect()
}

/// Parses `/logo.svg`, `{src: /logo.svg}`, `{light: …, dark: …}`, or `{file: …}`. Returns `None` for any other value.
fn image(values: &Value) -> Option<String> {
    values
        .text()
        .map(str::to_owned)
        .or_else(|| string_field(values, &["src", "light", "dark", "file"]))
}

fn string_field(values: &Value, names: &[&str]) -> Option<String> {
    let found = names.iter().find_map(|name| field(values, name).and_then(Value::text))?;
    let found = found.trim();
    (!found.is_empty()).then(|| found.to_owned())
}

/// Parses a boolean of YAML 1.1 or 1.2, ignoring case, or the number 1 or 0. An empty value is false; `None` for other
/// values.
pub fn switch(value: &Value) -> Option<bool> {
    let text = match value {
        Value::Nothing => return Some(false),
        Value::Text(text) => text.trim().to_ascii_lowercase(),
        Value::List(_) | Value::Map(_) => return None,
    };
    match text.as_str() {
        "true" | "yes" | "on" | "y" | "1" => Some(true),
        "" | "false" | "no" | "off" | "n" | "0" => Some(false),
        _ => None,
    }
}

fn number(values: &Value, names: &[&str]) -> Option<f64> {
    string_field(values, names)?.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(yaml: &str) -> Fields {
        Fields::read(&crate::yaml::parse(yaml).unwrap())
    }

    #[test]
    fn field_names_of_several_generators_are_recognized() {
        for (yaml, order) in [
            ("order: 2", 2.0),
            ("sidebar_position: 1.5", 1.5),
            ("weight: '3'", 3.0),
            ("sidebar:\n  order: 4", 4.0),
        ] {
            assert_eq!(read(yaml).order, Some(order), "{yaml}");
        }
        for yaml in ["sidebar_label: A", "linkTitle: A", "sidebar: {label: A}"] {
            assert_eq!(read(yaml).label.as_deref(), Some("A"), "{yaml}");
        }
        for yaml in ["layout: home", "pageType: home", "template: splash"] {
            assert_eq!(read(yaml).layout.as_deref(), Some("home"), "{yaml}");
        }
    }

    #[test]
    fn front_matter_fields_of_wrong_type_are_ignored() {
        let fields =
            read("title: [a]\norder: first\nhero: yes\nfeatures: {a: 1}\ndescription: ' '");
        assert_eq!(fields, Fields::default());
        assert_eq!(read("just words"), Fields::default());
    }

    #[test]
    fn hero_actions_and_features_are_parsed() {
        let fields = read(
            "hero:\n  name: N\n  image: {src: /a.svg}\n  actions:\n    - {theme: alt, text: T, link: ./x}\n    - {text: only}\nfeatures:\n  - {title: F, details: D, icon: <b>}\n",
        );
        let hero = fields.hero.unwrap();
        assert_eq!(hero.image.as_deref(), Some("/a.svg"));
        assert_eq!(hero.actions, [Action { text: "T".into(), link: "./x".into(), primary: false }]);
        assert_eq!(fields.features.len(), 1);
        assert_eq!(fields.features[0].icon, None);
    }

    #[test]
    fn fields_of_a_vuepress_home_page_are_parsed() {
        let second = read(
            "home: true\ntitle: Home\nheroText: N\ntagline: T\nheroImage: /a.svg\nactions:\n  - {text: A, link: /a, type: primary}\n  - {text: B, link: /b, type: secondary}\n  - {text: C, link: /c}\nfeatures:\n  - {title: F, details: D}\nfooter: MIT\n",
        );
        assert_eq!(
            (second.layout.as_deref(), second.title_of(None, "").as_str()),
            (Some("home"), "Home")
        );
        let hero = second.hero.unwrap();
        assert_eq!(
            (hero.name.as_deref(), hero.text, hero.tagline.as_deref()),
            (Some("N"), None, Some("T"))
        );
        assert_eq!(hero.image.as_deref(), Some("/a.svg"));
        let actions: Vec<_> = hero
            .actions
            .iter()
            .map(|it| (it.text.as_str(), it.link.as_str(), it.primary))
            .collect();
        assert_eq!(actions, [("A", "/a", true), ("B", "/b", false), ("C", "/c", true)]);
        assert_eq!(
            (second.features[0].title.as_str(), second.features[0].details.as_str()),
            ("F", "D")
        );

        let first = read("home: true\nheroText: N\nactionText: Start →\nactionLink: /guide/\n");
        assert_eq!(first.title_of(None, ""), "N");
        let action = Action { text: "Start →".into(), link: "/guide/".into(), primary: true };
        assert_eq!(first.hero.unwrap().actions, [action]);
    }

    #[test]
    fn home_true_adds_a_hero_and_layout_and_keeps_the_title() {
        for yaml in ["home: true", "home: true\nheroText: null", "home: true\nheroText: ''"] {
            let fields = read(yaml);
            assert_eq!(fields.hero, Some(Hero::default()), "{yaml}");
            assert_eq!(fields.title_of(Some("Heading"), ""), "Heading", "{yaml}");
            assert_eq!(fields.layout.as_deref(), Some("home"), "{yaml}");
        }
        assert_eq!(read("home: true\ntitle: T\ntagline: x").title_of(None, ""), "T");
        for yaml in ["home: false\nheroText: N", "heroText: N", "home: /x\nheroText: N"] {
            let fields = read(yaml);
            assert_eq!((fields.hero, fields.layout), (None, None), "{yaml}");
        }
        let both = read("home: true\nheroText: N\nhero: {name: M}");
        assert_eq!(both.hero.unwrap().name.as_deref(), Some("M"));
    }

    #[test]
    fn undisplayed_home_keys_are_returned_for_every_page_type() {
        for (yaml, expected) in [
            ("home: true\nheroImage: /a.svg\nfooter: MIT", vec!["heroImage", "footer"]),
            ("home: true\nhighlights: []", vec![]),
            ("home: true\nheroImage: null\nfooter: ''\ntagline: T", vec![]),
            ("home: true\nfooter: false", vec![]),
            ("home: true\nhighlights:\n  - title: A", vec!["highlights"]),
            ("footer: MIT", vec![]),
            ("layout: home\nfooter: false\nhero: {image: {src: /a.svg}}", vec!["image"]),
            ("layout: home\nhero: {name: N}", vec![]),
        ] {
            let keys = undisplayed_home_keys(&crate::yaml::parse(yaml).unwrap(), true);
            assert_eq!(keys, expected, "{yaml}");
        }
        for (yaml, expected) in [
            (
                "template: splash\nhero: {title: A}\nfeatures: [{title: B}]",
                vec!["hero", "features"],
            ),
            ("home: true\nheroText: A\ntagline: B", vec!["heroText", "tagline"]),
            ("title: A\nfeatures: [a, b]\ntagline: B\nhero: false", vec![]),
        ] {
            let keys = undisplayed_home_keys(&crate::yaml::parse(yaml).unwrap(), false);
            assert_eq!(keys, expected, "{yaml}");
        }
    }

    #[test]
    fn title_comes_from_heading_front_matter_or_path() {
        assert_eq!(read("title: T").title_of(Some("H"), "a"), "H");
        assert_eq!(read("title: T").title_of(None, "a"), "T");
        assert_eq!(read("hero: {name: N}").title_of(None, ""), "N");
        assert_eq!(Fields::default().title_of(None, "a/first-steps"), "First steps");
    }

    #[test]
    fn case_of_field_names_is_ignored() {
        for yaml in ["Draft: true", "DRAFT: yes", "Published: false", "Title: T\ndRaFt: on"] {
            assert!(read(yaml).draft, "{yaml}");
        }
        let fields = read("Title: A\ntitle: B\nWEIGHT: 2\nLinkTitle: L");
        let found = (fields.title.as_deref(), fields.order, fields.label.as_deref());
        assert_eq!(found, (Some("B"), Some(2.0), Some("L")));
    }

    #[test]
    fn draft_field_accepts_all_spellings_of_booleans() {
        for value in ["true", "True", "TRUE", "yes", "Yes", "on", "ON", "y", "Y", "1", "'true'"] {
            assert!(read(&format!("draft: {value}")).draft, "{value}");
        }
        for value in ["false", "False", "FALSE", "no", "off", "N", "0", "", "~", "null", "' '"] {
            assert!(!read(&format!("draft: {value}")).draft, "{value}");
        }
        assert!(!read("title: a").draft);
    }

    #[test]
    fn unknown_draft_value_makes_the_page_a_draft() {
        for value in ["maybe", "ture", "是", "2", "[true]", "{a: b}"] {
            assert!(read(&format!("draft: {value}")).draft, "{value}");
        }
    }
}
