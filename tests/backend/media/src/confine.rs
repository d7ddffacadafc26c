//! The limits that a decoder process sets for itself before it reads any input.

/// The limits of a decoder process.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Writable private memory in bytes.
    pub(super) memory: u64,
    /// Processor time in seconds.
    pub(super) processor_seconds: u64,
}

/// Permanently drops all privileges that decoding does not need.
///
/// # Errors
/// A limit that could not be set.
pub(super) fn confine(limits: &Limits) -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, setrlimit};

    #[cfg(target_os = "linux")]
    linux::prepare()?;
    for (resource, most) in [
        (Resource::Core, 0),
        (Resource::Cpu, limits.processor_seconds),
        (Resource::Data, limits.memory),
        // No writing to files, and no opening of files or connections.
        (Resource::Fsize, 0),
        (Resource::Nofile, 0),
    ] {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    #[cfg(target_os = "linux")]
    linux::filter_calls();
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::env::consts::ARCH;

    use rustix::process::{Signal, set_parent_process_death_signal};
    use rustix::thread::set_no_new_privs;
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, TargetArch, apply_filter};

    /// The system calls that decoding and allocating need. None sends a signal, so that a decoder that aborts ends by
    /// SIGSEGV.
    const CALLS: [i64; 23] = [
        libc::SYS_brk,
        libc::SYS_close,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_fstat,
        libc::SYS_futex,
        libc::SYS_getrandom,
        libc::SYS_lseek,
        libc::SYS_madvise,
        libc::SYS_mmap,
        libc::SYS_mprotect,
        libc::SYS_mremap,
        libc::SYS_munmap,
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sched_yield,
        libc::SYS_sigaltstack,
        libc::SYS_statx,
        libc::SYS_write,
        libc::SYS_writev,
    ];

    pub(super) fn prepare() -> std::io::Result<()> {
        // The decoder ends if the service is killed.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        set_no_new_privs(true)?;
        // If the machine runs out of memory, the kernel kills the decoder first. Not every container has this file.
        let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
        Ok(())
    }

    /// Refuses all other system calls. Not every kernel or container supports this. The limits above apply anyway.
    pub(super) fn filter_calls() {
        let Ok(arch) = TargetArch::try_from(ARCH) else { return };
        let rules = CALLS.into_iter().map(|call| (call, Vec::new())).collect::<BTreeMap<_, _>>();
        let refused = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let filter = SeccompFilter::new(rules, refused, SeccompAction::Allow, arch);
        if let Ok(program) = filter.and_then(BpfProgram::try_from) {
            let _ = apply_filter(&program);
        }
    }
}
