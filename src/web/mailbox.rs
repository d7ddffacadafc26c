//! What the two windows of a login say to each other: `postMessage`, and a BroadcastChannel for windows that are cut off.

use core::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{AbortSignal, BroadcastChannel, MessageEvent, Window};

use super::race::{Lost, Race, deferred};
use crate::effect::{Message, Outcome};

/// Listens from its opening to its drop.
pub(crate) struct Mailbox {
    window: Window,
    own_origin: String,
    channel: Option<BroadcastChannel>,
    peer: Option<Window>,
    inbox: Rc<RefCell<Inbox>>,
    on_message: Closure<dyn FnMut(MessageEvent)>,
}

#[derive(Default)]
struct Inbox {
    events: VecDeque<MessageEvent>,
    wake: Option<Function>,
}

impl Mailbox {
    /// Listens to this window and to the channel of this name. `peer` is the other window of the login, where it is known.
    pub(crate) fn open(window: &Window, channel: &str, peer: Option<Window>) -> Self {
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let into = Rc::clone(&inbox);
        let on_message = Closure::new(move |event| {
            let wake = {
                let mut inbox = into.borrow_mut();
                inbox.events.push_back(event);
                inbox.wake.take()
            };
            if let Some(wake) = wake {
                let _ = wake.call1(&JsValue::UNDEFINED, &JsValue::TRUE);
            }
        });
        let listener = wasm_bindgen::JsCast::unchecked_ref(on_message.as_ref());
        let _ = window.add_event_listener_with_callback("message", listener);
        let channel = BroadcastChannel::new(channel).ok();
        if let Some(channel) = &channel {
            let _ = channel.add_event_listener_with_callback("message", listener);
        }
        let own_origin = window.location().origin().unwrap_or_default();
        Self { window: window.clone(), own_origin, channel, peer, inbox, on_message }
    }

    /// Posts to the other window, to be delivered only if it is of our own origin by then, and on the channel.
    pub(crate) fn post(&self, text: &str) {
        let text = JsValue::from_str(text);
        if let Some(peer) = &self.peer {
            let _ = peer.post_message(&text, &self.own_origin);
        }
        if let Some(channel) = &self.channel {
            let _ = channel.post_message(&text);
        }
    }

    /// The oldest message that has not been taken yet.
    pub(crate) fn take(&self) -> Option<Message> {
        let event = self.inbox.borrow_mut().events.pop_front()?;
        Some(read(&event, &self.own_origin, self.peer.as_ref()))
    }

    /// Waits this long (milliseconds) for a message.
    pub(crate) fn receive(&self, within: u32, signal: Option<AbortSignal>) -> impl Future<Output = Outcome> + use<> {
        let (woken, wake) = deferred();
        self.inbox.borrow_mut().wake = Some(wake);
        let (inbox, own_origin, peer) = (Rc::clone(&self.inbox), self.own_origin.clone(), self.peer.clone());
        async move {
            match Race::new(within, signal).run(&woken).await {
                Err(Lost::Over(Outcome::Aborted)) => Outcome::Aborted,
                _ => match inbox.borrow_mut().events.pop_front() {
                    Some(event) => Outcome::Message(read(&event, &own_origin, peer.as_ref())),
                    None => Outcome::Elapsed,
                },
            }
        }
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        let listener = wasm_bindgen::JsCast::unchecked_ref(self.on_message.as_ref());
        let _ = self.window.remove_event_listener_with_callback("message", listener);
        if let Some(channel) = &self.channel {
            let _ = channel.remove_event_listener_with_callback("message", listener);
            channel.close();
        }
    }
}

/// A message with what the browser vouches for. A channel exists within its origin alone, and only the two windows of a
/// login know its name; its messages have no source.
fn read(event: &MessageEvent, own_origin: &str, peer: Option<&Window>) -> Message {
    let source: JsValue = event.source().into();
    let on_channel = event.target().is_some_and(|target| wasm_bindgen::JsCast::has_type::<BroadcastChannel>(&target));
    Message {
        text: event.data().as_string().unwrap_or_default(),
        own_origin: event.origin() == own_origin,
        from_peer: on_channel || peer.is_some_and(|peer| source == *AsRef::<JsValue>::as_ref(peer)),
    }
}
