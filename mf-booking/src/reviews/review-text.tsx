import { Button } from '@carry/ui';
import { useId, useState } from 'react';
import styles from './reviews.module.css';

/** Longer texts are collapsed behind "Read more". */
const MAX_LETTERS = 320;
const MAX_LINES = 6;

const isLong = (text: string) => text.length > MAX_LETTERS || text.split('\n').length > MAX_LINES;

export function ReviewText({ children: text }: { children: string }) {
  const id = useId();
  const [whole, setWhole] = useState(false);
  const long = isLong(text);
  return (
    <>
      <p id={id} dir="auto" className={styles.comment} data-short={(long && !whole) || undefined}>
        {text}
      </p>
      {long && (
        <Button
          variant="quiet"
          small
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Read more'}
        </Button>
      )}
    </>
  );
}
