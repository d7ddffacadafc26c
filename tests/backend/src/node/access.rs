//! Whether a request may have a content.

use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::{Parameter, Refusal, Request, Track, admission};

use super::Node;
use super::catalog::{Content, ContentTrack};
use super::refusal::Refused;
use super::signers::Signed;

/// How an answer may be kept, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Anybody may have it.
    Public,
    /// Whoever has this address (URL) may, for so long.
    Signed {
        /// What is left of the signature's life, in whole seconds.
        seconds_left: u64,
    },
}

/// A content, and by what right the request has it.
#[derive(Debug)]
pub(super) struct Admitted {
    pub(super) content: Arc<Content>,
    pub(super) access: Access,
    /// What opened it; none if anybody may have it.
    pub(super) signed: Option<Arc<Signed>>,
}

impl Node {
    /// Looks the content up and decides, in the order of the gate: the parameter's form, content, track, signer, age.
    pub(super) async fn admit(&self, cid: &str, query: &str) -> Result<Admitted, Refused> {
        let known = self.signers.known(query);
        let parameter = if known.is_some() { None } else { Parameter::from_query(query)? };
        let content = self.catalog.content(cid).await?.ok_or(Refused::Unknown)?;
        let mut live = content.tracks.iter().filter(|track| !track.delisted).peekable();
        if live.peek().is_none() {
            return Err(Refused::Delisted);
        }
        // All, not any: or else whoever makes a public track of the same audio opens the gated one.
        if live.all(|track| track.authorities.is_empty()) {
            return Ok(Admitted { content, access: Access::Public, signed: None });
        }
        if let Some(signed) = known {
            let access = self.open(&content, cid, &signed)?;
            return Ok(Admitted { content, access, signed: Some(signed) });
        }
        let parameter = parameter.ok_or(Refused::Unsigned)?;
        let signed = Arc::new(Signed { signer: parameter.signer()?, parameter });
        let access = self.open(&content, cid, &signed)?;
        self.signers.remember(query, Arc::clone(&signed));
        Ok(Admitted { content, access, signed: Some(signed) })
    }

    /// Decides anew at every request: nothing of this is remembered.
    fn open(&self, content: &Content, cid: &str, signed: &Signed) -> Result<Access, Refused> {
        let now = u64::try_from(self.clock.now()).map_err(|_| Refused::Clock)?.saturating_mul(1000);
        let data = signed.parameter.data();
        let named = content.tracks.iter().find(|track| data.track_id == Some(track.id));
        let upload_ids = Some(content.upload_ids.as_slice()).filter(|known| !known.is_empty());
        Request { cid, track: named.map(|track| of_gate(track, cid)), upload_ids, now }.admit(data, signed.signer)?;
        if named.is_some_and(|track| track.delisted) {
            return Err(Refused::Delisted);
        }
        let good_for = admission::good_for(named.and_then(|track| track.duration)).min(self.longest_signature);
        let age = Duration::from_millis(now.saturating_sub(data.timestamp.unwrap_or_default()));
        if age > good_for {
            return Err(Refusal::TooOld.into());
        }
        Ok(Access::Signed { seconds_left: good_for.saturating_sub(age).as_secs() })
    }
}

fn of_gate<'a>(track: &'a ContentTrack, cid: &'a str) -> Track<'a> {
    Track { id: track.id, cid, authorities: &track.authorities, duration: track.duration }
}
