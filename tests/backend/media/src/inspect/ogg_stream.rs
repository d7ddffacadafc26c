//! The headers of a stream in Ogg: Vorbis I (A.2), Opus (RFC 7845) and FLAC (RFC 9639, 10.1).

use symphonia::core::codecs::audio::AudioCodecParameters;
use symphonia::core::codecs::audio::well_known::{CODEC_ID_FLAC, CODEC_ID_OPUS, CODEC_ID_VORBIS};

use super::format::{Container, Foreign};
use super::opus;
use super::sound::SoundCheck;
use super::verdict::NotAudio;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Codec {
    Vorbis,
    Opus,
    Flac,
}

/// A stream, as its headers describe it.
pub(super) struct Stream {
    pub(super) codec: Codec,
    /// Samples a second.
    pub(super) rate: u32,
    pub(super) channels: u8,
    /// The most samples that a packet has.
    pub(super) longest_packet: u64,
    /// The samples at the beginning that are not played.
    pub(super) skipped: u64,
    /// What a decoder needs, up to now.
    headers: Vec<u8>,
    /// `None` until all headers were read.
    pub(super) check: Option<SoundCheck>,
}

impl Stream {
    /// Reads the first packet of a stream.
    ///
    /// # Errors
    /// [`NotAudio::Codec`] or [`NotAudio::Foreign`] if browsers do not play its codec.
    pub(super) fn identify(packet: &[u8]) -> Result<Self, NotAudio> {
        let stream = |codec, rate, channels, longest_packet: u64, skipped: u16, headers: &[u8]| {
            let skipped = skipped.into();
            Self { codec, rate, channels, longest_packet, skipped, headers: headers.to_vec(), check: None }
        };
        let found = match packet {
            [1, b'v', b'o', b'r', b'b', b'i', b's', _, _, _, _, channels, a, b, c, d, rest @ ..] => {
                // A packet has a quarter of its block and of the one before. The larger size is in the upper bits.
                let longest = 1 << (rest.get(12).ok_or(NotAudio::Codec)? >> 4) >> 1;
                stream(Codec::Vorbis, u32::from_le_bytes([*a, *b, *c, *d]), *channels, longest, 0, packet)
            }
            [b'O', b'p', b'u', b's', b'H', b'e', b'a', b'd', _, channels, a, b, _, _, _, _, _, _, _, ..] => {
                stream(Codec::Opus, 48_000, *channels, opus::LONGEST.into(), u16::from_le_bytes([*a, *b]), packet)
            }
            [0x7f, b'F', b'L', b'A', b'C', ..] => {
                // Versions, the number of headers, "fLaC", and the head of the block come before STREAMINFO.
                let info = packet.get(17..51).ok_or(NotAudio::Codec)?;
                let [_, _, block_a, block_b, _, _, _, _, _, _, a, b, c, ..] = info else { return Err(NotAudio::Codec) };
                let rate = u32::from_be_bytes([0, *a, *b, *c]) >> 4;
                // The number of channels, without one, is after the 20 bits of the rate.
                let channels = (c >> 1 & 0b111) + 1;
                stream(Codec::Flac, rate, channels, u16::from_be_bytes([*block_a, *block_b]).into(), 0, info)
            }
            [b'S', b'p', b'e', b'e', b'x', ..] => return Err(Foreign::Speex.into()),
            _ => return Err(NotAudio::Codec),
        };
        if found.rate == 0 { Err(NotAudio::Codec) } else { Ok(found) }
    }

    /// Whether the next packet is sound, and no header. Comments are not read.
    ///
    /// # Errors
    /// [`NotAudio::Codec`] if there is no decoder for a stream with such headers.
    pub(super) fn is_sound(&mut self, packet: &[u8]) -> Result<bool, NotAudio> {
        match (self.codec, packet) {
            (Codec::Vorbis, [5, b'v', b'o', b'r', b'b', b'i', b's', ..]) if self.check.is_none() => {
                self.headers.extend(packet);
                self.start_check().map(|()| false)
            }
            // The lowest bit marks a header.
            (Codec::Vorbis, [first, ..]) => Ok(first & 1 == 0 && self.check.is_some()),
            (Codec::Opus, _) if self.check.is_none() => self.start_check().map(|()| false),
            (Codec::Opus, [_, ..]) => Ok(true),
            (Codec::Flac, [0xff, ..]) => {
                if self.check.is_none() {
                    self.start_check()?;
                }
                Ok(true)
            }
            (Codec::Flac, _) | (_, []) => Ok(false),
        }
    }

    /// Whether players continue with the next stream of a chain: it has the same codec, rate and channels.
    pub(super) fn continues_with(&self, next: &Self) -> bool {
        (self.codec, self.rate, self.channels) == (next.codec, next.rate, next.channels)
    }

    fn start_check(&mut self) -> Result<(), NotAudio> {
        let mut parameters = AudioCodecParameters::new();
        parameters.for_codec(match self.codec {
            Codec::Vorbis => CODEC_ID_VORBIS,
            Codec::Opus => CODEC_ID_OPUS,
            Codec::Flac => CODEC_ID_FLAC,
        });
        let headers = std::mem::take(&mut self.headers).into_boxed_slice();
        parameters.with_sample_rate(self.rate).with_extra_data(headers);
        self.check = Some(SoundCheck::new(Container::Ogg, &parameters)?);
        Ok(())
    }
}
