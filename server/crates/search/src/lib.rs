//! Bilingual search engine: tokenizer, inverted index, BM25, and a translation model trained on the
//! site.
//!
//! An [`engine::Engine`] contains an [`index::Index`] for each language and a
//! [`translation_model::TranslationModel`] between them. A search with a [`query::Query`] returns
//! one ranked list of sections from both indexes.
//!
//! ```
//! use pailou_search::normalize::fold;
//!
//! assert_eq!(fold("Ａｂｃ"), "abc");
//! ```

pub mod bootstrap_dictionary;
pub mod decisions;
pub mod engine;
pub mod evidence;
mod expand;
pub mod index;
pub mod lexicon;
pub mod merge;
pub mod normalize;
mod phrase;
mod pinyin;
mod postings;
pub mod query;
mod question_words;
pub mod score;
pub mod snippet;
mod synonyms;
#[cfg(test)]
mod tests;
pub mod text_units;
pub mod token;
pub mod translation_model;
