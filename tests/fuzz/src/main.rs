//! Runs one fuzz target: by libFuzzer in the build of `cargo xtask fuzz`, else on the files that are named.

#![cfg_attr(stagepass_fuzz, no_main)]

#[cfg(stagepass_fuzz)]
mod libfuzzer;

/// `stagepass-fuzz TARGET FILE…` runs the target on each file: for a debugger, and without libFuzzer.
#[cfg(not(stagepass_fuzz))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let names: Vec<&str> = stagepass_fuzz::TARGETS.iter().map(|target| target.name).collect();
    let target = stagepass_fuzz::target(&name).ok_or_else(|| format!("name a target: {}", names.join(", ")))?;
    for file in arguments {
        println!("{file}");
        (target.run)(&std::fs::read(&file)?);
    }
    Ok(())
}
