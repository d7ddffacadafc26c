//! One range of a file, and whether what arrives is that range: nothing of it is kept.

use std::str;

/// The bytes of a range. Block `n` of a file begins with `n`, as eight bytes in big-endian order. Noise follows.
pub(crate) const BLOCK: usize = 64 << 10;
const NUMBER: usize = 8;
const HEADERS: usize = 32;

/// The noise in every block after its number, which cannot be compressed.
pub(crate) fn noise() -> Vec<u8> {
    (0..BLOCK - NUMBER).map(|at| (at * at / 7).to_le_bytes().first().copied().unwrap_or_default()).collect()
}

/// An answer that arrives, piece by piece.
#[derive(Debug, Default)]
pub(super) struct RangeResponse {
    head: Vec<u8>,
    is_body: bool,
    at: usize,
}

impl RangeResponse {
    /// Takes the next bytes; whether that was the last of the block `number` of a file of `blocks`.
    pub(super) fn take(&mut self, bytes: &[u8], (number, blocks): (u64, u64), noise: &[u8]) -> Result<bool, String> {
        if self.is_body {
            return self.compare(bytes, number, noise);
        }
        let before = self.head.len();
        self.head.extend_from_slice(bytes);
        let Some(end) = head_end(&self.head, number, blocks)? else { return Ok(false) };
        self.is_body = true;
        // The end of the head is in these bytes: before them it was not whole.
        let body = bytes.get(end.saturating_sub(before)..).unwrap_or_default();
        self.compare(body, number, noise)
    }

    /// For the next answer over the same connection.
    pub(super) fn clear(&mut self) {
        self.head.clear();
        (self.is_body, self.at) = (false, 0);
    }

    fn compare(&mut self, bytes: &[u8], number: u64, noise: &[u8]) -> Result<bool, String> {
        let label = number.to_be_bytes();
        let labelled = bytes.len().min(NUMBER.saturating_sub(self.at));
        let (first, rest) = bytes.split_at_checked(labelled).unwrap_or_default();
        let at = self.at.saturating_sub(NUMBER);
        let is_right = label.get(self.at..self.at + labelled).is_none_or(|expected| expected == first)
            && noise.get(at..at + rest.len()) == Some(rest);
        self.at += bytes.len();
        if is_right { Ok(self.at == BLOCK) } else { Err(format!("not the bytes of block {number}, up to {}", self.at)) }
    }
}

/// Where the head ends, if it has arrived: it has to promise the whole block.
fn head_end(head: &[u8], number: u64, blocks: u64) -> Result<Option<usize>, String> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut response = httparse::Response::new(&mut headers);
    let parsed = response.parse(head).map_err(|error| error.to_string())?;
    let httparse::Status::Complete(end) = parsed else { return Ok(None) };
    let value = |name: &str| {
        let header = response.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        str::from_utf8(header.value).ok()
    };
    let (block, first) = (BLOCK as u64, number * BLOCK as u64);
    let range = format!("bytes {first}-{}/{}", first + block - 1, blocks * block);
    let is_promised = value("content-range") == Some(&*range)
        && value("content-length").and_then(|text| text.parse().ok()) == Some(BLOCK);
    if response.code == Some(206) && is_promised {
        return Ok(Some(end));
    }
    Err(format!("{:?} {:?} in place of 206 {range}", response.code, value("content-range")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(number: u64, blocks: u64) -> Vec<u8> {
        let first = number * 65_536;
        let head = format!(
            "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes {first}-{}/{}\r\ncontent-length: 65536\r\n\r\n",
            first + 65_535,
            blocks * 65_536
        );
        [head.as_bytes(), &number.to_be_bytes(), &noise()].concat()
    }

    #[test]
    fn an_answer_in_any_pieces_is_taken_and_one_wrong_byte_is_not() {
        let (whole, noise) = (answer(3, 7), noise());
        for size in [1, 7, 100, 4_096, whole.len()] {
            let mut response = RangeResponse::default();
            let mut ended = Vec::new();
            for piece in whole.chunks(size) {
                ended.push(response.take(piece, (3, 7), &noise).unwrap());
            }
            assert!(ended.pop().unwrap() && !ended.contains(&true), "{size}");
        }
        for at in [whole.len() - BLOCK, whole.len() - BLOCK + 7, whole.len() - 1] {
            let mut wrong = whole.clone();
            wrong[at] ^= 1;
            assert!(RangeResponse::default().take(&wrong, (3, 7), &noise).is_err(), "{at}");
        }
        let longer = [&whole[..], b"x"].concat();
        assert!(RangeResponse::default().take(&longer, (3, 7), &noise).is_err());
    }

    #[test]
    fn another_range_or_another_status_is_refused() {
        let noise = noise();
        assert!(RangeResponse::default().take(&answer(3, 7), (4, 7), &noise).is_err());
        let other = b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";
        assert!(RangeResponse::default().take(other, (3, 7), &noise).unwrap_err().contains("401"));
    }
}
