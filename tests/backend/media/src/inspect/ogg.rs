//! Ogg (RFC 3533) with Vorbis, Opus or FLAC. Files can be chained: one stream after another, as radio stations record.
//!
//! A stream plays for as long as the positions (granules) of its pages say, but hardly longer than its packets can.
//! Checksums are not verified, because players do not stop at a damaged page.

use std::io::Read;
use std::time::Duration;

use symphonia::core::packet::Packet;

use super::ogg_stream::Stream;
use super::peaks::Peaks;
use super::sound::SoundCheck;
use super::verdict::{NotAudio, ticks};

const SIGNATURE: u32 = u32::from_be_bytes(*b"OggS");
/// The longest packet that is kept. Comments can be longer, with pictures.
const LONGEST_PACKET: usize = 1 << 20;
/// How many seconds may be missing between two pages.
const LONGEST_GAP: u64 = 10;
const CONTINUED: u8 = 1;
const FIRST: u8 = 2;

/// Returns how long the streams play.
///
/// # Errors
/// [`NotAudio`], if there is no stream with a codec that browsers play, or the first sound of one cannot be decoded.
pub(super) fn duration(mut file: impl Read, peaks: &mut Peaks) -> Result<Duration, NotAudio> {
    let (mut played, mut current, mut refused) = (Duration::ZERO, None::<Link>, None);
    while let Some(page) = Page::read(&mut file) {
        if page.flags & FIRST != 0 {
            // Streams that begin together play together: the first one counts.
            if current.as_ref().is_none_or(|link| link.has_begun) {
                match Stream::identify(&page.body) {
                    // Most players stop at another codec, rate or number of channels.
                    Ok(next) if current.as_ref().is_some_and(|link| !link.stream.continues_with(&next)) => break,
                    Ok(stream) => {
                        let ended = current.replace(Link::new(page.serial, stream));
                        let more = ended.map(Link::duration).transpose()?.unwrap_or_default();
                        played = played.saturating_add(more);
                    }
                    Err(reason) => refused = refused.or(Some(reason)),
                }
            }
        } else if let Some(link) = current.as_mut().filter(|link| link.serial == page.serial) {
            link.read(&page, peaks)?;
        }
    }
    match (current, refused) {
        (Some(link), _) => Ok(played.saturating_add(link.duration()?)),
        (None, refused) => Err(refused.unwrap_or(NotAudio::Silent)),
    }
}

struct Page {
    flags: u8,
    /// The position at the end of the last packet that ends in this page.
    granule: Option<u64>,
    serial: u32,
    /// The lengths of the segments.
    segments: Vec<u8>,
    body: Vec<u8>,
}

impl Page {
    /// Reads the next page, after bytes that are none.
    fn read(file: &mut impl Read) -> Option<Self> {
        let mut last = 0;
        while last != SIGNATURE {
            let [byte] = bytes(file)?;
            last = last << 8 | u32::from(byte);
        }
        let [_, flags] = bytes(file)?;
        let granule = u64::try_from(i64::from_le_bytes(bytes(file)?)).ok();
        let serial = u32::from_le_bytes(bytes(file)?);
        let [.., count] = bytes::<9>(file)?;
        let mut segments = vec![0; count.into()];
        file.read_exact(&mut segments).ok()?;
        let mut body = vec![0; segments.iter().copied().map(usize::from).sum()];
        file.read_exact(&mut body).ok()?;
        Some(Self { flags, granule, serial, segments, body })
    }

    /// The pieces of packets, each with whether the packet ends there.
    fn pieces(&self) -> impl Iterator<Item = (&[u8], bool)> {
        let mut body = self.body.as_slice();
        self.segments.chunk_by(|before, _| *before == 255).map(move |segments| {
            let length = segments.iter().copied().map(usize::from).sum();
            let (piece, rest) = body.split_at_checked(length).unwrap_or_default();
            body = rest;
            (piece, segments.last().is_some_and(|last| *last < 255))
        })
    }
}

fn bytes<const N: usize>(file: &mut impl Read) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    file.read_exact(&mut bytes).ok().map(|()| bytes)
}

/// A stream of a chain.
struct Link {
    serial: u32,
    stream: Stream,
    /// Whether a page with a packet after the first one was read.
    has_begun: bool,
    /// The packet that has not ended yet. `None` if its beginning is missing.
    partial: Option<Vec<u8>>,
    /// How many packets of sound were read since the last position.
    packets: u64,
    /// The last position.
    position: Option<u64>,
    /// The samples up to it.
    samples: u64,
}

impl Link {
    fn new(serial: u32, stream: Stream) -> Self {
        Self { serial, stream, has_begun: false, partial: None, packets: 0, position: None, samples: 0 }
    }

    fn read(&mut self, page: &Page, peaks: &mut Peaks) -> Result<(), NotAudio> {
        self.has_begun = true;
        if page.flags & CONTINUED == 0 {
            self.partial = Some(Vec::new());
        }
        for (piece, is_end) in page.pieces() {
            if let Some(packet) = &mut self.partial {
                let room = LONGEST_PACKET.saturating_sub(packet.len()).min(piece.len());
                packet.extend(piece.get(..room).unwrap_or_default());
            }
            if is_end && let Some(packet) = self.partial.replace(Vec::new()) {
                self.packet(packet, peaks)?;
            }
        }
        if let Some(granule) = page.granule.filter(|_| self.packets > 0) {
            let longest = self.packets.saturating_mul(self.stream.longest_packet);
            // A recording of a station does not begin at 0.
            let (begin, gap) = self.position.map_or((0, 0), |begin| (begin, LONGEST_GAP * u64::from(self.stream.rate)));
            let samples = granule.saturating_sub(begin).min(longest.saturating_add(gap));
            self.samples = self.samples.saturating_add(samples);
            (self.position, self.packets) = (Some(granule), 0);
        }
        Ok(())
    }

    fn packet(&mut self, packet: Vec<u8>, peaks: &mut Peaks) -> Result<(), NotAudio> {
        if !self.stream.is_sound(&packet)? {
            return Ok(());
        }
        self.packets += 1;
        match &mut self.stream.check {
            Some(check) => check.listen(&Packet::new(0, 0.into(), 0_u32.into(), packet), peaks),
            None => Ok(()),
        }
    }

    fn duration(self) -> Result<Duration, NotAudio> {
        if !self.stream.check.as_ref().is_some_and(SoundCheck::is_audible) {
            return Err(NotAudio::Silent);
        }
        let played = self.samples.saturating_sub(self.stream.skipped);
        Ok(ticks(played.into(), 1, self.stream.rate))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::format::Foreign;
    use super::*;

    const SECOND: i64 = 48_000;

    fn page(flags: u8, serial: u32, granule: i64, packets: &[&[u8]]) -> Vec<u8> {
        let lengths = packets.iter().flat_map(|packet| {
            let rest = u8::try_from(packet.len() % 255).unwrap();
            std::iter::repeat_n(255, packet.len() / 255).chain([rest])
        });
        let lengths: Vec<u8> = lengths.collect();
        let count = u8::try_from(lengths.len()).unwrap();
        [b"OggS\0", &[flags][..], &granule.to_le_bytes(), &serial.to_le_bytes(), &[0; 8], &[count], &lengths]
            .into_iter()
            .chain(packets.iter().copied())
            .collect::<Vec<_>>()
            .concat()
    }

    /// The first header of Opus, with 480 samples to skip.
    fn head(serial: u32) -> Vec<u8> {
        page(FIRST, serial, 0, &[b"OpusHead\x01\x01\xe0\x01\0\0\0\0\0\0\0"])
    }

    /// Comments, which are damaged.
    fn comments(serial: u32) -> Vec<u8> {
        page(0, serial, 0, &[&b"OpusTags\xff\xff\xff\xff".repeat(40)])
    }

    fn headers(serial: u32) -> Vec<u8> {
        [head(serial), comments(serial)].concat()
    }

    /// Packets of 20 ms that end at this position.
    fn sound(serial: u32, granule: i64) -> Vec<u8> {
        page(0, serial, granule, &[&[0x78_u8, 1, 2, 3][..]; 50])
    }

    fn millis(file: &[Vec<u8>]) -> Result<u128, NotAudio> {
        duration(file.concat().as_slice(), &mut Peaks::unwanted()).map(|duration| duration.as_millis())
    }

    #[test]
    fn chained_streams_are_added() {
        let stream = |serial| [headers(serial), sound(serial, SECOND), sound(serial, 2 * SECOND + 480)];
        assert_eq!(millis(&stream(1)), Ok(2_000));
        assert_eq!(millis(&[stream(1), stream(2), stream(1)].concat()), Ok(6_000));
    }

    #[test]
    fn stream_with_other_channels_is_not_added() {
        let stereo = page(FIRST, 2, 0, &[b"OpusHead\x01\x02\xe0\x01\0\0\0\0\0\0\0"]);
        let second = [stereo, comments(2), sound(2, SECOND + 480)];
        assert_eq!(millis(&[headers(1), sound(1, SECOND + 480), second.concat()]), Ok(1_000));
    }

    #[test]
    fn stream_continues_with_same_codec_rate_and_channels() {
        let vorbis = |channels: u8, rate: u32| {
            let head = [&b"\x01vorbis\0\0\0\0"[..], &[channels], &rate.to_le_bytes(), &[0; 12], &[0xb8, 1]].concat();
            Stream::identify(&head).unwrap()
        };
        // STREAMINFO with 48 kHz, and this number of channels of 16 bits.
        let flac = |channels: u8| {
            let info =
                [&[16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0b, 0xb8, (channels - 1) << 1, 0xf0][..], &[0; 20]].concat();
            Stream::identify(&[&b"\x7fFLAC\x01\0\0\x01fLaC\0\0\0\x22"[..], &info].concat()).unwrap()
        };
        assert!(vorbis(2, 48_000).continues_with(&vorbis(2, 48_000)) && flac(2).continues_with(&flac(2)));
        for next in [vorbis(1, 48_000), vorbis(2, 44_100), flac(2)] {
            assert!(!vorbis(2, 48_000).continues_with(&next));
        }
        assert_eq!((flac(2).channels, flac(2).rate), (2, 48_000));
        assert!(!flac(2).continues_with(&flac(1)));
    }

    #[test]
    fn streams_beside_each_other_count_once() {
        let unknown = page(FIRST, 8, 0, &[b"fishead\0"]);
        let heads = [unknown, head(1), head(9), comments(1), comments(9)].concat();
        let file = [heads, sound(9, 30 * SECOND), sound(1, SECOND + 480)];
        assert_eq!(millis(&file), Ok(1_000));
        assert_eq!(millis(&[page(FIRST, 1, 0, &[b"Speex   1.2"])]), Err(Foreign::Speex.into()));
    }

    #[test]
    fn positions_are_believed_within_limits() {
        // A recording that does not begin at 0; a page that is missing; a position of a year.
        assert_eq!(millis(&[headers(1), sound(1, 90 * SECOND), sound(1, 91 * SECOND)]), Ok(6_990));
        assert_eq!(millis(&[headers(1), sound(1, SECOND), sound(1, 4 * SECOND)]), Ok(3_990));
        assert_eq!(millis(&[headers(1), sound(1, SECOND), sound(1, i64::MAX)]), Ok(16_990));
        assert_eq!(millis(&[headers(1), sound(1, SECOND), sound(1, -1)]), Ok(990));
    }

    #[test]
    fn damaged_pages_are_skipped() {
        let mut cut = sound(1, 2 * SECOND);
        cut.truncate(100);
        assert_eq!(millis(&[headers(1), b"Ogg".to_vec(), sound(1, SECOND), cut]), Ok(990));
        assert_eq!(millis(&[headers(1), page(0, 1, SECOND, &[&[0x7b_u8][..]; 50])]), Err(NotAudio::Silent));
        assert_eq!(millis(&[headers(1)]), Err(NotAudio::Silent));
    }

    proptest! {
        #[test]
        fn any_bytes_play_for_limited_time(at in 0_usize..700, value: u8, cut in 0_usize..1_000) {
            let mut file = [headers(1), sound(1, SECOND), headers(2), sound(2, SECOND)].concat();
            file.truncate(cut);
            if let Some(byte) = file.get_mut(at) {
                *byte = value;
            }
            if let Ok(duration) = duration(file.as_slice(), &mut Peaks::unwanted()) {
                prop_assert!(duration <= Duration::from_secs(30));
            }
        }
    }
}
