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
    assert_eq!(upload.sent(), 0);

    assert_eq!(hear(&mut upload, 204, &[("upload-offset", "1048576")]), Ok(part(MEGABYTE, 5)));
    assert_eq!(hear(&mut upload, 204, &[("upload-offset", "1048581")]), Ok(Next::Done(URL.to_owned())));
    assert_eq!(upload.resumed_from(), None);
}

#[test]
fn metadata_is_in_base64() {
    assert_eq!(metadata("é.mp3", "audio/mpeg"), "filename w6kubXAz,filetype YXVkaW8vbXBlZw==");
    assert_eq!(metadata("", "audio/mpeg"), "filetype YXVkaW8vbXBlZw==");
    assert_eq!(metadata(&"a".repeat(2_000), ""), "");
}

#[test]
fn fast_connection_enlarges_parts_slow_one_shrinks_them() {
    let mut upload = sending(100 * MEGABYTE);
    let mut offset = 0;
    let mut sent = |took| {
        offset += upload.part_size;
        let headers = [("upload-offset", offset.to_string())];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        upload.answered(&answer(204, &headers, ""), NOW, took).unwrap();
        upload.part_size
    };
    assert_eq!([100, 100, 100, 100].map(&mut sent), [2, 4, 8, 8].map(|size| size * MEGABYTE));
    assert_eq!([5_000, 9_000].map(&mut sent), [MAX_PART, MAX_PART / 2]);
    for _ in 0..9 {
        upload.failed(Code::Network.into()).unwrap();
    }
    assert_eq!(upload.part_size, MIN_PART);
}

#[test]
fn an_earlier_upload_resumes_where_it_was() {
    let mut upload = resumed(9);
    assert_eq!(upload.resume(), part(0, 0));
    assert_eq!(upload.request(vec![]).unwrap().method(), "HEAD");
    assert_eq!(hear(&mut upload, 200, &[("upload-length", "9"), ("upload-offset", "4")]), Ok(part(4, 5)));
    assert_eq!((upload.resumed_from(), upload.sent()), (Some(4), 4));
    // After a lost connection, an offset is of the same attempt.
    let mut same = sending(9);
    same.failed(Code::Network.into()).unwrap();
    same.resume();
    hear(&mut same, 200, &[("upload-length", "9"), ("upload-offset", "3")]).unwrap();
    assert_eq!((same.resumed_from(), same.sent()), (None, 3));
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
fn exhausted_quota_or_ended_session_is_not_retried() {
    for code in [Code::Aborted, Code::NotSignedIn, Code::SessionExpired, Code::BadResponse] {
        assert_eq!(sending(9).failed(code.into()), Err(code.into()));
    }
    for (status, error) in [(413, "quota_exceeded"), (429, "too_many_uploads"), (507, "storage_full")] {
        let body = format!(r#"{{"error":"{error}"}}"#);
        let error = sending(9).answered(&answer(status, &[], &body), NOW, 0).unwrap_err();
        assert_eq!((error.code(), error.status()), (Code::QuotaExceeded, Some(status)));
    }
}

#[test]
fn upload_at_another_service_is_not_created() {
    let mut upload = new(9);
    upload.resume();
    let error = hear(&mut upload, 201, &[("location", "https://evil.example/v1/uploads/a")]).unwrap_err();
    assert_eq!((error.code(), upload.resume_point()), (Code::BadResponse, None));
}

#[test]
fn upload_without_valid_offset_is_not_resumed() {
    let cases: [&[(&str, &str)]; 5] = [
        &[("upload-length", "9")],
        &[("upload-offset", "4")],
        &[("upload-length", "9"), ("upload-offset", "10")],
        &[("upload-length", "9"), ("upload-offset", "+4")],
        // Another file's.
        &[("upload-length", "8"), ("upload-offset", "4")],
    ];
    for headers in cases {
        let mut upload = resumed(9);
        upload.resume();
        let error = hear(&mut upload, 200, headers).unwrap_err();
        assert_eq!((error.code(), error.status()), (Code::BadResponse, Some(200)), "{headers:?}");
        assert_eq!(upload.resume_point().is_some(), headers.contains(&("upload-length", "9")), "{headers:?}");
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
    fn deliver_to(&self, upload: &mut Tus) -> Result<Next, Error> {
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
                    next = answer.deliver_to(&mut upload);
                }
                Ok(Next::Wait(_)) => next = Ok(upload.resume()),
                Ok(Next::Done(_)) => break "done".to_owned(),
                Err(error) => break error.code().to_string(),
            }
        };
        assert_eq!((sent, ended), (sends, end), "{name}");
    }
}
