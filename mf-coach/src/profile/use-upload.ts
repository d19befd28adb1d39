import { isApiError } from '@carry/remote-kit';
import { MAX_PICTURE_BYTES } from '@carry/remote-kit/limits';
import { openPicture, readBase64 } from '@carry/ui';
import { useState } from 'react';

export const MEGABYTES = MAX_PICTURE_BYTES / 1_000_000;

interface Chosen {
  file: File;
  /** Null if this browser cannot read it; then the server explains why. */
  picture: ImageBitmap | null;
}

/** Statuses of a picture that another try does not save: unusable, one too many, too large. */
const REJECTED = new Set([400, 409, 413]);
const isRejected = (failure: unknown) => isApiError(failure) && REJECTED.has(failure.status);

/** A chosen picture and its upload, kept for another try unless the server rejects it; `subject` completes "We couldn't save …". */
export function useUpload(subject: string) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  /** Resolves with null for a file that is too large. */
  async function open(file: File): Promise<Chosen | null> {
    if (file.size > MAX_PICTURE_BYTES) {
      setError(`Please use a picture of at most ${MEGABYTES} MB.`);
      return null;
    }
    setError(null);
    const opened = { file, picture: await openPicture(file) };
    setChosen(opened);
    return opened;
  }
  async function send(file: File | null, save: (picture: string | null) => Promise<void>) {
    setError(null);
    setBusy(true);
    try {
      await save(file && (await readBase64(file)));
      setChosen(null);
    } catch (failure) {
      const words = isApiError(failure) && failure.detail;
      setError(words || `We couldn't save ${subject}. Please try again.`);
      if (isRejected(failure)) setChosen(null);
    } finally {
      setBusy(false);
    }
  }
  return { chosen, busy, error, open, send, close: () => setChosen(null) };
}
