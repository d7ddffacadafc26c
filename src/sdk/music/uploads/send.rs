//! Sends a file, and resumes an earlier upload of it.

use std::time::Duration;

use http::Method;

use super::entry::{Upload, UploadProgress};
use super::options::UploadOptions;
use super::pace::Pace;
use super::points::StoredPoint;
use super::resume_point::{self, FileFacts};
use super::source::UploadSource;
use super::turn::Turn;
use super::tus::{Next, Tus};
use crate::error::{Code, Error};
use crate::sdk::music::service::{Ask, Service};
use crate::sdk::music::track::Data;

/// Uploads a file. Returns what the service made of it.
pub(crate) async fn upload(
    service: Service<'_>,
    source: &impl UploadSource,
    mut options: UploadOptions,
) -> Result<Upload, Error> {
    options.complete(source);
    let endpoint = service.url("/uploads");
    let Some(name) = &options.filename else {
        return send(service, source, options, StoredPoint::new(service, &endpoint, None)).await;
    };
    let facts = FileFacts {
        name,
        size: source.size(),
        modified: source.modified(),
        media_type: options.media_type.as_deref().unwrap_or_default(),
    };
    let user_id = service.own_id().await?;
    let [head, tail] = resume_point::ends(source.size());
    let ends = [read(service, source, head.0, head.1).await?, read(service, source, tail.0, tail.1).await?];
    let key = resume_point::key(&facts, [&ends[0], &ends[1]], &endpoint, user_id).ok_or(Code::Internal)?;
    let _turn = Turn::take(service, &key).await?;
    send(service, source, options, StoredPoint::new(service, &endpoint, Some(&key))).await
}

/// Sends the file, and resumes if there is a resume point.
async fn send(
    service: Service<'_>,
    source: &impl UploadSource,
    mut options: UploadOptions,
    point: StoredPoint<'_>,
) -> Result<Upload, Error> {
    let known = if options.resume { point.read() } else { None };
    let tus = Tus::new(service.url("/uploads"), source.size(), options.metadata(), known);
    let result = match send_parts(service, source, tus, &mut options, &point).await {
        Ok(url) => service.ask::<Data<Upload>>(Ask::new(Method::GET, url)).await.map(|answer| answer.data),
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

/// Sends all bytes. Returns the upload's URL.
async fn send_parts(
    service: Service<'_>,
    source: &impl UploadSource,
    mut tus: Tus,
    options: &mut UploadOptions,
    point: &StoredPoint<'_>,
) -> Result<String, Error> {
    let mut pace = Pace::default();
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
                        let heard = tus.answered(&answer, now, now.saturating_sub(began));
                        point.save(tus.resume_point());
                        let next = heard?;
                        if let Some(on_progress) = &mut options.on_progress {
                            on_progress(progress(&tus, source.size(), &mut pace, now));
                        }
                        next
                    }
                    Err(error) => tus.failed(error)?,
                }
            }
        }
    }
}

fn progress(tus: &Tus, total: u64, pace: &mut Pace, now: u64) -> UploadProgress {
    let (bytes_per_second, time_left) = pace.measure(now, tus.sent(), total);
    UploadProgress {
        sent: tus.sent(),
        total,
        upload_id: tus.upload_id().map(str::to_owned),
        resumed_from: tus.resumed_from(),
        bytes_per_second,
        time_left,
    }
}

/// Reads a part of a file, which may be gone or replaced.
pub(crate) async fn read(
    service: Service<'_>,
    source: &impl UploadSource,
    offset: u64,
    length: u64,
) -> Result<Vec<u8>, Error> {
    let unreadable = || Error::from(Code::OptionInvalid);
    let size = usize::try_from(length).map_err(|error| unreadable().because(error))?;
    if size == 0 {
        return Ok(Vec::new());
    }
    let bytes =
        service.unless_aborted(source.read(offset, size)).await?.map_err(|error| unreadable().because(error))?;
    if bytes.len() == size { Ok(bytes) } else { Err(unreadable().because("the file cannot be read, or has changed")) }
}
