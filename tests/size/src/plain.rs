//! No sign-in.

use leptos::prelude::*;

/// What the buttons do.
pub(crate) fn actions(text: RwSignal<String>) -> [Box<dyn Fn()>; 3] {
    let show = |words: &'static str| -> Box<dyn Fn()> { Box::new(move || text.set(words.to_owned())) };
    [show("Ann"), show(""), show("")]
}
