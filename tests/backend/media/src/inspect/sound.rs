//! Codecs: which ones browsers play, and whether a packet is one.
//!
//! A signature proves nothing, and random bytes can look like the beginning of a frame. So the first packets are
//! decoded until one has sound. What browsers play and our decoder does not (Opus, HE-AAC, AAC of more than two
//! channels) is accepted if the headers and the structure of a packet are valid.

use symphonia::core::codecs::audio::well_known::{
    CODEC_ID_AAC, CODEC_ID_AC3, CODEC_ID_ALAC, CODEC_ID_EAC3, CODEC_ID_FLAC, CODEC_ID_MP3, CODEC_ID_OPUS,
    CODEC_ID_VORBIS,
};
use symphonia::core::codecs::audio::{AudioCodecId, AudioCodecParameters, AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::packet::Packet;
use symphonia::default::get_codecs;

use super::format::{Container, Foreign};
use super::peaks::Peaks;
use super::verdict::NotAudio;
use super::{mpeg, opus};

/// How many packets may be damaged before the first one that can be decoded.
const DAMAGED_AT_START: usize = 16;

/// What browsers play, besides the samples of WAV. `docs/reference/audio.md` has the same table.
const PLAYED: [(Container, AudioCodecId); 12] = [
    (Container::Mp3, CODEC_ID_MP3),
    (Container::Flac, CODEC_ID_FLAC),
    (Container::Ogg, CODEC_ID_VORBIS),
    (Container::Ogg, CODEC_ID_OPUS),
    (Container::Ogg, CODEC_ID_FLAC),
    (Container::Mp4, CODEC_ID_AAC),
    (Container::Mp4, CODEC_ID_MP3),
    (Container::Mp4, CODEC_ID_FLAC),
    (Container::Mp4, CODEC_ID_OPUS),
    (Container::Aac, CODEC_ID_AAC),
    (Container::Webm, CODEC_ID_OPUS),
    (Container::Webm, CODEC_ID_VORBIS),
];

/// Checks the first packets of a stream, one after another.
pub(super) struct SoundCheck {
    codec: AudioCodecId,
    /// `None` if packets of this stream can only be checked by their structure.
    decoder: Option<Box<dyn AudioDecoder>>,
    damaged: usize,
    is_audible: bool,
}

impl SoundCheck {
    /// # Errors
    /// [`NotAudio::Codec`] or [`NotAudio::Foreign`] if browsers do not play this codec in this container.
    pub(super) fn new(container: Container, parameters: &AudioCodecParameters) -> Result<Self, NotAudio> {
        let codec = parameters.codec;
        if !PLAYED.contains(&(container, codec)) {
            return Err(match codec {
                CODEC_ID_ALAC => Foreign::Alac.into(),
                CODEC_ID_AC3 | CODEC_ID_EAC3 => Foreign::Ac3.into(),
                _ => NotAudio::Codec,
            });
        }
        let headers = parameters.extra_data.as_deref();
        if codec == CODEC_ID_FLAC && !is_played_flac(headers) {
            return Err(NotAudio::Codec);
        }
        let is_played_aac = codec == CODEC_ID_AAC && is_played_aac(headers);
        let decoder = match get_codecs().make_audio_decoder(parameters, &AudioDecoderOptions::default()) {
            Ok(decoder) => Some(decoder),
            Err(_) if codec == CODEC_ID_OPUS || is_played_aac => None,
            Err(_) => return Err(NotAudio::Codec),
        };
        Ok(Self { codec, decoder, damaged: 0, is_audible: false })
    }

    /// Whether a packet was heard. Others need no check.
    pub(super) fn is_audible(&self) -> bool {
        self.is_audible
    }

    /// Checks the next packet. Once a packet was heard, the others are only decoded for their peaks.
    ///
    /// # Errors
    /// [`NotAudio::Silent`] if no packet up to now has sound. [`NotAudio::Foreign`] if it is MP2, which MP4 files state
    /// in the same way as MP3.
    pub(super) fn listen(&mut self, packet: &Packet, peaks: &mut Peaks) -> Result<(), NotAudio> {
        if self.is_audible {
            if peaks.is_wanted() {
                // What cannot be decoded is left out of the waveform, and is no reason against the file.
                let _ = self.decode(packet, peaks);
            }
            return Ok(());
        }
        if self.codec == CODEC_ID_MP3 && mpeg::is_layer_2(&packet.data) {
            return Err(Foreign::MpegLayer2.into());
        }
        self.is_audible = match self.decode(packet, peaks) {
            Some(Ok(has_sound)) => has_sound,
            None | Some(Err(Error::Unsupported(_))) => has_structure(self.codec, &packet.data),
            Some(Err(_)) => false,
        };
        self.damaged += usize::from(!self.is_audible);
        if self.damaged < DAMAGED_AT_START { Ok(()) } else { Err(NotAudio::Silent) }
    }

    /// Returns whether a packet has sound. `None` if there is no decoder.
    fn decode(&mut self, packet: &Packet, peaks: &mut Peaks) -> Option<Result<bool, Error>> {
        let decoder = self.decoder.as_mut()?;
        Some(decoder.decode(packet).map(|sound| {
            peaks.add_decoded(&sound);
            sound.frames() > 0
        }))
    }
}

fn has_structure(codec: AudioCodecId, packet: &[u8]) -> bool {
    match codec {
        CODEC_ID_OPUS => opus::samples(packet).is_some(),
        // Its first element is not its end (ISO 14496-3, table 4.85).
        CODEC_ID_AAC => packet.len() > 1 && packet.first().is_some_and(|byte| byte >> 5 != 7),
        _ => false,
    }
}

/// Whether an `AudioSpecificConfig` (ISO 14496-3, 1.6.2.1) is that of AAC-LC, or of HE-AAC of version 1 or 2. ADTS has
/// none.
fn is_played_aac(config: Option<&[u8]>) -> bool {
    config.and_then(|config| config.first()).is_none_or(|first| matches!(first >> 3, 2 | 5 | 29))
}

/// Whether STREAMINFO (RFC 9639, 8.2) states at most 24 bits. Only Chromium plays more.
fn is_played_flac(info: Option<&[u8]>) -> bool {
    let Some([before, after]) = info.and_then(|info| info.get(12..14)) else { return false };
    (before & 1) << 4 | after >> 4 < 24
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns container, codec and media type of the reference.
    fn reference() -> Vec<(String, String, String)> {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/reference/audio.md");
        let page = std::fs::read_to_string(page).unwrap();
        let rows = page.lines().map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>());
        let row = |cells: Vec<String>| Some((cells.get(1)?.clone(), cells.get(2)?.clone(), cells.get(3)?.clone()));
        rows.filter_map(row).filter(|(_, _, media_type)| media_type.starts_with("`audio/")).collect()
    }

    #[test]
    fn reference_lists_what_is_accepted() {
        let names = [
            (CODEC_ID_AAC, "AAC"),
            (CODEC_ID_FLAC, "FLAC"),
            (CODEC_ID_MP3, "MP3"),
            (CODEC_ID_OPUS, "Opus"),
            (CODEC_ID_VORBIS, "Vorbis"),
        ];
        let expected = PLAYED.map(|(container, codec)| {
            let name = match container {
                Container::Wav => "WAV",
                Container::Mp3 => "MP3",
                Container::Flac => "FLAC",
                Container::Ogg => "Ogg",
                Container::Mp4 => "MP4 (M4A)",
                Container::Aac => "AAC (ADTS)",
                Container::Webm => "WebM",
            };
            let codec = names.iter().find(|(id, _)| *id == codec).unwrap().1;
            (name.to_owned(), codec.to_owned(), format!("`{}`", container.mime_type()))
        });
        let mut listed = reference();
        listed.retain(|(_, _, media_type)| media_type != "`audio/wav`");
        assert_eq!(listed, expected);
    }

    fn aac(config: &[u8]) -> Result<SoundCheck, NotAudio> {
        let mut parameters = AudioCodecParameters::new();
        parameters.for_codec(CODEC_ID_AAC).with_sample_rate(44_100).with_extra_data(Box::from(config));
        SoundCheck::new(Container::Mp4, &parameters)
    }

    #[test]
    fn aac_is_accepted_by_its_configuration() {
        // LC in stereo and 5.1, HE-AAC of version 1 and 2; then Main, LTP and xHE-AAC.
        for config in [&[0x12, 0x10][..], &[0x12, 0x30], &[0x2b, 0x8a, 0x08], &[0xeb, 0x8a, 0x08]] {
            assert!(aac(config).is_ok(), "{config:x?}");
        }
        for config in [&[0x0a, 0x10][..], &[0x22, 0x10], &[0xf9, 0x40, 0, 0]] {
            assert_eq!(aac(config).err(), Some(NotAudio::Codec), "{config:x?}");
        }
    }

    #[test]
    fn flac_is_accepted_up_to_24_bits() {
        for (bits, is_played) in [(8, true), (16, true), (24, true), (25, false), (32, false)] {
            let info = [
                &[16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0xc4][..],
                &[0x40 | (bits - 1) >> 4, (bits - 1) << 4],
                &[0; 20],
            ];
            let mut parameters = AudioCodecParameters::new();
            parameters.for_codec(CODEC_ID_FLAC).with_extra_data(info.concat().into_boxed_slice());
            assert_eq!(SoundCheck::new(Container::Flac, &parameters).is_ok(), is_played, "{bits}");
        }
    }

    #[test]
    fn mp2_that_is_stated_as_mp3_is_named() {
        let mut parameters = AudioCodecParameters::new();
        parameters.for_codec(CODEC_ID_MP3).with_sample_rate(44_100);
        let mut check = SoundCheck::new(Container::Mp4, &parameters).unwrap();
        let packet = Packet::new(0, 0.into(), 1152_u32.into(), &[0xff, 0xfd, 0x90, 0x64, 0, 0][..]);
        assert_eq!(check.listen(&packet, &mut Peaks::unwanted()), Err(Foreign::MpegLayer2.into()));
    }

    #[test]
    fn codec_without_a_decoder_needs_a_valid_packet() {
        let mut check = aac(&[0x12, 0x30]).unwrap();
        let packet = |data: &[u8]| Packet::new(0, 0.into(), 1024_u32.into(), data);
        for _ in 1..DAMAGED_AT_START {
            assert_eq!(
                (check.listen(&packet(&[0xe0; 10]), &mut Peaks::unwanted()), check.is_audible()),
                (Ok(()), false)
            );
        }
        assert_eq!(check.listen(&packet(&[0xe0; 10]), &mut Peaks::unwanted()), Err(NotAudio::Silent));
        let mut check = aac(&[0x12, 0x30]).unwrap();
        assert_eq!((check.listen(&packet(&[0; 10]), &mut Peaks::unwanted()), check.is_audible()), (Ok(()), true));
    }
}
