//! A user at work: uploads one audio after another, in parts as chance has it, over connections that break. What the
//! service has answered must hold, also after it was killed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::load::audio_file::{AudioFile, PART, cid};
use crate::load::counts::Counts;
use crate::load::failure::{PATIENCE, TRY_AGAIN};
use crate::load::http::{Http, Network, Reply, Request};
use crate::load::random::Random;
use crate::load::tus::{Tus, offset_of};
use crate::load::workers::Worker;

/// What all clients share with what kills the service.
#[derive(Default)]
pub(crate) struct Shared {
    /// Files that a client has begun to upload. Other clients sometimes upload the same.
    known: Mutex<Vec<AudioFile>>,
    /// Counts up as the last bytes of uploads go out.
    pub(crate) endings: AtomicU64,
    /// Counts up when a machine is lost, with the bytes that were not in the bucket.
    pub(crate) losses: AtomicU64,
}

/// How far an upload has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UploadState {
    /// It is not complete, and is not continued: it expires.
    Open,
    Complete {
        has_track: bool,
    },
    Deleted,
}

/// An upload whose address is known.
pub(crate) struct Upload {
    pub(crate) path: String,
    pub(crate) cid: String,
    pub(crate) state: UploadState,
    audio: AudioFile,
    /// Whether no other client uploads the same file.
    is_own: bool,
    /// The acknowledged offset: no response may report less.
    floor: u64,
    /// The bytes of successful requests. Whole parts of them are in the bucket, if there is one.
    taken: u64,
    /// The bytes that were sent: no response may report more.
    sent: u64,
    /// The losses that the offset is after.
    losses: u64,
}

pub(crate) struct Uploader {
    /// Whose token it has.
    pub(crate) listener: u64,
    pub(crate) tus: Tus,
    /// A stream node, which is not killed.
    pub(crate) node: Http,
    pub(crate) random: Random,
    pub(crate) counts: Counts,
    pub(crate) shared: Arc<Shared>,
    pub(crate) past: Vec<Upload>,
    /// The files whose creation was not answered: they may be there or not, with the bytes that came along.
    pub(crate) lost: Vec<AudioFile>,
}

impl Worker for Uploader {
    async fn step(&mut self) -> Result<(), String> {
        let count = self.past.len();
        if count == 0 || !self.random.once_in(3) {
            return self.upload().await;
        }
        let at = self.random.place(count);
        self.check(at).await
    }

    fn disconnect(&mut self) {
        self.tus.http.reset();
        self.node.reset();
    }
}

impl Uploader {
    /// Uploads a file: whole, or up to some byte.
    async fn upload(&mut self) -> Result<(), String> {
        let (audio, is_own) = self.choose();
        let (size, file) = (audio.size(), audio.bytes());
        let leaves_at = self.random.once_in(5).then(|| self.random.below(size));
        // It is left before all is there.
        let end = file.len() - usize::from(leaves_at.is_some());
        let first = self.random.once_in(3).then(|| {
            let count = if self.random.once_in(3) { end } else { self.random.place(end.min(2 << 20)) };
            file.get(..count).unwrap_or_default()
        });
        let sent = first.map_or(0, |first| first.len() as u64);
        self.shared.endings.fetch_add(u64::from(sent == size), Ordering::Relaxed);
        let losses = self.shared.losses.load(Ordering::Relaxed);
        let reply = match self.tus.create(size, first).await {
            Ok(reply) if reply.status < 500 => reply,
            Ok(_) | Err(_) => {
                self.lost.push(audio);
                self.tus.http.reset();
                sleep(TRY_AGAIN).await;
                return Ok(());
            }
        };
        let (path, state, cid) = (reply.location_path().unwrap_or_default(), UploadState::Open, cid(&file));
        let mut upload = Upload { path, cid, state, audio, is_own, floor: sent, taken: sent, sent, losses };
        if reply.status != 201 || upload.path.is_empty() || (sent > 0 && offset_of(&reply) != Some(sent)) {
            return Err(upload.unexpected(&format!("a creation with {sent} of {size} bytes"), &reply));
        }
        while upload.floor < leaves_at.unwrap_or(size) {
            self.send(&mut upload, file.get(..end).unwrap_or_default()).await?;
            if upload.floor < size && self.random.once_in(10) {
                self.expect_unknown(&upload, &file).await?;
            }
        }
        if leaves_at.is_none() {
            self.check_complete(&mut upload).await?;
            self.counts.add("uploads complete, with the right CID");
        }
        match self.random.below(8) {
            0 => self.delete(&mut upload).await?,
            ..4 if leaves_at.is_some() => self.delete(&mut upload).await?,
            _ if leaves_at.is_none() => self.publish(&mut upload).await?,
            _ => self.counts.add("uploads abandoned"),
        }
        self.past.push(upload);
        Ok(())
    }

    /// A file, mostly a new one, and whether no other client has it.
    fn choose(&mut self) -> (AudioFile, bool) {
        let mut known = self.shared.known.lock().unwrap_or_else(PoisonError::into_inner);
        let place = self.random.place(known.len());
        if let Some(audio) = known.get(place).filter(|_| self.random.once_in(8)) {
            return (*audio, false);
        }
        let audio = AudioFile::new(&mut self.random);
        let is_own = !self.random.once_in(4);
        if !is_own {
            known.push(audio);
        }
        (audio, is_own)
    }

    /// Sends the next bytes: any number of them, whole or not. Asks for the offset if the response is missing.
    async fn send(&mut self, upload: &mut Upload, file: &[u8]) -> Result<(), String> {
        let at = upload.floor;
        let rest = usize::try_from(at).ok().and_then(|at| file.get(at..)).unwrap_or_default();
        let count = match self.random.below(4) {
            0 => rest.len(),
            1 => 1 + self.random.place(rest.len().min(64 << 10)),
            2 => 1 + self.random.place(rest.len().min(1 << 20)),
            // All but the last few, so that what ends it is a short request.
            _ => rest.len().saturating_sub(1 + self.random.place(1_000)).max(1),
        };
        let bytes = rest.get(..count).unwrap_or(rest);
        let network = match self.random.below(8) {
            0 => Network::Cut(self.random.place(bytes.len() + 1)),
            1 => Network::Slow(Duration::from_millis(1 + self.random.below(8))),
            _ => Network::Good,
        };
        let end = at + bytes.len() as u64;
        upload.sent = upload.sent.max(end);
        self.shared.endings.fetch_add(u64::from(end == upload.audio.size()), Ordering::Relaxed);
        match self.tus.patch(&upload.path, at, bytes, network).await {
            Ok(reply) if reply.status == 204 && offset_of(&reply) == Some(end) => {
                (upload.taken, upload.floor) = (end, end);
                self.counts.add("parts taken");
                Ok(())
            }
            // Bytes of an interrupted request may have arrived after the offset was read (409).
            Ok(reply) if !matches!(reply.status, 408 | 409 | 423 | 500..) => {
                Err(upload.unexpected(&format!("PATCH of {at} to {end}"), &reply))
            }
            Ok(_) | Err(_) => {
                self.tus.http.reset();
                self.counts.add("parts cut off, or refused for now");
                self.check_open(upload).await
            }
        }
    }

    /// Asks until the service answers: it is killed and started again, and may be busy with what was interrupted.
    /// Returns also how many losses there were before, and whether an attempt before was interrupted.
    async fn ask(&mut self, method: &str, path: &str, body: &str) -> Result<(Reply, u64, bool), String> {
        let (begun, mut is_repeated) = (Instant::now(), false);
        loop {
            let losses = self.shared.losses.load(Ordering::Relaxed);
            match self.tus.ask(method, path, body).await {
                Ok(reply) if !matches!(reply.status, 423 | 500..) => return Ok((reply, losses, is_repeated)),
                Ok(reply) if begun.elapsed() > PATIENCE => {
                    return Err(format!("{method} {path} is answered {} {}", reply.status, reply.text()));
                }
                Err(error) if begun.elapsed() > PATIENCE => return Err(format!("{method} {path}: {error}")),
                Ok(_) | Err(_) => {
                    is_repeated = true;
                    self.tus.http.reset();
                    sleep(TRY_AGAIN).await;
                }
            }
        }
    }

    /// The service reports an offset between what it has acknowledged and what was sent.
    async fn check_open(&mut self, upload: &mut Upload) -> Result<(), String> {
        let (reply, losses, _) = self.ask("HEAD", &upload.path, "").await?;
        if losses > upload.losses {
            // After a loss, an upload's offset is at the end of a part. The bytes of an interrupted request need not be
            // in the bucket.
            (upload.floor, upload.losses) = (upload.taken - upload.taken % PART, losses);
        }
        match offset_of(&reply).filter(|offset| (upload.floor..=upload.sent).contains(offset)) {
            Some(offset) if reply.status == 200 => {
                upload.floor = offset;
                Ok(())
            }
            _ => Err(upload.unexpected("HEAD", &reply)),
        }
    }

    /// The service reports it as complete, with the size and the CID of the file that was sent.
    async fn check_complete(&mut self, upload: &mut Upload) -> Result<(), String> {
        let (reply, ..) = self.ask("GET", &upload.path, "").await?;
        let (answer, size) = (reply.json(), upload.audio.size());
        let member = |name: &str| answer.get("data").and_then(|data| data.get(name)).unwrap_or(&Value::Null);
        let is_complete = reply.status == 200 && member("status").as_str() == Some("completed");
        let is_same = member("track_cid").as_str() == Some(&*upload.cid) && member("size").as_u64() == Some(size);
        if !is_complete || !is_same {
            return Err(upload.unexpected(&format!("GET, of {size} bytes that are {},", upload.cid), &reply));
        }
        if upload.state == UploadState::Open {
            upload.state = UploadState::Complete { has_track: false };
        }
        Ok(())
    }

    /// An incomplete upload must not be served under any name, and no user can create a track from it.
    async fn expect_unknown(&mut self, upload: &Upload, file: &[u8]) -> Result<(), String> {
        let arrived = usize::try_from(upload.floor).ok().filter(|arrived| (1..2 << 20).contains(arrived));
        if let Some(part) = arrived.and_then(|arrived| file.get(..arrived)) {
            self.hear(&cid(part), None).await?;
        }
        if upload.is_own {
            self.hear(&upload.cid, None).await?;
            let (reply, ..) = self.ask("POST", "/tracks", &upload.track()).await?;
            if reply.status != 403 {
                return Err(upload.unexpected("a track of a part of it", &reply));
            }
        }
        self.counts.add("unfinished uploads that a node does not know");
        Ok(())
    }

    /// The node serves exactly this file, or nothing.
    async fn hear(&mut self, cid: &str, audio: Option<AudioFile>) -> Result<(), String> {
        // A node ends connections that were idle for long.
        self.node.reset();
        let path = format!("/tracks/cidstream/{cid}");
        let reply = self.node.ask(Request { method: "GET", path: &path, headers: "", body: b"" }).await;
        let reply = reply.map_err(|error| format!("the node does not answer: {error}"))?;
        let is_right = match audio {
            Some(audio) => reply.status == 200 && reply.body() == audio.bytes(),
            None => reply.status == 404,
        };
        let (status, length) = (reply.status, reply.body().len());
        if is_right { Ok(()) } else { Err(format!("the node answers {cid} by {status} and {length} bytes: {audio:?}")) }
    }

    async fn delete(&mut self, upload: &mut Upload) -> Result<(), String> {
        let (reply, _, is_repeated) = self.ask("DELETE", &upload.path, "").await?;
        upload.state = match (reply.status, upload.state) {
            (204, _) => UploadState::Deleted,
            (404, _) if is_repeated => UploadState::Deleted,
            // The same user has uploaded it at another time as well, and made a track of it.
            (409, UploadState::Complete { .. }) if !upload.is_own => UploadState::Complete { has_track: true },
            _ => return Err(upload.unexpected("DELETE", &reply)),
        };
        self.counts.add("uploads deleted");
        Ok(())
    }

    /// Makes a track of it; from then on it cannot be deleted.
    async fn publish(&mut self, upload: &mut Upload) -> Result<(), String> {
        let (reply, ..) = self.ask("POST", "/tracks", &upload.track()).await?;
        if reply.status != 201 {
            return Err(upload.unexpected("a track of it", &reply));
        }
        upload.state = UploadState::Complete { has_track: true };
        let (reply, ..) = self.ask("DELETE", &upload.path, "").await?;
        if reply.status != 409 {
            return Err(upload.unexpected("DELETE of one that a track is made of", &reply));
        }
        self.counts.add("tracks made");
        Ok(())
    }

    /// Checks a past upload.
    async fn check(&mut self, at: usize) -> Result<(), String> {
        if at >= self.past.len() {
            return Ok(());
        }
        let mut upload = self.past.remove(at);
        match upload.state {
            UploadState::Open => self.check_open(&mut upload).await?,
            UploadState::Complete { has_track } => {
                self.check_complete(&mut upload).await?;
                if has_track {
                    self.hear(&upload.cid, Some(upload.audio)).await?;
                    self.counts.add("contents heard whole, byte by byte");
                }
            }
            UploadState::Deleted => {
                let (reply, ..) = self.ask("HEAD", &upload.path, "").await?;
                if reply.status != 404 {
                    return Err(upload.unexpected("HEAD", &reply));
                }
            }
        }
        self.past.push(upload);
        Ok(())
    }

    /// Checks everything, while no server is killed.
    pub(crate) async fn check_all(&mut self) -> Result<(), String> {
        for _ in 0..self.past.len() {
            // It goes to the end.
            self.check(0).await?;
        }
        Ok(())
    }

    /// Call this when abandoned uploads should have expired.
    pub(crate) fn expire(&mut self) {
        for upload in self.past.iter_mut().filter(|upload| upload.state == UploadState::Open) {
            upload.state = UploadState::Deleted;
        }
    }
}

impl Upload {
    fn track(&self) -> String {
        json!({ "title": "A Song", "track_cid": self.cid }).to_string()
    }

    fn unexpected(&self, what: &str, reply: &Reply) -> String {
        let Self { path, state, floor, sent, .. } = self;
        let (status, offset, text) = (reply.status, offset_of(reply), reply.text());
        format!("upload {path} ({state:?}, {floor} to {sent}): {what} was answered {status} {offset:?} {text}")
    }
}
