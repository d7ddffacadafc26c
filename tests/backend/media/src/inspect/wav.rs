//! WAV: RIFF, and for large files RF64 and BW64 (EBU Tech 3306).
//!
//! Recorders that crash, programs that write to a pipe, and taggers leave wrong sizes of the file and of its samples.
//! Players take what is there, and so does this: a size counts up to the end of the file. PCM needs no decoder. The
//! duration of MP3 is that of its frames, whatever `fmt ` and `fact` state.

use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use super::peaks::Peaks;
use super::verdict::{NotAudio, ticks};
use super::view::Input;
use super::{mpeg, pcm};

/// How many chunks may come before the samples.
const MOST_CHUNKS: usize = 1_000;
/// The sizes of programs that do not know them yet.
const UNKNOWN: [u32; 2] = [0, u32::MAX];
const RATES: RangeInclusive<u32> = 3_000..=768_000;
const CHANNELS: RangeInclusive<u16> = 1..=8;
/// The format tag of linear samples (`WAVE_FORMAT_PCM`).
const PCM: u16 = 1;
/// The format tag of floating-point samples (`WAVE_FORMAT_IEEE_FLOAT`).
const FLOAT: u16 = 3;
/// The format tag of MP3 (`WAVE_FORMAT_MPEGLAYER3`).
const MP3: u16 = 0x55;
/// More bytes than two MP3 frames have.
const TWO_FRAMES: u64 = 4 << 10;
/// The last 14 bytes of the GUID of a format that has a tag.
const TAGGED: [u8; 14] = *b"\0\0\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71";

/// The sound of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Sound {
    /// Samples that play for so long.
    Samples(Duration),
    /// MP3 frames at these positions.
    Mp3(Range<u64>),
}

/// Returns the sound of a file.
///
/// # Errors
/// [`NotAudio::Codec`] if browsers do not play the format, [`NotAudio::Silent`] if there are no samples.
pub(super) fn sound(input: &Input, peaks: &mut Peaks) -> Result<Sound, NotAudio> {
    let is_large = input.bytes(0) != Some(*b"RIFF");
    let (mut position, mut format, mut large) = (12, None, None);
    for _ in 0..MOST_CHUNKS {
        let Some([a, b, c, d, size @ ..]) = input.bytes::<8>(position) else { break };
        let (start, size) = (position + 8, u32::from_le_bytes(size));
        match &[a, b, c, d] {
            b"fmt " => format = Some(Format::read(input, start, size)?),
            // The size of the file, and that of the samples, in 64 bits.
            b"ds64" => large = input.bytes(start + 8).map(u64::from_le_bytes),
            b"data" => {
                // Players need both before the samples.
                let format = format.filter(|_| !is_large || large.is_some()).ok_or(NotAudio::Codec)?;
                let stated = large.filter(|_| size == u32::MAX).filter(|size| *size > 0);
                let size = stated.unwrap_or(if UNKNOWN.contains(&size) { u64::MAX } else { size.into() });
                let size = size.min(input.length().saturating_sub(start));
                return if format.tag == MP3 && !is_large {
                    mp3(input, start..start + size)
                } else {
                    let duration = format.duration(size)?;
                    // Not A-law and µ-law, which are no samples before they are decoded.
                    if matches!(format.tag, PCM | FLOAT) {
                        pcm::measure(input, start..start + size, format.bits, format.tag == FLOAT, peaks);
                    }
                    Ok(Sound::Samples(duration))
                };
            }
            _ => {}
        }
        // Chunks begin at even positions.
        position = start + u64::from(size) + u64::from(size & 1);
    }
    Err(NotAudio::Silent)
}

fn mp3(input: &Input, data: Range<u64>) -> Result<Sound, NotAudio> {
    let size = data.end.saturating_sub(data.start);
    match size {
        0 => Err(NotAudio::Silent),
        _ if mpeg::begins_with_mp3(&input.up_to(data.start, size.min(TWO_FRAMES))) => Ok(Sound::Mp3(data)),
        _ => Err(NotAudio::Codec),
    }
}

/// The chunk `fmt `.
struct Format {
    tag: u16,
    channels: u16,
    rate: u32,
    /// The bytes of a sample of all channels, as the file states them.
    frame: u16,
    /// The bits that a sample takes.
    bits: u16,
}

impl Format {
    fn read(input: &Input, start: u64, size: u32) -> Result<Self, NotAudio> {
        let head = input.bytes::<16>(start).ok_or(NotAudio::Silent)?;
        let [
            tag_0,
            tag_1,
            channels_0,
            channels_1,
            rate_0,
            rate_1,
            rate_2,
            rate_3,
            _,
            _,
            _,
            _,
            frame_0,
            frame_1,
            bits_0,
            bits_1,
        ] = head;
        let mut tag = u16::from_le_bytes([tag_0, tag_1]);
        let bits = u16::from_le_bytes([bits_0, bits_1]);
        if tag == 0xfffe && size >= 40 {
            // WAVE_FORMAT_EXTENSIBLE: the tag is at the beginning of a GUID. The bits in use may be fewer.
            let more = input.bytes::<24>(start + 16).ok_or(NotAudio::Silent)?;
            let [_, _, valid_0, valid_1, _, _, _, _, tag_0, tag_1, guid @ ..] = more;
            let valid = u16::from_le_bytes([valid_0, valid_1]);
            // Chromium does not play 24 bits in 32.
            let is_played = guid == TAGGED && (bits < 32 || valid == 0 || valid == bits);
            // It is not known whether browsers play MP3 in this form.
            let inner = u16::from_le_bytes([tag_0, tag_1]);
            tag = if is_played && inner != MP3 { inner } else { 0 };
        }
        let channels = u16::from_le_bytes([channels_0, channels_1]);
        let (rate, frame) =
            (u32::from_le_bytes([rate_0, rate_1, rate_2, rate_3]), u16::from_le_bytes([frame_0, frame_1]));
        Ok(Self { tag, channels, rate, frame, bits })
    }

    /// Returns how long so many bytes of samples play.
    fn duration(&self, bytes: u64) -> Result<Duration, NotAudio> {
        let is_pcm = match self.tag {
            PCM => matches!(self.bits, 8 | 16 | 24 | 32),
            FLOAT => self.bits == 32,
            // A-law and µ-law.
            6 | 7 => self.bits == 8,
            _ => false,
        };
        let frame = u64::from(self.channels) * u64::from(self.bits / 8);
        if !is_pcm
            || u64::from(self.frame) != frame
            || !CHANNELS.contains(&self.channels)
            || !RATES.contains(&self.rate)
        {
            return Err(NotAudio::Codec);
        }
        Ok(ticks((bytes / frame).into(), 1, self.rate))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::view::tests::input;
    use super::*;

    fn chunk(name: &[u8], body: &[u8], size: u32) -> Vec<u8> {
        [name, &size.to_le_bytes(), body].concat()
    }

    fn sized(name: &[u8], body: &[u8]) -> Vec<u8> {
        chunk(name, body, u32::try_from(body.len()).unwrap())
    }

    fn format(tag: u16, channels: u16, bits: u16) -> Vec<u8> {
        let frame = channels * (bits / 8);
        let bytes = [&tag.to_le_bytes()[..], &channels.to_le_bytes(), &8_000_u32.to_le_bytes()].concat();
        sized(b"fmt ", &[&bytes[..], &[0; 4], &frame.to_le_bytes(), &bits.to_le_bytes()].concat())
    }

    fn extensible(valid: u16, bits: u16) -> Vec<u8> {
        let plain = &format(0xfffe, 1, bits)[8..];
        sized(b"fmt ", &[plain, &[22, 0], &valid.to_le_bytes(), &[4, 0, 0, 0, 1, 0], &TAGGED].concat())
    }

    fn file(first: &[u8], riff: u32, chunks: &[Vec<u8>]) -> Vec<u8> {
        [&chunk(first, b"WAVE", riff)[..], &chunks.concat()].concat()
    }

    /// A chunk `data` of MP3 frames of 96 bytes and 24 ms.
    fn mp3_data(frames: usize) -> Vec<u8> {
        sized(b"data", &[&[0xff, 0xfb, 0x14, 0xc4][..], &[0; 92]].concat().repeat(frames))
    }

    fn sound_of(input: &Input) -> Result<Sound, NotAudio> {
        sound(input, &mut Peaks::unwanted())
    }

    const SECOND: Result<Sound, NotAudio> = Ok(Sound::Samples(Duration::from_secs(1)));

    #[test]
    fn wrong_chunk_sizes_do_not_change_duration() {
        for riff in [0, 4, 4_088, 16_000, 16_036, 0x7fff_ffff, u32::MAX] {
            for data in [0, 16_000, 16_044, 0x7fff_ffff, u32::MAX] {
                let bytes = file(b"RIFF", riff, &[format(1, 1, 16), chunk(b"data", &[1; 16_000], data)]);
                assert_eq!(sound_of(&input(&bytes)), SECOND, "{riff}, {data}");
            }
        }
    }

    #[test]
    fn size_of_the_samples_leaves_out_what_follows() {
        let list = sized(b"LIST", b"INFOINAM\x03\0\0\0abcIART\x03\0\0\0de\0");
        let chunks =
            [list.clone(), format(1, 1, 16), sized(b"junk", b"abc"), vec![0], sized(b"data", &[1; 16_000]), list];
        assert_eq!(sound_of(&input(&file(b"RIFF", 0, &chunks))), SECOND);
    }

    #[test]
    fn large_files_have_their_sizes_in_64_bits() {
        for (first, size) in [(b"RF64", 16_000_u64), (b"BW64", 16_000), (b"RF64", 0), (b"RF64", u64::MAX)] {
            let large = sized(b"ds64", &[[0; 8], size.to_le_bytes(), [0; 8]].concat());
            let data = chunk(b"data", &[1; 16_000], u32::MAX);
            let rest = if size == 16_000 { vec![1; 50] } else { Vec::new() };
            let bytes = file(first, u32::MAX, &[large, format(1, 1, 16), data, rest]);
            assert_eq!(sound_of(&input(&bytes)), SECOND, "{size}");
        }
    }

    #[test]
    fn formats_are_those_that_browsers_play() {
        for (head, is_played) in [
            (format(1, 1, 8), true),
            (format(1, 8, 24), true),
            (format(1, 1, 32), true),
            (format(3, 2, 32), true),
            (format(6, 1, 8), true),
            (format(7, 1, 8), true),
            (format(MP3, 1, 8), false),
            (extensible(20, 24), true),
            (extensible(32, 32), true),
            (extensible(24, 32), false),
            (format(3, 1, 64), false),
            (format(1, 1, 12), false),
            (format(1, 0, 16), false),
            (format(2, 1, 4), false),
            (format(0x11, 1, 4), false),
        ] {
            let bytes = file(b"RIFF", 0, &[head.clone(), sized(b"data", &[1; 16_000])]);
            assert_eq!(sound_of(&input(&bytes)).is_ok(), is_played, "{head:?}");
        }
    }

    #[test]
    fn mp3_is_found_by_its_frames() {
        // What `fmt ` and `fact` state is wrong.
        let head = [format(MP3, 0, 0), sized(b"fact", &[0xff; 4])].concat();
        let whole = file(b"RIFF", 0, &[head.clone(), mp3_data(3), sized(b"LIST", b"abcd")]);
        let at = 12 + head.len() + 8;
        let start = at as u64;
        assert_eq!(sound_of(&input(&whole)), Ok(Sound::Mp3(start..start + 3 * 96)));
        // The size of the samples is unknown, and the last frame is cut.
        let mut cut = file(b"RIFF", 0, &[head.clone(), mp3_data(3)]);
        cut.truncate(cut.len() - 50);
        cut[at - 4..at].fill(0);
        assert_eq!(sound_of(&input(&cut)), Ok(Sound::Mp3(start..cut.len() as u64)));
    }

    #[test]
    fn mp3_tag_without_mp3_frames_is_refused() {
        let layer_2 = [&[0xff, 0xfd, 0x14, 0xc4][..], &[0; 92]].concat().repeat(3);
        for (data, reason) in [
            (&[1; 1_000][..], NotAudio::Codec),
            (&layer_2, NotAudio::Codec),
            (b"ID3\x04\0\0\0\0\0\0", NotAudio::Codec),
            (&[], NotAudio::Silent),
        ] {
            let bytes = file(b"RIFF", 0, &[format(MP3, 1, 0), sized(b"data", data)]);
            assert_eq!(sound_of(&input(&bytes)), Err(reason), "{data:?}");
        }
        let large = file(b"RF64", 0, &[sized(b"ds64", &[0; 24]), format(MP3, 1, 0), mp3_data(3)]);
        assert_eq!(sound_of(&input(&large)), Err(NotAudio::Codec));
    }

    proptest! {
        #[test]
        fn duration_is_never_longer_than_the_file(mut bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0_usize..60, value: u8) {
            let mut whole = file(b"RF64", 0, &[sized(b"ds64", &[0; 24]), format(1, 1, 16), sized(b"data", &bytes)]);
            whole[at] = value;
            for bytes in [&mut whole, &mut bytes] {
                if let Ok(Sound::Samples(duration)) = sound_of(&input(bytes)) {
                    // One byte a sample, and 3,000 of them a second.
                    prop_assert!(duration <= Duration::from_millis(bytes.len() as u64));
                }
            }
        }
    }
}
