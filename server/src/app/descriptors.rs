//! File descriptors: a system gives a process few to begin with. Every connection takes one, and the
//! database and the files of the site need some at any time.

use rustix::process::{Resource, getrlimit, setrlimit};

/// Kept back from connections: database, files, logs, the requests of the render engines.
const OWN: u64 = 64;

/// Takes as many descriptors as the system allows; answers how many connections may be open then,
/// at most as many as are wanted.
pub(super) fn for_connections(wanted: usize) -> usize {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Where it is refused, the process lives with what it has.
    let _ = setrlimit(Resource::Nofile, limit);
    let Some(most) = getrlimit(Resource::Nofile).current else { return wanted };
    let most = usize::try_from(most.saturating_sub(OWN)).unwrap_or(wanted).max(1);
    if most < wanted {
        tracing::warn!(most, wanted, "the system allows fewer connections than the settings");
    }
    most.min(wanted)
}
