//! Containers, by the signature at the beginning of a file.
//!
//! The signature must be the first bytes, or follow an ID3v2 tag. A search for it would take the audio in an archive or
//! in a web page for the file.

use super::format::{Container, Foreign};
use super::mpeg;
use super::verdict::NotAudio;
use super::view::Input;

/// How many ID3v2 tags may be at the beginning.
const MOST_TAGS: usize = 16;
/// How far after a tag an MP3 frame is searched. Some programs write a wrong size of the tag.
const SEARCHED: u64 = 1 << 20;

type Kind = Result<Container, Foreign>;

/// Bytes at the beginning of a file, and bytes at the position 8 if the former are not unique.
const SIGNATURES: [(&[u8], &[u8], Kind); 24] = [
    (b"RIFF", b"WAVE", Ok(Container::Wav)),
    (b"RF64", b"WAVE", Ok(Container::Wav)),
    (b"BW64", b"WAVE", Ok(Container::Wav)),
    (b"fLaC", b"", Ok(Container::Flac)),
    (b"OggS", b"", Ok(Container::Ogg)),
    (b"\x1a\x45\xdf\xa3", b"", Ok(Container::Webm)),
    (b"FORM", b"AIFF", Err(Foreign::Aiff)),
    (b"FORM", b"AIFC", Err(Foreign::Aiff)),
    (b"RIFF", b"AVI ", Err(Foreign::Avi)),
    (b"caff", b"", Err(Foreign::Caf)),
    (b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", b"", Err(Foreign::Wma)),
    (b"wvpk", b"", Err(Foreign::WavPack)),
    (b"MAC ", b"", Err(Foreign::Ape)),
    (b"#!AMR", b"", Err(Foreign::Amr)),
    (b".snd", b"", Err(Foreign::Au)),
    (b"TTA1", b"", Err(Foreign::TrueAudio)),
    (b"riff\x2e\x91\xcf\x11", b"", Err(Foreign::Wave64)),
    (b"MPCK", b"", Err(Foreign::Musepack)),
    (b"MP+", b"", Err(Foreign::Musepack)),
    (b"DSD ", b"", Err(Foreign::Dsd)),
    (b"FRM8", b"", Err(Foreign::Dsd)),
    (b".ra\xfd", b"", Err(Foreign::RealAudio)),
    (b".RMF", b"", Err(Foreign::RealAudio)),
    (b"\x0b\x77", b"", Err(Foreign::Ac3)),
];

/// Returns the container of a file, and the position where it begins.
///
/// # Errors
/// [`NotAudio::Foreign`] if the format has a name, otherwise [`NotAudio::Unrecognised`].
pub(super) fn recognise(input: &Input) -> Result<(Container, u64), NotAudio> {
    let position = end_of_tags(input);
    if position > 0 {
        return tagged(input, position).ok_or(NotAudio::Unrecognised);
    }
    let start = input.up_to(0, SEARCHED);
    let begins = |at: usize, bytes: &[u8]| start.get(at..).is_some_and(|rest| rest.starts_with(bytes));
    let known = SIGNATURES.into_iter().find(|(first, second, _)| begins(0, first) && begins(8, second));
    if let Some((_, _, kind)) = known {
        return Ok((kind?, 0));
    }
    if begins(4, b"ftyp") {
        return Ok((Container::Mp4, 0));
    }
    if mpeg::begins_with_mp3(&start) {
        Ok((Container::Mp3, 0))
    } else if mpeg::begins_with_adts(&start) {
        Ok((Container::Aac, 0))
    } else if mpeg::is_layer_2(&start) {
        Err(Foreign::MpegLayer2.into())
    } else {
        Err(NotAudio::Unrecognised)
    }
}

/// Returns the container after a tag, and after zeros that some programs write there.
fn tagged(input: &Input, position: u64) -> Option<(Container, u64)> {
    let window = input.up_to(position, SEARCHED);
    let zeros = window.iter().take_while(|byte| **byte == 0).count();
    let rest = window.get(zeros..)?;
    let at = |offset: usize| position + offset as u64;
    if rest.starts_with(b"fLaC") {
        return Some((Container::Flac, at(zeros)));
    }
    if mpeg::begins_with_adts(rest) {
        return Some((Container::Aac, at(zeros)));
    }
    Some((Container::Mp3, at(zeros + mpeg::find_mp3(rest)?)))
}

/// Returns where the ID3v2 tags at the beginning end, or 0 if there are none. A tag that is longer than the file ends
/// after its header.
fn end_of_tags(input: &Input) -> u64 {
    let mut position = 0;
    for _ in 0..MOST_TAGS {
        let Some([b'I', b'D', b'3', _, _, flags, size @ ..]) = input.bytes::<10>(position) else { break };
        let size = size.into_iter().fold(0, |size, byte| size << 7 | u64::from(byte & 0x7f));
        let footer = if flags & 0x10 == 0 { 0 } else { 10 };
        let end = position + 10 + size + footer;
        position = if end < input.length() { end } else { position + 10 };
    }
    position
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::view::tests::input;
    use super::*;

    /// An MP3 frame of 32 kbit/s and 48 kHz, which is 96 bytes long.
    const FRAME: [u8; 4] = [0xff, 0xfb, 0x14, 0xc4];

    fn mp3() -> Vec<u8> {
        [&FRAME[..], &[0; 92]].concat().repeat(4)
    }

    fn tag(size: [u8; 4], body: usize) -> Vec<u8> {
        [b"ID3\x04\0\0", &size[..], &vec![0; body]].concat()
    }

    #[test]
    fn signature_counts_only_at_the_beginning() {
        for (first, second, kind) in SIGNATURES {
            let mut file = [first, &[1; 8][first.len()..], second, &[1; 100]].concat();
            assert_eq!(recognise(&input(&file)), kind.map(|kind| (kind, 0)).map_err(NotAudio::from), "{first:?}");
            file.insert(0, b'<');
            assert_eq!(recognise(&input(&file)), Err(NotAudio::Unrecognised), "{first:?}");
        }
        assert_eq!(recognise(&input(&mp3())), Ok((Container::Mp3, 0)));
        assert_eq!(recognise(&input(&[b"<p>", &mp3()[..]].concat())), Err(NotAudio::Unrecognised));
    }

    #[test]
    fn reference_lists_formats_that_are_refused() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/reference/audio.md");
        let page = std::fs::read_to_string(page).unwrap();
        let named = SIGNATURES.into_iter().filter_map(|(_, _, kind)| kind.err());
        for format in named.chain([Foreign::Alac, Foreign::MpegLayer2, Foreign::Speex]) {
            assert!(page.contains(&format.to_string()), "{format}");
        }
    }

    #[test]
    fn wrong_size_of_a_tag_does_not_matter() {
        for (size, end) in [([0, 0, 0, 100], 110), ([0, 0, 0, 50], 110), ([0x7f; 4], 110), ([0, 0, 1, 0], 206)] {
            let file = [tag(size, 100), mp3()].concat();
            assert_eq!(recognise(&input(&file)), Ok((Container::Mp3, end)), "{size:?}");
        }
        let file = [tag([0, 0, 0, 4], 4), tag([0, 0, 0, 5], 5), b"fLaC".to_vec()].concat();
        assert_eq!(recognise(&input(&file)), Ok((Container::Flac, 29)));
        assert_eq!(
            recognise(&input(&[tag([0; 4], 0), b"RIFF....WAVE".to_vec()].concat())),
            Err(NotAudio::Unrecognised)
        );
    }

    proptest! {
        #[test]
        fn any_bytes_have_a_position_in_the_file(bytes in prop::collection::vec(any::<u8>(), 0..200), tagged: bool) {
            let bytes = if tagged { [&b"ID3"[..], &bytes].concat() } else { bytes };
            if let Ok((_, position)) = recognise(&input(&bytes)) {
                prop_assert!(position < bytes.len() as u64);
            }
        }
    }
}
