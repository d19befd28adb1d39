import { useShell } from '@carry/remote-kit';
import { Card } from '@carry/ui';
import { DownloadButton } from '../console/download-button';
import { Actions, Note } from '../console/parts';
import { exportLedger } from './api';
import styles from './revenue.module.css';

/** Downloads of the ledger by year, for the owner's books and taxes. */
export const Books = ({ years }: { years: readonly number[] }) => (
  <section className={styles.section} aria-labelledby="books">
    <h2 id="books">Books</h2>
    <Card>
      <Note>
        Each payment, refund and payout on its own day, one per line, with tax and the payment at
        Stripe.
      </Note>
      <Actions>
        {years.map((year) => (
          <Download key={year} year={year} />
        ))}
      </Actions>
    </Card>
  </section>
);

function Download({ year }: { year: number }) {
  const { api } = useShell();
  return (
    <DownloadButton
      read={() => exportLedger(api, year)}
      name={`ledger-${year}.csv`}
      problem="We couldn't export the ledger."
    >
      Download the ledger of {year}
    </DownloadButton>
  );
}
