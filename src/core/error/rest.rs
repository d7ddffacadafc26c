//! The error codes of the REST calls. They do not cross the border from the npm package's wasm, and the script of a
//! login does not contain their titles.

use super::Row;

/// The rows of these codes, in the order of `docs/reference/errors.md`.
pub static REST: [Row; 9] = [
    Row {
        name: "access_refused",
        title: "You cannot hear this track. Ask its owner for access.",
        cause: "The track's access server denied access (401 or 403) by the rule of the track's owner. `description` \
                is its message for the user. `refusals` has each denial reason with a `message` and what helps, if \
                known: `opensAt`, `buyUrl`, `joinUrl` or `signIn`. `rule` is the first reason, `yourCountry` the \
                user's country and `allowedCountries` where the track can be heard.",
        remedy: "Show `description` and what helps: a link to `buyUrl` or `joinUrl`, or `opensAt` in the user's own \
                 time. Call `login` if `signIn` is true.",
    },
    Row {
        name: "forbidden",
        title: "You do not have permission for this. Sign in again and allow more, or use another account.",
        cause: "The service responded with 403. The session lacks the scope `write`, or the track or upload belongs \
                to another user. Or a stream node rejected a new signed URL (401 or 403). The track was deleted, its \
                `accessAuthorities` do not include the access server's signer, or a clock is wrong. `description` is \
                the server's message.",
        remedy: "Read `description`. For the scope, call `login` with `scope: \"write\"`. For the user's own track, \
                 compare `accessAuthorities` with the address of the access server's signer.",
    },
    Row {
        name: "not_found",
        title: "This was not found. Check the link or reload the page.",
        cause: "The service, the access server or the stream node responded with 404. An invitation is unknown \
                (`status` 404), or it was used or has expired (410). `description` says which.",
        remedy: "Check the ID of the track or user. A deleted track has none. Ask the track's owner for another \
                 invitation.",
    },
    Row {
        name: "conflict",
        title: "This conflicts with another change. Reload and try again.",
        cause: "The service responded with 409 or 423. A track uses the upload to discard, or another request sends \
                the same upload. Or another user has published the same audio, so it cannot be gated. Or there are \
                too many tracks of the user or of the same audio. `description` says which. Without a `status`, the \
                same file was already being uploaded, perhaps in another tab, and that did not end within 10 seconds.",
        remedy: "Show `description`. Delete the track that uses the upload, or wait for the other tab. Then call \
                 again.",
    },
    Row {
        name: "upload_refused",
        title: "The file was not accepted. Choose another file.",
        cause: "The file is too large, or it is not audio or a picture in a format that the service accepts. The \
                upload was deleted. `description` is the service's message.",
        remedy: "Show `description`, and let the user choose another file.",
    },
    Row {
        name: "quota_exceeded",
        title: "There is no space for more uploads. Delete one and try again.",
        cause: "The user's uploads exceed the quota or are too many (413), or too many are unfinished (429). \
                `description` says which. Or the service has no space for any user's upload (507), and keeps what was \
                sent.",
        remedy: "Show `description`. `tracks.uploads` lists the uploads, and `tracks.discardUpload` deletes one. \
                 Unfinished uploads expire within a day or a week. For 507, let the user try again later: the same \
                 file resumes.",
    },
    Row {
        name: "playback_blocked",
        title: "The browser blocked the sound. Press play.",
        cause: "Browsers play sound only after the user has clicked or typed on the page (`NotAllowedError`).",
        remedy: "Call `play` in a click handler.",
    },
    Row {
        name: "playback_failed",
        title: "This track cannot be played here. Try another browser.",
        cause: "The signed URL is valid, but the element cannot play the audio. The browser does not support the \
                format, or the file is damaged. `cause` is the element's `MediaError`.",
        remedy: "Offer the track in another format.",
    },
    Row {
        name: "input_invalid",
        title: "This input was not accepted. Correct it and try again.",
        cause: "The service or the access server responded with 400: a value is missing or breaks a rule. For example, \
                a title is empty, an address in `accessAuthorities` is malformed, or a rule is not valid. \
                `description` says which.",
        remedy: "Read `description`, and correct the value. Check it in your form before you send it.",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::error::Code;

    #[test]
    fn rest_error_codes_have_expected_names() {
        for (code, name) in [
            (Code::AccessRefused, "access_refused"),
            (Code::Forbidden, "forbidden"),
            (Code::NotFound, "not_found"),
            (Code::Conflict, "conflict"),
            (Code::UploadRefused, "upload_refused"),
            (Code::QuotaExceeded, "quota_exceeded"),
            (Code::PlaybackBlocked, "playback_blocked"),
            (Code::PlaybackFailed, "playback_failed"),
            (Code::InputInvalid, "input_invalid"),
        ] {
            assert_eq!(code.name(), name);
        }
    }

    #[test]
    fn every_error_has_unique_name_and_plain_texts() {
        let rows: Vec<_> = REST.iter().chain(Code::ALL.iter().map(|code| code.row())).collect();
        assert_eq!(rows.iter().map(|row| row.name).collect::<HashSet<_>>().len(), rows.len());
        for Row { name, title, cause, remedy } in rows {
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
            for text in [title, cause, remedy] {
                assert!(text.ends_with('.') && text.len() > 10, "{name}: {text}");
                for sentence in text.split_inclusive(". ") {
                    assert!(sentence.split_whitespace().count() <= 25, "{name}, more than 25 words: {sentence}");
                }
            }
            // What happened, then what to do.
            assert!(title.split_inclusive(". ").count() == 2, "{name}: {title}");
        }
    }
}
