//! Listens on their way to the service. A report that may have arrived is told again under the same name: the service counts it once.

use std::collections::VecDeque;
use std::sync::Arc;

use data_encoding::HEXLOWER;
use tokio::sync::Mutex;

use crate::catalog::CatalogError;
use crate::listen_count::ListenCount;

use crate::service::{Report, Service, ServiceError};
use stagepass_kit::entropy::{self, EntropyError, SystemEntropy};

/// The listens of one report: it takes up less than the service reads of a body.
const IN_ONE: usize = 400;

#[derive(Debug)]
pub(super) struct Reports {
    service: Arc<Service>,
    /// What the service has not said yes to.
    pending: Mutex<VecDeque<Report>>,
}

impl Reports {
    pub(super) fn new(service: Arc<Service>) -> Self {
        Self { service, pending: Mutex::default() }
    }

    /// Takes listens, unless some of before are still to be told: then there is an error, and they are the caller's to keep.
    pub(super) async fn take(&self, heard: Vec<ListenCount>) -> Result<(), CatalogError> {
        let mut pending = self.pending.lock().await;
        self.tell(&mut pending).await.map_err(|error| CatalogError::CutOff(error.to_string()))?;
        let report = |some: &[ListenCount]| {
            let report_id = HEXLOWER.encode(&entropy::random::<16>(&SystemEntropy)?);
            Ok(Report { report_id, listens: some.iter().map(Into::into).collect() })
        };
        let reports: Result<Vec<_>, EntropyError> = heard.chunks(IN_ONE).map(report).collect();
        pending.extend(reports.map_err(|error| CatalogError::Unavailable(error.to_string()))?);
        if let Err(error) = self.tell(&mut pending).await {
            tracing::warn!(%error, "the service could not be told of listens: they are kept for the next time");
        }
        Ok(())
    }

    async fn tell(&self, pending: &mut VecDeque<Report>) -> Result<(), ServiceError> {
        while let Some(report) = pending.front() {
            match self.service.report(report).await {
                Ok(()) => {}
                // It would be the same the next time.
                Err(error @ ServiceError::NotTaken(_)) => tracing::error!(%error, "listens are lost"),
                Err(error) => return Err(error),
            }
            pending.pop_front();
        }
        Ok(())
    }
}
