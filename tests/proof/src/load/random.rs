//! Choices that a seed makes again.

/// `SplitMix64` (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, figure 13). For choices, never for
/// secrets.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// The same choices for the same seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of all 64-bit numbers.
    pub(crate) fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, or 0 if that is 0.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        // The bias is less than one in 2⁴⁰ for the limits of a few thousand that are asked for.
        self.number().checked_rem(limit).unwrap_or_default()
    }

    /// A place in something of this length, or 0 if it is empty.
    pub(crate) fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    /// Returns true once in `times` on average.
    pub(crate) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// 64 hexadecimal digits, which a `code_verifier` may be made of (RFC 7636 section 4.1).
    pub(crate) fn digits(&mut self) -> String {
        let [a, b, c, d] = [(); 4].map(|()| self.number());
        format!("{a:016x}{b:016x}{c:016x}{d:016x}")
    }

    /// A generator for another client, seeded by this one.
    pub(crate) fn split(&mut self) -> Self {
        Self(self.number())
    }
}
