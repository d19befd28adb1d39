import { saveFile } from '@carry/remote-kit';
import { formatDate, formatDollars } from '@carry/remote-kit/format';
import type { Revenue as RevenueData } from '@carry/remote-kit/own-answers/operator';
import { Button, Card, DataTable } from '@carry/ui';
import { Note } from '../console/parts';
import { Bars } from './bars';
import styles from './revenue.module.css';
import { sumByCoach, sumByWeek, type Total, toCsv } from './totals';

const shortDay = (day: string) =>
  formatDate(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function Revenue({ data }: { data: RevenueData }) {
  const weeks = sumByWeek(data, shortDay);
  const busy = weeks.filter(({ bookings }) => bookings > 0);
  const coaches = sumByCoach(data);
  const download = () => saveFile(new Blob([toCsv(data)]), `revenue-${data.weeks.at(-1)}.csv`);
  return (
    <>
      <Note>
        Weeks begin on Monday in your time zone. Refunds and payouts count in the week of their
        payment. Kept is the sum of commission, paid out and pending. The table leaves out weeks
        without payments.
      </Note>
      <section className={styles.section} aria-labelledby="revenue-weeks">
        <h2 id="revenue-weeks">By week</h2>
        <Card>
          <Bars totals={weeks} />
          {busy.length === 0 ? (
            <p>No payments in these weeks.</p>
          ) : (
            <Totals caption="Revenue by week" first="Week of" totals={busy} />
          )}
        </Card>
      </section>
      <section className={styles.section} aria-labelledby="revenue-coaches">
        <h2 id="revenue-coaches">By coach</h2>
        <Card>
          {coaches.length === 0 ? (
            <p>No payments in these weeks.</p>
          ) : (
            <>
              <Bars totals={coaches} />
              <Totals caption="Revenue by coach" first="Coach" totals={coaches} />
            </>
          )}
        </Card>
      </section>
      <Button variant="quiet" onClick={download}>
        Download as CSV
      </Button>
    </>
  );
}

const COLUMNS = ['paid', 'refunded', 'kept', 'commission', 'paidOut', 'pending'] as const;

const Totals = ({
  caption,
  first,
  totals,
}: {
  caption: string;
  first: string;
  totals: readonly Total[];
}) => (
  <DataTable
    caption={caption}
    numeric
    head={[first, 'Bookings', 'Paid', 'Refunded', 'Kept', 'Commission', 'Paid out', 'Pending']}
    rows={totals.map(({ key, label, bookings, ...amounts }) => ({
      key,
      cells: [label, bookings, ...COLUMNS.map((name) => formatDollars(amounts[name]))],
    }))}
  />
);
