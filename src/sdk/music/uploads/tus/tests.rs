//! Uploads against a service that the test plays.

use http::Response;

use super::*;

const ENDPOINT: &str = "https://music.example/v1/uploads";
const URL: &str = "https://music.example/v1/uploads/a";
const NOW: u64 = 1_800_000_000_000;
const MEGABYTE: u64 = 1024 * 1024;

fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> Response<Vec<u8>> {
    let answer =
        headers.iter().fold(Response::builder().status(status), |answer, (name, value)| answer.header(*name, *value));
    answer.body(body.as_bytes().to_vec()).unwrap()
}

fn hear(upload: &mut Tus, status: u16, headers: &[(&str, &str)]) -> Result<Next, Error> {
    upload.answered(&answer(status, headers, ""), NOW, 5_000)
}

fn new(size: u64) -> Tus {
    Tus::new(ENDPOINT.to_owned(), size, "filename YQ==".to_owned(), None)
}

fn resumed(size: u64) -> Tus {
    Tus::new(ENDPOINT.to_owned(), size, String::new(), Some(URL.to_owned()))
}

/// Returns an upload that has sent its first request for bytes.
fn sending(size: u64) -> Tus {
    let mut upload = new(size);
    upload.resume();
    hear(&mut upload, 201, &[("location", URL)]).unwrap();
    upload
}

fn part(offset: u64, length: u64) -> Next {
    Next::Send(Part { offset, length })
}

#[test]
fn a_file_is_created_and_sent_in_parts() {
    let mut upload = new(MEGABYTE + 5);
    assert_eq!(upload.resume(), part(0, 0));
    let create = upload.request(vec![]).unwrap();
    assert_eq!((create.method().as_str(), create.uri().to_string().as_str()), ("POST", ENDPOINT));
    assert_eq!(create.headers()["upload-length"], "1048581");
    assert_eq!(create.headers()["upload-metadata"], "filename YQ==");
    assert_eq!(create.headers()["tus-resumable"], "1.0.0");

    assert_eq!(hear(&mut upload, 201, &[("location", "/v1/uploads/a")]), Ok(part(0, MEGABYTE)));
    let send = upload.request(vec![7]).unwrap();
    assert_eq!((send.method().as_str(), send.uri().to_string().as_str()), ("PATCH", URL));
    assert_eq!(send.headers()["upload-offset"], "0");
    assert_eq!(send.headers()["content-type"], "application/offset+octet-stream");
    assert_eq!((upload.upload_id(), upload.sent()), (Some("a"), 0));

    assert_eq!(hear(&mut upload, 204, &[("upload-offset", "1048576")]), Ok(part(MEGABYTE, 5)));
    assert_eq!(hear(&mut upload, 204, &[("upload-offset", "1048581")]), Ok(Next::Done(URL.to_owned())));
    assert_eq!(upload.resumed_from(), None);
}

#[test]
fn an_earlier_upload_resumes_where_it_was() {
    let mut upload = resumed(9);
    assert_eq!(upload.resume(), part(0, 0));
    assert_eq!(upload.request(vec![]).unwrap().method(), "HEAD");
    assert_eq!(hear(&mut upload, 200, &[("upload-length", "9"), ("upload-offset", "4")]), Ok(part(4, 5)));
    assert_eq!((upload.resumed_from(), upload.sent()), (Some(4), 4));
    // A complete one needs nothing more.
    let mut complete = resumed(9);
    complete.resume();
    assert_eq!(
        hear(&mut complete, 200, &[("upload-length", "9"), ("upload-offset", "9")]),
        Ok(Next::Done(URL.to_owned()))
    );
}

#[test]
fn an_upload_that_is_gone_starts_again() {
    for status in [404, 410, 400] {
        let mut upload = resumed(9);
        upload.resume();
        assert_eq!(hear(&mut upload, status, &[]), Ok(part(0, 0)), "{status}");
        assert_eq!(upload.request(vec![]).unwrap().method(), "POST");
        assert_eq!(upload.resume_point(), None);
    }
}

#[test]
fn an_upload_of_another_file_is_not_resumed() {
    let mut upload = resumed(9);
    upload.resume();
    let error = hear(&mut upload, 200, &[("upload-length", "8"), ("upload-offset", "4")]).unwrap_err();
    assert_eq!((error.code(), error.status()), (Code::BadResponse, Some(200)));
    assert_eq!(upload.resume_point(), None);
}

#[test]
fn a_busy_service_does_not_lose_the_bytes() {
    for status in [423, 429, 500, 503] {
        let mut upload = resumed(9);
        upload.resume();
        assert_eq!(hear(&mut upload, status, &[]), Ok(Next::Wait(0)), "{status}");
        assert_eq!(upload.resume(), part(0, 0));
        assert_eq!(upload.request(vec![]).unwrap().method(), "HEAD");
    }
    let mut upload = resumed(9);
    upload.resume();
    assert_eq!(hear(&mut upload, 403, &[]).unwrap_err().code(), Code::Forbidden);
}

#[test]
fn after_a_lost_connection_the_offset_is_requested() {
    let mut upload = sending(9);
    assert_eq!(upload.failed(Code::Network.into()), Ok(Next::Wait(0)));
    assert_eq!(upload.resume(), part(0, 0));
    assert_eq!(hear(&mut upload, 200, &[("upload-length", "9"), ("upload-offset", "3")]), Ok(part(3, 6)));
    // It is not an earlier attempt.
    assert_eq!(upload.resumed_from(), None);
}

#[test]
fn delays_grow_and_restart_once_bytes_have_arrived() {
    let mut upload = sending(9);
    for delay in RETRY_DELAYS {
        assert_eq!(upload.failed(Code::Timeout.into()), Ok(Next::Wait(delay)));
        upload.resume();
        assert_eq!(hear(&mut upload, 200, &[("upload-length", "9"), ("upload-offset", "0")]), Ok(part(0, 9)));
    }
    assert_eq!(upload.failed(Code::Timeout.into()), Err(Code::Timeout.into()));

    let mut upload = sending(9);
    upload.failed(Code::Network.into()).unwrap();
    upload.resume();
    hear(&mut upload, 503, &[]).unwrap();
    upload.resume();
    hear(&mut upload, 200, &[("upload-length", "9"), ("upload-offset", "3")]).unwrap();
    assert_eq!(upload.failed(Code::Network.into()), Ok(Next::Wait(0)));
}

#[test]
fn only_temporary_failures_are_retried() {
    for code in [Code::Aborted, Code::NotSignedIn, Code::SessionExpired, Code::BadResponse] {
        assert_eq!(sending(9).failed(code.into()), Err(code.into()));
    }
    for (status, code) in
        [(403, Code::Forbidden), (404, Code::NotFound), (415, Code::UploadRefused), (422, Code::UploadRefused)]
    {
        assert_eq!(hear(&mut sending(9), status, &[]).unwrap_err().code(), code, "{status}");
    }
    for status in [408, 409, 423, 425, 429, 500, 502, 503] {
        assert_eq!(hear(&mut sending(9), status, &[]), Ok(Next::Wait(0)), "{status}");
    }
    for (status, error) in [(413, "quota_exceeded"), (429, "too_many_uploads"), (507, "storage_full")] {
        let body = format!(r#"{{"error":"{error}"}}"#);
        let error = sending(9).answered(&answer(status, &[], &body), NOW, 0).unwrap_err();
        assert_eq!((error.code(), error.status()), (Code::QuotaExceeded, Some(status)));
    }
}

#[test]
fn responses_that_are_not_of_tus_are_rejected() {
    type Case<'a> = (fn() -> Tus, u16, &'a [(&'a str, &'a str)]);
    let created: fn() -> Tus = || {
        let mut upload = new(9);
        upload.resume();
        upload
    };
    let found: fn() -> Tus = || {
        let mut upload = resumed(9);
        upload.resume();
        upload
    };
    let cases: [Case; 11] = [
        (created, 201, &[]),
        (created, 201, &[("location", "https://evil.example/v1/uploads/a")]),
        (created, 302, &[("location", URL)]),
        (found, 200, &[("upload-length", "9")]),
        (found, 200, &[("upload-offset", "4")]),
        (found, 200, &[("upload-length", "9"), ("upload-offset", "10")]),
        (found, 200, &[("upload-length", "9"), ("upload-offset", "+4")]),
        (|| sending(9), 204, &[]),
        // No progress would be an endless loop.
        (|| sending(9), 204, &[("upload-offset", "0")]),
        (|| sending(9), 204, &[("upload-offset", "10")]),
        (|| sending(9), 304, &[]),
    ];
    for (upload, status, headers) in cases {
        let error = hear(&mut upload(), status, headers).unwrap_err();
        assert_eq!((error.code(), error.status()), (Code::BadResponse, Some(status)), "{status} {headers:?}");
    }
}

#[test]
fn the_resume_point_expires_by_this_clock() {
    let mut upload = new(9);
    upload.resume();
    // The service's clock is an hour late.
    let headers = [
        ("location", URL),
        ("date", "Fri, 15 Jan 2027 07:00:00 GMT"),
        ("upload-expires", "Fri, 15 Jan 2027 07:00:10 GMT"),
    ];
    hear(&mut upload, 201, &headers).unwrap();
    assert_eq!(upload.resume_point(), Some((URL, Some(NOW + 10_000))));
    hear(&mut upload, 204, &[("upload-offset", "4")]).unwrap();
    assert_eq!(upload.resume_point(), Some((URL, None)));
}

#[derive(serde::Deserialize)]
struct Row {
    name: String,
    answers: Vec<Answer>,
    sends: Vec<String>,
    end: String,
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Answer {
    Network(String),
    Response {
        status: u16,
        #[serde(default)]
        location: bool,
        offset: Option<u64>,
        length: Option<u64>,
    },
}

impl Answer {
    fn heard_by(&self, upload: &mut Tus) -> Result<Next, Error> {
        let (status, location, numbers) = match self {
            Self::Network(text) => {
                assert_eq!(text, "network");
                return upload.failed(Code::Network.into());
            }
            Self::Response { status, location, offset, length } => (
                *status,
                location.then(|| ("location", URL.to_owned())),
                [("upload-offset", offset), ("upload-length", length)],
            ),
        };
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, number.as_ref()?.to_string())));
        let headers: Vec<_> = location.into_iter().chain(numbers).collect();
        hear(upload, status, &headers.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>())
    }
}

/// The facade follows these vectors too, for a file of nine bytes.
#[test]
fn file_is_sent_as_the_vectors_say() {
    let rows: Vec<Row> = serde_json::from_str(include_str!("../../../../../tests/vectors/upload.json")).unwrap();
    assert!(rows.len() > 20);
    for Row { name, answers, sends, end } in rows {
        let (mut upload, mut answers, mut sent) = (new(9), answers.iter(), Vec::new());
        let mut next = Ok(upload.resume());
        let ended = loop {
            match next {
                Ok(Next::Send(_)) => {
                    let request = upload.request(vec![]).unwrap();
                    let offset = request.headers().get("upload-offset").map(|offset| offset.to_str().unwrap());
                    sent.push(
                        [Some(request.method().as_str()), offset].into_iter().flatten().collect::<Vec<_>>().join(" "),
                    );
                    let Some(answer) = answers.next() else { break "an answer is missing".to_owned() };
                    next = answer.heard_by(&mut upload);
                }
                Ok(Next::Wait(_)) => next = Ok(upload.resume()),
                Ok(Next::Done(_)) => break "done".to_owned(),
                Err(error) => break error.code().to_string(),
            }
        };
        assert_eq!((sent, ended), (sends, end), "{name}");
    }
}
