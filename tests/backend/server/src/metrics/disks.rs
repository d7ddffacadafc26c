//! Free space of the disks, at the time of the request.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;

use stagepass_kit::disk::Disks;

#[derive(Debug)]
pub(super) struct FreeSpace(pub(super) Disks);

impl Collector for FreeSpace {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let help = "Free space of the disk that this is on";
        let mut free = encoder.encode_descriptor("disk_free", help, Some(&Unit::Bytes), MetricType::Gauge)?;
        for (name, bytes) in self.0.free() {
            ConstGauge::new(i64::try_from(bytes).unwrap_or(i64::MAX)).encode(free.encode_family(&[("of", name)])?)?;
        }
        let refused = ConstCounter::new(self.0.refusals());
        let help = "Uploads, and pieces of uploads, refused for lack of space";
        refused.encode(encoder.encode_descriptor("uploads_refused", help, None, MetricType::Counter)?)
    }
}
