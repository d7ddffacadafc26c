//! `POST {base}/account/picture`: sets the profile picture from a multipart form (RFC 7578).
//! `POST {base}/account/picture/remove`: removes it.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::limits::picture_admission::{self, AdmissionError};
use crate::limits::throttle::{ThrottleError, minutes};
use crate::limits::user_slots::UserSlot;
use crate::pages::account::profile::{self, AccountProblems, Change, FormState};
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::{PageForm, is_from_another_site};
use crate::pages::page;
use crate::pages::problem::Problem;
use crate::pages::session::Session;
use crate::state::Backend;
use crate::texts::message::Message;
use stagepass_media::picture::{MAX_BYTES, PictureError};

/// Far larger than the largest picture, so that a user who chose one that is too large gets an error page instead of a
/// closed connection.
pub(crate) const BODY_LIMIT: usize = 32 << 20;
/// How long sending it may take: 5 MB by a slow connection.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(3);

/// Longer than a CSRF token.
const MAX_TOKEN: usize = 200;

/// The submitted form.
#[derive(Default)]
struct PictureForm {
    csrf: Option<String>,
    /// `None` if it is larger than [`MAX_BYTES`].
    file: Option<Vec<u8>>,
}

/// Why the picture was not changed.
#[derive(Debug, thiserror::Error)]
enum NewPictureError {
    #[error("there is no picture")]
    None,
    #[error("the picture is too large")]
    TooLarge,
    #[error("the picture has too many pixels")]
    TooManyPixels,
    #[error("the file is not a PNG or JPEG picture")]
    Format,
    #[error("the file is damaged")]
    Damaged,
    #[error("too many pictures")]
    TooMany { retry_after: i64 },
    #[error("too many pictures are being processed")]
    Busy,
    #[error("the disk is full")]
    StorageFull,
    #[error("{0}")]
    Internal(String),
}

pub(crate) async fn submit(State(backend): State<Arc<Backend>>, headers: HeaderMap, request: Request) -> Response {
    let base = backend.base_url.path();
    if is_from_another_site(&headers) {
        return Problem::no_form(StatusCode::FORBIDDEN).respond(base);
    }
    // Before the body is read, so that only signed-in users can send 5 MB.
    let session = match Session::find(&backend, &headers).await {
        Ok(Some(session)) => session,
        Ok(None) => return ChangeError::SignedOut.respond(&backend, "/account"),
        Err(error) => return ChangeError::from(error).respond(&backend, "/account"),
    };
    let slot = match picture_admission::admit(&backend, session.user.user_id).await {
        Ok(slot) => slot,
        Err(error) => return refused(&backend, &session, &error.into()),
    };
    let Ok(form) = Multipart::from_request(request, &()).await else {
        return Problem::no_form(StatusCode::UNSUPPORTED_MEDIA_TYPE).respond(base);
    };
    let sent = match read(form).await {
        Ok(sent) => sent,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return refused(&backend, &session, &NewPictureError::TooLarge);
        }
        Err(error) => return Problem::no_form(error.status()).respond(base),
    };
    let session = match changing_session(&backend, &headers, sent.csrf.as_deref(), Change::Picture.name()).await {
        Ok(session) => session,
        Err(error) => return error.respond(&backend, "/account"),
    };
    match change(&backend, &session, &slot, sent.file).await {
        Ok(()) => page::see_other(&profile::changed(&backend, Change::Picture)),
        Err(error) => refused(&backend, &session, &error),
    }
}

pub(crate) async fn remove(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    let removed = async {
        let session =
            changing_session(&backend, &headers, form.required("csrf").ok(), Change::NoPicture.name()).await?;
        Ok::<_, ChangeError>(backend.store.set_picture(session.user.user_id, None).await?)
    };
    match removed.await {
        Ok(()) => page::see_other(&profile::changed(&backend, Change::NoPicture)),
        Err(error) => error.respond(&backend, "/account"),
    }
}

async fn read(mut form: Multipart) -> Result<PictureForm, MultipartError> {
    let mut sent = PictureForm { csrf: None, file: Some(Vec::new()) };
    while let Some(field) = form.next_field().await? {
        match field.name() {
            Some("csrf") => {
                sent.csrf = content(field, MAX_TOKEN).await?.and_then(|token| String::from_utf8(token).ok());
            }
            Some("picture") => sent.file = content(field, MAX_BYTES).await?,
            _ => {}
        }
    }
    Ok(sent)
}

/// Returns the content of a field, or `None` if it is longer than `limit`. Reads it to its end in either case.
async fn content(mut field: Field<'_>, limit: usize) -> Result<Option<Vec<u8>>, MultipartError> {
    let mut content = Some(Vec::new());
    while let Some(chunk) = field.chunk().await? {
        content = content.filter(|content| content.len() + chunk.len() <= limit);
        if let Some(content) = &mut content {
            content.extend_from_slice(&chunk);
        }
    }
    Ok(content)
}

async fn change(
    backend: &Backend,
    session: &Session,
    slot: &UserSlot,
    file: Option<Vec<u8>>,
) -> Result<(), NewPictureError> {
    let file = file.ok_or(NewPictureError::TooLarge)?;
    if file.is_empty() {
        return Err(NewPictureError::None);
    }
    let user_id = session.user.user_id;
    let picture = picture_admission::decode(backend, slot, file).await?;
    let set = backend.store.set_picture(user_id, Some((&picture.id, &picture.files))).await;
    set.map_err(|error| NewPictureError::Internal(error.to_string()))
}

fn refused(backend: &Backend, session: &Session, error: &NewPictureError) -> Response {
    let (status, text) = match error {
        NewPictureError::Internal(reason) => {
            return ChangeError::Internal(reason.clone()).respond(backend, "/account");
        }
        NewPictureError::None => (StatusCode::BAD_REQUEST, "picture-none"),
        NewPictureError::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "picture-too-large"),
        NewPictureError::TooManyPixels => (StatusCode::BAD_REQUEST, "picture-too-many-pixels"),
        NewPictureError::Format => (StatusCode::BAD_REQUEST, "picture-format"),
        NewPictureError::Damaged => (StatusCode::BAD_REQUEST, "picture-damaged"),
        NewPictureError::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "picture-too-many"),
        NewPictureError::Busy => (StatusCode::SERVICE_UNAVAILABLE, "picture-busy"),
        NewPictureError::StorageFull => (StatusCode::INSUFFICIENT_STORAGE, "picture-storage-full"),
    };
    let text = Message::new(text);
    let text = match error {
        NewPictureError::TooMany { retry_after } => text.number("minutes", minutes(*retry_after)),
        _ => text,
    };
    let problems = AccountProblems { picture: Some(text), ..AccountProblems::default() };
    let retry_after = match error {
        NewPictureError::TooMany { retry_after } => Some(*retry_after),
        NewPictureError::Busy => Some(picture_admission::RETRY_AFTER),
        _ => None,
    };
    profile::respond(backend, session, status, FormState { problems, retry_after, ..FormState::default() })
}

impl From<PictureError> for NewPictureError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::TooLarge => Self::TooLarge,
            PictureError::TooManyPixels => Self::TooManyPixels,
            PictureError::Format => Self::Format,
            PictureError::Damaged(_) => Self::Damaged,
            PictureError::Busy => Self::Busy,
            PictureError::Entropy(_) | PictureError::Decoder(_) | PictureError::Stopping => {
                Self::Internal(error.to_string())
            }
        }
    }
}

impl From<AdmissionError> for NewPictureError {
    fn from(error: AdmissionError) -> Self {
        match error {
            AdmissionError::Throttle(error) => error.into(),
            AdmissionError::Picture(error) => error.into(),
            AdmissionError::StorageFull => Self::StorageFull,
            AdmissionError::Disk(error) => Self::Internal(error.to_string()),
        }
    }
}

impl From<ThrottleError> for NewPictureError {
    fn from(error: ThrottleError) -> Self {
        match error {
            ThrottleError::TooMany { retry_after } => Self::TooMany { retry_after },
            ThrottleError::Store(error) => Self::Internal(error.to_string()),
        }
    }
}
