//! The `signature` parameter of a URL.

use std::borrow::Cow;
use std::fmt;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use crate::address::Address;
use crate::admission::{Refusal, signer_of_track};
use crate::data::Data;
use crate::digest::Digest;
use crate::error::Invalid;
use crate::json::Json;
use crate::signature::Signature;

pub use crate::limits::MAX_LENGTH;

/// The parameter's name.
pub const NAME: &str = "signature";

/// Everything but the unreserved characters of RFC 3986 section 2.3.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A well-formed parameter. Its signer and what it grants access to are not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    data: Data,
    document: String,
    digest: Digest,
    signature: Signature,
}

/// Parses the parameter's percent-decoded value and returns its data if one of `authorities` signed it. Does not check
/// its age or what it is for: a node uses [`Request::admit`](crate::Request::admit).
///
/// # Errors
/// [`Refusal::Invalid`] or [`Refusal::SignerNotAuthorized`].
pub fn verify(value: &str, authorities: &[Address]) -> Result<Data, Refusal> {
    let parameter = Parameter::parse(value)?;
    signer_of_track(parameter.signer()?, authorities)?;
    Ok(parameter.data)
}

/// The signer of a document, for tools. The members of the document are not checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredSigner {
    /// The signer.
    pub address: Address,
    /// The document in canonical form.
    pub document: String,
    /// The digest of the document.
    pub digest: Digest,
}

/// Recovers the signer of `{"data": "…", "signature": "0x…"}`. `data` is any JSON document of any length, and its
/// members are not checked. This is for tools: a node uses [`Parameter::parse`].
///
/// # Errors
/// [`Invalid`] if either is malformed or no key matches the signature.
pub fn recover(value: &str) -> Result<RecoveredSigner, Invalid> {
    let (document, signature) = members(value)?;
    let document = Json::parse(&document)?.canonical()?;
    let digest = Digest::of_canonical(&document);
    Ok(RecoveredSigner { address: signature.recover(&digest)?, document, digest })
}

impl Parameter {
    /// Parses the parameter in a URL's query (without its `?`). Returns `None` if the query does not have it.
    ///
    /// # Errors
    /// Any [`Invalid`] but [`Invalid::Unrecoverable`].
    pub fn from_query(query: &str) -> Result<Option<Self>, Invalid> {
        let mut pairs = query.split('&').filter(|pair| is_named(pair));
        let Some(pair) = pairs.next() else { return Ok(None) };
        if pairs.next().is_some() {
            return Err(Invalid::Twice);
        }
        let value = pair.split_once('=').map_or("", |(_, value)| value).replace('+', " ");
        let value = percent_decode_str(&value).decode_utf8().map_err(|_| Invalid::NotUtf8)?;
        Self::parse(&value).map(Some)
    }

    /// Parses the parameter's value: the JSON text, percent-decoded.
    ///
    /// # Errors
    /// Any [`Invalid`] but [`Invalid::Twice`], [`Invalid::NotUtf8`], [`Invalid::Unrecoverable`].
    pub fn parse(value: &str) -> Result<Self, Invalid> {
        if value.len() > MAX_LENGTH {
            return Err(Invalid::TooLong);
        }
        let (document, signature) = members(value)?;
        let (data, document) = Data::parse(&document)?;
        let digest = Digest::of_canonical(&document);
        Ok(Self::from_parts(data, document, digest, signature))
    }

    /// `digest` is the digest of `document`.
    pub(crate) fn from_parts(data: Data, document: String, digest: Digest, signature: Signature) -> Self {
        Self { data, document, digest, signature }
    }

    /// The signed members.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The signed document in canonical form, with the members that are not in [`Data`].
    pub fn document(&self) -> &str {
        &self.document
    }

    /// The digest that was signed. Use it with [`Parameter::signature`] as the key of a cache of signers: the two
    /// determine the signer, and nothing else that a node decides.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The signature.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Recovers the signer. This takes nearly all of the time of a check.
    ///
    /// # Errors
    /// [`Invalid::Unrecoverable`].
    pub fn signer(&self) -> Result<Address, Invalid> {
        self.signature.recover(&self.digest)
    }

    /// Returns `url` with this parameter at the end of its query. Removes any other parameter of the same name.
    pub fn attach_to(&self, url: &str) -> String {
        let (address, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let kept = query.split('&').filter(|pair| !pair.is_empty() && !is_named(pair));
        let own = format!("{NAME}={}", self.encoded());
        let query: Vec<&str> = kept.chain([own.as_str()]).collect();
        format!("{path}?{}{fragment}", query.join("&"))
    }

    /// Returns the percent-encoded value, as in a URL.
    pub fn encoded(&self) -> String {
        utf8_percent_encode(&self.to_string(), RESERVED).to_string()
    }
}

/// Writes the value before percent-encoding.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[derive(Serialize)]
        struct Value<'a> {
            data: &'a str,
            signature: String,
        }
        let value = Value { data: &self.document, signature: self.signature.to_string() };
        f.write_str(&serde_json::to_string(&value).map_err(|_| fmt::Error)?)
    }
}

fn is_named(pair: &str) -> bool {
    let name = pair.split_once('=').map_or(pair, |(name, _)| name);
    percent_decode_str(name).eq(NAME.bytes())
}

/// A value with only the two members. This is the usual case, and is parsed without building a tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainValue<'a> {
    data: String,
    #[serde(borrow)]
    signature: Cow<'a, str>,
}

impl<'a> PlainValue<'a> {
    /// Returns `None` for any other value. The brace is required, because serde would also accept a list of two
    /// strings.
    fn read(value: &'a str) -> Option<Self> {
        if value.starts_with('{') { serde_json::from_str(value).ok() } else { None }
    }
}

/// Returns the document and the signature of `{"data": "…", "signature": "0x…"}`.
fn members(value: &str) -> Result<(String, Signature), Invalid> {
    if let Some(PlainValue { data, signature }) = PlainValue::read(value) {
        return Ok((data, signature.parse()?));
    }
    let Json::Object(mut members) = Json::parse(value)? else { return Err(Invalid::Member("data")) };
    let mut text = |name| match members.remove(name) {
        Some(Json::Text(text)) => Ok(text),
        _ => Err(Invalid::Member(name)),
    };
    Ok((text("data")?, text("signature")?.parse()?))
}
