//! From nothing to a service, as an operator goes: `init`, `all`, `check`, the settings file.

mod backup;
mod check;
mod deployment;
mod init;
mod listener;
mod proxy;
