//! nginx: as a server of files that one measures oneself by, and as what stands before a service.

mod shipped;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use stagepass_programs::{process, tools};

use crate::debian;

pub(crate) use self::shipped::{ACCESS_LOG, Backends, NODE_HOST, Tls, shipped, shipped_with_tls};

/// Polled, because it prints nothing when it is ready.
const POLL: Duration = Duration::from_millis(10);
const POLLS: u32 = 500;

/// One process, on 127.0.0.1, by default without a log of what it answers. Ended when dropped.
pub(crate) struct Nginx {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Nginx {
    /// Serves `folder`, over this many connections at once. `scratch` is for its temporary files.
    pub(crate) fn of_folder(folder: &Path, scratch: &Path, connections: u32) -> Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, tools::free_port()?));
        Self::start(&of_files(folder, address, connections), address, scratch)
    }

    /// Takes files by PUT into `folder`; `scratch` takes its own, and what has not arrived.
    pub(crate) fn taking_files(folder: &Path, scratch: &Path) -> Result<Self> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, tools::free_port()?));
        Self::start(&of_dav(folder, address), address, scratch)
    }

    /// Told by `configuration` to listen at `address`; `scratch` takes its files.
    pub(crate) fn start(configuration: &str, address: SocketAddr, scratch: &Path) -> Result<Self> {
        let program = debian::program("nginx", "usr/sbin/nginx")?;
        fs::write(scratch.join("nginx.conf"), configuration).context("cannot write nginx.conf")?;
        for folder in ["tmp", LOGS] {
            fs::create_dir_all(scratch.join(folder)).context("cannot make a folder for nginx")?;
        }
        process::not_stopped()?;
        // Without `-e` it opens the log that was compiled in, first of all.
        let mut command = Command::new(&program);
        command.arg("-p").arg(scratch).args(["-e", "stderr", "-c", "nginx.conf"]);
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

/// The folder of its logs, in its own.
pub(crate) const LOGS: &str = "logs";
/// Before its `events`: in the foreground, as one process.
const HEAD: &str = "daemon off; master_process off; pid nginx.pid; error_log stderr warn;";
/// Within its `http`: files in its own folder, and connections that stay open for as long as clients keep them.
const WITHIN_HTTP: &str = "keepalive_requests 1000000000;
  client_body_temp_path tmp/body; proxy_temp_path tmp/proxy; fastcgi_temp_path tmp/fastcgi;
  uwsgi_temp_path tmp/uwsgi; scgi_temp_path tmp/scgi;";

/// Debian's own settings for files.
fn of_files(folder: &Path, address: SocketAddr, connections: u32) -> String {
    // A file for each, and a few of its own.
    let files = connections * 2 + 64;
    format!(
        "{HEAD} worker_rlimit_nofile {files};
events {{ worker_connections {files}; }}
http {{
  {WITHIN_HTTP} access_log off; sendfile on; tcp_nopush on;
  types {{ audio/wav wav; }}
  server {{ listen {address}; root \"{}\"; }}
}}
",
        folder.display()
    )
}

/// Its own module for files that come by PUT: they are written beside their place, and moved there once they are whole.
fn of_dav(folder: &Path, address: SocketAddr) -> String {
    format!(
        "{HEAD}
events {{ worker_connections 64; }}
http {{
  {WITHIN_HTTP} access_log off;
  server {{ listen {address}; root \"{}\"; dav_methods PUT DELETE; client_max_body_size 0; }}
}}
",
        folder.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configuration_has_listen_address_and_root_folder() {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 4711));
        for configuration in [of_files(Path::new("/a folder"), address, 500), of_dav(Path::new("/a folder"), address)] {
            assert!(configuration.contains("listen 127.0.0.1:4711; root \"/a folder\";"), "{configuration}");
            assert_eq!(configuration.matches('{').count(), configuration.matches('}').count());
        }
    }
}
