//! Memory budgets that request bodies share: one for signed bodies, one for all others. The first 64 KiB of each body
//! are reserved from a separate part of its budget, so that large bodies never delay a login.

use bytes::Bytes;
use tokio::sync::Semaphore;

use super::SMALL;

/// Budget for all bodies except signed bodies: 256 MiB in total.
pub(super) static BODY_BUDGET: MemoryBudget = MemoryBudget::of(64 << 10, 192 << 10);

/// Separate budget for signed bodies: 32 MiB in total. The sender of a signed body is unknown until the body is
/// complete.
pub(super) static SIGNED_BODY_BUDGET: MemoryBudget = MemoryBudget::of(8 << 10, 24 << 10);

/// Memory budget in KiB.
pub(super) struct MemoryBudget {
    small: Part,
    large: Part,
}

struct Part {
    whole: u32,
    free: Semaphore,
}

impl MemoryBudget {
    pub(super) const fn of(small: u32, large: u32) -> Self {
        Self { small: Part::of(small), large: Part::of(large) }
    }
}

impl Part {
    const fn of(whole: u32) -> Self {
        Self { whole, free: Semaphore::const_new(whole as usize) }
    }
}

/// Bytes of a body, and their memory reservation. Dropping this value releases the reservation.
pub(super) struct BudgetedBytes {
    bytes: Vec<u8>,
    small: Reservation,
    large: Reservation,
}

struct Reservation {
    of: &'static Part,
    kib: u32,
}

impl BudgetedBytes {
    pub(super) fn new(budget: &'static MemoryBudget) -> Self {
        let empty = |of| Reservation { of, kib: 0 };
        Self { bytes: Vec::new(), small: empty(&budget.small), large: empty(&budget.large) }
    }

    /// Waits until memory for this total number of bytes is reserved, and allocates exactly that
    /// capacity.
    pub(super) async fn grow(&mut self, bytes: u64) {
        self.small.grow(bytes.min(SMALL)).await;
        self.large.grow(bytes.saturating_sub(SMALL)).await;
        let more = bytes.saturating_sub(self.len());
        self.bytes.reserve_exact(usize::try_from(more).unwrap_or_default());
    }

    /// Returns the number of bytes that fit without another reservation.
    pub(super) fn capacity(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    pub(super) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(super) fn push(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
    }
}

impl AsRef<[u8]> for BudgetedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl From<BudgetedBytes> for Bytes {
    fn from(buffer: BudgetedBytes) -> Self {
        Bytes::from_owner(buffer)
    }
}

impl Reservation {
    async fn grow(&mut self, bytes: u64) {
        // A body larger than the budget waits until the whole budget is free.
        let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX).min(self.of.whole);
        let more = kib.saturating_sub(self.kib);
        if more == 0 {
            return;
        }
        // The semaphore is never closed.
        if let Ok(permit) = self.of.free.acquire_many(more).await {
            permit.forget();
            self.kib += more;
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.of.free.add_permits(self.kib as usize);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    static SCARCE: MemoryBudget = MemoryBudget::of(80, 4);

    #[tokio::test]
    async fn body_waits_for_free_memory() {
        let mut first = BudgetedBytes::new(&SCARCE);
        first.grow(SMALL + 3072).await;
        first.push(b"abc");
        let mut second = BudgetedBytes::new(&SCARCE);
        second.grow(16 << 10).await;
        // The 80 KiB for small bodies are in use by `first` and `second`.
        let mut third = BudgetedBytes::new(&SCARCE);
        assert!(third.grow(1).now_or_never().is_none());
        drop(second);
        third.grow(16 << 10).await;
        let bytes = Bytes::from(first);
        let mut fourth = BudgetedBytes::new(&SCARCE);
        assert!(fourth.grow(1025).now_or_never().is_none(), "`bytes` holds the memory");
        drop(bytes);
        // A body larger than the budget reserves the whole budget.
        fourth.grow(SMALL + (1 << 20)).await;
        let free = || [&SCARCE.small, &SCARCE.large].map(|part| part.free.available_permits());
        assert_eq!(free(), [0, 0]);
        drop((third, fourth));
        assert_eq!(free(), [80, 4]);
    }
}
