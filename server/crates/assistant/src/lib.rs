//! Questions and answers. Its page is part of the UI; the server has nothing to say here yet.
