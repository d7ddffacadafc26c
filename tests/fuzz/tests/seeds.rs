//! Every kept input through its target.

use std::fs;
use std::path::Path;

use stagepass_fuzz::TARGETS;

fn seeds() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/seeds"))
}

#[test]
fn every_seed_keeps_its_targets_properties() {
    for target in TARGETS {
        let files: Vec<_> = fs::read_dir(seeds().join(target.name)).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(!files.is_empty(), "{} has no seed", target.name);
        for file in files {
            let bytes = fs::read(&file).unwrap();
            println!("{}", file.display());
            (target.run)(&bytes);
        }
    }
}

#[test]
fn every_folder_of_seeds_has_a_target() {
    for folder in fs::read_dir(seeds()).unwrap() {
        let name = folder.unwrap().file_name().into_string().unwrap();
        assert!(stagepass_fuzz::target(&name).is_some(), "there is no target {name}");
    }
}
