//! The samples of WAV: linear PCM and floating point.

use std::ops::Range;

use super::peaks::Peaks;
use super::view::Input;

/// How many bytes are read at once: a multiple of the size of every sample.
const CHUNK: u64 = 48 << 10;

/// Reads the samples in a range of a file. `is_float`: 32 bits each, floating point. Otherwise integers, of which those
/// with 8 bits have no sign.
pub(super) fn measure(input: &Input, data: Range<u64>, bits: u16, is_float: bool, peaks: &mut Peaks) {
    let sample: fn(&[u8]) -> Option<f32> = match (bits, is_float) {
        (8, false) => |bytes| Some((f32::from(*bytes.first()?) - 128.0) / 128.0),
        (16, false) => |bytes| Some(f32::from(i16::from_le_bytes(bytes.try_into().ok()?)) / 32_768.0),
        // The lowest bits are of no use in 8 bits of a peak.
        (24 | 32, false) => |bytes| {
            let (_, high) = bytes.split_last_chunk::<2>()?;
            Some(f32::from(i16::from_le_bytes(*high)) / 32_768.0)
        },
        (32, true) => |bytes| Some(f32::from_le_bytes(bytes.try_into().ok()?)),
        _ => return,
    };
    let mut position = data.start;
    while peaks.is_wanted() && position < data.end {
        let bytes = input.up_to(position, CHUNK.min(data.end - position));
        if bytes.is_empty() {
            break;
        }
        position += bytes.len() as u64;
        peaks.add(bytes.chunks_exact(usize::from(bits / 8)).filter_map(sample));
    }
}

#[cfg(test)]
mod tests {
    use stagepass_store::Waveform;

    use super::super::view::tests::input;
    use super::*;

    fn largest(bytes: &[u8], bits: u16, is_float: bool) -> Option<u8> {
        let (file, mut peaks) = (input(&[b"head", bytes].concat()), Peaks::wanted());
        measure(&file, 4..4 + bytes.len() as u64, bits, is_float, &mut peaks);
        peaks.finish().as_ref().and_then(|waveform| Waveform::peaks(waveform).iter().copied().max())
    }

    #[test]
    fn samples_are_read_by_their_format() {
        for (bytes, bits, is_float, expected) in [
            (&[128, 128, 128][..], 8, false, Some(0)),
            (&[128, 64, 128], 8, false, Some(128)),
            (&[128, 0], 8, false, Some(255)),
            (&[0, 0, 0, 0x40], 16, false, Some(128)),
            (&[0, 0x80], 16, false, Some(255)),
            (&[0xff, 0xff, 0x3f, 0, 0, 0], 24, false, Some(127)),
            (&[0, 0, 0, 0xc0], 32, false, Some(128)),
            (&[0, 0, 0, 0x3f], 32, true, Some(128)),
            (&[0, 0, 0xc0, 0x7f], 32, true, Some(0)),
            // The last sample is cut.
            (&[0, 0x40, 0], 16, false, Some(128)),
            (&[1, 2, 3], 24, true, None),
            (&[1, 2], 64, true, None),
        ] {
            assert_eq!(largest(bytes, bits, is_float), expected, "{bytes:?} of {bits} bits");
        }
    }
}
