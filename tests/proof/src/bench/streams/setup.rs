//! The files, the node that serves them, and a signed address for each listener.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use rustix::fs::{Advice, fadvise};
use serde_json::{Value, json};
use stagepass_programs::backend;
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;

use crate::bench::signed_urls::sign;
use crate::load::streams::{Server, Setup, noise};
use crate::load::uploads::cid;

/// Tracks that many hear, in blocks of 64 KiB. They exceed a node's own cache, but fit into the system's.
const TRACKS: u32 = 8;
const BLOCKS: u64 = 320;
/// Cold tracks, which are in no cache: larger than what a run reads.
const COLD_TRACKS: u32 = 4;
const COLD_BLOCKS: u64 = 8_192;
/// Longer than the bench: so long is a signature good.
const DURATION: u64 = 3_600;
const PATIENCE: Duration = Duration::from_secs(20);

/// The node that all listeners use, and their requests.
pub(super) struct StreamSetup {
    pub(super) node: Service,
    address: SocketAddr,
    folder: PathBuf,
    listeners: Vec<SignedStream>,
    readers: Vec<SignedStream>,
}

/// A listener's track and signed URL.
struct SignedStream {
    file: String,
    target: String,
}

impl StreamSetup {
    /// Writes the files to `folder`, starts a node for them, and signs a URL for each listener and each reader of cold
    /// files.
    pub(super) fn start(folder: &Path, listeners: u32, readers: u32) -> Result<Self> {
        let [program] = binaries::build([Binary::Backend], Profile::Release)?;
        let tracks: Vec<Track> = (0..TRACKS + COLD_TRACKS).map(Track::new).collect();
        for track in &tracks {
            track.write(folder).with_context(|| format!("cannot write {}", track.file))?;
        }
        let key = backend::generate_key(&program)?;
        let catalog: Vec<_> = tracks.iter().map(|track| track.entry(&key.address)).collect();
        fs::write(folder.join("catalog.json"), json!(catalog).to_string()).context("cannot write the catalogue")?;
        let mut command = Command::new(&program);
        command.args(["node", "--dev", "--listen", "127.0.0.1:0", "--catalog"]).arg(folder.join("catalog.json"));
        // As little as nginx without its access log.
        command.env("STAGEPASS_LOG", "warn");
        let (node, at) = Service::start(&mut command, "listening on http://", PATIENCE)?;
        let address = at.trim().parse().context("the node does not say where it listens")?;

        let (warm, cold) = tracks.split_at_checked(TRACKS as usize).context("there are no tracks")?;
        let dealt: Vec<_> =
            warm.iter().cycle().take(listeners as usize).chain(cold.iter().cycle().take(readers as usize)).collect();
        let streams: Vec<_> = dealt.iter().zip(1..).map(|(track, user)| (track.cid.as_str(), track.id, user)).collect();
        let targets = sign(&program, &key.private_key, &streams)?;
        let mut streams: Vec<_> = dealt
            .iter()
            .zip(targets)
            .map(|(track, target)| SignedStream { file: track.file.clone(), target })
            .collect();
        let readers = streams.split_off(listeners as usize);
        Ok(Self { node, address, folder: folder.to_owned(), listeners: streams, readers })
    }

    /// The setup of the listeners' program: the node, and nginx, if there is one, with the same files without a
    /// signature.
    pub(super) fn client_setup(&self, nginx: Option<SocketAddr>) -> Setup {
        let signed = |stream: &SignedStream| stream.target.clone();
        let plain = |stream: &SignedStream| format!("/{}", stream.file);
        let server = |address, target: &dyn Fn(&SignedStream) -> String| Server {
            address,
            listeners: self.listeners.iter().map(target).collect(),
            cold: self.readers.iter().map(target).collect(),
        };
        let mut servers = BTreeMap::from([("node".to_owned(), server(self.address, &signed))]);
        servers.extend(nginx.map(|address| ("nginx".to_owned(), server(address, &plain))));
        Setup { servers, blocks: BLOCKS, cold_blocks: COLD_BLOCKS }
    }

    /// Removes the cold files from the system's cache.
    pub(super) fn make_cold(&self) -> Result<()> {
        for number in TRACKS..TRACKS + COLD_TRACKS {
            let path = self.folder.join(Track::new(number).file);
            let file = File::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
            fadvise(&file, 0, None, Advice::DontNeed).context("the system does not forget a file")?;
        }
        Ok(())
    }
}

struct Track {
    id: u64,
    file: String,
    cid: String,
    blocks: u64,
}

impl Track {
    fn new(number: u32) -> Self {
        let file = format!("track-{number}.wav");
        let blocks = if number < TRACKS { BLOCKS } else { COLD_BLOCKS };
        // A node looks the CID up in a catalogue, and does not compute it.
        Self { id: u64::from(number) + 1, cid: cid(file.as_bytes()), file, blocks }
    }

    fn entry(&self, authority: &str) -> Value {
        json!({ "trackId": self.id, "cid": self.cid, "path": self.file, "duration": DURATION,
            "access_authorities": [authority] })
    }

    /// Blocks that begin with their own numbers, on the disk when this returns: what is not there can't be forgotten.
    fn write(&self, folder: &Path) -> std::io::Result<()> {
        let file = File::create(folder.join(&self.file))?;
        let (mut out, noise) = (BufWriter::with_capacity(1 << 20, &file), noise());
        for block in 0..self.blocks {
            out.write_all(&block.to_be_bytes())?;
            out.write_all(&noise)?;
        }
        out.flush()?;
        drop(out);
        file.sync_all()
    }
}
