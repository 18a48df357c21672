//! API types of the media library.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::schema::LocaleTag;

/// A media file that pages can embed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaFile {
    /// Path below the media folder; pages refer to the file by `/` and this path.
    pub(super) path: String,
    /// The URL on the site.
    pub(super) url: String,
    pub(super) media_type: String,
    /// `picture`, `video`, `audio`, or `file`.
    pub(super) class: &'static str,
    pub(super) bytes: i64,
    /// In pixels, for images.
    #[schema(required)]
    pub(super) width: Option<i64>,
    #[schema(required)]
    pub(super) height: Option<i64>,
    /// The value for `If-Match`.
    pub(super) revision: String,
    pub(super) words: MediaWords,
    /// The Git source of the file; such a file can be changed only there.
    #[schema(required)]
    pub(super) source: Option<String>,
    /// The user who uploaded it or changed its alt text last.
    #[schema(required)]
    pub(super) author: Option<String>,
    /// In milliseconds since 1970-01-01 UTC.
    pub(super) changed_at: i64,
    /// The number of pages and site files that link to it, drafts and trash included.
    pub(super) uses: i64,
}

/// The alt text of an image.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MediaWords {
    #[serde(rename = "zh-CN")]
    pub(super) zh: String,
    #[serde(rename = "en-US")]
    pub(super) en: String,
    /// True if the image is decorative and needs no alt text.
    pub(super) decorative: bool,
}

/// A file with the pages and site files that use it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaDetail {
    pub(super) file: MediaFile,
    pub(super) used_on: Vec<MediaUse>,
    /// Names of the site files that link to it in their published, previous, or scheduled version.
    pub(super) used_in: Vec<String>,
    /// Smaller sizes for browsers; pixels and bytes of WebP images.
    pub(super) widths: Vec<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaUse {
    pub(super) page_id: String,
    #[schema(value_type = LocaleTag)]
    pub(super) locale: &'static str,
    pub(super) title: String,
    pub(super) url: String,
    /// Used in an unpublished draft.
    pub(super) draft: bool,
    /// Used in a page in the trash.
    pub(super) trash: bool,
}

/// A new upload.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUpload {
    /// Original name of the file.
    pub(super) name: String,
    pub(super) bytes: i64,
    /// Path of the file to replace.
    #[serde(default)]
    pub(super) replaces: Option<String>,
}

/// An upload in progress.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Upload {
    pub(super) id: String,
    pub(super) bytes: i64,
    /// The number of received bytes; the offset of the next part.
    pub(super) received: i64,
    /// The stored file, once the upload is complete.
    #[schema(required)]
    pub(super) file: Option<MediaFile>,
}
