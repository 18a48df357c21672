//! Content model: paths, links, front matter, areas, issues, lint rule codes.
//!
//! - [`front_matter::split`] splits front matter and body without losing a byte; [`fields::Fields`] contains the parsed
//!   front matter.
//! - [`page_path`] derives paths and URLs; [`link::LinkTargets`] resolves links.
//! - [`issue::Issue`] is an issue with a code, a severity, and a line.
//!
//! ```
//! use pailou_content::page_path;
//!
//! assert_eq!(page_path::path_of_file("guide/index.md"), Ok("guide".to_owned()));
//! ```

pub mod alias;
pub mod area;
pub mod cache_tags;
pub mod character_reference;
pub mod code_span;
mod date;
pub mod export_names;
pub mod field_line;
pub mod fields;
pub mod file_name;
pub mod front_matter;
pub mod generator;
pub mod include_range;
pub mod issue;
pub mod jsx;
mod jsx_expression;
pub mod landing;
pub mod link;
pub mod lint_rules;
pub mod list_marker;
pub mod news;
pub mod page_path;
pub mod rewrite_links;
pub mod root;
pub mod scan_dir;
pub mod sort_order;
pub mod text_file;
pub mod version_name;
pub mod yaml;
