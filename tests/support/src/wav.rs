//! WAV files: PCM, one channel.

/// The length of [`header`] in bytes.
pub const HEADER: usize = 44;

/// Returns the header of a file: RIFF, the format chunk, and the head of the data chunk with `length` bytes of samples.
pub fn header(samples_per_second: u32, bits_per_sample: u16, length: u32) -> Vec<u8> {
    let bytes_per_sample = bits_per_sample / 8;
    [
        &b"RIFF"[..],
        &(36 + length).to_le_bytes(),
        b"WAVEfmt \x10\0\0\0\x01\0\x01\0",
        &samples_per_second.to_le_bytes(),
        &(samples_per_second * u32::from(bytes_per_sample)).to_le_bytes(),
        &bytes_per_sample.to_le_bytes(),
        &bits_per_sample.to_le_bytes(),
        b"data",
        &length.to_le_bytes(),
    ]
    .concat()
}

/// Returns a file with these samples, which have 8 bits without a sign, or 16 bits with one.
pub fn file(samples_per_second: u32, bits_per_sample: u16, samples: &[u8]) -> Vec<u8> {
    let length = u32::try_from(samples.len()).expect("less than 4 GB");
    [&header(samples_per_second, bits_per_sample, length), samples].concat()
}
