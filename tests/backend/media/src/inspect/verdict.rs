//! What a decoder process says about a file.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::format::{Container, Foreign};

const LONGEST: Duration = Duration::from_hours(48);

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum NotAudio {
    /// An unknown container.
    #[error("the file is none of WAV, MP3, FLAC, Ogg (Vorbis or Opus), AAC, M4A and WebM")]
    Unrecognised,
    /// A known format that browsers do not play.
    #[error("browsers do not play {0}: convert the file to FLAC, for example with `ffmpeg -i FILE out.flac`")]
    Foreign(Foreign),
    /// A container without audio, or with a codec that browsers do not play.
    #[error(
        "browsers do not play the audio in this file: convert it to FLAC, for example with `ffmpeg -i FILE out.flac`"
    )]
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

impl From<Foreign> for NotAudio {
    fn from(format: Foreign) -> Self {
        Self::Foreign(format)
    }
}

/// The verdict of a decoder about a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    Audio { container: Container, duration_ms: i64 },
    NotAudio(NotAudio),
}

impl Verdict {
    /// Returns the verdict about audio that plays for so long.
    pub(super) fn of(container: Container, duration: Duration) -> Self {
        match duration {
            Duration::ZERO => Self::NotAudio(NotAudio::Silent),
            duration if duration > LONGEST => Self::NotAudio(NotAudio::TooLong),
            duration => Self::Audio { container, duration_ms: i64::try_from(duration.as_millis()).unwrap_or(i64::MAX) },
        }
    }

    /// Parses a decoder's result. It may be anything, because the decoder has processed an untrusted file.
    pub(crate) fn parse(answer: &[u8]) -> Self {
        let is_possible = |duration_ms| (1..=LONGEST.as_millis()).contains(&u128::from(duration_ms));
        match serde_json::from_slice(answer) {
            Ok(Self::Audio { container, duration_ms }) if u64::try_from(duration_ms).is_ok_and(is_possible) => {
                Self::Audio { container, duration_ms }
            }
            Ok(Self::NotAudio(reason)) => Self::NotAudio(reason),
            Ok(Self::Audio { .. }) | Err(_) => Self::NotAudio(NotAudio::Unreadable),
        }
    }
}

/// Returns the length of a number of ticks, in whole milliseconds. A tick is `numerator / denominator` seconds.
pub(super) fn ticks(count: u128, numerator: u32, denominator: u32) -> Duration {
    let millis = count.saturating_mul(numerator.into()).saturating_mul(1000) / u128::from(denominator.max(1));
    Duration::from_millis(u64::try_from(millis).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdict_survives_the_pipe() {
        for verdict in
            [Verdict::Audio { container: Container::Mp4, duration_ms: 1_500 }, Verdict::NotAudio(NotAudio::Silent)]
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
            r#"{"audio":{"container":"html","duration_ms":1}}"#,
            r#"{"audio":{"container":"mp3","duration_ms":0}}"#,
            r#"{"audio":{"container":"mp3","duration_ms":-1}}"#,
            r#"{"audio":{"container":"mp3","duration_ms":172800001}}"#,
            r#"{"not_audio":"silent"} {"audio":{"container":"mp3","duration_ms":1}}"#,
        ] {
            assert_eq!(Verdict::parse(answer.as_bytes()), Verdict::NotAudio(NotAudio::Unreadable), "{answer}");
        }
    }
}
