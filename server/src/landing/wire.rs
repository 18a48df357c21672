//! API types of the front page and the news.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::record::wire::Counterpart;
use crate::shared::schema::LocaleTag;
use pailou_content::landing::Kind;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Landing {
    /// Language of the first block: differs from the one asked for when there is only the other.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) blocks: Vec<Block>,
    pub(crate) counterpart: Counterpart,
}

/// What a block is, by its `block` in front matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BlockKind {
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

/// A part of the front page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Block {
    /// Unique on the page: the id of its element.
    pub(crate) name: String,
    pub(crate) kind: BlockKind,
    /// Of its text.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// Safe HTML: the text before the entries.
    pub(crate) html: String,
    /// From one heading of the third level to the next.
    pub(crate) entries: Vec<BlockEntry>,
    /// Of `downloads`.
    #[schema(required)]
    pub(crate) release: Option<Release>,
    /// Of `news`, the newest first.
    pub(crate) news: Vec<ListedNews>,
    /// Of `recent`, the newest first.
    pub(crate) recent: Vec<RecentPage>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BlockEntry {
    /// Safe HTML.
    pub(crate) html: String,
}

/// The blocks of the front page as they are written, from the first to the last.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Arrangement {
    /// For `If-Match`.
    pub(crate) revision: String,
    /// Whether the caller may change the order.
    pub(crate) may_arrange: bool,
    pub(crate) blocks: Vec<ArrangedBlock>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrange {
    /// The `id` of each block, from the first to the last.
    pub(crate) blocks: Vec<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ArrangedBlock {
    /// Of its page.
    pub(crate) id: String,
    /// The `name` of the block as it is shown.
    pub(crate) name: String,
    /// What it is called in each language that it has.
    #[schema(required)]
    pub(crate) zh: Option<String>,
    #[schema(required)]
    pub(crate) en: Option<String>,
}

/// What can be downloaded.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Release {
    #[schema(required)]
    pub(crate) version: Option<String>,
    pub(crate) files: Vec<Download>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Download {
    pub(crate) url: String,
    pub(crate) name: String,
    /// `linux-x64`, `macos-arm64` …, or empty.
    pub(crate) platform: String,
    /// In bytes.
    #[schema(required)]
    pub(crate) size: Option<i64>,
    /// Hexadecimal.
    #[schema(required)]
    pub(crate) sha256: Option<String>,
}

/// A page of the documentation that changed lately.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RecentPage {
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) updated_at: i64,
}

/// An entry of the news in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedNews {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// Language of the text: differs from the one asked for when there is only the other.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// When it was published, in milliseconds since 1970-01-01 UTC.
    pub(crate) at: i64,
}

/// An entry of the news.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct NewsPage {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) description: String,
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) at: i64,
    pub(crate) updated_at: i64,
    /// Safe HTML, without the title.
    pub(crate) html: String,
    #[schema(required)]
    pub(crate) counterpart: Option<Counterpart>,
    #[schema(required)]
    pub(crate) newer: Option<ListedNews>,
    #[schema(required)]
    pub(crate) older: Option<ListedNews>,
}
