//! Git repositories whose pages are part of the site: fetched by the machine's `git`, on a timer, by a
//! webhook or when asked, one update of a source at a time.

pub(crate) mod config;
mod remote;
