//! WebM without its index, tags and attachments, and without the size of its segment. A recorder that ends early leaves
//! a size and an index that are wrong, or none. Players do not need them.

use super::verdict::NotAudio;
use super::view::{Input, Piece, View};

/// How many elements may come before the sound.
const MOST_ELEMENTS: usize = 1_000;
const EBML: u32 = 0x1a45_dfa3;
const SEGMENT: u32 = 0x1853_8067;
const INFO: u32 = 0x1549_a966;
const TRACKS: u32 = 0x1654_ae6b;
const CLUSTER: u32 = 0x1f43_b675;
/// The head of a segment of unknown size.
const ENDLESS: [u8; 12] = *b"\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff";

/// Returns a view of a WebM file that has only the descriptions of the file and its tracks, and the sound.
///
/// # Errors
/// [`NotAudio::Unreadable`] if the file ends before the sound.
pub(super) fn without_index(input: Input) -> Result<View, NotAudio> {
    let pieces = pieces(&input).ok_or(NotAudio::Unreadable)?;
    Ok(input.into_view(pieces))
}

fn pieces(input: &Input) -> Option<Vec<Piece>> {
    let head = Element::read(input, 0).filter(|head| head.id == EBML)?.end?;
    let segment = Element::read(input, head).filter(|segment| segment.id == SEGMENT)?;
    let mut pieces = vec![Piece::File(0..head), Piece::Bytes(ENDLESS.to_vec())];
    let mut position = segment.start;
    for _ in 0..MOST_ELEMENTS {
        let element = Element::read(input, position)?;
        if element.id == CLUSTER {
            pieces.push(Piece::File(position..input.length()));
            return Some(pieces);
        }
        let end = element.end?;
        if matches!(element.id, INFO | TRACKS) {
            pieces.push(Piece::File(position..end));
        }
        position = end;
    }
    None
}

/// An element of EBML (RFC 8794).
struct Element {
    id: u32,
    start: u64,
    /// `None` if the size is unknown.
    end: Option<u64>,
}

impl Element {
    fn read(input: &Input, position: u64) -> Option<Self> {
        let (id, id_length) = number(input, position)?;
        let (size, size_length) = number(input, position + id_length)?;
        let start = position + id_length + size_length;
        // The size without the bit that states its length. All ones mean that it is unknown.
        let mask = (1_u64 << (7 * size_length)) - 1;
        let end = (size & mask != mask).then(|| start + (size & mask)).filter(|end| *end <= input.length());
        Some(Self { id: u32::try_from(id).ok()?, start, end })
    }
}

/// Returns a number of variable length, with the bit that states its length, and that length.
fn number(input: &Input, position: u64) -> Option<(u64, u64)> {
    let [first] = input.bytes(position)?;
    let length = u64::from(first.leading_zeros()) + 1;
    let bytes = input.up_to(position, length);
    let is_whole = length <= 8 && bytes.len() as u64 == length;
    is_whole.then(|| (bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)), length))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use proptest::prelude::*;

    use super::super::view::tests::input;
    use super::*;

    fn element(id: u32, body: &[u8]) -> Vec<u8> {
        [&id.to_be_bytes()[..], &[0x10, 0, 0, u8::try_from(body.len()).unwrap()], body].concat()
    }

    fn file(segment: &[u8]) -> Vec<u8> {
        let (seek_head, tags) = (element(0x114d_9b74, b"positions"), element(0x1254_c367, b"tags"));
        let parts = [seek_head, element(INFO, b"info"), tags, vec![0xec, 0x81, 0], element(TRACKS, b"tracks")].concat();
        [element(EBML, b"webm"), segment.to_vec(), parts, element(CLUSTER, b"sound")].concat()
    }

    fn view(bytes: &[u8]) -> Result<Vec<u8>, NotAudio> {
        let mut read = Vec::new();
        without_index(input(bytes))?.read_to_end(&mut read).unwrap();
        Ok(read)
    }

    #[test]
    fn size_of_the_segment_does_not_matter() {
        let parts = [element(INFO, b"info"), element(TRACKS, b"tracks"), element(CLUSTER, b"sound")].concat();
        let expected = [element(EBML, b"webm"), ENDLESS.to_vec(), parts].concat();
        for size in [&b"\xff"[..], b"\x80", b"\x01\xff\xff\xff\xff\xff\xff\xff", b"\x1f\xff\xff\xfe"] {
            assert_eq!(view(&file(&[b"\x18\x53\x80\x67", size].concat())), Ok(expected.clone()), "{size:x?}");
        }
    }

    proptest! {
        #[test]
        fn any_file_has_a_view_or_none(at in 0_usize..100, value: u8, cut in 0_usize..120) {
            let mut bytes = file(b"\x18\x53\x80\x67\xff");
            bytes.truncate(cut);
            if let Some(byte) = bytes.get_mut(at) {
                *byte = value;
            }
            if let Ok(view) = view(&bytes) {
                prop_assert!(view.len() <= bytes.len() + ENDLESS.len());
            }
        }
    }
}
