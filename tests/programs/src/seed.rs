//! The seed of all random choices in tests: property tests, schedules, documents.
//!
//! It is fixed, so that a change does not fail by chance: it is 1. `.cargo/config.toml` sets it for property tests. All
//! other tests have it as their default. With `STAGEPASS_RANDOM_SEED=1`, a run of `cargo xtask test` draws a new one.

use std::env;
use std::hash::{BuildHasher as _, RandomState};
use std::process::Command;
use std::sync::OnceLock;

/// The variables that tests read the seed from: proptest, `tests/core`, `tests/engines`, `tests/consumers/interop`.
pub const VARIABLES: [&str; 4] =
    ["PROPTEST_RNG_SEED", "STAGEPASS_TEST_SEED", "STAGEPASS_ENGINE_SEED", "STAGEPASS_INTEROP_SEED"];
/// If this is 1, each run has a new seed.
const RANDOM: &str = "STAGEPASS_RANDOM_SEED";

/// `None` if the tests use their fixed seeds.
static DRAWN: OnceLock<Option<u32>> = OnceLock::new();

/// Draws a new seed for the rest of this run, and prints it. Call this before [`set_env`].
pub fn draw() {
    DRAWN.get_or_init(|| Some(drawn()));
}

/// Sets the environment of tests to the seed that was drawn. Without one, changes nothing.
pub fn set_env(command: &mut Command) {
    let seed = DRAWN.get_or_init(|| (env::var(RANDOM).as_deref() == Ok("1")).then(drawn));
    if let Some(seed) = seed {
        command.envs(VARIABLES.map(|variable| (variable, seed.to_string())));
    }
}

fn drawn() -> u32 {
    // The standard library seeds it randomly. 32 bits are short enough to type.
    let seed = u32::try_from(RandomState::new().hash_one(()) >> 32).unwrap_or(1);
    let variables = VARIABLES.map(|variable| format!("{variable}={seed}"));
    println!("random seed {seed}. To repeat: {}", variables.join(" "));
    seed
}
