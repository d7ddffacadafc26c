//! The files, the node that serves them, and a signed address for each listener.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result};
use rustix::fs::{Advice, fadvise};
use serde_json::{Value, json};
use stagepass_programs::process::{self, Service};

use crate::load::streams::{Scene, Server, noise};
use crate::load::uploads::cid;
use crate::programs;

/// What is heard by many, in blocks of 64 KiB: more than a node keeps of it in its own memory, and all of it in the system's.
const TRACKS: u32 = 8;
const BLOCKS: u64 = 320;
/// What is in no memory: more than is read of it in a run.
const COLD_TRACKS: u32 = 4;
const COLD_BLOCKS: u64 = 8_192;
/// Longer than the bench: so long is a signature good.
const DURATION: u64 = 3_600;
const PATIENCE: Duration = Duration::from_secs(20);

/// What everybody asks, and what asks.
pub(super) struct Stage {
    pub(super) node: Service,
    address: SocketAddr,
    folder: PathBuf,
    listeners: Vec<Place>,
    readers: Vec<Place>,
}

/// Who hears which track, by which signed address.
struct Place {
    file: String,
    target: String,
}

impl Stage {
    /// Writes the files to `folder`, starts a node for them, and signs an address for each of so many listeners, and of those beside them.
    pub(super) fn set(folder: &Path, listeners: u32, readers: u32) -> Result<Self> {
        let program = programs::optimised_backend()?;
        let tracks: Vec<Track> = (0..TRACKS + COLD_TRACKS).map(Track::new).collect();
        for track in &tracks {
            track.write(folder).with_context(|| format!("cannot write {}", track.file))?;
        }
        let key: Value = answer(Command::new(&program).args(["gate", "keygen"]).stdin(Stdio::null()))?;
        let member =
            |name| key.get(name).and_then(Value::as_str).with_context(|| format!("`gate keygen` gave no {name}"));
        let authority = member("address")?;
        let catalog: Vec<_> = tracks.iter().map(|track| track.entry(authority)).collect();
        fs::write(folder.join("catalog.json"), json!(catalog).to_string()).context("cannot write the catalogue")?;
        let mut command = Command::new(&program);
        command.args(["node", "--dev", "--listen", "127.0.0.1:0", "--catalog"]).arg(folder.join("catalog.json"));
        // As little as nginx without its access log.
        command.env("STAGEPASS_LOG", "warn");
        let (node, at) = Service::start(&mut command, "listening on http://", PATIENCE)?;
        let address = at.trim().parse().context("the node does not say where it listens")?;

        let (warm, cold) = tracks.split_at_checked(TRACKS as usize).context("there are no tracks")?;
        let dealt = warm.iter().cycle().take(listeners as usize).chain(cold.iter().cycle().take(readers as usize));
        let mut places = sign(&program, member("private_key")?, folder, dealt)?;
        let readers = places.split_off(listeners as usize);
        Ok(Self { node, address, folder: folder.to_owned(), listeners: places, readers })
    }

    /// For the program of the listeners: the node, and nginx if there is one, which has the same files without a signature.
    pub(super) fn scene(&self, nginx: Option<SocketAddr>) -> Scene {
        let signed = |place: &Place| place.target.clone();
        let plain = |place: &Place| format!("/{}", place.file);
        let server = |address, target: &dyn Fn(&Place) -> String| Server {
            address,
            listeners: self.listeners.iter().map(target).collect(),
            cold: self.readers.iter().map(target).collect(),
        };
        let mut servers = BTreeMap::from([("node".to_owned(), server(self.address, &signed))]);
        servers.extend(nginx.map(|address| ("nginx".to_owned(), server(address, &plain))));
        Scene { servers, blocks: BLOCKS, cold_blocks: COLD_BLOCKS }
    }

    /// Has the system forget what it has in memory of the files that are to be cold.
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
        // A node looks up what it is told in a catalogue, and does not reckon.
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

/// A signed address of each of these, no two of them alike.
fn sign<'a>(
    program: &Path,
    private_key: &str,
    folder: &Path,
    dealt: impl Iterator<Item = &'a Track>,
) -> Result<Vec<Place>> {
    #[expect(clippy::disallowed_methods, reason = "the node asks the system's clock, too")]
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).context("the clock is before 1970")?.as_millis();
    let (mut lines, mut dealt_out) = (String::new(), Vec::new());
    for (listener, track) in dealt.enumerate() {
        let Track { id, cid, .. } = track;
        let data = format!(r#"{{"cid":"{cid}","timestamp":{now},"trackId":{id},"userId":{}}}"#, listener + 1);
        lines += &json!({ "data": data }).to_string();
        lines.push('\n');
        dealt_out.push(track);
    }
    let input = folder.join("unsigned.jsonl");
    fs::write(&input, lines).context("cannot write what is to be signed")?;
    let mut command = Command::new(program);
    command.args(["gate", "sign", "--lines"]).env("STAGEPASS_SIGNER_PRIVATE_KEY", private_key);
    let signed = process::output(command.stdin(File::open(&input).context("cannot read what is to be signed")?))?;
    let places = signed.lines().zip(dealt_out).map(|(line, track)| {
        let signed: Value = serde_json::from_str(line).context("`gate sign` wrote no JSON")?;
        let parameter = signed.get("parameter").and_then(Value::as_str).context("`gate sign` gave no parameter")?;
        let target = format!("/tracks/cidstream/{}?signature={parameter}", track.cid);
        Ok(Place { file: track.file.clone(), target })
    });
    places.collect()
}

fn answer(command: &mut Command) -> Result<Value> {
    serde_json::from_str(&process::output(command)?)
        .with_context(|| format!("`{}` wrote no JSON", process::shown(command)))
}
