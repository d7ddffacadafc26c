//! What stock clients find out by themselves.

use serde_json::Value;
use stagepass_test_support::TestService;

#[tokio::test]
async fn the_issuers_metadata_names_addresses_that_exist() {
    let world = TestService::new().await;
    let address = format!("{}/.well-known/oauth-authorization-server/v1", world.service.origin());
    let metadata: Value = world.http.get(address).send().await.unwrap().json().await.unwrap();
    assert_eq!(metadata["issuer"], world.service.base_url());
    assert_eq!(metadata["code_challenge_methods_supported"][0], "S256");
    assert_eq!(metadata["authorization_response_iss_parameter_supported"], true);
    for (member, status) in [
        ("authorization_endpoint", 400),
        ("client_check_endpoint", 200),
        ("token_endpoint", 405),
        ("revocation_endpoint", 405),
    ] {
        let endpoint = metadata[member].as_str().unwrap();
        assert_eq!(world.http.get(endpoint).send().await.unwrap().status().as_u16(), status, "{member}");
    }
}
