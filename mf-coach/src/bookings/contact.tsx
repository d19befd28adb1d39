import { useCopy } from '@carry/remote-kit';
import { Button } from '@carry/ui';
import styles from './bookings.module.css';

export function Contact({ text }: { text: string }) {
  const { copy, status } = useCopy(text);
  return (
    <span className={styles.contact}>
      <bdi>{text}</bdi>
      <Button variant="quiet" small aria-label="Copy contact" onClick={copy}>
        Copy
      </Button>
      <span role="status">{status}</span>
    </span>
  );
}
