import { MAX_PICTURE_BYTES } from '@carry/remote-kit/limits';
import { Button, PictureInput, useKeptFocus } from '@carry/ui';
import { useState } from 'react';
import styles from './application.module.css';

const MEGABYTES = MAX_PICTURE_BYTES / 1_000_000;

interface ProofPictureProps {
  picture: File | null;
  onChange(picture: File | null): void;
}

export function ProofPicture({ picture, onChange }: ProofPictureProps) {
  const [error, setError] = useState<string | null>(null);
  const area = useKeptFocus<HTMLDivElement>();
  const choose = (file: File) => {
    const isLarge = file.size > MAX_PICTURE_BYTES;
    setError(isLarge ? `Please use a picture of at most ${MEGABYTES} MB.` : null);
    onChange(isLarge ? null : file);
  };
  return (
    <div ref={area} className={styles.proof}>
      <PictureInput
        id="become-coach-picture"
        label="Picture of your rank (optional)"
        hint={`A screenshot of your rank or result: JPEG, PNG, WebP or AVIF, at most ${MEGABYTES} MB. Choose a file or drop it here. Only we see it.`}
        error={error}
        onChoose={choose}
      >
        {picture && (
          <p className={styles.chosen}>
            <span role="status">{picture.name}</span>{' '}
            <Button variant="quiet" small onClick={() => onChange(null)}>
              Remove picture
            </Button>
          </p>
        )}
      </PictureInput>
    </div>
  );
}
