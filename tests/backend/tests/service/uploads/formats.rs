//! What is audio, and what it is taken for.

use std::time::Duration;

use reqwest::Method;
use stagepass_test_support::api_client::{ApiClient, fixture, sent, wav};

#[tokio::test]
async fn each_format_is_known_by_its_content() {
    let scene = ApiClient::new().await;
    for (name, mime_type) in [
        ("tone.mp3", "audio/mpeg"),
        ("tone.flac", "audio/flac"),
        ("tone.ogg", "audio/ogg"),
        ("tone.opus", "audio/ogg"),
        ("tone.m4a", "audio/mp4"),
        ("tone-he.m4a", "audio/mp4"),
        ("tone-surround.m4a", "audio/mp4"),
        ("tone.aac", "audio/aac"),
        ("tone.webm", "audio/webm"),
        ("tone-mp3.wav", "audio/wav"),
    ] {
        let bytes = fixture(name);
        let data = scene.uploaded(&bytes).await;
        assert_eq!(
            (data["status"].as_str(), data["mime_type"].as_str()),
            (Some("completed"), Some(mime_type)),
            "{name}"
        );
        assert_eq!(
            (data["size"].as_u64(), data["offset"].as_u64()),
            (Some(bytes.len() as u64), Some(bytes.len() as u64))
        );
        let duration = data["duration"].as_f64().unwrap();
        assert!((1.45..1.65).contains(&duration), "{name}: {duration} s");
    }
    let data = scene.uploaded(&wav(Duration::from_millis(2_345))).await;
    assert_eq!((data["mime_type"].as_str(), data["duration"].as_f64()), (Some("audio/wav"), Some(2.345)));
}

#[tokio::test]
async fn its_name_is_the_cid_of_its_bytes() {
    let scene = ApiClient::new().await;
    // Made with another program: "b" and the base32 of 01 55 12 20 and the SHA-256.
    for (name, cid) in [
        ("tone.mp3", "bafkreifq6b7qbthjwetk7iz3246xt7mvbfmvogkcf5atzgmiyigydzacj4"),
        ("tone.flac", "bafkreieqanwtc6tkba6wtgydt3i54s7lyflomdqolbxrnbwsnem2acqg3y"),
    ] {
        assert_eq!(scene.uploaded(&fixture(name)).await["track_cid"], cid);
        assert_eq!(std::fs::read(scene.world.service.media().join("audio").join(cid)).unwrap(), fixture(name));
    }
    scene.uploaded(&fixture("tone.mp3")).await;
    assert_eq!((scene.files("audio"), scene.files("uploads")), (2, 0), "the same once more is kept once");
}

#[tokio::test]
async fn non_audio_file_is_rejected_and_deleted() {
    let scene = ApiClient::new().await;
    let sound = wav(Duration::from_secs(1));
    let png = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo-picture.png")).unwrap();
    let noise: Vec<u8> = (0..200_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let page = b"<!doctype html><script>alert(1)</script>";
    let cases: [(&str, Vec<u8>); 9] = [
        ("text", b"La la la.\n".repeat(100)),
        ("a page", page.repeat(50)),
        ("a page before a WAV file", [&page[..], &sound].concat()),
        ("an archive with an MP3 file", [&b"PK\x03\x04\x0a\0"[..], &[0; 24], &fixture("tone.mp3")].concat()),
        ("a picture", png),
        ("noise", noise),
        ("a header and no sound", sound[..44].to_vec()),
        ("a codec that few players know", fixture("tone-alac.m4a")),
        ("a hundred thousand packets with nothing in them", fixture("empty-packets.m4a")),
    ];
    for (name, bytes) in cases {
        let upload = scene.begin(bytes.len()).await;
        let reply = scene.append(&upload, 0, &bytes).await;
        assert_eq!((reply.status, reply.error().as_str()), (422, "not_audio"), "{name}");
        assert!(reply.json()["error_description"].as_str().unwrap().len() > 20);
        assert_eq!(scene.get(&upload, &scene.token).await.status, 404, "{name}");
        assert_eq!((scene.files("uploads"), scene.files("audio")), (0, 0), "{name}");
    }
    scene.create(&scene.token, 0).await.is_error(422, "not_audio");
}

#[tokio::test]
async fn client_metadata_does_not_affect_detected_mime_type() {
    let scene = ApiClient::new().await;
    // "evil.html", "text/html"
    let metadata = "filename ZXZpbC5odG1s,filetype dGV4dC9odG1s";
    let sound = fixture("tone.mp3");
    let begun = scene.tus(Method::POST, "/uploads", &scene.token).header("upload-length", sound.len());
    let upload = sent(begun.header("upload-metadata", metadata)).await.header("location").to_owned();
    assert_eq!(sent(scene.tus(Method::HEAD, &upload, &scene.token)).await.header("upload-metadata"), metadata);
    assert_eq!(scene.append(&upload, 0, &sound).await.status, 204);
    assert_eq!(scene.get(&upload, &scene.token).await.json()["data"]["mime_type"], "audio/mpeg");
}

#[tokio::test]
async fn format_that_browsers_do_not_play_is_named() {
    let scene = ApiClient::new().await;
    let aiff = [&b"FORM\0\0\x20\0AIFF"[..], &[0; 8_000]].concat();
    for (file, name) in [(aiff, "AIFF"), (fixture("tone-alac.m4a"), "Apple Lossless (ALAC)")] {
        let upload = scene.begin(file.len()).await;
        let reply = scene.append(&upload, 0, &file).await;
        let description = reply.json()["error_description"].as_str().unwrap().to_owned();
        let expected = format!(
            "browsers do not play {name}: convert the file to FLAC, for example with `ffmpeg -i FILE out.flac`"
        );
        assert_eq!((reply.status, description), (422, expected));
    }
}
