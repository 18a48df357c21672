//! Import of sites of other generators: VitePress, Docusaurus, Hugo, mdBook, MkDocs, and more.
//!
//! - [`folder::read_folder`] reads a folder: pages in two languages, media, issues.
//! - [`generators`] detects the generator, its languages and its navigation.
//! - [`sources`] writes the file with the Git sources of an export.
//!
//! ```
//! use pailou_content::generator::Generator;
//!
//! let folder = std::env::temp_dir().join("pailou-no-such-folder"); let site =
//! pailou_importers::folder::read_folder(&folder, Some(Generator::Hugo)); assert!(!site.issues.is_empty());
//! ```

mod excluded_media;
pub mod folder;
pub mod generators;
mod hosting;
mod languages;
mod navigation;
pub mod order;
mod redirects;
mod script;
#[cfg(test)]
mod settings_tests;
mod sidebar;
pub mod sources;
mod summary;
mod tree;
