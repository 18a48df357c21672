//! Translation units: segments, their identity across edits, pairing across languages, freshness.
//!
//! - [`segment::segments`] splits a body into segments; put together again they are the body.
//! - [`identity::identify`] gives the segments of an edited text their earlier identities.
//! - [`realign`] pairs the segments of both languages; [`freshness`] finds outdated ones.
//! - [`replay`] does all of it for each commit of a history.
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
