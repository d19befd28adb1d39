import { Button } from '@carry/ui';
import { useState } from 'react';
import styles from './bookings.module.css';

/** How to reach the student, with a button that copies it. */
export function Contact({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <span className={styles.contact}>
      <bdi title={text}>{text}</bdi>
      <Button variant="quiet" small aria-label="Copy contact" onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status">{copied && 'Copied'}</span>
    </span>
  );
}
