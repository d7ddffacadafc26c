//! The service's pages, and its responses to the app.

mod consent;
pub(crate) mod developer;
mod guard;
mod specification;
mod web_message;
