//! Pictures: cropped to a square and scaled to the sizes that are served.

#[cfg(feature = "fuzzing")]
pub mod fuzzing;

use std::io::{self, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use data_encoding::HEXLOWER;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

use crate::decoder::{Decoder, DecoderError, Input, Job};
use stagepass_kit::entropy::{self, Entropy, EntropyError};
use stagepass_store::PictureFile;

/// The sizes of a picture: the name, and the length of a side in pixels.
pub const SIZES: [(&str, u32); 3] = [("150x150", 150), ("480x480", 480), ("1000x1000", 1_000)];
/// The largest file in bytes.
pub const MAX_BYTES: usize = 5_000_000;
/// The largest width and height in pixels.
const MAX_SIDE: u32 = 10_000;
/// The largest size of a decoded picture in bytes: 33 million pixels of RGB, or 25 million of RGBA, with 8 bits a
/// channel.
const MAX_UNPACKED: u64 = 100_000_000;
/// How long a picture waits for the one before it.
const WAIT: Duration = Duration::from_secs(30);
/// How many characters of a decoder's message are passed on.
const LONGEST_REASON: usize = 200;
/// Larger pictures are first reduced to this by a faster method, which makes no visible difference.
const REDUCED_SIDE: u32 = 2_000;

/// A processed picture.
#[derive(Debug)]
pub struct Picture {
    /// Random, so that its address never refers to another picture, and does not reveal who has the same one.
    pub id: String,
    /// One file for each size.
    pub files: Vec<PictureFile>,
}

/// Why a picture is refused.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// More than [`MAX_BYTES`].
    #[error("the picture is larger than 5 MB")]
    TooLarge,
    /// A side is longer than `MAX_SIDE`, or the decoded picture is larger than `MAX_UNPACKED`.
    #[error(
        "the picture has too many pixels: at most 10,000 on a side, and 33 million in all (25 million with transparency)"
    )]
    TooManyPixels,
    /// Neither PNG nor JPEG by its content.
    #[error("the picture is neither PNG nor JPEG")]
    Format,
    /// It is truncated or damaged.
    #[error("the picture can't be read: {0}")]
    Damaged(String),
    /// Other pictures are in progress.
    #[error("too many pictures are being processed: try again later")]
    Busy,
    /// There are no random bytes for an ID.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The decoder could not be started.
    #[error(transparent)]
    Decoder(#[from] DecoderError),
    /// The runtime is shutting down.
    #[error("the service is stopping")]
    Stopping,
}

/// Processes pictures in separate processes, one at a time: see [`crate::decoder`].
#[derive(Debug, Clone)]
pub struct Pictures {
    decoder: Decoder,
    place: Arc<Semaphore>,
}

/// The verdict of a decoder about a picture, which precedes the bytes of its files.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Picture { format: Format, lengths: [usize; SIZES.len()] },
    TooManyPixels,
    Format,
    Damaged(String),
}

/// The format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Format {
    Png,
    Jpeg,
}

impl Format {
    fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

impl Pictures {
    /// `decoder` is the program `Settings::decoder`.
    pub fn new(decoder: &Path) -> Self {
        Self { decoder: Decoder::new(decoder), place: Arc::new(Semaphore::new(1)) }
    }

    /// Decodes a PNG or JPEG file, rotates it upright, crops it to a square around its centre, and encodes it in every
    /// size. Metadata of the file (location, camera, comments) is dropped.
    ///
    /// # Errors
    /// [`PictureError`].
    pub async fn read(&self, file: Vec<u8>, entropy: &dyn Entropy) -> Result<Picture, PictureError> {
        if file.len() > MAX_BYTES {
            return Err(PictureError::TooLarge);
        }
        let id = HEXLOWER.encode(&entropy::random::<16>(entropy)?);
        let place = tokio::time::timeout(WAIT, Arc::clone(&self.place).acquire_owned()).await;
        let place = place.map_err(|_| PictureError::Busy)?.map_err(|_| PictureError::Stopping)?;
        match self.decoder.run(Job::Picture, Input::Bytes(file), place).await {
            Ok(answer) => Ok(Picture { id, files: files_of(&answer)? }),
            Err(error @ DecoderError::Died(_)) => {
                tracing::warn!(%error, "a picture could not be decoded");
                Err(PictureError::Damaged("it takes too much to decode".to_owned()))
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Decodes a picture in a decoder process, and returns its files: a line of JSON, then their bytes one after the other.
///
/// # Errors
/// An [`io::Error`] of the file system.
pub fn verdict_of(mut file: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let (verdict, contents) = match squares_of(&bytes) {
        Ok((format, contents)) => (Verdict::Picture { format, lengths: contents.each_ref().map(Vec::len) }, contents),
        Err(verdict) => (verdict, Default::default()),
    };
    let mut answer = serde_json::to_vec(&verdict)?;
    answer.push(b'\n');
    answer.extend(contents.into_iter().flatten());
    Ok(answer)
}

/// Parses a decoder's result. It may be anything, because the decoder has processed an untrusted file.
fn files_of(answer: &[u8]) -> Result<Vec<PictureFile>, PictureError> {
    let unreadable = || PictureError::Damaged("its decoder gave no answer".to_owned());
    let end = answer.iter().position(|byte| *byte == b'\n').ok_or_else(unreadable)?;
    let (line, mut rest) = answer.split_at(end);
    rest = rest.get(1..).unwrap_or_default();
    let (format, lengths) = match serde_json::from_slice(line).map_err(|_| unreadable())? {
        Verdict::Picture { format, lengths } => (format, lengths),
        Verdict::TooManyPixels => return Err(PictureError::TooManyPixels),
        Verdict::Format => return Err(PictureError::Format),
        Verdict::Damaged(reason) => return Err(PictureError::Damaged(reason.chars().take(LONGEST_REASON).collect())),
    };
    let mut files = Vec::with_capacity(SIZES.len());
    for ((size, _), length) in SIZES.into_iter().zip(lengths) {
        let (content, after) = rest.split_at_checked(length).ok_or_else(unreadable)?;
        let (size, content_type) = (size.to_owned(), format.content_type().to_owned());
        files.push(PictureFile { size, content_type, content: content.to_owned() });
        rest = after;
    }
    if rest.is_empty() { Ok(files) } else { Err(unreadable()) }
}

fn squares_of(file: &[u8]) -> Result<(Format, [Vec<u8>; SIZES.len()]), Verdict> {
    let (format, to) = match image::guess_format(file) {
        Ok(ImageFormat::Png) => (Format::Png, ImageFormat::Png),
        Ok(ImageFormat::Jpeg) => (Format::Jpeg, ImageFormat::Jpeg),
        _ => return Err(Verdict::Format),
    };
    let mut square = cropped_to_square(decode(file, to)?);
    if square.width() > REDUCED_SIDE {
        square = square.thumbnail_exact(REDUCED_SIDE, REDUCED_SIDE);
    }
    let mut contents: [Vec<u8>; SIZES.len()] = Default::default();
    for ((_, side), content) in SIZES.into_iter().zip(&mut contents) {
        square.resize_exact(side, side, FilterType::Lanczos3).write_to(&mut Cursor::new(content), to)?;
    }
    Ok((format, contents))
}

fn decode(file: &[u8], format: ImageFormat) -> Result<DynamicImage, Verdict> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    limits.max_alloc = Some(MAX_UNPACKED);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    // The decoder's own limit is about memory besides the picture itself.
    if decoder.total_bytes() > MAX_UNPACKED {
        return Err(Verdict::TooManyPixels);
    }
    // The orientation is in the metadata, which is dropped.
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(if format == ImageFormat::Jpeg { picture.into_rgb8().into() } else { picture })
}

fn cropped_to_square(picture: DynamicImage) -> DynamicImage {
    let (width, height) = (picture.width(), picture.height());
    let side = width.min(height);
    if width == height { picture } else { picture.crop_imm((width - side) / 2, (height - side) / 2, side, side) }
}

impl From<ImageError> for Verdict {
    fn from(error: ImageError) -> Self {
        if matches!(error, ImageError::Limits(_)) { Self::TooManyPixels } else { Self::Damaged(error.to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stagepass_kit::entropy::SystemEntropy;

    /// Processes a file like the service, without the process in between.
    fn read(file: &[u8]) -> Result<Vec<PictureFile>, PictureError> {
        files_of(&verdict_of(file).unwrap())
    }

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut file = Vec::new();
        picture.write_to(&mut Cursor::new(&mut file), format).unwrap();
        file
    }

    #[tokio::test(start_paused = true)]
    async fn wait_for_another_picture_ends() {
        let pictures = Pictures::new(Path::new("/nowhere/stagepass-backend"));
        let place = pictures.place.acquire().await.unwrap();
        assert!(matches!(pictures.read(Vec::new(), &SystemEntropy).await, Err(PictureError::Busy)));
        drop(place);
        assert!(matches!(pictures.read(Vec::new(), &SystemEntropy).await, Err(PictureError::Decoder(_))));
    }

    #[test]
    fn comes_out_square_in_every_size() {
        let oblong = DynamicImage::new_rgb8(60, 40);
        for (format, content_type) in [(ImageFormat::Png, "image/png"), (ImageFormat::Jpeg, "image/jpeg")] {
            let files = read(&encoded(&oblong, format)).unwrap();
            for (file, (size, side)) in files.iter().zip(SIZES) {
                let decoded = image::load_from_memory(&file.content).unwrap();
                assert_eq!((decoded.width(), decoded.height()), (side, side));
                assert_eq!((file.size.as_str(), file.content_type.as_str()), (size, content_type));
            }
        }
    }

    #[test]
    fn comes_out_upright() {
        // The left half is white. The orientation says that it is the top.
        let lying =
            DynamicImage::from(image::RgbImage::from_fn(64, 64, |x, _| image::Rgb([if x < 32 { 255 } else { 0 }; 3])));
        let mut file = encoded(&lying, ImageFormat::Jpeg);
        // Exif 2.32 §4.5.4, as an APP1 segment after the start of the image: one entry, Orientation (0x0112), 6: turn
        // by 90° clockwise.
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        file.splice(2..2, exif.iter().copied());
        let files = read(&file).unwrap();
        let upright = image::load_from_memory(&files[0].content).unwrap().to_luma8();
        let at = |x, y| upright.get_pixel(x, y).0[0] > 127;
        assert_eq!([at(20, 20), at(130, 20), at(20, 130), at(130, 130)], [true, true, false, false]);
    }

    #[test]
    fn other_answers_are_refused() {
        let line = br#"{"picture":{"format":"png","lengths":[1,1,1]}}"#;
        assert_eq!(files_of(&[line, b"\nabc".as_slice()].concat()).unwrap()[2].content, b"c");
        for (line, rest) in [
            (line.as_slice(), b"\nab".as_slice()),
            (line, b"\nabcd"),
            (line, b""),
            (b"{}", b"\n"),
            (br#"{"picture":{"format":"svg","lengths":[1,1,1]}}"#, b"\nabc"),
            (br#"{"picture":{"format":"png","lengths":[18446744073709551615,1,1]}}"#, b"\nabc"),
        ] {
            assert!(matches!(files_of(&[line, rest].concat()), Err(PictureError::Damaged(_))));
        }
    }

    /// It is rejected by the size in its header, before it is decoded.
    #[test]
    fn small_file_of_huge_picture_is_rejected() {
        for (width, height) in [(MAX_SIDE + 1, 1_u32), (6_000, 6_000)] {
            let mut file = encoded(&DynamicImage::new_luma8(1, 1), ImageFormat::Png);
            // PNG §11.2.1: width, height, depth and colour type (8 bits, RGBA) in the first chunk, and its checksum.
            let mut header =
                [b"IHDR".as_slice(), &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
            header.extend(checksum(&header).to_be_bytes());
            file.splice(12..33, header);
            assert!(matches!(read(&file), Err(PictureError::TooManyPixels)), "{width}×{height}");
        }
    }

    /// PNG, annex D.
    fn checksum(octets: &[u8]) -> u32 {
        !octets.iter().fold(u32::MAX, |crc, octet| {
            (0..8)
                .fold(crc ^ u32::from(*octet), |crc, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 })
        })
    }
}
