//! An uploaded file, and a view of it for a decoder in which some bytes are replaced or left out.
//!
//! The stored file never changes. A decoder that refuses a file because of its tags gets a view without them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

use symphonia::core::io::MediaSource;

/// An uploaded file.
#[derive(Debug)]
pub(super) struct Input {
    file: File,
    length: u64,
}

impl Input {
    /// # Errors
    /// If the file cannot seek.
    pub(super) fn new(mut file: File) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        Ok(Self { file, length })
    }

    /// The length of the file in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the bytes at this position, or `None` if the file ends before.
    pub(super) fn bytes<const N: usize>(&self, position: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(position)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        Some(bytes)
    }

    /// Returns up to `most` bytes from this position. Fewer only at the end of the file.
    pub(super) fn up_to(&self, position: u64, most: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut file = &self.file;
        if file.seek(SeekFrom::Start(position)).is_ok() && file.take(most).read_to_end(&mut bytes).is_err() {
            bytes.clear();
        }
        bytes
    }

    /// Returns a view of these parts of the file.
    pub(super) fn into_view(self, pieces: Vec<Piece>) -> View {
        let length = pieces.iter().map(Piece::length).sum();
        View { file: self.file, pieces, position: 0, length }
    }

    /// Returns a view of the file from this position.
    pub(super) fn from(self, position: u64) -> View {
        let rest = position..self.length;
        self.into_view(vec![Piece::File(rest)])
    }
}

/// A part of a view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// These bytes.
    Bytes(Vec<u8>),
    /// The bytes of the file in this range.
    File(Range<u64>),
}

impl Piece {
    fn length(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::File(range) => range.end.saturating_sub(range.start),
        }
    }
}

/// The pieces, one after another.
#[derive(Debug)]
pub(super) struct View {
    file: File,
    pieces: Vec<Piece>,
    position: u64,
    length: u64,
}

impl Read for View {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut offset = self.position;
        for piece in &self.pieces {
            let length = piece.length();
            if offset >= length {
                offset -= length;
                continue;
            }
            let count = match piece {
                Piece::Bytes(bytes) => {
                    let rest = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..));
                    rest.unwrap_or_default().read(buffer)?
                }
                Piece::File(range) => {
                    self.file.seek(SeekFrom::Start(range.start + offset))?;
                    (&self.file).take(length - offset).read(buffer)?
                }
            };
            self.position += count as u64;
            return Ok(count);
        }
        Ok(0)
    }
}

impl Seek for View {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::End(offset) => self.length.checked_add_signed(offset),
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset),
        };
        self.position = position.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}

impl MediaSource for View {
    fn is_seekable(&self) -> bool {
        true
    }

    fn byte_len(&self) -> Option<u64> {
        Some(self.length)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write as _;

    use proptest::prelude::*;

    use super::*;

    /// Returns a file with these bytes.
    pub(crate) fn input(bytes: &[u8]) -> Input {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        Input::new(file).unwrap()
    }

    fn at(position: u64) -> usize {
        position.try_into().unwrap()
    }

    fn pieces() -> impl Strategy<Value = Vec<Piece>> {
        let bytes = prop::collection::vec(any::<u8>(), 0..5).prop_map(Piece::Bytes);
        let file = (0_u64..50, 0_u64..50).prop_map(|(start, length)| Piece::File(start..start + length));
        prop::collection::vec(prop_oneof![bytes, file], 0..6)
    }

    proptest! {
        #[test]
        fn view_reads_as_its_pieces_joined(pieces in pieces(), start in 0_u64..150) {
            let bytes: Vec<u8> = (0..100).collect();
            let joined = pieces.iter().flat_map(|piece| match piece {
                Piece::Bytes(bytes) => bytes.clone(),
                Piece::File(range) => bytes[at(range.start)..at(range.end)].to_vec(),
            });
            let joined: Vec<u8> = joined.collect();
            let mut view = input(&bytes).into_view(pieces);
            prop_assert_eq!(view.byte_len(), Some(joined.len() as u64));
            view.seek(SeekFrom::Start(start)).unwrap();
            let mut read = Vec::new();
            view.read_to_end(&mut read).unwrap();
            prop_assert_eq!(&read, joined.get(at(start)..).unwrap_or_default());
        }
    }
}
