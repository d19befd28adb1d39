import { Files } from '@carry/remote-kit/conversation';
import type { Message } from '@carry/remote-kit/own-answers';
import { Card, LinkedText } from '@carry/ui';
import styles from './session.module.css';

/** Delivered results of a service without a time. */
export function Result({
  booking,
  results,
}: {
  booking: number | string;
  results: readonly Message[];
}) {
  if (results.length === 0) return null;
  return (
    <Card>
      <h2>Your result</h2>
      {results.map(({ id, text, files }) => (
        <div key={id} className={styles.result}>
          {text && (
            <p dir="auto" className={styles.prose}>
              <LinkedText>{text}</LinkedText>
            </p>
          )}
          <Files booking={booking} files={files} />
        </div>
      ))}
    </Card>
  );
}
