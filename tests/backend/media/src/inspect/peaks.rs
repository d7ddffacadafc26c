//! The peaks of audio, while it is decoded. Its length is not known before its end.

use stagepass_store::Waveform;
use symphonia::core::audio::GenericAudioBufferRef;

/// How many peaks are stored at most. More than a waveform has, so that its parts are of about the same length.
const MOST: usize = 32 * Waveform::PARTS;

/// Stores the largest sample of each stretch of audio. If there are too many stretches, they become twice as long. So
/// memory does not grow with the audio.
#[derive(Debug)]
pub(super) struct Peaks {
    /// Whether all of the audio is decoded for this. Otherwise nothing is stored.
    is_wanted: bool,
    /// The peaks of whole stretches, from 0 to 255.
    stretches: Vec<u8>,
    /// How many samples a stretch has.
    length: u64,
    /// How many samples of the last stretch there are.
    count: u64,
    /// The largest of them, from 0 to 1.
    largest: f32,
    /// Decoded samples. Reused, because a packet has about a thousand.
    samples: Vec<f32>,
}

impl Peaks {
    /// Stores peaks.
    pub(super) fn wanted() -> Self {
        Self { is_wanted: true, ..Self::unwanted() }
    }

    /// Stores nothing, because only the beginning of the audio is decoded.
    pub(super) fn unwanted() -> Self {
        Self { is_wanted: false, stretches: Vec::new(), length: 1, count: 0, largest: 0.0, samples: Vec::new() }
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.is_wanted
    }

    /// Adds decoded audio.
    pub(super) fn add_decoded(&mut self, audio: &GenericAudioBufferRef<'_>) {
        if self.is_wanted {
            let mut samples = std::mem::take(&mut self.samples);
            audio.copy_to_vec_interleaved(&mut samples);
            self.add(samples.iter().copied());
            self.samples = samples;
        }
    }

    /// Adds samples, from -1 to 1. The channels follow one another.
    pub(super) fn add(&mut self, samples: impl Iterator<Item = f32>) {
        for sample in samples {
            self.largest = self.largest.max(sample.abs());
            self.count += 1;
            if self.count == self.length {
                self.end_stretch();
            }
        }
    }

    fn end_stretch(&mut self) {
        self.stretches.push(peak(self.largest));
        (self.count, self.largest) = (0, 0.0);
        if self.stretches.len() == MOST {
            self.stretches = self.stretches.chunks(2).map(largest).collect();
            self.length *= 2;
        }
    }

    /// Returns the waveform. `None` if nothing was added.
    pub(super) fn finish(mut self) -> Option<Waveform> {
        if self.count > 0 {
            self.end_stretch();
        }
        let count = self.stretches.len();
        let part = |index: usize| {
            let start = index * count / Waveform::PARTS;
            let end = ((index + 1) * count / Waveform::PARTS).max(start + 1);
            largest(self.stretches.get(start..end).unwrap_or_default())
        };
        (count > 0).then(|| std::array::from_fn(part).into())
    }
}

fn largest(peaks: &[u8]) -> u8 {
    peaks.iter().copied().max().unwrap_or_default()
}

/// Converts a sample from 0 to 1. Lossy codecs can exceed 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 255 fits")]
fn peak(sample: f32) -> u8 {
    (sample.min(1.0) * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn waveform(chunks: &[&[f32]]) -> Option<Waveform> {
        let mut peaks = Peaks::wanted();
        for chunk in chunks {
            peaks.add(chunk.iter().copied());
        }
        assert!(peaks.stretches.len() < MOST && peaks.stretches.capacity() <= 2 * MOST);
        peaks.finish()
    }

    #[test]
    fn silence_is_0_and_full_scale_255() {
        for (sample, expected) in
            [(0.0, 0), (-0.0, 0), (1.0, 255), (-1.0, 255), (0.5, 128), (-32_768.0, 255), (f32::NAN, 0)]
        {
            for count in [1, 7, 128, 129, 100_000] {
                let found = waveform(&[&vec![sample; count]]);
                assert_eq!(found, Waveform::new(&[expected; 128]), "{count} of {sample}");
            }
        }
        assert_eq!(waveform(&[]), None);
    }

    proptest! {
        #[test]
        fn chunks_do_not_change_waveform(
            samples in prop::collection::vec(-1.5_f32..1.5, 1..30_000),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..9),
        ) {
            let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(samples.len())).collect();
            cuts.extend([0, samples.len()]);
            cuts.sort_unstable();
            let chunks: Vec<_> = cuts.windows(2).map(|cut| &samples[cut[0]..cut[1]]).collect();
            prop_assert_eq!(waveform(&chunks), waveform(&[&samples]));
        }

        /// A click is in its part, or in one beside it, and its peak is exact.
        #[test]
        fn click_is_found_at_its_place(count in 2_000_usize..300_000, at in any::<prop::sample::Index>(), level in 1_u8..) {
            let (mut samples, at) = (vec![0.0; count], at.index(count));
            samples[at] = f32::from(level) / 255.0;
            let found = waveform(&[&samples]).unwrap();
            let parts: Vec<_> = (0_usize..).zip(found.peaks()).filter(|(_, peak)| **peak > 0).collect();
            let expected: usize = at * Waveform::PARTS / count;
            prop_assert!(matches!(parts[..], [(part, peak)] if part.abs_diff(expected) < 2 && *peak == level), "{:?}", parts);
        }
    }
}
