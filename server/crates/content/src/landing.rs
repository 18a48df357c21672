//! Front matter of front page blocks.
//!
//! The text of a block is its Markdown, so it has segments and translation states like any other text.

use crate::yaml::Value;

/// Kind of a block: the value of `block` in front matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
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
    #[default]
    Markdown,
}

const KINDS: [(Kind, &str); 10] = [
    (Kind::Hero, "hero"),
    (Kind::Features, "features"),
    (Kind::Code, "code"),
    (Kind::Downloads, "downloads"),
    (Kind::News, "news"),
    (Kind::Timeline, "timeline"),
    (Kind::Logos, "logos"),
    (Kind::Action, "action"),
    (Kind::Recent, "recent"),
    (Kind::Markdown, "markdown"),
];

/// Whether this is the name of a block kind.
pub fn is_kind(name: &str) -> bool {
    KINDS.iter().any(|(_, known)| *known == name)
}

/// Default and maximum number of entries that a block such as `news` lists.
const COUNT: usize = 3;
const MAX_COUNT: usize = 20;
/// Maximum number of downloads in a block.
const MAX_FILES: usize = 100;

/// Front matter of a block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    pub kind: Kind,
    /// Number of entries that a block such as `news` lists.
    pub count: usize,
    pub version: Option<String>,
    pub files: Vec<Download>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Download {
    /// File of the site or external URL, as in the front matter.
    pub file: String,
    /// Platform such as `linux-x64` or `macos-arm64`.
    pub platform: String,
    /// Size in bytes.
    pub size: Option<u64>,
    /// Checksum in lower-case hexadecimal digits.
    pub sha256: Option<String>,
}

/// Issue in the front matter of a block: stable code and detail.
pub type FieldIssue = (&'static str, String);

/// Parses the front matter of a block; returns the valid fields and the issues.
pub fn parse_block(values: &Value) -> (Block, Vec<FieldIssue>) {
    let mut mistakes = Vec::new();
    let kind = values.get("block").and_then(Value::text).unwrap_or("markdown");
    let known = KINDS.iter().find(|(_, name)| *name == kind);
    if known.is_none() {
        mistakes.push(("block-unknown", kind.to_owned()));
    }
    let count = values.get("count").and_then(Value::text).map(str::parse::<usize>);
    if count
        .as_ref()
        .is_some_and(|count| !count.as_ref().is_ok_and(|it| (1..=MAX_COUNT).contains(it)))
    {
        mistakes.push(("block-count", format!("a number from 1 to {MAX_COUNT}")));
    }
    let count = count.and_then(Result::ok).unwrap_or(COUNT).clamp(1, MAX_COUNT);
    let listed = values.get("files").map(Value::list).unwrap_or_default();
    let files = listed.iter().take(MAX_FILES).filter_map(|file| download(file, &mut mistakes));
    let files = files.collect();
    if listed.len() > MAX_FILES {
        mistakes.push(("download-invalid", format!("more than {MAX_FILES} files")));
    }
    let version = values.get("version").and_then(Value::text).map(str::to_owned);
    (
        Block { kind: known.map_or(Kind::Markdown, |(kind, _)| *kind), count, version, files },
        mistakes,
    )
}

fn download(values: &Value, mistakes: &mut Vec<FieldIssue>) -> Option<Download> {
    let text = |name| values.get(name).and_then(Value::text).map(str::trim).map(str::to_owned);
    let file = text("file").filter(|file| !file.is_empty());
    let Some(file) = file else {
        mistakes.push(("download-invalid", "a file without `file`".to_owned()));
        return None;
    };
    let size = text("size").map(|size| size.parse());
    if let Some(Err(_)) = size {
        mistakes.push(("download-invalid", format!("{file}: `size` must be a number of bytes")));
    }
    // Only an external file needs a checksum here; the server computes the checksum of a file of the site.
    let is_elsewhere = file.contains("://") || file.starts_with("//");
    if is_elsewhere && values.get("sha256").is_none() {
        mistakes.push(("download-without-checksum", file.clone()));
    }
    let sha256 = text("sha256").map(|sum| sum.to_ascii_lowercase());
    let is_sum = |sum: &String| sum.len() == 64 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    if sha256.as_ref().is_some_and(|sum| !is_sum(sum)) {
        mistakes
            .push(("download-invalid", format!("{file}: `sha256` must be 64 hexadecimal digits")));
    }
    Some(Download {
        file,
        platform: text("platform").unwrap_or_default(),
        size: size.and_then(Result::ok),
        sha256: sha256.filter(is_sum),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(yaml: &str) -> (Block, Vec<FieldIssue>) {
        super::parse_block(&crate::yaml::parse(yaml).unwrap())
    }

    #[test]
    fn block_kind_is_parsed() {
        for (kind, name) in KINDS {
            assert_eq!(read(&format!("block: {name}")).0.kind, kind);
        }
        assert_eq!(read("title: x").0.kind, Kind::Markdown);
        let (block, mistakes) = read("block: carousel");
        assert_eq!((block.kind, mistakes[0].0), (Kind::Markdown, "block-unknown"));
    }

    #[test]
    fn entry_count_of_a_front_page_block_is_limited() {
        for (written, count, mistakes) in
            [("1", 1, 0), ("20", 20, 0), ("0", 1, 1), ("9000", MAX_COUNT, 1), ("x", COUNT, 1)]
        {
            let (block, issues) = read(&format!("block: news\ncount: {written}"));
            assert_eq!((block.count, issues.len()), (count, mistakes), "{written}");
        }
    }

    #[test]
    fn invalid_fields_of_a_download_are_reported() {
        let sum = "AB".repeat(32);
        let (block, mistakes) = read(&format!(
            "block: downloads\nversion: 1.10\nfiles:\n- file: a.zip\n  platform: linux-x64\n  size: 7\n  sha256: {sum}\n\
             - platform: x\n- file: b.zip\n  size: big\n  sha256: 12\n"
        ));
        assert_eq!(block.version.as_deref(), Some("1.10"));
        let [a, b] = block.files.as_slice() else { panic!("{block:?}") };
        assert_eq!((a.size, a.sha256.as_deref()), (Some(7), Some("ab".repeat(32).as_str())));
        assert_eq!((b.size, &b.sha256), (None, &None));
        assert_eq!(mistakes.len(), 3, "{mistakes:?}");
    }
}
