//! Authentication of nodes: `Authorization: Node <signature>`. The signature is the gate's URL parameter, over `{cid,
//! timestamp}`.
//!
//! The checks are in the order of the gate: format, CID, signer, age.

use axum::http::{HeaderMap, header};
use stagepass_gate::{Address, Invalid, Parameter, Refusal, admission};

use crate::nodes::known_nodes::KnownNodes;
use crate::nodes::refusal::NodesError;

const SCHEME: &str = "node";

impl KnownNodes {
    /// Returns the node that requests the content with this CID, or the information about it.
    pub(super) fn admit(&self, headers: &HeaderMap, cid: &str) -> Result<Address, NodesError> {
        if self.addresses.is_empty() {
            return Err(NodesError::NoNodes);
        }
        let parameter = parameter(headers)?;
        admission::cid(parameter.data(), cid)?;
        Ok(self.signer_of(&parameter)?)
    }

    /// Returns the node that sent the request.
    pub(super) fn signer(&self, headers: &HeaderMap) -> Result<Address, Refusal> {
        self.signer_of(&parameter(headers)?)
    }

    fn signer_of(&self, parameter: &Parameter) -> Result<Address, Refusal> {
        let signer = parameter.signer()?;
        admission::signer_of_nodes(signer, &self.addresses)?;
        let now = u64::try_from(self.clock.now()).unwrap_or_default().saturating_mul(1000);
        admission::age(parameter.data(), None, now)?;
        Ok(signer)
    }
}

/// Returns the parameter in the header, which must not be repeated.
fn parameter(headers: &HeaderMap) -> Result<Parameter, Invalid> {
    let mut values = headers.get_all(header::AUTHORIZATION).into_iter();
    let value = values.next().filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok());
    let (scheme, value) = value.and_then(|text| text.split_once(' ')).ok_or(Invalid::Member("signature"))?;
    if !scheme.eq_ignore_ascii_case(SCHEME) || value.contains('&') {
        return Err(Invalid::Member("signature"));
    }
    Parameter::from_query(&format!("signature={}", value.trim()))?.ok_or(Invalid::Member("signature"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::http::HeaderValue;
    use proptest::prelude::*;
    use stagepass_gate::{Data, Signer};

    use super::*;
    use stagepass_kit::clock::ManualClock;

    const NOW: i64 = 1_800_000_000;

    fn signer() -> Signer {
        Signer::from_bytes(&[1; 32]).unwrap()
    }

    fn nodes() -> KnownNodes {
        KnownNodes::new(vec![[9; 20].into(), signer().address()], Arc::new(ManualClock::at(NOW)))
    }

    fn with(value: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::AUTHORIZATION, HeaderValue::from_str(value).unwrap())])
    }

    fn signed(cid: Option<&str>, age: i64) -> String {
        let timestamp = u64::try_from((NOW - age) * 1000).ok();
        let data = Data { cid: cid.map(ToOwned::to_owned), timestamp, ..Data::default() };
        signer().sign(&data).unwrap().encoded()
    }

    fn refused(headers: &HeaderMap) -> String {
        nodes().admit(headers, "a").unwrap_err().to_string()
    }

    #[test]
    fn a_node_that_is_known() {
        for (scheme, age) in [("Node", 0), ("node", 60), ("NODE", -30)] {
            let headers = with(&format!("{scheme} {}", signed(Some("a"), age)));
            assert_eq!(nodes().admit(&headers, "a").unwrap(), signer().address(), "{scheme}");
        }
    }

    #[test]
    fn first_fault_is_reported() {
        let good = signed(Some("a"), 0);
        let stranger = Signer::from_bytes(&[2; 32]).unwrap();
        let data = Data { cid: Some("a".into()), timestamp: Some(1), ..Data::default() };
        let of_a_stranger = stranger.sign(&data).unwrap().encoded();
        for (value, words) in [
            (String::new(), "invalid signature"),
            ("Node".to_owned(), "invalid signature"),
            ("Node ".to_owned(), "invalid signature"),
            (format!("Bearer {good}"), "invalid signature"),
            (format!("Node {good}&a=b"), "invalid signature"),
            (format!("Node {}", good.replace("%7D", "")), "invalid signature"),
            (format!("Node {}", signed(Some("b"), 90)), "signature contains incorrect CID"),
            (format!("Node {}", signed(None, 90)), "signature contains incorrect CID"),
            (format!("Node {of_a_stranger}"), "signer not in list of registered nodes"),
            (format!("Node {}", signed(Some("a"), 61)), "signature too old"),
            (format!("Node {}", signed(Some("a"), -31)), "signature from the future"),
        ] {
            assert_eq!(refused(&with(&value)), words, "{value}");
        }
        assert_eq!(refused(&HeaderMap::new()), "invalid signature");
        let mut twice = with(&format!("Node {good}"));
        twice.append(header::AUTHORIZATION, HeaderValue::from_str(&format!("Node {good}")).unwrap());
        assert_eq!(refused(&twice), "invalid signature");
        let without_nodes = KnownNodes::new(vec![], Arc::new(ManualClock::at(NOW)));
        assert!(matches!(without_nodes.admit(&with(&format!("Node {good}")), "a"), Err(NodesError::NoNodes)));
    }

    proptest! {
        #[test]
        fn no_header_makes_it_panic(value in "(Node )?[ -~]{0,80}") {
            prop_assert!(nodes().admit(&with(&value), "a").is_err());
        }
    }
}
