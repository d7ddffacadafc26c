//! The containers that browsers play, and other formats, for messages that name them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A container that browsers play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Container {
    Wav,
    Mp3,
    Flac,
    Ogg,
    Mp4,
    Aac,
    Webm,
}

impl Container {
    /// Returns the media type with which the file is served.
    pub(crate) fn mime_type(self) -> &'static str {
        match self {
            Self::Wav => "audio/wav",
            Self::Mp3 => "audio/mpeg",
            Self::Flac => "audio/flac",
            Self::Ogg => "audio/ogg",
            Self::Mp4 => "audio/mp4",
            Self::Aac => "audio/aac",
            Self::Webm => "audio/webm",
        }
    }
}

/// A format that browsers do not play. Its text is its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Foreign {
    Ac3,
    Aiff,
    Alac,
    Amr,
    Ape,
    Au,
    Avi,
    Caf,
    Dsd,
    MpegLayer2,
    Musepack,
    RealAudio,
    Speex,
    TrueAudio,
    Wave64,
    WavPack,
    Wma,
}

impl fmt::Display for Foreign {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Ac3 => "AC-3 (Dolby Digital)",
            Self::Aiff => "AIFF",
            Self::Alac => "Apple Lossless (ALAC)",
            Self::Amr => "AMR",
            Self::Ape => "Monkey's Audio (APE)",
            Self::Au => "AU",
            Self::Avi => "AVI",
            Self::Caf => "Core Audio Format (CAF)",
            Self::Dsd => "DSD",
            Self::MpegLayer2 => "MPEG audio layer II (MP2)",
            Self::Musepack => "Musepack",
            Self::RealAudio => "RealAudio",
            Self::Speex => "Speex",
            Self::TrueAudio => "True Audio (TTA)",
            Self::Wave64 => "Wave64",
            Self::WavPack => "WavPack",
            Self::Wma => "Windows Media Audio (WMA)",
        })
    }
}
