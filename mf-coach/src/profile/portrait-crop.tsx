import { Button } from '@carry/ui';
import { useEffect, useRef, useState } from 'react';
import { type Crop, type CropChoice, cropOf, firstChoice } from './crop';
import styles from './profile.module.css';

const MAX_ZOOM = 3;
const WIDTH = 300;
const HEIGHT = 360;

const sliders: { name: keyof CropChoice; label: string; min: number; max: number; step: number }[] =
  [
    { name: 'zoom', label: 'Zoom', min: 1, max: MAX_ZOOM, step: 0.05 },
    { name: 'across', label: 'Left to right', min: 0, max: 100, step: 1 },
    { name: 'down', label: 'Up and down', min: 0, max: 100, step: 1 },
  ];

export interface PortraitCropProps {
  picture: ImageBitmap;
  busy: boolean;
  onSave(crop: Crop): void;
  onCancel(): void;
}

/** Chooses the visible part of a picture. Drawn on a canvas, because the page's policy allows no local images. */
export function PortraitCrop({ picture, busy, onSave, onCancel }: PortraitCropProps) {
  const [choice, setChoice] = useState(firstChoice);
  const canvas = useRef<HTMLCanvasElement>(null);
  const crop = cropOf(picture, choice);
  useEffect(() => {
    const { width, height } = picture;
    canvas.current
      ?.getContext('2d')
      ?.drawImage(
        picture,
        crop.x * width,
        crop.y * height,
        crop.width * width,
        crop.height * height,
        0,
        0,
        WIDTH,
        HEIGHT,
      );
  });
  return (
    <div className={styles.crop}>
      <canvas
        ref={canvas}
        className={styles.portrait}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label="Preview of your portrait"
      />
      <div>
        {sliders.map(({ name, label, ...range }) => (
          <label key={name} className={styles.slider}>
            {label}
            <input
              type="range"
              name={`crop-${name}`}
              {...range}
              value={choice[name]}
              onChange={({ target }) => setChoice({ ...choice, [name]: Number(target.value) })}
            />
          </label>
        ))}
        <div className={styles.buttons}>
          <Button busy={busy} busyLabel="Uploading..." onClick={() => onSave(crop)}>
            Save portrait
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}
