//! Music to listen to in the demo, made here and nobody else's: chords, a bass and a melody, by additive synthesis.
//!
//! # Design
//!
//! A piece has two halves in two keys, with two instruments: whoever seeks hears that it worked. The same piece is the same bytes at every start. This is run
//! unoptimised, so each note and each phrase is rendered once, and then only added.

use std::collections::HashMap;
use std::f32::consts::TAU;
use std::path::Path;

use anyhow::{Context as _, Result};
use hound::{SampleFormat, WavSpec, WavWriter};

/// Samples a second, of one channel.
const RATE: u16 = 22_050;
/// Of a sample.
const BITS: u16 = 16;
/// The bytes before the samples.
const HEAD: u32 = 44;
/// The bars of a phrase, and how often each half plays its own.
const PHRASE: u8 = 8;
const PHRASES: u8 = 3;
/// How long the last bar rings on, in seconds.
const RINGS: f32 = 4.0;

/// A piece of two to three minutes.
pub struct Piece {
    /// Its title.
    pub title: &'static str,
    /// Its genre.
    pub genre: &'static str,
    seed: u64,
    /// The length of a bar, in seconds.
    bar: f32,
    halves: [Half; 2],
}

/// One half, in pitches that are semitones above its tonic; that one is in semitones above the concert pitch.
struct Half {
    tonic: i8,
    chords: [[i8; 3]; 4],
    scale: [i8; 8],
    lead: Instrument,
    /// The melody's notes in a bar, rests among them.
    notes: u8,
}

/// What everybody may hear.
pub const HOUSE_LIGHTS: Piece = Piece {
    title: "House Lights",
    genre: "Ambient",
    seed: 0x5eed_0001,
    bar: 3.2,
    halves: [
        Half { tonic: -9, chords: MAJOR, scale: MAJOR_PENTATONIC, lead: Instrument::Bell, notes: 4 },
        Half { tonic: -4, chords: MINOR, scale: MINOR_PENTATONIC, lead: Instrument::Reed, notes: 6 },
    ],
};

/// What its owner's access server lets some hear.
pub const BACKSTAGE_ONLY: Piece = Piece {
    title: "Backstage Only",
    genre: "Electronic",
    seed: 0x5eed_0002,
    bar: 2.8,
    halves: [
        Half { tonic: -7, chords: MINOR, scale: MINOR_PENTATONIC, lead: Instrument::Reed, notes: 4 },
        Half { tonic: -2, chords: MAJOR, scale: MAJOR_PENTATONIC, lead: Instrument::Bell, notes: 8 },
    ],
};

/// I, vi, IV, V.
const MAJOR: [[i8; 3]; 4] = [[0, 4, 7], [-3, 0, 4], [-7, -3, 0], [-5, -1, 2]];
/// i, VI, III, VII.
const MINOR: [[i8; 3]; 4] = [[0, 3, 7], [-4, 0, 3], [-9, -5, -2], [-2, 2, 5]];
const MAJOR_PENTATONIC: [i8; 8] = [0, 2, 4, 7, 9, 12, 14, 16];
const MINOR_PENTATONIC: [i8; 8] = [0, 3, 5, 7, 10, 12, 15, 17];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Instrument {
    Pad,
    Bass,
    Bell,
    Reed,
}

/// What an instrument sounds like. Times are in seconds.
struct Timbre {
    /// Multiples of the pitch, and how loud each is.
    partials: &'static [(f32, f32)],
    attack: f32,
    /// How long the lowest partial takes to fall to half.
    half_life: f32,
    length: f32,
}

impl Instrument {
    fn timbre(self) -> Timbre {
        match self {
            Self::Pad => Timbre {
                partials: &[(1.0, 0.06), (1.003, 0.05), (2.0, 0.02)],
                attack: 0.6,
                half_life: 2.0,
                length: 4.5,
            },
            Self::Bass => Timbre { partials: &[(1.0, 0.16), (2.0, 0.05)], attack: 0.03, half_life: 0.9, length: 3.0 },
            Self::Bell => Timbre {
                partials: &[(1.0, 0.13), (2.0, 0.05), (3.01, 0.03), (5.4, 0.01)],
                attack: 0.005,
                half_life: 0.5,
                length: 2.4,
            },
            Self::Reed => Timbre {
                partials: &[(1.0, 0.1), (3.0, 0.045), (5.0, 0.025), (7.0, 0.012)],
                attack: 0.05,
                half_life: 0.35,
                length: 1.4,
            },
        }
    }
}

/// Writes `piece` to `file`: WAV, 16 bits, one channel.
///
/// # Errors
/// When the file cannot be written.
pub fn write(piece: &Piece, file: &Path) -> Result<()> {
    write_samples(levels(piece), file)
}

/// Writes `piece` over and over, to a file of about so many bytes.
///
/// # Errors
/// When the file cannot be written.
pub fn write_long(piece: &Piece, bytes: u32, file: &Path) -> Result<()> {
    let levels: Vec<i16> = levels(piece).collect();
    let count = bytes.saturating_sub(HEAD) / u32::from(BITS / 8);
    write_samples(levels.into_iter().cycle().take(count as usize), file)
}

fn write_samples(samples: impl Iterator<Item = i16>, file: &Path) -> Result<()> {
    let form =
        WavSpec { channels: 1, sample_rate: RATE.into(), bits_per_sample: BITS, sample_format: SampleFormat::Int };
    let written = WavWriter::create(file, form).and_then(|mut out| {
        samples.into_iter().try_for_each(|sample| out.write_sample(sample))?;
        out.finalize()
    });
    written.with_context(|| format!("cannot write {}", file.display()))
}

/// The samples as a file has them.
fn levels(piece: &Piece) -> impl Iterator<Item = i16> {
    #[expect(clippy::cast_possible_truncation, reason = "a cast from a float goes to the nearest end")]
    samples(piece).into_iter().map(|sample| (sample * f32::from(i16::MAX)) as i16)
}

/// The samples, of which those from -1 to 1 can be heard undistorted.
fn samples(piece: &Piece) -> Vec<f32> {
    let phrase_length = piece.bar * f32::from(PHRASE);
    let mut mix = Mix(vec![0.0; count(phrase_length * f32::from(PHRASES) * 2.0 + RINGS)]);
    let mut start = 0.0;
    for (half, seed) in piece.halves.iter().zip(piece.seed..) {
        let phrase = phrase(half, piece.bar, seed);
        for _ in 0..PHRASES {
            mix.add(&phrase, start);
            start += phrase_length;
        }
    }
    mix.0
}

fn phrase(half: &Half, bar_length: f32, seed: u64) -> Vec<f32> {
    let mut mix = Mix(vec![0.0; count(bar_length * f32::from(PHRASE) + RINGS)]);
    let mut notes = Notes::default();
    for (bar, chord) in (0..PHRASE).zip(half.chords.iter().cycle()) {
        let start = bar_length * f32::from(bar);
        for pitch in chord {
            mix.add(notes.note(Instrument::Pad, half.tonic + pitch), start);
        }
        mix.add(notes.note(Instrument::Bass, half.tonic + chord[0] - 12), start);
        for (pitch, beat) in melody(half, seed, bar).into_iter().zip(0_u8..) {
            if let Some(pitch) = pitch {
                let start = start + bar_length / f32::from(half.notes) * f32::from(beat);
                mix.add(notes.note(half.lead, half.tonic + pitch), start);
            }
        }
    }
    mix.0
}

/// What is heard together.
struct Mix(Vec<f32>);

impl Mix {
    /// `start` is in seconds.
    fn add(&mut self, samples: &[f32], start: f32) {
        let rest = self.0.get_mut(count(start)..).unwrap_or_default();
        for (sum, sample) in rest.iter_mut().zip(samples) {
            *sum += sample;
        }
    }
}

/// The melody of one bar: small steps through the scale, and a rest now and then, but never at first.
fn melody(half: &Half, seed: u64, bar: u8) -> Vec<Option<i8>> {
    let mut random = Random(seed.wrapping_mul(0x1_0001) + u64::from(bar));
    let mut place = random.below(half.scale.len());
    let mut pitches = Vec::new();
    for beat in 0..half.notes {
        let steps = [-2, -1, -1, 1, 1, 2].get(random.below(6)).copied().unwrap_or_default();
        place = place.saturating_add_signed(steps).min(half.scale.len() - 1);
        let rests = beat > 0 && random.below(3) == 0;
        pitches.push(half.scale.get(place).copied().filter(|_| !rests));
    }
    pitches
}

/// Every note that was played so far.
#[derive(Default)]
struct Notes(HashMap<(Instrument, i8), Vec<f32>>);

impl Notes {
    /// `pitch` is in semitones above the concert pitch.
    fn note(&mut self, instrument: Instrument, pitch: i8) -> &[f32] {
        self.0.entry((instrument, pitch)).or_insert_with(|| rendered(&instrument.timbre(), pitch))
    }
}

/// A note. Each partial is a number turned round in the complex plane, by a little less than its length each time: the higher, the sooner it has faded.
fn rendered(timbre: &Timbre, pitch: i8) -> Vec<f32> {
    let pitch = 440.0 * (f32::from(pitch) / 12.0).exp2();
    let mut note = vec![0.0; count(timbre.length)];
    for (multiple, level) in timbre.partials {
        let fading = (-multiple / (timbre.half_life * f32::from(RATE))).exp2();
        let (sine, cosine) = (TAU * pitch * multiple / f32::from(RATE)).sin_cos();
        let (sine, cosine) = (sine * fading, cosine * fading);
        let (mut real, mut imaginary) = (*level, 0.0);
        for sample in &mut note {
            (real, imaginary) = (real * cosine - imaginary * sine, real * sine + imaginary * cosine);
            *sample += imaginary;
        }
    }
    // A note that begins or ends at once clicks.
    ramp(note.iter_mut(), timbre.attack);
    ramp(note.iter_mut().rev(), timbre.length / 4.0);
    note
}

fn ramp<'a>(samples: impl Iterator<Item = &'a mut f32>, seconds: f32) {
    let step = 1.0 / (seconds * f32::from(RATE));
    let mut level = 0.0;
    for sample in samples.take(count(seconds)) {
        *sample *= level;
        level += step;
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "minutes, and never less than none")]
fn count(seconds: f32) -> usize {
    (seconds * f32::from(RATE)) as usize
}

/// Splitmix64: not for secrets.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from(mixed >> 32).unwrap_or_default() % limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: [&Piece; 2] = [&HOUSE_LIGHTS, &BACKSTAGE_ONLY];

    fn crossings(samples: &[f32]) -> usize {
        samples.windows(2).filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0)).count()
    }

    #[test]
    fn a_piece_lasts_two_to_three_minutes_and_is_neither_silent_nor_distorted() {
        for piece in PIECES {
            let samples = samples(piece);
            let seconds = samples.len() / usize::from(RATE);
            assert!((120..=180).contains(&seconds), "{} lasts {seconds} s", piece.title);
            for second in samples.chunks_exact(usize::from(RATE)).take(seconds - 4) {
                let peak = second.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
                assert!((0.05..1.0).contains(&peak), "{}: {peak}", piece.title);
            }
        }
    }

    #[test]
    fn its_halves_sound_different() {
        for piece in PIECES {
            let samples = samples(piece);
            let [first, second] = [0.25, 1.25].map(|half| {
                let middle = count(piece.bar * f32::from(PHRASE * PHRASES) * half);
                crossings(&samples[middle..middle + count(20.0)])
            });
            assert!(first * 5 < second * 4 || second * 5 < first * 4, "{}: {first}, {second}", piece.title);
        }
    }

    #[test]
    fn the_same_piece_is_the_same_samples_and_another_is_others() {
        let of = |piece| levels(piece).collect::<Vec<_>>();
        assert!(of(&HOUSE_LIGHTS) == of(&HOUSE_LIGHTS) && of(&HOUSE_LIGHTS) != of(&BACKSTAGE_ONLY));
    }

    #[test]
    fn a_long_file_has_the_piece_again_and_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("long.wav");
        write_long(&HOUSE_LIGHTS, 20_000_001, &file).unwrap();
        assert_eq!(std::fs::metadata(&file).unwrap().len(), 20_000_000);
        let once: Vec<i16> = levels(&HOUSE_LIGHTS).collect();
        let long: Vec<i16> = hound::WavReader::open(file).unwrap().samples().map(Result::unwrap).collect();
        assert!(long[..once.len()] == once && long[once.len()..2 * once.len()] == once);
    }
}
