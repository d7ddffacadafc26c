//! What proofs need of their platform.

use http::{Request, Response};

use crate::error::Error;
use crate::sdk::environment::{Bounds, Task};

/// Sends requests, and knows the time.
pub(crate) trait Transport: Sync {
    /// Returns the time, in milliseconds since 1970.
    fn now(&self) -> u64;

    /// Sends `request`. See [`Environment::send`](crate::sdk::environment::Environment::send).
    ///
    /// # Errors
    /// The same.
    fn send(
        &self,
        request: Request<Vec<u8>>,
        bounds: Bounds,
    ) -> impl Future<Output = Result<Response<Vec<u8>>, Error>> + Send;

    /// Runs `task` to its end, whatever becomes of its caller.
    fn spawn(task: Task<()>);
}
