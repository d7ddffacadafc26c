//! One client at work: it uploads one audio after another, in parts as chance has it, over lines that break.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;

use super::audio_file::{AudioFile, cid};
use super::node_client::NodeClient;
use super::sizes::Sizes;
use super::upload::{Intent, Upload, UploadState};
use crate::load::counts::Counts;
use crate::load::random::Random;
use crate::load::step_error::StepError;
use crate::load::tus::{Network, Part, Reply, Tus, checksum};

/// How long a client waits before it tries again.
const TRY_AGAIN: Duration = Duration::from_millis(10);

/// The state that all clients share.
#[derive(Debug, Clone)]
pub(super) struct SharedState {
    /// Files that a client has begun to upload. Other clients sometimes upload the same.
    pub(super) known: Arc<Mutex<Vec<AudioFile>>>,
    /// Counts up as the last bytes of uploads go out.
    pub(super) endings: watch::Sender<u64>,
    pub(super) sizes: Sizes,
}

#[derive(Debug)]
pub(super) struct UploadClient {
    pub(super) number: usize,
    pub(super) tus: Tus,
    pub(super) listener: usize,
    pub(super) node: NodeClient,
    pub(super) current: Option<(Upload, Vec<u8>)>,
    /// Uploads that are not continued any more.
    pub(super) past: Vec<Upload>,
    /// The sounds whose creation was not answered: they may be there or not, with the bytes that came along.
    pub(super) lost: Vec<AudioFile>,
    pub(super) random: Random,
    pub(super) counts: Counts,
    pub(super) shared: SharedState,
    begun: u32,
}

impl UploadClient {
    pub(super) fn new(
        number: usize,
        (tus, listener): (Tus, usize),
        node: NodeClient,
        (random, shared): (Random, SharedState),
    ) -> Self {
        let (past, lost, counts) = (Vec::new(), Vec::new(), Counts::default());
        Self { number, tus, listener, node, current: None, past, lost, random, counts, shared, begun: 0 }
    }

    /// Works until `enough` is set, whether the service is there or not.
    pub(super) async fn work(&mut self, enough: &AtomicBool) -> Result<(), String> {
        while !enough.load(Ordering::Relaxed) {
            self.try_step().await?;
        }
        Ok(())
    }

    /// Brings what is under way to its end, with nothing new after it.
    pub(super) async fn end(&mut self) -> Result<(), String> {
        while self.current.is_some() {
            self.try_step().await?;
        }
        Ok(())
    }

    async fn try_step(&mut self) -> Result<(), String> {
        match self.step().await {
            Ok(what) => self.counts.add(what),
            Err(StepError::Interrupted) => {
                self.tus.reset();
                self.counts.add("requests without an answer, or cut off");
                tokio::time::sleep(TRY_AGAIN).await;
            }
            Err(StepError::Violation(what)) => return Err(format!("client {}: {what}", self.number)),
        }
        Ok(())
    }

    async fn step(&mut self) -> Result<&'static str, StepError> {
        let Some((mut upload, file)) = self.current.take() else { return self.begin().await };
        let stepped = self.go_on(&mut upload, &file).await;
        self.keep(upload, file);
        stepped
    }

    /// For the next step, if there is to be one.
    pub(super) fn keep(&mut self, upload: Upload, file: Vec<u8>) {
        if upload.is_over() {
            self.past.push(upload);
        } else {
            self.current = Some((upload, file));
        }
    }

    async fn begin(&mut self) -> Result<&'static str, StepError> {
        let (audio, is_own) = self.choose();
        let (size, file) = (audio.size(), audio.bytes());
        let intent = match self.random.below(20) {
            0..2 => Intent::DeleteAt(self.random.below(size)),
            2..4 => Intent::AbandonAt(self.random.below(size)),
            4..6 => Intent::DeleteComplete,
            _ => Intent::Publish,
        };
        let first = self.random.once_in(3).then(|| {
            let count = if self.random.once_in(3) { file.len() } else { self.random.place(file.len().min(2 << 20)) };
            // Who abandons it, or ends it early, does so before all is there.
            let leaves = matches!(intent, Intent::DeleteAt(_) | Intent::AbandonAt(_));
            file.get(..count.min(file.len() - usize::from(leaves))).unwrap_or_default()
        });
        if first.is_some_and(|first| first.len() == file.len()) {
            self.shared.endings.send_modify(|endings| *endings += 1);
        }
        let created = self.tus.create(size, first).await;
        let reply = match created {
            Ok(reply) if reply.status == 201 => reply,
            Ok(Reply { status, text, .. }) if status < 500 => {
                return Err(StepError::Violation(format!("a new upload of {size} bytes was answered {status} {text}")));
            }
            Ok(_) | Err(_) => {
                self.lost.push(audio);
                return Err(StepError::Interrupted);
            }
        };
        let path = reply.location.ok_or_else(|| StepError::Violation("a new upload has no address".to_owned()))?;
        self.begun += 1;
        let sent = first.map_or(0, |first| first.len() as u64);
        let mut upload = Upload {
            name: format!("{}.{} at {path}", self.number, self.begun),
            audio,
            cid: cid(&file),
            path,
            intent,
            state: UploadState::Open,
            at: Some(0),
            floor: 0,
            taken: sent,
            sent,
            is_own,
            has_track: false,
        };
        if first.is_some() && reply.offset != Some(sent) {
            return Err(upload.unexpected("a creation with so many bytes", 201, &format!("{:?}", reply.offset)));
        }
        upload.record_offset(sent)?;
        let what = if first.is_some() { "uploads begun, with bytes" } else { "uploads begun" };
        self.keep(upload, file);
        Ok(what)
    }

    /// A file, mostly a new one, and whether no other client has it.
    fn choose(&mut self) -> (AudioFile, bool) {
        let mut known = self.shared.known.lock().unwrap_or_else(PoisonError::into_inner);
        let place = self.random.place(known.len());
        if let Some(audio) = known.get(place).filter(|_| self.random.once_in(8)) {
            return (*audio, false);
        }
        let audio = AudioFile::with_size(self.shared.sizes.choose(&mut self.random), &mut self.random);
        let is_own = !self.random.once_in(4);
        if !is_own {
            known.push(audio);
        }
        (audio, is_own)
    }

    async fn go_on(&mut self, upload: &mut Upload, file: &[u8]) -> Result<&'static str, StepError> {
        let size = upload.audio.size();
        match (upload.state, upload.intent) {
            (UploadState::Deleted, _) => Ok("steps that nothing was left for"),
            (UploadState::Deleting, _) | (UploadState::Complete, Intent::DeleteComplete) => {
                self.terminate(upload).await
            }
            (UploadState::Open, Intent::DeleteAt(at)) if upload.floor >= at => self.terminate(upload).await,
            (UploadState::Complete, _) => self.publish(upload).await,
            (UploadState::Open, _) if self.random.once_in(10) => self.peek(upload, file).await,
            (UploadState::Open, _) => match upload.at {
                None => {
                    let reply = self.tus.offset(&upload.path).await.map_err(|_| StepError::Interrupted)?;
                    upload.read_head(&reply).map(|()| "offsets asked for")
                }
                Some(at) if at == size => {
                    let reply = self.tus.get(&upload.path).await.map_err(|_| StepError::Interrupted)?;
                    upload.read_get(&reply).map(|()| "uploads complete, with the right CID")
                }
                Some(at) => self.send(upload, (file, at)).await,
            },
        }
    }

    /// The next bytes: any number of them, whole or not, with a checksum or without.
    async fn send(&mut self, upload: &mut Upload, (file, at): (&[u8], u64)) -> Result<&'static str, StepError> {
        let rest = usize::try_from(at).ok().and_then(|at| file.get(at..)).unwrap_or_default();
        // Who abandons it, or ends it early, does so before all is there.
        let leaves = matches!(upload.intent, Intent::DeleteAt(_) | Intent::AbandonAt(_));
        let most = rest.len().saturating_sub(usize::from(leaves)).max(1);
        let count = match self.random.below(4) {
            0 => most,
            1 => 1 + self.random.place(most.min(64 << 10)),
            2 => 1 + self.random.place(most.min(1 << 20)),
            // All but the last few, so that what ends it is a short request.
            _ => most.saturating_sub(1 + self.random.place(1_000)).max(1),
        };
        let bytes = rest.get(..count).unwrap_or_default();
        let network = match self.random.below(8) {
            0 => Network::Cut(self.random.place(bytes.len() + 1)),
            1 => Network::Slow(Duration::from_millis(1 + self.random.below(8))),
            _ => Network::Good,
        };
        let (mut sum, mut is_wrong) = (None, false);
        if bytes.len() <= 4 << 20 && self.random.once_in(5) {
            is_wrong = self.random.once_in(4);
            let of = if is_wrong { &b"something else"[..] } else { bytes };
            sum = Some(checksum(of, self.random.once_in(2)));
        }
        // With a checksum, incomplete or wrong bytes must not be kept.
        let is_kept = sum.is_none() || (!is_wrong && !matches!(network, Network::Cut(_)));
        let end = at + bytes.len() as u64;
        if is_kept {
            upload.sent = upload.sent.max(end);
        }
        if end == upload.audio.size() {
            self.shared.endings.send_modify(|endings| *endings += 1);
        }
        upload.at = None;
        let part = Part { offset: at, bytes, checksum: sum.as_deref() };
        let reply = self.tus.patch(&upload.path, part, network).await.map_err(|_| StepError::Interrupted)?;
        match (reply.status, reply.offset) {
            (204, Some(offset)) if offset == end && is_kept => {
                upload.taken = offset;
                upload
                    .record_offset(offset)
                    .map(|()| if sum.is_some() { "parts taken, with a checksum" } else { "parts taken" })
            }
            (460, _) if is_wrong => Ok("parts refused, by their checksum"),
            // Bytes of an interrupted request may have arrived after the offset was read.
            (409, Some(offset)) => upload.record_offset(offset).map(|()| "parts that came too late"),
            (423 | 408 | 503, _) => Err(StepError::Interrupted),
            (status, offset) => Err(upload.unexpected(
                &format!("PATCH of {at} to {end}"),
                status,
                &format!("{offset:?} {}", reply.text),
            )),
        }
    }

    /// An incomplete upload must not be served under any name, and no user can create a track from it.
    async fn peek(&mut self, upload: &mut Upload, file: &[u8]) -> Result<&'static str, StepError> {
        if let Some(half) = upload.half(file).filter(|_| upload.floor < 2 << 20) {
            self.node.expect_missing(&half).await?;
        }
        if !upload.is_own {
            return Ok("halves that a node does not know");
        }
        self.node.expect_missing(&upload.cid).await?;
        if upload.at.is_none_or(|at| at == upload.audio.size()) {
            return Ok("unfinished uploads that a node does not know");
        }
        let track = json!({ "title": "Half a Song", "track_cid": upload.cid }).to_string();
        let reply = self.tus.post("/tracks", &track).await.map_err(|_| StepError::Interrupted)?;
        match reply.status {
            403 => Ok("unfinished uploads that no track can be made of"),
            500.. => Err(StepError::Interrupted),
            status => Err(upload.unexpected("a track of half of it", status, &reply.text)),
        }
    }

    async fn terminate(&mut self, upload: &mut Upload) -> Result<&'static str, StepError> {
        let was = std::mem::replace(&mut upload.state, UploadState::Deleting);
        let reply = self.tus.terminate(&upload.path).await.map_err(|_| StepError::Interrupted)?;
        match reply.status {
            204 => upload.state = UploadState::Deleted,
            404 if was == UploadState::Deleting => upload.state = UploadState::Deleted,
            423 | 500.. => return Err(StepError::Interrupted),
            // The same listener has uploaded it at another time as well, and made a track of it.
            409 if !upload.is_own => {
                (upload.state, upload.intent, upload.has_track) = (UploadState::Complete, Intent::Publish, true);
                return Ok("uploads that a track of another upload keeps");
            }
            status => return Err(upload.unexpected("DELETE", status, &reply.text)),
        }
        Ok(if was == UploadState::Complete { "complete uploads ended" } else { "uploads ended" })
    }

    /// Makes a track of it; from then on it can't be ended.
    pub(super) async fn publish(&mut self, upload: &mut Upload) -> Result<&'static str, StepError> {
        let track = json!({ "title": "A Whole Song", "track_cid": upload.cid }).to_string();
        let reply = self.tus.post("/tracks", &track).await.map_err(|_| StepError::Interrupted)?;
        match reply.status {
            201 => upload.has_track = true,
            500.. => return Err(StepError::Interrupted),
            status => return Err(upload.unexpected("a track of it", status, &reply.text)),
        }
        if self.random.once_in(4) {
            match self.tus.terminate(&upload.path).await.map_err(|_| StepError::Interrupted)?.status {
                409 | 423 | 500.. => {}
                status => return Err(upload.unexpected("DELETE of one that a track is made of", status, "")),
            }
        }
        Ok("tracks made")
    }
}
