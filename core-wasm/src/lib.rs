//! Functions that the browser and the server share; they use neither I/O nor a clock. Code that accesses the browser is
//! in `browser`, which exists only in the wasm build.

pub mod cookie;
pub mod destination;
pub mod list;
pub mod locale;
pub mod path;
pub mod problem;
pub mod request;
pub mod retry;
pub mod session;
pub mod status;
pub mod token;

#[cfg(target_arch = "wasm32")]
pub mod browser;
