//! Search over both languages at once: words, postings, scores, and a dictionary learnt from the site itself.
//! Pure: no database, no HTTP.

mod asking;
pub(crate) mod bridge;
pub(crate) mod decisions;
pub(crate) mod engine;
pub(crate) mod excerpt;
mod expand;
pub(crate) mod fold;
pub(crate) mod index;
pub(crate) mod lexicon;
mod merge;
mod phrase;
mod pinyin;
mod postings;
pub(crate) mod query;
mod score;
pub(crate) mod seed;
#[cfg(test)]
mod tests;
pub(crate) mod token;
