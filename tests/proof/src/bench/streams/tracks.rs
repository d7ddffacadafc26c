//! The files, their catalogue, and a signed address for each listener.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use rustix::fs::{Advice, fadvise};
use serde::Deserialize;
use serde_json::{Value, json};
use stagepass_programs::process;

use crate::load::audio_file::cid;
use crate::load::streams::noise;

pub(super) const LISTENERS: usize = 500;
/// Readers of the cold tracks, beside them.
pub(super) const READERS: usize = 64;
/// Tracks that many hear, and the blocks of each, of 64 KiB. They fit into the system's cache.
const TRACKS: u64 = 8;
pub(super) const BLOCKS: u64 = 320;
/// Cold tracks, which are in no cache: larger than what a run reads.
const COLD_TRACKS: u64 = 4;
pub(super) const COLD_BLOCKS: u64 = 8_192;
/// Longer than the bench: so long is a signature good.
const DURATION: u64 = 3_600;

/// What `gate sign` prints for each line.
#[derive(Deserialize)]
struct Signature {
    parameter: String,
}

/// The tracks that many hear, and the cold ones, by ID and CID. Each is a file of its CID's name.
pub(super) struct Tracks {
    folder: PathBuf,
    warm: Vec<(u64, String)>,
    cold: Vec<(u64, String)>,
}

impl Tracks {
    /// Writes blocks that begin with their own numbers, on the disk when this returns: what is not there cannot be
    /// removed from the cache.
    pub(super) fn write(folder: &Path) -> Result<Self> {
        // A node looks the CID up in a catalogue, and does not compute it.
        let named = |id: u64| (id, cid(&id.to_be_bytes()));
        let warm: Vec<_> = (1..=TRACKS).map(named).collect();
        let cold: Vec<_> = (TRACKS + 1..=TRACKS + COLD_TRACKS).map(named).collect();
        for (tracks, blocks) in [(&warm, BLOCKS), (&cold, COLD_BLOCKS)] {
            for (_, cid) in tracks {
                write(&folder.join(cid), blocks).with_context(|| format!("cannot write {cid}"))?;
            }
        }
        Ok(Self { folder: folder.to_owned(), warm, cold })
    }

    /// As a node reads it.
    pub(super) fn catalog(&self, authority: &str) -> Vec<Value> {
        let tracks = self.warm.iter().chain(&self.cold);
        let entry = |(id, cid): &(u64, String)| json!({ "trackId": id, "cid": cid, "path": cid, "duration": DURATION, "access_authorities": [authority] });
        tracks.map(entry).collect()
    }

    /// A signed path for each listener and for each reader, made by the backend's own program.
    pub(super) fn sign(&self, program: &Path, private_key: &str) -> Result<[Vec<String>; 2]> {
        let [warm, cold] = [(&self.warm, LISTENERS), (&self.cold, READERS)].map(|(tracks, count)| {
            let dealt: Vec<_> = tracks.iter().cycle().take(count).collect();
            sign(program, private_key, &dealt)
        });
        Ok([warm?, cold?])
    }

    /// The paths of the files at nginx.
    pub(super) fn paths(&self) -> [Vec<String>; 2] {
        [&self.warm, &self.cold].map(|tracks| tracks.iter().map(|(_, cid)| format!("/{cid}")).collect())
    }

    /// Removes the cold files from the system's cache.
    pub(super) fn make_cold(&self) -> Result<()> {
        for (_, cid) in &self.cold {
            let file = File::open(self.folder.join(cid)).with_context(|| format!("cannot open {cid}"))?;
            fadvise(&file, 0, None, Advice::DontNeed).context("the system does not forget a file")?;
        }
        Ok(())
    }
}

fn write(path: &Path, blocks: u64) -> std::io::Result<()> {
    let file = File::create(path)?;
    let (mut out, noise) = (BufWriter::with_capacity(1 << 20, &file), noise());
    for block in 0..blocks {
        out.write_all(&block.to_be_bytes())?;
        out.write_all(&noise)?;
    }
    out.flush()?;
    drop(out);
    file.sync_all()
}

fn sign(program: &Path, private_key: &str, tracks: &[&(u64, String)]) -> Result<Vec<String>> {
    #[expect(clippy::disallowed_methods, reason = "the node asks the system's clock, too")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).context("the clock is before 1970")?.as_millis();
    let lines = tracks.iter().zip(1..).map(|((track, cid), user)| {
        let data = format!(r#"{{"cid":"{cid}","timestamp":{now},"trackId":{track},"userId":{user}}}"#);
        format!("{}\n", json!({ "data": data }))
    });
    let mut command = Command::new(program);
    command.args(["gate", "sign", "--lines"]).env("STAGEPASS_SIGNER_PRIVATE_KEY", private_key);
    let signatures = process::output_for(&mut command, &lines.collect::<Vec<_>>().concat())?;
    let paths = signatures.lines().zip(tracks).map(|(line, (_, cid))| {
        let Signature { parameter } = serde_json::from_str(line).context("`gate sign` printed another line")?;
        Ok(format!("/tracks/cidstream/{cid}?signature={parameter}"))
    });
    paths.collect()
}
