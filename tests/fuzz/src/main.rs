//! Runs a fuzz target: with libFuzzer in the build of `cargo xtask fuzz`, otherwise on files.

#![cfg_attr(stagepass_fuzz, no_main)]

#[cfg(stagepass_fuzz)]
mod libfuzzer;

/// `stagepass-fuzz TARGET FILE…` runs the target on each file, for a debugger, and prints each input as a line of a
/// seed file.
#[cfg(not(stagepass_fuzz))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_default();
    let names: Vec<&str> = stagepass_fuzz::TARGETS.iter().map(|target| target.name).collect();
    let target =
        stagepass_fuzz::target(&name).ok_or_else(|| format!("no such target: use one of {}", names.join(", ")))?;
    for file in arguments {
        let bytes = std::fs::read(&file)?;
        println!("{file}: {}", bytes.escape_ascii());
        (target.run)(&bytes);
    }
    Ok(())
}
