//! What the service's own pages and answers lead to.

mod consent;
pub(crate) mod developer;
mod failed_answers;
mod failing_service;
mod guard;
mod registration;
