//! The packets of a file, read by a decoder's library, and how long they play.

use std::time::Duration;

use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::errors::{Result as ReaderResult, unsupported_error};
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::packet::Packet;
use symphonia::core::units::TimeBase;
use symphonia::default::formats::{AdtsReader, FlacReader, IsoMp4Reader, MkvReader, MpaReader};

use super::format::Container;
use super::opus;
use super::peaks::Peaks;
use super::sound::SoundCheck;
use super::verdict::{NotAudio, ticks};
use super::view::View;

/// How many packets may be empty.
const EMPTY_AT_MOST: u32 = 1_000;

/// The audio of a file.
pub(super) struct Audio {
    pub(super) track_id: u32,
    /// How long all packets play.
    pub(super) duration: Duration,
    /// The length of a tick.
    pub(super) base: TimeBase,
}

/// Reads all packets.
///
/// # Errors
/// [`NotAudio`], if browsers do not play the codec in this container, or the first sound cannot be decoded.
pub(super) fn read(view: View, container: Container, peaks: &mut Peaks) -> Result<Audio, NotAudio> {
    let mut reader = open(view, container).map_err(|_| NotAudio::Unreadable)?;
    let track = reader.default_track(TrackType::Audio).ok_or(NotAudio::Codec)?;
    let (track_id, base) = (track.id, track.time_base.ok_or(NotAudio::Silent)?);
    let Some(CodecParameters::Audio(parameters)) = track.codec_params.clone() else { return Err(NotAudio::Codec) };
    let mut check = SoundCheck::new(container, &parameters)?;

    let is_opus = parameters.codec == CODEC_ID_OPUS;
    let mut times = Times::default();
    for packet in (Packets { reader: &mut *reader, track_id, empty_left: EMPTY_AT_MOST }) {
        let packet = packet?;
        times.add(packet.pts.get(), if is_opus { opus_ticks(&packet, base) } else { packet.dur.get().into() });
        check.listen(&packet, peaks)?;
    }
    if !check.is_audible() {
        return Err(NotAudio::Silent);
    }
    let played = times.played();
    Ok(Audio { track_id, duration: ticks(played, base.numer.get(), base.denom.get()), base })
}

/// The times of packets, in ticks.
#[derive(Debug, Default)]
struct Times {
    /// When the first packet begins.
    start: Option<u128>,
    /// When the last one ends.
    end: u128,
    /// The lengths of all.
    sum: u128,
}

impl Times {
    fn add(&mut self, start: i64, length: u128) {
        let start = u128::try_from(start).unwrap_or_default();
        self.start.get_or_insert(start);
        self.end = self.end.max(start + length);
        self.sum += length;
    }

    /// Recorders state when a packet begins, and often a wrong length or none.
    fn played(&self) -> u128 {
        self.sum.max(self.end.saturating_sub(self.start.unwrap_or_default()))
    }
}

/// Returns how long a packet of Opus is, by its structure.
fn opus_ticks(packet: &Packet, base: TimeBase) -> u128 {
    let samples = u128::from(opus::samples(&packet.data).unwrap_or_default());
    samples * u128::from(base.denom.get()) / (48_000 * u128::from(base.numer.get()))
}

fn open(view: View, container: Container) -> ReaderResult<Box<dyn FormatReader>> {
    let stream = MediaSourceStream::new(Box::new(view), MediaSourceStreamOptions::default());
    let options = FormatOptions::default();
    Ok(match container {
        Container::Mp3 => Box::new(MpaReader::try_new(stream, options)?),
        Container::Aac => Box::new(AdtsReader::try_new(stream, options)?),
        Container::Flac => Box::new(FlacReader::try_new(stream, options)?),
        Container::Mp4 => Box::new(IsoMp4Reader::try_new(stream, options)?),
        Container::Webm => Box::new(MkvReader::try_new(stream, options)?),
        Container::Wav | Container::Ogg => return unsupported_error("no packets are read of these"),
    })
}

/// The packets of one track, up to the first that cannot be parsed. A truncated file plays up to there.
struct Packets<'a> {
    reader: &'a mut dyn FormatReader,
    track_id: u32,
    /// How many more may be empty. Some formats use them for silence, but a header can claim billions.
    empty_left: u32,
}

impl Iterator for Packets<'_> {
    type Item = Result<Packet, NotAudio>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let packet = self.reader.next_packet();
            let is_empty = matches!(&packet, Ok(Some(packet)) if packet.data.is_empty());
            let Some(empty_left) = self.empty_left.checked_sub(is_empty.into()) else {
                return Some(Err(NotAudio::Unreadable));
            };
            self.empty_left = empty_left;
            match packet {
                Ok(Some(packet)) if packet.track_id == self.track_id => return Some(Ok(packet)),
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duration_spans_first_to_last_packet() {
        for (packets, played) in [
            (&[(0, 0), (960, 0), (1_920, 960)][..], 2_880),
            (&[(0, 960), (0, 960)], 1_920),
            (&[(-312, 960), (648, 960)], 1_920),
            (&[(90_000, 960), (90_960, 960)], 1_920),
            (&[], 0),
        ] {
            let mut times = Times::default();
            for (start, length) in packets {
                times.add(*start, *length);
            }
            assert_eq!(times.played(), played, "{packets:?}");
        }
    }
}
