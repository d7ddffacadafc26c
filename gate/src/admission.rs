//! Whether a signature grants access to a stream now.

use std::time::Duration;

use crate::address::Address;
use crate::data::Data;
use crate::error::Invalid;

/// How long a signature is valid in addition to the track's duration: time to follow the redirect and to start.
pub const GRACE: Duration = Duration::from_mins(1);
/// How long a signature is valid at most.
pub const MAX_AGE: Duration = Duration::from_hours(6);
/// How far a signer's clock may be ahead.
pub const MAX_AHEAD: Duration = Duration::from_secs(30);

/// Why a node does not serve a stream. `Display` writes the `detail` of the response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The signature is malformed. The [`source`](std::error::Error::source) has the reason, for the log and not for
    /// the response.
    #[error("invalid signature")]
    Invalid(#[from] Invalid),
    /// The signature is for other content.
    #[error("signature contains incorrect CID")]
    IncorrectCid,
    /// The signature is for another upload.
    #[error("signature contains incorrect upload ID")]
    IncorrectUploadId,
    /// The signature names no track, or a track that does not have this content.
    #[error("signer not authorized for this track (access_authorities)")]
    IncorrectTrack,
    /// The signer is not an authority of the track.
    #[error("signer not authorized for this track (access_authorities)")]
    SignerNotAuthorized,
    /// The signer is not a registered node.
    #[error("signer not in list of registered nodes")]
    SignerNotRegistered,
    /// The signature has expired, or has no timestamp.
    #[error("signature too old")]
    TooOld,
    /// The timestamp is in the future, by more than [`MAX_AHEAD`].
    #[error("signature from the future")]
    FromTheFuture,
}

/// The track that a signature names, as the node knows it.
#[derive(Clone, Copy, Debug)]
pub struct Track<'a> {
    /// Its number.
    pub id: u64,
    /// The content ID that the track has now.
    pub cid: &'a str,
    /// The addresses that may sign. If there are none, no signature is accepted.
    pub authorities: &'a [Address],
    /// How long the track plays, if the catalogue knows.
    pub duration: Option<Duration>,
}

/// A request for a stream.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The content ID in the URL.
    pub cid: &'a str,
    /// The track that the URL names (`track_id`). If the URL names none, the track that the signature names. `None` if
    /// there is no such track.
    pub track: Option<Track<'a>>,
    /// The uploads that the content came from. `None` if the catalogue does not know any.
    pub upload_ids: Option<&'a [String]>,
    /// The time, in Unix milliseconds.
    pub now: u64,
}

impl Request<'_> {
    /// Checks whether `data`, which `signer` signed, grants access to this stream. Checks the CID, the upload, the
    /// track, the signer and the age in this order, so that every node refuses a request for the same reason.
    ///
    /// # Errors
    /// The first [`Refusal`]; never [`Refusal::Invalid`].
    pub fn admit(&self, data: &Data, signer: Address) -> Result<(), Refusal> {
        cid(data, self.cid)?;
        self.upload_ids.map_or(Ok(()), |upload_ids| upload_id(data, upload_ids))?;
        let track = track(data, self)?;
        signer_of_track(signer, track.authorities)?;
        age(data, track.duration, self.now)
    }
}

/// Checks whether `data` is for this content.
///
/// # Errors
/// [`Refusal::IncorrectCid`], also if it names none.
pub fn cid(data: &Data, cid: &str) -> Result<(), Refusal> {
    if data.cid.as_deref() == Some(cid) { Ok(()) } else { Err(Refusal::IncorrectCid) }
}

/// Checks whether `data` is for one of these uploads, which the content came from. Accepts data without an upload.
///
/// # Errors
/// [`Refusal::IncorrectUploadId`].
pub fn upload_id(data: &Data, upload_ids: &[String]) -> Result<(), Refusal> {
    if data.upload_id.as_ref().is_none_or(|named| upload_ids.contains(named)) {
        Ok(())
    } else {
        Err(Refusal::IncorrectUploadId)
    }
}

/// Returns the request's track if `data` names it and it has the requested content. Without the second check, an
/// authority of any track could grant access to all others.
///
/// # Errors
/// [`Refusal::IncorrectTrack`].
pub fn track<'a>(data: &Data, request: &Request<'a>) -> Result<Track<'a>, Refusal> {
    let named = |track: &Track<'_>| data.track_id == Some(track.id) && track.cid == request.cid;
    request.track.filter(named).ok_or(Refusal::IncorrectTrack)
}

/// Checks whether `signer` is one of the track's `authorities`.
///
/// # Errors
/// [`Refusal::SignerNotAuthorized`].
pub fn signer_of_track(signer: Address, authorities: &[Address]) -> Result<(), Refusal> {
    if is_among(signer, authorities) { Ok(()) } else { Err(Refusal::SignerNotAuthorized) }
}

/// Checks whether `signer` is one of the registered `nodes`.
///
/// # Errors
/// [`Refusal::SignerNotRegistered`].
pub fn signer_of_nodes(signer: Address, nodes: &[Address]) -> Result<(), Refusal> {
    if is_among(signer, nodes) { Ok(()) } else { Err(Refusal::SignerNotRegistered) }
}

/// The zero address is never accepted, even if the list has it.
fn is_among(signer: Address, list: &[Address]) -> bool {
    !signer.is_zero() && list.contains(&signer)
}

/// Checks whether `data` is still valid at `now` (Unix milliseconds) for a track of this `duration`.
///
/// # Errors
/// [`Refusal::TooOld`] or [`Refusal::FromTheFuture`].
pub fn age(data: &Data, duration: Option<Duration>, now: u64) -> Result<(), Refusal> {
    let signed_at = data.timestamp.ok_or(Refusal::TooOld)?;
    if u128::from(signed_at.saturating_sub(now)) > MAX_AHEAD.as_millis() {
        Err(Refusal::FromTheFuture)
    } else if u128::from(now.saturating_sub(signed_at)) > good_for(duration).as_millis() {
        Err(Refusal::TooOld)
    } else {
        Ok(())
    }
}

/// Returns how long a signature for a track of this `duration` is valid: one playback. A player sends the same
/// signature again after each seek.
pub fn good_for(duration: Option<Duration>) -> Duration {
    GRACE.saturating_add(duration.unwrap_or_default()).min(MAX_AGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNED_AT: u64 = 1_790_000_000_000;
    const AUTHORITY: [u8; 20] = [7; 20];

    fn data() -> Data {
        Data { cid: Some("cid".into()), track_id: Some(7), timestamp: Some(SIGNED_AT), ..Data::default() }
    }

    fn request(authorities: &[Address]) -> Request<'_> {
        let track = Track { id: 7, cid: "cid", authorities, duration: Some(Duration::from_secs(200)) };
        Request { cid: "cid", track: Some(track), upload_ids: None, now: SIGNED_AT }
    }

    fn at(now: u64, duration: Option<u64>) -> Result<(), Refusal> {
        age(&data(), duration.map(Duration::from_secs), now)
    }

    #[test]
    fn first_fault_is_reported() {
        let (signer, stranger) = (Address::from(AUTHORITY), Address::from([8; 20]));
        let authorities = [stranger, signer];
        let (day_after, good) = (SIGNED_AT + 86_400_000, request(&authorities));
        assert_eq!(good.admit(&data(), signer), Ok(()));

        // Each has the faults of those before it, too.
        let old = Request { now: day_after, ..good };
        assert_eq!(old.admit(&data(), signer), Err(Refusal::TooOld));
        assert_eq!(old.admit(&data(), Address::from([9; 20])), Err(Refusal::SignerNotAuthorized));
        let other_track = Data { track_id: Some(8), ..data() };
        assert_eq!(old.admit(&other_track, Address::from([9; 20])), Err(Refusal::IncorrectTrack));
        let other_cid = Data { cid: Some("other".into()), ..other_track };
        assert_eq!(old.admit(&other_cid, Address::from([9; 20])), Err(Refusal::IncorrectCid));
    }

    #[test]
    fn a_signature_must_name_content_and_track() {
        let authorities = [Address::from(AUTHORITY)];
        let admit = |data: &Data| request(&authorities).admit(data, authorities[0]);
        assert_eq!(admit(&Data { cid: None, ..data() }), Err(Refusal::IncorrectCid));
        assert_eq!(admit(&Data { track_id: None, ..data() }), Err(Refusal::IncorrectTrack));
        assert_eq!(admit(&Data { timestamp: None, ..data() }), Err(Refusal::TooOld));
    }

    #[test]
    fn the_owner_of_one_track_opens_no_other() {
        let authorities = [Address::from(AUTHORITY)];
        let own = Track { cid: "their own", ..request(&authorities).track.unwrap() };
        for track in [None, Some(own)] {
            let request = Request { track, ..request(&authorities) };
            assert_eq!(request.admit(&data(), authorities[0]), Err(Refusal::IncorrectTrack));
        }
    }

    #[test]
    fn missing_or_zero_authority_refuses_the_signer() {
        let (signer, zero) = (Address::from(AUTHORITY), Address::from([0; 20]));
        assert_eq!(request(&[]).admit(&data(), signer), Err(Refusal::SignerNotAuthorized));
        assert_eq!(request(&[zero]).admit(&data(), zero), Err(Refusal::SignerNotAuthorized));
    }

    #[test]
    fn one_listen_and_a_minute() {
        assert_eq!(at(SIGNED_AT + 260_000, Some(200)), Ok(()));
        assert_eq!(at(SIGNED_AT + 260_001, Some(200)), Err(Refusal::TooOld));
        assert_eq!(at(SIGNED_AT + 60_000, None), Ok(()));
        assert_eq!(at(SIGNED_AT + 60_001, None), Err(Refusal::TooOld));
    }

    #[test]
    fn six_hours_at_most() {
        for duration in [6 * 3600 - 60, 6 * 3600, u64::MAX] {
            assert_eq!(at(SIGNED_AT + 21_600_000, Some(duration)), Ok(()));
            assert_eq!(at(SIGNED_AT + 21_600_001, Some(duration)), Err(Refusal::TooOld));
        }
    }

    #[test]
    fn half_a_minute_into_the_future() {
        assert_eq!(at(SIGNED_AT - 30_000, None), Ok(()));
        assert_eq!(at(SIGNED_AT - 30_001, None), Err(Refusal::FromTheFuture));
        assert_eq!(at(0, Some(u64::MAX)), Err(Refusal::FromTheFuture));
        assert_eq!(at(u64::MAX, Some(u64::MAX)), Err(Refusal::TooOld));
    }

    #[test]
    fn uploads_and_nodes() {
        let data = Data { upload_id: Some("u".into()), ..data() };
        assert_eq!(upload_id(&data, &["t".into(), "u".into()]), Ok(()));
        assert_eq!(upload_id(&data, &["v".into()]), Err(Refusal::IncorrectUploadId));
        assert_eq!(upload_id(&data, &[]), Err(Refusal::IncorrectUploadId));
        assert_eq!(upload_id(&Data::default(), &[]), Ok(()), "it is for none in particular");
        let node = Address::from(AUTHORITY);
        assert_eq!(signer_of_nodes(node, &[node]), Ok(()));
        assert_eq!(signer_of_nodes(node, &[]), Err(Refusal::SignerNotRegistered));
    }

    #[test]
    fn the_words_of_the_answer() {
        let words = [
            (Refusal::Invalid(Invalid::HighS), "invalid signature"),
            (Refusal::IncorrectCid, "signature contains incorrect CID"),
            (Refusal::IncorrectUploadId, "signature contains incorrect upload ID"),
            (Refusal::IncorrectTrack, "signer not authorized for this track (access_authorities)"),
            (Refusal::SignerNotAuthorized, "signer not authorized for this track (access_authorities)"),
            (Refusal::SignerNotRegistered, "signer not in list of registered nodes"),
            (Refusal::TooOld, "signature too old"),
        ];
        for (refusal, detail) in words {
            assert_eq!(refusal.to_string(), detail);
        }
    }
}
