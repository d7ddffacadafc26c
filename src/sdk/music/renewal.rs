//! When the signed URL of a playing track is renewed. A machine without I/O: it gets the element's events, and says
//! what to do.
//!
//! A new URL is requested once. Another is requested only after progress, or if the URL was valid for a while and
//! expired during a long pause. So a new URL that is rejected ends the playback, and there is no loop.

mod stall;
#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

use self::stall::Stall;
pub(super) use self::stall::Wait;
use crate::error::Code;

/// The codes of `MediaError` that an expired URL may cause. The element does not know the HTTP status.
const MEDIA_ERR_NETWORK: u16 = 2;
const MEDIA_ERR_SRC_NOT_SUPPORTED: u16 = 4;

/// `HTMLMediaElement.HAVE_METADATA`: the position is valid.
const HAVE_METADATA: u16 = 1;

/// `HTMLMediaElement.HAVE_CURRENT_DATA`: there is audio at this position.
const HAVE_CURRENT_DATA: u16 = 2;

/// For so many milliseconds after a new URL, a position within so many seconds of the old one is no progress, because
/// the element was sent there. Damaged audio would fail there again, and request a URL each time.
const NO_PROGRESS_FOR: u64 = 10_000;
const NO_PROGRESS_WITHIN: f64 = 1.0;

/// A URL that is rejected within so many milliseconds has not expired.
const YOUNG_FOR: u64 = 1_000;

/// An event of the element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Emptied,
    Ended,
    Error,
    LoadedMetadata,
    Pause,
    Play,
    Playing,
    Seeked,
    Seeking,
    Stalled,
    TimeUpdate,
    Waiting,
}

impl Event {
    /// All events, by their names.
    pub(super) const ALL: [(&'static str, Self); 12] = [
        ("emptied", Self::Emptied),
        ("ended", Self::Ended),
        ("error", Self::Error),
        ("loadedmetadata", Self::LoadedMetadata),
        ("pause", Self::Pause),
        ("play", Self::Play),
        ("playing", Self::Playing),
        ("seeked", Self::Seeked),
        ("seeking", Self::Seeking),
        ("stalled", Self::Stalled),
        ("timeupdate", Self::TimeUpdate),
        ("waiting", Self::Waiting),
    ];
}

/// The element at an event.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Element {
    /// The code of its `MediaError`, if it has failed.
    pub(super) error: Option<u16>,
    /// In seconds.
    pub(super) position: f64,
    /// Its `readyState`.
    pub(super) ready_state: u16,
    /// Whether it seeks.
    pub(super) is_seeking: bool,
}

/// What to do after an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Action {
    /// Find out whether a new URL helps: [`Renewal::begin_recovery`], [`Renewal::failed`].
    Recover,
    /// Set the position, in seconds, and the speed. A new URL has reset both.
    Return(f64),
    /// Call [`Renewal::is_stalled`] after this time.
    Wait(Wait),
}

/// What to do after the element has failed or stalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterFailure {
    /// Request a new URL.
    Renew,
    /// Request the first byte of the URL, to learn its status. Then call [`Renewal::probed`].
    Probe,
    /// End with this code.
    Fail(Code),
}

/// What to do after a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterProbe {
    /// Request a new URL.
    Renew,
    /// Nothing: the element waits for other reasons.
    LeaveAlone,
    /// End with the error of the probe, or with [`Code::PlaybackFailed`] if it has none.
    Fail,
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
    is_recovering: bool,
    /// `paused` is unreliable: after a failure, some browsers (Chromium) set it and others do not.
    is_meant_to_play: bool,
    stall: Stall,
}

impl Renewal {
    /// Returns the state of a track that has its first URL.
    pub(super) fn new() -> Self {
        Self {
            has_played: false,
            may_renew: true,
            renewed: None,
            was_good: false,
            position: 0.0,
            is_returning: false,
            is_recovering: false,
            is_meant_to_play: true,
            stall: Stall::new(),
        }
    }

    /// Whether the user wants to hear the track.
    pub(super) fn is_meant_to_play(&self) -> bool {
        self.is_meant_to_play
    }

    /// The browser plays only after a click of the user.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn blocked(&mut self) {
        self.is_meant_to_play = false;
    }

    /// The element has sent this event.
    pub(super) fn heard(&mut self, event: Event, element: Element, now: u64) -> Option<Action> {
        self.note(event, element, now);
        match event {
            Event::Waiting | Event::Stalled | Event::Seeking => return self.stall.wait().map(Action::Wait),
            // Also sent while seeking, which is no progress.
            Event::TimeUpdate if element.is_seeking => {}
            Event::Playing | Event::Seeked | Event::Ended | Event::Emptied | Event::TimeUpdate => self.stall.calm(),
            Event::Error => {
                self.stall.calm();
                return Some(Action::Recover);
            }
            Event::LoadedMetadata => return self.loaded().map(Action::Return),
            // After a failure, a pause is not the user's. But play is: no browser starts an element that has failed.
            Event::Play => self.is_meant_to_play = true,
            Event::Pause => self.is_meant_to_play &= element.error.is_some(),
        }
        None
    }

    fn note(&mut self, event: Event, element: Element, now: u64) {
        let Element { error: None, position, ready_state, is_seeking } = element else {
            // A failed element reports its position once more.
            return;
        };
        let moves = matches!(event, Event::TimeUpdate | Event::Seeking);
        if moves && ready_state >= HAVE_METADATA && !self.is_returning {
            self.position = position;
        }
        let progresses = matches!(event, Event::Playing | Event::TimeUpdate | Event::Seeked);
        if progresses && ready_state >= HAVE_CURRENT_DATA && !is_seeking && !self.is_recovering {
            self.progressed(position, now);
        }
    }

    /// The element knows the track. Returns the position to which it must be set after a new URL.
    fn loaded(&mut self) -> Option<f64> {
        self.was_good = true;
        let is_returning = core::mem::take(&mut self.is_returning);
        (is_returning && self.position > 0.0).then_some(self.position)
    }

    fn progressed(&mut self, position: f64, now: u64) {
        self.has_played = true;
        let is_back = self.renewed.is_some_and(|(at, old)| {
            (position - old).abs() < NO_PROGRESS_WITHIN && now.saturating_sub(at) <= NO_PROGRESS_FOR
        });
        if !is_back {
            self.may_renew = true;
        }
    }

    /// A wait is over. Returns whether the element still waits: then recover, and call [`Renewal::waits_again`].
    pub(super) fn is_stalled(&mut self, wait: Wait) -> bool {
        self.stall.is_over(wait)
    }

    /// The recovery after this wait has ended. Returns the next wait if the element still waits.
    pub(super) fn waits_again(&mut self, wait: Wait) -> Option<Wait> {
        self.stall.again(wait)
    }

    /// A recovery begins. Returns false if one is running.
    pub(super) fn begin_recovery(&mut self) -> bool {
        !core::mem::replace(&mut self.is_recovering, true)
    }

    /// Whether a recovery is running.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn is_recovering(&self) -> bool {
        self.is_recovering
    }

    /// The recovery has ended.
    pub(super) fn end_recovery(&mut self) {
        self.is_recovering = false;
    }

    /// The element has failed with this code of a `MediaError`, if it has one, or it has stalled.
    pub(super) fn failed(&self, error: Option<u16>, is_stalled: bool) -> AfterFailure {
        match error {
            _ if is_stalled => AfterFailure::Probe,
            Some(MEDIA_ERR_NETWORK | MEDIA_ERR_SRC_NOT_SUPPORTED) if self.has_played && self.may_renew => {
                AfterFailure::Renew
            }
            Some(MEDIA_ERR_NETWORK | MEDIA_ERR_SRC_NOT_SUPPORTED) => AfterFailure::Probe,
            _ => AfterFailure::Fail(Code::PlaybackFailed),
        }
    }

    /// The URL has responded with this status, or not at all.
    pub(super) fn probed(&self, status: Option<u16>, is_stalled: bool, now: u64) -> AfterProbe {
        let is_old = || self.renewed.is_none_or(|(at, _)| now.saturating_sub(at) > YOUNG_FOR);
        match status {
            Some(401) if self.may_renew || (self.was_good && is_old()) => AfterProbe::Renew,
            _ if is_stalled => AfterProbe::LeaveAlone,
            _ => AfterProbe::Fail,
        }
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
