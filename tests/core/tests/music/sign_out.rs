//! The page on which a user signs out of the service.

use stagepass::http::{Request, StatusCode};
use stagepass_test_support::CALLBACK;

use crate::stage::Stage;

#[tokio::test]
async fn logout_page_links_back_to_app() {
    let stage = Stage::new().await;
    let visitor = stage.visitor();
    let bare = visitor.logout_url(None).await.unwrap().unwrap();
    assert_eq!(bare, format!("{}/oauth/end-session", stage.link.base_url()));
    let url = visitor.logout_url(Some(CALLBACK)).await.unwrap().unwrap();
    assert!(url.starts_with(&format!("{bare}?client_id={}", stage.scene.world.app.api_key)), "{url}");
    let page = stage.scene.world.http.get(&url).send().await.unwrap().text().await.unwrap();
    assert!(page.contains(&format!("href=\"{CALLBACK}\"")), "{page}");
}

#[tokio::test]
async fn requests_have_the_types_of_the_exported_crate() {
    let stage = Stage::new().await;
    let request = Request::get("/me").body(Vec::new()).unwrap();
    assert_eq!(stage.owner().await.fetch(request).await.unwrap().status(), StatusCode::OK);
}
