//! The shipped units: systemd's own tool finds no mistake in them, and they are confined.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use stagepass_programs::checkout;

use crate::debian;
use crate::load::counts::Counts;

/// Where they are.
const FOLDER: &str = "tests/backend/deploy";
const LIBRARIES: &str = "lib/x86_64-linux-gnu/systemd";
const PROGRAM: &str = "/usr/local/bin/stagepass-backend";
/// The highest exposure (`systemd-analyze security`), in tenths. A unit without any confinement has 96.
const EXPOSURE: u32 = 16;

/// Checks every unit, with `program` in the place of the installed one.
///
/// # Errors
/// If a unit has a mistake, or is less confined.
pub(super) fn run(program: &Path) -> Result<Counts> {
    let analyze = debian::program("systemd", "usr/bin/systemd-analyze")?;
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let mut counts = Counts::default();
    for entry in fs::read_dir(checkout::root().join(FOLDER)).context("cannot read the units")? {
        let file = entry?.path();
        if file.extension().is_none_or(|extension| extension != "service") {
            continue;
        }
        let unit = scratch.path().join(file.file_name().context("a unit has a name")?);
        let text = fs::read_to_string(&file).context("cannot read a unit")?;
        ensure!(text.contains(PROGRAM), "{} starts another program", file.display());
        fs::write(&unit, text.replace(PROGRAM, &program.display().to_string())).context("cannot write a unit")?;
        let threshold = format!("--threshold={EXPOSURE}");
        for arguments in
            [&["verify", "--man=no", "--recursive-errors=no"][..], &["security", "--offline=true", &threshold]]
        {
            let mut command = Command::new(&analyze);
            // Of a package that was only unpacked. Otherwise there is no such folder.
            if let Some(usr) = analyze.ancestors().nth(2) {
                command.env("LD_LIBRARY_PATH", usr.join(LIBRARIES));
            }
            let output = command.args(arguments).arg(&unit).output().context("systemd-analyze does not run")?;
            let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
            // An unknown key is only a warning.
            let is_clean = arguments.first() != Some(&"verify") || said.is_empty();
            ensure!(output.status.success() && is_clean, "{}: {said}", file.display());
        }
        counts.add("systemd units without a mistake, and confined");
    }
    Ok(counts)
}
