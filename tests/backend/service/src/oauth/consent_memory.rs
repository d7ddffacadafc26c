//! What a user has allowed an app by a click, remembered for 30 days: for the same redirect URI, the same or a smaller
//! scope, and as long as the page would say the same. Such a user gets a shorter page, and no page with `prompt=none`.
//!
//! It ends with a sign-out everywhere, a new password, the removal of the app, or of the redirect URI from the app.

use sha2::{Digest as _, Sha256};

use crate::oauth::authorization_request::{AuthorizationRequest, Scope};
use crate::oauth::permissions::Permission;
use crate::oauth::recipient::Client;
use crate::state::Backend;
use stagepass_store::{CONSENT_REMEMBERED, StoreError};

/// Returns the SHA-256 of what the consent page says: the app's name, and what the scope lets it do.
pub(crate) fn terms_hash(app_name: &str, scope: Scope) -> [u8; 32] {
    let mut hash = Sha256::new();
    let sentences = Permission::of(scope == Scope::Write).map(|permission| permission.sentence);
    for text in std::iter::once(app_name).chain(sentences) {
        hash.update(text.len().to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

/// Returns whether the user has allowed what `request` asks for.
pub(crate) async fn remembers(
    backend: &Backend,
    request: &AuthorizationRequest,
    user_id: i64,
) -> Result<bool, StoreError> {
    let Client::Registered(app) = &request.client else { return Ok(false) };
    let redirect_uri = request.return_address.redirect_uri.as_str();
    let since = backend.clock.now() - CONSENT_REMEMBERED;
    let remembered = backend.store.remembered_consents(user_id, &app.api_key, redirect_uri, since).await?;
    let covers = |scope: Scope| request.scope == Scope::Read || scope == Scope::Write;
    Ok([Scope::Read, Scope::Write].into_iter().filter(|scope| covers(*scope)).any(|scope| {
        let terms_hash = terms_hash(&app.name, scope);
        remembered.iter().any(|consent| consent.scope == scope.as_str() && consent.terms_hash == terms_hash)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_name_or_scope_has_other_terms() {
        let terms = terms_hash("Radio", Scope::Read);
        assert_eq!(terms, terms_hash("Radio", Scope::Read));
        assert_ne!(terms, terms_hash("Radio 2", Scope::Read));
        assert_ne!(terms, terms_hash("Radio", Scope::Write));
    }
}
