//! Translation units: segments, their ids across edits, alignment across languages, and freshness.
//!
//! - [`segment::segments`] splits a body into segments; their concatenation is the body.
//! - [`identity::identify`] assigns the earlier ids to the segments of an edited text.
//! - [`realign`] aligns the segments of both languages; [`freshness`] finds outdated ones.
//! - [`replay`] performs these steps for each commit of a history.
//!
//! ```
//! use pailou_markdown::flavor::Flavor;
//! use pailou_translation::segment::segments;
//!
//! let body = "# Title\n\nText.\n";
//! assert!(segments(body, Flavor::default()).len() >= 2);
//! ```

mod align;
pub mod fingerprint;
pub mod freshness;
pub mod identity;
mod likeness;
mod matching;
mod outline;
pub mod pairing;
mod punctuation;
pub mod realign;
pub mod replay;
pub mod segment;
mod segmenter;
pub mod untranslated_copy;
