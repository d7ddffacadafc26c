//! What one client may take of a server, from outside: real connections, some of which behave as none should.

mod wire;

mod addresses;
mod apps;
mod connections;
mod program;
mod servers;
mod sizes;
mod times;
