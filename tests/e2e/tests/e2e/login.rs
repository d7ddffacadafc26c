//! Signing in, by popup or full page, whatever comes between.

mod blocked;
mod forged;
mod forwarded;
mod full_page;
mod hand_over;
mod isolated;
mod many_logins;
mod opener_gone;
mod popup;
mod popup_closed;
mod way_back;
mod web_message;
