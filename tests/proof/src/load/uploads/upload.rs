//! One upload as its client knows it: what it was answered, and what therefore has to be so.

use serde_json::Value;

use super::audio_file::{AudioFile, cid};
use crate::load::step_error::StepError;
use crate::load::tus::Reply;

/// The planned end of an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intent {
    /// It becomes complete, and a track is made of it.
    Publish,
    /// It becomes complete, and is deleted then.
    DeleteComplete,
    /// It is deleted once this many bytes have arrived.
    DeleteAt(u64),
    /// It is not continued once this many bytes have arrived, and expires.
    AbandonAt(u64),
}

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UploadState {
    /// Something is missing, or may be.
    Open,
    /// The service has reported it as complete.
    Complete,
    /// Its end was asked for and not answered.
    Deleting,
    /// Its end was answered.
    Deleted,
}

/// An upload whose address is known.
#[derive(Debug)]
pub(super) struct Upload {
    pub(super) name: String,
    pub(super) audio: AudioFile,
    pub(super) cid: String,
    pub(super) path: String,
    pub(super) intent: Intent,
    pub(super) state: UploadState,
    /// The offset, unless bytes were sent since the service reported it.
    pub(super) at: Option<u64>,
    /// The acknowledged offset: no response may report less.
    pub(super) floor: u64,
    /// The bytes of successful requests. Whole parts of them are in the bucket, if there is one.
    pub(super) taken: u64,
    /// The bytes that were sent: no response may report more.
    pub(super) sent: u64,
    /// Whether no other client uploads the same file.
    pub(super) is_own: bool,
    /// Whether there may be a track of it.
    pub(super) has_track: bool,
}

impl Upload {
    /// Records the offset that the service reports.
    pub(super) fn record_offset(&mut self, offset: u64) -> Result<(), StepError> {
        let Self { name, floor, sent, audio, .. } = &*self;
        if offset < *floor {
            let size = audio.size();
            return Err(StepError::Violation(format!(
                "upload {name} of {size} bytes stands at {offset}: {floor} was answered"
            )));
        }
        if offset > *sent {
            return Err(StepError::Violation(format!(
                "upload {name} stands at {offset}, of which only {sent} was sent"
            )));
        }
        (self.floor, self.at) = (offset, Some(offset));
        Ok(())
    }

    /// Reads the response of HEAD, before which anything may have happened.
    pub(super) fn read_head(&mut self, reply: &Reply) -> Result<(), StepError> {
        match (reply.status, reply.offset, self.state) {
            (404, _, UploadState::Deleted | UploadState::Deleting) => {
                self.state = UploadState::Deleted;
                Ok(())
            }
            // It may be half deleted: its responses do not count any more.
            (200, Some(offset), UploadState::Deleting) => {
                (self.floor, self.at) = (offset, Some(offset));
                Ok(())
            }
            (200, Some(offset), UploadState::Open | UploadState::Complete) => self.record_offset(offset),
            (423 | 500.., ..) => Err(StepError::Interrupted),
            (status, ..) => Err(self.unexpected("HEAD", status, &reply.text)),
        }
    }

    /// Reads the response of GET to a complete upload: the service reports its format and CID, which must be those of
    /// the file that was sent.
    pub(super) fn read_get(&mut self, reply: &Reply) -> Result<(), StepError> {
        match reply.status {
            200 => {}
            423 | 500.. => return Err(StepError::Interrupted),
            status => return Err(self.unexpected("GET", status, &reply.text)),
        }
        let answer: Value = serde_json::from_str(&reply.text).unwrap_or_default();
        let member = |name| answer.get("data").and_then(|data| data.get(name)).unwrap_or(&Value::Null);
        let size = member("size").as_u64();
        match (member("status").as_str(), member("track_cid").as_str()) {
            (Some("completed"), Some(cid)) if cid == self.cid && size == Some(self.audio.size()) => {
                self.state = UploadState::Complete;
                Ok(())
            }
            _ => Err(self.unexpected(
                &format!("GET, of {} bytes that are {},", self.audio.size(), self.cid),
                200,
                &reply.text,
            )),
        }
    }

    pub(super) fn unexpected(&self, what: &str, status: u16, text: &str) -> StepError {
        StepError::Violation(format!("upload {} ({:?}): {what} was answered {status} {text}", self.name, self.state))
    }

    /// The CID of the first half of the file, under which an incomplete file could be served by mistake.
    pub(super) fn half(&self, file: &[u8]) -> Option<String> {
        let half = usize::try_from(self.floor).ok().filter(|floor| (1..file.len()).contains(floor))?;
        file.get(..half).map(cid)
    }

    pub(super) fn is_over(&self) -> bool {
        match self.intent {
            Intent::AbandonAt(at) => self.state == UploadState::Open && self.floor >= at,
            Intent::Publish => self.state == UploadState::Complete && self.has_track,
            Intent::DeleteComplete | Intent::DeleteAt(_) => self.state == UploadState::Deleted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::random::Random;

    fn upload() -> Upload {
        let audio = AudioFile::with_size(1_000, &mut Random::new(1));
        Upload {
            name: "1.1".to_owned(),
            audio,
            cid: cid(&audio.bytes()),
            path: "/v1/uploads/x".to_owned(),
            intent: Intent::Publish,
            state: UploadState::Open,
            at: None,
            floor: 100,
            taken: 100,
            sent: 200,
            is_own: true,
            has_track: false,
        }
    }

    fn reply(status: u16, offset: Option<u64>, text: &str) -> Reply {
        Reply { status, offset, location: None, text: text.to_owned() }
    }

    #[test]
    fn offset_must_stay_between_acknowledged_and_sent() {
        let mut upload = upload();
        upload.record_offset(150).unwrap();
        assert_eq!((upload.floor, upload.at), (150, Some(150)));
        assert!(matches!(upload.record_offset(149), Err(StepError::Violation(_))));
        assert!(matches!(upload.record_offset(201), Err(StepError::Violation(_))));
        assert!(matches!(upload.read_head(&reply(404, None, "")), Err(StepError::Violation(_))));
        assert_eq!(upload.read_head(&reply(503, None, "")), Err(StepError::Interrupted));
    }

    #[test]
    fn upload_being_deleted_may_exist_until_404() {
        let mut upload = upload();
        upload.state = UploadState::Deleting;
        upload.read_head(&reply(200, Some(0), "")).unwrap();
        assert_eq!((upload.state, upload.floor), (UploadState::Deleting, 0));
        upload.read_head(&reply(404, None, "")).unwrap();
        assert_eq!(upload.state, UploadState::Deleted);
        assert!(matches!(upload.read_head(&reply(200, Some(0), "")), Err(StepError::Violation(_))));
    }

    #[test]
    fn completed_upload_must_match_sent_cid_and_size() {
        let mut upload = upload();
        let told = |cid: &str, size: u64| {
            let data = serde_json::json!({ "status": "completed", "track_cid": cid, "size": size });
            reply(200, None, &serde_json::json!({ "data": data }).to_string())
        };
        let (cid, size) = (upload.cid.clone(), upload.audio.size());
        assert!(matches!(upload.read_get(&told("bafkrei", size)), Err(StepError::Violation(_))));
        assert!(matches!(upload.read_get(&told(&cid, size - 1)), Err(StepError::Violation(_))));
        upload.read_get(&told(&cid, size)).unwrap();
        assert_eq!(upload.state, UploadState::Complete);
    }
}
