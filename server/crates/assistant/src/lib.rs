//! Area `assistant`: questions and answers. The crate is empty, because the area has no endpoint yet; its page is in
//! `ui/src/assistant`.
