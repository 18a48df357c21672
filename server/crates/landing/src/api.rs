//! API types of the front page and the news.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use pailou_content::landing::Kind;
use pailou_store::api::Counterpart;
use pailou_web::schema::LocaleTag;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Landing {
    /// Language of the first block; differs from the requested one if only the other exists.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    pub title: String,
    pub description: String,
    pub blocks: Vec<Block>,
    pub counterpart: Counterpart,
}

/// The kind of a block: the value of `block` in front matter.
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
    /// Pages of the documentation that changed lately.
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

/// A block of the landing page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Block {
    /// Unique on the page: the id of the block's element.
    pub name: String,
    pub kind: BlockKind,
    /// Language of the text.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// Safe HTML of the text before the entries.
    pub html: String,
    /// The entries: each begins at a heading of level 3.
    pub entries: Vec<BlockEntry>,
    /// For `downloads`.
    #[schema(required)]
    pub release: Option<Release>,
    /// For `news`, newest first.
    pub news: Vec<ListedNews>,
    /// For `recent`, newest first.
    pub recent: Vec<RecentPage>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlockEntry {
    /// Safe HTML.
    pub html: String,
}

/// The blocks of the landing page in order, drafts included.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlockOrder {
    /// The value for `If-Match`.
    pub revision: String,
    /// True if the caller may change the order.
    pub can_reorder: bool,
    pub blocks: Vec<ArrangedBlock>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrange {
    /// The `id` of each block, in order.
    pub blocks: Vec<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ArrangedBlock {
    /// Id of the page of the block.
    pub id: String,
    /// The `name` of the block, as in its front matter and heading id.
    pub name: String,
    /// The title in each language that exists.
    #[schema(required)]
    pub zh: Option<String>,
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
    /// `linux-x64`, `macos-arm64` …, or empty.
    pub platform: String,
    /// In bytes.
    #[schema(required)]
    pub size: Option<i64>,
    /// In hexadecimal.
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
    /// Language of the text; differs from the requested one if only the other exists.
    #[schema(value_type = LocaleTag)]
    pub locale: String,
    /// When it was published, in milliseconds since 1970-01-01 UTC.
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
