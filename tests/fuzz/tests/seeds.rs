//! Runs every seed through its target.

use stagepass_fuzz::{TARGETS, target};
use stagepass_programs::fuzz_seeds;

#[test]
fn every_seed_keeps_the_properties_of_its_target() {
    for target in TARGETS {
        for seed in fuzz_seeds::read(target.name).unwrap() {
            println!("{}", seed.name);
            (target.run)(&seed.bytes);
        }
    }
}

#[test]
fn all_seeds_have_a_target() {
    for name in fuzz_seeds::targets().unwrap() {
        assert!(target(&name).is_some(), "there is no target {name}");
    }
}
