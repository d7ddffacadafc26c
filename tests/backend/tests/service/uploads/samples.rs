//! Files that make decoders allocate, and pictures that unpack to much more than they are.

use stagepass_test_support::api_client::fixture;

/// An Ogg Vorbis file whose setup header has so many codebooks. Each is 11.5 bytes long and becomes 134 MB: 131,072
/// codewords of 17 bits.
pub(crate) fn vorbis(codebooks: u32) -> Vec<u8> {
    let mut first = b"\x01vorbis".to_vec();
    first.extend([0, 0, 0, 0, 1]);
    first.extend(44_100_u32.to_le_bytes());
    first.extend([0; 12]);
    first.extend([0xb8, 1]);
    let comment = b"\x03vorbis\0\0\0\0\0\0\0\0\x01".to_vec();
    let mut bits = Bits::default();
    bits.put(255, 8);
    for _ in 0..codebooks {
        // Vorbis I §3.2.1: sync, dimensions, entries, ordered, the first length - 1, how many have it, no lookup table.
        for (value, count) in [(0x56_4342, 24), (1, 16), (131_072, 24), (1, 1), (16, 5), (131_072, 18), (0, 4)] {
            bits.put(value, count);
        }
    }
    let setup = [b"\x05vorbis".as_slice(), &bits.bytes].concat();
    [page(2, 0, &[&first]), page(0, 1, &[&comment, &setup]), page(4, 2, &[&[0; 3]])].concat()
}

/// A FLAC file with so many blocks of comments, 16 MB each. Each comment has three bytes.
pub(crate) fn flac_comments(blocks: usize) -> Vec<u8> {
    let tone = fixture("tone.flac");
    let count = ((1_u32 << 24) - 9) / 7;
    let mut body = [[0; 4], count.to_le_bytes()].concat();
    body.extend(b"\x03\0\0\0a=b".repeat(count as usize));
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    let block = [&[4, length[1], length[2], length[3]], body.as_slice()].concat();
    // "fLaC", and STREAMINFO, which is the first block and 34 bytes long; then the audio, as in a file without other
    // blocks.
    let mut file = tone[..42].to_vec();
    file[4] = 0;
    file.extend(block.repeat(blocks));
    file.extend([0x81, 0, 0, 0]);
    file
}

/// An MP3 file with a tag (ID3 version 2) of so many bytes, in frames of 15.
pub(crate) fn id3(bytes: usize) -> Vec<u8> {
    let frames = bytes / 15;
    let size = frames * 15;
    let octet = |shift: usize| u8::try_from(size >> shift & 0x7f).unwrap();
    let mut file = b"ID3\x04\0\0".to_vec();
    file.extend([octet(21), octet(14), octet(7), octet(0)]);
    file.extend(b"TXXX\0\0\0\x05\0\0\x03a\0bc".repeat(frames));
    file.extend(fixture("tone.mp3"));
    file
}

/// An AAC file of so many packets, which have one byte each: small, and long to read.
pub(crate) fn many_packets(packets: usize) -> Vec<u8> {
    let tone = fixture("tone.aac");
    // ADTS: without a checksum, 8 bytes with the header.
    let packet = [0xff, tone[1] | 1, tone[2], tone[3] & 0xfc, 1, (tone[5] & 0x1f), tone[6], 0];
    [tone, packet.repeat(packets)].concat()
}

/// A PNG file of one colour with transparency, of 5,000 × 5,000 pixels: 100 MB once it is unpacked.
pub(crate) fn vast_picture() -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgba8(5_000, 5_000).write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner()
}

/// A page of Ogg with these packets, each shorter than 64 KiB.
fn page(flags: u8, number: u32, packets: &[&[u8]]) -> Vec<u8> {
    let mut lengths = Vec::new();
    for packet in packets {
        lengths.extend(vec![255; packet.len() / 255]);
        lengths.push(u8::try_from(packet.len() % 255).unwrap());
    }
    let mut page = b"OggS\0".to_vec();
    page.push(flags);
    page.extend([0; 8]);
    page.extend(1_u32.to_le_bytes());
    page.extend(number.to_le_bytes());
    page.extend([0; 4]);
    page.push(u8::try_from(lengths.len()).unwrap());
    page.extend(lengths);
    page.extend(packets.concat());
    let checksum = page.iter().fold(0_u32, |crc, byte| {
        (0..8)
            .fold(crc ^ u32::from(*byte) << 24, |crc, _| if crc >> 31 == 1 { crc << 1 ^ 0x04c1_1db7 } else { crc << 1 })
    });
    page[22..26].copy_from_slice(&checksum.to_le_bytes());
    page
}

/// Bits as Vorbis packs them: the lowest of a byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn put(&mut self, value: u32, count: usize) {
        for bit in 0..count {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if value >> bit & 1 == 1 {
                *self.bytes.last_mut().unwrap() |= 1 << (self.count % 8);
            }
            self.count += 1;
        }
    }
}
