//! Markdown flavors of site generators.

mod attribute_list;
pub(crate) mod hugo;
pub(crate) mod mdbook;
pub(crate) mod mkdocs;
mod mkdocs_inline;
pub(crate) mod vitepress;
