//! Whole sign-ins by a person's clicks, in a real browser: the demo as built, the service's real pages.
//!
//! Which browser, where the drivers are and where the built demo is: see [`stagepass_native_tests::driven`].

mod blocked;
mod calls;
mod consent;
mod developer;
mod diagnose;
mod engine;
mod failed_answers;
mod failing_service;
mod forged;
mod full_page;
mod gates;
mod gates_together;
mod guard;
mod hand_over;
mod isolated;
mod kept;
mod listening;
mod many_logins;
mod on_the_way;
mod opener_gone;
mod others_answers;
mod own_tracks;
mod owner;
mod popup;
mod popup_closed;
mod react;
mod refresh;
mod registration;
mod session;
mod shared;
mod storage;
mod superseded;
mod tabs;
mod traces;
mod two_logins;
mod unfinished;
mod uploads;
mod way_back;
mod wrong_answers;
