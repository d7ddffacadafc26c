//! When the signed URL of a playing track is renewed. A machine without I/O.
//!
//! A new URL is requested once. Another is requested only after progress, or if the URL was valid for a while and
//! expired during a long pause. So a new URL that is rejected ends the playback, and there is no loop.

use crate::error::Code;

/// The codes of `MediaError` that an expired URL may cause. The element does not know the HTTP status.
const MEDIA_ERR_NETWORK: u16 = 2;
const MEDIA_ERR_SRC_NOT_SUPPORTED: u16 = 4;

/// For so many milliseconds after a new URL, a position within so many seconds of the old one is no progress, because
/// the element was sent there. Damaged audio would fail there again, and request a URL each time.
const NO_PROGRESS_FOR: u64 = 10_000;
const NO_PROGRESS_WITHIN: f64 = 1.0;

/// A URL that is rejected within so many milliseconds has not expired.
const YOUNG_FOR: u64 = 1_000;

/// What to do after the element has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterError {
    /// Request a new URL.
    Renew,
    /// Request the first byte of the URL, to learn its status. Then call [`Renewal::probed`].
    Probe,
    /// End with this code.
    Fail(Code),
}

/// The state of a track that plays. All times are in milliseconds, and positions in seconds.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(super) struct Renewal {
    has_played: bool,
    may_renew: bool,
    /// When the URL was set, and the position then. `None` for the first URL.
    renewed: Option<(u64, f64)>,
    /// Whether the element could read the track at this URL.
    was_good: bool,
    /// The element's last position. Some browsers (WebKit) reset it after a failure.
    position: f64,
    /// Whether the element has a new URL and has not returned to its position.
    is_returning: bool,
}

impl Renewal {
    /// Returns the state of a track that has its first URL.
    pub(super) fn new() -> Self {
        Self { has_played: false, may_renew: true, renewed: None, was_good: false, position: 0.0, is_returning: false }
    }

    /// The element knows the track. Returns the position to which it must be set after a new URL.
    pub(super) fn loaded(&mut self) -> Option<f64> {
        self.was_good = true;
        let is_returning = core::mem::take(&mut self.is_returning);
        (is_returning && self.position > 0.0).then_some(self.position)
    }

    /// The element, which knows the track, is at this position.
    pub(super) fn moved(&mut self, position: f64) {
        if !self.is_returning {
            self.position = position;
        }
    }

    /// The element has audio at this position, and does not seek.
    pub(super) fn progressed(&mut self, position: f64, now: u64) {
        self.has_played = true;
        let is_back = self.renewed.is_some_and(|(at, old)| {
            (position - old).abs() < NO_PROGRESS_WITHIN && now.saturating_sub(at) <= NO_PROGRESS_FOR
        });
        if !is_back {
            self.may_renew = true;
        }
    }

    /// The element has failed with this code of a `MediaError`, if it has one.
    pub(super) fn failed(&self, media_error: Option<u16>) -> AfterError {
        match media_error {
            Some(MEDIA_ERR_NETWORK | MEDIA_ERR_SRC_NOT_SUPPORTED) if self.has_played && self.may_renew => {
                AfterError::Renew
            }
            Some(MEDIA_ERR_NETWORK | MEDIA_ERR_SRC_NOT_SUPPORTED) => AfterError::Probe,
            _ => AfterError::Fail(Code::PlaybackFailed),
        }
    }

    /// The URL has responded with this status. Returns whether a new one may help.
    pub(super) fn probed(&self, status: u16, now: u64) -> bool {
        let is_old = || self.renewed.is_none_or(|(at, _)| now.saturating_sub(at) > YOUNG_FOR);
        status == 401 && (self.may_renew || (self.was_good && is_old()))
    }

    /// A new URL is requested.
    pub(super) fn renewing(&mut self) {
        self.may_renew = false;
    }

    /// The element gets a new URL. It then loses its position, which is now `position`, or zero if it has lost it
    /// already.
    pub(super) fn renewed(&mut self, position: f64, now: u64) {
        if position > 0.0 {
            self.position = position;
        }
        self.renewed = Some((now, self.position));
        self.is_returning = true;
        self.was_good = false;
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    /// A track that has played for a while.
    fn playing() -> Renewal {
        let mut renewal = Renewal::new();
        assert_eq!(renewal.loaded(), None);
        renewal.moved(5.0);
        renewal.progressed(5.0, 5_000);
        renewal
    }

    fn renew(renewal: &mut Renewal, position: f64, now: u64) {
        renewal.renewing();
        renewal.renewed(position, now);
    }

    #[test]
    fn expired_url_is_renewed_and_position_restored() {
        let mut renewal = playing();
        assert_eq!(renewal.failed(Some(2)), AfterError::Renew);
        renew(&mut renewal, 0.0, 6_000);
        renewal.moved(0.0);
        assert_eq!(renewal.loaded(), Some(5.0));
        assert_eq!(renewal.loaded(), None);
    }

    #[test]
    fn a_url_that_never_played_is_probed() {
        let renewal = Renewal::new();
        assert_eq!(renewal.failed(Some(4)), AfterError::Probe);
        assert!(renewal.probed(401, 0));
        for status in [200, 206, 403, 404, 500] {
            assert!(!renewal.probed(status, 0), "{status}");
        }
    }

    #[test]
    fn damaged_audio_ends_the_playback() {
        for media_error in [None, Some(1), Some(3)] {
            assert_eq!(playing().failed(media_error), AfterError::Fail(Code::PlaybackFailed));
        }
    }

    /// After a pause it is renewed, because the new URL may have expired.
    #[test]
    fn second_failure_at_same_position_is_not_renewed() {
        let mut renewal = playing();
        renew(&mut renewal, 5.0, 6_000);
        renewal.loaded();
        renewal.progressed(5.4, 6_500);
        assert_eq!(renewal.failed(Some(2)), AfterError::Probe);
        assert!(!renewal.probed(401, 6_900));
        // After a pause, the URL may have expired.
        assert!(renewal.probed(401, 60_000));
    }

    #[test]
    fn after_progress_it_is_renewed_again() {
        let mut renewal = playing();
        renew(&mut renewal, 5.0, 6_000);
        renewal.loaded();
        renewal.progressed(6.5, 7_000);
        assert_eq!(renewal.failed(Some(2)), AfterError::Renew);

        let mut slow = playing();
        renew(&mut slow, 5.0, 6_000);
        slow.progressed(5.5, 16_001);
        assert_eq!(slow.failed(Some(2)), AfterError::Renew);
    }

    #[test]
    fn new_url_rejected_at_once_ends_playback() {
        let mut renewal = playing();
        renew(&mut renewal, 5.0, 6_000);
        assert_eq!(renewal.failed(Some(4)), AfterError::Probe);
        assert!(!renewal.probed(401, 90_000));
    }
}
