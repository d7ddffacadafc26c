//! A `Blob` or `File` of a browser.

use std::io;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

use super::{Reading, UploadSource};

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size is a whole number")]
impl UploadSource for Blob {
    fn size(&self) -> u64 {
        Self::size(self) as u64
    }

    fn read(&self, offset: u64, length: usize) -> Reading<'_> {
        Box::pin(async move { read(self, offset, length).await })
    }

    fn media_type(&self) -> Option<String> {
        Some(self.type_()).filter(|media_type| !media_type.is_empty())
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time is a whole number")]
impl UploadSource for File {
    fn size(&self) -> u64 {
        UploadSource::size(AsRef::<Blob>::as_ref(self))
    }

    fn read(&self, offset: u64, length: usize) -> Reading<'_> {
        UploadSource::read(AsRef::<Blob>::as_ref(self), offset, length)
    }

    fn name(&self) -> Option<String> {
        Some(Self::name(self)).filter(|name| !name.is_empty())
    }

    fn media_type(&self) -> Option<String> {
        UploadSource::media_type(AsRef::<Blob>::as_ref(self))
    }

    fn modified(&self) -> u64 {
        self.last_modified() as u64
    }
}

#[expect(clippy::cast_precision_loss, reason = "offsets of a file are exact")]
async fn read(blob: &Blob, offset: u64, length: usize) -> io::Result<Vec<u8>> {
    let end = offset + length as u64;
    let part = blob.slice_with_f64_and_f64(offset as f64, end as f64).map_err(|error| failure(&error))?;
    let buffer = JsFuture::from(part.array_buffer()).await.map_err(|error| failure(&error))?;
    let bytes = Uint8Array::new(&buffer).to_vec();
    if bytes.len() == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

fn failure(error: &JsValue) -> io::Error {
    io::Error::other(format!("{error:?}"))
}
