//! MP4 (ISO 14496-12): sizes of boxes that exceed what contains them, tags, and edit lists.
//!
//! A decoder gets a view in which tags and edit lists are free space, so that damaged ones do not matter. It reads all
//! samples. The edit list says which of them are played. The decoder does not find ALAC and AC-3 in `.mov` files. They
//! are named here, for the message.

use std::time::Duration;

use symphonia::core::units::TimeBase;

use super::format::Foreign;
use super::verdict::ticks;
use super::view::{Input, Piece, View};

/// How many boxes are read before the first fragment.
const MOST_BOXES: usize = 10_000;
const MOST_TRACKS: usize = 100;
const MOST_EDITS: u64 = 1_000;

/// The types of sample entries with codecs that browsers do not play.
const FOREIGN: [([u8; 4], Foreign); 3] =
    [(*b"alac", Foreign::Alac), (*b"ac-3", Foreign::Ac3), (*b"ec-3", Foreign::Ac3)];

/// The boxes of a file that matter here.
#[derive(Debug, Default)]
pub(super) struct Movie {
    /// Ticks a second of the edit lists.
    timescale: u32,
    tracks: Vec<Track>,
    /// Heads of boxes to replace: their positions, sizes and types.
    heads: Vec<(u64, u32, [u8; 4])>,
    /// Where the last box ends.
    end: u64,
}

#[derive(Debug, Default)]
struct Track {
    id: u32,
    foreign: Option<Foreign>,
    edits: Vec<Edit>,
}

/// A part of the sound that is played, or a pause.
#[derive(Debug, Clone, Copy)]
struct Edit {
    /// In ticks of the movie. 0 means up to the end.
    length: u64,
    /// In ticks of the track. `None` for a pause.
    start: Option<u64>,
}

/// A box, without its head.
struct Body {
    kind: [u8; 4],
    /// Where the head begins.
    head: u64,
    start: u64,
    end: u64,
    /// Whether the stated size was wrong.
    is_cut: bool,
}

impl Movie {
    /// Reads the boxes of a file.
    pub(super) fn read(input: &Input) -> Self {
        let mut movie = Self { end: input.length(), ..Self::default() };
        for found in boxes(input, 0, input.length(), MOST_BOXES) {
            match &found.kind {
                // Sizes in fragments are the decoder's.
                b"moof" => break,
                // A size of 0 means up to the end of the file.
                b"moov" | b"mdat" if found.is_cut => movie.heads.push((found.head, 0, found.kind)),
                // The size of the sound may have been too small. With the index, it is found anyway.
                _ if found.is_cut && movie.tracks.is_empty() => movie.end = found.head,
                _ => movie.free(&found),
            }
            if &found.kind == b"moov" {
                movie.movie(input, &found);
            }
        }
        movie
    }

    fn movie(&mut self, input: &Input, movie: &Body) {
        for found in boxes(input, movie.start, movie.end, MOST_TRACKS) {
            match &found.kind {
                b"mvhd" => self.timescale = after_times(input, &found).unwrap_or_default(),
                b"trak" => {
                    let track = self.track(input, &found);
                    self.tracks.push(track);
                }
                _ => self.free(&found),
            }
        }
    }

    fn track(&mut self, input: &Input, track: &Body) -> Track {
        let mut read = Track::default();
        for found in boxes(input, track.start, track.end, MOST_TRACKS) {
            match &found.kind {
                b"tkhd" => read.id = after_times(input, &found).unwrap_or_default(),
                b"mdia" => read.foreign = foreign(input, &found),
                b"edts" => {
                    let list = boxes(input, found.start, found.end, 1).find(|list| &list.kind == b"elst");
                    read.edits = list.map(|list| edits(input, &list)).unwrap_or_default();
                    self.free(&found);
                }
                _ => self.free(&found),
            }
        }
        read
    }

    /// Makes tags, edit lists and indexes of fragments free space.
    fn free(&mut self, found: &Body) {
        if matches!(&found.kind, b"udta" | b"meta" | b"edts" | b"sidx") && found.head + 8 <= self.end {
            let size = u32::try_from(found.end - found.head).unwrap_or_default();
            self.heads.push((found.head, size, *b"free"));
        }
    }

    /// Returns the file as a decoder is to see it.
    pub(super) fn view(&self, input: Input) -> View {
        let (mut pieces, mut position) = (Vec::new(), 0);
        for (head, size, kind) in &self.heads {
            pieces.push(Piece::File(position..*head));
            pieces.push(Piece::Bytes([&size.to_be_bytes()[..], kind].concat()));
            position = head + 8;
        }
        pieces.push(Piece::File(position..self.end));
        input.into_view(pieces)
    }

    /// Returns the first codec that browsers do not play, if it has a name.
    pub(super) fn foreign(&self) -> Option<Foreign> {
        self.tracks.iter().find_map(|track| track.foreign)
    }

    /// Returns how long a track plays whose samples last for `whole`. `base` is the length of its ticks.
    pub(super) fn played(&self, track_id: u32, whole: Duration, base: TimeBase) -> Duration {
        let edits = self.tracks.iter().find(|track| track.id == track_id).map_or(&[][..], |track| &track.edits);
        let played = edits.iter().fold(Duration::ZERO, |sum, edit| sum.saturating_add(self.length(edit, whole, base)));
        // An edit list that plays nothing is not followed.
        if played.is_zero() { whole } else { played }
    }

    fn length(&self, edit: &Edit, whole: Duration, base: TimeBase) -> Duration {
        let stated = ticks(edit.length.into(), 1, self.timescale);
        let Some(start) = edit.start else { return stated };
        let rest = whole.saturating_sub(ticks(start.into(), base.numer.get(), base.denom.get()));
        if edit.length == 0 { rest } else { stated.min(rest) }
    }
}

/// Returns the boxes between two positions. A size that is too large or too small for a box ends where they end.
fn boxes(input: &Input, mut position: u64, end: u64, most: usize) -> impl Iterator<Item = Body> {
    std::iter::from_fn(move || {
        let [a, b, c, d, kind @ ..] = input.bytes::<8>(position).filter(|_| position + 8 <= end)?;
        let (head, size) = (position, u32::from_be_bytes([a, b, c, d]));
        let (size, length) = match size {
            0 => (end - head, 8),
            1 => (u64::from_be_bytes(input.bytes(head + 8)?), 16),
            size => (size.into(), 8),
        };
        let is_cut = size < length || size > end - head;
        position = if is_cut { end } else { head + size };
        Some(Body { kind, head, start: (head + length).min(position), end: position, is_cut })
    })
    .take(most)
}

/// Returns the number after the version and two times: the timescale of `mvhd`, and the ID of `tkhd`.
fn after_times(input: &Input, found: &Body) -> Option<u32> {
    let [version, ..] = input.bytes::<4>(found.start)?;
    let times = if version == 1 { 16 } else { 8 };
    input.bytes(found.start + 4 + times).map(u32::from_be_bytes)
}

/// Returns the codec of a track by the type of its first sample entry, if it is one of `FOREIGN`.
fn foreign(input: &Input, media: &Body) -> Option<Foreign> {
    let inner = |outer: &Body, kind: &[u8; 4]| {
        boxes(input, outer.start, outer.end, MOST_TRACKS).find(|found| found.kind == *kind)
    };
    let descriptions = inner(&inner(&inner(media, b"minf")?, b"stbl")?, b"stsd")?;
    // The version, the number of entries, and the size of the first one come before its type.
    let kind = input.bytes::<4>(descriptions.start + 12)?;
    FOREIGN.into_iter().find_map(|(foreign, name)| (foreign == kind).then_some(name))
}

fn edits(input: &Input, list: &Body) -> Vec<Edit> {
    let Some([version, _, _, _, count @ ..]) = input.bytes::<8>(list.start) else { return Vec::new() };
    let size = if version == 1 { 20 } else { 12 };
    let count = u64::from(u32::from_be_bytes(count)).min(MOST_EDITS);
    let entries = (0..count).map(|number| list.start + 8 + number * size).take_while(|at| at + size <= list.end);
    let edit = |at: u64| {
        if version == 1 {
            let start = i64::from_be_bytes(input.bytes(at + 8)?);
            return Some(Edit { length: u64::from_be_bytes(input.bytes(at)?), start: u64::try_from(start).ok() });
        }
        let start = i32::from_be_bytes(input.bytes(at + 4)?);
        Some(Edit { length: u32::from_be_bytes(input.bytes(at)?).into(), start: u64::try_from(start).ok() })
    };
    entries.map_while(edit).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use proptest::prelude::*;

    use super::super::view::tests::input;
    use super::*;

    fn mp4_box(kind: &[u8], body: &[u8]) -> Vec<u8> {
        [&u32::try_from(body.len() + 8).unwrap().to_be_bytes()[..], kind, body].concat()
    }

    /// A file with 1,000 ticks a second in the movie, and an edit list of lengths and starts.
    fn file(edits: &[(u32, i32)]) -> Vec<u8> {
        let entry = |(length, start): &(u32, i32)| [length.to_be_bytes(), start.to_be_bytes(), [0, 1, 0, 0]].concat();
        let entries: Vec<u8> = edits.iter().flat_map(entry).collect();
        let list =
            mp4_box(b"elst", &[&[0; 4][..], &u32::try_from(edits.len()).unwrap().to_be_bytes(), &entries].concat());
        let header = |number: u32| [&[0; 12][..], &number.to_be_bytes(), &[0; 20]].concat();
        let track = [mp4_box(b"tkhd", &header(7)), mp4_box(b"edts", &list), mp4_box(b"mdia", b"data")].concat();
        let movie = [mp4_box(b"mvhd", &header(1_000)), mp4_box(b"trak", &track), mp4_box(b"udta", b"tags")].concat();
        [mp4_box(b"ftyp", b"M4A "), mp4_box(b"moov", &movie), mp4_box(b"mdat", b"sound")].concat()
    }

    fn played(edits: &[(u32, i32)]) -> u128 {
        let base = TimeBase::try_from_recip(100).unwrap();
        Movie::read(&input(&file(edits))).played(7, Duration::from_secs(6), base).as_millis()
    }

    #[test]
    fn edit_list_says_what_is_played() {
        for (edits, millis) in [
            (&[][..], 6_000),
            (&[(2_000, 0)], 2_000),
            (&[(0, 100)], 5_000),
            (&[(9_000, 100)], 5_000),
            (&[(1_000, 0), (1_500, 300)], 2_500),
            (&[(6_000, 0), (6_000, 0)], 12_000),
            (&[(1_000, -1), (6_000, 0)], 7_000),
            (&[(1_000, 600)], 6_000),
        ] {
            assert_eq!(played(edits), millis, "{edits:?}");
        }
    }

    #[test]
    fn codec_is_named_by_its_sample_entry() {
        for (kind, expected) in [
            (b"alac", Some(Foreign::Alac)),
            (b"ac-3", Some(Foreign::Ac3)),
            (b"ec-3", Some(Foreign::Ac3)),
            (b"twos", None),
        ] {
            let descriptions = [&[0, 0, 0, 0, 0, 0, 0, 1][..], &mp4_box(kind, &[0; 28])].concat();
            let table = mp4_box(b"stbl", &mp4_box(b"stsd", &descriptions));
            let track = mp4_box(b"trak", &mp4_box(b"mdia", &mp4_box(b"minf", &table)));
            let bytes = [mp4_box(b"ftyp", b"qt  "), mp4_box(b"moov", &track)].concat();
            assert_eq!(Movie::read(&input(&bytes)).foreign(), expected, "{kind:?}");
        }
        assert_eq!(Movie::read(&input(&file(&[]))).foreign(), None);
    }

    #[test]
    fn view_has_no_tags_and_no_edits() {
        let bytes = file(&[(2_000, 0)]);
        let movie = Movie::read(&input(&bytes));
        let mut view = Vec::new();
        movie.view(input(&bytes)).read_to_end(&mut view).unwrap();
        let expected = bytes.clone();
        let free = |bytes: Vec<u8>, kind: &[u8; 4]| {
            let at = bytes.windows(4).position(|window| window == kind).unwrap();
            [&bytes[..at], b"free", &bytes[at + 4..]].concat()
        };
        assert_eq!(view, free(free(expected, b"edts"), b"udta"));
    }

    #[test]
    fn box_longer_than_the_file_ends_with_it() {
        let mut bytes = file(&[]);
        let at = bytes.len() - 13;
        bytes[at..at + 4].copy_from_slice(&u32::MAX.to_be_bytes());
        let mut view = Vec::new();
        Movie::read(&input(&bytes)).view(input(&bytes)).read_to_end(&mut view).unwrap();
        assert_eq!(view[at..], *b"\0\0\0\0mdatsound");
    }

    proptest! {
        /// It is empty, as long as the file, or ends with its last box.
        #[test]
        fn view_of_damaged_file_is_never_longer(at in 0_usize..250, value: u8, cut in 0_usize..300) {
            let mut bytes = file(&[(2_000, 0), (1_000, -1)]);
            bytes.truncate(cut);
            if let Some(byte) = bytes.get_mut(at) {
                *byte = value;
            }
            let movie = Movie::read(&input(&bytes));
            let mut view = Vec::new();
            movie.view(input(&bytes)).read_to_end(&mut view).unwrap();
            prop_assert!(view.len() <= bytes.len());
            prop_assert!(view.is_empty() || view.len() == bytes.len() || view.len() as u64 == movie.end);
        }
    }
}
