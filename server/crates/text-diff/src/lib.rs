//! Text comparison: longest common subsequence, line and word diff, similarity, scripts, and
//! control characters.
//!
//! - [`line_diff`] and [`word_diff`] compare two texts by line and by word; a Chinese character counts as a word.
//! - [`alignment`] and [`best_path`] pair the entries of two lists.
//! - [`line_map::LineMap`] maps the lines of a generated text to its source text.
//! - [`script`] and [`unicode_security`] classify characters.
//!
//! ```
//! use pailou_text_diff::word_diff::{Edit, word_diff};
//!
//! let pieces = word_diff("Wait five seconds.", "Wait ten seconds.");
//! assert!(pieces.contains(&(Edit::New, "ten".to_owned())));
//! ```

pub mod alignment;
pub mod best_path;
pub mod line_diff;
pub mod line_map;
pub mod script;
pub mod unicode_security;
pub mod word_diff;
