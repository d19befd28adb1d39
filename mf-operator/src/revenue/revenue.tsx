import { useShell } from '@carry/remote-kit';
import { formatDate, formatDollars } from '@carry/remote-kit/format';
import type { CoachRevenue, FailedPayout, WeekRevenue } from '@carry/remote-kit/own-answers';
import { Card, DataTable } from '@carry/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { DownloadButton } from '../console/download-button';
import { Filter, LIST_ROWS, Note, PageLink } from '../console/parts';
import { consolePaths } from '../console/paths';
import { exportRevenue, type Period, UNITS, type Unit } from './api';
import { Bars } from './bars';
import { Books } from './books';
import styles from './revenue.module.css';
import { type Total, toTotal } from './totals';

const USUAL_WEEKS = 12;
const LONGER = [26, 52];

/** Choices of the page by its query parameter `weeks`. */
const periods = [USUAL_WEEKS, ...LONGER].map(
  (weeks) => [weeks === USUAL_WEEKS ? '' : String(weeks), `${weeks} weeks`] as const,
);

/** Choices of the page by its query parameter `by`. */
const units = [
  ['', 'Week'],
  ['month', 'Month'],
  ['year', 'Year'],
] as const;

export const getUnit = (query: URLSearchParams): Unit =>
  UNITS.find((unit) => unit === query.get('by')) ?? 'week';

export const readWeeks = (query: URLSearchParams): number =>
  LONGER.find((weeks) => String(weeks) === query.get('weeks')) ?? USUAL_WEEKS;

const labels: Record<Unit, Intl.DateTimeFormatOptions> = {
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};

const getLabel = (unit: Unit, day: string) =>
  formatDate(new Date(`${day}T00:00:00Z`), { ...labels[unit], timeZone: 'UTC' });

/** Unit of an answer; an API of an earlier release knows weeks only. */
const unitOfAnswer = ({ by }: WeekRevenue): Unit => UNITS.find((unit) => unit === by) ?? 'week';

const DAYS_TO_SUNDAY = 6;

/** Years of the ledger. An API of an earlier release does not list them: the year in which the current week ends, and the one before. */
function ledgerYears({ ledger_years: years, weeks }: WeekRevenue): readonly number[] {
  const day = weeks.at(-1)?.week;
  if (years || !day) return years ?? [];
  const sunday = new Date(`${day}T00:00:00Z`);
  sunday.setUTCDate(sunday.getUTCDate() + DAYS_TO_SUNDAY);
  return [sunday.getUTCFullYear(), sunday.getUTCFullYear() - 1];
}

/** More bars are too narrow to compare; the table has all coaches of the page. */
const MAX_BARS = 12;

const beginnings: Record<Unit, string> = {
  week: 'Weeks begin on Monday in your time zone.',
  month: 'Months follow your time zone.',
  year: 'Years follow your time zone.',
};
const heads: Record<Unit, string> = { week: 'Week of', month: 'Month', year: 'Year' };

export interface RevenueData {
  revenue: WeekRevenue;
  coaches: CoachRevenue[];
  period: Period;
}

export function Revenue({ data: { revenue, coaches, period } }: { data: RevenueData }) {
  const unit = unitOfAnswer(revenue);
  const totals = revenue.weeks.map(({ week: day, ...sums }) =>
    toTotal(day, getLabel(unit, day), sums),
  );
  const busy = totals.filter(({ bookings }) => bookings > 0);
  const failed = revenue.failed_payouts;
  const years = ledgerYears(revenue);
  const [first, last] = [revenue.weeks[0], revenue.weeks.at(-1)];
  return (
    <>
      <Filter label="Group by" name="by" values={units} cursor="after" />
      {period.by === 'week' && (
        <Filter label="Period" name="weeks" values={periods} cursor="after" />
      )}
      <Note>
        {beginnings[unit]} Refunds and payouts count in the {unit} of their payment. Kept is the sum
        of commission, paid out and pending. The table leaves out {unit}s without payments.
      </Note>
      {busy.length > 0 && <Note>{describeTax(busy)}</Note>}
      <section className={styles.section} aria-labelledby="revenue-units">
        <h2 id="revenue-units">By {unit}</h2>
        <Card>
          <Bars totals={totals} isDates />
          {busy.length === 0 ? (
            <p>No payments in these {unit}s.</p>
          ) : (
            <Totals caption={`Revenue by ${unit}`} first={heads[unit]} totals={busy} />
          )}
        </Card>
      </section>
      <Coaches coaches={coaches} unit={unit} />
      {failed.length > 0 && <FailedPayouts payouts={failed} />}
      <Download period={period} name={`revenue-${first?.week}-to-${last?.week}.csv`} />
      {years.length > 0 && <Books years={years} />}
    </>
  );
}

function Coaches({ coaches, unit }: { coaches: readonly CoachRevenue[]; unit: Unit }) {
  const [search] = useSearchParams();
  const totals = coaches.map(({ coach_id, coach, ...sums }) =>
    toTotal(String(coach_id), coach, sums),
  );
  const last = totals.at(-1);
  return (
    <section className={styles.section} aria-labelledby="revenue-coaches">
      <h2 id="revenue-coaches">By coach</h2>
      <Card>
        {last ? (
          <>
            <Bars totals={totals.slice(0, MAX_BARS)} />
            {totals.length > MAX_BARS && (
              <Note>The chart shows the first {MAX_BARS} coaches of the table.</Note>
            )}
            <Totals caption="Revenue by coach" first="Coach" totals={totals} />
          </>
        ) : (
          <p>{search.has('after') ? 'No more coaches.' : `No payments in these ${unit}s.`}</p>
        )}
        {last && totals.length >= LIST_ROWS && (
          <PageLink cursor="after" last={last.key}>
            Show more coaches
          </PageLink>
        )}
      </Card>
    </section>
  );
}

function Download({ period, name }: { period: Period; name: string }) {
  const { api } = useShell();
  return (
    <DownloadButton
      read={() => exportRevenue(api, period)}
      name={name}
      problem="We couldn't export the revenue."
    >
      Download as CSV
    </DownloadButton>
  );
}

function describeTax(totals: readonly Total[]): string {
  const taxes = totals.flatMap(({ tax }) => tax ?? []);
  if (taxes.length === 0) return 'No tax rate is set for this site, so no tax is shown.';
  return taxes.every((tax) => tax === 0)
    ? 'Your prices include no tax.'
    : 'Tax is the tax included in “Kept”, as shown on receipts.';
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
