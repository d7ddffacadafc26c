//! How large the files are.

use crate::load::random::Random;

/// File sizes in bytes: most are small, some are larger than a part of a multipart upload, and a few larger than two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sizes {
    /// The largest of most.
    pub(crate) small: u64,
    /// A part of a bucket's.
    pub(crate) part: u64,
}

impl Sizes {
    pub(super) fn choose(self, random: &mut Random) -> u64 {
        let part = self.part;
        match random.below(10) {
            // A part to the byte, or as good as that.
            0 => part - 1 + random.below(3),
            1 => part + random.below(part),
            2 => part * 2 + random.below(part / 2),
            // None so small that two could be the same.
            _ => 1_000 + random.below(self.small),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some are one part of a multipart upload, give or take a byte.
    #[test]
    fn chosen_sizes_range_from_small_to_several_parts() {
        let sizes = Sizes { small: 1_000, part: 10_000 };
        let mut random = Random::new(3);
        let chosen: Vec<u64> = (0..400).map(|_| sizes.choose(&mut random)).collect();
        for (from, to) in [(1_000, 2_000), (9_999, 10_002), (10_002, 20_000), (20_000, 25_000)] {
            assert!(chosen.iter().any(|size| (from..to).contains(size)), "{from}–{to}");
        }
        assert!(chosen.iter().all(|size| *size < 25_000));
    }
}
