//! The text of a proof (RFC 9449 section 4.2).

use http::Request;
use serde::Serialize;
use stagepass_core::pkce;
use stagepass_core::text::secret::Secret;

use super::keys::{DpopKey, P256PublicKey};
use crate::error::{Code, Error};
use crate::sdk::json;

/// The claims of a proof, in the order of the RFC's examples.
#[derive(Debug, Serialize)]
pub(super) struct Claims {
    jti: String,
    htm: String,
    htu: String,
    iat: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ath: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<String>,
}

impl Claims {
    /// Returns the claims for a request, with the hash of its access token if it has one.
    ///
    /// # Errors
    /// [`Code::Internal`] if there is no source of random bytes.
    pub(super) fn new(
        request: &Request<Vec<u8>>,
        token: Option<&Secret>,
        iat: u64,
        nonce: Option<String>,
    ) -> Result<Self, Error> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(|_| Error::from(Code::Internal).because("there are no random bytes"))?;
        let mut htu = request.uri().to_string();
        htu.truncate(htu.find(['?', '#']).unwrap_or(htu.len()));
        let ath = token.map(|token| pkce::digest(token.expose()));
        Ok(Self { jti: pkce::base64url(&random), htm: request.method().to_string(), htu, iat, ath, nonce })
    }

    /// Returns the proof: signs these claims.
    ///
    /// # Errors
    /// [`Code::StorageUnavailable`] if the key does not sign.
    pub(super) async fn sign(&self, key: &dyn DpopKey) -> Result<String, Error> {
        let text = self.signing_input(&key.public_key())?;
        let signature = key.sign(text.as_bytes()).await;
        let signature = signature.map_err(|error| Error::from(Code::StorageUnavailable).because(error))?;
        Ok([&text, ".", &pkce::base64url(&signature)].concat())
    }

    /// Returns what is signed (RFC 7515 section 5.1).
    fn signing_input(&self, key: &P256PublicKey) -> Result<String, Error> {
        let [x, y] = [key.x, key.y].map(|coordinate| pkce::base64url(&coordinate));
        let header =
            format!(r#"{{"typ":"dpop+jwt","alg":"ES256","jwk":{{"kty":"EC","x":"{x}","y":"{y}","crv":"P-256"}}}}"#);
        let claims = json::write(self).ok_or(Code::Internal)?;
        Ok([&*pkce::base64url(header.as_bytes()), ".", &*pkce::base64url(claims.as_bytes())].concat())
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use proptest::prelude::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    /// RFC 9449 section 4.1, figure 2, and section 7.1, figure 12.
    const HEADER: &str = "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNo\
        UklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIs\
        ImNydiI6IlAtMjU2In19";
    const CLAIMS: &str = "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUu\
        Y29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ";
    const SIGNATURE: &str = "2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg";
    const TOKEN: &str = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";

    fn decoded(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The key of the RFC's examples.
    fn key() -> P256PublicKey {
        let coordinate = |text| decoded(text).try_into().unwrap();
        P256PublicKey {
            x: coordinate("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs"),
            y: coordinate("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"),
        }
    }

    fn claims(method: &str, url: &str, token: Option<&str>, nonce: Option<&str>) -> Claims {
        let request = Request::builder().method(method).uri(url).body(Vec::new()).unwrap();
        let token = token.map(|token| Secret::from(token.to_owned()));
        Claims::new(&request, token.as_ref(), 1_562_262_616, nonce.map(str::to_owned)).unwrap()
    }

    #[test]
    fn rfc_example_is_written_byte_for_byte() {
        let claims = Claims {
            jti: "-BwC3ESc6acc2lTc".to_owned(),
            ..claims("POST", "https://server.example.com/token", None, None)
        };
        let input = claims.signing_input(&key()).unwrap();
        assert_eq!(input, [HEADER, ".", CLAIMS].concat());
        let point = [&[4], &key().x[..], &key().y].concat();
        let public_key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
        public_key.verify(input.as_bytes(), &decoded(SIGNATURE)).unwrap();
    }

    /// RFC 9449 section 7.1, figure 13.
    #[test]
    fn ath_is_token_hash_and_htu_omits_query() {
        let claims = claims("GET", "https://resource.example.org/protectedresource?a=b", Some(TOKEN), Some("n"));
        assert_eq!(claims.ath.as_deref(), Some("fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo"));
        assert_eq!((&*claims.htm, &*claims.htu), ("GET", "https://resource.example.org/protectedresource"));
        assert_eq!(claims.nonce.as_deref(), Some("n"));
    }

    #[test]
    fn no_two_proofs_have_the_same_jti() {
        let ids: std::collections::BTreeSet<_> =
            (0..1_000).map(|_| claims("GET", "https://a.example/", None, None).jti).collect();
        assert!(ids.len() == 1_000 && ids.iter().all(|id| id.len() == 22));
    }

    proptest! {
        #[test]
        fn claims_are_json_with_any_nonce(nonce in any::<String>(), path in "/[a-z%\"'?]{0,20}") {
            let url = format!("https://a.example{}", path.replace('"', "%22"));
            let claims = claims("GET", &url, None, Some(&nonce));
            let input = claims.signing_input(&key()).unwrap();
            let read: serde_json::Value = serde_json::from_slice(&decoded(input.split_once('.').unwrap().1)).unwrap();
            prop_assert_eq!(read["nonce"].as_str(), Some(&*nonce));
            prop_assert!(!read["htu"].as_str().unwrap().contains('?'));
        }
    }
}
