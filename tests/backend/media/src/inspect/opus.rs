//! Opus packets (RFC 6716, section 3). There is no decoder, so their structure is checked.

/// The longest packet, in samples at 48 kHz: 120 ms.
pub(super) const LONGEST: u16 = 5_760;

/// Returns the samples of a packet at 48 kHz, or `None` if its structure is invalid.
pub(super) fn samples(packet: &[u8]) -> Option<u16> {
    let (first, rest) = packet.split_first()?;
    // Table 2: SILK, then hybrid, then CELT.
    let frame: u16 = match first >> 3 {
        config @ 0..12 => [480, 960, 1_920, 2_880].get(usize::from(config & 0b11)).copied()?,
        config @ 12..16 => [480, 960].get(usize::from(config & 0b1)).copied()?,
        config => [120, 240, 480, 960].get(usize::from(config & 0b11)).copied()?,
    };
    let count = match first & 0b11 {
        0 => 1,
        // Two frames of the same length.
        1 if rest.len() % 2 == 0 => 2,
        // Two frames, after the length of the first.
        2 => length(rest).filter(|(length, head)| length + head <= rest.len()).map(|_| 2)?,
        3 => u16::from(rest.first()? & 0b11_1111),
        _ => return None,
    };
    frame.checked_mul(count).filter(|samples| (1..=LONGEST).contains(samples))
}

/// Returns the length of a frame, and the bytes that state it.
fn length(bytes: &[u8]) -> Option<(usize, usize)> {
    match bytes {
        [first @ 0..252, ..] => Some((usize::from(*first), 1)),
        [first, second, ..] => Some((usize::from(*second) * 4 + usize::from(*first), 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn samples_follow_from_the_first_bytes() {
        for (packet, expected) in [
            (&[0x08, 1][..], Some(960)),
            (&[0x79, 1, 1], Some(1_920)),
            (&[0x79, 1], None),
            (&[0xfa, 1, 1, 1], Some(1_920)),
            (&[0xfa, 9, 1], None),
            (&[0xfa, 252, 0], None),
            (&[0x1b, 2, 0], Some(5_760)),
            (&[0x1b, 3, 0], None),
            (&[0x1b, 0], None),
            (&[0x83, 48], Some(5_760)),
            (&[0x03], None),
            (&[], None),
        ] {
            assert_eq!(samples(packet), expected, "{packet:x?}");
        }
    }

    proptest! {
        #[test]
        fn no_packet_is_longer_than_120_ms(packet in prop::collection::vec(any::<u8>(), 0..10)) {
            prop_assert!(samples(&packet).is_none_or(|samples| (1..=LONGEST).contains(&samples)));
        }
    }
}
