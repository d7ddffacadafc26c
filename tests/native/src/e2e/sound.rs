//! Something to hear.

use std::path::PathBuf;

use stagepass_test_support::wav;
use tempfile::TempDir;

const SAMPLES_A_SECOND: u32 = 22_050;

/// A file with a tone of this length, which is gone when this is dropped. A minute is 2.6 MB: more of it than a player reads ahead.
#[derive(Debug)]
pub struct Tone {
    folder: TempDir,
}

impl Tone {
    /// Writes one.
    pub fn of_seconds(seconds: u32) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tone = Self { folder };
        std::fs::write(tone.path(), wav(seconds)).expect("a file in it");
        tone
    }

    /// Where the file is.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("Night Train.wav")
    }

    /// How large it is, in bytes.
    pub fn size(&self) -> u64 {
        std::fs::metadata(self.path()).expect("the file is there").len()
    }
}

/// 16 bits, one channel; a triangle at 220 Hz.
pub(super) fn wav(seconds: u32) -> Vec<u8> {
    const PERIOD: u32 = SAMPLES_A_SECOND / 220;
    let samples = (0..seconds * SAMPLES_A_SECOND).map(|at| {
        let rising = i32::try_from(at % PERIOD).expect("a hundred at most");
        let half = i32::try_from(PERIOD / 2).expect("fifty");
        i16::try_from((half - (rising - half).abs()) * 200 - 5_000).expect("five thousand at most")
    });
    wav::file(SAMPLES_A_SECOND, 16, &samples.flat_map(i16::to_le_bytes).collect::<Vec<_>>())
}
