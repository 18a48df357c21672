//! API types of the front page and the news.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::record::wire::Counterpart;
use crate::shared::schema::LocaleTag;
use pailou_content::landing::Kind;

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Landing {
    /// Language of the first block; differs from the requested one if only the other exists.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) blocks: Vec<Block>,
    pub(crate) counterpart: Counterpart,
}

/// The kind of a block: the value of `block` in front matter.
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

/// A block of the landing page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Block {
    /// Unique on the page: the id of the block's element.
    pub(crate) name: String,
    pub(crate) kind: BlockKind,
    /// Language of the text.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// Safe HTML of the text before the entries.
    pub(crate) html: String,
    /// The entries: each begins at a heading of level 3.
    pub(crate) entries: Vec<BlockEntry>,
    /// For `downloads`.
    #[schema(required)]
    pub(crate) release: Option<Release>,
    /// For `news`, newest first.
    pub(crate) news: Vec<ListedNews>,
    /// For `recent`, newest first.
    pub(crate) recent: Vec<RecentPage>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct BlockEntry {
    /// Safe HTML.
    pub(crate) html: String,
}

/// The blocks of the landing page in order, drafts included.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Arrangement {
    /// The value for `If-Match`.
    pub(crate) revision: String,
    /// True if the caller may change the order.
    pub(crate) may_arrange: bool,
    pub(crate) blocks: Vec<ArrangedBlock>,
}

#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrange {
    /// The `id` of each block, in order.
    pub(crate) blocks: Vec<String>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ArrangedBlock {
    /// Id of the page of the block.
    pub(crate) id: String,
    /// The `name` of the block, as in its front matter and heading id.
    pub(crate) name: String,
    /// The title in each language that exists.
    #[schema(required)]
    pub(crate) zh: Option<String>,
    #[schema(required)]
    pub(crate) en: Option<String>,
}

/// A release to download.
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
    /// In hexadecimal.
    #[schema(required)]
    pub(crate) sha256: Option<String>,
}

/// A recently changed page of the documentation.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct RecentPage {
    pub(crate) title: String,
    pub(crate) url: String,
    pub(crate) updated_at: i64,
}

/// A news entry in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedNews {
    pub(crate) url: String,
    pub(crate) title: String,
    pub(crate) description: String,
    /// Language of the text; differs from the requested one if only the other exists.
    #[schema(value_type = LocaleTag)]
    pub(crate) locale: String,
    /// When it was published, in milliseconds since 1970-01-01 UTC.
    pub(crate) at: i64,
}

/// A news entry.
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
