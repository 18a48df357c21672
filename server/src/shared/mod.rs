//! What every area uses: the database, problems, replies, settings, content rules, the server render.
//! Nothing here knows an area.

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
pub(crate) mod id;
pub(crate) mod kept_file;
pub(crate) mod media;
pub(crate) mod outbound;
pub(crate) mod packed;
pub(crate) mod problem;
pub(crate) mod record;
pub(crate) mod render;
pub(crate) mod reply;
pub(crate) mod search;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod site;
pub(crate) mod sources;
pub(crate) mod turns;
pub(crate) mod twin;
pub(crate) mod unseen;
pub(crate) mod visitor;
pub(crate) mod webhooks;
pub(crate) mod xml;
