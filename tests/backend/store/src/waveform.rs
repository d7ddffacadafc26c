//! The waveform of a content.

/// The waveform of audio: the largest sample of each of its 128 parts of equal length, from 0 (silence) to 255 (full
/// scale).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waveform([u8; Waveform::PARTS]);

impl Waveform {
    /// How many parts a waveform has.
    pub const PARTS: usize = 128;

    /// Returns the waveform with these peaks. `None` if their number is wrong.
    pub fn new(peaks: &[u8]) -> Option<Self> {
        peaks.try_into().ok().map(Self)
    }

    /// The peaks.
    pub fn peaks(&self) -> &[u8] {
        &self.0
    }
}

impl From<[u8; Waveform::PARTS]> for Waveform {
    fn from(peaks: [u8; Self::PARTS]) -> Self {
        Self(peaks)
    }
}
