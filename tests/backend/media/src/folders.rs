//! The folders of audio and of unfinished uploads, on a disk and in a bucket.

pub(crate) const AUDIO: &str = "audio";
pub(crate) const UPLOADS: &str = "uploads";
