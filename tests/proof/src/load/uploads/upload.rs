//! One upload as its client knows it: what it was answered, and what therefore has to be so.

use serde_json::Value;

use super::sound::{Sound, cid};
use crate::load::tus::Reply;
use crate::load::verdict::Stop;

/// What becomes of an upload, if nothing comes between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It becomes complete, and a track is made of it.
    Kept,
    /// It becomes complete, and is ended then.
    Forgotten,
    /// It is ended once so much of it has arrived.
    Withdrawn(u64),
    /// Nobody goes on with it once so much of it has arrived: it expires.
    Abandoned(u64),
}

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Something is missing, or may be.
    Open,
    /// The service has said what it has become.
    Complete,
    /// Its end was asked for and not answered.
    Leaving,
    /// Its end was answered.
    Gone,
}

/// An upload whose address is known.
#[derive(Debug)]
pub(super) struct Upload {
    pub(super) name: String,
    pub(super) sound: Sound,
    pub(super) cid: String,
    pub(super) path: String,
    pub(super) fate: Fate,
    pub(super) stage: Stage,
    /// Where it stands, unless something was sent since the service said so.
    pub(super) at: Option<u64>,
    /// What was answered: no answer may say less.
    pub(super) floor: u64,
    /// What a request that ended well has brought: whole parts of that are in a bucket, where there is one.
    pub(super) taken: u64,
    /// What was handed to the line: no answer may say more.
    pub(super) sent: u64,
    /// Whether nobody else uploads the same.
    pub(super) is_own: bool,
    /// Whether there may be a track of it.
    pub(super) has_track: bool,
}

impl Upload {
    /// Takes note of where the service says that it stands.
    pub(super) fn learn(&mut self, offset: u64) -> Result<(), Stop> {
        let Self { name, floor, sent, sound, .. } = &*self;
        if offset < *floor {
            let size = sound.size();
            return Err(Stop::Wrong(format!("upload {name} of {size} bytes stands at {offset}: {floor} was answered")));
        }
        if offset > *sent {
            return Err(Stop::Wrong(format!("upload {name} stands at {offset}, of which only {sent} was sent")));
        }
        (self.floor, self.at) = (offset, Some(offset));
        Ok(())
    }

    /// What HEAD has said, before which anything may have happened.
    pub(super) fn learn_of_head(&mut self, reply: &Reply) -> Result<(), Stop> {
        match (reply.status, reply.offset, self.stage) {
            (404, _, Stage::Gone | Stage::Leaving) => {
                self.stage = Stage::Gone;
                Ok(())
            }
            // It may have been in the midst of going: nothing that it says has to hold any more.
            (200, Some(offset), Stage::Leaving) => {
                (self.floor, self.at) = (offset, Some(offset));
                Ok(())
            }
            (200, Some(offset), Stage::Open | Stage::Complete) => self.learn(offset),
            (423 | 500.., ..) => Err(Stop::Cut),
            (status, ..) => Err(self.odd("HEAD", status, &reply.text)),
        }
    }

    /// What GET has said where all had arrived: the service tells what it is, and that is what was sent.
    pub(super) fn learn_of_get(&mut self, reply: &Reply) -> Result<(), Stop> {
        match reply.status {
            200 => {}
            423 | 500.. => return Err(Stop::Cut),
            status => return Err(self.odd("GET", status, &reply.text)),
        }
        let answer: Value = serde_json::from_str(&reply.text).unwrap_or_default();
        let member = |name| answer.get("data").and_then(|data| data.get(name)).unwrap_or(&Value::Null);
        let size = member("size").as_u64();
        match (member("status").as_str(), member("track_cid").as_str()) {
            (Some("completed"), Some(cid)) if cid == self.cid && size == Some(self.sound.size()) => {
                self.stage = Stage::Complete;
                Ok(())
            }
            _ => {
                Err(self.odd(&format!("GET, of {} bytes that are {},", self.sound.size(), self.cid), 200, &reply.text))
            }
        }
    }

    pub(super) fn odd(&self, what: &str, status: u16, text: &str) -> Stop {
        Stop::Wrong(format!("upload {} ({:?}): {what} was answered {status} {text}", self.name, self.stage))
    }

    /// What of the file may be found, were half of it to pass for a whole one.
    pub(super) fn half(&self, file: &[u8]) -> Option<String> {
        let half = usize::try_from(self.floor).ok().filter(|floor| (1..file.len()).contains(floor))?;
        file.get(..half).map(cid)
    }

    pub(super) fn is_over(&self) -> bool {
        match self.fate {
            Fate::Abandoned(at) => self.stage == Stage::Open && self.floor >= at,
            Fate::Kept => self.stage == Stage::Complete && self.has_track,
            Fate::Forgotten | Fate::Withdrawn(_) => self.stage == Stage::Gone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::random::Random;

    fn upload() -> Upload {
        let sound = Sound::of_about(1_000, &mut Random::new(1));
        Upload {
            name: "1.1".to_owned(),
            sound,
            cid: cid(&sound.file()),
            path: "/v1/uploads/x".to_owned(),
            fate: Fate::Kept,
            stage: Stage::Open,
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
    fn an_offset_never_falls_and_is_of_what_was_sent() {
        let mut upload = upload();
        upload.learn(150).unwrap();
        assert_eq!((upload.floor, upload.at), (150, Some(150)));
        assert!(matches!(upload.learn(149), Err(Stop::Wrong(_))));
        assert!(matches!(upload.learn(201), Err(Stop::Wrong(_))));
        assert!(matches!(upload.learn_of_head(&reply(404, None, "")), Err(Stop::Wrong(_))));
        assert_eq!(upload.learn_of_head(&reply(503, None, "")), Err(Stop::Cut));
    }

    #[test]
    fn what_is_leaving_may_be_there_or_not() {
        let mut upload = upload();
        upload.stage = Stage::Leaving;
        upload.learn_of_head(&reply(200, Some(0), "")).unwrap();
        assert_eq!((upload.stage, upload.floor), (Stage::Leaving, 0));
        upload.learn_of_head(&reply(404, None, "")).unwrap();
        assert_eq!(upload.stage, Stage::Gone);
        assert!(matches!(upload.learn_of_head(&reply(200, Some(0), "")), Err(Stop::Wrong(_))));
    }

    #[test]
    fn what_it_has_become_has_to_be_what_was_sent() {
        let mut upload = upload();
        let told = |cid: &str, size: u64| {
            let data = serde_json::json!({ "status": "completed", "track_cid": cid, "size": size });
            reply(200, None, &serde_json::json!({ "data": data }).to_string())
        };
        let (cid, size) = (upload.cid.clone(), upload.sound.size());
        assert!(matches!(upload.learn_of_get(&told("bafkrei", size)), Err(Stop::Wrong(_))));
        assert!(matches!(upload.learn_of_get(&told(&cid, size - 1)), Err(Stop::Wrong(_))));
        upload.learn_of_get(&told(&cid, size)).unwrap();
        assert_eq!(upload.stage, Stage::Complete);
    }
}
