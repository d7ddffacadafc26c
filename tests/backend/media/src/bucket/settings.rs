//! The settings of a bucket.

use std::time::Duration;

use super::{BucketAddress, BucketError};
use stagepass_kit::secret::Secret;
use stagepass_server::base_url::BaseUrl;

/// The default timeout of a call to a bucket.
pub const PATIENCE: Duration = Duration::from_secs(4);

/// A bucket with its access key.
#[derive(Debug, Clone)]
pub struct BucketSettings {
    /// The bucket and prefix.
    pub address: BucketAddress,
    /// The URL of the service, like `https://s3.example` or `http://127.0.0.1:9000`. The default is Amazon's for the
    /// region.
    pub endpoint: Option<String>,
    /// The region in signatures, for example `us-east-1`. Most services without regions accept this one.
    pub region: String,
    /// The ID of the access key.
    pub access_key_id: String,
    /// The secret access key.
    pub secret_access_key: Secret,
    /// Whether calls without TLS to another machine are allowed. Only for private networks.
    pub allow_http: bool,
    /// The timeout of a call. The default is [`PATIENCE`].
    pub patience: Duration,
}

impl BucketSettings {
    /// The URL of the service, without a trailing slash.
    pub(super) fn endpoint(&self) -> Result<String, BucketError> {
        let region = self.region()?;
        let Some(base) = self.base()? else { return Ok(format!("https://s3.{region}.amazonaws.com")) };
        if !base.is_https() && !base.is_on_this_machine() && !self.allow_http {
            return Err(BucketError::Unencrypted(base.as_str().to_owned()));
        }
        Ok(base.as_str().to_owned())
    }

    /// Whether calls use TLS.
    pub(super) fn is_encrypted(&self) -> Result<bool, BucketError> {
        Ok(self.base()?.is_none_or(|base| base.is_https()))
    }

    pub(super) fn region(&self) -> Result<&str, BucketError> {
        let is_plain = self.region.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_plain && !self.region.is_empty() { Ok(&self.region) } else { Err(BucketError::Region) }
    }

    fn base(&self) -> Result<Option<BaseUrl>, BucketError> {
        self.endpoint.as_deref().map(BaseUrl::parse).transpose().map_err(|_| BucketError::Endpoint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(endpoint: Option<&str>, allow_http: bool) -> BucketSettings {
        BucketSettings {
            address: "s3://audio".parse().unwrap(),
            endpoint: endpoint.map(str::to_owned),
            region: "eu-west-1".to_owned(),
            access_key_id: "id".to_owned(),
            secret_access_key: "hunter2 hunter2".to_owned().into(),
            allow_http,
            patience: PATIENCE,
        }
    }

    #[test]
    fn endpoint_defaults_to_aws_and_must_be_valid() {
        assert_eq!(at(None, false).endpoint().unwrap(), "https://s3.eu-west-1.amazonaws.com");
        for endpoint in ["https://s3.example", "http://127.0.0.1:9000", "http://localhost:9000", "http://[::1]:9000"] {
            assert_eq!(at(Some(&format!("{endpoint}/")), false).endpoint().unwrap(), endpoint);
        }
        assert!(
            at(Some("https://s3.example"), false).is_encrypted().unwrap() && at(None, true).is_encrypted().unwrap()
        );
        for endpoint in ["", "s3.example", "ftp://s3.example", "https://user:secret@s3.example", "https://s3.example?x"]
        {
            assert!(matches!(at(Some(endpoint), true).endpoint(), Err(BucketError::Endpoint)), "{endpoint}");
        }
        assert!(matches!(
            BucketSettings { region: "a b".into(), ..at(None, false) }.endpoint(),
            Err(BucketError::Region)
        ));
    }

    #[test]
    fn remote_plain_http_endpoint_needs_explicit_permission() {
        let error = at(Some("http://s3.example:9000"), false).endpoint().unwrap_err();
        assert!(matches!(&error, BucketError::Unencrypted(_)) && error.to_string().contains("http://s3.example:9000"));
        assert_eq!(at(Some("http://s3.example:9000"), true).endpoint().unwrap(), "http://s3.example:9000");
    }

    #[test]
    fn the_key_is_not_shown() {
        assert!(!format!("{:?}", at(None, false)).contains("hunter2"));
    }
}
