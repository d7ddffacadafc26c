//! A window, as its person and its scripts see it.

use std::collections::BTreeMap;

use reqwest::Url;
use stagepass::effect::Machine;

use super::host::Host;
use super::{Browser, Inside};
use crate::flow::Flow;

/// A window of the browser's.
#[derive(Clone, Debug)]
pub struct Window {
    pub(crate) browser: Browser,
    pub(crate) id: usize,
}

#[derive(Debug)]
pub(crate) struct WindowState {
    address: String,
    partition: usize,
    opener: Option<usize>,
    /// Counts the pages that it has shown: a script of an earlier one is gone.
    document: u64,
    /// What the page keeps in memory because the browser keeps nothing for it.
    memory: BTreeMap<String, String>,
    /// Of the tab, whatever page it shows.
    session_storage: BTreeMap<String, String>,
    leaving: Option<Leaving>,
    has_focus: bool,
    is_closed: bool,
    is_cut_off: bool,
    /// Whether a script may close it.
    closes: Closes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closes {
    ByScript,
    ByPersonOnly,
}

/// What a script has asked for, and what happens once it waits.
#[derive(Debug)]
enum Leaving {
    To(String),
    Closing,
}

impl Window {
    /// What its address bar shows.
    pub fn address(&self) -> String {
        self.browser.inside().window(self.id).address.clone()
    }

    /// The windows that were opened from this one, oldest first.
    pub fn popups(&self) -> Vec<Window> {
        let inside = self.browser.inside();
        let opened_here = |(_, window): &(usize, &WindowState)| window.opener == Some(self.id);
        let popups = inside.windows.iter().enumerate().filter(opened_here);
        popups.map(|(id, _)| Window { browser: self.browser.clone(), id }).collect()
    }

    /// The one popup of this window.
    #[must_use]
    pub fn popup(&self) -> Window {
        let [popup] = <[Window; 1]>::try_from(self.popups()).expect("one popup is open");
        popup
    }

    /// Goes to `address`: by a link, by the address bar, by a redirect of the service's.
    pub fn go(&self, address: &str) {
        self.browser.inside_mut().load(self.id, address);
    }

    /// Loads the page that it shows once more.
    pub fn reload(&self) {
        self.go(&self.address());
    }

    /// Has its person close it. The focus returns to the window that it was opened from.
    pub fn close(&self) {
        self.browser.inside_mut().close(self.id);
    }

    /// Whether it is closed.
    pub fn is_closed(&self) -> bool {
        self.browser.inside().window(self.id).is_closed
    }

    /// Cuts it off from the window that opened it, as a Cross-Origin-Opener-Policy does: they no longer see each other.
    pub fn cut_off(&self) {
        self.browser.inside_mut().window_mut(self.id).is_cut_off = true;
    }

    /// Makes the browser refuse when a script wants to close it.
    pub fn refuse_to_close(&self) {
        self.browser.inside_mut().window_mut(self.id).closes = Closes::ByPersonOnly;
    }

    /// Has its person turn to it.
    pub fn focus(&self) {
        for (id, window) in self.browser.inside_mut().windows.iter_mut().enumerate() {
            window.has_focus = id == self.id;
        }
    }

    /// Lets a script of this page post `text` to `to`, whatever the origins.
    pub fn post(&self, to: &Window, text: &str) {
        self.browser.inside_mut().post_to(self.id, to.id, text);
    }

    /// Starts `machine` on the page that it shows.
    pub fn start<M: Machine + 'static>(&self, machine: M) -> Flow<M::Output> {
        Flow::new(Host::new(self), machine)
    }
}

impl WindowState {
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn partition(&self) -> usize {
        self.partition
    }

    pub(crate) fn document(&self) -> u64 {
        self.document
    }

    pub(crate) fn session_storage(&mut self) -> &mut BTreeMap<String, String> {
        &mut self.session_storage
    }

    pub(crate) fn memory(&mut self) -> &mut BTreeMap<String, String> {
        &mut self.memory
    }

    /// The window that opened it, if it still sees that.
    pub(crate) fn opener(&self) -> Option<usize> {
        self.opener.filter(|_| !self.is_cut_off)
    }

    pub(crate) fn has_focus(&self) -> bool {
        self.has_focus
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    pub(crate) fn show(&mut self, address: &str) {
        address.clone_into(&mut self.address);
    }

    pub(crate) fn leave_for(&mut self, address: &str) {
        self.leaving = Some(Leaving::To(address.to_owned()));
    }

    /// `window.close()`: only for windows that a script has opened.
    pub(crate) fn close_itself(&mut self) {
        if self.closes == Closes::ByScript {
            self.leaving = Some(Leaving::Closing);
        }
    }
}

impl Inside {
    pub(crate) fn window(&self, id: usize) -> &WindowState {
        self.windows.get(id).expect("windows are never forgotten")
    }

    pub(crate) fn window_mut(&mut self, id: usize) -> &mut WindowState {
        self.windows.get_mut(id).expect("windows are never forgotten")
    }

    /// Opens a window, which takes the focus.
    pub(crate) fn open(&mut self, address: &str, partition: usize, opener: Option<usize>) -> usize {
        self.windows.iter_mut().for_each(|window| window.has_focus = false);
        self.windows.push(WindowState {
            address: address.to_owned(),
            partition,
            opener,
            document: 0,
            memory: BTreeMap::new(),
            session_storage: BTreeMap::new(),
            leaving: None,
            has_focus: true,
            is_closed: false,
            is_cut_off: false,
            // A tab that a person has opened is not a script's to close.
            closes: if opener.is_some() { Closes::ByScript } else { Closes::ByPersonOnly },
        });
        self.windows.len() - 1
    }

    /// Whether `opener` has opened another window after this one.
    pub(crate) fn has_opened_since(&self, opener: usize, window: usize) -> bool {
        self.windows.iter().skip(window + 1).any(|newer| newer.opener == Some(opener))
    }

    pub(crate) fn load(&mut self, id: usize, address: &str) {
        self.unload(id);
        self.window_mut(id).show(address);
    }

    pub(crate) fn close(&mut self, id: usize) {
        self.unload(id);
        let window = self.window_mut(id);
        (window.is_closed, window.has_focus) = (true, false);
        if let Some(opener) = window.opener {
            self.window_mut(opener).has_focus = true;
        }
    }

    /// Does what the page's script has asked for: leave, or close.
    pub(crate) fn leave(&mut self, id: usize) {
        match self.window_mut(id).leaving.take() {
            Some(Leaving::To(address)) => self.load(id, &address),
            Some(Leaving::Closing) => self.close(id),
            None => {}
        }
    }

    fn unload(&mut self, id: usize) {
        let window = self.window_mut(id);
        window.document += 1;
        window.memory.clear();
        window.leaving = None;
        self.locks.leave_window(id);
        self.mail.close_window(id);
    }
}

pub(crate) fn origin(address: &str) -> String {
    Url::parse(address).expect("a window shows an address").origin().ascii_serialization()
}
