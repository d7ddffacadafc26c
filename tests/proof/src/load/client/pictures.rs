//! The two requests with a body of megabytes that no upload is: a track's artwork and a profile picture.

use stagepass_test_support::html::form_with_button;

use super::{Client, Failure, odd};

/// Ends no field of a form: nothing that is sent has it.
const BOUNDARY: &str = "stagepass-7d1f0c55b2a94e0f";

impl Client {
    /// Replaces a track's artwork, with the access token of its owner.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn replace_artwork(&mut self, access: &str, track: u64, picture: &[u8]) -> Result<(), Failure> {
        let path = format!("{}/tracks/{track}/artwork", self.app.base);
        let headers = format!("Authorization: Bearer {access}\r\nContent-Type: image/png\r\n");
        self.send("PUT", &path, &headers, picture).await?.expected("artwork", 200)?;
        Ok(())
    }

    /// Replaces the profile picture of the user who is signed in with this session, by the form of the account page.
    ///
    /// # Errors
    /// Any [`Failure`].
    pub(crate) async fn replace_picture(&mut self, session: &str, picture: &[u8]) -> Result<(), Failure> {
        let what = "a profile picture";
        let page = self.get(&format!("{}/account", self.app.base), session).await?.expected(what, 200)?;
        let form = form_with_button(&page.text, "save-picture").ok_or_else(|| odd(what, "the page has no form"))?;
        let csrf = form.fields.iter().find(|(name, _)| name == "csrf");
        let (_, csrf) = csrf.ok_or_else(|| odd(what, "the form has no token"))?;
        let headers = format!(
            "Cookie: {session}\r\nOrigin: {}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary={BOUNDARY}\r\n",
            self.app.origin
        );
        let body = multipart(csrf, picture);
        self.send("POST", &form.action, &headers, &body).await?.expected(what, 303)?;
        Ok(())
    }
}

/// The form as a browser sends it (RFC 7578).
fn multipart(csrf: &str, picture: &[u8]) -> Vec<u8> {
    let field = |disposition: &str| format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n");
    let token = field("name=\"csrf\"");
    let file = field("name=\"picture\"; filename=\"picture.png\"");
    let head = format!("{token}\r\n{csrf}\r\n{file}Content-Type: image/png\r\n\r\n");
    [head.as_bytes(), picture, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_holds_token_then_file() {
        let body = multipart("t", b"\x89PNG");
        let text = String::from_utf8_lossy(&body);
        assert_eq!(text.matches(BOUNDARY).count(), 3);
        assert!(text.contains("name=\"csrf\"\r\n\r\nt\r\n--") && text.contains("image/png\r\n\r\n"), "{text}");
        assert!(body.windows(4).any(|bytes| bytes == b"\x89PNG"));
    }
}
