//! The service's pages, and its responses to the app.

mod consent;
pub(crate) mod developer;
mod embed;
mod guard;
mod specification;
mod web_message;
