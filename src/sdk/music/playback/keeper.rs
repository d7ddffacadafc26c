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
use crate::sdk::environment::Environment as _;
use crate::sdk::music::failure::Responder;
use crate::sdk::music::renewal::{Action, AfterFailure, AfterProbe, Element, Event, Renewal, Wait};
use crate::sdk::music::service::{Service, accepted, internal};
use crate::sdk::music::tracks::Tracks;

/// How long a track may take to begin.
const BEGINS_WITHIN: Duration = Duration::from_secs(30);

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
            playback_rate: Cell::new(1.0),
            stage: Stage::default(),
            listeners: RefCell::default(),
        });
        KEEPERS.with_borrow_mut(|keepers| keepers.push(Rc::downgrade(&keeper)));
        keeper
    }

    /// Plays this URL.
    pub(super) fn begin(self: &Rc<Self>, url: String) {
        for (name, event) in Event::ALL {
            let keeper = Rc::downgrade(self);
            let listener = Listener::new(move || {
                if let Some(keeper) = keeper.upgrade() {
                    keeper.heard(event);
                }
            });
            let function = listener.as_ref().unchecked_ref();
            if self.audio.add_event_listener_with_callback(name, function).is_ok() {
                self.listeners.borrow_mut().push((name, listener));
            }
        }
        let keeper = Rc::downgrade(self);
        let client = self.tracks.client.clone();
        spawn_local(async move {
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

    fn heard(self: &Rc<Self>, event: Event) {
        if self.is_over() {
            return;
        }
        if !self.is_ours() {
            return self.release();
        }
        let audio = &self.audio;
        let element = Element {
            error: audio.error().map(|error| error.code()),
            position: audio.current_time(),
            ready_state: audio.ready_state(),
            is_seeking: audio.seeking(),
        };
        let action = self.renewal.borrow_mut().heard(event, element, self.now());
        match action {
            Some(Action::Recover) => {
                let keeper = Rc::clone(self);
                spawn_local(async move { keeper.recover(false).await });
            }
            Some(Action::Return(position)) => {
                audio.set_current_time(position);
                audio.set_playback_rate(self.playback_rate.get());
            }
            Some(Action::Wait(wait)) => self.wait(wait),
            None => {}
        }
    }

    /// Recovers if the element still waits for data after this time, and waits again.
    fn wait(self: &Rc<Self>, wait: Wait) {
        let (keeper, client) = (Rc::downgrade(self), self.tracks.client.clone());
        spawn_local(async move {
            client.environment().sleep(wait.time).await;
            let Some(keeper) = keeper.upgrade().filter(|keeper| !keeper.is_over()) else { return };
            if keeper.renewal.borrow_mut().is_stalled(wait) {
                keeper.recover(true).await;
                let next = keeper.renewal.borrow_mut().waits_again(wait);
                if let Some(next) = next {
                    keeper.wait(next);
                }
            }
        });
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
            if *keeper.url.borrow() != url || keeper.renewal.borrow().is_recovering() {
                return;
            }
            match name.as_deref() {
                // The user has pressed pause, which is a state of playback.
                Some("AbortError") => keeper.stage.begin(),
                // Once it has played, the user can press play: the track is there.
                Some("NotAllowedError") if keeper.has_begun() => keeper.renewal.borrow_mut().blocked(),
                Some("NotAllowedError") => keeper.fail(Code::PlaybackBlocked.into()),
                _ => {}
            }
        });
    }

    /// Continues after a failure of the element, or ends. A stalled element is left alone if a new URL does not help.
    async fn recover(self: &Rc<Self>, is_stalled: bool) {
        if !self.renewal.borrow_mut().begin_recovery() {
            return;
        }
        if let Err(error) = self.renew(is_stalled).await {
            self.fail(error);
        }
        self.renewal.borrow_mut().end_recovery();
    }

    async fn renew(self: &Rc<Self>, is_stalled: bool) -> Result<(), Error> {
        let abort = Abort::default();
        let after = self.renewal.borrow().failed(self.audio.error().map(|error| error.code()), is_stalled);
        match after {
            AfterFailure::Renew => {}
            AfterFailure::Fail(code) => return Err(code.into()),
            AfterFailure::Probe => {
                let refusal = self.probe(&abort).await.err();
                let status = refusal.as_ref().and_then(Error::status);
                let after = self.renewal.borrow().probed(status, is_stalled, self.now());
                match after {
                    AfterProbe::Renew => {}
                    AfterProbe::LeaveAlone => return Ok(()),
                    AfterProbe::Fail => return Err(refusal.unwrap_or_else(|| Code::PlaybackFailed.into())),
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
            if self.renewal.borrow().is_meant_to_play() {
                self.resume();
            }
        }
        Ok(())
    }

    /// Requests the first byte, as the element did, to learn the status.
    async fn probe(&self, abort: &Abort) -> Result<(), Error> {
        let request = http::Request::get(self.url.borrow().as_str()).header("Range", "bytes=0-0");
        let request = request.body(Vec::new()).map_err(internal)?;
        let answer = Service::new(&self.tracks.client, abort).send_openly(request).await?;
        accepted(answer, Responder::Node).map(|_| ())
    }

    fn now(&self) -> u64 {
        Service::new(&self.tracks.client, &Abort::default()).now()
    }
}
