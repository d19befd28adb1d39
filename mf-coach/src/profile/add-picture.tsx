import { useShell, useUnsavedChanges } from '@carry/remote-kit';
import { lengthProblem, MAX_PICTURE_WORDS, trimText } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers';
import { Button, type Crop, PictureCrop, PictureInput, TextField } from '@carry/ui';
import { useState } from 'react';
import { addPicture, type NewPicture } from './api';
import styles from './profile.module.css';
import { MEGABYTES, useUpload } from './use-upload';

export interface AddPictureProps extends Pick<NewPicture, 'use'> {
  /** Width by height. */
  ratio: number;
  title: string;
  words: string;
  missing: string;
  action: string;
  onUploaded(profile: Profile): void;
}

/** Uploads one more picture. It is saved at once, apart from the profile's form. */
export function AddPicture({
  use,
  ratio,
  title,
  words,
  missing,
  action,
  onUploaded,
}: AddPictureProps) {
  const { api, notify } = useShell();
  const { chosen, busy, error, open, close, send } = useUpload('your picture');
  const [alt, setAlt] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = `new-${use}`;
  useUnsavedChanges(chosen !== null);

  async function save(crop?: Crop): Promise<void> {
    const wrong = trimText(alt) ? lengthProblem(alt, MAX_PICTURE_WORDS) : missing;
    setProblem(wrong ?? null);
    if (wrong) return document.getElementById(`${id}-alt`)?.focus();
    await send(chosen?.file ?? null, async (picture) => {
      if (!picture) return;
      onUploaded(await addPicture(api, { use, picture, crop, alt: alt.trim() }));
      setAlt('');
      notify.toast('Picture saved.');
    });
  }
  const text = (
    <TextField
      id={`${id}-alt`}
      name={`${id}-alt`}
      label={words}
      error={problem}
      alert
      readOnly={busy}
      value={alt}
      onChange={({ target }) => setAlt(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault(); // would save the profile
      }}
    />
  );
  if (chosen?.picture)
    return (
      <PictureCrop
        picture={chosen.picture}
        ratio={ratio}
        label="Preview of your picture"
        action={action}
        busy={busy}
        error={error}
        onSave={(crop) => void save(crop)}
        onCancel={close}
      >
        {text}
      </PictureCrop>
    );
  if (chosen)
    return (
      <div>
        {text}
        <div className={styles.buttons}>
          <Button busy={busy} busyLabel="Uploading..." onClick={() => void save()}>
            {action}
          </Button>
          <Button variant="quiet" onClick={close}>
            Cancel
          </Button>
        </div>
      </div>
    );
  return (
    <div className={styles.add}>
      <PictureInput
        id={id}
        label={title}
        hint={`JPEG, PNG, WebP or AVIF, at most ${MEGABYTES} MB. Choose a file or drop it here.`}
        error={error}
        onChoose={(file) => void open(file)}
      />
    </div>
  );
}
