//! Decides whether a request may have a content.

use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::{Data, Parameter, Refusal, Request, Track, admission};

use super::catalog::{CatalogError, Content, ContentTrack};
use super::signers::VerifiedSignature;
use super::stream_error::StreamError;
use super::track_id;
use crate::state::Node;

/// Who may have a response, and how long it may be cached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// All clients may have it.
    Public,
    /// All clients with this signed URL may have it.
    Signed {
        /// How long the signature is still valid, in whole seconds.
        seconds_left: u64,
    },
}

/// An admitted request for a content.
#[derive(Debug)]
pub(super) struct Admission {
    pub(super) content: Arc<Content>,
    pub(super) access: Access,
    /// The track that is played.
    pub(super) track_id: u64,
    /// The signature. `None` if the track is public.
    pub(super) signed: Option<Arc<VerifiedSignature>>,
}

impl Node {
    /// Looks up the content and decides, in the order of the gate: format of the parameters, content, track, signer,
    /// age. If the URL names a track (`track_id`), only that track counts, and no other with the same content.
    pub(super) async fn admit(&self, cid: &str, query: &str) -> Result<Admission, StreamError> {
        let known = self.signers.known(query);
        let parameter = if known.is_some() { None } else { Parameter::from_query(query)? };
        let track_id = track_id::of_query(query)?;
        let content = self.catalog.content(cid).await?.ok_or(StreamError::Unknown)?;
        let named = track_id.and_then(|id| content.track(id));
        if named.map_or_else(|| content.tracks.iter().all(|track| track.delisted), |track| track.delisted) {
            return Err(StreamError::Delisted);
        }
        if content.is_open(named) {
            let data = known.as_deref().map(|signed| signed.parameter.data());
            return unsigned(&content, track_id, data.or(parameter.as_ref().map(Parameter::data)));
        }
        if let Some(reason) = &content.cut_off {
            return Err(StreamError::CutOff(CatalogError::CutOff(reason.clone())));
        }
        if let Some(signed) = known {
            return self.open(&content, cid, track_id, &signed);
        }
        let parameter = parameter.ok_or(StreamError::Unsigned)?;
        let signed = Arc::new(VerifiedSignature { signer: parameter.signer()?, parameter });
        let admitted = self.open(&content, cid, track_id, &signed)?;
        self.signers.remember(query, signed);
        Ok(admitted)
    }

    /// Decides at every request. Nothing of this is cached. `track_id` is from the URL.
    fn open(
        &self,
        content: &Arc<Content>,
        cid: &str,
        track_id: Option<u64>,
        signed: &Arc<VerifiedSignature>,
    ) -> Result<Admission, StreamError> {
        let now = u64::try_from(self.clock.now()).map_err(|_| StreamError::Clock)?.saturating_mul(1000);
        let data = signed.parameter.data();
        let named = track_id.or(data.track_id).and_then(|id| content.track(id));
        let upload_ids = Some(content.upload_ids.as_slice()).filter(|known| !known.is_empty());
        Request { cid, track: named.map(|track| of_gate(track, cid)), upload_ids, now }.admit(data, signed.signer)?;
        let track = named.ok_or(Refusal::IncorrectTrack)?;
        if track.delisted {
            return Err(StreamError::Delisted);
        }
        let good_for = admission::good_for(track.duration).min(self.longest_signature);
        let age = Duration::from_millis(now.saturating_sub(data.timestamp.unwrap_or_default()));
        if age > good_for {
            return Err(Refusal::TooOld.into());
        }
        let access = Access::Signed { seconds_left: good_for.saturating_sub(age).as_secs() };
        let signed = Some(Arc::clone(signed));
        Ok(Admission { content: Arc::clone(content), access, track_id: track.id, signed })
    }
}

/// Admits a request for public audio, unless its signature (`data`) is for another track than the URL names.
fn unsigned(content: &Arc<Content>, track_id: Option<u64>, data: Option<&Data>) -> Result<Admission, StreamError> {
    if track_id.is_some() && data.is_some_and(|data| data.track_id != track_id) {
        return Err(Refusal::IncorrectTrack.into());
    }
    let named = track_id.filter(|id| content.track(*id).is_some());
    let first = content.tracks.iter().filter(|track| !track.delisted).map(|track| track.id).min();
    let track_id = named.or(first).ok_or(StreamError::Delisted)?;
    Ok(Admission { content: Arc::clone(content), access: Access::Public, track_id, signed: None })
}

fn of_gate<'a>(track: &'a ContentTrack, cid: &'a str) -> Track<'a> {
    Track { id: track.id, cid, authorities: &track.authorities, duration: track.duration }
}
