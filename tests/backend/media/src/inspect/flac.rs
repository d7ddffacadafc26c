//! FLAC without its metadata. A decoder refuses files because of it, and players do not.

use super::verdict::NotAudio;
use super::view::{Input, Piece, View};

/// How many blocks of metadata a file may have.
const MOST_BLOCKS: usize = 1_000;
/// The first block, which describes the samples, in bytes.
const STREAM_INFO: u8 = 34;
const LAST: u8 = 0x80;
/// How far after the metadata a frame may begin.
const SEARCHED: u64 = 32 << 10;

/// Returns a view of the FLAC file at this position with STREAMINFO as its only block of metadata.
///
/// # Errors
/// [`NotAudio::Unreadable`] if a block is longer than the file, or STREAMINFO is not the first one.
pub(super) fn without_metadata(input: Input, position: u64) -> Result<View, NotAudio> {
    let info = input.bytes::<{ STREAM_INFO as usize }>(position + 8).ok_or(NotAudio::Unreadable)?;
    let frames = frames(&input, position + 4).ok_or(NotAudio::Unreadable)?;
    let head = [&b"fLaC"[..], &[LAST, 0, 0, STREAM_INFO], &info].concat();
    let rest = frames..input.length();
    Ok(input.into_view(vec![Piece::Bytes(head), Piece::File(rest)]))
}

/// Returns the position after the last block. A frame must begin near it: the size of a long picture can be wrong, and
/// Chromium does not play such a file.
fn frames(input: &Input, first: u64) -> Option<u64> {
    let mut position = first;
    for number in 0..MOST_BLOCKS {
        let [kind, size @ ..] = input.bytes::<4>(position)?;
        let [a, b, c] = size;
        let size = u32::from_be_bytes([0, a, b, c]);
        let is_stream_info = kind & !LAST == 0 && size == u32::from(STREAM_INFO);
        // The type 127 is the beginning of a frame.
        if is_stream_info != (number == 0) || kind & !LAST == 127 {
            return None;
        }
        position += 4 + u64::from(size);
        if kind & LAST != 0 {
            let begins = |bytes: &[u8]| matches!(bytes, [0xff, 0xf8 | 0xf9]);
            return input.up_to(position, SEARCHED).windows(2).any(begins).then_some(position);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use proptest::prelude::*;

    use super::super::view::tests::input;
    use super::*;

    fn block(kind: u8, body: &[u8]) -> Vec<u8> {
        let [_, size @ ..] = u32::try_from(body.len()).unwrap().to_be_bytes();
        [&[kind][..], &size, body].concat()
    }

    proptest! {
        #[test]
        fn only_streaminfo_and_frames_are_left(
            blocks in prop::collection::vec((1_u8..127, prop::collection::vec(any::<u8>(), 0..50)), 0..10),
            before in 0_usize..20,
        ) {
            let info = block(0, &[7; STREAM_INFO as usize]);
            let last = block(1 | LAST, &[0; 4]);
            let others = blocks.iter().map(|(kind, body)| block(*kind, body)).collect::<Vec<_>>().concat();
            let file = [&vec![9; before][..], b"fLaC", &info, &others, &last, b"\xff\xf8frames"].concat();
            let mut view = without_metadata(input(&file), before as u64).unwrap();
            let mut read = Vec::new();
            view.read_to_end(&mut read).unwrap();
            prop_assert_eq!(read, [b"fLaC", &block(LAST, &[7; STREAM_INFO as usize])[..], b"\xff\xf8frames"].concat());
        }
    }

    #[test]
    fn block_without_end_is_unreadable() {
        let info = block(0, &[7; STREAM_INFO as usize]);
        for rest in [&b"\xff\xf8\xc9\x18"[..], &[0x84, 0, 1, 0, 0], &block(LAST, &[7; STREAM_INFO as usize]), b""] {
            let file = [b"fLaC", &info[..], rest].concat();
            assert!(without_metadata(input(&file), 0).is_err(), "{rest:?}");
        }
    }
}
