//! One upload of a file at a time.

use std::sync::PoisonError;
use std::time::Duration;

use crate::error::{Code, Error};
use crate::sdk::music::service::Service;

/// How often to look whether the other upload of a file has ended, and how many times.
const LOOK_EVERY: Duration = Duration::from_millis(250);
const MAX_LOOKS: usize = 40;

/// The turn of one call to upload a file. Two senders of one upload would interrupt each other at the service, and send
/// much of it twice. Those of other tabs or processes are separated by the service, by the offsets of their bytes.
pub(crate) struct Turn<'a> {
    service: Service<'a>,
    key: &'a str,
}

impl<'a> Turn<'a> {
    /// Waits for the other upload of this file.
    ///
    /// # Errors
    /// [`Code::Conflict`] if it takes longer than 10 seconds.
    pub(crate) async fn take(service: Service<'a>, key: &'a str) -> Result<Self, Error> {
        for _ in 0..MAX_LOOKS {
            {
                let uploading = &service.client().music().uploading;
                let mut uploading = uploading.lock().unwrap_or_else(PoisonError::into_inner);
                if !uploading.iter().any(|other| other == key) {
                    uploading.push(key.to_owned());
                    return Ok(Self { service, key });
                }
            }
            service.sleep(LOOK_EVERY).await?;
        }
        Err(Error::from(Code::Conflict).because("this file is being uploaded already"))
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let uploading = &self.service.client().music().uploading;
        uploading.lock().unwrap_or_else(PoisonError::into_inner).retain(|other| other != self.key);
    }
}
