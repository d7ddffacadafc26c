//! Detects the format of a file from its bytes. Its name and declared type are ignored.
//!
//! | module | contents |
//! |---|---|
//! | `verdict` | the result |
//! | `format`, `signature` | the containers that browsers play, and other formats |
//! | `sound`, `opus`, `mpeg` | the codecs that browsers play, and the structure of their packets |
//! | `wav`, `ogg` with `ogg_stream` | containers that are read here |
//! | `flac`, `mp4`, `webm` | repairs of others, for a decoder: no tags, no wrong sizes |
//! | `peaks`, `pcm` | the peaks of a waveform; samples of WAV |
//! | `view` | a file with such repairs |
//! | `packets` | packets and durations, by a library |

mod flac;
mod format;
mod mp4;
mod mpeg;
mod ogg;
mod ogg_stream;
mod opus;
mod packets;
mod pcm;
mod peaks;
mod signature;
mod sound;
mod verdict;
mod view;
mod wav;
mod webm;

use std::fs::File;
use std::io::{self, BufReader, Read as _};
use std::time::Duration;

use self::format::Container;
use self::mp4::Movie;
use self::peaks::Peaks;
pub use self::verdict::NotAudio;
pub(crate) use self::verdict::Verdict;
use self::view::{Input, Piece};
use self::wav::Sound;
use super::cid::{ContentHasher, ContentName};

const CHUNK: usize = 64 << 10;

/// Converts milliseconds to seconds, as a JSON number that parses to the same value.
pub fn seconds(millis: i64) -> f64 {
    f64::from(u32::try_from(millis).unwrap_or(u32::MAX)) / 1000.0
}

/// Reads the whole file as audio, decodes its beginning, in a decoder process, and returns the verdict as JSON.
pub(crate) fn verdict_of(file: File) -> io::Result<Vec<u8>> {
    let verdict = match recognise(file, &mut Peaks::unwanted()) {
        Ok((container, duration)) => Verdict::of(container, duration),
        Err(reason) => Verdict::NotAudio(reason),
    };
    Ok(serde_json::to_vec(&verdict)?)
}

/// Decodes the whole file in a decoder process, and returns its peaks. Nothing if there is no decoder for it.
pub(crate) fn peaks_of(file: File) -> Vec<u8> {
    let mut peaks = Peaks::wanted();
    match recognise(file, &mut peaks) {
        Ok(_) => peaks.finish().map(|waveform| waveform.peaks().to_vec()).unwrap_or_default(),
        Err(_) => Vec::new(),
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

fn recognise(file: File, peaks: &mut Peaks) -> Result<(Container, Duration), NotAudio> {
    let input = Input::new(file).map_err(|_| NotAudio::Unreadable)?;
    let (container, position) = signature::recognise(&input)?;
    let mut read = |view| packets::read(view, container, peaks).map(|audio| audio.duration);
    let duration = match container {
        Container::Wav => match wav::sound(&input, peaks)? {
            Sound::Samples(duration) => duration,
            Sound::Mp3(data) => {
                packets::read(input.into_view(vec![Piece::File(data)]), Container::Mp3, peaks)?.duration
            }
        },
        Container::Ogg => ogg::duration(BufReader::with_capacity(CHUNK, input.from(position)), peaks)?,
        Container::Flac => read(flac::without_metadata(input, position)?)?,
        Container::Mp4 => {
            let movie = Movie::read(&input);
            let audio = packets::read(movie.view(input), container, peaks).map_err(|reason| match reason {
                NotAudio::Codec => movie.foreign().map_or(reason, NotAudio::from),
                _ => reason,
            })?;
            movie.played(audio.track_id, audio.duration, audio.base)
        }
        Container::Webm => read(webm::without_index(input)?)?,
        // As in MP4.
        Container::Aac if !input.bytes(position).is_some_and(mpeg::is_aac_lc) => return Err(NotAudio::Codec),
        Container::Mp3 | Container::Aac => read(input.from(position))?,
    };
    Ok((container, duration))
}
