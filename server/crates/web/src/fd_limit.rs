//! Limit of open file descriptors. Every connection uses one descriptor, and the database and files need some
//! descriptors as well.

#[cfg(unix)]
use rustix::process::{Resource, getrlimit, setrlimit};

/// Descriptors reserved for database, files, logs, and the requests of the render engines.
#[cfg(unix)]
const OWN: u64 = 64;

/// Raises the limit to the system's maximum; returns how many connections may be open, at most `requested`.
#[cfg(unix)]
pub(crate) fn for_connections(requested: usize) -> usize {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // If raising fails, the current limit applies.
    let _ = setrlimit(Resource::Nofile, limit);
    let Some(max) = getrlimit(Resource::Nofile).current else { return requested };
    let max = usize::try_from(max.saturating_sub(OWN)).unwrap_or(requested).max(1);
    if max < requested {
        tracing::warn!(
            available = max,
            configured = requested,
            "connections limited by file descriptor limit"
        );
    }
    max.min(requested)
}

/// Sockets have no limit per process on Windows.
#[cfg(not(unix))]
pub(crate) fn for_connections(requested: usize) -> usize {
    requested
}
