//! Modules that every area uses: database, problems, replies, settings, content rules, server-side rendering. Nothing
//! here depends on an area.

pub(crate) mod asked;
pub(crate) mod atom;
pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod body;
pub(crate) mod carried;
pub(crate) mod changes;
pub(crate) mod config;
pub(crate) mod content;
pub(crate) mod day;
pub(crate) mod db;
pub(crate) mod derived;
pub(crate) mod encoding;
pub(crate) mod files;
pub(crate) mod finder;
pub(crate) mod health;
pub(crate) mod id;
pub(crate) mod kept_file;
pub(crate) mod media;
pub(crate) mod outage;
pub(crate) mod outbound;
pub(crate) mod packed;
pub(crate) mod problem;
pub(crate) mod record;
pub(crate) mod render;
pub(crate) mod reply;
pub(crate) mod schema;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod site;
pub(crate) mod sources;
pub(crate) mod turns;
pub(crate) mod twin;
pub(crate) mod visitor;
pub(crate) mod web;
pub(crate) mod webhooks;
pub(crate) mod xml;

// Moved to crates; the old names until their users move.
pub(crate) use pailou_markdown::html_escape as html;
pub(crate) mod unseen {
    pub(crate) use pailou_text_diff::unicode_security::{
        breaks_line as upsets_line, is_bidi_control as turns_writing, is_invisible as is_unseen,
    };
}
pub(crate) mod search {
    pub(crate) use pailou_search::{
        bootstrap_dictionary as seed, decisions, index, lexicon, normalize as fold, query, token,
    };
    pub(crate) mod bridge {
        pub(crate) use pailou_search::translation_model::{
            Corpus, Sample, TranslationModel as Bridge,
        };
    }
    pub(crate) mod engine {
        pub(crate) use pailou_search::engine::{Display, Engine, Scope, SearchHit as Found};
    }
}
