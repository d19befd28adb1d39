import { isApiError, saveFile, useAction, useShell } from '@carry/remote-kit';
import { Button, Card } from '@carry/ui';
import { Actions, Note } from '../console/parts';
import { exportLedger } from './api';
import styles from './revenue.module.css';

const TO_SUNDAY_MS = 6 * 24 * 3_600_000;

/** Year in which a week ends. */
const yearOf = (monday: string) => new Date(Date.parse(monday) + TO_SUNDAY_MS).getUTCFullYear();

/** Downloads of the ledger of this year and the last one, for the owner's books and taxes. `day`: the first one of the current week, month or year. */
export const Books = ({ day }: { day: string }) => (
  <section className={styles.section} aria-labelledby="books">
    <h2 id="books">Books</h2>
    <Card>
      <Note>
        Each payment, refund and payout on its own day, one per line, with tax and the payment at
        Stripe.
      </Note>
      <Actions>
        {[yearOf(day), yearOf(day) - 1].map((one) => (
          <Download key={one} year={one} />
        ))}
      </Actions>
    </Card>
  </section>
);

function Download({ year }: { year: number }) {
  const { api, notify } = useShell();
  const { run, busy } = useAction(async () => {
    try {
      saveFile(await exportLedger(api, year), `ledger-${year}.csv`);
    } catch (error) {
      await notify.alert(
        "We couldn't export the ledger.",
        (isApiError(error) && error.detail) || 'Please try again.',
      );
    }
  });
  return (
    <Button variant="quiet" busy={busy} busyLabel="Preparing..." onClick={() => void run()}>
      Download the ledger of {year}
    </Button>
  );
}
