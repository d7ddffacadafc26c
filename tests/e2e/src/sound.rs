//! Audio files.

use std::path::PathBuf;

use stagepass_test_support::wav;
use tempfile::TempDir;

const SAMPLES_A_SECOND: u32 = 22_050;

/// A file with a tone, deleted when dropped. A minute is 2.6 MB: more than a player buffers.
#[derive(Debug)]
pub struct Tone {
    folder: TempDir,
}

impl Tone {
    /// Writes a tone of this length.
    pub fn of_seconds(seconds: u32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tone = Self { folder };
        std::fs::write(tone.path(), wav(seconds)).expect("a file in it");
        tone
    }

    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("Night Train.wav")
    }

    /// Returns its size in bytes.
    pub fn size(&self) -> u64 {
        std::fs::metadata(self.path()).expect("the file is there").len()
    }
}

/// Returns a WAV file with a triangle wave of 220 Hz: 16 bits, one channel.
pub(super) fn wav(seconds: u32) -> Vec<u8> {
    const PERIOD: u32 = SAMPLES_A_SECOND / 220;
    let samples = (0..seconds * SAMPLES_A_SECOND).map(|at| {
        let rising = i32::try_from(at % PERIOD).expect("a hundred at most");
        let half = i32::try_from(PERIOD / 2).expect("fifty");
        i16::try_from((half - (rising - half).abs()) * 200 - 5_000).expect("five thousand at most")
    });
    wav::file(SAMPLES_A_SECOND, 16, &samples.flat_map(i16::to_le_bytes).collect::<Vec<_>>())
}
