//! Pictures, for `tests/fuzz`.

use image::ImageFormat;

use super::{MAX_BYTES, MAX_SIDE, cropped_to_square, decode, files_of};

/// Decodes `bytes` as an uploaded picture in this process, and crops it. Also parses `bytes` as a verdict, because the
/// service does not trust decoders.
///
/// Scaling is skipped: it takes most of the time, and only depends on the picture's size.
///
/// # Panics
/// If the result is larger than allowed, or not square.
pub fn picture(bytes: &[u8]) {
    let _ = files_of(bytes);
    let Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg)) = image::guess_format(bytes) else { return };
    if bytes.len() > MAX_BYTES {
        return;
    }
    if let Ok(picture) = decode(bytes, format) {
        assert!(picture.width().max(picture.height()) <= MAX_SIDE);
        let side = picture.width().min(picture.height());
        let square = cropped_to_square(picture);
        assert_eq!((square.width(), square.height()), (side, side));
    }
}
