import { isApiError, useShell } from '@carry/remote-kit';
import { MAX_PICTURE_BYTES } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers/coach';
import { Button, FieldError, NamedPortrait, Setting } from '@carry/ui';
import { type ChangeEvent, useState } from 'react';
import { setPortrait } from './api';
import type { Crop } from './crop';
import { PortraitCrop } from './portrait-crop';
import styles from './profile.module.css';

const MEGABYTES = MAX_PICTURE_BYTES / 1_000_000;

const readBase64 = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });

/** Reads a picture upright; null if this browser cannot, then the server explains why. */
const openPicture = async (file: File): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === 'undefined' ? null : createImageBitmap(file).catch(() => null);

interface Chosen {
  file: File;
  picture: ImageBitmap;
}

/** Portrait of the coach. An upload is saved at once, apart from the profile's form. */
export function PortraitUpload({ data }: { data: Pick<Profile, 'name' | 'portrait_url'> }) {
  const shell = useShell();
  const [url, setUrl] = useState(data.portrait_url ?? null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const [chosen, setChosen] = useState<Chosen | null>(null);

  async function save(file: File | null, crop?: Crop) {
    setError(null);
    setBusy(true);
    try {
      const saved = await setPortrait(shell.api, file && (await readBase64(file)), crop);
      setUrl(saved.portrait_url ?? null);
      shell.notify.toast(file ? 'Portrait saved.' : 'Portrait removed.');
    } catch (failure) {
      const words = isApiError(failure) && failure.detail;
      setError(words || "We couldn't save your portrait. Please try again.");
    } finally {
      setChosen(null); // the error is shown at the file input
      setBusy(false);
    }
  }
  async function open(file: File) {
    if (file.size > MAX_PICTURE_BYTES)
      return setError(`Please use a picture of at most ${MEGABYTES} MB.`);
    const picture = await openPicture(file);
    if (!picture) return save(file);
    setError(null);
    setChosen({ file, picture });
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file && !busy) void open(file);
    target.value = '';
  };
  return (
    <Setting
      title="Portrait"
      says={`JPEG, PNG, WebP or AVIF, at most ${MEGABYTES} MB. You choose the part to show. We remove its location and other hidden data.`}
    >
      {chosen ? (
        <PortraitCrop
          picture={chosen.picture}
          busy={busy}
          onSave={(crop) => void save(chosen.file, crop)}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <div className={styles.upload}>
          <NamedPortrait
            className={styles.portrait}
            src={url}
            alt={url ? 'Your portrait' : 'Your initials'}
            name={data.name}
            width="120"
            height="144"
          />
          <div>
            <label htmlFor="portrait-file" className={styles.file}>
              {busy ? 'Uploading...' : 'Upload a picture'}
            </label>
            <input
              id="portrait-file"
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              aria-describedby={error ? 'portrait-file-error' : undefined}
              onChange={choose}
            />
            <p role="status" className={styles.busy}>
              {busy && 'Uploading your picture...'}
            </p>
            <FieldError id="portrait-file" error={error} alert />
            {url && (
              <Button variant="quiet" small busy={busy} onClick={() => void save(null)}>
                Remove portrait
              </Button>
            )}
          </div>
        </div>
      )}
    </Setting>
  );
}
