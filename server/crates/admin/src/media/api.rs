//! API types of the media library.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_web::schema::LocaleTag;

/// A media file that pages can embed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaFile {
    /// Path below the media folder; pages refer to the file by `/` and this path.
    pub path: String,
    /// URL of the file on the site.
    pub url: String,
    pub media_type: String,
    /// `image`, `video`, `audio`, or `file`.
    pub class: &'static str,
    pub bytes: i64,
    /// Width and height in pixels, for images.
    #[schema(required)]
    pub width: Option<i64>,
    #[schema(required)]
    pub height: Option<i64>,
    /// Value of `If-Match` for a change.
    pub revision: String,
    pub alt_text: AltText,
    /// Git source of the file; such a file can be changed only in its repository.
    #[schema(required)]
    pub source: Option<String>,
    /// User who uploaded the file or last changed its alt text.
    #[schema(required)]
    pub author: Option<String>,
    /// Time of the last change, in milliseconds since 1970-01-01 UTC.
    pub changed_at: i64,
    /// Number of pages and site files that use the file, including drafts and pages in the trash.
    pub uses: i64,
}

/// Alt text of an image.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AltText {
    #[serde(rename = "zh-CN")]
    pub zh: String,
    #[serde(rename = "en-US")]
    pub en: String,
    /// True if the image is decorative and needs no alt text.
    pub decorative: bool,
}

/// A file with the pages and site files that use it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaDetail {
    pub file: MediaFile,
    pub used_on: Vec<MediaUse>,
    /// Names of the site files that use the file in their published, previous, or scheduled
    /// version.
    pub used_in: Vec<String>,
    /// Widths in pixels of the smaller variants that browsers can request.
    pub widths: Vec<u32>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MediaUse {
    pub page_id: String,
    #[schema(value_type = LocaleTag)]
    pub locale: &'static str,
    pub title: String,
    pub url: String,
    /// True if an unpublished draft of the page uses the file.
    pub draft: bool,
    /// True if the page is in the trash.
    pub trash: bool,
}

/// A new upload.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewUpload {
    /// Original name of the file.
    pub name: String,
    pub bytes: i64,
    /// Path of the file to replace.
    #[serde(default)]
    pub replaces: Option<String>,
}

/// An upload in progress.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Upload {
    pub id: String,
    pub bytes: i64,
    /// Number of received bytes, which is the offset of the next part.
    pub received: i64,
    /// Stored file, once the upload is complete.
    #[schema(required)]
    pub file: Option<MediaFile>,
    /// Names of the elements and attributes that were removed from an SVG image, such as `<script>`. Metadata and
    /// elements of drawing programs are not listed. Empty except in the response that completes the upload.
    pub removed: Vec<String>,
}
