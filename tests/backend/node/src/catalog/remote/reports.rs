//! Reports of listens to the service. If a report may have arrived, it is sent again with the same ID. The service
//! counts it once.

use std::collections::VecDeque;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use tokio::sync::Mutex;

use crate::catalog::CatalogError;
use crate::listen_count::ListenCount;
use crate::service::{Report, Service, ServiceError};
use stagepass_kit::entropy::{self, EntropyError, SystemEntropy};

/// The most tracks in a report, so that its body is within the service's limit.
const IN_ONE: usize = 400;

#[derive(Debug)]
pub(super) struct Reports {
    service: Arc<Service>,
    /// The reports that the service has not confirmed.
    pending: Mutex<VecDeque<Report>>,
}

impl Reports {
    pub(super) fn new(service: Arc<Service>) -> Self {
        Self { service, pending: Mutex::default() }
    }

    /// Sends listens. If earlier reports are still pending, returns an error, and the caller keeps the listens.
    pub(super) async fn record(&self, listens: Vec<ListenCount>) -> Result<(), CatalogError> {
        let mut pending = self.pending.lock().await;
        self.send(&mut pending).await.map_err(|error| CatalogError::CutOff(error.to_string()))?;
        let report = |some: &[ListenCount]| {
            let report_id = HEXLOWER.encode(&entropy::random::<16>(&SystemEntropy)?);
            Ok(Report { report_id, listens: some.to_vec() })
        };
        let reports: Result<Vec<_>, EntropyError> = listens.chunks(IN_ONE).map(report).collect();
        pending.extend(reports.map_err(|error| CatalogError::Unavailable(error.to_string()))?);
        if let Err(error) = self.send(&mut pending).await {
            tracing::warn!(%error, "listens could not be reported to the service: they are kept and sent again");
        }
        Ok(())
    }

    async fn send(&self, pending: &mut VecDeque<Report>) -> Result<(), ServiceError> {
        while let Some(report) = pending.front() {
            match self.service.report(report).await {
                Ok(()) => {}
                // Sending it again would have the same result.
                Err(error @ ServiceError::NotTaken(_)) => {
                    tracing::error!(%error, "the service refused a report of listens: they are lost");
                }
                Err(error) => return Err(error),
            }
            pending.pop_front();
        }
        Ok(())
    }
}
