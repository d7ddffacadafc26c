//! A profile picture, made square and brought to the sizes that are served.

use std::io::Cursor;

use image::imageops::FilterType;
use image::{DynamicImage, ImageFormat, ImageReader, Limits};
use sha2::{Digest, Sha256};

use crate::hex;
use crate::store::PictureFile;

/// The sizes that a profile lists: the name, and the length of a side in pixels.
pub const SIZES: [(&str, u32); 3] = [("150x150", 150), ("480x480", 480), ("1000x1000", 1_000)];
/// A picture of more bytes than this is not looked at.
pub const MAX_BYTES: usize = 10 << 20;
const MAX_SIDE: u32 = 8_000;

/// A picture ready to be kept.
#[derive(Debug)]
pub struct Picture {
    /// Named by its content, so that its address never changes its meaning.
    pub id: String,
    /// One file a size.
    pub files: Vec<PictureFile>,
}

/// A picture that was refused.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// More than [`MAX_BYTES`].
    #[error("the picture is larger than 10 MiB")]
    TooLarge,
    /// Neither PNG nor JPEG by its content.
    #[error("the picture is neither PNG nor JPEG")]
    Format,
    /// Damaged, or with sides that are too long.
    #[error("the picture can't be read: {0}")]
    Damaged(#[from] image::ImageError),
}

impl Picture {
    /// Reads a PNG or JPEG file, crops it to a square around its centre and encodes it anew in every size. What the file carried beside the
    /// picture (place, camera, comments) is left behind.
    ///
    /// # Errors
    /// [`PictureError`].
    pub fn read(file: &[u8]) -> Result<Self, PictureError> {
        if file.len() > MAX_BYTES {
            return Err(PictureError::TooLarge);
        }
        let (format, content_type) = match image::guess_format(file) {
            Ok(ImageFormat::Png) => (ImageFormat::Png, "image/png"),
            Ok(ImageFormat::Jpeg) => (ImageFormat::Jpeg, "image/jpeg"),
            _ => return Err(PictureError::Format),
        };
        let square = crop_to_square(&decode(file, format)?);
        let mut files = Vec::with_capacity(SIZES.len());
        for (size, side) in SIZES {
            let mut content = Vec::new();
            square.resize_exact(side, side, FilterType::Lanczos3).write_to(&mut Cursor::new(&mut content), format)?;
            files.push(PictureFile { size: size.to_owned(), content_type: content_type.to_owned(), content });
        }
        let digest = Sha256::digest(file);
        Ok(Self { id: hex::encode(digest.first_chunk::<16>().unwrap_or(&[0; 16])), files })
    }
}

fn decode(file: &[u8], format: ImageFormat) -> Result<DynamicImage, PictureError> {
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
    reader.limits(limits);
    let picture = reader.decode()?;
    Ok(if format == ImageFormat::Jpeg { picture.to_rgb8().into() } else { picture })
}

fn crop_to_square(picture: &DynamicImage) -> DynamicImage {
    let side = picture.width().min(picture.height());
    picture.crop_imm((picture.width() - side) / 2, (picture.height() - side) / 2, side, side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut file = Vec::new();
        DynamicImage::new_rgb8(60, 40).write_to(&mut Cursor::new(&mut file), format).unwrap();
        file
    }

    #[test]
    fn comes_out_square_in_every_size() {
        for (format, content_type) in [(ImageFormat::Png, "image/png"), (ImageFormat::Jpeg, "image/jpeg")] {
            let picture = Picture::read(&encoded(format)).unwrap();
            for (file, (size, side)) in picture.files.iter().zip(SIZES) {
                let decoded = image::load_from_memory(&file.content).unwrap();
                assert_eq!((decoded.width(), decoded.height()), (side, side));
                assert_eq!((file.size.as_str(), file.content_type.as_str()), (size, content_type));
            }
        }
    }

    #[test]
    fn other_files_are_refused() {
        assert!(matches!(Picture::read(b"<svg/>"), Err(PictureError::Format)));
        assert!(matches!(Picture::read(&encoded(ImageFormat::Png)[..50]), Err(PictureError::Damaged(_))));
    }
}
