//! Thousands of random schedules of tabs, and a model that checks the invariants in each of them.
//!
//! Two to eight tabs of the model browser call, sign out and sign in with the core's machines, one effect at a time.
//! Tabs crash; requests get lost, arrive twice, or lose their responses; clocks jump; Web Locks or storage may be
//! missing. The service is the model service. [`model`] lists the invariants.
//!
//! | variable | what |
//! |---|---|
//! | `STAGEPASS_TEST_SEED` | the seed; 1 by default. `cargo xtask proof schedules` sets a new one |
//! | `STAGEPASS_TEST_SCHEDULES` | how many schedules |
//! | `STAGEPASS_TEST_SCHEDULE` | the number of one schedule: runs only that, and prints each step |

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
fn session_invariants_hold_in_random_schedules() {
    let run = Run::from_environment();
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
    assert!(Run::from_environment().play(faulty_cores::without_locks, true).first().is_some());
}

#[test]
fn core_ending_session_on_network_failure_is_detected() {
    assert!(Run::from_environment().play(faulty_cores::without_patience, true).first().is_some());
}

fn as_it_is(core: Core) -> Core {
    core
}
