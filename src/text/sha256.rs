//! SHA-256 (FIPS 180-4). The tests compare it with the crate `sha2`.
//!
//! Our own code, because it computes the 72 constants of the standard: as numbers they are 288 bytes that no
//! compression makes smaller, more than this whole file is.

/// Returns the SHA-256 of `message`.
#[expect(clippy::indexing_slicing, reason = "every index is less than 8, or modulo 16")]
#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
pub(crate) fn sha256(message: &[u8]) -> [u8; 32] {
    let mut state = [0; 8];
    let mut prime = 1;
    for word in &mut state {
        prime = prime_after(prime);
        *word = fraction(f64::from(prime).sqrt());
    }
    let mut schedule = [0_u32; 16];
    // A block of the padded message (section 5.1.1), and its compression (section 6.2.2).
    for block in 0..=(message.len() + 8) / 64 {
        // The variables a to h.
        let mut working = state;
        prime = 1;
        for round in 0..64_usize {
            let word = if round < 16 {
                padded(message, block * 16 + round)
            } else {
                let (near, far) = (schedule[(round + 1) % 16], schedule[(round + 14) % 16]);
                schedule[round % 16]
                    .wrapping_add(near.rotate_right(7) ^ near.rotate_right(18) ^ (near >> 3))
                    .wrapping_add(schedule[(round + 9) % 16])
                    .wrapping_add(far.rotate_right(17) ^ far.rotate_right(19) ^ (far >> 10))
            };
            schedule[round % 16] = word;
            let [a, b, c, d, e, f, g, h] = working;
            prime = prime_after(prime);
            let first = h
                .wrapping_add(e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
                .wrapping_add((e & f) ^ (!e & g))
                .wrapping_add(fraction(cube_root(prime.into())))
                .wrapping_add(word);
            let second =
                (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add((a & b) ^ (a & c) ^ (b & c));
            working = [first.wrapping_add(second), a, b, c, d.wrapping_add(first), e, f, g];
        }
        for index in 0..8 {
            state[index] = state[index].wrapping_add(working[index]);
        }
    }
    let mut digest = [0; 32];
    for (index, byte) in digest.iter_mut().enumerate() {
        *byte = (state[index / 4] << (index % 4 * 8) >> 24) as u8;
    }
    digest
}

/// Returns a word of the padded message: the message, a one bit, zeros, and in the last two words of the last block the
/// number of bits.
#[expect(clippy::cast_possible_truncation, reason = "no message has 512 MiB, in wasm32 at least")]
fn padded(message: &[u8], index: usize) -> u32 {
    if index % 16 == 15 && index * 4 > message.len() + 4 {
        return message.len() as u32 * 8;
    }
    (index * 4..index * 4 + 4).fold(0, |word, place| {
        let end = if place == message.len() { 0x80 } else { 0 };
        word << 8 | u32::from(message.get(place).copied().unwrap_or(end))
    })
}

/// The constants are the first 32 bits of the fractional parts of square roots and cube roots of the first primes
/// (sections 4.2.2 and 5.3.3).
///
/// An `f64` of 2^20 and more, but less than 2^21, has 32 bits of a fraction, and they are its last ones. The sum is
/// rounded, so half of the last bit is subtracted before. The roots are less than 20, so errors are less than 2^-46,
/// and behind bit 32 no root has more than 7 bits that are alike: no error reaches the first 32.
#[expect(clippy::cast_possible_truncation, reason = "the last 32 bits are the fraction")]
fn fraction(root: f64) -> u32 {
    (root - 0.5 / 4_294_967_296.0 + 1_048_576.0).to_bits() as u32
}

/// Returns the cube root by Newton's method. From 311, 18 steps suffice.
fn cube_root(number: f64) -> f64 {
    let mut root = number;
    for _ in 0..20 {
        root -= (root - number / root / root) / 3.0;
    }
    root
}

fn prime_after(number: u32) -> u32 {
    let mut next = number + 1;
    while (2..next).any(|divisor| next.is_multiple_of(divisor)) {
        next += 1;
    }
    next
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest as _, Sha256};

    use super::*;

    /// One block uses all 72 constants.
    #[test]
    fn every_length_of_three_blocks_has_the_digest_of_the_crate() {
        for length in 0..=192 {
            let message = vec![0xa5; length];
            assert_eq!(sha256(&message)[..], Sha256::digest(&message)[..], "{length}");
        }
    }

    proptest! {
        #[test]
        fn every_message_has_the_digest_of_the_crate(message in proptest::collection::vec(any::<u8>(), 0..2_000)) {
            prop_assert_eq!(&sha256(&message)[..], &Sha256::digest(&message)[..]);
        }
    }
}
