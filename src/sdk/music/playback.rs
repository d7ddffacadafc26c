//! Playback of a track on an audio element, which gets a new signed URL when the old one expires.

mod keeper;
mod stage;

use core::fmt;
use std::rc::Rc;

use web_sys::HtmlMediaElement;

use self::keeper::Keeper;
use super::tracks::{Tracks, check_id};
use crate::error::{Code, Error};
use crate::sdk::call::Call;

/// A track that plays on an audio element. When the signed URL expires, it requests a new one and continues at the same
/// position.
///
/// Dropping it releases the element: the track plays on, but its URL is no longer renewed.
#[must_use = "dropping a playback ends the renewal of its URL"]
pub struct Playback(Rc<Keeper>);

impl Tracks {
    /// Plays a track on an audio or video element. The call ends when the track plays. Call it in a click handler. A
    /// second call for the same element replaces the first, which fails with [`Code::Aborted`] if it was not playing
    /// yet.
    ///
    /// # Errors
    /// Those of [`Tracks::stream_url`], [`Code::PlaybackBlocked`] if the browser blocked the sound,
    /// [`Code::PlaybackFailed`] if the element cannot play the audio, and [`Code::Forbidden`].
    pub fn play(&self, audio: &HtmlMediaElement, id: u64) -> Call<Playback> {
        let audio = audio.clone();
        self.call(move |tracks, abort| async move {
            check_id(id)?;
            // Before any wait, so that the order of calls decides.
            let keeper = Keeper::new(audio, tracks.clone(), id);
            // Stops it if the call fails or is aborted.
            let _unfinished = Unfinished(Rc::clone(&keeper));
            let url = abort.or(tracks.signed_url(id, &abort)).await.ok_or(Code::Aborted)??;
            if keeper.is_over() {
                return Err(Code::Aborted.into());
            }
            keeper.begin(url);
            abort.or(keeper.begun()).await.ok_or(Code::Aborted)??;
            Ok(Playback(keeper))
        })
    }
}

/// A playback that has not begun.
struct Unfinished(Rc<Keeper>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.0.has_begun() {
            self.0.stop();
        }
    }
}

impl Playback {
    /// Stops playback and releases the element.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Waits until playback has ended: after [`Playback::stop`], after another [`Tracks::play`] on the element, or if
    /// the element gets another `src`. Not at the end of the track, because the user may press play again: use the
    /// element's
    /// `ended` event.
    ///
    /// # Errors
    /// If the track cannot continue: the codes of [`Tracks::play`].
    pub async fn finished(&self) -> Result<(), Error> {
        self.0.ended().await
    }
}

impl Drop for Playback {
    fn drop(&mut self) {
        self.0.release();
    }
}

impl fmt::Debug for Playback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playback").finish_non_exhaustive()
    }
}
