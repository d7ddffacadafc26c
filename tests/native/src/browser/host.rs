//! The host of one flow: performs what the core's machines ask for, and decides nothing.

use std::collections::BTreeMap;
use std::rc::Rc;

use stagepass::effect::{Area, Effect, Outcome, PopupLook};
use stagepass_backend::entropy::Entropy as _;

use super::inside::Inside;
use super::locks::Ticket;
use super::{Browser, Window};

/// What became of an effect.
#[derive(Debug)]
pub(crate) enum Performed {
    Now(Outcome),
    /// Nothing yet. At this moment (milliseconds since 1970) at the latest there is an outcome.
    Blocked {
        until: u64,
    },
    /// The page has gone, and the flow with it.
    Gone,
}

/// What one flow has open. It goes with the flow.
#[derive(Debug)]
pub(crate) struct Host {
    browser: Browser,
    window: usize,
    document: u64,
    popup: Option<usize>,
    lost_focus: bool,
    focus_came_back: bool,
    mailbox: Option<u64>,
    lock: Option<Ticket>,
    queued: Option<Ticket>,
    is_aborted: bool,
}

impl Host {
    pub(crate) fn new(window: &Window) -> Self {
        let document = window.browser.inside().window(window.id).document();
        Self {
            browser: window.browser.clone(),
            window: window.id,
            document,
            popup: None,
            lost_focus: false,
            focus_came_back: false,
            mailbox: None,
            lock: None,
            queued: None,
            is_aborted: false,
        }
    }

    pub(crate) fn browser(&self) -> &Browser {
        &self.browser
    }

    pub(crate) fn abort(&mut self) {
        self.is_aborted = true;
    }

    /// Performs `effect`, which was first asked for at the moment `since`. One that is blocked is tried again later.
    pub(crate) fn perform(&mut self, effect: &Effect, since: u64) -> Performed {
        if self.is_gone() {
            return Performed::Gone;
        }
        if takes_time(effect) && self.browser.inside().window(self.window).is_leaving() {
            self.browser.inside_mut().leave(self.window);
            return Performed::Gone;
        }
        match effect {
            Effect::Receive { within } => self.receive(since + u64::from(*within)),
            Effect::Lock { name, within } => self.take_lock(name, since + u64::from(*within)),
            Effect::Http(_) if self.is_aborted => Performed::Now(Outcome::Aborted),
            Effect::Http(request) => {
                let network = Rc::clone(&self.browser.inside().network);
                Performed::Now(network.send(request))
            }
            effect => {
                let browser = self.browser.clone();
                Performed::Now(self.act(&mut browser.inside_mut(), effect))
            }
        }
    }

    /// The end of the flow: what it had open is closed, and a page that it has sent away goes.
    pub(crate) fn finish(&mut self) {
        if !self.is_gone() {
            self.browser.inside_mut().leave(self.window);
        }
        let mut inside = self.browser.inside_mut();
        for ticket in [self.lock.take(), self.queued.take()].into_iter().flatten() {
            inside.locks.leave(ticket);
        }
        if let Some(mailbox) = self.mailbox.take() {
            inside.mail.close(mailbox);
        }
    }

    fn is_gone(&self) -> bool {
        let inside = self.browser.inside();
        let window = inside.window(self.window);
        window.is_closed() || window.document() != self.document
    }

    fn receive(&mut self, until: u64) -> Performed {
        let mut inside = self.browser.inside_mut();
        let Some(mailbox) = self.mailbox else { return Performed::Now(Outcome::Elapsed) };
        match inside.mail.take(mailbox) {
            Some(message) => Performed::Now(Outcome::Message(message)),
            None if self.is_aborted => Performed::Now(Outcome::Aborted),
            None if inside.clock.now() >= until => Performed::Now(Outcome::Elapsed),
            None => Performed::Blocked { until },
        }
    }

    fn take_lock(&mut self, name: &str, until: u64) -> Performed {
        let mut inside = self.browser.inside_mut();
        if !inside.habits.has_locks {
            return Performed::Now(Outcome::Refused);
        }
        let partition = inside.window(self.window).partition();
        let ticket = *self.queued.get_or_insert_with(|| inside.locks.ask(partition, name, self.window));
        // A flow has one lock at most.
        if let Some(before) = self.lock.take() {
            inside.locks.leave(before);
        }
        let outcome = if self.is_aborted {
            Outcome::Aborted
        } else if inside.locks.is_held_by(ticket) {
            (self.lock, self.queued) = (Some(ticket), None);
            return Performed::Now(Outcome::Done);
        } else if inside.clock.now() >= until {
            Outcome::Elapsed
        } else {
            return Performed::Blocked { until };
        };
        inside.locks.leave(ticket);
        self.queued = None;
        Performed::Now(outcome)
    }

    fn act(&mut self, inside: &mut Inside, effect: &Effect) -> Outcome {
        match effect {
            Effect::Now => return Outcome::Now(inside.clock.now()),
            Effect::Random => {
                let mut octets = [0; 48];
                inside.entropy.fill(&mut octets).expect("a seeded sequence never ends");
                return Outcome::Random(Box::new(octets));
            }
            Effect::Read { area, key } => return Outcome::Text(self.read(inside, *area, key)),
            Effect::Write { area, key, value } => return self.write(inside, *area, key, value),
            Effect::Delete { area, key } => self.delete(inside, *area, key),
            Effect::Keys { prefix } => return Outcome::Keys(self.keys(inside, prefix)),
            Effect::OpenPopup { url } => return self.open_popup(inside, url),
            Effect::LookAtPopup => return self.look(inside),
            Effect::ClosePopup => {
                if let Some(popup) = self.popup.filter(|popup| !inside.window(*popup).is_cut_off()) {
                    inside.close(popup);
                }
            }
            Effect::CloseSelf => inside.window_mut(self.window).close_itself(),
            Effect::Navigate { url, .. } => inside.window_mut(self.window).leave_for(url),
            Effect::SetAddress { from, to } => {
                let window = inside.window_mut(self.window);
                if window.address() == from {
                    window.show(to);
                }
            }
            Effect::Listen { channel } => {
                let window = inside.window(self.window);
                let (partition, peer) = (window.partition(), self.popup.or_else(|| window.opener()));
                self.mailbox = Some(inside.mail.open(self.window, partition, channel, peer));
            }
            Effect::Post { text } => {
                if let Some(mailbox) = self.mailbox {
                    inside.post(mailbox, text);
                }
            }
            Effect::Unlock => {
                if let Some(ticket) = self.lock.take() {
                    inside.locks.leave(ticket);
                }
            }
            Effect::Receive { .. } | Effect::Lock { .. } | Effect::Http(_) => panic!("{effect:?} takes time"),
        }
        Outcome::Done
    }

    fn open_popup(&mut self, inside: &mut Inside, url: &str) -> Outcome {
        if !inside.habits.opens_popups {
            return Outcome::Refused;
        }
        // A popup is a tab of its own, whatever frame it was opened from.
        self.popup = Some(inside.open(url, 0, Some(self.window)));
        Outcome::Done
    }

    fn look(&mut self, inside: &Inside) -> Outcome {
        let has_focus = inside.window(self.window).has_focus();
        self.focus_came_back |= self.lost_focus && has_focus;
        self.lost_focus |= !has_focus;
        let closed = self.popup.is_none_or(|popup| {
            let popup = inside.window(popup);
            popup.is_closed() || popup.is_cut_off()
        });
        let superseded = self.popup.is_some_and(|popup| inside.has_opened_since(self.window, popup));
        let (focus_came_back, now) = (self.focus_came_back, inside.clock.now());
        Outcome::Popup(PopupLook { closed, focus_came_back, superseded, now })
    }

    fn read(&self, inside: &mut Inside, area: Area, key: &str) -> Option<String> {
        let kept = inside.window_mut(self.window).memory().get(key).cloned();
        kept.or_else(|| self.store(inside, area)?.get(key).cloned())
    }

    fn write(&self, inside: &mut Inside, area: Area, key: &str, value: &str) -> Outcome {
        inside.window_mut(self.window).memory().remove(key);
        let (store, outcome) = match self.store(inside, area) {
            Some(store) => (store, Outcome::Done),
            None => (inside.window_mut(self.window).memory(), Outcome::Refused),
        };
        store.insert(key.to_owned(), value.to_owned());
        outcome
    }

    fn delete(&self, inside: &mut Inside, area: Area, key: &str) {
        inside.window_mut(self.window).memory().remove(key);
        if let Some(store) = self.store(inside, area) {
            store.remove(key);
        }
    }

    fn keys(&self, inside: &mut Inside, prefix: &str) -> Vec<String> {
        let mut keys: Vec<_> = inside.window_mut(self.window).memory().keys().cloned().collect();
        for area in [Area::Local, Area::Session, Area::Custom] {
            keys.extend(self.store(inside, area).into_iter().flat_map(|store| store.keys().cloned()));
        }
        keys.retain(|key| key.starts_with(prefix));
        keys
    }

    /// Where an area is kept, if the browser keeps anything. A store of the app's own is one for the whole origin.
    fn store<'a>(&self, inside: &'a mut Inside, area: Area) -> Option<&'a mut BTreeMap<String, String>> {
        match area {
            Area::Memory => None,
            _ if !inside.habits.keeps_storage => None,
            Area::Session => Some(inside.window_mut(self.window).session_storage()),
            Area::Local | Area::Custom => {
                let partition = inside.window(self.window).partition();
                Some(inside.storage.entry((partition, area == Area::Custom)).or_default())
            }
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Whether a browser goes on with other things until `effect` has its outcome.
pub(crate) fn takes_time(effect: &Effect) -> bool {
    matches!(effect, Effect::Receive { .. } | Effect::Lock { .. } | Effect::Http(_))
}
