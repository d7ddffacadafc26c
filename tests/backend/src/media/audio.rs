//! What a file is: by its bytes, whatever its name and its sender say.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioCodecParameters, AudioDecoderOptions};
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::well_known as formats;
use symphonia::core::formats::{FormatId, FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSource, MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;
use symphonia::core::units::TimeBase;
use symphonia::default::{get_codecs, get_probe};

use super::MediaError;
use super::cid::{Name, RunningName};

/// How many packets may be damaged before the first that plays.
const DAMAGED_AT_START: usize = 16;
/// How many packets may have nothing in them.
const EMPTY_AT_MOST: u32 = 1_000;
const LONGEST: Duration = Duration::from_hours(48);
const CHUNK: usize = 64 << 10;

/// A file that is audio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audio {
    /// Its name: a CID of version 1, raw, SHA-256, base32.
    pub cid: String,
    /// What it is served as: by its container, so that no browser ever runs it.
    pub mime_type: &'static str,
    /// Bytes.
    pub size: u64,
    /// How long it plays, in milliseconds: the sum of its packets, not what its header claims.
    pub duration_ms: i64,
}

/// Milliseconds as seconds, as a JSON number that reads back as it was written.
pub(crate) fn seconds(millis: i64) -> f64 {
    f64::from(u32::try_from(millis).unwrap_or(u32::MAX)) / 1000.0
}

/// Why a file is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAudio {
    /// No container that we know.
    #[error("the file is none of WAV, MP3, FLAC, Ogg (Vorbis or Opus), AAC and M4A")]
    Unrecognised,
    /// A container without audio, or with audio that nothing plays.
    #[error("the file's audio is in a format that is not supported")]
    Codec,
    /// Nothing in it can be played.
    #[error("there is no sound in the file")]
    Silent,
    /// It says that it plays for more than two days.
    #[error("the file plays for more than 48 hours")]
    TooLong,
    /// It took too long to read, or broke its reader.
    #[error("the file is damaged and can't be read")]
    Unreadable,
}

/// Reads the whole file: as audio and, unless that is known, for its name. Ends soon after `stop` is set.
pub(super) fn read(path: &Path, name: Option<Name>, stop: &Arc<AtomicBool>) -> Result<Audio, MediaError> {
    let failed = |error| MediaError::Folder { path: path.to_owned(), error };
    let open = || Ok(Stoppable { file: File::open(path)?, stop: Arc::clone(stop) });
    let (mime_type, duration) = recognise(open().map_err(failed)?)?;
    let Name { cid, size } = match name {
        Some(name) => name,
        None => open().and_then(name_of).map_err(failed)?,
    };
    let duration_ms = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    Ok(Audio { cid, mime_type, size, duration_ms })
}

fn recognise(file: Stoppable) -> Result<(&'static str, Duration), NotAudio> {
    let stop = Arc::clone(&file.stop);
    let stream = MediaSourceStream::new(Box::new(file), MediaSourceStreamOptions::default());
    // Without a hint: a file's name may be anything.
    let reader = get_probe().probe(&Hint::new(), stream, FormatOptions::default(), MetadataOptions::default());
    let mut reader = reader.map_err(|_| NotAudio::Unrecognised)?;
    let mime_type = mime_type(reader.format_info().format)?;
    let track = reader.default_track(TrackType::Audio).ok_or(NotAudio::Codec)?;
    let (track_id, time_base) = (track.id, track.time_base.ok_or(NotAudio::Silent)?);
    let Some(CodecParameters::Audio(parameters)) = track.codec_params.clone() else { return Err(NotAudio::Codec) };

    let mut packets = Packets { reader: &mut *reader, track_id, empty_left: EMPTY_AT_MOST, stop: &stop };
    let heard = first_sound(&mut packets, &parameters)?;
    let ticks = packets.try_fold(heard, |sum, packet| Ok::<_, NotAudio>(sum + u128::from(packet?.dur.get())))?;
    match length(ticks, time_base) {
        Duration::ZERO => Err(NotAudio::Silent),
        duration if duration > LONGEST => Err(NotAudio::TooLong),
        duration => Ok((mime_type, duration)),
    }
}

/// What browsers play, and no more.
fn mime_type(format: FormatId) -> Result<&'static str, NotAudio> {
    match format {
        formats::FORMAT_ID_WAVE => Ok("audio/wav"),
        formats::FORMAT_ID_MP3 => Ok("audio/mpeg"),
        formats::FORMAT_ID_FLAC => Ok("audio/flac"),
        formats::FORMAT_ID_OGG => Ok("audio/ogg"),
        formats::FORMAT_ID_ISOMP4 => Ok("audio/mp4"),
        formats::FORMAT_ID_ADTS => Ok("audio/aac"),
        _ => Err(NotAudio::Unrecognised),
    }
}

/// The ticks up to the end of the first packet that can be decoded: a container's signature alone proves nothing, and bytes by chance look
/// like the beginning of an MP3's frame.
fn first_sound(packets: &mut Packets<'_>, parameters: &AudioCodecParameters) -> Result<u128, NotAudio> {
    if parameters.codec == CODEC_ID_OPUS {
        // Read as far as its packets' headers; there is no decoder.
        return Ok(0);
    }
    let decoder = get_codecs().make_audio_decoder(parameters, &AudioDecoderOptions::default());
    let mut decoder = decoder.map_err(|_| NotAudio::Codec)?;
    let mut ticks = 0;
    for packet in packets.take(DAMAGED_AT_START) {
        let packet = packet?;
        ticks += u128::from(packet.dur.get());
        if decoder.decode(&packet).is_ok_and(|sound| sound.frames() > 0) {
            return Ok(ticks);
        }
    }
    Err(NotAudio::Silent)
}

/// The packets of one track, up to the first that can't be read: what has been cut off is missing, and the rest plays.
struct Packets<'a> {
    reader: &'a mut dyn FormatReader,
    track_id: u32,
    /// How many may be empty: some formats have such for silence. A header can claim billions.
    empty_left: u32,
    stop: &'a AtomicBool,
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
            if self.stop.load(Ordering::Relaxed) {
                return Some(Err(NotAudio::Unreadable));
            }
            match packet {
                Ok(Some(packet)) if packet.track_id == self.track_id => return Some(Ok(packet)),
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

fn length(ticks: u128, base: TimeBase) -> Duration {
    let millis = ticks.saturating_mul(u128::from(base.numer.get())).saturating_mul(1000) / u128::from(base.denom.get());
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
}

fn name_of(mut file: Stoppable) -> io::Result<Name> {
    let (mut name, mut buffer) = (RunningName::default(), vec![0; CHUNK]);
    loop {
        let count = file.read(&mut buffer)?;
        let Some(bytes) = buffer.get(..count).filter(|bytes| !bytes.is_empty()) else { return Ok(name.finish()) };
        name.update(bytes);
    }
}

/// A file that can't be read any more once somebody has said stop.
struct Stoppable {
    file: File,
    stop: Arc<AtomicBool>,
}

impl Read for Stoppable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Not `Interrupted`: that is tried again.
        if self.stop.load(Ordering::Relaxed) { Err(io::ErrorKind::TimedOut.into()) } else { self.file.read(buffer) }
    }
}

impl Seek for Stoppable {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl MediaSource for Stoppable {
    fn is_seekable(&self) -> bool {
        true
    }

    fn byte_len(&self) -> Option<u64> {
        self.file.byte_len()
    }
}
