//! `stagepass-backend service` and its commands, as an operator uses them.

mod commands;
mod documents;
mod health;
mod keeping;
mod key_rotation;
mod metrics;
mod openapi;
mod replicas;
mod stopping;
mod track_add;
