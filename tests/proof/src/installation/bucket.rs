//! A bucket, and its S3 service: a separate process, which outlives its clients.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use stagepass_programs::process::Service;

const PATIENCE: Duration = Duration::from_secs(20);
/// No other machine can reach a service of a proof.
const KEY_ID: &str = "proof";
const KEY: &str = "nobody-else-can-reach-this-bucket";
/// Where the service keeps its buckets.
const ROOT: &str = "s3";

/// Ended when dropped. What it has kept stays.
pub(crate) struct Bucket {
    root: PathBuf,
    endpoint: String,
    /// `s3://BUCKET/PREFIX`
    address: String,
    _service: Service,
}

/// The multipart uploads that were neither completed nor aborted.
#[derive(Default)]
pub(crate) struct Multiparts {
    /// Uploads that were begun.
    pub(crate) begun: usize,
    /// The parts that are there, of all of them.
    pub(crate) parts: usize,
}

impl Bucket {
    /// Starts the program `s3`, which keeps an empty bucket in a folder of its own in `folder`.
    pub(super) fn start(s3: &Path, folder: &Path) -> Result<Self> {
        let root = folder.join(ROOT);
        fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
        let mut command = Command::new(s3);
        // Not on the command line, which others can read.
        command.arg(&root).env("AWS_ACCESS_KEY_ID", KEY_ID).env("AWS_SECRET_ACCESS_KEY", KEY);
        let (service, line) = Service::start(&mut command, "listening on ", PATIENCE)?;
        let (endpoint, address) = line.trim().split_once(' ').context("the S3 service does not say what it has")?;
        Ok(Self { root, endpoint: endpoint.to_owned(), address: address.to_owned(), _service: service })
    }

    /// Sets a program's environment to store audio in this bucket.
    pub(super) fn configure(&self, command: &mut Command) {
        command.args(["--media", &self.address]);
        command.env("STAGEPASS_S3_ENDPOINT", &self.endpoint);
        command.env("AWS_ACCESS_KEY_ID", KEY_ID).env("AWS_SECRET_ACCESS_KEY", KEY);
    }

    /// The folder that it is: `audio/{cid}` in it is the object of that name.
    pub(super) fn folder(&self) -> PathBuf {
        self.root.join(self.address.trim_start_matches("s3://"))
    }

    /// Its unfinished multipart uploads.
    pub(crate) fn multiparts(&self) -> Result<Multiparts> {
        let mut found = Multiparts::default();
        for entry in fs::read_dir(&self.root).with_context(|| format!("cannot read {}", self.root.display()))? {
            let name = entry.context("cannot read the S3 service's folder")?.file_name();
            let name = name.to_string_lossy();
            // As s3s-fs names its files: `.upload-{id}.json`, and `.upload_id-{id}.part-{number}` for a part.
            found.begun += usize::from(name.starts_with(".upload-"));
            found.parts += usize::from(name.starts_with(".upload_id-"));
        }
        Ok(found)
    }
}
