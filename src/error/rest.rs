//! The failures that only the REST half of the npm package meets. They never cross the border from the wasm, so they have
//! no number, and neither a login's script nor the wasm carries a word of them.

use super::Row;

/// Each code that TypeScript alone throws, in the order of `docs/reference/errors.md`.
pub static REST: &[Row] = &[
    Row {
        name: "access_refused",
        message: "Access to this track was not given.",
        cause: "The track's access server said no (401 or 403): a rule of the track's owner does not let this listener in. `description` is its sentence for them. `refusals` are the parts of the rule that stand in the way, each with a sentence (`message`) and, where the server tells, what would help: `opensAt`, `buyUrl`, `joinUrl`, `signIn`. Where it told, `rule` names the first of them, `yourCountry` is where it takes the listener to be, and `allowedCountries` says where the track can be heard.",
        remedy: "Show `description`, and what would help: a link to `buyUrl` or `joinUrl`, `opensAt` in the listener's own time, `login` where `signIn` says so.",
    },
    Row {
        name: "forbidden",
        message: "This is not allowed.",
        cause: "The service answered 403: the session lacks the scope `write`, or the track or the upload is somebody else's. Or the node refused the audio's address (401 or 403), new as it was: the track was deleted, its access server is not (or no longer) one of the track's authorities, or a clock is wrong. `description` holds its words.",
        remedy: "Read `description`. For the scope: call `login` with `scope: \"write\"`. For a track of one's own: compare `accessAuthorities` with the access server's signer.",
    },
    Row {
        name: "not_found",
        message: "This does not exist, or no longer.",
        cause: "The service, the access server or the node answered 404. Or an invitation is unknown (`status` 404), has been used or has expired (410): `description` says which.",
        remedy: "Check the track's or the user's number; a deleted track has none. Ask the track's owner for another invitation.",
    },
    Row {
        name: "conflict",
        message: "This cannot be done now: something else stands against it.",
        cause: "The service answered 409 or 423: a track is made of the upload that was to be discarded; somebody else's track has made the audio public, and so it cannot be gated; or another request sends the same upload. `description` says which. Or, without a `status`: the same file is being uploaded already, perhaps in another tab, and that has not ended within 10 s.",
        remedy: "Show `description`. Delete the track that is in the way, or wait for the other tab, and call again.",
    },
    Row {
        name: "upload_refused",
        message: "The file was not accepted.",
        cause: "What was uploaded is no audio that the service knows, or is too large; the upload is gone. Or a picture is none that it knows, or is too large. `description` holds its words.",
        remedy: "Say what `description` says, and let the person choose another file.",
    },
    Row {
        name: "quota_exceeded",
        message: "There is no room for more uploads. Delete one and try again.",
        cause: "The service keeps so much for each person and no more (413), or so many unfinished uploads (429); `description` says how much may be kept, and how much is. Or it has no space for more uploads of anybody (507); what had arrived is kept.",
        remedy: "Show `description`. `tracks.uploads` lists what is kept, `tracks.discardUpload` deletes one of it; an unfinished one goes by itself within a day or a week. For 507, let the person try again later: the same file resumes.",
    },
    Row {
        name: "playback_blocked",
        message: "The browser did not let the music begin. Press play.",
        cause: "Browsers let sound begin only after the person has done something on the page (`NotAllowedError`).",
        remedy: "Call `play` in the handler of a click.",
    },
    Row {
        name: "playback_failed",
        message: "This track cannot be played here.",
        cause: "The audio's address is good, and yet the element cannot play it: the browser does not know the format, or the file is damaged. `cause` is the element's `MediaError`.",
        remedy: "Offer the track in another format.",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::error::Code;

    #[test]
    fn every_code_has_a_name_of_its_own_and_its_words() {
        let rows = || REST.iter().chain(Code::ALL.iter().map(|code| code.row()));
        assert_eq!(rows().map(|row| row.name).collect::<HashSet<_>>().len(), REST.len() + Code::ALL.len());
        for row in REST {
            assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", row.name);
            for sentence in [row.message, row.cause, row.remedy] {
                assert!(sentence.ends_with('.') && sentence.len() > 10, "{}: {sentence}", row.name);
            }
        }
    }
}
