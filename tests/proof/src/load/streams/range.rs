//! One range of a file, of one or more blocks, and whether what arrives is that range: nothing of it is kept.

use std::str;

/// The bytes of a block. Block `n` of a file begins with `n`, as eight bytes in big-endian order. Noise follows.
pub(crate) const BLOCK: usize = 64 << 10;
const NUMBER: usize = 8;
const HEADERS: usize = 32;

/// The noise in every block after its number, which cannot be compressed.
pub(crate) fn noise() -> Vec<u8> {
    (0..BLOCK - NUMBER).map(|at| (at * at / 7).to_le_bytes().first().copied().unwrap_or_default()).collect()
}

/// The blocks that are asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct BlockRange {
    pub(super) first: u64,
    /// How many, at least one.
    pub(super) count: u64,
    /// How many the file has.
    pub(super) blocks: u64,
}

impl BlockRange {
    /// The value of `Range`: for the whole file, as browsers ask for it.
    pub(super) fn header(self) -> String {
        if self.count == self.blocks {
            "bytes=0-".to_owned()
        } else {
            format!("bytes={}-{}", self.start(), self.last())
        }
    }

    fn start(self) -> u64 {
        self.first * BLOCK as u64
    }

    fn last(self) -> u64 {
        self.start() + self.length() - 1
    }

    fn length(self) -> u64 {
        self.count * BLOCK as u64
    }
}

/// An answer that arrives, piece by piece.
#[derive(Debug, Default)]
pub(super) struct RangeResponse {
    head: Vec<u8>,
    is_body: bool,
    /// How many bytes of the body have arrived.
    at: u64,
}

impl RangeResponse {
    /// Takes the next bytes; whether that was the last of the range.
    pub(super) fn take(&mut self, bytes: &[u8], range: BlockRange, noise: &[u8]) -> Result<bool, String> {
        if self.is_body {
            return self.compare(bytes, range, noise);
        }
        let before = self.head.len();
        self.head.extend_from_slice(bytes);
        let Some(end) = head_end(&self.head, range)? else { return Ok(false) };
        self.is_body = true;
        // The end of the head is in these bytes: before them it was not whole.
        let body = bytes.get(end.saturating_sub(before)..).unwrap_or_default();
        self.compare(body, range, noise)
    }

    /// For the next answer over the same connection.
    pub(super) fn clear(&mut self) {
        self.head.clear();
        (self.is_body, self.at) = (false, 0);
    }

    fn compare(&mut self, bytes: &[u8], range: BlockRange, noise: &[u8]) -> Result<bool, String> {
        let mut left = bytes;
        while !left.is_empty() {
            let block = BLOCK as u64;
            let (number, at) = (range.first + self.at / block, usize::try_from(self.at % block).unwrap_or_default());
            let (piece, rest) = left.split_at_checked(BLOCK - at).unwrap_or((left, &[]));
            self.at += piece.len() as u64;
            if self.at > range.length() || !is_in_block(piece, number, at, noise) {
                return Err(format!("not the bytes of block {number}, up to {}", self.at));
            }
            left = rest;
        }
        Ok(self.at == range.length())
    }
}

/// Whether these are the bytes of a block from `at` on.
fn is_in_block(bytes: &[u8], number: u64, at: usize, noise: &[u8]) -> bool {
    let label = number.to_be_bytes();
    let labelled = bytes.len().min(NUMBER.saturating_sub(at));
    let (first, rest) = bytes.split_at_checked(labelled).unwrap_or_default();
    let from = at.saturating_sub(NUMBER);
    label.get(at..at + labelled).is_none_or(|expected| expected == first)
        && noise.get(from..from + rest.len()) == Some(rest)
}

/// Where the head ends, if it has arrived: it has to promise the whole range.
fn head_end(head: &[u8], asked: BlockRange) -> Result<Option<usize>, String> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let parsed = response.parse(head).map_err(|error| error.to_string())?;
    let httparse::Status::Complete(end) = parsed else { return Ok(None) };
    let value = |name: &str| {
        let header = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        str::from_utf8(header.value).ok()
    };
    let range = format!("bytes {}-{}/{}", asked.start(), asked.last(), asked.blocks * BLOCK as u64);
    let is_promised = value("content-range") == Some(&*range)
        && value("content-length").and_then(|text| text.parse().ok()) == Some(asked.length());
    if response.code == Some(206) && is_promised {
        return Ok(Some(end));
    }
    Err(format!("{:?} {:?} in place of 206 {range}", response.code, value("content-range")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(first: u64, count: u64, blocks: u64) -> BlockRange {
        BlockRange { first, count, blocks }
    }

    fn answer(number: u64, count: u64, blocks: u64) -> Vec<u8> {
        let (first, length) = (number * 65_536, count * 65_536);
        let head = format!(
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes {first}-{}/{}\r\ncontent-length: {length}\r\n\r\n",
            first + length - 1,
            blocks * 65_536
        );
        let body = (number..number + count).flat_map(|number| [&number.to_be_bytes(), &*noise()].concat());
        head.bytes().chain(body).collect()
    }

    /// The whole file is requested as browsers do: `bytes=0-`.
    #[test]
    fn range_of_several_blocks_is_requested_and_verified() {
        assert_eq!(
            (range(2, 1, 7).header(), range(0, 7, 7).header()),
            ("bytes=131072-196607".into(), "bytes=0-".into())
        );
        let (whole, noise) = (answer(2, 3, 7), noise());
        for size in [7, 65_535, 100_000, whole.len()] {
            let mut response = RangeResponse::default();
            let ended: Vec<_> =
                whole.chunks(size).map(|piece| response.take(piece, range(2, 3, 7), &noise).unwrap()).collect();
            assert!(ended.last() == Some(&true) && ended.iter().filter(|ended| **ended).count() == 1, "{size}");
        }
        let mut wrong = whole.clone();
        wrong[whole.len() - BLOCK] ^= 1;
        assert!(RangeResponse::default().take(&wrong, range(2, 3, 7), &noise).is_err(), "the number of the last block");
    }

    #[test]
    fn split_response_passes_and_wrong_byte_fails() {
        let (whole, noise) = (answer(3, 1, 7), noise());
        for size in [1, 7, 100, 4_096, whole.len()] {
            let mut response = RangeResponse::default();
            let mut ended = Vec::new();
            for piece in whole.chunks(size) {
                ended.push(response.take(piece, range(3, 1, 7), &noise).unwrap());
            }
            assert!(ended.pop().unwrap() && !ended.contains(&true), "{size}");
        }
        for at in [whole.len() - BLOCK, whole.len() - BLOCK + 7, whole.len() - 1] {
            let mut wrong = whole.clone();
            wrong[at] ^= 1;
            assert!(RangeResponse::default().take(&wrong, range(3, 1, 7), &noise).is_err(), "{at}");
        }
        let longer = [&whole[..], b"x"].concat();
        assert!(RangeResponse::default().take(&longer, range(3, 1, 7), &noise).is_err());
    }

    #[test]
    fn another_range_or_another_status_is_refused() {
        let noise = noise();
        assert!(RangeResponse::default().take(&answer(3, 1, 7), range(4, 1, 7), &noise).is_err());
        let other = b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";
        assert!(RangeResponse::default().take(other, range(3, 1, 7), &noise).unwrap_err().contains("401"));
    }
}
