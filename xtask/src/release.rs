//! `cargo xtask release`: the files of a release. `.github/workflows/release.yml` publishes them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use stagepass_programs::core_build::Build;
use stagepass_programs::{checkout, process, tools};

use crate::{image, package};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What `cargo metadata` says of the workspace's packages.
#[derive(Deserialize)]
struct Metadata {
    target_directory: PathBuf,
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    repository: Option<String>,
    /// The registries that it may be published to. `None`: all of them.
    publish: Option<Vec<String>>,
}

/// Builds `target/dist`: the npm packages, the published crates, the program of the backend with its bill of materials,
/// its container image, and the checksums of all. Compiles the crates as they would be uploaded.
///
/// Fails if a step fails. Unless it is a dry run, also if the commit is not tagged with the version or was changed, if
/// the repository has no address, or if no image can be built.
pub(crate) fn release(dry_run: bool) -> Result<()> {
    let mut cargo = checkout::cargo();
    let Metadata { target_directory, packages } =
        process::json(cargo.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let crates: Vec<_> = packages.into_iter().filter(|package| package.publish.is_none()).collect();
    let builder = if dry_run {
        image::installed_builder()
    } else {
        let mut tags = Command::new("git");
        let tags = process::output(tags.current_dir(checkout::root()).args(["tag", "--points-at", "HEAD"]))?;
        let problems = problems(&crates, &tags);
        if !problems.is_empty() {
            bail!("{}", problems.join("\n"));
        }
        Some(image::builder()?)
    };
    let dist = target_directory.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).with_context(|| format!("cannot delete {}", dist.display()))?;
    }
    fs::create_dir_all(&dist).with_context(|| format!("cannot create {}", dist.display()))?;

    copy(&package::package(Build::Release)?, &dist)?;
    process::run(checkout::node(&checkout::root().join("create-stagepass")).arg("pack.mjs").arg(&dist))?;

    let mut cargo = checkout::cargo();
    cargo.args(["package", "--locked"]).args(dry_run.then_some("--allow-dirty"));
    process::run(cargo.args(crates.iter().flat_map(|package| ["--package", &package.name])))?;
    for Package { name, .. } in &crates {
        copy(&target_directory.join(format!("package/{name}-{VERSION}.crate")), &dist)?;
    }

    let rootfs = image::root_folder()?;
    let program = dist.join(format!("stagepass-backend-{VERSION}-{}.tar.gz", tools::host()?));
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(program).arg("-C").arg(rootfs.join("usr"));
    process::run(tar.args(["--owner=0", "--group=0", "local/bin/stagepass-backend", "share/doc/stagepass"]))?;
    copy(&rootfs.join("usr/share/doc/stagepass/sbom.cdx.json"), &dist)?;
    match builder {
        Some(builder) => {
            let tag = format!("stagepass-backend:{VERSION}");
            image::build(builder, &tag, &rootfs)?;
            let archive = dist.join(format!("stagepass-backend-{VERSION}-image.tar"));
            let archive = format!("docker-archive:{}:{tag}", archive.display());
            process::run(Command::new(builder).args(["push", &tag, &archive]))?;
        }
        None => println!("There is no image, because neither Podman nor Buildah is installed."),
    }

    print!("{}", checksums(&dist)?);
    println!("{}", dist.display());
    Ok(())
}

/// A sentence for each reason why this commit cannot be released.
fn problems(crates: &[Package], tags: &str) -> Vec<String> {
    let tag = format!("v{VERSION}");
    let untagged = (!tags.lines().any(|line| line == tag))
        .then(|| format!("the commit has no tag {tag}: tag it, or change the version in Cargo.toml"));
    let has_address = |package: &Package| package.repository.as_ref().is_some_and(|address| !address.is_empty());
    let nowhere = (!crates.iter().all(has_address))
        .then(|| "`repository` in Cargo.toml is empty: enter the address of the repository".to_owned());
    untagged.into_iter().chain(nowhere).collect()
}

fn copy(file: &Path, dist: &Path) -> Result<()> {
    let name = file.file_name().context("a file without a name")?;
    fs::copy(file, dist.join(name)).map(drop).with_context(|| format!("cannot copy {}", file.display()))
}

/// Writes `SHA256SUMS`, which `sha256sum --check` reads. Returns its text.
fn checksums(dist: &Path) -> Result<String> {
    let files = fs::read_dir(dist).with_context(|| format!("cannot read {}", dist.display()))?;
    let mut names = files.map(|file| Ok(file?.file_name())).collect::<Result<Vec<_>>>()?;
    names.sort();
    let sums = process::output(Command::new("sha256sum").current_dir(dist).arg("--").args(names))?;
    fs::write(dist.join("SHA256SUMS"), &sums).context("cannot write SHA256SUMS")?;
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(repository: Option<&str>) -> Package {
        Package { name: "stagepass".to_owned(), repository: repository.map(str::to_owned), publish: None }
    }

    #[test]
    fn untagged_commit_and_missing_address_are_named() {
        let named =
            |repository, tags: &str| problems(&[package(Some("https://git.example")), package(repository)], tags);
        let tag = format!("v{VERSION}\n");
        assert_eq!(named(Some("https://git.example"), &tag), [""; 0]);
        assert_eq!(named(Some(""), &tag), named(None, &tag));
        assert!(matches!(&named(Some(""), &tag)[..], [one] if one.contains("repository")));
        assert!(matches!(&named(Some("https://git.example"), "v0.0.1\n")[..], [one] if one.contains("no tag")));
    }

    #[test]
    fn checksums_name_each_file() {
        let dist = tempfile::tempdir().unwrap();
        fs::write(dist.path().join("b"), "").unwrap();
        fs::write(dist.path().join("a"), "a").unwrap();
        let sums = checksums(dist.path()).unwrap();
        assert_eq!(
            sums,
            "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a\n\
             e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  b\n"
        );
        assert_eq!(fs::read_to_string(dist.path().join("SHA256SUMS")).unwrap(), sums);
    }
}
