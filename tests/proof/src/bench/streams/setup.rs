//! The files, the nodes that serve them, and a signed address for each listener.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};
use rusqlite::Connection;
use rustix::fs::{Advice, fadvise};
use serde_json::{Value, json};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::Service;
use stagepass_programs::{backend, process};

use crate::bench::signed_urls::sign;
use crate::installation::free_address;
use crate::load::streams::{Server, Setup, noise};
use crate::load::uploads::cid;
use crate::nginx::{ACCESS_LOG, Backends, LOGS, NODE_HOST, Nginx, shipped};

/// Tracks that many hear, in blocks of 64 KiB. They fit into the system's cache.
const TRACKS: u32 = 8;
const BLOCKS: u64 = 320;
/// Cold tracks, which are in no cache: larger than what a run reads.
const COLD_TRACKS: u32 = 4;
const COLD_BLOCKS: u64 = 8_192;
/// Longer than the bench: so long is a signature good.
const DURATION: u64 = 3_600;
/// The audio in the folder.
const AUDIO: &str = "media/audio";
const PATIENCE: Duration = Duration::from_secs(20);

/// The node that all listeners use, and their requests.
pub(super) struct StreamSetup {
    pub(super) node: Service,
    address: SocketAddr,
    folder: PathBuf,
    /// Our program.
    program: PathBuf,
    authority: String,
    listeners: Vec<SignedStream>,
    readers: Vec<SignedStream>,
}

/// A node on the database of a service, and the nginx in front of it, which sends the audio.
pub(super) struct NodeBehindNginx {
    pub(super) node: Service,
    pub(super) nginx: Nginx,
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
        let tracks: Vec<Track> = tracks().collect();
        // The media folder of a service.
        fs::create_dir_all(folder.join(AUDIO)).context("cannot make the media folder")?;
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
        let (node, address) = start(&mut command)?;

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
        let (folder, authority) = (folder.to_owned(), key.address);
        Ok(Self { node, address, folder, program, authority, listeners: streams, readers })
    }

    /// Starts a node that lets nginx send the same files, and that nginx, as it is configured for operators.
    pub(super) fn behind_nginx(&self, scratch: &Path) -> Result<NodeBehindNginx> {
        let database = format!("sqlite:{}", self.folder.join("service.db").display());
        let migrate = ["migrate"].as_slice();
        let add = ["user", "add", "--handle", "owner", "--name", "Owner", "--password", "correct horse battery"];
        for arguments in [migrate, &add] {
            process::output(backend::command(&self.program, arguments).env("DATABASE_URL", &database))?;
        }
        self.insert_tracks().context("cannot write the database")?;
        let media = self.folder.join("media");
        let mut command = backend::command(&self.program, &["node", "--listen", "127.0.0.1:0", "--media"]);
        command.arg(&media).args(["--accel-redirect", "/internal/audio/", "--trusted-proxy", "127.0.0.1/32"]);
        command.env("STAGEPASS_NODE_DATABASE", database).env("STAGEPASS_LOG", "warn");
        let (node, at) = start(&mut command)?;
        let (address, unused) = (free_address()?, free_address()?);
        let backends = Backends { replicas: [unused, unused], node: at, access: unused, media: &media };
        // As little as nginx without its access log. The clients ask for an address, not for a host.
        let configuration = shipped(address, &backends)?
            .replace(&format!("access_log {LOGS}/{ACCESS_LOG} stagepass;"), "access_log off;")
            .replace(NODE_HOST, "127.0.0.1");
        Ok(NodeBehindNginx { node, nginx: Nginx::start(&configuration, address, scratch)? })
    }

    /// As a service records tracks whose audio was uploaded.
    fn insert_tracks(&self) -> rusqlite::Result<()> {
        let database = Connection::open(self.folder.join("service.db"))?;
        for Track { id, cid, blocks, .. } in tracks() {
            let (id, size) = (id.cast_signed(), (blocks * 65_536).cast_signed());
            let content = "INSERT INTO contents (cid, mime_type, size, duration_ms, created_at) VALUES (?1, 'audio/wav', ?2, ?3, 0)";
            database.execute(content, (&cid, size, DURATION.cast_signed() * 1_000))?;
            let track = "INSERT INTO tracks (track_id, owner_id, title, cid, created_at) SELECT ?1, user_id, 'Track', ?2, 0 FROM users";
            database.execute(track, (id, &cid))?;
            let authority = "INSERT INTO track_authorities (track_id, position, address) VALUES (?1, 0, ?2)";
            database.execute(authority, (id, &self.authority))?;
        }
        Ok(())
    }

    /// The setup of the listeners' program: the node; if there is one, nginx with the same files without a signature;
    /// and, if there is one, nginx in front of a node.
    pub(super) fn client_setup(&self, nginx: Option<SocketAddr>, behind_nginx: Option<SocketAddr>) -> Setup {
        let signed = |stream: &SignedStream| stream.target.clone();
        let plain = |stream: &SignedStream| format!("/{}", stream.file);
        let server = |address, target: &dyn Fn(&SignedStream) -> String| Server {
            address,
            listeners: self.listeners.iter().map(target).collect(),
            cold: self.readers.iter().map(target).collect(),
        };
        let mut servers = BTreeMap::from([("node".to_owned(), server(self.address, &signed))]);
        servers.extend(nginx.map(|address| ("nginx".to_owned(), server(address, &plain))));
        servers.extend(behind_nginx.map(|address| ("accel".to_owned(), server(address, &signed))));
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

/// Starts a node and returns its address.
fn start(command: &mut Command) -> Result<(Service, SocketAddr)> {
    let (node, at) = Service::start(command, "listening on http://", PATIENCE)?;
    Ok((node, at.trim().parse().context("the node does not say where it listens")?))
}

fn tracks() -> impl Iterator<Item = Track> {
    (0..TRACKS + COLD_TRACKS).map(Track::new)
}

struct Track {
    id: u64,
    file: String,
    cid: String,
    blocks: u64,
}

impl Track {
    fn new(number: u32) -> Self {
        let blocks = if number < TRACKS { BLOCKS } else { COLD_BLOCKS };
        // A node looks the CID up in a catalogue, and does not compute it.
        let cid = cid(&number.to_be_bytes());
        Self { id: u64::from(number) + 1, file: format!("{AUDIO}/{cid}"), cid, blocks }
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
