//! One row of the error table.

/// One row of the table.
#[derive(Debug)]
pub struct Row {
    /// The stable name that apps compare with, in `snake_case`.
    pub name: &'static str,
    /// For the user: what happened, then what to do. The `title` of a `StagepassError`.
    pub title: &'static str,
    /// For the developer: why it happens.
    pub cause: &'static str,
    /// For the developer: what to do.
    pub remedy: &'static str,
}
