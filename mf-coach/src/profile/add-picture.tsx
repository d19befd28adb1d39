import { useShell, useUnsavedChanges } from '@carry/remote-kit';
import { lengthProblem, MAX_PICTURE_WORDS, trimText } from '@carry/remote-kit/limits';
import type { Profile } from '@carry/remote-kit/own-answers';
import { Button, type Crop, FieldError, PictureCrop, PictureInput, TextField } from '@carry/ui';
import { useRef, useState } from 'react';
import { addPicture, getProfile, type NewPicture } from './api';
import styles from './profile.module.css';
import { MEGABYTES, useUpload } from './use-upload';

type Pictures = Profile['rank_images'];

export interface AddPictureProps extends Pick<NewPicture, 'use'> {
  /** Pictures that the server has. */
  stored: Pictures;
  /** Width by height. */
  ratio: number;
  title: string;
  words: string;
  missing: string;
  action: string;
  onUploaded(profile: Profile): void;
}

/** Returns a function that uploads a picture. A retry looks for it first, because the response may have been lost. */
function useUploadOnce(use: NewPicture['use'], stored: Pictures) {
  const { api } = useShell();
  const attempted = useRef<File>(null);
  return async (file: File, picture: Omit<NewPicture, 'use'>): Promise<Profile> => {
    if (attempted.current === file) {
      const profile = await getProfile(api);
      const pictures = (use === 'rank' ? profile.rank_images : profile.gallery) ?? [];
      const isNew = ({ url }: Pictures[number]) => stored.every((other) => other.url !== url);
      if (pictures.some((one) => one.alt === picture.alt && isNew(one))) return profile;
    }
    attempted.current = file;
    return addPicture(api, { use, ...picture });
  };
}

/** Uploads one more picture. It is saved at once, apart from the profile's form. */
export function AddPicture({
  use,
  stored,
  ratio,
  title,
  words,
  missing,
  action,
  onUploaded,
}: AddPictureProps) {
  const { notify } = useShell();
  const { chosen, busy, error, open, close, send } = useUpload('your picture');
  const [alt, setAlt] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = `new-${use}`;
  useUnsavedChanges(chosen !== null);
  const uploadOnce = useUploadOnce(use, stored);

  async function save(crop?: Crop): Promise<void> {
    const wrong = trimText(alt) ? lengthProblem(alt, MAX_PICTURE_WORDS) : missing;
    setProblem(wrong ?? null);
    if (wrong) return document.getElementById(`${id}-alt`)?.focus();
    const file = chosen?.file ?? null;
    await send(file, async (picture) => {
      if (!file || !picture) return;
      onUploaded(await uploadOnce(file, { picture, crop, alt: alt.trim() }));
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
        <FieldError id={id} error={error} alert />
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
