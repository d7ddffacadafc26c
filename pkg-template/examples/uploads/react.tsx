"use client";

import { useUploads } from "stagepass/react";

export function Uploads() {
  const { uploads, add, abort, retry, remove } = useUploads({ concurrency: 2 });
  return (
    <>
      <label>
        Audio files <input type="file" accept="audio/*" multiple onChange={(event) => add(event.target.files ?? [])} />
      </label>
      <ul>
        {uploads.map(({ id, file, status, sent, total, secondsLeft, error }) => (
          <li key={id}>
            {file.name} <progress aria-label={`Upload of ${file.name}`} max={total} value={sent} />
            {secondsLeft === undefined ? null : ` ${Math.ceil(secondsLeft)} s left`}
            {status === "uploading" || status === "waiting" ? (
              <button type="button" onClick={() => abort(id)}>
                Stop
              </button>
            ) : (
              <button type="button" onClick={() => remove(id)}>
                Remove
              </button>
            )}
            {status === "failed" || status === "aborted" ? (
              <button type="button" onClick={() => retry(id)}>
                Go on
              </button>
            ) : null}
            {error ? <p role="alert">{error.title}</p> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
