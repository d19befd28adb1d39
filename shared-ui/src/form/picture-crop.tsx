import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button';
import { type Crop, type CropChoice, computeCrop, dragPicture, firstChoice } from './crop';
import { FieldError } from './field';
import styles from './picture-crop.module.css';

const MAX_ZOOM = 3;
const WIDTH = 300;

const sliders: { name: keyof CropChoice; label: string; min: number; max: number; step: number }[] =
  [
    { name: 'zoom', label: 'Zoom', min: 1, max: MAX_ZOOM, step: 0.05 },
    { name: 'across', label: 'Left to right', min: 0, max: 100, step: 1 },
    { name: 'down', label: 'Up and down', min: 0, max: 100, step: 1 },
  ];

export interface PictureCropProps {
  picture: ImageBitmap;
  /** Width by height of the visible part. */
  ratio: number;
  label: string;
  action: string;
  busy: boolean;
  error?: string | null;
  onSave(crop: Crop): void;
  onCancel(): void;
  children?: ReactNode;
}

/** Chooses the visible part of a picture. Drawn on a canvas, because the page's policy allows no local images. */
export function PictureCrop({
  picture,
  ratio,
  label,
  action,
  busy,
  error,
  onSave,
  onCancel,
  children,
}: PictureCropProps) {
  const [choice, setChoice] = useState(firstChoice);
  const id = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const crop = computeCrop(picture, ratio, choice);
  const height = Math.round(WIDTH / ratio);
  const drag = useDrag(choice, crop, setChoice);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.clearRect(0, 0, WIDTH, height);
    context?.drawImage(
      picture,
      crop.x * picture.width,
      crop.y * picture.height,
      crop.width * picture.width,
      crop.height * picture.height,
      0,
      0,
      WIDTH,
      height,
    );
  });
  return (
    <div className={styles.crop}>
      <canvas
        ref={canvas}
        className={crop.height < 1 ? `${styles.preview} ${styles.free}` : styles.preview}
        {...drag}
        width={WIDTH}
        height={height}
        role="img"
        aria-label={label}
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
        {children}
        <FieldError id={id} error={error} alert />
        <div className={styles.buttons}>
          <Button busy={busy} busyLabel="Uploading..." onClick={() => onSave(crop)}>
            {action}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}

type DragEvent = PointerEvent<HTMLCanvasElement>;

/** Returns handlers with which a pointer moves the picture; the sliders do the same for keyboards. */
function useDrag(choice: CropChoice, crop: Crop, onChange: (choice: CropChoice) => void) {
  const start = useRef<{ x: number; y: number; choice: CropChoice } | null>(null);
  const end = () => {
    start.current = null;
  };
  return {
    onPointerDown({ clientX: x, clientY: y, currentTarget, pointerId, button }: DragEvent) {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      start.current = { x, y, choice };
    },
    onPointerMove({ clientX, clientY, currentTarget }: DragEvent) {
      if (!start.current) return;
      const { x, y, choice } = start.current;
      const { width, height } = currentTarget.getBoundingClientRect();
      const by = { right: (clientX - x) / width, down: (clientY - y) / height };
      onChange(dragPicture(choice, crop, by));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
