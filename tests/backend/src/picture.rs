//! A profile picture, made square and brought to the sizes that are served.

#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;

use std::io::Cursor;
use std::sync::Arc;

use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};
use tokio::sync::Semaphore;

use crate::entropy::{self, Entropy, EntropyError};
use crate::hex;
use crate::store::PictureFile;

/// The sizes that a profile lists: the name, and the length of a side in pixels.
pub const SIZES: [(&str, u32); 3] = [("150x150", 150), ("480x480", 480), ("1000x1000", 1_000)];
/// A picture of more bytes than this is not looked at.
pub const MAX_BYTES: usize = 5_000_000;
const MAX_SIDE: u32 = 10_000;
/// What a picture may take once it is unpacked: 33 million pixels of a photograph, 25 million of a PNG that has an alpha channel.
const MAX_UNPACKED: u64 = 100_000_000;
/// Larger ones are first brought to this the quick way: nobody sees it in what comes out.
const REDUCED_SIDE: u32 = 2_000;

/// A picture ready to be kept.
#[derive(Debug)]
pub struct Picture {
    /// Random: its address never changes its meaning, and tells nobody who else has the same one.
    pub id: String,
    /// One file a size.
    pub files: Vec<PictureFile>,
}

/// A picture that was refused.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// More than [`MAX_BYTES`].
    #[error("the picture is larger than 5 MB")]
    TooLarge,
    /// Too many pixels.
    #[error("the picture has too many pixels: 25 million are enough")]
    TooManyPixels,
    /// Neither PNG nor JPEG by its content.
    #[error("the picture is neither PNG nor JPEG")]
    Format,
    /// It breaks off, or is not what it says it is.
    #[error("the picture can't be read: {0}")]
    Damaged(ImageError),
    /// No name for it.
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    /// The runtime is shutting down.
    #[error("the service is stopping")]
    Stopping,
}

/// Makes pictures off the threads that serve requests, and one at a time: each takes up to 300 MB of memory for a moment.
#[derive(Debug, Clone)]
pub struct Pictures {
    place: Arc<Semaphore>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self { place: Arc::new(Semaphore::new(1)) }
    }
}

impl Pictures {
    /// The picture in a PNG or JPEG file: see [`Picture::read`].
    ///
    /// # Errors
    /// [`PictureError`].
    pub async fn read(&self, file: Vec<u8>, entropy: &dyn Entropy) -> Result<Picture, PictureError> {
        let id = entropy::random(entropy)?;
        let place = Arc::clone(&self.place).acquire_owned().await.map_err(|_| PictureError::Stopping)?;
        let reading = tokio::task::spawn_blocking(move || {
            let _place = place;
            Picture::read(&file, id)
        });
        reading.await.map_err(|_| PictureError::Stopping)?
    }
}

impl Picture {
    /// Reads a PNG or JPEG file, turns it upright, crops it to a square around its centre and encodes it anew in every size. What the file
    /// carried beside the picture (place, camera, comments) is left behind.
    ///
    /// # Errors
    /// [`PictureError`].
    pub fn read(file: &[u8], id: [u8; 16]) -> Result<Self, PictureError> {
        if file.len() > MAX_BYTES {
            return Err(PictureError::TooLarge);
        }
        let (format, content_type) = match image::guess_format(file) {
            Ok(ImageFormat::Png) => (ImageFormat::Png, "image/png"),
            Ok(ImageFormat::Jpeg) => (ImageFormat::Jpeg, "image/jpeg"),
            _ => return Err(PictureError::Format),
        };
        let mut square = cropped_to_square(decode(file, format)?);
        if square.width() > REDUCED_SIDE {
            square = square.thumbnail_exact(REDUCED_SIDE, REDUCED_SIDE);
        }
        let mut files = Vec::with_capacity(SIZES.len());
        for (size, side) in SIZES {
            let mut content = Vec::new();
            square.resize_exact(side, side, FilterType::Lanczos3).write_to(&mut Cursor::new(&mut content), format)?;
            files.push(PictureFile { size: size.to_owned(), content_type: content_type.to_owned(), content });
        }
        Ok(Self { id: hex::encode(&id), files })
    }
}

fn decode(file: &[u8], format: ImageFormat) -> Result<DynamicImage, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    limits.max_alloc = Some(MAX_UNPACKED);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    // The decoder's own limit is about what it takes beside the picture itself.
    if decoder.total_bytes() > MAX_UNPACKED {
        return Err(PictureError::TooManyPixels);
    }
    // A camera notes which side is up beside the picture, where it would be left behind.
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

impl From<ImageError> for PictureError {
    fn from(error: ImageError) -> Self {
        if matches!(error, ImageError::Limits(_)) { Self::TooManyPixels } else { Self::Damaged(error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: [u8; 16] = [7; 16];

    fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut file = Vec::new();
        picture.write_to(&mut Cursor::new(&mut file), format).unwrap();
        file
    }

    #[test]
    fn comes_out_square_in_every_size() {
        let oblong = DynamicImage::new_rgb8(60, 40);
        for (format, content_type) in [(ImageFormat::Png, "image/png"), (ImageFormat::Jpeg, "image/jpeg")] {
            let picture = Picture::read(&encoded(&oblong, format), ID).unwrap();
            assert_eq!(picture.id, "07".repeat(16));
            for (file, (size, side)) in picture.files.iter().zip(SIZES) {
                let decoded = image::load_from_memory(&file.content).unwrap();
                assert_eq!((decoded.width(), decoded.height()), (side, side));
                assert_eq!((file.size.as_str(), file.content_type.as_str()), (size, content_type));
            }
        }
    }

    #[test]
    fn comes_out_upright() {
        // The left half is white; the camera was held so that this is the top.
        let lying =
            DynamicImage::from(image::RgbImage::from_fn(64, 64, |x, _| image::Rgb([if x < 32 { 255 } else { 0 }; 3])));
        let mut file = encoded(&lying, ImageFormat::Jpeg);
        // Exif 2.32 §4.5.4, as an APP1 segment after the start of the image: one entry, Orientation (0x0112), 6: turn by 90° clockwise.
        let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
        file.splice(2..2, exif.iter().copied());
        let picture = Picture::read(&file, ID).unwrap();
        let upright = image::load_from_memory(&picture.files[0].content).unwrap().to_luma8();
        let at = |x, y| upright.get_pixel(x, y).0[0] > 127;
        assert_eq!([at(20, 20), at(130, 20), at(20, 130), at(130, 130)], [true, true, false, false]);
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(Picture::read(b"<svg/>", ID), Err(PictureError::Format)));
        let whole = encoded(&DynamicImage::new_rgb8(60, 40), ImageFormat::Png);
        assert!(matches!(Picture::read(&whole[..50], ID), Err(PictureError::Damaged(_))));
        assert!(matches!(Picture::read(&vec![0; MAX_BYTES + 1], ID), Err(PictureError::TooLarge)));
    }

    #[test]
    fn a_small_file_of_a_vast_picture_is_not_unpacked() {
        for (width, height) in [(MAX_SIDE + 1, 1_u32), (6_000, 6_000)] {
            let mut file = encoded(&DynamicImage::new_luma8(1, 1), ImageFormat::Png);
            // PNG §11.2.1: width, height, depth and colour type (8 bits, RGBA) in the first chunk, and its checksum.
            let mut header =
                [b"IHDR".as_slice(), &width.to_be_bytes(), &height.to_be_bytes(), &[8, 6, 0, 0, 0]].concat();
            header.extend(checksum(&header).to_be_bytes());
            file.splice(12..33, header);
            assert!(matches!(Picture::read(&file, ID), Err(PictureError::TooManyPixels)), "{width}×{height}");
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
