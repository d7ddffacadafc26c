//! The filters for texts in templates: `{{ "back-to-app"|text|tag("app", "span.name", back.app) }}`.
#![expect(
    clippy::inline_always,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    unreachable_pub,
    reason = "what askama makes of a filter"
)]

use std::fmt::Display;

use askama::{Result, Values};

use super::message::{Message, quoted};
use crate::pages::relative_time::RelativeTime;

/// The text with this key.
#[askama::filter_fn]
pub(crate) fn text(key: &'static str, _: &dyn Values) -> Result<Message> {
    Ok(Message::new(key))
}

/// Adds text from outside as a variable.
#[askama::filter_fn]
pub(crate) fn plain<D: Display>(text: Message, _: &dyn Values, name: &'static str, value: D) -> Result<Message> {
    Ok(text.value(name, &value))
}

/// Adds text from outside in an element, such as `strong.host`: its tag and its class.
#[askama::filter_fn]
pub(crate) fn tag<D: Display>(
    text: Message,
    _: &dyn Values,
    name: &'static str,
    element: &'static str,
    value: D,
) -> Result<Message> {
    let (tag, class) = element.split_once('.').unwrap_or((element, ""));
    Ok(text.html(name, format!("<{tag} class=\"{class}\">{}</{tag}>", quoted(&value))))
}

/// Adds a time.
#[askama::filter_fn]
pub(crate) fn time(text: Message, _: &dyn Values, name: &'static str, at: &RelativeTime) -> Result<Message> {
    Ok(text.html(name, format!("<time datetime=\"{}\">{}</time>", at.datetime, at.words())))
}

/// Adds a link with this id. `label` is text from outside.
#[askama::filter_fn]
pub(crate) fn link<A: Display, L: Display>(
    text: Message,
    _: &dyn Values,
    id: &'static str,
    address: A,
    label: L,
) -> Result<Message> {
    let html = format!("<a id=\"{id}\" href=\"{}\" rel=\"noreferrer\">{}</a>", quoted(&address), quoted(&label));
    Ok(text.html("link", html))
}

/// Adds a link with this id to a page of the service. `label` is the key of a text.
#[askama::filter_fn]
pub(crate) fn page<D: Display>(
    text: Message,
    _: &dyn Values,
    id: &'static str,
    address: D,
    label: &'static str,
) -> Result<Message> {
    Ok(text.html("link", format!("<a id=\"{id}\" href=\"{}\">{}</a>", quoted(&address), Message::new(label))))
}
