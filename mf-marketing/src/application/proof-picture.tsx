import { MAX_PICTURE_BYTES } from '@carry/remote-kit/limits';
import { Button, PictureInput } from '@carry/ui';
import { useState } from 'react';
import styles from './application.module.css';

const ID = 'become-coach-picture';
const MEGABYTES = MAX_PICTURE_BYTES / 1_000_000;

interface ProofPictureProps {
  picture: File | null;
  onChange(picture: File | null): void;
}

export function ProofPicture({ picture, onChange }: ProofPictureProps) {
  const [error, setError] = useState<string | null>(null);
  const choose = (file: File) => {
    const isLarge = file.size > MAX_PICTURE_BYTES;
    setError(isLarge ? `Please use a picture of at most ${MEGABYTES} MB.` : null);
    onChange(isLarge ? null : file);
  };
  return (
    <div className={styles.proof}>
      <PictureInput
        id={ID}
        label="Picture of your rank (optional)"
        hint={`A screenshot of your rank or result: JPEG, PNG, WebP or AVIF, at most ${MEGABYTES} MB. Choose a file or drop it here. Only we see it.`}
        error={error}
        onChoose={choose}
      >
        <p className={styles.chosen}>
          <span role="status">{picture?.name}</span>{' '}
          {picture && (
            <Button
              variant="quiet"
              small
              onClick={() => {
                document.getElementById(ID)?.focus(); // this button disappears
                onChange(null);
              }}
            >
              Remove picture
            </Button>
          )}
        </p>
      </PictureInput>
    </div>
  );
}
