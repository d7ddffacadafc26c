//! nginx as a server of files, beside which a stream node is measured.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{process, tools};

/// Polled, because it prints nothing when it is ready.
const POLL: Duration = Duration::from_millis(10);
const POLLS: u32 = 500;

/// One process, on 127.0.0.1, without a log of requests. Ended when dropped.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Nginx {
    /// Serves `folder`, which also takes its own files, over this many connections at once.
    pub(crate) fn start(folder: &Path, connections: u32) -> Result<Self> {
        let installed = Some(PathBuf::from("/usr/sbin/nginx")).filter(|file| file.is_file());
        let program = tools::on_path("nginx").or(installed).context("there is no nginx: install it")?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, tools::free_port()?));
        fs::write(folder.join("nginx.conf"), configuration(folder, address, connections))
            .and_then(|()| fs::create_dir_all(folder.join("tmp")))
            .context("cannot write nginx.conf")?;
        process::not_stopped()?;
        // Without `-e` it opens the log that was compiled in, first of all.
        let mut command = Command::new(&program);
        command.arg("-p").arg(folder).args(["-e", "stderr", "-c", "nginx.conf"]);
        let child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let mut started = Self { child, address };
        for _ in 0..POLLS {
            if TcpStream::connect(address).is_ok() {
                return Ok(started);
            }
            if let Some(status) = started.child.try_wait().context("cannot look after nginx")? {
                bail!("nginx ended before it was ready ({status}); see above");
            }
            thread::sleep(POLL);
        }
        bail!("nginx was not ready within {:?}", POLL * POLLS)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // It has nothing to save.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// In the foreground, as one process, with Debian's own settings for files. Connections stay open for as long as
/// clients keep them.
fn configuration(folder: &Path, address: SocketAddr, connections: u32) -> String {
    // A file for each, and a few of its own.
    let (files, folder) = (connections * 2 + 64, folder.display());
    format!(
        "daemon off; master_process off; pid nginx.pid; error_log stderr warn; worker_rlimit_nofile {files};
events {{ worker_connections {files}; }}
http {{
  keepalive_requests 1000000000;
  client_body_temp_path tmp/body; proxy_temp_path tmp/proxy; fastcgi_temp_path tmp/fastcgi;
  uwsgi_temp_path tmp/uwsgi; scgi_temp_path tmp/scgi;
  access_log off; sendfile on; tcp_nopush on;
  types {{ audio/wav wav; }}
  server {{ listen {address}; root \"{folder}\"; }}
}}
"
    )
}
