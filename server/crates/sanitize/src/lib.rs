//! Sanitizers for HTML, SVG, and CSS of authors.
//!
//! - [`html::sanitize`] keeps the allowed elements of a page; markup of the renderer contains a
//!   [`trusted_markup::TrustedMarker`].
//! - [`svg::sanitize_svg`] rewrites an SVG image with allowed elements and attributes.
//! - [`css::check`] validates a stylesheet.
//!
//! ```
//! let issues = pailou_sanitize::css::check("@import 'https://example.org/a.css';");
//! assert_eq!(issues[0].code, "import");
//! ```

pub mod css;
pub mod html;
pub mod image_size;
pub mod svg;
pub mod trusted_markup;
