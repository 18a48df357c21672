//! API types of the media library.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::schema::LocaleTag;

/// A file that pages can show.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaFile {
    /// Below the folder that pages count from; `/` and the path is how a page names it.
    pub(super) path: String,
    /// Where it is on the site.
    pub(super) url: String,
    pub(super) media_type: String,
    /// `picture`, `video`, `audio` or `file`.
    pub(super) class: &'static str,
    pub(super) bytes: i64,
    /// In pixels, of pictures.
    #[schema(required)]
    pub(super) width: Option<i64>,
    #[schema(required)]
    pub(super) height: Option<i64>,
    /// For `If-Match`.
    pub(super) revision: String,
    pub(super) words: MediaWords,
    /// The Git source that it comes from; such a file is changed there.
    #[schema(required)]
    pub(super) source: Option<String>,
    /// Who has uploaded or described it last.
    #[schema(required)]
    pub(super) author: Option<String>,
    /// In milliseconds since 1970.
    pub(super) changed_at: i64,
    /// How many pages and values of the site lead to it, pages that are drafts or in the trash included.
    pub(super) uses: i64,
}

/// What a picture shows, for those who do not see it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MediaWords {
    #[serde(rename = "zh-CN")]
    pub(super) zh: String,
    #[serde(rename = "en-US")]
    pub(super) en: String,
    /// It says nothing that the text around it does not say.
    pub(super) decorative: bool,
}

/// A file with the texts that show it, and the values of the site.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaDetail {
    pub(super) file: MediaFile,
    pub(super) used_on: Vec<MediaUse>,
    /// Names of values that lead to it: as published, as they go back to, or as they will be published.
    pub(super) used_in: Vec<String>,
    /// Smaller sizes that browsers choose from; pixels and bytes are those of WebP pictures.
    pub(super) widths: Vec<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaUse {
    pub(super) page_id: String,
    #[schema(value_type = LocaleTag)]
    pub(super) locale: &'static str,
    pub(super) title: String,
    pub(super) url: String,
    /// In what is written and not published.
    pub(super) draft: bool,
    /// In a text that may come back.
    pub(super) trash: bool,
}

/// A file that is going to be sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUpload {
    /// As it is called where it comes from.
    pub(super) name: String,
    pub(super) bytes: i64,
    /// The path of the file whose place it takes.
    #[serde(default)]
    pub(super) replaces: Option<String>,
}

/// A file on its way.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Upload {
    pub(super) id: String,
    pub(super) bytes: i64,
    /// How many bytes have come; the next part begins there.
    pub(super) received: i64,
    /// What became of it, when all of it has come.
    #[schema(required)]
    pub(super) file: Option<MediaFile>,
}
