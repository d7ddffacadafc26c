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

    /// 64 hexadecimal digits, which a `code_verifier` may be made of (RFC 7636 §4.1).
    pub(crate) fn digits(&mut self) -> String {
        let [a, b, c, d] = [(); 4].map(|()| self.number());
        format!("{a:016x}{b:016x}{c:016x}{d:016x}")
    }

    /// A generator for another client, seeded by this one.
    #[must_use]
    pub(crate) fn split(&mut self) -> Self {
        Self(self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_makes_the_same_choices() {
        let choices = |seed| {
            let mut random = Random::new(seed);
            (random.number(), random.below(10), random.digits(), random.split().number())
        };
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
    }

    #[test]
    fn the_reference_generators_first_numbers() {
        // As the Java original and its C port give them for the seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!([random.number(), random.number()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn choices_are_within_their_limits() {
        let mut random = Random::new(1);
        assert_eq!(random.below(0), 0);
        assert!((0..1_000).all(|_| random.below(3) < 3));
        assert_eq!(random.digits().len(), 64);
    }
}
