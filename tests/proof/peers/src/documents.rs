//! The documents that every contender signs and verifies, in every language.

use stagepass_gate::Data;

/// Their number: enough that branch prediction does not learn one of them.
pub(crate) const COUNT: usize = 16;
/// The private key, byte by byte.
pub(crate) const KEY: [u8; 32] = [1; 32];

/// The documents: those that a node sees, four members each.
pub(crate) fn documents() -> Vec<Data> {
    let document = |timestamp| Data {
        cid: Some("baeaaaiqsecjitceegveqtb67yhksnwe75w4khfsep5obuuljl2il3wwnm22su".to_owned()),
        timestamp: Some(timestamp),
        track_id: Some(1_462_669_012),
        user_id: Some(51),
        ..Data::default()
    };
    (1_790_000_000_000..).take(COUNT).map(document).collect()
}
