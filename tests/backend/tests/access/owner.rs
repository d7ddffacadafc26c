//! `/owner` and what is below it, and who may be an owner.

mod groups;
mod invitations;
mod owners;
mod page;
mod read_tickets;
