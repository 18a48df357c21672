//! Types that only describe an OpenAPI schema, for `#[schema(value_type = …)]`. They have no values.

use std::borrow::Cow;

use core_wasm::locale::Locale;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A locale that is stored and sent as a string.
pub enum LocaleTag {}

impl PartialSchema for LocaleTag {
    fn schema() -> RefOr<Schema> {
        let tags = Locale::ALL.map(Locale::tag);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("A language of the site."))
            .enum_values(Some(tags))
            .into()
    }
}

impl ToSchema for LocaleTag {
    fn name() -> Cow<'static, str> {
        "Locale".into()
    }
}

/// Interface texts by locale, area, and key. A locale without texts is absent.
pub enum UiText {}

impl PartialSchema for UiText {
    fn schema() -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        let keys = || ObjectBuilder::new().additional_properties(Some(text()));
        let areas = || ObjectBuilder::new().additional_properties(Some(keys()));
        let object = Locale::ALL
            .into_iter()
            .fold(ObjectBuilder::new(), |object, locale| object.property(locale.tag(), areas()));
        object.into()
    }
}

impl ToSchema for UiText {}
