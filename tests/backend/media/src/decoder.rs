//! Decodes audio and pictures that users have sent, each in a child process.
//!
//! A file of a few hundred bytes can make a decoder allocate gigabytes, loop or crash, and no timeout can interrupt it
//! within a thread. So the service decodes nothing itself. It starts its own program with the file as stdin. That
//! process limits itself before it reads any input, and writes the result to stdout. A crash of it does not affect the
//! service.
//!
//! | module | contents |
//! |---|---|
//! | this file | the service's side: start, wait, kill |
//! | [`decoder_process`](crate::decoder_process) | the child's side |
//! | `confine` | the limits that the child sets for itself |

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};

use crate::confine::Limits;

/// When a child without a result is killed. Far longer than its limit of processor time, because of slow disks and busy
/// machines.
const DEADLINE: Duration = Duration::from_mins(2);
/// The exit code of a child that could not set its limits, and therefore has read nothing.
pub(crate) const NOT_CONFINED: u8 = 70;

/// Starts child processes that decode. Clones are handles to the same program.
#[derive(Debug, Clone)]
pub struct Decoder {
    program: Arc<Path>,
}

/// What a child decodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// An audio file: see `inspect`.
    Audio,
    /// All samples of an audio file, for its waveform.
    Waveform,
    /// A picture: see [`crate::picture`].
    Picture,
}

/// The input of a child.
#[derive(Debug)]
pub enum Input {
    /// A file, opened for reading only. The child can seek in it.
    File(File),
    /// Bytes, which are written to a pipe.
    Bytes(Vec<u8>),
}

/// Why a child returned no result.
#[derive(Debug, thiserror::Error)]
pub enum DecoderError {
    /// The child could not be started, or could not set its limits. This says nothing about the file.
    #[error("the decoder {} could not be started: {error}", program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The child crashed, exceeded a limit or was killed at the deadline.
    #[error("the decoder ended without an answer: {0}")]
    Died(String),
}

impl Job {
    pub(crate) const ALL: [Self; 3] = [Self::Audio, Self::Waveform, Self::Picture];

    /// The hidden subcommand of `stagepass-backend`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Audio => "decode-audio",
            Self::Waveform => "decode-waveform",
            Self::Picture => "decode-picture",
        }
    }

    /// The limits of the child: more than twice the measured need of the largest valid file, see `docs/design.md`.
    pub(crate) fn limits(self) -> Limits {
        match self {
            Self::Audio | Self::Waveform => Limits { memory: 256 << 20, processor_seconds: 30 },
            Self::Picture => Limits { memory: 512 << 20, processor_seconds: 20 },
        }
    }

    /// The longest result in bytes.
    fn longest_answer(self) -> u64 {
        match self {
            Self::Audio | Self::Waveform => 1 << 10,
            Self::Picture => 16 << 20,
        }
    }
}

impl Decoder {
    /// `program` is `stagepass-backend`.
    pub fn new(program: &Path) -> Self {
        Self { program: program.into() }
    }

    /// Returns the child's result. `permit` is released when the child has ended, even if the caller stops waiting
    /// earlier.
    ///
    /// # Errors
    /// [`DecoderError`].
    pub async fn run(&self, job: Job, input: Input, permit: impl Send + 'static) -> Result<Vec<u8>, DecoderError> {
        let decoder = self.clone();
        let running = tokio::spawn(async move {
            let _permit = permit;
            decoder.run_child(job, input).await
        });
        running.await.map_err(|error| self.start_error(error.into()))?
    }

    async fn run_child(&self, job: Job, input: Input) -> Result<Vec<u8>, DecoderError> {
        let (stdin, bytes) = match input {
            Input::File(file) => (Stdio::from(file), None),
            Input::Bytes(bytes) => (Stdio::piped(), Some(bytes)),
        };
        let mut command = Command::new(&*self.program);
        command.arg(job.name()).env_clear().current_dir("/");
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| self.start_error(error))?;
        let conversation = converse(&mut child, bytes, job.longest_answer());
        let ended = tokio::time::timeout(DEADLINE, conversation).await;
        let Ok(ended) = ended else {
            child.kill().await.map_err(|error| self.start_error(error))?;
            return Err(DecoderError::Died("it was killed at the deadline".to_owned()));
        };
        let (answer, status) = ended.map_err(|error| self.start_error(error))?;
        if status.success() {
            return Ok(answer);
        }
        if status.code() == Some(NOT_CONFINED.into()) {
            return Err(self.start_error(io::Error::other("it could not limit itself")));
        }
        Err(DecoderError::Died(status.to_string()))
    }

    fn start_error(&self, error: io::Error) -> DecoderError {
        DecoderError::Start { program: self.program.to_path_buf(), error }
    }
}

/// Sends the input, reads the result up to its limit, and waits for the end of the child.
async fn converse(child: &mut Child, input: Option<Vec<u8>>, longest: u64) -> io::Result<(Vec<u8>, ExitStatus)> {
    if let (Some(bytes), Some(mut stdin)) = (input, child.stdin.take()) {
        // A child that has ended does not read. Its exit status says why.
        if let Err(error) = stdin.write_all(&bytes).await {
            tracing::debug!(%error, "a decoder has not read all of its input");
        }
    }
    let mut answer = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(longest).read_to_end(&mut answer).await?;
    }
    Ok((answer, child.wait().await?))
}

#[cfg(test)]
mod tests {
    use tokio::sync::{OwnedSemaphorePermit, Semaphore};

    use super::*;

    async fn permit() -> OwnedSemaphorePermit {
        Arc::new(Semaphore::new(1)).acquire_owned().await.unwrap()
    }

    #[tokio::test]
    async fn missing_program_is_no_verdict() {
        let decoder = Decoder::new(Path::new("/nowhere/stagepass-backend"));
        let answer = decoder.run(Job::Audio, Input::Bytes(Vec::new()), permit().await).await;
        let Err(error @ DecoderError::Start { .. }) = answer else { panic!("{answer:?}") };
        assert!(error.to_string().contains("/nowhere/stagepass-backend"));
    }

    #[tokio::test]
    async fn crash_is_distinguished_from_an_answer() {
        // `false` ignores its arguments and input, and exits with 1. `echo` prints its arguments.
        let answer = |program| async move {
            Decoder::new(Path::new(program)).run(Job::Picture, Input::Bytes(vec![0; 1 << 20]), permit().await).await
        };
        assert!(matches!(answer("/bin/false").await, Err(DecoderError::Died(_))));
        assert_eq!(answer("/bin/echo").await.unwrap(), b"decode-picture\n");
    }
}
