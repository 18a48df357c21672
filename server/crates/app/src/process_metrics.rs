//! Process metrics, with the names that Prometheus clients use. Linux only: they are read from `/proc/self`.

use std::fmt::Write as _;
use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Clock ticks per second in `/proc` (`USER_HZ`, proc(5)).
const TICKS: f64 = 100.0;

static STARTED: LazyLock<f64> = LazyLock::new(|| {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64().round()
});

/// Sets the start time of the process to the current time, on the first call.
pub(crate) fn start() {
    LazyLock::force(&STARTED);
}

/// Appends the metrics in the text format of Prometheus. Unreadable metrics are omitted.
pub(crate) fn write(text: &mut String) {
    let read = |name: &str| std::fs::read_to_string(format!("/proc/self/{name}"));
    let (status, stat) = (read("status").unwrap_or_default(), read("stat").unwrap_or_default());
    let limits = read("limits").unwrap_or_default();
    let open = std::fs::read_dir("/proc/self/fd").map(Iterator::count).ok();
    let rows = [
        ("process_start_time_seconds", "gauge", Some(*STARTED)),
        ("process_cpu_seconds_total", "counter", cpu_seconds(&stat)),
        (
            "process_resident_memory_bytes",
            "gauge",
            status_value(&status, "VmRSS").map(|kb| kb * 1024.0),
        ),
        (
            "process_virtual_memory_bytes",
            "gauge",
            status_value(&status, "VmSize").map(|kb| kb * 1024.0),
        ),
        ("process_threads", "gauge", status_value(&status, "Threads")),
        ("process_open_fds", "gauge", open.map(|count| count as f64)),
        ("process_max_fds", "gauge", max_fds(&limits)),
    ];
    for (name, kind, value) in rows {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# TYPE {name} {kind}\n{name} {value}");
        }
    }
}

/// Returns the number in the line with this name, such as 1234 in `VmRSS:     1234 kB`; `None` without such a line.
fn status_value(status: &str, name: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Returns the sum of user and system time in seconds from `/proc/self/stat`; `None` if it cannot be parsed. The second
/// field is the name of the program in parentheses, which may contain spaces.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS)
}

/// Returns the soft limit, such as 1024 in `Max open files     1024      524288     files`; `None` if it is unlimited.
fn max_fds(limits: &str) -> Option<f64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proc_files_are_parsed() {
        let stat = "42 (a b) c) S 1 42 42 0 -1 4194560 100 0 0 0 250 150 0 0 20 0 5 0 100 0 0";
        assert_eq!(cpu_seconds(stat), Some(4.0));
        assert_eq!(cpu_seconds(""), None);
        assert_eq!(status_value("Name:\tx\nVmRSS:\t  1234 kB\n", "VmRSS"), Some(1234.0));
        assert_eq!(status_value("", "VmRSS"), None);
        assert_eq!(max_fds("Max open files            1024    524288    files\n"), Some(1024.0));
        assert_eq!(max_fds("Max open files            unlimited    unlimited    files\n"), None);
    }

    #[test]
    fn metrics_of_this_process_are_written() {
        let mut text = String::new();
        write(&mut text);
        for name in
            ["process_resident_memory_bytes", "process_cpu_seconds_total", "process_open_fds"]
        {
            let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            assert!(value.is_some_and(|value| value.parse::<f64>().is_ok()), "{name} in {text}");
        }
    }
}
