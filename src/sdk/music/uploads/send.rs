//! Sends a file, and resumes an earlier upload of it.

use std::time::Duration;

use super::options::{OnProgress, Upload, UploadOptions, UploadProgress};
use super::resume_point::{self, FileFacts, StoredPoint};
use super::source::UploadSource;
use super::tus::{Next, Tus, metadata};
use crate::error::{Code, Error};
use crate::sdk::music::json::Data;
use crate::sdk::music::service::Service;

/// Uploads a file. Returns what the service made of it.
pub(crate) async fn upload(
    service: Service<'_>,
    source: &impl UploadSource,
    options: UploadOptions,
) -> Result<Upload, Error> {
    let UploadOptions { filename, mut on_progress } = options;
    let name = filename.or_else(|| source.name()).unwrap_or_default();
    let media_type = source.media_type().unwrap_or_default();
    let endpoint = service.url("/uploads");
    let key = if name.is_empty() { None } else { Some(key(service, source, &name, &media_type).await?) };
    let point = StoredPoint::new(service, &endpoint, key);
    let tus = Tus::new(endpoint.clone(), source.size(), metadata(&name, &media_type), point.read());
    let result = match send_parts(service, source, tus, &mut on_progress, &point).await {
        Ok(url) => service.get::<Data<Upload>>(&url).await.map(|answer| answer.data),
        Err(error) => Err(error),
    };
    let is_over = match &result {
        Ok(_) => true,
        // There is nothing left to resume.
        Err(error) => matches!(error.code(), Code::UploadRefused | Code::NotFound),
    };
    if is_over {
        point.forget();
    }
    result
}

/// Returns the key of the file's resume point.
async fn key(service: Service<'_>, source: &impl UploadSource, name: &str, media_type: &str) -> Result<String, Error> {
    let user_id = service.user_id().await?;
    let [head, tail] = resume_point::ends(source.size());
    let ends = [read(service, source, head.0, head.1).await?, read(service, source, tail.0, tail.1).await?];
    let file = FileFacts { name, size: source.size(), modified: source.modified(), media_type };
    let key = resume_point::key(&file, [&ends[0], &ends[1]], &service.url("/uploads"), user_id);
    key.ok_or_else(|| Code::Internal.into())
}

/// Sends all bytes. Returns the upload's URL.
async fn send_parts(
    service: Service<'_>,
    source: &impl UploadSource,
    mut tus: Tus,
    on_progress: &mut Option<OnProgress>,
    point: &StoredPoint<'_>,
) -> Result<String, Error> {
    let mut next = tus.resume();
    loop {
        next = match next {
            Next::Done(url) => return Ok(url),
            Next::Wait(delay) => {
                service.sleep(Duration::from_millis(delay.into())).await?;
                tus.resume()
            }
            Next::Send(part) => {
                let body = read(service, source, part.offset, part.length).await?;
                let began = service.now();
                match service.send(tus.request(body)?).await {
                    Ok(answer) => {
                        let now = service.now();
                        let taken = tus.answered(&answer, now, now.saturating_sub(began));
                        point.save(tus.resume_point());
                        let next = taken?;
                        if let Some(on_progress) = on_progress {
                            let (sent, resumed_from) = (tus.sent(), tus.resumed_from());
                            on_progress(UploadProgress { sent, total: source.size(), resumed_from });
                        }
                        next
                    }
                    Err(error) => tus.failed(error)?,
                }
            }
        }
    }
}

/// Reads a part of a file, which may be gone or replaced.
async fn read(service: Service<'_>, source: &impl UploadSource, offset: u64, length: u64) -> Result<Vec<u8>, Error> {
    let unreadable = || Error::from(Code::OptionInvalid);
    let size = usize::try_from(length).map_err(|error| unreadable().because(error))?;
    if size == 0 {
        return Ok(Vec::new());
    }
    let bytes =
        service.unless_aborted(source.read(offset, size)).await?.map_err(|error| unreadable().because(error))?;
    if bytes.len() == size { Ok(bytes) } else { Err(unreadable().because("the file cannot be read, or has changed")) }
}
