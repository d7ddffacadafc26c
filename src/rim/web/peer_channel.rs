//! Messages between the two windows of a login: `postMessage`, and a BroadcastChannel for windows that are cut off.

use core::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function};
use stagepass_core::effect::Message;
use stagepass_core::redirect_uri;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{BroadcastChannel, Window};

use super::address_bar::href;
use super::deadline::Deadline;
use super::method::listen;
use crate::rim::deferred::deferred;
use crate::rim::js_document::JsDocument;
use crate::rim::member::{call, member};

/// The channel to the other window of a login. Listens until it is dropped.
pub(crate) struct PeerChannel {
    window: Window,
    inbox: Inbox,
    /// Ends the wait for a message. Has no effect on a wait that has ended.
    wake: Rc<RefCell<Function>>,
    on_message: Closure<dyn FnMut(JsValue) -> JsValue>,
}

/// The events that were not taken yet, and what is needed to check their sender.
#[derive(Clone)]
struct Inbox {
    events: Array,
    own_origin: String,
    peer: Option<Window>,
    channel: Option<BroadcastChannel>,
}

impl PeerChannel {
    /// Listens to this window and to the channel of this name. `peer` is the other window of the login, if it is known.
    pub(crate) fn open(window: &Window, channel: &str, peer: Option<Window>) -> Self {
        let own_origin = redirect_uri::origin(&href(window)).unwrap_or_default().to_owned();
        let channel = BroadcastChannel::new(channel).ok();
        let inbox = Inbox { events: Array::new(), own_origin, peer, channel };
        let wake = Rc::new(RefCell::new(deferred().1));
        let (events, waiting) = (inbox.events.clone(), Rc::clone(&wake));
        let on_message = Closure::new(move |event: JsValue| {
            events.push(&event);
            let _ = waiting.borrow().call1(&JsValue::UNDEFINED, &JsValue::TRUE);
            // Unused here, but gives all callbacks one type, so that they share their glue.
            JsValue::UNDEFINED
        });
        listen(window, "addEventListener", "message", on_message.as_ref());
        if let Some(channel) = &inbox.channel {
            listen(channel, "addEventListener", "message", on_message.as_ref());
        }
        Self { window: window.clone(), inbox, wake, on_message }
    }

    /// Posts to the other window and on the channel. The window receives it only if its page is of `origin`. `None`
    /// means our own.
    pub(crate) fn post(&self, text: &str, origin: Option<&str>) {
        if let Some(peer) = &self.inbox.peer {
            let origin = origin.unwrap_or(&self.inbox.own_origin);
            let _ = call(peer, "postMessage", &[&text.into(), &origin.into()]);
        }
        if let Some(channel) = &self.inbox.channel {
            let _ = call(channel, "postMessage", &[&text.into()]);
        }
    }

    /// Returns the oldest message that was not taken yet.
    pub(crate) fn take(&self) -> Option<Message<JsDocument>> {
        self.inbox.take()
    }

    /// Ends the wait for `deadline` when the next message arrives.
    pub(crate) fn wake(&self, deadline: &Deadline) {
        self.wake.replace(deadline.end());
    }
}

impl Drop for PeerChannel {
    fn drop(&mut self) {
        listen(&self.window, "removeEventListener", "message", self.on_message.as_ref());
        if let Some(channel) = &self.inbox.channel {
            let _ = call(channel, "close", &[]);
        }
    }
}

impl Inbox {
    /// Returns the oldest message, with what the browser confirms. A channel exists only within its origin, and only
    /// the two windows of a login know its name. Its messages have no source.
    fn take(&self) -> Option<Message<JsDocument>> {
        let event = self.events.shift();
        if event.is_undefined() {
            return None;
        }
        let from_peer =
            is(self.peer.as_ref(), &member(&event, "source")) || is(self.channel.as_ref(), &member(&event, "target"));
        let (data, origin) = (member(&event, "data"), member(&event, "origin").as_string().unwrap_or_default());
        let (text, members) = (data.as_string().unwrap_or_default(), JsDocument(data));
        Some(Message { text, members, own_origin: origin == self.own_origin, origin, from_peer })
    }
}

fn is<T: AsRef<JsValue>>(expected: Option<&T>, object: &JsValue) -> bool {
    expected.is_some_and(|expected| expected.as_ref() == object)
}
