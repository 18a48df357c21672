//! Signals that stop the server: SIGTERM and SIGINT; on Windows Ctrl+C, Ctrl+Break, closing the console, and shutdown.

use std::io::Result;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{self, CtrlBreak, CtrlC, CtrlClose, CtrlShutdown};

/// Installed handlers of the stop signals. A signal that arrives between two calls of `recv` is not lost.
#[cfg(unix)]
pub(crate) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

#[cfg(unix)]
impl StopSignals {
    /// Replaces the default action of the signals. An error means that the system refused a handler.
    pub(crate) fn install() -> Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Completes at the next signal.
    pub(crate) async fn recv(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Installed handlers of the console events. An event that arrives between two calls of `recv` is not lost.
#[cfg(windows)]
pub(crate) struct StopSignals {
    interrupt: CtrlC,
    interrupt_key: CtrlBreak,
    close: CtrlClose,
    shutdown: CtrlShutdown,
}

#[cfg(windows)]
impl StopSignals {
    /// Replaces the default action of the events. An error means that the system refused a handler.
    pub(crate) fn install() -> Result<Self> {
        Ok(Self {
            interrupt: windows::ctrl_c()?,
            interrupt_key: windows::ctrl_break()?,
            close: windows::ctrl_close()?,
            shutdown: windows::ctrl_shutdown()?,
        })
    }

    /// Completes at the next event.
    pub(crate) async fn recv(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.interrupt_key.recv() => {}
            _ = self.close.recv() => {}
            _ = self.shutdown.recv() => {}
        }
    }
}
