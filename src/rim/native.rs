//! A native app as host: each effect is one simple action of the system. Nothing is decided here.

#![expect(dead_code, unreachable_pub, reason = "nothing performs effects by it yet")]

mod clock;
mod file_storage;
mod http;
mod lock;
mod loopback;
