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

/** True if the server refused the picture itself, so that another try with it is of no use. */
const isRefused = (failure: unknown) =>
  isApiError(failure) && failure.code === 'http' && (failure.status ?? 500) < 500;

/** A chosen picture and its upload, kept for another try after an outage; `subject` completes "We couldn't save …". */
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
    const opened = { file, picture: await openPicture(file) };
    setError(null);
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
      if (isRefused(failure)) setChosen(null);
    } finally {
      setBusy(false);
    }
  }
  return { chosen, busy, error, open, send, close: () => setChosen(null) };
}
