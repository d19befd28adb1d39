import { Form, saveFile, textOf, useForm, useShell } from '@carry/remote-kit';
import { Button, Card, TextField } from '@carry/ui';
import { DownloadButton } from '../console/download-button';
import { Actions, Note } from '../console/parts';
import { useRefusal } from '../console/refusal';
import { exportLedger } from './api';
import styles from './revenue.module.css';

/** Downloads of the ledger by year or for any days, for the owner's books and taxes. */
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
      <div className={styles.otherDays}>
        <OtherDays />
      </div>
    </Card>
  </section>
);

function Download({ year }: { year: number }) {
  const { api } = useShell();
  return (
    <DownloadButton
      read={() => exportLedger(api, { from: `${year}-01-01`, to: `${year}-12-31` })}
      name={`ledger-${year}.csv`}
      problem="We couldn't export the ledger."
    >
      Download the ledger of {year}
    </DownloadButton>
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function findProblems(from: string, to: string) {
  const errors = {
    ...(!DAY.test(from) && { from: 'Please choose the first day.' }),
    ...(!DAY.test(to) && { to: 'Please choose the last day.' }),
  };
  if (Object.keys(errors).length > 0) return errors;
  return from > to ? { to: 'Please choose the first day or a later one.' } : null;
}

function OtherDays() {
  const { api } = useShell();
  const refuse = useRefusal();
  const form = useForm<'from' | 'to'>('ledger-days', async (values) => {
    const [from, to] = [textOf(values, 'from').trim(), textOf(values, 'to').trim()];
    const errors = findProblems(from, to);
    if (errors) return { errors };
    try {
      saveFile(await exportLedger(api, { from, to }), `ledger-${from}-to-${to}.csv`);
    } catch (failure) {
      return { error: refuse(failure) };
    }
    return undefined;
  });
  return (
    <Form of={form} aria-label="Ledger of other days">
      <div className={styles.days}>
        <TextField {...form.field('from')} label="First day" type="date" required />
        <TextField {...form.field('to')} label="Last day" type="date" required />
      </div>
      <Button type="submit" variant="quiet" busy={form.busy} busyLabel="Preparing...">
        Download these days
      </Button>
    </Form>
  );
}
