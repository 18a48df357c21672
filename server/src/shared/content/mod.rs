//! Earlier module paths of the content crates.

pub(crate) use pailou_content::{
    alias as old_address, area, code_span, field_line, fields, front_matter, issue, landing, link,
    news, page_path, rewrite_links as relink, root, scan_dir as walk, sort_order as numbering,
    version_name, yaml,
};
pub(crate) use pailou_importers::{folder, order};
pub(crate) use pailou_markdown::{
    blocks, container_fences as container_marks, extras, heading, html, include, section,
    split_sections as cut_html,
};
pub(crate) use pailou_sanitize::{css, image_size as picture, svg};
pub(crate) use pailou_text_diff::{line_diff, script, word_diff};
pub(crate) use pailou_translation::{
    fingerprint as words, freshness, identity, realign, segment, untranslated_copy,
};
pub(crate) mod check {
    pub(crate) use pailou_content::lint_rules::{Spacing, graded, is_rule, listed};
    pub(crate) use pailou_lint::{
        GLOSSARIES, Glossary, Options, Page, check, fix_all as all_mended, pages_of, show_parts,
        undescribed, words,
    };
}
pub(crate) mod dialect {
    pub(crate) use pailou_markdown::flavor::{Fences, Flavor as Dialect};
}
pub(crate) mod dialects {
    pub(crate) use pailou_content::generator::{Generator, NAMES};
    pub(crate) use pailou_importers::generators::{Alias as OldAddress, Detected, Layout};
}
