//! Reports to systemd that this process is ready, and that it stops (`Type=notify`, `sd_notify(3)`).

use std::io;

/// What is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// All servers of this process accept connections.
    Ready,
    /// The process drains or shuts down.
    Stopping,
}

/// Reports a state, if the process was started by a service manager that wants to know.
pub(crate) fn report(state: State) {
    if let Err(error) = send(state) {
        tracing::warn!(%error, ?state, "a state could not be reported to the service manager");
    }
}

#[cfg(target_os = "linux")]
fn send(state: State) -> io::Result<()> {
    use std::os::linux::net::SocketAddrExt as _;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let Some(socket) = std::env::var_os("NOTIFY_SOCKET") else { return Ok(()) };
    let address = match socket.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(&socket)?,
    };
    let line = match state {
        State::Ready => "READY=1",
        State::Stopping => "STOPPING=1",
    };
    UnixDatagram::unbound()?.send_to_addr(line.as_bytes(), &address).map(drop)
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
fn send(_: State) -> io::Result<()> {
    Ok(())
}
