//! One upload from its first byte to its last, and the time of each half, for `cargo xtask bench uploads`.

use std::net::SocketAddr;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::time::Instant;

use crate::load::tus::{Network, Part, Reply, Tus};

/// The service and the user. It is read from a file, because all users of a machine can read command lines.
#[derive(Serialize, Deserialize)]
pub(crate) struct Uploader {
    /// Where the service listens.
    pub(crate) address: SocketAddr,
    /// The path of its base URL.
    pub(crate) base: String,
    /// An access token.
    pub(crate) token: String,
}

/// In seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Transfer {
    /// Until all bytes but one were acknowledged: they are on the disk.
    pub(crate) arrived: f64,
    /// From then on until the last one was: the whole has been looked at, and has its name.
    pub(crate) checked: f64,
}

impl Uploader {
    /// Sends the file at `path` in requests of `chunk` bytes, or in one request if that is 0. The last byte has its own
    /// request. Deletes the upload afterwards, so that disks do not fill.
    ///
    /// # Errors
    /// If a response is not as expected.
    pub(crate) async fn upload(&self, path: &Path, chunk: usize) -> Result<Transfer, String> {
        let file = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let (last, rest) = file.split_last().ok_or("the file is empty")?;
        let mut tus = Tus::new(self.address, &self.base, self.token.clone());
        let begun = Instant::now();
        let created = expected(tus.create(file.len() as u64, None).await, 201)?;
        let address = created.location.ok_or("the upload has no address")?;
        let mut at = 0;
        for bytes in rest.chunks(if chunk == 0 { rest.len().max(1) } else { chunk }) {
            let part = Part { offset: at, bytes, checksum: None };
            at += bytes.len() as u64;
            let reply = expected(tus.patch(&address, part, Network::Good).await, 204)?;
            if reply.offset != Some(at) {
                return Err(format!("{at} bytes were sent, and {:?} is answered", reply.offset));
            }
        }
        let arrived = begun.elapsed();
        let part = Part { offset: at, bytes: std::slice::from_ref(last), checksum: None };
        expected(tus.patch(&address, part, Network::Good).await, 204)?;
        let checked = begun.elapsed().saturating_sub(arrived);
        let told: Value = serde_json::from_str(&expected(tus.get(&address).await, 200)?.text).unwrap_or_default();
        if told.get("data").and_then(|data| data.get("status")).and_then(Value::as_str) != Some("completed") {
            return Err(format!("the upload is not complete: {told}"));
        }
        expected(tus.terminate(&address).await, 204)?;
        Ok(Transfer { arrived: arrived.as_secs_f64(), checked: checked.as_secs_f64() })
    }
}

fn expected(reply: Result<Reply, std::io::Error>, status: u16) -> Result<Reply, String> {
    match reply {
        Ok(reply) if reply.status == status => Ok(reply),
        Ok(reply) => Err(format!("answered {} {}, not {status}", reply.status, reply.text)),
        Err(error) => Err(error.to_string()),
    }
}
