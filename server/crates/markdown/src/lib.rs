//! Markdown renderer: converts the flavors of several generators to CommonMark, and CommonMark to safe HTML.
//!
//! - [`flavor::Flavor`] is the flavor of a file, whose text is converted to CommonMark before parsing.
//! - [`html::render`] returns [`html::Rendered`]: HTML, headings, sections, links, and issues.
//! - [`include::expand`] inserts parts of other files.
//!
//! ```
//! use pailou_markdown::flavor::Flavor;
//!
//! assert_eq!(Flavor::of("guide/start.mdx"), Flavor::MDX);
//! ```

mod alerts;
mod autolink;
mod block;
pub mod blocks;
pub mod callout;
pub mod code;
mod code_component;
mod components;
pub mod container_fences;
mod contents_marks;
mod earlier_ids;
mod emoji;
pub mod extras;
pub mod fence;
pub mod fences;
pub mod flavor;
mod flavors;
mod footnote;
pub mod heading;
mod heading_id_escape;
pub mod html;
pub mod html_escape;
pub mod include;
mod include_directive;
mod line_markers;
mod listing;
mod literal_characters;
pub mod math;
mod math_delimiters;
mod mathml;
mod mdx;
pub mod parser;
pub mod plugins;
mod postprocess;
mod raw_heading;
mod raw_html;
mod references;
pub mod section;
pub mod split_sections;
pub mod tabs;
mod title;
mod unread_markup;
mod writer;
