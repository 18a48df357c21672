//! Versions kept, imported, read and removed.
