//! The headers of MP3 frames (ISO 11172-3, 13818-3) and of AAC frames in ADTS (ISO 13818-7).
//!
//! Both begin with bits that are common in other files. So a header counts only if another one follows its frame, or if
//! the bytes end there.

/// Kilobits a second of layer III, by the index in the header. The index 0 is for other rates, which no browser plays.
const MPEG_1: [usize; 15] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG_2: [usize; 15] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
/// Samples a second of MPEG 1. Those of MPEG 2 and 2.5 are a half and a quarter.
const RATES: [usize; 3] = [44_100, 48_000, 32_000];
/// How many frames must follow each other where a search finds the first one.
const FOUND: usize = 3;
/// How many at the beginning.
const BEGINNING: usize = 2;

/// A frame: its length in bytes, and the bits that all frames of a stream have in common.
struct Frame {
    length: usize,
    common: [u8; 2],
}

/// Whether the bytes begin with MP3 frames.
pub(super) fn begins_with_mp3(bytes: &[u8]) -> bool {
    is_chain(bytes, mp3, BEGINNING)
}

/// Whether the bytes begin with AAC frames.
pub(super) fn begins_with_adts(bytes: &[u8]) -> bool {
    is_chain(bytes, adts, BEGINNING)
}

/// Whether the header of an AAC frame states the profile LC. Browsers do not play Main, SSR and LTP reliably.
pub(super) fn is_aac_lc(header: [u8; 3]) -> bool {
    let [_, _, third] = header;
    third >> 6 == 0b01
}

/// Returns the position of the first MP3 frame.
pub(super) fn find_mp3(bytes: &[u8]) -> Option<usize> {
    (0..bytes.len()).find(|at| bytes.get(*at..).is_some_and(|rest| is_chain(rest, mp3, FOUND)))
}

/// Whether the bytes begin with the header of a frame of layer II.
pub(super) fn is_layer_2(bytes: &[u8]) -> bool {
    // The same header with the bits of layer III has valid fields.
    matches!(bytes, [0xff, second, third, fourth, ..]
        if second & 0xe6 == 0xe4 && mp3(&[0xff, second ^ 0b110, *third, *fourth]).is_some())
}

fn is_chain(bytes: &[u8], parse: fn(&[u8]) -> Option<Frame>, count: usize) -> bool {
    let (mut rest, mut common) = (bytes, None);
    for number in 0..count {
        let Some(frame) = parse(rest).filter(|frame| common.is_none_or(|common| common == frame.common)) else {
            return false;
        };
        common = Some(frame.common);
        match rest.get(frame.length..) {
            Some(next) if next.len() >= 7 => rest = next,
            // A header alone, after other bytes that look like nothing, is no frame.
            _ => return number > 0 || count == BEGINNING,
        }
    }
    true
}

fn mp3(bytes: &[u8]) -> Option<Frame> {
    let [0xff, second, third, _, ..] = bytes else { return None };
    let (version, layer) = (second >> 3 & 0b11, second >> 1 & 0b11);
    if second & 0xe0 != 0xe0 || layer != 0b01 {
        return None;
    }
    let (bit_rates, samples, divisor) = match version {
        0b11 => (&MPEG_1, 1152, 1),
        0b10 => (&MPEG_2, 576, 2),
        0b00 => (&MPEG_2, 576, 4),
        _ => return None,
    };
    let bit_rate = bit_rates.get(usize::from(third >> 4)).copied().filter(|rate| *rate > 0)?;
    let rate = RATES.get(usize::from(third >> 2 & 0b11))? / divisor;
    let length = samples / 8 * bit_rate * 1000 / rate + usize::from(third >> 1 & 1);
    Some(Frame { length, common: [second & 0xfe, third & 0b1100] })
}

fn adts(bytes: &[u8]) -> Option<Frame> {
    let [0xff, second, third, fourth, fifth, sixth, _, ..] = bytes else { return None };
    let length = usize::from(fourth & 0b11) << 11 | usize::from(*fifth) << 3 | usize::from(sixth >> 5);
    // Twelve bits of ones, the layer 0, one of 13 sample rates, and a frame longer than its header.
    let is_header = second & 0xf6 == 0xf0 && third >> 2 & 0xf < 13 && length > 7;
    is_header.then_some(Frame { length, common: [second & 0xfe, third & 0b1111_1100] })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frames(header: &[u8], length: usize, count: usize) -> Vec<u8> {
        let mut frame = header.to_vec();
        frame.resize(length, 0);
        frame.repeat(count)
    }

    #[test]
    fn lengths_of_mp3_frames() {
        for (header, length) in [
            ([0xff, 0xfb, 0x90, 0x64], 417),
            ([0xff, 0xfb, 0x92, 0x64], 418),
            ([0xff, 0xfa, 0xe4, 0x64], 960),
            ([0xff, 0xf3, 0x40, 0xc4], 104),
            ([0xff, 0xe3, 0x18, 0xc4], 72),
        ] {
            assert_eq!(mp3(&header).map(|frame| frame.length), Some(length), "{header:x?}");
        }
        for header in [[0xff, 0xfb, 0x00, 0], [0xff, 0xfb, 0xf0, 0], [0xff, 0xfb, 0x9c, 0], [0xff, 0xeb, 0x90, 0]] {
            assert!(mp3(&header).is_none(), "{header:x?}");
        }
        assert!(is_layer_2(&[0xff, 0xfd, 0x90, 0x64]));
        assert!(!is_layer_2(b"\xff\xfe<\0h\0") && !is_layer_2(&[0xff, 0xfb, 0x90, 0x64]));
    }

    #[test]
    fn header_alone_is_found_at_the_beginning_only() {
        let frame = frames(&[0xff, 0xfb, 0x90, 0x64], 417, 1);
        assert!(begins_with_mp3(&frame));
        assert_eq!(find_mp3(&frame), None);
        assert!(!begins_with_mp3(&[&frame[..], b"no frame"].concat()));
    }

    #[test]
    fn adts_frames_follow_each_other() {
        let file = frames(&[0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], 16, 3);
        assert!(begins_with_adts(&file));
        assert!(!begins_with_adts(&file[1..]) && !begins_with_mp3(&file));
    }

    #[test]
    fn profile_of_adts_is_read() {
        for (third, is_lc) in [(0x10, false), (0x50, true), (0x90, false), (0xd0, false)] {
            assert_eq!(is_aac_lc([0xff, 0xf1, third]), is_lc, "{third:x}");
        }
    }

    proptest! {
        #[test]
        fn search_finds_frames_after_other_bytes(before in prop::collection::vec(0_u8..0xff, 0..100)) {
            let file = [&before[..], &frames(&[0xff, 0xfb, 0x90, 0x64], 417, 3)].concat();
            prop_assert_eq!(find_mp3(&file), Some(before.len()));
        }
    }
}
