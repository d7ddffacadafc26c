//! Uploads beside nginx, which receives files: how fast they arrive, how long the check takes, and how much memory of
//! the service they need.
//!
//! # Design
//!
//! nginx writes a file to its place and responds. The file is then neither synced to the disk nor checked. The service
//! syncs every byte before it responds, decodes the whole file as audio, and names it by its content ID. The same
//! client sends the same file in one request to both. Then our own client sends it again, to separate the transfer from
//! the check, and in parts, as pages do. Pending writes are flushed before each upload, so that no upload waits for
//! another.

use std::fs::{self, File};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, ensure};
use stagepass_programs::binaries::{self, Binary, Profile};
use stagepass_programs::process::{self, Service};
use tokio::runtime::Runtime;

use super::figures::{Limit, ROUNDS, Spread, Verdict};
use super::memory::{forget_peak, peak_of};
use super::service::time_of_sync;
use super::worker::Worker;
use crate::installation::{Installation, Kind, Synchronous};
use crate::load::logins::log_in;
use crate::load::transfer::{Transfer, Uploader};
use crate::load::tus::Tus;
use crate::nginx::Nginx;

/// In megabytes.
const SIZES: [u32; 3] = [2, 20, 200];
/// The size of a part that pages send, for unreliable connections.
const CHUNK: usize = 8 << 20;
const LOG: &str = "warn";
const BASE: &str = "/v1";
/// The limit as a part of nginx's rate, for the whole upload: with the sync, the CID and the check of the audio.
const LIMIT: Limit = Limit::AtLeast(0.15);
/// MiB that the largest may take more than the smallest.
const FLAT: f64 = 16.0;

/// Prints the table and judges ours.
///
/// # Errors
/// If our own side can't be measured. Without nginx or curl it is said that the comparison was not.
pub(super) fn measure(verdict: &mut Verdict) -> Result<()> {
    let bench = Bench::start()?;
    let dav = bench.folder().join("dav");
    fs::create_dir_all(&dav).context("cannot make a folder for nginx")?;
    let nginx = Nginx::taking_files(&dav, bench.folder());
    let mut worker = Worker::of_load("uploads", [&bench.uploader])?;
    let sync = time_of_sync(bench.folder())?;
    println!(
        "\na synced write of 4 KiB takes this disk {sync:.0} µs; MB a second, median of {ROUNDS} rounds (least–greatest)\n"
    );
    println!(
        "{:<8} {:<24} {:<24} {:<24} {:<24} {:<22} MiB",
        "MB", "nginx, by curl", "ours, by curl", "ours, until on the disk", "ours, in 8 MiB parts", "the look at it, s"
    );
    let mut peaks = Vec::new();
    for (number, size) in (0..).zip(SIZES) {
        let mut rates = Rates::default();
        forget_peak(bench.service.id())?;
        for round in 0..ROUNDS {
            let file = bench.file(size, number * 1_000 + round as u64 * 10)?;
            rates.take(&bench, (&file, size), &mut worker, nginx.as_ref().ok())?;
        }
        let peak = peak_of(bench.service.id())?;
        rates.print(size, peak);
        peaks.push(peak);
        let what = format!("{size} MB, ours ÷ nginx");
        match &nginx {
            Ok(_) => verdict.judge(&what, Spread::of_ratios(&rates.ours, &rates.theirs), LIMIT),
            Err(reason) => verdict.not_run(&what, &format!("{reason:#}")),
        }
    }
    if let (Some(least), Some(most)) = (peaks.first(), peaks.last()) {
        verdict.at_most("MiB more for the largest than for the smallest", most - least, FLAT);
    }
    Ok(())
}

/// MB a second, a figure a round.
#[derive(Default)]
struct Rates {
    theirs: Vec<f64>,
    /// By the same client.
    ours: Vec<f64>,
    /// By ours, until all is on the disk.
    arrived: Vec<f64>,
    /// By ours, in parts, the whole way.
    parts: Vec<f64>,
    /// Seconds.
    checked: Vec<f64>,
}

impl Rates {
    fn take(
        &mut self,
        bench: &Bench,
        (file, size): (&Path, u32),
        worker: &mut Worker,
        nginx: Option<&Nginx>,
    ) -> Result<()> {
        let rate = |seconds: f64| f64::from(size) / seconds;
        if let Some(nginx) = nginx {
            self.theirs.push(rate(bench.put(file, nginx)?));
        }
        self.ours.push(rate(bench.patch(file)?));
        let whole = transfer(file, worker, 0)?;
        self.arrived.push(rate(whole.arrived));
        self.checked.push(whole.checked);
        let parts = transfer(file, worker, CHUNK)?;
        self.parts.push(rate(parts.arrived + parts.checked));
        Ok(())
    }

    fn print(&self, size: u32, peak: f64) {
        let shown = |figures: &[f64]| Spread::of(figures).map(|spread| spread.to_string()).unwrap_or_default();
        let Self { theirs, ours, arrived, parts, checked } = self;
        let [theirs, ours, arrived, parts, checked] =
            [theirs, ours, arrived, parts, checked].map(|figures| shown(figures));
        println!("{size:<8} {theirs:<24} {ours:<24} {arrived:<24} {parts:<24} {checked:<22} {peak:.1}");
    }
}

/// A service on SQLite and a folder, a user who uploads, and the clients for it.
struct Bench {
    // Dropped in this order: the service still uses the folder.
    service: Service,
    installation: Installation,
    runtime: Runtime,
    /// The user's credentials, for our client and for curl.
    uploader: PathBuf,
    headers: PathBuf,
    token: String,
}

impl Bench {
    fn start() -> Result<Self> {
        let [program] = binaries::build([Binary::Backend], Profile::Release)?;
        let installation = Installation::make(&program, Kind::Sqlite(Synchronous::Full), LOG)?;
        let listener = installation.add_listener("artist")?;
        let app = installation.add_app(&listener)?;
        let service = installation.start()?;
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().context("there is no runtime")?;
        let issued =
            runtime.block_on(log_in(&app, installation.address, &listener, 1)).map_err(|what| anyhow!(what))?;
        let token = issued.into_iter().next().context("no token was issued")?.access;
        let [uploader, headers] = ["uploader.json", "headers"].map(|name| installation.folder().join(name));
        let asks = Uploader { address: installation.address, base: BASE.to_owned(), token: token.clone() };
        fs::write(&uploader, serde_json::to_string(&asks)?).context("cannot write who uploads")?;
        // Not on curl's command line, which others can read.
        let lines = [
            format!("Authorization: Bearer {token}"),
            "Tus-Resumable: 1.0.0".to_owned(),
            "Upload-Offset: 0".to_owned(),
            "Content-Type: application/offset+octet-stream".to_owned(),
        ];
        fs::write(&headers, lines.join("\n")).context("cannot write curl's headers")?;
        Ok(Self { service, installation, runtime, uploader, headers, token })
    }

    fn folder(&self) -> &Path {
        self.installation.folder()
    }

    /// A file with `size` megabytes of sound. Each `mark` makes a different file, because known content is not stored
    /// again.
    fn file(&self, size: u32, mark: u64) -> Result<PathBuf> {
        let path = self.folder().join(format!("{size}.wav"));
        if !path.exists() {
            stagepass_music::write_long(&stagepass_music::HOUSE_LIGHTS, size * 1_000_000, &path)?;
        }
        set_mark(&path, mark)?;
        Ok(path)
    }

    /// Seconds that curl takes to put the file to nginx, which does not have it afterwards.
    fn put(&self, file: &Path, nginx: &Nginx) -> Result<f64> {
        let url = format!("http://{}/sound.wav", nginx.address);
        let seconds = curl(Command::new("curl").arg("--upload-file").arg(file).arg(url))?;
        let kept = self.folder().join("dav/sound.wav");
        let length = |path: &Path| fs::metadata(path).map(|metadata| metadata.len()).unwrap_or_default();
        ensure!(length(&kept) == length(file), "nginx has not kept the file");
        fs::remove_file(&kept).context("cannot remove nginx's file")?;
        Ok(seconds)
    }

    /// The same to our service, in one request; it is ended afterwards.
    fn patch(&self, file: &Path) -> Result<f64> {
        set_mark(file, 1)?;
        let size = fs::metadata(file).context("there is no file")?.len();
        let mut tus = Tus::new(self.installation.address, BASE, self.token.clone());
        let created = self.runtime.block_on(tus.create(size, None)).context("no upload was begun")?;
        let path = created.location.context("the upload has no address")?;
        let mut command = Command::new("curl");
        command.args(["--request", "PATCH", "--upload-file"]).arg(file);
        command.arg("--header").arg(format!("@{}", self.headers.display()));
        let seconds = curl(command.arg(format!("http://{}{path}", self.installation.address)))?;
        // The connection was idle meanwhile.
        tus.reset();
        let ended = self.runtime.block_on(tus.terminate(&path)).context("the upload could not be ended")?;
        ensure!(ended.status == 204, "DELETE was answered {} {}", ended.status, ended.text);
        Ok(seconds)
    }
}

/// Seconds that it takes.
fn curl(command: &mut Command) -> Result<f64> {
    rustix::fs::sync();
    // No `Expect`: it asks first, and waits.
    command.args(["--silent", "--show-error", "--fail", "--output", "/dev/null", "--header", "Expect:"]);
    let printed = process::output(command.args(["--write-out", "%{time_total}"]))?;
    printed.trim().parse().with_context(|| format!("curl printed {printed:?}, which is no time"))
}

fn transfer(file: &Path, worker: &mut Worker, chunk: usize) -> Result<Transfer> {
    set_mark(file, 2 + chunk as u64)?;
    rustix::fs::sync();
    serde_json::from_str(&worker.ask(&format!("{chunk} {}", file.display()))?).context("no figures")
}

fn set_mark(path: &Path, mark: u64) -> Result<()> {
    let file = File::options().write(true).open(path);
    // After the head: in a few samples that are heard as a click.
    let marked = file.and_then(|file| file.write_all_at(&mark.to_le_bytes(), 44));
    marked.with_context(|| format!("cannot write {}", path.display()))
}
