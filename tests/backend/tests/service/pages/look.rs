//! The name, the colour and the mark that an operator chose.

use stagepass_backend::Settings;
use stagepass_backend::look::{AccentColour, Look, Mark};
use stagepass_test_support::{TestService, settings};

#[tokio::test]
async fn pages_have_the_operators_name_colour_and_mark() {
    let mark = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo-picture.png");
    let look = Look {
        name: "Radio & Sons".to_owned(),
        accent: Some(AccentColour::parse("#0b57d0").unwrap()),
        mark: Mark::read(mark.as_ref()).unwrap(),
    };
    let world = TestService::with(Settings { look, ..settings() }).await;
    let mut browser = world.browser();
    let page = browser.get("/v1").await;
    assert!(page.body.contains("· Radio &#38; Sons</title>"), "{}", page.body);
    assert!(page.body.contains("This is a Radio &#38; Sons service.") && !page.body.contains("Stagepass"));
    assert!(page.body.contains("<link rel=\"icon\" href=\"/v1/assets/mark.svg\" type=\"image/png\">"));
    let image = browser.get("/v1/assets/mark.svg").await;
    assert_eq!((image.status, image.header("content-type")), (200, "image/png"));
    let style = browser.get("/v1/assets/pages.css").await.body;
    let (before, own) = style.split_at(style.rfind(":root { --accent: #0b57d0;").unwrap());
    assert!(before.contains("--accent: #b4472a") && own.contains("prefers-color-scheme: dark"), "{own}");
}
