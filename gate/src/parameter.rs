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

/// A parameter of the right form. Whose it is and what it opens is still to be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    data: Data,
    document: String,
    digest: Digest,
    signature: Signature,
}

/// Reads the parameter's value (percent-decoded), and gives what it says if one of `authorities` signed it. Looks neither at its age
/// nor at what it is for: for a node that is [`Request::admit`](crate::Request::admit)'s part.
///
/// # Errors
/// [`Refusal::Invalid`] or [`Refusal::SignerNotAuthorized`].
pub fn verify(value: &str, authorities: &[Address]) -> Result<Data, Refusal> {
    let parameter = Parameter::parse(value)?;
    signer_of_track(parameter.signer()?, authorities)?;
    Ok(parameter.data)
}

/// Who signed a document, for tools: its members are not judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveredSigner {
    /// Who signed it.
    pub address: Address,
    /// It, in canonical form.
    pub document: String,
    /// Its digest.
    pub digest: Digest,
}

/// Recovers the signer of `{"data": "…", "signature": "0x…"}`, where `data` is any JSON document of any length: canonicalised and hashed,
/// not judged. For tools; a node uses [`Parameter::parse`].
///
/// # Errors
/// [`Invalid`] if either is malformed or no key fits the signature.
pub fn recover(value: &str) -> Result<RecoveredSigner, Invalid> {
    let (document, signature) = members(value)?;
    let document = Json::parse(&document)?.canonical()?;
    let digest = Digest::of_canonical(&document);
    Ok(RecoveredSigner { address: signature.recover(&digest)?, document, digest })
}

impl Parameter {
    /// Reads the parameter out of a URL's query (without its `?`). `None` if it isn't there.
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

    /// Reads the parameter's value: the JSON text, percent-decoded.
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

    /// `digest` is the document's.
    pub(crate) fn from_parts(data: Data, document: String, digest: Digest, signature: Signature) -> Self {
        Self { data, document, digest, signature }
    }

    /// What it says, if its signer is to be believed.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The signed document in canonical form, with the members that [`Data`] doesn't know.
    pub fn document(&self) -> &str {
        &self.document
    }

    /// What was signed. With [`Parameter::signature`] the key of a cache of signers: the two determine who signed, and nothing else that
    /// a node decides.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The signature.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Who signed it. Nearly all the time that a check takes goes here.
    ///
    /// # Errors
    /// [`Invalid::Unrecoverable`].
    pub fn signer(&self) -> Result<Address, Invalid> {
        self.signature.recover(&self.digest)
    }

    /// `url` with this parameter at its query's end, and without another of the name.
    pub fn attach_to(&self, url: &str) -> String {
        let (address, fragment) = url.split_at(url.find('#').unwrap_or(url.len()));
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let kept = query.split('&').filter(|pair| !pair.is_empty() && !is_named(pair));
        let own = format!("{NAME}={}", self.encoded());
        let query: Vec<&str> = kept.chain([own.as_str()]).collect();
        format!("{path}?{}{fragment}", query.join("&"))
    }

    /// The value as it stands in a URL: percent-encoded.
    pub fn encoded(&self) -> String {
        utf8_percent_encode(&self.to_string(), RESERVED).to_string()
    }
}

/// The value before it is percent-encoded.
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

/// A value with the two members and no others: the usual one, read without building a tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlainValue<'a> {
    data: String,
    #[serde(borrow)]
    signature: Cow<'a, str>,
}

impl<'a> PlainValue<'a> {
    /// `None` for every other, whatever there is to be said about it. (Without the brace, serde would take a list of two strings, too.)
    fn read(value: &'a str) -> Option<Self> {
        if value.starts_with('{') { serde_json::from_str(value).ok() } else { None }
    }
}

/// The document and the signature of `{"data": "…", "signature": "0x…"}`.
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
