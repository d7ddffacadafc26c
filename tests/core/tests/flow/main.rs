//! Whole sign-ins and sessions: the core's machines against the real service, in a simulated browser. The test sets its
//! clock and the order of events. One file for each story.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

mod abort;
mod callback_page;
mod full_page;
mod hand_over;
mod interleavings;
mod logout;
mod popup;
mod popup_closed;
mod refresh;
mod refusals;
mod refused_request;
mod session;
mod stand_ins;
mod storage;
mod sweep;
mod web_message;
