//! Detects the format of a file from its bytes. Its name and declared type are ignored.

use std::fs::File;
use std::io::{self, Read as _};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::well_known::CODEC_ID_OPUS;
use symphonia::core::codecs::audio::{AudioCodecParameters, AudioDecoderOptions};
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::well_known as formats;
use symphonia::core::formats::{FormatId, FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;
use symphonia::core::units::TimeBase;
use symphonia::default::{get_codecs, get_probe};

use super::cid::{ContentHasher, ContentName};

/// How many packets may be damaged before the first one that can be decoded.
const DAMAGED_AT_START: usize = 16;
/// How many packets may be empty.
const EMPTY_AT_MOST: u32 = 1_000;
const LONGEST: Duration = Duration::from_hours(48);
const CHUNK: usize = 64 << 10;

/// Converts milliseconds to seconds, as a JSON number that parses to the same value.
pub fn seconds(millis: i64) -> f64 {
    f64::from(u32::try_from(millis).unwrap_or(u32::MAX)) / 1000.0
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum NotAudio {
    /// An unknown container.
    #[error("the file is none of WAV, MP3, FLAC, Ogg (Vorbis or Opus), AAC and M4A")]
    Unrecognised,
    /// A container without audio, or with an unsupported codec.
    #[error("the file's audio is in a format that is not supported")]
    Codec,
    /// It contains nothing that can be played.
    #[error("there is no sound in the file")]
    Silent,
    /// It claims to be longer than two days.
    #[error("the file plays for more than 48 hours")]
    TooLong,
    /// Its decoder crashed or exceeded a limit.
    #[error("the file is damaged: it cannot be decoded")]
    Unreadable,
}

/// The verdict of a decoder about a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    Audio { format: Format, duration_ms: i64 },
    NotAudio(NotAudio),
}

/// The formats that browsers play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Format {
    Wav,
    Mp3,
    Flac,
    Ogg,
    M4a,
    Aac,
}

impl Format {
    fn of(container: FormatId) -> Result<Self, NotAudio> {
        match container {
            formats::FORMAT_ID_WAVE => Ok(Self::Wav),
            formats::FORMAT_ID_MP3 => Ok(Self::Mp3),
            formats::FORMAT_ID_FLAC => Ok(Self::Flac),
            formats::FORMAT_ID_OGG => Ok(Self::Ogg),
            formats::FORMAT_ID_ISOMP4 => Ok(Self::M4a),
            formats::FORMAT_ID_ADTS => Ok(Self::Aac),
            _ => Err(NotAudio::Unrecognised),
        }
    }

    pub(super) fn mime_type(self) -> &'static str {
        match self {
            Self::Wav => "audio/wav",
            Self::Mp3 => "audio/mpeg",
            Self::Flac => "audio/flac",
            Self::Ogg => "audio/ogg",
            Self::M4a => "audio/mp4",
            Self::Aac => "audio/aac",
        }
    }
}

/// Decodes the whole file as audio, in a decoder process, and returns the verdict as JSON.
pub(crate) fn verdict_of(file: File) -> io::Result<Vec<u8>> {
    let verdict = match recognise(file) {
        Ok((format, duration)) => {
            Verdict::Audio { format, duration_ms: i64::try_from(duration.as_millis()).unwrap_or(i64::MAX) }
        }
        Err(reason) => Verdict::NotAudio(reason),
    };
    Ok(serde_json::to_vec(&verdict)?)
}

impl Verdict {
    /// Parses a decoder's result. It may be anything, because the decoder has processed an untrusted file.
    pub(super) fn parse(answer: &[u8]) -> Self {
        let is_possible = |duration_ms| (1..=LONGEST.as_millis()).contains(&u128::from(duration_ms));
        match serde_json::from_slice(answer) {
            Ok(Self::Audio { format, duration_ms }) if u64::try_from(duration_ms).is_ok_and(is_possible) => {
                Self::Audio { format, duration_ms }
            }
            Ok(Self::NotAudio(reason)) => Self::NotAudio(reason),
            Ok(Self::Audio { .. }) | Err(_) => Self::NotAudio(NotAudio::Unreadable),
        }
    }
}

/// Returns the name and the size of a file.
pub(super) fn name_of(mut file: File) -> io::Result<ContentName> {
    let (mut name, mut buffer) = (ContentHasher::default(), vec![0; CHUNK]);
    loop {
        let count = file.read(&mut buffer)?;
        let Some(bytes) = buffer.get(..count).filter(|bytes| !bytes.is_empty()) else { return Ok(name.finish()) };
        name.update(bytes);
    }
}

fn recognise(file: File) -> Result<(Format, Duration), NotAudio> {
    let stream = MediaSourceStream::new(Box::new(file), MediaSourceStreamOptions::default());
    // Without a hint, because a file name proves nothing.
    let reader = get_probe().probe(&Hint::new(), stream, FormatOptions::default(), MetadataOptions::default());
    let mut reader = reader.map_err(|_| NotAudio::Unrecognised)?;
    let format = Format::of(reader.format_info().format)?;
    let track = reader.default_track(TrackType::Audio).ok_or(NotAudio::Codec)?;
    let (track_id, time_base) = (track.id, track.time_base.ok_or(NotAudio::Silent)?);
    let Some(CodecParameters::Audio(parameters)) = track.codec_params.clone() else { return Err(NotAudio::Codec) };

    let mut packets = Packets { reader: &mut *reader, track_id, empty_left: EMPTY_AT_MOST };
    let heard = first_sound(&mut packets, &parameters)?;
    let ticks = packets.try_fold(heard, |sum, packet| Ok::<_, NotAudio>(sum + u128::from(packet?.dur.get())))?;
    match length(ticks, time_base) {
        Duration::ZERO => Err(NotAudio::Silent),
        duration if duration > LONGEST => Err(NotAudio::TooLong),
        duration => Ok((format, duration)),
    }
}

/// Returns the ticks up to the end of the first packet that can be decoded. The signature of a container proves
/// nothing, and random bytes can look like the beginning of an MP3 frame.
fn first_sound(packets: &mut Packets<'_>, parameters: &AudioCodecParameters) -> Result<u128, NotAudio> {
    if parameters.codec == CODEC_ID_OPUS {
        // There is no decoder, so only the headers of its packets are parsed.
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

fn length(ticks: u128, base: TimeBase) -> Duration {
    let millis = ticks.saturating_mul(u128::from(base.numer.get())).saturating_mul(1000) / u128::from(base.denom.get());
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdict_survives_the_pipe() {
        for verdict in [Verdict::Audio { format: Format::M4a, duration_ms: 1_500 }, Verdict::NotAudio(NotAudio::Silent)]
        {
            assert_eq!(Verdict::parse(&serde_json::to_vec(&verdict).unwrap()), verdict);
        }
    }

    #[test]
    fn other_answers_are_not_audio() {
        for answer in [
            "",
            "{}",
            "null",
            r#"{"audio":{"format":"html","duration_ms":1}}"#,
            r#"{"audio":{"format":"mp3","duration_ms":0}}"#,
            r#"{"audio":{"format":"mp3","duration_ms":-1}}"#,
            r#"{"audio":{"format":"mp3","duration_ms":172800001}}"#,
            r#"{"not_audio":"silent"} {"audio":{"format":"mp3","duration_ms":1}}"#,
        ] {
            assert_eq!(Verdict::parse(answer.as_bytes()), Verdict::NotAudio(NotAudio::Unreadable), "{answer}");
        }
    }
}
