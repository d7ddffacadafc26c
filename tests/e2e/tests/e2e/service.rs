//! The service's pages, and its responses to the app.

mod consent;
pub(crate) mod developer;
mod failed_answers;
mod failing_service;
mod guard;
mod oidc_provider;
mod registration;
mod specification;
mod stand_ins;
mod web_message;
