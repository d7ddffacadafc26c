//! `stagepass-backend service` and its commands, as an operator uses them.

mod bounds;
mod commands;
mod database_line;
mod database_move;
mod dev_on_sqlite;
mod documents;
mod health;
mod key_rotation;
mod metrics;
mod openapi;
mod replicas;
mod stopping;
mod track_add;
mod upgrade;
