//! Thousands of random schedules of tabs, and a model that says what must hold in each of them.
//!
//! Two to eight tabs of one browser call, sign out and sign in by the core's own machines, and take turns at every single
//! effect. Tabs crash while they wait; requests never leave, arrive twice, or lose their answers; clocks jump; there are Web
//! Locks or not, storage or not. The service is one from memory, with the reference service's rules. What must hold stands
//! in [`model`].
//!
//! | variable | what |
//! |---|---|
//! | `STAGEPASS_TEST_SEED` | the seed; without it another one in each run, and each run says which |
//! | `STAGEPASS_TEST_SCHEDULES` | how many schedules |
//! | `STAGEPASS_TEST_SCHEDULE` | the number of one schedule: that one alone, step by step |

#![expect(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod core;
mod faulty_cores;
mod flow;
mod log_format;
mod model;
mod model_service;
mod network;
mod perform;
mod run;
mod schedule;
mod simulation;

use crate::core::Core;
use crate::run::{Run, say};

#[test]
fn whatever_the_schedule_the_session_is_what_it_must_be() {
    let run = Run::asked();
    let found = run.play(as_it_is, false);
    say(&format!("schedules: seed {}, {found}", run.seed));
    if let Some(number) = run.only {
        say(&run.in_full(number, as_it_is).join("\n"));
    }
    if let Some(first) = found.first() {
        let (schedule, played) = run.shortest(first, as_it_is);
        say(&format!("schedule {first} of seed {}, made shorter:", run.seed));
        say(&format!("{:?}\n{:?}\n{:?}", schedule.browser, schedule.initial_session, schedule.tabs));
        say(&played.log.join("\n"));
        panic!("{}", played.violation.unwrap_or_default());
    }
}

#[test]
fn a_core_without_locks_is_found_out() {
    assert!(Run::asked().play(faulty_cores::without_locks, true).first().is_some());
}

#[test]
fn a_core_that_gives_up_when_the_network_fails_is_found_out() {
    assert!(Run::asked().play(faulty_cores::without_patience, true).first().is_some());
}

fn as_it_is(core: Core) -> Core {
    core
}
