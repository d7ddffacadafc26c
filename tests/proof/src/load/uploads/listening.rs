//! What a node serves of what was uploaded.

use std::net::SocketAddr;

use super::sound::Sound;
use crate::load::http::Connection;
use crate::load::verdict::Stop;

/// A listener at a node, which outlives every service.
#[derive(Debug)]
pub(super) struct Listening {
    address: SocketAddr,
    connection: Option<Connection>,
}

impl Listening {
    pub(super) fn at(address: SocketAddr) -> Self {
        Self { address, connection: None }
    }

    /// The whole content is the sound, byte by byte.
    pub(super) async fn hears(&mut self, cid: &str, sound: Sound) -> Result<(), Stop> {
        let file = sound.file();
        let (status, is_same, length) = self.ask(cid, &file).await?;
        if (status, is_same) == (200, true) {
            return Ok(());
        }
        Err(Stop::Wrong(format!("the node answers {cid}, of {} bytes, by {status} and {length} bytes", file.len())))
    }

    /// Nothing is there.
    pub(super) async fn hears_nothing(&mut self, cid: &str) -> Result<(), Stop> {
        match self.ask(cid, b"").await? {
            (404, ..) => Ok(()),
            (status, ..) => Err(Stop::Wrong(format!("the node answers {cid}, which is not there, by {status}"))),
        }
    }

    async fn ask(&mut self, cid: &str, expected: &[u8]) -> Result<(u16, bool, usize), Stop> {
        let gone = |error: std::io::Error| Stop::Wrong(format!("the node does not answer: {error}"));
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
