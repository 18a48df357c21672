//! API types of the front page and the news.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_content::landing::Kind;
use pailou_store::api::Counterpart;
use pailou_web::schema::LocaleTag;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Landing {
    /// Language of the first block; differs from the requested language if the block exists only in the other one.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub title: String,
    pub description: String,
    pub blocks: Vec<Block>,
    pub counterpart: Counterpart,
}

/// Kind of a block: the value of `block` in its front matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BlockKind {
    Hero,
    Features,
    Code,
    Downloads,
    News,
    Timeline,
    Logos,
    Action,
    /// Recently changed pages of the documentation.
    Recent,
    Markdown,
}

impl From<Kind> for BlockKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Hero => Self::Hero,
            Kind::Features => Self::Features,
            Kind::Code => Self::Code,
            Kind::Downloads => Self::Downloads,
            Kind::News => Self::News,
            Kind::Timeline => Self::Timeline,
            Kind::Logos => Self::Logos,
            Kind::Action => Self::Action,
            Kind::Recent => Self::Recent,
            Kind::Markdown => Self::Markdown,
        }
    }
}

/// A block of the front page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Block {
    /// Name, unique on the page: the id of the block's element.
    pub name: String,
    pub kind: BlockKind,
    /// Language of the text.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Safe HTML of the text before the entries.
    pub html: String,
    /// Entries; each begins at a heading of level 3.
    pub entries: Vec<BlockEntry>,
    /// Release; null except for `downloads`.
    #[schema(required)]
    pub release: Option<Release>,
    /// News, newest first; empty except for `news`.
    pub news: Vec<ListedNews>,
    /// Recently changed pages, newest first; empty except for `recent`.
    pub recent: Vec<RecentPage>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlockEntry {
    /// Safe HTML of the entry.
    pub html: String,
}

/// Blocks of the front page in order, including drafts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlockOrder {
    /// Value for `If-Match`.
    pub revision: String,
    /// True if the caller may change the order.
    pub can_reorder: bool,
    pub blocks: Vec<ArrangedBlock>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrange {
    /// `id` of each block, in order.
    pub blocks: Vec<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ArrangedBlock {
    /// Id of the page of the block.
    pub id: String,
    /// Name of the block: the `name` of this block on the front page.
    pub name: String,
    /// Title in Chinese; null if there is no Chinese text.
    #[schema(required)]
    pub zh: Option<String>,
    /// Title in English; null if there is no English text.
    #[schema(required)]
    pub en: Option<String>,
}

/// A release to download.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Release {
    #[schema(required)]
    pub version: Option<String>,
    pub files: Vec<Download>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Download {
    pub url: String,
    pub name: String,
    /// Platform such as `linux-x64` or `macos-arm64`; may be empty.
    pub platform: String,
    /// Size in bytes.
    #[schema(required)]
    pub size: Option<i64>,
    /// SHA-256 in hexadecimal digits.
    #[schema(required)]
    pub sha256: Option<String>,
}

/// A recently changed page of the documentation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RecentPage {
    pub title: String,
    pub url: String,
    pub updated_at: i64,
}

/// A news entry in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ListedNews {
    pub url: String,
    pub title: String,
    pub description: String,
    /// Language of the text; differs from the requested language if the entry exists only in the other one.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Publication time, in milliseconds since 1970-01-01 UTC.
    pub at: i64,
}

/// A news entry.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NewsPage {
    pub url: String,
    pub title: String,
    pub description: String,
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub at: i64,
    pub updated_at: i64,
    /// Safe HTML, without the title.
    pub html: String,
    #[schema(required)]
    pub counterpart: Option<Counterpart>,
    #[schema(required)]
    pub newer: Option<ListedNews>,
    #[schema(required)]
    pub older: Option<ListedNews>,
}
