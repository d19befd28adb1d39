import { saveFile } from '@carry/remote-kit';
import { formatDate, formatDollars } from '@carry/remote-kit/format';
import type { FailedPayout, Revenue as RevenueData } from '@carry/remote-kit/own-answers/operator';
import { Button, Card, DataTable } from '@carry/ui';
import { Link } from 'react-router-dom';
import { Filter, Note } from '../console/parts';
import { consolePaths } from '../console/paths';
import { Bars } from './bars';
import styles from './revenue.module.css';
import { sumByCoach, sumByWeek, type Total, toCsv } from './totals';

const USUAL_WEEKS = 12;
const LONGER = [26, 52];

/** Choices of the page by its query parameter `weeks`. */
const periods = [USUAL_WEEKS, ...LONGER].map(
  (weeks) => [weeks === USUAL_WEEKS ? '' : String(weeks), `${weeks} weeks`] as const,
);

/** Returns the number of weeks that an address asks for, or the usual one. */
export const weeksOf = (query: URLSearchParams): number =>
  LONGER.find((weeks) => String(weeks) === query.get('weeks')) ?? USUAL_WEEKS;

const shortDay = (day: string) =>
  formatDate(new Date(`${day}T00:00:00Z`), { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function Revenue({ data }: { data: RevenueData }) {
  const weeks = sumByWeek(data, shortDay);
  const busy = weeks.filter(({ bookings }) => bookings > 0);
  const coaches = sumByCoach(data);
  const [first] = data.weeks;
  const failed = data.failed_payouts ?? [];
  const download = () =>
    saveFile(new Blob([toCsv(data)]), `revenue-${first}-to-${data.weeks.at(-1)}.csv`);
  return (
    <>
      <Filter label="Period" name="weeks" values={periods} />
      <Note>
        Weeks begin on Monday in your time zone. Refunds and payouts count in the week of their
        payment. Kept is the sum of commission, paid out and pending. The table leaves out weeks
        without payments.
      </Note>
      {busy.length > 0 && <Note>{describeTax(busy)}</Note>}
      <section className={styles.section} aria-labelledby="revenue-weeks">
        <h2 id="revenue-weeks">By week</h2>
        <Card>
          <Bars totals={weeks} isDates />
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
      {failed.length > 0 && <FailedPayouts payouts={failed} />}
      <Button variant="quiet" onClick={download}>
        Download as CSV
      </Button>
    </>
  );
}

function describeTax(totals: readonly Total[]): string {
  const taxes = totals.flatMap(({ tax }) => tax ?? []);
  if (taxes.length === 0) return 'No tax rate is set for this site, so no tax is shown.';
  return taxes.every((tax) => tax === 0)
    ? 'Your prices include no tax.'
    : 'Tax is the part of Kept that the receipts show as included.';
}

const describeFailure = ({ booking_id, reason }: FailedPayout) =>
  booking_id
    ? "The transfer to the coach's account failed. We keep trying."
    : `The bank returned the payout: ${reason}`;

const FailedPayouts = ({ payouts }: { payouts: readonly FailedPayout[] }) => (
  <section className={styles.section} aria-labelledby="failed-payouts">
    <h2 id="failed-payouts">Failed payouts</h2>
    <Card>
      <DataTable
        caption="Failed payouts that are still open"
        head={['Coach', 'Booking', 'Amount', 'What happened']}
        rows={payouts.map((payout, index) => ({
          key: String(index),
          cells: [
            <Link key="coach" to={consolePaths.coach(payout.coach_id)}>
              {payout.coach}
            </Link>,
            payout.booking_id ? (
              <Link key="booking" to={consolePaths.booking(payout.booking_id)}>
                Booking {payout.booking_id}
              </Link>
            ) : (
              '–'
            ),
            typeof payout.amount === 'number' ? formatDollars(payout.amount) : '–',
            describeFailure(payout),
          ],
        }))}
      />
    </Card>
  </section>
);

const COLUMNS = ['paid', 'refunded', 'kept', 'commission', 'paidOut', 'pending'] as const;

const Totals = ({
  caption,
  first,
  totals,
}: {
  caption: string;
  first: string;
  totals: readonly Total[];
}) => {
  const isTaxed = totals.some(({ tax }) => tax);
  return (
    <DataTable
      caption={caption}
      numeric
      head={[
        ...[first, 'Bookings', 'Paid', 'Refunded', 'Kept', 'Commission', 'Paid out', 'Pending'],
        ...(isTaxed ? ['Tax'] : []),
      ]}
      rows={totals.map(({ key, label, bookings, tax, ...amounts }) => ({
        key,
        cells: [
          ...[label, bookings, ...COLUMNS.map((name) => formatDollars(amounts[name]))],
          ...(isTaxed ? [tax === null ? '–' : formatDollars(tax)] : []),
        ],
      }))}
    />
  );
};
