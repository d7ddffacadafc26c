//! Keeps one track playing on one element. `renewal` decides.

use core::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;

use js_sys::Reflect;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlMediaElement;

use super::stage::Stage;
use crate::error::{Code, Error};
use crate::rim::platform::Abort;
use crate::sdk::music::failure::Responder;
use crate::sdk::music::renewal::{AfterError, Renewal};
use crate::sdk::music::service::{Service, accepted, internal};
use crate::sdk::music::tracks::Tracks;

/// How long a track may take to begin.
const BEGINS_WITHIN: Duration = Duration::from_secs(30);

/// The events of the element.
const EVENTS: [&str; 8] = ["error", "playing", "timeupdate", "seeked", "seeking", "loadedmetadata", "play", "pause"];

/// `HTMLMediaElement.HAVE_METADATA`: the position is valid.
const HAVE_METADATA: u16 = 1;

/// `HTMLMediaElement.HAVE_CURRENT_DATA`: there is audio at this position.
const HAVE_CURRENT_DATA: u16 = 2;

type Listener = Closure<dyn FnMut()>;

thread_local! {
    /// The keepers of all elements: one at a time for each, of any client.
    static KEEPERS: RefCell<Vec<Weak<Keeper>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps one track playing on one element.
pub(super) struct Keeper {
    audio: HtmlMediaElement,
    tracks: Tracks,
    id: u64,
    renewal: RefCell<Renewal>,
    url: RefCell<String>,
    /// `paused` is unreliable: after a failure, some browsers (Chromium) set it and others do not.
    is_meant_to_play: Cell<bool>,
    is_recovering: Cell<bool>,
    playback_rate: Cell<f64>,
    stage: Stage,
    listeners: RefCell<Vec<(&'static str, Listener)>>,
}

impl Keeper {
    /// Creates the keeper of an element, and ends the one that it had.
    pub(super) fn new(audio: HtmlMediaElement, tracks: Tracks, id: u64) -> Rc<Self> {
        let before: Vec<_> = KEEPERS.with_borrow_mut(|keepers| {
            keepers.retain(|keeper| keeper.strong_count() > 0);
            keepers.iter().filter_map(Weak::upgrade).filter(|keeper| keeper.audio == audio).collect()
        });
        for keeper in before {
            keeper.release();
        }
        let keeper = Rc::new(Self {
            audio,
            tracks,
            id,
            renewal: RefCell::new(Renewal::new()),
            url: RefCell::default(),
            is_meant_to_play: Cell::new(true),
            is_recovering: Cell::default(),
            playback_rate: Cell::new(1.0),
            stage: Stage::default(),
            listeners: RefCell::default(),
        });
        KEEPERS.with_borrow_mut(|keepers| keepers.push(Rc::downgrade(&keeper)));
        keeper
    }

    /// Plays this URL.
    pub(super) fn begin(self: &Rc<Self>, url: String) {
        for event in EVENTS {
            let keeper = Rc::downgrade(self);
            let listener = Listener::new(move || {
                if let Some(keeper) = keeper.upgrade() {
                    keeper.heard(event);
                }
            });
            let function = listener.as_ref().unchecked_ref();
            if self.audio.add_event_listener_with_callback(event, function).is_ok() {
                self.listeners.borrow_mut().push((event, listener));
            }
        }
        let keeper = Rc::downgrade(self);
        let client = self.tracks.client.clone();
        spawn_local(async move {
            use crate::sdk::environment::Environment as _;
            client.environment().sleep(BEGINS_WITHIN).await;
            if let Some(keeper) = keeper.upgrade().filter(|keeper| !keeper.has_begun()) {
                keeper.fail(Code::Timeout.into());
            }
        });
        self.load(url);
        self.resume();
    }

    /// Waits until the track plays.
    pub(super) async fn begun(&self) -> Result<(), Error> {
        self.stage.begun().await
    }

    /// Waits until playback has ended.
    pub(super) async fn ended(&self) -> Result<(), Error> {
        self.stage.ended().await
    }

    pub(super) fn has_begun(&self) -> bool {
        self.stage.has_begun()
    }

    pub(super) fn is_over(&self) -> bool {
        self.stage.is_over()
    }

    /// Stops playback and releases the element.
    pub(super) fn stop(&self) {
        if self.is_over() {
            return;
        }
        let is_ours = self.is_ours();
        self.release();
        if is_ours {
            // An element without a source has nothing to stop.
            let _ = self.audio.pause();
            let _ = self.audio.remove_attribute("src");
            self.audio.load();
        }
    }

    /// Releases the element without changing it.
    pub(super) fn release(&self) {
        self.settle(Ok(()));
    }

    fn fail(&self, error: Error) {
        self.settle(Err(error));
    }

    fn settle(&self, end: Result<(), Error>) {
        if self.is_over() {
            return;
        }
        for (event, listener) in self.listeners.borrow().iter() {
            // It was added.
            let _ = self.audio.remove_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
        }
        self.stage.end(end);
    }

    /// Returns whether the element still has the URL that it got here. The app may have set another.
    fn is_ours(&self) -> bool {
        let url = self.url.borrow();
        !url.is_empty() && self.audio.get_attribute("src").as_deref() == Some(url.as_str())
    }

    fn heard(self: &Rc<Self>, event: &str) {
        if self.is_over() {
            return;
        }
        if !self.is_ours() {
            return self.release();
        }
        let audio = &self.audio;
        let (has_failed, position) = (audio.error().is_some(), audio.current_time());
        match event {
            "error" => self.recover(),
            "loadedmetadata" => {
                let returns_to = self.renewal.borrow_mut().loaded();
                if let Some(position) = returns_to {
                    audio.set_current_time(position);
                    audio.set_playback_rate(self.playback_rate.get());
                }
            }
            // A change after a failure is not the user's.
            "play" | "pause" if !has_failed => self.is_meant_to_play.set(event == "play"),
            _ => {}
        }
        if matches!(event, "timeupdate" | "seeking") && !has_failed && audio.ready_state() >= HAVE_METADATA {
            self.renewal.borrow_mut().moved(position);
        }
        // A failed element reports its position once more.
        let is_moving = !has_failed && !self.is_recovering.get() && !audio.seeking();
        if matches!(event, "playing" | "timeupdate" | "seeked") && is_moving && audio.ready_state() >= HAVE_CURRENT_DATA
        {
            self.renewal.borrow_mut().progressed(position, self.now());
        }
    }

    fn load(&self, url: String) {
        self.audio.set_src(&url);
        *self.url.borrow_mut() = url;
    }

    /// Starts playback. The element's events report the result, except a rejection by the browser.
    fn resume(self: &Rc<Self>) {
        let Ok(promise) = self.audio.play() else { return };
        let (keeper, url) = (Rc::clone(self), self.url.borrow().clone());
        spawn_local(async move {
            let name = match JsFuture::from(promise).await {
                Ok(_) => return keeper.stage.begin(),
                Err(error) => Reflect::get(&error, &JsValue::from_str("name")).ok().and_then(|name| name.as_string()),
            };
            // A new URL rejects pending calls. Then only the new URL counts.
            if *keeper.url.borrow() != url || keeper.is_recovering.get() {
                return;
            }
            match name.as_deref() {
                // The user has pressed pause, which is a state of playback.
                Some("AbortError") => keeper.stage.begin(),
                // Once it has played, the user can press play: the track is there.
                Some("NotAllowedError") if keeper.has_begun() => keeper.is_meant_to_play.set(false),
                Some("NotAllowedError") => keeper.fail(Code::PlaybackBlocked.into()),
                _ => {}
            }
        });
    }

    /// Continues after a failure of the element, or ends.
    fn recover(self: &Rc<Self>) {
        if self.is_recovering.replace(true) {
            return;
        }
        let keeper = Rc::clone(self);
        spawn_local(async move {
            if let Err(error) = keeper.renew().await {
                keeper.fail(error);
            }
            keeper.is_recovering.set(false);
        });
    }

    async fn renew(self: &Rc<Self>) -> Result<(), Error> {
        let abort = Abort::default();
        let after = self.renewal.borrow().failed(self.audio.error().map(|error| error.code()));
        match after {
            AfterError::Renew => {}
            AfterError::Fail(code) => return Err(code.into()),
            AfterError::Probe => {
                let refusal = self.probe(&abort).await?;
                let status = refusal.as_ref().and_then(Error::status).unwrap_or_default();
                if !self.renewal.borrow().probed(status, self.now()) {
                    return Err(refusal.unwrap_or_else(|| Code::PlaybackFailed.into()));
                }
            }
        }
        if self.is_over() {
            return Ok(());
        }
        self.renewal.borrow_mut().renewing();
        let url = self.tracks.signed_url(self.id, &abort).await?;
        if !self.is_over() {
            self.playback_rate.set(self.audio.playback_rate());
            self.renewal.borrow_mut().renewed(self.audio.current_time(), self.now());
            self.load(url);
            if self.is_meant_to_play.get() {
                self.resume();
            }
        }
        Ok(())
    }

    /// Requests the first byte, as the element did, to learn the status. `None`: the URL is valid.
    async fn probe(&self, abort: &Abort) -> Result<Option<Error>, Error> {
        let request = http::Request::get(self.url.borrow().as_str()).header("Range", "bytes=0-0");
        let request = request.body(Vec::new()).map_err(internal)?;
        let answer = Service::new(&self.tracks.client, abort).send_openly(request).await?;
        Ok(accepted(answer, Responder::Node).err())
    }

    fn now(&self) -> u64 {
        Service::new(&self.tracks.client, &Abort::default()).now()
    }
}
