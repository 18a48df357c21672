//! How wide a gate is.

struct Arch {
    bays: u32,
    span: f64,
}

// #region width
impl Arch {
    /// From the first column to the last, in metres.
    fn width(&self) -> f64 {
        f64::from(self.bays) * self.span
    }
}
// #endregion width
