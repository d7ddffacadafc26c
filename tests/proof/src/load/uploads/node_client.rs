//! Checks that a stream node serves the uploaded audio.

use std::net::SocketAddr;

use super::audio_file::AudioFile;
use crate::load::http::Connection;
use crate::load::step_error::StepError;

/// A listener at a node, which outlives every service.
#[derive(Debug)]
pub(super) struct NodeClient {
    address: SocketAddr,
    connection: Option<Connection>,
}

impl NodeClient {
    pub(super) fn new(address: SocketAddr) -> Self {
        Self { address, connection: None }
    }

    /// The whole content is the audio, byte by byte.
    pub(super) async fn expect_content(&mut self, cid: &str, audio: AudioFile) -> Result<(), StepError> {
        let file = audio.bytes();
        let (status, is_same, length) = self.ask(cid, &file).await?;
        if (status, is_same) == (200, true) {
            return Ok(());
        }
        Err(StepError::Violation(format!(
            "the node answers {cid}, of {} bytes, by {status} and {length} bytes",
            file.len()
        )))
    }

    /// Nothing is there.
    pub(super) async fn expect_missing(&mut self, cid: &str) -> Result<(), StepError> {
        match self.ask(cid, b"").await? {
            (404, ..) => Ok(()),
            (status, ..) => {
                Err(StepError::Violation(format!("the node answers {cid}, which is not there, by {status}")))
            }
        }
    }

    async fn ask(&mut self, cid: &str, expected: &[u8]) -> Result<(u16, bool, usize), StepError> {
        let gone = |error: std::io::Error| StepError::Violation(format!("the node does not answer: {error}"));
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => Connection::open(self.address).await.map_err(gone)?,
        };
        let request = format!("GET /tracks/cidstream/{cid} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        let answer = connection.ask(request.as_bytes()).await.map_err(gone)?;
        let told = (answer.status, answer.body == expected, answer.body.len());
        let closes = answer.headers("connection").any(|value| value == "close");
        self.connection = (!closes).then_some(connection);
        Ok(told)
    }
}
