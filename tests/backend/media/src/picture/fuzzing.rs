//! Pictures, for `tests/fuzz`.

use image::ImageFormat;

use super::{MAX_BYTES, MAX_SIDE, cropped_to_square, decode, files_of};

/// Decodes `bytes` as an uploaded picture, in this process, and crops it. Reads `bytes` as a verdict as well: the service trusts no decoder.
///
/// The sizes that are served are left out: to scale takes most of the time, and only the picture's size decides what happens then.
///
/// # Panics
/// If it comes out larger than pictures may be, or not square.
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
