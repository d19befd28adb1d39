import { useAction, useShell } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import { useRefusalAlert } from '../console/refusal';
import { loadProof } from './api';
import styles from './coaches.module.css';

interface ProofPictureProps {
  id: number;
  name: string;
}

/** Shows the uploaded proof on demand. Drawn on a canvas, because the page's policy allows no local images. */
export function ProofPicture({ id, name }: ProofPictureProps) {
  const { api, notify } = useShell();
  const alertRefusal = useRefusalAlert();
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { run, busy } = useAction(async () => {
    try {
      const loaded = await loadProof(api, id);
      if (loaded) setPicture(loaded);
      else await notify.alert("We couldn't show this picture.", 'Please try another browser.');
    } catch (failure) {
      await alertRefusal(failure);
    }
  });
  useEffect(() => {
    if (picture) canvas.current?.getContext('2d')?.drawImage(picture, 0, 0);
  }, [picture]);
  if (picture)
    return (
      <canvas
        ref={canvas}
        className={styles.proof}
        width={picture.width}
        height={picture.height}
        role="img"
        aria-label={`Proof of ${name}`}
      />
    );
  return (
    <Button
      variant="quiet"
      small
      busy={busy}
      busyLabel="Loading..."
      aria-label={`Show the picture of ${name}`}
      onClick={() => void run()}
    >
      Show picture
    </Button>
  );
}
